"""An event of the log put right: what else it could have been, and what that would do to the score."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field
from yakume.engine import Card
from yakume.engine.arrange import take_out
from yakume.engine.events import (
    Corrected,
    CorrectedTogether,
    DealInserted,
    DealResult,
    DealStarted,
    Event,
    MatchStarted,
    PointsCounted,
    TeyakuClosed,
    from_json,
    to_json,
)

from ..admission import check_events
from ..dealt import follows, put_right, starts_instead
from ..declare import declarations
from ..deps import DeskDep
from ..history import describe
from ..instead import Place, cards_of, choices, place_of, with_card
from ..preview import preview
from ..schemas import Command, PointsAnewOut, PreviewOut, TallyAnewOut, WordsOut, YakuOut
from ..session.next_dealer import with_next_dealer
from ..store import Conflict
from ..text.missing import LATE, TAKEN, WHOLE
from ..text.telling import FOLLOWS
from ..told import points_out, preview_out, row_out, tally_out, words_out

router = APIRouter(prefix="/api/instead")


class ChoiceInsteadOut(WordsOut):
    """One event that could stand there."""

    events: list[dict[str, Any]]
    """All that then stands at that place, in wire form."""
    whole: bool = False
    """Whether it takes the whole deal out that begins there."""


class FollowsOut(BaseModel):
    """Where it is put right who dealt a deal: at the end of the one before."""

    at: int
    """Its place in the log."""
    rule: str
    says: WordsOut


class LateOut(WordsOut):
    """A hand yaku that was forgotten, to be put in before an end; the words that lead to it."""

    teyaku: dict[int, list[YakuOut]]
    """By seat that has announced none."""
    field: list[str]
    events: list[dict[str, Any]]
    """All that stands there now, in wire form; the hand yaku comes before the last of them."""


class InsteadOut(BaseModel):
    """What may be put right about what stands at one place of the log."""

    choices: list[ChoiceInsteadOut]
    cards: list[str]
    """Cards that are named there, each of which may have been another."""
    tally: TallyAnewOut | None
    """Not null where a deal was settled by its piles."""
    points: PointsAnewOut | None
    """Not null where a deal was settled by points that people counted."""
    follows: FollowsOut | None
    """Not null for the start of a deal after the first: who deals it followed from an end."""
    late: LateOut | None = None
    """Not null where announcements end."""
    about: WordsOut | None = None
    """What two ways to take something back differ in; null where there is one."""
    removable: bool
    """Whether what stands there can be taken back."""


class AskInstead(Command):
    """Ask what a correction would change: other events, another card, or nothing in their stead."""

    events: list[dict[str, Any]] = Field(default_factory=list, max_length=20)
    """What stands there then, in wire form; empty takes back what does."""
    whole: bool = False
    """Take the whole deal out that begins there: it was never played."""
    wrong: str | None = None
    """A card that is named there, to be another: `right`."""
    right: str | None = None


@router.get("/{at}")
def instead(desk: DeskDep, at: Annotated[int, Path(ge=0)]) -> InsteadOut:
    """What may be put right about what stands at place `at` of the log, from 0. Raises: ApiError 404 for none."""
    match = desk.match()
    found = [_choice(what.ja, what.en, start) for what, start in starts_instead(match, at)]
    if at == 0:
        return InsteadOut(choices=found, cards=[], tally=None, points=None, follows=None, removable=False)
    place = place_of(match.log, at)
    for state, event, events in choices(place):
        what = describe(state, event)
        found.append(_choice(what.ja, what.en, *events))
    if isinstance(match.log[at], DealStarted):
        found.append(ChoiceInsteadOut(ja=WHOLE.ja, en=WHOLE.en, events=[], whole=True))
    before = follows(match.log, at)
    state, result = place.before[-1], place.events[-1]
    return InsteadOut(
        choices=found,
        cards=[str(card) for card in cards_of(place)],
        tally=tally_out(state, result) if isinstance(result, DealResult) else None,
        points=points_out(state, result) if isinstance(result, PointsCounted) else None,
        follows=None if before is None else FollowsOut(at=before.at, rule=before.rule, says=words_out(FOLLOWS)),
        late=_late(place),
        about=words_out(TAKEN) if isinstance(result, DealStarted) else None,
        removable=True,
    )


@router.post("/{at}")
def ask(desk: DeskDep, at: Annotated[int, Path(ge=0)], command: AskInstead) -> PreviewOut:
    """The events that correct place `at`, and what they would change; nothing is booked.

    Raises: EngineError for what the rules do not allow, ApiError 404 where nothing stands.
    """
    if command.seq != desk.seq:
        raise Conflict(desk.match_id or "", command.seq, desk.seq)
    state = desk.match()
    check_events(state, [{"type": Corrected.wire, "seq": at, "events": command.events}])
    events = tuple(from_json(event) for event in command.events)
    if command.wrong is not None and command.right is not None:
        events = with_card(place_of(state.log, at), Card.parse(command.wrong), Card.parse(command.right))
    corrected: tuple[Event, ...] = (Corrected(at, events),)
    inserted = at < len(state.log) and isinstance(state.log[at], DealInserted)
    if command.whole or (inserted and not events):
        taken = (take_out(state, at),)
        return preview_out(preview(state, taken), [to_json(each) for each in taken])
    if len(events) == 1 and isinstance(events[0], MatchStarted | DealStarted):
        corrected = put_right(state.log, at, events[0])
    elif at:
        place_of(state.log, at)
    booked = with_next_dealer(state, corrected)
    if not events:
        # Nothing in its place looks like an undo, which redo takes back: as one correction undo does.
        parts = tuple(event for event in booked if isinstance(event, Corrected))
        booked = (CorrectedTogether(parts),) if len(parts) == len(booked) else booked
    return preview_out(preview(state, booked), [to_json(event) for event in booked])


def _choice(ja: str, en: str, *events: Event) -> ChoiceInsteadOut:
    return ChoiceInsteadOut(ja=ja, en=en, events=[to_json(each) for each in events])


def _late(place: Place) -> LateOut | None:
    state = place.before[-1]
    seats = declarations(state).teyaku
    if not seats or state.deal is None or not isinstance(place.events[-1], DealResult | PointsCounted | TeyakuClosed):
        return None
    return LateOut(
        ja=LATE.ja,
        en=LATE.en,
        teyaku={seat: [row_out(state, row.id) for row in rows] for seat, rows in seats},
        field=[str(card) for card in state.deal.field],
        events=[to_json(each) for each in place.events],
    )
