"""The probability table of the 三人はちはち document, cell by cell, by two ways of counting."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from math import comb
from pathlib import Path

import numpy as np
import pytest
import yaml
from yakume.engine import CardSet
from yakume.engine.census import (
    HANDS,
    all_hands,
    count_by_enumeration,
    count_family,
    decode,
    encode,
    kasu_family,
    teyaku_table,
)
from yakume.engine.names import NAMES
from yakume.engine.odds import count_hands, profile

PRINTED = yaml.safe_load((Path(__file__).parent / "vectors/sannin_census.yaml").read_text(encoding="utf-8"))
TEYAKU = PRINTED["teyaku_probability_table"]
TERM = {NAMES[term].ja: term for term in NAMES} | {"なし": ""}
COUNTS = {kind: found.ways for kind, found in count_hands().items()}
TABLE = teyaku_table(COUNTS)
CELLS = [(row["group"], cell) for row in TEYAKU["rows"] for cell in row["cells"]]

# AMB-H3-03: the printed figure, and what the count gives; the cell's other figure agrees with the count.
MISPRINTS = {"1.127796": "1.122796", "5.467439": "5.467639", "81.9128": "82.9128", "49086.1": "49086.0"}


def rounded(value: Decimal, like: str) -> str:
    """`value` to as many digits after the point as the printed figure has."""
    return str(value.quantize(Decimal(like), ROUND_HALF_UP))


def check(count: int, percent: str, one_in: str) -> None:
    assert rounded(Decimal(100 * count) / HANDS, percent) == MISPRINTS.get(percent, percent)
    assert rounded(Decimal(HANDS) / count, one_in) == MISPRINTS.get(one_in, one_in)


def random_hands(number: int, seed: int) -> list[CardSet]:
    rng = np.random.default_rng(seed)
    return [CardSet(rng.choice(48, 7, replace=False).tolist()) for _ in range(number)]


def test_there_are_73_629_072_hands() -> None:
    assert HANDS == comb(48, 7) == sum(COUNTS.values()) == TEYAKU["hands"]


@pytest.mark.parametrize(("group", "cell"), CELLS, ids=lambda part: part if isinstance(part, str) else part["kasu"])
def test_a_printed_cell_is_the_count(group: str, cell: dict[str, str]) -> None:
    count = TABLE[TERM[group], TERM[cell["kasu"]]]
    assert count == cell["count"]
    if count:
        check(count, cell["printed_percent"], cell["printed_one_in"])
    else:
        assert cell["printed"] == "複合せず"


@pytest.mark.parametrize("row", TEYAKU["rows"][1:], ids=lambda row: row["group"])
def test_a_printed_row_total_is_the_count(row: dict[str, str]) -> None:
    count = sum(count for (by_months, _), count in TABLE.items() if by_months == TERM[row["group"]])
    assert count == row["total_count"]
    check(count, row["printed_total_percent"], row["printed_total_one_in"])


@pytest.mark.parametrize("column", TEYAKU["column_totals"], ids=lambda column: column["kasu"])
def test_a_printed_column_total_is_the_count(column: dict[str, str]) -> None:
    count = sum(count for (_, by_kinds), count in TABLE.items() if by_kinds == TERM[column["kasu"]])
    assert count == column["count"]
    check(count, column["printed_percent"], column["printed_one_in"])


def test_a_quarter_of_the_hands_have_a_yaku() -> None:
    count = HANDS - TABLE["", ""]
    assert count == TEYAKU["any_yaku"]["count"]
    check(count, TEYAKU["any_yaku"]["printed_percent"], TEYAKU["any_yaku"]["printed_one_in"])


def test_only_four_printed_cells_are_misprints() -> None:
    printed = [
        figure
        for cell in [cell for _, cell in CELLS] + TEYAKU["rows"] + TEYAKU["column_totals"]
        for key, figure in cell.items()
        if key.startswith("printed_")
    ]
    assert sorted(figure for figure in printed if figure in MISPRINTS) == sorted(MISPRINTS)
    # One digit of the other figure in the same cell settles each.
    assert [rounded(100 / Decimal(one_in), "0.0001") for one_in in ("89.0634", "18.2894")] == ["1.1228", "5.4676"]
    assert rounded(Decimal(HANDS) / 1500, "0.001") == "49086.048"


def test_ribbon_heavy_aka_is_as_rare_as_printed() -> None:
    # Here the willow ribbon is a ribbon and its three other cards are chaff: 10 ribbons, 24 + 2 chaff.
    five = sum(comb(10, ribbons) * comb(26, 7 - ribbons) for ribbons in (5, 6, 7))
    stated = PRINTED["aka_ribbon_statistics"]
    assert (five, comb(10, 7)) == (stated["five_or_more"]["count"], stated["all_seven"]["count"])
    assert rounded(Decimal(HANDS) / five, "0.01") == stated["five_or_more"]["printed_one_in"]
    assert rounded(Decimal(HANDS) / comb(10, 7), "1") == stated["all_seven"]["printed_one_in"]


def test_the_bit_arithmetic_reads_a_hand_as_the_cards_do() -> None:
    hands = random_hands(20_000, seed=88)
    codes = encode(np.array([hand.mask for hand in hands], np.uint64))
    for hand, code in zip(hands, codes.tolist(), strict=True):
        assert decode(code) == profile(hand)


def test_every_kind_of_hand_reads_as_its_example() -> None:
    kinds = count_hands()
    codes = encode(np.array([found.example.mask for found in kinds.values()], np.uint64))
    assert [decode(code) for code in codes.tolist()] == list(kinds)
    assert all(len(found.example) == 7 for found in kinds.values())


def test_the_first_piece_of_all_hands_is_of_the_last_six_months() -> None:
    first = next(all_hands())
    assert len(first) == 346_104 == len(set(first.tolist()))
    assert not (first & np.uint64((1 << 24) - 1)).any() and set(map(int.bit_count, first.tolist())) == {7}


def test_enumerating_every_hand_gives_the_same_table() -> None:
    assert count_by_enumeration() == COUNTS


def test_families_of_the_document_s_examples() -> None:
    read = [
        (count_family(profile(hand)), kasu_family(profile(hand)))
        for hand in map(CardSet.parse, ("FRSTlmp", "GKqstuv", "oCKLafm", "FqKLafm", "BCEIMQU"))
    ]
    assert read == [("tatesanbon", "aka"), ("teshi", "pikaichi"), ("", "karasu"), ("", "tanichi"), ("", "")]
