"""Ink on paper: the few marks every picture of the deck is made of, as SVG text.

A picture is 300 units wide and 510 high, x right, y down; about 9 units are a millimetre of a real card.
Angles are degrees, clockwise. Every mark is a string; pictures are joined strings: SVG libraries
write the same strings, and know no brush.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .style import Palette, Style

Point = tuple[float, float]

Pictures = tuple[str, str, str, str]
"""The four cards of a month in card order."""

WIDTH, HEIGHT = 300, 510
"""Size of the picture inside the card's edge, units."""


def number(value: float) -> str:
    """`value` with one decimal at most: short, and the same on every machine."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def turned(point: Point, angle: float) -> Point:
    """`point` turned about the origin."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def ray(x: float, y: float, angle: float, length: float) -> Point:
    """The point at `length` from (x, y) in direction `angle`; 0 points right, 90 down."""
    dx, dy = turned((length, 0), angle)
    return x + dx, y + dy


def sample(points: Sequence[Point], count: int) -> list[Point]:
    """`count` points evenly in parameter along the smooth line through `points` (Catmull-Rom)."""
    last = len(points) - 1
    out = []
    for k in range(count):
        u = k / (count - 1) * last
        i = min(int(u), last - 1)
        t = u - i
        p0, p1, p2, p3 = (points[min(max(i + d, 0), last)] for d in (-1, 0, 1, 2))
        out.append(
            tuple(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
        )
    return out  # type: ignore[return-value]  # pairs in, pairs out


def straight_path(points: Sequence[Point], closed: bool = True) -> str:
    """SVG path data of a polygon or polyline."""
    body = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


def smooth_path(points: Sequence[Point], closed: bool = False) -> str:
    """SVG path data of the smooth line through `points` (Catmull-Rom as cubic curves)."""
    n = len(points)
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(n if closed else n - 1):
        at = [(i + d) % n if closed else min(max(i + d, 0), n - 1) for d in (-1, 0, 1, 2)]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[k] for k in at)
        control = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        parts.append("C" + " ".join(number(v) for v in control))
    return "".join(parts) + ("Z" if closed else "")


class Pen:
    """Draws marks with the inks and the line of one style."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.line_width = 3.4 * style.line

    @property
    def ink(self) -> Palette:
        """The inks by name."""
        return self.style.palette

    def path(self, data: str, fill: str = "none", line: float = 1.0, colour: str | None = None) -> str:
        """A path with an outline of `line` times the usual width; 0 leaves the outline out."""
        stroke = ""
        if line:
            width = number(self.line_width * line)
            stroke = f' stroke="{colour or self.ink.ink}" stroke-width="{width}"'
        return f'<path d="{data}" fill="{fill}"{stroke}/>'

    def blob(self, points: Sequence[Point], fill: str, line: float = 1.0) -> str:
        """A smooth closed shape."""
        return self.path(smooth_path(points, closed=True), fill, line)

    def poly(self, points: Sequence[Point], fill: str, line: float = 1.0) -> str:
        """A closed shape with corners."""
        return self.path(straight_path(points), fill, line)

    def cusped(self, sides: Sequence[Sequence[Point]], fill: str, line: float = 1.0) -> str:
        """A closed shape of smooth sides that meet in points; each side starts where the one before ended."""
        data = smooth_path(sides[0]) + "".join("C" + smooth_path(side).split("C", 1)[1] for side in sides[1:])
        return self.path(data + "Z", fill, line)

    def stroke(self, *points: Point, line: float = 1.0, colour: str | None = None) -> str:
        """A smooth open line."""
        return self.path(smooth_path(points), "none", line, colour)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: str, *, angle: float = 0, line: float = 1.0) -> str:
        """An ellipse turned by `angle`."""
        quarter = [turned((rx, 0), angle), turned((-rx, 0), angle)]
        (ax, ay), (bx, by) = ((x + dx, y + dy) for dx, dy in quarter)
        arc = f"A{number(rx)} {number(ry)} {number(angle)} 1 1"
        data = f"M{number(ax)} {number(ay)}{arc} {number(bx)} {number(by)}{arc} {number(ax)} {number(ay)}Z"
        return self.path(data, fill, line)

    def disc(self, x: float, y: float, r: float, fill: str, line: float = 1.0) -> str:
        """A circle."""
        return self.oval(x, y, r, r, fill, line=line)

    def limb(
        self, points: Sequence[Point], start: float, end: float, fill: str, line: float = 1.0, taper: float = 1.0
    ) -> str:
        """A branch, blade or leg: the line through `points`, `start` wide at first and `end` wide at last.

        With `taper` above 1 the width stays longer and goes quicker at the end.
        """
        spine = sample(points, max(8, 5 * len(points)))
        left, right = [], []
        for k, (x, y) in enumerate(spine):
            (ax, ay), (bx, by) = spine[max(k - 1, 0)], spine[min(k + 1, len(spine) - 1)]
            norm = math.hypot(bx - ax, by - ay) or 1.0
            half = (start + (end - start) * (k / (len(spine) - 1)) ** taper) / 2
            nx, ny = -(by - ay) / norm * half, (bx - ax) / norm * half
            left.append((x + nx, y + ny))
            right.append((x - nx, y - ny))
        return self.poly([*left, *reversed(right)], fill, line)

    def leaf(self, x: float, y: float, angle: float, length: float, width: float, fill: str, line: float = 1) -> str:
        """A pointed leaf or drop that starts at (x, y) and points along `angle`."""
        shape = [(0, 0), (length * 0.25, -width * 0.42), (length * 0.6, -width * 0.5), (length, 0)]
        shape += [(length * 0.6, width * 0.5), (length * 0.25, width * 0.42)]
        moved = [(x + dx, y + dy) for dx, dy in (turned(p, angle) for p in shape)]
        return self.cusped([moved[:4], [*moved[3:], moved[0]]], fill, line)


def at(picture: str, x: float, y: float, angle: float = 0, scale: float = 1, flip: bool = False) -> str:
    """`picture` drawn about its origin, moved to (x, y), turned, sized and mirrored left to right."""
    parts = [f"translate({number(x)} {number(y)})"]
    if angle:
        parts.append(f"rotate({number(angle)})")
    if scale != 1 or flip:
        parts.append(f"scale({-scale if flip else scale:g} {scale:g})")
    return f'<g transform="{" ".join(parts)}">{picture}</g>'
