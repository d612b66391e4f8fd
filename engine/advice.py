"""Advice for one player, from what that player can see: what a card takes, how far each set is, what not to play.

Nothing here guesses. A missing card is `Fate.SURE` or `Fate.LOST` only where the rules of capturing leave no
other end, provided the deal is played on; everything else is `Fate.OPEN`. A warning says what a play can cost,
not what it will.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as given
from enum import Enum
from itertools import combinations

from .ba import Rate
from .capture import capture_choices
from .cards import DECK, Card, CardSet, Month
from .dekiyaku import Made, find_dekiyaku, is_biki, new_sets
from .errors import Inconsistent
from .hatto import Waiting, is_exempt, threatened, tobikomi_hatto
from .options import OptionValue
from .rules import find_ruleset
from .state import Phase, State
from .yaku import KAN, SetRow

_NOTHING = CardSet()
_PLAIN = Rate(1)


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it, or as everybody does if `hand` holds no more than is shown.

    Tuples are by seat at the table. Raises: Inconsistent if a card is in two places.
    """

    ruleset_id: str
    seat: int
    """Whose view it is; one of `order`."""
    order: tuple[int, ...]
    """Seats in play, in play order."""
    captured: tuple[CardSet, ...]
    """The piles."""
    field: CardSet
    hand: CardSet = _NOTHING
    """All cards that this player is known to hold, shown ones included."""
    shown: tuple[CardSet, ...] = ()
    """Hand cards that lie open for a hand yaku; empty if nobody shows any."""
    threes: tuple[tuple[int, int], ...] = ()
    """Seat and month of announced threes that can still pay 飛込み."""
    lowered: tuple[int, ...] = ()
    """Who has played on with a set (下げ)."""
    called: tuple[str, ...] = ()
    """Rule ids of the sets that this player has played on with."""
    captures_left: int | None = None
    """How many more cards this player plays and turns, each of which may capture; None if not known."""
    rate: Rate = _PLAIN
    options: Mapping[str, OptionValue] = given(default_factory=dict)
    """House rules that are not at their defaults."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", find_ruleset(self.ruleset_id).choose(self.options))
        places = [self.field, *self.captured, *(cards for _, cards in self.open_hands)]
        for one, other in combinations(places, 2):
            if one & other:
                raise Inconsistent(
                    "{cards} in two places: {one} and {other}", "COM-CARD-01", cards=one & other, one=one, other=other
                )

    @property
    def open_hands(self) -> tuple[tuple[int, CardSet], ...]:
        """Hand cards that this player knows, with their holder's seat; own ones first."""
        others = ((seat, cards) for seat, cards in enumerate(self.shown) if seat != self.seat)
        return ((self.seat, self.hand), *others)

    @property
    def unseen(self) -> CardSet:
        """Cards in the deck or hidden in a hand."""
        seen = self.field
        for cards in (*self.captured, *(cards for _, cards in self.open_hands)):
            seen = seen | cards
        return DECK - seen


def view_of(state: State, seat: int, hand: CardSet | None = None) -> View:
    """The view of a seat in the running deal.

    Args:
        seat: one that is in play.
        hand: the cards this player holds; None for what everybody sees, the shown ones alone.

    Raises: Inconsistent if no deal is running or the seat is not in play.
    """
    deal = state.deal
    if deal is None or seat not in deal.order:
        raise Inconsistent("seat {seat} is not in play", "COM-TURN-01", state, seat=seat)
    chosen = {option.key for option in state.game.options}
    return View(
        state.game.id,
        seat,
        deal.order,
        deal.piles,
        deal.field,
        deal.exposed[seat] if hand is None else hand,
        deal.exposed,
        tuple((tobikomi.seat, tobikomi.month) for tobikomi in deal.shown_threes if not tobikomi.done),
        deal.lowered,
        tuple(rule for rule, _ in deal.made[seat]),
        2 * deal.hand_size(seat) + (state.phase is Phase.DECK and deal.player == seat),
        deal.rate,
        {key: value for key, value in state.options.items() if key in chosen},
    )


# -- sets ---------------------------------------------------------------------------------------------------


class Place(Enum):
    """Where a card lies."""

    PILE = "pile"
    HAND = "hand"
    FIELD = "field"
    UNSEEN = "unseen"


class Fate(Enum):
    """Whether a card can still come to a player's pile."""

    SURE = "sure"
    OPEN = "open"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Missing:
    """A card of a set that a player has not captured."""

    card: Card
    place: Place
    holder: int | None
    """Seat of the pile or open hand it is in; None on the field or unseen."""
    fate: Fate


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one player is with one set (dekiyaku, 出来役)."""

    row: SetRow
    have: CardSet
    missing: tuple[Missing, ...]
    captures_left: int | None = None
    """As in `View`."""

    @property
    def lacking(self) -> int:
        """How many more cards complete it; 0 if it is complete."""
        return self.row.lacking(self.have)

    @property
    def dead(self) -> bool:
        """True if it cannot be completed any more: too many cards are lost, or too few captures are left.

        One capture brings cards of one month (COM-CAP-02, COM-CAP-04).
        """
        if any(card.fate is Fate.LOST and card.card in self.row.must for card in self.missing):
            return True
        months = Counter(card.card.month for card in self.missing if card.fate is not Fate.LOST)
        most = [count for _, count in months.most_common(self.captures_left)]
        return sum(most) < self.lacking

    @property
    def sure(self) -> bool:
        """True if it will be completed, should the deal be played on."""
        sure = CardSet(card.card for card in self.missing if card.fate is Fate.SURE)
        return self.row.held(self.have | sure)


def standing(view: View, pile: CardSet | None = None) -> tuple[Made, ...]:
    """The sets that stand in the pile of this view's player, or would in `pile`, under the options of the match."""
    return find_dekiyaku(
        view.ruleset_id,
        view.captured[view.seat] if pile is None else pile,
        options=view.options,
        lowered=view.called,
        biki=is_biki(view.order, view.seat),
    )


def progress(view: View) -> tuple[Progress, ...]:
    """How far the player of this view is with every set of the game, in the rule book's order.

    >>> piles = (CardSet.parse("BF"), CardSet.parse("gh"), CardSet())
    >>> seen = View("sannin", 0, (0, 1, 2), piles, CardSet.parse("JKL"))
    >>> [(set_.row.name, set_.lacking) for set_ in progress(seen) if not set_.dead and set_.lacking < 3]
    [('赤短', 1)]
    """
    return tuple(_progress(view, row) for row in find_ruleset(view.ruleset_id).sets(view.options))


def _progress(view: View, row: SetRow) -> Progress:
    have = row.cards & view.captured[view.seat]
    missing = [_missing(view, card) for card in row.cards - have]
    if row.biki_only and not is_biki(view.order, view.seat):
        missing = [Missing(card.card, card.place, card.holder, Fate.LOST) for card in missing]
    return Progress(row, have, tuple(missing), view.captures_left)


def _missing(view: View, card: Card) -> Missing:
    for seat, pile in enumerate(view.captured):
        if card in pile:
            return Missing(card, Place.PILE, seat, Fate.LOST)
    fate = _fate(view, card)
    for seat, cards in view.open_hands:
        if card in cards:
            return Missing(card, Place.HAND, seat, fate)
    return Missing(card, Place.FIELD if card in view.field else Place.UNSEEN, None, fate)


def _fate(view: View, card: Card) -> Fate:
    """Who gets a card that nobody has captured yet.

    If all of its month that is left lies on the field and in one hand, that hand takes all of it: nobody
    else can match, and it must capture when it plays (COM-CAP-05).
    """
    left = DECK.of_month(card.month)
    for pile in view.captured:
        left = left - pile
    for seat, cards in view.open_hands:
        if view.options["capture_mandatory"] and left & cards and left <= cards | view.field:
            return Fate.SURE if seat == view.seat else Fate.LOST
    return Fate.OPEN


# -- plays --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take:
    """One way to play a card."""

    cards: CardSet
    """What goes into the pile, the card itself included; empty if it stays on the field."""
    completes: tuple[str, ...]
    """Rule ids of the sets that this adds to the pile."""


@dataclass(frozen=True, slots=True)
class FeedWarning:
    """A play that may make this player pay for all others (hatto, 法度)."""

    seat: int
    """Who may complete something through it."""
    rules: tuple[str, ...]
    """Rule ids of what may be completed."""
    mon: int
    """What it would cost in 文."""
    excusable: bool
    """True if showing the hand would excuse it (H3-HATTO-03)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A hand card and what playing it may do."""

    card: Card
    takes: tuple[Take, ...]
    """The ways to play it; the player chooses (COM-CAP-03)."""
    warnings: tuple[FeedWarning, ...]


def plays(view: View) -> tuple[Play, ...]:
    """Every card of the hand with what it takes and what it risks.

    >>> piles = (CardSet(), CardSet.parse("BFCG"), CardSet())
    >>> seen = View("sannin", 0, (0, 1, 2), piles, CardSet.parse("MN"), CardSet.parse("JO"))
    >>> for play in plays(seen):
    ...     print(play.card, [str(take.cards) for take in play.takes], [risk.rules for risk in play.warnings])
    3t [''] [('H3-DEKI-05',)]
    4a ['4n 4a', '4t 4a'] []
    """
    return tuple(
        Play(card, takes, _warnings(view, card, stays=not all(take.cards for take in takes)))
        for card in view.hand
        for takes in [_takes(view, card)]
    )


def _takes(view: View, card: Card) -> tuple[Take, ...]:
    choices = capture_choices(view.field, card, mandatory=bool(view.options["capture_mandatory"]))
    return tuple(Take(cards, _completes(view, cards)) for cards in choices)


def _completes(view: View, cards: CardSet) -> tuple[str, ...]:
    pile = view.captured[view.seat]
    before, after = (standing(view, captured) for captured in (pile, pile | cards))
    return tuple(made.id for made in new_sets(before, after))


def _warnings(view: View, card: Card, *, stays: bool) -> tuple[FeedWarning, ...]:
    if len(view.hand) == 1:
        # The last card is always excused (H3-HATTO-03, H88-HATTO-03).
        return ()
    found = []
    for seat in view.order:
        # Who has played on pays for everybody, whoever fed the set (H3-SAGE-01, H88-SAGE-05).
        if seat != view.seat and not set(view.lowered) - {seat}:
            found += [*_set_warnings(view, card, seat)] if stays else []
            found += _tobikomi_warnings(view, card, seat)
    return tuple(found)


def _set_warnings(view: View, card: Card, seat: int) -> list[FeedWarning]:
    captured = _NOTHING
    for pile in view.captured:
        captured = captured | pile
    others = [_waiting(view, other) for other in view.order if other != view.seat]
    shadow = str(view.options.get("hatto_shadow", "kimari_only"))
    rows = threatened(view.ruleset_id, card, _waiting(view, seat), captured, shadow=shadow)
    rows = tuple(row for row in rows if _may_complete(view, card, seat, row))
    if not rows:
        return []
    excusable = is_exempt(view.ruleset_id, card, view.hand, others, captured, shown=True)
    mon = sum(view.rate.yaku(row.mon) for row in rows) * (len(view.order) - 1)
    return [FeedWarning(seat, tuple(row.id for row in rows), mon, excusable)]


def _may_complete(view: View, card: Card, seat: int, row: SetRow) -> bool:
    """True if `seat` could hold or turn a card that takes `card` from the field and completes `row` so: not where all
    others of its month are captured or in this player's own hand."""
    field = view.field | CardSet([card])
    shown = view.shown[seat] if view.shown else _NOTHING
    return any(
        card in taken and row.held(view.captured[seat] | taken)
        for matching in (view.unseen | shown).of_month(card.month)
        for taken in capture_choices(field, matching)
    )


def _waiting(view: View, seat: int) -> Waiting:
    place = view.order.index(view.seat)
    return Waiting(view.captured[seat], plays_before=view.order[place - 1] == seat)


def _tobikomi_warnings(view: View, card: Card, seat: int) -> list[FeedWarning]:
    """飛込み: the fourth card put on the field, or the first of the three left lying (H3-HATTO-06)."""
    game = find_ruleset(view.ruleset_id)
    if not (game.flow.tobikomi_liable or view.options.get("tobikomi_hatto")):
        return []
    mon = view.rate.bonus(KAN) * (len(view.order) - 1)
    return [
        FeedWarning(seat, (game.rules.tobikomi,), mon, excusable=False)
        for holder, number in view.threes
        for month in [Month(number)]
        if holder == seat and tobikomi_hatto(month, view.shown[seat].of_month(month), view.hand, card, view.field)
    ]
