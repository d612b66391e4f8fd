"""What the page tells of a tap is in sight, wherever the page was scrolled to."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import Site, start

pytestmark = pytest.mark.browser


def test_a_refusal_is_in_sight_however_far_down_the_page_was_scrolled(page: Any, site: Site) -> None:
    for ruleset, names in (("sannin", ""), ("sudaoshi", "甲乙丙丁戊")):
        start(page, *names, ruleset=ruleset)
        for width, height in ((390, 844), (768, 600), (1280, 500)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            assert page.evaluate("scrollY") > 0
            with page.expect_response("**/api/undo") as answer:
                page.evaluate("async () => (await import('/static/api.js')).command('/api/undo', { seq: 99 })")
            assert answer.value.status == 409
            trouble = page.locator("#head .trouble")
            trouble.wait_for()
            box = trouble.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (ruleset, width)
            page.evaluate("async () => (await import('/static/store.js')).update({ error: null })")
            trouble.wait_for(state="hidden")
        page.set_viewport_size({"width": 1440, "height": 900})
