"""What the page is told of a state never raises, whatever was recorded."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from random_play import lopsided_piles, random_match, recorded
from tabletop import begin, close
from yakume.engine import RULESETS, CardSet, Ruleset, State
from yakume.vision.referee.belief import OnTable
from yakume.webui.view import booked_view, table_view


def views(state: State) -> str:
    """Both views as JSON, the table as the state itself knows it."""
    deal = state.deal
    seen = OnTable(deal.field, deal.piles, deal.exposed) if deal else None
    return json.dumps([booked_view("m", len(state.log), state), table_view(state, seen, (), None)])


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_every_state_of_random_matches_can_be_viewed(game: Ruleset) -> None:
    for seats in game.seats:
        for state in random_match(game, seats, {}, seed=11, deals=1):
            assert state.players[0] in views(state)


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_recorded_deals_of_any_piles_can_be_viewed(game: Ruleset) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        seats = rng.choice(game.in_play)
        state = recorded(begin(game.id, seats=seats), lopsided_piles(rng, seats), rng)
        assert state.players[0] in views(state)


@pytest.mark.parametrize(("adds", "shown"), [(True, ("done", "done")), (False, ("done", "dead"))])
def test_the_page_shows_the_sets_that_are_paid(adds: bool, shown: tuple[str, str]) -> None:
    """SD-DEKI-01 and SD-DEKI-02 are both paid, or the first in place of the second (AMB-SD-03)."""
    state = begin("SD", zoro_adds_kaburi=adds)
    piles = (CardSet.parse("cdef"), CardSet(), CardSet())
    seat = table_view(state, OnTable(CardSet(), piles, (CardSet(),) * 3), (), None)["seats"][0]
    rows = {row["rule"]: row["state"] for row in seat["yaku"]}
    assert (rows["SD-DEKI-01"], rows["SD-DEKI-02"]) == shown


def test_the_page_calls_goko_dead_once_a_shiko_was_lowered() -> None:
    """H88-SAGE-03: what a player has lowered decides what can still be made."""
    state = begin("H88")
    lowered = close(state)
    assert lowered.deal is not None
    made = ((("H88-DEKI-04", 10),), (), ())
    lowered = replace(lowered, deal=replace(lowered.deal, made=made))
    piles = (CardSet.parse("AIcos"), CardSet(), CardSet())
    seat = table_view(lowered, OnTable(CardSet(), piles, (CardSet(),) * 3), (), None)["seats"][0]
    rows = {row["rule"]: row["state"] for row in seat["yaku"]}
    assert (rows["H88-DEKI-04"], rows["H88-DEKI-05"]) == ("done", "dead")
