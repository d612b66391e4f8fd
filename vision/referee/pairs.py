"""What no camera saw of the captures, from how cards are captured: by twos and fours of one month.

A card takes one other of its month or all three (COM-CAP-02, COM-CAP-03, COM-CAP-04), and who finds four on the first
field takes them all (H88-PLAY-05). So no pile holds one or three cards of a month; one that seems to lacks a card that
lies hidden, or holds one that was misread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from yakume.engine import Card, CardSet, Month

Piles = tuple[CardSet, ...]
"""Captures by seat."""


def odd_months(piles: Sequence[CardSet]) -> list[Month]:
    """Months of which some pile holds one or three cards.

    >>> [int(month) for month in odd_months([CardSet.parse("1h 1t 7n 7t 7a"), CardSet.parse("7b")])]
    [7]
    """
    return [month for month in Month if _is_odd(piles, month)]


def with_unseen(piles: Sequence[CardSet], unseen: CardSet, seats: Sequence[int], most: int) -> list[Piles]:
    """The first `most` of the ways to give all `unseen` cards to `seats` so that nothing is odd; ways that differ in
    cards of one face are one.

    >>> ways = with_unseen([CardSet.parse("7n 9t 9a"), CardSet.parse("7a 7b")], CardSet.parse("7t"), (0, 1), most=2)
    >>> [[str(pile) for pile in way] for way in ways]
    [['7n 7t 9t 9a', '7a 7b']]
    """
    by_month = []
    for month in Month:
        cards = list(unseen.of_month(month))
        owners = [dict(zip(cards, who, strict=True)) for who in product(seats, repeat=len(cards))]
        by_month.append([each for each in owners if not _is_odd(_moved(piles, each), month)])
    return _first(piles, by_month, most)


def with_forced(piles: Sequence[CardSet], unseen: CardSet) -> Piles:
    """`piles` with each card that is the only `unseen` one of its month where one pile alone is odd in it.

    >>> [str(pile) for pile in with_forced([CardSet.parse("7n 9t"), CardSet.parse("7a 7b")], CardSet.parse("7t 9n 9a"))]
    ['7n 7t 9t', '7a 7b']
    """
    owners = {}
    for month in Month:
        odd = [seat for seat, pile in enumerate(piles) if len(pile.of_month(month)) % 2]
        if len(unseen.of_month(month)) == len(odd) == 1:
            owners[next(iter(unseen.of_month(month)))] = odd[0]
    return _moved(piles, owners)


def with_one_moved(piles: Sequence[CardSet], seats: Sequence[int], most: int) -> list[Piles]:
    """The first `most` of the ways to make nothing odd by moving one card of each odd month to another seat.

    >>> ways = with_one_moved([CardSet.parse("7n"), CardSet.parse("7t")], (0, 1), most=3)
    >>> [[str(pile) for pile in way] for way in ways]
    [['', '7n 7t'], ['7n 7t', '']]
    """
    by_month = []
    for month in odd_months(piles):
        cards = [card for pile in piles for card in pile.of_month(month)]
        owners = [{card: seat} for card in cards for seat in seats]
        by_month.append([each for each in owners if not _is_odd(_moved(piles, each), month)])
    return _first(piles, by_month, most)


def _first(piles: Sequence[CardSet], by_month: Sequence[Sequence[Mapping[Card, int]]], most: int) -> list[Piles]:
    """The first `most` piles that come of one choice for every month."""
    ways: dict[tuple[tuple[str, ...], ...], Piles] = {}
    for choice in product(*by_month):
        way = _moved(piles, {card: seat for owners in choice for card, seat in owners.items()})
        ways.setdefault(tuple(tuple(card.face for card in pile) for pile in way), way)
        if len(ways) == most:
            break
    return list(ways.values())


def _is_odd(piles: Sequence[CardSet], month: Month) -> bool:
    return any(len(pile.of_month(month)) % 2 for pile in piles)


def _moved(piles: Sequence[CardSet], owners: Mapping[Card, int]) -> Piles:
    """`piles` with every card of `owners` in the pile of its seat."""
    cards = CardSet(owners)
    return tuple(
        pile - cards | CardSet(card for card, owner in owners.items() if owner == seat)
        for seat, pile in enumerate(piles)
    )
