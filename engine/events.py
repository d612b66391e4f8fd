"""What can happen at the table: frozen events with stable wire names.

The log of events is the truth; state, ledger and page are replays of it. Every event turns into JSON and
back without loss. Cards are written in the notation (``"1h 3t"``), seats are numbers counted from 0
counter-clockwise, yaku are rule ids.

    >>> event = CardPlayed(0, Card.parse("1h"), CardSet.parse("1t"))
    >>> to_json(event)
    {'type': 'card_played.v1', 'seat': 0, 'card': '1h', 'takes': '1t'}
    >>> from_json(to_json(event)) == event
    True
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_args, get_type_hints

from .cards import Card, CardSet
from .errors import NotationError
from .options import OptionValue

Json = dict[str, Any]
"""What `json.dumps` takes."""

Call = Literal["agari", "sage"]
"""Ending the deal with a completed set (上がり), or playing on (下げ)."""

Bid = Literal["deru", "oriru", "double"]
"""Taking part (出る), dropping out (降りる, 下りる), taking part at twice the rate (ダブル)."""

_RULE = "YK-LOG-03"

HOUSE = "YK-HOUSE-01"
"""No rule of the book: a payment by hand."""


def _known(word: str, words: object) -> None:
    """A word that no type checker saw is refused where the event is made. Raises: NotationError."""
    if word not in get_args(words):
        raise NotationError(f"not one of {', '.join(get_args(words))}: {word!r}", _RULE)


@dataclass(frozen=True, slots=True)
class SetsMade:
    """One player completed sets in one turn and called; a happening of a deal."""

    wire: ClassVar[str] = "sets_made"
    seat: int
    sets: tuple[tuple[str, int], ...]
    """(rule id, printed price at 小場 with its increments): 貫 from each payer, in 八十 点 from all together."""
    call: Call
    fed: tuple[tuple[str, int], ...] = ()
    """(rule id, seat) of each set that was completed with a card which that seat fed (法度)."""

    def __post_init__(self) -> None:
        _known(self.call, Call)


@dataclass(frozen=True, slots=True)
class Tobikomi:
    """A player captured all four cards of a shown three's month (飛込み); a happening of a deal."""

    wire: ClassVar[str] = "tobikomi"
    seat: int
    month: int
    hatto_by: int | None = None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A player who had played on ended the deal for half (下げの取消し); a happening of a deal."""

    wire: ClassVar[str] = "cancelled"
    seat: int


Happening = SetsMade | Tobikomi | Cancelled


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins: the game, who sits where, who deals first, and the options it is played with."""

    wire: ClassVar[str] = "match_started.v1"
    ruleset: str
    players: tuple[str, ...]
    """Names by seat, counter-clockwise (COM-SEAT-01)."""
    dealer: int = 0
    """Seat of the first dealer, as drawn (H80-FIRST-01, H88-FIRST-01, H3-FIRST-01)."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """House rules that were chosen; the others are at their defaults."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards are dealt: six lie on the field, seven in every hand."""

    wire: ClassVar[str] = "deal_started.v1"
    dealer: int
    field: CardSet
    hands: tuple[CardSet, ...] = ()
    """Hands by seat if they are known (a simulated table); empty if they are not (a real one)."""
    mizuten: bool = False
    """True if the dealer called みずてん before the deal (H88-MIZU-01)."""
    blank: int | None = None
    """Seat that was dealt the blank card, with seven at the table alone (SD-PLAYER-02)."""
    partly: bool = False
    """True where nobody knows the whole field any more: `field` has the cards of it that are known, the lights that
    decide the rate among them. Such a deal is settled from its end (YK-TOLD-03)."""


@dataclass(frozen=True, slots=True)
class BidMade:
    """A player says whether to take part (出降り)."""

    wire: ClassVar[str] = "bid_made.v1"
    seat: int
    call: Bid

    def __post_init__(self) -> None:
        _known(self.call, Bid)


@dataclass(frozen=True, slots=True)
class HandShown:
    """A squeezed-out player shows the hand to be paid for it (追い込み代, H88-BID-06)."""

    wire: ClassVar[str] = "hand_shown.v1"
    seat: int
    hand: CardSet


@dataclass(frozen=True, slots=True)
class TeyakuShown:
    """A player announces a hand yaku and lays the cards that belong to it open."""

    wire: ClassVar[str] = "teyaku_shown.v1"
    seat: int
    parts: tuple[str, ...]
    """Rule ids of the claim, one of each family at most."""
    exposed: CardSet


@dataclass(frozen=True, slots=True)
class TeyakuClosed:
    """Nobody has more hand yaku to announce; the first card played says the same."""

    wire: ClassVar[str] = "teyaku_closed.v1"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The first half of a turn: a hand card (COM-TURN-01)."""

    wire: ClassVar[str] = "card_played.v1"
    seat: int
    card: Card
    takes: CardSet
    """The field cards it captures; empty if it stays on the field."""


@dataclass(frozen=True, slots=True)
class CardTurned:
    """The second half of a turn: the top card of the deck (COM-TURN-01)."""

    wire: ClassVar[str] = "card_turned.v1"
    seat: int
    card: Card
    takes: CardSet


@dataclass(frozen=True, slots=True)
class DekiyakuCalled:
    """The player who completed a set ends the deal or plays on."""

    wire: ClassVar[str] = "dekiyaku_called.v1"
    seat: int
    call: Call

    def __post_init__(self) -> None:
        _known(self.call, Call)


@dataclass(frozen=True, slots=True)
class SageCancelled:
    """The player who had played on ends the deal for half (下げの取消し)."""

    wire: ClassVar[str] = "sage_cancelled.v1"
    seat: int


@dataclass(frozen=True, slots=True)
class TwoTurned:
    """By mistake a second deck card was seen just when a set was complete (H3-MISHAP-03)."""

    wire: ClassVar[str] = "two_turned.v1"
    seat: int


@dataclass(frozen=True, slots=True)
class HattoExempted:
    """A player shows a hand of nothing but 法度 cards, cheapest played first (H3-HATTO-03)."""

    wire: ClassVar[str] = "hatto_exempted.v1"
    seat: int
    card: Card
    """The card that fed the set."""
    hand: CardSet
    """The hand when it was played, that card included."""


@dataclass(frozen=True, slots=True)
class TeyakuVoided:
    """A hand yaku turned out to be announced wrongly (H3-MISHAP-04)."""

    wire: ClassVar[str] = "teyaku_voided.v1"
    seat: int


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The deal cannot be saved and is dealt again (H3-MISHAP-01, H3-MISHAP-02, H3-MISHAP-05)."""

    wire: ClassVar[str] = "deal_voided.v1"


@dataclass(frozen=True, slots=True)
class DealResult:
    """Result mode: what lies on the table at the end and what was declared on the way."""

    wire: ClassVar[str] = "deal_result.v1"
    captures: tuple[CardSet, ...]
    """Piles by seat; of those who are not in play empty."""
    happenings: tuple[Happening, ...] = ()
    """Completed sets with their calls, 飛込み and cancels in the order in which they happened. A 飛込み that the
    piles show may be left out unless somebody had played on before."""


MOST_BY_HAND = 120_000
"""Largest payment by hand, 文 (八十: 点): 10,000 貫, which is no slip of the finger any more."""

REASON_LENGTH = 60
"""Longest reason of a payment by hand, in characters."""

JOINER = "\u200d"
"""Joins emoji to one sign, as in a family."""


@dataclass(frozen=True, slots=True)
class HousePayment:
    """A payment that the table agreed on and no rule of the book asks for, with its reason (YK-HOUSE-01)."""

    wire: ClassVar[str] = "house_payment.v1"
    payer: int
    payee: int
    mon: int
    """Amount in 文 (八十: 点), above 0."""
    reason: str
    """Why, in the words of those who agreed."""

    def __post_init__(self) -> None:
        if not 1 <= self.mon <= MOST_BY_HAND:
            raise NotationError("not an amount from 1 to {most}: {mon}", HOUSE, most=MOST_BY_HAND, mon=self.mon)
        # It is printed on one line of the sheet: nothing that breaks it or turns it around. Joined emoji are one sign.
        marks = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
        signs = self.reason.replace(JOINER, "")
        if not (signs.strip() and len(self.reason) <= REASON_LENGTH):
            raise NotationError(
                "not a reason of 1 to {most} characters: {reason!r}", HOUSE, most=REASON_LENGTH, reason=self.reason
            )
        if hidden := [char for char in signs if unicodedata.category(char) in marks]:
            raise NotationError("a reason cannot hold {char!r}: {reason!r}", HOUSE, char=hidden[0], reason=self.reason)


@dataclass(frozen=True, slots=True)
class PointsCounted:
    """Result mode without the cards: people counted the card points and tell what happened (YK-TOLD-01, YK-TOLD-02)."""

    wire: ClassVar[str] = "points_counted.v1"
    points: tuple[int, ...]
    """Card points by seat, 0 of those who are not in play; empty where they decide nothing."""
    happenings: tuple[Happening, ...] | None = None
    """Completed sets with their calls, 飛込み and cancels in the order in which they happened; None where nobody was
    asked, which is refused if any could have been."""
    kasu: tuple[int, ...] = ()
    """Kasu by seat, willow among them, where somebody has enough for 素十六; else empty."""
    roles: tuple[tuple[str, int], ...] = ()
    """(rule id, seat) of each end-of-deal set of すだおし (SD-DEKI-00)."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The people end the match between two deals, before the last that was agreed on (YK-END-01)."""

    wire: ClassVar[str] = "match_ended.v1"


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """People answered what was asked about the table, and the answer books nothing by itself yet.

    It changes no state: it stands in the log, so that it is kept, dated and taken back like any other event. What a
    question and its answers are is known to who asks.
    """

    wire: ClassVar[str] = "question_answered.v1"
    question: Mapping[str, Any]
    """In JSON values."""
    answer: Mapping[str, Any]
    """In JSON values."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "question", MappingProxyType(dict(self.question)))
        object.__setattr__(self, "answer", MappingProxyType(dict(self.answer)))


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier event is replaced by others (by none: taken back); all after it is recomputed."""

    wire: ClassVar[str] = "corrected.v1"
    seq: int
    """Place of the replaced event in the log, from 0."""
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class DealInserted:
    """A whole deal that nobody had booked counts before one that was booked; all after it is recomputed.

    Its events stand at the place of this one in the log, where they can be corrected, and count earlier.
    """

    wire: ClassVar[str] = "deal_inserted.v1"
    before: int
    """Place in the log of the start of the deal before which it counts; where several do, they count as they were
    booked."""
    events: tuple[Event, ...]
    """The deal from its start to its end."""
    then: tuple[Corrected, ...] = ()
    """What stands in for other events with it: another deals, and bids are asked in another order (`arrange`)."""


@dataclass(frozen=True, slots=True)
class CorrectedTogether:
    """Corrections that make sense only together, and are taken back together, as of all events of a deal that was never
    played and of who dealt the deals after it (`arrange`)."""

    wire: ClassVar[str] = "corrected_together.v1"
    parts: tuple[Corrected, ...]


Correction = Corrected | DealInserted | CorrectedTogether
"""What changes the events before it, and is no event of the game itself."""


Event = (
    MatchStarted
    | DealStarted
    | BidMade
    | HandShown
    | TeyakuShown
    | TeyakuClosed
    | CardPlayed
    | CardTurned
    | DekiyakuCalled
    | SageCancelled
    | TwoTurned
    | HattoExempted
    | TeyakuVoided
    | DealVoided
    | DealResult
    | HousePayment
    | PointsCounted
    | MatchEnded
    | QuestionAnswered
    | Corrected
    | DealInserted
    | CorrectedTogether
)

EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {
        kind.wire: kind
        for kind in (
            *(MatchStarted, DealStarted, BidMade, HandShown, TeyakuShown, TeyakuClosed, CardPlayed, CardTurned),
            *(DekiyakuCalled, SageCancelled, TwoTurned, HattoExempted, TeyakuVoided, DealVoided, DealResult),
            *(PointsCounted, MatchEnded, HousePayment, QuestionAnswered, Corrected, DealInserted, CorrectedTogether),
        )
    }
)
"""Event types by wire name."""

_HAPPENINGS: dict[str, type[Happening]] = {kind.wire: kind for kind in (SetsMade, Tobikomi, Cancelled)}


def to_json(value: Event | Happening) -> Json:
    """The event as plain JSON values, `type` first."""
    return {"type": value.wire} | {item.name: _encode(getattr(value, item.name)) for item in fields(value)}


def from_json(data: object) -> Event:
    """The event written as `data`.

    Raises: NotationError for an unknown type, a missing, unknown or malformed field, or an impossible card.
    """
    event: Event = _decode(data, EVENTS)
    return event


def _encode(value: object) -> Any:
    if isinstance(value, CardSet | Card):
        return str(value)
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "wire"):
        return to_json(value)  # type: ignore[arg-type]  # whatever has a wire name is an event or happening
    return value


def _decode(data: object, kinds: Mapping[str, type[Any]]) -> Any:
    if not isinstance(data, Mapping):
        raise NotationError(f"not an event: {data!r} is no object with a type", _RULE)
    kind = kinds.get(str(data.get("type")))
    if kind is None:
        raise NotationError(f"no event type {data.get('type')!r}: expected one of {', '.join(kinds)}", _RULE)
    readers = _readers(kind)
    given = {str(key): value for key, value in data.items() if key != "type"}
    if unknown := sorted(given.keys() - readers.keys()):
        raise NotationError(f"{kind.wire} has no field {unknown[0]!r}: expected {', '.join(readers)}", _RULE)
    try:
        return kind(**{key: readers[key](value) for key, value in given.items()})
    except NotationError as error:
        raise NotationError("{what}: {why}", error.rule, what=kind.wire, why=error.message) from error
    except TypeError as error:
        missing = re.findall(r"'(\w+)'", str(error))
        raise NotationError(f"{kind.wire}: missing {', '.join(missing)}", _RULE) from error


def _readers(kind: type[Any]) -> dict[str, Callable[[object], Any]]:
    found = _READER_CACHE.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        found = {item.name: _READERS[hints[item.name]] for item in fields(kind)}
        _READER_CACHE[kind] = found
    return found


_READER_CACHE: dict[type[Any], dict[str, Callable[[object], Any]]] = {}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(f"not a text: {value!r}", _RULE)
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise NotationError(f"not a whole number: {value!r}", _RULE)
    return value


def _switch(value: object) -> bool:
    if type(value) is not bool:
        raise NotationError(f"neither true nor false: {value!r}", _RULE)
    return value


def _maybe_number(value: object) -> int | None:
    return None if value is None else _number(value)


def _many(read: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def reader(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise NotationError(f"not a list: {value!r}", _RULE)
        return tuple(read(item) for item in value)

    return reader


def _priced(value: object) -> tuple[str, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(f"not a pair of rule id and price: {value!r}", _RULE)
    return _text(value[0]), _number(value[1])


def _options(value: object) -> Mapping[str, OptionValue]:
    if not isinstance(value, Mapping):
        raise NotationError(f"not an object of options: {value!r}", _RULE)
    return {_text(key): item for key, item in value.items()}


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise NotationError(f"not an object: {value!r}")
    return value


def _cards(value: object) -> CardSet:
    return CardSet.parse(_text(value))


def _happenings(value: object) -> tuple[Happening, ...]:
    return _many(lambda each: _decode(each, _HAPPENINGS))(value)


# By the field's type, so that a new event needs no code of its own.
_READERS: dict[Any, Callable[[object], Any]] = {
    str: _text,
    int: _number,
    bool: _switch,
    int | None: _maybe_number,
    Card: lambda value: Card.parse(_text(value)),
    CardSet: _cards,
    # Their words are checked by the events themselves.
    Call: _text,
    Bid: _text,
    tuple[str, ...]: _many(_text),
    tuple[int, ...]: _many(_number),
    tuple[CardSet, ...]: _many(_cards),
    tuple[tuple[str, int], ...]: _many(_priced),
    Mapping[str, OptionValue]: _options,
    Mapping[str, Any]: _object,
    tuple[Happening, ...]: _happenings,
    tuple[Happening, ...] | None: lambda value: None if value is None else _happenings(value),
    tuple[Event, ...]: _many(lambda value: _decode(value, EVENTS)),
    tuple[Corrected, ...]: _many(lambda value: _decode(value, {Corrected.wire: Corrected})),
}
