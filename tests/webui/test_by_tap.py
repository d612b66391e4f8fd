"""The page by tap alone: declaring, settling a deal, and stepping back and forth through what was booked."""

from __future__ import annotations

from typing import Any

import pytest
from page_bench import Site, start

pytestmark = pytest.mark.browser

FIELD = ("松に鶴", "藤のカス", "菖蒲のカス", "牡丹のカス", "萩のカス", "菊のカス")


def tap_card(page: Any, name: str) -> None:
    page.locator("dialog .deck button", has=page.locator(f"img[alt='{name}']")).first.click()


def lay_field(page: Any, field: tuple[str, ...] = FIELD) -> None:
    page.get_by_role("button", name="宣言").click()
    begin = page.get_by_role("button", name="この場札で局を始める")
    for name in field:
        assert begin.is_disabled()
        tap_card(page, name)
    begin.click()
    page.locator("dialog").wait_for(state="detached")


def begin_deal(page: Any) -> None:
    lay_field(page)
    page.get_by_text("大場", exact=True).wait_for()


def announce(page: Any, seat: str) -> None:
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .seats button", has_text=seat).click()
    page.get_by_role("button", name="立三本 3貫", exact=True).click()
    for name in ("藤に不如帰", "藤に短冊"):
        tap_card(page, name)
    page.locator("dialog .deck button", has=page.locator("img[alt='藤のカス']")).last.click()
    page.get_by_text("東 −6貫、南 +12貫、西 −6貫").wait_for()
    page.get_by_role("button", name="この手役を付ける").click()
    page.locator("dialog").wait_for(state="detached")


def test_what_was_dealt_out_is_there_again_after_the_dialog_was_left_and_the_page_loaded_anew(page: Any) -> None:
    start(page)
    begin_deal(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    for month in range(3):
        page.locator("dialog .whole").nth(month).click()
    page.get_by_role("radio", name="東 12枚").wait_for()
    # The set may have ended the deal: that is asked for before the other cards are.
    page.get_by_text("できた役をどうしたか、札の下のボタンで選んでください。まだ分けていない札：36枚。").wait_for()
    page.locator("dialog .made button", has_text="上がり").click()
    # With what goes to the table (H3-NEXT-02) it adds up to zero.
    page.get_by_text("東 +27貫11文、南 −14貫、西 −14貫 卓の上 +1文", exact=True).wait_for()
    page.reload()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    page.get_by_role("radio", name="東 12枚").wait_for()
    # With what goes to the table (H3-NEXT-02) it adds up to zero.
    page.get_by_text("東 +27貫11文、南 −14貫、西 −14貫 卓の上 +1文", exact=True).wait_for()
    # Of a deal that is dealt again nothing is known.
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.locator("#head button.named").click()
    page.get_by_text("場は未定").wait_for()
    begin_deal(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    page.get_by_role("radio", name="東 0枚").wait_for()


def test_whoever_deals_each_has_one_place_and_one_colour_where_a_deal_is_settled(page: Any, site: Site) -> None:
    site.desk.start(0, "sannin", ["東", "南", "西"], 1, {})
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 1, "field": "1h 2a 3a 4a 5a 6a"}])
    page.get_by_text("大場", exact=True).wait_for()
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    piles = page.locator("dialog .seats [role=radio]")
    piles.first.wait_for()
    assert [text[0] for text in piles.all_inner_texts()] == ["東", "南", "西"]
    assert piles.evaluate_all("piles => piles.map((each) => each.dataset.pile)") == ["0", "1", "2"]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    page.locator("dialog.points .counts label").first.wait_for()
    assert page.locator("dialog.points .counts").first.locator("label").all_inner_texts() == ["東", "南", "西"]


def settle(page: Any) -> None:
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="手で清算する").click()
    for month in range(3):
        page.locator("dialog .whole").nth(month).click()
    page.locator("dialog .made button", has_text="上がり").click()
    # With what goes to the table (H3-NEXT-02) it adds up to zero.
    page.get_by_text("東 +27貫11文、南 −14貫、西 −14貫 卓の上 +1文", exact=True).wait_for()
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("dialog").wait_for(state="detached")


def score(page: Any, seat: int) -> Any:
    return page.locator(f".seat[data-seat='{seat}'] .score")


def test_a_deal_is_kept_by_tap_alone_and_each_step_is_shown_before_it_is_booked(page: Any) -> None:
    start(page)
    begin_deal(page)
    announce(page, "南")
    score(page, 1).get_by_text("+12貫").wait_for()
    settle(page)
    score(page, 0).get_by_text("+21貫11文").wait_for()
    page.get_by_text("第2局", exact=True).wait_for()


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(page: Any) -> None:
    start(page)
    assert page.get_by_role("button", name="一つ戻す").is_disabled()
    begin_deal(page)
    announce(page, "南")
    page.get_by_role("button", name="一つ戻す：南の立三本").click()
    score(page, 1).get_by_text("0文", exact=True).wait_for()
    page.get_by_role("button", name="一つ戻す：第1局の場札").wait_for()
    page.get_by_role("button", name="やり直す：南の立三本").click()
    score(page, 1).get_by_text("+12貫").wait_for()
    page.get_by_role("button", name="やり直す").wait_for(state="hidden")


def test_the_first_dealer_is_drawn_or_tapped_and_a_match_has_as_many_deals_as_people_say(page: Any) -> None:
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog [name=ruleset]").select_option("koikoi")
    # Nobody deals first before it is said or drawn, and where that was forgotten the form says so.
    assert page.get_by_label("最初の親（胴）").input_value() == ""
    page.get_by_role("button", name="始める", exact=True).click()
    page.locator(
        "dialog .drawn", has_text="最初の親が決まっていません。席を選ぶか、札を引いて決めてください。"
    ).wait_for()
    assert page.evaluate("document.activeElement.ariaLabel") == "最初の親（胴）"
    page.get_by_role("button", name="札を引いて決める").click()
    page.locator("dialog .drawn", has_text="が最初の親です。").wait_for()
    page.get_by_label("最初の親（胴）").select_option("南")
    page.locator("dialog summary", has_text="取り決め").click()
    page.locator("dialog [data-key=deals]").fill("4")
    page.get_by_role("button", name="始める", exact=True).click()
    page.get_by_text("全4局", exact=True).wait_for()
    page.locator(".seat[data-seat='1'] .role:visible", has_text="親").wait_for()


def test_a_payment_by_hand_is_shown_with_its_reason_before_it_is_booked(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_text("卓の取り決めで払う").click()
    book = page.get_by_role("button", name="この支払いを付ける")
    page.get_by_label("払う人").select_option("ほかの全員がそれぞれ")
    page.get_by_label("文", exact=True).fill("30")
    assert book.is_disabled()
    page.get_by_label("理由").fill("祝\u202e儀")
    # Nobody is paid before somebody says so.
    assert page.get_by_label("受け取る人").input_value() == ""
    page.get_by_label("受け取る人").select_option("南")
    page.get_by_text("理由に見えない制御文字が入っています。").wait_for()
    assert book.is_disabled()
    page.get_by_label("理由").fill("祝儀👨\u200d👩\u200d👧")
    page.get_by_text("東 −2貫6文、南 +5貫、西 −2貫6文").wait_for()
    book.click()
    score(page, 1).get_by_text("+5貫").wait_for()
    page.locator("#book").get_by_text("卓の取り決め「祝儀👨\u200d👩\u200d👧」 30文").first.wait_for()


def test_the_history_shows_what_taking_an_event_back_would_change_before_it_is_taken_back(page: Any) -> None:
    start(page)
    begin_deal(page)
    announce(page, "南")
    settle(page)
    page.get_by_role("button", name="履歴").click()
    steps = page.locator("dialog .steps li")
    steps.nth(1).wait_for()
    assert [line.split("\n")[0] for line in steps.all_inner_texts()][1] == "南の立三本"
    steps.nth(1).get_by_role("button", name="正す…").click()
    steps.nth(1).get_by_role("button", name="なかったことにする").click()
    page.get_by_text("こうなります： 東 +27貫11文、南 −14貫、西 −14貫").wait_for()
    assert score(page, 1).inner_text() == "−2貫"
    steps.nth(1).get_by_role("button", name="このとおりに直す").click()
    score(page, 1).get_by_text("−14貫", exact=True).wait_for()


def test_an_impossible_hand_yaku_cannot_be_booked_and_names_its_rule(page: Any) -> None:
    start(page)
    begin_deal(page)
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .seats button", has_text="南").click()
    actions = page.locator("dialog .actions", has_text="この手役を付ける")
    actions.get_by_text("手役を選んでください。").wait_for()
    page.get_by_role("button", name="立三本 3貫", exact=True).click()
    tap_card(page, "松に鶴")
    actions.get_by_text("松に鶴は場札です。").wait_for()
    tap_card(page, "松に鶴")
    actions.get_by_text("公開する札を押してください。").wait_for()
    tap_card(page, "松に赤短")
    page.get_by_text("松に赤短は立三本だけにはなりません。足りないか、違う札があります。").wait_for()
    assert page.get_by_role("button", name="この手役を付ける").is_disabled()


def test_hachiju_is_counted_in_points_as_its_players_do(page: Any, site: Any) -> None:
    start(page, ruleset="hachiju")
    page.locator(".seat .score", has_text="0点").first.wait_for()
    page.get_by_role("button", name="English").click()
    page.locator(".seat .score", has_text="0 points").first.wait_for()


def test_a_game_without_a_field_rate_tells_what_the_bids_multiply_by_and_no_field_rate(page: Any) -> None:
    start(page, ruleset="hachiju")
    assert page.locator(".rate").is_hidden()
    page.get_by_role("button", name="宣言").click()
    for name in FIELD:
        tap_card(page, name)
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator(".rate", has_text="倍率").locator(".times", has_text="×1").wait_for()


def test_stakes_on_the_table_are_told_where_the_seats_alone_do_not_add_up(page: Any) -> None:
    start(page, "甲", "乙", "丙", ruleset="hachihachi")
    page.locator("#book .aside", has_text="卓の上の").wait_for()
    scores = page.locator(".seat .score").all_inner_texts()
    assert all(score.startswith("−") for score in scores)


def test_koikoi_is_kept_by_tap_with_its_own_numbers_and_calls(page: Any) -> None:
    start(page, "甲", "乙", ruleset="koikoi")
    lay_field(page, (*FIELD, "紅葉のカス", "柳のカス"))
    # Nothing entered is no result before somebody says so, in either dialog that settles a deal.
    for way in ("役だけで清算する", "手で清算する"):
        page.keyboard.press("Escape")
        page.get_by_role("button", name="宣言").click()
        page.get_by_role("button", name=way).click()
        page.get_by_text("まだ何も入っていません。").wait_for()
        assert page.get_by_role("button", name="この結果を付ける").is_disabled()
        page.get_by_role("button", name="誰も役なし").click()
        page.locator("dialog .seal:enabled").wait_for()
    # And no more once something is.
    for month in range(3):
        page.locator("dialog .whole").nth(month).click()
    page.locator("dialog .made li", has_text="赤短").get_by_role("button", name="勝負").click()
    page.get_by_role("button", name="この結果を付ける").click()
    page.locator("dialog").wait_for(state="detached")
    score(page, 0).get_by_text("文").wait_for()
    won, lost = (int(score(page, seat).inner_text().strip("+−文")) for seat in (0, 1))
    assert won == lost > 0
    page.get_by_text("第2局", exact=True).wait_for()


def test_a_game_without_calls_asks_for_none(page: Any) -> None:
    """SD-PLAY-01: all is played out, so that the points are always typed."""
    start(page, ruleset="sudaoshi")
    lay_field(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    page.get_by_text("全員の札点を入れ、できた役があれば加えてください。").wait_for()
    page.get_by_text("全員の札点を入れてください。").wait_for()
    assert page.locator("dialog").get_by_text("上がり").count() == 0


def test_a_deal_is_settled_by_typed_points_and_by_tapped_sets(page: Any) -> None:
    start(page)
    begin_deal(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    book = page.get_by_role("button", name="この結果を付ける")
    page.locator("dialog .counts").first.locator("input").nth(2).wait_for()
    for box, count in zip(page.locator("dialog .counts").first.locator("input").all(), (100, 88, 75), strict=True):
        box.fill(f"{count}")
    page.get_by_text("合計 263 点（264 点のはず）").wait_for()
    # Why is said in the page's language, not as the machine's English sentence for the log, and on lines that fit.
    page.get_by_text("札点は合わせて264点ですが、入れた点は263点で、1点足りません。").wait_for()
    page.locator("dialog .counts input").nth(2).fill("-1")
    page.get_by_text("西：0から264までの整数を入れてください。").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("dialog").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert book.is_disabled()
    page.locator("dialog .counts input").nth(2).fill("76")
    page.get_by_text("東 +1貫11文、南 0文、西 −2貫").wait_for()
    for box in page.locator("dialog .counts").first.locator("input").all():
        box.fill("")
    page.get_by_role("radio", name="西").click()
    page.get_by_role("button", name="七短", exact=True).click()
    page.get_by_label("七短の枚数").select_option("8枚")
    page.get_by_role("button", name="赤短", exact=True).click()
    page.get_by_label("取らせた人（法度）").select_option("東")
    page.get_by_role("button", name="上がり", exact=True).click()
    page.locator("dialog .told li", has_text="西：七短・赤短で上がり").wait_for()
    page.get_by_text("東 −50貫、南 −22貫、西 +71貫11文").wait_for()
    book.click()
    score(page, 2).get_by_text("+71貫11文").wait_for()


def test_the_dialog_says_who_is_asked_and_who_dropped_and_paid(page: Any) -> None:
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    page.get_by_role("button", name="宣言").click()
    for name in FIELD:
        tap_card(page, name)
    page.get_by_role("button", name="この場札で局を始める").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .parts-played li", has_text="甲 今、聞かれている").wait_for()
    page.locator("dialog").get_by_role("button", name="降りる").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog .parts-played li", has_text="甲 降りた −2貫").wait_for()
    assert page.locator("dialog .parts-played li", has_text="出る").count() == 3


def test_long_names_leave_room_for_why_something_was_paid(page: Any, site: Any) -> None:
    start(page, "徳川家康太郎左衛門尉源朝臣家康公将軍様御殿", "W" * 24, "三")
    payment = {"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 24, "reason": "お茶代"}
    taken = page.request.post(f"{site.url}api/events", data={"seq": 1, "events": [payment]})
    assert taken.ok, taken.text()
    why = page.locator("#book li .why")
    why.wait_for()
    assert why.evaluate("node => node.getBoundingClientRect().width") > 160


def test_what_two_deck_cards_turned_change_is_told_under_declare(page: Any) -> None:
    """H3-MISHAP-03: with no set just completed nothing, and its rule says so."""
    start(page)
    begin_deal(page)
    page.get_by_role("button", name="宣言").click()
    page.get_by_text("まちがい・事故").click()
    page.get_by_text("山札を2枚めくっても続けます。").get_by_role("button", name="規則を読む（H3-MISHAP-03）").click()
    page.locator("dialog.rule", has_text="役ができた直後なら必ず下げになります。").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.declare").wait_for()


def test_who_dropped_out_is_marked_at_the_seat(page: Any) -> None:
    start(page, "甲", "乙", "丙", "丁", ruleset="hachihachi")
    lay_field(page)
    page.locator("#asks .ask", has_text="甲は出ますか？").wait_for()
    page.locator("#asks .answers button", has_text="降りる").click()
    page.locator(".seat[data-seat='0'] .role.part", has_text="降りた").wait_for()
    assert page.locator(".seat .role.part:visible").count() == 1


def test_one_card_more_than_can_be_is_refused_in_words(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="宣言").click()
    for name in FIELD:
        tap_card(page, name)
    tap_card(page, "梅に鶯")
    page.get_by_text("6枚までです。替えるには一枚外してください。").wait_for()
    assert page.locator("dialog .deck button[aria-pressed=true]").count() == 6
    tap_card(page, "松に鶴")
    page.get_by_text("6枚までです。").wait_for(state="detached")
    tap_card(page, "梅に鶯")
    assert page.get_by_role("button", name="この場札で局を始める").is_enabled()


def test_a_house_payment_says_what_it_waits_for(page: Any) -> None:
    start(page)
    page.get_by_role("button", name="宣言").click()
    page.locator("dialog summary", has_text="手で付ける支払い").or_(
        page.locator("dialog details summary").last
    ).first.click()
    said = page.get_by_text("誰から誰へ、いくら、なぜかを入れると付けられます。")
    said.wait_for()
    page.get_by_label("払う人").select_option("0")
    page.get_by_label("受け取る人").select_option("1")
    page.get_by_label("文", exact=True).fill("6")
    assert said.is_visible()
    page.get_by_label("理由").fill("茶")
    said.wait_for(state="detached")
    page.get_by_text("東 −6文、南 +6文、西 0文").wait_for()
