"""The written sheet as a page: the same table as text and CSV have, whatever players are called."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser
from typing import Any

import pytest
from yakume.engine.rules import RULESETS, find_ruleset
from yakume.engine.sheet import make_sheet, sheet_of
from yakume.engine.sheet_text import to_csv
from yakume.webui.sheet_page import to_html

DEAL = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}
SANBON = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"}
VOIDED = {"type": "deal_voided.v1"}


class Cells(HTMLParser):
    """Texts of a page's table cells, and what is struck."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.struck: list[str] = []
        self.stack: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.stack.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self.stack.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.stack and "tr" in self.stack and data.strip():
            self.rows[-1][-1] += data
            if self.stack[-1] == "s":
                self.struck.append(data)


@pytest.mark.parametrize("events", [[DEAL, SANBON], [DEAL, SANBON, VOIDED]], ids=["paid", "paid back"])
def test_it_shows_the_table_of_the_csv_with_struck_rows_struck(events: list[dict[str, Any]], bench: Any) -> None:
    bench.start()
    bench.book(*events)
    sheet = sheet_of(bench.client.app.state.desk.match())
    page = Cells(bench.client.get("/api/sheet.html").text)
    table = list(csv.reader(io.StringIO(to_csv(sheet))))[1:]
    assert page.rows[2:] == [[cell.strip("()") for cell in row] for row in table]
    brackets = [cell.strip("()") for row in table for cell in row if cell.startswith("(")]
    # Its remark is struck with it, which a spreadsheet has plain.
    assert page.struck == ([*brackets, "立三本"] if VOIDED in events else [])
    assert bool(brackets) == (VOIDED in events)


@pytest.mark.browser
def test_on_a_phone_the_axis_of_its_chart_is_legible(page: Any, site: Any) -> None:
    site.desk.start(0, "sannin", ["東", "南", "西"], 0, {})
    site.desk.add(site.desk.seq, [DEAL, {"type": "points_counted.v1", "points": [100, 88, 76]}])
    page.goto(f"{site.url}api/sheet.html")
    for width, narrow in ((390, True), (1440, False)):
        page.set_viewport_size({"width": width, "height": 844})
        (shown,) = [each for each in page.locator("figure").all() if each.is_visible()]
        assert (shown.locator("svg").get_attribute("width") == "600") is narrow
        least = shown.locator("text").evaluate_all("all => Math.min(...all.map(t => t.getBoundingClientRect().height))")
        assert least >= 13, width


def test_a_player_s_name_is_no_markup() -> None:
    sheet = make_sheet(find_ruleset("sannin"), ("=1+1", "<b>", "C"), [], [])
    assert "<b>" not in to_html(sheet) and "&lt;b&gt;" in to_html(sheet)


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_has_one_in_both_languages(game: str) -> None:
    players = tuple("ABCDEFG"[: min(RULESETS[game].seats)])
    sheet = make_sheet(RULESETS[game], players, [], [])
    assert 'lang="en"' in to_html(sheet, "en") and 'lang="ja"' in to_html(sheet, "ja")
    assert all(player in to_html(sheet) for player in players)
