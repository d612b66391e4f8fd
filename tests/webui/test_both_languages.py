"""Every view in both languages: no English sentence on a Japanese page, no Japanese on an English one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_bench import Site
from page_walk import walk_everything
from yakume.vision import frames
from yakume.webui import worker
from yakume.webui.text.camera import camera_detail

SAID = """() => {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const skip = 'code, script, style, noscript, .rule, [lang]:not(html)';
  const seen = (node) => node.checkVisibility() && !node.closest(skip);
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (seen(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const node of root.querySelectorAll('*')) {
    if (!seen(node)) continue;
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) texts.push(node.getAttribute(name) ?? '');
  }
  return texts.map((each) => each.trim()).filter(Boolean);
}"""
"""Whatever is said on the view, in sight or to a screen reader; not ids of rules, nor what says its own language."""
ENGLISH = re.compile(r"(?:[A-Za-z’'-]{2,}[ ,:]+){2,}[A-Za-z’'-]{2,}")
"""Three words in a row."""
JAPANESE = re.compile(r"[\u3041-\u30fa\u4e00-\u9fff]")
HERE = re.compile(r"/\S+|JPEG, PNG|「yakume [^」]+」")
"""Paths of this machine and commands are the same in any language."""


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_on_any_view_is_in_another_language_than_the_page(page: Any, site: Site) -> None:
    found: set[str] = set()

    def walked(view: str) -> None:
        for said in page.evaluate(SAID):
            if ENGLISH.search(HERE.sub("", said)):
                found.add(f"{view}: {said}")
        other = page.locator("nav button[lang='en']")
        if other.count() == 0:
            return
        other.evaluate("button => button.click()")
        page.locator("html[lang='en']").wait_for()
        page.wait_for_timeout(200)
        for said in page.evaluate(SAID):
            if JAPANESE.search(HERE.sub("", said)):
                found.add(f"{view}, English: {said}")
        page.locator("nav button[lang='ja']").evaluate("button => button.click()")
        page.locator("html[lang='ja']").wait_for()
        page.wait_for_timeout(200)

    walk_everything(page, site, walked, lambda: None)
    assert not found, "\n".join(sorted(found))


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
