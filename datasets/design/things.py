"""What people made and the sky holds: ribbons and their writing, sun, moon, cloud, curtain, bridge, cup, flecks."""

from __future__ import annotations

import random

from .pen import Pen, Point, at, ray, smooth_path, straight_path

# Brush strokes of the kana on the poetry ribbons, each in a unit square, y down.
_KANA: dict[str, tuple[tuple[Point, ...], ...]] = {
    "あ": (
        ((0.15, 0.28), (0.5, 0.27), (0.85, 0.2)),
        ((0.45, 0.05), (0.42, 0.45), (0.5, 0.85)),
        ((0.72, 0.36), (0.55, 0.75), (0.22, 0.88), (0.12, 0.7), (0.4, 0.48), (0.78, 0.52), (0.88, 0.74), (0.62, 0.95)),
    ),
    "か": (
        ((0.1, 0.36), (0.55, 0.26), (0.68, 0.42), (0.52, 0.9), (0.4, 0.82)),
        ((0.42, 0.06), (0.34, 0.5), (0.12, 0.92)),
        ((0.78, 0.2), (0.94, 0.5)),
    ),
    "よ": (
        ((0.54, 0.28), (0.84, 0.22)),
        ((0.52, 0.04), (0.54, 0.6), (0.42, 0.9), (0.18, 0.84), (0.3, 0.68), (0.58, 0.74), (0.88, 0.94)),
    ),
    "ろ": (((0.22, 0.12), (0.74, 0.1), (0.2, 0.56), (0.6, 0.42), (0.86, 0.62), (0.7, 0.88), (0.34, 0.94)),),
    "し": (((0.36, 0.04), (0.32, 0.6), (0.46, 0.94), (0.7, 0.84), (0.86, 0.6)),),
    "み": (
        ((0.2, 0.14), (0.58, 0.12), (0.4, 0.6), (0.16, 0.82), (0.1, 0.62), (0.4, 0.54), (0.92, 0.76)),
        ((0.78, 0.4), (0.74, 0.7), (0.56, 0.94)),
    ),
    "の": (
        ((0.54, 0.2), (0.46, 0.62), (0.24, 0.82), (0.12, 0.58), (0.36, 0.2), (0.72, 0.18), (0.9, 0.5), (0.64, 0.88)),
    ),
}

# Digits for beginners' decks, as brush strokes in a square of one by 1.6.
_DIGITS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "0": (((0.5, 0.0), (0.08, 0.5), (0.14, 1.25), (0.5, 1.6), (0.88, 1.2), (0.92, 0.45), (0.5, 0.0)),),
    "1": (((0.25, 0.3), (0.55, 0.0), (0.55, 0.8), (0.55, 1.6)),),
    "2": (((0.1, 0.4), (0.5, 0.0), (0.88, 0.4), (0.5, 1.0), (0.1, 1.58)), ((0.1, 1.58), (0.92, 1.58))),
    "3": (
        ((0.12, 0.2), (0.55, 0.0), (0.85, 0.36), (0.42, 0.74)),
        ((0.42, 0.74), (0.92, 1.1), (0.55, 1.6), (0.08, 1.38)),
    ),
    "4": (((0.68, 1.6), (0.68, 0.8), (0.68, 0.0)), ((0.68, 0.0), (0.06, 1.1)), ((0.06, 1.1), (0.95, 1.1))),
    "5": (
        ((0.85, 0.04), (0.22, 0.04)),
        ((0.22, 0.04), (0.16, 0.66)),
        ((0.16, 0.66), (0.6, 0.56), (0.92, 1.05), (0.55, 1.6), (0.08, 1.4)),
    ),
    "6": (((0.76, 0.04), (0.24, 0.6), (0.12, 1.2), (0.5, 1.6), (0.88, 1.2), (0.52, 0.8), (0.14, 1.1)),),
    "7": (((0.08, 0.04), (0.92, 0.04)), ((0.92, 0.04), (0.5, 0.8), (0.38, 1.6))),
    "8": (
        (
            (0.5, 0.74),
            (0.14, 0.4),
            (0.5, 0.0),
            (0.86, 0.4),
            (0.5, 0.74),
            (0.08, 1.2),
            (0.5, 1.6),
            (0.92, 1.2),
            (0.5, 0.74),
        ),
    ),
    "9": (((0.86, 0.5), (0.48, 0.86), (0.12, 0.44), (0.5, 0.0), (0.88, 0.4), (0.8, 1.1), (0.4, 1.6)),),
}


def ribbon(pen: Pen, fill: str, text: str = "", lean: int = 1) -> str:
    """A hanging ribbon about (0, 0), 66 wide and 250 high, swinging out to the right (`lean` 1) or left (-1)."""

    def swing(y: float) -> float:
        return lean * 52 * ((y + 125) / 250) ** 2

    left = [(-33 + swing(y), y) for y in (-125, -60, 0, 60, 125)]
    right = [(33 + swing(y), y) for y in (-125, -60, 0, 60, 125)]
    data = smooth_path(left) + "L" + smooth_path(right[::-1])[1:] + "Z"
    out = pen.path(data, fill, 1.1)
    size = 205 / max(len(text), 1)
    for k, letter in enumerate(text):
        y = -112 + k * size
        wide = min(size, 44)
        for strokes in _KANA[letter]:
            spots = [(-wide / 2 + swing(y + v * size) + u * wide, y + 4 + v * size * 0.9) for u, v in strokes]
            out += pen.path(smooth_path(spots), "none", 1.45)
    return out


def month_number(pen: Pen, month: int) -> str:
    """The month in a paper tab at the picture's top-left corner."""
    digits = str(month)
    width = 16 + 30 * len(digits)
    out = pen.poly([(0, 0), (width, 0), (width, 58), (0, 58)], pen.ink.paper, 0.8)
    for k, digit in enumerate(digits):
        for strokes in _DIGITS[digit]:
            spots = [(12 + 30 * k + 22 * u, 10 + 24 * v) for u, v in strokes]
            data = smooth_path(spots) if len(spots) > 2 else straight_path(spots, closed=False)
            out += pen.path(data, "none", 1.7)
    return out


def flecks(pen: Pen, seed: int, count: int = 190) -> str:
    """Flecks of ink strewn over the ground of a ribbon card; the same for the same `seed`."""
    draw = random.Random(seed)
    spots: list[Point] = []
    while len(spots) < count:
        x, y = draw.uniform(8, 292), draw.uniform(8, 502)
        if all((x - u) ** 2 + (y - v) ** 2 > 15**2 for u, v in spots):
            spots.append((x, y))
    return "".join(pen.disc(x, y, 3.4, pen.ink.ink, 0) for x, y in spots)


def cloud(pen: Pen, points: list[Point]) -> str:
    """A bank of red cloud with curls along its lower edge."""
    out = pen.blob(points, pen.ink.red)
    for x, y in points[2:-1:2]:
        curl = [ray(x, y - 14, a, 13 - k * 1.6) for k, a in enumerate(range(100, 480, 60))]
        out += pen.stroke(*curl, line=0.7)
    return out


def cloud_top(pen: Pen, flip: bool = False, depth: float = 1.0) -> str:
    """Red cloud across the upper edge, deeper to the right, or to the left if `flip`."""
    edge = [(-20.0, -20.0), (320.0, -20.0), (316.0, 74.0), (284.0, 92.0), (256.0, 70.0), (222.0, 66.0)]
    edge += [(196.0, 44.0), (160.0, 46.0), (132.0, 30.0), (90.0, 34.0), (50.0, 18.0), (10.0, 22.0)]
    picture = cloud(pen, [(x, y * depth) for x, y in edge])
    return at(picture, 300, 0, flip=True) if flip else picture


def cloud_corner(pen: Pen, flip: bool = False) -> str:
    """Red cloud in the upper left corner, or in the right one if `flip`."""
    edge = [(-20.0, -20.0), (96.0, -20.0), (100.0, 26.0), (70.0, 44.0), (84.0, 74.0), (58.0, 92.0), (26.0, 80.0)]
    edge += [(22.0, 116.0), (-20.0, 122.0)]
    picture = cloud(pen, edge)
    return at(picture, 300, 0, flip=True) if flip else picture


def sun(pen: Pen, x: float, y: float, r: float) -> str:
    """The red sun."""
    return pen.disc(x, y, r, pen.ink.red)


def moon(pen: Pen, x: float, y: float, r: float) -> str:
    """The white full moon."""
    return pen.disc(x, y, r, "#ffffff" if pen.ink.paper == "#ffffff" else pen.ink.paper, 1.2)


def curtain(pen: Pen) -> str:
    """The striped curtain (幕) of the flower viewing, over the lower half of the picture."""
    c, out = pen.ink, ""
    rows = ((0, 34, c.paper), (34, 108, c.blue), (108, 186, c.red), (186, 262, c.paper), (262, 330, c.leaf))
    top: list[Point] = [(-10, 262), (70, 268), (150, 286), (230, 308), (310, 320)]
    for upper, lower, fill in rows:
        above = smooth_path([(x, y + upper) for x, y in top])
        below = smooth_path([(x, y + lower) for x, y in reversed(top)])
        out += pen.path(above + "L" + below[1:] + "Z", fill)
    rope = [(x, y - 6) for x, y in top]
    out += pen.path(smooth_path(rope), "none", 3.6) + pen.path(smooth_path(rope), "none", 2.0, c.yellow)
    for x, y in ((40, 271), (104, 280), (168, 294), (232, 311), (280, 319)):
        tag = [(x - 10, y - 16), (x + 10, y - 14), (x + 9, y + 20), (x - 11, y + 18)]
        out += pen.poly(tag, c.yellow) + pen.stroke((x - 8, y - 6), (x + 8, y + 10), line=0.6)
    return out


def bridge(pen: Pen) -> str:
    """The plank bridge of eight turns (八橋) over water, along the lower edge."""
    c = pen.ink
    out = pen.poly([(-10, 400), (310, 400), (310, 530), (-10, 530)], c.water, 0.8)
    for y in (418, 440, 462, 484, 504):
        wave = [(x, y + (4 if k % 2 else -4)) for k, x in enumerate(range(0, 310, 30))]
        out += pen.stroke(*wave, line=0.6)
    for x, y in ((232, 396), (80, 410), (196, 448)):
        out += pen.poly([(x - 15, y), (x + 15, y), (x + 15, y + 120), (x - 15, y + 120)], c.red)
        out += pen.oval(x, y, 15, 7, c.tan)
    for points in (
        [(-20, 396), (20, 372), (300, 470), (250, 500)],
        [(-20, 500), (190, 350), (232, 378), (36, 530), (-20, 530)],
    ):
        out += pen.poly(points, c.yellow)
    out += pen.stroke((0, 384), (276, 485), line=0.7) + pen.stroke((8, 508), (212, 364), line=0.7)
    return out


def cup(pen: Pen) -> str:
    """The red sake cup with the character for long life, seen from above; origin in its middle."""
    c = pen.ink
    out = pen.oval(0, 0, 74, 50, c.red, angle=-24, line=1.2) + pen.oval(-2, -5, 60, 37, c.red, angle=-24, line=0.8)
    for points in (
        ((-26, -14), (20, -32)),
        ((-30, 4), (28, -18)),
        ((-4, -34), (2, 8)),
        ((-20, 20), (26, 0)),
        ((2, 8), (-16, 30)),
        ((-2, -8), (12, 22), (22, 20)),
    ):
        out += pen.path(smooth_path(points), "none", 1.5, c.yellow if c.ink < "#20" else c.ink)
    return out


def earth(pen: Pen, points: list[Point], fill: str) -> str:
    """Ground along the lower edge: `points` are its upper outline from left to right."""
    return pen.path(smooth_path(points) + f"L{points[-1][0]} 530L{points[0][0]} 530Z", fill)
