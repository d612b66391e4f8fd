"""Advice for one player, from what that player can see: what a card takes, how far each set is, what not to play.

Nothing here guesses. A missing card is `Fate.SURE` or `Fate.LOST` only where the rules of capturing leave no
other end, provided the deal is played on; everything else is `Fate.OPEN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from .cards import DECK, Card, CardSet
from .errors import Inconsistent
from .ruleset import find_ruleset
from .yaku import SetRow

_NOTHING = CardSet()


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it, or as everybody does if `hand` is left empty.

    Seats are numbered in play order, the 親 first.
    Raises: Inconsistent if a card is in two places.
    """

    ruleset_id: str
    seat: int
    """Whose view it is."""
    captured: tuple[CardSet, ...]
    """The piles, by seat."""
    field: CardSet
    hand: CardSet = _NOTHING
    """All cards this player holds, shown or not."""
    shown: tuple[CardSet, ...] = ()
    """Cards that lie open for a hand yaku, by seat; empty if nobody shows any."""
    mandatory: bool = True
    """COM-CAP-05: a card that matches must capture."""

    def __post_init__(self) -> None:
        places = [self.field, *self.captured, *(cards for _, cards in self.open_hands)]
        for one, other in combinations(places, 2):
            if one & other:
                raise Inconsistent(f"{one & other} seen in two places: {one!s} and {other!s}", "COM-CARD-01")

    @property
    def open_hands(self) -> tuple[tuple[int, CardSet], ...]:
        """Hand cards that this player knows, with their holder's seat; own ones first."""
        others = ((seat, cards) for seat, cards in enumerate(self.shown) if seat != self.seat)
        mine = self.hand or (self.shown[self.seat] if self.shown else CardSet())
        return ((self.seat, mine), *others)

    @property
    def unseen(self) -> CardSet:
        """Cards in the deck or hidden in a hand."""
        seen = self.field
        for cards in (*self.captured, *(cards for _, cards in self.open_hands)):
            seen = seen | cards
        return DECK - seen


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

    @property
    def lacking(self) -> int:
        """How many more cards complete it; 0 if it is complete."""
        return max(0, self.row.least - len(self.have))

    @property
    def dead(self) -> bool:
        """True if it cannot be completed any more."""
        return sum(card.fate is not Fate.LOST for card in self.missing) < self.lacking

    @property
    def sure(self) -> bool:
        """True if it will be completed, should the deal be played on."""
        return sum(card.fate is Fate.SURE for card in self.missing) >= self.lacking


def progress(view: View, *, left_out: frozenset[str] = frozenset()) -> tuple[Progress, ...]:
    """How far the player of this view is with every set of the game, in the rule book's order.

    Args:
        left_out: rule ids of sets that this match is played without (H2-DEKI-06).

    >>> seen = View("sannin", 0, (CardSet.parse("BF"), CardSet.parse("gh"), CardSet()), CardSet.parse("JKL"))
    >>> [(set_.row.name, set_.lacking) for set_ in progress(seen) if not set_.dead and set_.lacking < 3]
    [('赤短', 1)]
    """
    return tuple(_progress(view, row) for row in find_ruleset(view.ruleset_id).dekiyaku if row.id not in left_out)


def _progress(view: View, row: SetRow) -> Progress:
    have = row.cards & view.captured[view.seat]
    missing = [_missing(view, card) for card in row.cards - have]
    if row.biki_only and view.seat != 2:
        missing = [Missing(card.card, card.place, card.holder, Fate.LOST) for card in missing]
    return Progress(row, have, tuple(missing))


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
        if view.mandatory and left & cards and left <= cards | view.field:
            return Fate.SURE if seat == view.seat else Fate.LOST
    return Fate.OPEN
