"""Field rates: every field that the lights can make, every binding, every menu."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from yakume.engine import Ba, CardSet, Field, Inconsistent, Pending, field_rate, four_on_field, queue_rate
from yakume.engine.ba import Rate, make_even, menu_rate

VECTORS = yaml.safe_load((Path(__file__).parent / "vectors/tables.yaml").read_text(encoding="utf-8"))
DARK = "CGKOSW"

# The table of H3-BA-02: rows are bindings, columns z≥1 with z=2, z≥1 with z=1, t≥2, t=1, none.
TABLE = {
    None: ("絶絶", "絶", "大大", "大", "小"),
    "大": ("絶絶", "絶", "大大", "大", "大"),
    "絶": ("絶絶", "絶", "絶", "絶", "絶"),
}


def fields() -> list[tuple[int, int, CardSet]]:
    """Every subset of the lights on the field, with the number of 絶 and 大 lights."""
    found = []
    for size in range(6):
        for lights in combinations("AIcos", size):
            field = CardSet.parse("".join(lights) + DARK[: 6 - size])
            found.append((sum(c in "os" for c in lights), sum(c in "AIc" for c in lights), field))
    return found


@pytest.mark.parametrize("bound", TABLE)
def test_every_field_under_every_binding(bound: str | None) -> None:
    for zetsu, dai, field in fields():
        column = 2 - zetsu if zetsu else 4 - min(dai, 2)
        wanted = TABLE[bound][column]
        found = field_rate(field, Ba(bound) if bound else None)
        assert found == Field(Ba(wanted[0]), Ba(wanted[1]) if len(wanted) == 2 else None)


@pytest.mark.parametrize("row", VECTORS["field_transition_examples"], ids=lambda row: f"{row['carry']}-{row['field']}")
def test_printed_transitions(row: dict[str, Any]) -> None:
    found = field_rate(CardSet.parse(row["field"]), Ba(row["carry"]) if row["carry"] else None)
    assert found.ba.value == row["rate"]
    assert (found.binds.value if found.binds else None) == row["next_carry"]


def test_multipliers() -> None:
    assert [ba.multiplier for ba in (Ba.SHO, Ba.DAI, Ba.ZETSU)] == [1, 2, 4]


def test_the_queue_of_hachihachi_uses_one_light_a_deal_and_forgets_none() -> None:
    rng = random.Random(6)
    pending, waiting = Pending(), []
    for _ in range(2_000):
        zetsu, dai, field = rng.choice(fields())
        waiting += ["絶"] * zetsu + ["大"] * dai
        wanted = max(waiting, key="大絶".index, default="小")
        if waiting:
            waiting.remove(wanted)
        ba, pending = queue_rate(field, pending)
        assert ba.value == wanted
        assert (pending.zetsu, pending.dai) == (waiting.count("絶"), waiting.count("大"))
        if len(waiting) > 6:
            pending, waiting = Pending(), []


def test_lights_may_wait_one_month_only_or_not_at_all() -> None:
    two_zetsu_one_dai, dark, one_dai = (CardSet.parse(text) for text in ("osAGKO", DARK, "AGKOSW"))
    assert queue_rate(two_zetsu_one_dai, Pending(), "none") == (Ba.ZETSU, Pending())
    assert queue_rate(dark, Pending(1, 1), "none") == (Ba.SHO, Pending())
    assert queue_rate(two_zetsu_one_dai, Pending(), "next_month_only") == (Ba.ZETSU, Pending(1, 1))
    assert queue_rate(dark, Pending(1, 1), "next_month_only") == (Ba.ZETSU, Pending())
    assert queue_rate(one_dai, Pending(0, 2), "next_month_only") == (Ba.DAI, Pending(0, 1))
    assert queue_rate(dark, Pending(1, 1)) == (Ba.ZETSU, Pending(0, 1))


@given(st.sets(st.integers(0, 47), min_size=6, max_size=6))
def test_four_on_the_field(cards: set[int]) -> None:
    field = CardSet(cards)
    whole = [month for month in range(12) if all(4 * month + n in cards for n in range(4))]
    assert four_on_field(field) == CardSet(4 * month + n for month in whole for n in range(4))


def test_four_on_the_field_is_found() -> None:
    assert four_on_field(CardSet.parse("ABCDGK")).letters == "ABCD"
    assert four_on_field(CardSet.parse("stuvGK")).letters == "stuv"


def test_a_field_of_another_size_is_refused() -> None:
    for text in ("ABCDE", "ABCDEFG"):
        with pytest.raises(Inconsistent, match="six cards are dealt to the field"):
            field_rate(CardSet.parse(text))
        with pytest.raises(Inconsistent):
            queue_rate(CardSet.parse(text), Pending())


def test_menus_multiply_as_printed() -> None:
    printed = {
        "A": (1, 2, 4),
        "B": (1, 2, 3),
        "C": (1, Fraction(3, 2), 2),
        "D": (1, 2, 2),
        "E": (1, 1, 1),
    }
    for menu, factors in printed.items():
        for ba, factor in zip((Ba.SHO, Ba.DAI, Ba.ZETSU), factors, strict=True):
            rate = menu_rate(ba, menu)
            for mon in (12, 24, 36, 84, 480, 6):
                assert rate.yaku(mon) == rate.bonus(mon) == mon * factor
                assert rate.yaku(mon, 2) == mon * factor
            assert rate.nets((8, -4, -4)) == (8 * factor, -4 * factor, -4 * factor)


def test_menu_f_adds_to_each_part_and_leaves_bonuses_and_points() -> None:
    for ba, kan in ((Ba.SHO, 0), (Ba.DAI, 1), (Ba.ZETSU, 2)):
        rate = menu_rate(ba, "F")
        assert rate.yaku(36) == 36 + 12 * kan
        assert rate.yaku(48, 2) == 48 + 24 * kan
        assert rate.bonus(12) == 12
        assert rate.nets((7, -3, -4)) == (7, -3, -4)


def test_menu_c_gives_whole_points_in_a_daiba() -> None:
    rate = menu_rate(Ba.DAI, "C")
    assert rate.nets((8, -3, -5)) == (9, -3, -6)
    assert menu_rate(Ba.ZETSU, "C").nets((7, -3, -4)) == (14, -6, -8)
    with pytest.raises(Inconsistent, match="3 times 3/2 is not whole") as caught:
        rate.bonus(3)
    assert caught.value.rule == "H3-BA-05"


def even_by_text(nets: tuple[int, int, int]) -> tuple[int, ...]:
    """The four sentences of H3-BA-06."""
    left = list(nets)
    plus = [at for at, net in enumerate(nets) if net % 2 and net > 0]
    minus = [at for at, net in enumerate(nets) if net % 2 and net < 0]
    (even,) = [at for at in range(3) if nets[at] % 2 == 0] if plus or minus else [0]
    gifts = []
    if len(plus) == len(minus) == 1:
        gifts = [(plus[0], minus[0])]
    elif len(plus) == 2:
        gifts = [(giver, even) for giver in plus]
    elif len(minus) == 2:
        gifts = [(even, taker) for taker in minus]
    for giver, taker in gifts:
        left[giver] -= 1
        left[taker] += 1
    return tuple(left)


def test_odd_nets_are_made_even_as_the_text_says() -> None:
    for a, b in product(range(-41, 42), repeat=2):
        nets = (a, b, -a - b)
        found = make_even(nets)
        assert found == even_by_text(nets)
        assert sum(found) == 0 and all(net % 2 == 0 for net in found)


def test_a_rate_of_nothing_special_is_one() -> None:
    assert menu_rate(Ba.SHO) == Rate(1)
