"""A deal put in between booked ones, or taken out: what then stands in for the events after it.

Who deals follows from the end before (`rules.next`), so every deal after may be dealt by another; the same people say
the same in the order that this makes. `play` recomputes everything else. What is answered names its deal by number, and
that number moves with the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from .errors import EngineError, IllegalAction
from .events import (
    Bid,
    BidMade,
    Corrected,
    CorrectedTogether,
    Correction,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    HousePayment,
    MatchEnded,
    MatchStarted,
    PointsCounted,
    QuestionAnswered,
    TeyakuShown,
    Tobikomi,
)
from .legal import legal_actions
from .play import apply, effective
from .state import Phase, State

RULE = "YK-LOG-04"

Places = dict[int, tuple[Event, ...]]
"""Place in the log → the events that count there, in the order in which they count."""

_BETWEEN = (Phase.READY, Phase.OVER)
_BESIDE = (MatchStarted, MatchEnded, HousePayment, QuestionAnswered, Correction)
"""Events that are of no deal."""


def put_in(state: State, before: int, events: Sequence[Event], dealer: int | None = None) -> DealInserted:
    """What puts a whole deal in before the one that begins at place `before` of the log.

    Args:
        dealer: who dealt first in this match, where the deal is its first and another did than was booked.

    Raises: IllegalAction where the rules do not allow it.
    """
    base = state_before(state, before, dealer)
    check_whole(base, events)
    places = places_of(state.log)
    ahead = {seq: those for seq, those in places.items() if seq != 0 or dealer is None}
    if dealer is not None:
        first = places[0][0]
        assert isinstance(first, MatchStarted)
        ahead = {0: (replace(first, dealer=dealer),)} | ahead
    new = len(state.log)
    there: Places = {}
    for seq, those in ahead.items():
        if seq == before:
            there[new] = tuple(events)
        there[seq] = those
    wanted = _followed(state, places, there)
    told = wanted[new]
    return DealInserted(before, told, _then(state.log, wanted, lambda then: (DealInserted(before, told, then),)))


def take_out(state: State, start: int) -> CorrectedTogether:
    """What takes the deal out that begins at place `start` of the log, as it was never played.

    Raises: IllegalAction if no deal that counts begins there.
    """
    places = places_of(state.log)
    state_before(state, start)
    there: Places = {}
    now: State | None = None
    gone = False
    for seq, those in places.items():
        kept = []
        for event in those:
            gone = gone or (seq == start and isinstance(event, DealStarted))
            if not gone or isinstance(event, _BESIDE):
                kept.append(event)
            try:
                after = apply(now, event)
            except EngineError:
                continue
            gone = gone and after.phase not in _BETWEEN
            now = after
        there[seq] = tuple(kept)
    wanted = _followed(state, places, there)
    return CorrectedTogether(_then(state.log, wanted, lambda then: (CorrectedTogether(then),)))


def follow(state: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events`, which correct what `state` stands on, and what then stands in for others that follow from them.

    Raises: EngineError if `events` cannot be booked.
    """
    given = {event.seq: event.events for event in events if isinstance(event, Corrected)}
    corrected = [state.log[seq] for seq in given if 0 <= seq < len(state.log)]
    # What is taken back takes what followed from it along, and what is brought back brings it; but a deal is played on
    # without a hand yaku that is taken back.
    hands = any(isinstance(event, TeyakuShown) for event in corrected)
    whole = any(isinstance(event, Corrected | CorrectedTogether) for event in corrected)
    if whole or not (hands or any(given.values())):
        return tuple(events)
    places = places_of(state.log)
    wanted = _followed(state, places, places | given)
    found = [Corrected(event.seq, wanted[event.seq]) if isinstance(event, Corrected) else event for event in events]
    apply_all(state, found)
    return (*found, *_then(state.log, wanted, lambda then: (*found, *then)))


def apply_all(state: State, events: Sequence[Event]) -> State:
    """The match after several events. Raises: EngineError where the rules refuse one."""
    for event in events:
        state = apply(state, event)
    return state


def state_before(state: State, start: int, dealer: int | None = None) -> State:
    """The match just before the deal that begins at place `start` of its log.

    Args:
        dealer: who dealt first in this match, if another did than was booked.

    Raises: IllegalAction if no deal that counts begins there, or another deals for another reason.
    """
    now: State | None = None
    for seq, event in effective(state.log):
        if seq == start and isinstance(event, DealStarted) and now is not None and now.phase is Phase.READY:
            if dealer is None:
                return now
            if now.played:
                raise IllegalAction("who deals follows from how the deal before ended", state.game.rules.next, state)
            return _first_dealt_by(now, dealer)
        try:
            now = apply(now, event)
        except EngineError:
            continue
    raise IllegalAction("no deal begins at event {n}", RULE, state, n=start)


def numbers_of(state: State) -> dict[int, int]:
    """Place in the log of each deal's start and end that counts → the deal's number, as deals put in have made it."""
    now: State | None = None
    found: dict[int, int] = {}
    for seq, event in effective(state.log):
        before = now.played if now is not None else 0
        try:
            now = apply(now, event)
        except EngineError:
            continue
        if isinstance(event, DealStarted | DealVoided) or now.played > before:
            found[seq] = before + 1
    return found


def _first_dealt_by(state: State, dealer: int) -> State:
    now: State | None = None
    for _, event in effective(state.log):
        now = apply(now, replace(event, dealer=dealer) if isinstance(event, MatchStarted | DealStarted) else event)
    assert now is not None
    return now


def check_whole(base: State, events: Sequence[Event]) -> None:
    """See that `events` are one deal from its start to its end. Raises: IllegalAction."""
    now = base
    for at, event in enumerate(events):
        if (at == 0) != isinstance(event, DealStarted) or isinstance(event, _BESIDE) or (at and now.phase in _BETWEEN):
            raise IllegalAction("what is put in is no whole deal", RULE, base)
        now = apply(now, event)
    if now.phase not in _BETWEEN or now.played != base.played + 1:
        raise IllegalAction("the deal that is put in has not ended", RULE, now)


def places_of(log: tuple[Event, ...]) -> Places:
    """What counts in a log, by place."""
    found: dict[int, list[Event]] = {}
    for seq, event in effective(log):
        found.setdefault(seq, []).append(event)
    return {seq: tuple(events) for seq, events in found.items()}


def bids_in_order(state: State, bids: Sequence[BidMade], else_say: Mapping[int, Bid] | None = None) -> list[BidMade]:
    """Those of `bids` that are asked for in the deal that begins with `state`, in its order; it ends where somebody is
    asked who said nothing, or what the rules do not take there.

    Args:
        else_say: what those say, by seat, who said nothing.
    """
    calls, found = list(bids), list[BidMade]()
    while state.phase is Phase.BID:
        legal = [each for each in legal_actions(state) if isinstance(each, BidMade)]
        seat = legal[0].seat
        said = next((bid for bid in calls if bid.seat == seat), None)
        if said is not None:
            calls.remove(said)
        elif else_say and seat in else_say:
            said = BidMade(seat, else_say[seat])
        if said is None or said not in legal:
            break
        found.append(said)
        state = apply(state, said)
    return found


def _followed(state: State, old: Places, new: Places) -> Places:
    """What stands at the places of `new` once every deal that counted in `state` is dealt by whom the rules say, its
    bids are in that order, and what was answered is of the deal that it was answered of."""
    refused = {(each.seq, id(each.event)) for each in state.rejected}
    numbers = _numbers(old, new)
    entries = [
        (seq, moved)
        for seq, events in new.items()
        for event in events
        if (moved := _renumbered(event, numbers) if seq in old and event in old[seq] else event) is not None
    ]
    playing = _playing(old)
    now: State | None = None
    at = 0
    while at < len(entries):
        seq, event = entries[at]
        ready = now is not None and now.phase is Phase.READY and (seq, id(event)) not in refused
        if ready and now is not None and isinstance(event, DealStarted) and event.dealer != now.dealer:
            entries = [*entries[:at], *_dealt_by(now, entries[at:], refused, playing.get(seq, ()))]
            seq, event = entries[at]
        if (seq, id(event)) not in refused:
            event = _dived(now, event)
            entries[at] = (seq, event)
        at += 1
        try:
            now = apply(now, event)
        except EngineError:
            continue
    found: dict[int, list[Event]] = {seq: [] for seq in new}
    for seq, event in entries:
        found[seq].append(event)
    return {seq: tuple(events) for seq, events in found.items()}


def _dived(now: State | None, event: Event) -> Event:
    """A result without each 飛込み of a three that is not announced any more."""
    if now is None or now.deal is None or not isinstance(event, DealResult | PointsCounted) or not event.happenings:
        return event
    threes = {(each.seat, each.month) for each in now.deal.shown_threes}
    told = tuple(
        each for each in event.happenings if not isinstance(each, Tobikomi) or (each.seat, each.month) in threes
    )
    return event if told == event.happenings else replace(event, happenings=told)


def _playing(places: Places) -> dict[int, tuple[int, ...]]:
    """Place of a deal's start → who played in it, in their order."""
    found: dict[int, tuple[int, ...]] = {}
    now: State | None = None
    start = 0
    for seq, events in places.items():
        for event in events:
            try:
                now = apply(now, event)
            except EngineError:
                continue
            start = seq if isinstance(event, DealStarted) else start
            if now.deal is not None:
                found[start] = now.deal.order
    return found


def _dealt_by(
    now: State, entries: list[tuple[int, Event]], refused: set[tuple[int, int]], playing: tuple[int, ...]
) -> list[tuple[int, Event]]:
    """Entries that begin with a deal's start, with that deal dealt by who deals in `now`.

    Who is asked now and was not asked before said what fits with who played.
    """
    (seq, start), *rest = entries
    assert isinstance(start, DealStarted)
    other = replace(start, dealer=now.dealer)
    ends = next((at for at, (_, event) in enumerate(rest) if isinstance(event, DealStarted)), len(rest))
    mine, later = rest[:ends], rest[ends:]
    said = [(at, event) for at, (_, event) in enumerate(mine) if isinstance(event, BidMade)]
    said = [(at, bid) for at, bid in said if (mine[at][0], id(bid)) not in refused]
    else_say: dict[int, Bid] = {each: "deru" if each in playing else "oriru" for each in range(len(now.players))}
    try:
        dealt = apply(now, other)
        bids = bids_in_order(dealt, [bid for _, bid in said], else_say if playing else None)
        plays = apply_all(dealt, bids)
    except EngineError:
        return entries
    left = [bid for _, bid in said if bid not in bids]
    if plays.phase is not Phase.BID and plays.deal and set(plays.deal.order) == set(playing):
        left = []  # nobody is asked for them, and the same people play
    anew = [*bids, *left]
    # One place may stand for several, or for none any more.
    slots = [at for at, _ in said]
    found: list[tuple[int, Event]] = []
    for at, entry in enumerate(mine):
        if at not in slots:
            found.append(entry)
        elif at == slots[-1]:
            found += [(entry[0], bid) for bid in anew]
        elif anew:
            found.append((entry[0], anew.pop(0)))
    if not slots:
        found = [(seq, bid) for bid in anew] + found
    return [(seq, other), *found, *later]


def _numbers(old: Places, new: Places) -> Mapping[int, int | None]:
    """Number of a deal among all that were laid → its number now; None where it is none any more."""
    laid = {mark: number for number, mark in enumerate(_laid(new), start=1)}
    moved: dict[int, int | None] = {number: laid.get(mark) for number, mark in enumerate(_laid(old), start=1)}
    # Of a deal that was about to be laid something may have been asked, too.
    return moved | {len(moved) + 1: len(laid) + 1}


def _laid(places: Places) -> Iterator[tuple[int, int]]:
    """Place of each deal's start, and which of those there it is."""
    for seq, events in places.items():
        yield from ((seq, at) for at in range(sum(isinstance(event, DealStarted) for event in events)))


def _renumbered(event: Event, numbers: Mapping[int, int | None]) -> Event | None:
    """An answer with the number that its deal has now; None where that deal is none any more."""
    if not isinstance(event, QuestionAnswered):
        return event
    deal = event.question.get("deal")
    now = numbers.get(deal, deal) if isinstance(deal, int) else deal
    if now is None:
        return None
    return event if now == deal else replace(event, question={**event.question, "deal": now})


def _then(
    log: tuple[Event, ...], wanted: Places, booked: Callable[[tuple[Corrected, ...]], Sequence[Event]]
) -> tuple[Corrected, ...]:
    """What makes stand what is `wanted` at the places of a log on which `booked(then)` is booked.

    Where a deal that was put in is corrected, what followed from it does not count any more by itself.
    """
    then: dict[int, Corrected] = {}
    while True:
        stands = places_of((*log, *booked(tuple(then.values()))))
        more = {
            seq: Corrected(seq, wanted.get(seq, ()))
            for seq in range(len(log))
            if stands.get(seq, ()) != wanted.get(seq, ())
        }
        if not more:
            return tuple(then.values())
        then |= more
