"""How matches begin and end: the draw for the first dealer, and the final scores of each game.

Players are whatever keys the caller uses, seats or names. Amounts are 文 (八十: 点) unless named kan. 八十 has
no final settlement: its result is the running total (H80-END-01).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from .cards import Card, CardSet
from .errors import Inconsistent
from .points import card_points
from .yaku import KAN

Player = TypeVar("Player", bound=Hashable)

GINMI_KAN = 10
"""190貫 kept and 200貫 returned: what each puts up for 吟味 (H3-END-03)."""

START_KAN = {12: 5, 6: 3}
"""Deposit of 八八 by deals in the match (H88-START-01); each begins that much below zero."""


def draw_order(draws: Mapping[Player, Card]) -> tuple[tuple[Player, ...], ...]:
    """Players by the month they drew, the youngest first; those of one month stand together and draw again.

    H3-FIRST-01. Raises: Inconsistent if a card was drawn twice.

    >>> draw_order({"a": Card.parse("s"), "b": Card.parse("F"), "c": Card.parse("G")})
    (('b', 'c'), ('a',))
    """
    _distinct(draws)
    months = sorted({card.month for card in draws.values()})
    return tuple(tuple(who for who, card in draws.items() if card.month == month) for month in months)


def draw_oya(draws: Mapping[Player, Card]) -> tuple[Player, ...]:
    """The first 仮親 of 八十, alone, or the players who have to draw again (H80-FIRST-01).

    The youngest month wins, inside it the higher card points; kasu of that month draw again.
    Raises: Inconsistent if a card was drawn twice.
    """
    youngest = draw_order(draws)[0]
    points = {who: card_points("hachiju", CardSet([draws[who]])) for who in youngest}
    return tuple(who for who in youngest if points[who] == max(points.values()))


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


def top_of(totals: Mapping[Player, int], order: Sequence[Player]) -> Player:
    """The highest; of several the earliest in `order` (H3-END-02, H3-END-05)."""
    return max(order, key=lambda who: (totals[who], -order.index(who)))


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
    _zero_sum(net_mon, "H3-END-01")
    totals = {who: net_mon[who] - stones[who] for who in net_mon}
    if shiso is None and len(set(totals.values())) == 1:
        return dict.fromkeys(totals, 0)
    top = top_of(totals, order) if shiso is None else shiso
    got = stones_to(totals, sum(stones.values()), order, shiso)
    scores = {who: toward_zero(totals[who] + got[who] - GINMI_KAN * KAN) for who in totals if who != top}
    balance = -sum(scores.values())
    return {who: scores.get(who, balance) for who in totals}


def top_prize(scores: Mapping[Player, int], prize_kan: int, order: Sequence[Player] | None = None) -> dict[Player, int]:
    """トップ賞 of 八八 in 文: `prize_kan` for each player to the highest (H88-END-01, H88-END-03).

    Several highest share it; what does not divide goes to the earliest seats of `order`, by default the order
    of `scores` (H88-END-02, AMB-H88-15).
    """
    highest = [who for who in order or scores if scores[who] == max(scores.values())]
    return dict.fromkeys(scores, 0) | _share(prize_kan * KAN * len(scores), highest)


def month_cards(scores: Mapping[Player, int], paid: int, order: Sequence[Player] | None = None) -> dict[Player, int]:
    """Who gets the 月札 of 八八, in 文: the lowest; several share as with トップ賞 (H88-END-04)."""
    lowest = [who for who in order or scores if scores[who] == min(scores.values())]
    return dict.fromkeys(scores, 0) | _share(paid, lowest)


def match_end_futari(totals: Mapping[Player, int]) -> dict[Player, int]:
    """Final scores of 二人はちはち in 貫: 五捨六入 of the difference (H2-END-01).

    >>> match_end_futari({"A": 95, "B": 25})
    {'A': 6, 'B': -6}
    """
    (one, mine), (two, theirs) = totals.items()
    score = drop_five(mine - theirs)
    return {one: score, two: -score}


def match_end_sudaoshi(net_mon: Mapping[Player, int]) -> dict[Player, int]:
    """Final scores of すだおし in 貫, from the 文 won and lost, the 5貫 of the start taken off (SD-END-01).

    All but the first are rounded by 五捨六入 and the first balances (SD-END-02). Equal firsts share the others'
    loss; while that does not divide, the last loses one 貫 more. All equal: 0 (SD-END-03, AMB-SD-06).

    Raises: Inconsistent if `net_mon` does not add to 0.

    >>> match_end_sudaoshi({"A": 41, "B": 41, "C": -82})
    {'A': 4, 'B': 4, 'C': -8}
    """
    _zero_sum(net_mon, "SD-END-01")
    firsts = [who for who in net_mon if net_mon[who] == max(net_mon.values())]
    scores = {who: drop_five(mon) for who, mon in net_mon.items() if who not in firsts}
    if not scores:
        return dict.fromkeys(net_mon, 0)
    last = min(scores, key=lambda who: net_mon[who])
    # What the others lost together has to divide by the number of firsts.
    scores[last] -= sum(scores.values()) % len(firsts)
    each = -sum(scores.values()) // len(firsts)
    return {who: scores.get(who, each) for who in net_mon}


def _share(amount: int, among: Sequence[Player]) -> dict[Player, int]:
    """Equal whole parts; the rest one each to the first."""
    part, rest = divmod(amount, len(among))
    return {who: part + (at < rest) for at, who in enumerate(among)}


def _zero_sum(amounts: Mapping[Player, int], rule: str) -> None:
    if sum(amounts.values()):
        raise Inconsistent(f"amounts add to {sum(amounts.values())}, not 0: {dict(amounts)}", rule)


def _distinct(draws: Mapping[Player, Card]) -> None:
    if len(set(draws.values())) != len(draws):
        raise Inconsistent(f"a card was drawn twice: {dict(draws)}", "COM-CARD-01")
