"""Other ways to read a line: which card of a turn came from the hand, and which from the stock; who laid which card.

All orders lead to the same table, so the decoder keeps the likeliest alone. Where money hangs on it (法度), how much
less likely another one is decides whether people are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..observation import Span
from .decoder import MOST_HALF_TURNS
from .position import Move, Position
from .turned import Step, cost_of, leads_to, turned

AT_ONCE = 2.0
"""Cards of different turns may have been laid the other way round if that costs no more: nobody saw which was first."""


def swaps(
    start: Position, steps: Sequence[Step], most: float, drawn: Sequence[Span] = ()
) -> Iterator[tuple[int, tuple[Move, ...], float]]:
    """Half-turns that may have gone otherwise: the place of the first, all from there on that change, what that costs.

    Args:
        most: what it may cost.
        drawn: when hands were at the stock.
    """
    before = [start]
    for move, _ in steps:
        before.append(before[-1].after(move))
    for at in range(0, len(steps) - 1, 2):
        first, second = steps[at][0], steps[at + 1][0]
        known_ms = next((when.to_ms for _, when in reversed(steps[:at]) if when is not None), None)
        now = cost_of([steps[at], steps[at + 1]], at, drawn, known_ms)
        cost = cost_of([steps[at + 1], steps[at]], at, drawn, known_ms) - now
        other_way = turned(before[at], first, second) if cost <= most else None
        if other_way is not None and leads_to(before[at], other_way, before[at + 2]):
            yield at, other_way, cost
    laid = [at for at, (move, _) in enumerate(steps) if move.face is not None and not move.takes and not move.unread]
    for at in laid:
        for other in laid:
            if at // 2 < other // 2 and other - at < MOST_HALF_TURNS:
                begin = max(at - 1, 0)
                now = cost_of(steps[begin : other + 2], begin, drawn)
                cost = cost_of(_exchanged(steps, at, other), begin, drawn) - now
                moves = _by_others(steps, at, other)
                if cost <= min(most, AT_ONCE) and moves and leads_to(before[at], moves, before[other + 1]):
                    yield at, moves, max(cost, 0.0)


def _exchanged(steps: Sequence[Step], at: int, other: int) -> list[Step]:
    """The steps about `at` and `other`, with those two in each other's place."""
    changed = [*steps[max(at - 1, 0) : other + 2]]
    first, last = at - max(at - 1, 0), other - max(at - 1, 0)
    changed[first], changed[last] = changed[last], changed[first]
    return changed


def _by_others(steps: Sequence[Step], at: int, other: int) -> tuple[Move, ...]:
    """The half-turns from `at` to `other`, those two laying each other's card; none where both are alike."""
    moves = [move for move, _ in steps[at : other + 1]]
    first, last = moves[0], moves[-1]
    if first.face == last.face:
        return ()
    return (replace(first, face=last.face), *moves[1:-1], replace(last, face=first.face))
