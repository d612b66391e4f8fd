"""Every view in both languages: no English sentence on a Japanese page, no Japanese on an English one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_bench import Site, start
from page_walk import JAPANESE, foreign, walk_everything
from yakume.vision import frames
from yakume.webui import worker
from yakume.webui.text.camera import camera_detail


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_on_any_view_is_in_another_language_than_the_page(page: Any, site: Site) -> None:
    found: set[str] = set()

    def walked(view: str) -> None:
        found.update(f"{view}: {said}" for said in foreign(page))
        other = page.locator("nav button[lang='en']")
        if other.count() == 0:
            return
        other.evaluate("button => button.click()")
        page.locator("html[lang='en']").wait_for()
        page.wait_for_timeout(200)
        found.update(f"{view}, English: {said}" for said in foreign(page))
        page.locator("nav button[lang='ja']").evaluate("button => button.click()")
        page.locator("html[lang='ja']").wait_for()
        page.wait_for_timeout(200)

    walk_everything(page, site, walked, lambda: None)
    assert not found, "\n".join(sorted(found))


@pytest.mark.browser
def test_a_button_that_asks_once_more_does_so_in_the_language_of_now(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="End of match", exact=True).click()
    page.locator("#flow button", has_text="Really? End of match").wait_for()
    page.get_by_role("button", name="日本語").click()
    page.locator("#flow button", has_text="本当に？ 対局の終わり").wait_for()


def sentences(module: Any) -> Iterator[str]:
    """What `module` raises, returns or reports as an English sentence, its gaps filled with X."""
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)


@pytest.mark.parametrize(
    ("module", "told"),
    [(frames, r"cannot (open|read) .+|.+ (went away|is frozen.+)"), (worker, r"the vision worker .+")],
)
def test_what_is_wrong_with_a_camera_is_told_in_both_languages(module: Any, told: str) -> None:
    unknown = camera_detail("?")
    assert unknown is not None and camera_detail("") is None
    found = [each for each in sentences(module) if re.fullmatch(told, each)]
    assert len(found) >= 3
    for sentence in found:
        words = camera_detail(sentence)
        assert words is not None and words.en == sentence
        assert words.ja != unknown.ja and JAPANESE.search(words.ja), sentence
