"""八八, BGA / なかよし村 (H88): its tables and options. 二人はちはち and すだおし use its hand yaku.

Willow cards are always kasu in a hand (H88-TEYAKU-24), so `willow_choice` is off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..finish import Ending, Final, Player, share_out, shares_of
from ..flow import Flow, Moment, RuleIds
from ..options import Option
from ..ruleset import Origins, Ruleset, SheetStyle
from ..sheet_rows import CANCELLED, FED, RAN_OUT
from ..terms import Term
from ..yaku import AKATAN, AOTAN, GOKO, KAN, RIBBONS, SHIKO, KasuRow, SetRow, SpecialRow, SuitRow
from .common import CAPTURE_MANDATORY, HIKARI, KASU_COUNTED, TAN, TANE, THREE, points

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
    SetRow(
        "H88-DEKI-05",
        "五光",
        12,
        KAN,
        cards=GOKO,
        least=5,
        hatto=True,
        replaces=("H88-DEKI-04",),
        barred_by="H88-DEKI-04",
    ),
)

SPECIAL = (
    SpecialRow("H88-TOKU-01", "素十六", 12, KAN, counts="kasu", least=16, more=2, counted=KASU_COUNTED),
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

YEAR = 12
"""Deals of a year (H88-START-01)."""

START_KAN = {YEAR: 5, 6: 3}
"""Deposit by deals in the match (H88-START-01); each begins that much below zero."""


def top_prize(scores: Mapping[Player, int], prize_kan: int, order: Sequence[Player] | None = None) -> dict[Player, int]:
    """トップ賞 of 八八 in 文: `prize_kan` for each player to the highest (H88-END-01, H88-END-03).

    Several highest share it; what does not divide goes to the earliest seats of `order`, by default the order
    of `scores` (H88-END-02, AMB-H88-15).
    """
    highest = [who for who in order or scores if scores[who] == max(scores.values())]
    return dict.fromkeys(scores, 0) | share_out(prize_kan * KAN * len(scores), highest)


def month_cards(scores: Mapping[Player, int], paid: int, order: Sequence[Player] | None = None) -> dict[Player, int]:
    """Who gets the 月札 of 八八, in 文: the lowest; several share as with トップ賞 (H88-END-04)."""
    lowest = [who for who in order or scores if scores[who] == min(scores.values())]
    return dict.fromkeys(scores, 0) | share_out(paid, lowest)


def end(final: Final) -> Ending:
    """トップ賞 out of the stakes, and the 月札 to the lowest (H88-END-01 to H88-END-04)."""
    scores = dict(enumerate(final.scores))
    year = final.options["deals"] == YEAR
    prize = START_KAN[YEAR] if year else int(final.options["half_year_prize_kan"] or 0)
    winners = list(scores.values()).count(max(scores.values()))
    because = ("H88-END-02",) if winners > 1 else ()
    terms: tuple[Term, ...] = (("prize", prize, len(scores)), *([("shared", winners, 1)] if winners > 1 else []))
    shares = shares_of(top_prize(scores, prize), "H88-END-01" if year else "H88-END-03", because, terms)
    if final.options["tsukifuda"]:
        shares += shares_of(month_cards(scores, sum(final.tokens)), "H88-END-04")
    return Ending(shares)


HACHIHACHI = Ruleset(
    id="hachihachi",
    code="H88",
    name="八八",
    about=(
        "出降りで決まった三人が打ち、手役も出来役も札点も数えます。決まりの多い八八です。",
        "Three play after bidding; hand yaku, sets and card points all count. Many rules.",
    ),
    version="BGA",
    seats=(4, 5, 6, 3),
    in_play=(3,),
    hand=7,
    field=6,
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H88-CARD-01
    options=OPTIONS,
    flow=Flow(
        Moment.AT_ONCE,
        lights="wait",
        bidding="fees",
        lowerer_pays=True,
        hatto=True,
        beaten_at="made",
        sage_needs_more=True,
        stake_kan=MappingProxyType(START_KAN),
        auto_teyaku=True,
    ),
    rules=RuleIds(
        players="H88-PLAYER-01",
        dealt="H88-DEAL-02",
        next="H88-NEXT-01",
        field="H88-BA-01",
        asked="H88-BID-01",
        teyaku="H88-TEYAKU-00",
        claim="H88-TEYAKU-00",
        call="H88-SAGE-01",
        sage="H88-SAGE-02",
        tobikomi="H88-TEYAKU-30",
        exempt="H88-HATTO-03",
        void="YK-VOID-01",
        four="H88-PLAY-05",
        stakes="H88-START-01",
        fee="H88-BID-03",
        oikomi="H88-BID-06",
        mizuten="H88-MIZU-02",
        shiso="H88-TEYAKU-23",
        cancel="H88-SAGE-07",
        lowerer="H88-SAGE-05",
        beaten="H88-SAGE-05",
        run_out="H88-SAGE-06",
        hatto="H88-HATTO-01",
        unguarded="H88-HATTO-02",
        barred="H88-SAGE-03",
        tobikomi_hatto="H88-HATTO-01",
        nuke="H88-TEYAKU-31",
        refund="H88-TOKU-00",
        pot="H88-SCORE-03",
        pot_set="H88-SCORE-04",
        pot_out="H88-SCORE-04",
        pot_top="H88-SCORE-03",
        token="H88-END-04",
    ),
    below_zero="H88-UNIT-01",
    card_points=MappingProxyType({3: Origins("H88-SCORE-01", (88, 88, 88))}),
    roles=("oya", "doni", "biki"),
    lesson=MappingProxyType(
        {
            "kan": ("H88-UNIT-01", "H88-TEYAKU-00/pay"),
            "ba": ("H88-BA-01", "H88-BA-02"),
            "shibari": ("H88-BA-03",),
            "dekiori": ("H88-BID-01", "H88-BID-03", "H88-BID-04"),
            "mizuten": ("H88-DEAL-01/mizuten", "H88-MIZU-01", "H88-MIZU-02"),
            "agari": ("H88-SAGE-01", "H88-SAGE-01/what"),
            "sage": ("H88-SAGE-02", "H88-SAGE-04", "H88-SAGE-05", "H88-SAGE-06"),
            "tensu": ("H88-CARD-01",),
            "haifuda": ("H88-PLAYER-01", "H88-DEAL-01", "H88-DEAL-02"),
        }
    ),
    end=end,
    sheet=SheetStyle(
        months=True,
        marks=MappingProxyType({"H88-HATTO-01": FED, "H88-SAGE-07": CANCELLED, "H88-SAGE-06": RAN_OUT}),
        paid_at_end=frozenset({"H88-END-01", "H88-END-03", "H88-END-04"}),
    ),
    subjects=MappingProxyType(
        {
            "H88-TEYAKU-23": "shiso",
            "H88-TEYAKU-30": "tobikomi",
            "H88-TEYAKU-31": "nuke",
            "H88-TOKU-00": "fukikeshi",
            "H88-SAGE-07": "torikeshi",
            "H88-SAGE-06": "nagare",
            "H88-SAGE-04": "agari",
            "H88-BA-03": "shibari",
            "H88-BA-04": "etsunen",
            "H88-BA-02": "rate",
            "H88-PLAY-05": "shima",
            "H88-BID-03": "orichin",
            "H88-BID-04": "oikomi",
            "H88-BID-06": "oikomidai",
            **dict.fromkeys(("H88-SCORE-03", "H88-SCORE-04"), "pot"),
            "H88-SCORE-02": "seisan",
            **dict.fromkeys(("H88-END-01", "H88-END-02", "H88-END-03"), "topsho"),
            "H88-END-04": "tsukifuda",
        }
    ),
)
