"""What people may answer: frozen values, one type a kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from yakume.engine import Card
from yakume.engine.events import Bid, Call

from ..observation import SpeltCard, SpeltCards, SpeltSaid, format_said


@dataclass(frozen=True, slots=True)
class HeldBy:
    """That player holds it."""

    seat: int
    kind: Literal["held_by"] = "held_by"


@dataclass(frozen=True, slots=True)
class PutRight:
    """Whether it was booked wrongly and is to be put right."""

    yes: bool
    kind: Literal["put_right"] = "put_right"


@dataclass(frozen=True, slots=True)
class ToPutIn:
    """A deal is missing there, and is told yet."""

    kind: Literal["to_put_in"] = "to_put_in"


@dataclass(frozen=True, slots=True)
class Announced:
    """These hand yaku; with none of them, it is no announcement."""

    parts: tuple[str, ...] = ()
    kind: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class ShownBy:
    """That player announces these hand yaku."""

    seat: int
    parts: tuple[str, ...]
    kind: Literal["shown_by"] = "shown_by"


@dataclass(frozen=True, slots=True)
class Called:
    """上がり or 下げ."""

    call: Call
    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class FedBy:
    """That player's hand; None: from the deck, or exempt, so that nobody is liable."""

    seat: int | None
    kind: Literal["fed_by"] = "fed_by"


@dataclass(frozen=True, slots=True)
class AfterSage:
    """After another had played on, who pays for it whoever fed it."""

    kind: Literal["after_sage"] = "after_sage"


@dataclass(frozen=True, slots=True)
class LiesHidden:
    """That card; None: nothing is hidden."""

    card: SpeltCard | None
    kind: Literal["lies_hidden"] = "lies_hidden"


@dataclass(frozen=True, slots=True)
class LieSo:
    """Each seat has these cards besides what is seen; and what was called with them, if a set was completed so."""

    gained: tuple[SpeltCards, ...]
    call: Call | None = None
    kind: Literal["lie_so"] = "lie_so"


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """Something of the end of a deal that sets one way in which it may have ended apart from another."""

    kind: Literal["agari", "sage", "cancel", "fed", "tobikomi", "captured"]
    seat: int
    what: str = ""
    """Rule id of a set, number of a month, or a face."""
    by: int | None = None
    """Who fed it."""


@dataclass(frozen=True, slots=True)
class EndedSo:
    """It ended like this, as far as the ways part; nothing: in none of the other ways."""

    facts: tuple[Fact, ...] = ()
    fed: bool = False
    """True if another way has somebody who fed a set."""
    kind: Literal["ended_so"] = "ended_so"


@dataclass(frozen=True, slots=True)
class DealVoid:
    """The deal does not count."""

    kind: Literal["deal_void"] = "deal_void"


@dataclass(frozen=True, slots=True)
class Bidden:
    """出る, 降りる, ダブル."""

    call: Bid
    kind: Literal["bidden"] = "bidden"


@dataclass(frozen=True, slots=True)
class CancelNow:
    """The deal ends for half."""

    kind: Literal["cancel_now"] = "cancel_now"


@dataclass(frozen=True, slots=True)
class CardIs:
    """What a person says it is."""

    said: SpeltSaid
    kind: Literal["card_is"] = "card_is"


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """One half-turn of a deal as people say that it was made."""

    at: int
    """Its place among those of the deal, from 0."""
    card: SpeltCard
    takes: SpeltCards
    by: int = 0
    """It was made before the table lay still so often in this deal; 0: when is not said."""


@dataclass(frozen=True, slots=True)
class PlayedSo:
    """These half-turns were made so, whatever was seen; of the others nothing is said."""

    turns: tuple[HalfTurn, ...] = ()
    never: tuple[HalfTurn, ...] = ()
    """Cards that were not played from these places on before the table lay still so often (`HalfTurn.by`)."""
    kind: Literal["played_so"] = "played_so"


Answer = Annotated[
    HeldBy
    | PutRight
    | ToPutIn
    | Announced
    | ShownBy
    | Called
    | FedBy
    | AfterSage
    | LiesHidden
    | LieSo
    | EndedSo
    | DealVoid
    | Bidden
    | CancelNow
    | CardIs
    | PlayedSo,
    Field(discriminator="kind"),
]


def spell_answer(answer: Answer) -> str:
    """An id that tells `answer` from the others of its question; nobody takes it apart."""
    match answer:
        case HeldBy(seat):
            return f"seat{seat}"
        case PutRight(yes):
            return "fix" if yes else "keep"
        case ToPutIn():
            return "put_in"
        case Announced(parts):
            return "+".join(parts) or "none"
        case ShownBy(seat, parts):
            return f"seat{seat}:{'+'.join(parts)}"
        case Called(call) | Bidden(call):
            return call
        case FedBy(seat):
            return "none" if seat is None else f"seat{seat}"
        case AfterSage():
            return "late"
        case LiesHidden(card):
            return "none" if card is None else str(card)
        case LieSo(gained, call):
            piles = ",".join(f"seat{seat}:{cards.letters}" for seat, cards in enumerate(gained) if cards)
            return f"{piles}+{call}" if call else piles
        case EndedSo(facts):
            return ",".join(f"{fact.kind}:{fact.seat}:{fact.what}:{fact.by}" for fact in facts) or "otherwise"
        case DealVoid():
            return "void"
        case CancelNow():
            return "cancel"
        case CardIs(said):
            return format_said(said)
        case PlayedSo(turns, never):
            told = [f"{turn.at}:{turn.card}:{turn.takes.letters}" for turn in turns]
            return ",".join((*told, *(f"not {turn.at}:{turn.card}:{turn.takes.letters}" for turn in never)))


def card_told(answer: Answer) -> Card | None:
    """The card whose picture says an answer better than words."""
    if isinstance(answer, LiesHidden):
        return answer.card
    return answer.said if isinstance(answer, CardIs) and isinstance(answer.said, Card) else None
