"""こいこい (KK): its tables and options, for two players.

There is no one rule book of it. The rules here are those that most descriptions for beginners share; where they
differ an option says so, with the source that plays it so. Sources are named in the engine's README.
"""

from __future__ import annotations

from types import MappingProxyType

from ..cards import CardSet, Rank
from ..finish import running_total
from ..flow import Flow, Moment, RuleIds
from ..options import Option, When
from ..ruleset import DealersRight, Raise, Ruleset, SheetStyle
from ..yaku import AKATAN, AOTAN, GOKO, INOSHIKACHO, MON, SHIKO, SetRow, SuitRow, of_rank
from .common import CAPTURE_MANDATORY, points

TEYAKU = (
    SuitRow(*("KK-TEYAKU-01", "手四", 6, MON), shapes=("4-1-1-1-1", "4-2-1-1", "4-2-2", "4-3-1", "4-4"), opens=4),
    SuitRow("KK-TEYAKU-02", "くっつき", 6, MON, shapes=("2-2-2-2",), opens=2),
)

RAIN = CardSet.parse("11h")
CUP = CardSet.parse("9n")
TANE, TAN, KASU = (of_rank(rank) for rank in (Rank.TANE, Rank.TAN, Rank.KASU))
"""By kind, the willow's cards as what they are: 9, 10 and 24."""

USUAL, HIGH = When("lights", "usual"), When("lights", "high")
FIVE, THREE = When("sake", "five"), When("sake", "three")
EACH, JOINED = When("chofuku", "each"), When("chofuku", "joined")


def _lights(when: When, goko: int, shiko: int, ameshiko: int, sanko: int) -> tuple[SetRow, ...]:
    """The four sets of lights at one scale of prices; each replaces the smaller ones that lie in it."""
    smaller = ("KK-DEKI-02", "KK-DEKI-03", "KK-DEKI-04")
    return (
        SetRow("KK-DEKI-01", "五光", goko, MON, cards=GOKO, least=5, replaces=smaller, counts=when),
        SetRow("KK-DEKI-02", "四光", shiko, MON, cards=SHIKO, least=4, replaces=smaller[2:], counts=when),
        SetRow(
            *("KK-DEKI-03", "雨四光", ameshiko, MON),
            cards=GOKO,
            least=4,
            must=RAIN,
            replaces=smaller[2:],
            counts=when,
        ),
        SetRow("KK-DEKI-04", "三光", sanko, MON, cards=SHIKO, least=3, counts=when),
    )


def _sake(when: When, price: int) -> tuple[SetRow, ...]:
    return (
        SetRow("KK-DEKI-05", "花見酒", price, MON, cards=CUP | CardSet.parse("3h"), least=2, counts=when),
        SetRow("KK-DEKI-06", "月見酒", price, MON, cards=CUP | CardSet.parse("8h"), least=2, counts=when),
    )


def _kasu(when: When, cards: CardSet) -> SetRow:
    return SetRow(
        *("KK-DEKI-12", "カス", 1, MON), cards=cards, least=10, more=1, counted=("カス{}枚", "{} chaff"), counts=when
    )


# KK-DEKI-00: all add but those that lie in a bigger one; the other player pays for all (KK-SCORE-01).
DEKIYAKU = (
    *_lights(USUAL, 10, 8, 7, 5),
    *_lights(HIGH, 15, 10, 8, 6),
    *_sake(FIVE, 5),
    *_sake(THREE, 3),
    SetRow("KK-DEKI-07", "猪鹿蝶", 5, MON, cards=INOSHIKACHO, least=3),
    SetRow("KK-DEKI-08", "赤短", 5, MON, cards=AKATAN, least=3),
    SetRow("KK-DEKI-09", "青短", 5, MON, cards=AOTAN, least=3),
    SetRow("KK-DEKI-10", "タネ", 1, MON, cards=TANE, least=5, more=1, counted=("タネ{}枚", "{} animals")),
    SetRow("KK-DEKI-11", "タン", 1, MON, cards=TAN, least=5, more=1, counted=("タン{}枚", "{} ribbons")),
    _kasu(When("cup_kasu", False), KASU),
    _kasu(When("cup_kasu", True), KASU | CUP),
    SetRow(
        *("KK-DEKI-13", "赤短・青短の重複", 10, MON),
        cards=TAN,
        least=6,
        more=1,
        must=AKATAN | AOTAN,
        replaces=("KK-DEKI-08", "KK-DEKI-09", "KK-DEKI-11"),
        counts=JOINED,
    ),
)

OPTIONS = (
    CAPTURE_MANDATORY,
    Option(
        "deals", 12, (12, 6, 3), "KK-LENGTH-01", "A year of twelve months, half of it, or a quarter.", any_count=True
    ),
    Option(
        "lights",
        "usual",
        ("usual", "high"),
        "KK-DEKI-01",
        "五光 四光 雨四光 三光 are worth 10 8 7 5, or 15 10 8 6.",
    ),
    Option(
        "sake",
        "five",
        ("five", "three", "none"),
        "KK-DEKI-05",
        "花見酒 and 月見酒 are worth 5 each, 3 each, or nothing.",
    ),
    Option(
        "chofuku",
        "each",
        ("each", "joined"),
        "KK-DEKI-13",
        "赤短 and 青短 together are paid as they are, or as one set of 10.",
    ),
    Option("cup_kasu", False, (False, True), "KK-DEKI-12", "The sake cup is an animal and a kasu."),
    Option("seven_doubles", True, (True, False), "KK-SCORE-02", "Sets worth 7 or more together are paid twice."),
    Option("koikoi_doubles", True, (True, False), "KK-SCORE-03", "After the other's こいこい all is paid twice."),
    Option("oyaken", True, (True, False), "KK-SCORE-04", "The dealer is paid 6 for a deal that nobody won."),
)

KOIKOI = Ruleset(
    id="koikoi",
    code="KK",
    name="こいこい",
    about=(
        "先に役を作る二人の勝負です。花札が初めてなら、これから。",
        "Two race to make sets. If hanafuda is new to you, begin with this.",
    ),
    version="1",
    seats=(2,),  # KK-PLAYER-01
    in_play=(2,),
    hand=8,
    field=8,
    unit="文",
    teyaku=TEYAKU,
    dekiyaku=DEKIYAKU,
    special=(),
    points=points(0, 0, 0, 0),  # KK-CARD-01
    card_points=MappingProxyType({2: DealersRight("KK-SCORE-04", 6, When("oyaken"))}),
    options=OPTIONS,
    flow=Flow(
        Moment.TURN_END,
        last_card_ends=True,
        run_out_halves=0,
        teyaku_ends=True,
        auto_teyaku=True,
    ),
    rules=RuleIds(
        players="KK-PLAYER-01",
        dealt="KK-DEAL-01",
        next="KK-NEXT-01",
        field="KK-DEAL-03",
        asked="KK-PLAYER-01",
        teyaku="KK-TEYAKU-00",
        claim="KK-TEYAKU-00",
        call="KK-KOI-00",
        sage="KK-KOI-03",
        tobikomi="KK-TEYAKU-00",
        exempt="KK-PLAY-01",
        void="KK-MISHAP-01",
        redeal="KK-DEAL-02",
        beaten="KK-KOI-02",
        run_out="KK-KOI-04",
    ),
    roles=("oya",),
    lesson=MappingProxyType(
        {
            "haifuda": ("KK-PLAYER-01", "KK-DEAL-01"),
            "mon": ("KK-SCORE-01/unit", "KK-TEYAKU-00"),
            "ba": ("KK-DEAL-03", "KK-SCORE-02"),
            "agari": ("KK-KOI-00", "KK-KOI-01"),
            "sage": ("KK-KOI-02", "KK-KOI-04", "KK-SCORE-03", "KK-KOI-03"),
            "tensu": ("KK-CARD-01",),
        }
    ),
    end=running_total,  # KK-END-01
    raises=(
        Raise("KK-SCORE-02", 2, When("seven_doubles"), least=7),
        Raise("KK-SCORE-03", 2, When("koikoi_doubles"), after_sage=True),
    ),
    price="mon",
    calls=MappingProxyType({"agari": "shobu", "sage": "koi"}),
    sheet=SheetStyle(months=True, in_kan=False),
    subjects=MappingProxyType(
        {
            "KK-DEAL-02": "shima",
            "KK-DEAL-03": "rate",
            "KK-KOI-01": "shobu",
            "KK-KOI-04": "nagare",
            "KK-SCORE-01": "yakudai",
            "KK-SCORE-02": "rate",
            "KK-SCORE-03": "rate",
            "KK-SCORE-04": "oyaken",
        }
    ),
)
