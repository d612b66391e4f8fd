"""Other ways to read a line: which card it was that took others and was never seen.

A card that is captured under a hand, and lies in a stack at once, is known from what is left: any card of its month
that nobody saw may have been it. The decoder keeps the likeliest of them; where money hangs on it, people are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, product

from .position import MONTHS, Move, Position, count_of, each_face, faces_in, merged, month_of, put, without
from .turned import Step

MOST_AT_ONCE, MOST_TOGETHER = 3, 40
"""So many half-turns are thought of otherwise together, in so many ways: each is played through by the engine."""


def others_unseen(end: Position, steps: Sequence[Step], ever: Sequence[int]) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """Half-turns that may as likely have been made with another card: the place of the first, and all from there on
    that change.

    Args:
        end: where the line leads.
        ever: faces that were ever seen with each seat.
    """
    moves = [move for move, _ in steps]
    hidden = [at for at, (move, when) in enumerate(steps) if when is None and _is_hidden(move, end, ever)]
    others: dict[int, list[Move]] = {}
    for at in hidden:
        move = moves[at]
        assert move.face is not None
        faces = [face for face in faces_in(end.unseen & MONTHS[month_of(move.face)]) if face != move.face]
        others[at] = [replace(move, face=face) for face in faces]
        yield from ((at, (other,)) for other in others[at])
        for later in hidden:
            other = moves[later]
            assert other.face is not None
            if at < later and month_of(other.face) == month_of(move.face) and other.face != move.face:
                changed = replace(move, face=other.face), *moves[at + 1 : later], replace(other, face=move.face)
                yield at, changed
    yield from islice(_together(moves, others), MOST_TOGETHER)


def _together(moves: Sequence[Move], others: Mapping[int, Sequence[Move]]) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """Several half-turns that may each have been made with another card, of different months."""
    for count in range(2, MOST_AT_ONCE + 1):
        for places in combinations(others, count):
            months = {month_of(face) for at in places if (face := moves[at].face) is not None}
            if len(months) < count:
                continue
            for chosen in product(*(others[at] for at in places)):
                changed = list(moves[places[0] : places[-1] + 1])
                for at, move in zip(places, chosen, strict=True):
                    changed[at - places[0]] = move
                yield places[0], tuple(changed)


def _is_hidden(move: Move, end: Position, ever: Sequence[int]) -> bool:
    """True if its card was captured, and not seen in the pile either."""
    if move.face is None or not move.takes or move.unread is not None:
        return False
    pile = end.piles[move.seat]
    return count_of(ever[move.seat], move.face) < count_of(pile, move.face)


def may_be_anothers(end: Position, steps: Sequence[Step], ever: Sequence[int]) -> bool:
    """True if of a capture nobody saw a card in the pile, nor what took it, and what it took was laid unseen, too, or
    no other capture of its turn lies on it: a stack shows its uppermost card, so another player may have made it. Of
    two alike one that is seen may have been captured before.

    Args: as of `others_unseen`.
    """
    laid = set()
    for at, (move, when) in enumerate(steps):
        if when is not None or move.face is None:
            continue
        unseen = without(end.piles[move.seat], ever[move.seat])
        if not move.takes:
            laid.add(move.face)
        elif count_of(unseen, move.face):
            under, takes = _lies_under(steps, at, ever), tuple(each_face(move.takes))
            if any(count_of(unseen, face) and (face in laid or not under) for face in takes):
                return True
    return False


def _lies_under(steps: Sequence[Step], at: int, ever: Sequence[int]) -> bool:
    """True if what the half-turn at that place captured lies under another capture of its turn that was seen."""
    if not steps[at][0].from_hand or at + 1 == len(steps):
        return False
    over = steps[at + 1][0]
    cards = merged(over.takes, 0 if over.face is None else put(0, over.face))
    return over.takes > 0 and bool(cards & ever[over.seat])
