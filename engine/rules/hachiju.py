"""八十 (H80): its tables and options.

Prices are 点 from all payers together; with two payers each pays half (H80-TEYAKU-04). There is no field rate
(H80-DEAL-05), no 飛込み, 抜け or 吹き消し (H80-TEYAKU-05) and no 法度 (H80-PLAY-09), so no row is marked for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..cards import Card, Rank
from ..finish import Player, draw_order, running_total
from ..flow import Flow, Moment, RuleIds
from ..options import Option
from ..ruleset import Difference, Origins, Ruleset, SheetStyle
from ..sheet_rows import RAN_OUT
from ..yaku import AKATAN, AOTAN, INOSHIKACHO, KASU, RIBBONS, SHIKO, TEN, KasuRow, SetRow, SuitRow
from .common import CAPTURE_MANDATORY, THREE, points

TEYAKU = (
    KasuRow("H80-TEYAKU-10", "素六", 60, TEN, rest=frozenset(Rank), least=1, most=1),
    KasuRow("H80-TEYAKU-11", "空素", 100, TEN, rest=frozenset(), least=0, most=0),
    SuitRow("H80-TEYAKU-12", "三本", 40, TEN, shapes=THREE, opens=3),
    SuitRow("H80-TEYAKU-13", "喰付", 80, TEN, shapes=("2-2-2-1",), opens=2),
    SuitRow("H80-TEYAKU-14", "手四", 200, TEN, shapes=("4-1-1-1", "4-2-1"), opens=4),
    SuitRow("H80-TEYAKU-15", "はねけん", 200, TEN, shapes=("3-2-2",), opens=1),
    SuitRow("H80-TEYAKU-16", "二三本", 200, TEN, shapes=("3-3-1",), opens=3),
    SuitRow("H80-TEYAKU-17", "四三", 600, TEN, shapes=("4-3",), opens=1),
)

# All sets add (H80-DEKI-00): no row replaces another.
DEKIYAKU = (
    SetRow("H80-DEKI-01", "猪鹿蝶", 200, TEN, cards=INOSHIKACHO, least=3),
    SetRow("H80-DEKI-02", "赤短", 200, TEN, cards=AKATAN, least=3),
    SetRow("H80-DEKI-03", "青短", 200, TEN, cards=AOTAN, least=3),
    SetRow("H80-DEKI-04", "七短", 400, TEN, cards=RIBBONS, least=7),
    SetRow("H80-DEKI-05", "四光", 400, TEN, cards=SHIKO, least=4),
    SetRow("H80-DEKI-06", "素十六", 600, TEN, cards=KASU, least=16),
)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option(
        "understate_teyaku",
        "allow",
        ("allow", "forbid"),
        "AMB-H80-08",
        "A lower true hand yaku may be announced.",
    ),
    Option("deals", None, (None,), "AMB-H80-13", "Deals in a match; none is open-ended.", any_count=True),
)

POINTS = points(20, 10, 5, 0)  # H80-CARD-01


def draw_oya(draws: Mapping[Player, Card]) -> tuple[Player, ...]:
    """The first 仮親 of 八十, alone, or the players who have to draw again (H80-FIRST-01).

    The youngest month wins, inside it the higher card points; kasu of that month draw again.
    Raises: Inconsistent if a card was drawn twice.
    """
    youngest = draw_order(draws)[0]
    worth = {who: POINTS[draws[who]] for who in youngest}
    return tuple(who for who in youngest if worth[who] == max(worth.values()))


HACHIJU = Ruleset(
    id="hachiju",
    code="H80",
    name="八十",
    about=(
        "競りで残った二人か三人が打ちます。手役と出来役の勝負です。",
        "An auction leaves two or three in play; hand yaku and sets decide.",
    ),
    version="1",
    seats=(3, 2, 4, 5, 6),
    in_play=(2, 3),
    hand=7,
    field=6,
    draw=draw_oya,
    unit="点",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=(),
    points=POINTS,
    options=OPTIONS,
    understate=True,
    flow=Flow(
        Moment.TURN_END,
        bidding="auction",
        share=True,
    ),
    rules=RuleIds(
        players="H80-PLAYER-01",
        dealt="H80-DEAL-02",
        next="H80-SCORE-04",
        field="H80-DEAL-05",
        asked="H80-BID-01",
        teyaku="H80-TEYAKU-01",
        claim="H80-TEYAKU-01",
        call="H80-SAGE-00",
        sage="H80-SAGE-02",
        tobikomi="H80-TEYAKU-05",
        exempt="H80-PLAY-09",
        void="YK-VOID-01",
        redeal="H80-DEAL-04",
        fee="H80-BID-03",
        released="H80-BID-08",
        beaten="H80-SAGE-03",
        run_out="H80-SAGE-04",
        pot="H80-SCORE-03",
        pot_two="H80-SCORE-02",
        pot_set="H80-SAGE-01",
        pot_out="H80-SAGE-04",
        pot_outs="H80-SAGE-05",
        pot_walkover="H80-BID-09",
    ),
    card_points=MappingProxyType({2: Difference("H80-SCORE-02"), 3: Origins("H80-SCORE-03", (80, 80, 80), times=2)}),
    roles=("karioya", "doni", "biki"),
    lesson=MappingProxyType(
        {
            "haifuda": ("H80-PLAYER-01", "H80-DEAL-02"),
            "ten": ("H80-TEYAKU-04/unit", "H80-TEYAKU-04"),
            "ba": ("H80-DEAL-05", "H80-BID-13"),
            "dekiori": ("H80-BID-01", "H80-BID-03", "H80-BID-05"),
            "agari": ("H80-SAGE-00", "H80-SAGE-01"),
            "sage": ("H80-SAGE-02", "H80-SAGE-03", "H80-SAGE-04"),
            "tensu": ("H80-CARD-01",),
            "tsuginooya": ("H80-SCORE-04/next",),
        }
    ),
    end=running_total,
    price="ten",
    sheet=SheetStyle(in_kan=False, marks=MappingProxyType({"H80-SAGE-04": RAN_OUT})),
    subjects=MappingProxyType(
        {
            **dict.fromkeys(("H80-SAGE-04", "H80-SAGE-05"), "nagare"),
            "H80-SAGE-01": "agari",
            **dict.fromkeys(("H80-DEAL-05", "H80-BID-13"), "rate"),
            "H80-DEAL-04": "shima",
            "H80-BID-03": "orichin",
            "H80-BID-09": "pot",
            "H80-BID-05": "double",
            "H80-BID-11": "karioya",
            "H80-PLAY-09": "hatto",
            "H80-END-01": "nen",
        }
    ),
)
