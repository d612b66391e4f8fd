"""Every rule of the rule book has a sentence in both languages, and the numbers in it are the engine's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yakume.engine import NotationError
from yakume.engine.explain import explain, sentences
from yakume.engine.rules import RULESETS
from yakume.engine.yaku import MON

RULE_IDS = (Path(__file__).parent / "rule_ids.txt").read_text(encoding="utf-8").split()


def test_the_sentences_are_those_of_the_rule_book() -> None:
    assert {rule.partition("/")[0] for rule in sentences()} == set(RULE_IDS) <= set(sentences())


@pytest.mark.parametrize("rule", sentences())
def test_a_rule_is_explained_in_both_languages(rule: str) -> None:
    sentence = explain(*rule.split("/"))
    assert sentence.rule == rule
    assert re.search("[ぁ-ん]", sentence.ja) and sentence.ja.endswith("。")
    assert re.fullmatch(r"[A-Z0-9][ -~½−]*\.", sentence.en)
    assert len(sentence.ja) <= 60 and len(sentence.en) <= 110


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_the_increments_named_are_those_of_the_tables(game) -> None:
    for row in game.dekiyaku:
        unit = "mon" if row.unit == MON else "kan"
        assert (f"1 {unit} more for each" in explain(row.id).en) == bool(row.more)


@pytest.mark.parametrize("rule", ["", "H3", "H3-DEKI-99", "akatan"])
def test_an_unknown_rule_is_refused(rule: str) -> None:
    with pytest.raises(NotationError, match="no rule"):
        explain(rule)
