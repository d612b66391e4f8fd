"""The two half-turns of one turn the other way round: which card came from the hand, and which from the stock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ..observation import Span
from .order import When, order_cost, source_cost
from .position import Move, Position, put

Step = tuple[Move, When | None]


def cost_of(steps: Sequence[Step], begin: int, drawn: Sequence[Span] = (), begun_ms: int | None = None) -> float:
    """What it costs that these half-turns were made in this order, the first of them at place `begin`: every second one
    with a card from the stock, where hands were when `drawn`; `begun_ms` is when the last one before was made."""
    order = 0.0
    for at, ((_, one), (_, other)) in enumerate(pairwise(steps)):
        order += order_cost(one, other, drawn if (begin + at) % 2 == 0 else (), begun_ms)
        begun_ms = begun_ms if one is None else one.to_ms
    return order + sum(source_cost(when, by_hand=(begin + at) % 2 == 0) for at, (_, when) in enumerate(steps))


def turned(position: Position, first: Move, second: Move) -> tuple[Move, Move] | None:
    """The two half-turns that are made at `position` the other way round; None where the rules do not allow it."""
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


def leads_to(position: Position, moves: Iterable[Move], after: Position) -> Position | None:
    """Where `moves` lead if they are by the rules and that is the same table as `after`; else None."""
    for move in moves:
        if move.face is None or (move.unread is None and move.takes not in position.takings(move.face)):
            return None
        position = position.after(move)
    return position if _lying(position) == _lying(after) else None


def _lying(position: Position) -> tuple[object, ...]:
    """What lies where: a card that lay open before its player is not turned up from the stock."""
    return position.field, position.piles, position.exposed, position.known
