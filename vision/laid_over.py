"""Since when something lies over a card, from the pictures of its place.

What captures is laid half over its match and pulled in with it a moment later; it is often read only then, or never.
The part of the match that it covers looks otherwise from the picture on in which it was laid, however an arm moves
beside it, and looks the same until both are pulled in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from yakume.engine import Face

from .geometry import Quad, moved
from .lookback import ALIKE, LEAST_CELLS, apart
from .motion import Missed, Motion, cells
from .observation import CoveredCard, Span

STAYS = 0.6
"""Two pictures show the same thing over a card if at least so much of what it covers looks alike."""

STAYS_MS = 300
"""It is seen for so long then: an arm that lays a card beside it rests for less."""

MOST_COVERED = 0.92
"""What covers more of a card is an arm, or the light that changed: of a match some is always seen."""

MOST_PICTURES = 48
"""So many pictures of what lies over a card are compared."""

LASTS_MS = 2_000
"""A card that is found though it has looked otherwise for so long is covered by what comes later."""

EVERY_PX = 4
"""One of so many small px each way tells how light a picture is."""

LOST_MS = 1_500
"""The place of a card is looked at for so long after the card is followed no more: what covers it has just come."""


@dataclass(slots=True)
class _Place:
    """Where a card lies."""

    face: Face
    quad: Quad
    looked: NDArray[np.float32]
    """How it looked with nothing over it: cells (n, 3)."""
    light: NDArray[np.float32]
    """In which light that was: `_light` (3) of the picture."""
    bare_ms: int
    """When it did last."""
    followed_ms: int
    """When its card was followed last."""
    before: Span | None = None
    """What was told of it before it looked otherwise for long."""
    times: list[int] = field(default_factory=list)
    """When pictures (k) were taken since in which something lies over it."""
    shown: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0, 3), np.float32))
    """How it looks in them: cells (k, n, 3)."""
    part: NDArray[np.bool_] = field(default_factory=lambda: np.empty((0, 0), np.bool_))
    """Which of its cells look otherwise then (k, n)."""
    lasts: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 2), np.int64))
    """Since when these look so, and until when (k, 2)."""

    def see(self, t_ms: int, shown: NDArray[np.float32]) -> None:
        """Take a picture of it."""
        part = apart(shown, self.looked) > ALIKE
        if part.sum() < LEAST_CELLS:
            self.bare_ms = t_ms
            self.times = []
        elif not self.times:
            self.times, self.lasts = [t_ms], np.array([[t_ms, t_ms]])
            self.shown, self.part = shown[None], part[None]
        elif len(self.times) < MOST_PICTURES:
            alike = apart(self.shown, shown) < ALIKE
            self.lasts[_stays(alike, self.part), 1] = t_ms
            same = np.flatnonzero(_stays(alike, part))
            self.lasts = np.vstack([self.lasts, [self.times[same[0]] if same.size else t_ms, t_ms]])
            self.times.append(t_ms)
            self.shown, self.part = np.vstack([self.shown, shown[None]]), np.vstack([self.part, part])

    @property
    def over(self) -> Span | None:
        """When it was last seen with nothing over it, and since when something stays there; None where nothing did."""
        if not self.times:
            return self.before
        stays = (self.lasts[:, 1] - self.lasts[:, 0] >= STAYS_MS) & (self.part.mean(1) < MOST_COVERED)
        return (self.bare_ms, int(self.lasts[stays, 0].min())) if stays.any() else self.before


@dataclass
class LaidOver:
    """Watches the places of cards; call `note` for each picture of a camera that stands still."""

    _places: dict[int, _Place] = field(default_factory=dict)
    """Track → where its card lies."""
    _pictures: tuple[tuple[int, NDArray[np.uint8], NDArray[np.float32]], ...] = ()
    """When the newest was taken, and those that nobody looked at since the one before, how they are, and in which light
    (3)."""

    def note(self, motion: Motion, t_ms: int, missed: Iterable[Missed] = ()) -> None:
        """Take the newest picture, and those since the one before that nobody looked at."""
        newest = (*missed, Missed(t_ms, motion.coloured))
        self._pictures = tuple((each.t_ms, each.coloured, _light(each.coloured)) for each in newest)

    def covered(
        self, found: Iterable[tuple[int, Face, Quad]], followed: Collection[int], motion: Motion
    ) -> tuple[CoveredCard, ...]:
        """The cards over which something lies.

        Args:
            found: track, face and place (picture px) of the cards of the field that are found in the newest picture.
            followed: all tracks, also of cards that are not found.
        """
        if self._pictures:
            self._look(found, followed, motion)
        places = self._places.items()
        return tuple(CoveredCard(track, place.face, place.over) for track, place in places if place.over is not None)

    def _look(self, found: Iterable[tuple[int, Face, Quad]], followed: Collection[int], motion: Motion) -> None:
        """Take the newest pictures, each once."""
        newest_ms = self._pictures[-1][0]
        for track, known in self._places.items():
            known.followed_ms = newest_ms if track in followed else known.followed_ms
            for t_ms, picture, light in self._pictures:
                shown = cells(picture, known.quad * motion.scale).reshape(-1, 3)
                known.see(t_ms, shown * (known.light / light))
        self._places = {
            track: known for track, known in self._places.items() if newest_ms - known.followed_ms < LOST_MS
        }
        for track, face, quad in found:
            if motion.within(quad) == 0:
                self._find(track, face, quad, motion)
        self._pictures = ()

    def _find(self, track: int, face: Face, quad: Quad, motion: Motion) -> None:
        """A card is found in the newest picture, and nothing moves over it."""
        t_ms, picture, light = self._pictures[-1]
        known = self._places.get(track)
        if known is not None and known.face == face and known.times and t_ms - known.times[0] < LASTS_MS:
            return
        before = known.over if known is not None and known.face == face else None
        shown = cells(picture, quad * motion.scale).reshape(-1, 3)
        self._places[track] = _Place(face, quad, shown, light, t_ms, t_ms, before)

    def move(self, matrix: NDArray[np.float64]) -> None:
        """The camera was knocked: what lay at p lies at `matrix` p (3×3, picture px) now."""
        for each in self._places.values():
            (each.quad,) = moved([each.quad], matrix)
        self._pictures = ()

    def clear(self) -> None:
        """This is another camera, or nobody knows where it was knocked to."""
        self._places.clear()
        self._pictures = ()


def _light(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The middle level of each colour (3) of a picture (h, w, 3): lamps are switched, and cameras follow."""
    middle = np.median(picture[::EVERY_PX, ::EVERY_PX].reshape(-1, 3), axis=0)
    return np.asarray(np.maximum(middle, 1), np.float32)


def _stays(alike: NDArray[np.bool_], part: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether what lies over a `part` (n) or (k, n) of a place is the same in two pictures, whose cells are `alike`
    (k, n) or not: (k,)."""
    return np.asarray((alike & part).sum(1) >= STAYS * part.sum(-1), np.bool_)
