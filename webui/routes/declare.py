"""What people say by tap: what may be declared now, a deal settled by tap, and what anything would change."""

from __future__ import annotations

from fastapi import APIRouter
from yakume.engine import CardSet, EngineError
from yakume.engine.events import (
    Cancelled,
    Corrected,
    DealResult,
    Event,
    PointsCounted,
    TeyakuShown,
    Tobikomi,
    from_json,
    to_json,
)

from .. import declare
from ..access import Visitor
from ..admission import check_events
from ..deps import DeskDep, VisitorDep
from ..desk import Desk
from ..errors import refused
from ..history import Step, redo_words, steps, undo_words
from ..instead import place_of
from ..preview import preview
from ..schemas import (
    CalledIn,
    CancelledIn,
    DeclarationsOut,
    HistoryOut,
    PreviewEvents,
    PreviewOut,
    StepOut,
    TallyDeal,
    TallyOut,
    TobikomiIn,
    WordsOut,
)
from ..seats import check_declared, check_keeps, told_to
from ..session.next_dealer import with_next_dealer
from ..store import Conflict
from ..text.dealing import say_nobody
from ..text.missing import INSERT
from ..told import declarations_out, drafted, entry_out, made_out, preview_out

router = APIRouter(prefix="/api")


@router.get("/declare")
def declarations(desk: DeskDep, visitor: VisitorDep) -> DeclarationsOut:
    """What may be declared now by who asks, and nothing else; who plays, who dropped and paid, who sits out."""
    state = desk.match()
    now = declare.declarations(state)
    if not visitor.keeps:
        now = declare.of_seat(now, visitor.seat)
    return declarations_out(state, len(state.log), now)


@router.post("/preview")
def preview_events(desk: DeskDep, visitor: VisitorDep, command: PreviewEvents) -> PreviewOut:
    """What these events would change; nothing is booked."""
    check_declared(visitor, command.events)
    _agree(desk, command.seq)
    check_events(desk.match(), command.events)
    state = desk.match()
    if command.missing is not None:
        check_keeps(visitor)
        state = drafted(state, command.missing).state
    events = with_next_dealer(state, [from_json(event) for event in command.events])
    try:
        return preview_out(preview(state, events), command.events)
    except EngineError as error:
        shown = [each for each in events if isinstance(each, TeyakuShown)]
        raise (declare.teyaku_refused(state, shown[0], error) if len(events) == len(shown) == 1 else error) from None


@router.post("/tally")
def tally(desk: DeskDep, command: TallyDeal) -> TallyOut:
    """What a deal would pay that ended with these piles and calls; the events that book it come along."""
    _agree(desk, command.seq)
    now = desk.match()
    place = None if command.at is None else place_of(now.log, command.at)
    missing = None if command.missing is None else drafted(now, command.missing)
    state = missing.state if missing is not None else now if place is None else place.before[-1]
    piles = {seat: CardSet.parse(cards) for seat, cards in command.piles.items()}
    standing = {
        seat: [made_out(state, rule, price) for rule, price in rows]
        for seat, rows in declare.standing(state, piles).items()
    }
    left = declare.missing(state, tuple(piles.values()))
    told = [_told(each) for each in command.told]
    event: DealResult | PointsCounted
    if command.points is None:
        event = declare.result_of(state, piles, told)
    else:
        event = declare.points_of(state, command.points, told, command.kasu, command.roles)
        standing, left = {}, CardSet()
    booked: tuple[Event, ...] = (event,)
    result = refusal = None
    try:
        if missing is not None:
            booked = (missing.ended(event),)
        elif place is not None and command.at is not None:
            booked = with_next_dealer(now, [Corrected(command.at, (*place.events[:-1], event))])
        result = preview_out(preview(now, booked), [to_json(each) for each in booked])
    except EngineError as error:
        # Half told, a deal cannot be settled yet: why is an answer, beside the sets that still wait for a call.
        refusal = refused(error)
    silent = None
    if result is not None and not command.nobody and declare.says_nothing(state, event):
        # Nothing was entered yet: what is legal so is booked only where somebody says that it is so.
        silent, result = say_nobody(state), None
    threes = list(declare.dived(state, piles))
    return TallyOut(
        missing=[str(card) for card in left],
        standing=standing,
        threes=threes,
        result=result,
        silent=None if silent is None else WordsOut(ja=silent.ja, en=silent.en),
        refusal=refusal,
    )


@router.get("/history")
def history(desk: DeskDep, visitor: VisitorDep) -> HistoryOut:
    """Every event that counts, oldest first, what it changed, and what undo and redo would do."""
    log = desk.match().log
    undo, redo = undo_words(log), redo_words(log)
    return HistoryOut(
        seq=len(log),
        steps=[
            _step(step, visitor, visitor.keeps and desk.picture_of(step.seq + 1) is not None) for step in steps(log)
        ],
        undo=None if undo is None else WordsOut(ja=undo.ja, en=undo.en),
        redo=None if redo is None else WordsOut(ja=redo.ja, en=redo.en),
        insert=WordsOut(ja=INSERT.ja, en=INSERT.en) if visitor.keeps else None,
    )


def _agree(desk: Desk, seq: int) -> None:
    """Raises: Conflict if the log has moved on since `seq`."""
    if seq != desk.seq:
        raise Conflict(desk.match_id or "", seq, desk.seq)


def _told(said: CalledIn | TobikomiIn | CancelledIn) -> declare.Told:
    if isinstance(said, TobikomiIn):
        return Tobikomi(said.seat, said.month, said.hatto_by)
    if isinstance(said, CancelledIn):
        return Cancelled(said.seat)
    sets = None if said.sets is None else tuple(said.sets)
    return declare.Called(said.seat, said.call, sets, tuple(said.fed))


def _step(step: Step, visitor: Visitor, pictured: bool) -> StepOut:
    return StepOut(
        seq=step.seq,
        deal=step.deal,
        event=told_to(visitor, to_json(step.event)),
        ja=step.what.ja,
        en=step.what.en,
        change=list(step.change),
        entries=[entry_out(entry) for entry in step.entries],
        rule=step.rule,
        refused=refused(step.refused) if step.refused else None,
        pictured=pictured,
    )
