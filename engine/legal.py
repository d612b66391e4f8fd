"""What may happen next: every event that the rules allow in a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from .bid import CALLS
from .capture import capture_choices
from .cards import Card, CardSet
from .events import (
    Bid,
    BidMade,
    CardPlayed,
    CardTurned,
    DekiyakuCalled,
    Event,
    SageCancelled,
    TeyakuClosed,
    TeyakuShown,
)
from .flow import Moment
from .state import Deal, Phase, State
from .teyaku import Teyaku, find_claims, find_teyaku
from .turns import may_cancel, may_lower

_WORDS = {call: word for word, call in CALLS.items()}


def legal_actions(state: State) -> tuple[Event, ...]:
    """Every regular event of the running deal that may come next; empty between deals and after the match.

    Turned cards are all that could lie on top of the deck, and where a hand is hidden, played cards all that
    it could hold. Mishaps, corrections and recorded results are not listed: they are always up to the table.
    """
    return tuple(_actions(state))


def legal_bids(state: State) -> tuple[BidMade, ...]:
    """What who speaks may say, in the order in which every game is asked: to play, to drop out, to double."""
    bids = (event for event in legal_actions(state) if isinstance(event, BidMade))
    return tuple(sorted(bids, key=lambda bid: get_args(Bid).index(bid.call)))


def _actions(state: State) -> Iterator[Event]:
    deal = state.deal
    if deal is None or state.phase in (Phase.READY, Phase.OVER):
        return
    if state.phase is Phase.BID:
        assert deal.bidding is not None
        seat = deal.bidding.queue[0]
        yield from (BidMade(seat, _WORDS[call]) for call in deal.bidding.legal)  # type: ignore[arg-type]
        return
    if state.phase is Phase.TEYAKU:
        for seat in deal.order:
            yield from _claims(state, deal, seat)
        yield TeyakuClosed()
        return
    yield from _calls(state, deal)
    if (
        state.phase is Phase.HAND
        and not deal.partly
        and (deal.waiting is None or may_lower(state, deal, deal.waiting.seat))
    ):
        hand = deal.hands[deal.player]
        cards = hand | deal.unseen if deal.hidden[deal.player] else hand
        yield from (CardPlayed(deal.player, card, takes) for card, takes in _moves(state, deal, cards))
    at_once = state.game.flow.moment is Moment.AT_ONCE
    if state.phase is Phase.DECK and not (at_once and deal.waiting and not may_lower(state, deal, deal.player)):
        yield from (CardTurned(deal.player, card, takes) for card, takes in _moves(state, deal, deal.unseen))


def _claims(state: State, deal: Deal, seat: int) -> Iterator[Event]:
    """Claims of a known hand, each with the least that must be shown."""
    hand = deal.hands[seat]
    if len(hand) < state.game.hand or any(claim.seat == seat for claim in deal.claims):
        return
    if state.game.flow.auto_teyaku:
        best = find_teyaku(state.game.id, hand)
        claims: tuple[Teyaku, ...] = (best,) if best else ()
    else:
        allow = state.options.get("understate_teyaku")
        claims = find_claims(state.game.id, hand, understate=None if allow is None else allow == "allow")
    for claim in claims:
        # Which cards stay hidden is the owner's choice; the first ones stand for all of them.
        open_too = list(claim.hideable)[claim.hidden_max :]
        yield TeyakuShown(seat, tuple(part.id for part in claim.parts), claim.exposed | CardSet(open_too))


def _calls(state: State, deal: Deal) -> Iterator[Event]:
    if deal.waiting is not None:
        yield DekiyakuCalled(deal.waiting.seat, "agari")
        if may_lower(state, deal, deal.waiting.seat):
            yield DekiyakuCalled(deal.waiting.seat, "sage")
    seat = may_cancel(state, deal)
    if seat is not None:
        yield SageCancelled(seat)


def _moves(state: State, deal: Deal, cards: CardSet) -> Iterator[tuple[Card, CardSet]]:
    mandatory = bool(state.options["capture_mandatory"])
    for card in cards:
        for taken in capture_choices(deal.field, card, mandatory=mandatory):
            yield card, taken - CardSet([card])
