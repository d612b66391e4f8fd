"""追い込み代 of 八八: what a player who was squeezed out gets for the hand (H88-BID-06)."""

from __future__ import annotations

from dataclasses import dataclass

from .ba import Rate
from .cards import CardSet
from .dekiyaku import find_dekiyaku
from .terms import Term
from .teyaku import find_teyaku
from .yaku import AKATAN, AOTAN, GOKO

BONUS_CARDS = AKATAN | AOTAN | GOKO
"""The eleven cards worth 3文 each."""

BONUS_MON = 3


@dataclass(frozen=True, slots=True)
class Oikomi:
    """The three terms at 小場 in 文 from each of the three in play."""

    teyaku_mon: int
    """Half the hand yaku."""
    tsukami_mon: int
    """Half the sets that the hand itself holds (つかみ), 五光 in place of 四光."""
    cards_mon: int
    """3文 a bonus card."""

    def counted(self, oikomi: str = "sum") -> tuple[Term, ...]:
        """The terms that count; `oikomi` is the option: all of them, or the largest (AMB-H88-04)."""
        cards = ("cards", self.cards_mon // BONUS_MON, BONUS_MON)
        terms = (("hand", self.teyaku_mon, 1), ("grabbed", self.tsukami_mon, 1), cards)
        counted = tuple(term for term in terms if term[1])
        return counted if oikomi == "sum" else tuple(sorted(counted, key=lambda term: -term[1] * term[2])[:1])

    def mon(self, rate: Rate, oikomi: str = "sum") -> int:
        """What each of the three pays."""
        return rate.bonus(sum(number * each for _, number, each in self.counted(oikomi)))


def find_oikomi(hand: CardSet) -> Oikomi:
    """The terms of a hand of seven. Raises: Inconsistent if it is not seven cards.

    >>> find_oikomi(CardSet.parse("BEFJMQU"))
    Oikomi(teyaku_mon=0, tsukami_mon=42, cards_mon=9)
    """
    teyaku = find_teyaku("hachihachi", hand)
    sets = find_dekiyaku("hachihachi", hand)
    return Oikomi(
        teyaku.mon // 2 if teyaku else 0,
        sum(made.mon for made in sets) // 2,
        BONUS_MON * len(hand & BONUS_CARDS),
    )
