"""One event makes the next state: `apply`, and `replay` of a whole log.

Both are pure. What the rules do not allow raises `IllegalAction` with the rule and the state line; nothing
is silently mended. After a correction the log is replayed, and events that no longer make sense are listed
in `State.rejected`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from . import bid, close, turns
from .counted import points_counted
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
    HousePayment,
    MatchEnded,
    MatchStarted,
    PointsCounted,
    QuestionAnswered,
    SageCancelled,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    TwoTurned,
)
from .house import house_payment
from .record import deal_result
from .start import deal_started, match_started
from .state import Phase, Rejected, State, evolve

_BETWEEN = (Phase.READY, Phase.OVER)
"""No deal is running."""

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
        HousePayment: house_payment,
        PointsCounted: points_counted,
        MatchEnded: close.match_ended,
        QuestionAnswered: lambda state, event: state,
    }
)


def apply(state: State | None, event: Event) -> State:
    """The state after `event`; `state` is None before the match.

    Raises: IllegalAction if the rules do not allow it; BadOption, NotationError or EngineError for a game,
    option or yaku that does not exist.
    """
    if isinstance(event, MatchStarted):
        if state is not None:
            raise IllegalAction("the match has already begun", "YK-LOG-01", state)
        return evolve(match_started(event), log=(event,), taken=1)
    if state is None:
        raise IllegalAction("a match begins with match_started, not {what}", "YK-LOG-01", what=event.wire)
    if isinstance(event, Corrected):
        return _corrected(state, event)
    after = _STEPS[type(event)](state, event)
    after = evolve(after, log=(*state.log, event), taken=state.taken + 1)
    ended = state.phase not in _BETWEEN and after.phase in _BETWEEN
    return evolve(after, ends=(*state.ends, evolve(after, log=()))) if ended else after


def replay(log: Iterable[Event]) -> State:
    """The state after a whole log; corrected events are taken as corrected.

    Events that the rules refuse after a correction are listed in `State.rejected`. Without a correction in
    the log the first refusal is raised. Raises: IllegalAction, also for an empty log.
    """
    events = tuple(log)
    state: State | None = None
    for event in events if not any(isinstance(event, Corrected) for event in events) else ():
        state = apply(state, event)
    return state or _recompute(events, None)


def _corrected(state: State, event: Corrected) -> State:
    if not 0 <= event.seq < len(state.log):
        raise IllegalAction("no event {n} to correct", "YK-LOG-02", state, n=event.seq)
    if any(isinstance(each, Corrected) for each in event.events):
        raise IllegalAction("a correction cannot stand in for event {n}", "YK-LOG-02", state, n=event.seq)
    known = {rejected.seq for rejected in state.rejected}
    after = _recompute((*state.log, event), state)
    for rejected in after.rejected:
        # What replaces an event must itself make sense; what follows is listed.
        if rejected.seq == event.seq and rejected.event in event.events and event.seq not in known:
            raise IllegalAction("correction refused: {why}", rejected.rule, why=rejected.message)
    return after


def _recompute(log: tuple[Event, ...], before: State | None) -> State:
    """The state after a log with corrections.

    Args:
        before: the state before its last event, of which everything is kept that the event does not change: the deals
            before it, and those after it that begin as they did.
    """
    events = effective(log)
    state, ends = _unchanged(events, before) if before else (None, {})
    rejected: list[Rejected] = []
    at = state.taken if state else 0
    while at < len(events):
        seq, event = events[at]
        at += 1
        try:
            state = apply(state, event)
        except EngineError as error:
            refusal = Rejected(seq, event, error.message, error.rule)
            if state is None:
                rejected.append(refusal)
            else:
                state = evolve(state, rejected=(*state.rejected, refusal), taken=at)
            continue
        if rejected:
            state, rejected = evolve(state, rejected=tuple(rejected), taken=at), []
        if before and at in ends and _begins_alike(state, ends[at], before):
            state, ends = _rejoin(state, ends[at], before), {}
            at = state.taken
    if state is None:
        # Why the start itself was refused says more than that there is none.
        if rejected:
            why = rejected[0]
            raise IllegalAction("a log begins with match_started: {why}", why.rule, why=why.message)
        raise IllegalAction("a log begins with match_started", "YK-LOG-01")
    return evolve(state, log=log)


_Counted = tuple[tuple[int, Event], ...]


def _unchanged(events: _Counted, before: State) -> tuple[State | None, dict[int, State]]:
    """The last deal's end before anything differs; and those after it, by how many of `events` lead there."""
    old = effective(before.log)
    head, tail = _alike(events, old), _alike(events[::-1], old[::-1])
    shift = len(events) - len(old)
    start = next((end for end in reversed(before.ends) if end.taken <= head), None)
    later = (end for end in before.ends if end.phase is Phase.READY and len(old) - end.taken <= tail)
    return start and evolve(start, ends=(*start.ends, start)), {end.taken + shift: end for end in later}


def _alike(one: _Counted, other: _Counted) -> int:
    """How many events are the same from the beginning on."""
    for at, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine[0] != yours[0] or mine[1] is not yours[1]:
            return at
    return min(len(one), len(other))


def _begins_alike(state: State, end: State, before: State) -> bool:
    """True if what follows `end` follows `state` too, but for what was won and lost until then."""
    return (
        state.phase is Phase.READY
        and (state.game, state.players, state.options) == (end.game, end.players, end.options)
        and (state.dealer, state.played, state.binds, state.pending) == (end.dealer, end.played, end.binds, end.pending)
        # A refusal quotes the scores.
        and len(before.rejected) == len(end.rejected)
    )


def _rejoin(state: State, end: State, before: State) -> State:
    """`before` when the last of its deals had ended, with what is booked up to `end` replaced by that of `state`."""
    for later in before.ends:
        # The last deal of a match is played again, for what is paid after it goes by the scores.
        if later.taken > end.taken and later.phase is Phase.READY:
            changed = evolve(
                later,
                booked=state.booked + later.booked[len(end.booked) :],
                problems=state.problems + later.problems[len(end.problems) :],
                rejected=state.rejected,
                taken=later.taken + state.taken - end.taken,
                ends=state.ends,
            )
            state, end = evolve(changed, ends=(*state.ends, changed)), later
    return state


def effective(events: tuple[Event, ...]) -> tuple[tuple[int, Event], ...]:
    """The events that count, each with the place in the log that it stands for.

    Of several corrections of one event the last counts; a correction can itself be corrected, which with no
    events in its stead takes it back.
    """
    instead = {seq: by for seq, (_, by) in corrections(events).items()}
    return tuple(
        (seq, event)
        for seq in range(len(events))
        for event in instead.get(seq, (events[seq],))
        if not isinstance(event, Corrected)
    )


def corrections(events: tuple[Event, ...]) -> dict[int, tuple[int, tuple[Event, ...]]]:
    """Place of each event that was corrected → place of the correction that counts, and what it puts in its stead."""
    found: dict[int, tuple[int, tuple[Event, ...]]] = {}
    for seq in reversed(range(len(events))):
        for event in found[seq][1] if seq in found else (events[seq],):
            if isinstance(event, Corrected):
                found.setdefault(event.seq, (seq, event.events))
    return found
