"""すだおし, しらぎく花札 (SD): its tables and options. Its hand yaku are those of 八八 without their bonuses.

There is no field rate (SD-BA-01) and no set stops play (SD-PLAY-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..cards import CARDS, CardSet, Rank
from ..finish import Ending, Final, Player, check_zero_sum, drop_five
from ..flow import Flow, Moment, RuleIds
from ..options import Option, When
from ..ruleset import Origins, Ruleset, SheetStyle
from ..sheet_rows import Cell, Row, Title
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

BESIDE = When("zoro_adds_kaburi")

DEKIYAKU = (
    SetRow("SD-DEKI-01", "坊主ゾロ", 2, KAN, cards=SUSUKI, least=4, replaces=("SD-DEKI-02",), beside=BESIDE),
    SetRow("SD-DEKI-02", "坊主被り", 1, KAN, cards=CardSet.parse("cd"), least=2),
    SetRow(
        *("SD-DEKI-03", "雨ゾロ", 2, KAN),
        cards=WILLOW,
        least=4,
        replaces=("SD-DEKI-04",),
        beside=BESIDE,
        biki_only=True,
    ),
    SetRow("SD-DEKI-04", "雨被り", 1, KAN, cards=CardSet.parse("op"), least=2, biki_only=True),
)

_POINTS = {Rank.HIKARI: 5, Rank.TANE: 5, Rank.TAN: 1, Rank.KASU: 10}
TEN_POINT_LIGHTS = CardSet.parse("Is")
"""SD-CARD-01: the lights of cherry and paulownia."""

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("deals", 12, (12, 6), "AMB-SD-11", "A match, or 半ドン.", any_count=True),
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


def match_end(net_mon: Mapping[Player, int]) -> dict[Player, int]:
    """Final scores of すだおし in 貫, from the 文 won and lost, the 5貫 of the start taken off (SD-END-01).

    All but the first are rounded by 五捨六入 and the first balances (SD-END-02). Equal firsts share the others'
    loss; while that does not divide, the last loses one 貫 more. All equal: 0 (SD-END-03, AMB-SD-06).

    Raises: Inconsistent if `net_mon` does not add to 0.

    >>> match_end({"A": 41, "B": 41, "C": -82})
    {'A': 4, 'B': 4, 'C': -8}
    """
    check_zero_sum(net_mon, "SD-END-01")
    firsts = [who for who in net_mon if net_mon[who] == max(net_mon.values())]
    scores = {who: drop_five(mon) for who, mon in net_mon.items() if who not in firsts}
    if not scores:
        return dict.fromkeys(net_mon, 0)
    last = min(scores, key=lambda who: net_mon[who])
    # What the others lost together has to divide by the number of firsts.
    scores[last] -= sum(scores.values()) % len(firsts)
    each = -sum(scores.values()) // len(firsts)
    return {who: scores.get(who, each) for who in net_mon}


def end(final: Final) -> Ending:
    """五捨六入, and the first balances (SD-END-01 to SD-END-03)."""
    scores = match_end(dict(enumerate(final.scores)))
    return Ending(kan=tuple(scores[seat] for seat in sorted(scores)))


def closing(total: tuple[Cell, ...], *_: object) -> tuple[Row, ...]:
    """The closing rows of the sheet: the others rounded, then the first that balances them (SD-END-02, SD-END-03)."""
    net = {seat: cell.mon for seat, cell in enumerate(total)}
    scores, best = match_end(net), max(net.values())
    rounded = tuple(None if mon == best else Cell(drop_five(mon)) for mon in net.values())
    balanced = tuple(
        Cell(scores[seat]) if mon == best or scores[seat] != drop_five(mon) else None for seat, mon in net.items()
    )
    return (
        Row(Title("点を貫に", "points into kan"), tuple(cell.carried for cell in total), rule="SD-END-02"),
        Row(Title("五捨六入", "rounded from 6 points"), rounded, rule="SD-END-02"),
        Row(
            Title("一番は残り", "the first balances"),
            balanced,
            rule="SD-END-03" if list(net.values()).count(best) > 1 else "SD-END-02",
        ),
    )


SUDAOSHI = Ruleset(
    id="sudaoshi",
    code="SD",
    name="すだおし",
    about=(
        "最後の一枚まで打ち、札点で決めます。途中で終わる役はありません。",
        "Always played to the last card; card points decide, and no set ends it.",
    ),
    version="しらぎく花札",
    seats=(3, 4, 5, 6, 7),  # SD-PLAYER-01, SD-PLAYER-02
    in_play=(3,),
    hand=7,
    field=6,
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=(),
    points=tuple(10 if card in TEN_POINT_LIGHTS else _POINTS[card.rank] for card in CARDS),
    options=OPTIONS,
    flow=Flow(
        Moment.NEVER,
        bidding="drop",
        auto_teyaku=True,
    ),
    rules=RuleIds(
        players="SD-PLAYER-01",
        dealt="SD-PLAYER-01",
        next="SD-NEXT-01",
        field="SD-BA-01",
        asked="SD-PLAYER-02",
        teyaku="SD-TEYAKU-00",
        claim="SD-TEYAKU-00",
        call="SD-PLAY-01",
        sage="SD-PLAY-01",
        tobikomi="SD-TEYAKU-03",
        exempt="SD-PLAY-01",
        void="YK-VOID-01",
    ),
    card_points=MappingProxyType({3: Origins("SD-SCORE-01", (100, 110, 120))}),
    roles=("oya", "doni", "biki"),
    lesson=MappingProxyType(
        {
            "haifuda": ("SD-PLAYER-01",),
            "kan": ("SD-END-02/unit", "SD-TEYAKU-01"),
            "ba": ("SD-BA-01", "SD-PLAY-01"),
            "tensu": ("SD-CARD-01",),
            "fudaten": ("SD-SCORE-01", "SD-SCORE-01/pay"),
        }
    ),
    end=end,
    sheet=SheetStyle(closing=closing),
)
