"""Ending a deal and a match."""

from __future__ import annotations

from dataclasses import replace

from .errors import IllegalAction
from .events import DealVoided, MatchEnded
from .facts import End
from .ledger import Entry
from .settle import settle
from .state import Phase, Result, State, deal_facts, evolve, final_of


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
    deals = state.game.match_deals(state.options)
    if deals is None or state.played < deals:
        return False
    waits = state.binds is not None or state.pending.zetsu + state.pending.dai > 0
    return not (state.options.get("etsunen") and waits)


def end_match(state: State) -> State:
    """The final settlement of a match, each game its own."""
    ending = state.game.end(final_of(state))
    state = evolve(state, phase=Phase.OVER)
    number, unit = state.played, state.game.unit
    paid = tuple(
        Entry(number, None, each.seat, each.mon, each.rule, each.because, each.terms or (("mon", each.mon, 1),), unit)
        for each in ending.shares
    )
    state = evolve(state, booked=state.booked + paid)
    if ending.kan is None:
        return evolve(state, result=Result(state.scores, state.game.unit))
    return evolve(state, result=Result(ending.kan, "貫", ending.void))


def deal_voided(state: State, event: DealVoided) -> State:
    """The deal is dealt again; all its payments go back (H3-MISHAP-01, H3-MISHAP-02)."""
    if state.phase in (Phase.READY, Phase.OVER) or state.deal is None:
        raise IllegalAction("no deal to void", state.game.rules.void, state)
    return finish(evolve(state, deal=evolve(state.deal, end=End.VOID)))


def match_ended(state: State, event: MatchEnded) -> State:
    """The match is over after the deals that were played, and is settled as after its last one (YK-END-01)."""
    if state.phase is not Phase.READY:
        why = "the match is over already" if state.phase is Phase.OVER else "a deal is still running"
        raise IllegalAction(why, "YK-END-01", state)
    counting = [end.deal for end in state.ends if end.deal is not None and end.deal.end is not End.VOID]
    if not counting:
        raise IllegalAction("no deal was played yet", "YK-END-01", state)
    # One that was void after it has no order of its own.
    return end_match(evolve(state, deal=counting[-1]))
