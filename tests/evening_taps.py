"""A deal of `evening.py` told by tap, as people do who have no camera, or whose camera saw too little of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from yakume.datasets.evaluation.story import TrueDeal
from yakume.engine import CardSet, apply, card_points
from yakume.engine.arrange import bids_in_order, state_before
from yakume.engine.events import (
    Bid,
    BidMade,
    Cancelled,
    Corrected,
    DealVoided,
    Event,
    HandShown,
    SetsMade,
    TeyakuClosed,
    TeyakuShown,
    Tobikomi,
    from_json,
    to_json,
)
from yakume.engine.points import kasu_count
from yakume.engine.state import State
from yakume.webui.declare import tellable

Ask = Callable[..., tuple[int, Any]]
"""Method, path and the fields of the body: status and answer."""


def begin(deal: TrueDeal, state: State) -> Event:
    """The deal begins, as the page's dialog says it: nobody tells the hands."""
    return replace(deal.started, dealer=state.dealer, hands=())


def announced(deal: TrueDeal, state: State, before_ms: float = math.inf) -> list[TeyakuShown]:
    """The hand yaku that were announced by `before_ms` and are not booked yet."""
    booked = {claim.seat for claim in state.deal.claims} if state.deal else set()
    shown = [each for at, each in deal.events if isinstance(each, TeyakuShown) and at <= before_ms]
    return [each for each in shown if each.seat not in booked]


def spoken(deal: TrueDeal) -> list[Event]:
    """What was said in the deal before it was played, hand yaku but for the hands themselves, in its order."""
    return [each for _, each in deal.events if isinstance(each, BidMade | TeyakuShown)]


def _as_asked(deal: TrueDeal, dealt: State) -> list[Event]:
    """The same with its bids as they are asked for: another deals it than did, as long as a deal before is not put
    right. Who is asked then and was not says what fits with who played."""
    said, plays = spoken(deal), {play.seat for _, play in deal.plays}
    seats = range(len(dealt.players))
    else_say: dict[int, Bid] = {seat: "deru" if seat in plays else "oriru" for seat in seats}
    bids = bids_in_order(dealt, [each for each in said if isinstance(each, BidMade)], else_say if plays else None)
    return [*bids, *(each for each in said if not isinstance(each, BidMade))]


def settled(
    ask: Ask, deal: TrueDeal, state: State, *, counted: bool = False, anew: tuple[int, int] | None = None
) -> list[dict[str, Any]]:
    """What books its end, in wire form: by its piles, or, if `counted`, by card points and sets that people tell.

    Args:
        state: the match while the deal ran.
        anew: where it is told once more, the place of its end in the log and how long the log is.

    Raises: AssertionError if the page's dialog would not take it.
    """
    if not deal.played:
        closes = any(isinstance(each, TeyakuClosed) for _, each in deal.events)
        voids = any(isinstance(each, DealVoided) for _, each in deal.events)
        over: list[Event] = [DealVoided()] if voids else [TeyakuClosed()] if closes else []
        return [to_json(each if anew is None else Corrected(anew[0], (each,))) for each in over]
    told = tellable(state) if counted else None
    body: dict[str, Any] = {"piles": {seat: str(pile) for seat, pile in enumerate(deal.piles) if pile}}
    if told is not None:
        kasu = {seat: kasu_count(pile) for seat, pile in enumerate(deal.piles)}
        body = {"points": {seat: card_points(state.game.id, pile) for seat, pile in enumerate(deal.piles)}}
        body["points"] = body["points"] if told.points is not None else {}
        body["kasu"] = {seat: n for seat, n in kasu.items() if told.kasu_from is not None and n >= told.kasu_from}
        paid = {(rule, payee) for _, payee, _, rule in deal.payments} if told.at_end else set()
        body["roles"] = [each for each in sorted(paid, key=str) if each[0] in {row.id for row in told.sets}]
    at, seq = anew or (None, len(state.log))
    status, found = ask("POST", "/api/tally", seq=seq, told=_told(deal, whole=counted), nobody=True, at=at, **body)
    assert status == 200 and found["refusal"] is None, (found, body)
    events: list[dict[str, Any]] = found["result"]["events"]
    return events


def put_in(ask: Ask, deal: TrueDeal, state: State, before: int) -> list[dict[str, Any]]:
    """What puts the deal in, in wire form, before the one that begins at place `before` of the log of `state`.

    Raises: AssertionError if the page's dialog would not take it.
    """
    told: list[dict[str, Any]] = []

    def asked() -> dict[str, Any]:
        missing = {"before": before, "events": told}
        status, found = ask("POST", "/api/missing", seq=len(state.log), missing=missing)
        assert status == 200, (found, told)
        return dict(found)

    found = asked()
    told.append(to_json(replace(deal.started, dealer=found["dealer"], hands=())))
    told += [to_json(event) for event in _as_asked(deal, apply(state_before(state, before), from_json(told[0])))]
    found = asked()
    told += [to_json(HandShown(seat, deal.started.hands[seat])) for seat in found["now"]["hands"]]
    if deal.played:
        body = {"piles": {seat: str(pile) for seat, pile in enumerate(deal.piles) if pile}, "nobody": True}
        body |= {"told": _told(deal, whole=False), "missing": {"before": before, "events": told}}
        status, found = ask("POST", "/api/tally", seq=len(state.log), **body)
        assert status == 200 and found["refusal"] is None, (found, body)
    else:
        told += [to_json(DealVoided())] if any(isinstance(each, DealVoided) for _, each in deal.events) else []
        found = asked()
    assert found["result"] is not None, (found, told)
    events: list[dict[str, Any]] = found["result"]["events"]
    return events


def _told(deal: TrueDeal, *, whole: bool) -> list[dict[str, Any]]:
    """What happened, as the dialog says it; of a 飛込み that the piles show, only what they do not, unless `whole`."""
    told: list[dict[str, Any]] = []
    lowered = whole or any(isinstance(each, SetsMade) and each.call == "sage" for _, each in deal.happenings)
    for _, each in deal.happenings:
        if isinstance(each, SetsMade):
            told.append({"kind": "called", "seat": each.seat, "call": each.call, "sets": each.sets, "fed": each.fed})
        elif isinstance(each, Tobikomi) and (lowered or each.hatto_by is not None):
            told.append({"kind": "tobikomi", "seat": each.seat, "month": each.month, "hatto_by": each.hatto_by})
        elif isinstance(each, Cancelled):
            told.append({"kind": "cancelled", "seat": each.seat})
    return told


def among(cards: CardSet, free: CardSet) -> CardSet:
    """`cards` with every kasu that is not in `free` replaced by one of the same face that is."""
    found = cards & free
    for card in cards - free:
        found |= CardSet([next((c for c in free - found if c.face == card.face), card)])
    return found
