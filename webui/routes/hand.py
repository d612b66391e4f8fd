"""A player's own hand, for the phone of that seat: nothing of it is kept or told to anyone else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from yakume.engine import CardSet, Face
from yakume.engine.events import Bid
from yakume.engine.names import name
from yakume.engine.state import Phase
from yakume.engine.teyaku import Teyaku
from yakume.engine.worth import Expectation

from ..declare import declarations
from ..deps import DeskDep, VisitorDep
from ..hand import advise, judge_calls, may_judge
from ..playing import PlayAdvice, advise_play, lying
from ..schemas import Seat
from ..seats import check_hand, known_to

router = APIRouter(prefix="/api/hand")


class AskHand(BaseModel):
    """A hand, as faces: the kasu of a month look alike."""

    model_config = ConfigDict(extra="forbid")

    seat: Seat
    faces: Annotated[list[Annotated[str, Field(max_length=4)]], Field(min_length=1, max_length=12)]


class ClaimOut(BaseModel):
    """A hand yaku that may be announced."""

    parts: list[str]
    ja: str
    en: str
    mon: int
    """Price at 小場 in 文 from each other player; in 八十 in 点 from all together."""
    show: list[str]
    """Cards that must lie open."""
    hide: list[str]
    """Cards of the hand that may stay hidden."""
    hide_at_most: int


class HandOut(BaseModel):
    """What a hand holds."""

    cards: list[str]
    claims: list[ClaimOut]
    """The dearest first."""
    sets: list[str]
    """Rule ids of the sets that the hand already holds."""
    oikomi_mon: int
    """What it is paid by each in play if it is squeezed out (H88-BID-06); 0 elsewhere, and once all have spoken."""
    announce: bool
    """Whether its seat may announce a hand yaku now."""
    call: bool
    """Whether `POST /api/hand/calls` can tell now what a call of its seat is worth."""


class TakeOut(BaseModel):
    """One way to play a card."""

    cards: list[str]
    """What it takes from the field; empty if it stays there."""
    completes: list[str]
    """Rule ids of the sets that it completes."""


class WarningOut(BaseModel):
    """What playing a card may cost (法度)."""

    seat: int
    """Who may complete something through it."""
    rules: list[str]
    mon: int
    excusable: bool


class HandPlayOut(BaseModel):
    """A hand card and what playing it may do."""

    card: str
    takes: list[TakeOut]
    warnings: list[WarningOut]


class MissingOut(BaseModel):
    """A card that a set lacks."""

    card: str
    place: Literal["pile", "hand", "field", "unseen"]
    holder: int | None
    """Seat of the pile or open hand."""
    fate: Literal["sure", "open", "lost"]


class HandSetOut(BaseModel):
    """How far a set of the game is."""

    rule: str
    ja: str
    en: str
    mon: int
    """Price at the deal's rate in 文 from each other player; in 八十 in 点 from all together."""
    state: Literal["done", "open", "dead"]
    lacking: int
    have: list[str]
    missing: list[MissingOut]


class PlaysOut(BaseModel):
    """What a hand may do now."""

    gone: list[str]
    """Faces that were named and lie on the table by now."""
    field: list[str]
    unseen: int
    """Cards in the deck or in hands nobody sees: each is the deck's next with the chance 1 / unseen."""
    takes: float
    """The chance that the deck's next card takes something from the field as it lies, 0…1."""
    teyaku: float | None
    """The chance of a hand yaku in another unseen hand, 0…1; null after the first card."""
    plays: list[HandPlayOut]
    sets: list[HandSetOut]


class ExpectedOut(BaseModel):
    """What a call brings on average with simple players, in 文 (八十: 点)."""

    call: str | None
    mean: float
    error: float
    """Standard error of the mean."""
    deals: int


EXPECTED = TypeAdapter(list[ExpectedOut])


@router.post("")
def hand(desk: DeskDep, visitor: VisitorDep, asked: AskHand) -> HandOut:
    """The hand yaku of a hand and what to lay open for each. Raises: Inconsistent if it is no dealt hand."""
    check_hand(visitor, asked.seat)
    state = desk.match()
    told = advise(state, [Face(face) for face in asked.faces])
    return HandOut(
        cards=[str(card) for card in told.cards],
        claims=[_claim(claim) for claim in told.claims],
        sets=[made.id for made in told.worth.tsukami],
        oikomi_mon=told.worth.oikomi_mon if state.phase in (Phase.READY, Phase.BID) else 0,
        announce=asked.seat in dict(declarations(state).teyaku),
        call=may_judge(state, asked.seat),
    )


@router.post("/plays")
def plays(desk: DeskDep, visitor: VisitorDep, asked: AskHand) -> PlaysOut:
    """What each card of a hand takes and risks now, and how far each set is.

    Raises: Inconsistent if no deal runs or the seat is not in play.
    """
    check_hand(visitor, asked.seat)
    state = known_to(visitor, desk.match())
    table = lying(state, desk.on_table())
    return _plays(advise_play(state, table, asked.seat, [Face(face) for face in asked.faces]))


def _plays(told: PlayAdvice) -> PlaysOut:
    rate = told.view.rate
    return PlaysOut(
        gone=[str(face) for face in told.gone],
        field=_cards(told.view.field),
        unseen=len(told.view.unseen),
        takes=float(told.takes),
        teyaku=None if told.teyaku is None else float(told.teyaku),
        plays=[
            HandPlayOut(
                card=str(play.card),
                takes=[
                    TakeOut(cards=_cards(take.cards - CardSet([play.card])), completes=list(take.completes))
                    for take in play.takes
                ],
                warnings=[
                    WarningOut(seat=each.seat, rules=[*each.rules], mon=each.mon, excusable=each.excusable)
                    for each in play.warnings
                ],
            )
            for play in told.plays
        ],
        sets=[
            HandSetOut(
                rule=each.row.id,
                ja=name(each.row.id).ja,
                en=name(each.row.id).en,
                mon=rate.yaku(each.row.mon),
                state="done" if each.row.id in told.done else "dead" if each.dead or not each.lacking else "open",
                lacking=each.lacking,
                have=_cards(each.have),
                missing=[
                    MissingOut(card=str(card.card), place=card.place.value, holder=card.holder, fate=card.fate.value)
                    for card in each.missing
                ],
            )
            for each in told.sets
        ],
    )


def _cards(cards: CardSet) -> list[str]:
    return [str(card) for card in cards]


class Lines(StreamingResponse):
    """JSON values, one a line, each as soon as it is known."""

    media_type = "application/x-ndjson"


@router.post("/calls", response_class=Lines, responses={200: {"model": list[ExpectedOut]}})
def calls(desk: DeskDep, visitor: VisitorDep, asked: AskHand) -> Lines:
    """What each call brings, a line for every few deals tried, each line whole and surer than the one before.

    Raises: Inconsistent if the seat is neither asked to bid nor about to play.
    """
    check_hand(visitor, asked.seat)
    steps = judge_calls(known_to(visitor, desk.match()), asked.seat, [Face(face) for face in asked.faces])
    return Lines(_line(step) for step in steps)


def _line(step: Mapping[Bid | None, Expectation]) -> str:
    out = [
        ExpectedOut(call=call, mean=each.mean_mon, error=each.error_mon, deals=each.deals)
        for call, each in step.items()
    ]
    return EXPECTED.dump_json(out).decode() + "\n"


def _claim(claim: Teyaku) -> ClaimOut:
    parts = [part.id for part in claim.parts]
    return ClaimOut(
        parts=parts,
        ja="".join(name(part).ja for part in parts),
        en=" + ".join(name(part).en for part in parts),
        mon=claim.mon,
        show=[str(card) for card in claim.exposed],
        hide=[str(card) for card in claim.hideable],
        hide_at_most=claim.hidden_max,
    )
