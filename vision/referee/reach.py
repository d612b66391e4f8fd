"""Whose arm lay over the table when a card came: who plays reaches over the own captures, or what was shown.

A card that came in sight is as well of this turn as of the next, and a line that missed one goes on with the others a
turn early. Whose arm it came with tells them apart. Of the two cards of one turn the first was laid before a hand went
to the stock, and the second after that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..observation import Span
from ..zones import DECK, FIELD, Zone

Reached = Mapping[int, tuple[Span, ...]]
"""Seat → when its arm lay over the field, the last few times."""

BEFORE_MS, AFTER_MS = 600, 200
"""A card is seen so long after the arm that laid it was over the table at most, and so long before."""

GAP_MS = 500
"""An arm that is not seen to move for less than this lies there all the while."""

MOST_SPANS = 16
"""Of each seat so many are remembered."""

MOST_DRAWN = 64
"""So often a hand goes to the stock in one deal at most, with those that only pass over it."""

ANOTHERS_ARM = 2.5
"""What it costs that a card came under the arm of another than whose half-turn it was, in nats. Counted on six recorded
tables: of 356 cards none; people may reach over from elsewhere, so this weighs less."""


@dataclass
class Arms:
    """Watches one table; feed it all frames in order."""

    _spans: dict[int, deque[Span]] = field(default_factory=dict)
    _drawn: deque[Span] = field(default_factory=lambda: deque(maxlen=MOST_DRAWN))

    def clear(self) -> None:
        """Another source."""
        self._spans.clear()
        self._drawn.clear()

    def note(self, moving: Iterable[Zone], now_ms: int) -> None:
        """Something moves over the zones `moving` in a frame."""
        zones = set(moving)
        if DECK in zones:
            _go_on(self._drawn, now_ms)
        if FIELD not in zones:
            return
        for seat in {zone.seat for zone in zones if zone.seat is not None}:
            _go_on(self._spans.setdefault(seat, deque(maxlen=MOST_SPANS)), now_ms)

    @property
    def reached(self) -> Reached:
        """Whose arms lay there when."""
        return {seat: tuple(spans) for seat, spans in self._spans.items()}

    @property
    def drawn(self) -> tuple[Span, ...]:
        """When hands were at the stock, the last few times."""
        return tuple(self._drawn)


def _go_on(spans: deque[Span], now_ms: int) -> None:
    """Something moves there now: the last span lasts, or a new one begins."""
    from_ms = spans.pop()[0] if spans and now_ms - spans[-1][1] <= GAP_MS else now_ms
    spans.append((from_ms, now_ms))


def reach_cost(seat: int, made: Span | None, reached: Reached) -> float:
    """What it costs that a half-turn was that of `seat` by whose arms lay over the field, in nats.

    Args: `made` is when it may have been made, None where nobody knows.
    """
    if made is None or _was_there(reached.get(seat, ()), made):
        return 0.0
    return ANOTHERS_ARM if any(_was_there(spans, made) for spans in reached.values()) else 0.0


def _was_there(spans: Iterable[Span], made: Span) -> bool:
    return any(from_ms <= made[1] + AFTER_MS and made[0] - BEFORE_MS <= to_ms for from_ms, to_ms in spans)
