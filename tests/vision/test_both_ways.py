"""What is asked of a deal whose half-turns and whose piles do not agree."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

from yakume.engine import CardSet, DealResult, MatchStarted, apply
from yakume.vision.referee.line import Told
from yakume.vision.referee.outcomes import Outcome
from yakume.vision.referee.partings import both_ways

BASE = apply(None, MatchStarted("futari", ("A", "B")))
"""No deal runs: no piles can be settled."""


def way(pile: str, mon: int, p: float) -> Outcome:
    """The first player has captured `pile`, and pays so much."""
    piles = CardSet.parse(pile), CardSet()
    told = cast(Told, SimpleNamespace(state=SimpleNamespace(deal=SimpleNamespace(piles=piles))))
    return Outcome(DealResult(piles, ()), Counter({(0, 1, mon, "H2-SCORE-02"): 1}), p, told)


def test_the_other_lines_are_offered_where_the_piles_cannot_be_settled() -> None:
    """People said that 2k lies hidden; the likeliest line has 2n there, and of 11 nobody saw which it was."""
    likeliest, other, agreed = (
        way("2n 2b 11n 11t", 21, 0.6),
        way("2n 2b 11h 11t", 11, 0.3),
        way("2a 2b 11h 11t", 2, 0.1),
    )
    found = both_ways(BASE, (likeliest, other, agreed), (CardSet.parse("2a 2b 11t"), CardSet()))
    assert [each.payments for each in found] == [each.payments for each in (likeliest, agreed, other)]
    assert [each.p for each in found] == [0.5, 0.1, 0.3]
