"""What is asked of a deal whose half-turns and whose piles do not agree."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest
from yakume.engine import CardSet, DealResult, MatchStarted, apply
from yakume.vision.referee.line import Told
from yakume.vision.referee.outcomes import Outcome, all_misread
from yakume.vision.referee.partings import both_ways

BASE = apply(None, MatchStarted("futari", ("A", "B")))
"""No deal runs: no piles can be settled."""


def way(pile: str, mon: int, p: float) -> Outcome:
    """The first player has captured `pile`, and pays so much."""
    piles = CardSet.parse(pile), CardSet()
    told = cast(Told, SimpleNamespace(state=SimpleNamespace(deal=SimpleNamespace(piles=piles))))
    return Outcome(DealResult(piles, ()), Counter({(0, 1, mon, "H2-SCORE-02"): 1}), p, told)


def misread(lying: str, others: str, *, played: str, others_played: str) -> bool:
    """Whether two piles hold what they do by the half-turns but for cards that cannot lie there."""
    piles = CardSet.parse(played), CardSet.parse(others_played)
    told = cast(Told, SimpleNamespace(state=SimpleNamespace(deal=SimpleNamespace(piles=piles))))
    return all_misread({0: CardSet.parse(lying), 1: CardSet.parse(others)}, told)


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


def test_a_card_that_cannot_lie_where_it_is_read_is_no_second_way() -> None:
    """二人, seed 1249: 4k and 5k, which nobody read there any more, lay alone in a pile (COM-CAP-02)."""
    assert misread("2n 2b 4a 5a", "7n 7t", played="2n 2b", others_played="7n 7t 9n 9t")
    # It completes what another captured, and all others of its month lie as by the line.
    assert misread("2n 4a", "4t 7n 7t", played="2n 2b", others_played="4a 4t 7n 7t")


@pytest.mark.parametrize(
    ("lying", "others", "played", "others_played"),
    [
        ("2n 2b 4a 4b", "7n 7t", "2n 2b", "7n 7t"),
        ("2n 2b 7a", "7n", "2n 2b", "7n 7t"),
        ("2n 4a", "7n 7t", "2n 2b", "7n 7t"),
        ("2n 4a", "4t", "2n 2b", "4n 4t 4a 4b"),
        ("2n 2b 4t", "7n 7t", "2n 2b", "4n 4t 7n 7t"),
    ],
    ids=[
        "a pair",
        "its fellow may lie under it",
        "its own pile lacks a card that it may have been read for",
        "more of its month are not in sight",
        "nor is its fellow",
    ],
)
def test_what_may_lie_there_is_a_second_way(lying: str, others: str, played: str, others_played: str) -> None:
    assert not misread(lying, others, played=played, others_played=others_played)
