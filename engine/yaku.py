"""Rows of the rule tables: hand yaku (teyaku, 手役), sets (dekiyaku, 出来役) and the cards they name.

A row says what the rule book's table says and nothing else; `teyaku` and `dekiyaku` match cards against rows.
Every row carries the id of the rule it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards import CARDS, CardSet, Rank

KAN = 12
"""One 貫 in 文 (H3-UNIT-01, H88-UNIT-01)."""

TEN = 1
"""One 点 of 八十, that game's own unit; its tables print what all payers together pay."""


def of_rank(rank: Rank) -> CardSet:
    """All cards of one kind, willow cards by their own kind (COM-CARD-01)."""
    return CardSet(card for card in CARDS if card.rank is rank)


WILLOW = CardSet.parse("opqr")
KASU = of_rank(Rank.KASU) | WILLOW
"""The 27 cards that count as kasu in hands and for sujuroku (素十六): COM-CARD-04."""

AKATAN = CardSet.parse("BFJ")
AOTAN = CardSet.parse("Vhl")
INOSHIKACHO = CardSet.parse("YkU")
SHIKO = CardSet.parse("AIcs")
GOKO = CardSet.parse("AIcos")
GOUN = CardSet.parse("EQUYg")
RIBBONS = of_rank(Rank.TAN) - WILLOW
"""The nine ribbons besides willow (COM-CARD-03)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a price table."""

    id: str
    """Rule id, such as ``H3-TEYAKU-01``."""
    name: str
    """The kanji of the rule book."""
    value: int
    """The printed price at 小場: 貫 from each payer, in 八十 点 from all payers together."""
    unit: int
    """文 (点 in 八十) in one of `value`: `KAN` or `TEN`."""

    @property
    def mon(self) -> int:
        """The price in 文 from each payer, in 八十 in 点 from all payers together."""
        return self.value * self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitRow(Row):
    """A hand yaku of the count family (枚数系, 組役): how many cards of a month the hand holds."""

    shapes: tuple[str, ...]
    """Cards a month in falling order, such as ``3-2-1-1``."""
    tate: int | None = None
    """How many of the threes are a 立三本; None if that does not matter."""
    opens: int
    """Exposed are all cards of the months that have at least this many."""
    tobikomi: bool = False
    """True if capturing all four of a three's month pays 飛込み."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KasuRow(Row):
    """A hand yaku of the kasu family (空素系, カス役): the cards that are not kasu; the kasu are exposed."""

    rest: frozenset[Rank]
    """Kinds allowed beside the kasu."""
    least: int
    most: int
    """How many cards that are not kasu the hand holds."""
    nuke: bool = False
    """True if 89 points pay 抜け."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow(Row):
    """A set of captured cards: at least `least` of `cards`."""

    cards: CardSet
    least: int
    more: int = 0
    """Added to `value` for each card beyond `least`."""
    hatto: bool = False
    """True if the rule of 法度 protects it."""
    replaces: str = ""
    """Rule id of the set that is not paid beside this one; empty if none."""
    biki_only: bool = False
    """True if only the third player in order can make it (SD-DEKI-03, SD-DEKI-04)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialRow(Row):
    """An end-of-deal yaku (tokushuyaku, 特殊役), judged when the hands are played out without a set."""

    counts: Literal["points", "kasu", "even"]
    """What decides: card points, number of kasu, or that every player has exactly `least` points."""
    least: int
    more: int = 0
    """Added to `value` for each point or kasu beyond `least`."""


TeyakuRow = SuitRow | KasuRow
