"""A deal whose end people tell, with no next field on the table: what settles it, or what keeps it from that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yakume.engine import DECK, CardSet, DealResult, EngineError, Event, TeyakuClosed, apply
from yakume.engine.state import ends_in_hand

from .answers import FedBy
from .following import LEAST
from .outcomes import Close, Outcome, contradictions
from .questions import NOTHING, SetToCall
from .sets import SAME_TURN, ask_set, ask_tobikomi, captured_since
from .settlement import draft, outstanding, with_forced_captures
from .situation import Situation, accepts


@dataclass(frozen=True, slots=True)
class EndTold:
    """What follows when people say that the running deal is over."""

    events: tuple[Event, ...] = ()
    """What books its end; empty where it cannot be settled from what is known."""
    outcomes: tuple[Outcome, ...] = ()
    """By the half-turns, how it may have ended, the likeliest first."""
    missing: CardSet = NOTHING
    """Cards that lie in no pile though every card is captured in the end (COM-CAP-06)."""
    lacking: int = 0
    """How many captured cards are not seen."""
    uncalled: tuple[int, ...] = ()
    """Seats whose piles hold a set of which nobody said whether it ended the deal."""
    asked: bool = False
    """True if a question is open whose answer decides who pays."""
    refused: EngineError | None = None
    """What the engine has against it; None if it would take it."""

    @property
    def ending(self) -> DealResult | None:
        """The result of the deal that is booked, if it has one."""
        return next((each for each in self.events if isinstance(each, DealResult)), None)


def end_told(now: Situation) -> EndTold:
    """The end of the running deal from its half-turns, else from its piles."""
    if ends_in_hand(now.state, now.deal) is not None:
        return EndTold((TeyakuClosed(),))
    return _by_half_turns(now) or _by_piles(now)


def _by_half_turns(now: Situation) -> EndTold | None:
    """The end as play was followed; None where it was not, or goes on, or the piles say otherwise."""
    thread = now.following.thread
    if thread is None or thread.best is None or thread.is_lost:
        return None
    outcomes = now.following.doubted(thread.outcomes(Close.SWEPT))
    if not outcomes or outcomes[0].p < LEAST:
        return None
    if contradictions(dict(enumerate(now.table.captures)), outcomes[0].told):
        return None
    result = outcomes[0].result
    return EndTold((result,), tuple(outcomes)) if accepts(now.state, result) else None


def _by_piles(now: Situation) -> EndTold:
    """The end as the piles lie; with what people called, and one set that was made in the last turn."""
    deal = now.deal
    table = with_forced_captures(now, cleared=not now.table.field)
    now = replace(now, table=table)
    if ask_tobikomi(now):
        return EndTold(asked=True)
    calls = outstanding(now, table)
    for seat in calls:
        now.watch.completed_at.setdefault(seat, len(table.captured))
    if len(calls) == 1 and captured_since(now, calls[0]) <= SAME_TURN:
        question = ask_set(now, calls[0])
        # That nobody said it was fed (法度) is an answer, unless it was seen.
        if not isinstance(question.question, SetToCall) and question.answers[0].answer != FedBy(None):
            return EndTold(asked=True, uncalled=tuple(calls))
        return _settled(now, table.captures, calls)
    lacking, missing = 0, NOTHING
    if len(deal.order) == 2:
        reach = now.state.game.field + 4 * now.state.game.hand
        lacking = max(0, reach - len(table.captured) - len(table.field))
    elif len(deal.order) == 3:
        missing = DECK - table.captured
        lacking = len(missing)
    if calls or lacking:
        return EndTold(missing=missing, lacking=lacking, uncalled=tuple(calls))
    return _settled(now, table.captures, ())


def _settled(now: Situation, captures: tuple[CardSet, ...], ended: Sequence[int]) -> EndTold:
    result = draft(now.state, now.log, captures, tuple((seat, "agari") for seat in ended))
    try:
        apply(now.state, result)
    except EngineError as error:
        return EndTold(refused=error)
    return EndTold((result,))
