"""Who may do what: the keeper keeps the score, a player speaks for one seat, a watcher looks on, a camera shows.

What anyone but the keeper may ask for is named here, route by route; whatever is not named is the keeper's, a new route
too. What a player may say with it is judged in `seats`.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Role = Literal["keeper", "player", "watcher", "camera"]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks."""

    role: Role
    seat: int | None = None
    """Seat of a player; None for the others."""
    link: str | None = None
    """Id of the link that was opened, see `links`; None for who has the token of the command line, or sits here."""

    @property
    def keeps(self) -> bool:
        """True for the keeper."""
        return self.role == "keeper"


KEEPER = Visitor("keeper")

HOME: dict[Role, str] = {"keeper": "/", "player": "/hand?seat={seat}", "watcher": "/", "camera": "/camera"}
"""The page on which each begins."""

OPEN = frozenset({"/healthz", "/certificate", "/certificate/yakume.crt"})
"""What is answered to anyone: whether all is well, and what a phone needs to trust this page."""

EVERYONE, LOOKING, PLAYING, SHOWING = "player watcher camera", "player watcher", "player", "camera"
RIGHTS: tuple[tuple[str, str, str], ...] = (
    *(("GET", path, EVERYONE) for path in (*sorted(OPEN), r"/static/.+")),
    *(("GET", path, LOOKING) for path in ("/", "/learn", "/overlay", "/scores", r"/cards/[^/]+")),
    *(("GET", f"/api/{path}", LOOKING) for path in ("setup", "state", "stream", "observations", r"camera/frame\.jpg")),
    *(("GET", f"/api/{path}", LOOKING) for path in ("declare", r"rules/[^/]+", r"sheet\.[a-z]+", r"learn/.+")),
    # Hands that are known stand in the log: it is told without them, see `seats`.
    *(("GET", f"/api/{path}", LOOKING) for path in ("events", "history")),
    ("GET", "/hand", PLAYING),
    *((method, path, SHOWING) for method, path in (("GET", "/camera"), ("GET", "/api/camera/phone"))),
    *(("POST", path, SHOWING) for path in ("/api/camera/phone", "/api/camera/phone/stop")),
    # Judged once more by what is said, and for which seat.
    *(
        ("POST", f"/api/{path}", PLAYING)
        for path in ("events", "preview", "answer", "read", "hand", "hand/calls", "hand/plays")
    ),
)
"""Method, path (a regular expression) and roles of everything that somebody other than the keeper may ask for."""

_RIGHTS = tuple((method, re.compile(path), frozenset(roles.split())) for method, path, roles in RIGHTS)

MOST_GUESSES = 10
GUESSES_S = 60.0
"""Wrong secrets that an address may try in that time, s."""
_ADDRESSES = 10_000
"""Addresses remembered for their guesses; the ones longest unheard of are forgotten first."""


def may(role: Role, method: str, path: str) -> bool:
    """True if someone with that role may ask for it."""
    if role == "keeper":
        return True
    method = "GET" if method == "HEAD" else method
    return any(method == each and role in roles and pattern.fullmatch(path) for each, pattern, roles in _RIGHTS)


class Guesses:
    """Counts wrong secrets by address. The same one again, as an old cookie is, is no new guess."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: OrderedDict[str, OrderedDict[bytes, float]] = OrderedDict()

    def too_many(self, address: str) -> bool:
        """True if that address has tried as many as it may; then nothing it says is looked at."""
        tried = self._of.get(address)
        if tried is None:
            return False
        while tried and self._clock() - next(iter(tried.values())) > GUESSES_S:
            tried.popitem(last=False)
        return len(tried) >= MOST_GUESSES

    def wrong(self, address: str, given: str) -> None:
        """Note a wrong secret."""
        tried = self._of.setdefault(address, OrderedDict())
        self._of.move_to_end(address)
        tried.setdefault(hashlib.sha256(given.encode()).digest(), self._clock())
        while len(self._of) > _ADDRESSES:
            self._of.popitem(last=False)
