"""What is told of a camera, and what asks once more, in both languages; every view is walked in `test_axe`."""

from __future__ import annotations

import ast
import pickle
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_bench import start
from page_walk import JAPANESE
from yakume.engine.errors import Sentence
from yakume.models import decks, reader, registry
from yakume.vision import frames, pushed
from yakume.vision.frames import SourceError
from yakume.webui import worker
from yakume.webui.text.camera import DETAILS, camera_detail


@pytest.mark.browser
def test_a_button_that_asks_once_more_does_so_in_the_language_of_now(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="End of match", exact=True).click()
    page.locator("#flow button", has_text="Really? End of match").wait_for()
    # Another press takes the question back, and what it was about is said in the language of now.
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    page.locator("#flow button", has_text="本当に？ 対局の終わり").wait_for()


RAISED = ("SourceError", "SourceFrozenError", "ModelError", "DeckError", "Sentence")


def patterns(module: Any) -> Iterator[str]:
    """With what patterns `module` makes an error or a sentence that may be told of a camera."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
            yield eval(compile(ast.Expression(node.args[0]), module.__file__, "eval"), vars(module))


@pytest.mark.parametrize(
    "module", [frames, pushed, registry, reader, decks, worker], ids=lambda module: module.__name__
)
def test_what_is_wrong_with_a_camera_is_told_in_both_languages(module: Any) -> None:
    found = [pattern for pattern in patterns(module) if pattern and pattern not in WITHIN]
    assert found
    for pattern in found:
        assert pattern in DETAILS, pattern
        assert JAPANESE.search(DETAILS[pattern]), pattern
        assert set(gaps(DETAILS[pattern])) <= set(gaps(pattern)), pattern


WITHIN = (
    "not TOML: {why}",
    "{why}",
    "classes: expected {names}",
    "a deck cannot be called {name!r}: expected letters, digits, spaces, - and _ ({most} at most)",
)
"""What is only ever told as the reason within another sentence, or where a deck is named."""


def gaps(pattern: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(pattern) if name]


def test_a_sentence_about_a_camera_crosses_a_process_border_with_its_gaps() -> None:
    sent = SourceError("{name} went away", name="camera 0").message
    came = pickle.loads(pickle.dumps(sent))
    assert came == "camera 0 went away"
    words = camera_detail(came)
    assert words is not None and (words.ja, words.en) == ("camera 0 の映像が途切れました", "camera 0 went away")


def test_of_an_unknown_trouble_it_is_told_where_to_read_it() -> None:
    words = camera_detail(Sentence("?"))
    assert words is not None and words.en == "?" and "端末の記録" in words.ja
    assert camera_detail(Sentence("")) is None
