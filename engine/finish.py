"""How matches begin and end, as far as games share it: the draw, rounding, and what a game's own end is told.

Players are whatever keys the caller uses, seats or names. Amounts are 文 (八十: 点) unless named kan.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .cards import Card
from .errors import Inconsistent
from .options import OptionValue
from .terms import Term
from .yaku import KAN

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Final:
    """What a match has come to when its last deal is over; tuples are by seat unless said otherwise."""

    options: Mapping[str, OptionValue]
    scores: tuple[int, ...]
    """What each has won or lost; what was paid to the table is off."""
    tokens: tuple[int, ...]
    """How much of it were stones (H3-NEXT-02) or 月札 (H88-END-04)."""
    order: tuple[int, ...]
    """Play order of the last deal."""
    shiso: tuple[int, ...] = ()
    """Who has ended the match with a 四三."""


@dataclass(frozen=True, slots=True)
class Share:
    """What the table pays a seat at the end of a match."""

    seat: int
    mon: int
    rule: str
    because: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    """How the amount arises; empty if it is what lay there."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The final settlement of a match."""

    shares: tuple[Share, ...] = ()
    kan: tuple[int, ...] | None = None
    """Final scores by seat where the game rounds them to 貫; None if the running totals are the result."""
    void: bool = False
    """True if the year does not count (H3-SHISO-03)."""


def running_total(final: Final) -> Ending:
    """The running total is the result (H80-END-01)."""
    return Ending()


def shares_of(
    amounts: Mapping[int, int], rule: str, because: tuple[str, ...] = (), terms: tuple[Term, ...] = ()
) -> tuple[Share, ...]:
    """Amounts by seat as shares, without those that are 0."""
    return tuple(Share(seat, mon, rule, because, terms) for seat, mon in sorted(amounts.items()) if mon)


def draw_order(draws: Mapping[Player, Card]) -> tuple[tuple[Player, ...], ...]:
    """Players by the month they drew, the youngest first; those of one month stand together and draw again.

    H3-FIRST-01, KK-FIRST-01. Raises: Inconsistent if a card was drawn twice.

    >>> draw_order({"a": Card.parse("s"), "b": Card.parse("F"), "c": Card.parse("G")})
    (('b', 'c'), ('a',))
    """
    check_distinct(draws)
    months = sorted({card.month for card in draws.values()})
    return tuple(tuple(who for who, card in draws.items() if card.month == month) for month in months)


def display_kan(mon: int) -> tuple[int, int]:
    """貫 and 文 as 八八 shows them, the 文 from 0 to 11 (H88-UNIT-01).

    >>> display_kan(-5)
    (-1, 7)
    """
    return divmod(mon, KAN)


def toward_zero(mon: int) -> int:
    """Whole 貫, the rest dropped toward zero (H3-END-04)."""
    return mon // KAN if mon >= 0 else -(-mon // KAN)


def drop_five(mon: int) -> int:
    """Whole 貫 by 五捨六入 on the magnitude: a rest of 6文 and more is a 貫 (H2-END-01, SD-END-02).

    >>> drop_five(70), drop_five(-19), drop_five(5)
    (6, -2, 0)
    """
    kan = (abs(mon) + KAN // 2) // KAN
    return kan if mon >= 0 else -kan


def top_of(totals: Mapping[Player, int], order: Sequence[Player]) -> Player:
    """The highest; of several the earliest in `order` (H3-END-02, H3-END-05)."""
    return max(order, key=lambda who: (totals[who], -order.index(who)))


def share_out(amount: int, among: Sequence[Player]) -> dict[Player, int]:
    """Equal whole parts of `amount`; the rest one each to the first."""
    part, rest = divmod(amount, len(among))
    return {who: part + (at < rest) for at, who in enumerate(among)}


def check_zero_sum(amounts: Mapping[Player, int], rule: str) -> None:
    """Raises: Inconsistent if `amounts` do not add to 0."""
    if sum(amounts.values()):
        raise Inconsistent(f"amounts add to {sum(amounts.values())}, not 0: {dict(amounts)}", rule)


def check_distinct(draws: Mapping[Player, Card]) -> None:
    """Raises: Inconsistent if a card was drawn twice."""
    if len(set(draws.values())) != len(draws):
        raise Inconsistent(f"a card was drawn twice: {dict(draws)}", "COM-CARD-01")
