"""Every view in every theme, large and on a phone, walked with axe: no screen reader and no weak eye stumbles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_bench import FIELD, Site, start
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THEMES = ("light", "dark", "contrast")
SIZES = ((1440, 900), (390, 844))
OPTIONS = {
    "light": {"rules": {"target-size": {"enabled": True}}},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
    "contrast": {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}},
}
RUN = """options => axe.run(document.querySelector('dialog[open]') ?? document,
                            { ...options, resultTypes: ['violations'] })"""
OUTSIDE = """() => {
  const root = document.querySelector('dialog[open]') ?? document.documentElement;
  const wide = root.scrollWidth > root.clientWidth ? [`${root.className} is ${root.scrollWidth} px wide`] : [];
  const scrolls = (node) => node && (/auto|scroll|hidden/.test(getComputedStyle(node).overflowX)
    && node !== root && node !== document.body || scrolls(node.parentElement));
  const shown = [...root.querySelectorAll('button, label, select, p, h2, h3, li, dd, td, th')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen, .skip') && !scrolls(node.parentElement));
  const out = shown.filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
  });
  return [...wide, ...out.map((node) => `${node.tagName} ${node.textContent.trim().slice(0, 60)}`)];
}"""
"""What sticks out of the screen to the side, where nothing scrolls there."""
HAND = ("1t", "3t", "8h", "8n", "10t", "11n", "12h")
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
        unfold(page)
        walked(name)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    walk_what_is_opened_from_them(page, walked)
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="卓を整える").click()
    for step in ("ゲーム", "席", "カメラ", "卓の角", "札"):
        page.locator("dialog .steps button", has_text=step).click()
        page.locator("dialog .steps [aria-current]", has_text=step).wait_for()
        walked(f"wizard, {step}")
    page.keyboard.press("Escape")
    pages = {"scores": ".seats li", "overlay": ".seats li", "camera": "h1", "api/sheet.html": "h1", "learn": "h1"}
    for path, ready in {**pages, "hand?seat=1": "h1"}.items():
        page.goto(f"{site.url}{path}")
        page.locator(ready).first.wait_for()
        page.evaluate(Axe().axe_script)
        if path == "learn":
            walk_the_lessons(page, walked)
        elif path == "hand?seat=1":
            page.get_by_role("button", name="札を選ぶ").click()
            for card in HAND:
                page.locator(f".deck button[data-card='{card}']").click()
            page.locator(".plays li[data-card='8h']").first.wait_for()
        walked(path)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_the_links_for_others(browser: Any, tmp_path: Path, serve: Any) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", host="0.0.0.0", token="k" * 24)
    found: list[str] = []
    with serve(create_app(settings)) as served:
        page = browser.new_context(locale="ja-JP", viewport={"width": 390, "height": 844}).new_page()
        page.goto(f"{served.url}?token={settings.token}")
        page.locator("dialog.wizard").wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        start(page)
        page.get_by_role("button", name="ほか").click()
        page.get_by_role("button", name="人を招く").click()
        page.get_by_role("button", name="見る人: 作る").click()
        page.locator("figure.link img").wait_for()
        assert page.locator("dialog.share").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        page.evaluate(Axe().axe_script)
        walk(page, found)("a link for others")
        page.context.close()
    assert not found, "\n".join(found)


def walk_what_is_opened_from_them(page: Any, walked: Callable[[str], None]) -> None:
    """The dialogs behind the dialogs: piles, one card, settling by tap and by points, a deal played back, matches."""
    ways: dict[str, tuple[str, ...]] = {
        "piles": ("札を置く・直す",),
        "settling by tap": ("宣言", "手で清算する"),
        "settling by points": ("宣言", "札点と役で清算する"),
        "a deal played back": ("履歴", "一手ずつ見る"),
        "matches": ("ほか", "対局の一覧"),
        "figures of players": ("ほか", "対局の一覧", "成績"),
        "share": ("ほか", "人を招く"),
        "an event put right": ("履歴", "正す…"),
        "a scene put right": ("履歴", "一手ずつ見る", "正す…"),
    }
    for view, buttons in ways.items():
        for name in buttons:
            page.get_by_role("button", name=name, exact=True).first.click()
            page.locator("dialog[open]").wait_for()
        if buttons[-1] == "正す…":
            page.locator("dialog .mending button").first.wait_for()
        elif view == "figures of players":
            page.locator("dialog .chart svg").first.wait_for()
        unfold(page)
        walked(view)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    page.locator(".seat .captures [data-card='1t']").click()
    page.get_by_text("別の札です").click()
    walked("one card")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def walk_the_lessons(page: Any, walked: Callable[[str], None]) -> None:
    """Every tab of the learning page, a quiz with its answer told."""
    for tab in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=tab, exact=True).click()
        page.locator("[role=tabpanel] :is(.lesson, .months, .yaku, .quiz)").wait_for()
        if page.locator(".quiz").count():
            page.locator(".quiz .actions button").first.click()
            page.locator(".quiz [data-is=right]").wait_for()
        walked(f"learn, {tab}")


def unfold(page: Any) -> None:
    """Open everything of the dialog that can be unfolded."""
    page.evaluate("document.querySelectorAll('dialog details').forEach(each => { each.open = true })")


def walk(page: Any, found: list[str]) -> Callable[[str], None]:
    """A function that adds what axe finds on the view to `found`, of an open dialog on that alone.

    By day everything, small targets too (WCAG 2.5.8); in the other themes contrast. On a laptop and on a phone.
    """

    def walked(view: str) -> None:
        for size in SIZES:
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            found.extend(f"{view}, {size[0]} px: out of sight: {each}" for each in page.evaluate(OUTSIDE))
            for theme in THEMES:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                told = page.evaluate(RUN, OPTIONS[theme])
                for broken in told["violations"]:
                    nodes = [f"{node['html'][:110]} {node['failureSummary'][-160:]}" for node in broken["nodes"][:3]]
                    found.append(f"{view}, {size[0]} px, {theme}: {broken['id']}: {nodes}")
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[0], strict=True)))
        page.evaluate("() => delete document.documentElement.dataset.theme")

    return walked
