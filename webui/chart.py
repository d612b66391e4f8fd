"""Scores through the deals of a match, or through matches, as one SVG picture: for the sheet, and to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from yakume.engine import Ruleset
from yakume.engine.finish import display_kan
from yakume.engine.names import name
from yakume.engine.sheet import Sheet
from yakume.engine.sheet_text import Language

WIDTH, HEIGHT = 1200, 630
"""Size of the picture: what is shown in full wherever a link or a photo is shared."""

_PLOT = (90, 220, 900, 570)
"""Left, top, right and bottom of the chart within it."""

MOST_STEPS = 16
"""So many steps are all named below the chart; of more, some."""

_LINES = (
    ("#b3312a", ""),
    ("#24466b", "14 6"),
    ("#43603b", "3 6"),
    ("#7a5a12", "18 5 3 5"),
    ("#5c2a6b", "8 8"),
    ("#26211c", "2 3"),
    ("#0e6470", "24 8"),
)
"""Colour and dashes by seat: seats are told apart without their colours, too."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line."""

    name: str
    score: str
    """What stands under the name."""
    points: tuple[int, ...]
    """The score at each step, in 文 (八十: 点)."""


def scores_svg(sheet: Sheet, day: str, language: Language = "ja") -> str:
    """Who stands where, and how it came to that.

    Args:
        day: when it was played, as it is printed.
    """
    numbers = [0, *(deal.number for deal in sheet.deals)]
    lines = [[0, *(deal.so_far[seat] for deal in sheet.deals)] for seat in range(len(sheet.players))]
    if sheet.deals and sheet.deals[0].number == 0:  # the stakes before the first deal are where it begins
        lines, numbers = [line[1:] for line in lines], numbers[1:]
    told = [
        Line(player, _score(sheet, seat, lines[seat][-1], language), tuple(lines[seat]))
        for seat, player in enumerate(sheet.players)
    ]
    return lines_svg(sheet.game, told, [f"{number}" for number in numbers], day, language)


def lines_svg(game: Ruleset, lines: Sequence[Line], steps: Sequence[str], day: str, language: Language = "ja") -> str:
    """Scores in one game, step by step.

    Args:
        lines: one to seven, each with as many points as there are `steps`.
        steps: what stands below each step.
        day: when it was, as it is printed.
    """
    left, top, right, bottom = _PLOT
    term = name(game.id)
    title = term.ja if language == "ja" else term.en
    count = len(lines)
    low, high = min(min(line.points) for line in lines), max(max(line.points) for line in lines)
    span = max(high - low, 1)

    def x(at: int) -> float:
        return left + (right - left) * at / max(1, len(steps) - 1)

    def y(mon: int) -> float:
        return bottom - (bottom - top) * (mon - low) / span

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="Hiragino Mincho ProN, Noto Serif CJK JP, serif" fill="#26211c">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f6f0e2"/>',
        f'<text x="48" y="64" font-size="38" font-weight="600">{escape(title)}</text>',
        f'<text x="{WIDTH - 48}" y="64" font-size="24" text-anchor="end">{escape(day)}</text>',
    ]
    for seat, line in enumerate(lines):
        at = 48 + (WIDTH - 96) * seat / count
        size = 30 if count <= 4 else 22
        parts.append(f'<text x="{at:.0f}" y="122" font-size="{size}">{escape(line.name)}</text>')
        parts.append(f'<text x="{at:.0f}" y="166" font-size="{size + 4}" font-weight="600">{escape(line.score)}</text>')
    for mon in sorted({low, min(max(0, low), high), high}):
        parts.append(f'<path d="M{left} {y(mon):.1f}H{right}" stroke="#d9ccb2"/>')
        words = escape(money(game, mon, language))
        parts.append(f'<text x="{left - 10}" y="{y(mon) + 6:.1f}" font-size="17" text-anchor="end">{words}</text>')
    most = MOST_STEPS if max(map(len, steps)) <= 3 else MOST_STEPS // 2
    for at, step in enumerate(steps):
        if len(steps) <= most or at % -(-len(steps) // (most // 2)) == 0:
            parts.append(
                f'<text x="{x(at):.1f}" y="{bottom + 34}" font-size="17" text-anchor="middle">{escape(step)}</text>'
            )
    for seat, at_end in _spread([y(line.points[-1]) for line in lines]):
        colour, dashes = _LINES[seat % len(_LINES)]
        points = " ".join(f"{x(at):.1f},{y(mon):.1f}" for at, mon in enumerate(lines[seat].points))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="5" stroke-linejoin="round" '
            f'stroke-dasharray="{dashes}"/>'
        )
        who = escape(lines[seat].name)
        parts.append(f'<text x="{right + 14}" y="{at_end + 7:.1f}" font-size="22" fill="{colour}">{who}</text>')
    return "".join(parts) + "</svg>"


def _spread(heights: Sequence[float], apart: float = 27) -> list[tuple[int, float]]:
    """Seats with the heights of their names, moved apart so that none covers another."""
    placed: list[tuple[int, float]] = []
    for seat in sorted(range(len(heights)), key=lambda seat: heights[seat]):
        lowest = placed[-1][1] + apart if placed else 0
        placed.append((seat, max(heights[seat], lowest)))
    over = max(0.0, placed[-1][1] - _PLOT[3]) if placed else 0
    return [(seat, at - over) for seat, at in placed]


def _score(sheet: Sheet, seat: int, mon: int, language: Language) -> str:
    """The final score, or the score so far."""
    if not sheet.final:
        return money(sheet.game, mon, language)
    cell = sheet.final[seat]
    return money(sheet.game, cell.mon if sheet.game.sheet.in_kan else cell.ten, language)


def money(game: Ruleset, mon: int, language: Language) -> str:
    """An amount in 貫 and 文, in 文, or in 点, with its sign."""
    sign = "+" if mon > 0 else "−" if mon < 0 else ""
    if not game.sheet.in_kan:
        ja, en = ("点", " pts") if game.unit == "点" else ("文", " mon")
        return f"{sign}{abs(mon)}{ja if language == 'ja' else en}"
    kan, rest = display_kan(abs(mon))
    ja, en = f"{kan}貫" if kan else "", f"{kan} kan" if kan else ""
    if rest or not kan:
        ja, en = f"{ja}{rest}文", f"{en} {rest} mon".strip()
    return sign + (ja if language == "ja" else en)
