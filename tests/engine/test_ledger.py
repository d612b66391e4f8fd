"""Ledger entries: balances, and a sentence in two languages for each payment."""

from __future__ import annotations

from random_play import random_match
from tabletop import begin, call, show, turns
from yakume.engine import RULESETS, Entry
from yakume.engine.ledger import balances


def test_the_table_is_a_player_of_its_own() -> None:
    entries = [
        Entry(1, 0, None, 20, "H80-BID-03"),
        Entry(1, None, 2, 20, "H80-SCORE-03"),
        Entry(1, 1, 2, 7, "H80-SCORE-03"),
    ]
    assert balances(entries, 3) == (-20, -7, 27, 0)


def test_a_payment_says_what_for_how_much_and_why() -> None:
    state = call(turns(begin("H3", "abercv"), "CB WV OP GF ih ST KJ"), "agari")
    entry = state.ledger[0]
    assert entry.ja == "赤短 7貫×2（大場）＝168文。松、梅、桜の赤い短冊3枚です。"
    assert entry.en == "Red ribbons: 7 kan × 2 (large field) = 168 mon. The three red ribbons of pine, plum and cherry."
    assert entry.to_json() == {
        "deal": 1,
        "payer": 1,
        "payee": 0,
        "mon": 168,
        "rule": "H3-DEKI-05",
        "because": [],
        "ja": entry.ja,
        "en": entry.en,
    }


def test_a_rate_that_is_not_whole_is_written_as_it_is_said() -> None:
    state = show(begin("H3", "abercv", menu="C"), 0, "JKL", "三本")
    assert "×1.5（大場）＝36文" in state.ledger[0].ja and "× 1.5 (large field) = 36 mon" in state.ledger[0].en


def test_hachiju_counts_in_points() -> None:
    state = show(begin("H80"), 0, "JKL", "三本")
    assert state.ledger[0].ja.startswith("三本 40点を2人で分ける＝20点。")
    assert state.ledger[0].en.startswith("Three of a month: 40 points shared by 2 = 20 points.")


def test_every_payment_of_random_matches_has_both_sentences() -> None:
    seen = set()
    for game in RULESETS.values():
        for seed in range(6):
            *_, state = random_match(game, game.seats[0], {}, seed, deals=12)
            for entry in state.ledger:
                assert entry.ja.endswith(("。", "）")) and entry.en.endswith("."), entry
                assert str(entry.mon) in entry.ja and str(entry.mon) in entry.en
                seen.add(entry.rule)
    assert len(seen) > 60
