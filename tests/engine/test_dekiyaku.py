"""Sets of captured cards, against the rule text formulated a second time."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from yaku_by_text import KASU, sets_by_text
from yakume.engine import Card, CardSet, capture_choices, find_dekiyaku, find_ruleset, find_special, new_sets
from yakume.engine.cards import LETTERS
from yakume.engine.dekiyaku import one_short, total
from yakume.engine.options import OptionValue


def piles(seed: int, count: int) -> list[str]:
    """Random piles, half of them rich in the cards of sets."""
    rng = random.Random(seed)
    rich = "BFJNRVZhlqAIcosYkUEQg"
    kasu = sorted(KASU)
    pools = (LETTERS, rich, rich + "CDGH", kasu)
    return ["".join(rng.sample(pool, rng.randint(0, len(pool)))) for n in range(count) for pool in (pools[n % 4],)]


@pytest.mark.parametrize("game", ["hachiju", "hachihachi", "futari", "sannin"])
def test_standing_sets_are_what_the_text_says(game: str) -> None:
    for pile in piles(5, 6_000):
        made = find_dekiyaku(game, CardSet.parse(pile))
        assert {each.name: each.value for each in made} == sets_by_text(game, set(pile)), pile
        assert total(made) == sum(sets_by_text(game, set(pile)).values())
        assert all(each.mon == each.value * (1 if game == "hachiju" else 12) for each in made)
        assert all(each.cards <= CardSet.parse(pile) and each.id == each.row.id for each in made)


def test_lengthened_shichitan_of_sannin() -> None:
    prices = [find_dekiyaku("sannin", CardSet.parse("NRVZqhlBFJ"[:n]))[0].value for n in range(7, 9)]
    assert prices == [10, 11]
    ten = {each.name: each.value for each in find_dekiyaku("sannin", CardSet.parse("NRVZqhlBFJ"))}
    assert ten == {"七短": 13, "赤短": 7, "青短": 7}


def under(game: str, **options: object) -> Mapping[str, OptionValue]:
    return find_ruleset(game).choose(options)


def test_inoshikacho_of_futari_can_be_switched_off() -> None:
    pile = CardSet.parse("YkUBFJ")
    assert total(find_dekiyaku("futari", pile)) == 14
    assert [each.name for each in find_dekiyaku("futari", pile, options=under("futari", inoshikacho=False))] == ["赤短"]


def lowered(game: str, before: str, after: str, goko_after_shiko: str = "") -> tuple[bool, int]:
    """Whether a lowered pile has a new set after more captures, and what all of it pays."""
    old = find_dekiyaku(game, CardSet.parse(before))
    options = under(game, goko_after_shiko=goko_after_shiko) if goko_after_shiko else None
    new = find_dekiyaku(game, CardSet.parse(after), lowered=[each.id for each in old], options=options)
    return bool(new_sets(old, new)), total(new)


def test_what_a_lowered_shiko_becomes_with_the_willow_light() -> None:
    assert lowered("sannin", "AIcs", "AIcos") == (True, 20)
    assert lowered("hachihachi", "AIcs", "AIcos") == (False, 10)
    assert lowered("futari", "AIcs", "AIcos") == (True, 22)
    assert lowered("futari", "AIcs", "AIcos", "replace") == (True, 12)
    assert lowered("hachiju", "AIcs", "AIcos") == (False, 400)


def test_goko_in_one_step_replaces_shiko_though_something_else_was_lowered() -> None:
    assert lowered("hachihachi", "BFJAIco", "BFJAIcos") == (True, 19)
    assert lowered("futari", "BFJAIco", "BFJAIcos") == (True, 19)
    assert lowered("hachihachi", "AIcos", "AIcosBFJ") == (True, 19)


def test_one_more_ribbon_is_new_in_sannin_alone() -> None:
    assert lowered("sannin", "BFNRVZh", "BFNRVZhq") == (True, 11)
    assert lowered("hachihachi", "BFNRVZh", "BFNRVZhl") == (True, 17)
    assert lowered("hachihachi", "BFJNRVZ", "BFJNRVZh") == (False, 17)
    assert lowered("hachiju", "BFJNRVZ", "BFJNRVZh") == (False, 600)


def test_roles_of_sudaoshi() -> None:
    def roles(pile: str, biki: bool = False, **options: bool) -> dict[str, int]:
        made = find_dekiyaku("sudaoshi", CardSet.parse(pile), biki=biki, options=under("sudaoshi", **options))
        return {each.name: each.value for each in made}

    assert roles("cdef") == {"坊主ゾロ": 2}
    assert roles("cd") == {"坊主被り": 1}
    assert roles("cef") == {}
    assert roles("opqr") == roles("op") == {}
    assert roles("opqr", biki=True) == {"雨ゾロ": 2}
    assert roles("opr", biki=True) == {"雨被り": 1}
    assert roles("opqrcd", biki=True) == {"雨ゾロ": 2, "坊主被り": 1}
    assert roles("opqrcdef", biki=True, zoro_adds_kaburi=True) == {
        "坊主ゾロ": 2,
        "坊主被り": 1,
        "雨ゾロ": 2,
        "雨被り": 1,
    }


def test_one_short_names_the_missing_cards() -> None:
    short = {row.name: cards.letters for row, cards in one_short("sannin", CardSet.parse("BFNRVZYk"))}
    assert short == {"七短": "Jhlq", "赤短": "J", "猪鹿蝶": "U"}


def test_special_yaku() -> None:
    def found(game: str, points: tuple[int, ...], kasu: tuple[int, ...]) -> list[tuple[str, int, int]]:
        return [(each.row.name, each.by, each.value) for each in find_special(game, points, kasu)]

    for game in ("sannin", "hachihachi"):
        assert found(game, (88, 88, 88), (9, 9, 9)) == [("総八", 0, 10)]
        assert found(game, (88, 89, 87), (9, 9, 9)) == []
        assert found(game, (40, 168, 56), (9, 9, 9)) == [("二八", 1, 10)]
        assert found(game, (40, 171, 53), (9, 9, 9)) == [("二八", 1, 13)]
        assert found(game, (80, 100, 84), (6, 5, 16)) == [("素十六", 2, 12)]
        assert found(game, (80, 100, 84), (18, 5, 4)) == [("素十六", 0, 16)]
        assert sorted(found(game, (168, 50, 46), (6, 17, 4))) == [("二八", 0, 10), ("素十六", 1, 14)]
    assert found("futari", (88, 88), (9, 9)) == [("総八", 0, 10)]
    assert found("futari", (60, 90), (9, 17)) == [("素十六", 1, 14)]
    assert found("hachiju", (170, 40, 30), (17, 5, 5)) == found("sudaoshi", (88, 88, 88), (17, 5, 5)) == []
    assert find_special("sannin", (88, 88, 88), (9, 9, 9))[0].mon == 120


def test_capture_choices() -> None:
    def choices(field: str, card: str, mandatory: bool = True) -> list[str]:
        ways = capture_choices(CardSet.parse(field), Card.parse(card), mandatory=mandatory)
        return [way.letters for way in ways]

    assert choices("GKO", "A") == [""]
    assert choices("BGK", "A") == ["AB"]
    assert choices("BCG", "A") == ["AB", "AC"]
    assert choices("BCDG", "A") == ["ABCD"]
    assert choices("BCG", "A", mandatory=False) == ["AB", "AC", ""]
    assert choices("GKO", "A", mandatory=False) == [""]
