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


@dataclass(slots=True)
class _Cover:
    """One picture of a place that something lies over."""

    t_ms: int
    shown: NDArray[np.float32]
    """Cells (n, 3)."""
    part: NDArray[np.bool_]
    """Which of them are covered."""
    since_ms: int
    """Since when these look so."""
    until_ms: int
    """Until when they do."""


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
    before: Span | None = None
    """What was told of it before it looked otherwise for long."""
    covers: list[_Cover] = field(default_factory=list)
    """What was seen over it since, in order."""

    def see(self, t_ms: int, shown: NDArray[np.float32]) -> None:
        """Take a picture of it."""
        part = apart(shown, self.looked) > ALIKE
        if part.sum() < LEAST_CELLS:
            self.bare_ms = t_ms
            self.covers.clear()
        elif len(self.covers) < MOST_PICTURES:
            new = _Cover(t_ms, shown, part, t_ms, t_ms)
            for each in self.covers:
                each.until_ms = t_ms if _stays(each, shown) else each.until_ms
                new.since_ms = min(new.since_ms, each.t_ms) if _stays(new, each.shown) else new.since_ms
            self.covers.append(new)

    @property
    def over(self) -> Span | None:
        """When it was last seen with nothing over it, and since when something stays there; None where nothing did."""
        lasting = [each for each in self.covers if each.until_ms - each.since_ms >= STAYS_MS]
        since = [each.since_ms for each in lasting if each.part.mean() < MOST_COVERED]
        return (self.bare_ms, min(since)) if since else self.before


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
            followed: all tracks, also of cards that are not.
        """
        self._places = {track: place for track, place in self._places.items() if track in followed}
        for known in self._places.values():
            for t_ms, picture, light in self._pictures:
                shown = cells(picture, known.quad * motion.scale).reshape(-1, 3)
                known.see(t_ms, shown * (known.light / light))
        for track, face, quad in found if self._pictures else ():
            if motion.within(quad) == 0:
                self._find(track, face, quad, motion)
        places = self._places.items()
        return tuple(CoveredCard(track, place.face, place.over) for track, place in places if place.over is not None)

    def _find(self, track: int, face: Face, quad: Quad, motion: Motion) -> None:
        """A card is found in the newest picture, and nothing moves over it."""
        t_ms, picture, light = self._pictures[-1]
        known = self._places.get(track)
        if known is not None and known.face == face and known.covers and t_ms - known.covers[0].t_ms < LASTS_MS:
            return
        before = known.over if known is not None and known.face == face else None
        shown = cells(picture, quad * motion.scale).reshape(-1, 3)
        self._places[track] = _Place(face, quad, shown, light, t_ms, before)

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


def _stays(cover: _Cover, shown: NDArray[np.float32]) -> bool:
    """True if what lies over a place in one picture is `shown` in another."""
    return bool((apart(shown, cover.shown)[cover.part] < ALIKE).mean() >= STAYS)
