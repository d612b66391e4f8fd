"""Ends that people tell: of a deal with no next field on the table, of a match before its last deal; and a pause."""

from __future__ import annotations

from fastapi import APIRouter
from yakume.vision.referee.ending import EndTold

from .. import declare
from ..deps import DeskDep
from ..desk import Desk
from ..errors import refused
from ..schemas import EndDeal, EndMatch, EndOut, Pause
from ..told import ended_before, tell_out

router = APIRouter(prefix="/api")


@router.post("/deal/end")
def end_deal(desk: DeskDep, command: EndDeal) -> EndOut:
    """Settle the running deal from what is known; books nothing where that cannot be, and says what is missing."""
    return _told(desk, desk.end_deal(command.seq))


@router.post("/match/end")
def end_match(desk: DeskDep, command: EndMatch) -> EndOut:
    """End the match, its running deal first; books nothing where that cannot be settled, and says what is missing."""
    return _told(desk, desk.end_match(command.seq))


@router.post("/pause")
def pause(desk: DeskDep, command: Pause) -> Pause:
    """Conclude nothing from what is seen while people only talk, or go on with what lies there."""
    desk.pause(command.on)
    return command


def _told(desk: Desk, end: EndTold) -> EndOut:
    state = desk.match()
    open_deal = state.deal if not end.events else None
    tally, points = ended_before(state) if open_deal else (None, None)
    return EndOut(
        booked=bool(end.events),
        order=list(open_deal.order) if open_deal else [],
        missing=[str(card) for card in end.missing],
        lacking=end.lacking,
        uncalled=list(end.uncalled),
        asked=end.asked,
        refusal=refused(end.refused) if end.refused else None,
        tell=tell_out(state) if open_deal else None,
        tally=tally,
        points=points,
        void=declare.declarations(state).void,
    )
