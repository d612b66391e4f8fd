"""The twelve months of the deck in order."""

from __future__ import annotations

from collections.abc import Callable

from . import autumn, spring
from .pen import Pen, Pictures

MONTHS: tuple[Callable[[Pen], Pictures], ...] = (
    spring.pine,
    spring.plum,
    spring.cherry,
    spring.wisteria,
    spring.iris,
    spring.peony,
    autumn.clover,
    autumn.pampas,
    autumn.chrysanthemum,
    autumn.maple,
    autumn.willow,
    autumn.paulownia,
)
"""Each draws the four cards of its month in card order."""
