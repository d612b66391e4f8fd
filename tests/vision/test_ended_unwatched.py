"""People say that the deal is over, and nobody has watched it for a while: it is booked as it lay, and asked about."""

from __future__ import annotations

import pytest
from referee_table import AKATAN, Table, table_of
from yakume.engine import DealResult, apply
from yakume.engine.events import MatchEnded
from yakume.vision.referee.belief import UNWATCHED_MS
from yakume.vision.referee.notices import EndInDoubt
from yakume.vision.referee.questions import HowEnded

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
