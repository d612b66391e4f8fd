"""Other ways to read a line: which card of a turn came from the hand, and which from the stock.

Both orders lead to the same table, so the decoder keeps the likelier one alone. Where money hangs on it (法度), how
much less likely the other one is decides whether people are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .decoder import When, order_cost
from .position import Move, Position, put

Step = tuple[Move, When | None]


def swaps(start: Position, steps: Sequence[Step], most: float) -> Iterator[tuple[int, tuple[Move, Move], float]]:
    """Each turn that may have gone the other way round: its place, its half-turns then, and what that costs more.

    Args:
        most: what it may cost.
    """
    position = start
    for at in range(0, len(steps) - 1, 2):
        (first, first_when), (second, second_when) = steps[at], steps[at + 1]
        after = position.after(first).after(second)
        cost = order_cost(second_when, first_when) - order_cost(first_when, second_when)
        if cost <= most:
            turned = _turned(position, first, second)
            if turned is not None:
                reached = position.after(turned[0]).after(turned[1])
                if (reached.field, reached.piles, reached.known) == (after.field, after.piles, after.known):
                    yield at, turned, cost
        position = after


def _turned(position: Position, first: Move, second: Move) -> tuple[Move, Move] | None:
    """The two half-turns the other way round; None where the rules do not allow it."""
    if first.face is None or second.face is None or first.unread is not None or second.unread is not None:
        return None
    takes, left = second.takes, first.takes
    if not first.takes and second.takes == put(0, first.face):
        takes, left = 0, put(0, second.face)  # who took whom is the other way round, too
    one = Move(first.seat, True, second.face, takes)
    if one.takes not in position.takings(second.face):
        return None
    other = replace(first, from_hand=False, takes=left)
    return (one, other) if other.takes in position.after(one).takings(first.face) else None
