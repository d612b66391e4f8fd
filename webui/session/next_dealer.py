"""Who deals next follows from how a deal ended: where that end is corrected, the deal after it is dealt by another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yakume.engine import EngineError
from yakume.engine.events import Corrected, DealStarted, Event
from yakume.engine.play import apply, effective
from yakume.engine.state import Phase, State


def with_next_dealer(state: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events`, and if they put an end right after which another player deals, the start of the next deal with them.

    Else that deal and all after it would be refused, though they were dealt and played.

    Raises: EngineError if `events` cannot be booked on `state`.
    """
    put_right = [event.seq for event in events if isinstance(event, Corrected) and event.events]
    if not put_right:
        return tuple(events)
    after = state
    for event in events:
        after = apply(after, event)
    refused = {each.seq for each in after.rejected} - {each.seq for each in state.rejected}
    now: State | None = None
    for seq, event in effective(after.log):
        if isinstance(event, DealStarted) and seq > max(put_right):
            dealt_by = now.dealer if now is not None and now.phase is Phase.READY else event.dealer
            other = seq in refused and dealt_by != event.dealer
            return (*events, Corrected(seq, (replace(event, dealer=dealt_by),))) if other else tuple(events)
        try:
            now = apply(now, event)
        except EngineError:
            continue
    return tuple(events)
