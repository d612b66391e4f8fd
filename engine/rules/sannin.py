"""三人はちはち Ver.1.06R03 (H3): its tables and options."""

from __future__ import annotations

from ..cards import CardSet
from ..table import Option, Ruleset
from ..yaku import AKATAN, AOTAN, GOKO, GOUN, INOSHIKACHO, KAN, RIBBONS, SHIKO, KasuRow, SetRow, SpecialRow, SuitRow
from .common import CAPTURE_MANDATORY, HIKARI, TAN, TANE, THREE, points

TEYAKU = (
    KasuRow("H3-TEYAKU-11", "赤", 2, KAN, rest=TAN, least=2, most=7, nuke=True),
    KasuRow("H3-TEYAKU-12", "短一", 3, KAN, rest=TAN, least=1, most=1, nuke=True),
    KasuRow("H3-TEYAKU-13", "十一", 3, KAN, rest=TANE, least=1, most=1, nuke=True),
    KasuRow("H3-TEYAKU-14", "光一", 4, KAN, rest=HIKARI, least=1, most=1),
    KasuRow("H3-TEYAKU-15", "空素", 4, KAN, rest=frozenset(), least=0, most=0, nuke=True),
    SuitRow("H3-TEYAKU-01", "三本", 2, KAN, shapes=THREE, tate=0, opens=3, tobikomi=True),
    SuitRow("H3-TEYAKU-02", "立三本", 3, KAN, shapes=THREE, tate=1, opens=3, tobikomi=True),
    SuitRow("H3-TEYAKU-03", "喰付", 4, KAN, shapes=("2-2-2-1",), opens=2),
    SuitRow("H3-TEYAKU-04", "手四", 6, KAN, shapes=("4-1-1-1",), opens=4),
    SuitRow("H3-TEYAKU-05", "はねけん", 7, KAN, shapes=("3-2-2",), opens=1, tobikomi=True),
    SuitRow("H3-TEYAKU-06", "一二四", 9, KAN, shapes=("4-2-1",), opens=1),
    SuitRow("H3-TEYAKU-07", "四三", 40, KAN, shapes=("4-3",), opens=1),
    SuitRow("H3-TEYAKU-08", "二三本", 8, KAN, shapes=("3-3-1",), tate=0, opens=3, tobikomi=True),
    SuitRow("H3-TEYAKU-09", "三本立三本", 9, KAN, shapes=("3-3-1",), tate=1, opens=3, tobikomi=True),
    SuitRow("H3-TEYAKU-10", "二立三本", 10, KAN, shapes=("3-3-1",), tate=2, opens=3, tobikomi=True),
)

# H3-DEKI-00: marked are the sets under 法度; all add but 五光 and 四光.
DEKIYAKU = (
    SetRow("H3-DEKI-01", "五光", 20, KAN, cards=GOKO, least=5, hatto=True, replaces="H3-DEKI-02"),
    SetRow("H3-DEKI-02", "四光", 12, KAN, cards=SHIKO, least=4, hatto=True),
    SetRow("H3-DEKI-03", "五雲", 12, KAN, cards=GOUN, least=5),
    SetRow("H3-DEKI-04", "七短", 10, KAN, cards=RIBBONS | CardSet.parse("q"), least=7, more=1),
    SetRow("H3-DEKI-05", "赤短", 7, KAN, cards=AKATAN, least=3, hatto=True),
    SetRow("H3-DEKI-06", "青短", 7, KAN, cards=AOTAN, least=3, hatto=True),
    SetRow("H3-DEKI-07", "猪鹿蝶", 6, KAN, cards=INOSHIKACHO, least=3, hatto=True),
)

SPECIAL = (
    SpecialRow("H3-TOKU-01", "総八", 10, KAN, counts="even", least=88),
    SpecialRow("H3-TOKU-02", "二八", 10, KAN, counts="points", least=168, more=1),
    SpecialRow("H3-TOKU-03", "素十六", 12, KAN, counts="kasu", least=16, more=2),
)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("menu", "A", tuple("ABCDEF"), "H3-BA-04", "How 大場 and 絶場 raise the stakes.", ask=True),
    Option(
        "etsunen",
        False,
        (False, True),
        "H3-BA-03",
        "Play on after month 12 while a 二代しばり stands.",
        ask=True,
    ),
    Option("recording", "chips", ("chips", "written"), "H3-START-01", "Counting with chips or on a sheet."),
    Option(
        "f_scope",
        "component",
        ("component", "claim"),
        "AMB-H3-08",
        "Menu F raises each part of a compound, or the whole claim once.",
    ),
)

SANNIN = Ruleset(
    id="sannin",
    code="H3",
    name="三人はちはち",
    version="Ver.1.06R03",
    seats=(3,),  # H3-PLAYER-01
    in_play=(3,),
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H3-CARD-01
    options=OPTIONS,
    willow_choice=True,  # H3-TEYAKU-17, H3-TEYAKU-21
    aka_hidden=4,
    hatto_by_shown_hand=True,
)
