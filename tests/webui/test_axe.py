"""Every view in every theme, large and on a phone, walked with axe: no screen reader and no weak eye stumbles; and in
both languages, of which each says everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_bench import Site, start
from page_walk import OUTSIDE, foreign, walk_everything
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


def test_axe_finds_nothing_on_any_view_in_any_theme_and_nothing_is_in_another_language(page: Any, site: Site) -> None:
    found: list[str] = []
    page.evaluate(Axe().axe_script)
    looks = walk(page, found), languages(page, found)

    def walked(view: str) -> None:
        # Together: to come to each view takes as long as to look at it.
        for look in looks:
            look(view)

    walk_everything(page, site, walked, lambda: page.evaluate(Axe().axe_script))
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


def languages(page: Any, found: list[str]) -> Callable[[str], None]:
    """A function that adds what the view says in another language than the page's to `found`, in either."""

    def switch(lang: str) -> None:
        page.locator(f"nav button[lang='{lang}']").evaluate("button => button.click()")
        page.locator(f"html[lang='{lang}']").wait_for()
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def walked(view: str) -> None:
        found.extend(f"{view}: {said}" for said in foreign(page))
        if page.locator("nav button[lang='en']").count():
            switch("en")
            found.extend(f"{view}, English: {said}" for said in foreign(page))
            switch("ja")

    return walked
