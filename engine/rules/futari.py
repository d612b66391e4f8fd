"""二人はちはち, しらぎく花札 (H2): its tables and options. Its hand yaku are those of 八八 (H2-TEYAKU-00)."""

from __future__ import annotations

from ..table import Option, Ruleset
from ..yaku import AKATAN, AOTAN, GOKO, INOSHIKACHO, KAN, RIBBONS, SHIKO, SetRow, SpecialRow
from .common import CAPTURE_MANDATORY, points
from .hachihachi import OFF_ON, TEYAKU

# No row is under 法度: with one opponent nobody else could pay less (H2-HATTO-00).
DEKIYAKU = (
    SetRow("H2-DEKI-01", "赤短", 7, KAN, cards=AKATAN, least=3),
    SetRow("H2-DEKI-02", "青短", 7, KAN, cards=AOTAN, least=3),
    SetRow("H2-DEKI-03", "七短", 10, KAN, cards=RIBBONS, least=7),
    SetRow("H2-DEKI-04", "四光", 10, KAN, cards=SHIKO, least=4),
    SetRow("H2-DEKI-05", "五光", 12, KAN, cards=GOKO, least=5, replaces="H2-DEKI-04"),
    SetRow("H2-DEKI-06", "猪鹿蝶", 7, KAN, cards=INOSHIKACHO, least=3),
)

SPECIAL = (
    SpecialRow("H2-TOKU-01", "二八", 10, KAN, counts="points", least=168, more=1),
    SpecialRow("H2-TOKU-02", "総八", 10, KAN, counts="even", least=88),
    SpecialRow("H2-TOKU-03", "素十六", 12, KAN, counts="kasu", least=16, more=2),
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
    Option("deals", 12, (12, 6), "H2-END-02", "Deals in a match."),
)

FUTARI = Ruleset(
    id="futari",
    code="H2",
    name="二人はちはち",
    version="しらぎく花札",
    seats=(2,),  # H2-PLAYER-01
    in_play=(2,),
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=SPECIAL,
    points=points(20, 10, 5, 1),  # H2-CARD-01
    options=OPTIONS,
)
