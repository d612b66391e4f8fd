"""二人はちはち, しらぎく花札 (H2): its tables and options. Its hand yaku are those of 八八 (H2-TEYAKU-00)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..finish import Ending, Final, Player, drop_five
from ..flow import Flow, Moment, RuleIds
from ..options import Option, When
from ..ruleset import Difference, Ruleset, SheetStyle
from ..sheet_rows import Cell, Row, Title
from ..yaku import AKATAN, AOTAN, GOKO, INOSHIKACHO, KAN, RIBBONS, SHIKO, SetRow, SpecialRow
from .common import CAPTURE_MANDATORY, KASU_COUNTED, points
from .hachihachi import OFF_ON, TEYAKU

# No row is under 法度: with one opponent nobody else could pay less (H2-HATTO-00).
DEKIYAKU = (
    SetRow("H2-DEKI-01", "赤短", 7, KAN, cards=AKATAN, least=3),
    SetRow("H2-DEKI-02", "青短", 7, KAN, cards=AOTAN, least=3),
    SetRow("H2-DEKI-03", "七短", 10, KAN, cards=RIBBONS, least=7),
    SetRow("H2-DEKI-04", "四光", 10, KAN, cards=SHIKO, least=4),
    SetRow(
        *("H2-DEKI-05", "五光", 12, KAN),
        cards=GOKO,
        least=5,
        replaces=("H2-DEKI-04",),
        beside_lowered=When("goko_after_shiko", "add"),
    ),
    SetRow("H2-DEKI-06", "猪鹿蝶", 7, KAN, cards=INOSHIKACHO, least=3, counts=When("inoshikacho")),
)

SPECIAL = (
    SpecialRow("H2-TOKU-01", "二八", 10, KAN, counts="points", least=168, more=1),
    SpecialRow("H2-TOKU-02", "総八", 10, KAN, counts="even", least=88),
    SpecialRow("H2-TOKU-03", "素十六", 12, KAN, counts="kasu", least=16, more=2, counted=KASU_COUNTED),
)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option("inoshikacho", True, (True, False), "AMB-H2-11", "猪鹿蝶 counts."),
    Option("special", False, OFF_ON, "AMB-H2-12", "二八, 総八 and 素十六 count; 親 wins a tie instead of a draw."),
    Option("etsunen", False, OFF_ON, "H2-BA-03", "Play on while a 二代縛り stands after the last deal."),
    Option(
        "goko_after_shiko",
        "add",
        ("add", "replace"),
        "AMB-H2-03",
        "五光 made after a lowered 四光 is paid besides it, or replaces it.",
    ),
    Option(
        "beaten_sage",
        "half",
        ("half", "void"),
        "AMB-H2-04",
        "A lowered set beaten by the opponent's keeps half, or nothing.",
    ),
    Option("deals", 12, (12, 6), "H2-END-02", "Deals in a match.", any_count=True),
)


def match_end(totals: Mapping[Player, int]) -> dict[Player, int]:
    """Final scores of 二人はちはち in 貫: 五捨六入 of the difference (H2-END-01).

    >>> match_end({"A": 95, "B": 25})
    {'A': 6, 'B': -6}
    """
    (one, mine), (two, theirs) = totals.items()
    score = drop_five(mine - theirs)
    return {one: score, two: -score}


def end(final: Final) -> Ending:
    """五捨六入 of the difference (H2-END-01)."""
    scores = match_end(dict(enumerate(final.scores)))
    return Ending(kan=tuple(scores[seat] for seat in sorted(scores)))


def closing(total: tuple[Cell, ...], *_: object) -> tuple[Row, ...]:
    """The closing rows of the sheet: the difference, and what it is rounded to (H2-END-01)."""
    mine, theirs = (cell.mon for cell in total)
    apart = tuple(Cell(ten=mon).carried for mon in (mine - theirs, theirs - mine))
    return (
        Row(Title("差", "difference"), apart, rule="H2-END-01"),
        Row(
            Title("差の五捨六入", "rounded from 6 points"),
            tuple(Cell(drop_five(cell.mon)) for cell in apart),
            rule="H2-END-01",
        ),
    )


FUTARI = Ruleset(
    id="futari",
    code="H2",
    name="二人はちはち",
    about=("二人で打つ八八です。出降りはありません。", "Hachihachi of two players, without bidding."),
    version="しらぎく花札",
    seats=(2,),  # H2-PLAYER-01
    in_play=(2,),
    hand=7,
    field=6,
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H2-CARD-01
    options=OPTIONS,
    flow=Flow(
        Moment.UNTIL_TURN_END,
        lights="bind",
        beaten_half=True,
        at_completion=True,
        points_after_sage=True,
        auto_teyaku=True,
    ),
    rules=RuleIds(
        players="H2-PLAYER-01",
        dealt="H2-PLAYER-01",
        next="H2-NEXT-01",
        field="H2-BA-01",
        asked="H2-PLAYER-01",
        teyaku="H2-TEYAKU-00",
        claim="H2-TEYAKU-00",
        call="H2-SAGE-00",
        sage="H2-SAGE-00",
        tobikomi="H2-TEYAKU-02",
        exempt="H2-HATTO-00",
        void="YK-VOID-01",
        four="H2-DEAL-01",
        beaten="H2-SAGE-03",
        run_out="H2-SAGE-02",
        nuke="H2-TEYAKU-03",
        refund="H2-TOKU-00",
    ),
    # H2-SCORE-01: the difference, in bands from 30 on (H2-SCORE-04, H2-SCORE-05). Of equals nobody pays and the
    # 親, first in order, stays: as a draw, or as winner (H2-SCORE-06).
    card_points=MappingProxyType({2: Difference("H2-SCORE-02", bands_from=30, most_kan=5, band_rule="H2-SCORE-04")}),
    roles=("oya",),
    lesson=MappingProxyType(
        {
            "haifuda": ("H2-PLAYER-01",),
            "kan": ("H2-PLAYER-01/unit", "H2-TEYAKU-01"),
            "ba": ("H2-BA-01", "H2-BA-01/all"),
            "shibari": ("H2-BA-02",),
            "agari": ("H2-SAGE-00",),
            "sage": ("H2-SAGE-01", "H2-SAGE-02", "H2-SAGE-03"),
            "tensu": ("H2-CARD-01",),
            "fudaten": ("H2-SCORE-02", "H2-SCORE-04"),
        }
    ),
    end=end,
    sheet=SheetStyle(closing=closing),
    subjects=MappingProxyType(
        {
            "H2-TEYAKU-02": "tobikomi",
            "H2-TEYAKU-03": "nuke",
            "H2-DEKI-07": "goko",
            "H2-TOKU-00": "fukikeshi",
            "H2-SAGE-02": "nagare",
            "H2-SAGE-01": "agari",
            "H2-BA-02": "shibari",
            "H2-BA-03": "etsunen",
            "H2-DEAL-01": "shima",
            "H2-END-01": "ginmi",
            "H2-END-02": "nen",
        }
    ),
)
