"""How much of a card another one covers, by their outlines."""

from __future__ import annotations

from collections.abc import Sequence

from ..observation import Outline

STEPS = tuple((step + 0.5) / 7 for step in range(7))
"""A card is looked at in so many rows and columns."""


def covered_share(quad: Outline, others: Sequence[Outline]) -> float:
    """Which share of `quad` lies in that one of `others` in which most of it does, 0…1; corners clockwise, px."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    points = [
        (
            (1 - v) * ((1 - u) * x0 + u * x1) + v * ((1 - u) * x3 + u * x2),
            (1 - v) * ((1 - u) * y0 + u * y1) + v * ((1 - u) * y3 + u * y2),
        )
        for u in STEPS
        for v in STEPS
    ]
    return max((sum(_holds(other, x, y) for x, y in points) for other in others), default=0) / len(points)


def _holds(outline: Outline, x: float, y: float) -> bool:
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return all((x1 - x0) * (y - y0) >= (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in edges)
