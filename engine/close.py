"""Ending a deal and a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from .errors import IllegalAction
from .events import DealVoided
from .facts import End
from .finish import START_KAN, match_end_futari, match_end_sudaoshi, month_cards, stones_to, top_prize, year_end
from .flow import FLOWS
from .ledger import Entry
from .settle import settle
from .state import Phase, Result, State, deal_facts, evolve, shiso_seats

YEAR = 12
"""Deals of a year of 三人はちはち (H3-LENGTH-01)."""


def finish(state: State) -> State:
    """Book the payments of the deal that has ended and go on to the next, or end the match."""
    deal = state.deal
    assert deal is not None
    settled = settle(deal_facts(state))
    booked = (*state.booked, *settled.entries)
    if deal.end is End.VOID:
        return evolve(state, phase=Phase.READY, booked=booked)
    state = replace(
        state,
        phase=Phase.READY,
        booked=booked,
        played=state.played + 1,
        dealer=deal.order[0] if settled.winner is None else settled.winner,
        binds=deal.binds,
        pending=deal.pending,
    )
    return end_match(state) if _is_last(state) else state


def _is_last(state: State) -> bool:
    deal = state.deal
    assert deal is not None
    if deal.end is End.SHISO:
        return True
    deals = state.options.get("deals", YEAR)
    if deals is None or state.played < int(deals):
        return False
    waits = state.binds is not None or state.pending.zetsu + state.pending.dai > 0
    return not (state.options.get("etsunen") and waits)


def end_match(state: State) -> State:
    """The final settlement of a match, each game its own."""
    return _ENDS[state.game.id](evolve(state, phase=Phase.OVER))


def _by_seat(scores: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(scores[seat] for seat in sorted(scores))


def _end_hachiju(state: State) -> State:
    """The running total is the result (H80-END-01)."""
    return evolve(state, result=Result(state.scores, state.game.unit))


def _end_hachihachi(state: State) -> State:
    """トップ賞 out of the stakes, and the 月札 to the lowest (H88-END-01 to H88-END-04)."""
    scores = dict(enumerate(state.scores))
    year = state.options["deals"] == YEAR
    prize = START_KAN[YEAR] if year else int(state.options["half_year_prize_kan"] or 0)
    rule = "H88-END-01" if year else "H88-END-03"
    shared = list(scores.values()).count(max(scores.values())) > 1
    because = ("H88-END-02",) if shared else ()
    entries = _from_table(state, top_prize(scores, prize), rule, because)
    if state.options["tsukifuda"]:
        paid = sum(entry.mon for entry in state.booked if entry.rule == "H88-END-04")
        entries += _from_table(state, month_cards(scores, paid), "H88-END-04")
    state = evolve(state, booked=state.booked + entries)
    return evolve(state, result=Result(state.scores, state.game.unit))


def _end_futari(state: State) -> State:
    """五捨六入 of the difference (H2-END-01)."""
    return evolve(state, result=Result(_by_seat(match_end_futari(dict(enumerate(state.scores)))), "貫"))


def _end_sannin(state: State) -> State:
    """吟味, the stones, and rounding toward zero (H3-END-01 to H3-END-07, H3-SHISO-03, H3-SHISO-04)."""
    deal = state.deal
    assert deal is not None
    shiso = shiso_seats(state, deal) if deal.end is End.SHISO else ()
    if len(shiso) > 1:
        return evolve(state, result=Result((0,) * len(state.players), "貫", void=True))
    holder = shiso[0] if shiso else None
    paid = Counter(entry.payer for entry in state.booked if entry.rule == "H3-NEXT-02")
    stones = {seat: paid[seat] for seat in range(len(state.players))}
    totals = dict(enumerate(state.scores))
    net = {seat: totals[seat] + stones[seat] for seat in totals}
    scores = year_end(net, stones, deal.order, holder)
    got = stones_to(totals, sum(stones.values()), deal.order, holder)
    rule = "H3-SHISO-04" if shiso else "H3-END-02"
    because = ("H3-END-06",) if sum(mon > 0 for mon in got.values()) > 1 else ()
    entries = _from_table(state, got, rule, because)
    return evolve(state, booked=state.booked + entries, result=Result(_by_seat(scores), "貫"))


def _end_sudaoshi(state: State) -> State:
    """五捨六入, and the first balances (SD-END-01 to SD-END-03)."""
    return evolve(state, result=Result(_by_seat(match_end_sudaoshi(dict(enumerate(state.scores)))), "貫"))


_ENDS: Mapping[str, Callable[[State], State]] = MappingProxyType(
    {
        "hachiju": _end_hachiju,
        "hachihachi": _end_hachihachi,
        "futari": _end_futari,
        "sannin": _end_sannin,
        "sudaoshi": _end_sudaoshi,
    }
)


def _from_table(state: State, shares: Mapping[int, int], rule: str, because: tuple[str, ...] = ()) -> tuple[Entry, ...]:
    deal = state.played
    return tuple(
        Entry(deal, None, seat, mon, rule, because, (("mon", mon, 1),)) for seat, mon in sorted(shares.items()) if mon
    )


def deal_voided(state: State, event: DealVoided) -> State:
    """The deal is dealt again; all its payments go back (H3-MISHAP-01, H3-MISHAP-02)."""
    if state.phase in (Phase.READY, Phase.OVER) or state.deal is None:
        raise IllegalAction(f"no deal to void in {state.line}", FLOWS[state.game.id].rules["void"])
    return finish(evolve(state, deal=evolve(state.deal, end=End.VOID)))
