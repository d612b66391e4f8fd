"""What truly happened at a recorded or simulated table: deal by deal, with times and payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from yakume.engine import CardSet, EngineError, Face, apply
from yakume.engine.events import CardPlayed, CardTurned, DealStarted, DealVoided, Event, MatchStarted
from yakume.engine.ledger import Entry
from yakume.engine.play import effective
from yakume.engine.state import Phase, State

Payment = tuple[int | None, int | None, int, str]
"""Payer, payee, 文, rule."""

Play = CardPlayed | CardTurned
"""A half-turn."""


MISREAD = 2
"""So many cards of a first field may be booked as others, as nobody could read them."""


@dataclass(frozen=True)
class TrueDeal:
    """One deal as it was."""

    started: DealStarted
    t_ms: int
    """When the cards dealt first lie there."""
    end_ms: int
    events: tuple[tuple[int, Event], ...]
    """What happened in it, each with the time from which the table shows it."""
    plays: tuple[tuple[int, Play], ...]
    """The half-turns, each with the time from which it lies there in sight: the hand that made it has left."""
    claims: tuple[tuple[int, frozenset[str]], ...]
    """Seat and rule ids of each hand yaku announced."""
    happenings: tuple[tuple[int, Any], ...]
    """The engine's happenings, each with the time from which the table shows it."""
    piles: tuple[CardSet, ...]
    payments: tuple[Payment, ...]
    played: bool
    """True if cards were played: its result is to be booked."""
    number: int
    """Of the deal in the match, from 1; a deal that is dealt again keeps its number."""

    @property
    def counts(self) -> bool:
        """True if it is booked: it was played, or cost something as all but one dropped out."""
        given_up = any(isinstance(event, DealVoided) for _, event in self.events)
        return self.played or (bool(self.payments) and not given_up)


@dataclass(frozen=True)
class Story:
    """What happened at a recorded table."""

    start: MatchStarted
    deals: tuple[TrueDeal, ...]
    """One or more."""
    end: State
    """The match after all of them."""

    def next_deal(self, started: DealStarted, true: int) -> TrueDeal:
        """The deal that was booked as `started` after that of number `true`: the next with its field, or with all but
        two cards of it where none has it, else the next. Of two with the very field of `true` the second is that one,
        told anew."""
        later, booked = self.deals[true + 1 :] or self.deals[-1:], faces(started.field)
        if true >= 0 and faces(self.deals[true].started.field) == booked:
            return self.deals[true]
        lacking = [(booked - faces(deal.started.field)).total() for deal in later]
        least = min(lacking)
        return later[lacking.index(least) if least <= MISREAD else 0]

    def deals_of(self, log: tuple[Event, ...]) -> Iterator[tuple[int, Event]]:
        """The events of `log` that count, each with the number from 0 of the true deal that it is of, -1 before one."""
        k = -1
        for _, event in effective(log):
            if isinstance(event, DealStarted):
                k = self.deals.index(self.next_deal(event, k))
            yield k, event


def tell(events: Sequence[tuple[int, Event]], left_ms: Sequence[int]) -> Story:
    """What `events`, each with its time in ms, tell.

    Args: `left_ms` has for each of them when the hand that made it had left.

    Raises: EngineError if no whole deal is among them.
    """
    deals: list[TrueDeal] = []
    state: State | None = None
    open_deal: dict[str, Any] = {}
    for (t_ms, event), gone_ms in zip(events, left_ms, strict=True):
        before, state = state, apply(state, event)
        if isinstance(event, DealStarted):
            assert before is not None
            open_deal = {"started": event, "t_ms": t_ms, "events": [], "plays": [], "happenings": []}
            open_deal["paid"] = len(before.ledger)
        elif open_deal:
            open_deal["events"].append((t_ms, event))
            if isinstance(event, CardPlayed | CardTurned):
                open_deal["plays"].append((gone_ms, event))
        deal = state.deal
        if not open_deal or deal is None:
            continue
        seen = len(open_deal["happenings"])
        open_deal["happenings"] += [(t_ms, happening) for happening in deal.happenings[seen:]]
        if state.phase in (Phase.READY, Phase.OVER):
            deals.append(
                TrueDeal(
                    open_deal["started"],
                    open_deal["t_ms"],
                    t_ms,
                    tuple(open_deal["events"]),
                    tuple(open_deal["plays"]),
                    tuple((claim.seat, frozenset(claim.parts)) for claim in deal.claims),
                    tuple(open_deal["happenings"]),
                    deal.piles,
                    payments(state, open_deal["paid"]),
                    any(deal.piles) and not isinstance(event, DealVoided),
                    deal.number,
                )
            )
            open_deal = {}
    if state is None or not deals:
        raise EngineError("no deal is played to its end")
    start = events[0][1]
    assert isinstance(start, MatchStarted)  # the engine accepts nothing else first
    return Story(start, tuple(deals), state)


def payments(state: State, since: int = 0) -> tuple[Payment, ...]:
    """The payments of `state` from the one of number `since` on."""
    return tuple(payment(entry) for entry in state.ledger[since:])


def payment(entry: Entry) -> Payment:
    """Who pays whom how much, and why."""
    return entry.payer, entry.payee, entry.mon, entry.rule


def faces(cards: CardSet) -> Counter[Face]:
    """What a camera can tell of `cards`: the kasu of a month are alike."""
    return Counter(card.face for card in cards)
