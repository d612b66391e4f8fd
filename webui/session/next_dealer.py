"""Who deals next follows from how a deal ended: where that end is corrected, the deals after it are dealt by others."""

from __future__ import annotations

from collections.abc import Sequence

from yakume.engine.arrange import follow
from yakume.engine.events import Corrected, CorrectedTogether, DealInserted, Event
from yakume.engine.state import State


def with_next_dealer(state: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events`, and if they put an end right after which another player deals, what then stands in for the starts and
    bids of later deals.

    Else those deals and all after them would be refused, though they were dealt and played. More than one start that
    follows is one correction with what it follows from: they are taken back together.

    Raises: EngineError if `events` cannot be booked on `state`.
    """
    found = follow(state, events)
    parts = tuple(event for event in found if isinstance(event, Corrected))
    several = len(found) > len(events) + 1
    # What was put in stands at a place of its own, after what follows from it.
    inserted = len(found) > len(events) and any(isinstance(state.log[part.seq], DealInserted) for part in parts)
    return (CorrectedTogether(parts),) if (several or inserted) and len(parts) == len(found) else found
