"""八十 (H80): its tables and options.

Prices are 点 from all payers together; with two payers each pays half (H80-TEYAKU-04). There is no field rate
(H80-DEAL-05), no 飛込み, 抜け or 吹き消し (H80-TEYAKU-05) and no 法度 (H80-PLAY-09), so no row is marked for them.
"""

from __future__ import annotations

from ..cards import Rank
from ..table import Option, Ruleset
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

HACHIJU = Ruleset(
    id="hachiju",
    code="H80",
    name="八十",
    version="1",
    seats=(3, 2, 4, 5, 6),
    in_play=(2, 3),
    unit="点",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=(),
    points=points(20, 10, 5, 0),  # H80-CARD-01
    options=OPTIONS,
    redeals_four=True,
    understate=True,
)
