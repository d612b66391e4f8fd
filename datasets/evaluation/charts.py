"""The charts of the report as SVG, drawn by hand: a reliability diagram and a confusion matrix.

Two charts that a page holds whole, in its own colours, are less than a plotting library brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from yakume.engine import FACES

from .calibration import Reliability
from .metrics import Judged

CELL_PX = 17
MARGIN_PX = 40


def reliability_svg(answers: Reliability, what: str) -> str:
    """Bars of the share that was right over the probability told; the closer to the diagonal the truer."""
    side, left, bottom = 220, 40, 46
    height = side + bottom + 14

    def x(p: float) -> float:
        return left + p * side

    def y(p: float) -> float:
        return 10 + (1 - p) * side

    parts = [
        f'<svg class="chart" viewBox="0 0 {left + side + 14} {height}" role="img" aria-label="Reliability: {what}">'
    ]
    for tick in (0, 0.5, 1):
        parts.append(f'<line class="grid" x1="{x(0)}" x2="{x(1)}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{left - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
        parts.append(f'<text x="{x(tick):.1f}" y="{y(0) + 15:.1f}" text-anchor="middle">{tick:g}</text>')
    for row in answers.bins:
        shares = f"{row.mean_probability:.3f} told, {row.share_right:.3f} right"
        tip = f"{row.low:.1f}–{row.high:.1f}: {row.count} answers, {shares}"
        wide = (row.high - row.low) * side - 2
        parts.append(
            f'<rect class="bar" x="{x(row.low) + 1:.1f}" y="{y(row.share_right):.1f}" width="{wide:.1f}" '
            f'height="{y(0) - y(row.share_right):.1f}"><title>{tip}</title></rect>'
        )
        told = f'x1="{x(row.low) + 1:.1f}" x2="{x(row.high) - 1:.1f}"'
        parts.append(
            f'<line class="told" {told} y1="{y(row.mean_probability):.1f}" y2="{y(row.mean_probability):.1f}"/>'
        )
        middle = (x(row.low) + x(row.high)) / 2
        parts.append(
            f'<text class="small" x="{middle:.1f}" y="{y(0) + 28:.1f}" text-anchor="middle">{row.count}</text>'
        )
    parts.append(f'<line class="diagonal" x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}"/>')
    parts.append(
        f'<text class="small" x="{x(0.5)}" y="{height - 3}" text-anchor="middle">probability told; counts</text>'
    )
    return "".join(parts) + "</svg>"


def confusion_svg(judged: Iterable[Judged]) -> str:
    """Rows are the true faces of cards that count, columns what was read, the last one cards that were not found.

    The diagonal is green, the rest red, the stronger the larger the share of the row.
    """
    counts: Counter[tuple[int, int]] = Counter()
    missed = len(FACES)
    for match in (m for picture in judged for m in picture.matches):
        counts[match.truth.face.index, missed if match.found is None else match.found.face.index] += 1
    rows = sorted({row for row, _ in counts})
    columns = [*range(len(FACES)), missed]
    width, height = MARGIN_PX + len(columns) * CELL_PX + 4, MARGIN_PX + len(rows) * CELL_PX + 4
    parts = [f'<svg class="chart matrix" viewBox="0 0 {width} {height}" role="img" aria-label="Confusion matrix">']
    for place, column in enumerate(columns):
        x = MARGIN_PX + (place + 0.5) * CELL_PX
        title = "missed" if column == missed else str(FACES[column])
        parts.append(
            f'<text class="small" transform="translate({x + 3:.1f} {MARGIN_PX - 4}) rotate(-90)">{title}</text>'
        )
    for place, row in enumerate(rows):
        y = MARGIN_PX + place * CELL_PX
        parts.append(f'<text class="small" x="{MARGIN_PX - 4}" y="{y + 12}" text-anchor="end">{FACES[row]}</text>')
        whole = sum(counts[row, column] for column in columns)
        for at, column in enumerate(columns):
            n = counts[row, column]
            kind = "none" if not n else "right" if column == row else "missed" if column == missed else "wrong"
            answer = "not found" if column == missed else f"read as {FACES[column]}"
            x = MARGIN_PX + at * CELL_PX
            strength = 0.25 + 0.75 * n / whole if n else 1
            parts.append(
                f'<rect class="cell {kind}" x="{x}" y="{y}" width="{CELL_PX - 1}" height="{CELL_PX - 1}" '
                f'fill-opacity="{strength:.2f}"><title>{FACES[row]} {answer}: {n} of {whole}</title></rect>'
            )
            if n:
                parts.append(f'<text class="count" x="{x + 8}" y="{y + 12}" text-anchor="middle">{n}</text>')
    return "".join(parts) + "</svg>"
