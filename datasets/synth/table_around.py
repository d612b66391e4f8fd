"""What people do around the cards: hands that rest or hold cards at the rim, an arm over a pile, things put down."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from yakume.vision.layout import TableLayout
from yakume.vision.zones import captures_of

from .table_camera import HandPose, Instant, Thing
from .table_places import Seat
from .table_things import THINGS

_REACH_MM = (12.0, 55.0)
"""How far finger tips of a resting hand come over the table."""

_SLEEVE_S, _SLEEVE_EVERY_S = 30.0, (70.0, 200.0)
"""How long an arm lies over the own captures, and from one time to the next."""

_THING_S, _THING_EVERY_S = (15.0, 120.0), (10.0, 60.0)
_ROOM_MM = 30.0
"""A thing is put where no card lies, and so far from any; it is taken away when one comes as near."""

_TIMES = 400
"""More than an evening has."""


class Around:
    """Everything around the cards of one table; show it the instants in order."""

    def __init__(
        self,
        layout: TableLayout,
        seats: tuple[Seat, ...],
        rng: np.random.Generator,
        *,
        hands: bool = False,
        sleeve: bool = False,
        things: bool = False,
    ) -> None:
        self._layout, self._seats, self._rng = layout, seats, rng
        self._resting = [seat for seat in range(len(seats)) if hands and rng.random() < 0.75]
        self._reach = rng.uniform(*_REACH_MM, len(seats))
        self._aside = rng.uniform(-90, 90, len(seats))
        self._phase = rng.uniform(0, 2 * math.pi, (len(seats), 3))
        self._holds = [int(rng.integers(3, 8)) if rng.random() < 0.7 else 0 for _ in seats]
        starts = np.cumsum(rng.uniform(*_SLEEVE_EVERY_S, _TIMES) + _SLEEVE_S)
        self._sleeves = [(float(start), int(rng.integers(len(seats)))) for start in starts] if sleeve else []
        self._puts = list(np.cumsum(rng.uniform(*_THING_EVERY_S, _TIMES))) if things else []
        self._things: list[tuple[Thing, float]] = []
        """With the time when each is taken away."""

    def add(self, now: Instant, t_s: float) -> Instant:
        """`now` with everything around."""
        busy = {hand.seat for hand in now.hands}
        resting = []
        sleeve = next((seat for start, seat in self._sleeves if 0 <= t_s - start < _SLEEVE_S), None)
        if sleeve is not None and sleeve not in busy:
            resting.append(self._over_captures(sleeve))
            busy.add(sleeve)
        resting += [self._at_rim(seat, t_s) for seat in self._resting if seat not in busy]
        return replace(now, resting=tuple(resting), things=self._lying(now, t_s))

    def _at_rim(self, seat: int, t_s: float) -> HandPose:
        """A hand that rests, and fidgets now and then."""
        shoulder = np.array(self._seats[seat].shoulder)
        edge = np.clip(shoulder, 0, self._layout.size_mm)
        inward = (edge - shoulder) / np.linalg.norm(edge - shoulder)
        along = np.array([-inward[1], inward[0]])
        a, b, c = self._phase[seat]
        fidget = 14 * max(0.0, math.sin(0.21 * t_s + a)) ** 8 * math.sin(4.3 * t_s + b)
        tip = edge + inward * (self._reach[seat] + fidget) + along * (self._aside[seat] + 4 * math.sin(0.05 * t_s + c))
        return HandPose(seat, (float(tip[0]), float(tip[1])), self._seats[seat].shoulder, self._holds[seat])

    def _over_captures(self, seat: int) -> HandPose:
        """An arm that lies over the own captures, its hand beyond them."""
        shoulder, middle = np.array(self._seats[seat].shoulder), self._layout.zones[captures_of(seat)].mean(0)
        tip = middle + 120 * (middle - shoulder) / np.linalg.norm(middle - shoulder)
        return HandPose(seat, (float(tip[0]), float(tip[1])), self._seats[seat].shoulder)

    def _lying(self, now: Instant, t_s: float) -> tuple[Thing, ...]:
        cards = np.array([(pose.x, pose.y) for pose in now.cards.values()]).reshape(-1, 2)
        self._things = [(thing, until) for thing, until in self._things if t_s < until and self._has_room(thing, cards)]
        if self._puts and t_s >= self._puts[0]:
            self._puts.pop(0)
            thing = self._somewhere(cards)
            if thing is not None and len(self._things) < 3:
                self._things.append((thing, t_s + float(self._rng.uniform(*_THING_S))))
        return tuple(thing for thing, _ in self._things)

    def _somewhere(self, cards: np.ndarray) -> Thing | None:
        """A thing where there is room for it; None if there is none."""
        kind = sorted(THINGS)[int(self._rng.integers(len(THINGS)))]
        colours = THINGS[kind].colours
        for _ in range(30):
            x, y = self._rng.uniform((40, 40), np.array(self._layout.size_mm) - 40)
            angle, colour = float(self._rng.uniform(0, 2 * math.pi)), colours[int(self._rng.integers(len(colours)))]
            thing = Thing(kind, float(x), float(y), angle, colour)
            if self._has_room(thing, cards):
                return thing
        return None

    def _has_room(self, thing: Thing, cards: np.ndarray) -> bool:
        reach = math.hypot(*THINGS[thing.kind].size_mm) / 2 + _ROOM_MM
        return not len(cards) or float(np.hypot(*(cards - (thing.x, thing.y)).T).min()) > reach
