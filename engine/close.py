"""Ending a deal and a match."""

from __future__ import annotations

from dataclasses import replace

from .errors import IllegalAction
from .events import DealVoided
from .flow import FLOWS
from .settle import End, settle
from .state import Phase, State, deal_facts, evolve

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
    """The final settlement."""
    return evolve(state, phase=Phase.OVER)


def deal_voided(state: State, event: DealVoided) -> State:
    """The deal is dealt again; all its payments go back (H3-MISHAP-01, H3-MISHAP-02)."""
    if state.phase in (Phase.READY, Phase.OVER) or state.deal is None:
        raise IllegalAction(f"no deal to void in {state.line}", FLOWS[state.game.id].rules["void"])
    return finish(evolve(state, deal=evolve(state.deal, end=End.VOID)))
