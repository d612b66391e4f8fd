"""The pictures of the deck, month by month: each function gives the four cards of its month in card order."""

from __future__ import annotations

from collections.abc import Callable

from . import creatures as live
from . import plants as grow
from . import things
from .pen import Pen, at, ray

Pictures = tuple[str, str, str, str]


def pine(pen: Pen) -> Pictures:
    """松: the crane before the sun, the poetry ribbon, two kasu."""
    low = grow.pine(pen, 150, 530, 110, 70)
    left, right = grow.pine(pen, 28, 530, 190, 58), grow.pine(pen, 262, 530, 260, 62)
    crane = things.sun(pen, 232, 28, 118) + left + right + at(live.crane(pen), 128, 468)
    shoots = grow.pine(pen, 200, 530, 330, 74) + grow.pine(pen, 40, 530, 230, 66) + low
    ribbon = things.flecks(pen, 1) + shoots + at(things.ribbon(pen, pen.ink.red, "あかよろし"), 112, 232)
    kasu_a = grow.pine(pen, 220, 530, 370, 80) + grow.pine(pen, 30, 530, 250, 66) + grow.pine(pen, 118, 530, 90, 66)
    kasu_b = grow.pine(pen, 34, 530, 370, 72) + grow.pine(pen, 262, 530, 250, 62) + grow.pine(pen, 146, 530, 120, 70)
    return crane, ribbon, kasu_a, kasu_b


def plum(pen: Pen) -> Pictures:
    """梅: the bush warbler, the poetry ribbon, two kasu."""
    c = pen.ink
    front, side, bud = grow.plum_flower(pen, 47), grow.plum_side(pen, 42), grow.plum_bud(pen, 16)
    trunk = pen.limb([(320, 520), (210, 452), (190, 380), (110, 330), (96, 296)], 74, 22, c.brown)
    twig = pen.limb([(204, 410), (262, 330), (256, 250), (272, 160)], 26, 6, c.brown)
    shoot = pen.limb([(60, 520), (30, 440), (8, 380)], 22, 6, c.brown)
    bird = things.cloud_corner(pen) + things.cloud_corner(pen, flip=True) + trunk + twig + shoot
    bird += at(front, 248, 372) + at(front, 70, 468, scale=0.95) + at(side, 168, 488, -10) + at(side, 264, 196)
    bird += at(bud, 242, 282) + at(bud, 20, 402) + at(bud, 286, 452) + at(live.warbler(pen), 138, 238, scale=1.15)
    stem = pen.limb([(40, 530), (120, 440), (200, 400), (180, 300), (120, 210), (150, 90), (200, 20)], 70, 12, c.brown)
    ribbon = things.flecks(pen, 2) + stem + pen.limb([(196, 400), (262, 330), (270, 260)], 30, 10, c.brown)
    ribbon += at(front, 66, 330) + at(front, 244, 216) + at(side, 120, 70) + at(front, 232, 350, scale=0.9)
    ribbon += at(bud, 42, 200) + at(bud, 262, 110) + at(bud, 50, 420) + at(side, 250, 470)
    ribbon += at(things.ribbon(pen, c.red, "あかよろし"), 134, 230)
    bough = pen.limb([(-20, 500), (60, 440), (150, 430), (230, 450), (320, 420)], 44, 20, c.brown)
    rods = pen.limb([(40, 460), (60, 330), (44, 240), (48, 90)], 22, 7, c.brown)
    rods += pen.limb([(170, 430), (220, 320), (204, 220), (210, 60)], 22, 7, c.brown)
    kasu_a = (
        bough + rods + at(front, 84, 398) + at(side, 150, 372) + at(front, 204, 404, scale=0.9) + at(side, 122, 470)
    )
    kasu_a += at(side, 176, 330) + "".join(
        at(bud, x, y) for x, y in ((30, 200), (64, 282), (222, 150), (190, 250), (66, 130), (28, 340), (240, 330))
    )
    trunk_b = pen.limb([(180, 530), (150, 450), (80, 400), (60, 290), (70, 180), (40, 60)], 60, 8, c.brown)
    rods_b = pen.limb([(150, 450), (230, 390), (250, 280), (240, 170)], 34, 7, c.brown)
    kasu_b = (
        trunk_b
        + rods_b
        + at(front, 70, 456)
        + at(front, 206, 380)
        + at(side, 92, 368)
        + at(front, 262, 470, scale=0.85)
    )
    kasu_b += at(side, 150, 300, 8) + "".join(
        at(bud, x, y) for x, y in ((30, 150), (78, 220), (20, 280), (262, 220), (230, 300), (276, 330), (60, 90))
    )
    return bird, ribbon, kasu_a, kasu_b


def _blossoms(pen: Pen, spots: tuple[tuple[float, float, float], ...]) -> str:
    """Cherry blossoms at (x, y, r), red and pink in turn, with a leaf behind each third."""
    out = ""
    for k, (x, y, r) in enumerate(spots):
        if k % 2 == 0:
            out += pen.leaf(x, y, 20 + 110 * k, r * 1.55, r * 0.5, pen.ink.leaf, 0.8)
    for k, (x, y, r) in enumerate(spots):
        fill = pen.ink.pink if k % 2 else pen.ink.red
        out += at(grow.cherry_flower(pen, r * 1.14, fill), x, y, 25 * k)
    return out


def cherry(pen: Pen) -> Pictures:
    """桜: the curtain under blossoms, the poetry ribbon, two kasu."""
    c = pen.ink
    crowd = ((40, 40, 44), (124, 36, 42), (206, 50, 44), (278, 40, 40), (30, 136, 42), (106, 124, 44),
             (190, 140, 42), (266, 136, 44), (60, 216, 40), (146, 214, 42), (226, 224, 42), (296, 226, 36), (4, 222, 30))  # fmt: skip
    curtain = _blossoms(pen, crowd) + things.curtain(pen)
    strewn = ((56, 66, 42), (150, 50, 42), (250, 90, 42), (50, 180, 40), (256, 200, 42), (46, 300, 42), (244, 320, 40),
              (70, 430, 42), (168, 440, 40), (262, 430, 40))  # fmt: skip
    ribbon = (
        things.flecks(pen, 3) + _blossoms(pen, strewn) + at(things.ribbon(pen, c.red, "みよしの", lean=-1), 180, 232)
    )
    bough = pen.limb([(-20, 500), (90, 420), (160, 380), (150, 290), (190, 230)], 74, 16, c.brown)
    kasu_a = bough + _blossoms(pen, ((60, 110, 42), (140, 80, 42), (220, 120, 44), (90, 190, 42), (176, 190, 42), (250, 210, 38),
                                     (210, 350, 42), (140, 420, 40), (240, 430, 42), (60, 330, 36)))  # fmt: skip
    tree = pen.limb([(290, 530), (270, 420), (280, 320), (240, 220), (262, 120)], 90, 26, c.brown)
    tree += pen.limb([(262, 260), (180, 260), (110, 290)], 26, 8, c.brown)
    kasu_b = tree + _blossoms(pen, ((190, 60, 42), (110, 100, 42), (180, 150, 42), (60, 190, 42), (130, 240, 42), (50, 290, 40),
                                    (70, 420, 42), (160, 400, 42), (130, 470, 40), (210, 470, 38)))  # fmt: skip
    return curtain, ribbon, kasu_a, kasu_b


def wisteria(pen: Pen) -> Pictures:
    """藤: the cuckoo before the moon, the ribbon, two kasu."""
    c = pen.ink

    def sprays(*lines: list[tuple[float, float]]) -> str:
        return "".join(grow.leaf_spray(pen, line, 5, 34, c.leaf) for line in lines)

    moon = pen.path("M16 96A124 124 0 0 0 262 96A128 104 0 0 1 16 96Z", c.red)
    cuckoo = moon + sprays(
        [(300, 40), (270, 130), (286, 230)], [(320, 110), (240, 220), (236, 300)], [(-10, 250), (40, 290), (90, 340)]
    )
    cuckoo += grow.wisteria(pen, [(216, 270), (212, 360), (216, 470)], 8) + grow.wisteria(
        pen, [(270, 250), (268, 320), (274, 400)], 6
    )
    cuckoo += pen.stroke((0, 300), (46, 380), (30, 440), (80, 450), (120, 420), line=0.9)
    cuckoo += at(live.cuckoo(pen), 150, 118, scale=1.05)
    ribbon = things.flecks(pen, 4) + sprays(
        [(140, -10), (60, 40), (10, 130)], [(160, -10), (230, 40), (284, 120)], [(150, -10), (160, 80), (140, 130)]
    )
    ribbon += grow.wisteria(pen, [(48, 130), (44, 270), (56, 440)], 11) + grow.wisteria(
        pen, [(232, 110), (236, 230), (230, 360)], 9
    )
    ribbon += at(things.ribbon(pen, c.red), 136, 232)
    kasu_a = sprays(
        [(130, -10), (50, 40), (10, 150)],
        [(170, -10), (250, 40), (290, 150)],
        [(150, -10), (100, 60), (80, 130)],
        [(150, -10), (210, 70), (226, 130)],
    )
    kasu_a += grow.wisteria(pen, [(150, 60), (150, 280), (150, 460)], 14) + grow.wisteria(
        pen, [(76, 140), (70, 270), (76, 380)], 9
    )
    kasu_a += grow.wisteria(pen, [(232, 140), (238, 240), (230, 340)], 8)
    kasu_b = sprays(
        [(80, -10), (40, 80), (16, 190)],
        [(100, -10), (180, 40), (210, 120)],
        [(200, -10), (260, 60), (286, 170)],
        [(120, -10), (120, 70), (90, 120)],
    )
    kasu_b += grow.wisteria(pen, [(60, 150), (54, 250), (60, 360)], 8) + grow.wisteria(
        pen, [(130, 120), (136, 280), (126, 430)], 12
    )
    kasu_b += grow.wisteria(pen, [(212, 130), (208, 260), (220, 390)], 10)
    kasu_b += pen.stroke((262, 180), (250, 300), (270, 400), (240, 440), (270, 460), (262, 430), line=0.9)
    return cuckoo, ribbon, kasu_a, kasu_b


def iris(pen: Pen) -> Pictures:
    """菖蒲: the plank bridge, the ribbon, two kasu."""
    c = pen.ink

    def fan(*tips: tuple[float, float, float]) -> str:
        """Blades from (x at the ground) to (x, y) of their tips."""
        return "".join(
            grow.blade(pen, (foot, 530), (foot + (x - foot) * 0.25, (530 + y) / 2), (x, y)) for foot, x, y in tips
        )

    flower = grow.iris(pen, 72)
    bridge = things.cloud_top(pen, flip=True, depth=0.8) + fan(
        (90, 20, 170), (120, 110, 90), (150, 200, 80), (180, 262, 150), (140, 290, 240), (110, 30, 300)
    )
    bridge += pen.limb([(150, 480), (152, 300), (150, 210)], 9, 7, c.leaf) + at(flower, 150, 200) + things.bridge(pen)
    low = fan(
        (60, 20, 330), (90, 70, 250), (120, 150, 230), (150, 210, 300), (190, 280, 350), (40, 10, 420), (210, 300, 430)
    )
    ribbon = (
        things.flecks(pen, 5)
        + low
        + pen.limb([(170, 520), (210, 330), (222, 200)], 9, 7, c.leaf)
        + at(flower, 222, 200, scale=0.95)
    )
    ribbon += pen.limb([(70, 520), (52, 320), (44, 240)], 9, 7, c.leaf) + at(grow.iris_bud(pen, 76), 44, 250)
    ribbon += at(things.ribbon(pen, c.red), 116, 200)
    tall = fan(
        (90, 20, 260),
        (110, 70, 130),
        (140, 130, 60),
        (160, 240, 40),
        (180, 290, 180),
        (120, 10, 380),
        (200, 300, 320),
        (150, 180, 300),
    )
    kasu_a = tall + pen.limb([(140, 520), (140, 380), (140, 240)], 9, 7, c.leaf) + at(flower, 140, 220, scale=1.1)
    kasu_a += pen.limb([(170, 520), (206, 420), (216, 330)], 8, 6, c.leaf) + at(grow.iris_bud(pen, 74), 216, 340)
    wide = fan(
        (120, 60, 120),
        (150, 130, 150),
        (160, 220, 90),
        (190, 290, 240),
        (100, 10, 280),
        (80, 20, 400),
        (220, 290, 380),
        (140, 90, 320),
    )
    kasu_b = wide + pen.limb([(160, 520), (170, 420), (170, 330)], 9, 7, c.leaf) + at(flower, 170, 310, scale=1.15)
    kasu_b += pen.limb([(90, 520), (100, 380), (92, 260)], 8, 6, c.leaf) + at(grow.iris_bud(pen, 78), 92, 270)
    return bridge, ribbon, kasu_a, kasu_b


def peony(pen: Pen) -> Pictures:
    """牡丹: two butterflies, the blue ribbon, two kasu."""
    c = pen.ink

    def leaves(*spots: tuple[float, float, float, float]) -> str:
        return "".join(at(grow.lobed_leaf(pen, size), x, y, angle) for x, y, angle, size in spots)

    full = grow.peony(pen, 78)
    insects = things.cloud_top(pen) + leaves(
        (96, 380, 150, 96),
        (204, 380, 30, 96),
        (110, 440, 110, 90),
        (196, 440, 60, 90),
        (110, 310, 215, 88),
        (196, 308, -30, 92),
    )
    insects += (
        at(full, 150, 370) + at(live.butterfly(pen), 84, 112, -50, 0.85) + at(live.butterfly(pen), 206, 180, 35, 0.95)
    )
    ribbon = things.flecks(pen, 6) + pen.limb([(190, 330), (150, 220), (96, 110)], 12, 9, c.leaf)
    ribbon += leaves(
        (90, 170, 160, 80),
        (120, 220, 10, 90),
        (90, 320, 170, 92),
        (130, 400, 140, 100),
        (230, 250, -30, 84),
        (240, 440, 60, 84),
        (150, 440, 100, 80),
    )
    ribbon += (
        at(grow.peony_bud(pen, 42), 92, 110)
        + at(full, 208, 350, scale=0.95)
        + at(things.ribbon(pen, c.blue, lean=-1), 186, 226)
    )
    kasu_a = pen.limb([(150, 330), (190, 200), (176, 110)], 12, 9, c.leaf)
    kasu_a += leaves(
        (180, 190, 150, 88),
        (192, 180, 0, 90),
        (70, 290, 210, 86),
        (230, 300, -30, 86),
        (70, 400, 150, 92),
        (230, 400, 30, 92),
        (150, 440, 90, 84),
    )
    kasu_a += at(grow.peony_bud(pen, 48), 176, 112) + at(full, 150, 346, scale=1.1)
    kasu_b = pen.limb([(140, 380), (230, 280), (200, 170)], 12, 9, c.leaf)
    kasu_b += leaves(
        (120, 240, 200, 100),
        (220, 260, 20, 84),
        (230, 280, 60, 90),
        (60, 340, 200, 80),
        (70, 440, 150, 96),
        (210, 450, 40, 96),
        (140, 470, 90, 70),
    )
    kasu_b += at(grow.peony(pen, 62), 176, 120) + at(full, 136, 378, 20, scale=1.08)
    return insects, ribbon, kasu_a, kasu_b


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
    deer = tree + ground + fall((134, 62, 64, 20, c.yellow), (216, 56, 64, -10, c.leaf), (272, 128, 60, 30, c.red), (52, 148, 58, 170, c.red),
                                (262, 226, 60, -20, c.leaf), (270, 326, 58, 10, c.red), (48, 50, 56, 60, c.leaf))  # fmt: skip
    deer += at(live.deer(pen), 122, 478, scale=1.05)
    ribbon = things.flecks(pen, 10) + fall((60, 80, 76, -20, c.red), (232, 60, 74, 30, c.leaf), (236, 220, 84, -15, c.red), (52, 250, 70, 40, c.yellow),
                                           (70, 420, 84, 200, c.red), (236, 420, 76, 15, c.leaf))  # fmt: skip
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


MONTHS: tuple[Callable[[Pen], Pictures], ...] = (
    pine, plum, cherry, wisteria, iris, peony, clover, pampas, chrysanthemum, maple, willow, paulownia,
)  # fmt: skip
"""The months in order."""
