"""Every card, yaku and rule has a name in kanji, kana and English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yakume.engine import CARDS, FACES, Card, Face, Month, NotationError
from yakume.engine.names import NAMES, name
from yakume.engine.rules import RULESETS

RULE_IDS = (Path(__file__).parent / "rule_ids.txt").read_text(encoding="utf-8").split()
HIRAGANA = re.compile(r"[ぁ-んー]+")


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_is_about_something_with_a_name(rule: str) -> None:
    assert name(rule).ja and name(rule).en


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_and_its_face_have_a_name(card: Card) -> None:
    assert name(card) == name(str(card)) == NAMES[str(card)]
    assert name(card).ja.startswith(name(Month(card.month).name.lower()).ja)
    # The camera's kasu has the name of the kasu themselves.
    assert name(card.face).ja == name(card).ja


def test_faces_and_the_back_have_names() -> None:
    assert all(name(face).id == str(face) for face in FACES)
    assert name(Face("back")).en == "face-down card"


@pytest.mark.parametrize("term", NAMES.values(), ids=lambda term: term.id)
def test_a_name_is_complete_and_its_kana_are_hiragana(term) -> None:
    assert NAMES[term.id] is term
    assert term.ja and term.en and HIRAGANA.fullmatch(term.kana)


@pytest.mark.parametrize("row", [row for game in RULESETS.values() for row in (*game.teyaku, *game.dekiyaku)])
def test_a_yaku_row_is_called_what_its_rule_is_called(row) -> None:
    if row.id.endswith("-00"):
        # The rule book gives the whole hand table of 二人はちはち and すだおし one id.
        assert row.name in {term.ja for term in NAMES.values()}
    else:
        assert name(row.id).ja == row.name


def test_rules_and_terms_share_one_name() -> None:
    assert name("H3-DEKI-05") is name("akatan") is name("H88-DEKI-01")
    assert (name("H3-DEKI-05").ja, name("H3-DEKI-05").kana) == ("赤短", "あかたん")


def test_every_game_has_a_name_under_its_prefix() -> None:
    assert {game.code: name(game.id).ja for game in RULESETS.values()} == {
        "H80": "八十",
        "H88": "八八",
        "H2": "二人はちはち",
        "H3": "三人はちはち",
        "SD": "すだおし",
        "KK": "こいこい",
    }


@pytest.mark.parametrize("key", ["", "13h", "H4-DEKI-05", "H3-NOWHERE-01", "H3", "nonsense"])
def test_what_has_no_name_is_refused(key: str) -> None:
    with pytest.raises(NotationError, match="no name for"):
        name(key)
