"""A hand yaku told for one player whose cards lie before another."""

from __future__ import annotations

from referee_table import DEALT, NEXT, WHOLE, Table, answers, words
from yakume.engine import Card, CardPlayed, CardSet, TeyakuShown, apply

SANBON = CardSet.parse("6n 6t 6a")
LAID = {"field": DEALT, "seat1.shown": str(SANBON)}


def told_for_another(table: Table, *, ms: int = 500) -> None:
    """Somebody taps it at seat 0 while seat 1 lays it open."""
    table.look(LAID, ms=ms)
    table.state = apply(table.state, TeyakuShown(0, ("H3-TEYAKU-01",), SANBON))


def test_a_hand_yaku_told_for_another_than_who_shows_it_is_asked_about_and_put_right(started) -> None:
    told_for_another(started)
    (asked,) = started.look(LAID).questions
    assert words(asked) == "Aの手役と記録された札（6n 6t 6a）は、別の人の前にあります。誰の手役ですか。"
    assert list(answers(asked)) == ["Bの三本", "Aの三本", "手役ではない"]
    # It is asked on while one of the cards is played, and play is followed once it is told.
    first = {"field": "1a 5n 8a 9t 12a 4a", "seat0.captures": "3t 3b", "seat1.shown": str(SANBON)}
    assert started.look(first).questions == (asked,)
    played = {"field": "1a 5n 8a 9t 12a 4a 6n 10n", "seat0.captures": "3t 3b", "seat1.shown": "6t 6a"}
    ruling = started.look(played)
    right = CardPlayed(1, Card.parse("6n"), CardSet())
    assert ruling.questions == (asked,) and right not in ruling.plays
    started.answer(asked, asked.answers[0].id)
    ruling = started.look(played)
    assert not ruling.questions and right in ruling.plays
    assert [claim.seat for claim in started.state.deal.claims] == [1] and started.state.scores == (-24, 48, -24)


def test_what_was_told_stands_where_people_say_so_and_is_gone_where_they_say_that_it_is_none(started) -> None:
    told_for_another(started)
    (asked,) = started.look(LAID).questions
    started.answer(asked, answers(asked)["Aの三本"])
    assert not started.look(LAID).questions and started.state.scores == (48, -24, -24)
    started.undo()
    assert started.look(LAID).questions == (asked,)
    started.answer(asked, answers(asked)["手役ではない"])
    assert started.state.scores == (0, 0, 0)


def test_cards_that_lie_before_who_they_were_told_for_too_are_not_asked_about(started) -> None:
    both = LAID | {"seat0.shown": "6b 7t 7a"}
    started.look(both, ms=500)
    started.state = apply(started.state, TeyakuShown(0, ("H3-TEYAKU-01",), SANBON))
    assert not started.look(both).questions


def test_it_is_asked_on_once_the_deal_is_over(started) -> None:
    told_for_another(started)
    (asked,) = started.look(LAID).questions
    started.look(WHOLE | {"field": ""}, ms=8000)
    (still,) = (each for each in started.look(NEXT, ms=8000).questions if each.question == asked.question)
    scores = started.state.scores
    started.answer(still, answers(still)["Bの三本"])
    assert started.state.scores == (scores[0] - 72, scores[1] + 72, scores[2])
