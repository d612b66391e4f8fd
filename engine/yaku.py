"""Rows of the rule tables: hand yaku (teyaku, 手役), sets (dekiyaku, 出来役) and the cards they name.

A row says what the rule book's table says and nothing else; `teyaku` and `dekiyaku` match cards against rows.
Every row carries the id of the rule it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards import CARDS, CardSet, Rank
from .options import When

NO_CARDS = CardSet()

KAN = 12
"""One 貫 in 文 (H3-UNIT-01, H88-UNIT-01)."""

TEN = 1
"""One 点 of 八十, that game's own unit; its tables print what all payers together pay."""

MON = 1
"""One 文, where prices are printed in it."""


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
    """文 (点 in 八十) in one of `value`: `KAN`, `TEN` or `MON`."""

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


Counted = tuple[str, str]
"""How a yaku is called by its number of cards, Japanese and English, such as ``("{}短", "{} ribbons")``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow(Row):
    """A set of captured cards: at least `least` of `cards`."""

    cards: CardSet
    least: int
    more: int = 0
    """Added to `value` for each card beyond `least`."""
    counted: Counted | None = None
    must: CardSet = NO_CARDS
    """Those of `cards` that have to be among them."""
    hatto: bool = False
    """True if the rule of 法度 protects it."""
    replaces: tuple[str, ...] = ()
    """Rule ids of the sets that are not paid beside this one."""
    beside: When | None = None
    """Under this option they are paid beside it after all."""
    beside_lowered: When | None = None
    """Under this option those of them that were lowered before are paid beside it (H2-DEKI-07)."""
    barred_by: str = ""
    """Rule id of the set that, once lowered, keeps this one from being made (H88-SAGE-03)."""
    counts: When | None = None
    """The option under which this set counts; None if it always does."""
    biki_only: bool = False
    """True if only the third player in order can make it (SD-DEKI-03, SD-DEKI-04)."""

    def held(self, pile: CardSet) -> bool:
        """True if a pile holds enough of its cards, those that must be among them."""
        return (pile.mask & self.cards.mask).bit_count() >= self.least and self.must <= pile

    def lacking(self, pile: CardSet) -> int:
        """How many more cards complete it; 0 if it is complete."""
        mask = pile.mask
        count = self.least - (mask & self.cards.mask).bit_count()
        return max(0, count, (self.must.mask & ~mask).bit_count())

    def missing(self, pile: CardSet) -> CardSet:
        """The cards of which one brings the pile nearer to it."""
        left = self.cards - pile
        return left if self.least - len(pile & self.cards) > len(self.must - pile) else self.must - pile or left


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialRow(Row):
    """An end-of-deal yaku (tokushuyaku, 特殊役), judged when the hands are played out without a set."""

    counts: Literal["points", "kasu", "even"]
    """What decides: card points, number of kasu, or that every player has exactly `least` points."""
    least: int
    more: int = 0
    """Added to `value` for each point or kasu beyond `least`."""
    counted: Counted | None = None


TeyakuRow = SuitRow | KasuRow
