"""An answer is taken back after the deal that it decided is booked."""

from __future__ import annotations

import pytest
from referee_table import AKATAN, DEALT, Table, paid, play
from yakume.engine import Corrected, DealResult, DealStarted, QuestionAnswered, apply
from yakume.engine.events import CorrectedTogether
from yakume.vision.referee.answers import DealVoid, EndedSo, FedBy
from yakume.vision.referee.asking import Asked, answered
from yakume.vision.referee.questions import HowEnded, SetToCall, TableCleared, WhoFed
from yakume.webui.text.questions import say_answer, say_question


def last_answer(table: Table) -> int:
    """Place in the log of the newest answer."""
    return max(at for at, event in enumerate(table.state.log) if isinstance(event, QuestionAnswered))


def take_back(table: Table, at: int, *, undo: bool = False) -> None:
    """As the history does, or undo."""
    table.state = apply(table.state, Corrected(at) if undo else CorrectedTogether((Corrected(at),)))
    table.referee.after(table.state, "")


@pytest.mark.parametrize("later", [False, True])
def test_a_call_that_is_taken_back_is_asked_about_although_its_deal_is_booked(later: bool) -> None:
    """H2-SAGE-00, with the last card: it was said to be played on, and was not."""
    table, true, _ = play("futari", 36)
    (asked,) = table.look("", ms=200).questions
    assert isinstance(asked.question, SetToCall)
    table.answer(asked, "sage")
    said = last_answer(table)
    table.look("", ms=2000)
    table.look("1b 2n 6b 10t 12h 12b")
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert paid(table.state) != paid(true)
    if later:
        table.look("1b 2n 6b 10t 12h 12b", ms=20_000)
    take_back(table, said, undo=later)
    (reopened,) = (each for each in table.look("1b 2n 6b 10t 12h 12b").questions if each.question.deal == 1)
    assert isinstance(reopened.question, HowEnded)
    kinds = [each.answer.facts[0].kind for each in reopened.answers if isinstance(each.answer, EndedSo)]
    assert kinds == ["sage", "agari"]  # as it is booked comes first
    table.answer(reopened, reopened.answers[1].id)
    assert paid(table.state) == paid(true)
    assert not [each for each in table.look("1b 2n 6b 10t 12h 12b").questions if each.question.deal == 1]


def test_whatever_else_was_said_of_a_booked_deal_leaves_it_in_doubt_once_it_is_taken_back() -> None:
    table, _, _ = play("futari", 36)
    (asked,) = table.look("", ms=200).questions
    table.state = apply(table.state, answered(WhoFed(1, 1, ("H2-DEKI-01",)), FedBy(None)))
    table.answer(asked, "agari")
    table.look("", ms=2000)
    after = "1b 2n 6b 10t 12h 12b"
    assert not table.look(after).questions
    take_back(table, last_answer(table))
    (reopened,) = table.look(after).questions
    assert reopened.question == HowEnded(1, 1)
    assert [type(each.answer) for each in reopened.answers] == [EndedSo, DealVoid]
    table.answer(reopened, reopened.answers[0].id)
    assert not table.look(after).questions


def test_an_end_that_is_taken_back_with_its_answer_is_not_asked_about(started: Table) -> None:
    """Undone one by one, the newest first: nothing is booked that the answer could have decided."""
    started.look(DEALT)
    said = answered(WhoFed(1, 0, ("H3-DEKI-05",)), FedBy(None))
    started.state = apply(started.state, said)
    (asked,) = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}).questions
    started.answer(asked, "agari")
    take_back(started, len(started.state.log) - 1)
    take_back(started, last_answer(started))
    assert HowEnded(1, 1) not in [each.question for each in started.look(DEALT).questions]


def test_the_next_deal_waits_for_an_end_that_was_taken_back() -> None:
    """The rules refuse its start by itself: nothing is booked, and the end is asked about."""
    table, _, _ = play("futari", 36)
    (asked,) = table.look("", ms=200).questions
    table.answer(asked, "agari")
    assert isinstance(table.state.log[-1], DealResult)
    take_back(table, len(table.state.log) - 1)
    log = table.state.log
    ruling = table.look("1b 2n 6b 10t 12h 12b")
    assert not ruling.events and table.state.log is log
    (again,) = ruling.questions
    assert again.question == HowEnded(1) and [type(each.answer) for each in again.answers] == [EndedSo, DealVoid]
    assert "taken back" in say_question(again.question, "AB").en
    assert say_answer(again.question, again.answers[0].answer, "AB", table.state.game).en == "settle it so again"
    table.answer(again, again.answers[0].id)
    table.look("1b 2n 6b 10t 12h 12b")
    assert [type(event) for event in table.state.log[-2:]] == [DealResult, DealStarted]
    assert not table.look("1b 2n 6b 10t 12h 12b").questions


def test_how_a_deal_ended_is_asked_once_at_a_time(started: Table) -> None:
    """After a call is taken back the half-turns and the piles both ask it."""
    started.referee._questions = Asked(TableCleared(1, 40), ()), Asked(HowEnded(1), ())
    assert [each.question for each in started.referee.after(started.state).questions] == [HowEnded(1)]
