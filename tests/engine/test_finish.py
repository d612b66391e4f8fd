"""How matches begin and end, with ties of every kind."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest
from yakume.engine import (
    Card,
    Inconsistent,
    draw_order,
    draw_oya,
    month_cards,
    top_prize,
    year_end,
)
from yakume.engine.finish import display_kan, drop_five, top_of, toward_zero
from yakume.engine.rules.futari import match_end as match_end_futari
from yakume.engine.rules.sannin import stones_to
from yakume.engine.rules.sudaoshi import match_end as match_end_sudaoshi


def cards(**drawn: str) -> dict[str, Card]:
    return {who: Card.parse(letter) for who, letter in drawn.items()}


def test_the_youngest_month_deals_first_in_sannin() -> None:
    assert draw_order(cards(a="s", b="F", c="I")) == (("b",), ("c",), ("a",))
    assert draw_order(cards(a="G", b="F", c="A")) == (("c",), ("a", "b"))
    assert draw_order(cards(a="G", b="F", c="E")) == (("a", "b", "c"),)


def test_the_youngest_month_then_the_points_deal_first_in_hachiju() -> None:
    assert draw_oya(cards(a="C", b="B", c="D")) == ("b",)
    assert draw_oya(cards(a="C", b="E", c="D")) == ("a", "c")
    assert draw_oya(cards(a="c", b="d", c="s")) == ("a",)
    assert draw_oya(cards(a="q", b="r", c="p", d="v")) == ("c",)


def test_a_card_cannot_be_drawn_twice() -> None:
    with pytest.raises(Inconsistent, match="drawn twice"):
        draw_order(cards(a="C", b="C"))
    with pytest.raises(Inconsistent, match="drawn twice"):
        draw_oya(cards(a="C", b="C"))


def test_display_of_hachihachi() -> None:
    assert [display_kan(mon) for mon in (0, 29, -5, -12, -60)] == [(0, 0), (2, 5), (-1, 7), (-1, 0), (-5, 0)]


def test_rounding() -> None:
    for mon in range(-300, 301):
        exact = Fraction(mon, 12)
        assert toward_zero(mon) == int(exact)
        whole, rest = divmod(abs(mon), 12)
        assert abs(drop_five(mon)) == whole + (rest >= 6)
        assert drop_five(mon) * mon >= 0 and drop_five(-mon) == -drop_five(mon)


STONES = {"A": 5, "B": 3, "C": 4}


def test_the_year_of_the_document() -> None:
    assert year_end({"A": 285, "B": 614, "C": -899}, STONES, "CAB") == {"A": 13, "B": 71, "C": -84}


def test_the_rank_is_fixed_before_the_stones_are_given() -> None:
    # C is last, and passes B with the stones: B (−102−120)/12 = −18.5, C (−94−120)/12 = −17.8.
    scores = year_end({"A": 200, "B": -98, "C": -102}, {"A": 4, "B": 4, "C": 4}, "ABC")
    assert scores == {"A": 35, "B": -18, "C": -17}


def test_equal_tops_are_ordered_by_last_months_seats() -> None:
    for order in permutations("ABC"):
        scores = year_end({"A": 105, "B": 103, "C": -208}, STONES, order)
        winner = min("AB", key=order.index)
        loser = "B" if winner == "A" else "A"
        # Both stand at 100: the other truncates −20文 to −1貫.
        assert scores[loser] == -1 and scores["C"] == toward_zero(-212 + 12 - 120)
        assert scores[winner] == -scores[loser] - scores["C"]


def test_equal_lowest_halve_the_stones_and_an_odd_one_goes_to_the_top() -> None:
    assert stones_to({"A": 100, "B": -56, "C": -56}, 12, "ABC") == {"A": 0, "B": 6, "C": 6}
    assert stones_to({"A": 101, "B": -57, "C": -57}, 13, "BCA") == {"A": 1, "B": 6, "C": 6}
    # −121 − 5 + 6 − 120 = −240 = −20貫 each.
    assert year_end({"A": 243, "B": -122, "C": -121}, {"A": 5, "B": 4, "C": 5}, "ABC") == {"A": 38, "B": -19, "C": -19}


def test_three_equal_is_a_draw_unless_a_shiso_decides() -> None:
    even = {"A": 1, "B": -1, "C": 0}
    assert year_end(even, STONES | {"A": 5, "B": 3, "C": 4}, "ABC") == {"A": 0, "B": 0, "C": 0}
    assert year_end(even, {"A": 5, "B": 3, "C": 4}, "ABC", "B") == {"A": -10, "B": 20, "C": -10}


def test_the_holder_of_shiso_is_top_and_takes_the_stones_whatever_the_rank() -> None:
    net = {"A": 500, "B": -100, "C": -400}
    stones = {"A": 2, "B": 1, "C": 0}
    scores = year_end(net, stones, "ABC", "C")
    assert scores["A"] == toward_zero(498 - 120) and scores["B"] == toward_zero(-101 - 120)
    assert scores["C"] == -scores["A"] - scores["B"]
    assert stones_to({"A": 498, "B": -101, "C": -400}, 3, "ABC", "C") == {"A": 0, "B": 0, "C": 3}


def test_years_add_to_zero_and_top_gains_from_every_rounding() -> None:
    rng = random.Random(7)
    for _ in range(2_000):
        a, b = rng.randint(-1500, 1500), rng.randint(-1500, 1500)
        net = dict(zip("ABC", (a, b, -a - b), strict=True))
        stones = dict(zip("ABC", (rng.randint(0, 6) for _ in range(3)), strict=True))
        order = rng.sample("ABC", 3)
        scores = year_end(net, stones, order)
        assert sum(scores.values()) == 0
        totals = {who: net[who] - stones[who] for who in net}
        top = top_of(totals, order)
        assert totals[top] == max(totals.values())
        low = [who for who in "ABC" if totals[who] == min(totals.values())]
        if len(set(totals.values())) == 1:
            assert set(scores.values()) == {0}
            continue
        for who in set("ABC") - {top}:
            share = sum(stones.values()) // len(low) if who in low else 0
            assert scores[who] == int(Fraction(totals[who] + share - 120, 12))


def test_a_year_that_does_not_add_to_zero_is_refused() -> None:
    with pytest.raises(Inconsistent, match="amounts add to 1, not 0") as caught:
        year_end({"A": 1, "B": 0, "C": 0}, STONES, "ABC")
    assert caught.value.rule == "H3-END-01"
    with pytest.raises(Inconsistent):
        match_end_sudaoshi({"A": 1, "B": 0, "C": 0})


def test_top_prize_is_shared() -> None:
    assert top_prize({"a": -23, "b": 60, "c": -160, "d": -117}, 5) == {"a": 0, "b": 240, "c": 0, "d": 0}
    assert top_prize({"a": 10, "b": 10, "c": -80}, 3) == {"a": 54, "b": 54, "c": 0}
    six = dict.fromkeys("abcde", -20) | {"f": -116}
    assert top_prize(six, 3) == {"a": 44, "b": 43, "c": 43, "d": 43, "e": 43, "f": 0}
    assert top_prize(six, 3, "fedcba") == {"e": 44, "d": 43, "c": 43, "b": 43, "a": 43, "f": 0}


def test_month_cards_go_to_the_lowest() -> None:
    assert month_cards({"a": 5, "b": -7, "c": 2}, 12) == {"a": 0, "b": 12, "c": 0}
    assert month_cards({"a": -7, "b": -7, "c": 14}, 11) == {"a": 6, "b": 5, "c": 0}
    assert month_cards({"a": -7, "b": -7, "c": 14}, 11, "cba") == {"a": 5, "b": 6, "c": 0}


def test_futari_rounds_the_difference() -> None:
    assert match_end_futari({"A": 95, "B": 25}) == {"A": 6, "B": -6}
    assert match_end_futari({"A": 25, "B": 95}) == {"A": -6, "B": 6}
    assert match_end_futari({"A": 63, "B": 58}) == {"A": 0, "B": 0}
    assert match_end_futari({"A": 55, "B": 65}) == {"A": -1, "B": 1}


def test_the_first_of_sudaoshi_balances() -> None:
    assert match_end_sudaoshi({"A": 52, "B": -19, "C": -33}) == {"A": 5, "B": -2, "C": -3}
    assert match_end_sudaoshi({"A": 30, "B": 6, "C": -36}) == {"A": 2, "B": 1, "C": -3}
    assert match_end_sudaoshi({"A": 40, "B": 5, "C": -45}) == {"A": 4, "B": 0, "C": -4}


def test_equal_firsts_of_sudaoshi_share_and_the_last_pays_an_odd_kan() -> None:
    assert match_end_sudaoshi({"A": 41, "B": 41, "C": -82}) == {"A": 4, "B": 4, "C": -8}
    assert match_end_sudaoshi({"A": -72, "B": 36, "C": 36}) == {"A": -6, "B": 3, "C": 3}
    assert match_end_sudaoshi({"A": 0, "B": 0, "C": 0}) == {"A": 0, "B": 0, "C": 0}
    four = match_end_sudaoshi({"A": 30, "B": 30, "C": 30, "D": -90})
    assert four == {"A": 3, "B": 3, "C": 3, "D": -9}


def test_sudaoshi_always_adds_to_zero() -> None:
    rng = random.Random(8)
    for _ in range(2_000):
        a, b = rng.choice([(x := rng.randint(-200, 200), x), (rng.randint(-200, 200), rng.randint(-200, 200))])
        scores = match_end_sudaoshi({"A": a, "B": b, "C": -a - b})
        assert sum(scores.values()) == 0
