"""When half-turns were made, and what it costs that they were made in another order than they were seen."""

from __future__ import annotations

from collections.abc import Iterator

from .look import Look
from .position import GROUPS, Move, Position, faces_in, put, without

When = tuple[int, int, int]
"""From and to, ms; and when the table last lay open and still without the card, -1 where it did not."""

OTHER_ORDER, NO_ORDER = 3.0, 0.7
"""What it costs that the second of two cards was seen before the first; and that both were seen at once."""

PLAINLY = 4.0
"""What it costs besides that the table lay open and still with the second, and without the first."""

DOUBTFUL_ORDER = 1.5
"""What it costs that the second may have been laid first, under a hand."""

SAME_TIME_MS = 100


def when_made(move: Move, before: Position, after: Position, look: Look, open_ms: int) -> When | None:
    """When the half-turn may have been made; None where its card was never seen.

    Args: `open_ms` is when the table last lay open and still.
    """
    if move.face is None:
        return None
    bit = after.known & ~before.known & GROUPS[move.face]
    came = look.came_ms.get(bit.bit_length() - 1) if bit else None
    if came is None and bit and move.face in look.hints:
        came = look.hints[move.face][1]
    if came is None:
        return None
    # Where a hand hid the match before the card was seen on it, it may have lain there all the while.
    hidden = [
        look.left_ms[at.bit_length() - 1]
        for at in _tops(before.field, move.takes)
        if at.bit_length() - 1 in look.left_ms and not at & GROUPS[move.face]
    ]
    return min([came, *hidden]), came, open_ms if open_ms < came else -1


def _tops(field_mask: int, takes: int) -> Iterator[int]:
    """The bits of the field that `takes` removes."""
    return (field_mask & ~without(field_mask, put(0, face)) for face in faces_in(takes))


def order_cost(last: When | None, now: When | None) -> float:
    """What it costs that a half-turn was made `now` and the one before it at `last`."""
    if last is None or now is None:
        return NO_ORDER if last is not now else 0.0
    if now[1] < last[0] - SAME_TIME_MS:
        return OTHER_ORDER + (PLAINLY if now[1] < last[2] else 0.0)
    if now[0] < last[0] - SAME_TIME_MS:
        return DOUBTFUL_ORDER
    return NO_ORDER if now[1] <= last[1] + SAME_TIME_MS else 0.0
