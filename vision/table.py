"""What lies on the table: the cards of one frame, and the stable state that the referee works from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any

from yakume.engine import BACK, Card, CardSet, Face

from .geometry import Quad


class Problem(IntFlag):
    """Everything that keeps a picture of the table from being certain; several may be true at once."""

    NONE = 0
    HAND = 1
    """Something moves over the table."""
    DUPLICATE = 2
    """A face is surely read more often than it exists."""
    DOUBTFUL = 4
    """A stable card is not surely read."""
    OUTSIDE = 8
    """A stable card lies outside all zones."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """What lies open before one player."""

    captures: CardSet = field(default_factory=CardSet)
    shown: CardSet = field(default_factory=CardSet)


@dataclass(frozen=True, slots=True)
class TableState:
    """Where every card lies that is surely seen: the deduction, not the picture."""

    field: CardSet
    seats: tuple[SeatState, ...]
    problems: Problem = Problem.NONE
    doubtful: tuple[tuple[str, Card | None, str], ...] = ()
    """(face read, card given, zone) of each card that a person should look at."""

    def to_json(self) -> dict[str, Any]:
        """Cards in the notation."""
        return {
            "field": _codes(self.field),
            "seats": [{"captures": _codes(seat.captures), "shown": _codes(seat.shown)} for seat in self.seats],
        }

    @property
    def line(self) -> str:
        """The state on one line, for messages and tests.

        >>> TableState(CardSet.parse("1h 3t"), (SeatState(CardSet.parse("8h 8a")), SeatState())).line
        'field 1h 3t | 0: 8h 8a | 1: –'
        """
        parts = [f"field {self.field or '–'}"]
        for seat, state in enumerate(self.seats):
            shown = f" shown {state.shown}" if state.shown else ""
            parts.append(f"{seat}: {state.captures or '–'}{shown}")
        return " | ".join(parts)


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """One card of a frame, tracked."""

    track: int
    card: Card | None
    face: Face
    probability: float
    quad: Quad
    """Image px, clockwise from the card's own top-left."""
    zone: str | None
    stable: bool
    doubtful: bool
    candidates: tuple[tuple[Face, float], ...] = ()
    """Of a card in doubt, what it may be, likeliest first."""

    def to_json(self) -> dict[str, Any]:
        """Plain values; `candidates` only where there are any."""
        candidates = [[str(face), round(p, 3)] for face, p in self.candidates]
        return {
            "track": self.track,
            "card": None if self.card is None else str(self.card),
            "face": str(self.face),
            "p": round(self.probability, 3),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "zone": self.zone,
            "stable": self.stable,
            **({"candidates": candidates} if candidates else {}),
        }


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything seen in one frame."""

    frame: int
    t_ms: int
    source: str
    size_wh: tuple[int, int]
    cards: tuple[CardOnTable, ...]
    state: TableState
    details: tuple[str, ...]
    """A sentence for each problem."""
    detect_ms: float
    read_ms: float

    def to_json(self) -> dict[str, Any]:
        """What the vision worker sends."""
        return {
            "frame": self.frame,
            "t_ms": self.t_ms,
            "source": self.source,
            "size": list(self.size_wh),
            "cards": [card.to_json() for card in self.cards],
            "table": self.state.to_json(),
            "hand_over_table": Problem.HAND in self.state.problems,
            "problems": list(self.details),
            "ms": {"detect": round(self.detect_ms, 1), "read": round(self.read_ms, 1)},
        }


def state_of(cards: Sequence[CardOnTable], players: int, problems: Problem = Problem.NONE) -> TableState:
    """The table that the stable cards make up."""
    piles: dict[str, set[Card]] = {}
    doubtful = []
    for card in cards:
        if not card.stable:
            continue
        if card.face != BACK and card.zone is None:
            problems |= Problem.OUTSIDE
        if card.doubtful and card.zone is not None:
            problems |= Problem.DOUBTFUL
            doubtful.append((str(card.face), card.card, card.zone))
        if card.card is not None and card.zone is not None:
            piles.setdefault(card.zone, set()).add(card.card)

    def pile(zone: str) -> CardSet:
        return CardSet(piles.get(zone, ()))

    seats = tuple(SeatState(pile(f"seat{seat}.captures"), pile(f"seat{seat}.shown")) for seat in range(players))
    return TableState(pile("field"), seats, problems, tuple(doubtful))


def _codes(cards: CardSet) -> list[str]:
    return [str(card) for card in cards]
