"""A player's phone shows what is asked of that seat, and answers it; no other phone does."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Camera
from playwright.sync_api import expect
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = pytest.mark.browser
TOKEN = "k" * 24


def test_a_phone_is_asked_for_its_own_seat_and_answers(browser: Any, serve: Any, tmp_path: Any) -> None:
    cameras: list[Camera] = []

    def make_worker(*parts: Any) -> Camera:
        cameras.append(Camera(*parts))
        return cameras[-1]

    settings = Settings(source="0", database=f"sqlite:///{tmp_path}/events.db", host="0.0.0.0", token=TOKEN)
    with serve(create_app(settings, make_worker=make_worker)) as served:  # type: ignore[arg-type]
        context = browser.new_context(locale="ja-JP")

        def post(path: str, **body: Any) -> Any:
            answer = context.request.post(
                served.url + path,
                data=body,
                headers={"Origin": served.url.rstrip("/"), "Authorization": f"Bearer {TOKEN}"},
            )
            assert answer.ok, answer.text()
            return answer.json()

        post("api/match", seq=0, ruleset="sannin", players=["甲", "乙", "丙"], dealer=0)
        phones = []
        for seat in (1, 2):
            url = post("api/links", role="player", seat=seat)["url"]
            phone = browser.new_context(locale="ja-JP", viewport={"width": 390, "height": 844}).new_page()
            phone.goto(served.url + url[url.index("?") :])
            phone.locator("#hand h1").wait_for()
            phones.append(phone)
        cameras[0].sees(field=FIELD)
        cameras[0].sees(seat1_captures="1t 2t 3t 1a 2b 3b")
        asked, other = phones
        expect(asked.locator("#asks .ask")).to_contain_text("乙に赤短ができました。")
        assert asked.locator("#asks").bounding_box()["y"] < asked.locator("#hand").bounding_box()["y"]
        # In the other language, too; a rule is explained at the table.
        asked.get_by_role("button", name="English").click()
        expect(asked.locator("#asks .ask")).to_contain_text("乙 has red ribbons.")
        assert asked.locator("#asks .rule:visible").count() == 0
        assert other.locator("#asks .ask").count() == 0
        asked.locator("#asks .answers button").first.click()
        expect(asked.locator("#asks")).to_be_hidden()
        state = context.request.get(f"{served.url}api/state", headers={"Authorization": f"Bearer {TOKEN}"}).json()
        assert any(entry["payee"] == 1 for entry in state["entries"])
        for page in phones:
            page.context.close()
        context.close()
