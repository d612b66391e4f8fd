"""An event of the log put right: what else it could have been, and what that would do to the score."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field
from yakume.engine import Card
from yakume.engine.events import Cancelled, Corrected, DealResult, Tobikomi, from_json, to_json

from ..declare import Told
from ..deps import DeskDep
from ..history import describe
from ..instead import Place, cards_of, choices, place_of, told_in, with_card
from ..preview import preview
from ..schemas import CalledIn, CancelledIn, Command, PreviewOut, TobikomiIn, WordsOut
from ..session.next_dealer import with_next_dealer
from ..store import Conflict
from ..told import preview_out

router = APIRouter(prefix="/api/instead")


class ChoiceInsteadOut(WordsOut):
    """One event that could stand there."""

    events: list[dict[str, Any]]
    """All that then stands at that place, in wire form."""


class TallyAnewOut(BaseModel):
    """A deal's end as it was told, to be told anew with `POST /api/tally`."""

    order: list[int]
    piles: dict[int, list[str]]
    told: list[Annotated[CalledIn | TobikomiIn | CancelledIn, Field(discriminator="kind")]]


class InsteadOut(BaseModel):
    """What may be put right about what stands at one place of the log."""

    choices: list[ChoiceInsteadOut]
    cards: list[str]
    """Cards that are named there, each of which may have been another."""
    tally: TallyAnewOut | None
    """Not null where a deal was settled by its piles."""


class AskInstead(Command):
    """Ask what a correction would change: other events, another card, or nothing in their stead."""

    events: list[dict[str, Any]] = Field(default_factory=list, max_length=20)
    """What stands there then, in wire form; empty takes back what does."""
    wrong: str | None = None
    """A card that is named there, to be another: `right`."""
    right: str | None = None


@router.get("/{at}")
def instead(desk: DeskDep, at: Annotated[int, Path(ge=1)]) -> InsteadOut:
    """What may be put right about what stands at place `at` of the log, from 0. Raises: ApiError 404 for none."""
    place = place_of(desk.match().log, at)
    found = []
    for state, event, events in choices(place):
        what = describe(state, event)
        found.append(ChoiceInsteadOut(ja=what.ja, en=what.en, events=[to_json(each) for each in events]))
    return InsteadOut(choices=found, cards=[str(card) for card in cards_of(place)], tally=_tally(place))


@router.post("/{at}")
def ask(desk: DeskDep, at: Annotated[int, Path(ge=1)], command: AskInstead) -> PreviewOut:
    """The events that correct place `at`, and what they would change; nothing is booked.

    Raises: EngineError for what the rules do not allow, ApiError 404 where nothing stands.
    """
    if command.seq != desk.seq:
        raise Conflict(desk.match_id or "", command.seq, desk.seq)
    state = desk.match()
    place = place_of(state.log, at)
    if command.wrong is not None and command.right is not None:
        events = with_card(place, Card.parse(command.wrong), Card.parse(command.right))
    else:
        events = tuple(from_json(event) for event in command.events)
    booked = with_next_dealer(state, [Corrected(at, events)])
    return preview_out(preview(state, booked), [to_json(event) for event in booked])


def _tally(place: Place) -> TallyAnewOut | None:
    state, result = place.before[-1], place.events[-1]
    if not isinstance(result, DealResult) or state.deal is None:
        return None
    piles = {seat: [str(card) for card in pile] for seat, pile in enumerate(result.captures)}
    return TallyAnewOut(
        order=list(state.deal.order), piles=piles, told=[_said(each) for each in told_in(state, result)]
    )


def _said(each: Told) -> CalledIn | TobikomiIn | CancelledIn:
    if isinstance(each, Tobikomi):
        return TobikomiIn(kind="tobikomi", seat=each.seat, month=each.month, hatto_by=each.hatto_by)
    if isinstance(each, Cancelled):
        return CancelledIn(kind="cancelled", seat=each.seat)
    return CalledIn(kind="called", seat=each.seat, call=each.call, sets=None, fed=list(each.fed))
