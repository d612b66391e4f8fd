"""People say that the deal is over, and nobody has watched it for a while: it is booked as it lay, and asked about."""

from __future__ import annotations

import pytest
from referee_table import AKATAN, Table, table_of
from yakume.engine import DealResult, apply
from yakume.engine.events import MatchEnded
from yakume.vision.referee.belief import UNWATCHED_MS
from yakume.vision.referee.notices import EndInDoubt
from yakume.vision.referee.questions import HowEnded, SetToCall

FIELD = "1h 4a 5a 6a 7a 9a"


def with_a_set(followed: bool) -> Table:
    """赤短 lies there, and nobody has said whether it ends the deal."""
    table = table_of("sannin", *"ABC")
    table.look(FIELD)
    if not followed:
        table.lose_thread()
    table.look({"field": FIELD, "seat0.captures": "1t 1b 2t 2a"})
    table.look({"field": FIELD, "seat0.captures": AKATAN})
    return table


@pytest.mark.parametrize("followed", [True, False])
@pytest.mark.parametrize(("away_ms", "asked"), [(0, 0), (UNWATCHED_MS, 1)])
def test_the_end_of_a_deal_that_nobody_watched_last_is_asked_about(followed: bool, away_ms: int, asked: int) -> None:
    table = with_a_set(followed)
    table.referee.unwatched(away_ms)
    told = table.referee.end(table.state)
    assert isinstance(told.ending, DealResult)
    for event in told.events:
        table.state = apply(table.state, event)
    questions = table.referee.after(table.state).questions
    assert len([each for each in questions if isinstance(each.question, HowEnded)]) == asked


def test_a_set_of_a_card_that_another_captured_is_asked_about_once_it_ended_the_deal() -> None:
    """Somebody laid it with the wrong pile: who is asked for the call says that a set ends the deal, not which."""
    table = table_of("koikoi", *"AB")
    table.look("8h 9n 3h 1a 2a 4a 5a 6a")
    table.look({"field": "9n 3h 1a 2a 4a 5a 6a 10a", "seat0.captures": "8h 8a"})
    theirs = {"seat1.captures": "3h 3a"}
    table.look({"field": "9n 1a 2a 4a 5a 6a 10a 11t", "seat0.captures": "8h 8a", **theirs})
    field = "1a 2a 4a 5a 6a 10a 11t 12a"
    table.look({"field": field, "seat0.captures": "8h 8a 9n 9a", **theirs})
    ruling = table.look({"field": field, "seat0.captures": "8h 8a 9n 9a 3h", "seat1.captures": "3a"}, ms=3_200)
    asked = next(each for each in ruling.questions if isinstance(each.question, SetToCall))
    assert len(asked.question.sets) == 2
    table.answer(asked, asked.answers[0].id)
    questions = table.referee.after(table.state).questions
    assert any(isinstance(each.question, HowEnded) for each in questions)


def test_the_end_of_a_deal_that_was_not_followed_is_in_doubt_until_people_answer_about_it() -> None:
    table = with_a_set(followed=False)
    table.referee.unwatched(UNWATCHED_MS)
    for event in table.referee.end(table.state).events:
        table.state = apply(table.state, event)
    table.state = apply(table.state, MatchEnded())
    ruling = table.look("")
    while ruling.questions:  # how it ended, and who fed the set
        assert EndInDoubt((1,)) in ruling.notices
        asked = ruling.questions[0]
        table.answer(asked, asked.answers[0].id)
        ruling = table.look("")
    assert EndInDoubt((1,)) not in ruling.notices
