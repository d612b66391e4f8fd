"""One way a deal may have gone so far: what lies where, face by face, and whose half-turn is next.

A camera cannot tell the kasu of a month apart and no rule does (COM-CARD-01), so places hold faces with their number,
not cards. A mask of 48 bits holds them: a face has the bits of its cards, the lowest of which are set, as many as there
are. Putting one more is setting the next bit; a difference of two masks counts what one has more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from yakume.engine import CARDS, FACES, Card, Face

FULL = (1 << 48) - 1
"""Every face as often as it exists."""

GROUPS: tuple[int, ...] = tuple(face.cards.mask for face in FACES[:-1])
"""Face number → bits of its cards."""

FACE_OF: tuple[int, ...] = tuple(card.face.index for card in CARDS)
"""Card number → face number."""

MONTHS: tuple[int, ...] = tuple(0b1111 << 4 * at for at in range(12))
"""Bits of each month."""


def put(mask: int, face: int) -> int:
    """`mask` with one more of `face`; the same where all of them are there."""
    free = ~mask & GROUPS[face]
    return mask | (free & -free)


def take(mask: int, face: int) -> int:
    """`mask` with one less of `face`; the same where there is none."""
    have = mask & GROUPS[face]
    return mask ^ (1 << have.bit_length() - 1) if have else mask


def faces_in(mask: int) -> Iterator[int]:
    """The faces of `mask`, each once."""
    while mask:
        face = FACE_OF[(mask & -mask).bit_length() - 1]
        yield face
        mask &= ~GROUPS[face]


def each_bit(mask: int) -> Iterable[int]:
    """Numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def each_face(mask: int) -> Iterator[int]:
    """The faces of `mask`, each as often as it is there."""
    while mask:
        low = mask & -mask
        yield FACE_OF[low.bit_length() - 1]
        mask ^= low


def count_of(mask: int, face: int) -> int:
    """How many of `face` there are in `mask`."""
    return (mask & GROUPS[face]).bit_count()


def merged(one: int, other: int) -> int:
    """Both together."""
    total, both = one | other, one & other
    while both:
        low = both & -both
        free = ~total & GROUPS[FACE_OF[low.bit_length() - 1]]
        total |= free & -free
        both ^= low
    return total


def without(mask: int, other: int) -> int:
    """`mask` less what `other` holds; what it holds more is left out."""
    while other:
        low = other & -other
        if have := mask & GROUPS[FACE_OF[low.bit_length() - 1]]:
            mask ^= 1 << have.bit_length() - 1
        other ^= low
    return mask


def mask_of(cards: Iterable[Card]) -> int:
    """The faces of `cards`."""
    mask = 0
    for card in cards:
        mask = put(mask, FACE_OF[card])
    return mask


def faces_mask(faces: Iterable[Face]) -> int:
    """The same of faces."""
    mask = 0
    for face in faces:
        mask = put(mask, face.index)
    return mask


def text_of(mask: int) -> str:
    """For messages and tests: faces in the notation.

    >>> from yakume.engine import CardSet
    >>> text_of(mask_of(CardSet.parse("1h 3b 12a 12c")))
    '1h 3k 12k 12k'
    """
    return " ".join(str(FACES[face]) for face in each_face(mask))


@dataclass(frozen=True, slots=True)
class Move:
    """A half-turn: a card from the hand, or from the stock, and what it takes (COM-TURN-01)."""

    seat: int
    from_hand: bool
    face: int | None
    """None for a card laid on the field that nobody could read."""
    takes: int = 0
    """Mask of the field cards that are captured with it."""
    unread: int | None = None
    """The face that the unread card of the field turned out to have, where it is taken."""

    def __str__(self) -> str:
        """As in ``0 hand 1h x 1k``."""
        what = "?" if self.face is None else str(FACES[self.face])
        taken = text_of(self.takes) + (f" ?={FACES[self.unread]}" if self.unread is not None else "")
        return f"{self.seat} {'hand' if self.from_hand else 'stock'} {what}{' x ' + taken.strip() if taken else ''}"


@dataclass(frozen=True, slots=True)
class Position:
    """What lies where after some half-turns."""

    order: tuple[int, ...]
    """Seats in play, in play order."""
    field: int
    piles: tuple[int, ...]
    """Captures by seat."""
    exposed: tuple[int, ...]
    """Hand cards that lie open, by seat."""
    known: int
    """Everything that was seen so far; the rest is the stock and the hidden hands."""
    turns: int = 0
    """Half-turns done."""
    unread: int = 0
    """Cards on the field that nobody could read; they are not `known`."""
    loose: int = 0
    """Captured in the running turn: they may still lie on the field."""
    older: int = 0
    """The same of the turn before, as long as it may not be pulled in."""
    under: int = 0
    """Captured by the hand card of a turn whose stock card captured, too, until it is known whether they are seen among
    the captures: the others are laid on them."""
    laid: int = 0
    """Field cards that came from a hand."""
    mandatory: bool = True
    """Whether a card that can capture must (COM-CAP-05)."""
    opened: tuple[int, ...] = ()
    """Hand cards that were laid open, by seat, those played since among them; empty if nobody laid any."""
    hand: int = 7
    """Cards dealt to each hand."""
    first: int = 0
    """What cards of the first field were that nobody could read at first."""
    held: tuple[int, ...] = ()
    """Hand cards that were announced with a hand yaku, by seat, less those played since, whether they lie open or not;
    empty if nobody announced any. Not all of them are `known`: they may have been told for another."""

    @property
    def seat(self) -> int:
        """Whose half-turn is next."""
        return self.order[self.turns // 2 % len(self.order)]

    @property
    def from_hand(self) -> bool:
        """Whether the next card comes from a hand, not from the stock."""
        return self.turns % 2 == 0

    @property
    def is_over(self) -> bool:
        """True once all hands are played (COM-TURN-01)."""
        return self.turns >= 2 * self.hand * len(self.order)

    @property
    def open_hand(self) -> int:
        """The hand of `seat` as a mask, if every card left of it lies open or was announced; else 0."""
        own = self.exposed[self.seat] | (self.held[self.seat] if self.held else 0)
        left = self.hand - self.turns // (2 * len(self.order))
        return own if own.bit_count() >= left else 0

    def holds(self, move: Move) -> bool:
        """True if the card of `move` is one from the hand that was announced."""
        return (
            bool(self.held)
            and move.from_hand
            and move.face is not None
            and self.held[move.seat] & GROUPS[move.face] > 0
        )

    def is_held_elsewhere(self, move: Move) -> bool:
        """True if no card of the face of `move` is left but in hands that others announced, or with one from the stock
        in anybody's."""
        if not self.held or move.face is None or (move.from_hand and self.exposed[move.seat] & GROUPS[move.face]):
            return False
        others = (seat for seat in range(len(self.held)) if not (move.from_hand and seat == move.seat))
        announced = sum(count_of(self.held[seat] & ~self.exposed[seat], move.face) for seat in others)
        return announced > 0 and count_of(self.unseen, move.face) <= announced

    def takings(self, face: int) -> tuple[int, ...]:
        """Each way in which a card of `face` may be laid: masks of what it takes (COM-CAP-01 … COM-CAP-05)."""
        return _takings(self.field & MONTHS[_MONTH[face]], self.mandatory)

    def after(self, move: Move) -> Position:
        """The position one half-turn later."""
        loose, older, under, laid = self.loose, self.older, self.under, self.laid
        if move.from_hand:
            loose, older = 0, self.loose
        elif move.takes and loose:
            under = merged(under, loose)
        known, exposed, field, unread = self.known, self.exposed, self.field, self.unread
        piles = self.piles
        if move.face is None:
            return replace(self, turns=self.turns + 1, unread=unread + 1, loose=loose, older=older)
        own = exposed[move.seat]
        held = self.held
        if move.from_hand and held:
            held = _set(held, move.seat, take(held[move.seat], move.face))
        if move.from_hand and own & GROUPS[move.face]:
            exposed = _set(exposed, move.seat, take(own, move.face))
        else:
            known = put(known, move.face)
        if move.takes or move.unread is not None:
            gained = put(0, move.face)
            if move.unread is not None:
                known, unread = put(known, move.unread), unread - 1
                gained = put(gained, move.unread)
            if move.takes:
                field = without(field, move.takes)
                gained = merged(gained, move.takes)
                laid &= field
            piles = _set(piles, move.seat, merged(piles[move.seat], gained))
            loose = merged(loose, gained)
        else:
            field = put(field, move.face)
            if move.from_hand:
                laid |= field & ~self.field
        return Position(
            self.order,
            field,
            piles,
            exposed,
            known,
            self.turns + 1,
            unread,
            loose,
            older,
            under,
            laid,
            self.mandatory,
            self.opened,
            self.hand,
            self.first,
            held,
        )

    def with_read(self, face: int) -> Position:
        """The position once a card of the field is read that nobody could read before."""
        return replace(self, field=put(self.field, face), known=put(self.known, face), unread=self.unread - 1)

    def with_other(self, seat: int, face: int, other: int) -> Position:
        """The position with `other` for a `face` that lies with `seat` and that nobody saw there."""
        piles = _set(self.piles, seat, put(take(self.piles[seat], face), other))
        loose, older = (
            put(take(mask, face), other) if count_of(mask, face) else mask for mask in (self.loose, self.older)
        )
        known = put(take(self.known, face), other)
        return replace(self, piles=piles, known=known, loose=loose, older=older)

    def with_exposed(self, seat: int, mask: int) -> Position:
        """The position in which `seat` has laid `mask` open from the hand."""
        exposed = _set(self.exposed, seat, merged(self.exposed[seat], mask))
        opened = self.opened or (0,) * len(self.exposed)
        opened = _set(opened, seat, merged(opened[seat], mask))
        return replace(self, exposed=exposed, known=merged(self.known, mask), opened=opened)

    @property
    def unseen(self) -> int:
        """Bits of what was not seen yet: as many of a face as lie in the stock or in hidden hands."""
        return FULL & ~self.known

    @property
    def key(self) -> tuple[object, ...]:
        """What decides how it may go on and what is owed: equal for hypotheses that need not be told apart."""
        return (
            self.field,
            self.piles,
            self.exposed,
            self.known,
            self.turns,
            self.unread,
            self.first,
            self.loose,
            self.under,
            self.laid,
        )

    @property
    def shape(self) -> tuple[object, ...]:
        """The same but for which cards of each month lie in the piles."""
        return self.turns, self.field, self.exposed, self.unread, self.first, *map(month_counts, self.piles)


def month_counts(mask: int) -> int:
    """How many cards of each month there are in `mask`, four bits a month.

    >>> hex(month_counts(0b1101_0000_1111))
    '0x304'
    """
    mask -= mask >> 1 & _PAIRS
    return (mask & _FOURS) + (mask >> 2 & _FOURS)


def months_of(mask: int) -> int:
    """Bits of the months of which `mask` has a card.

    >>> hex(months_of(0b0100_0000_0001))
    '0xf0f'
    """
    mask |= mask >> 1 & _PAIRS
    return ((mask | mask >> 2) & _ONES) * 0b1111


_PAIRS, _FOURS, _ONES = (int(digit * 12, 16) for digit in "531")
"""Every second bit, the lower two of each four, and the lowest of each four."""

_MONTH: tuple[int, ...] = tuple((group.bit_length() - 1) // 4 for group in GROUPS)
"""Face number → month, from 0."""


def month_of(face: int) -> int:
    """The month of a face, from 0."""
    return _MONTH[face]


@cache
def _takings(matches: int, mandatory: bool) -> tuple[int, ...]:
    if not matches:
        return (0,)
    if matches.bit_count() == 3:
        ways: tuple[int, ...] = (matches,)
    else:
        ways = tuple(put(0, face) for face in faces_in(matches))
    return ways if mandatory else (*ways, 0)


def _set(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])
