"""How a deal began, put right: another first dealer, みずてん that nobody took down, another holder of the blank card.

Who deals later follows from how the deal before ended, and is put right there (`Follows`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from yakume.engine import EngineError
from yakume.engine.arrange import bids_in_order
from yakume.engine.events import BidMade, Corrected, DealStarted, Event, MatchStarted
from yakume.engine.names import name
from yakume.engine.play import apply, effective
from yakume.engine.state import Phase, State

from .text.words import Words, said_of

Start = MatchStarted | DealStarted
"""What says who deals: of the first deal the match's own start does."""


@dataclass(frozen=True, slots=True)
class Follows:
    """Who dealt a deal followed from the end of the one before."""

    at: int
    """Place of that end in the log."""
    rule: str


def starts_instead(match: State, at: int) -> Iterator[tuple[Words, Start]]:
    """Each other way in which what stands at place `at` may have begun; none where that is no start."""
    state, event = _stands(match.log, at)
    if event is None:
        return
    seats = range(len(match.players))
    found: list[Start] = []
    if state is None or state.played == 0:
        found += [replace(event, dealer=seat) for seat in seats]
    if isinstance(event, DealStarted):
        found.append(replace(event, mizuten=not event.mizuten))
        if event.blank is not None:
            found += [replace(event, blank=seat) for seat in seats]
    for other in found:
        if other != event and _is_taken(match, at, other):
            yield said_of(partial(_words, match, event, other), match.players), other


def _is_taken(match: State, at: int, other: Start) -> bool:
    try:
        for each in put_right(match.log, at, other):
            match = apply(match, each)
    except EngineError:
        return False
    return True


def _words(match: State, event: Start, other: Start, players: Sequence[str]) -> Words:
    """In what `other` differs from `event`."""
    if other.dealer != event.dealer:
        role, who = name(match.game.roles[0]), players[other.dealer]
        return Words(f"{role.ja}は{who}", f"{role.en}: {who}")
    assert isinstance(event, DealStarted) and isinstance(other, DealStarted)
    if other.blank is not None and other.blank != event.blank:
        return Words(f"白札は{players[other.blank]}", f"the blank card went to {players[other.blank]}")
    if other.mizuten:
        return Words(f"{players[other.dealer]}はみずてんだった", f"{players[other.dealer]} played unseen (mizuten)")
    return Words("みずてんではなかった", f"{players[other.dealer]} did not play unseen (mizuten)")


def follows(log: Sequence[Event], at: int) -> Follows | None:
    """What the dealer of the deal that begins at place `at` followed from; None for a first deal, and elsewhere."""
    state, event = _stands(log, at)
    if not isinstance(event, DealStarted) or state is None or state.played == 0:
        return None
    now, ended = None, 0
    for seq, each in effective(tuple(log)):
        if seq == at:
            break
        try:
            after = apply(now, each)
        except EngineError:
            continue
        ended = seq if now is not None and after.played > now.played else ended
        now = after
    return Follows(ended, state.game.rules.next)


def put_right(log: Sequence[Event], at: int, other: Start) -> tuple[Corrected, ...]:
    """What makes what stands at place `at` begin like `other`; the same players say the same in the new order.

    Another first dealer is the match's matter, and that of every deal that was dealt again until one counted.
    Raises: EngineError where the rules do not allow it.
    """
    places: dict[int, list[Event]] = {}
    for seq, event in effective(tuple(log)):
        places.setdefault(seq, []).append(event)
    found: list[Corrected] = []
    instead: dict[int, tuple[Event, ...]] = {}
    first = places[0][0]
    assert isinstance(first, MatchStarted)
    _, stood = _stands(log, at)
    if stood is not None and other.dealer != stood.dealer:
        instead[0] = (replace(first, dealer=other.dealer),)
        found.append(Corrected(0, instead[0]))
    now: State | None = None
    for seq, events in places.items():
        begins = events[0]
        if isinstance(begins, DealStarted) and now is not None and (seq == at or (0 in instead and _is_first(now))):
            start = other if isinstance(other, DealStarted) and seq == at else replace(begins, dealer=other.dealer)
            changed = _with_bids(now, start, seq, places)
            instead |= changed
            found += [Corrected(*each) for each in changed.items()]
        for event in instead.get(seq, events):
            try:
                now = apply(now, event)
            except EngineError:
                continue
    return tuple(found)


def _is_first(state: State) -> bool:
    return state.played == 0 and state.phase is Phase.READY


def _with_bids(
    state: State, start: DealStarted, at: int, places: dict[int, list[Event]]
) -> dict[int, tuple[Event, ...]]:
    """What stands at the places of a deal's start and of its bids, where they differ, once it begins like `start`."""
    old: list[tuple[int, BidMade]] = []
    from_there = list(places)[list(places).index(at) :]
    for seq in from_there:
        if seq != at and isinstance(places[seq][0], DealStarted):
            break
        old += [(seq, event) for event in places[seq] if isinstance(event, BidMade)]
    # Who was taken to have played unseen takes part.
    bids = bids_in_order(apply(state, start), [bid for _, bid in old], {start.dealer: "deru"} if old else None)
    here, later = [bid for seq, bid in old if seq == at], [(seq, bid) for seq, bid in old if seq != at]
    # At the place of a deal that was put in stands all of it.
    rest = [event for event in places[at][1:] if not isinstance(event, BidMade)]
    if _taken(apply(state, start), [bid for _, bid in old]) == bids:
        return {at: (start, *here, *rest)}
    more = max(0, len(bids) - len(later))
    changed: dict[int, tuple[Event, ...]] = {at: (start, *bids[:more], *rest)}
    return changed | {seq: (bid,) for (seq, said), bid in zip(later, bids[more:], strict=False) if said != bid}


def _taken(state: State, bids: Sequence[BidMade]) -> list[BidMade]:
    """Those of `bids` that the rules take, one after the other."""
    found = []
    for bid in bids:
        try:
            state = apply(state, bid)
        except EngineError:
            continue
        found.append(bid)
    return found


def _stands(log: Sequence[Event], at: int) -> tuple[State | None, Start | None]:
    """The start that stands at place `at`, with the match just before it."""
    state: State | None = None
    for seq, event in effective(tuple(log)):
        if seq == at:
            return state, event if isinstance(event, Start) else None
        try:
            state = apply(state, event)
        except EngineError:
            continue
    return None, None
