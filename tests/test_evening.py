"""Two deals of an evening at a served yakume; the whole of it is `python tests/evening.py`."""

from __future__ import annotations

import pickle
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from typing import cast

import pytest
from evening import difference, evening, numbers_booked
from evening_table import Table
from evening_telling import MISDEALT, Telling
from yakume.datasets.evaluation.matches import play
from yakume.engine import Corrected, DealResult, MatchStarted, apply
from yakume.vision.referee.answers import PutRight
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.questions import WhoLeads


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), [("koikoi", 2), ("hachihachi", 4)])
def test_two_deals_of_an_evening_are_booked_as_they_were(ruleset: str, seats: int) -> None:
    said: list[str] = []
    assert evening(ruleset, seats, seed=1, deals=2, troubles=("undo",), say=said.append) == [], said
    assert sum("as it was" in line for line in said) == 2, said


def test_the_driver_is_told_of_a_question_that_books_the_start_of_the_match_anew() -> None:
    """Who leads: its answer corrects who deals first. The evening ended there."""
    right = Corrected(0, (MatchStarted("koikoi", ("A", "B"), 1, {}),))
    asked = Asked(WhoLeads(1, 1), (Offer(PutRight(True), 0.5, (right,)),))
    assert pickle.loads(ForkingPickler.dumps(asked)) == asked


def test_people_tell_only_what_is_played() -> None:
    """What was misdealt is asked about while the next deal lies there: that one is not missing before it is over."""
    match = play("koikoi", 2, 2, seed=1)
    people = Telling(cast(Table, None), match, print, now_ms=match.story.deals[1].t_ms, laid=[0, MISDEALT])
    assert people.missing_before(2) == []
    with pytest.raises(AssertionError, match="before it is played"):
        people.settle(match.story.deals[1])
    people.now_ms = match.story.deals[1].end_ms
    assert people.missing_before(2) == [1]


def test_a_deal_after_one_that_is_missing_is_judged_by_what_it_paid_itself() -> None:
    """It was judged by its number: each that was booked after one that was asked about looked wrong without a word."""
    match = play("koikoi", 2, 3, seed=1)
    booked = apply(None, match.story.start)
    for deal in (match.story.deals[0], match.story.deals[2]):
        booked = apply(booked, replace(deal.started, dealer=booked.dealer, hands=()))
        booked = apply(booked, DealResult(deal.piles, tuple(each for _, each in deal.happenings)))
    numbers = numbers_booked(booked, [0, 2])
    assert numbers == {0: 1, 2: 2}
    differences = [difference(match, booked, k, numbers.get(k)) for k in range(3)]
    assert not differences[0] and differences[1].startswith("-") and not differences[2]
