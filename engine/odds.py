"""Exact chances of a teyaku (hand yaku, 手役), by counting hands month by month.

A hand's teyaku depends on two things alone: how many cards of each month it holds, and how many of each
kind. `count_hands` therefore counts hands by `Profile` without ever listing them: twelve months are joined
one after another, each with its at most sixteen choices, and hands that look the same are added up.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from .cards import DECK, CardSet, Month, Rank

HAND_SIZE = 7
"""Cards dealt to each player (手七場六)."""

_TATE_MONTHS = (Month.FUJI, Month.AYAME, Month.HAGI)


class Profile(NamedTuple):
    """All that a hand yaku can depend on; every field is a number of months or of cards."""

    pairs: int = 0
    """Months with exactly two cards."""
    threes: int = 0
    """Months with exactly three cards, special threes included."""
    tates: int = 0
    """Special threes (立三本): any three of wisteria, iris or bush clover, or the three chaff of paulownia."""
    fours: int = 0
    """Complete months."""
    tan: int = 0
    """Ribbons besides the willow's (COM-CARD-04: the four willow cards are chaff in a hand)."""
    tane: int = 0
    """Animals besides the willow's."""
    hikari: int = 0
    """Lights besides the willow's."""

    def joined(self, other: Profile) -> Profile:
        """The profile of two hands without a month in common, laid together."""
        return Profile(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def profile(hand: CardSet) -> Profile:
    """The profile of any set of cards.

    >>> profile(CardSet.parse("Yabctuv"))
    Profile(pairs=0, threes=2, tates=2, fours=0, tan=0, tane=1, hikari=1)
    """
    total = Profile()
    for month in Month:
        total = total.joined(_month_profile(month, hand.of_month(month)))
    return total


def _month_profile(month: Month, cards: CardSet) -> Profile:
    kinds = Counter(Rank.KASU if month is Month.YANAGI else card.rank for card in cards)
    three = len(cards) == 3
    tate = three and (month in _TATE_MONTHS or (month is Month.KIRI and not kinds[Rank.HIKARI]))
    return Profile(
        pairs=int(len(cards) == 2),
        threes=int(three),
        tates=int(tate),
        fours=int(len(cards) == 4),
        tan=kinds[Rank.TAN],
        tane=kinds[Rank.TANE],
        hikari=kinds[Rank.HIKARI],
    )


class HandClass(NamedTuple):
    """The hands of one profile."""

    count: int
    example: CardSet


def count_hands(pool: CardSet = DECK, size: int = HAND_SIZE) -> dict[Profile, HandClass]:
    """Every hand of `size` cards out of `pool`, counted by profile.

    >>> sum(kind.count for kind in count_hands().values())
    73629072
    """
    # From (cards so far, their profile) to how many ways lead there and one of them.
    joined = {(0, Profile()): HandClass(1, CardSet())}
    for month in Month:
        choices = _month_choices(month, pool.of_month(month))
        step: dict[tuple[int, Profile], HandClass] = {}
        for (held, so_far), (ways, example) in joined.items():
            for (taken, extra), (more, cards) in choices.items():
                if held + taken <= size:
                    key = (held + taken, so_far.joined(extra))
                    known = step.get(key)
                    step[key] = HandClass(
                        ways * more + (known.count if known else 0), known.example if known else example | cards
                    )
        joined = step
    return {kind: found for (held, kind), found in joined.items() if held == size}


def _month_choices(month: Month, cards: CardSet) -> dict[tuple[int, Profile], HandClass]:
    """Every way to hold some of one month's `cards`, by number and profile."""
    choices: dict[tuple[int, Profile], HandClass] = {}
    for size in range(len(cards) + 1):
        for some in combinations(cards, size):
            held = CardSet(some)
            key = (size, _month_profile(month, held))
            choices[key] = HandClass(choices[key].count + 1 if key in choices else 1, held)
    return choices
