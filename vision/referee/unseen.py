"""Other ways to read a line: which card it was that took others and was never seen.

A card that is captured under a hand, and lies in a stack at once, is known from what is left: any card of its month
that nobody saw may have been it. The decoder keeps the likeliest of them; where money hangs on it, people are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .candidates import GLIMPSED_CARD, UNSEEN_CARD
from .position import GROUPS, MONTHS, Move, Position, count_of, faces_in, month_of
from .swaps import Step


def others_unseen(
    end: Position, steps: Sequence[Step], ever: Sequence[int]
) -> Iterator[tuple[int, tuple[Move, ...], float]]:
    """Half-turns that may have been made with another card: the place of the first, all from there on that change, and
    what that costs.

    Args:
        end: where the line leads.
        ever: faces that were ever seen with each seat.
    """
    moves = [move for move, _ in steps]
    hidden = [at for at, (move, when) in enumerate(steps) if when is None and _is_hidden(move, end, ever)]
    for at in hidden:
        move = moves[at]
        assert move.face is not None
        month = MONTHS[month_of(move.face)]
        for face in faces_in(end.unseen & month):
            if face != move.face:
                yield at, (replace(move, face=face),), _cost(move, face)
        for later in hidden:
            other = moves[later]
            assert other.face is not None
            if at < later and month_of(other.face) == month_of(move.face) and other.face != move.face:
                changed = replace(move, face=other.face), *moves[at + 1 : later], replace(other, face=move.face)
                yield at, changed, _cost(move, other.face) + _cost(other, move.face)


def _is_hidden(move: Move, end: Position, ever: Sequence[int]) -> bool:
    """True if its card was captured, and not seen in the pile either."""
    if move.face is None or not move.takes or move.unread is not None:
        return False
    pile = end.piles[move.seat]
    return count_of(ever[move.seat], move.face) < count_of(pile, move.face)


def _cost(move: Move, face: int) -> float:
    """What it costs that it was `face`: of two that look alike the second is not missed."""
    twin = move.takes & GROUPS[move.face] if move.face is not None else 0
    return UNSEEN_CARD - GLIMPSED_CARD if twin and not move.takes & GROUPS[face] else 0.0
