"""Whoever looks on, or speaks for one seat, is offered nothing that would be refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_bench import FIELD
from playwright.sync_api import expect
from serving import Served
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = pytest.mark.browser
TOKEN = "k" * 24


@pytest.fixture
def served(tmp_path: Path, serve: Any) -> Iterator[Served]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", host="0.0.0.0", token=TOKEN)
    with serve(create_app(settings)) as served:
        yield served


@pytest.mark.parametrize(("role", "seat"), [("watcher", None), ("player", 1)])
def test_nothing_is_offered_that_only_the_keeper_may_do(
    browser: Any, served: Served, role: str, seat: int | None
) -> None:
    context = browser.new_context(locale="ja-JP", viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    keeper = context.new_page()
    keeper.goto(f"{served.url}?token={TOKEN}")

    def post(path: str, **body: Any) -> Any:
        answer = keeper.request.post(served.url + path, data=body, headers={"Origin": served.url.rstrip("/")})
        assert answer.ok, answer.text()
        return answer.json()

    seq = post("api/match", seq=0, ruleset="sannin", players=["甲", "乙", "丙"], dealer=0)["seq"]
    seq = post("api/events", seq=seq, events=[{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])["seq"]
    post("api/cards/place", seq=seq, card="8h", to="seat0.captures", instead=None)
    seq = post("api/events", seq=seq, events=[{"type": "points_counted.v1", "points": [100, 88, 76]}])["seq"]
    seq = post("api/undo", seq=seq)["seq"]
    url = post("api/links", role=role, seat=seat)["url"]
    other = browser.new_context(locale="ja-JP", viewport={"width": 1280, "height": 800}).new_page()
    other.goto(served.url + url[url.index("?") :])
    other.goto(served.url)
    for page, offered in ((keeper, True), (other, False)):
        page.reload()
        card = page.locator(".seat .card[data-card='8h']")
        card.wait_for()
        expect(page.locator("#offer p")).to_contain_text("第1局を札点で清算")
        assert (page.locator("#flow button:visible, #offer button:visible").count() > 0) is offered
        assert ("「宣言」なら押すだけで" in page.locator(".veil").inner_text()) is offered
        card.click()
        if offered:
            page.locator("dialog.place").wait_for()
        else:
            # What a tap opens is there with the next frame.
            page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
            assert page.locator("dialog").count() == 0
    for each in (keeper, other):
        each.context.close()
