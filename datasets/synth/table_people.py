"""The people around a simulated table: what their hands look like, and who leans over it when."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .table_places import Seat

Colour = tuple[int, int, int]
"""BGR."""

_SKIN = ((150, 178, 224), (128, 160, 212), (160, 190, 232), (110, 142, 196), (146, 172, 216), (70, 98, 150))
_HAIR = ((22, 24, 28), (30, 34, 44), (40, 52, 74), (120, 124, 128), (26, 28, 34))
_CLOTH = ((96, 54, 40), (52, 60, 140), (84, 96, 70), (60, 60, 64), (120, 96, 150), (60, 120, 150), (200, 204, 206))

_GAP_S, _STAY_S = (14.0, 40.0), (1.5, 4.0)
"""From one leaning to the next, and how long one lasts."""

_IN_MM = (100.0, 260.0)
"""How far beyond the table's edge a head comes."""

_OUT_MM = 260.0
"""Where a head is when nobody leans: this far outside the table's edge, out of every picture."""

_LEANINGS = 400
"""More than an evening has."""


@dataclass(frozen=True, slots=True)
class _Leaning:
    start_s: float
    stay_s: float
    seat: int
    reach_mm: float
    aside_mm: float


class People:
    """Everybody at one table."""

    def __init__(self, size_mm: tuple[float, float], seats: Sequence[Seat], rng: np.random.Generator) -> None:
        count = len(seats)
        self._size_mm, self._seats = size_mm, seats
        self.skin = _choose(_SKIN, count, rng)
        self.hair = _choose(_HAIR, count, rng)
        self.cloth = _choose(_CLOTH, count, rng)
        """Of the sleeves."""
        gaps = rng.uniform(*_GAP_S, _LEANINGS)
        stays = rng.uniform(*_STAY_S, _LEANINGS)
        ends = np.cumsum(gaps + stays)
        leans = rng.random() < 0.75  # some tables sit upright
        self._leanings = [
            _Leaning(float(end - stay), float(stay), int(rng.integers(count)), rng.uniform(*_IN_MM), rng.normal(0, 60))
            for end, stay in zip(ends, stays, strict=True)
            if leans
        ]

    def leaning(self, t_s: float) -> tuple[int, NDArray[np.float64], NDArray[np.float64]] | None:
        """Who leans over the table at `t_s`: seat, middle of the head (table mm), and which way is forward (unit)."""
        found = next((each for each in self._leanings if 0 <= t_s - each.start_s < each.stay_s), None)
        if found is None:
            return None
        shoulder = np.array(self._seats[found.seat].shoulder)
        edge = np.clip(shoulder, 0, self._size_mm)
        forward = (edge - shoulder) / np.linalg.norm(edge - shoulder)
        share = math.sin(math.pi * (t_s - found.start_s) / found.stay_s) ** 0.5
        way = -_OUT_MM + share * (found.reach_mm + _OUT_MM)
        aside = np.array([-forward[1], forward[0]]) * found.aside_mm
        return found.seat, edge + forward * way + aside, forward


def _choose(colours: Sequence[Colour], count: int, rng: np.random.Generator) -> tuple[Colour, ...]:
    return tuple(colours[k] for k in rng.integers(len(colours), size=count))
