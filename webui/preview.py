"""What events would change if they were booked: shown before anything is applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from yakume.engine.arrange import state_before
from yakume.engine.events import (
    BidMade,
    Corrected,
    CorrectedTogether,
    Correction,
    DealInserted,
    DealStarted,
    Event,
    HousePayment,
)
from yakume.engine.ledger import Entry
from yakume.engine.play import apply, effective
from yakume.engine.state import Phase, State

from .text.dealing import say_bids
from .text.missing import BY_HAND, say_end, say_lost
from .text.words import Words, said_of


@dataclass(frozen=True, slots=True)
class Preview:
    """The score as it would be, and the payments that would come and go."""

    scores: tuple[int, ...]
    """By seat, in 文 (八十: 点)."""
    change: tuple[int, ...]
    """By seat, against the score now."""
    added: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    refused: tuple[str, ...]
    """What would no longer make sense of the events after a corrected one, a sentence each."""
    notes: tuple[Words, ...] = ()
    """What people have to know of it."""


def preview(state: State, events: Sequence[Event]) -> Preview:
    """What booking `events` now would change. Raises: EngineError if they cannot be booked."""
    after = state
    for event in events:
        after = apply(after, event)
    added, removed = difference(state.ledger, after.ledger)
    known = {rejected.seq for rejected in state.rejected}
    return Preview(
        after.scores,
        tuple(new - old for new, old in zip(after.scores, state.scores, strict=True)),
        added,
        removed,
        tuple(rejected.message for rejected in after.rejected if rejected.seq not in known),
        tuple(_notes(state, after, events)),
    )


def _notes(before: State, after: State, events: Sequence[Event]) -> Iterator[Words]:
    """What becomes of other deals and of the match."""
    if not any(isinstance(event, Correction) for event in events):
        return
    known = {rejected.seq for rejected in before.rejected}
    lost = sum(isinstance(each.event, DealStarted) and each.seq not in known for each in after.rejected)
    over = after.phase is Phase.OVER
    if lost:
        yield say_lost(lost, after.played, over)
    elif over != (before.phase is Phase.OVER):
        yield say_end(over)
    yield from _bids_read_anew(before, after, events)
    by_hand = any(isinstance(event, HousePayment) for _, event in effective(before.log))
    if by_hand and any(isinstance(event, DealInserted) for event in events):
        yield BY_HAND


def _bids_read_anew(before: State, after: State, events: Sequence[Event]) -> Iterator[Words]:
    """Of each deal that is not itself corrected what its bids are now that another deals: they are asked for in another
    order, and who was squeezed out may have dropped out instead, and paid."""
    parts = [part for event in events for part in (event.parts if isinstance(event, CorrectedTogether) else [event])]
    said = {part.seq for part in parts if isinstance(part, Corrected)}
    refused = {rejected.seq for rejected in after.rejected}
    was, now = _bids(before), _bids(after)
    for start, bids in now.items():
        own = min(said, default=start) > start  # people put the bids of this very deal right
        if not own and start in was and bids and bids != was[start] and start not in refused:
            number = state_before(after, start).played + 1
            yield said_of(partial(say_bids, number, bids), after.players)


def _bids(state: State) -> dict[int, list[tuple[int, str]]]:
    """Who said what, in order, by the place in the log where each deal starts."""
    found: dict[int, list[tuple[int, str]]] = {}
    for seq, event in effective(state.log):
        if isinstance(event, DealStarted):
            bids = found.setdefault(seq, [])
        elif isinstance(event, BidMade):
            bids.append((event.seat, event.call))
    return found


def difference(before: Sequence[Entry], after: Sequence[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries that only `after` has, and those that only `before` has; equal ones are counted."""
    if tuple(after[: len(before)]) == tuple(before):  # nearly always: a ledger grows at its end
        return tuple(after[len(before) :]), ()
    removed = list(before)
    added = []
    for entry in after:
        if entry in removed:
            removed.remove(entry)
        else:
            added.append(entry)
    return tuple(added), tuple(removed)
