"""What an event of the log could have been instead.

The engine judges all of it: only what it takes in the event's place is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from yakume.engine import Card, CardSet, EngineError, legal_actions
from yakume.engine.events import (
    BidMade,
    Cancelled,
    CardPlayed,
    CardTurned,
    Corrected,
    DealResult,
    DealStarted,
    DekiyakuCalled,
    Event,
    HousePayment,
    PointsCounted,
    SageCancelled,
    SetsMade,
    TeyakuShown,
    Tobikomi,
)
from yakume.engine.play import apply, effective
from yakume.engine.state import State
from yakume.engine.teyaku import find_claims

from .declare import Called, Told, result_of
from .errors import ApiError

LISTED = (BidMade, CardPlayed, CardTurned, DekiyakuCalled, SageCancelled)
"""Events of which the engine lists what else was legal."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at one place of the log, from 0."""

    events: tuple[Event, ...]
    """That count there; several where a correction put several."""
    before: tuple[State, ...]
    """The match just before each of them."""


def place_of(log: Sequence[Event], at: int) -> Place:
    """What stands at place `at`. Raises: ApiError if nothing that counts does, or only the match's start."""
    events: list[Event] = []
    before: list[State] = []
    state: State | None = None
    for seq, event in effective(tuple(log)):
        if seq != at and events:
            break
        try:
            after = apply(state, event)
        except EngineError:
            continue
        if seq == at and state is not None:
            events.append(event)
            before.append(state)
        state = after
    if not events:
        raise ApiError(404, "no_such_event", f"nothing that counts stands at place {at} of this log")
    return Place(tuple(events), tuple(before))


def choices(place: Place) -> Iterator[tuple[State, Event, tuple[Event, ...]]]:
    """Each event that could stand there instead, with the match just before it and all that then stands there."""
    for at, (state, event) in enumerate(zip(place.before, place.events, strict=True)):
        for other in _others(state, event):
            if other != event and _stands(state, other):
                yield state, other, (*place.events[:at], other, *place.events[at + 1 :])


def _others(state: State, event: Event) -> Iterator[Event]:
    if isinstance(event, LISTED):
        card = getattr(event, "card", None)
        for other in legal_actions(state):
            if isinstance(other, LISTED) and getattr(other, "card", None) == card:
                yield other
    elif isinstance(event, TeyakuShown) and state.deal is not None:
        allow = state.options.get("understate_teyaku")
        whole = len(event.exposed) == state.game.hand
        claims = find_claims(state.game.id, event.exposed, understate=allow == "allow") if whole else ()
        parts = [event.parts, *((row.id,) for row in state.game.teyaku)]
        parts += [tuple(part.id for part in claim.parts) for claim in claims]
        for seat in state.deal.order:
            for each in dict.fromkeys(parts):
                yield replace(event, seat=seat, parts=each)
    elif isinstance(event, HousePayment):
        yield replace(event, payer=event.payee, payee=event.payer)


def _stands(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except EngineError:
        return False
    return True


def cards_of(place: Place) -> CardSet:
    """Every card that its events name: each may have been another."""
    found = CardSet()
    for event in place.events:
        for each in fields(event):
            found |= _cards(getattr(event, each.name))
    return found


def _cards(value: object) -> CardSet:
    if isinstance(value, Card):
        return CardSet([value])
    if isinstance(value, CardSet):
        return value
    found = CardSet()
    for each in value if isinstance(value, tuple) else ():
        found |= _cards(each)
    return found


def with_card(place: Place, wrong: Card, right: Card) -> tuple[Event, ...]:
    """Its events where `wrong` was `right`, and `right` was `wrong` wherever it was named; calls stand as they were
    said, with the sets that the piles then hold."""
    found: list[Event] = []
    for state, event in zip(place.before, place.events, strict=True):
        change: dict[str, Any] = {
            each.name: _swapped(getattr(event, each.name), wrong, right) for each in fields(event)
        }
        other: Event = replace(event, **change)
        if isinstance(other, DealResult):
            other = result_of(state, dict(enumerate(other.captures)), told_in(state, other))
        found.append(other)
    return tuple(found)


def _swapped(value: Any, one: Card, other: Card) -> Any:
    if isinstance(value, Card):
        return other if value == one else one if value == other else value
    if isinstance(value, CardSet):
        return CardSet(_swapped(card, one, other) for card in value)
    if isinstance(value, tuple):
        return tuple(_swapped(each, one, other) for each in value)
    return value


def told_in(state: State, result: DealResult | PointsCounted) -> tuple[Told, ...]:
    """What was said at the deal's end, as `result_of` and `points_of` take it: without piles sets are named."""
    booked = len(state.deal.happenings) if state.deal else 0
    told: list[Told] = []
    for each in (result.happenings or ())[booked:]:
        if isinstance(each, SetsMade):
            sets = each.sets if isinstance(result, PointsCounted) else None
            told.append(Called(each.seat, each.call, sets, each.fed))
        elif isinstance(each, Tobikomi | Cancelled):
            told.append(each)
    return tuple(told)


def undone_end(state: State) -> tuple[int, DealResult | PointsCounted] | None:
    """The newest end of the running deal that was booked and taken back, and its place in the log; None without one."""
    laid = laid_at(state)
    found = None
    for at, event in enumerate(state.log[laid + 1 :] if state.deal else (), laid + 1):
        if isinstance(event, DealStarted):
            break  # what was booked from there on was of a later deal
        now = event.events[-1:] if isinstance(event, Corrected) and event.seq > laid else (event,)
        found = next(((at, end) for end in now if isinstance(end, DealResult | PointsCounted)), found)
    return found


def laid_at(state: State) -> int:
    """Place in the log of the newest field that counts, from 0; -1 before the first."""
    return next((at for at, event in reversed(effective(state.log)) if isinstance(event, DealStarted)), -1)
