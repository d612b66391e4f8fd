"""What was chosen the last time, so that the same table is there again in one tap: a small file in the data folder.

The table's corners have a file of their own (`Settings.layout`), which people may also write by hand.
"""

from __future__ import annotations

import logging
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from .files import write_whole
from .store.schema import sqlite_path

log = logging.getLogger("yakume.webui")


FILE = "yakume-setup.json"


def setup_file(database: str) -> Path:
    """Where the choices of a table lie: beside its database, or here if that is another machine's."""
    file = sqlite_path(database)
    return (file.parent if file else Path()) / FILE


class Choices(BaseModel):
    """What was chosen; each field as the command that chose it has it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    ruleset: str = ""
    """Game of the last match; empty if none was begun."""
    players: tuple[str, ...] = ()
    dealer: int = 0
    """Seat that dealt first."""
    options: dict[str, bool | int | str | None] = {}
    """House rules, by key."""
    camera: str | None = None
    """Camera number, stream or file; None: none was chosen."""
    deck: str | None = None
    """Name of the enrolled deck; None: any deck."""


class Remembered:
    """The choices in a file; one that cannot be read is as good as none, one that cannot be written is a warning."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.choices = Choices()
        if file.exists():
            try:
                self.choices = Choices.model_validate_json(file.read_bytes())
            except (OSError, ValidationError) as error:
                log.warning("what was chosen last is not remembered: %s cannot be read: %s", file, error)

    def keep(self, **changes: object) -> None:
        """Remember these fields from now on; the others as they were."""
        choices = self.choices.model_copy(update=changes)
        if choices == self.choices:
            return
        self.choices = choices
        try:
            write_whole(self._file, choices.model_dump_json(indent=2).encode())
        except OSError as error:
            # It is a comfort: the table goes on without it.
            log.warning("what is chosen will not be remembered: cannot write %s: %s", self._file, error.strerror)
