"""One event makes the next state: `apply`, and `replay` of a whole log.

Both are pure. What the rules do not allow raises `IllegalAction` with the rule and the state line; nothing
is silently mended. After a correction the log is replayed, and events that no longer make sense are listed
in `State.rejected`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from . import bid, close, turns
from .errors import EngineError, IllegalAction
from .events import (
    BidMade,
    CardPlayed,
    CardTurned,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    Event,
    HandShown,
    HattoExempted,
    MatchStarted,
    SageCancelled,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    TwoTurned,
)
from .record import deal_result
from .start import deal_started, match_started
from .state import Rejected, State, evolve

_STEPS: Mapping[type[Any], Callable[[State, Any], State]] = MappingProxyType(
    {
        DealStarted: deal_started,
        BidMade: bid.bid_made,
        HandShown: bid.hand_shown,
        TeyakuShown: turns.teyaku_shown,
        TeyakuClosed: turns.teyaku_closed,
        CardPlayed: turns.card_played,
        CardTurned: turns.card_turned,
        DekiyakuCalled: turns.dekiyaku_called,
        SageCancelled: turns.sage_cancelled,
        TwoTurned: turns.two_turned,
        HattoExempted: turns.hatto_exempted,
        TeyakuVoided: turns.teyaku_voided,
        DealVoided: close.deal_voided,
        DealResult: deal_result,
    }
)


def apply(state: State | None, event: Event) -> State:
    """The state after `event`; `state` is None before the match.

    Raises: IllegalAction if the rules do not allow it; BadOption, NotationError or EngineError for a game,
    option or yaku that does not exist.
    """
    if isinstance(event, MatchStarted):
        if state is not None:
            raise IllegalAction(f"the match has already begun in {state.line}")
        return replace(match_started(event), log=(event,))
    if state is None:
        raise IllegalAction(f"a match begins with match_started, not {event.wire}")
    if isinstance(event, Corrected):
        return _corrected(state, event)
    after = _STEPS[type(event)](state, event)
    return evolve(after, log=(*state.log, event))


def replay(log: Iterable[Event]) -> State:
    """The state after a whole log; corrected events are taken as corrected.

    Events that the rules refuse after a correction are listed in `State.rejected`. Without a correction in
    the log the first refusal is raised. Raises: IllegalAction, also for an empty log.
    """
    events = tuple(log)
    state: State | None = None
    for event in events if not any(isinstance(event, Corrected) for event in events) else ():
        state = apply(state, event)
    state = state or _replay_corrected(events)
    return state


def _corrected(state: State, event: Corrected) -> State:
    if not 0 <= event.seq < len(state.log):
        raise IllegalAction(f"no event {event.seq} to correct in {state.line}")
    if any(isinstance(each, Corrected) for each in event.events):
        raise IllegalAction(f"a correction cannot stand in for event {event.seq} in {state.line}")
    known = {rejected.seq for rejected in state.rejected}
    after = _replay_corrected((*state.log, event))
    for rejected in after.rejected:
        # What replaces an event must itself make sense; what follows is listed.
        if rejected.seq == event.seq and rejected.event in event.events and event.seq not in known:
            raise IllegalAction(f"correction refused: {rejected.message}", rejected.rule)
    return after


def _replay_corrected(events: tuple[Event, ...]) -> State:
    state: State | None = None
    rejected: list[Rejected] = []
    for seq, event in effective(events):
        try:
            state = apply(state, event)
        except EngineError as error:
            rejected.append(Rejected(seq, event, str(error), error.rule))
    if state is None:
        raise IllegalAction("a log begins with match_started")
    return evolve(state, log=events, rejected=tuple(rejected))


def effective(events: tuple[Event, ...]) -> tuple[tuple[int, Event], ...]:
    """The events that count, each with the place in the log that it stands for.

    Of several corrections of one event the last counts; a correction can itself be corrected, which with no
    events in its stead takes it back.
    """
    instead: dict[int, tuple[Event, ...]] = {}
    for seq in reversed(range(len(events))):
        for event in instead.get(seq, (events[seq],)):
            if isinstance(event, Corrected):
                instead.setdefault(event.seq, event.events)
    return tuple(
        (seq, event)
        for seq in range(len(events))
        for event in instead.get(seq, (events[seq],))
        if not isinstance(event, Corrected)
    )
