"""Quick taps on undo: each takes back what the button named, or it is told why not; nothing else is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, start
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

UNDO = "#head button.named"
READ_MS = 450
"""A tap after so long was meant for what the button names."""
TAP = f"document.querySelector('{UNDO}').click()"


def pay(site: Site, *reasons: str) -> None:
    for reason in reasons:
        event = {"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 1, "reason": reason}
        site.desk.add(site.desk.seq, [event])


def undone(site: Site) -> int:
    return sum(row["event"]["type"] == "corrected.v1" for row in site.desk.log()["events"])


@pytest.fixture
def paid(page: Any, site: Site) -> Any:
    """A match with three payments by hand."""
    start(page)
    site.camera.sees(field=FIELD)
    pay(site, "一番", "二番", "三番")
    expect(page.locator(UNDO)).to_contain_text("三番")
    return page


def test_a_second_tap_before_the_first_is_answered_takes_back_nothing_and_is_told(paid: Any, site: Site) -> None:
    paid.evaluate(f"{TAP}; {TAP}; {TAP}")
    expect(paid.locator("#head .trouble")).to_contain_text("一度に一つです")
    expect(paid.locator(UNDO)).to_contain_text("二番")
    assert undone(site) == 1
    paid.wait_for_timeout(READ_MS)
    paid.locator(UNDO).click()
    expect(paid.locator(UNDO)).to_contain_text("一番")
    expect(paid.locator("#head .trouble")).to_be_hidden()
    assert undone(site) == 2


def test_of_a_double_tap_the_second_takes_back_nothing_and_is_told(paid: Any, site: Site) -> None:
    """However fast yakume answers: nobody has read by then what the button names next."""
    paid.evaluate(f"(async () => {{ {TAP}; await new Promise((done) => setTimeout(done, 200)); {TAP} }})()")
    expect(paid.locator("#head .trouble")).to_contain_text("一度に一つです")
    expect(paid.locator(UNDO)).to_contain_text("二番")
    assert undone(site) == 1


def test_a_second_tap_before_the_stream_tells_takes_back_what_was_named_next(page: Any, site: Site) -> None:
    # The stream is held back, as on a slow line: only the answers of commands come.
    page.add_init_script(
        "const listen = EventSource.prototype.addEventListener;"
        "EventSource.prototype.addEventListener = function (name, hear) {"
        "  listen.call(this, name, (event) => window.held && name === 'state' || hear(event)); }"
    )
    page.reload()
    start(page)
    site.camera.sees(field=FIELD)
    pay(site, "一番", "二番", "三番")
    expect(page.locator(UNDO)).to_contain_text("三番")
    page.evaluate("window.held = true")
    for named in ("二番", "一番"):
        page.locator(UNDO).click()
        expect(page.locator(UNDO)).to_contain_text(named)
        page.wait_for_timeout(READ_MS)
    expect(page.locator("#head .trouble")).to_be_hidden()
    assert undone(site) == 2
    page.locator("#offer .seal").click()
    expect(page.locator(UNDO)).to_contain_text("二番")


def test_a_name_that_was_shown_long_enough_counts_however_late_the_answer_comes(paid: Any, site: Site) -> None:
    """The stream tells what is named next; on a busy machine the command is answered seconds later."""
    paid.evaluate(
        "() => {"
        "  const send = window.fetch;"
        "  window.fetch = async (...what) => {"
        "    window.fetch = send;"
        "    const answer = await send(...what);"
        "    await new Promise((done) => setTimeout(done, 1500));"
        "    return answer; }; }"
    )
    paid.locator(UNDO).click()
    expect(paid.locator(UNDO)).to_contain_text("二番")
    paid.wait_for_timeout(READ_MS)
    paid.locator(UNDO).click()
    expect(paid.locator(UNDO)).to_contain_text("一番")
    expect(paid.locator("#head .trouble")).to_be_hidden()
    assert undone(site) == 2


def test_what_came_after_a_name_was_shown_is_not_taken_back_for_it(paid: Any, site: Site) -> None:
    # The page knows of a newer booking but has not drawn its name yet: what the button says counts.
    paid.evaluate("window.requestAnimationFrame = () => 0")
    pay(site, "四番")
    paid.wait_for_timeout(500)
    with paid.expect_response("**/api/undo") as answer:
        paid.evaluate(TAP)
    assert answer.value.status == 409 and undone(site) == 0


def test_two_taps_in_the_history_take_back_one_thing_or_say_so(paid: Any, site: Site) -> None:
    paid.get_by_role("button", name="履歴").click()
    undo = paid.locator("dialog.history .actions button").first
    expect(undo).to_contain_text("三番")
    tap = "document.querySelector('dialog.history .actions button').click()"
    paid.evaluate(f"{tap}; {tap}")
    expect(undo).to_contain_text("二番")
    expect(paid.locator("dialog .trouble")).to_contain_text("一度に一つです")
    assert undone(site) == 1
    paid.wait_for_timeout(READ_MS)
    # What was booked since the list was made is not what it names.
    pay(site, "五番")
    with paid.expect_response("**/api/undo") as answer:
        undo.click()
    assert answer.value.status == 409 and undone(site) == 1
