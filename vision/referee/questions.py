"""What people are asked: frozen values, one type a kind, each with its deal and the rule that makes it matter.

A question is known by what it asks; what only helps to say it (`compare=False`) makes no other one of it. Its words in
both languages are made where they are shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field
from yakume.engine import CardSet

from ..observation import SpeltCard, SpeltCards, SpeltZone

NOTHING = CardSet()


@dataclass(frozen=True, slots=True)
class BlankHeld:
    """Who was dealt the blank card, which nobody lays on the table (SD-PLAYER-02)?"""

    deal: int
    """Which deal that was laid in this match, from 1; deals that do not count are counted, too."""
    cards: SpeltCards
    rule: str = field(default="SD-PLAYER-02", compare=False)
    """The rule that makes it matter, empty if none does more than others."""
    kind: Literal["blank_held"] = "blank_held"


@dataclass(frozen=True, slots=True)
class FirstField:
    """Did the deal begin with the field `cards`, and not with the cards that were booked?"""

    deal: int
    cards: SpeltCards
    booked: SpeltCards = field(default=NOTHING, compare=False)
    rule: str = field(default="", compare=False)
    kind: Literal["first_field"] = "first_field"


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """Which light is the card of the first field that nobody can read, beside the others `known`? The rate hangs on
    it."""

    deal: int
    known: SpeltCards
    rule: str = field(default="", compare=False)
    taken: SpeltCards = field(default=NOTHING, compare=False)
    """Lights that were captured by then, and came in sight together with the card that they took or that took them:
    either may have lain there."""
    kind: Literal["unread_card"] = "unread_card"


@dataclass(frozen=True, slots=True)
class WhichTeyaku:
    """Which hand yaku do the cards `shown` announce?"""

    deal: int
    seat: int
    shown: SpeltCards
    rule: str = field(default="", compare=False)
    kind: Literal["which_teyaku"] = "which_teyaku"


@dataclass(frozen=True, slots=True)
class WhoShows:
    """Who laid the cards `shown` open beside all zones, and which hand yaku do they announce?"""

    deal: int
    shown: SpeltCards
    rule: str = field(default="", compare=False)
    told: int | None = field(default=None, compare=False)
    """For whom that hand yaku was told, where the cards lie before somebody else; None for cards beside all zones."""
    kind: Literal["who_shows"] = "who_shows"


@dataclass(frozen=True, slots=True)
class SetToCall:
    """Does who completed `sets` end the deal or play on (上がり, 下げ)?"""

    deal: int
    seat: int
    sets: tuple[str, ...]
    """Rule ids."""
    rule: str = field(default="", compare=False)
    calls: int = 0
    """How often that player has called in the deal: after a 下げ the next set is another question."""
    kind: Literal["set_to_call"] = "set_to_call"


@dataclass(frozen=True, slots=True)
class WhoFed:
    """Who put the card on the field that completed `sets` under 法度 (H3-HATTO-01, H88-HATTO-01)?"""

    deal: int
    seat: int
    """Who completed them."""
    sets: tuple[str, ...]
    """Rule ids."""
    laid: tuple[SpeltCard, ...] = field(default=(), compare=False)
    """The cards that may have been it."""
    rule: str = field(default="", compare=False)
    kind: Literal["who_fed"] = "who_fed"


@dataclass(frozen=True, slots=True)
class WhoFedTobikomi:
    """Who is liable for a 飛込み that lies complete (H3-HATTO-06), or was it after another's 下げ (H3-SAGE-03)?"""

    deal: int
    seat: int
    """Who captured all four of `month`."""
    month: int
    fourth: SpeltCard | None = field(default=None, compare=False)
    """The card that completed it, if that is known."""
    after_sage: bool = field(default=False, compare=False)
    """True if another had played on, so that it is to be said which came first."""
    rule: str = field(default="", compare=False)
    kind: Literal["who_fed_tobikomi"] = "who_fed_tobikomi"


@dataclass(frozen=True, slots=True)
class HiddenCapture:
    """Which card of the month lies hidden beside those `seen` among a player's captures (COM-CAP-02)?"""

    deal: int
    seat: int
    seen: SpeltCards
    rule: str = field(default="COM-CAP-02", compare=False)
    kind: Literal["hidden_capture"] = "hidden_capture"


@dataclass(frozen=True, slots=True)
class OddPiles:
    """Where do the cards lie of which some pile holds one or three of a month, all being captured (COM-CAP-02)?"""

    deal: int
    piles: tuple[SpeltCards, ...]
    """By seat, as they are seen."""
    rule: str = field(default="COM-CAP-02", compare=False)
    kind: Literal["odd_piles"] = "odd_piles"


@dataclass(frozen=True, slots=True)
class TableCleared:
    """How did the deal end? The table was cleared with only `seen` captured cards seen."""

    deal: int
    seen: int
    rule: str = field(default="", compare=False)
    void: bool = field(default=False, compare=False)
    """True if it is booked as one that does not count until somebody says how it ended."""
    at: int = field(default=0, compare=False)
    """Place in the log of the next deal's start, before which it can be told and put in; 0 where it cannot."""
    kind: Literal["table_cleared"] = "table_cleared"


@dataclass(frozen=True, slots=True)
class HowEnded:
    """In which of several ways did a deal end whose half-turns can be read in each of them?"""

    deal: int
    ways: int = field(default=2, compare=False)
    """Where there is one alone, it was not followed surely: is it right as it was booked? Where there is none, the end
    was taken back, and the table still looks as if it was right."""
    rule: str = field(default="", compare=False)
    kind: Literal["how_ended"] = "how_ended"


@dataclass(frozen=True, slots=True)
class BidDue:
    """What does who has to bid now say (H80-BID-02, H88-BID-02)?"""

    deal: int
    seat: int
    after: int
    """Events in the log: the next round of the same player is another question."""
    rule: str = field(default="", compare=False)
    kind: Literal["bid_due"] = "bid_due"


@dataclass(frozen=True, slots=True)
class CancelSage:
    """Does who played on want to end the deal for half (H3-SAGE-08, H88-SAGE-07)?"""

    deal: int
    seat: int
    times: int
    """How often was played on in the deal."""
    rule: str = field(default="", compare=False)
    kind: Literal["cancel_sage"] = "cancel_sage"


@dataclass(frozen=True, slots=True)
class DoubtfulCard:
    """Which card is it that lies still and cannot be read?"""

    deal: int
    track: int
    zone: SpeltZone = field(compare=False)
    rule: str = field(default="", compare=False)
    foreign: bool = field(default=False, compare=False)
    """True if all that it looks like lies elsewhere: it may be a card of another deck."""
    kind: Literal["doubtful_card"] = "doubtful_card"


@dataclass(frozen=True, slots=True)
class UnseenDeal:
    """Was a deal played before this one, while nobody watched or while it could not be begun, or was it taken back?"""

    deal: int
    at_once: bool = field(default=False, compare=False)
    """True as long as no deal has been settled since: it can be taken back so that the other is told first."""
    at: int = field(default=0, compare=False)
    """Place in the log of its start, before which the other is put in."""
    missing: bool = field(default=False, compare=False)
    """True once people said that one was played, and have not told it yet."""
    seen: bool = field(default=False, compare=False)
    """True if it was seen to be played and put away, or was booked and taken back, its start too."""
    rule: str = field(default="", compare=False)
    kind: Literal["unseen_deal"] = "unseen_deal"


@dataclass(frozen=True, slots=True)
class WhoLeads:
    """Does `seat` lead in the first deal, as play is seen, and so another deal first than was told?"""

    deal: int
    seat: int
    booked: int = field(default=0, compare=False)
    """Who leads as it is booked."""
    rule: str = field(default="", compare=False)
    kind: Literal["who_leads"] = "who_leads"


@dataclass(frozen=True, slots=True)
class HowPlayed:
    """How did the half-turns of the deal go? Nobody is asked: people say so where one was taken for another."""

    deal: int
    rule: str = field(default="COM-TURN-01", compare=False)
    kind: Literal["how_played"] = "how_played"


Question = Annotated[
    BlankHeld
    | FirstField
    | UnreadCard
    | WhichTeyaku
    | WhoShows
    | SetToCall
    | WhoFed
    | WhoFedTobikomi
    | HiddenCapture
    | OddPiles
    | TableCleared
    | HowEnded
    | BidDue
    | CancelSage
    | DoubtfulCard
    | UnseenDeal
    | WhoLeads
    | HowPlayed,
    Field(discriminator="kind"),
]


def cards_asked(question: Question) -> CardSet:
    """The cards that a question is about; none where it is about no certain ones."""
    match question:
        case BlankHeld(cards=cards) | FirstField(cards=cards) | UnreadCard(known=cards):
            return cards
        case WhichTeyaku(shown=cards) | WhoShows(shown=cards) | HiddenCapture(seen=cards):
            return cards
        case WhoFed(laid=laid):
            return CardSet(laid)
        case WhoFedTobikomi(fourth=fourth) if fourth is not None:
            return CardSet([fourth])
    return NOTHING
