"""A deal that nobody had booked, as far as people have told it, at the place in the match where it is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yakume.engine import IllegalAction
from yakume.engine.arrange import RULE, put_in, state_before
from yakume.engine.events import DealInserted, DealStarted, Event, TeyakuClosed
from yakume.engine.play import apply
from yakume.engine.state import Phase, State, ends_in_hand

from .history import describe
from .text.words import Words


@dataclass(frozen=True, slots=True)
class Missing:
    """A deal that is being told."""

    match: State
    before: int
    """Place in the log of the start of the deal before which it is missing."""
    dealer: int | None
    """Who dealt first in this match, where that is told with it."""
    base: State
    """The match just before it."""
    events: tuple[Event, ...]
    """What was told of it."""

    @property
    def state(self) -> State:
        """The match as far as it is told."""
        state = self.base
        for event in self.events:
            state = apply(state, event)
        return state

    @property
    def dealers(self) -> tuple[int, ...]:
        """Who may have dealt it: anybody the first deal, as long as nothing else is told of it."""
        anybody = self.base.played == 0 and not self.events
        return tuple(range(len(self.match.players))) if anybody else (self.base.dealer,)

    def told(self) -> list[Words]:
        """What was told, in words."""
        state, found = self.base, []
        for event in self.events:
            found.append(describe(state, event))
            state = apply(state, event)
        return found

    def whole(self) -> DealInserted | None:
        """What puts it in, where what was told has ended it; None as long as its end is not told."""
        state = self.state
        if state.deal is not None and state.phase is Phase.TEYAKU and ends_in_hand(state, state.deal) is not None:
            return self.ended(TeyakuClosed())
        over = bool(self.events) and state.phase in (Phase.READY, Phase.OVER)
        return put_in(self.match, self.before, self.events, self.dealer) if over else None

    def ended(self, *end: Event) -> DealInserted:
        """What puts it in, ended so. Raises: EngineError where the rules do not allow it."""
        return put_in(self.match, self.before, (*self.events, *end), self.dealer)


def missing_deal(match: State, before: int, events: Sequence[Event], dealer: int | None = None) -> Missing:
    """The deal that is missing before the one that begins at place `before` of the log of `match`.

    Raises: EngineError where that cannot be.
    """
    base = state_before(match, before, dealer)
    if any((at == 0) != isinstance(event, DealStarted) for at, event in enumerate(events)):
        raise IllegalAction("what is put in is no whole deal", RULE, base)
    found = Missing(match, before, dealer, replace(base, ends=()), tuple(events))
    found.state  # noqa: B018  # it is refused here, not where it is looked at
    return found
