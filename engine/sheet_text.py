"""The written sheet (記入式) as text, CSV and printable HTML.

All three show the same table: a row a settlement, two columns 貫 and 点 a player, the remark last. ``*`` marks
who pays the month stone; what was paid back stands in brackets or is struck out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal
from unicodedata import east_asian_width

from .names import name
from .sheet import Cell, Row, Sheet, SheetDeal, Title

Language = Literal["ja", "en"]

_HEADS = {
    "deal": Title("月", "deal"),
    "ba": Title("場", "field"),
    "remark": Title("備考", "remark"),
    "final": Title("最終得点", "final score"),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """One printed line: month, rate, two texts a player, remark."""

    deal: str
    ba: str
    cells: tuple[tuple[str, str], ...]
    remark: str
    struck: bool = False
    first: bool = False
    """True on the first line of a deal and of the closing."""


def _say(title: Title, language: Language) -> str:
    return title.ja if language == "ja" else title.en


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _cell(cell: Cell | None) -> tuple[str, str]:
    """Both columns; nothing is written where nothing was paid, and a 0 only where both are 0."""
    if cell is None:
        return "", ""
    if not cell.kan and not cell.ten:
        return "", "0"
    return (_signed(cell.kan) if cell.kan else "", _signed(cell.ten) if cell.ten else "")


def _deal_lines(sheet: Sheet, deal: SheetDeal, language: Language) -> Iterator[_Line]:
    lines = [([_cell(cell) for cell in row.cells], row) for row in deal.rows]
    if deal.stone is not None:
        # The stone's mark goes into the player's last free 点 cell, or below.
        free = [cells for cells, row in lines if not cells[deal.stone][1] and not row.struck]
        if not free:
            lines.append(([("", "")] * len(sheet.players), Row(Title("", ""), ())))
            free = [lines[-1][0]]
        free[-1][deal.stone] = (free[-1][deal.stone][0], "*")
    if not lines:
        lines.append(([("", "")] * len(sheet.players), Row(Title("", ""), ())))
    for at, (cells, row) in enumerate(lines):
        head = (_number(sheet, deal.number, language), _say(deal.ba, language)) if at == 0 else ("", "")
        yield _Line(*head, tuple(cells), _say(row.title, language), row.struck, first=at == 0)


def _number(sheet: Sheet, number: int, language: Language) -> str:
    """``3月`` where deals are months, else ``3局``; the stakes before the first deal are ``始``."""
    if language == "en":
        return str(number) if number else "start"
    return f"{number}{'月' if sheet.game.code in ('H3', 'H88') else '局'}" if number else "始"


def _lines(sheet: Sheet, language: Language) -> Iterator[_Line]:
    for deal in sheet.deals:
        yield from _deal_lines(sheet, deal, language)
    total = [_cell(cell) for cell in sheet.totals.cells]
    yield _Line(_say(sheet.totals.title, language), "", tuple(total), "", first=True)
    if any(sheet.stones):
        stones = tuple(("", f"*={count}") for count in sheet.stones)
        yield _Line("", "", stones, _say(Title("月石", "month stones"), language))
    for row in sheet.closing:
        cells = tuple(_cell(cell) for cell in row.cells)
        yield _Line(_say(row.title, language), "", cells, "")
    if sheet.final:
        final = tuple(_cell(cell) for cell in sheet.final)
        yield _Line(_say(_HEADS["final"], language), "", final, "", first=True)


def _unit_heads(language: Language) -> tuple[str, str]:
    return (name("kan").ja, name("ten").ja) if language == "ja" else ("kan", "pts")


def _width(text: str) -> int:
    """Columns in a terminal: a kanji takes two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def to_text(sheet: Sheet, language: Language = "ja") -> str:
    """The sheet for a terminal, columns aligned; struck rows stand in brackets."""
    kan, ten = _unit_heads(language)
    table = [
        [_say(_HEADS["deal"], language), _say(_HEADS["ba"], language)]
        + [text for player in sheet.players for text in (f"{player} {kan}", ten)]
        + [_say(_HEADS["remark"], language)]
    ]
    starts = []
    for line in _lines(sheet, language):
        if line.first:
            starts.append(len(table))
        table.append([line.deal, line.ba, *_flat(line), f"({line.remark})" if line.struck else line.remark])
    widths = [max(_width(row[column]) for row in table) for column in range(len(table[0]))]
    out = []
    for at, row in enumerate(table):
        if at in starts:
            out.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
        texts = [
            _pad(text, width, right=2 <= column < len(widths) - 1)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        out.append("  ".join(texts).rstrip())
    return "\n".join(out) + "\n"


def _flat(line: _Line) -> list[str]:
    """The players' texts side by side, in brackets if the row is struck."""
    texts = [text for pair in line.cells for text in pair]
    return [f"({text})" if text and line.struck else text for text in texts]


def to_csv(sheet: Sheet, language: Language = "ja") -> str:
    """The sheet for a spreadsheet, as RFC 4180; struck amounts stand in brackets with their sign, as text."""
    kan, ten = _unit_heads(language)
    out = io.StringIO()
    writer = csv.writer(out)
    # A name that begins like a formula would be run by a spreadsheet.
    players = [f"'{player}" if player[0] in "=+-@\t\r" else player for player in sheet.players]
    heads = [f"{player} {unit}" for player in players for unit in (kan, ten)]
    writer.writerow(
        [_say(_HEADS["deal"], language), _say(_HEADS["ba"], language), *heads, _say(_HEADS["remark"], language)]
    )
    for line in _lines(sheet, language):
        writer.writerow([line.deal, line.ba, *_flat(line), line.remark])
    return out.getvalue()


_STYLE = """
  body { font: 11pt/1.35 "Hiragino Mincho ProN", "Noto Serif CJK JP", serif; margin: 12mm; color: #1c1a17; }
  table { border-collapse: collapse; }
  caption { font-size: 15pt; text-align: left; margin-bottom: 3mm; }
  th, td { padding: 0.4mm 2.2mm; border-left: 0.2mm solid #b9b2a5; border-right: 0.2mm solid #b9b2a5; }
  thead th, tr.first > * { border-top: 0.3mm solid #1c1a17; }
  tbody tr:last-child > * { border-bottom: 0.3mm solid #1c1a17; }
  td.n { text-align: right; font-variant-numeric: tabular-nums; }
  th { font-weight: 600; text-align: left; white-space: nowrap; }
  @media print { body { margin: 0; } tr { break-inside: avoid; } }
"""


def to_html(sheet: Sheet, language: Language = "ja") -> str:
    """The sheet as one page to print, complete in itself; struck rows are ``<s>``."""
    kan, ten = _unit_heads(language)
    game = name(sheet.game.id)
    title = f"{game.ja} 記入式" if language == "ja" else f"{game.en}: written sheet"
    players = "".join(f'<th colspan="2" scope="colgroup">{escape(player)}</th>' for player in sheet.players)
    units = f'<th scope="col">{kan}</th><th scope="col">{ten}</th>' * len(sheet.players)
    deal, ba, remark = (escape(_say(_HEADS[head], language)) for head in ("deal", "ba", "remark"))
    body = "\n".join(_html_line(line) for line in _lines(sheet, language))
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<table>
<caption>{escape(title)}</caption>
<thead>
<tr><th rowspan="2" scope="col">{deal}</th><th rowspan="2" scope="col">{ba}</th>{players}
<th rowspan="2" scope="col">{remark}</th></tr>
<tr>{units}</tr>
</thead>
<tbody>
{body}
</tbody>
</table>
</body>
</html>
"""


def _html_line(line: _Line) -> str:
    def written(text: str) -> str:
        return f"<s>{escape(text)}</s>" if text and line.struck else escape(text)

    cells = "".join(f'<td class="n">{written(text)}</td>' for pair in line.cells for text in pair)
    head = f'<th scope="row">{escape(line.deal)}</th><td>{escape(line.ba)}</td>'
    return f"<tr{' class=first' if line.first else ''}>{head}{cells}<td>{written(line.remark)}</td></tr>"
