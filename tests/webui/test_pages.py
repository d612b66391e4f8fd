"""The pages beside the table: scores for a room or a stream, and what a beginner learns by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from page_bench import FIELD, Camera, Site, start, until
from playwright.sync_api import expect
from yakume.webui.app import create_app

pytestmark = pytest.mark.browser


def test_scores_are_shown_large_and_follow_without_a_reload(page: Any, site: Site) -> None:
    start(page)
    page.goto(f"{site.url}scores")
    page.locator(".seats li", has_text="南").wait_for()
    site.camera.sees(field=FIELD)
    page.get_by_text("大場 ×2").wait_for()
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator(".seats li", has_text="南").get_by_text("+12貫").wait_for()
    assert "立三本" in page.locator(".last").inner_text()
    # As large as fits: on a screen the widest row, or all rows together, leave no room for more.
    for width, height in ((1440, 900), (1920, 1080), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        fits = page.locator(".seats").evaluate(
            """list => {
              const rows = [...list.children];
              const wide = row => [...row.children].reduce((sum, each) => sum + each.offsetWidth, 0);
              const taken = Math.max(...rows.map(wide));
              const high = rows.reduce((sum, row) => sum + row.offsetHeight, 0);
              const cut = rows.some(row => row.firstChild.scrollWidth > row.firstChild.offsetWidth + 1);
              return { share: Math.max(taken / list.clientWidth, high / list.clientHeight), cut,
                out: document.documentElement.scrollHeight - innerHeight, high: high / list.clientHeight };
            }"""
        )
        assert fits["share"] > 0.75 and not fits["cut"] and fits["out"] <= 0 and fits["high"] <= 1, (width, fits)


def test_an_overlay_shows_only_the_parts_that_its_address_names_on_nothing(page: Any, site: Site) -> None:
    start(page)
    page.goto(f"{site.url}overlay?parts=scores&lang=en")
    page.locator(".seats li").nth(2).wait_for()
    assert not page.locator(".rate").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize(("lang", "onward"), [("ja", "次へ"), ("en", "Next")])
def test_the_buttons_of_a_lesson_stay_under_the_thumb_however_long_its_text_is(
    page: Any, site: Site, lang: str, onward: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(f"{site.url}learn")
    page.locator(".lesson .field img").nth(11).wait_for()
    if lang == "en":
        page.get_by_role("button", name="English").click()
        page.locator(".lesson .field img").nth(11).wait_for()
    button, places = page.get_by_role("button", name=onward, exact=True), set()
    for _ in range(8):
        places.add(button.bounding_box()["y"])
        button.click()
        # Where the captured cards go to is in sight above them.
        pile = page.locator(".lesson .zone.pile .row").bounding_box()
        assert pile["y"] + pile["height"] <= button.bounding_box()["y"]
    assert len(places) == 1 and 500 < places.pop() < 660


def test_a_beginner_finds_every_card_and_answers_a_quiz(page: Any, site: Site) -> None:
    page.goto(f"{site.url}learn")
    page.locator(".lesson .field img").nth(11).wait_for()
    for _ in range(6):
        page.get_by_role("button", name="次へ").click()
    page.locator(".lesson .says li", has_text="COM-CAP-02").wait_for()
    # The card is played, takes its like, and both go to the captures.
    page.locator(".lesson .pile [data-card='3h']").wait_for()
    page.get_by_role("tab", name="48枚の札").click()
    page.locator(".months img").nth(47).wait_for()
    page.get_by_role("tab", name="出来役", exact=True).click()
    page.locator(".yaku li", has_text="赤短").first.wait_for()
    page.get_by_role("tab", name="手役の問題").click()
    page.locator(".quiz .actions button").first.click()
    assert page.locator(".quiz [data-is=right]").count() == 1
    page.get_by_text("1問中").wait_for()
    page.get_by_role("button", name="次の問題").click()
    page.locator(".quiz [data-is]").first.wait_for(state="detached")
    page.get_by_role("combobox", name="ゲーム").select_option("futari")
    page.get_by_role("tab", name="出来役", exact=True).click()
    page.locator(".yaku code", has_text="H2-DEKI-01").wait_for()


def test_a_phone_is_told_its_own_hand_and_the_table_is_not(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.get_by_text("大場", exact=True).wait_for()
    booked = page.locator("#book").inner_text()
    page.goto(f"{site.url}hand?seat=1")
    page.get_by_role("button", name="札を選ぶ").click()
    for card in ("7n", "7t", "7a", "8h", "9n", "10n", "11n"):
        page.locator(f".deck button[data-card='{card}']").click()
    page.locator(".claims b", has_text="立三本").wait_for()
    assert page.locator(".claims .minis img").first.get_attribute("alt") == "萩に猪"
    page.locator(".cards button").nth(3).click()
    page.locator(".deck button[data-card='1h']").click()
    page.get_by_text("はこの局の場にあります。").wait_for()
    # A seat that the match has not is no other's.
    page.goto(f"{site.url}hand?seat=9")
    page.get_by_text("その席は今の対局にありません。").wait_for()
    page.get_by_label("席").select_option("1")
    page.get_by_role("button", name="札を選ぶ").wait_for()
    page.goto(site.url)
    page.locator("#book").wait_for()
    assert page.locator("#book").inner_text() == booked


@pytest.mark.parametrize(
    ("locale", "words"), [("ja-JP", "対局を始める"), ("en-US", "Start a match"), ("fr-FR", "Start a match")]
)
def test_the_page_opens_in_the_language_of_the_browser(browser: Any, site: Site, locale: str, words: str) -> None:
    page = browser.new_page(locale=locale)
    page.goto(site.url)
    page.get_by_role("button", name=words).wait_for()
    page.close()


def test_sound_is_off_until_somebody_turns_it_on_and_then_says_what_is_booked(page: Any, site: Site) -> None:
    page.add_init_script(
        "window.said = []; window.tones = 0;"
        "speechSynthesis.speak = (utterance) => window.said.push(utterance.text);"
        "const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function () { window.tones += 1; return start.call(this); };"
    )
    page.reload()
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    assert page.evaluate("[window.said.length, window.tones]") == [0, 0]
    page.get_by_role("button", name="ほか").click()
    page.get_by_label("付いた点を声で言う").check()
    page.get_by_label("確かめたい時に小さな音を鳴らす").check()
    page.keyboard.press("Escape")
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a", seat2_shown="3h 3t 3b")
    page.locator("#book li .why", has_text="三本 2貫").first.wait_for()
    # Both pay alike: that is heard once, with names and without arithmetic.
    page.wait_for_function("window.said.length === 1")
    assert page.evaluate("window.said") == ["西に三本、東・南から4貫ずつ。"]
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_text("東に赤短ができました。").wait_for()
    page.wait_for_function("window.tones === 2")


def test_the_tone_is_short_soft_and_whole(page: Any) -> None:
    sounded = page.evaluate(
        """async () => {
            const { tone } = await import('/static/sound.js');
            const context = new OfflineAudioContext(1, 48000, 48000);
            tone(context);
            const heard = (await context.startRendering()).getChannelData(0);
            const square = (sum, each) => sum + each * each;
            const rms = (from, to) => Math.sqrt(heard.slice(from, to).reduce(square, 0) / (to - from));
            let turns = 0;
            for (let at = 1; at < 4800; at += 1) turns += heard[at - 1] < 0 && heard[at] >= 0;
            return { peak: heard.reduce((most, each) => Math.max(most, Math.abs(each)), 0), begin: rms(0, 2400),
                middle: rms(6000, 7200), rest: rms(12048, 48000), pitch: turns * 10, jump: Math.abs(heard[11999]) };
        }"""
    )
    # At -22 dB of full scale: heard, far from clipping, over after a quarter of a second without a click.
    assert 0.04 < sounded["peak"] < 0.1
    assert sounded["begin"] > 0.02 > sounded["middle"] > 0.0005
    assert sounded["rest"] == 0 and sounded["jump"] < 0.001
    assert sounded["pitch"] == pytest.approx(440, abs=10)


def test_the_first_caption_stays_for_whoever_comes_before_the_first_picture(page: Any) -> None:
    """The film's clock is not known before a picture comes: its time was taken for how long the caption had stood."""
    said = page.evaluate("""async () => {
      const { renderCaption } = await import('/static/caption.js');
      const box = document.createElement('div');
      const booked = { match: 'late', deal: { number: 1 }, phase: 'play', players: [], ruleset: null };
      const table = { rate: { ja: '大場', en: 'large field', multiplier: 2 } };
      return [null, 60000, 64000, 68000].map((t_ms) => {
        renderCaption(box, { demo: true, booked, table, seen: t_ms && { t_ms } });
        return box.querySelector('p').textContent;
      });
    }""")
    assert said[0] == said[1] == said[2] and "大場" in said[3]


def test_the_demo_explains_what_is_to_be_seen_in_order_by_the_films_clock_and_leads_to_the_own_table(
    browser: Any, settings: Any, serve: Any
) -> None:
    cameras: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        cameras.append(Camera(*args))
        return cameras[-1]

    def said_next(page: Any, words: str, **lies: str) -> None:
        """The film goes on in steps of four seconds until the caption changes: to these words."""
        before = page.locator("#caption p").inner_text()
        for _ in range(4):
            cameras[0].sees(**lies)
            at = f"import('/static/store.js').then(({{ state }}) => state.seen?.t_ms === {cameras[0].now_ms})"
            until(page, at)
            page.wait_for_timeout(100)
            if page.locator("#caption p").inner_text() != before:
                break
        assert words in page.locator("#caption p").inner_text()

    app = create_app(replace(settings, demo=True, autostart=True), make_worker=make_worker)  # type: ignore[arg-type]
    with serve(app) as served:
        page = browser.new_page(locale="ja-JP")
        page.clock.install()
        page.goto(served.url)
        caption = page.locator("#caption p")
        caption.get_by_text("これは録画です").wait_for()
        said_next(page, "場札で「大場 ×2」", field=FIELD)
        # On a slow computer minutes may pass before the film goes on; and what comes late is waited for.
        taken: dict[str, str] = {"field": "3a 4a 5a 6a", "seat0_captures": "1h 1t 2a 2b"}
        cameras[0].sees(**taken)
        page.clock.fast_forward(600_000)
        expect(page.locator("[data-seat='0'] .captures img")).to_have_count(4)
        assert "場札で" in caption.inner_text()
        shown = {**taken, "seat2_shown": "3h 3t 3b"}
        said_next(page, "西が手札の「三本」を見せました", **shown)
        said_next(page, "取り札は種類ごとに並び", **shown)
        assert page.locator("#caption a").get_attribute("href") == "/learn?game=sannin"
        # Who comes in the middle is told the same in the same order.
        late = browser.new_page(locale="ja-JP")
        late.goto(served.url)
        late.locator("#caption p", has_text="これは録画です").wait_for()
        for words in ("場札で「大場 ×2」", "西が手札の「三本」", "取り札は種類ごと"):
            said_next(late, words, **shown)
        late.close()
        # The recording ends with one tap; the server that comes back is the own table's.
        left: list[str] = []
        app.state.leave_demo = lambda: left.append("left")
        page.route("**/api/setup", lambda route: route.fulfill(json={"demo": False}))
        page.get_by_role("button", name="自分の卓で").click()
        page.wait_for_url("**/#setup")
        assert left == ["left"]
        page.close()


def test_a_demo_that_has_gone_round_does_not_begin_with_what_is_said_at_the_end(
    browser: Any, settings: Any, serve: Any
) -> None:
    cameras: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        cameras.append(Camera(*args))
        return cameras[-1]

    app = create_app(replace(settings, demo=True, autostart=True), make_worker=make_worker)  # type: ignore[arg-type]
    with serve(app) as served:
        page = browser.new_page(locale="ja-JP")
        begun = {"type": "deal_started.v1", "dealer": 0, "field": FIELD}
        for event in (begun, {"type": "points_counted.v1", "points": [90, 90, 84]}):
            seq = page.request.get(f"{served.url}api/state").json()["seq"]
            answer = page.request.post(f"{served.url}api/events", data={"seq": seq, "events": [event]})
            assert answer.ok, answer.text()
        page.goto(served.url)
        caption = page.locator("#caption p")
        caption.get_by_text("これは録画です").wait_for()
        for _ in range(3):
            cameras[0].sees(field="2n 4a 6t 7a 10t 11a")
        caption.get_by_text("場札で").wait_for()
        for _ in range(3):
            cameras[0].sees(field="4a 6t 7a 10t 11a", seat0_captures="2n 2t")
        expect(page.locator("[data-seat='0'] .captures img")).to_have_count(2)
        assert "場札で" in caption.inner_text()
        page.close()


def test_only_the_demo_has_captions(page: Any, site: Site) -> None:
    start(page)
    assert not page.locator("#caption").is_visible()


def test_a_long_english_name_on_the_picture_is_as_easily_read_as_a_short_one(page: Any, site: Site) -> None:
    start(page)
    page.evaluate("localStorage.setItem('lang', 'en')")
    page.reload()
    site.camera.sees(field="9a 4a 12a 8a 10n 3t")
    names = page.locator(".seen text")
    expect(names).to_have_text(["chrysan-themum", "wist-eria", "paulo-wnia", "pampas", "deer", "ribbon"])
    for name in names.all():
        card, size = name.evaluate("t => [t.previousSibling.getBBox().width, parseFloat(getComputedStyle(t).fontSize)]")
        # A card is 66 wide there; a name sticks out by a few px at most.
        assert size > 15 and name.evaluate("t => t.getBBox().width") < 1.4 * card


def test_the_last_moves_and_whose_turn_it_is_stand_beside_the_table(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.get_by_text("大場", exact=True).wait_for()
    site.camera.sees(field="1h 3a 4a 5a 6a 7a", seat0_captures="2t 2a")
    page.locator("#moves li", has_text="手から梅に赤短で梅のカスを取る").wait_for()
    assert page.locator("#moves li b").all_inner_texts() == ["東", "東"]
    assert page.locator(".seat .turn:visible").count() == 1
    assert page.locator(".seat[data-seat='1'] .turn").is_visible()


@pytest.mark.parametrize("path", ["learn", "hand?seat=1", "scores", "overlay"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_page_sticks_out_sideways_on_a_phone(page: Any, site: Site, path: str, lang: str) -> None:
    start(page)
    page.evaluate(f"localStorage.setItem('lang', '{lang}')")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{site.url}{path}")
    page.locator("main :is(h1, .seats li)").first.wait_for()
    page.wait_for_load_state("networkidle") if path == "learn" else page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
