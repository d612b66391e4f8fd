"""Who fed a set or a 飛込み (法度): what the camera knows, and what people are asked."""

from __future__ import annotations

import pytest
from referee_table import AKATAN, DEALT, NEXT, Table
from yakume.engine import Card, CardSet, DealResult, DealStarted, Tobikomi
from yakume.vision.questions import ask_dive
from yakume.vision.referee import Referee


def fed_table(laid: str = "3t") -> tuple[Table, dict[str, str]]:
    """A deal in which A was one card short of 赤短, and then `laid` came to lie on the field."""
    table = Table()
    table.look("1a 5n 5a 8a 9t 12a")
    piles = {"field": "5n 5a 8a 9t 12a", "seat0.captures": "1t 1b 2t 2a"}
    table.look(piles)
    table.look(piles | {"field": f"{piles['field']} {laid}"})
    return table, piles | {"seat0.captures": "1t 1b 2t 2a 3t 3a"}


def test_a_set_that_may_have_been_fed_is_asked_about_with_its_rule_before_it_is_called() -> None:
    table, piles = fed_table()
    (question,) = table.look(piles).questions
    assert (question.id, question.rule) == ("fed:0:H3-DEKI-05", "H3-HATTO-01")
    assert "赤短" in question.ja and "桜に赤短" in question.ja
    assert [answer.id for answer in question.answers] == ["none", "seat1", "seat2"]
    table.answer(question.id, "seat2")
    (question,) = table.look(piles).questions
    assert question.id == "call:0:H3-DEKI-05"
    table.answer(question.id, "agari")
    assert table.booked[-1].happenings[0].fed == (("H3-DEKI-05", 2),)
    # Who fed pays for both: 7貫 × 2 players in 小場 (H3-HATTO-01).
    paid = [(entry.payer, entry.payee, entry.mon, entry.because) for entry in table.state.ledger if entry.payee == 0]
    assert paid == [(2, 0, 2 * 7 * 12, ("H3-HATTO-01",))]


def test_a_set_from_the_deck_is_paid_by_all() -> None:
    table, piles = fed_table()
    table.answer(table.look(piles).questions[0].id, "none")
    table.answer(table.look(piles).questions[0].id, "agari")
    assert table.booked[-1].happenings[0].fed == ()


def test_who_laid_the_next_deal_without_a_word_of_feeding_settled_without() -> None:
    table, piles = fed_table()
    table.look(piles)
    table.look(NEXT, ms=6000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert table.booked[1].happenings[0].fed == ()


def test_a_set_that_was_seen_to_be_fed_is_not_settled_by_the_next_deal() -> None:
    table, piles = followed_table("3t", "4a")
    table.look(piles)
    (question,) = table.look(NEXT, ms=6000).questions
    assert question.id == "fed:0:H3-DEKI-05"
    assert len(table.booked) == 1
    table.answer(question.id, "seat1")
    table.look(NEXT)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert table.booked[1].happenings[0].fed == (("H3-DEKI-05", 1),)


@pytest.mark.parametrize("laid", ["4t", "3b"])
def test_a_card_that_helps_nobody_is_not_asked_about(laid) -> None:
    # 3b is of the month, but no shadow: all of 桜 is still out (H3-HATTO-01).
    table, piles = fed_table(laid)
    assert [question.id for question in table.look(piles).questions] == ["call:0:H3-DEKI-05"]


def test_a_card_of_the_first_field_feeds_nobody() -> None:
    table = Table()
    table.look("1a 3t 5n 8a 9t 12a")
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1t 1b 2t 2a"})
    asked = table.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}).questions
    assert [question.id for question in asked] == ["call:0:H3-DEKI-05"]


def test_who_fed_is_remembered_over_a_restart_and_can_be_taken_back() -> None:
    table, piles = fed_table()
    (question,) = table.look(piles).questions
    table.answer(question.id, "seat2")
    table.referee.withdraw(question.id)
    assert table.look(piles).questions[0].id == question.id
    table.referee = Referee(3)
    table.referee.recall(question.id, "seat2", 0)
    table.answer(table.look(piles).questions[0].id, "agari")
    assert table.booked[-1].happenings[0].fed == (("H3-DEKI-05", 2),)


SANBON = {"field": DEALT, "seat1.shown": "6n 6t 6a"}


def dived_table(*, field: str = DEALT) -> Table:
    """三人: B showed three of peony and captured all four, the 6b from the field."""
    table = Table()
    table.look(field)
    table.look(SANBON | {"field": field})
    table.look({"field": field + " 6b" if "6b" not in field else field})
    table.look({"field": field.replace(" 6b", ""), "seat1.captures": "6n 6t 6a 6b"})
    return table


def test_who_fed_the_fourth_card_of_a_shown_three_is_asked_with_its_rule() -> None:
    """H3-HATTO-06: who put it on the field from his hand pays for all."""
    table = dived_table()
    (question,) = table.look({"field": DEALT, "seat1.captures": "6n 6t 6a 6b"}).questions
    assert (question.id, question.rule) == ("dive:1:6", "H3-HATTO-06")
    assert {answer.id for answer in question.answers} == {"none", "seat0", "seat2"}
    table.answer(question.id, "seat2")
    piles = {"seat1.captures": "1h 1t 3h 3b 6n 6t 6a 6b", "seat0.captures": AKATAN.replace("1t 1b", "1a 1b")}
    result = table.referee.draft(
        table.state, tuple(CardSet.parse(piles.get(f"seat{n}.captures", "")) for n in range(3))
    )
    assert result.happenings == (Tobikomi(1, 6, 2),)


def test_whose_hand_the_fourth_card_came_from_is_named_first_where_it_is_known() -> None:
    state = dived_table().state
    (dive,) = state.deal.dives
    asked = [ask_dive(state, dive, Card.parse("6b"), by, may_be_late=False).answers[0].id for by in (None, 0, 2)]
    assert asked == ["none", "seat0", "seat2"]


def test_the_fourth_card_of_the_first_field_was_fed_by_nobody() -> None:
    assert dived_table(field="1a 3t 5n 6b 9t 12a").look({"seat1.captures": "6n 6t 6a 6b"}).questions == ()


def test_a_set_is_called_only_once_it_is_said_who_pays_a_dive() -> None:
    table = dived_table()
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN, "seat1.captures": "6n 6t 6a 6b"}
    assert [question.id for question in table.look(piles).questions] == ["dive:1:6"]
    table.answer("dive:1:6", "none")
    assert [question.id for question in table.look(piles).questions] == ["call:0:H3-DEKI-05"]


def test_whether_a_dive_came_after_anothers_sage_is_asked() -> None:
    """H3-SAGE-03: who played on pays for all."""
    table = Table()
    table.look(DEALT)
    table.look(SANBON)
    field = "5n 8a 9t 12a"
    question = table.look({"field": field, "seat0.captures": AKATAN}).questions[0]
    table.answer(question.id, "sage")
    piles = {"field": field, "seat0.captures": AKATAN, "seat1.captures": "6n 6t 6a 6b"}
    question = table.look(piles).questions[0]
    assert (question.id, question.rule) == ("dive:1:6", "H3-SAGE-03")
    assert [answer.ja for answer in question.answers] == [
        "下げの後",
        "下げの前",
        "下げの前、Aの法度",
        "下げの前、Cの法度",
    ]
    table.answer(question.id, "late")
    captures = tuple(CardSet.parse(piles.get(f"seat{n}.captures", "")) for n in range(3))
    made, dive = table.referee.draft(table.state, captures).happenings
    assert (made.seat, made.call, dive) == (0, "sage", Tobikomi(1, 6))


def test_what_was_said_of_a_dive_is_remembered_over_a_restart_and_can_be_taken_back() -> None:
    seen = {"field": DEALT, "seat1.captures": "6n 6t 6a 6b"}
    table = dived_table()
    again = Table(state=table.state)
    again.referee.recall("dive:1:6", "seat2", table.state.played)
    assert again.look(seen).questions == ()
    again.referee.withdraw("dive:1:6")
    assert [question.id for question in again.look(seen).questions] == ["dive:1:6"]


def followed_table(*laid: str) -> tuple[Table, dict[str, str]]:
    """A deal seen turn by turn, A one card short of 赤短 after his second; then B lays `laid`: from hand, from deck."""
    table = Table()
    table.look("1a 2a 5n 8a 9t 12a")
    piles = {"field": "1a 2a 5n 8a 9t 12a"}
    turns = [(0, "1t", "1a", "6a"), (1, "8b", "8a", "7a"), (2, "9a", "9t", "10a"), (0, "2t", "2a", "11a")]
    for seat, played, taken, turned in turns:
        zone = f"seat{seat}.captures"
        left = " ".join(card for card in piles["field"].split() if card != taken)
        piles |= {"field": left, zone: f"{piles.get(zone, '')} {played} {taken}".strip()}
        table.look(piles, ms=1500)
        piles["field"] += f" {turned}"
        table.look(piles, ms=1500)
    for card in laid:
        piles["field"] += f" {card}"
        table.look(piles, ms=1500)
    if len(laid) == 2:
        c_takes_a_card(table, piles)
    left = " ".join(card for card in piles["field"].split() if card != "3t")
    return table, piles | {"field": left, "seat0.captures": "1t 1a 2t 2a 3t 3a"}


def c_takes_a_card(table: Table, piles: dict[str, str]) -> None:
    """C's turn: 10b takes 10a, and the deck gives 4n."""
    piles |= {"field": piles["field"].replace(" 10a", ""), "seat2.captures": "9a 9t 10a 10b"}
    table.look(piles, ms=1500)
    piles["field"] += " 4n"
    table.look(piles, ms=1500)


def test_a_card_that_the_count_gives_to_the_deck_is_not_asked_about() -> None:
    table, piles = followed_table("4a", "3t")
    assert [question.id for question in table.look(piles).questions] == ["call:0:H3-DEKI-05"]


def test_a_card_that_the_count_gives_to_a_hand_names_its_player_first() -> None:
    table, piles = followed_table("3t", "4a")
    (question,) = table.look(piles).questions
    assert question.id == "fed:0:H3-DEKI-05"
    assert [answer.id for answer in question.answers] == ["seat1", "none", "seat2"]


def test_a_card_that_was_not_there_does_not_make_the_deck_s_card_a_fed_one() -> None:
    """B takes a card with his, which is seen late; the deck's 3t and then a ghost seem to be the two of his turn."""
    table, piles = followed_table()
    piles |= {"seat0.captures": "1t 1a 2t 2a", "field": piles["field"] + " 3t"}
    table.look(piles, ms=1500)
    table.look(piles | {"field": f"{piles['field']} 4a"}, ms=1500)
    piles |= {"field": piles["field"].replace(" 7a", ""), "seat1.captures": "8b 8a 7b 7a"}
    table.look(piles, ms=1500)
    c_takes_a_card(table, piles)
    piles |= {"field": piles["field"].replace(" 3t", ""), "seat0.captures": "1t 1a 2t 2a 3t 3a"}
    (question,) = table.look(piles).questions
    assert question.answers[0].id == "none"
    table.look(NEXT, ms=6000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]


def test_a_count_that_missed_a_card_is_not_trusted() -> None:
    table, piles = followed_table("4a")
    # C captures in what is B's turn by the count: one new card went by unseen.
    piles |= {"seat0.captures": "1t 1a 2t 2a", "seat2.captures": "9a 9t 10a 10b"}
    table.look(piles | {"field": piles["field"].replace(" 10a", "")})
    table.look(piles | {"field": piles["field"].replace("10a", "3t")})
    asked = table.look(piles | {"seat0.captures": "1t 1a 2t 2a 3t 3a", "field": "5n 12a 6a 7a 11a 4a"}).questions
    assert [question.id for question in asked] == ["fed:0:H3-DEKI-05"]
