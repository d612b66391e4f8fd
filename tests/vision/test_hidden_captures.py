"""Captures that nobody saw: what follows from the field, the months and the piles, and what is asked."""

from __future__ import annotations

import pytest
from referee_table import (
    DEALT,
    NEXT,
    Table,
    answers,
    played_out,
    played_out_with_four_lights,
)
from yakume.engine import (
    Card,
    CardSet,
    DealResult,
    DealStarted,
)
from yakume.engine.play import effective
from yakume.vision.referee.questions import SetToCall, WhoFed


def hiding(piles: list[str], hidden: str) -> dict[str, str]:
    return {f"seat{seat}.captures": str(CardSet.parse(p) - CardSet.parse(hidden)) for seat, p in enumerate(piles)}


def result_of(table: Table) -> DealResult:
    """How the last deal ended, as it stands in the log."""
    return [event for _, event in effective(table.state.log) if isinstance(event, DealResult)][-1]


def test_a_card_that_left_the_field_unseen_went_to_who_captured_its_month(started) -> None:
    """COM-CAP-02: the 9t of the field lies hidden under the 9a that captured it."""
    table = started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "9a"}).on_table
    assert table.captures == (CardSet(), CardSet.parse("9t 9a"), CardSet())


def test_a_card_that_left_the_field_without_another_captured_is_nobodys(started) -> None:
    table = started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "8b 8n"}).on_table
    assert table.captured == CardSet.parse("8b 8n")


def test_a_card_that_left_the_field_long_after_a_capture_was_not_captured_with_it(started) -> None:
    started.look({"field": DEALT, "seat1.captures": "9a"}, ms=15_000)
    table = started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "9a"}).on_table
    assert table.captures[1] == CardSet.parse("9a")


def test_a_clock_that_starts_anew_says_nothing_of_what_left_the_field_before(started) -> None:
    started.look({"field": DEALT, "seat1.captures": "8b 8n"}, ms=20_000)
    started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "8b 8n"})
    started.now_ms = 16_000
    table = started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "8b 8n 9a"}).on_table
    assert CardSet.parse("9a") <= table.captured and not CardSet.parse("9t") <= table.captured


def test_which_of_two_cards_of_a_month_left_the_field_hidden_is_asked_for(started) -> None:
    started.lose_thread()
    started.look(DEALT + " 9n")
    ruling = started.look({"field": "1a 3t 5n 8a 12a", "seat1.captures": "9a"}, ms=8000)
    assert [answer.id for answer in ruling.questions[0].answers] == ["9n", "9t", "9b", "none"]
    assert ruling.questions[0].answers[1].p > 3 * ruling.questions[0].answers[2].p


def test_two_cards_of_a_face_are_one_answer(started) -> None:
    started.lose_thread()
    ruling = started.look({"field": DEALT, "seat1.captures": "10t"}, ms=8000)
    assert [answer.id for answer in ruling.questions[0].answers] == ["10n", "10a", "none"]


def test_a_capture_that_seems_to_be_hidden_can_be_denied(started) -> None:
    started.lose_thread()
    seen = {"field": DEALT, "seat1.captures": "10a"}
    question = started.look(seen, ms=8000).questions[0]
    started.answer(question, "none")
    assert started.look(seen, ms=8000).questions == ()


def test_a_hidden_capture_that_is_seen_elsewhere_is_where_it_is_seen(started) -> None:
    started.lose_thread()
    question = started.look({"field": DEALT, "seat1.captures": "10a"}, ms=8000).questions[0]
    started.answer(question, "10t")
    table = started.look({"field": DEALT, "seat1.captures": "10a 10b", "seat2.captures": "10t 10n"}).on_table
    assert table.captures == (CardSet(), CardSet.parse("10a 10b"), CardSet.parse("10t 10n"))


def test_the_only_card_of_its_month_that_is_unseen_counts_where_the_month_is_odd(started) -> None:
    """The 2t cannot but lie with the 2a: 赤短 is complete."""
    started.lose_thread()
    piles = {"field": DEALT[:2] + " 5n 8a 9t 12a", "seat0.captures": "1t 1b 2a 3t 3a", "seat1.captures": "2b 2n"}
    assert [each.question for each in started.look(piles).questions] == [SetToCall(1, 0, ("H3-DEKI-05",))]


def test_captures_stay_captured_while_something_hides_them(started) -> None:
    started.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3h 3t"})
    ruling = started.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3t"})
    assert str(ruling.on_table.captures[0]) == "3h 3t"


@pytest.mark.parametrize("hidden", ["12b", "7t 10n", "1h 4a 9t"])
def test_cards_nobody_saw_captured_lie_where_a_month_is_odd(started, hidden) -> None:
    """COM-CAP-02 … COM-CAP-04: no pile holds one or three cards of a month."""
    piles = played_out()
    started.look(hiding(piles, hidden))
    assert started.booked[-1].captures == tuple(map(CardSet.parse, piles))
    started.look(NEXT)
    assert isinstance(started.booked[-1], DealStarted)


def test_a_pair_nobody_saw_captured_is_asked_for(started) -> None:
    piles = played_out()
    started.look(hiding(piles, "12h 12b"))
    assert len(started.booked) == 1
    (question,) = started.look(NEXT, ms=6000).questions
    assert list(answers(question, "en")) == [
        "A has 12h 12b",
        "B has 12h 12b",
        "C has 12h 12b",
        "the deal does not count",
    ]
    owner = next(seat for seat, pile in enumerate(piles) if "12h" in pile.split())
    # The next deal began beside the open question: what was likeliest is booked, and put right by the answer.
    assert [type(event) for event in started.booked] == [DealStarted, DealResult, DealStarted]
    started.answer(question, question.answers[owner].id)
    assert result_of(started).captures == tuple(map(CardSet.parse, piles))
    assert not started.look(NEXT).questions


def test_where_a_card_nobody_saw_completes_a_set_people_say_what_became_of_it(started) -> None:
    """四光 with the 12h: whether it was called, and when, and who fed it, nobody saw."""
    started.look(hiding(played_out_with_four_lights(), "12h"))
    question, fed = started.look(NEXT, ms=6000).questions
    assert isinstance(fed.question, WhoFed) and fed.question.sets == ("H3-DEKI-02",)
    said = answers(question, "en")
    assert list(said) == [
        "A has 12h and ended the deal (agari)",
        "A has 12h and played on (sage)",
        "the deal does not count",
    ]
    started.answer(question, said["A has 12h and played on (sage)"])
    assert result_of(started).happenings[0].call == "sage"
    (fed,) = started.look(NEXT, ms=200).questions
    started.answer(fed, "seat1")
    happened = result_of(started).happenings[0]
    assert (happened.call, happened.fed) == ("sage", (("H3-DEKI-02", 1),))


def test_where_a_pair_nobody_saw_may_complete_a_set_the_answers_say_whether_it_ended_the_deal(started) -> None:
    piles = played_out_with_four_lights()
    started.look(hiding(piles, "12h 12b"))
    (question,) = started.look(NEXT, ms=6000).questions
    assert list(answers(question, "en")) == [
        "B has 12h 12b",
        "C has 12h 12b",
        "A has 12h 12b and ended the deal (agari)",
        "A has 12h 12b and played on (sage)",
        "the deal does not count",
    ]
    started.answer(question, question.answers[2].id)
    assert result_of(started).captures == tuple(map(CardSet.parse, piles))
    assert result_of(started).happenings[0].call == "agari"


def test_a_card_in_a_wrong_pile_is_asked_about_and_not_booked(started) -> None:
    piles = [CardSet.parse(pile) for pile in played_out()]
    moved = CardSet.parse("7t")
    owner = next(seat for seat, pile in enumerate(piles) if moved <= pile)
    wrong = [pile - moved for pile in piles]
    wrong[(owner + 1) % 3] |= moved
    ruling = started.look({f"seat{seat}.captures": str(pile) for seat, pile in enumerate(wrong)})
    assert len(started.booked) == 1
    (question,) = ruling.questions
    assert question.question.rule == "COM-CAP-02"
    started.answer(question, answers(question, "en")[f"{'ABC'[owner]} has 7t"])
    assert started.booked[-1].captures == tuple(piles)


def test_a_captured_card_seen_elsewhere_for_long_was_moved(started) -> None:
    started.look({"field": "1a", "seat0.captures": "6n 6a"})
    glimpse = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=800)
    assert str(glimpse.on_table.captures[0]) == "6n 6a"
    moved = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=2500)
    assert [str(pile) for pile in moved.on_table.captures] == ["", "6n 6a", ""]


def test_a_captured_card_that_people_say_is_another_one_is_not_captured_as_what_it_was_read(started) -> None:
    """8n was read as 8h when it was captured: its owner has one of the two."""
    piles = {"field": "1a 3t 5n 9t 12a", "seat0.captures": "8a 8h"}
    started.look(piles)
    assert started.referee.belief.table().captures[0] == CardSet.parse("8a 8h")
    started.referee.belief.fixes[int(Card.parse("8h"))] = Card.parse("8n")
    ruling = started.look(piles)
    assert ruling.on_table.captures[0] == CardSet.parse("8a 8n")
    assert ruling.on_table.captured == CardSet.parse("8a 8n")
