"""Worked deals of the rule book, and the printed year of 三人はちはち recorded deal by deal.

``sannin_year.jsonl`` is a log in result mode: fields, shown cards and piles were made up to give the printed
rates, hand yaku and card points; what is paid is the printed sheet's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from cases_flow import deal
from tabletop import net
from yakume.engine import DealStarted, Phase, apply, find_ruleset, from_json, replay

VECTORS = Path(__file__).parent / "vectors"
WORKED = yaml.safe_load((VECTORS / "deals.yaml").read_text(encoding="utf-8"))
YEAR = yaml.safe_load((VECTORS / "sannin_sheet.yaml").read_text(encoding="utf-8"))["ledger_003"]
LINES = (VECTORS / "sannin_year.jsonl").read_text(encoding="utf-8").splitlines()
LOG = [from_json(json.loads(line)) for line in LINES]


@pytest.mark.parametrize("row", WORKED, ids=lambda row: f"{row['id']} {row['rule']}")
def test_worked_deals_settle_as_printed(row: dict[str, Any]) -> None:
    got = deal(find_ruleset(row["game"]), row["input"])
    assert got["delta"] == row["expected"]["delta"]
    assert got["next_oya"] == row["expected"]["winner"]


def test_the_printed_year_is_paid_month_by_month() -> None:
    state = None
    before = (0, 0, 0)
    months = iter(YEAR["months"])
    for event in LOG:
        state = apply(state, event)
        if isinstance(event, DealStarted):
            assert state.deal is not None and state.deal.ba is not None
            month = next(months)
            assert state.deal.ba.value == month["rate"]
        elif state.phase is not Phase.TEYAKU and state.played:
            paid = tuple(after - then for after, then in zip(net(state), before, strict=True))
            if state.phase is Phase.READY:
                assert dict(zip("ABC", paid, strict=True)) == month["net_mon"], month["month"]
            assert "ABC"[state.dealer] == month["next_oya"] == month["stone_payer"]
            before = net(state)
    assert next(months, None) is None


def test_the_printed_year_ends_as_printed() -> None:
    state = replay(LOG)
    assert state.result is not None
    assert dict(zip("ABC", state.result.scores, strict=True)) == YEAR["final_kan"]
    stones = {
        player: sum(e.rule == "H3-NEXT-02" and e.payer == at for e in state.ledger) for at, player in enumerate("ABC")
    }
    assert stones == YEAR["totals"]["stones_paid"]
    totals = YEAR["totals"]["kan"], YEAR["totals"]["ten"]
    # The stones went to the lowest and are no payment between the players.
    won = [score + stones[player] - 12 * (player == "C") for score, player in zip(state.scores, "ABC", strict=True)]
    assert won == [12 * totals[0][player] + totals[1][player] for player in "ABC"]
    assert state.on_table == 0
