"""What the referee goes by while a deal runs, at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from yakume.engine import DECK, CardSet, EngineError, Event, State, apply
from yakume.engine.state import Deal

from .asking import Asked
from .belief import Belief, OnTable
from .deal_log import DealLog
from .feeding import FeedingWatch
from .following import Following

SETTLED_MS = 1_000
"""The table, or a zone of shown cards, must lie unchanged for this long before anything is concluded from it."""

Verdict = tuple[tuple[Event, ...], tuple[Asked, ...]]
"""What is to be booked now, and what is asked."""


@dataclass
class DealWatch:
    """What was watched of one deal; made anew for each."""

    deal: int = 0
    feeding: FeedingWatch = field(default_factory=FeedingWatch)
    completed_at: dict[int, int] = field(default_factory=dict)
    """Seat → how many cards were captured in all when its uncalled set was first seen."""
    fitting: tuple[CardSet, int] = (CardSet(), 0)
    """What fits best for the cards of the first field that nobody could read, and since when it does."""

    def fits(self, cards: CardSet, now_ms: int, for_ms: int) -> bool:
        """True if `cards` have fitted best for so long: lines that are as likely take turns."""
        if cards != self.fitting[0] or now_ms < self.fitting[1]:
            self.fitting = cards, now_ms
        return now_ms - self.fitting[1] >= for_ms


@dataclass(frozen=True)
class Situation:
    """A running deal as the log has it, and the table as it is believed."""

    state: State
    log: DealLog
    belief: Belief
    table: OnTable
    watch: DealWatch
    following: Following

    @property
    def deal(self) -> Deal:
        """The running deal."""
        assert self.state.deal is not None  # only running deals make a situation
        return self.state.deal

    def unseen(self, cleared: bool) -> CardSet:
        """What lies nowhere, unless hidden among the captures of this deal; a new field hides nothing of it."""
        unseen = DECK - self.table.captured
        for shown in () if cleared else (*self.table.shown, self.table.field):
            unseen -= shown
        return unseen


def accepts(state: State, *events: Event) -> bool:
    """True if the engine takes `events` one after the other."""
    try:
        for event in events:
            state = apply(state, event)
    except EngineError:
        return False
    return True


def stands_beside(state: State, event: Event) -> bool:
    """True if the engine takes `event`, and everything else that is booked stands beside it."""
    try:
        return len(apply(state, event).rejected) <= len(state.rejected)
    except EngineError:
        return False
