"""Others are invited on the page: each by a link of their own, which does what it says and is ended there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TOKEN = "k" * 24


@pytest.fixture
def at_the_table(tmp_path: Path, serve: Any) -> Iterator[str]:
    """The address of an application that asks for tokens."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", host="0.0.0.0", token=TOKEN)
    with serve(create_app(settings)) as served:
        yield served.url


def test_the_keeper_invites_a_player_who_speaks_for_one_seat_until_the_link_is_ended(
    browser: Any, at_the_table: str
) -> None:
    keeper = browser.new_context(locale="ja-JP", viewport={"width": 1440, "height": 900}).new_page()
    keeper.goto(f"{at_the_table}?token={TOKEN}")
    post = "async ([path, body]) => (await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, "
    post += "body: JSON.stringify(body)})).status"
    match = {"seq": 0, "ruleset": "hachihachi", "players": ["東", "南", "西", "北"]}
    assert keeper.evaluate(post, ["/api/match", match]) == 201
    deal = {"type": "deal_started.v1", "dealer": 0, "field": "2n 3t 4n 5t 6n 7t"}
    assert keeper.evaluate(post, ["/api/events", {"seq": 1, "events": [deal]}]) == 201
    keeper.reload()  # the first steps are shown where there is no match yet
    keeper.locator(".ask .answers button").first.wait_for()
    asked = keeper.locator(".ask p").first.inner_text()
    seat = next(seat for seat, name in enumerate("東南西北") if name in asked)
    # The dialog: a link for that seat, and one for someone who looks on.
    keeper.get_by_role("button", name="ほか").click()
    keeper.get_by_role("button", name="人を招く").click()
    urls = []
    for name in (f"{'東南西北'[seat]}（{seat + 1}番席）", "見る人"):
        keeper.get_by_role("button", name=f"{name}: 作る").click()
        keeper.locator("figure.link b", has_text=name).wait_for()
        assert keeper.locator("figure.link img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 200
        urls.append(keeper.locator("figure.link input").input_value())
    assert not any("127.0.0.1" in url or "0.0.0.0" in url for url in urls)
    here = [re.sub(r"^http://[^/]+/", at_the_table, url) for url in urls]

    phone = browser.new_context(locale="ja-JP", viewport={"width": 390, "height": 844}).new_page()
    phone.goto(here[0])
    phone.get_by_text(f"{'東南西北'[seat]}の席").wait_for()
    assert phone.locator("#hand select").count() == 0 and "token" not in phone.url
    phone.get_by_role("link", name="卓を見る").click()
    phone.locator(".ask .answers button").first.wait_for()
    watcher = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}).new_page()
    watcher.goto(here[1])
    watcher.get_by_text("The keeper answers this").wait_for()
    assert not watcher.locator(".ask .answers button").first.is_visible()
    for other, buttons in ((phone, {"宣言", "ほか"}), (watcher, {"More"})):
        shown = other.locator("#head nav button").all()
        assert {button.inner_text() for button in shown if button.is_visible()} == buttons
    phone.locator(".ask .answers button").first.click()
    watcher.locator(".ask", has_text=asked).wait_for(state="detached")

    # Ended twice tapped; the phone says why it is told nothing any more.
    row = keeper.locator("[data-link]", has_text=f"{seat + 1}番席")
    row.get_by_role("button", name="止める").click()
    row.get_by_role("button", name="本当に？ 止める").click()
    row.wait_for(state="detached")
    phone.get_by_text("このリンクは記録係が止めました").wait_for()
    phone.reload()
    phone.get_by_text("ended this link").wait_for()
    for page in (keeper, phone, watcher):
        page.context.close()
