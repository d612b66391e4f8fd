"""Every view in every theme, large and on a phone, walked with axe: no screen reader and no weak eye stumbles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_bench import Site, start
from page_walk import walk_everything
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


def test_axe_finds_nothing_on_any_view_in_any_theme(page: Any, site: Site) -> None:
    found: list[str] = []
    page.evaluate(Axe().axe_script)
    walk_everything(page, site, walk(page, found), lambda: page.evaluate(Axe().axe_script))
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
