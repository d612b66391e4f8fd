"""Deals of random play, half-turn by half-turn, and how the table lies after each."""

from __future__ import annotations

from typing import Any

from random_play import random_match
from yakume.engine import DealStarted, find_ruleset
from yakume.engine.events import CardPlayed, CardTurned, DekiyakuCalled, TeyakuShown
from yakume.engine.play import apply
from yakume.engine.state import State


def dealt(game: str, seats: int, sage: bool = False) -> tuple[State, ...]:
    """A deal of random play without hand yaku, calls and mizuten: the match before it, and after each half-turn."""
    for seed in range(200):
        *_, last = random_match(find_ruleset(game), seats, {}, seed=seed, deals=1)
        kinds = {type(event) for event in last.log}
        unseen = any(isinstance(event, DealStarted) and event.mizuten for event in last.log)
        if TeyakuShown not in kinds and not unseen and (DekiyakuCalled in kinds) == sage:
            state, found = None, []
            for event in last.log:
                state = apply(state, event)
                if isinstance(event, DealStarted | CardPlayed | CardTurned):
                    found.append(state)
            return tuple(found)
    raise AssertionError(f"no such deal of {game}")


def zones_of(state: State) -> dict[str, str]:
    """Zone, with ``_`` for its dot → the cards that lie there."""
    deal = state.deal
    assert deal is not None
    piles = {f"seat{seat}_captures": str(pile) for seat, pile in enumerate(deal.piles) if pile}
    return {"field": str(deal.field), **piles}


def begin(bench: Any, states: tuple[State, ...]) -> None:
    """Begin the match on the page, and let the camera see the first field."""
    first = states[0]
    bench.start(ruleset=first.game.id, players=list(first.players), dealer=first.dealer)
    bench.sees(field=str(first.deal.field))
    assert bench.state["phase"] == "teyaku", bench.state["phase"]


def lay(bench: Any, state: State, for_ms: int = 1_600) -> None:
    """Show the table as it lies after a half-turn."""
    bench.sees(for_ms=for_ms, **zones_of(state))
