"""The pictures of the months of clover to paulownia: each function gives its four cards in card order."""

from __future__ import annotations

from . import creatures as live
from . import plants as grow
from . import things
from .pen import Pen, Pictures, at, ray


def clover(pen: Pen) -> Pictures:
    """萩: the boar, the ribbon, two kasu."""
    c = pen.ink

    def spray(*lines: list[tuple[float, float]], buds: int = 5, leaves: int = 4) -> str:
        return "".join(grow.clover(pen, line, buds, leaves) for line in lines)

    boar = things.cloud_top(pen, flip=True) + spray(
        [(300, 250), (220, 180), (200, 60)], [(310, 330), (276, 200), (284, 60)]
    )
    boar += spray(
        [(20, 530), (60, 470), (170, 450)],
        [(300, 530), (260, 470), (180, 490)],
        [(-10, 260), (40, 210), (100, 190)],
        buds=4,
        leaves=2,
    )
    boar += at(live.boar(pen), 150, 334, 16, 1.25)
    ribbon = things.flecks(pen, 7) + spray(
        [(230, 530), (262, 330), (236, 80)],
        [(100, 530), (40, 330), (52, 90)],
        [(150, 530), (250, 400), (290, 250)],
        buds=6,
        leaves=6,
    )
    ribbon += spray([(160, 520), (90, 440), (20, 420)], buds=3, leaves=2) + at(
        things.ribbon(pen, c.red, lean=-1), 174, 226
    )
    kasu_a = spray(
        [(30, 530), (90, 380), (80, 60)],
        [(60, 530), (190, 380), (230, 150)],
        [(40, 530), (160, 450), (284, 360)],
        [(90, 330), (150, 220), (160, 90)],
        buds=6,
        leaves=5,
    )
    kasu_b = spray(
        [(280, 530), (220, 380), (250, 60)],
        [(250, 530), (110, 400), (60, 230)],
        [(270, 530), (160, 470), (40, 440)],
        [(230, 330), (160, 220), (150, 70)],
        buds=6,
        leaves=5,
    )
    return boar, ribbon, kasu_a, kasu_b


def pampas(pen: Pen) -> Pictures:
    """芒: the moon, the geese, two kasu; all over the same hill."""
    sky = pen.poly([(-10, -10), (310, -10), (310, 400), (-10, 400)], pen.ink.red, 0)
    geese = "".join(at(live.goose(pen), x, y, -4, 0.9) for x, y in ((196, 84), (90, 146), (210, 210)))
    return (
        sky + things.moon(pen, 130, 140, 106) + grow.hill(pen, 270),
        geese + grow.hill(pen, 262),
        grow.hill(pen, 232),
        grow.hill(pen, 290),
    )


def chrysanthemum(pen: Pen) -> Pictures:
    """菊: the sake cup, the blue ribbon, two kasu."""
    c = pen.ink

    def leaves(*spots: tuple[float, float, float, float]) -> str:
        return "".join(at(grow.kiku_leaf(pen, size), x, y, angle) for x, y, angle, size in spots)

    top, side = grow.kiku(pen, 72), grow.kiku_side(pen, 66)
    rock = things.earth(pen, [(-10, 500), (80, 446), (150, 440), (220, 470), (310, 456)], c.brown) + pen.stroke(
        (180, 466), (230, 456), (300, 470), line=2.0, colour=c.yellow
    )
    cup = (
        things.cloud_top(pen, depth=0.8)
        + rock
        + pen.limb([(90, 450), (80, 340), (140, 200), (150, 110)], 16, 8, c.leaf)
    )
    cup += leaves(
        (150, 190, 20, 90),
        (140, 230, 60, 86),
        (90, 350, 120, 84),
        (80, 330, 60, 84),
        (90, 390, 40, 80),
        (70, 390, 150, 76),
        (150, 170, 170, 80),
    )
    cup += at(side, 156, 110) + at(top, 72, 262, scale=0.98) + at(things.cup(pen), 202, 332, scale=1.06)
    ribbon = things.flecks(pen, 9) + pen.limb([(190, 520), (170, 380), (160, 240), (130, 110)], 15, 8, c.leaf)
    ribbon += leaves(
        (150, 190, 10, 90),
        (150, 200, 170, 100),
        (170, 290, 190, 110),
        (90, 330, 120, 90),
        (190, 420, 140, 100),
        (200, 450, 40, 90),
        (180, 260, -10, 90),
        (120, 450, 100, 70),
    )
    ribbon += at(side, 130, 96) + at(top, 218, 346) + at(things.ribbon(pen, c.blue, lean=-1), 184, 220)
    kasu_a = pen.limb([(60, 530), (100, 420), (160, 280), (160, 110)], 15, 8, c.leaf)
    kasu_a += leaves(
        (166, 200, 0, 92),
        (166, 220, 180, 96),
        (90, 320, 190, 80),
        (226, 320, -20, 76),
        (90, 400, 140, 86),
        (210, 400, 40, 90),
        (150, 420, 90, 84),
        (70, 470, 30, 70),
    )
    kasu_a += at(side, 160, 106) + at(top, 154, 330, scale=1.1)
    kasu_b = pen.limb([(220, 530), (200, 430), (130, 300), (146, 120)], 15, 8, c.leaf)
    kasu_b += leaves(
        (140, 190, 180, 96),
        (140, 220, 10, 100),
        (60, 290, 200, 70),
        (220, 300, -10, 84),
        (70, 380, 150, 76),
        (210, 420, 20, 90),
        (150, 420, 110, 86),
        (220, 480, 150, 76),
    )
    kasu_b += at(side, 146, 120, scale=1.1) + at(top, 138, 322, 12, scale=0.98)
    return cup, ribbon, kasu_a, kasu_b


def maple(pen: Pen) -> Pictures:
    """紅葉: the deer, the blue ribbon, two kasu."""
    c = pen.ink

    def fall(*spots: tuple[float, float, float, float, str]) -> str:
        return "".join(at(grow.maple(pen, r, fill), x, y, angle) for x, y, r, angle, fill in spots)

    ground = things.earth(pen, [(-10, 486), (90, 470), (200, 484), (310, 476)], c.leaf)
    tree = pen.limb([(290, 520), (270, 380), (288, 240), (270, 100), (290, -20)], 62, 40, c.brown)
    deer = (
        tree
        + ground
        + fall(
            (134, 62, 64, 20, c.yellow),
            (216, 56, 64, -10, c.leaf),
            (272, 128, 60, 30, c.red),
            (52, 148, 58, 170, c.red),
            (262, 226, 60, -20, c.leaf),
            (270, 326, 58, 10, c.red),
            (48, 50, 56, 60, c.leaf),
        )
    )
    deer += at(live.deer(pen), 122, 478, scale=1.05)
    ribbon = things.flecks(pen, 10) + fall(
        (60, 80, 76, -20, c.red),
        (232, 60, 74, 30, c.leaf),
        (236, 220, 84, -15, c.red),
        (52, 250, 70, 40, c.yellow),
        (70, 420, 84, 200, c.red),
        (236, 420, 76, 15, c.leaf),
    )
    ribbon += at(things.ribbon(pen, c.blue), 116, 226)
    kasu_a = fall(
        (110, 90, 84, 15, c.yellow),
        (240, 70, 76, -20, c.leaf),
        (70, 270, 90, -30, c.red),
        (220, 240, 84, 25, c.red),
        (240, 410, 84, 195, c.leaf),
        (96, 440, 86, 20, c.yellow),
    )
    kasu_b = fall(
        (170, 80, 86, 190, c.red),
        (50, 150, 76, 30, c.leaf),
        (240, 230, 88, -10, c.red),
        (100, 290, 84, 15, c.yellow),
        (210, 410, 80, 30, c.leaf),
        (70, 440, 86, -25, c.red),
    )
    return deer, ribbon, kasu_a, kasu_b


def willow(pen: Pen) -> Pictures:
    """柳: the poet and the frog, the swallow, the ribbon, the thunderstorm."""
    c = pen.ink

    def fronds(*lines: tuple[float, float, float, float]) -> str:
        """Fronds that arch from (x0, y0) down to (x1, y1)."""
        return "".join(
            grow.willow(pen, [(a, b), (a + (x - a) * 0.75, b + (y - b) * 0.22), (x, y)], 50) for a, b, x, y in lines
        )

    bank = things.earth(pen, [(-10, 470), (90, 456), (180, 476), (310, 440)], c.brown)
    river = pen.limb([(-10, 350), (80, 340), (130, 372), (220, 360), (310, 386)], 44, 30, c.water, 0.9)
    river += pen.stroke((0, 346), (80, 338), (130, 366), (220, 356), (300, 380), line=0.7)
    poet = (
        river
        + bank
        + fronds(
            (120, -30, 20, 190),
            (150, -30, 74, 150),
            (190, -30, 282, 200),
            (170, -30, 236, 130),
            (150, -40, 128, 84),
            (230, -30, 306, 300),
            (90, -30, -8, 300),
        )
    )
    poet += at(live.poet(pen), 176, 440, scale=1.08) + at(live.frog(pen), 58, 420, scale=1.0)
    poet += pen.poly([(218, 440), (240, 436), (252, 520), (228, 520)], c.yellow) + pen.poly(
        [(262, 452), (284, 440), (266, 520), (246, 520)], c.yellow
    )
    trunk = pen.limb([(300, 530), (282, 380), (300, 220), (262, 60), (240, -30)], 54, 26, c.brown)
    swallow = trunk + fronds(
        (190, -30, 34, 260),
        (200, -30, 90, 190),
        (210, -30, 152, 150),
        (230, -30, 286, 280),
        (220, -30, 216, 170),
        (150, -30, -6, 360),
        (250, -30, 250, 420),
    )
    swallow += at(live.swallow(pen), 122, 292, scale=1.15)
    stem = pen.limb([(36, 530), (40, 400), (10, 250), (30, 100), (80, -30)], 50, 26, c.brown)
    ribbon = stem + fronds(
        (90, -30, 24, 300),
        (110, -30, 70, 210),
        (180, -30, 262, 330),
        (150, -30, 212, 210),
        (220, -30, 296, 250),
        (130, -30, 130, 150),
        (200, -30, 236, 440),
    )
    ribbon += at(things.ribbon(pen, c.red), 128, 190)
    return poet, swallow, ribbon, _storm(pen)


def _storm(pen: Pen) -> str:
    """The thunderstorm (鬼札): red sky, lightning, the drum of the thunder god, a gate in the rain."""
    c = pen.ink
    out = pen.poly([(-10, -10), (310, -10), (310, 520), (-10, 520)], c.red, 0)
    for x, y, s in ((30, 40, 1), (250, 30, -1), (180, 90, 1), (60, 470, 1), (266, 470, -1)):
        bolt = [(0, 0), (30, 0), (20, 30), (46, 30), (4, 92), (16, 48), (-10, 48)]
        out += pen.poly([(x + s * dx, y + dy) for dx, dy in bolt], c.yellow, 0.9)
    for k in range(11):
        out += pen.stroke((8 + 30 * k, 4), (2 + 28 * k, 60), (20 + 27 * k, 112), line=0.8)
    left = [(-20, 170), (60, 120), (150, 128), (196, 180), (206, 300), (190, 430), (150, 470), (60, 476), (-20, 460)]
    right = [(320, 150), (268, 150), (246, 220), (244, 340), (256, 450), (320, 470)]
    out += pen.blob(left, c.leaf, 1.4) + pen.blob(right, c.leaf, 1.4)
    out += "".join(
        pen.stroke(
            (10 + 30 * k, 150 + 6 * k), (24 + 26 * k, 240), (14 + 28 * k, 330), line=0.7, colour=grow.on_leaf(pen)
        )
        for k in range(6)
    )
    out += pen.disc(96, 380, 62, c.yellow, 1.3) + pen.disc(96, 380, 48, c.paper)
    for k in range(3):
        a = 120 * k
        comma = [ray(96, 380, a + d, r) for d, r in ((0, 8), (20, 34), (62, 40), (96, 34), (60, 24), (40, 10))]
        out += pen.blob(comma, c.ink, 0.4)
    out += "".join(pen.disc(*ray(96, 380, 45 * k, 55), 4, c.red, 0.6) for k in range(8))
    return out + pen.limb([(206, 500), (224, 300), (222, 120)], 18, 14, c.ink, 0.6)


def paulownia(pen: Pen) -> Pictures:
    """桐: the phoenix, three kasu, the first on yellow ground."""
    c = pen.ink

    def tree(y: float, scale: float = 1.0) -> str:
        """Three leaves under three spikes; the leaves meet at height `y`."""
        leaf = grow.kiri_leaf(pen, 118)
        out = at(grow.kiri_spike(pen, 150, 2), 104, y, -20) + at(grow.kiri_spike(pen, 150, 2), 196, y, 20)
        out += at(grow.kiri_spike(pen, 220, 3), 150, y)
        out += at(leaf, 122, y + 4, 62) + at(leaf, 178, y + 4, -62) + at(leaf, 150, y + 10)
        return at(out, 150 * (1 - scale), y * (1 - scale), scale=scale)

    ground = things.earth(pen, [(-10, 402), (150, 388), (310, 402)], c.yellow)
    phoenix = ground + at(tree(340, 0.98), 0, 40) + live.phoenix(pen)
    return phoenix, ground + tree(290), tree(270), at(tree(300, 1.04), 300, 0, flip=True)
