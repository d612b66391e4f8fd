"""The views as people look at them: many seats on a laptop, a slow line, how yakume is."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from page_bench import FIELD, Site, start
from yakume.webui.app import create_app
from yakume.webui.first_paint import IMPORT, read_page
from yakume.webui.worker import CameraStatus

STATIC = Path(__file__).resolve().parents[2] / "webui" / "static"
WIDER = """all => all.map(each => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return words.getBoundingClientRect().width - each.parentElement.clientWidth;
})"""
"""By how much each text is wider than the box around it, px."""
CONTRAST = """seat => {
  const probe = document.body.appendChild(document.createElement('i'));
  const light = (colour) => {
    probe.style.color = colour;
    const parts = getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(part => part / 255);
    const [r, g, b] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const pair = [light(`var(--seat-${seat})`), light('var(--paper)')];
  probe.remove();
  return Math.max(...pair) / Math.min(...pair);
}"""
"""How a seat's colour in a chart stands out from the ground of a dialog, as WCAG counts it."""
NAMES = ("お藤", "次郎", "三郎", "ミツ", "花子", "源五郎", "Alexander")


def test_scripts_and_styles_stay_small() -> None:
    files = [path for path in STATIC.iterdir() if path.suffix in (".js", ".css")]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < 150_000


@pytest.mark.parametrize(
    ("path", "most"),
    [("/", 135_000), ("/hand", 72_000), ("/camera", 42_000), ("/learn", 43_000), ("/scores", 36_000)],
)
def test_what_a_page_loads_stays_small(bench: Any, path: str, most: int) -> None:
    """Its HTML with the styles in it, and every script that it needs, compressed."""
    page = bench.client.get(path).text
    needed = set(re.findall(r'"/static/([\w.]+\.js)"', page))
    scripts = [(STATIC / name).read_bytes() for name in needed]
    loaded = sum(len(gzip.compress(each, 6)) for each in (page.encode(), *scripts))
    assert 0.9 * most < loaded < most


def test_scripts_are_sent_compressed(bench: Any) -> None:
    sent = bench.client.get("/static/app.js")
    assert sent.headers["content-encoding"] == "gzip"
    assert sent.text == (STATIC / "app.js").read_text(encoding="utf-8")


def test_the_page_names_every_script_it_will_need_and_has_the_scores_before_any_runs(bench: Any) -> None:
    assert 'id="first-scores"' not in bench.client.get("/").text
    bench.start(players=["<b>", "南", "西"])
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="7n 7t 7a")
    for path in ("/", "/scores"):
        page = bench.client.get(path).text
        assert "<b>&lt;b&gt;</b> −6貫" in page and "<b>南</b> +12貫" in page
        named = set(re.findall(r'modulepreload" href="/static/([\w.]+)"', page))
        imported = {each for name in named for each in IMPORT.findall((STATIC / name).read_text(encoding="utf-8"))}
        assert {each for each in imported if each.endswith(".js")} <= named
        assert len(named) >= 5
    assert read_page(STATIC / "index.html").count("modulepreload") > 30


@pytest.mark.parametrize("path", ["/", "/scores", "/overlay", "/learn", "/hand", "/camera"])
def test_nothing_has_to_be_fetched_before_a_page_is_painted(bench: Any, path: str) -> None:
    answer = bench.client.get(path)
    head = answer.text.partition("</head>")[0]
    assert "stylesheet" not in head and re.findall(r'<script (?!type="module")', head) == []
    assert "--washi" in head
    # The one script that stands in the page is the one that the policy lets run.
    (script,) = re.findall(r"<script>(.*?)</script>", head, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in answer.headers["Content-Security-Policy"]


@pytest.mark.browser
def test_seven_seats_fit_a_laptop_and_their_scores_stay_in_sight(page: Any, site: Site) -> None:
    start(page, *NAMES, ruleset="sudaoshi")
    site.camera.sees(field=FIELD)
    piles = {
        "seat0": "1t 2t 3t 1a 2b 3b",
        "seat1": "7n 7t 8h 8n 7a 8a",
        "seat3": "12a 12b 9n 9t",
        "seat6": "10n 10t 11h 11t",
    }
    site.camera.sees(**{f"{seat}_captures": cards for seat, cards in piles.items()})
    page.locator(".seat[data-seat='6'] .kind .card").nth(3).wait_for()
    for width, height in ((1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        for score in page.locator(".seat .score").all():
            box = score.bounding_box()
            assert box["y"] + box["height"] <= height
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.locator("#strip").bounding_box()["y"] >= 0
        assert page.locator("#strip span").count() == 7
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_the_head_keeps_to_one_row_and_the_history_to_one_column(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator(".seat[data-seat='1'] .score", has_text="+12貫").wait_for()
    page.get_by_role("button", name="一つ戻す").click()
    page.get_by_role("button", name="やり直す：").wait_for()
    for lang in ("ja", "en"):
        for width in (1280, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            tops = page.locator("#head nav button:visible").evaluate_all("nodes => nodes.map(node => node.offsetTop)")
            assert len(set(tops)) == 1
            game, nav = page.locator("#head .where").bounding_box(), page.locator("#head nav").bounding_box()
            assert game["x"] + game["width"] < nav["x"] and nav["y"] < game["y"] + game["height"], (lang, width)
            for trouble in ("blind", "waiting", "live"):
                site.camera.on_status(CameraStatus(trouble))
                page.locator(f".camera[data-state={trouble}]").first.wait_for()
                camera = page.locator("#head .camera span").bounding_box()
                button = page.locator("#head nav button:visible").first.bounding_box()
                beside = camera["x"] + camera["width"] <= button["x"]
                assert beside or camera["y"] + camera["height"] <= button["y"], (lang, width, trouble)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        if lang == "ja":
            page.get_by_role("button", name="English").click()
            page.get_by_role("button", name="日本語").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="More").click()
    page.locator("dialog").get_by_role("button", name="History").click()
    page.locator("dialog.history .steps li").first.wait_for()
    for steps in page.locator("dialog.history .steps").all():
        lefts = steps.locator("> li").evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().x)")
        assert len(set(lefts)) == 1
    assert page.locator("dialog.history").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


@pytest.mark.browser
def test_how_yakume_is_stands_on_the_page_and_slow_is_told_from_frozen(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    page.get_by_role("button", name="映像あり").click()
    figures = page.locator("dialog .figures")
    figures.get_by_text("すべて順調です。").wait_for()
    assert "yakume 0" in figures.inner_text() or "yakume 1" in figures.inner_text()
    assert "ディスクの空き" in figures.inner_text()
    site.camera.on_status(CameraStatus("slow"))
    figures.get_by_text("気をつけることがあります。").wait_for()
    slow = figures.locator("div[data-bad] dd").first.inner_text()
    site.camera.on_status(CameraStatus("frozen"))
    figures.get_by_text("映像が止まっています").wait_for()
    assert slow not in figures.inner_text()
    # A recording that is over is watched no more than a camera that was lost.
    site.camera.on_status(CameraStatus("ended"))
    figures.get_by_text("カメラか映像を選んでください").wait_for()
    figures.get_by_text("気をつけることがあります。").wait_for()
    page.keyboard.press("Escape")
    # A phone's one row holds what is needed while playing; the rest is under "More".
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator("nav").get_by_role("button", name="English").is_visible()
    page.get_by_role("button", name="ほか").click()
    page.locator("dialog").get_by_role("button", name="English").click()
    page.locator("dialog h2", has_text="More").wait_for()


@pytest.mark.browser
@pytest.mark.parametrize(("ruleset", "seats"), [("sudaoshi", 7), ("sannin", 3)])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_scores_fit_a_projector_and_a_phone(page: Any, site: Site, lang: str, ruleset: str, seats: int) -> None:
    start(page, *NAMES[:seats], ruleset=ruleset)
    page.goto(f"{site.url}scores?lang={lang}")
    page.locator(".seats li").nth(seats - 1).wait_for()
    # The longest amount there is, for everybody.
    page.evaluate(
        """async (mon) => {
            const { state, update } = await import("/static/store.js");
            update({ booked: { ...state.booked, scores: state.booked.scores.map(() => mon) } });
        }""",
        -(112 * 12 + 11),
    )
    page.locator(".seats strong", has_text={"ja": "−112貫11文", "en": "−112 kan 11 mon"}[lang]).nth(
        seats - 1
    ).wait_for()
    for width, height in ((390, 844), (600, 900), (820, 1180), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for box in (each.bounding_box() for each in page.locator(".seats strong").all()):
            assert box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
        assert page.evaluate(
            "[...document.querySelectorAll('.seats li')].every((li) => li.scrollWidth <= li.clientWidth + 1)"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if (width, seats) == (1920, 3):  # read from the back of a room
            size = page.locator(".seats strong").first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
            assert size > 85


@pytest.mark.browser
def test_figures_of_players_are_read_on_a_phone_and_the_chart_has_the_colours_of_the_theme(
    page: Any, site: Site
) -> None:
    start(page, *NAMES[:3])
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="対局の一覧").click()
    page.get_by_role("button", name="成績").click()
    page.locator("dialog.statistics .chart svg[width='600']").wait_for()
    # Nothing lies out of sight to the side, and every figure says what it is.
    for part in page.locator("dialog.statistics :is(.wide, table, tr, td, .chart)").all():
        assert part.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
    figure = page.locator("dialog.statistics td").first
    assert figure.evaluate("node => getComputedStyle(node).justifyContent") == "space-between"
    total = page.locator("dialog.statistics td", has_text="+12貫")
    assert "通算" in total.first.evaluate("node => getComputedStyle(node, '::before').content")
    for theme, least in (("light", 4.5), ("dark", 4.5), ("contrast", 7)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert all(page.evaluate(CONTRAST, seat) >= least for seat in range(7)), theme
        paper = "getComputedStyle(document.querySelector('.chart .paper')).fill"
        dialog = "getComputedStyle(document.querySelector('dialog')).backgroundColor"
        assert page.evaluate(paper) == page.evaluate(dialog)


@pytest.mark.browser
def test_the_buttons_of_a_playback_stay_under_the_finger(page: Any, site: Site) -> None:
    start(page)
    site.camera.sees(field=FIELD)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("async () => (await import('/static/review.js')).askReplay(1)")
        tops = []
        for words in ("1 / 2", "2 / 2"):
            page.locator("dialog .scene-words", has_text=words).wait_for()
            steps, dialog = (page.locator(of).bounding_box() for of in ("dialog .replay-steps", "dialog"))
            tops.append(steps["y"])
            assert steps["y"] + steps["height"] == pytest.approx(dialog["y"] + dialog["height"], abs=3)
            if words.startswith("1"):
                page.get_by_role("button", name="次へ").click()
        assert tops[0] == tops[1], width
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


@pytest.mark.browser
def test_who_never_played_is_told_what_comes_next_with_a_camera_and_without(
    page: Any, site: Site, browser: Any, settings: Any, serve: Any, tmp_path: Path
) -> None:
    step = page.locator("#next")
    page.get_by_role("button", name="対局を始める").wait_for()
    assert not step.is_visible()
    start(page)
    step.get_by_text(
        "第1局：東が札を切って全員に7枚ずつ配り、場に6枚を表で置きます。場札が見えたら始まります。"
    ).wait_for()
    site.camera.sees(field=FIELD)
    # Then how a turn goes, until somebody has played.
    step.get_by_text("東から反時計回りに、手札を1枚出し").wait_for()
    assert not step.get_by_text("札を切って").is_visible()
    site.camera.sees(field="1h 3a 4a 5a 6a 7a", seat0_captures="2t 2a")
    step.wait_for(state="hidden")
    (tmp_path / "blind").mkdir()
    blind = replace(settings, source=None, database=f"sqlite:///{tmp_path / 'blind' / 'events.db'}")
    with serve(create_app(blind)) as served:
        other = browser.new_page(locale="en-GB", viewport={"width": 390, "height": 844})
        other.goto(served.url)
        other.locator("dialog.wizard .choices").get_by_text("If hanafuda is new to you, begin with this.").wait_for()
        other.get_by_text("Koi-Koi", exact=True).click()
        lesson = other.get_by_role("link", name="Learn Koi-Koi in five minutes")
        lesson.wait_for()
        assert lesson.get_attribute("href") == "/learn?game=koikoi"
        # Without a camera there are no corners to fit.
        for heading in ("Seats", "Camera", "Cards"):
            other.locator("dialog .next").click()
            if heading == "Camera":
                other.get_by_text("Who deals first? Choose a seat, or draw for it.").wait_for()
                other.locator("dialog [name=dealer]").first.check()
                other.locator("dialog .next").click()
            other.locator("dialog .steps [aria-current]", has_text=heading).wait_for()
        other.get_by_role("button", name="Start a match").last.click()
        step = other.locator("#next")
        step.get_by_text(
            "deals 8 cards to each player and lays 8 face up in the field. Then enter the field:"
        ).wait_for()
        step.get_by_role("button", name="Tap the field cards").click()
        for card in ("1h", "2n", "3t", "4a", "5a", "6a", "7a", "8a"):
            other.locator(f"dialog .deck button[data-card='{card}']").click()
        other.get_by_role("button", name="Begin the deal with this field").click()
        step.get_by_text("when it is over, press “End of deal”.").wait_for()
        assert other.locator("#flow").get_by_role("button", name="End of deal").is_visible()
        other.close()
