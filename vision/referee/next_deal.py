"""Whether captures that lie between two deals are those of the deal that ended, or of one that nobody began."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce

from .lying import Lying
from .position import FULL, GROUPS, faces_in, merged

STRANGE = 0.05
"""Chance that a card that lies there still is none of its pile: misread, astray, or booked elsewhere."""

MOVED = 0.05
"""Chance that a pile was moved to another place by now, or all to one: people gather the cards."""

UNSEEN, AWAY = 0.05, 0.5
"""Chance that captures between two deals are of one that nobody saw begin, before it is known what they are; and where
nobody watched for as long as it takes to deal."""


def are_next_deals(lying: Lying, piles: Sequence[int], *, away: bool = False) -> bool:
    """True if what lies there is likelier a new deal's than what is left of the last one.

    Of a new deal any card may lie anywhere, and by chance many lie where they lay before. Of the old one hardly a card
    lies in another place than its fellows, however few are seen.

    Args:
        piles: masks of what each seat had captured when the last deal ended.
        away: whether nobody watched meanwhile for as long as it takes to deal.
    """
    captured = reduce(merged, piles, 0)
    unseen = AWAY if away else UNSEEN
    odds = math.log((1 - unseen) / unseen)
    for place, own in zip((lying.field, *lying.captures), (FULL & ~captured, *piles), strict=True):
        if place:
            odds += math.log(
                (1 - MOVED) * _ratio(place, own) + MOVED * _mean(_ratio(place, each) for each in (captured, *piles))
            )
    return odds < 0


def _ratio(lying: int, pile: int) -> float:
    """How much likelier the cards `lying` are seen where `pile` lies than where any card of the deck may lie."""
    like_it = sum(GROUPS[face] for face in faces_in(pile))
    seen, own, alike = lying.bit_count(), (lying & like_it).bit_count(), like_it.bit_count()
    strange = seen - own
    still = math.comb(seen, own) * (1 - STRANGE) ** own * STRANGE**strange
    return still * math.comb(48, seen) / (math.comb(alike, own) * math.comb(48 - alike, strange))


def _mean(values: Iterable[float]) -> float:
    every = tuple(values)
    return sum(every) / len(every)
