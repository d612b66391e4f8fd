"""Observations in, engine events and questions out; no picture and no model needed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from observing import card_seen
from referee_table import AKATAN, DEALT, NEXT, Table, answers, observation, table_of, words
from yakume.engine import (
    DECK,
    Card,
    CardPlayed,
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    MatchStarted,
    Phase,
    Rank,
    TeyakuShown,
    apply,
)
from yakume.engine.play import effective
from yakume.vision.observation import NO_CARD
from yakume.vision.referee.belief import Belief
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.notices import OddField
from yakume.vision.referee.questions import FirstField, SetToCall, TableCleared, WhoFed
from yakume.vision.referee.referee import Referee
from yakume.vision.zones import shown_by


@pytest.fixture
def started() -> Table:
    """Six cards lie, the deal is booked."""
    table = Table()
    table.look(DEALT)
    return table


def test_six_cards_on_an_empty_table_start_a_deal(started) -> None:
    assert started.booked == [DealStarted(0, CardSet.parse(DEALT))]


@pytest.mark.parametrize("field", ["1a 3t 5n 8a 9t", "1a 3t 5n 8a 9t 12a 12b", ""])
def test_five_or_seven_cards_start_nothing(field) -> None:
    table = Table()
    table.look(field)
    assert table.booked == []


def test_a_first_field_with_a_card_that_cannot_be_read_begins_the_deal_and_is_put_right_once_it_is_read() -> None:
    """Another card stands for it meanwhile, which changes neither the rate nor what may be played."""
    table = Table()
    known = "1a 3t 5n 8a 9t"
    table.look({"field": known, "?field": "12a"}, ms=6000)
    (started,) = table.booked
    (guess,) = started.field - CardSet.parse(known)
    assert guess.rank is Rank.KASU
    assert not table.look({"field": known, "?field": "12a"}, ms=3000).events
    table.look({"field": known + " 12a"}, ms=4000)
    table.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3t 3b"})
    piles = {"seat0.captures": "3t 3b", "seat1.captures": "9t 9a", "seat2.captures": "8a 8b"}
    table.look({"field": "1a 5n 8a 9t 12a 6n", **{zone: piles[zone] for zone in ["seat0.captures"]}})
    table.look({"field": "1a 5n 8a 12a 6n 2b", **{zone: piles[zone] for zone in ["seat0.captures", "seat1.captures"]}})
    assert not table.look({"field": "1a 5n 12a 6n 2b 4n", **piles}).questions
    assert table.state.deal.field == CardSet.parse(DEALT)
    assert len(table.booked) == 2


@pytest.mark.parametrize("late", [False, True], ids=["as guessed", "guessed again"])
def test_a_card_of_the_first_field_that_was_guessed_is_put_right_also_after_a_restart(late: bool) -> None:
    table = Table()
    known = "1a 3t 5n 8a 9t"
    unread = {"field": known, "?field": "12a"}
    table.look(unread, ms=6000)
    if late:  # the card that stands for it is seen elsewhere: another one stands for it then
        (guess,) = table.state.deal.field - CardSet.parse(known)
        table.look(unread | {"seat1.shown": str(guess)}, ms=4000)
        assert guess not in table.state.deal.field
    kept = json.loads(json.dumps(table.referee.keep()))
    table.referee = Referee(3)
    table.referee.bring_back(table.state, len(table.state.log), kept)
    assert table.referee.keep() == tuple(kept)
    table.look(unread, ms=4000)
    piles = {"seat0.captures": "3t 3b", "seat1.captures": "9t 9a", "seat2.captures": "8a 8b"}
    table.look({"field": known + " 12a"}, ms=4000)
    table.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3t 3b"})
    table.look({"field": "1a 5n 8a 9t 12a 6n", "seat0.captures": "3t 3b"})
    table.look({"field": "1a 5n 8a 12a 6n 2b", "seat0.captures": "3t 3b", "seat1.captures": "9t 9a"})
    table.look({"field": "1a 5n 12a 6n 2b 4n", **piles})
    assert table.state.deal.field == CardSet.parse(DEALT)
    assert table.referee.keep() == ()


def test_a_capture_that_looks_like_a_shown_card_takes_nothing_from_what_was_shown() -> None:
    """Six kasu are 十一, five of them would be 赤 (H88-TEYAKU-10, 11): one card takes another kasu of the month."""
    table = table_of("sudaoshi", "A", "B", "C")
    shown = {"seat0.shown": "3b 4a 7b 9b 10a 11n"}
    table.look("2a 3h 4b 8n 10n 10b")
    (asked,) = table.look({"field": "2a 3h 4b 8n 10n 10b"} | shown).questions
    taken = {"field": "2a 3h 8n 10n 10b", "seat0.captures": "4n 4b"}
    assert [each.question for each in table.look(taken | shown, ms=8000).questions] == [asked.question]
    moving = replace(observation(table.now_ms, taken | shown), hands=(shown_by(0),))
    assert [each.question for each in table.see(moving).questions] == [asked.question]
    # Nor does one of the shown cards that is played while people have not answered.
    taken = {"field": "2a 3h 8n 10b 12h", "seat0.captures": "4n 4b", "seat1.captures": "10n 10t"}
    ruling = table.look(taken | {"seat0.shown": "3b 4a 7b 9b 11n"}, ms=8000)
    assert [each.question for each in ruling.questions] == [asked.question]
    assert [type(event) for event in table.booked] == [DealStarted]


def test_what_lay_on_the_field_before_the_deal_is_no_card_of_it() -> None:
    table = Table()
    table.look("7n", ms=5000)
    table.look("7n " + DEALT)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]
    table.look({"field": "7n " + DEALT.replace("3t ", ""), "seat0.captures": "3t 3b"})
    assert [str(play) for play in table.referee.following.plays] == [
        str(CardPlayed(0, Card.parse("3a"), CardSet.parse("3t")))
    ]


def test_seven_cards_laid_at_once_are_told_and_begin_nothing() -> None:
    """Which of them is none, nobody knows."""
    table = Table()
    ruling = table.look("7n " + DEALT, ms=8000)
    assert table.booked == []
    assert OddField(7, 6) in ruling.notices


def test_captures_laid_where_hand_yaku_are_shown_make_no_other_first_field_of_what_is_left(started) -> None:
    started.look({"field": "1a 5n 8a 9t 12a", "seat0.shown": "3t 3b"})
    ruling = started.look({"field": "1a 5n 8a 9t 12a 6n", "seat0.shown": "3t 3b"}, ms=6000)
    assert not [each for each in ruling.questions if isinstance(each.question, FirstField)]
    assert len(ruling.plays) == 2


def test_nothing_is_decided_while_a_hand_is_over_the_table() -> None:
    table = Table()
    table.look(DEALT, hand=True)
    assert table.booked == []
    table.look(DEALT)
    assert len(table.booked) == 1


def test_nothing_happens_before_a_match() -> None:
    table = Table(state=None)
    assert table.look(DEALT).events == ()
    assert str(table.look(DEALT).on_table.field) == DEALT


def test_three_of_a_month_shown_are_a_sanbon(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]
    assert started.state.scores == (-24, 48, -24)


def test_a_hand_yaku_is_booked_once(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"}, ms=8000)
    started.look({"field": DEALT, "seat1.shown": "6n 6t"}, ms=8000)
    assert len(started.booked) == 2


def test_shown_cards_that_are_no_hand_yaku_book_and_ask_nothing(started) -> None:
    ruling = started.look({"field": DEALT, "seat1.shown": "6n 7t"})
    assert len(started.booked) == 1
    assert ruling.questions == ()


def test_shown_cards_that_can_be_several_hand_yaku_are_asked_about(started) -> None:
    # Six kasu: the seventh card may be a ribbon, a tane or a light.
    ruling = started.look({"field": DEALT, "seat2.shown": "1b 2a 4a 6a 7a 10a"})
    assert len(started.booked) == 1
    (question,) = ruling.questions
    assert list(answers(question))[-1] == "手役ではない"
    assert {"短一", "十一", "光一"} <= answers(question).keys()
    started.answer(question, answers(question)["短一"])
    assert started.booked[1].parts == ("H3-TEYAKU-12",)
    assert started.look({"field": DEALT, "seat2.shown": "1b 2a 4a 6a 7a 10a"}).questions == ()


def test_a_hand_yaku_first_seen_when_play_cannot_be_followed_any_more_is_asked_about_until_it_is_answered(
    started,
) -> None:
    """The camera was gone, or yakume was killed: the cards lie there, and their player has captured since."""
    captured = {"field": "3t 5n 8a 9t", "seat1.captures": "1a 1t 12a 12b"}
    started.lose_thread()
    ruling = started.look(captured | {"seat1.shown": "6n 6t 6a"}, ms=6000)
    assert [type(event) for event in started.booked] == [DealStarted]
    (question,) = ruling.questions
    assert list(answers(question)) == ["三本", "手役ではない"]
    # One of them is played, then all.
    assert [each.id for each in started.look(captured | {"seat1.shown": "6n 6t"}, ms=9000).questions] == [question.id]
    assert [each.id for each in started.look(captured, ms=9000).questions] == [question.id]
    started.answer(question, answers(question)["三本"])
    assert started.look(captured, ms=4000).questions == ()
    assert [claim.seat for claim in started.state.deal.claims] == [1]


def test_a_shown_card_that_cannot_be_told_makes_a_question_of_the_hand_yaku(started) -> None:
    """Three of 6 beside what may be a fourth: 三本 is not booked, but asked about beside 四三 or 手四."""
    shown = {"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "6b"}
    (question,) = started.look(shown).questions
    assert len(started.booked) == 1
    assert {"三本", "手四"} <= answers(question).keys()
    started.answer(question, answers(question)["三本"])
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


def test_a_person_who_says_that_it_is_no_card_settles_the_hand_yaku(started) -> None:
    shown = {"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "6b"}
    assert started.look(shown).questions
    started.referee.belief.fixes[int(Card.parse("6b"))] = NO_CARD
    started.look(shown)
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


def test_the_rest_of_the_hand_face_down_beside_shown_cards_is_no_card_that_cannot_be_told(started) -> None:
    back = card_seen(99, None, "seat1.shown", p=0.9)
    events = []
    for ms in range(10_000, 14_000, 100):
        seen = observation(ms, {"field": DEALT, "seat1.shown": "6n 6t 6a"})
        events += started.referee.observe(replace(seen, cards=(*seen.cards, back)), started.state).events
    assert set(events) == {TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))}


def test_what_was_taken_for_one_more_shown_card_and_is_gone_is_waited_out(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "7a"}, ms=800)
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


def test_another_first_field_than_the_booked_one_is_asked_about_and_changes_every_price(started) -> None:
    """H3-BA-01: with the 8h on the field instead of the 8a it is 大場."""
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    paid = started.state.scores
    field = DEALT.replace("8a", "8h")
    (question,) = started.look({"field": field, "seat1.shown": "6n 6t 6a"}).questions
    assert question.question.rule == "H3-BA-01"
    started.answer(question, "fix")
    assert started.state.deal.field == CardSet.parse(field)
    assert started.state.scores == tuple(2 * mon for mon in paid)
    assert started.look({"field": field, "seat1.shown": "6n 6t 6a"}).questions == ()


def test_what_lies_there_after_the_first_capture_says_nothing_of_the_first_field(started) -> None:
    assert started.look({"field": DEALT.replace("8a", "8h"), "seat0.captures": "8a 8b"}, ms=8000).questions == ()


def test_a_first_field_that_people_confirm_is_not_asked_about_again(started) -> None:
    field = DEALT.replace("8a", "8h")
    started.answer(started.look(field).questions[0], "keep")
    assert started.look(field, ms=8000).questions == ()


def test_cards_on_the_table_during_the_bidding_are_nobodys_turn() -> None:
    """With six at 八八 nobody is in play before all have spoken; players lay cards and look at them all the same."""
    table = table_of("hachihachi", *"ABCDEF")
    table.look(DEALT)
    assert table.state.deal.order == ()
    ruling = table.look({"field": DEALT, "seat0.captures": "2n 4b"})
    assert len(table.booked) == 1
    assert ruling.events == ()


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


def test_what_lay_on_the_field_for_a_moment_was_misread_and_not_captured() -> None:
    table = Table()
    table.look(DEALT + " 10t", ms=1400)
    assert table.look({"field": DEALT, "seat1.captures": "10a"}).on_table.captures[1] == CardSet.parse("10a")


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


def test_a_field_card_that_is_gone_is_forgotten_but_not_under_a_hand(started) -> None:
    covered = started.look("1a 5n 8a 9t 12a", hand=True)
    assert str(covered.on_table.field) == DEALT
    gone = started.look("1a 5n 8a 9t 12a")
    assert str(gone.on_table.field) == "1a 5n 8a 9t 12a"


def test_a_completed_set_is_asked_about(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    (question,) = ruling.questions
    assert words(question) == "Aに赤短ができました。"
    assert [answer.id for answer in question.answers] == ["agari", "sage"]
    assert len(started.booked) == 1


def test_agari_by_answer_settles_the_deal(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.answer(ruling.questions[0], "agari")
    result = started.booked[1]
    assert isinstance(result, DealResult)
    assert result.happenings[0].sets == (("H3-DEKI-05", 7),)
    paid = [(entry.payer, entry.mon) for entry in started.state.ledger if entry.rule == "H3-DEKI-05"]
    assert paid == [(1, 84), (2, 84)]


def test_the_next_deal_on_the_table_says_that_a_completed_set_ended_the_last(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.look("", ms=2000)
    started.look(NEXT)
    assert [type(event) for event in started.booked] == [DealStarted, DealResult, DealStarted]
    assert started.booked[1].happenings[0].call == "agari"
    assert str(started.booked[2].field) == str(CardSet.parse(NEXT))
    assert started.booked[2].dealer == started.state.dealer


def test_a_set_of_the_last_turn_that_nobody_called_is_booked_as_the_end_and_still_asked(started) -> None:
    """With no card left to play, who made it may have played on as well: the answer puts the deal right."""
    started.lose_thread()
    piles = [" ".join(f"{card}" for card in DECK if card.month in months) for months in ({1, 2, 3, 4}, {5, 6, 7, 8})]
    piles.append(str(DECK - CardSet.parse(" ".join(piles))))
    before = {f"seat{seat}.captures": text for seat, text in enumerate(piles)}
    before["seat0.captures"] = str(CardSet.parse(piles[0]) - CardSet.parse("3t 3b"))
    started.look(before)
    (asked,) = started.look(before | {"seat0.captures": piles[0]}).questions
    assert isinstance(asked.question, SetToCall)
    started.look("", ms=2000)
    ruling = started.look(NEXT)
    assert [type(event) for event in started.booked[1:]] == [DealResult, DealStarted]
    assert started.booked[1].happenings[0].call == "agari"
    (open_still,) = (each for each in ruling.questions if each.question == asked.question)
    assert [answer.id for answer in open_still.answers] == ["agari", "sage"]
    started.answer(open_still, "sage")
    (ended,) = (event for _, event in effective(started.state.log) if isinstance(event, DealResult))
    assert ended.happenings[0].call == "sage"
    assert sum(started.state.scores) + started.state.on_table == 0


def test_what_was_shown_before_the_bids_were_told_counts_though_a_card_of_it_was_played() -> None:
    table = Table(apply(None, MatchStarted("hachihachi", ("A", "B", "C", "D"))), Referee(4))
    field = "1b 2b 5n 8a 9t 12b"
    table.look(field)
    table.look({"field": field, "seat0.shown": "12a 12c 12h"})
    played = {"field": "1b 2b 5n 8a 9t 7a", "seat0.shown": "12a 12c", "seat0.captures": "12b 12h 4n 4t 6a 6b"}
    table.look(played, ms=20_000)
    while table.state.phase is Phase.BID:
        bid = ask_bid(table.state, deal_log(table.state))
        table.answer(bid, bid.answers[0].id if "deru" not in {each.id for each in bid.answers} else "deru")
    table.look(played)
    (shown,) = (event for event in table.booked if isinstance(event, TeyakuShown))
    assert (shown.seat, str(shown.exposed)) == (0, "12h 12a 12c")


def test_clearing_the_table_alone_books_nothing(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.look("", ms=10_000)
    assert len(started.booked) == 1


def test_after_sage_the_same_set_does_not_end_the_deal(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.answer(ruling.questions[0], "sage")
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    assert ruling.questions == ()
    ruling = started.look(NEXT, ms=6000)
    # A 下げ, then the table is cleared with cards missing: people must say what happened.
    assert len(started.booked) == 1
    assert isinstance(ruling.questions[0].question, TableCleared)


def test_when_play_went_on_after_a_set_clearing_the_table_is_asked_about(started) -> None:
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    started.look(piles)
    more = piles | {"field": "1a", "seat1.captures": "5n 5t 8a 8b", "seat2.captures": "9t 9a 12a 12b"}
    asked = started.look(more).questions[0]
    assert asked.answers[0].id == "sage"
    ruling = started.look(NEXT, ms=6000)
    assert len(started.booked) == 1
    assert ruling.questions[0].question == SetToCall(1, 0, ("H3-DEKI-05",))


def test_all_48_captured_end_the_deal(started) -> None:
    piles = played_out()
    started.look({f"seat{seat}.captures": text for seat, text in enumerate(piles)})
    assert isinstance(started.booked[-1], DealResult)
    assert sum(started.state.scores) + started.state.on_table == 0
    assert started.state.played == 1


def hiding(piles: list[str], hidden: str) -> dict[str, str]:
    return {f"seat{seat}.captures": str(CardSet.parse(p) - CardSet.parse(hidden)) for seat, p in enumerate(piles)}


@pytest.mark.parametrize("hidden", ["12b", "7t 10n", "1h 4a 9t"])
def test_cards_nobody_saw_captured_lie_where_a_month_is_odd(started, hidden) -> None:
    """COM-CAP-02 … COM-CAP-04: no pile holds one or three cards of a month."""
    piles = played_out()
    started.look(hiding(piles, hidden))
    assert started.booked[-1].captures == tuple(map(CardSet.parse, piles))
    started.look(NEXT)
    assert isinstance(started.booked[-1], DealStarted)


def result_of(table: Table) -> DealResult:
    """How the last deal ended, as it stands in the log."""
    return [event for _, event in effective(table.state.log) if isinstance(event, DealResult)][-1]


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


def test_captures_that_do_not_add_up_can_be_dealt_again(started) -> None:
    """H3-MISHAP-02: no pile holds one or three cards of a month, so that such a deal cannot be settled."""
    piles = [CardSet.parse(pile) for pile in played_out()]
    piles[0], piles[1] = piles[0] - CardSet.parse("1h"), piles[1] | CardSet.parse("1h")
    wrong = {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(piles)}
    (question,) = started.look(wrong).questions
    started.answer(question, "void")
    assert started.booked[-1] == DealVoided()


def test_a_next_field_with_most_of_the_few_cards_that_were_left_is_a_new_deal(started) -> None:
    """What lay there last comes again by chance, with more besides: nothing was said of the deal before."""
    started.look({"field": "3t 5n 8a 9t 12a 4t", "seat0.captures": "1t 1a"})
    started.look({"field": "5n 8a 9t 4t", "seat0.captures": "1t 1a", "seat1.captures": "3a 3t 12a 12b"})
    started.look("")
    (question,) = started.look("5n 8a 9t 2n 6t 7a").questions
    assert question.question.kind == "table_cleared"


def test_captures_laid_where_hand_yaku_are_shown_announce_none(started) -> None:
    """Seven captured cards look like はねけん (H3-TEYAKU-05), with an eighth covered; only a hand holds that."""
    lying = "1a 3t 5n 8a 9t"
    for field, mine, third in (
        ("6t", "12a 12c", ""),
        ("6t 2t 10t", "12a 12c", ""),
        ("6t 2t 10t 7t 12b", "12a 12c", ""),
        ("2t 10t 7t", "12a 12c 12h 12b 6n 6t", ""),
        ("2t 10t 7t 4t 11t", "12a 12c 12h 12b 6n 6t", ""),
        ("2t 10t 7t 11t 6a", "12a 12c 12h 12b 6n 6t", "4n 4t"),
        ("10t 7t 11t 6a 4a", "12c 12h 12b 6n 6t 2t 2a", "4n 4t"),
    ):
        ruling = started.look({"field": f"{lying} {field}", "seat0.shown": mine, "seat2.captures": third}, ms=8000)
    assert len(ruling.plays) == 14
    assert not ruling.questions and len(started.booked) == 1


def test_a_cleared_table_without_a_set_can_be_called_void(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": "1a 1b 3t 3a"})
    ruling = started.look(NEXT, ms=6000)
    assert len(started.booked) == 1
    started.answer(ruling.questions[0], "void")
    assert started.booked[-1] == DealVoided()


def test_an_event_taken_back_is_not_booked_again() -> None:
    table = Table()
    table.look(DEALT)
    table.undo()
    table.look(DEALT)
    assert len(table.booked) == 1
    table.referee = Referee(3)  # nor after a restart
    table.look(DEALT)
    assert len(table.booked) == 1


def test_what_could_not_be_written_follows_from_the_next_frame_again() -> None:
    """Nothing counts as booked, or as answered, before the log has it."""
    table = Table()
    table.look(DEALT, book=False)
    once, again = table.look(DEALT, ms=100, book=False), table.look(DEALT, ms=100, book=False)
    assert once.events == again.events == (DealStarted(0, CardSet.parse(DEALT)),)
    table.look(DEALT)
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    (asked,) = table.look(piles).questions
    assert asked.books(asked.answers[0])
    assert table.look(piles, ms=100).questions == (asked,)
    table.look("", ms=2000)
    table.look(NEXT, book=False)
    ended = table.look(NEXT, ms=100, book=False).events
    assert [type(event) for event in ended] == [DealResult, DealStarted]
    table.look(NEXT)
    assert table.booked[1:] == list(ended)


def test_an_answer_counts_for_its_own_deal_alone() -> None:
    """A deal that is dealt again asks anew, although as many deals are finished as before."""
    table = Table()
    table.look(DEALT)
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    (asked,) = table.look(piles).questions
    table.answer(asked, "sage")
    assert table.look(piles).questions == ()
    table.state = apply(table.state, DealVoided())
    table.look("", ms=3000)
    table.look(DEALT)
    (anew,) = table.look(piles).questions
    assert (anew.question.seat, anew.question.sets) == (asked.question.seat, asked.question.sets)
    assert anew.id != asked.id


def test_what_people_said_of_a_card_on_the_field_stands_when_it_makes_a_new_deal() -> None:
    table = Table()
    table.referee.belief.fixes[int(Card.parse("7a"))] = Card.parse("12a")
    ruling = table.look(DEALT.replace("12a", "7a"), ms=8000)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]
    assert str(ruling.on_table.field) == DEALT


def test_a_card_that_a_person_corrected_counts_as_corrected(started) -> None:
    misread = {"field": "1a 3t 5n 8a 9t 12a", "seat0.captures": "6n 6a"}
    started.look(misread)
    track = int(next(iter(CardSet.parse("6n"))))
    started.referee.belief.fixes[track] = next(iter(CardSet.parse("7n")))
    ruling = started.look(misread)
    assert str(ruling.on_table.captures[0]) == "6a 7n"


def test_a_card_that_is_hardly_read_is_nothing_to_conclude_from() -> None:
    table = Table()
    for t_ms in range(0, 2400, 100):
        seen = observation(t_ms, {"field": DEALT})
        doubtful = replace(seen, cards=(replace(seen.cards[0], p=0.4), *seen.cards[1:]))
        assert table.referee.observe(doubtful, table.state).events == ()
    assert str(table.referee.belief.table().field) == "3t 5n 8a 9t 12a"


def test_a_captured_card_seen_elsewhere_for_long_was_moved(started) -> None:
    started.look({"field": "1a", "seat0.captures": "6n 6a"})
    glimpse = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=800)
    assert str(glimpse.on_table.captures[0]) == "6n 6a"
    moved = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=2500)
    assert [str(pile) for pile in moved.on_table.captures] == ["", "6n 6a", ""]


def test_time_that_runs_backwards_starts_patience_afresh() -> None:
    memory = Belief(3)
    memory.observe(observation(90_000, {"field": "1h"}))
    memory.observe(observation(0, {"field": "1h"}))
    assert memory.table().field == CardSet()
    for t_ms in range(100, 800, 100):
        memory.observe(observation(t_ms, {"field": "1h"}))
    assert str(memory.table().field) == "1h"


def played_out() -> list[str]:
    """48 cards in three piles without a set in any."""
    from yakume.engine import find_dekiyaku

    piles: list[list[int]] = [[], [], []]
    for card in range(48):  # of every month two cards in each of two piles: no other captures are possible
        month, kind = divmod(card, 4)
        piles[(month + (kind % 2)) % 3].append(card)
    sets = [CardSet(pile) for pile in piles]
    assert not any(find_dekiyaku("sannin", pile) for pile in sets)
    return [str(pile) for pile in sets]


def played_out_with_four_lights() -> list[str]:
    """48 cards in three piles, 四光 in the first."""
    lights = [CardSet(card for card in range(48) if card // 4 + 1 == month) for month in (1, 3, 8, 12)]
    piles = [CardSet.parse(pile) for pile in played_out()]
    for month in lights:
        piles = [pile | month if seat == 0 else pile - month for seat, pile in enumerate(piles)]
    return list(map(str, piles))


def test_with_two_in_play_the_deal_is_over_when_what_was_dealt_and_turned_is_captured_or_left_lying() -> None:
    """Six dealt and 28 played make 34 (COM-CAP-06 holds with three in play alone)."""
    table = table_of("futari", "A", "B")
    table.look(DEALT)
    own, other = "1t 1b 2t 2b 3a 3b 6a 6b 7a 7b 4a 4b 10a 10b", "5n 5a 9t 9a 11a 11t 4t 4n 6n 6t"
    left = "8a 8b 9b 10t 12a 12b 7n 1h 3h 9n"
    table.look({"field": left, "seat0.captures": own, "seat1.captures": other})
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert table.booked[1].captures == (CardSet.parse(own), CardSet.parse(other))


def test_six_cards_left_lying_are_no_new_deal_until_they_were_gone() -> None:
    table = table_of("futari", "A", "B")
    table.look(DEALT)
    table.state = apply(table.state, DealVoided())
    table.look(DEALT)
    assert len(table.booked) == 1
    table.look("", 3000)
    table.look(NEXT)
    assert table.booked[1:] == [DealStarted(0, CardSet.parse(NEXT))]


def test_with_seven_players_the_holder_of_the_blank_card_is_asked_for() -> None:
    """SD-PLAYER-02: no camera sees a card that nobody lays down."""
    table = table_of("sudaoshi", *"ABCDEFG")
    ruling = table.look(DEALT)
    assert table.booked == []
    (question,) = ruling.questions
    assert [answer.id for answer in question.answers] == [f"seat{seat}" for seat in range(7)]
    table.answer(question, "seat4")
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT), blank=4)]
    assert not table.look(DEALT).questions


def test_the_blank_card_stays_asked_for_while_others_show_their_hands_and_take_them_back() -> None:
    table = table_of("sudaoshi", *"ABCDEFG")
    (asked,) = table.look(DEALT).questions
    for piles in ({"field": DEALT, "seat1.shown": "1b 4a 5a"}, {"field": DEALT}, {"field": DEALT, "seat2.shown": "6a"}):
        for ms in (200, 200, 200):
            assert [each.question for each in table.look(piles, ms=ms).questions] == [asked.question]
    assert not table.look("", ms=3000).questions
    assert table.booked == []


def test_a_hand_yaku_is_still_asked_about_once_a_shown_card_is_played() -> None:
    """Six kasu may be 短一, 十一 or 光一; five of them, left after the first turn, would be 赤 (H3-TEYAKU-11)."""
    table = Table()
    table.look(DEALT)
    six = "1b 4a 5a 6a 7a 10a"
    (asked,) = table.look({"field": DEALT, "seat0.shown": six}).questions
    after = {"field": DEALT + " 4a", "seat0.shown": "1b 5a 6a 7a 10a"}
    for ms in (1500, 3000, 9000):
        assert [each.question for each in table.look(after, ms=ms).questions] == [asked.question]
    assert len(table.booked) == 1
    table.answer(asked, asked.answers[0].id)
    assert len(table.state.deal.claims) == 1


def test_hands_that_move_beside_all_zones_stop_nothing() -> None:
    """Two hands at the rim of the table, all evening."""
    table = Table()
    for t_ms in range(0, 4000, 100):
        ruling = table.referee.observe(replace(observation(t_ms, {"field": DEALT}), hands=(None,)), table.state)
        if ruling.events:
            break
    assert [type(event) for event in ruling.events] == [DealStarted]


def test_a_captured_card_that_people_say_is_another_one_is_not_captured_as_what_it_was_read(started) -> None:
    """8n was read as 8h when it was captured: its owner has one of the two."""
    piles = {"field": "1a 3t 5n 9t 12a", "seat0.captures": "8a 8h"}
    started.look(piles)
    assert started.referee.belief.table().captures[0] == CardSet.parse("8a 8h")
    started.referee.belief.fixes[int(Card.parse("8h"))] = Card.parse("8n")
    ruling = started.look(piles)
    assert ruling.on_table.captures[0] == CardSet.parse("8a 8n")
    assert ruling.on_table.captured == CardSet.parse("8a 8n")
