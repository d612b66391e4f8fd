"""The animals and people of the deck, each about an origin in its middle unless it says otherwise."""

from __future__ import annotations

from .pen import Pen, at, ray


def crane(pen: Pen) -> str:
    """The crane of the pine, standing, beak up to the left; origin between its feet, 330 high."""
    c = pen.ink
    legs = pen.limb([(-6, -120), (-14, -64), (-8, 0)], 7, 4, c.paper, 0.8) + pen.limb(
        [(18, -122), (26, -60), (18, -4)], 7, 4, c.paper, 0.8
    )
    for x, y in ((-8, 0), (18, -4)):
        legs += "".join(pen.stroke((x, y), ray(x, y, a, 22), line=0.9) for a in (20, 80, 150))
    tail = pen.blob([(34, -176), (92, -140), (104, -88), (82, -104), (70, -82), (54, -108), (30, -124)], c.ink)
    body = pen.blob([(-52, -196), (-20, -226), (36, -206), (74, -150), (30, -122), (-24, -128), (-50, -158)], c.paper)
    wing = pen.blob([(-22, -206), (34, -198), (82, -146), (52, -138), (10, -150), (-20, -176)], c.paper)
    feathers = ""
    for k in range(5):
        x = -8 + 17 * k
        feathers += pen.stroke((x, -196 + 8 * k), (x + 10, -170 + 6 * k), (x + 4, -150 + 4 * k), line=0.7)
    neck = pen.limb([(-34, -176), (-58, -216), (-46, -256), (-54, -292)], 36, 17, c.paper)
    nape = pen.limb([(-45, -196), (-66, -222), (-54, -258), (-60, -284)], 9, 8, c.ink, 0)
    head = pen.oval(-56, -298, 19, 14, c.paper, angle=-30)
    crown = pen.blob([(-74, -300), (-66, -316), (-48, -314), (-46, -302), (-60, -300)], c.red)
    beak = pen.poly([(-50, -308), (-42, -296), (18, -338)], c.yellow)
    return at(
        legs + tail + neck + nape + body + wing + feathers + head + crown + beak + pen.disc(-54, -298, 2.6, c.ink, 0),
        0,
        0,
    )


def warbler(pen: Pen) -> str:
    """The bush warbler of the plum, looking left."""
    c = pen.ink
    tail = pen.poly([(36, 4), (104, 30), (98, 48), (24, 34)], c.leaf) + pen.stroke((50, 16), (98, 38), line=0.7)
    body = pen.blob([(-52, -34), (-28, -54), (4, -36), (42, 0), (46, 30), (10, 44), (-30, 30), (-54, 2)], c.yellow)
    back = pen.blob([(-22, -50), (6, -40), (50, 2), (76, 24), (40, 28), (2, 12), (-22, -14)], c.leaf)
    wing = "".join(
        pen.stroke((-6 + 12 * k, -14 + 9 * k), (16 + 12 * k, -10 + 9 * k), (40 + 9 * k, 14 + 5 * k), line=0.7)
        for k in range(3)
    )
    head = pen.disc(-42, -40, 26, c.yellow) + pen.blob([(-56, -62), (-30, -66), (-14, -46), (-30, -42)], c.leaf)
    face = (
        pen.poly([(-64, -48), (-90, -38), (-64, -32)], c.tan)
        + pen.disc(-48, -44, 6, c.red, 0.8)
        + pen.disc(-48, -44, 2.4, c.ink, 0)
    )
    legs = pen.limb([(-8, 40), (-12, 64)], 5, 4, c.tan, 0.6) + pen.limb([(12, 42), (12, 64)], 5, 4, c.tan, 0.6)
    return legs + tail + body + back + wing + head + face


def cuckoo(pen: Pen) -> str:
    """The little cuckoo of the wisteria, flying down to the left."""
    c = pen.ink
    far = pen.blob([(6, -14), (0, -60), (34, -104), (80, -120), (66, -84), (54, -52), (38, -10)], c.tan)
    tail = pen.poly([(44, -20), (112, -58), (122, -40), (100, -28), (116, -16), (52, 8)], c.tan)
    body = pen.blob([(-64, 40), (-40, 4), (10, -22), (56, -22), (50, 8), (0, 38), (-40, 56)], c.tan)
    near = pen.blob([(-14, 2), (24, 4), (66, 46), (70, 96), (40, 84), (10, 62), (-22, 26)], c.yellow)
    head = pen.disc(-62, 44, 22, c.tan) + pen.poly([(-80, 42), (-108, 58), (-76, 58)], c.yellow)
    lines = "".join(pen.stroke((-4 + 11 * k, 18 + 8 * k), (26 + 9 * k, 40 + 9 * k), line=0.7) for k in range(4))
    lines += "".join(pen.stroke((20 + 9 * k, -30 - 14 * k), (46 + 6 * k, -40 - 16 * k), line=0.7) for k in range(4))
    lines += pen.stroke((56, -14), (108, -40), line=0.7) + pen.stroke((-34, 20), (-20, 30), (-10, 26), line=0.7)
    return far + tail + body + near + lines + head + pen.disc(-68, 40, 4, c.ink, 0)


def butterfly(pen: Pen) -> str:
    """A butterfly of the peony, heading up."""
    c = pen.ink
    wings = ""
    for side in (-1, 1):
        lower = [(side * 4, 6), (side * 36, 10), (side * 44, 36), (side * 22, 46), (side * 6, 26)]
        upper = [(side * 4, 2), (side * 22, -38), (side * 62, -46), (side * 66, -14), (side * 38, 8)]
        wings += pen.blob(lower, c.red) + pen.blob(upper, c.yellow)
        wings += pen.disc(side * 44, -26, 8, c.red, 0.8) + pen.disc(side * 26, 24, 6, c.yellow, 0.8)
        wings += pen.stroke((side * 10, -4), (side * 30, -18), line=0.6) + pen.stroke(
            (side * 3, -18), (side * 14, -44), line=0.8
        )
    return wings + pen.oval(0, 2, 6.5, 24, c.tan)


def boar(pen: Pen) -> str:
    """The boar of the bush clover, charging to the left, 190 wide."""
    c = pen.ink
    legs = ""
    for x, y, dx in ((-62, 34, -16), (-30, 46, -10), (46, 44, 14), (70, 34, 20)):
        legs += pen.limb([(x, y - 12), (x + dx * 0.3, y + 20), (x + dx, y + 40)], 22, 9, c.tan)
    body = [
        (-98, 20),
        (-92, -16),
        (-62, -46),
        (-16, -66),
        (40, -58),
        (84, -28),
        (92, 14),
        (60, 42),
        (0, 52),
        (-52, 46),
        (-82, 40),
    ]
    out = legs + pen.blob(body, c.tan)
    for row, (x0, x1, y) in enumerate(((-50, 60, -44), (-66, 80, -26), (-56, 86, -8), (-58, 84, 10), (-46, 70, 28))):
        for x in range(x0 + 8 * (row % 2), x1, 18):
            out += pen.stroke((x, y), (x + 15, y + 5), line=0.8)
    for k in range(9):
        left, foot = -62 + 14 * k, -48 - 17 * (1 - ((k - 4) / 4.4) ** 2)
        out += pen.stroke((left, foot), (left + 4, foot - 13), line=0.9)
    snout = pen.blob([(-78, -2), (-104, 4), (-114, 20), (-104, 32), (-78, 34)], c.tan) + pen.oval(
        -109, 18, 6, 10, c.red, angle=10, line=0.8
    )
    ear = pen.leaf(-56, -32, -60, 34, 20, c.tan) + pen.leaf(-66, -26, -80, 30, 18, c.tan)
    tusk = pen.leaf(-92, 30, -110, 22, 9, c.paper, 0.8) + pen.stroke((-110, 30), (-92, 33), (-80, 28), line=0.8)
    tail = pen.stroke((88, -10), (106, -22), (114, -6), line=1.4)
    return out + snout + ear + tusk + tail + pen.disc(-76, -10, 6, c.paper, 0.8) + pen.disc(-77, -10, 3, c.ink, 0)


def goose(pen: Pen) -> str:
    """A goose of the pampas grass, flying left with raised wings, 150 wide."""
    c = pen.ink
    far = pen.blob([(-12, 0), (-16, -30), (2, -62), (30, -78), (26, -44), (14, -8)], c.tan)
    body = pen.blob([(-34, 4), (0, -10), (42, -2), (72, 10), (60, 18), (30, 16), (-10, 18)], c.tan)
    neck = pen.limb([(-22, 6), (-46, 2), (-64, 8)], 18, 11, c.tan)
    head = pen.oval(-67, 9, 13, 9, c.red, angle=10) + pen.poly([(-77, 6), (-98, 14), (-75, 17)], c.yellow, 0.8)
    near = pen.blob([(-8, 6), (10, -22), (48, -48), (88, -52), (74, -26), (44, -2), (14, 14)], c.yellow)
    lines = "".join(pen.stroke((14 + 14 * k, 2 - 8 * k), (32 + 14 * k, -16 - 7 * k), line=0.8) for k in range(3))
    lines += "".join(pen.stroke((0 + 7 * k, -14 - 15 * k), (8 + 7 * k, -26 - 15 * k), line=0.8) for k in range(3))
    return far + neck + body + near + lines + head


def deer(pen: Pen) -> str:
    """The deer of the maple, facing right, looking back to the left; origin between its feet, 300 high."""
    c = pen.ink
    legs = ""
    for points in (
        [(-46, -120), (-58, -70), (-46, 0)],
        [(-22, -110), (-26, -60), (-20, 4)],
        [(46, -120), (48, -60), (46, 4)],
        [(66, -116), (74, -60), (72, -2)],
    ):
        legs += pen.limb(points, 26, 9, c.tan) + pen.limb(
            [points[-1], (points[-1][0], points[-1][1] + 8)], 11, 14, c.ink, 0.5
        )
    tail = pen.leaf(-62, -166, 130, 34, 18, c.paper)
    body = pen.blob(
        [(-66, -150), (-52, -182), (0, -176), (54, -190), (80, -168), (78, -124), (30, -104), (-30, -104), (-62, -116)],
        c.tan,
    )
    neck = pen.limb([(58, -150), (60, -196), (46, -238)], 50, 30, c.tan)
    join = pen.blob([(34, -160), (60, -182), (80, -158), (66, -130)], c.tan, 0)
    head = pen.blob([(60, -262), (42, -268), (6, -250), (-14, -234), (-8, -222), (30, -226), (58, -236)], c.tan)
    ears = pen.leaf(54, -258, -20, 36, 18, c.tan) + pen.leaf(44, -264, -70, 30, 14, c.tan)
    horns = ""
    for root, lean in ((30, -1), (48, 1)):
        beam = [(root, -262), (root + lean * 12, -292), (root + lean * 8, -326)]
        tines = [
            ((root + lean * 8, -282), (root - lean * 8, -302)),
            ((root + lean * 11, -300), (root + lean * 28, -318)),
        ]
        horns += pen.limb(beam, 9, 4, c.brown, 0.8)
        horns += "".join(pen.limb([foot, tip], 7, 3, c.brown, 0.8) for foot, tip in tines)
    spots = "".join(
        pen.disc(x, y, 4.5, c.paper, 0.5)
        for x, y in (
            (-44, -162),
            (-20, -160),
            (4, -158),
            (28, -164),
            (-32, -144),
            (-6, -142),
            (18, -142),
            (42, -146),
            (60, -196),
        )
    )
    face = (
        pen.disc(18, -246, 3.6, c.ink, 0)
        + pen.disc(-12, -231, 4, c.ink, 0)
        + pen.stroke((-8, -224), (8, -230), line=0.7)
    )
    return legs + tail + body + neck + join + spots + head + ears + horns + face


def poet(pen: Pen) -> str:
    """Ono no Michikaze under his umbrella, walking left; origin between his feet, 260 high."""
    c = pen.ink
    shaft = pen.limb([(36, -110), (44, -250)], 6, 6, c.tan, 0.8)
    shade = pen.path("M-34 -222Q40 -290 122 -216Q82 -226 44 -218Q6 -230 -34 -222Z", c.yellow, 1.1)
    shade += "".join(
        pen.stroke((44, -256), (x, y), line=0.7) for x, y in ((-4, -226), (22, -224), (66, -221), (96, -222))
    )
    shade += pen.limb([(43, -258), (44, -270)], 7, 7, c.red, 0.8)
    feet = pen.oval(-18, -6, 22, 8, c.ink, line=0.5) + pen.oval(22, -4, 22, 8, c.ink, line=0.5)
    trousers = pen.poly([(-30, -56), (44, -56), (40, -10), (10, -8), (4, -30), (-4, -10), (-34, -12)], c.blue)
    robe = pen.blob([(-26, -158), (26, -158), (46, -110), (56, -44), (6, -36), (-50, -44), (-40, -104)], c.red)
    sleeve = pen.blob([(14, -148), (50, -132), (58, -92), (36, -66), (16, -96)], c.red) + pen.blob(
        [(-22, -148), (-52, -116), (-64, -70), (-36, -64), (-16, -104)], c.red
    )
    folds = "".join(pen.stroke((x, -112), (x * 1.5, -48), line=0.7) for x in (-18, -2, 14)) + pen.stroke(
        (-10, -156), (2, -138), (12, -156), line=0.9
    )
    hand = pen.disc(38, -108, 8, c.paper, 0.8)
    head = pen.oval(-2, -178, 19, 24, c.paper) + pen.stroke((-10, -172), (-4, -170), line=0.7)
    hat = pen.blob([(-24, -186), (-20, -204), (4, -216), (20, -200), (20, -184), (-2, -194)], c.ink) + pen.limb(
        [(12, -208), (28, -226), (22, -240)], 9, 8, c.ink, 0.4
    )
    eyes = pen.stroke((-14, -182), (-8, -183), line=0.8) + pen.stroke((-1, -182), (5, -182), line=0.8)
    return shaft + feet + trousers + robe + folds + sleeve + hand + head + hat + eyes + shade


def frog(pen: Pen) -> str:
    """The frog that leaps at the willow, facing right."""
    c = pen.ink
    hind = pen.limb([(-20, 14), (-44, 4), (-34, 30), (-54, 36)], 17, 7, c.leaf)
    body = pen.blob([(-36, 18), (-24, -8), (8, -30), (36, -30), (38, -12), (22, 8), (0, 24)], c.leaf)
    fore = pen.limb([(14, 6), (24, 24), (42, 30)], 11, 6, c.leaf)
    eye = pen.disc(24, -32, 8, c.yellow, 0.9) + pen.disc(25, -32, 3, c.ink, 0)
    return (
        hind
        + body
        + fore
        + eye
        + pen.stroke((20, -14), (36, -17), line=0.7)
        + pen.oval(4, 10, 10, 6, c.yellow, angle=-30, line=0.5)
    )


def swallow(pen: Pen) -> str:
    """The swallow of the willow, flying up to the left, long red tail."""
    c = pen.ink
    tail = pen.limb([(22, 18), (58, 66), (72, 142)], 16, 2, c.red) + pen.limb(
        [(14, 22), (30, 76), (28, 148)], 16, 2, c.red
    )
    far = pen.blob([(4, -10), (24, -52), (62, -66), (52, -30), (28, 4)], c.yellow)
    body = pen.blob([(-46, -30), (-22, -34), (12, -8), (30, 20), (18, 30), (-16, 12), (-44, -10)], c.yellow)
    near = pen.blob([(-12, 0), (14, 2), (12, 26), (-22, 54), (-62, 50), (-44, 28)], c.tan)
    head = pen.disc(-44, -24, 19, c.red) + pen.poly([(-58, -30), (-80, -26), (-58, -18)], c.yellow)
    lines = "".join(pen.stroke((-6 - 11 * k, 12 + 6 * k), (-12 - 13 * k, 32 + 5 * k), line=0.7) for k in range(4))
    lines += "".join(pen.stroke((18 + 9 * k, -18 - 12 * k), (34 + 6 * k, -18 - 14 * k), line=0.7) for k in range(3))
    return tail + far + body + near + lines + head + pen.disc(-49, -27, 3.4, c.ink, 0)


def phoenix(pen: Pen) -> str:
    """The phoenix of the paulownia over the upper half of the picture, head at the left; origin top left."""
    c = pen.ink
    out = pen.poly([(-10, -10), (310, -10), (310, 120), (-10, 120)], c.yellow, 0)
    for k in range(7):
        out += pen.stroke((-10 + 22 * k, -10), (-34 + 20 * k, 40), (-30 + 18 * k, 92), line=0.8)
    plumes = (
        ([(286, 150), (302, 230), (270, 300)], c.red),
        ([(250, 160), (276, 230), (234, 290)], c.yellow),
        ([(214, 160), (240, 216), (196, 268)], c.red),
        ([(180, 160), (204, 206), (160, 246)], c.yellow),
    )
    out += "".join(pen.limb(points, 40, 3, fill, taper=1.6) for points, fill in plumes)
    body = [(86, 104), (120, 44), (186, 4), (320, -30), (330, 120), (300, 182), (236, 186), (170, 190), (116, 176)]
    out += pen.blob(body, c.blue)
    for row, (x0, count, y) in enumerate(((150, 8, 44), (134, 9, 74), (118, 10, 104), (122, 10, 134), (136, 9, 164))):
        for k in range(count):
            x = x0 + 20 * k + 6 * (row % 2)
            out += pen.stroke((x - 9, y - 6), (x - 4, y + 9), (x + 4, y + 9), (x + 9, y - 6), line=0.8, colour=c.yellow)
    for points in (
        [(56, 130), (20, 190), (4, 300)],
        [(74, 160), (50, 230), (34, 290)],
        [(98, 170), (96, 226), (66, 276)],
    ):
        out += pen.limb(points, 28, 3, c.red, taper=1.6)
    neck = pen.blob([(130, 60), (132, 130), (106, 186), (64, 172), (56, 120), (84, 70)], c.red)
    head = pen.blob([(26, 84), (50, 50), (96, 40), (126, 66), (118, 112), (78, 134), (38, 122)], c.red)
    comb = "".join(
        pen.leaf(x, y, angle, 46, 24, c.red)
        for x, y, angle in ((58, 62, -112), (76, 54, -92), (94, 54, -66), (108, 62, -40))
    )
    beak = pen.poly([(36, 78), (-4, 100), (34, 112)], c.yellow) + pen.stroke((2, 98), (36, 94), line=0.8)
    curls = "".join(
        pen.stroke(*(ray(x, y, a, 12 - k * 1.6) for k, a in enumerate(range(90, 460, 62))), line=0.8)
        for x, y in ((92, 112), (76, 146), (108, 144))
    )
    return out + neck + comb + head + curls + beak + pen.disc(66, 80, 10, c.yellow) + pen.disc(63, 80, 4.4, c.ink, 0)
