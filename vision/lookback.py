"""Since when a card lies where it is seen: a look back at the pictures of its place.

A card is often found and read long after it was laid: it was smeared, or an arm lay over most of it, or it lay in the
rim of what moves. A part of it that shows in an earlier picture tells that it lay there, and a part of what was there
before tells that it did not. Of two cards that come in sight together this tells which of them was laid first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import Face

from .geometry import Quad
from .motion import KEPT_EVERY_MS, Missed, Motion, cells
from .observation import Span

KEPT_MS = 30_000
"""Pictures are kept for so long: an arm rests over a card for a while."""

ALIKE = 20
"""Levels (of 255) of one of its three colours by which a cell of two pictures differs at most where both show the
same. An arm may be as grey as a card or the cloth; it hardly is of their colour, too."""

LEAST_CELLS = 8
"""So many cells of a place must differ from before for its pictures to be told apart."""

SHOWN, HARDLY = 0.4, 0.2
"""A picture shows what lies there now if at least so much of those cells look like that, and so few as before."""

CLOSE_MS = 5_000
"""A longer time tells little: an arm lay there, and what was there before may have changed under it."""

LASTED_MS = 2_000
"""What was there before was seen there for so long, with nothing moving: an arm rests for less between two cards."""


@dataclass(frozen=True, slots=True)
class _Picture:
    t_ms: int
    coloured: NDArray[np.uint8]
    moving: NDArray[np.bool_]


@dataclass
class LookBack:
    """Keeps the pictures of a camera; call `note` for each in which it stands still."""

    _pictures: deque[_Picture] = field(default_factory=deque)
    """The newest last."""
    _cards: dict[int, tuple[Face, Span | None]] = field(default_factory=dict)
    """Track → as what it was read when it was looked back for, and what that showed."""

    def note(self, motion: Motion, t_ms: int, missed: Iterable[Missed] = ()) -> None:
        """Keep the newest picture, and those since the one before that nobody looked at."""
        for each in (*missed, Missed(t_ms, motion.coloured)):
            if self._pictures and not 0 <= each.t_ms - self._pictures[-1].t_ms < KEPT_MS:
                self._pictures.clear()
            if len(self._pictures) > 1 and self._pictures[-1].t_ms - self._pictures[-2].t_ms < KEPT_EVERY_MS:
                self._pictures.pop()
            self._pictures.append(_Picture(each.t_ms, each.coloured, motion.moving))
        while t_ms - self._pictures[0].t_ms > KEPT_MS:
            self._pictures.popleft()

    def move(self, matrix: NDArray[np.float64], scale: float) -> None:
        """The camera was knocked: what lay at p lies at `matrix` p (3×3, picture px) now; `scale` is small px a picture
        px."""
        grow = np.diag([scale, scale, 1.0])
        small = grow @ matrix @ np.linalg.inv(grow)
        for at, each in enumerate(self._pictures):
            size = each.moving.shape[::-1]
            moved = cv2.warpPerspective(each.coloured, small, size, borderMode=cv2.BORDER_REPLICATE)
            # Nobody knows what lay beyond the rim.
            moving = cv2.warpPerspective(each.moving.astype(np.uint8), small, size, borderValue=1)
            self._pictures[at] = _Picture(each.t_ms, np.asarray(moved, np.uint8), moving > 0)

    def clear(self) -> None:
        """This is another camera, or nobody knows where it was knocked to."""
        self._pictures.clear()
        self._cards.clear()

    def laid(self, track: int, face: Face, quad: Quad, motion: Motion) -> Span | None:
        """The same as `looked_back` for a card that is followed as `track`, read as `face` and seen in the newest
        picture, from when nothing moves over it and that picture is kept."""
        known = self._cards.get(track)
        is_kept = bool(self._pictures) and self._pictures[-1].coloured is motion.coloured
        if is_kept and motion.within(quad) == 0 and (known is None or known[0] != face):
            self._cards[track] = known = face, self.looked_back(quad, motion.scale)
        return known[1] if known is not None and known[0] == face else None

    def forget(self, tracks: Collection[int]) -> None:
        """Only `tracks` are followed yet."""
        self._cards = {track: card for track, card in self._cards.items() if track in tracks}

    def looked_back(self, quad: Quad, scale: float) -> Span | None:
        """When the place `quad` (picture px; `scale` small px a picture px) was last seen without what lies there in
        the newest picture, and since when a part of that is seen, ms; None where it does not show."""
        place = quad * scale
        (left, top), (right, bottom) = place.min(0), place.max(0)
        shown = np.array([cells(each.coloured, place).reshape(-1, 3) for each in self._pictures])
        window = np.s_[max(int(top), 0) : int(bottom) + 1, max(int(left), 0) : int(right) + 1]
        still = np.array([not each.moving[window].any() for each in self._pictures])
        now = shown[-1]
        another = (apart(shown, now) > ALIKE).sum(1) >= LEAST_CELLS
        others = np.flatnonzero(still & another)
        every_ms = (self._pictures[-1].t_ms - self._pictures[0].t_ms) / max(len(shown) - 1, 1)
        before = _lasted(shown[others], LASTED_MS / max(every_ms, 1))
        if before is None:
            return None
        told = apart(now, before) > ALIKE
        if told.sum() < LEAST_CELLS:
            return None
        as_before, as_now = (apart(shown, picture)[:, told] < ALIKE for picture in (before, now))
        like_before, like_now = (as_before & ~as_now).mean(1), (as_now & ~as_before).mean(1)
        bare = np.flatnonzero((like_before >= SHOWN) & (like_now < HARDLY))
        lies = np.flatnonzero((like_now >= SHOWN) & (like_before < HARDLY))
        # What was there before an arm came to rest over it was covered, not laid.
        if not bare.size or (still & ~another)[: bare[0]].any():
            return None
        lies = lies[lies > max(bare[-1], others[-1])]
        bare_ms, lies_ms = (self._pictures[at].t_ms for at in (bare[-1], lies[0] if lies.size else -1))
        return (bare_ms, lies_ms) if lies_ms - bare_ms <= CLOSE_MS else None


def _lasted(shown: NDArray[np.float32], pictures: float) -> NDArray[np.float32] | None:
    """What was shown last of pictures (n, cells, 3) of one place that so many of them show; None where nothing is."""
    while len(shown):
        alike = (apart(shown, shown[-1]) > ALIKE).sum(1) < LEAST_CELLS
        if alike.sum() >= pictures:
            return np.asarray(np.median(shown[alike], axis=0), np.float32)
        shown = shown[~alike]
    return None


def apart(shown: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much each cell differs, levels of the colour in which it does most."""
    return np.asarray(np.abs(shown - other).max(-1), np.float32)
