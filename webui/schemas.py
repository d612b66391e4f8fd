"""What commands look like on the wire. Each names the event it was based on: `seq`, 0 for an empty log."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from . import wire
from .access import Role
from .declare import Part

ZONE = r"^(field|seat[0-6]\.(captures|shown))$"
"""The zones in which people say that cards lie."""

Px = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of what breaks a line, or is no character of XML."""
_TURNS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Bidirectional classes of what turns around the text that follows."""


def on_one_line(name: str) -> str:
    """A name that can be seen, printed on one line, and put into SVG. Raises: ValueError for any other."""
    for char in name:
        if (
            unicodedata.category(char) in _BREAKS
            or unicodedata.bidirectional(char) in _TURNS
            or ord(char) & 0xFFFE == 0xFFFE
        ):
            raise ValueError(f"a name has no U+{ord(char):04X}")
    # A joiner within an emoji is wanted, but alone it shows nothing.
    if name and all(unicodedata.category(char)[0] in "CZM" for char in name):
        raise ValueError("a name has something to see")
    return name


Name = Annotated[str, Field(min_length=1, max_length=24), AfterValidator(on_one_line)]
MatchId = Annotated[str, Field(min_length=1, max_length=40)]


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


class NamePlayers(Command):
    """Call the players of the match otherwise, from its start on."""

    players: Annotated[list[Name], Field(min_length=2, max_length=7)]
    """By seat, all of them."""


class OpenMatch(Command):
    """Go on with another match; `seq` is that of the match on the page now."""

    match: MatchId


class NameMatch(BaseModel):
    """Call a match something."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    match: MatchId
    name: Annotated[str, Field(max_length=40), AfterValidator(on_one_line)]
    """Empty for no name."""


class ListMatch(BaseModel):
    """Take a match off the list, or bring it back."""

    model_config = ConfigDict(extra="forbid")

    match: MatchId


class AddEvents(Command):
    """Book events, all or none, in the engine's wire form."""

    events: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=200)]


class Undo(Command):
    """Take back the newest event that still counts."""

    photo: bool = False
    """Instead the newest photograph of captures or shown cards, which `table.photo` names."""


class Redo(Command):
    """Bring back what undo took back last."""

    photo: bool = False
    """Instead the photograph that it took back, which `table.photo_back` names."""


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

    place: Annotated[str, Field(pattern=ZONE)]
    faces: Annotated[list[str], Field(max_length=48)]
    """Faces such as 3k, as read; face-down cards do not count."""


class PlaceCard(Command):
    """Say where a card lies."""

    card: Annotated[str, Field(description="a card such as 3t")]
    to: Annotated[str, Field(pattern=ZONE)] | None
    """None if it lies nowhere on the table."""
    instead: str | None = None
    """The card that was taken for it."""


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
    seats: Annotated[int | None, Field(ge=2, le=7)] = None
    """How many are going to sit there; left out: as many as do."""


class UseCamera(BaseModel):
    """Look at a camera from now on."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    source: Annotated[str | None, Field(max_length=400)]
    """Camera number, stream URL, video file or folder on yakume's computer, or ``phone``; null: no camera."""


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
    incomplete: bool = False
    """Go on with the cards that were found; the others are read as without a deck."""


class UseDeck(BaseModel):
    """Choose the deck that is read with."""

    model_config = ConfigDict(extra="forbid")

    name: str | None
    """None for the general reader alone."""


Seat = Annotated[int, Field(ge=0, le=6)]


class MakeLink(BaseModel):
    """Make a link for others."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    seat: Seat | None = None
    """Seat of a player, and of nobody else."""


class EndLink(BaseModel):
    """Let nobody in by a link any more."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(min_length=1, max_length=16)]


Cards = Annotated[str, Field(max_length=240, description="cards in the notation, such as '1h 3t'")]


class MissingDeal(BaseModel):
    """A deal that is missing in the history, as far as it is told."""

    model_config = ConfigDict(extra="forbid")

    before: Annotated[int, Field(ge=1)]
    """Place in the log, from 0, of the start of the deal before which it is missing."""
    events: Annotated[list[dict[str, Any]], Field(max_length=40)] = []
    """What was told of it, in wire form."""
    dealer: Seat | None = None
    """Who dealt it, where it is the match's first and another dealt than was booked."""


class AskMissing(Command):
    """Ask what may be told of a missing deal."""

    missing: MissingDeal


class PreviewEvents(Command):
    """Ask what events would change."""

    events: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=20)]
    missing: MissingDeal | None = None
    """The deal that they are told of, where it is none that runs."""


class CalledIn(BaseModel):
    """A player called 上がり or 下げ."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["called"]
    seat: Seat
    call: Literal["agari", "sage"]
    sets: Annotated[list[tuple[str, int]], Field(max_length=12)] | None = None
    """Rule id and printed price; null for all sets that stand in the pile."""
    fed: Annotated[list[tuple[str, Seat]], Field(max_length=12)] = []
    """Rule id and who fed it (法度)."""


class TobikomiIn(BaseModel):
    """All four cards of a shown three were captured (飛込み)."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["tobikomi"]
    seat: Seat
    month: Annotated[int, Field(ge=1, le=12)]
    hatto_by: Seat | None = None
    """Who is liable for it."""


class CancelledIn(BaseModel):
    """Who had played on ended the deal for half."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["cancelled"]
    seat: Seat


class TallyDeal(Command):
    """A deal as people tell it at its end."""

    piles: Annotated[dict[Seat, Cards], Field(max_length=7)] = {}
    """Captures by seat."""
    points: Annotated[dict[Seat, Annotated[int, Field(ge=0, le=1000)]], Field(max_length=7)] | None = None
    """Instead of them the card points by seat, empty where they decide nothing; then every call names its sets."""
    kasu: Annotated[dict[Seat, Annotated[int, Field(ge=0, le=48)]], Field(max_length=7)] = {}
    """With `points`: kasu by seat, where somebody has enough to be paid for them."""
    roles: Annotated[list[tuple[str, Seat]], Field(max_length=12)] = []
    """With `points`: rule id and seat of each set that is paid at the deal's end."""
    told: Annotated[
        list[Annotated[CalledIn | TobikomiIn | CancelledIn, Field(discriminator="kind")]], Field(max_length=24)
    ] = []
    """What happened, in the order in which it did."""
    nobody: bool = False
    """Whether it was said that nothing came of the deal, where nothing else is told of it."""
    at: Annotated[int, Field(ge=1)] | None = None
    """Place in the log, from 0, of a deal's end that is told anew; null for the deal that runs."""
    missing: MissingDeal | None = None
    """The deal that it is the end of, where it is one that is missing in the history."""


class WordsOut(BaseModel):
    """One thing said in both languages."""

    ja: str
    en: str


class RoleOut(BaseModel):
    """What a seat does in the running deal."""

    part: Part
    paid: int
    """Drop-out fee, in 文 (八十: 点)."""


class YakuOut(WordsOut):
    """A yaku with its printed price."""

    rule: str
    value: int


class YakuCount(WordsOut):
    """How often a yaku was paid for."""

    rule: str
    count: int


class PlayerOut(BaseModel):
    """What one player has done in one game."""

    player: str
    game: WordsOut
    ruleset: str
    in_kan: bool
    """Whether amounts are said in 貫 and 文."""
    below_zero: str
    """The rule by which one below zero is said from the next lower 貫; empty if by its size."""
    price: Literal["kan", "ten", "mon"]
    """What amounts are said in where that is not so: 点, else 文."""
    matches: int
    finished: int
    won: int
    deals: int
    total: int
    """In 文 (八十: 点): final scores of matches that are over, else the points so far."""
    mean: float
    """What one deal brought; 0 without one."""
    best: int
    """The most that was won in one deal."""
    yaku: list[YakuCount]
    """The five that were made most often."""


class StatisticsOut(BaseModel):
    """What everybody has done."""

    players: list[PlayerOut]
    how: WordsOut
    """What is counted."""


class EntryOut(WordsOut):
    """One payment; seats of None are the table."""

    deal: int
    payer: int | None
    payee: int | None
    mon: int
    rule: str


class SceneOut(WordsOut):
    """How the table lay after one event or half-turn."""

    seq: int | None
    pictured: bool
    """Whether the picture of then is remembered."""
    card: str | None
    field: list[str]
    captures: list[list[str]]
    shown: list[list[str]]
    scores: list[int]
    entries: list[EntryOut]
    """The payments that it brought, each with its arithmetic."""
    rule: str
    """The rule by which the card was taken or stayed; empty without one."""
    turn: int | None
    """Place of a half-turn that was only followed among those of the deal, from 0."""


class ReplayOut(BaseModel):
    """One deal, scene by scene."""

    deal: int
    seq: int
    """Number of the newest event of the log."""
    decides: bool
    """Whether half-turns that were followed lead to what is booked, or will; else the piles settled the deal."""
    followed: WordsOut
    """What is said of half-turns that do not."""
    scenes: list[SceneOut]


class DrawnOut(BaseModel):
    """How the first dealer was drawn."""

    rounds: list[dict[int, str]]
    """Seat → card, of those who drew in that round."""
    dealer: int


class StartOut(BaseModel):
    """How the next deal may begin."""

    dealer: int
    mizuten: bool
    blanks: list[int]
    blank: WordsOut
    """What the blank card is."""
    partly: WordsOut
    """What leaves out all of the field but what sets the rate."""


class MadeOut(YakuOut):
    """A set that somebody has."""

    hatto: bool
    """Whether somebody may have fed it (法度)."""


class SetOut(MadeOut):
    """A set that may be told, with the number of its cards."""

    least: int
    most: int
    """Beyond `least`, each card adds `more`; the same where none does."""
    more: int


class TellOut(BaseModel):
    """What may be told of a deal whose cards nobody looks at."""

    points: int | None
    exact: bool
    """Whether the points add up to that, or to no more than that."""
    sets: list[SetOut]
    at_end: bool
    threes: list[tuple[int, int]]
    liable: bool
    """Whether who fed a 飛込み is liable for it."""
    kasu_from: int | None
    cancel: bool
    how: WordsOut
    """How it is told."""
    wants: WordsOut
    """What is still to be typed."""


Said = Annotated[CalledIn | TobikomiIn | CancelledIn, Field(discriminator="kind")]


class TallyAnewOut(BaseModel):
    """A deal's end as it was told, to be told anew with `POST /api/tally`."""

    deal: int
    order: list[int]
    piles: dict[int, list[str]]
    told: list[Said]


class PointsAnewOut(BaseModel):
    """A deal's end as it was told without its cards, to be told anew with `POST /api/tally`."""

    deal: int
    order: list[int]
    tell: TellOut
    points: dict[int, int]
    """By seat; empty where they decided nothing."""
    kasu: dict[int, int]
    roles: list[tuple[str, int]]
    told: list[Said]


class DeclarationsOut(BaseModel):
    """What may be declared now."""

    seq: int
    roles: list[RoleOut]
    bids: list[dict[str, Any]]
    teyaku: dict[int, list[YakuOut]]
    hands: list[int]
    field: list[str]
    """Cards that lie in the field as it was booked: no hand holds them."""
    wrong: list[dict[str, Any]]
    turned: list[dict[str, Any]]
    """Events of who may have turned a second deck card just when a set was complete."""
    two_turned: str
    """The rule on two deck cards turned; empty where the game has none or nothing is played."""
    void: bool
    start: StartOut | None
    settle: bool
    order: list[int]
    """Seats in play, in play order; empty unless the deal may be settled."""
    tell: TellOut | None
    tally: TallyAnewOut | None
    points: PointsAnewOut | None
    """How the deal ended before that was taken back, by its piles or by points; null where it was told no other way."""


class PreviewOut(BaseModel):
    """What events would change."""

    events: list[dict[str, Any]]
    scores: list[int]
    change: list[int]
    added: list[EntryOut]
    removed: list[EntryOut]
    refused: list[str]
    notes: list[WordsOut]
    """What people have to know before it is booked, such as that the last deals would not count any more."""


class ChangedOut(BaseModel):
    """One half-turn or set of a deal that would be another; null where there is none."""

    was: WordsOut | None
    now: WordsOut | None


class TurnsOut(PreviewOut):
    """What a half-turn put right would change."""

    turns: list[ChangedOut]
    draft: str
    """The half-turns as they would be; empty for a running deal."""
    unfinished: wire.Refusal | None
    """Why they cannot be booked as they are: a settled deal must still end."""
    not_yet: WordsOut
    """What is said of such."""


class TallyOut(BaseModel):
    """What a deal told at its end would pay."""

    missing: list[str]
    """Cards that lie in no pile though they must; the result is told once there are none."""
    standing: dict[int, list[MadeOut]]
    """By seat, the sets in its pile that were not called in the log."""
    threes: list[tuple[int, int]]
    """Seat and month of each 飛込み that the piles show, where it matters who fed it or when it was."""
    result: PreviewOut | None
    silent: WordsOut | None
    """What must be said (`nobody`) before a deal of which nothing was told is settled as it is."""
    refusal: wire.Refusal | None
    """Why there is no result yet."""


class EndDeal(Command):
    """The running deal is over."""


class EndMatch(Command):
    """The match is over, and with it the deal that runs."""


class Pause(BaseModel):
    """People only talk, or they go on."""

    model_config = ConfigDict(extra="forbid")

    on: bool


class EndOut(BaseModel):
    """What became of an end that people told; where it cannot be settled, what is missing and what else may be done."""

    booked: bool
    order: list[int]
    """Seats in play, in play order; empty between deals."""
    missing: list[str]
    """Cards that lie in no pile though every card is captured in the end."""
    lacking: int
    """How many captured cards are not seen."""
    uncalled: list[int]
    """Seats whose piles hold a set of which nobody said whether it ended the deal."""
    asked: bool
    """True if a question is open whose answer decides who pays."""
    refusal: wire.Refusal | None
    """What keeps the piles from being settled as they lie."""
    tell: TellOut | None
    """What may be told of it where nobody looks at the cards; None where it cannot be settled so."""
    tally: TallyAnewOut | None
    points: PointsAnewOut | None
    """How the deal ended before that was taken back, by its piles or by points; null where it was told no other way."""
    void: bool
    """Whether the deal may be declared void."""


class StepOut(WordsOut):
    """One event that counts."""

    seq: int
    deal: int
    event: dict[str, Any]
    change: list[int]
    entries: list[EntryOut]
    """The payments that it brought, each with its arithmetic."""
    rule: str
    """The rule by which its card was taken or stayed; empty without one."""
    refused: wire.Refusal | None
    """Why it does not count since something before it was corrected."""
    pictured: bool
    """Whether the picture of then is remembered: `GET /api/events/{seq + 1}/picture.jpg`."""


class HistoryOut(BaseModel):
    """The log as people read it."""

    seq: int
    steps: list[StepOut]
    undo: WordsOut | None
    redo: WordsOut | None
    insert: WordsOut | None
    """What a button says with which a missing deal is told; null where that is not for who asks."""
