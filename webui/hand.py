"""One player's own hand, as its phone asks about it: its hand yaku, what to lay open, and what it is worth.

Nothing of a hand is kept: it is told to who asked, and forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yakume.engine import CardSet, Face, Inconsistent
from yakume.engine.events import Bid
from yakume.engine.state import Phase, State
from yakume.engine.teyaku import Teyaku, find_claims
from yakume.engine.worth import Expectation, HandWorth, expectation_steps, hand_worth
from yakume.engine.yaku import NO_CARDS

SIMULATED = 160
"""Deals played out to judge a call; the error bar says what that is worth."""
STEP = 20
"""After so many the average so far is told: advice appears soon and sharpens."""


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """What a hand holds."""

    cards: CardSet
    claims: tuple[Teyaku, ...]
    """Everything that may be announced with it, the dearest first."""
    worth: HandWorth


def hand_of(faces: Sequence[Face], elsewhere: CardSet = NO_CARDS) -> CardSet:
    """Cards that show `faces`; the kasu of a month stand for each other, those that do not lie `elsewhere` first.

    Raises: Inconsistent for a face that is there too often, or for a card that lies face down.
    """
    cards = CardSet()
    for face in faces:
        free = sorted((card for card in face.cards if card not in cards), key=lambda card: card in elsewhere)
        if not free:
            raise Inconsistent("{card} is there more often than the deck has it", "COM-CARD-01", card=face)
        cards |= CardSet(free[:1])
    return cards


def advise(state: State, faces: Sequence[Face]) -> HandAdvice:
    """What a hand holds in the game and at the rate of `state`. Raises: Inconsistent if it is not a dealt hand."""
    deal = state.deal if state.phase not in (Phase.READY, Phase.OVER) else None
    hand = hand_of(faces, deal.dealt if deal else NO_CARDS)
    if deal is not None and hand & deal.dealt:
        raise Inconsistent("{cards} lies on the field of this deal", "COM-CARD-01", cards=hand & deal.dealt)
    allow = state.options.get("understate_teyaku")
    claims = find_claims(state.game.id, hand, understate=None if allow is None else allow == "allow")
    worth = hand_worth(state.game.id, hand, deal.rate if deal else None)
    ranked = tuple(sorted(claims, key=lambda claim: -claim.mon))
    return HandAdvice(hand, ranked, worth)


def judge_calls(state: State, seat: int, faces: Sequence[Face]) -> Iterator[dict[Bid | None, Expectation]]:
    """What each call of `seat` brings on average with simple players, again and again as more deals are tried.

    It stands under None where there is nothing to call.

    Raises: Inconsistent if the seat is not the next to speak or not in play, or its hand is impossible.
    """
    hand = hand_of(faces, state.deal.dealt if state.deal else NO_CARDS)
    return expectation_steps(state, seat, hand, deals=SIMULATED, step=STEP)


def may_judge(state: State, seat: int) -> bool:
    """Whether `judge_calls` can tell now what a call of `seat` is worth."""
    deal = state.deal
    if deal is None or deal.claims:
        return False
    if state.phase is Phase.BID:
        return deal.bidding is not None and deal.bidding.queue[0] == seat
    return state.phase is Phase.TEYAKU and seat in deal.order
