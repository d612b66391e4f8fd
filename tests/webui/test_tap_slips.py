"""Slips of an evening kept by tap: what must not become money by itself, and what must not be lost unsaid."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import FIELD, Site, fill_start, start, until
from yakume.engine.events import BidMade
from yakume.webui.worker import CameraStatus

pytestmark = pytest.mark.browser

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
FOUR_PAIRS = "KK-TEYAKU-02"
QUIET = "2a 3a 4a 5a 6a 7a"
"""A field of no light."""
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}


def book(site: Site, *events: dict[str, Any]) -> None:
    site.desk.add(site.desk.seq, list(events))


def open_points(page: Any) -> Any:
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    page.locator("dialog.points .counts input").first.wait_for()
    return page.locator("dialog.points")


def test_a_set_is_nobodys_before_somebody_says_whose(page: Any, site: Site) -> None:
    start(page)
    book(site, DEALT)
    page.get_by_text("大場", exact=True).wait_for()
    points = open_points(page)
    assert points.locator("[role=radio][aria-checked=true]").count() == 0
    assert points.get_by_role("button", name="赤短", exact=True).is_hidden()
    assert points.get_by_role("button", name="上がり", exact=True).is_hidden()
    points.get_by_role("radio", name="西").click()
    points.get_by_role("button", name="赤短", exact=True).click()
    points.get_by_role("button", name="下げ", exact=True).click()
    points.locator(".told li", has_text="西：赤短で下げ").wait_for()
    # The next set may be another's.
    points.get_by_role("button", name="赤短", exact=True).wait_for(state="hidden")
    assert points.locator("[role=radio][aria-checked=true]").count() == 0


def test_what_was_said_stands_in_sight_on_a_phone_and_a_lowered_set_is_no_slip_in_counting(
    page: Any, site: Site
) -> None:
    page.set_viewport_size(PHONE)
    start(page, "健太", "みどり", "おじいちゃん", ruleset="hachihachi")
    book(site, DEALT)
    page.get_by_text("大場", exact=True).wait_for()
    points = open_points(page)
    points.get_by_role("radio", name="健太").click()
    points.get_by_role("button", name="赤短", exact=True).click()
    points.get_by_role("button", name="下げ", exact=True).click()
    said = points.locator(".told li", has_text="健太：赤短で下げ")
    said.wait_for()
    points.get_by_text("最後まで打ったなら、全員の札点も入れてください。").wait_for()
    box, foot = said.bounding_box(), points.locator(".foot").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= foot["y"]


def test_a_question_whether_that_was_meant_is_taken_back_by_whatever_else_is_pressed(page: Any, site: Site) -> None:
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    book(site, DEALT | {"field": QUIET})
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    page.get_by_role("button", name="本当に？ 対局の終わり").wait_for()
    page.locator("#asks .answers button", has_text="出る").click()
    page.get_by_text("乙は出ますか？").wait_for()
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    page.get_by_role("button", name="本当に？ 対局の終わり").wait_for()
    assert site.desk.match().phase.value == "bid"


def test_who_was_squeezed_out_is_not_forgotten_and_before_the_bidding_only_the_dealer_has_a_place(
    page: Any, site: Site
) -> None:
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    page.locator(".seat h2", has_text="丁").wait_for()
    assert page.locator(".seat .role:visible").all_inner_texts() == ["親"]
    book(site, DEALT | {"field": QUIET}, *({"type": "bid_made.v1", "seat": seat, "call": "deru"} for seat in range(3)))
    page.locator(".seat .role", has_text="ビキ").wait_for()
    page.locator("#next", has_text="追い込まれた人の追い込み代は、手札を見せると付きます（丁）。").wait_for()
    page.locator("#next").get_by_role("button", name="追い込み代：手札を見せる").click()
    page.locator("dialog.declare").get_by_role("button", name="この手札を見せる").wait_for()
    book(site, {"type": "hand_shown.v1", "seat": 3, "hand": "1t 2t 3h 8a 9a 10a 11a"})
    page.locator("#next", has_text="追い込まれた人").wait_for(state="detached")


def test_the_history_stays_at_what_was_put_right_and_says_which_deal_it_is(page: Any, site: Site) -> None:
    page.set_viewport_size(PHONE)
    start(page)
    for _ in range(4):
        book(site, DEALT | {"dealer": site.desk.match().dealer}, {"type": "points_counted.v1", "points": [100, 88, 76]})
    page.get_by_text("第5局", exact=True).wait_for()
    page.get_by_role("button", name="ほか", exact=True).click()
    page.get_by_role("button", name="履歴").click()
    step = page.locator("dialog.history [data-step='2']")
    # Of deals long ago only what each came to is seen, until one is tapped.
    first = page.locator("dialog.history details", has_text="第1局")
    first.locator("summary").wait_for()
    assert first.locator("summary").inner_text().split("\n") == ["第1局", "東 +1貫11文", "西 −2貫"]
    assert step.is_hidden()
    first.locator("summary").click()
    step.get_by_role("button", name="正す…").click()
    step.get_by_role("button", name="清算をやり直す…").click()
    page.get_by_role("heading", name="第1局　札点と役で清算する").wait_for()
    page.locator("dialog.points .counts input").nth(0).fill("101")
    page.locator("dialog.points .counts input").nth(2).fill("75")
    page.get_by_role("button", name="この結果を付ける").click()
    step.wait_for()
    until(page, "document.querySelector('dialog.history').scrollTop > 0")
    assert 0 < step.bounding_box()["y"] < PHONE["height"]


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_field_is_tapped_and_begun_without_scrolling_and_nothing_moves_below_the_finger(
    page: Any, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)
    start(page)
    page.get_by_role("button", name="宣言").click()
    cards = page.locator("dialog .deck button")
    first = cards.first
    first.wait_for()
    was = first.bounding_box()
    for at in (0, 4, 8, 12, 16, 20):
        cards.nth(at).click()
    page.get_by_text("場札 6枚").wait_for()
    assert first.bounding_box() == was
    begin = page.get_by_role("button", name="この場札で局を始める").bounding_box()
    assert begin["y"] + begin["height"] <= size["height"]


def test_the_dealers_tag_says_what_it_means_and_after_a_match_the_next_is_one_tap_away(page: Any, site: Site) -> None:
    fill_start(page, "甲", "乙", "丙")
    page.locator(".seat[data-seat='0'] .role", has_text="胴").click()
    page.locator("dialog.rule .sentence").wait_for()
    page.locator("dialog.rule").get_by_role("button", name="胴を正す…").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.locator(".seat[data-seat='1'] .role", has_text="胴二").click()
    page.locator("dialog.rule .sentence").wait_for()
    assert page.locator("dialog.rule .actions button").count() == 0
    page.keyboard.press("Escape")
    book(site, DEALT, {"type": "points_counted.v1", "points": [100, 88, 76]}, {"type": "match_ended.v1"})
    page.locator("#next").get_by_role("button", name="対局を始める").click()
    page.locator("dialog.start .players input").nth(2).wait_for()
    names = [box.input_value() for box in page.locator("dialog.start .players input").all()]
    assert names == ["甲", "乙", "丙"]


def test_numbers_out_of_range_say_what_may_stand_there(page: Any, site: Site) -> None:
    start(page)
    book(site, DEALT)
    page.get_by_text("大場", exact=True).wait_for()
    points = open_points(page)
    for seat, count in enumerate(("-3", "200", "67")):
        points.locator(".counts input").nth(seat).fill(count)
    points.get_by_text("東：0から264までの整数を入れてください。").wait_for()
    points.locator(".counts input").nth(0).fill("88.5")
    points.get_by_text("東：0から264までの整数を入れてください。").wait_for()
    assert points.get_by_role("button", name="この結果を付ける").is_disabled()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="宣言").click()
    page.get_by_text("卓の取り決めで払う").click()
    page.get_by_label("払う人").select_option("0")
    page.get_by_label("受け取る人").select_option("1")
    page.get_by_label("理由").fill("茶代")
    page.get_by_label("文", exact=True).fill("-2")
    page.get_by_text("文：0から10000までの整数を入れてください。").wait_for()


def test_a_hand_yaku_that_ends_the_deal_is_what_the_next_step_speaks_of(page: Any, site: Site) -> None:
    start(page)
    book(site, DEALT | {"field": QUIET})
    shown = {"type": "teyaku_shown.v1", "seat": 0, "exposed": "8h 8n 8a 8b 9n 9t 9a", "parts": ["H3-TEYAKU-07"]}
    book(site, shown)
    page.locator("#next", has_text="手役で終わる局です。").wait_for()
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.locator("#next", has_text="対局が終わりました。").wait_for()


def test_a_deal_that_a_hand_yaku_ended_is_settled_in_one_way_and_is_no_draw(page: Any, site: Site) -> None:
    start(page, ruleset="koikoi")
    book(site, DEALT | {"field": "2a 3a 4a 5a 6a 7a 8a 9a"})
    book(site, {"type": "teyaku_shown.v1", "seat": 1, "exposed": "1h 1t 2n 2t 3h 3t 4n 4t", "parts": [FOUR_PAIRS]})
    page.get_by_role("button", name="宣言").click()
    dialog = page.locator("dialog.declare")
    dialog.locator(".part", has_text="局の終わり").get_by_text("手役で終わる局です。").wait_for()
    assert dialog.get_by_role("button", name="手で清算する").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_text("第2局", exact=True).wait_for()
    page.get_by_role("button", name="履歴").click()
    page.locator("dialog.history li", has_text="手役はここまで").wait_for()
    assert page.locator("dialog.history", has_text="引き分け").count() == 0


def test_what_yakume_did_not_answer_is_asked_again_by_itself(page: Any, site: Site, browser: Any) -> None:
    start(page)
    book(site, DEALT)
    other = page.context.new_page()  # what the browser complains of is meant here
    other.goto(site.url)
    other.get_by_text("大場", exact=True).wait_for()
    other.route("**/api/tally", lambda route: route.abort())
    points = open_points(other)
    for seat, count in enumerate(("100", "88", "76")):
        points.locator(".counts input").nth(seat).fill(count)
    points.get_by_text("役目が答えません。").wait_for()
    other.unroute("**/api/tally")
    points.get_by_text("東 +1貫11文").wait_for()
    # Once the network is back it is no news any more that yakume did not answer.
    context = browser.new_context(locale="ja-JP")
    lost = context.new_page()
    lost.goto(site.url)
    lost.get_by_text("大場", exact=True).wait_for()
    context.set_offline(True)
    lost.get_by_role("button", name="宣言").click()
    lost.get_by_text("役目が答えません。").wait_for()
    context.set_offline(False)
    lost.get_by_text("役目が答えません。").wait_for(state="hidden")
    context.close()


def test_a_long_redo_is_read_whole_under_more_and_the_end_of_a_video_stands_in_words(page: Any, site: Site) -> None:
    page.set_viewport_size(PHONE)
    start(page, "Alexandra von Hohenstein", "Maximilian Oberhauser", "Theodora Papadopoulou")
    shown = {"type": "teyaku_shown.v1", "seat": 0, "exposed": "7n 7t 7a", "parts": ["H3-TEYAKU-02"]}
    book(site, DEALT | {"field": QUIET.replace("7a", "8a")}, shown)
    page.locator("#head .named", has_text="立三本").click()
    page.locator("#head .named", has_text="場札").wait_for()
    page.get_by_role("button", name="ほか", exact=True).click()
    page.locator("dialog.more button", has_text="やり直す").wait_for()
    assert page.locator("dialog.more").evaluate("each => each.scrollWidth <= each.clientWidth")
    page.keyboard.press("Escape")
    site.camera.on_status(CameraStatus("ended"))
    page.locator("#head .camera", has_text="映像は終わりました").locator("span").wait_for()


def test_a_deal_that_began_before_anybody_looked_is_not_waited_for(page: Any, site: Site) -> None:
    start(page)
    page.locator("#next", has_text="場札が見えたら始まります。").wait_for()
    site.camera.sees(field="4a 5a 6a 7a", seat0_captures="1h 1a")
    page.locator(".seat .captures [data-card='1h']").wait_for()
    page.locator("#next").wait_for(state="hidden")


def test_a_set_that_is_pressed_is_each_persons_own_and_never_left_out_without_a_word(page: Any, site: Site) -> None:
    page.set_viewport_size(PHONE)
    start(page)
    book(site, DEALT)
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="局の終わり", exact=True).click()
    page.get_by_role("button", name="札点と役で清算する").click()
    points = page.locator("dialog.points")
    result = points.get_by_role("button", name="この結果を付ける")
    for seat, count in enumerate(("100", "100", "64")):
        points.locator(".counts input").nth(seat).fill(count)
    until(page, "!document.querySelector('.foot .seal').disabled")
    assert points.get_by_role("button", name="下げの取消し").is_disabled()  # nobody has played on
    points.get_by_role("radio", name="東").click()
    assert points.get_by_role("button", name="上がり", exact=True).is_disabled()
    points.get_by_role("button", name="赤短", exact=True).click()
    points.get_by_text("東：赤短はまだ入っていません。「上がり」か「下げ」を押して入れるか、").wait_for()
    assert result.is_disabled()
    # What was pressed for one person is not the next one's.
    points.get_by_role("radio", name="南").click()
    assert points.locator(".choices [aria-pressed=true]").count() == 0 and result.is_disabled()
    points.get_by_role("button", name="青短", exact=True).click()
    points.get_by_text("東：赤短・南：青短はまだ入っていません。").wait_for()
    points.get_by_role("button", name="下げ", exact=True).click()
    points.locator(".told li", has_text="南：青短で下げ").wait_for()
    assert points.get_by_role("button", name="下げの取消し").is_enabled() and result.is_disabled()
    points.get_by_role("radio", name="東").click()
    points.get_by_role("button", name="上がり", exact=True).click()
    points.locator(".told li", has_text="東：赤短で上がり").wait_for()
    until(page, "!document.querySelector('.foot .seal').disabled")
    result.click()
    page.get_by_text("第2局", exact=True).wait_for()
    until(page, "document.activeElement.id === 'seats'")  # what led here is gone: the keys go on
    # Settled anew it is the same form.
    site.desk.add(site.desk.seq, [DEALT | {"dealer": site.desk.match().dealer}])
    page.get_by_role("button", name="ほか", exact=True).click()
    page.get_by_role("button", name="履歴").click()
    step = page.locator("dialog.history [data-step='2']")
    step.get_by_role("button", name="正す…").click()
    step.get_by_role("button", name="清算をやり直す…").click()
    until(page, "!document.querySelector('.foot .seal').disabled")
    points.get_by_role("radio", name="西").click()
    points.get_by_role("button", name="五光", exact=True).click()
    points.get_by_text("西：五光はまだ入っていません。").wait_for()
    assert result.is_disabled()


def test_where_points_count_for_nothing_a_pressed_set_is_entered_too_before_nobody_had_one(
    page: Any, site: Site
) -> None:
    start(page, "甲", "乙", ruleset="koikoi")
    book(site, DEALT | {"field": f"{FIELD} 11a 12a"})
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="役だけで清算する").click()
    points = page.locator("dialog.points")
    points.get_by_role("radio", name="甲").click()
    points.get_by_role("button", name="五光", exact=True).click()
    points.get_by_text("甲：五光はまだ入っていません。").wait_for()
    assert points.get_by_role("button", name="誰も役なし").is_hidden()
    assert points.get_by_role("button", name="この結果を付ける").is_disabled()


def test_the_second_of_two_quick_taps_answers_no_other_question_and_is_no_yes_to_whether_it_was_meant(
    page: Any, site: Site
) -> None:
    page.set_viewport_size(PHONE)
    start(page, "甲", "乙", "丙", "丁", ruleset="hachiju")
    page.get_by_role("button", name="宣言").click()
    for card in QUIET.split():
        page.locator(f"dialog .deck [data-card='{card}']").click()
    # What was tapped of a field is said as well where the form is made anew.
    page.reload()
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog").get_by_text("場札 6枚 ").wait_for()
    page.get_by_role("button", name="この場札で局を始める").click()
    answer = page.locator("#asks .answers button", has_text="出る")
    answer.wait_for()
    page.evaluate(SECOND_TAP)
    for name in "甲乙丙":
        page.locator("#asks").get_by_text(f"{name}は出ますか？").wait_for()
        answer.click()
    page.locator("#asks").get_by_text("丁は出ますか？").wait_for()
    assert site.desk.match().scores == (0, 0, 0, 0)
    for ask in ("対局の終わり", "この局は無効（配り直し）"):
        if ask != "対局の終わり":
            page.get_by_role("button", name="局の終わり", exact=True).click()
        button = page.get_by_role("button", name=ask)
        button.evaluate("button => { button.click(); button.click() }")
        page.get_by_role("button", name=f"本当に？ {ask}").wait_for()
    assert len(site.desk.match().log) == 5  # begun, dealt, three said


SECOND_TAP = """() => {
  let asked = "";
  const asks = document.querySelector("#asks");
  new MutationObserver(() => {
    const now = asks.querySelector("p").innerText;
    if (asked && asked !== now) asks.querySelector(".answers button").click();
    asked = now;
  }).observe(asks, { childList: true, characterData: true, subtree: true });
}"""
"""Tap where a question was answered as soon as another stands there."""


def test_of_two_players_points_it_is_said_how_little_they_can_be(page: Any, site: Site) -> None:
    """Two see a part of the cards: 20 to 20 can be, 1 to 0 cannot, and neither need be 250 (COM-CAP-06)."""
    start(page, "甲", "乙", ruleset="futari")
    book(site, DEALT)
    page.get_by_text("大場", exact=True).wait_for()
    points = open_points(page)
    for counts, says in (
        (("1", "0"), "点の合計が1です。打ち切った局なら22以上あります。"),
        (("20", "20"), "甲 0文、乙 0文"),
    ):
        for seat, count in enumerate(counts):
            points.locator(".counts input").nth(seat).fill(count)
        points.locator(".foot").get_by_text(says).wait_for()


def test_a_tap_on_another_answer_half_a_second_after_a_question_changed_answers_nothing(page: Any, site: Site) -> None:
    """It was meant for the one before; a second tap at the same place came sooner than that."""
    start(page, "甲", "乙", "丙", "丁", "戊", ruleset="hachihachi")
    book(site, DEALT)
    page.locator("#asks .answers button:not([aria-disabled=true])", has_text="出る").wait_for()
    # In the page's own time, which a busy machine stretches for both.
    page.evaluate("""async () => {
      const answer = words => [...document.querySelectorAll('#asks .answers button')]
        .find(each => each.textContent.includes(words));
      answer('出る').click();
      while (answer('降りる')?.ariaDisabled !== 'true') await new Promise(requestAnimationFrame);
      await new Promise(done => setTimeout(done, 500));
      answer('降りる').click();
    }""")
    page.locator("#asks .answers button", has_text="出る").click()
    until(page, "document.querySelector('#asks').textContent.includes('丙')")
    calls = [event.call for event in site.desk.match().log if isinstance(event, BidMade)]
    assert calls == ["deru", "deru"]
