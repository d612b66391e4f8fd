"""八八, BGA / なかよし村 (H88): its tables and options. 二人はちはち and すだおし use its hand yaku.

Willow cards are always kasu in a hand (H88-TEYAKU-24), so `willow_choice` is off.
"""

from __future__ import annotations

from ..table import Option, Ruleset
from ..yaku import AKATAN, AOTAN, GOKO, KAN, RIBBONS, SHIKO, KasuRow, SetRow, SpecialRow, SuitRow
from .common import CAPTURE_MANDATORY, HIKARI, TAN, TANE, THREE, points

TEYAKU = (
    KasuRow("H88-TEYAKU-08", "空素", 4, KAN, rest=frozenset(), least=0, most=0, nuke=True),
    KasuRow("H88-TEYAKU-09", "光一", 4, KAN, rest=HIKARI, least=1, most=1),
    KasuRow("H88-TEYAKU-10", "十一", 3, KAN, rest=TANE, least=1, most=1, nuke=True),
    KasuRow("H88-TEYAKU-12", "短一", 3, KAN, rest=TAN, least=1, most=1, nuke=True),
    KasuRow("H88-TEYAKU-11", "赤", 2, KAN, rest=TAN, least=2, most=7, nuke=True),
    SuitRow("H88-TEYAKU-13", "三本", 2, KAN, shapes=THREE, tate=0, opens=3, tobikomi=True),
    SuitRow("H88-TEYAKU-14", "立三本", 3, KAN, shapes=THREE, tate=1, opens=3, tobikomi=True),
    SuitRow("H88-TEYAKU-15", "喰付", 4, KAN, shapes=("2-2-2-1",), opens=2),
    SuitRow("H88-TEYAKU-22", "手四", 6, KAN, shapes=("4-1-1-1",), opens=4),
    SuitRow("H88-TEYAKU-16", "はねけん", 7, KAN, shapes=("3-2-2",), opens=1),
    SuitRow("H88-TEYAKU-21", "一二四", 8, KAN, shapes=("4-2-1",), opens=1),
    SuitRow("H88-TEYAKU-17", "二三本", 6, KAN, shapes=("3-3-1",), tate=0, opens=3, tobikomi=True),
    SuitRow("H88-TEYAKU-18", "三本立三本", 7, KAN, shapes=("3-3-1",), tate=1, opens=3, tobikomi=True),
    SuitRow("H88-TEYAKU-19", "二立三本", 8, KAN, shapes=("3-3-1",), tate=2, opens=3, tobikomi=True),
    SuitRow("H88-TEYAKU-20", "四三", 20, KAN, shapes=("4-3",), opens=1),
)

# H88-DEKI-00: these five; several at once add, but 五光 replaces 四光.
DEKIYAKU = (
    SetRow("H88-DEKI-01", "赤短", 7, KAN, cards=AKATAN, least=3, hatto=True),
    SetRow("H88-DEKI-02", "青短", 7, KAN, cards=AOTAN, least=3, hatto=True),
    SetRow("H88-DEKI-03", "七短", 10, KAN, cards=RIBBONS, least=7),
    SetRow("H88-DEKI-04", "四光", 10, KAN, cards=SHIKO, least=4, hatto=True),
    SetRow("H88-DEKI-05", "五光", 12, KAN, cards=GOKO, least=5, hatto=True, replaces="H88-DEKI-04"),
)

SPECIAL = (
    SpecialRow("H88-TOKU-01", "素十六", 12, KAN, counts="kasu", least=16, more=2),
    SpecialRow("H88-TOKU-02", "二八", 10, KAN, counts="points", least=168, more=1),
    SpecialRow("H88-TOKU-03", "総八", 10, KAN, counts="even", least=88),
)

OFF_ON = (False, True)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("deals", 12, (12, 6), "H88-START-01", "A year, or half a year that starts at −3貫."),
    Option(
        "carry",
        "queue",
        ("queue", "next_month_only", "none"),
        "AMB-H88-01",
        "Lights beyond the one that sets the rate wait, wait one month, or are forgotten.",
    ),
    Option(
        "fee_when_set",
        "maker",
        ("maker", "top_points"),
        "AMB-H88-03",
        "Who takes the 下り賃 of a deal that a set or 特殊役 ended.",
    ),
    Option("oikomi", "sum", ("sum", "largest"), "AMB-H88-04", "追い込み代: all three terms, or the largest."),
    Option(
        "hatto_shadow",
        "any_month",
        ("any_month", "kimari_only"),
        "AMB-H88-07",
        "法度 also for any card of the month, or only for a 決まり札's last partner.",
    ),
    Option(
        "mizuten_bonus",
        "all_if_89",
        ("all_if_89", "dropped_always"),
        "AMB-H88-09",
        "みずてん: 1貫 from all at 89 points, or from each who dropped in any case.",
    ),
    Option("nuke_after_set", False, OFF_ON, "AMB-H88-06", "抜け is paid although a set ended the deal."),
    Option("shiso_ends_game", False, OFF_ON, "AMB-H88-17", "四三 ends the game and droppers pay it too."),
    Option("tobikomi_hatto", False, OFF_ON, "H88-TEYAKU-30", "法度 applies to 飛び込み."),
    Option("sage_cancel", False, OFF_ON, "H88-SAGE-07", "A 下げ may be cancelled for half its value."),
    Option("etsunen", False, OFF_ON, "H88-BA-04", "Play on while carried lights wait after the last deal."),
    Option("tsukifuda", False, OFF_ON, "H88-END-04", "The winner of each deal pays 1文 into the 月札."),
    Option("half_year_prize_kan", 3, (3, 5), "AMB-H88-16", "トップ賞 of half a year, 貫 for each player."),
)

HACHIHACHI = Ruleset(
    id="hachihachi",
    code="H88",
    name="八八",
    version="BGA",
    seats=(4, 5, 6, 3),
    in_play=(3,),
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H88-CARD-01
    options=OPTIONS,
)
