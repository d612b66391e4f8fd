"""Where a card came from, as far as it was glimpsed on its way: over the rim of the table, or from the stock.

Two cards of one turn often come in sight at once, as the arm that laid both leaves, and nothing else tells which of
them was played and which was turned. What was glimpsed beside the field before it lay there was in a hand, carried over
the rim, the captures or where hands are shown: counted on nine recorded tables, 313 of 320 such cards were played. What
was glimpsed on the line from the stock to its place was turned, and so was what came where a card was carried face down
along that line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from yakume.engine import BACK

from ..observation import Outline
from ..zones import DECK, FIELD, Zone

SURE = 0.8
"""So surely is read what a glimpse tells of; what is carried is smeared, and read as anything."""

CARRIED_MS = 400
"""What lay in one place for longer was not carried there."""

FACE_DOWN_MS = 800
"""What was carried face down from the stock lies face up within so long."""

ON_ITS_WAY_MS = 2_000
"""A card is carried to its place in less."""

LANDED_LOOKS = 2
"""A card lies on the field once it was seen in one place in so many frames."""

IN_PLACE = 0.25
"""A card that was glimpsed nearer than this to its place, in lengths of a card, lay there already."""

ON_LINE = 0.15
"""What comes from the stock is glimpsed so near to the straight line to its place, in lengths of a card."""

NEAR_LINE = 1.0
"""Nearer than this to the line what was beside the field may have come from either."""

LEFT_STOCK = 0.5
"""What lies face down farther than this from the stock, in lengths of a card, is none of it any more."""

Spot = tuple[float, float]


class Brought(NamedTuple):
    """How a card came to the field."""

    from_ms: int
    """When it was glimpsed on its way."""
    to_ms: int
    """Since when it was seen in its place."""
    by_hand: bool
    """True if it came over the rim, false if it came from the stock."""


@dataclass(slots=True)
class _Way:
    """A track as long as it shows one face."""

    face: int
    zone: Zone | None
    first: Spot
    first_ms: int
    last: Spot
    last_ms: int
    looks: int = 1
    rested: bool = False
    turned: tuple[float, int] | None = None
    """Of what was carried face down: how far beside the line to the card that it is by now it was seen, px, and that
    card's face; None as long as it is none."""


@dataclass
class Ways:
    """Watches what is carried over one table: call `note` for everything that is seen in a frame, then `end`."""

    _ways: dict[int, _Way] = field(default_factory=dict)
    """By track."""
    _glimpses: list[_Way] = field(default_factory=list)
    """What was carried and is not seen any more, the newest last."""
    _face_down: dict[int, _Way] = field(default_factory=dict)
    """By track, what was seen face down beside the stock a moment ago."""
    _stock: Spot | None = None
    found: dict[int, Brought] = field(default_factory=dict)
    """Face → how the one that came last to the field was brought, where that was seen."""

    def clear(self) -> None:
        """Another source."""
        self._ways.clear()
        self._glimpses.clear()
        self._face_down.clear()
        self.found.clear()
        self._stock = None

    def note(
        self, track: int, face: int, zone: Zone | None, p: float, quad: Outline, now_ms: int, *, stable: bool
    ) -> None:
        """A card is seen."""
        spot = _middle(quad)
        if face == BACK.index:
            if zone == DECK:
                self._stock = spot
            elif p >= SURE:
                back = self._face_down.setdefault(track, _Way(face, zone, spot, now_ms, spot, now_ms))
                back.last, back.last_ms = spot, now_ms
                back.rested |= stable
            return
        way = self._ways.get(track)
        if p < SURE:
            return
        if way is None or way.face != face:
            self._ways[track] = way = _Way(face, zone, spot, now_ms, spot, now_ms)
        else:
            way.looks += 1
        way.last, way.last_ms = spot, now_ms
        way.rested |= stable
        if way.looks <= LANDED_LOOKS and zone == FIELD:
            self._land(way, _length(quad))

    def end(self, now_ms: int) -> None:
        """Everything that is seen in the frame was noted."""
        for track in [track for track, way in self._ways.items() if way.last_ms < now_ms]:
            way = self._ways.pop(track)
            if not way.rested and way.last_ms - way.first_ms <= CARRIED_MS:
                self._glimpses.append(way)
        while self._glimpses and now_ms - self._glimpses[0].last_ms > 2 * ON_ITS_WAY_MS:
            del self._glimpses[0]
        for track in [at for at, each in self._face_down.items() if now_ms - each.last_ms > 2 * FACE_DOWN_MS]:
            del self._face_down[track]

    def _land(self, way: _Way, long_px: float) -> None:
        """A card lies on the field now: where it came from, if it was glimpsed on its way."""
        known, since_ms = self.found.get(way.face), way.first_ms
        for from_ms, spot, outside in self._before(way, long_px):
            if known is not None and from_ms < way.first_ms and from_ms <= known.to_ms:
                return  # it has lain there since, and is carried off
            if math.dist(spot, way.last) < IN_PLACE * long_px:
                since_ms = from_ms  # an arm came over it meanwhile
                continue
            by_hand = self._was_played(spot, way.last, long_px, outside=outside)
            if by_hand is not None:
                lies_ms = since_ms if from_ms < way.first_ms else way.last_ms
                self.found[way.face] = Brought(from_ms, lies_ms, by_hand)
                return
        if way.looks < LANDED_LOOKS:
            return
        for back in self._face_down.values():
            in_time = way.first_ms - FACE_DOWN_MS <= back.last_ms < way.first_ms
            aside = self._drawn_aside(back, way.first, long_px) if in_time else None
            # Of two cards that it may be it is the one whose line it was nearer to.
            if aside is not None and (back.turned is None or aside < back.turned[0]):
                if back.turned is not None:
                    self.found.pop(back.turned[1], None)
                back.turned = aside, way.face
                self.found[way.face] = Brought(back.last_ms, way.first_ms, by_hand=False)
                return

    def _before(self, way: _Way, long_px: float) -> Iterator[tuple[int, Spot, bool]]:
        """Where the card was glimpsed before, and whether beside the field and the stock; the newest first."""
        yield way.first_ms, way.first, False
        for each in reversed(self._glimpses):
            in_time = each.face == way.face and each.last_ms < way.first_ms <= each.last_ms + ON_ITS_WAY_MS
            if in_time and not self._has_landed(each, way, long_px):
                yield each.first_ms, each.first, each.zone not in (FIELD, DECK)

    def _has_landed(self, glimpse: _Way, way: _Way, long_px: float) -> bool:
        """True if what was glimpsed lies there since: `way` is another card, or the same as it is carried off."""
        return any(
            each is not way and each.face == way.face and math.dist(glimpse.last, each.first) < IN_PLACE * long_px
            for each in self._ways.values()
        )

    def _was_played(self, spot: Spot, place: Spot, long_px: float, *, outside: bool) -> bool | None:
        """True if what was glimpsed at `spot` came to `place` out of a hand, false if from the stock; None where that
        does not show."""
        if self._stock is None:
            return True if outside else None
        along, aside, far = _on_the_line(self._stock, place, spot)
        if 0 < along <= far and aside < ON_LINE * long_px:
            return False
        if outside and not (0 < along <= far + long_px and aside < NEAR_LINE * long_px):
            return True
        return None

    def _drawn_aside(self, back: _Way, place: Spot, long_px: float) -> float | None:
        """How far beside the straight line from the stock to `place` what is carried face down was seen, px; None where
        that is not where it was carried."""
        if self._stock is None or back.rested or back.last_ms - back.first_ms > CARRIED_MS:
            return None
        along, aside, far = _on_the_line(self._stock, place, back.last)
        return aside if 0 < along < far - LEFT_STOCK * long_px and aside < ON_LINE * long_px else None


def _on_the_line(start: Spot, end: Spot, spot: Spot) -> tuple[float, float, float]:
    """How far `spot` lies from `end` along the line from there to `start`, how far beside it, and how long that is."""
    way, line = (spot[0] - end[0], spot[1] - end[1]), (start[0] - end[0], start[1] - end[1])
    far = max(math.hypot(*line), 1.0)
    return (way[0] * line[0] + way[1] * line[1]) / far, abs(way[0] * line[1] - way[1] * line[0]) / far, far


def _middle(quad: Outline) -> Spot:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _length(quad: Outline) -> float:
    """Of the longer side, px."""
    (ax, ay), (bx, by), (cx, cy), _ = quad
    return max(math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by))
