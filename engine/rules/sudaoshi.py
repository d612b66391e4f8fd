"""すだおし, しらぎく花札 (SD): its tables and options. Its hand yaku are those of 八八 without their bonuses.

There is no field rate (SD-BA-01) and no set stops play (SD-PLAY-01).
"""

from __future__ import annotations

from dataclasses import replace

from ..cards import CARDS, CardSet, Rank
from ..table import Option, Ruleset
from ..yaku import KAN, WILLOW, KasuRow, SetRow
from . import hachihachi
from .common import CAPTURE_MANDATORY
from .hachihachi import OFF_ON

TEYAKU = tuple(
    # SD-TEYAKU-00, and SD-TEYAKU-03: no 飛込み, no 抜け.
    replace(row, nuke=False) if isinstance(row, KasuRow) else replace(row, tobikomi=False)
    for row in hachihachi.TEYAKU
)

SUSUKI = CardSet.parse("cdef")

DEKIYAKU = (
    SetRow("SD-DEKI-01", "坊主ゾロ", 2, KAN, cards=SUSUKI, least=4, replaces="SD-DEKI-02"),
    SetRow("SD-DEKI-02", "坊主被り", 1, KAN, cards=CardSet.parse("cd"), least=2),
    SetRow("SD-DEKI-03", "雨ゾロ", 2, KAN, cards=WILLOW, least=4, replaces="SD-DEKI-04", biki_only=True),
    SetRow("SD-DEKI-04", "雨被り", 1, KAN, cards=CardSet.parse("op"), least=2, biki_only=True),
)

_POINTS = {Rank.HIKARI: 5, Rank.TANE: 5, Rank.TAN: 1, Rank.KASU: 10}
TEN_POINT_LIGHTS = CardSet.parse("Is")
"""SD-CARD-01: the lights of cherry and paulownia."""

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("deals", 12, (12, 6), "AMB-SD-11", "A match, or 半ドン."),
    Option("role_payment", "each", ("each", "split"), "AMB-SD-02", "Each other player pays a set, or half of it."),
    Option("zoro_adds_kaburi", False, OFF_ON, "AMB-SD-03", "ゾロ is paid besides 被り."),
    Option(
        "next_oya",
        "net",
        ("net", "raw"),
        "AMB-SD-04",
        "Next 親 by points less one's own origin, or by points.",
    ),
)

SUDAOSHI = Ruleset(
    id="sudaoshi",
    code="SD",
    name="すだおし",
    version="しらぎく花札",
    seats=(3, 4, 5, 6, 7),  # SD-PLAYER-01, SD-PLAYER-02
    in_play=(3,),
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=(),
    points=tuple(10 if card in TEN_POINT_LIGHTS else _POINTS[card.rank] for card in CARDS),
    options=OPTIONS,
)
