"""What a look costs a hypothesis: prices in nats for each card that is not seen where it should lie, and for each that
is seen where it should not.

A discrepancy is paid once, when it comes up; as long as it lasts it costs little: a card that cannot be read is missed
in every look, and is one fault all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .look import Look
from .position import GROUPS, Position, count_of, faces_in, merged, months_of, take, without
from .readings import Taken, reading_cost, still_away

MISSING_OPEN = 4.0
"""A card of the field or of an open hand that is not seen: nothing but a hand or a match covers it."""

STILL_MISSING = 3.0
"""What it costs besides that it is not seen at rest either: cards of the field do not vanish; nor do cards that lie
there unread and are none of them."""

STILL_REST = 2
"""A look is at rest once it lasted for so long (place in `REST_MS`)."""

MISSING_PILE = 1.5
"""A captured card that was never seen among the captures: the next one may cover it, or be pulled in over it."""

STACKED = 3
"""Who has so many captured cards that were never seen lays them on one another: the next ones are hidden, too."""

MISSING_STACKED = 0.3
"""What each card costs then that was never seen among the captures, if another one of its month was: of what is laid on
a stack the uppermost card shows."""

MISSING_UNDER = 0.35
"""The same of one that the hand card of a turn captured whose stock card captured, too: people pull both in together,
one on the other. Counted on four simulated tables: 54 of 108 such pairs were never seen, and none of 327 others."""

SURPLUS = 5.0
"""A card seen where none should lie."""

PASSING = 2.5
"""What of it is paid at once where something moves: two halves of cards beside an arm are read as a third one. The rest
is paid if it is still seen there once nothing moves any more."""

STRANGE_STRIP = 0.8
"""A captured card among shown ones, or a shown one among the captures: people do not lay cards to the millimetre."""

UNEXPLAINED = 2.0
"""A card that lies unread on the field where all cards that should lie there are in sight."""

LAIN_MS, LAIN_LONG_MS = 1_500, 4_000
"""What has lain there unread for so long is no arm; for so long it counts as at rest, however short the look."""

COVERED = 2.5
"""What it costs in the end that a card of the field was not seen that is seen there again: something lay over it."""

LASTING = 0.02
"""What a discrepancy costs in each further look."""

HIDDEN = 0.2
"""Share of the price of a missing card in a zone where something moves."""

AT_ONCE = 3
"""Where so many cards of the field are nowhere in a look that has not lasted, and were before, something came to rest
over them: they are paid once it has lain there for longer. Two may be captured without a capture that is seen."""

_ZONE = 48
_FIELD = (1 << _ZONE) - 1
_PLACES = 20
_UNREAD = 1 << _PLACES * _ZONE
"""Stands for a card of the field that nobody could read."""
_MORE = (_PLACES + 1) * _ZONE
"""From this bit on one stands for each card that lies there unread beside them."""


@dataclass(frozen=True, slots=True)
class Debt:
    """Discrepancies that were paid: bits of faces, 48 for each zone, the field first."""

    missing: int = 0
    surplus: int = 0
    strange: int = 0
    still: int = 0
    """Of the missing, cards of the field that were not seen at rest either."""
    read: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    """Tracks of cards in doubt, what each is taken for, and what was paid for that."""
    passing: int = 0
    """What is seen where it should not, was seen so only where something moved, and is paid in part."""
    back: int = 0
    """Of the missing, cards of the field that were seen there again: what was paid for them was paid back."""
    under: int = 0
    """Of the missing, captures that others of the same turn were laid on."""


NO_DEBT = Debt()


def price(
    position: Position, look: Look, everything: int, ever: tuple[int, ...], debt: Debt, taken: Taken = ()
) -> tuple[float, Debt]:
    """What `look` costs if `position` is true, in nats, and what is paid then.

    Args:
        everything: all that is seen in the look.
        ever: what was ever seen with each seat: it may lie covered there by now.
        taken: what the cards in doubt are taken for in `look`.
    """
    there, seen = look.there, look.seen
    open_missing = position.field & ~there.field
    hides_field = look.hides_field
    under_hands = _under_hands(open_missing & ~debt.missing & ~everything, look)
    away, at, covered, surplus, strange = still_away(position, there), _ZONE, 0, 0, 0
    for seat, pile in enumerate(position.piles):
        hand = position.exposed[seat]
        should = merged(pile, hand) if hand else pile
        lies = merged(there.captures[seat], there.shown[seat]) if there.shown[seat] else there.captures[seat]
        shows = merged(seen.captures[seat], seen.shown[seat]) if seen.shown[seat] else seen.captures[seat]
        gone = pile & ~lies & ~ever[seat]
        if gone and away:
            gone = without(gone, away)
        covered |= gone << at
        surplus |= (shows & ~should) << at
        if hand and (hand_missing := _missing_open(hand, should, lies, there.shown[seat])):
            open_missing |= hand_missing << at
            under_hands |= hand_missing << at if look.hides_shown(seat) else 0
        if hand or seen.shown[seat]:
            strange |= ((seen.shown[seat] & ~hand & pile) | (seen.captures[seat] & ~pile & hand)) << at
        at += _ZONE
    on_field = seen.field & ~(merged(position.field, away) if away else position.field)
    for _ in range(position.unread):  # what nobody could read may be read now
        on_field &= on_field - 1 if on_field else 0
    surplus |= on_field
    if unknown := everything & ~position.known:
        # Seen more often than it should be anywhere, although each place may hold it.
        anywhere = _in_any_zone(surplus)
        for face in faces_in(unknown & ~anywhere):
            if not anywhere & GROUPS[face]:
                surplus |= (unknown & GROUPS[face]) << at
    if look.unread < position.unread and not hides_field:
        open_missing |= _UNREAD
    lain = 0 if hides_field else _unexplained(position, look, away, taken, LAIN_MS, 1)
    unexplained = lain if look.rest and not hides_field else lain or debt.surplus >> _MORE << _MORE
    new = open_missing & ~debt.missing
    hidden = new & under_hands
    cost = MISSING_OPEN * (new.bit_count() - (1 - HIDDEN) * hidden.bit_count())
    unseen, under = _unseen_cost(position, look, ever, covered & ~debt.missing, debt)
    cost += unseen
    passing = added & _stirred(look) if (added := surplus & ~debt.surplus) and look.moving else 0
    surplus &= ~passing
    cost += (
        STRANGE_STRIP * (strange & ~debt.strange).bit_count() + UNEXPLAINED * (unexplained & ~debt.surplus).bit_count()
    )
    back = debt.missing & position.field & seen.field & ~debt.back
    cost += _surplus_cost(surplus, passing, debt) - _paid_back(back, debt)
    surplus |= unexplained
    still = lain and _unexplained(position, look, away, taken, LAIN_LONG_MS, STILL_REST)
    still |= open_missing & (_FIELD | _UNREAD) if look.rest >= STILL_REST and not hides_field else 0
    cost += STILL_MISSING * (still & ~debt.still).bit_count()
    extra, read = reading_cost(taken, debt.read) if taken else (0.0, debt.read)
    cost += extra
    missing = (open_missing | covered) & ~hidden  # where nothing moves any more it is still to be paid
    cost += LASTING * ((missing & debt.missing).bit_count() + (surplus & debt.surplus).bit_count())
    return cost, Debt(
        debt.missing | missing,
        debt.surplus | surplus,
        debt.strange | strange,
        debt.still | still,
        read,
        debt.passing | passing,
        debt.back | back,
        debt.under | under,
    )


def _under_hands(gone: int, look: Look) -> int:
    """Bits of the field if something lies over it: it moves, or so many of its cards are `gone` that it must."""
    return _FIELD if look.hides_field or (look.rest == 0 and gone.bit_count() >= AT_ONCE) else 0


def _in_any_zone(bits: int) -> int:
    """Faces of which there is a bit in a zone."""
    faces = 0
    while bits:
        faces |= bits & _FIELD
        bits >>= _ZONE
    return faces


def _unseen_cost(position: Position, look: Look, ever: tuple[int, ...], unseen: int, debt: Debt) -> tuple[float, int]:
    """What captures cost of which it comes up that they are `unseen`, and which of them others are laid on."""
    cost, under, at = 0.0, 0, 0
    for seat, pile in enumerate(position.piles if unseen else ()):
        at += _ZONE
        if gone := unseen >> at & _FIELD:
            plain = without(gone, position.under)
            under |= (gone & ~plain) << at
            shown = (look.there.captures[seat] | look.there.shown[seat] | ever[seat]) & pile
            stacks = ((debt.missing & ~debt.under) >> at & pile).bit_count() >= STACKED
            stacked = plain & months_of(shown) if stacks else 0
            cost += MISSING_UNDER * (gone & ~plain).bit_count()
            cost += MISSING_STACKED * stacked.bit_count() + MISSING_PILE * (plain & ~stacked).bit_count()
    return cost, under


def _paid_back(back: int, debt: Debt) -> float:
    """What is paid back for cards of the field that are seen there again."""
    return (MISSING_OPEN - COVERED) * back.bit_count() + STILL_MISSING * (back & debt.still).bit_count()


def strangers(position: Position, look: Look, debt: Debt, face: int) -> int:
    """How many cards are read as `face` in `look`, and were before, where captures and shown cards lie with no such one
    among them: something else is taken for it there."""
    if not debt.surplus & ~_FIELD:
        return 0
    count, there = 0, look.there
    for seat, pile in enumerate(position.piles):
        lies = merged(there.captures[seat], there.shown[seat]) & ~merged(pile, position.exposed[seat])
        count += (debt.surplus >> (seat + 1) * _ZONE & lies & GROUPS[face]).bit_count()
    return count


def _missing_open(hand: int, should: int, lies: int, shown: int) -> int:
    """Which cards of an open hand are not seen, as bits of what `should` lie with its player: one of the same face that
    `lies` among the captures stands for none of them. Those of the captures have the lower bits."""
    left = should
    for face in faces_in(should & ~lies):
        gone = min(count_of(should, face) - count_of(lies, face), count_of(hand, face) - count_of(shown, face))
        for _ in range(gone):
            left = take(left, face)
    return should & ~left


def _stirred(look: Look) -> int:
    """Bits of the zones in which something moves: the field and captures."""
    stirred = _FIELD if look.hides_field else 0
    for seat in range(len(look.seen.captures)):
        stirred |= _FIELD << (seat + 1) * _ZONE if look.stirs_captures(seat) else 0
    return stirred


def _surplus_cost(surplus: int, passing: int, debt: Debt) -> float:
    """What cards cost that are seen where none should lie, `passing` where something moves."""
    fresh = surplus & ~debt.surplus
    in_part = (passing & ~debt.passing).bit_count() - (fresh & debt.passing).bit_count()
    return SURPLUS * fresh.bit_count() + PASSING * in_part


def _unexplained(position: Position, look: Look, away: int, taken: Taken, ms: int, rest: int) -> int:
    """Bits for cards that lie unread on the field and are none that should lie there: each may cover one of those.

    All count of a look that lasted for `rest` (place in `REST_MS`), and else those that have been in sight for `ms`.
    """
    if look.unread <= position.unread:
        return 0
    lying = look.unread
    if look.rest < rest:
        tracks = [track for track, *_ in taken]
        lain = [each for each in look.unread_cards if each.seen and look.t_ms - each.since_ms >= ms]
        lying = min(lying, sum(each.track not in tracks for each in lain))
    covering = (position.field & ~look.there.field).bit_count() + (away & ~look.there.field).bit_count()
    return ((1 << max(lying - position.unread - covering, 0)) - 1) << _MORE


def discrepancies(position: Position, look: Look) -> int:
    """How many cards lie otherwise than they should: cards of the field, and cards that should lie nowhere.

    A card that lies with a player who did not capture it counts twice: more hangs on it.
    """
    away = still_away(position, look.there)
    count = (position.field & ~look.there.field).bit_count()
    count += (look.seen.field & ~merged(position.field, away)).bit_count()
    for seat, pile in enumerate(position.piles):
        should = merged(pile, position.exposed[seat])
        count += 2 * (merged(look.seen.captures[seat], look.seen.shown[seat]) & ~should).bit_count()
    return count
