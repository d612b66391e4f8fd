"""What commands look like on the wire. Each names the event it was based on: `seq`, 0 for an empty log."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Px = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1, max_length=24)]


class Command(BaseModel):
    """Any change; refused with 409 if the log has moved on since `seq`."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    seq: Annotated[int, Field(ge=0)]


class StartMatch(Command):
    """Begin a match; `seq` is that of the match on the page now."""

    ruleset: str
    players: Annotated[list[Name], Field(min_length=2, max_length=7)]
    dealer: Annotated[int, Field(ge=0, le=6)] = 0
    options: dict[str, bool | int | str | None] = {}


class AddEvents(Command):
    """Book events, all or none, in the engine's wire form."""

    events: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=200)]


class Undo(Command):
    """Take back the newest event that still counts."""


class Answer(Command):
    """Answer a question of the referee."""

    question: str
    answer: str


class FixCard(Command):
    """Say what a card in the picture really is."""

    track: int
    card: Annotated[str, Field(description="a card such as 3t, 'back', or 'none' for no card at all")]


class UsePhoto(Command):
    """Say that what was read in a photograph lies somewhere on the table, and nothing else does."""

    place: Annotated[str, Field(pattern=r"^(field|seat[0-6]\.(captures|shown))$")]
    faces: Annotated[list[str], Field(max_length=48)]
    """Faces such as 3k, as read; face-down cards do not count."""


class AddCard(Command):
    """Say that a card lies where none was found."""

    quad: Annotated[list[tuple[Px, Px]], Field(min_length=4, max_length=4)]
    """Corners in px of the frame, clockwise from the card's own top-left."""
    card: Annotated[str, Field(description="a card such as 3t, or 'back'")]


class KeepSamples(BaseModel):
    """Begin or end keeping pictures that people correct."""

    model_config = ConfigDict(extra="forbid")

    on: bool


class FitTable(BaseModel):
    """Lay the table out anew, in the form in which `GET /api/layout` tells it."""

    model_config = ConfigDict(extra="forbid")

    layout: dict[str, Any]


class NameFound(BaseModel):
    """Say what a card found on a deck's photograph is."""

    model_config = ConfigDict(extra="forbid")

    number: int
    card: Annotated[str, Field(description="a card such as 3t, or 'none' for no card of the deck")]


class LearnDeck(BaseModel):
    """Learn the deck of the draft."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    name: Annotated[str, Field(min_length=1, max_length=40)]
    replace: bool = False
    """Put it in the place of a deck of the same name."""


class UseDeck(BaseModel):
    """Choose the deck that is read with."""

    model_config = ConfigDict(extra="forbid")

    name: str | None
    """None for the general reader alone."""
