"""Who fed a set or a 飛込み (法度): what the camera knows, and what people are asked."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest
from referee_table import AKATAN, DEALT, NEXT, Table, answers, words
from yakume.engine import CardSet, DealResult, DealStarted, DealVoided, SetsMade, Tobikomi, apply
from yakume.engine.events import MatchEnded
from yakume.engine.play import effective
from yakume.vision.referee.answers import DealVoid, EndedSo, Fact
from yakume.vision.referee.belief import Belief, OnTable
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.following import Following
from yakume.vision.referee.notices import EndInDoubt
from yakume.vision.referee.questions import HowEnded, SetToCall, WhoFed, WhoFedTobikomi
from yakume.vision.referee.referee import Referee
from yakume.vision.referee.sets import ask_tobikomi
from yakume.vision.referee.settlement import draft
from yakume.vision.referee.situation import DealWatch, Situation
from yakume.vision.referee.thread import DealThread

CALL = SetToCall(1, 0, ("H3-DEKI-05",))
FED = WhoFed(1, 0, ("H3-DEKI-05",))
TOBIKOMI = WhoFedTobikomi(1, 1, 6)


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
    assert question.question == FED
    assert question.question.rule == "H3-HATTO-01"
    assert "赤短" in words(question) and "桜に赤短" in words(question)
    assert [answer.id for answer in question.answers] == ["none", "seat1", "seat2"]
    table.answer(question, "seat2")
    (question,) = table.look(piles).questions
    assert question.question == CALL
    table.answer(question, "agari")
    assert table.booked[-1].happenings[0].fed == (("H3-DEKI-05", 2),)
    # Who fed pays for both: 7貫 × 2 players in 小場 (H3-HATTO-01).
    paid = [(entry.payer, entry.payee, entry.mon, entry.because) for entry in table.state.ledger if entry.payee == 0]
    assert paid == [(2, 0, 2 * 7 * 12, ("H3-HATTO-01", "YK-TOLD-01"))]


def test_a_set_from_the_deck_is_paid_by_all() -> None:
    table, piles = fed_table()
    table.answer(table.look(piles).questions[0], "none")
    table.answer(table.look(piles).questions[0], "agari")
    assert table.booked[-1].happenings[0].fed == ()


def test_who_laid_the_next_deal_without_a_word_of_feeding_settled_without() -> None:
    table, piles = fed_table()
    table.look(piles)
    table.look(NEXT, ms=6000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert table.booked[1].happenings[0].fed == ()


def test_a_set_that_was_seen_to_be_fed_is_settled_so_by_the_next_deal_and_asked_about() -> None:
    table, piles = followed_table("3t", "4a")
    table.look(piles)
    (question,) = table.look(NEXT, ms=6000).questions
    assert question.question == HowEnded(1, rule="H3-HATTO-01")
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert table.booked[1].happenings[0].fed == (("H3-DEKI-05", 1),)


def test_the_final_standing_is_told_as_provisional_as_long_as_a_deal_is_asked_about() -> None:
    """Who is first and last follows from it (H3-END-02)."""
    table, piles = followed_table("3t", "4a")
    table.look(piles)
    (question,) = table.look(NEXT, ms=6000).questions
    table.state = apply(apply(table.state, DealVoided()), MatchEnded())
    assert table.look("").notices == (EndInDoubt((1,)),)
    table.answer(question, question.answers[0].id)
    assert table.look("").notices == ()


@pytest.mark.parametrize("laid", ["4t", "3b"])
def test_a_card_that_helps_nobody_is_not_asked_about(laid) -> None:
    # 3b is of the month, but no shadow: all of 桜 is still out (H3-HATTO-01).
    table, piles = fed_table(laid)
    assert [each.question for each in table.look(piles).questions] == [CALL]


def test_a_card_of_the_first_field_feeds_nobody() -> None:
    table = Table()
    table.look("1a 3t 5n 8a 9t 12a")
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1t 1b 2t 2a"})
    asked = table.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}).questions
    assert [each.question for each in asked] == [CALL]


def test_who_fed_is_remembered_over_a_restart_and_can_be_taken_back() -> None:
    table, piles = fed_table()
    (question,) = table.look(piles).questions
    table.answer(question, "seat2")
    table.undo()
    assert table.look(piles).questions[0].id == question.id
    table.answer(question, "seat2")
    table.referee = Referee(3)
    table.answer(table.look(piles).questions[0], "agari")
    assert table.booked[-1].happenings[0].fed == (("H3-DEKI-05", 2),)


SANBON = {"field": DEALT, "seat1.shown": "6n 6t 6a"}


def tobikomi_table(*, field: str = DEALT) -> Table:
    """三人: B showed three of peony and captured all four, the 6b from the field."""
    table = Table()
    table.look(field)
    table.look(SANBON | {"field": field})
    table.look({"field": field + " 6b" if "6b" not in field else field})
    table.look({"field": field.replace(" 6b", ""), "seat1.captures": "6n 6t 6a 6b"})
    table.lose_thread()
    return table


def test_who_fed_the_fourth_card_of_a_shown_three_is_asked_with_its_rule() -> None:
    """H3-HATTO-06: who put it on the field from his hand pays for all."""
    table = tobikomi_table()
    (question,) = table.look({"field": DEALT, "seat1.captures": "6n 6t 6a 6b"}).questions
    assert question.question == TOBIKOMI
    assert question.question.rule == "H3-HATTO-06"
    assert {answer.id for answer in question.answers} == {"none", "seat0", "seat2"}
    table.answer(question, "seat2")
    piles = {"seat1.captures": "1h 1t 3h 3b 6n 6t 6a 6b", "seat0.captures": AKATAN.replace("1t 1b", "1a 1b")}
    result = draft(
        table.state, deal_log(table.state), tuple(CardSet.parse(piles.get(f"seat{n}.captures", "")) for n in range(3))
    )
    assert result.happenings == (Tobikomi(1, 6, 2),)


def test_whose_hand_the_fourth_card_came_from_is_named_first_where_it_is_known() -> None:
    state = tobikomi_table().state
    watch = DealWatch(1, feeding=Mock(may_be_from_a_hand=lambda card: True))
    piles = (CardSet(), CardSet.parse("6n 6t 6a 6b"), CardSet())
    now = Situation(state, deal_log(state), Belief(3), OnTable(CardSet(), piles, piles[:1] * 3), watch, Following(3))
    first = []
    for by in (None, 0, 2):
        watch.feeding.laid_by = lambda card, table, by=by: by
        (asked,) = ask_tobikomi(now)
        first.append(asked.answers[0].id)
    assert first == ["none", "seat0", "seat2"]


def test_the_fourth_card_of_the_first_field_was_fed_by_nobody() -> None:
    assert tobikomi_table(field="1a 3t 5n 6b 9t 12a").look({"seat1.captures": "6n 6t 6a 6b"}).questions == ()


def test_a_set_is_called_only_once_it_is_said_who_pays_a_tobikomi() -> None:
    table = tobikomi_table()
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN, "seat1.captures": "6n 6t 6a 6b"}
    assert [each.question for each in table.look(piles).questions] == [TOBIKOMI]
    table.answer(table.look(piles).questions[0], "none")
    assert [each.question for each in table.look(piles).questions] == [CALL]


def test_whether_a_tobikomi_came_after_anothers_sage_is_asked() -> None:
    """H3-SAGE-03: who played on pays for all."""
    table = Table()
    table.look(DEALT)
    table.look(SANBON)
    field = "5n 8a 9t 12a"
    question = table.look({"field": field, "seat0.captures": AKATAN}).questions[0]
    table.answer(question, "sage")
    piles = {"field": field, "seat0.captures": AKATAN, "seat1.captures": "6n 6t 6a 6b"}
    question = table.look(piles).questions[0]
    assert question.question == TOBIKOMI
    assert question.question.rule == "H3-SAGE-03"
    assert list(answers(question)) == [
        "下げの後",
        "下げの前",
        "下げの前、Aの法度",
        "下げの前、Cの法度",
    ]
    table.answer(question, "late")
    captures = tuple(CardSet.parse(piles.get(f"seat{n}.captures", "")) for n in range(3))
    made, tobikomi = draft(table.state, deal_log(table.state), captures).happenings
    assert (made.seat, made.call, tobikomi) == (0, "sage", Tobikomi(1, 6))


def test_what_was_said_of_a_tobikomi_is_remembered_over_a_restart_and_can_be_taken_back() -> None:
    seen = {"field": DEALT, "seat1.captures": "6n 6t 6a 6b"}
    table = tobikomi_table()
    (asked,) = table.look(seen).questions
    table.answer(asked, "seat2")
    again = Table(state=table.state)
    assert again.look(seen).questions == ()
    again.undo()
    assert [each.question for each in again.look(seen).questions] == [TOBIKOMI]


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


def called(table: Table, piles: dict[str, str], turned: str = "6t") -> SetsMade:
    """A's set as it is booked once A has turned the deck's card and says 上がり (H3-SAGE-00)."""
    assert table.look(piles).questions == ()
    (question,) = table.look(piles | {"field": f"{piles['field']} {turned}"}).questions
    assert question.question == CALL
    table.answer(question, "agari")
    return table.booked[-1].happenings[0]


def test_a_card_that_the_deck_gave_feeds_nobody() -> None:
    table, piles = followed_table("4a", "3t")
    assert called(table, piles).fed == ()


def test_who_laid_a_card_from_the_hand_is_known_and_not_asked() -> None:
    table, piles = followed_table("3t", "4a")
    assert called(table, piles).fed == (("H3-DEKI-05", 1),)


@pytest.mark.parametrize(("p", "asked"), [(0.73, False), (0.3, True)])
def test_the_only_way_in_which_a_called_set_ended_the_deal_is_asked_about_if_it_is_not_likely(
    p: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, piles = followed_table("4a", "3t")
    ways = DealThread.outcomes
    monkeypatch.setattr(
        DealThread, "outcomes", lambda self, close: [replace(each, p=p) for each in ways(self, close)[:1]]
    )
    called(table, piles)
    table.look("", ms=3000)
    questions = table.look(NEXT).questions
    assert [each.question for each in questions] == ([HowEnded(1)] if asked else [])
    for question in questions:
        assert words(question) == "この局は終わりまで確かには追えませんでした。付けたとおりで合っていますか。"
        assert list(answers(question)) == ["付けたとおり", "この局は無効"]


def test_whether_the_hand_or_the_deck_gave_a_card_is_asked_where_money_hangs_on_it() -> None:
    """B's two cards are seen at once, 3t on the field and 7b with the 7a that it takes.

    The likelier way is booked, the next deal goes on beside the question, and the answer puts the deal right.
    """
    table, piles = followed_table()
    piles |= {"seat0.captures": "1t 1a 2t 2a", "seat1.captures": "8b 8a 7b 7a"}
    piles["field"] = piles["field"].replace(" 7a", "") + " 3t"
    table.look(piles, ms=1500)
    c_takes_a_card(table, piles)
    piles |= {"field": piles["field"].replace(" 3t", ""), "seat0.captures": "1t 1a 2t 2a 3t 3a"}
    likely = called(table, piles).fed
    table.look("", ms=3000)
    (question,) = table.look(NEXT).questions
    assert isinstance(table.booked[-1], DealStarted)
    assert question.question == HowEnded(1)
    by_b = EndedSo((Fact("fed", 0, "H3-DEKI-05", 1),), fed=True)
    assert {offer.answer for offer in question.answers} == {by_b, EndedSo((), fed=True), DealVoid()}
    table.answer(question, question.answers[1].id)
    (result,) = [event for _, event in effective(table.state.log) if isinstance(event, DealResult)]
    assert result.happenings[0].fed == (() if likely else (("H3-DEKI-05", 1),))
    assert not table.state.rejected
    assert table.look(NEXT).questions == ()


def test_a_count_that_missed_a_card_is_not_trusted() -> None:
    table, piles = followed_table("4a")
    # C captures in what is B's turn by the count: one new card went by unseen.
    piles |= {"seat0.captures": "1t 1a 2t 2a", "seat2.captures": "9a 9t 10a 10b"}
    table.look(piles | {"field": piles["field"].replace(" 10a", "")})
    table.look(piles | {"field": piles["field"].replace("10a", "3t")})
    table.lose_thread()
    asked = table.look(piles | {"seat0.captures": "1t 1a 2t 2a 3t 3a", "field": "5n 12a 6a 7a 11a 4a"}).questions
    assert [each.question for each in asked] == [FED]
