"""What is not kind at a simulated table: its parts by name, all of them together, and what a seed makes of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from .table_habits import BY_THE_BOOK, Habits


@dataclass(frozen=True, slots=True)
class Rough:
    """Whatever makes a table hard to follow, on or off."""

    habits: Habits = BY_THE_BOOK
    hands: bool = False
    """Hands rest and hold cards at the rim."""
    sleeve: bool = False
    """Now and then an arm lies over captures for half a minute."""
    things: bool = False
    """Cups, phones and boxes are put down and taken away."""
    lamp: bool = False
    """A lamp is switched."""
    sun: bool = False
    """The sun throws a band of light."""
    hunting: bool = False
    """Exposure, white balance and focus hunt."""
    fps: int = 10
    """Frames a second."""
    rates: bool = False
    """The camera gives 5 to 30 frames a second, by chance."""
    stutters: bool = False
    """Frames are dropped, and now and then nothing new comes for a second."""
    knocked_mm: float = 0.0
    """The camera is knocked once."""


KIND = Rough()
"""Nothing of all that."""

PARTS: Mapping[str, Rough] = MappingProxyType(
    {
        "hands": Rough(hands=True),
        "sleeve": Rough(sleeve=True),
        "things": Rough(things=True),
        "lamp": Rough(lamp=True),
        "sun": Rough(sun=True),
        "hunting": Rough(hunting=True),
        "rates": Rough(rates=True),
        "stutters": Rough(stutters=True),
        "knocked-15": Rough(knocked_mm=15.0),
        "knocked-40": Rough(knocked_mm=40.0),
        "stack-two": Rough(Habits(stack=2)),
        "stack-one": Rough(Habits(stack=1)),
        "strip": Rough(Habits(in_strip=True)),
        "resorted": Rough(Habits(resorts=0.12)),
        "taken-back": Rough(Habits(takes_back=0.12)),
        "dropped": Rough(Habits(drops=0.12)),
        "two-at-once": Rough(Habits(hurries=0.5)),
        "pulled-late": Rough(Habits(pulls_late=0.5)),
        "slid": Rough(Habits(slides=0.5)),
        "shifted": Rough(Habits(shifts=0.12)),
        "squared": Rough(Habits(squares=0.12)),
        "stock": Rough(Habits(stock=0.2)),
        "tempo": Rough(Habits(tempo=True)),
        "shuffles": Rough(Habits(shuffles=True)),
    }
)
"""Each part of a rough table by itself, more often than people do it."""

_EVENING = Rough(
    Habits(
        resorts=0.02,
        takes_back=0.02,
        drops=0.02,
        hurries=0.15,
        pulls_late=0.1,
        slides=0.3,
        shifts=0.03,
        squares=0.01,
        stock=0.06,
        tempo=True,
        shuffles=True,
    ),
    hands=True,
    sleeve=True,
    things=True,
    lamp=True,
    sun=True,
    hunting=True,
    rates=True,
    stutters=True,
)


def rough_evening(seed: int) -> Rough:
    """A rough table, with everything at once: where captures are laid and whether the camera is knocked is chance."""
    rng = np.random.default_rng([seed, 5])
    habits, knock = _EVENING.habits, float(rng.choice((0.0, 0.0, 0.0, 15.0, 40.0)))
    kind = rng.random()
    if kind < 0.15:
        habits = replace(habits, stack=2)
    elif kind < 0.25:
        habits = replace(habits, in_strip=True)
    return replace(_EVENING, habits=habits, knocked_mm=knock)


def rough_parts(names: Iterable[str]) -> Rough:
    """The parts of those names together. Raises: KeyError for a name that is none of `PARTS`."""
    together = KIND
    for name in names:
        part = PARTS[name]
        habits = replace(together.habits, **_changed(part.habits, BY_THE_BOOK))
        together = replace(together, **{**_changed(part, KIND), "habits": habits})
    return together


def _changed(value: Any, usual: Any) -> dict[str, Any]:
    return {
        each.name: getattr(value, each.name)
        for each in fields(value)
        if getattr(value, each.name) != getattr(usual, each.name)
    }
