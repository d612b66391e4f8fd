"""What of a look suggests that half-turns were made since the one before."""

from __future__ import annotations

from collections.abc import Sequence

from .look import Look
from .position import GROUPS, MONTHS, Position, count_of, faces_in, merged, month_of, put

EMERGED_MS = 6_000
"""A card that came in sight no longer ago than this may be another one than was seen before."""


def came_lately(look: Look, everything: int) -> tuple[int, ...]:
    """The faces that came in sight lately."""
    return tuple(
        face
        for face in faces_in(everything)
        if look.t_ms - look.came_ms.get((everything & GROUPS[face]).bit_length() - 1, 0) <= EMERGED_MS
    )


def emerged(position: Position, emerging: Sequence[int], everything: int) -> int:
    """Bits of the `emerging` faces with cards of them still to come: of kasu that lie in a stack others are told by
    when they came alone."""
    found, unseen, seen_before = 0, position.unseen, everything & position.known
    for face in emerging:
        if seen_before & GROUPS[face]:
            found |= unseen & GROUPS[face]
    return found


def again(position: Position, look: Look) -> int:
    """Bits of faces that lie on the field, or among the captures of whose turn it is, once more than they should, with
    cards of them still to come: what was seen of them before lies in a stack, where it is not counted."""
    seat = position.seat
    surplus = look.seen.field & ~merged(position.field, merged(position.loose, position.older))
    surplus |= look.seen.captures[seat] & ~merged(position.piles[seat], position.exposed[seat])
    return sum(GROUPS[face] & position.unseen for face in faces_in(surplus)) if surplus else 0


def pulled_in(position: Position, lay: int, look: Look) -> int:
    """Cards of the field that `lay` there in the look before, and are seen among the captures of whose turn it is while
    an arm hides the field."""
    pile = merged(position.piles[position.seat], position.exposed[position.seat])
    return look.seen.captures[position.seat] & ~pile & position.field & lay


def moved_from_hand(position: Position, look: Look) -> int:
    """Faces of the open hand of whose turn it is that lie elsewhere, or lie on the field, too; or with a card of their
    month that lay on the field: people lay captures beside what they have shown."""
    open_hand = position.exposed[position.seat] if position.from_hand else 0
    if not open_hand:
        return 0
    surplus = look.seen.field & ~merged(position.field, merged(position.loose, position.older))
    shown = look.there.shown[position.seat]
    lies = merged(shown, look.there.captures[position.seat])
    beyond = lies & ~merged(open_hand, position.piles[position.seat])
    taken = 0
    for face in faces_in(beyond):
        taken |= MONTHS[month_of(face)] if position.field & GROUPS[face] else 0
    moved = 0
    for face in faces_in(open_hand):
        if count_of(shown, face) < count_of(open_hand, face) or (surplus | taken) & GROUPS[face]:
            moved = put(moved, face)
    return moved
