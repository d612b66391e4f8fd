"""Half-turns that may come next, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .answers import PlayedSo
from .position import GROUPS, MONTHS, Move, Position, count_of, faces_in, mask_of, month_of
from .readings import MOST_HINTED, NO_HINTS, Hints

SaidTurn = tuple[int, int]
"""Face of the card, and mask of what it takes."""


@dataclass(frozen=True, slots=True)
class SaidTurns:
    """What people said of half-turns, whose places count from 0."""

    made: Mapping[int, SaidTurn] = field(default_factory=dict)
    """Place → how it was made: no other is tried there."""
    never: tuple[tuple[int, int, int], ...] = ()
    """Place, face, and number of looks: from that place on it was not played before so many were taken."""
    by: tuple[tuple[int, int], ...] = ()
    """Place, and how many looks were taken by when it was made."""

    @classmethod
    def of(cls, said: PlayedSo) -> SaidTurns:
        """The same as it was said."""
        made = {turn.at: (turn.card.face.index, mask_of(turn.takes)) for turn in said.turns}
        never = tuple((turn.at, turn.card.face.index, turn.by) for turn in said.never)
        return cls(made, never, tuple((turn.at, turn.by) for turn in said.turns if turn.by))

    def denies(self, turn: int, face: int | None, looks: int) -> bool:
        """True if a card was not played at place `turn`, with the last of so many looks."""
        return any(turn >= at and face == each and looks <= by for at, each, by in self.never)

    def allow(self, moves: Sequence[Move], looks: int) -> bool:
        """True if half-turns are as people said, with the last of so many looks."""
        made = all(moves[at].face == face for at, (face, _) in self.made.items() if at < len(moves))
        denied = self.never and any(self.denies(at, move.face, looks) for at, move in enumerate(moves))
        return made and not denied

    def due(self, looks: int) -> int:
        """How many half-turns at least were made when so many looks were taken."""
        return max((at + 1 for at, by in self.by if by <= looks), default=0)


HALF_TURN = 0.5
"""What any half-turn costs."""

UNSEEN_CARD = 3.0
"""What it costs that the card of a half-turn is seen nowhere."""

GLIMPSED_CARD = 0.7
"""What it costs that it is not seen now, but was a moment ago."""

UNREAD_CARD = 5.0
"""What it costs that a card was laid on the field and could not be read."""

UNLIKE = 1.0
"""What it costs that such a card is one that it did not look like at all."""

MOST_UNREAD = 1
"""Cards on the field that nobody could read; with more of them all is guessing."""


def candidates(
    position: Position, new: int, glimpsed: int, lost: int, moved: int, hints: Hints = NO_HINTS
) -> Iterator[tuple[Move, float]]:
    """Half-turns that may come next, and what each costs.

    Args:
        new: faces that are seen and were not before.
        glimpsed: those that were a moment ago.
        lost: cards of the field that are not seen there any more.
        moved: cards of the open hand that are not.
        hints: what cards may be that could not be read.
    """
    seat, from_hand = position.seat, position.from_hand
    tried = set()
    for faces, cost in ((new, 0.0), (glimpsed, GLIMPSED_CARD), (moved, 0.0)):
        for face in faces_in(faces):
            if face not in tried:
                tried.add(face)
                for takes in position.takings(face):
                    yield Move(seat, from_hand, face, takes), cost
                yield from _taking_unread(position, face, hints)
    for face, (cost, _) in hints.items():
        if cost <= MOST_HINTED and face not in tried and position.unseen & GROUPS[face]:
            tried.add(face)
            for takes in position.takings(face):
                yield Move(seat, from_hand, face, takes), GLIMPSED_CARD + cost
    for move in _taking_lost(position, lost):
        if move.face not in tried:
            yield move, UNSEEN_CARD
    if position.unread < MOST_UNREAD:
        yield Move(seat, from_hand, None), UNREAD_CARD


def as_said(position: Position, said: SaidTurn, new: int, glimpsed: int) -> Iterator[tuple[Move, float]]:
    """The half-turn that was made as people say, if it can come next."""
    face, takes = said
    free = position.unseen | (position.exposed[position.seat] if position.from_hand else 0)
    if free & GROUPS[face] and takes in position.takings(face):
        cost = 0.0 if new & GROUPS[face] else GLIMPSED_CARD if glimpsed & GROUPS[face] else UNSEEN_CARD
        yield Move(position.seat, position.from_hand, face, takes), cost


def _taking_lost(position: Position, lost: int) -> Iterator[Move]:
    """Captures of the field cards `lost` with cards that nobody has seen, or that lie open."""
    seat, from_hand = position.seat, position.from_hand
    free = position.unseen | (position.exposed[seat] if from_hand else 0)
    for month in {month_of(face) for face in faces_in(lost)}:
        for face in faces_in(free & MONTHS[month]):
            for takes in position.takings(face):
                if takes & lost or any(count_of(lost, each) for each in faces_in(takes)):
                    yield Move(seat, from_hand, face, takes)


def _taking_unread(position: Position, face: int, hints: Hints) -> Iterator[tuple[Move, float]]:
    """Captures of a field card that nobody could read: alone, or with two others of its month (COM-CAP-02 to 04)."""
    month = MONTHS[month_of(face)]
    beside = position.field & month
    if not position.unread or beside.bit_count() > 2:
        return
    unseen = position.unseen
    for other in faces_in(unseen & month):
        if other != face or count_of(unseen, face) > 1:
            takes = beside if beside.bit_count() == 2 else 0
            unlike = 0.0 if other in hints else UNLIKE
            yield Move(position.seat, position.from_hand, face, takes, other), HALF_TURN + unlike
