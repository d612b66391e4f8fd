"""The connections to one database, and its failures as they are told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from .schema import open_engine, sqlite_file
from .trouble import StoreTrouble, trouble_of


class Database:
    """One database by its URL."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        """Open (and create) the store. Raises: StoreTrouble if it cannot be used as it is."""
        self._engine = open_engine(url)
        self._writer = self._engine.execution_options(writes=True)
        self._clock = clock
        self._file = sqlite_file(self._engine.url)
        self._identity = self._stat()
        self.name = str(self._file or self._engine.url.render_as_string(hide_password=True))
        """The file, or the address without its password."""

    @contextmanager
    def one_moment(self) -> Iterator[sa.Connection]:
        """A connection that sees the database as it is now, whatever is written meanwhile."""
        frozen = self._engine if self._file else self._engine.execution_options(isolation_level="REPEATABLE READ")
        with self._told(), frozen.connect() as connection:
            yield connection

    @contextmanager
    def all_or_none(self) -> Iterator[sa.Connection]:
        """A connection whose writes are all done when the block ends, or none if it fails."""
        with self._writing() as connection:
            yield connection

    def close(self) -> None:
        """Give back all connections."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        if self._stat() != self._identity:
            raise StoreTrouble("store_gone", f"{self.name}: the file was moved, deleted or replaced while yakume ran")
        with self._told(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._told(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Failures of the database as StoreTrouble; a clash of keys stays what it is."""
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.SQLAlchemyError as error:
            raise trouble_of(error, self.name) from error

    def _stat(self) -> tuple[int, int] | None:
        """Which file the name stands for now; writing to one that was removed would succeed and be lost."""
        try:
            found = Path(self._file).stat() if self._file else None
        except OSError:
            return (0, 0)
        return (found.st_dev, found.st_ino) if found else None
