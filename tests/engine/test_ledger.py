"""Ledger entries: balances, and a sentence in two languages for each payment."""

from __future__ import annotations

from typing import Any

from random_play import random_match
from tabletop import begin, call, show, turns
from yakume.engine import RULESETS, Ba, Entry, Rate, find_ruleset, menu_rate
from yakume.engine.facts import End, Facts
from yakume.engine.ledger import balances
from yakume.engine.settle import settle


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
    assert entry.ja == "赤短 7貫×2（大場）＝14貫（168文）。松、梅、桜の赤い短冊3枚です。"
    ribbons = "The three red ribbons of pine, plum and cherry."
    assert entry.en == f"Red ribbons: 7 kan × 2 (large field) = 14 kan (168 mon). {ribbons}"
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
    assert "×1.5（大場）＝3貫（36文）" in state.ledger[0].ja
    assert "× 1.5 (large field) = 3 kan (36 mon)" in state.ledger[0].en


def settled(game: str, points: tuple[int, ...], **more: Any) -> Entry:
    """The only payment of card points of a deal without anything else."""
    rows = find_ruleset(game)
    facts = Facts(
        rows, rows.choose(), len(points), tuple(range(len(points))), points=points, end=End.PLAYED_OUT, **more
    )
    (entry,) = (entry for entry in settle(facts).entries if entry.rule != "H3-NEXT-02")
    return entry


def test_a_payment_is_titled_by_its_rule_but_the_pot_by_itself() -> None:
    assert Entry(1, 0, 1, 24, "H3-TEYAKU-01", (), (("kan", 2, 1),)).title.ja == "三本"
    assert Entry(1, None, 1, 40, "H80-SAGE-01", (), (("pot", 40, 1),), "点").title.ja == "場の降り賃"


def test_a_price_that_is_the_amount_is_said_once() -> None:
    assert Entry(1, 0, None, 1, "H3-NEXT-02", (), (("mon", 1, 1),)).ja.startswith("月石 1文。")


def test_a_band_and_a_net_made_even_are_explained() -> None:
    """H2-SCORE-04, H3-BA-06."""
    band = settled("H2", (110, 71), kasu=(9, 9), rate=Rate(2), ba=Ba.DAI)
    assert band.ja.startswith("札の点 110点−71点＝39点なので3貫×2（大場）＝6貫（72文）。")
    assert band.because == ("H2-SCORE-04",)
    small = settled("H2", (80, 71), kasu=(9, 9))
    assert small.ja.startswith("札の点 80点−71点＝9点なので9文。") and small.because == ()
    even = settled("H3", (97, 88, 79), kasu=(9, 9, 9), rate=menu_rate(Ba.DAI, "C"), ba=Ba.DAI)
    assert (even.mon, even.because) == (12, ("H3-BA-06",))


def test_hachiju_counts_in_points() -> None:
    state = show(begin("H80"), 0, "JKL", "三本")
    assert state.ledger[0].ja.startswith("三本 40点、1人20点ずつ。")
    assert state.ledger[0].en.startswith("Three of a month: 40 points, 20 points from each.")


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


def test_a_payment_is_called_after_what_it_is_for() -> None:
    assert Entry(1, 1, 0, 5, "KK-DEKI-04").title.ja == "三光"
    assert Entry(1, None, 0, 24, "H88-SCORE-03", (), (("pot", 24, 1),)).title.id == "pot"


def test_a_prize_that_two_share_says_so() -> None:
    """H88-END-02: 5 kan for each of four, half of it to each of two winners."""
    half = Entry(12, None, 0, 120, "H88-END-01", ("H88-END-02",), (("prize", 5, 4), ("shared", 2, 1)))
    assert "5貫×4人＝20貫、2人で分けて10貫（120文）" in half.ja
    assert "shared by 2: 10 kan (120 mon)" in half.en
