"""What a player may say, and what each may see: a player speaks for the own seat alone, and sees no other's hand.

Hands are known only where somebody told them (a simulated or an imported deal). They stand in the log, which is the
keeper's as it is; to a player it is told with the own hand, to a watcher with none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from yakume.engine import CardSet
from yakume.engine.events import (
    BidMade,
    DealStarted,
    DekiyakuCalled,
    HandShown,
    HattoExempted,
    SageCancelled,
    TeyakuShown,
    TeyakuVoided,
)
from yakume.engine.state import Deal, State, evolve
from yakume.vision.referee.questions import (
    BidDue,
    CancelSage,
    HiddenCapture,
    Question,
    SetToCall,
    WhichTeyaku,
)

from .access import Visitor
from .errors import ApiError

DECLARED = frozenset(
    kind.wire for kind in (BidMade, TeyakuShown, HandShown, TeyakuVoided, DekiyakuCalled, SageCancelled, HattoExempted)
)
"""Events, by wire name, that a player may declare for the own seat. What others pay for by a player's word alone, such
as who fed a set, is not among them, nor is what only the table shows."""

ANSWERED = (WhichTeyaku, SetToCall, HiddenCapture, BidDue, CancelSage)
"""Questions that a player answers for the own seat; who is to blame for a set is the keeper's to say."""


def check_declared(visitor: Visitor, events: Sequence[Mapping[str, Any]]) -> None:
    """See that `events`, in wire form, are for the visitor to say. Raises: ApiError 403."""
    if visitor.keeps:
        return
    for event in events:
        if event.get("type") not in DECLARED:
            raise ApiError(403, "keepers", f"only the keeper may book {event.get('type')!r}")
        _check_seat(visitor, event.get("seat"))


def check_keeps(visitor: Visitor) -> None:
    """See that the visitor keeps the score. Raises: ApiError 403."""
    if not visitor.keeps:
        raise ApiError(403, "keepers", "only the keeper may tell a deal that is over")


def check_answered(visitor: Visitor, question: Question) -> None:
    """See that `question` is for the visitor to answer. Raises: ApiError 403."""
    if visitor.keeps:
        return
    if not isinstance(question, ANSWERED):
        raise ApiError(403, "keepers", f"only the keeper may answer {question.kind!r}")
    _check_seat(visitor, question.seat)


def check_hand(visitor: Visitor, seat: int) -> None:
    """See that the visitor may ask about a hand of `seat`. Raises: ApiError 403."""
    if not visitor.keeps:
        _check_seat(visitor, seat)


def _check_seat(visitor: Visitor, seat: object) -> None:
    # True is 1 to Python, and no seat.
    if visitor.seat is None or type(seat) is not int or seat != visitor.seat:
        raise ApiError(403, "another_seat", f"this link is for seat {visitor.seat}, and speaks for no other")


def told_to(visitor: Visitor, event: Mapping[str, Any]) -> dict[str, Any]:
    """An event in wire form without the hands that the visitor may not see; those of a correction, too."""
    told = dict(event)
    if visitor.keeps:
        return told
    hands = told.get("hands")
    if told.get("type") == DealStarted.wire and isinstance(hands, list):
        told["hands"] = [hand if seat == visitor.seat else "" for seat, hand in enumerate(hands)]
    for inside in ("events", "then", "parts"):
        if isinstance(instead := told.get(inside), list):
            told[inside] = [told_to(visitor, each) if isinstance(each, Mapping) else each for each in instead]
    return told


def known_to(visitor: Visitor, state: State) -> State:
    """The match as the visitor knows it: of other hands only what lies open."""
    if visitor.keeps or state.deal is None:
        return state
    return evolve(state, deal=_without_hands(state.deal, visitor.seat))


def _without_hands(deal: Deal, seat: int | None) -> Deal:
    hands: list[CardSet] = []
    hidden: list[int] = []
    for each, hand in enumerate(deal.hands):
        known = hand if each == seat else hand & deal.exposed[each]
        hands.append(known)
        hidden.append(deal.hand_size(each) - len(known))
    return replace(deal, hands=tuple(hands), hidden=tuple(hidden))
