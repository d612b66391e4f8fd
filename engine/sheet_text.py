"""The written sheet (記入式) as text and CSV, and the lines from which the web process makes a page to print.

All of them show the same table: a row a settlement, columns 貫 and 点 a player or one of the two, the remark last.
``*`` marks who pays the month stone; what was paid back stands in brackets or is struck out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from unicodedata import east_asian_width

from .names import name
from .sheet import Sheet, SheetDeal
from .sheet_rows import Cell, Row, Title

Language = Literal["ja", "en"]

HEADS = {
    "deal": Title("月", "deal"),
    "ba": Title("場", "field"),
    "remark": Title("備考", "remark"),
    "final": Title("最終得点", "final score"),
}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One printed line: month, rate, a text a column of each player, remark."""

    deal: str
    ba: str
    cells: tuple[tuple[str, ...], ...]
    remark: str
    struck: bool = False
    first: bool = False
    """True on the first line of a deal and of the closing."""


def _say(title: Title, language: Language) -> str:
    return title.ja if language == "ja" else title.en


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _cell(sheet: Sheet, cell: Cell | None) -> tuple[str, ...]:
    """A player's columns; nothing is written where nothing was paid, and a 0 only where all of it is 0."""
    both = ("", "")
    if cell is not None:
        zero = not cell.kan and not cell.ten
        both = (_signed(cell.kan) if cell.kan else "", "0" if zero else _signed(cell.ten) if cell.ten else "")
    return both if sheet.game.sheet.in_kan else both[1:]


def _blank(sheet: Sheet, text: str = "") -> tuple[str, ...]:
    """A player's columns with this text in the last."""
    return ("", text) if sheet.game.sheet.in_kan else (text,)


def _deal_lines(sheet: Sheet, deal: SheetDeal, language: Language) -> Iterator[SheetLine]:
    lines = [([_cell(sheet, cell) for cell in row.cells], row) for row in deal.rows]
    if deal.stone is not None:
        # The stone's mark goes into the player's last free 点 cell, or below.
        free = [cells for cells, row in lines if not cells[deal.stone][-1] and not row.struck]
        if not free:
            lines.append(([_blank(sheet)] * len(sheet.players), Row(Title("", ""), ())))
            free = [lines[-1][0]]
        free[-1][deal.stone] = (*free[-1][deal.stone][:-1], "*")
    if not lines:
        lines.append(([_blank(sheet)] * len(sheet.players), Row(Title("", ""), ())))
    for at, (cells, row) in enumerate(lines):
        head = (_number(sheet, deal.number, language), _say(deal.ba, language)) if at == 0 else ("", "")
        yield SheetLine(*head, tuple(cells), _say(row.title, language), row.struck, first=at == 0)


def _number(sheet: Sheet, number: int, language: Language) -> str:
    """``3月`` where deals are months, else ``3局``; the stakes before the first deal are ``始``."""
    if language == "en":
        return str(number) if number else "start"
    return f"{number}{'月' if sheet.game.sheet.months else '局'}" if number else "始"


def sheet_lines(sheet: Sheet, language: Language) -> Iterator[SheetLine]:
    """The lines of the sheet below its head."""
    for deal in sheet.deals:
        yield from _deal_lines(sheet, deal, language)
    total = [_cell(sheet, cell) for cell in sheet.totals.cells]
    yield SheetLine(_say(sheet.totals.title, language), "", tuple(total), "", first=True)
    if any(sheet.stones):
        stones = tuple(_blank(sheet, f"*={count}") for count in sheet.stones)
        yield SheetLine("", "", stones, _say(Title("月石", "month stones"), language))
    for row in sheet.closing:
        cells = tuple(_cell(sheet, cell) for cell in row.cells)
        yield SheetLine(_say(row.title, language), "", cells, row.rule)
    if sheet.final:
        final = tuple(_cell(sheet, cell) for cell in sheet.final)
        yield SheetLine(_say(HEADS["final"], language), "", final, "", first=True)


def unit_heads(sheet: Sheet, language: Language) -> tuple[str, ...]:
    """What a player's columns are headed by: 貫 and 点, or one of the units."""
    game = sheet.game
    columns = ("kan", "ten") if game.sheet.in_kan else ("ten" if game.unit == "点" else "mon",)
    return tuple(name(each).ja if language == "ja" else {"ten": "pts"}.get(each, each) for each in columns)


def _width(text: str) -> int:
    """Columns in a terminal: a kanji takes two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def to_text(sheet: Sheet, language: Language = "ja") -> str:
    """The sheet for a terminal, columns aligned; struck rows stand in brackets."""
    units = unit_heads(sheet, language)
    table = [
        [_say(HEADS["deal"], language), _say(HEADS["ba"], language)]
        + [text for player in sheet.players for text in (f"{player} {units[0]}", *units[1:])]
        + [_say(HEADS["remark"], language)]
    ]
    starts = []
    for line in sheet_lines(sheet, language):
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


def _flat(line: SheetLine) -> list[str]:
    """The players' texts side by side, in brackets if the row is struck."""
    texts = [text for pair in line.cells for text in pair]
    return [f"({text})" if text and line.struck else text for text in texts]


def to_csv(sheet: Sheet, language: Language = "ja") -> str:
    """The sheet for a spreadsheet, as RFC 4180; struck amounts stand in brackets with their sign, as text."""
    units = unit_heads(sheet, language)
    out = io.StringIO()
    writer = csv.writer(out)
    # A name that begins like a formula would be run by a spreadsheet.
    players = [f"'{player}" if player[0] in "=+-@\t\r" else player for player in sheet.players]
    heads = [f"{player} {unit}" for player in players for unit in units]
    writer.writerow(
        [_say(HEADS["deal"], language), _say(HEADS["ba"], language), *heads, _say(HEADS["remark"], language)]
    )
    for line in sheet_lines(sheet, language):
        writer.writerow([line.deal, line.ba, *_flat(line), line.remark])
    return out.getvalue()
