"""The pictures of the months of pine to peony: each function gives the four cards of its month in card order."""

from __future__ import annotations

from . import creatures as live
from . import plants as grow
from . import things
from .pen import Pen, Pictures, at


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
    crowd = (
        (40, 40, 44),
        (124, 36, 42),
        (206, 50, 44),
        (278, 40, 40),
        (30, 136, 42),
        (106, 124, 44),
        (190, 140, 42),
        (266, 136, 44),
        (60, 216, 40),
        (146, 214, 42),
        (226, 224, 42),
        (296, 226, 36),
        (4, 222, 30),
    )
    curtain = _blossoms(pen, crowd) + things.curtain(pen)
    strewn = (
        (56, 66, 42),
        (150, 50, 42),
        (250, 90, 42),
        (50, 180, 40),
        (256, 200, 42),
        (46, 300, 42),
        (244, 320, 40),
        (70, 430, 42),
        (168, 440, 40),
        (262, 430, 40),
    )
    ribbon = (
        things.flecks(pen, 3) + _blossoms(pen, strewn) + at(things.ribbon(pen, c.red, "みよしの", lean=-1), 180, 232)
    )
    bough = pen.limb([(-20, 500), (90, 420), (160, 380), (150, 290), (190, 230)], 74, 16, c.brown)
    kasu_a = bough + _blossoms(
        pen,
        (
            (60, 110, 42),
            (140, 80, 42),
            (220, 120, 44),
            (90, 190, 42),
            (176, 190, 42),
            (250, 210, 38),
            (210, 350, 42),
            (140, 420, 40),
            (240, 430, 42),
            (60, 330, 36),
        ),
    )
    tree = pen.limb([(290, 530), (270, 420), (280, 320), (240, 220), (262, 120)], 90, 26, c.brown)
    tree += pen.limb([(262, 260), (180, 260), (110, 290)], 26, 8, c.brown)
    kasu_b = tree + _blossoms(
        pen,
        (
            (190, 60, 42),
            (110, 100, 42),
            (180, 150, 42),
            (60, 190, 42),
            (130, 240, 42),
            (50, 290, 40),
            (70, 420, 42),
            (160, 400, 42),
            (130, 470, 40),
            (210, 470, 38),
        ),
    )
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
