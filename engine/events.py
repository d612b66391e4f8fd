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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_type_hints

from .cards import Card, CardSet
from .errors import NotationError
from .table import OptionValue

Json = dict[str, Any]
"""What `json.dumps` takes."""

Call = Literal["agari", "sage"]
"""Ending the deal with a completed set (上がり), or playing on (下げ)."""

Bid = Literal["deru", "oriru", "double"]
"""Taking part (出る), dropping out (降りる, 下りる), taking part at twice the rate (ダブル)."""


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


@dataclass(frozen=True, slots=True)
class BidMade:
    """A player says whether to take part (出降り)."""

    wire: ClassVar[str] = "bid_made.v1"
    seat: int
    call: Bid


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


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier event is replaced by others (by none: taken back); all after it is recomputed."""

    wire: ClassVar[str] = "corrected.v1"
    seq: int
    """Place of the replaced event in the log, from 0."""
    events: tuple[Event, ...] = ()


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
    | Corrected
)

EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {
        kind.wire: kind
        for kind in (
            *(MatchStarted, DealStarted, BidMade, HandShown, TeyakuShown, TeyakuClosed, CardPlayed, CardTurned),
            *(DekiyakuCalled, SageCancelled, TwoTurned, HattoExempted, TeyakuVoided, DealVoided, DealResult),
            Corrected,
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
        raise NotationError(f"not an event: {data!r} is no object with a type")
    kind = kinds.get(str(data.get("type")))
    if kind is None:
        raise NotationError(f"no event type {data.get('type')!r}: expected one of {', '.join(kinds)}")
    readers = _readers(kind)
    given = {str(key): value for key, value in data.items() if key != "type"}
    if unknown := sorted(given.keys() - readers.keys()):
        raise NotationError(f"{kind.wire} has no field {unknown[0]!r}: expected {', '.join(readers)}")
    try:
        return kind(**{key: readers[key](value) for key, value in given.items()})
    except NotationError as error:
        raise NotationError(f"{kind.wire}: {error}", error.rule) from error
    except TypeError as error:
        missing = re.findall(r"'(\w+)'", str(error))
        raise NotationError(f"{kind.wire}: missing {', '.join(missing)}") from error


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
        raise NotationError(f"not a text: {value!r}")
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise NotationError(f"not a whole number: {value!r}")
    return value


def _switch(value: object) -> bool:
    if type(value) is not bool:
        raise NotationError(f"neither true nor false: {value!r}")
    return value


def _maybe_number(value: object) -> int | None:
    return None if value is None else _number(value)


def _one_of(*words: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in words:
            raise NotationError(f"not one of {', '.join(words)}: {value!r}")
        return str(value)

    return read


def _many(read: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def reader(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise NotationError(f"not a list: {value!r}")
        return tuple(read(item) for item in value)

    return reader


def _priced(value: object) -> tuple[str, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(f"not a pair of rule id and price: {value!r}")
    return _text(value[0]), _number(value[1])


def _options(value: object) -> Mapping[str, OptionValue]:
    if not isinstance(value, Mapping):
        raise NotationError(f"not an object of options: {value!r}")
    return {_text(key): item for key, item in value.items()}


def _cards(value: object) -> CardSet:
    return CardSet.parse(_text(value))


# By the field's type, so that a new event needs no code of its own.
_READERS: dict[Any, Callable[[object], Any]] = {
    str: _text,
    int: _number,
    bool: _switch,
    int | None: _maybe_number,
    Card: lambda value: Card.parse(_text(value)),
    CardSet: _cards,
    Call: _one_of("agari", "sage"),
    Bid: _one_of("deru", "oriru", "double"),
    tuple[str, ...]: _many(_text),
    tuple[CardSet, ...]: _many(_cards),
    tuple[tuple[str, int], ...]: _many(_priced),
    Mapping[str, OptionValue]: _options,
    tuple[Happening, ...]: _many(lambda value: _decode(value, _HAPPENINGS)),
    tuple[Event, ...]: _many(lambda value: _decode(value, EVENTS)),
}
