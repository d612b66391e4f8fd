"""What no camera can see: who deals first, who bids next and what he says, and whether a 下げ is cancelled."""

from __future__ import annotations

from dataclasses import replace

from yakume.engine import (
    Cancelled,
    Corrected,
    CorrectedTogether,
    DealResult,
    EngineError,
    MatchStarted,
    Phase,
    SetsMade,
    State,
    apply,
)
from yakume.engine.arrange import follow
from yakume.engine.legal import legal_bids
from yakume.engine.play import effective

from .answers import Bidden, CancelNow, PutRight
from .asking import Asked, Offer
from .deal_log import DealLog
from .line import key_of
from .outcomes import Close
from .questions import BidDue, CancelSage, WhoLeads
from .settlement import draft
from .situation import Situation, accepts


def ask_bid(state: State, log: DealLog) -> Asked | None:
    """Who has to bid now and what may be said (H80-BID-02, H88-BID-02); None outside the bidding."""
    if state.phase is not Phase.BID:
        return None
    bids = legal_bids(state)
    question = BidDue(log.deal, bids[0].seat, len(state.log), state.game.rules.asked)
    return Asked(question, tuple(Offer(Bidden(bid.call), round(1 / len(bids), 2), (bid,)) for bid in bids))


def ask_lead(now: Situation) -> tuple[Asked, ...]:
    """Whether another deals first than was told, as play is seen; nothing where that is not seen, or follows from how
    deals before ended."""
    seat = now.following.led_by
    if seat is None or now.state.played:
        return ()
    question = WhoLeads(now.log.deal, seat, now.deal.order[0], now.state.game.rules.dealt)
    seq, started = effective(now.state.log)[0]
    assert isinstance(started, MatchStarted)
    dealers = (seat, *(each for each in range(len(now.state.players)) if each not in now.deal.order))
    for dealer in dealers:
        try:
            right = follow(now.state, (Corrected(seq, (replace(started, dealer=dealer),)),))
            together = CorrectedTogether(tuple(each for each in right if isinstance(each, Corrected)))
            after = apply(now.state, together)
        except EngineError:
            continue
        if after.deal is not None and after.deal.order[:1] == (seat,):
            return (Asked(question, (Offer(PutRight(True), 0.8, (together,)), Offer(PutRight(False), 0.2))),)
    return ()


def ask_cancel(now: Situation) -> Asked | None:
    """Whether who played on last wants to end the deal for half (H3-SAGE-08, H88-SAGE-07); None where none may."""
    if now.state.phase is Phase.BID:
        return None
    result = _by_line(now) or _by_piles(now)
    if result is None:
        return None
    lowered = [each.seat for each in result.happenings if isinstance(each, SetsMade) and each.call == "sage"]
    question = CancelSage(now.log.deal, lowered[-1], len(lowered), now.state.game.rules.cancel)
    return Asked(question, (Offer(CancelNow(), 0.1, (result,)),))


def _by_line(now: Situation) -> DealResult | None:
    """As play was followed: who fed a set is known then (法度), and that somebody played on though nobody said so.

    Of a set that still waits for its call people are asked whether its maker lowers: he cannot take that back yet.
    """
    thread = now.following.thread
    if thread is None or thread.best is None or thread.is_lost:
        return None
    outcomes = thread.outcomes(Close.CANCELLED)
    if not outcomes:
        return None
    waiting, deal = outcomes[0].told.waiting, outcomes[0].told.state.deal
    if waiting is not None and deal is not None and key_of(deal, waiting.seat) not in thread.declared:
        return None
    return outcomes[0].result


def _by_piles(now: Situation) -> DealResult | None:
    """As the piles lie, with what people called."""
    lowered = [seat for seat, call in now.log.calls.items() if call == "sage"]
    if not lowered:
        return None
    result = draft(now.state, now.log, now.table.captures)
    result = replace(result, happenings=(*result.happenings, Cancelled(lowered[-1])))
    return result if accepts(now.state, result) else None
