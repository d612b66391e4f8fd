"""One event makes the next state: `apply`, and `replay` of a whole log.

Both are pure. What the rules do not allow raises `IllegalAction` with the rule and the state line; nothing
is silently mended. After a correction the log is replayed, and events that no longer make sense are listed
in `State.rejected`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    CorrectedTogether,
    Correction,
    DealInserted,
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
from .facts import End
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


_OF_DEALS = tuple(kind for kind in _STEPS if kind not in (HousePayment, MatchEnded, QuestionAnswered))
"""Events of which a deal consists."""


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
    if isinstance(event, Correction):
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
    for event in events if not any(isinstance(event, Correction) for event in events) else ():
        state = apply(state, event)
    return state or _recompute(events, None)


def _corrected(state: State, event: Correction) -> State:
    for part in parts_of(event):
        if not 0 <= part.seq < len(state.log):
            raise IllegalAction("no event {n} to correct", "YK-LOG-02", state, n=part.seq)
        if any(isinstance(each, Correction) for each in part.events):
            raise IllegalAction("a correction cannot stand in for event {n}", "YK-LOG-02", state, n=part.seq)
    if isinstance(event, CorrectedTogether) and not event.parts:
        raise IllegalAction("no event {n} to correct", "YK-LOG-02", state, n=len(state.log))
    if isinstance(event, DealInserted):
        _check_inserted(state, event)
    known = {rejected.seq for rejected in state.rejected}
    after = _recompute((*state.log, event), state)
    for rejected in after.rejected:
        # What replaces an event must itself make sense; what follows is listed.
        itself = isinstance(event, Corrected) and rejected.seq == event.seq and rejected.event in event.events
        if rejected.seq == len(state.log) or (itself and rejected.seq not in known):
            raise IllegalAction("correction refused: {why}", rejected.rule, why=rejected.message)
    if isinstance(event, DealInserted):
        taken = max(at for at, (seq, _) in enumerate(effective(after.log), start=1) if seq == len(state.log))
        ended = next((end.deal for end in after.ends if end.taken == taken), None)
        if ended is None or ended.end is End.VOID:
            raise IllegalAction("the deal that is put in has not ended", "YK-LOG-04", state)
    return after


def _check_inserted(state: State, event: DealInserted) -> None:
    """See that it is one deal, and put in before another. Raises: IllegalAction."""
    there = [each for seq, each in effective(state.log) if seq == event.before]
    if not any(isinstance(each, DealStarted) for each in there):
        raise IllegalAction("no deal begins at event {n}", "YK-LOG-04", state, n=event.before)
    starts = [isinstance(each, DealStarted) for each in event.events]
    other = next((each for each in event.events if not isinstance(each, _OF_DEALS)), None)
    if not starts or not starts[0] or sum(starts) > 1 or other is not None:
        raise IllegalAction("what is put in is no whole deal", "YK-LOG-04", state)


def parts_of(event: Event) -> tuple[Corrected, ...]:
    """What a correction puts in the place of events before it."""
    if isinstance(event, Corrected):
        return (event,)
    if isinstance(event, DealInserted):
        return event.then
    return event.parts if isinstance(event, CorrectedTogether) else ()


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
    """The events that count, in their order, each with the place in the log that it stands for.

    Of several corrections of one event the last counts; a correction can itself be corrected, which with no
    events in its stead takes it back. A deal that was put in stands at the place where that was booked, and counts
    before the one that it was put before.
    """
    instead = {seq: by for seq, (_, by) in corrections(events).items()}
    return tuple((seq, event) for seq in _in_order(events) for event in instead.get(seq, _counting(events[seq])))


def _counting(event: Event) -> tuple[Event, ...]:
    """What counts at the place of an event that nobody corrected."""
    if isinstance(event, DealInserted):
        return event.events
    return () if isinstance(event, Correction) else (event,)


def _in_order(events: tuple[Event, ...]) -> Sequence[int]:
    """The places of a log in the order in which they count."""
    inserted: dict[int, list[int]] = {}
    for seq, event in enumerate(events):
        if isinstance(event, DealInserted) and event.before < seq:
            inserted.setdefault(event.before, []).append(seq)
    if not inserted:
        return range(len(events))
    moved = {seq for those in inserted.values() for seq in those}
    found: list[int] = []
    # A deal may be put in before one that was put in: it goes with that one. What is still to be listed, last first.
    left = [seq for seq in reversed(range(len(events))) if seq not in moved]
    while left:
        seq = left.pop()
        if seq in inserted:
            left += [seq, *reversed(inserted.pop(seq))]
        else:
            found.append(seq)
    return found


def corrections(events: tuple[Event, ...]) -> dict[int, tuple[int, tuple[Event, ...]]]:
    """Place of each event that was corrected → place of the correction that counts, and what it puts in its stead."""
    found: dict[int, tuple[int, tuple[Event, ...]]] = {}
    for seq in reversed(range(len(events))):
        for event in found[seq][1] if seq in found else (events[seq],):
            for part in parts_of(event):
                found.setdefault(part.seq, (seq, part.events))
    return found
