"""Settlement against the rule text written a second time: random deals of every game."""

from __future__ import annotations

import random

import pytest
from deals_by_text import TEXT
from random_questions import random_deal
from run_cases import run


@pytest.mark.parametrize("game", TEXT)
@pytest.mark.parametrize("house", [0.0, 0.5], ids=["default rules", "house rules"])
def test_random_deals_settle_as_the_text_says(game: str, house: float) -> None:
    rng = random.Random(9)
    seen: dict[str, int] = {}
    for _ in range(2_000):
        deal = random_deal(game, rng, house)
        delta, winner = TEXT[game](deal)
        line = run(
            {"id": "", "game": game, "kind": "deal", "input": deal, "expected": {"delta": delta, "next_oya": winner}}
        )
        assert line["ok"], (deal, delta, winner, line["got"])
        kind = deal["events"][-1].get("call", deal["events"][-1]["type"]) if deal["events"] else "none"
        seen[kind] = seen.get(kind, 0) + 1
    assert game == "SD" or min(seen.get("上がり", 0), seen.get("下げ", 0), seen["none"]) > 150
