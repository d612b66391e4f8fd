"""What is seen of the table in one frame: one type from the camera to the page, with one codec for process borders.

The vision worker sends `encode(observation)`, the web process takes `decode` of that, a page is told `to_json`. What
people say of the picture makes a new observation of an old one. Nothing here touches pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter
from yakume.engine import BACK, Card, CardSet, Face

from .zones import DECK, Zone

Span = tuple[int, int]
"""From when until when, ms."""


class NoCard(Enum):
    """What a person says of something that is no card at all."""

    NO_CARD = "none"


NO_CARD = NoCard.NO_CARD

Said = Card | Face | NoCard
"""What a person says lies somewhere: a card, `BACK` for one that lies face down, or `NO_CARD`."""


def parse_said(text: str) -> Said:
    """What a person said, spelt as a card, ``back`` or ``none``. Raises: NotationError."""
    if text == NO_CARD.value:
        return NO_CARD
    return BACK if text == str(BACK) else Card.parse(text)


def format_said(said: Said) -> str:
    """`said` as `parse_said` takes it."""
    return said.value if isinstance(said, NoCard) else str(said)


T = TypeVar("T")


def spelt(parse: Callable[[str], T], spell: Callable[[T], str] = str) -> tuple[Any, Any]:
    """Validator and serializer of a value that crosses borders as the text that `parse` takes."""
    return PlainValidator(lambda value: parse(value) if type(value) is str else value), PlainSerializer(
        spell, return_type=str
    )


def _rounded(digits: int) -> PlainSerializer:
    """Numbers cross borders with so many digits after the point."""
    return PlainSerializer(lambda value: round(float(value), digits), return_type=float)


SpeltCard = Annotated[Card, *spelt(Card.parse)]
SpeltCards = Annotated[CardSet, *spelt(CardSet.parse)]
SpeltFace = Annotated[Face, *spelt(Face)]
SpeltZone = Annotated[Zone, *spelt(Zone.parse)]
SpeltSaid = Annotated[Said, *spelt(parse_said, format_said)]
Probability = Annotated[float, _rounded(3)]
Px = Annotated[float, _rounded(1)]
Share = Annotated[float, _rounded(5)]
Milliseconds = Annotated[float, _rounded(1)]

Outline = tuple[tuple[Px, Px], tuple[Px, Px], tuple[Px, Px], tuple[Px, Px]]
"""Corners of one card, image px (x right, y down), clockwise from the card's own top-left."""


def outline(quad: Iterable[Iterable[float]]) -> Outline:
    """A quad, shape (4, 2), as plain numbers. Raises: ValueError for another shape."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """One card of a frame, tracked; or what a person says is one."""

    track: int
    """Its number as long as it lies there; below zero of a card that only a person saw."""
    card: SpeltCard | None
    """What it was taken for; None for a back, and for what fits no card that is left."""
    face: SpeltFace
    """What it was read as."""
    p: Probability
    """How surely it is read as its face, 0…1."""
    quad: Outline
    zone: SpeltZone | None
    """None beside all zones."""
    stable: bool
    """True once it counts: it lies still and is certain enough to be a card."""
    candidates: tuple[tuple[SpeltFace, Probability], ...] = ()
    """Of a card that is not surely read, what it may be, likeliest first."""
    said: SpeltSaid | None = None
    """What a person says it is; None where nobody said anything."""
    laid: Span | None = None
    """When its place was last seen without it, and since when a part of it is seen there, ms; None where pictures do
    not show that."""

    @property
    def counts(self) -> bool:
        """True if something may be concluded from it: it is stable, in a zone, and not in the deck."""
        return self.stable and self.zone is not None and self.zone != DECK

    def corrected(self, said: Said) -> CardOnTable:
        """The same card as a person says it is."""
        if isinstance(said, NoCard):
            return replace(self, said=said, card=None, p=0.0)
        if isinstance(said, Card):
            return replace(self, said=said, card=said, face=said.face, p=1.0)
        return replace(self, said=said, card=None, face=said, p=1.0)


@dataclass(frozen=True, slots=True)
class CoveredCard:
    """A card of the field that something lies over, though nobody may see the card itself any more."""

    track: int
    face: SpeltFace
    """What it was read as."""
    over: Span
    """When it was last seen with nothing over it, and since when something lies over a part of it, ms."""


@dataclass(frozen=True, slots=True)
class TooMany:
    """A face is surely read more often than there are cards that show it (COM-CARD-01)."""

    face: SpeltFace
    kind: Literal["too_many"] = "too_many"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A stable card is not surely read."""

    track: int
    face: SpeltFace
    p: Probability
    kind: Literal["doubtful"] = "doubtful"


@dataclass(frozen=True, slots=True)
class OutsideZones:
    """A stable card lies face up beside all zones."""

    track: int
    kind: Literal["outside_zones"] = "outside_zones"


@dataclass(frozen=True, slots=True)
class UnknownDeck:
    """More cards lie there that cannot be read than can: a deck that has to be enrolled."""

    unread: int
    """How many of them lie still."""
    kind: Literal["unknown_deck"] = "unknown_deck"


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """The camera was knocked a moment ago; corners and zones have followed."""

    corners: tuple[tuple[Share, Share], tuple[Share, Share], tuple[Share, Share], tuple[Share, Share]]
    """Where the table's corners lie now, as shares of the picture (see `TableLayout.corners`)."""
    by_px: Px
    kind: Literal["camera_moved"] = "camera_moved"


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera was knocked, and it could not be found where the table lies now: its corners must be set again."""

    kind: Literal["camera_lost"] = "camera_lost"


@dataclass(frozen=True, slots=True)
class NoSight:
    """The camera shows nothing: nothing changes on the table until it does."""

    why: Literal["dark", "covered"]
    kind: Literal["no_sight"] = "no_sight"


@dataclass(frozen=True, slots=True)
class UpsideDown:
    """The stock lies where it would if the camera hung the other way round."""

    kind: Literal["upside_down"] = "upside_down"


@dataclass(frozen=True, slots=True)
class ZoneGrew:
    """A zone has grown to where people lay their cards."""

    zone: SpeltZone
    polygon: tuple[tuple[Px, Px], ...]
    """As it is now, table mm."""
    kind: Literal["zone_grew"] = "zone_grew"


Problem = Annotated[
    TooMany | Doubtful | OutsideZones | UnknownDeck | CameraMoved | CameraLost | NoSight | UpsideDown | ZoneGrew,
    Field(discriminator="kind"),
]
"""What keeps a picture of the table from being certain."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything seen in one frame, as of the source's own time."""

    frame: int
    t_ms: int
    source: str
    size: tuple[int, int]
    """Width and height of the picture, px."""
    cards: tuple[CardOnTable, ...]
    hands: tuple[SpeltZone | None, ...] = ()
    """Zones over which something as large as a hand moves, None for beside all of them; empty while nothing does."""
    problems: tuple[Problem, ...] = ()
    detect_ms: Milliseconds = 0.0
    read_ms: Milliseconds = 0.0
    covered: tuple[CoveredCard, ...] = ()
    """Cards of the field over which something lies."""
    type: Literal["observation.v1"] = field(default="observation.v1", kw_only=True)

    @property
    def hand_over_table(self) -> bool:
        """True while something as large as a hand moves anywhere in the picture."""
        return bool(self.hands)

    def card(self, track: int) -> CardOnTable | None:
        """The card with that number, if it is seen."""
        return next((card for card in self.cards if card.track == track), None)

    def corrected(self, said: Mapping[int, Said]) -> Observation:
        """The same frame as people corrected it, by track; a card that somebody found elsewhere is in doubt here."""
        if not said:
            return self
        found = {each for each in said.values() if isinstance(each, Card)}
        cards = []
        for card in self.cards:
            if card.track in said:
                card = card.corrected(said[card.track])
            elif card.card in found:
                card = replace(card, card=None)
            cards.append(card)
        return replace(self, cards=tuple(cards))

    def with_added(self, added: Iterable[CardOnTable]) -> Observation:
        """The same frame with the cards that only people saw, instead of those that were added before."""
        return replace(self, cards=(*(card for card in self.cards if card.track > 0), *added))


_CODEC: TypeAdapter[Observation] = TypeAdapter(Observation)


def encode(observation: Observation) -> bytes:
    """`observation` as it crosses a process border: JSON; px to a tenth, probabilities to a thousandth."""
    return _CODEC.dump_json(observation)


def decode(data: bytes) -> Observation:
    """The observation that was encoded as `data`. Raises: pydantic.ValidationError, a ValueError, if it is none."""
    return _CODEC.validate_json(data)


def to_json(observation: Observation) -> dict[str, Any]:
    """The same as plain values, for a page."""
    values: dict[str, Any] = _CODEC.dump_python(observation, mode="json")
    return values
