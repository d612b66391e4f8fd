"""三人はちはち Ver.1.06R03 (H3): its tables and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..ba import MENUS
from ..cards import CardSet
from ..finish import (
    Ending,
    Final,
    Player,
    check_zero_sum,
    shares_of,
    top_of,
    toward_zero,
)
from ..flow import Flow, Moment, RuleIds
from ..options import Option
from ..ruleset import Origins, Ruleset, SheetStyle
from ..sheet_rows import BEATEN, CANCELLED, FED, Cell, Row, Title
from ..yaku import AKATAN, AOTAN, GOKO, GOUN, INOSHIKACHO, KAN, RIBBONS, SHIKO, KasuRow, SetRow, SpecialRow, SuitRow
from .common import CAPTURE_MANDATORY, HIKARI, KASU_COUNTED, TAN, TANE, THREE, points

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
    SetRow("H3-DEKI-01", "五光", 20, KAN, cards=GOKO, least=5, hatto=True, replaces=("H3-DEKI-02",)),
    SetRow("H3-DEKI-02", "四光", 12, KAN, cards=SHIKO, least=4, hatto=True),
    SetRow("H3-DEKI-03", "五雲", 12, KAN, cards=GOUN, least=5),
    SetRow(
        "H3-DEKI-04",
        "七短",
        10,
        KAN,
        cards=RIBBONS | CardSet.parse("q"),
        least=7,
        more=1,
        counted=("{}短", "{} ribbons"),
    ),
    SetRow("H3-DEKI-05", "赤短", 7, KAN, cards=AKATAN, least=3, hatto=True),
    SetRow("H3-DEKI-06", "青短", 7, KAN, cards=AOTAN, least=3, hatto=True),
    SetRow("H3-DEKI-07", "猪鹿蝶", 6, KAN, cards=INOSHIKACHO, least=3, hatto=True),
)

SPECIAL = (
    SpecialRow("H3-TOKU-01", "総八", 10, KAN, counts="even", least=88),
    SpecialRow("H3-TOKU-02", "二八", 10, KAN, counts="points", least=168, more=1),
    SpecialRow("H3-TOKU-03", "素十六", 12, KAN, counts="kasu", least=16, more=2, counted=KASU_COUNTED),
)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("menu", "A", MENUS, "H3-BA-04", "How 大場 and 絶場 raise the stakes.", ask=True),
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

GINMI_KAN = 10
"""190貫 kept and 200貫 returned: what each puts up for 吟味 (H3-END-03)."""


def stones_to(
    totals: Mapping[Player, int], stones: int, order: Sequence[Player], shiso: Player | None = None
) -> dict[Player, int]:
    """Who gets the stones of the 番個板 of 三人はちはち, in 文.

    The lowest of `totals` (stones paid are off already), two lowest half each and an odd one to トップ
    (H3-END-02, H3-END-06); with a 四三 its holder (H3-SHISO-04). `order` is the last month's 胴, 胴二, ビキ.
    """
    got = dict.fromkeys(totals, 0)
    lowest = [who for who in totals if totals[who] == min(totals.values())]
    if shiso is not None:
        got[shiso] = stones
    else:
        for who in lowest:
            got[who] = stones // len(lowest)
        got[top_of(totals, order)] += stones % len(lowest)
    return got


def year_end(
    net_mon: Mapping[Player, int],
    stones: Mapping[Player, int],
    order: Sequence[Player],
    shiso: Player | None = None,
) -> dict[Player, int]:
    """Final scores of 三人はちはち in 貫 (H3-END-01 to H3-END-07).

    Args:
        net_mon: each player's year in 文, stones not counted; adds to 0.
        stones: how many each has paid.
        order: last month's 胴, 胴二, ビキ.
        shiso: who ended the year with 四三 (H3-SHISO-04).

    Raises: Inconsistent if `net_mon` does not add to 0.

    >>> year_end({"A": 285, "B": 614, "C": -899}, {"A": 5, "B": 3, "C": 4}, "CAB")
    {'A': 13, 'B': 71, 'C': -84}
    """
    check_zero_sum(net_mon, "H3-END-01")
    totals = {who: net_mon[who] - stones[who] for who in net_mon}
    if shiso is None and len(set(totals.values())) == 1:
        return dict.fromkeys(totals, 0)
    top = top_of(totals, order) if shiso is None else shiso
    got = stones_to(totals, sum(stones.values()), order, shiso)
    scores = {who: toward_zero(totals[who] + got[who] - GINMI_KAN * KAN) for who in totals if who != top}
    balance = -sum(scores.values())
    return {who: scores.get(who, balance) for who in totals}


def end(final: Final) -> Ending:
    """吟味, the stones, and rounding toward zero (H3-END-01 to H3-END-07, H3-SHISO-03, H3-SHISO-04)."""
    if len(final.shiso) > 1:
        return Ending(kan=(0,) * len(final.scores), void=True)
    holder = final.shiso[0] if final.shiso else None
    stones, totals = dict(enumerate(final.tokens)), dict(enumerate(final.scores))
    net = {seat: totals[seat] + stones[seat] for seat in totals}
    scores = year_end(net, stones, final.order, holder)
    got = stones_to(totals, sum(final.tokens), final.order, holder)
    because = ("H3-END-06",) if sum(mon > 0 for mon in got.values()) > 1 else ()
    shares = shares_of(got, "H3-SHISO-04" if final.shiso else "H3-END-02", because)
    return Ending(shares, tuple(scores[seat] for seat in sorted(scores)))


def closing(
    total: tuple[Cell, ...], stones: Sequence[int], order: tuple[int, ...], shiso: int | None
) -> tuple[Row, ...]:
    """The closing rows of the sheet (H3-END-01 to H3-END-08); none for a draw (H3-END-07)."""
    seats = range(len(total))
    after_stones = {seat: total[seat].mon - stones[seat] for seat in seats}
    if shiso is None and len(set(after_stones.values())) == 1:
        return ()
    top = top_of(after_stones, order) if shiso is None else shiso
    got = stones_to(after_stones, sum(stones), order, shiso)
    with_stones = tuple(total[seat] + Cell(ten=got[seat] - stones[seat]) for seat in seats)
    ginmi = (Cell(-GINMI_KAN),) * len(total)
    recount = tuple(cell + Cell(-GINMI_KAN) for cell in with_stones)
    carried = tuple(cell.carried for cell in recount)
    # The first balances the others instead of being rounded (H3-END-04).
    rounded = tuple(None if seat == top else Cell(carried[seat].kan) for seat in seats)
    shared = "H3-END-06" if sum(mon > 0 for mon in got.values()) > 1 else "H3-END-02"
    return (
        Row(Title("月石清算", "stones"), with_stones, rule=shared if shiso is None else "H3-SHISO-04"),
        Row(Title("吟味分減算", "less winner's bonus"), ginmi, rule="H3-END-03"),
        Row(Title("再計", "recount"), recount, rule="H3-END-03"),
        Row(Title("点を貫に", "points into kan"), carried, rule="H3-END-08"),
        Row(Title("端数処理", "rounding"), rounded, rule="H3-END-04"),
    )


SANNIN = Ruleset(
    id="sannin",
    code="H3",
    name="三人はちはち",
    about=(
        "三人で打つ八八です。出降りはなく、場札で倍率が決まります。",
        "Hachihachi of three players, without bidding; the field sets the rate.",
    ),
    version="Ver.1.06R03",
    seats=(3,),  # H3-PLAYER-01
    in_play=(3,),
    hand=7,
    field=6,
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H3-CARD-01
    options=OPTIONS,
    willow_choice=True,  # H3-TEYAKU-17, H3-TEYAKU-21
    aka_hidden=4,
    hatto_by_shown_hand=True,
    flow=Flow(
        Moment.TURN_END,
        lights="bind",
        stone=True,
        shiso_ends=True,
        cancel_any_turn=True,
        lowerer_pays=True,
        hatto=True,
        hatto_spreads=True,
        beaten_half=True,
        one_lowerer=True,
        last_card_ends=True,
        tobikomi_liable=True,
        wrong_is_void=True,
    ),
    rules=RuleIds(
        players="H3-PLAYER-01",
        dealt="H3-DEAL-02",
        next="H3-NEXT-01",
        field="H3-BA-01",
        asked="H3-PLAYER-01",
        teyaku="H3-TEYAKU-16",
        claim="H3-TEYAKU-20",
        call="H3-SAGE-00",
        sage="H3-SAGE-04",
        tobikomi="H3-TOKU-04",
        exempt="H3-HATTO-03",
        void="H3-MISHAP-02",
        four="H3-DEAL-04",
        wrong="H3-MISHAP-04",
        shiso="H3-SHISO-01",
        sage_last="H3-SAGE-05",
        cancel="H3-SAGE-08",
        two_turned="H3-MISHAP-03",
        lowerer="H3-SAGE-01",
        beaten="H3-SAGE-02",
        run_out="H3-SAGE-06",
        hatto="H3-HATTO-01",
        unguarded="H3-HATTO-00",
        hatto_added="H3-HATTO-04",
        tobikomi_lowerer="H3-SAGE-03",
        tobikomi_hatto="H3-HATTO-06",
        nuke="H3-TOKU-05",
        refund="H3-TOKU-00",
        evened="H3-BA-06",
        token="H3-NEXT-02",
    ),
    card_points=MappingProxyType({3: Origins("H3-SCORE-04", (88, 88, 88))}),
    roles=("do", "doni", "biki"),
    lesson=MappingProxyType(
        {
            "haifuda": ("H3-PLAYER-01", "H3-DEAL-02"),
            "kan": ("H3-UNIT-01/mon", "H3-TEYAKU-00/pay"),
            "ba": ("H3-BA-01", "H3-BA-04/all"),
            "shibari": ("H3-BA-02", "H3-BA-04"),
            "agari": ("H3-SAGE-00", "H3-SAGE-00/what"),
            "sage": ("H3-SAGE-02", "H3-SAGE-01", "H3-SAGE-08", "H3-SAGE-04"),
            "hatto": ("H3-HATTO-01", "H3-HATTO-01/shadow"),
            "tensu": ("H3-CARD-01",),
        }
    ),
    end=end,
    sheet=SheetStyle(
        months=True,
        marks=MappingProxyType(
            {
                **dict.fromkeys(("H3-HATTO-01", "H3-HATTO-04", "H3-HATTO-06"), FED),
                **dict.fromkeys(("H3-SAGE-06", "H3-SAGE-08"), CANCELLED),
                "H3-SAGE-02": BEATEN,
            }
        ),
        closing=closing,
        paid_at_end=frozenset({"H3-END-02", "H3-SHISO-04"}),
    ),
    subjects=MappingProxyType(
        {
            "H3-TEYAKU-23": "aka",
            "H3-TEYAKU-24": "aka",
            "H3-DEKI-08": "agari",
            "H3-TOKU-00": "fukikeshi",
            "H3-TOKU-04": "tobikomi",
            "H3-TOKU-05": "nuke",
            **dict.fromkeys(("H3-SAGE-02", "H3-SAGE-06", "H3-SAGE-08"), "torikeshi"),
            **dict.fromkeys(("H3-SAGE-03", "H3-HATTO-06"), "tobikomi"),
            "H3-BA-02": "shibari",
            "H3-BA-03": "etsunen",
            **dict.fromkeys(("H3-BA-04", "H3-BA-05", "H3-BA-06", "H3-BA-07"), "menu"),
            "H3-DEAL-04": "shima",
            "H3-SCORE-01": "seisan",
            "H3-NEXT-02": "tsukiishi",
            **dict.fromkeys(("H3-END-02", "H3-END-06", "H3-SHISO-04"), "bankoita"),
            **dict.fromkeys(("H3-MISHAP-01", "H3-MISHAP-02"), "yarinaoshi"),
            "H3-MISHAP-04": "machigai",
            "H3-END-08": "kinyushiki",
            "H3-END-05": "ginmi",
        }
    ),
    deals=12,  # H3-LENGTH-01
)
