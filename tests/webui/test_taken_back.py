"""What was taken back is offered once: the question whether the deal ended so waits until nobody is offered it."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import Site, start
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FIELD = "1a 2a 4a 5a 6a 7a"
PILES = {
    "seat0_captures": "2n 2t 2a 2b 4n 4t 4a 4b 8h 8n 8a 8b 9n 9t 9a 9b",
    "seat1_captures": "6n 6t 6a 6b 10n 10t 10a 10b 11h 11n 11t 11a 12h 12a 12b 12c",
    "seat2_captures": "1h 1t 1a 1b 3h 3t 3a 3b 5n 5t 5a 5b 7n 7t 7a 7b",
}
"""All 48 cards, three months a seat; no set is among them."""
STANDS = "この局の清算は取り消されました"


@pytest.fixture
def ended(page: Any, site: Site) -> Any:
    """A deal of which all cards lie in the piles, and whose end was taken back."""
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(**PILES)
    page.get_by_text("第2局", exact=True).wait_for()
    page.locator("#head .named").click()
    page.get_by_text("第1局", exact=True).wait_for()
    site.camera.sees(**PILES)
    expect(page.locator("#offer")).to_be_visible()
    return page


def test_an_end_that_was_taken_back_is_asked_about_once_the_offer_is_waved_away(ended: Any) -> None:
    expect(ended.locator("#offer")).to_be_visible()
    expect(ended.locator("#asks")).not_to_contain_text(STANDS)
    ended.locator("#offer").get_by_role("button", name="このままでよい").click()
    expect(ended.locator("#asks")).to_contain_text(STANDS)


def test_an_end_that_was_taken_back_is_asked_about_once_there_is_nothing_to_redo(ended: Any, site: Site) -> None:
    expect(ended.locator("#asks")).not_to_contain_text(STANDS)
    site.desk.add(site.desk.seq, [{"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 1, "reason": "茶"}])
    expect(ended.locator("#offer")).to_be_hidden()
    expect(ended.locator("#asks")).to_contain_text(STANDS)
    ended.locator("#asks .answers button").first.click()
    ended.get_by_text("第2局", exact=True).wait_for()
