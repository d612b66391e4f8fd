"""Whatever `apply` accepted can be told: no sentence, sheet or outlook raises, in either language."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import choices, lopsided_piles, random_match, recorded
from tabletop import begin
from yakume.engine import RULESETS, CardSet, DealResult, Phase, Ruleset, apply, tell

GAMES = tuple(RULESETS.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@given(data=st.data())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_recorded_deals_of_any_piles_can_be_told(game: Ruleset, data: st.DataObject) -> None:
    seats = game.in_play[data.draw(st.integers(0, len(game.in_play) - 1))]
    options = {key: data.draw(st.sampled_from(values)) for key, values in choices(game, seats).items()}
    field = data.draw(st.sampled_from(("abefrv", "AICefr", "osabef", "Iaebfr")))
    state = begin(game.id, field, seats=seats, **options)
    rng = random.Random(data.draw(st.integers(0, 1 << 30)))
    after = recorded(state, lopsided_piles(rng, seats), rng)
    assert len(tell(after).entries) == len(after.ledger)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_random_deals_can_be_told_at_every_moment(game: Ruleset) -> None:
    outlooks = 0
    for seats in game.seats:
        for state in random_match(game, seats, {}, seed=7, deals=2):
            outlooks += len(tell(state).outlooks)
    assert outlooks > 100


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_random_matches_with_any_options_can_be_told(game: Ruleset) -> None:
    rng = random.Random(game.id)
    for seed in range(6):
        seats = rng.choice(game.seats)
        options: dict[str, object] = {key: rng.choice(values) for key, values in choices(game, seats).items()}
        *_, state = random_match(game, seats, options, seed, deals=12)
        assert tell(state).line == state.line


@pytest.mark.parametrize(("game", "seats"), [("futari", 2), ("hachiju", 2)])
def test_a_loser_without_card_points_can_be_told(game: str, seats: int) -> None:
    """Between two the sentence compares the points of both, of which one may be 0 (H2-SCORE-02, H80-SCORE-02)."""
    after = apply(begin(game, seats=seats, capture_mandatory=False), DealResult((CardSet.parse("cd"), CardSet())))
    assert after.phase is Phase.READY
    assert "−0点＝" in after.ledger[-1].ja and "− 0 = " in after.ledger[-1].en
