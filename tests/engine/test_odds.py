"""Chances by counting: they agree with the engine's tables, with brute force, and with what is printed."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from yakume.engine import DECK, CardSet, Inconsistent
from yakume.engine.ba import DAI_LIGHTS, ZETSU_LIGHTS, Ba, field_rate
from yakume.engine.census import count_family, kasu_family
from yakume.engine.names import name
from yakume.engine.odds import count_hands, field_odds, profile, teyaku_odds, year_of_fields
from yakume.engine.rules import RULESETS
from yakume.engine.teyaku import find_teyaku

PRINTED = yaml.safe_load((Path(__file__).parent / "vectors/sannin_census.yaml").read_text(encoding="utf-8"))
FIELDS = PRINTED["field_probabilities"]


def rounded(value: Fraction, like: str) -> str:
    exact = Decimal(value.numerator) / value.denominator
    return str(exact.quantize(Decimal(like), ROUND_HALF_UP))


def best(ruleset_id: str, hand: CardSet) -> tuple[str, ...]:
    claim = find_teyaku(ruleset_id, hand)
    return tuple(part.id for part in claim.parts) if claim else ()


def test_the_engine_reads_random_hands_as_the_census_does() -> None:
    rng = np.random.default_rng(1_227)
    for _ in range(6_000):
        hand = CardSet(rng.choice(48, 7, replace=False).tolist())
        counted = [family(profile(hand)) for family in (kasu_family, count_family)]
        assert [name(part).id for part in best("sannin", hand)] == [term for term in counted if term]


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_what_a_hand_is_worth_depends_on_its_profile_alone(ruleset_id: str) -> None:
    size = RULESETS[ruleset_id].hand
    examples = {kind: found.example for kind, found in count_hands(size=size).items()}
    rng = np.random.default_rng(88)
    for _ in range(4_000):
        hand = CardSet(rng.choice(48, size, replace=False).tolist())
        assert best(ruleset_id, hand) == best(ruleset_id, examples[profile(hand)])


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_every_hand_is_in_the_odds_once(ruleset_id: str) -> None:
    odds = teyaku_odds(ruleset_id)
    assert sum(odds.claims.values()) == odds.hands == comb(48, RULESETS[ruleset_id].hand)
    rows = [row.id for row in RULESETS[ruleset_id].teyaku]
    assert all(odds.with_part(row) > 0 for row in rows)
    assert odds.with_part("no such rule") == 0


def test_the_engine_s_table_gives_the_printed_totals() -> None:
    odds = teyaku_odds("sannin")
    for row in PRINTED["teyaku_probability_table"]["rows"][1:]:
        rule = next(each.id for each in RULESETS["sannin"].teyaku if each.name == row["group"])
        assert odds.with_part(rule) == Fraction(row["total_count"], odds.hands)
    assert rounded(100 * odds.any, "0.00001") == "26.03277"


def test_eighty_has_as_many_four_of_a_month_as_months_allow() -> None:
    # H80-TEYAKU-14: any 4 of a month but 4-3 is 手四: 12 months × 44C3, less the threes among these.
    odds = teyaku_odds("hachiju")
    assert odds.with_part("H80-TEYAKU-14") * odds.hands == 12 * (comb(44, 3) - 11 * 4)
    # H80-TEYAKU-10, -11: at least six of the 27 kasu.
    assert odds.with_part("H80-TEYAKU-10") * odds.hands == comb(27, 6) * 21
    assert odds.with_part("H80-TEYAKU-11") * odds.hands == comb(27, 7)


def test_the_hand_yaku_of_koikoi_are_as_many_as_binomials_say() -> None:
    odds = teyaku_odds("koikoi")
    # A month and four more cards, less the hands of two whole months that were counted twice; six pairs a month.
    assert odds.with_part("KK-TEYAKU-01") * odds.hands == 12 * comb(44, 4) - comb(12, 2)
    assert odds.with_part("KK-TEYAKU-02") * odds.hands == comb(12, 4) * 6**4


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 47), min_size=7, max_size=12))
def test_odds_from_a_small_pool_are_those_of_listing_its_hands(pool: set[int]) -> None:
    odds = teyaku_odds("hachihachi", CardSet(pool))
    listed = Counter(best("hachihachi", CardSet(hand)) for hand in combinations(pool, 7))
    assert (odds.hands, odds.claims) == (comb(len(pool), 7), listed)
    assert odds.any == 1 - Fraction(listed[()], odds.hands)


def test_no_odds_where_no_hand_is_left() -> None:
    with pytest.raises(Inconsistent, match="no hand of 7 fits into 6 cards"):
        teyaku_odds("sannin", CardSet.parse("ABCDEF"))


BOUND = {"no_carry": None, "carry_dai": Ba.DAI, "carry_zetsu": Ba.ZETSU}


@pytest.mark.parametrize("key", BOUND)
def test_the_rate_is_as_likely_as_printed(key: str) -> None:
    odds = field_odds(BOUND[key])
    assert sum(odds.values()) == 1
    rates = {ba: sum(chance for field, chance in odds.items() if field.ba is ba) for ba in Ba}
    assert {ba.value for ba in Ba if rates[ba]} == set(FIELDS[key])
    for kanji, percent in FIELDS[key].items():
        assert rounded(100 * rates[Ba(kanji)], percent) == percent
    for kanji, one_in in FIELDS.get(f"{key}_one_in", {}).items():
        assert rounded(1 / rates[Ba(kanji)], one_in) == one_in


def test_the_lights_of_all_12_271_512_fields_are_counted() -> None:
    counts = {ba.value: 0 for ba in Ba}
    for field, chance in field_odds().items():
        counts[field.ba.value] += int(chance * comb(48, 6))
    assert counts == FIELDS["exact_counts_of_12271512"]
    # The same from the lights alone: no light at all, no 絶場 light, all others.
    assert list(counts.values()) == [comb(43, 6), comb(46, 6) - comb(43, 6), comb(48, 6) - comb(46, 6)]


@pytest.mark.parametrize("bound", list(BOUND.values()), ids=str)
def test_random_fields_come_as_often_as_the_odds_say(bound: Ba | None) -> None:
    rng = np.random.default_rng(6)
    deals = 20_000
    seen = Counter(field_rate(CardSet(rng.choice(48, 6, replace=False).tolist()), bound) for _ in range(deals))
    odds = field_odds(bound)
    assert set(seen) <= set(odds)
    for field, chance in odds.items():
        sigma = float(chance * (1 - chance) / deals) ** 0.5
        assert abs(seen[field] / deals - chance) <= 4.5 * sigma


def test_average_months_and_etsunen_are_the_exact_chain_s() -> None:
    year = year_of_fields()
    stated = FIELDS["average_months_12_no_etsunen"]
    assert sum(year.months.values()) == 12
    for kanji, months in stated["exact"].items():
        assert rounded(year.months[Ba(kanji)], months) == months
        assert abs(year.months[Ba(kanji)] - Fraction(stated["printed"][kanji])) < Fraction(stated["tolerance"])
    # AMB-H3-04: of the three printed averages only 絶場 is the exact one rounded.
    assert rounded(year.months[Ba.ZETSU], "0.0001") == stated["printed"]["絶"]
    assert [rounded(year.months[ba], "0.0001") for ba in (Ba.SHO, Ba.DAI)] == ["5.7206", "3.3273"]
    assert rounded(100 * year.etsunen, "0.0001") == FIELDS["etsunen"]["printed_percent"] == "4.4059"
    assert rounded(1 / year.etsunen, "0.0001") == FIELDS["etsunen"]["printed_one_in"]


def test_the_printed_averages_bind_month_two_like_any_later_month() -> None:
    # AMB-H3-04, the arithmetic: nothing binds month 1, so month 2 is bound to a large field a little more
    # often than the months after it. The document does not tell them apart.
    small, fields = comb(43, 6), comb(48, 6)
    grand_binds = Fraction(comb(46, 4), fields)
    large_binds = Fraction(comb(3, 2) * comb(43, 4) + comb(43, 3), fields)
    bound = grand_binds + large_binds * (1 - grand_binds)
    assert year_of_fields().etsunen == bound
    printed = Fraction(small, fields) * (12 - 11 * bound)
    exact = year_of_fields().months
    assert printed - exact[Ba.SHO] == Fraction(small, fields) * grand_binds * large_binds
    grand = exact[Ba.ZETSU]
    stated = FIELDS["average_months_12_no_etsunen"]["printed"]
    for ba, months in ((Ba.SHO, printed), (Ba.DAI, 12 - printed - grand), (Ba.ZETSU, grand)):
        assert rounded(months, "0.0001") == stated[ba.value]


def test_average_grand_fields_by_hand() -> None:
    # Each of 12 deals shows a 絶場 light with p = 0.2367…, and each of the first 11 may bind the next.
    shows = 1 - Fraction(comb(46, 6), comb(48, 6))
    binds = Fraction(comb(46, 4), comb(48, 6))
    assert year_of_fields().months[Ba.ZETSU] == 12 * shows + 11 * binds * (1 - shows)
    assert len(ZETSU_LIGHTS) == 2 and len(DAI_LIGHTS) == 3 and ZETSU_LIGHTS | DAI_LIGHTS <= DECK
