"""The field rate (ba, 場): what the lights among the six dealt field cards do to a deal and to the next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import CardSet, Month
from .errors import Inconsistent

ZETSU_LIGHTS = CardSet.parse("os")
"""Lights that make a 絶場 (H3-BA-01, H88-BA-01, H2-BA-01)."""

DAI_LIGHTS = CardSet.parse("AIc")
"""Lights that make a 大場."""


class Ba(Enum):
    """The three rates; the value is the rule book's kanji."""

    SHO = "小"
    DAI = "大"
    ZETSU = "絶"

    @property
    def multiplier(self) -> int:
        """What amounts are multiplied by in 八八, 二人はちはち and menu A (H88-BA-01, H2-BA-01, H3-BA-04)."""
        return {Ba.SHO: 1, Ba.DAI: 2, Ba.ZETSU: 4}[self]


@dataclass(frozen=True, slots=True)
class Field:
    """The rate of a deal and what binds the next one (二代しばり)."""

    ba: Ba
    binds: Ba | None
    """DAI or ZETSU if the next deal is bound, else None."""


def field_rate(field: CardSet, bound: Ba | None = None) -> Field:
    """Rate of a deal and the binding it leaves, from its six field cards and the binding it came with.

    H3-BA-01, H3-BA-02 and, by AMB-H2-14, H2-BA-02. `field` is as dealt: four cards of a month that the dealer
    takes still count (H3-DEAL-04). Raises: Inconsistent if `field` is not six cards.

    >>> field_rate(CardSet.parse("AICGKO"))
    Field(ba=<Ba.DAI: '大'>, binds=<Ba.DAI: '大'>)
    """
    zetsu, dai = _lights(field)
    if zetsu:
        return Field(Ba.ZETSU, Ba.ZETSU if zetsu == 2 else None)
    if bound is Ba.ZETSU:
        return Field(Ba.ZETSU, None)
    if dai:
        return Field(Ba.DAI, Ba.DAI if dai >= 2 else None)
    return Field(Ba.DAI if bound is Ba.DAI else Ba.SHO, None)


@dataclass(frozen=True, slots=True)
class Pending:
    """Lights that wait for a later deal in 八八 (H88-BA-03)."""

    zetsu: int = 0
    dai: int = 0


def queue_rate(field: CardSet, pending: Pending, carry: str = "queue") -> tuple[Ba, Pending]:
    """Rate of a deal of 八八 and the lights that wait for the next one (H88-BA-03, AMB-H88-01).

    One light sets the rate, 絶 before 大. The others wait: all of them under `carry` "queue", under
    "next_month_only" those of this field alone (a carried light is used before a new one of its kind, then
    lapses), under "none" nothing waits.

    Raises: Inconsistent if `field` is not six cards.
    """
    zetsu, dai = _lights(field)
    if carry == "none":
        pending = Pending()
    all_zetsu, all_dai = pending.zetsu + zetsu, pending.dai + dai
    if all_zetsu:
        ba, left = Ba.ZETSU, Pending(all_zetsu - 1, all_dai)
    elif all_dai:
        ba, left = Ba.DAI, Pending(0, all_dai - 1)
    else:
        ba, left = Ba.SHO, Pending()
    if carry == "none":
        return ba, Pending()
    if carry == "next_month_only":
        return ba, Pending(min(left.zetsu, zetsu), min(left.dai, dai))
    return ba, left


def four_on_field(field: CardSet) -> CardSet:
    """The four cards of one month if the field holds them, else no card.

    八十 deals again (H80-DEAL-04); elsewhere the first player takes them into the pile before the first turn
    (H88-PLAY-05, H2-DEAL-01, H3-DEAL-04, AMB-SD-08).
    """
    for month in Month:
        cards = field.of_month(month)
        if len(cards) == 4:
            return cards
    return CardSet()


def _lights(field: CardSet) -> tuple[int, int]:
    """How many 絶 and 大 lights lie on the dealt field."""
    if len(field) != 6:
        raise Inconsistent(f"six cards are dealt to the field, not {len(field)}: '{field}'", rule="H3-DEAL-02")
    return len(field & ZETSU_LIGHTS), len(field & DAI_LIGHTS)
