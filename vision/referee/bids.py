"""What no camera can see: whose turn it is to bid and what he says, and whether a 下げ is cancelled."""

from __future__ import annotations

from dataclasses import replace

from yakume.engine import CardSet, IllegalAction, Phase, State
from yakume.engine.events import BidMade, Cancelled
from yakume.engine.legal import legal_actions
from yakume.engine.play import apply

from .answers import Bidden, CancelNow
from .asking import Asked, Offer
from .deal_log import DealLog
from .questions import BidDue, CancelSage
from .settlement import draft


def ask_bid(state: State, log: DealLog) -> Asked | None:
    """Who has to bid now and what may be said (H80-BID-02, H88-BID-02); None outside the bidding."""
    if state.phase is not Phase.BID:
        return None
    bids = [event for event in legal_actions(state) if isinstance(event, BidMade)]
    question = BidDue(log.deal, bids[0].seat, len(state.log), state.game.rules.asked)
    return Asked(question, tuple(Offer(Bidden(bid.call), round(1 / len(bids), 2), (bid,)) for bid in bids))


def ask_cancel(state: State, log: DealLog, captures: tuple[CardSet, ...]) -> Asked | None:
    """Whether who played on last wants to end the deal for half (H3-SAGE-08, H88-SAGE-07); None where none may.

    Args:
        captures: the piles by seat as they are now.
    """
    lowered = [seat for seat, call in log.calls.items() if call == "sage"]
    if not lowered or state.phase in (Phase.READY, Phase.BID, Phase.OVER):
        return None
    seat = lowered[-1]
    now = draft(state, log, captures)
    result = replace(now, happenings=(*now.happenings, Cancelled(seat)))
    try:
        apply(state, result)
    except IllegalAction:
        return None
    question = CancelSage(log.deal, seat, len(lowered), state.game.rules.cancel)
    return Asked(question, (Offer(CancelNow(), 0.1, (result,)),))
