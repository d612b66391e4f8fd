"""Scores through the deals of a match, or through matches, as one SVG picture: for the sheet, and to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from xml.sax.saxutils import escape

from yakume.engine import Ruleset
from yakume.engine.names import name
from yakume.engine.sheet import Sheet
from yakume.engine.sheet_text import Language

from .text.amounts import scored
from .text.words import called

_LINES = (
    ("#b3312a", ""),
    ("#24466b", "14 6"),
    ("#43603b", "3 6"),
    ("#7a5a12", "18 5 3 5"),
    ("#5c2a6b", "8 8"),
    ("#26211c", "2 3"),
    ("#0e6470", "24 8"),
)
"""Colour and dashes by seat: seats are told apart without their colours, too. A page may colour the classes itself."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a picture is arranged; lengths in its own units."""

    width: int
    height: int
    plot: tuple[int, int, int, int]
    """Left, top, right and bottom of the chart within it."""
    small: int
    """Size of the letters at the axes."""
    steps: int
    """So many steps are named below the chart; of more, some."""


WIDE = Shape(1200, 630, (90, 220, 900, 570), 17, 16)
"""What is shown in full wherever a link or a photo is shared: names stand in columns, and where their lines end."""

_ROW = 44
"""Height of a player's row in the narrow picture."""


def _narrow(lines: int) -> Shape:
    """For a phone: every player has a row."""
    top = 130 + _ROW * lines
    return Shape(600, top + 410, (150, top, 570, top + 340), 22, 8)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line."""

    name: str
    score: str
    """What stands under the name."""
    points: tuple[int, ...]
    """The score at each step, in 文 (八十: 点)."""


def scores_svg(sheet: Sheet, day: str, language: Language = "ja", *, narrow: bool = False) -> str:
    """Who stands where, and how it came to that.

    Args:
        day: when it was played, as it is printed.
        narrow: arranged for a phone.
    """
    numbers = [0, *(deal.number for deal in sheet.deals)]
    lines = [[0, *(deal.so_far[seat] for deal in sheet.deals)] for seat in range(len(sheet.players))]
    if sheet.deals and sheet.deals[0].number == 0:  # the stakes before the first deal are where it begins
        lines, numbers = [line[1:] for line in lines], numbers[1:]
    steps = [f"{number}" for number in numbers]
    final = [cell.mon for cell in sheet.final]
    if final and final != [line[-1] for line in lines]:  # the game makes another score of what the deals came to
        lines = [[*line, score] for line, score in zip(lines, final, strict=True)]
        steps.append("終" if language == "ja" else "end")
    elif any(sheet.stones) and not final:  # a page's scores have them in: here they come with the final score
        stones = name(sheet.game.rules.token)
        day = f"{day}（{stones.ja}を除く）" if language == "ja" else f"{day} (without {stones.en}s)"
    told = [
        Line(player, scored(sheet.game, line[-1], language), tuple(line))
        for player, line in zip(sheet.players, lines, strict=True)
    ]
    return lines_svg(sheet.game, told, steps, day, language, narrow=narrow)


def lines_svg(
    game: Ruleset,
    lines: Sequence[Line],
    steps: Sequence[str],
    day: str,
    language: Language = "ja",
    *,
    narrow: bool = False,
) -> str:
    """Scores in one game, step by step.

    Args:
        lines: one to seven, each with as many points as there are `steps`.
        steps: what stands below each step.
        day: when it was, as it is printed.
        narrow: arranged for a phone.
    """
    names = called([line.name for line in lines], english=language == "en")
    lines = [replace(line, name=each) for line, each in zip(lines, names, strict=True)]
    shape = _narrow(len(lines)) if narrow else WIDE
    left, top, right, bottom = shape.plot
    low, high = min(min(line.points) for line in lines), max(max(line.points) for line in lines)
    levels = {mon: scored(game, mon, language) for mon in sorted({low, min(max(0, low), high), high})}
    left = max(left, 18 + ceil(max(_wide(words, shape.small) for words in levels.values())))
    term = name(game.id)
    title = escape(term.ja if language == "ja" else term.en, {'"': "&quot;"})
    span = max(high - low, 1)

    def x(at: int) -> float:
        return left + (right - left) * at / max(1, len(steps) - 1)

    def y(mon: int) -> float:
        return bottom - (bottom - top) * (mon - low) / span

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {shape.width} {shape.height}" width="{shape.width}" '
        f'height="{shape.height}" role="img" aria-label="{title}" '
        'font-family="Hiragino Mincho ProN, Noto Serif CJK JP, serif" fill="#26211c">',
        f'<rect class="paper" width="{shape.width}" height="{shape.height}" fill="#f6f0e2"/>',
        *(_rows(lines, shape, title, day) if narrow else _columns(lines, shape, title, day)),
    ]
    for mon, words in levels.items():
        parts.append(f'<path class="level" d="M{left} {y(mon):.1f}H{right}" stroke="#d9ccb2"/>')
        if mon not in (low, high) and min(y(mon) - y(high), y(low) - y(mon)) < shape.small:
            continue  # its words would lie on those of the other
        parts.append(_small(shape, left - 10, y(mon) + 6, "end", words))
    most = shape.steps if max(map(len, steps)) <= 3 else shape.steps // 2
    for at, step in enumerate(steps):
        if len(steps) <= most or at % -(-len(steps) // (most // 2)) == 0:
            parts.append(_small(shape, x(at), bottom + 2 * shape.small, "middle", step))
    for seat, line in enumerate(lines):
        points = " ".join(f"{x(at):.1f},{y(mon):.1f}" for at, mon in enumerate(line.points))
        parts.append(_line(seat, points))
    if not narrow:
        for seat, at_end in _spread([y(line.points[-1]) for line in lines]):
            colour = _LINES[seat % len(_LINES)][0]
            parts.append(
                f'<text class="seat-{seat}" x="{right + 14}" y="{at_end + 7:.1f}" font-size="22" fill="{colour}">'
                f"{escape(_cut(lines[seat].name, 22, shape.width - right - 18))}</text>"
            )
    return "".join(parts) + "</svg>"


def _columns(lines: Sequence[Line], shape: Shape, title: str, day: str) -> list[str]:
    """Title and day in one line, then a column for each player: name, and score below it."""
    parts = [
        f'<text x="48" y="64" font-size="38" font-weight="600">{title}</text>',
        f'<text x="{shape.width - 48}" y="64" font-size="24" text-anchor="end">{escape(day)}</text>',
    ]
    size = 30 if len(lines) <= 4 else 22
    room = (shape.width - 96) / len(lines) - size
    for seat, line in enumerate(lines):
        at = 48 + (shape.width - 96) * seat / len(lines)
        parts.append(f'<text x="{at:.0f}" y="122" font-size="{size}">{escape(_cut(line.name, size, room))}</text>')
        parts.append(f'<text x="{at:.0f}" y="166" font-size="{size + 4}" font-weight="600">{escape(line.score)}</text>')
    return parts


def _rows(lines: Sequence[Line], shape: Shape, title: str, day: str) -> list[str]:
    """Title, day, and a row for each player: a piece of the line, name, score."""
    parts = [
        f'<text x="24" y="52" font-size="36" font-weight="600">{title}</text>',
        f'<text x="24" y="88" font-size="{shape.small}">{escape(day)}</text>',
    ]
    for seat, line in enumerate(lines):
        y = 132 + _ROW * seat
        parts.append(_line(seat, f"24,{y - 9} 104,{y - 9}"))
        room = shape.width - 24 - _wide(line.score, 30) - 28 - 120
        parts.append(f'<text x="120" y="{y}" font-size="28">{escape(_cut(line.name, 28, room))}</text>')
        parts.append(
            f'<text x="{shape.width - 24}" y="{y}" font-size="28" font-weight="600" text-anchor="end">'
            f"{escape(line.score)}</text>"
        )
    return parts


def _line(seat: int, points: str) -> str:
    colour, dashes = _LINES[seat % len(_LINES)]
    return (
        f'<polyline class="seat-{seat}" points="{points}" fill="none" stroke="{colour}" stroke-width="5" '
        f'stroke-linejoin="round" stroke-dasharray="{dashes}"/>'
    )


def _cut(words: str, size: int, room: float) -> str:
    """Words as far as there is room for them, with a sign that something is left out."""
    if _wide(words, size) <= room:
        return words
    while words and _wide(words, size) + size > room:
        words = words[:-1]
    return f"{words}…"


def _wide(words: str, size: int) -> float:
    """About how wide words are: 貫 and the like are square, digits and Latin letters somewhat over half of that."""
    return sum(size if ord(letter) > 0x2E7F else 0.6 * size for letter in words)


def _small(shape: Shape, x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{shape.small}" text-anchor="{anchor}">{escape(words)}</text>'


def _spread(heights: Sequence[float], apart: float = 27) -> list[tuple[int, float]]:
    """Seats with the heights of their names, moved apart so that none covers another."""
    placed: list[tuple[int, float]] = []
    for seat in sorted(range(len(heights)), key=lambda seat: heights[seat]):
        lowest = placed[-1][1] + apart if placed else 0
        placed.append((seat, max(heights[seat], lowest)))
    over = max(0.0, placed[-1][1] - WIDE.plot[3]) if placed else 0
    return [(seat, at - over) for seat, at in placed]
