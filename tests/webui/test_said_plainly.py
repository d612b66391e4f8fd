"""What strangers missed on the page: why, whose, how much, and of which deal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from page_bench import FIELD, Site, start
from playwright.sync_api import expect
from yakume import webui
from yakume.engine import find_ruleset
from yakume.engine.rules import RULESETS
from yakume.webui.chart import Line, lines_svg
from yakume.webui.text.amounts import money, scored

DEALT = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
VOID = {"type": "deal_voided.v1"}
DRAW = {"type": "points_counted.v1", "points": [88, 88]}
PAID = {"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 1, "reason": "遅刻"}
FIVE = ["東", "南", "西", "北", "花子"]


def test_an_amount_of_hachihachi_counts_up_from_the_lower_kan() -> None:
    """H88-UNIT-01; the other games with 貫 say how much is owed, and what is paid is told by its size in all."""
    game = find_ruleset("hachihachi")
    assert [scored(game, mon, "ja") for mon in (-5, -12, -146, 29)] == ["−1貫7文", "−1貫", "−13貫10文", "+2貫5文"]
    assert [money(game, mon, "ja") for mon in (-5, -12, -146, 29)] == ["−5文", "−1貫", "−12貫2文", "+2貫5文"]
    assert [scored(find_ruleset("sannin"), mon, "en") for mon in (-5, -29)] == ["−5 mon", "−2 kan 5 mon"]


def test_a_draw_and_a_deal_dealt_again_are_told_of(bench: Any) -> None:
    bench.start(ruleset="futari", players=["東", "南"])
    for event in (DEALT, VOID, DEALT):
        bench.book(event)
    assert [(each["deal"], each["rule"]) for each in bench.state["unpaid"]] == [(1, "YK-VOID-01")]
    bench.book(DRAW)
    assert [(each["deal"], each["ja"][:4]) for each in bench.state["unpaid"]] == [(1, "無効にな"), (1, "引き分け")]
    told = [step["en"] for step in bench.client.get("/api/history").json()["steps"]]
    assert told[2] == "deal 1 does not count" and told[-1].endswith("A draw: nothing was paid.")


def test_a_field_that_is_dealt_again_is_told_of_with_its_rule(bench: Any) -> None:
    bench.start(ruleset="koikoi", players=["東", "南"])
    bench.book({**DEALT, "field": "1h 1t 1a 1b 5a 6a 7a 8a"})
    assert [(each["deal"], each["rule"]) for each in bench.state["unpaid"]] == [(1, "KK-DEAL-02")]
    assert "配り直し" in bench.client.get("/api/history").json()["steps"][-1]["ja"]


def test_who_is_asked_for_a_bid_sees_what_dropping_out_costs(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=FIVE)
    bench.sees(field=FIELD)
    (asked,) = bench.newest("table")["questions"]
    assert [answer["en"] for answer in asked["answers"]] == ["play", "drop out (−2 kan)"]


def test_playing_unseen_is_a_word_only_where_there_are_bids(bench: Any) -> None:
    rules = [bench.start(ruleset="hachihachi", players=FIVE[:n])["ruleset"]["rules"] for n in (3, 4)]
    assert ["mizuten" in each for each in rules] == [False, True]


def test_each_round_of_the_demo_is_a_match_of_its_own(settings: Any, open_bench: Any) -> None:
    with open_bench(replace(settings, demo=True, autostart=True)) as bench:
        bench.sees(field=FIELD)
        first = bench.state["match"]
        bench.book({"type": "points_counted.v1", "points": [100, 88, 76]})
        # A recording of one deal tells nothing of what is missing from the deck.
        bench.client.app.state.desk._session.referee._deck.missing = 1
        bench.sees()
        assert bench.state["match"] == first and bench.newest("table")["problems"] == []
        bench.sees(field=FIELD)
        told = bench.state
        assert told["match"] != first and (told["deal"]["number"], told["scores"]) == (1, [0, 0, 0])
        assert told["phase"] == "teyaku" and told["seq"] == 2


@pytest.mark.parametrize("narrow", [False, True])
def test_a_long_name_is_cut_where_the_picture_of_the_scores_has_no_room_for_it(narrow: bool) -> None:
    lines = [Line(name, "−13貫10文", (0, 9)) for name in ("つる" * 12, "Alexander", "三郎")]
    told = lines_svg(find_ruleset("hachihachi"), lines, ["0", "1"], "", narrow=narrow)
    texts = [text.text or "" for text in ElementTree.fromstring(told).iter("{http://www.w3.org/2000/svg}text")]
    assert "Alexander" in texts and "つる" * 12 not in texts
    assert all(len(text) < 17 for text in texts if text.startswith("つる") and text.endswith("…"))


@pytest.mark.browser
def test_an_end_that_cannot_be_settled_says_why_with_each_way_over_its_button(page: Any, site: Site) -> None:
    start(page, ruleset="futari")
    site.desk.add(site.desk.seq, [DEALT])
    page.get_by_role("button", name="対局の終わり", exact=True).click()
    page.get_by_role("button", name="本当に？ 対局の終わり").click()
    dialog = page.locator("dialog.ended")
    assert dialog.locator("h2").inner_text() == "対局の終わり"
    assert "第1局がまだ続いています。先にその局を清算するか無効にして" in dialog.locator(".why").inner_text()
    said = [line for line in dialog.inner_text().split("\n") if line]
    ways = ["取り札を席ごとに分ければ、カメラがなくても清算できます。", "手で清算する"]
    assert said[-5:] == [
        *ways,
        "札を一枚ずつ入れずに、数えた札点と役だけで清算します。",
        "札点と役で清算する",
        "この局は無効（配り直し）",
    ]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="局の終わり", exact=True).click()
    dialog.locator("h2", has_text="局の終わり").wait_for()
    assert "まだ続いています" not in dialog.inner_text()
    page.keyboard.press("Escape")
    # The deal before is what the dealer of the next follows from; and 二人 has no みずてん.
    site.desk.add(site.desk.seq, [DRAW])
    page.locator("#book .none", has_text="引き分け：支払いはありません。").wait_for()
    page.locator("button.role[data-mends]").click()
    page.get_by_text("次の親は、前の局の終わり方で決まりました。").wait_for()
    page.get_by_role("button", name="前の局の終わりを正す…").click()
    page.locator("dialog.history .mending button", has_text="清算をやり直す…").wait_for()
    page.keyboard.press("Escape")
    # The newest sum names who paid whom, and in which deal, while the next is played.
    ends = [{**DEALT}, {"type": "points_counted.v1", "points": [120, 40]}]
    site.desk.add(site.desk.seq, ends)
    site.desk.add(site.desk.seq, [DEALT])
    page.goto(f"{site.url}scores")
    page.locator(".last", has_text="第2局　南 から 東 へ　").wait_for()
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_role("button", name="札を選ぶ").click()
    status = page.locator("#hand p[role=status]").first
    assert status.inner_text() == "0枚／7枚"
    for card in ("7n", "7n", "7t", "7a", "7b"):
        page.locator(f".deck button[data-card='{card}']").click()
    assert status.inner_text() == "手に3枚"
    assert page.locator(".deck button[aria-pressed=true]").count() == 3
    for card in ("7n", "9n", "9t", "9a"):
        page.locator(f".deck button[data-card='{card}']").click()
    page.locator("#hand .claims", has_text="小場で相手から").wait_for()
    assert "見せる札" in page.locator("#hand .claims").inner_text()
    # A hand of chaff alone shows 空素, and no part of it the lesser 素六.
    lesser = {"ja": "素六", "en": "six chaff", "mon": 60, "show": [], "hide": ["7n"], "hide_at_most": 1}
    page.route("**/api/hand", lambda route: route.fulfill(json={"claims": [lesser], "sets": [], "oikomi_mon": 0}))
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="消す").or_(page.get_by_role("button", name="Clear")).click()
    page.get_by_role("button", name="Pick cards").click()
    for card in ("1a", "1b", "2a", "4a", "5a", "6a", "7a"):
        page.locator(f".deck button[data-card='{card}']").click()
    page.locator("#hand .claims", has_text="six chaff").wait_for()
    assert page.locator("#hand .claims :is(.minis, small)").count() == 0


@pytest.mark.browser
def test_what_is_shown_follows_what_was_chosen(page: Any, site: Site) -> None:
    start(page, *FIVE[:2], "つる" * 12, *FIVE[3:], ruleset="hachihachi")
    site.desk.add(site.desk.seq, [DEALT])
    page.get_by_role("button", name="宣言", exact=True).click()
    page.locator("dialog.declare button", has_text="降りる −2貫").wait_for()
    page.keyboard.press("Escape")
    for seat, call in enumerate(("deru", "oriru", "deru", "deru")):
        site.desk.add(site.desk.seq, [{"type": "bid_made.v1", "seat": seat, "call": call}])
    page.get_by_role("button", name="宣言", exact=True).click()
    shown = page.locator("dialog.declare section", has_text="追い込み代")
    for card in ("8h", "8n", "9n", "10n", "11h", "12h", "7n"):
        shown.locator(f".deck button[data-card='{card}']").click()
    cost = shown.locator("p small")
    cost.get_by_text("花子 +").wait_for()
    assert "東 −" in cost.inner_text() and "南 0文" in cost.inner_text()
    page.keyboard.press("Escape")
    # Another card chosen instead of one that was booked is the one that is framed.
    page.get_by_role("button", name="履歴", exact=True).click()
    page.locator("dialog.history li", has_text="第1局の場札").get_by_role("button", name="正す…").click()
    mending = page.locator("dialog.history .mending")
    mending.get_by_text("札が違う…").click()
    mending.locator(".card-button[data-card='2a']").click()
    mending.locator(".picker [data-card='2n']").click()
    assert [each.get_attribute("data-card") for each in mending.locator(".picker .now").all()] == ["2n"]
    page.keyboard.press("Escape")
    # Scores of 八八 count up from the lower 貫, what is paid does not.
    for said, reads in (("scored", "−1貫7文,−1貫,−13貫10文,+2貫5文"), ("money", "−5文,−1貫,−12貫2文,+2貫5文")):
        says = (
            f"import('/static/words.js').then(({{ {said} }}) => [-5, -12, -146, 29].map((mon) => {said}(mon)).join())"
        )
        assert page.evaluate(says) == reads
    # On a phone the row keeps to two lines where Redo may be; once the match is over no empty places are kept.
    site.desk.undo(site.desk.seq)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="付け直す").wait_for()
    assert page.locator("#head nav").bounding_box()["height"] < 60
    # As long as a name may be, what undo takes back is read to its end.
    undo = page.locator("#head nav .named")
    undo.get_by_text("つる：出る").wait_for()
    assert undo.evaluate("node => node.scrollHeight - node.clientHeight < 5")


@pytest.mark.browser
def test_the_wizard_is_as_it_was_left_however_the_browser_went_back(page: Any, site: Site) -> None:
    page.get_by_role("button", name="卓を整える").click()
    page.locator("dialog.wizard [name=ruleset][value=futari]").check()
    page.get_by_role("button", name="次へ").click()
    names = page.locator("dialog [name=player]")
    names.first.fill("お藤")
    page.locator("dialog [name=dealer]").nth(1).check()
    page.goto("about:blank")
    page.goto(site.url)
    page.get_by_role("button", name="卓を整える").click()
    assert names.first.input_value() == "お藤"
    assert page.locator("dialog [name=dealer]").nth(1).is_checked()


@pytest.mark.browser
def test_a_wrong_answer_of_the_quiz_tells_what_that_yaku_is_worth(page: Any, site: Site) -> None:
    fixed = f"{site.url}api/learn/sannin/quiz?kind=teyaku&number=1"
    page.route("**/quiz?*", lambda route: route.continue_(url=fixed))
    asked = page.request.get(fixed).json()
    page.goto(f"{site.url}learn?game=sannin")
    page.locator("[role=tab]").nth(4).click()
    wrong = next(each for each in asked["choices"] if each["rule"] not in ("", asked["answer"]))
    page.locator(f".quiz button[data-rule='{wrong['rule']}']").click()
    rows = page.request.get(f"{site.url}api/learn/sannin").json()["teyaku"]
    value = next(row["value"] for row in rows if row["rule"] == wrong["rule"])
    assert f" {value}貫 " in page.locator(".quiz [role=status] p", has_text=wrong["rule"]).inner_text()


@pytest.mark.browser
@pytest.mark.parametrize(("lang", "says"), [("ja", "0より78文下です"), ("en", "78 mon below zero")])
def test_an_amount_that_is_told_from_the_next_lower_kan_says_what_it_means(
    page: Any, site: Site, lang: str, says: str
) -> None:
    """H88-UNIT-01: six 貫 and a half owed stand as −7貫6文; the stake is five 貫 of them."""
    start(page, ruleset="hachihachi")
    site.desk.add(site.desk.seq, [PAID | {"mon": 18}])
    page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", lang)
    amount = page.locator(".seat").first.locator(".score button")
    expect(amount).to_have_text({"ja": "−7貫6文", "en": "−7 kan 6 mon"}[lang])
    expect(amount).to_have_attribute("title", re.compile(says))
    assert amount.bounding_box()["height"] >= 24
    amount.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.rule")).to_contain_text({"ja": "−1貫7文", "en": "−1 kan 7 mon"}[lang])
    page.keyboard.press("Escape")
    # What is paid is told by its size: people hand over 一貫六文, not two 貫 and six back.
    page.get_by_role("button", name={"ja": "履歴", "en": "History"}[lang], exact=True).click()
    expect(page.locator("dialog [data-step] .change [data-sign='-1']").first).to_contain_text(
        {"ja": "−1貫6文", "en": "−1 kan 6 mon"}[lang]
    )
    page.keyboard.press("Escape")
    # What needs no words has none: whole 貫, and what was won.
    site.desk.add(site.desk.seq, [PAID | {"mon": 6}])
    expect(page.locator(".seat").first.locator(".score")).to_have_text({"ja": "−7貫", "en": "−7 kan"}[lang])
    assert page.locator(".score button:visible").count() == 0


@pytest.mark.browser
def test_other_games_say_what_is_owed_and_have_no_words_for_it(page: Any, site: Site) -> None:
    start(page, ruleset="sannin")
    site.desk.add(site.desk.seq, [PAID | {"mon": 18}])
    expect(page.locator(".seat").first.locator(".score")).to_have_text("−1貫6文")
    assert page.locator(".score button:visible").count() == 0


def test_whether_amounts_below_zero_count_from_the_lower_kan_is_told_with_the_game(bench: Any) -> None:
    games = {game: min(find_ruleset(game).seats) for game in RULESETS}
    told = {
        game: bench.start(ruleset=game, players=FIVE[:seats])["ruleset"]["below_zero"] for game, seats in games.items()
    }
    assert told == {game: "H88-UNIT-01" if game == "hachihachi" else "" for game in RULESETS}
    sources = [path for path in Path(webui.__file__).parent.rglob("*") if path.suffix in (".py", ".js")]
    assert not [path for path in sources if "H88-UNIT-01" in path.read_text(encoding="utf-8")]


LONG = "東" * 24, "西" * 23 + "南", "南" * 24


@pytest.mark.browser
@pytest.mark.parametrize("reason", ["遅刻", "一番長い理由" * 10])
def test_undo_of_a_payment_by_hand_is_not_cut_however_long_the_names_are(page: Any, site: Site, reason: str) -> None:
    start(page, *LONG)
    site.desk.add(site.desk.seq, [PAID | {"reason": reason}])
    undo = page.locator("#head .named")
    expect(undo).to_contain_text("から西")
    whole = f"{LONG[0]}から{LONG[1]}へ「{reason}」"
    expect(undo).to_have_attribute("title", whole)
    for lang in ("ja", "en"):
        page.evaluate("lang => import('/static/store.js').then(({ update }) => update({ lang }))", lang)
        for width, height in ((390, 844), (820, 1180), (1024, 768), (1180, 820), (1440, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            expect(undo).to_have_text(re.compile(reason[:4]))
            assert undo.evaluate("each => each.scrollHeight <= each.clientHeight + 2"), (lang, width)


@pytest.mark.browser
def test_what_was_typed_for_a_new_match_is_there_again_after_a_reload(page: Any, site: Site) -> None:
    page.get_by_role("button", name="対局を始める").click()
    form = page.locator("dialog.start")
    form.locator("[name=ruleset]").select_option("sudaoshi")
    names = form.locator("[name=player]")
    names.nth(0).fill("お藤")
    names.nth(3).fill("Alexander")
    form.locator(".first-dealer select").select_option("3")
    form.locator("form summary").click()
    form.locator("[data-key=deals]").fill("006")
    page.reload()
    page.get_by_role("button", name="対局を始める").click()
    assert form.locator("[name=ruleset]").input_value() == "sudaoshi"
    assert [names.nth(at).input_value() for at in (0, 3, 4)] == ["お藤", "Alexander", ""]
    assert form.locator(".first-dealer select").input_value() == "3"
    assert form.locator("[data-key=deals]").input_value() == "6"
    # Another game has house rules of its own; the names stay.
    form.locator("[name=ruleset]").select_option("futari")
    assert [box.input_value() for box in names.all()] == ["お藤", "南"]
    form.locator("[name=ruleset]").select_option("sudaoshi")
    form.locator(".first-dealer select").select_option("0")
    form.get_by_role("button", name="始める", exact=True).click()
    form.wait_for(state="detached")
    page.locator(".seat h2", has_text="お藤").wait_for()
    page.reload()
    page.get_by_role("button", name="対局を始める").click()
    assert page.evaluate("Object.values(sessionStorage).every((kept) => !kept.includes('お藤'))")


@pytest.mark.browser
def test_a_move_is_read_in_whole_lines_beside_a_name_as_long_as_may_be(page: Any, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    start(page, "Wolfeschlegelsteinhausenb", "三郎", "花子")
    site.camera.sees(field=FIELD)
    site.camera.sees(field="2a 3a 4a 5a 6a", seat0_captures="1h 1t")
    move = page.locator("#moves li", has_text="Wolfe").first.locator("button")
    move.wait_for()
    assert move.bounding_box()["height"] < 40


@pytest.mark.browser
def test_a_settlement_says_who_pays_whom_before_it_is_booked(page: Any, site: Site) -> None:
    start(page)
    site.desk.add(site.desk.seq, [DEALT])
    page.get_by_role("button", name="宣言").click()
    page.get_by_role("button", name="札点と役で清算する").click()
    boxes = page.locator("dialog.points .counts input")
    for at, points in enumerate((100, 88, 76)):
        boxes.nth(at).fill(f"{points}")
    lines = page.locator("dialog .entries li")
    expect(lines.first).to_be_visible()
    assert any("西 から" in line and "76点" in line for line in lines.all_inner_texts())
    # What several pay alike is one line.
    for box in boxes.all()[:3]:
        box.fill("")
    page.get_by_role("radio", name="西").click()
    page.get_by_role("button", name="赤短", exact=True).click()
    page.get_by_role("button", name="上がり", exact=True).click()
    expect(lines.filter(has_text="赤短")).to_have_count(1)
    expect(lines.filter(has_text="赤短")).to_contain_text("東・南 から 西 へ")


@pytest.mark.browser
def test_the_overlay_is_no_wider_than_its_window_with_the_longest_names(page: Any, site: Site) -> None:
    start(page, *LONG)
    site.desk.add(site.desk.seq, [PAID | {"reason": "一番長い理由" * 10}])
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}overlay")
    page.locator(".last", has_text="一番長い理由").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_where_cards_are_worth_no_points_captures_are_counted(page: Any, site: Site) -> None:
    """こいこい counts no card points: “0 pts” beside a pile looked like a miscount."""
    start(page, "甲", "乙", ruleset="koikoi")
    site.camera.sees(field="1h 2a 3a 4a 5a 6a 10a 11a", seat0_captures="12h 12a")
    worth = page.locator(".seat[data-seat='0'] footer .points")
    worth.filter(has_text="2枚").wait_for()
    assert "点" not in worth.inner_text()
