"""Every house rule of every game, and every value of it, has words in both languages."""

from __future__ import annotations

import re

import pytest
from yakume.engine import NotationError
from yakume.engine.option_names import _OPTIONS, _VALUES, option_about, option_name, value_name
from yakume.engine.rules import RULESETS

OPTIONS = [(game.id, option) for game in RULESETS.values() for option in game.options]


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda part: getattr(part, "key", part))
def test_an_option_and_its_values_have_words(game: str, option) -> None:
    for words in (option_name(option.key), option_about(option.key)):
        assert re.search("[ぁ-んァ-ヶ一-龥]", words.ja)
        assert re.fullmatch("[ -~]+", words.en)
    # What it decides is a sentence that can stand alone, and somebody has said it.
    about = option_about(option.key)
    assert about.ja.endswith("。") and re.fullmatch(r"[A-Z0-9][^.]*( [^.]+){3,}\.", about.en)
    assert re.fullmatch(r"(AMB-)?[A-Z0-9]+-[A-Z0-9-]+", option.source)
    values = [value_name(option.key, value) for value in option.choices]
    assert len({words.ja for words in values}) == len({words.en for words in values}) == len(values)


def test_there_are_no_words_for_options_that_no_game_has() -> None:
    known = {(option.key, value) for _, option in OPTIONS for value in option.choices}
    assert set(_OPTIONS) == {option.key for _, option in OPTIONS}
    assert set(_VALUES) <= known


@pytest.mark.parametrize(("key", "value"), [("nothing", True), ("menu", "G"), ("menu", None)])
def test_what_is_no_option_or_value_is_refused(key: str, value) -> None:
    with pytest.raises(NotationError, match=r"no (option|value)"):
        value_name(key, value)
