"""Who takes part: 出る, 降りる, ダブル, and the hands of those who were squeezed out."""

from __future__ import annotations

from .auction import Bidding, Call
from .errors import IllegalAction
from .events import BidMade, HandShown
from .start import pay_squeezed, settle_bidding
from .state import Phase, State, evolve

CALLS = {"deru": Call.IN, "oriru": Call.DROP, "double": Call.DOUBLE}
"""The words of an event as calls."""


def bid_made(state: State, event: BidMade) -> State:
    """The speaker's call."""
    deal = state.deal
    rule = state.game.rules.asked
    if state.phase is not Phase.BID or deal is None or deal.bidding is None:
        raise IllegalAction(f"nobody is asked to bid in {state.line}", rule)
    speaker = deal.bidding.queue[0]
    if event.seat != speaker:
        raise IllegalAction(f"seat {event.seat} cannot speak before seat {speaker} in {state.line}", rule)
    try:
        bidding = deal.bidding.call(CALLS[event.call])
    except IllegalAction as error:
        raise IllegalAction(f"{event.call} of seat {speaker}: {error} in {state.line}", error.rule) from error
    return settle_bidding(evolve(state, deal=evolve(deal, bidding=bidding)))


def hand_shown(state: State, event: HandShown) -> State:
    """A squeezed-out player shows the hand before play begins (H88-BID-06)."""
    deal = state.deal
    squeezed = deal.bidding.squeezed if deal and isinstance(deal.bidding, Bidding) else ()
    if state.phase is not Phase.TEYAKU or deal is None or "oikomi" not in state.options:
        raise IllegalAction(f"no hand is to be shown now in {state.line}", "H88-BID-06")
    if event.seat not in squeezed or event.seat in dict(deal.squeezed):
        raise IllegalAction(f"seat {event.seat} is owed nothing for its hand in {state.line}", "H88-BID-06")
    if len(event.hand) != state.game.hand or not event.hand <= deal.unseen:
        raise IllegalAction(f"impossible hand {event.hand} of seat {event.seat} in {state.line}", "H88-BID-06")
    return pay_squeezed(state, event.seat, event.hand)
