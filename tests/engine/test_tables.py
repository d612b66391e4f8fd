"""The printed questions of the rule book that a table answers alone, and its worked examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from run_cases import run
from yakume.engine import CARDS, RULESETS, BadOption, CardSet, EngineError, card_points, find_ruleset, kasu_count
from yakume.engine.ba import Ba, menu_rate
from yakume.engine.cards import DECK

HERE = Path(__file__).parent
VECTORS = yaml.safe_load((HERE / "vectors/tables.yaml").read_text(encoding="utf-8"))
QUESTIONS = json.loads((HERE / "vectors/questions.json").read_text(encoding="utf-8"))["cases"]
WORKED = {row["id"]: row for row in VECTORS["worked"]}


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_a_question_of_the_rule_book(case: dict[str, Any]) -> None:
    line = run(case)
    assert line["ok"], line["got"]


@pytest.mark.parametrize("name", ["VX-80-4", "VX-80-5"])
def test_a_worked_auction(name: str) -> None:
    row = WORKED[name]
    case = {"id": name, "kind": "bid", "game": row["game"], "input": row["input"], "expected": row["expected"]}
    assert run(case)["ok"]


@pytest.mark.parametrize("name", ["SX-03", "VX-88-3", "VX-2-3", "VX-SD-2", "VX-SD-3"])
def test_a_worked_end(name: str) -> None:
    row = WORKED[name]
    kind = "display" if name == "SX-03" else "match_end"
    case = {"id": name, "kind": kind, "game": row["game"], "input": row["input"], "expected": row["expected"]}
    assert run(case)["ok"]


def test_worked_prices() -> None:
    seventeen = sum(find_ruleset("H88").row(name).value for name in WORKED["SX-02"]["input"]["yaku"])
    assert seventeen == WORKED["SX-02"]["expected"]["kan_from_each"]
    grand = menu_rate(Ba.ZETSU, "F")
    for name in WORKED["SX-04"]["input"]["yaku"]:
        row = find_ruleset("H3").row(name)
        assert grand.yaku(row.mon) == 12 * WORKED["SX-04"]["expected"][f"{name}_kan"]


def test_card_points_are_those_of_the_card_table() -> None:
    assert len(VECTORS["cards"]) == len(CARDS)
    for row, card in zip(VECTORS["cards"], CARDS, strict=True):
        assert row["code"] == card.letter
        assert card_points("hachiju", CardSet([card])) == row["points_80"]
        assert card_points("sudaoshi", CardSet([card])) == row["points_sudaoshi"]
        for game in ("hachihachi", "futari", "sannin"):
            assert card_points(game, CardSet([card])) == row["points_88"]


def test_a_deck_adds_to_three_times_the_base() -> None:
    totals = VECTORS["deck_totals"]
    assert card_points("sannin", DECK) == totals["h88"] == 3 * 88
    assert card_points("hachiju", DECK) == totals["h80"] == 3 * 80
    assert card_points("sudaoshi", DECK) == totals["sudaoshi"] == 100 + 110 + 120


def test_willow_counts_as_kasu_and_keeps_its_points() -> None:
    willow = CardSet.parse("opqr")
    assert kasu_count(willow) == 4 and card_points("hachihachi", willow) == 36
    assert kasu_count(DECK) == 27


def test_games_are_found_by_id_and_by_rule_prefix() -> None:
    assert {game.code: find_ruleset(game.code).id for game in RULESETS.values()} == {
        "H80": "hachiju",
        "H88": "hachihachi",
        "H2": "futari",
        "H3": "sannin",
        "SD": "sudaoshi",
        "KK": "koikoi",
    }
    with pytest.raises(EngineError, match="no game 'mushi': expected one of hachiju, hachihachi"):
        find_ruleset("mushi")


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_every_row_has_its_own_rule_id(game: Any) -> None:
    choices: list[dict[str, object]] = [{option.key: value} for option in game.options for value in option.choices]
    for chosen in ({}, *choices):
        ids = [row.id for row in (*game.teyaku, *game.sets(game.choose(chosen)), *game.special)]
        assert len(set(ids)) == len(ids)
    assert all(game.row(row.name).id == game.row(row.id).id for row in game.teyaku)
    for row in game.dekiyaku:
        assert all(game.row(rule) for rule in row.replaces)


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_options_take_their_choices_and_nothing_else(game: Any) -> None:
    defaults = game.choose()
    for option in game.options:
        assert defaults[option.key] == option.default == option.choices[0]
        for choice in option.choices:
            assert game.choose({option.key: choice})[option.key] == choice
        for wrong in ("nonsense", -1, 0.5, []):
            with pytest.raises(BadOption, match=f"for option '{option.key}'") as caught:
                game.choose({option.key: wrong})
            assert caught.value.rule == option.source
    with pytest.raises(TypeError):
        game.choose()["deals"] = 3


def test_a_switch_is_not_a_number() -> None:
    with pytest.raises(BadOption, match="expected True, False"):
        find_ruleset("sannin").choose({"capture_mandatory": 1})
    with pytest.raises(BadOption, match="expected None or a number from 1"):
        find_ruleset("hachiju").choose({"deals": True})
    assert find_ruleset("hachiju").choose({"deals": 20})["deals"] == 20


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOption, match="no option 'menu' in hachiju"):
        find_ruleset("hachiju").choose({"menu": "A"})


def test_option_keys_and_defaults_are_those_of_the_rule_book() -> None:
    book = {
        "hachiju": {"understate_teyaku": "allow", "deals": None},
        "hachihachi": {
            "deals": 12,
            "carry": "queue",
            "fee_when_set": "maker",
            "oikomi": "sum",
            "hatto_shadow": "any_month",
            "mizuten_bonus": "all_if_89",
            "nuke_after_set": False,
            "shiso_ends_game": False,
            "tobikomi_hatto": False,
            "sage_cancel": False,
            "etsunen": False,
            "tsukifuda": False,
            "half_year_prize_kan": 3,
        },
        "futari": {
            "inoshikacho": True,
            "special": False,
            "etsunen": False,
            "goko_after_shiko": "add",
            "beaten_sage": "half",
            "deals": 12,
        },
        "sannin": {"menu": "A", "etsunen": False, "recording": "chips", "f_scope": "component"},
        "sudaoshi": {"deals": 12, "role_payment": "each", "zoro_adds_kaburi": False, "next_oya": "net"},
    }
    for game, defaults in book.items():
        assert dict(RULESETS[game].choose()) == {"capture_mandatory": True} | defaults
    assert [option.key for option in RULESETS["sannin"].options if option.ask] == ["menu", "etsunen"]
