"""The links by which others come: each lets in one role, for a seat if it is a player's, until the keeper ends it.

A link carries a secret. Only the secret's hash is kept, in the database: a link can be shown once, when it is made, and
is good after a restart, too. One that was ended is remembered for a while, so that its holder is told so.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from .access import Role, Visitor
from .errors import ApiError
from .settings import make_token
from .store import EventStore
from .store.schema import LINKS

MOST_LINKS = 40
"""Links that are good at a time: seven seats, and some phones and screens for each."""
REMEMBERED_MS = 30 * 24 * 3600 * 1000
"""How long a link that was ended is remembered, as long as a browser keeps its cookie."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link, without its secret."""

    id: str
    role: Role
    seat: int | None
    made_ms: int
    """When it was made, milliseconds since 1970."""
    ended_ms: int | None
    """When the keeper ended it; None for one that is good."""
    digest: str
    """SHA-256 of its secret, in hexadecimal."""

    @property
    def visitor(self) -> Visitor:
        """Whom it lets in."""
        return Visitor(self.role, self.seat, self.id)


class Links:
    """All links of one database. Used from several threads."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._store: EventStore | None = None
        self._lock = threading.Lock()
        self._links: dict[str, Link] = {}
        self._open: dict[str, set[Callable[[], None]]] = {}

    def open(self, store: EventStore) -> None:
        """Know the links of `store` from now on. Raises: StoreTrouble."""
        forgotten = LINKS.c.ended_ms < self._now() - REMEMBERED_MS
        with store.all_or_none() as connection:
            connection.execute(sa.delete(LINKS).where(forgotten))
            rows = connection.execute(sa.select(LINKS).order_by(LINKS.c.made_ms, LINKS.c.id)).all()
        links = [Link(row.id, row.role, row.seat, row.made_ms, row.ended_ms, row.digest) for row in rows]
        self._store, self._links = store, {link.id: link for link in links}

    def good(self) -> list[Link]:
        """The links that are good, the oldest first."""
        return [link for link in list(self._links.values()) if link.ended_ms is None]

    def find(self, secret: str) -> Link | None:
        """The link with that secret, a good one or one that was ended; takes as long for any other secret."""
        digest, found = _digest(secret), None
        for link in list(self._links.values()):
            if hmac.compare_digest(link.digest, digest):
                found = link
        return found

    def make(self, role: Role, seat: int | None) -> tuple[Link, str]:
        """A new link and its secret, which nobody can ask for again.

        Raises: ApiError if there are too many, StoreTrouble if it cannot be kept: then it is not good either.
        """
        secret = make_token()
        link = Link(secrets.token_hex(6), role, seat, self._now(), None, _digest(secret))
        with self._lock:
            if len(self.good()) >= MOST_LINKS:
                raise ApiError(409, "too_many_links", f"there are {MOST_LINKS} links: end one first")
            values = {"id": link.id, "role": role, "seat": seat, "made_ms": link.made_ms, "digest": link.digest}
            with self._opened().all_or_none() as connection:
                connection.execute(sa.insert(LINKS).values(values))
            self._links[link.id] = link
        return link, secret

    def end(self, link_id: str) -> None:
        """Let nobody in by that link any more, and hang up on who came by it.

        Raises: ApiError if there is none, StoreTrouble if that cannot be kept: then it is still good.
        """
        with self._lock:
            link = self._links.get(link_id)
            if link is None or link.ended_ms is not None:
                raise ApiError(404, "no_such_link", f"there is no link {link_id!r}")
            ended = Link(link.id, link.role, link.seat, link.made_ms, self._now(), link.digest)
            with self._opened().all_or_none() as connection:
                connection.execute(sa.update(LINKS).where(LINKS.c.id == link_id).values(ended_ms=ended.ended_ms))
            self._links[link_id] = ended
            hang_up = tuple(self._open.get(link_id, ()))
        for each in hang_up:
            each()

    @contextmanager
    def until_ended(self, link_id: str) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set once the link is ended, at once if it has been."""
        ended, loop = asyncio.Event(), asyncio.get_running_loop()

        def tell() -> None:
            loop.call_soon_threadsafe(ended.set)

        with self._lock:
            self._open.setdefault(link_id, set()).add(tell)
            if self._links[link_id].ended_ms is not None:
                ended.set()
        try:
            yield ended
        finally:
            with self._lock:
                self._open[link_id].discard(tell)
                if not self._open[link_id]:
                    del self._open[link_id]

    def _opened(self) -> EventStore:
        assert self._store is not None, "links are made and ended by routes, which need the store"
        return self._store

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _digest(secret: str) -> str:
    """What is kept of a secret; one of 144 random bits needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
