"""Every view in every theme, walked once with axe: nothing that a screen reader or a weak eye would stumble over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_bench import FIELD, Site, start

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THEMES = ("light", "dark", "contrast")
DIALOGS = (
    *("宣言", "映像あり", "履歴", "写真を読む", "対局を始める", "ほか"),
    *("卓を合わせる", "札を覚えさせる", "学習用に残す"),
)


def test_axe_finds_nothing_on_any_view_in_any_theme(page: Any, site: Site) -> None:
    found: list[str] = []
    page.evaluate(Axe().axe_script)
    walked = walk(page, found)
    start(page)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    walked("table, a hand yaku booked")
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_role("button", name="上がり").wait_for()
    walked("table, a question open")
    for name in DIALOGS:
        page.get_by_role("button", name=name, exact=True).first.click()
        page.locator("dialog[open]").wait_for()
        for summary in page.locator("dialog form summary").all():
            summary.click()
        walked(name)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="卓を整える").click()
    for step in ("ゲーム", "席", "カメラ", "卓の角", "札"):
        page.locator("dialog .steps button", has_text=step).click()
        page.locator("dialog .steps [aria-current]", has_text=step).wait_for()
        walked(f"wizard, {step}")
    page.keyboard.press("Escape")
    for path, ready in (("scores", ".seats li"), ("overlay", ".seats li"), ("learn", "h1"), ("hand", "h1")):
        page.goto(f"{site.url}{path}")
        page.locator(ready).first.wait_for()
        page.evaluate(Axe().axe_script)
        walked(path)
    assert not found, "\n".join(found)


def walk(page: Any, found: list[str]) -> Callable[[str], None]:
    """A function that adds what axe finds on the view to `found`: everything by day, contrast in the other themes."""

    def walked(view: str) -> None:
        for theme in THEMES:
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            level = "color-contrast-enhanced" if theme == "contrast" else "color-contrast"
            options = {} if theme == "light" else {"runOnly": {"type": "rule", "values": [level]}}
            told = page.evaluate("options => axe.run({ ...options, resultTypes: ['violations'] })", options)
            for broken in told["violations"]:
                nodes = [f"{node['html'][:110]} {node['failureSummary'][-160:]}" for node in broken["nodes"][:3]]
                found.append(f"{view}, {theme}: {broken['id']}: {nodes}")
        page.evaluate("() => delete document.documentElement.dataset.theme")

    return walked
