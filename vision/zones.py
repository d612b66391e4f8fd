"""The zones of a table: the field, the deck, and before each seat its captures and the cards it shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

_SPELLING = re.compile(r"(field|deck)|seat(\d)\.(captures|shown)")


class Place(StrEnum):
    """What lies in a zone."""

    FIELD = "field"
    DECK = "deck"
    CAPTURES = "captures"
    SHOWN = "shown"
    """Hand cards laid open, announcing a hand yaku."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Part of the table that has a meaning.

    >>> str(captures_of(0)), Zone.parse("seat1.shown")
    ('seat0.captures', Zone(place=<Place.SHOWN: 'shown'>, seat=1))
    """

    place: Place
    seat: int | None = None
    """Whose; None for field and deck."""

    def __post_init__(self) -> None:
        if (self.seat is None) == (self.place in (Place.CAPTURES, Place.SHOWN)):
            raise ValueError(f"not a zone: {self.place} with seat {self.seat!r}; captures and shown cards are a seat's")

    @classmethod
    def parse(cls, text: str) -> Zone:
        """The zone spelt `text`: ``field``, ``deck``, ``seatN.captures`` or ``seatN.shown``. Raises: ValueError."""
        match = _SPELLING.fullmatch(text)
        if match is None:
            raise ValueError(f"not a zone: {text!r}, expected field, deck, seatN.captures or seatN.shown")
        return cls(Place(match[1])) if match[1] else cls(Place(match[3]), int(match[2]))

    def __str__(self) -> str:
        return self.place.value if self.seat is None else f"seat{self.seat}.{self.place.value}"


FIELD = Zone(Place.FIELD)
DECK = Zone(Place.DECK)


@cache
def captures_of(seat: int) -> Zone:
    """Where the captures of `seat` lie."""
    return Zone(Place.CAPTURES, seat)


@cache
def shown_by(seat: int) -> Zone:
    """Where `seat` lays hand cards open."""
    return Zone(Place.SHOWN, seat)
