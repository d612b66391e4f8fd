"""The field rate (ba, 場): what the lights among the six dealt field cards do to a deal and to the next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import CardSet, Month
from .errors import Inconsistent
from .yaku import KAN

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
    (H88-PLAY-05, H2-DEAL-01, H3-DEAL-04; YK-FOUR-01 in すだおし).
    """
    for month in Month:
        cards = field.of_month(month)
        if len(cards) == 4:
            return cards
    return CardSet()


@dataclass(frozen=True, slots=True)
class Rate:
    """What a deal does to prices at 小場; every method gives exact 文."""

    times: int
    per: int = 1
    """Amounts are multiplied by times / per."""
    raise_mon: int = 0
    """Added to each yaku (menu F, H3-BA-07)."""
    even_nets: bool = False
    """True if odd card-point nets are made even first (menu C, H3-BA-06)."""

    def yaku(self, mon: int, parts: int = 1) -> int:
        """A hand yaku, set or 特殊役 of `parts` components; a half is taken of the result (AMB-H3-08)."""
        return self.bonus(mon) + self.raise_mon * parts

    def bonus(self, mon: int) -> int:
        """飛込み and 抜け, which menu F leaves at 1貫; and every other amount that only the rate changes.

        Raises: Inconsistent if the amount would not be whole.
        """
        amount, rest = divmod(mon * self.times, self.per)
        if rest:
            raise Inconsistent(f"{mon} times {self.times}/{self.per} is not whole", rule="H3-BA-05")
        return amount

    def nets(self, nets: tuple[int, ...]) -> tuple[int, ...]:
        """Card-point nets of the players in play order, which add to 0, as 文."""
        if self.even_nets:
            nets = make_even(nets)
        return tuple(self.bonus(net) for net in nets)


MENUS = tuple("ABCDEF")
"""The menus of 三人はちはち (H3-BA-04)."""

_MENUS = {"A": ((2, 1), (4, 1)), "B": ((2, 1), (3, 1)), "C": ((3, 2), (2, 1)), "D": ((2, 1), (2, 1))}
"""大場 and 絶場 as times, per (H3-BA-04); E and F multiply nothing."""


def menu_rate(ba: Ba, menu: str = "A") -> Rate:
    """The rate of a deal under a menu of 三人はちはち (H3-BA-04); menu A is every other game's (H88-BA-02).

    Raises: Inconsistent if there is no such menu.

    >>> menu_rate(Ba.DAI, "C").yaku(84), menu_rate(Ba.ZETSU, "F").yaku(84)
    (126, 108)
    """
    if menu not in MENUS:
        raise Inconsistent(f"no menu {menu!r}: expected one of {', '.join(MENUS)}", "H3-BA-04")
    if ba is Ba.SHO or menu == "E":
        return Rate(1)
    if menu == "F":
        return Rate(1, raise_mon=KAN if ba is Ba.DAI else 2 * KAN)
    times, per = _MENUS[menu][ba is Ba.ZETSU]
    return Rate(times, per, even_nets=per > 1)


def make_even(nets: tuple[int, ...]) -> tuple[int, ...]:
    """Three nets that add to 0 with each odd one moved 1 toward zero; the even one balances (H3-BA-06).

    >>> make_even((8, -3, -5))
    (6, -2, -4)
    """
    moved = [net - (net > 0) + (net < 0) if net % 2 else net for net in nets]
    evens = [at for at, net in enumerate(nets) if net % 2 == 0]
    # Of three whole numbers that add to 0, none or two are odd.
    moved[evens[0]] -= sum(moved)
    return tuple(moved)


def _lights(field: CardSet) -> tuple[int, int]:
    """How many 絶 and 大 lights lie on the dealt field."""
    if len(field) != 6:
        raise Inconsistent(f"six cards are dealt to the field, not {len(field)}: '{field}'", rule="H3-DEAL-02")
    return len(field & ZETSU_LIGHTS), len(field & DAI_LIGHTS)
