"""The draw for the first dealer: as the game ranks the cards, again among those who drew alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from yakume.engine import RULESETS, Ruleset
from yakume.engine.finish import draw_order
from yakume.webui.drawing import draw_dealer


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_the_draw_goes_on_among_those_who_drew_alike_until_one_is_left(game: Ruleset) -> None:
    again = 0
    for seed in range(60):
        drawn = draw_dealer(game, max(game.seats), Random(seed))
        among: tuple[int, ...] = tuple(range(max(game.seats)))
        for each in drawn.rounds:
            assert tuple(each) == among and len(set(each.values())) == len(each)
            among = game.draw(each)
            assert set(among) <= set(draw_order(each)[0])
        assert among == (drawn.dealer,)
        again += len(drawn.rounds) > 1
    assert again > 0


def test_the_page_may_draw_for_its_seats(bench: Any) -> None:
    drawn = bench.client.get("/api/draw", params={"ruleset": "hachiju", "seats": 6}).json()
    assert set(drawn["rounds"][0]) == {"0", "1", "2", "3", "4", "5"}
    assert str(drawn["dealer"]) in drawn["rounds"][-1]
    assert (
        bench.client.get("/api/draw", params={"ruleset": "poker", "seats": 6}).json()["error"]["rule"] == "YK-GAME-01"
    )


@pytest.mark.parametrize("game", ["futari", "sudaoshi", "koikoi", "hachiju"])
def test_a_match_may_have_any_number_of_deals(bench: Any, game: str) -> None:
    players = [f"P{seat}" for seat in range(RULESETS[game].seats[0])]
    told = bench.start(ruleset=game, players=players, dealer=1, options={"deals": 4})
    assert (told["deal"]["of"], told["deal"]["dealer"]) == (4, 1)
