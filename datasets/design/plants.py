"""The twelve plants, drawn about an origin that each function names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from .pen import Pen, Point, ray, sample


def pine(pen: Pen, x: float, base: float, height: float, half: float) -> str:
    """A pine shoot standing on `base`: needles to both sides, bright tip."""
    c = pen.ink
    left: list[Point] = []
    right: list[Point] = []
    rows = max(6, round(height / 17))
    for k in range(1, rows + 1):
        t = k / rows
        w, y = half * math.sin(math.pi / 2 * t) ** 0.75, base - height + t * height
        for side, out in ((-1, left), (1, right)):
            out += [(x + side * (w + 7), y - 5), (x + side * (w - 2), y + 5)]
    top = (x, base - height - 2)
    body = pen.poly([top, *right, *reversed(left)], c.leaf)
    needles = ""
    for k in range(1, rows):
        t = k / rows
        w, y = half * math.sin(math.pi / 2 * t) ** 0.75, base - height + t * height
        for side in (-1, 1):
            needles += pen.stroke((x, y + 14), (x + side * w * 0.9, y - 2), line=0.6)
    stem = pen.limb([(x, base), (x, base - height + 20)], half * 0.24, 4, c.brown, 0.7)
    return body + needles + stem + pen.limb([(x, base - height + 8), (x, base - height - 20)], 9, 7, c.yellow, 0.8)


def plum_flower(pen: Pen, r: float) -> str:
    """A plum blossom seen a little from the side: five round petals, a fan of stamens; origin in its middle."""
    c = pen.ink
    petals = "".join(pen.disc(*ray(0, 0, -90 + 72 * k, r * 0.58), r * 0.5, c.red) for k in (2, 3, 1, 4, 0))
    heart = pen.disc(0, 0, r * 0.3, c.yellow, 0.8)
    stamens = ""
    for k in range(8):
        tip = ray(0, 0, 45 * k, r * 0.52)
        stamens += pen.stroke(ray(0, 0, 45 * k, r * 0.2), tip, line=0.6) + pen.disc(*tip, r * 0.06, c.yellow, 0.5)
    return petals + stamens + heart


def plum_side(pen: Pen, r: float) -> str:
    """A plum blossom from the side, open to the top; origin at its foot."""
    c = pen.ink
    petals = pen.disc(-r * 0.62, -r * 0.55, r * 0.45, c.red) + pen.disc(r * 0.62, -r * 0.55, r * 0.45, c.red)
    petals += pen.disc(0, -r * 0.8, r * 0.5, c.red)
    fan = "".join(
        pen.stroke((0, -r * 0.1), ray(0, -r * 0.1, -90 + a, r * 0.62), line=0.6) for a in (-50, -25, 0, 25, 50)
    )
    cup = pen.blob([(-r * 0.55, -r * 0.25), (0, -r * 0.42), (r * 0.55, -r * 0.25), (0, r * 0.12)], c.yellow, 0.8)
    return petals + cup + fan


def plum_bud(pen: Pen, r: float) -> str:
    """A closed bud."""
    return pen.disc(0, 0, r, pen.ink.red) + pen.stroke((-r * 0.5, r * 0.1), (0, -r * 0.4), (r * 0.5, r * 0.1), line=0.6)


def cherry_flower(pen: Pen, r: float, fill: str) -> str:
    """A cherry blossom: five notched petals and a star of stamens; origin in its middle."""
    petals = ""
    for k in range(5):
        angle = -90 + 72 * k
        shape = [(0.1, 0), (0.45, -32), (0.85, -30), (1.02, -13), (0.84, 0), (1.02, 13), (0.85, 30), (0.45, 32)]
        petals += pen.blob([ray(0, 0, angle + turn, r * d) for d, turn in shape], fill)
    stamens = "".join(
        pen.stroke((0, 0), ray(0, 0, -90 + 36 * k, r * (0.55 if k % 2 else 0.38)), line=0.7) for k in range(10)
    )
    return petals + stamens + pen.disc(0, 0, r * 0.1, pen.ink.yellow, 0.6)


def wisteria(pen: Pen, points: Sequence[Point], pairs: int) -> str:
    """A hanging raceme along `points`: pairs of drops that grow smaller, one at the end."""
    spine = sample(points, pairs + 2)
    out = pen.stroke(*points, line=0.8)
    for k, (x, y) in enumerate(spine[1:-1]):
        size = 30 - 10 * k / pairs
        out += pen.leaf(x, y, 125, size, size * 0.55, pen.ink.blue, 0.8)
        out += pen.leaf(x, y, 55, size, size * 0.55, pen.ink.blue, 0.8)
    return out + pen.leaf(*spine[-1], 90, 22, 13, pen.ink.blue, 0.8)


def leaf_spray(pen: Pen, points: Sequence[Point], pairs: int, size: float, fill: str) -> str:
    """A twig along `points` with leaves in pairs and one at the tip, as of wisteria and bush clover."""
    spine = sample(points, 3 * pairs + 2)
    out = pen.stroke(*points, line=0.9)
    for k in range(1, pairs + 1):
        (ax, ay), (x, y) = spine[3 * k - 2], spine[3 * k - 1]
        along = math.degrees(math.atan2(y - ay, x - ax))
        out += pen.leaf(x, y, along - 48, size, size * 0.5, fill, 0.8)
        out += pen.leaf(x, y, along + 48, size, size * 0.5, fill, 0.8)
    (ax, ay), (x, y) = spine[-2:]
    return out + pen.leaf(x, y, math.degrees(math.atan2(y - ay, x - ax)), size, size * 0.5, fill, 0.8)


def blade(pen: Pen, *points: Point, width: float = 25) -> str:
    """A sword leaf of the iris, from the ground up, with its rib."""
    return pen.limb(points, width, 1.5, pen.ink.leaf, taper=2.2) + pen.stroke(*points, line=0.5)


def iris(pen: Pen, r: float) -> str:
    """An iris flower: three hanging petals, two standing; origin in its middle."""
    c = pen.ink
    up = pen.blob([(0, 6), (-r * 0.34, -r * 0.3), (-r * 0.1, -r * 0.85), (r * 0.12, -r * 0.4)], c.blue)
    up += pen.blob([(0, 6), (r * 0.36, -r * 0.3), (r * 0.3, -r * 0.8), (r * 0.02, -r * 0.4)], c.blue)
    side = [
        (0, 0),
        (r * 0.5, -r * 0.25),
        (r * 1.0, -r * 0.1),
        (r * 1.05, r * 0.35),
        (r * 0.8, r * 0.5),
        (r * 0.5, r * 0.2),
    ]
    falls = pen.blob(side, c.blue) + pen.blob([(-x, y) for x, y in side], c.blue)
    front = pen.blob(
        [
            (-r * 0.12, 0),
            (r * 0.12, 0),
            (r * 0.5, r * 0.5),
            (r * 0.2, r * 0.95),
            (-r * 0.25, r * 0.95),
            (-r * 0.5, r * 0.5),
        ],
        c.blue,
    )
    marks = pen.leaf(0, r * 0.02, 90, r * 0.5, r * 0.16, c.yellow, 0.6)
    marks += pen.leaf(r * 0.3, 0, 12, r * 0.5, r * 0.14, c.yellow, 0.6) + pen.leaf(
        -r * 0.3, 0, 168, r * 0.5, r * 0.14, c.yellow, 0.6
    )
    veins = pen.stroke((-r * 0.16, r * 0.3), (-r * 0.2, r * 0.75), line=0.5) + pen.stroke(
        (r * 0.16, r * 0.3), (r * 0.2, r * 0.75), line=0.5
    )
    return up + falls + front + veins + marks


def iris_bud(pen: Pen, length: float) -> str:
    """A closed iris on its stalk end; origin at its foot."""
    return pen.leaf(0, 0, -90, length, length * 0.42, pen.ink.blue) + pen.leaf(
        0, 4, -90, length * 0.6, length * 0.36, pen.ink.yellow
    )


def peony(pen: Pen, r: float) -> str:
    """A full peony: rings of scalloped petals; origin in its middle."""
    c, out = pen.ink, ""
    for size, petals, turn in ((1.0, 9, 0), (0.74, 7, 20), (0.48, 5, 50)):
        for k in range(petals):
            angle = turn + 360 * k / petals
            spread = 360 / petals * 0.72
            ring = [(0.3, -spread * 0.5), (0.86, -spread), (1.0, -spread * 0.52), (0.93, -spread * 0.06)]
            ring += [(1.02, spread * 0.42), (0.9, spread * 0.95), (0.3, spread * 0.5)]
            out += pen.blob([ray(0, 0, angle + a, r * size * d) for d, a in ring], c.red)
    heart = pen.blob([ray(0, 0, 60 * k, r * (0.24 if k % 2 else 0.16)) for k in range(6)], c.red)
    return out + heart + "".join(pen.stroke((0, 0), ray(0, 0, -90 + a, r * 0.2), line=0.6) for a in (-60, 0, 60))


def peony_bud(pen: Pen, r: float) -> str:
    """A half-open peony seen from the side; origin at its foot."""
    c = pen.ink
    out = pen.leaf(0, 0, -150, r * 1.25, r * 0.5, c.leaf) + pen.leaf(0, 0, -30, r * 1.25, r * 0.5, c.leaf)
    for dx, w in ((-0.5, 0.5), (0.5, 0.5), (0, 0.62)):
        tip = [(dx * r * 0.3, 0), (dx * r - w * r, -r * 0.7), (dx * r - w * r * 0.4, -r * 1.25), (dx * r, -r * 1.12)]
        tip += [(dx * r + w * r * 0.5, -r * 1.25), (dx * r + w * r, -r * 0.7)]
        out += pen.blob(tip, c.red)
    return out


def lobed_leaf(pen: Pen, length: float, lobes: int = 3) -> str:
    """A broad leaf with pointed lobes, as of peony and chrysanthemum; origin at its stalk, pointing right."""
    out = ""
    for k in range(lobes):
        share = k - (lobes - 1) / 2
        angle = share * 105 / lobes
        size = length * (1 - 0.14 * abs(share))
        out += pen.leaf(0, 0, angle, size, size * 0.46, pen.ink.leaf)
        out += pen.stroke((0, 0), ray(0, 0, angle, size * 0.85), line=0.6)
    return out


def clover(pen: Pen, points: Sequence[Point], buds: int, leaves: int) -> str:
    """A spray of bush clover along `points`, foot first: leaves below, red buds towards the tip."""
    c = pen.ink
    spine = sample(points, 2 * (buds + leaves) + 2)
    out = pen.stroke(*points, line=0.9)
    for k in range(1, buds + leaves + 1):
        (ax, ay), (x, y) = spine[2 * k - 1], spine[2 * k]
        along = math.degrees(math.atan2(y - ay, x - ax))
        fill, size = (c.leaf, 30.0) if k <= leaves else (c.red, 27.0 - 7 * (k - leaves) / buds)
        for side in (-1, 1):
            out += pen.leaf(x, y, along + side * 46, size, size * 0.55, fill, 0.8)
    return out + pen.leaf(
        *spine[-1],
        math.degrees(math.atan2(spine[-1][1] - spine[-2][1], spine[-1][0] - spine[-2][0])),
        20,
        11,
        c.red,
        0.8,
    )


def hill(pen: Pen, top: float) -> str:
    """The hill of pampas grass across the picture, its brow at height `top`."""
    c = pen.ink
    brow = [(-20.0, top + 62), (60.0, top + 16), (150.0, top), (240.0, top + 16), (320.0, top + 62)]
    edge = sample(brow, 24)
    out = pen.poly([*edge, (320, 530), (-20, 530)], c.leaf)
    for x, y, length, lean in (
        (30, 70, 120, -1),
        (75, 60, 150, 1),
        (130, 40, 120, -1),
        (150, 110, 150, 1),
        (225, 60, 110, -1),
        (250, 130, 120, 1),
        (55, 150, 120, 1),
        (120, 190, 130, -1),
        (200, 200, 130, 1),
        (285, 190, 110, -1),
        (25, 230, 90, 1),
        (95, 265, 100, -1),
        (170, 275, 110, 1),
        (250, 270, 90, -1),
    ):
        for spread in (0, 16, 34):
            start = (x - lean * spread * 0.4, top + y + spread * 0.6)
            mid = (start[0] + lean * length * 0.35, start[1] - 26 + spread * 0.4)
            end = (start[0] + lean * length * 0.75, start[1] - 18 + spread * 0.9)
            if start[1] < 510:
                out += pen.stroke(start, mid, end, line=0.7, colour=on_leaf(pen))
    return out


def on_leaf(pen: Pen) -> str:
    """A line that shows on leaf colour: dark on green, grey on the nearly black leaves of old prints."""
    red, green, blue = (int(pen.ink.leaf[k : k + 2], 16) for k in (1, 3, 5))
    return "#5d665c" if red + green + blue < 150 else pen.ink.ink


def kiku(pen: Pen, r: float) -> str:
    """A chrysanthemum from above, petals red and yellow; origin in its middle."""
    c, out = pen.ink, ""
    for size, petals, turn in ((1.0, 13, 0), (0.74, 11, 12), (0.46, 8, 4)):
        for k in range(petals):
            angle = turn + 360 * k / petals
            fill = c.yellow if k % 2 else c.red
            reach = r * size
            petal = [(0.2, 0), (0.6, -7), (0.9, -12), (1.0, -7), (1.03, 0), (1.0, 7), (0.9, 12), (0.6, 7)]
            out += pen.blob([ray(0, 0, angle + turn, reach * d) for d, turn in petal], fill, 0.8)
    return out + pen.disc(0, 0, r * 0.13, c.yellow, 0.8)


def kiku_side(pen: Pen, r: float) -> str:
    """A chrysanthemum from the side, opening upwards; origin at its foot."""
    c, out = pen.ink, ""
    for k, angle in enumerate((-172, -8, -152, -28, -130, -50, -110, -70, -90)):
        size = r * (0.95 + 0.15 * (k % 2))
        out += pen.leaf(0, 0, angle, size, size * 0.4, c.yellow if k % 4 in (1, 2) else c.red, 0.8)
    return out + pen.blob([(-r * 0.3, -r * 0.12), (r * 0.3, -r * 0.12), (0, r * 0.18)], c.leaf, 0.8)


def kiku_leaf(pen: Pen, length: float) -> str:
    """The lobed leaf of the chrysanthemum; origin at its stalk, pointing right."""
    half = [(0.0, 0.0), (0.12, 0.3), (0.36, 0.42), (0.44, 0.24), (0.6, 0.4), (0.8, 0.34), (0.84, 0.14), (1.0, 0.0)]
    edge = [(length * x, length * y) for x, y in half]
    edge += [(x, -y) for x, y in reversed(edge[1:-1])]
    out = pen.blob(edge, pen.ink.leaf) + pen.stroke((0, 0), (length * 0.9, 0), line=0.6)
    for k in (0.25, 0.5):
        for side in (1, -1):
            out += pen.stroke((length * k, 0), (length * (k + 0.16), side * length * 0.26), line=0.5)
    return out


def maple(pen: Pen, r: float, fill: str) -> str:
    """A maple leaf of seven points on its stalk, which hangs down; origin where the veins meet."""
    lobes = ((122, 0.5), (168, 0.84), (220, 0.98), (270, 1.06), (320, 0.98), (372, 0.84), (418, 0.5))
    edge: list[Point] = []
    for k, (angle, length) in enumerate(lobes):
        for turn, share in ((-16, 0.58), (-8, 0.8), (0, 1.0), (8, 0.8), (16, 0.58)):
            edge.append(ray(0, 0, angle + turn, r * length * share))
        if k < 6:
            edge.append(ray(0, 0, (angle + lobes[k + 1][0]) / 2, r * 0.4))
    edge.append((0, r * 0.16))
    stalk = pen.stroke((0, r * 0.1), (r * 0.05, r * 0.6), line=1.6)
    return (
        stalk
        + pen.poly(edge, fill)
        + "".join(pen.stroke((0, 0), ray(0, 0, a, r * d * 0.8), line=0.6) for a, d in lobes)
    )


def willow(pen: Pen, points: Sequence[Point], width: float) -> str:
    """A hanging willow frond along `points`, thick above: slim leaves to both sides."""
    c = pen.ink
    count = max(9, round(sum(math.dist(a, b) for a, b in pairwise(points)) / 10))
    spine = sample(points, count)
    out = pen.limb(points, width * 0.5, 3, c.leaf, 0)
    for k in range(1, count):
        (ax, ay), (x, y) = spine[k - 1], spine[k]
        along = math.degrees(math.atan2(y - ay, x - ax))
        size = width * (1 - 0.45 * k / count)
        for side in (-1, 1):
            out += pen.leaf(ax, ay, along + side * (30 + 5 * (k % 2)), size, size * 0.27, c.leaf, 0.55)
    (ax, ay), (x, y) = spine[-2:]
    out += pen.leaf(x, y, math.degrees(math.atan2(y - ay, x - ax)), width * 0.6, width * 0.2, c.leaf, 0.6)
    return out + pen.stroke(*points, line=0.9)


def kiri_leaf(pen: Pen, size: float) -> str:
    """A paulownia leaf, broad with three points; origin at its stalk, hanging down."""
    upper = [(0.0, 0.0), (0.22, -0.16), (0.5, -0.04), (0.66, 0.18), (0.84, 0.36)]
    lower = [(0.84, 0.36), (0.6, 0.5), (0.42, 0.72), (0.16, 0.9), (0.0, 1.12)]
    right = [[(size * x, size * y) for x, y in side] for side in (upper, lower)]
    left = [[(-x, y) for x, y in reversed(side)] for side in reversed(right)]
    out = pen.cusped([*right, *left], pen.ink.leaf)
    line = on_leaf(pen)
    out += pen.stroke((0, 0), (0, size * 1.0), line=0.8, colour=line)
    for side in (-1, 1):
        for root, x, y in ((0.08, 0.74, 0.35), (0.05, 0.42, 0.0), (0.34, 0.46, 0.6), (0.6, 0.24, 0.8)):
            end = (side * size * x, size * y)
            out += pen.stroke(
                (0, size * root), (end[0] * 0.5, (size * root + end[1]) / 2 - 4), end, line=0.6, colour=line
            )
    return out


def kiri_spike(pen: Pen, height: float, bells: int) -> str:
    """A flower spike of the paulownia: bells below, buds above; origin at its foot, standing up."""
    c = pen.ink
    out = pen.stroke((0, 0), (0, -height), line=0.9)
    for k in range(3):
        y = -height * (0.6 + 0.12 * k)
        for side in (-1, 1):
            out += pen.leaf(0, y + 6, -90 + side * 50, 30 - 4 * k, 14 - k, c.blue, 0.8)
    out += pen.leaf(0, -height + 6, -90, 22, 11, c.blue, 0.8)
    spots = ((-22, -height * 0.34), (22, -height * 0.34), (0, -height * 0.46))
    for x, y in spots[:bells]:
        star = [ray(x, y, -90 + 36 * k, 25 if k % 2 == 0 else 14) for k in range(10)]
        out += pen.poly(star, c.blue) + pen.stroke((x, y - 10), (x, y + 8), line=0.5)
    return out
