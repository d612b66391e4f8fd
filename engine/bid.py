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
        raise IllegalAction("nobody is asked to bid", rule, state)
    speaker = deal.bidding.queue[0]
    if event.seat != speaker:
        raise IllegalAction(
            "seat {seat} cannot speak before seat {speaker}", rule, state, seat=event.seat, speaker=speaker
        )
    try:
        bidding = deal.bidding.call(CALLS[event.call])
    except IllegalAction as error:
        raise IllegalAction(
            "seat {seat} cannot say {word} now", error.rule, state, seat=speaker, word=CALLS[event.call].value
        ) from error
    return settle_bidding(evolve(state, deal=evolve(deal, bidding=bidding)))


def hand_shown(state: State, event: HandShown) -> State:
    """A squeezed-out player shows the hand before play begins (H88-BID-06)."""
    deal = state.deal
    squeezed = deal.bidding.squeezed if deal and isinstance(deal.bidding, Bidding) else ()
    if state.phase is not Phase.TEYAKU or deal is None or "oikomi" not in state.options:
        raise IllegalAction("no hand is to be shown now", "H88-BID-06", state)
    if event.seat not in squeezed or event.seat in dict(deal.squeezed):
        raise IllegalAction("seat {seat} is owed nothing for its hand", "H88-BID-06", state, seat=event.seat)
    if len(event.hand) != state.game.hand or not event.hand <= deal.unseen:
        raise IllegalAction(
            "impossible hand {cards} of seat {seat}", "H88-BID-06", state, cards=event.hand, seat=event.seat
        )
    return pay_squeezed(state, event.seat, event.hand)
