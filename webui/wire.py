"""What a page is told, type by type: the answers of routes and the messages of the stream, as plain JSON values.

They are dictionaries, as they are said; the page's own types are made from these (`webui/static/wire.d.ts`, by
`tests/js/wire_types.py`). Seats are counted from 0; cards are written `3t`,
cards face down `back`; money is 文 (八十: 点).
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12
from yakume.engine.options import OptionValue

from .access import Role
from .settings import Lang

CameraState = Literal[
    "off", "starting", "live", "slow", "dark", "frozen", "waiting", "lost", "blind", "restarting", "ended"
]
"""``frozen``: no new picture comes; ``waiting``: a phone sends none; ``slow``: they come, but this computer takes too
long for them; ``dark``: there is nothing in them."""


class Words(TypedDict):
    """One thing said in both languages."""

    ja: str
    en: str


# -- the setup ------------------------------------------------------------------------------------------------------


class Option(TypedDict):
    """A house rule of a game."""

    key: str
    default: OptionValue
    choices: list[OptionValue]
    any_count: bool
    ask: bool
    source: str
    name: Words
    about: Words
    choice_names: list[Words]
    """What each of `choices` is called."""


class Game(Words):
    """A game that can be started."""

    id: str
    about: Words
    """One sentence for who has to choose."""
    players: list[int]
    options: list[Option]


class CameraFound(TypedDict):
    """A camera of yakume's computer: its number, what the system calls it, and a picture as a ``data:`` URL."""

    source: str
    name: str
    picture: str
    in_use: bool


class CameraInUse(TypedDict):
    """What is looked at: camera number, stream, file or folder; None: nothing."""

    in_use: str | None


class Cameras(CameraInUse):
    """What can be looked at, and what is."""

    cameras: list[CameraFound]


class Proposal(TypedDict):
    """What the start form proposes."""

    ruleset: str
    players: list[str]
    dealer: int | None
    options: dict[str, OptionValue]
    again: bool
    """True if this is what was played the last time."""


class You(TypedDict):
    """Who asks, see `access`."""

    role: Role
    seat: int | None
    """Seat of a player; null for the others."""


class Setup(TypedDict):
    """What a page needs once."""

    you: You

    lang: Lang | None
    names: dict[str, Words]
    rulesets: list[Game]
    unsure: float
    """A card read with less probability is marked, and asked about."""
    proposal: Proposal
    demo: bool
    first: bool
    """True if nothing was ever set up here: no camera, no match."""
    """Whether a recording is shown that the page explains."""


class Rule(Words):
    """What a rule of the rule book says."""

    rule: str
    name: Words


# -- what is booked -------------------------------------------------------------------------------------------------


class GameOfMatch(Words):
    """The game that is played."""

    id: str
    unit: str
    in_kan: bool
    """True if twelve 文 are told as a 貫."""
    below_zero: str
    """The rule by which an amount below zero is told from the next lower 貫, −5文 as −1貫7文; empty if by its size."""
    price: Literal["kan", "ten", "mon"]
    """What its yaku are priced in."""
    hand: int
    """Cards dealt to each hand."""
    field: int
    """Cards dealt to the field."""
    ba: bool
    """True if the field decides a rate (場)."""
    dealing: Words
    """What the dealer does at the start of a deal, behind the dealer's name."""
    calls: dict[str, Words]
    """What ending a deal (`agari`) and playing on (`sage`) are called."""
    rules: dict[str, str]
    """Word on the page (`role`, `sage`, `cancel`, `mizuten`, a part of the bidding) → id of the rule on it."""


class DealOfMatch(TypedDict):
    """The deal that is played, or comes next."""

    number: int
    laid: int
    """Place in the log of the newest field, from 0; of the deal's end if that was taken back; -1 before the first."""
    of: OptionValue
    dealer: int
    roles: list[Words | None]
    parts: list[str]
    """What each seat does in it, such as "plays" or "dropped"."""
    unshown: list[int]
    """Seats that were squeezed out and are paid for their hand once they show it (H88-BID-06)."""
    ends_in_hand: bool
    """A hand yaku ends it before its first card (H3-SHISO-01, H88-TEYAKU-23, KK-TEYAKU-00)."""
    turns: Words | None
    """How a deal is played and who begins, in the first one of a match; else null."""


class Entry(Words):
    """One payment; payer and payee of null are the table."""

    deal: int
    payer: int | None
    payee: int | None
    mon: int
    rule: str
    because: list[str]
    name: Words


class Result(TypedDict):
    """How the match ended."""

    scores: list[int]
    unit: str
    mon: list[int]
    """The same in 文 (八十: 点), as the scores before the end are."""
    void: bool


class RuleProblem(TypedDict):
    """What does not add up."""

    rule: str
    message: str


class Four(Words):
    """What a rule does with four of a month on the field."""

    rule: str


class Rejected(TypedDict):
    """An event of the log that counts no more after a correction."""

    seq: int
    message: str


class NoMatch(TypedDict):
    """Nothing has been started."""

    match: None
    seq: int
    players: list[str]
    scores: list[int]
    entries: list[Entry]
    can_undo: bool


class Unpaid(Words):
    """A deal of which there is no payment, or none that counts, and why; `rule` is empty for a draw."""

    deal: int
    rule: str


class Booked(TypedDict):
    """What is booked: the replay of the log up to `seq`."""

    match: str
    seq: int
    ruleset: GameOfMatch
    options: dict[str, OptionValue]
    players: list[str]
    scores: list[int]
    on_table: int
    phase: str
    deal: DealOfMatch
    entries: list[Entry]
    unpaid: list[Unpaid]
    result: Result | None
    problems: list[RuleProblem]
    four: Four | None
    """What becomes of four of a month on the field that was laid last, until it is played."""
    rejected: list[Rejected]
    lowered: list[int]
    can_undo: bool
    undo: Words | None
    redo: Words | None


Told = Booked | NoMatch
"""What a command answers: what is booked now."""


# -- what lies on the table -----------------------------------------------------------------------------------------


class Rate(Words):
    """The field rate (場), or what the bids multiply by."""

    id: str
    multiplier: str


class SetProgress(Words):
    """A set of captures (出来役): `mon` is per opponent before the field rate."""

    rule: str
    mon: int
    cards: list[str]
    missing: list[str]
    lacking: int
    state: Literal["open", "done", "dead"]


class ShownYaku(Words):
    """A hand yaku (手役) that was announced."""

    rule: str
    mon: int


class Seat(TypedDict):
    """What lies before a player."""

    captures: list[str]
    shown: list[str]
    points: int | None
    """Of its captures; None in a game that counts no card points."""
    yaku: list[SetProgress]
    teyaku: list[ShownYaku]


class Provisional(TypedDict):
    """What the deal would still pay if the set that is asked about ended it."""

    seat: int
    scores: list[int]
    entries: list[Entry]


class _AnswerCard(TypedDict, total=False):
    card: str
    """Shown beside the words."""
    before: int
    """Place in the log of the deal before which another is to be told: the answer leads there."""


class AnswerOffered(Words, _AnswerCard):
    """What people may say; `p` is how likely it is, 0…1."""

    id: str
    p: float


class Question(Words):
    """Something that people must say; answers are the likeliest first."""

    id: str
    kind: str
    deal: int
    seat: int | None
    again: bool
    """True if it asks whether to book what was taken back, as the offer to redo does."""
    track: int | None
    """Of a doubtful card: its number in the picture."""
    rule: str
    cards: list[str]
    """What it is about, to be shown."""
    answers: list[AnswerOffered]


class Play(TypedDict):
    """A half-turn as it is believed: a better reading replaces it until the deal is settled."""

    at: int
    """Its place among those of the deal, from 0."""
    seat: int
    card: str
    takes: list[str]
    from_hand: bool
    """From the hand, else from the stock."""


class FollowHealth(Words):
    """How well the running deal is followed."""

    id: Literal["on thread", "doubtful", "lost"]


class Table(TypedDict):
    """What lies on the table now, how far everyone is, and what is asked."""

    rate: Rate | None
    field: list[str]
    seats: list[Seat]
    provisional: Provisional | None
    questions: list[Question]
    plays: list[Play]
    """The newest half-turns, oldest first."""
    turn: int | None
    """Whose turn it is, as far as the plays are followed."""
    health: FollowHealth | None
    """How well the running deal is followed; null where none is."""
    paused: bool
    """True while people only talk: nothing is concluded from what is seen."""
    zones_grew: bool
    """True if zones have grown to where people lay their cards, which can be taken back."""
    photo: Words | None
    """The newest photograph of captures or shown cards, where it can be taken back."""
    photo_back: Words | None
    """The one that was taken back, where it can be brought back."""
    problems: list[Words]
    hand_over_table: bool


# -- camera and pictures --------------------------------------------------------------------------------------------

Quad = list[list[float]]
"""Four corners (x, y), clockwise from the card's own top-left."""


class Camera(TypedDict):
    """How the camera is."""

    state: CameraState
    detail: Words | None
    """What went wrong, None if nothing did."""
    hint: Words | None
    """What people can do about it, None where there is nothing to be done."""
    restarts: int


class StageTimes(TypedDict):
    """What one picture takes, ms: means of the last ten seconds."""

    detect: float
    read: float
    judge: float
    total: float
    """From the camera's picture to what was told of it, waiting included."""


class CameraHealth(Camera):
    """How the camera is, with figures: `slow` is this computer's fault, `frozen` the camera's."""

    frames: int
    """Pictures since yakume was started."""
    fps: float
    """Pictures a second that are read, in the last ten seconds."""
    picture_age_ms: float | None
    """How long ago the newest picture was taken; None before the first."""
    stages_ms: StageTimes | None
    """None if no picture came in the last ten seconds."""


class StoreHealth(TypedDict):
    """Whether the database can be used."""

    kind: str
    """``sqlite``, ``postgresql``, …"""
    code: str
    """Stable code of what is wrong, empty if nothing is."""
    message: str
    why: Words | None


class Disk(TypedDict):
    """Room where the database and the pictures lie."""

    folder: str
    free_bytes: int
    total_bytes: int
    low: bool
    """True if there is little left."""


class Health(TypedDict):
    """How yakume is."""

    version: str
    uptime_s: float
    camera: CameraHealth
    store: StoreHealth
    disk: Disk | None
    """None if the system does not say."""


class TableFit(TypedDict):
    """Where the table's corners lie, as shares of the picture, and its zones, mm."""

    players: int
    size_mm: list[float]
    corners: Quad
    zones: dict[str, list[list[float]]]


class Layout(TypedDict):
    """The table as it is laid out, and as it would be by default."""

    layout: TableFit
    default: TableFit


class ReadCard(TypedDict):
    """A card of a photograph; `candidates` are faces with their probabilities, the likeliest first."""

    face: str
    candidates: list[tuple[str, float]]
    quad: Quad
    score: float


class UnreadCard(ReadCard):
    """Something like a card; `none` is how likely it is no card that is known, 0…1."""

    none: float


class Milliseconds(TypedDict):
    """How long the parts of a reading took."""

    detect: float
    read: float


class Reading(TypedDict):
    """What was read in a photograph."""

    width: int
    height: int
    cards: list[ReadCard]
    unread: list[UnreadCard]
    unknown_deck: bool
    """True if these are cards of a deck that has to be enrolled."""
    ms: Milliseconds


class Samples(TypedDict):
    """Whether corrected pictures are kept, where they lie, and how much room they take."""

    on: bool
    folder: str
    pictures: int
    bytes: int
    limit_bytes: int
    trouble: str


class SheetCard(TypedDict):
    """A card that was found on the photographs of a deck."""

    number: int
    card: str | None
    p: float
    doubtful: bool
    said: bool
    covered: bool
    """True if something lies on it."""
    again: str | None
    """Of another picture of a card that was found: its face."""


class _JobEnd(TypedDict, total=False):
    share: float
    """How far the learning is, 0…1."""
    message: str
    """Why it failed, in the machine's own words."""
    why: Words | None
    """The same for people, and what to do; null where only the machine's words say it."""
    checked: int
    """Crops that it was checked on, how many were read right, and how many before."""
    right: int
    right_before: int


class Job(_JobEnd):
    """How the learning of a deck goes."""

    name: str
    state: Literal["learning", "done", "failed"]


class Decks(TypedDict):
    """The enrolled decks, the draft of the next, and how its learning goes."""

    decks: list[str]
    in_use: str | None
    folder: str
    job: Job | None
    photos: int
    cards: list[SheetCard]
    missing: list[str]


class Refusal(TypedDict):
    """Why something was refused, or what is wrong with the log of the match that is open."""

    code: str
    message: str
    """In English, for whoever looks after yakume."""
    rule: str
    why: Words | None
    """What is in the way; seats stand in it as ``{0}``, cards as they are noted."""
    says: Words | None
    """What the rule says."""


class Messages(TypedDict):
    """What the stream says: each field is an event of that name."""

    state: Booked | NoMatch
    table: Table
    camera: Camera
    samples: Samples
    decks: Decks
    store: Refusal | None
    """Said only where a log was found damaged."""


# -- the list of matches ----------------------------------------------------------------------------------------------


class MatchListed(TypedDict):
    """A match of the list; times are milliseconds since 1970."""

    match: str
    number: int
    name: str
    ruleset: str
    players: list[str]
    begun_ms: int
    last_ms: int
    events: int
    deals: int | None
    """So many are settled; None for one that is deleted or damaged, or older than those that are counted."""
    over: bool
    standing: Words | None
    """Who has what, the best first; None before the first deal has begun."""
    deleted: bool


class MatchList(TypedDict):
    """Every match, the newest first, and which of them is open."""

    open: str | None
    matches: list[MatchListed]


# -- links ------------------------------------------------------------------------------------------------------------


class PhoneTold(TypedDict):
    """How the pictures of a phone come that is the camera."""

    chosen: bool
    """Whether the phone is what yakume looks at the table with."""
    sending: bool
    """Whether a phone is there: it sent something in the last seconds."""
    frames: int
    """Pictures taken since this phone came."""
    fps: float
    """Pictures a second, in the last five."""
    width: int | None
    """Of the newest picture, px; null before the first."""
    height: int | None
    age_ms: int | None
    """Age of the newest picture; null before the first."""
    camera: CameraState
    """What the vision worker says of them."""


class LinkListed(TypedDict):
    """A link by which others come."""

    id: str
    role: Role
    seat: int | None
    made_ms: int
    """When it was made, milliseconds since 1970."""


class LinkList(TypedDict):
    """The links that are good, the oldest first."""

    address: str | None
    """Where other machines find this yakume; null if it listens to this machine alone."""
    certificate: str | None
    """Where a phone finds what it needs to trust this yakume; null where there is nothing of the kind."""
    secure: bool
    """Whether phones may be the camera: they give it to secure pages alone."""
    links: list[LinkListed]


class LinkMade(TypedDict):
    """A new link: its address and its picture are told this once."""

    link: LinkListed
    url: str
    qr: str
    """A QR code of `url`: an SVG picture, as a data URL."""


# -- the log --------------------------------------------------------------------------------------------------------


class LoggedEvent(TypedDict):
    """An event in the engine's wire form."""

    seq: int
    at_ms: int
    event: dict[str, Any]


class Log(TypedDict):
    """The events of the match."""

    match: str | None
    seq: int
    events: list[LoggedEvent]
