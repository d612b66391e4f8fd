"""Cards of a first field that nobody can read: what stands for them, and which light it is, as the rate hangs on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from referee_table import (
    Table,
    played_out,
    table_of,
    undone,
)
from yakume.engine import (
    Card,
    CardSet,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    HandShown,
    MatchEnded,
    Phase,
    Rank,
    apply,
)
from yakume.engine.play import effective
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.notices import FieldGuessed, Health, LaidOpen
from yakume.vision.referee.questions import FirstField, UnreadCard, WhichTeyaku
from yakume.vision.referee.thread import DealThread


def guessed_field(*, ms: int = 6000) -> tuple[Table, str]:
    """A deal of which one card of the first field cannot be read; those that can."""
    table, known = Table(), "3t 5n 8a 9t 10a"
    table.look({"field": known, "?field": "11h"}, ms=ms)
    return table, known


def test_play_that_the_rules_refuse_with_the_card_that_stands_for_an_unread_one_puts_another_in_its_place() -> None:
    """A 1t was laid on the field where a 1a stood for the unread card: the thread was lost, whatever was seen."""
    table, known = guessed_field()
    assert str(table.state.deal.dealt - CardSet.parse(known)) == "1a"
    lying, unread = {"field": known + " 1t"}, {"?field": "11h"}
    table.look(lying | unread)
    ruling = table.look({"field": known + " 1t 4n"} | unread)
    assert ruling.health is not Health.LOST and [str(play.card) for play in ruling.plays] == ["1t", "4n"]
    (guess,) = table.state.deal.dealt - CardSet.parse(known)
    assert guess.month not in (1, 4) and guess.rank is Rank.KASU
    assert len(table.booked) == 2  # the same stands there as long as the rules take it


def test_cards_that_fit_play_by_turns_do_not_take_turns_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """三人, seed 500240: two lines were as likely, and each look put the first field right, 470 times in a match."""
    table, _ = guessed_field()
    by_turns = cycle(map(CardSet.parse, ("2a", "4a")))
    monkeypatch.setattr(DealThread, "fitting", property(lambda thread: next(by_turns)))
    table.look({"field": "3t 5n 8a 9t 10a", "?field": "11h"}, ms=5000)
    assert len(table.booked) == 1


def test_a_card_that_lies_elsewhere_fits_play_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """三人, seed 500240: it stood for the unread card, gave way as it lay elsewhere, and stood for it again."""
    table, known = guessed_field()
    monkeypatch.setattr(DealThread, "fitting", property(lambda thread: CardSet.parse("12a")))
    lying = {"field": known.replace("9t ", ""), "?field": "11h", "seat0.captures": "9t 9a", "seat1.shown": "12a"}
    table.look(lying, ms=12_000)
    assert len(table.booked) == 1 and table.referee.following.plays


def test_which_light_the_card_is_that_nobody_could_read_is_asked_while_the_rate_hangs_on_it() -> None:
    """It was told of alone, or once the match was over: nothing to tap said which it was."""
    table, known = guessed_field(ms=9000)
    ruling = table.look({"field": known, "?field": "11h", "seat0.shown": "1h"}, ms=4000)
    (asked,) = ruling.questions
    assert asked.question == UnreadCard(1, CardSet.parse(known)) and FieldGuessed(1) in ruling.notices
    assert [each.id for each in asked.answers] == ["keep", "3h", "8h", "11h", "12h"]
    # A hand that holds a card over the field takes no question back.
    for _ in range(10):
        assert table.look({"field": known + " 6n", "?field": "11h"}, ms=100, hand=True).questions
    (asked,) = table.look({"field": known, "?field": "11h"}, ms=1000).questions
    table.answer(asked, "11h")
    assert table.state.deal.dealt == CardSet.parse(known + " 11h") and str(table.state.deal.rate) != "1"
    assert table.look({"field": known, "?field": "11h"}).questions == ()


def test_which_light_it_is_is_asked_as_soon_as_somebody_plays() -> None:
    """The field changes with every turn, and never lies as long as is waited for before."""
    table, known = guessed_field(ms=3000)
    assert table.look({"field": known, "?field": "11h"}, ms=1000).questions == ()
    (asked,) = table.look({"field": known.replace("9t ", ""), "?field": "11h", "seat0.captures": "9t 9a"}).questions
    assert isinstance(asked.question, UnreadCard)


@pytest.mark.parametrize("later", [False, True], ids=["before it ends", "afterwards"])
@pytest.mark.parametrize("answer", ["keep", "11h"])
def test_which_light_it_is_may_be_said_before_the_deal_ends_or_afterwards(later: bool, answer: str) -> None:
    table, known = guessed_field(ms=12_000)
    piles = dict(zip((f"seat{seat}.captures" for seat in range(3)), played_out(), strict=True))
    if not later:
        (asked,) = table.look({"field": known, "?field": "11h"}).questions
        table.answer(asked, answer)
        assert FieldGuessed(1) not in table.look({"field": known, "?field": "11h"}).notices
    table.state = apply(table.state, DealResult(tuple(map(CardSet.parse, piles.values()))))
    if later:
        (asked,) = table.look("").questions
        assert isinstance(asked.question, UnreadCard)
        table.answer(asked, answer)
        table.look("")
        table.state = undone(table.state)  # by one step
        assert table.look("").questions == (asked,)
        table.answer(asked, answer)
    assert table.look("").questions == ()
    (began,) = (event for _, event in effective(table.state.log) if isinstance(event, DealStarted))
    assert (Card.parse("11h") in began.field) == (answer == "11h")
    table.state = apply(table.state, MatchEnded())
    assert table.look("").notices == ()


def test_which_of_two_cards_lay_on_the_first_field_that_come_in_sight_together_once_captured_is_asked() -> None:
    """It was booked that the light was played on the other: the rate was a quarter of what it was, without a word."""
    table, known = guessed_field(ms=12_000)
    lying = {"field": known, "seat0.captures": "11t 11h"}
    table.look(lying)
    (asked,) = table.look(lying | {"field": known + " 4n"}).questions
    assert isinstance(asked.question, UnreadCard) and [each.id for each in asked.answers] == ["keep", "11h"]
    table.answer(asked, "11h")
    ruling = table.look(lying | {"field": known + " 4n"})
    assert not ruling.questions and [str(play.card) for play in ruling.plays] == ["11t", "4n"]
    assert table.state.deal.dealt == CardSet.parse(known + " 11h") and table.state.deal.rate.times == 4


@pytest.mark.parametrize("answer", ["12h", "keep"])
def test_a_light_that_comes_in_sight_captured_once_the_unread_card_is_gone_may_have_been_it(answer: str) -> None:
    """二人, seed 90134: a card that was laid meanwhile was taken for it, and a quarter was paid, without a word."""
    table, known = Table(), "3t 5n 8a 9t 12a"
    table.look({"field": known, "?field": "12h"}, ms=12_000)
    table.look({"field": known + " 4n"}, ms=1000)
    lying = {"seat0.captures": "12h 12c"}
    table.look(lying | {"field": known + " 4n"})
    lying |= {"seat1.captures": "4n 4t"}
    for field in (known, known + " 6t"):
        (asked,) = table.look(lying | {"field": field}).questions
        assert isinstance(asked.question, UnreadCard) and "12h" in [each.id for each in asked.answers]
    table.answer(asked, answer)
    ruling = table.look(lying | {"field": known + " 6t"})
    assert (Card.parse("12h") in table.state.deal.dealt) == (answer == "12h") and not ruling.questions


def test_a_light_that_comes_in_sight_captured_much_later_was_not_the_unread_card() -> None:
    table, known = Table(), "3t 5n 8a 9t 12a"
    table.look({"field": known, "?field": "4n"}, ms=12_000)
    table.look({"field": known + " 4n"}, ms=11_000)
    lying = {"field": "3t 5n 8a 9t 4n 6t", "seat0.captures": "12h 12a"}
    (asked,) = (each for each in table.look(lying).questions if isinstance(each.question, UnreadCard))
    assert "12h" not in [each.id for each in asked.answers]


def test_of_two_cards_that_nobody_can_read_each_may_be_a_light() -> None:
    """Once one was said the other was none, without a word."""
    table, known = Table(), "3t 5n 9t 10a"
    unread = {"field": known, "?field": "8h 11h"}
    (asked,) = table.look(unread, ms=36_000).questions
    table.answer(asked, "11h")
    (other,) = table.look(unread).questions
    assert other.question == UnreadCard(1, CardSet.parse(known + " 11h")) and not other.offer("11h")
    table.answer(other, "8h")
    assert not table.look(unread).questions and table.state.deal.dealt == CardSet.parse(known + " 8h 11h")
    for before in (other, asked):
        table.state = undone(table.state)
        assert [each.question for each in table.look(unread).questions] == [before.question]


@pytest.mark.parametrize("game", ["sannin", "hachihachi"])
@pytest.mark.parametrize("since", ["", "started again", "ended"])
def test_which_light_it_is_is_asked_again_once_the_answer_is_undone(game: str, since: str) -> None:
    """It was asked whether it is the one that had been said; a no left it a card that stands for it, without a word."""
    table, known = table_of(game, *"ABCD"[: 4 if game == "hachihachi" else 3]), "3t 5n 8a 9t 10a"
    unread = {"field": known, "?field": "11h"}
    (asked,) = table.look(unread, ms=20_000).questions
    table.answer(asked, "3h")
    assert not table.look(unread).questions
    if since == "started again":
        table.restart(ms=1000)
        table.look(unread)
    elif since:
        table.state = apply(table.state, DealVoided())
        table.look(unread)
        table.state = undone(table.state)
    table.state = undone(table.state)
    ruling = table.look(unread, ms=12_000)
    assert ruling.questions == (asked,) and FieldGuessed(1) in ruling.notices
    table.answer(asked, "11h")
    ruling = table.look(unread)
    assert not ruling.questions and FieldGuessed(1) not in ruling.notices
    assert table.state.deal.dealt == CardSet.parse(known + " 11h")


@pytest.mark.parametrize("restarted", [False, True])
def test_hands_are_shown_and_taken_back_beside_a_card_of_which_people_said_what_it_is(restarted: bool) -> None:
    """It was taken for played, as it was not seen: a hand that was taken back was forgotten and the half-turns lost."""
    table, known = guessed_field(ms=12_000)
    unread = {"field": known, "?field": "11h"}
    table.answer(table.look(unread).questions[0], "11h")
    table.look(unread)
    if restarted:
        table.restart(ms=1000)
    table.look(unread | {"seat0.shown": "6n 6t 6a"}, ms=5000)
    (more,) = table.look(unread | {"seat0.shown": "6n 6t 6a 6b"}, ms=5000).questions
    table.answer(more, "H3-TEYAKU-01")
    assert table.look(unread | {"seat2.shown": "2n 2t 2a 4b"}, ms=6000).questions
    ruling = table.look(unread, ms=6000)
    assert LaidOpen in map(type, ruling.notices) and ruling.health is not Health.LOST
    piles = {"seat0.captures": "9t 9a"}
    table.look({"field": known.replace("9t ", ""), "?field": "11h"} | piles)
    table.look({"field": known.replace("9t ", "") + " 7a", "?field": "11h"} | piles)
    ruling = table.look({"field": known.replace("9t ", "") + " 7a"} | piles | {"seat1.captures": "11h 11n"})
    assert [str(play.card) for play in ruling.plays] == ["9a", "7a", "11n"]
    assert FirstField not in [type(each.question) for each in ruling.questions]


def test_what_is_read_of_a_card_that_people_said_is_another_is_asked() -> None:
    """What stood for it was put right, whatever they had said."""
    table, known = guessed_field(ms=12_000)
    unread = {"field": known, "?field": "11h"}
    table.answer(table.look(unread).questions[0], "3h")
    table.look(unread)
    table.look({"field": known + " 11n", "?field": "11h"}, ms=1000)
    lying = {"field": known, "seat0.captures": "11h 11n"}
    table.look(lying)
    (asked,) = table.look(lying | {"field": known + " 4n"}).questions
    assert asked.question == FirstField(1, CardSet.parse(known + " 11h"))
    table.answer(asked, "fix")
    ruling = table.look(lying | {"field": known + " 4n"})
    assert not ruling.questions and ruling.health is not Health.LOST and len(ruling.plays) == 2


def test_a_light_that_is_read_on_the_first_field_is_offered_as_the_card_that_nobody_could_read() -> None:
    """It was the one that was not."""
    table, known = guessed_field(ms=12_000)
    (asked,) = table.look(known + " 11h", ms=3000).questions
    table.answer(asked, "11h")
    assert not table.look(known + " 11h").questions and table.state.deal.dealt == CardSet.parse(known + " 11h")


def told_light(light: str) -> tuple[Table, dict[str, str]]:
    """A deal of which people said which light the card is that nobody can read; how its field lies."""
    table, known = guessed_field(ms=12_000)
    unread = {"field": known, "?field": "11h"}
    table.answer(table.look(unread).questions[0], light)
    table.look(unread)
    return table, unread


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize(
    ("lying", "offered"),
    [
        ({"field": "5n 8a 9t 10a 4n", "?field": "11h", "seat0.captures": "3h 3t"}, ["keep", "1h", "8h", "11h", "12h"]),
        ({"field": "3t 5n 8a 9t 10a", "?field": "11h", "seat0.shown": "3h 3a 3b"}, ["keep", "1h", "8h", "11h", "12h"]),
        ({"field": "3t 5n 8a 9t 10a 4n", "seat0.captures": "11h 11t"}, ["keep", "11h"]),
    ],
    ids=["it is played", "it is shown", "another card is captured"],
)
def test_which_light_it_is_is_asked_again_once_it_cannot_be_the_one_that_people_said(
    lying: dict[str, str], offered: list[str], restarted: bool
) -> None:
    """The rate of the wrong one stood without a word."""
    table, unread = told_light("3h")
    table.look(lying | {"field": lying["field"].replace(" 4n", "")}, ms=5000)
    if restarted:
        table.restart(ms=1000)
    ruling = table.look(lying, ms=12_000)
    (asked,) = (each for each in ruling.questions if isinstance(each.question, UnreadCard))
    assert asked.question.known == CardSet.parse(unread["field"]) and FieldGuessed(1) in ruling.notices
    assert [each.id for each in asked.answers] == offered
    table.answer(asked, "11h")
    ruling = table.look(lying)
    assert table.state.deal.dealt == CardSet.parse(unread["field"] + " 11h")
    assert UnreadCard not in [type(each.question) for each in ruling.questions]
    assert FieldGuessed(1) not in ruling.notices


def test_that_it_is_no_light_after_all_is_said_and_undone_by_one_step() -> None:
    """The light that had been said stood there on, or it was asked on and on."""
    table, unread = told_light("3h")
    lying = {"field": "5n 8a 9t 10a", "?field": "11h", "seat0.captures": "3h 3t"}
    table.look(lying)
    lying["field"] += " 4n"
    (asked,) = table.look(lying).questions
    table.answer(asked, "keep")
    for _ in range(2):
        assert not table.look(lying).questions and table.state.deal.rate.times == 1
        table.restart(ms=1000)
    table.state = undone(table.state)
    assert table.look(lying).questions == (asked,)
    assert table.state.deal.dealt == CardSet.parse(unread["field"] + " 3h")


def test_the_light_that_was_captured_is_offered_though_what_took_it_lies_covered() -> None:
    """三人, seed 500233: people could not say what it was, and that it was no light was paid."""
    table, known = guessed_field(ms=12_000)
    table.look({"field": known + " 11n", "?field": "11h"}, ms=1000)
    lying = {"field": known, "seat0.captures": "11h"}
    table.look(lying)
    (asked,) = (
        each for each in table.look(lying | {"field": known + " 4n"}).questions if isinstance(each.question, UnreadCard)
    )
    assert "11h" in [each.id for each in asked.answers]
    table.answer(asked, "11h")
    ruling = table.look(lying | {"field": known + " 4n"})
    assert table.state.deal.rate.times == 4 and [str(play.card) for play in ruling.plays] == ["11n", "4n"]
    assert not [each for each in ruling.questions if isinstance(each.question, UnreadCard | FirstField)]


@pytest.mark.parametrize("answer", ["fix", "keep"])
@pytest.mark.parametrize("later", ["", "restarted", "once the deal is over"])
def test_a_light_that_comes_in_sight_with_its_match_where_people_said_that_none_lay_there_is_asked_about(
    answer: str, later: str
) -> None:
    """They were believed, rightly or not, and paid by another rate, without a word."""
    table, unread = told_light("keep")
    lying = {"field": unread["field"], "seat0.captures": "11t 11h"}
    table.look(lying)
    lying["field"] += " 4n"
    table.look(lying)
    if later == "restarted":
        table.restart(ms=1000)
    elif later:
        piles = tuple(map(CardSet.parse, played_out()))
        table.look(lying)
        table.state = apply(table.state, DealResult(piles))
        lying = {"field": ""}
    (asked,) = table.look(lying).questions
    light = CardSet.parse(unread["field"] + " 11h")
    assert asked.question == FirstField(1, light)
    table.answer(asked, answer)
    ruling = table.look(lying)
    assert not ruling.questions
    (began,) = (event for _, event in effective(table.state.log) if isinstance(event, DealStarted))
    assert (began.field == light) == (answer == "fix")
    if not later:
        assert [str(play.card) for play in ruling.plays] == (["11t", "4n"] if answer == "fix" else ["11h", "4n"])
        assert ruling.health is not Health.LOST and table.state.deal.rate.times == (4 if answer == "fix" else 1)


@pytest.mark.parametrize("restarted", [False, True])
def test_people_who_said_that_it_is_no_light_with_both_cards_in_sight_are_not_asked_again(restarted: bool) -> None:
    """They were once yakume had been restarted."""
    table, known = guessed_field(ms=12_000)
    lying = {"field": known, "seat0.captures": "11t 11h"}
    table.look(lying)
    lying["field"] += " 4n"
    (asked,) = table.look(lying).questions
    table.answer(asked, "keep")
    if restarted:
        table.restart(ms=1000)
    assert not table.look(lying).questions and table.state.deal.dealt == CardSet.parse(known + " 11t")


def test_a_light_that_was_seen_in_a_hand_lay_not_on_the_first_field() -> None:
    table, unread = told_light("keep")
    table.look(unread | {"seat0.shown": "11h 11n 11a"}, ms=5000)
    lying = {"field": unread["field"], "seat0.captures": "11t 11h", "seat0.shown": "11n 11a"}
    table.look(lying)
    ruling = table.look(lying | {"field": unread["field"] + " 4n"})
    assert FirstField not in [type(each.question) for each in ruling.questions]


def test_of_two_cards_captured_together_the_light_was_played_where_people_said_that_none_lay_there() -> None:
    """It was taken for what lay there, and the rate that follows from it was booked, without a word."""
    table, unread = told_light("keep")
    lying = {"field": unread["field"], "seat0.captures": "11t 11h"}
    table.look(lying)
    lying["field"] += " 4n"
    table.answer(table.look(lying).questions[0], "keep")
    ruling = table.look(lying)
    assert not ruling.questions and [str(play.card) for play in ruling.plays] == ["11h", "4n"]
    assert table.state.deal.dealt == CardSet.parse(unread["field"] + " 11t") and table.state.deal.rate.times == 1
    # That one of them is covered later says nothing of which lay there first.
    for seen in ("11t", "11h"):
        ruling = table.look({"field": unread["field"] + " 4n", "seat0.captures": seen})
    assert ruling.health is not Health.LOST and [str(play.card) for play in ruling.plays] == ["11h", "4n"]
    thread = table.referee.following.thread
    assert thread is not None
    move = thread._lead.moves[0]
    other = replace(move, face=move.unread, unread=move.face)
    assert not thread._came_first(move) and not thread._came_first(other)


@pytest.mark.parametrize("answer", ["fix", "keep"])
def test_a_light_that_lay_there_though_people_said_that_none_did_is_asked_about(answer: str) -> None:
    """It was booked, and with it another rate, without a word."""
    table, unread = told_light("keep")
    table.look({"field": unread["field"] + " 11n", "?field": "11h"}, ms=1000)
    lying = {"field": unread["field"], "seat0.captures": "11h 11n"}
    table.look(lying)
    lying["field"] += " 4n"
    (asked,) = table.look(lying).questions
    light = CardSet.parse(unread["field"] + " 11h")
    assert asked.question == FirstField(1, light) and table.state.deal.dealt != light
    table.answer(asked, answer)
    assert not table.look(lying).questions
    assert (table.state.deal.dealt == light) == (answer == "fix")


def test_no_card_of_a_hand_that_was_squeezed_out_is_taken_for_one_of_the_first_field() -> None:
    """H88-BID-06: the hand was refused then, and with it what it is paid, without a word."""
    table, known = table_of("hachihachi", *"ABCD"), "3t 5n 8a 9t 10a"
    unread = {"field": known, "?field": "6t"}
    table.look(unread, ms=6000)
    while table.state.phase is Phase.BID:
        (bid,) = (each for each in [ask_bid(table.state, deal_log(table.state))] if each is not None)
        table.answer(bid, "deru" if bid.offer("deru") else bid.answers[0].id)
    table.look(unread, ms=12_000)
    hand = CardSet.parse("1t 2n 4t 6a 6b 7n 12b")
    table.state = apply(table.state, HandShown(3, hand))
    paid = table.state.ledger
    table.look({"field": known, "seat0.captures": "6n"}, ms=3000)
    table.look({"field": known + " 1a", "seat0.captures": "6n"}, ms=3000)
    table.look({"field": known + " 1a 4n", "seat0.captures": "6n 6b"}, ms=6000)
    assert table.state.rejected == () and table.state.ledger == paid
    assert not table.state.deal.dealt & hand


@pytest.mark.parametrize(
    ("captured", "lost"), [("captures", False), ("captures", True), ("shown", False)], ids=["", "lost", "aside"]
)
def test_a_light_of_the_first_field_that_is_laid_late_is_offered_though_it_looks_as_if_it_was_played(
    captured: str, lost: bool
) -> None:
    """二人, seed 541: it lay captured when people said that some light was there, and was not offered: that none was
    stood, and half was paid, without a word."""
    table, known = table_of("futari", "A", "B"), "3t 5n 8a 9t 10a"
    table.look(known, ms=16_000)
    assert CardSet.parse(known) <= table.state.deal.dealt
    table.look(known + " 11h")
    lying = {"field": known, f"seat0.{captured}": "11h 11a"}
    table.look(lying)
    lying["field"] += " 1h"
    table.look(lying)
    if lost:
        table.lose_thread()
    (asked,) = table.look(lying).questions
    assert isinstance(asked.question, UnreadCard)
    assert {each.id for each in asked.answers} == {"keep", "1h", "3h", "8h", "11h", "12h"}
    table.answer(asked, "11h")
    ruling = table.look(lying)
    # What is left where hands are shown, once 11h lay on the field, is no hand yaku that is booked (H2-TEYAKU-00).
    hands = [WhichTeyaku(1, 0, CardSet.parse("11a"), "H2-TEYAKU-00")] if captured == "shown" else []
    assert [each.question for each in ruling.questions] == hands and table.state.scores == (0, 0)
    assert table.state.deal.dealt == CardSet.parse(known + " 11h")
    if not lost:
        assert [str(play.card) for play in ruling.plays] == ["11a", "1h"] and ruling.health is not Health.LOST


def test_a_light_that_took_a_card_lay_not_on_the_first_field() -> None:
    table, known = guessed_field(ms=12_000)
    lying = {"field": known.replace("3t ", ""), "?field": "11h", "seat0.captures": "3h 3t"}
    table.look({"field": known + " 3h", "?field": "11h"}, ms=1000)
    table.look(lying)
    (asked,) = table.look(lying | {"field": lying["field"] + " 4n"}).questions
    assert [each.id for each in asked.answers] == ["keep", "1h", "8h", "11h", "12h"]


def test_a_card_that_stood_for_an_unread_one_is_itself_in_a_deal_that_people_begin() -> None:
    """It was taken for one that nobody could read there, too: which light it is was asked, and another was put in its
    place."""
    table, known = guessed_field()
    guess = table.state.deal.dealt - CardSet.parse(known)
    table.state = apply(table.state, DealVoided())
    table.look("", ms=6000)
    first = f"{guess} 2n 4a 6t 7a 10t"
    table.look(first, ms=400)
    table.state = apply(table.state, DealStarted(table.state.dealer, CardSet.parse(first)))
    ruling = table.look(first, ms=12_000)
    assert not ruling.questions and not ruling.notices and ruling.health is Health.ON_THREAD
    assert table.state.deal.dealt == CardSet.parse(first)


@pytest.mark.parametrize("at_once", [False, True], ids=["step by step", "at once"])
def test_what_was_asked_of_a_deal_whose_start_is_taken_back_is_not_asked_of_the_one_that_is_told_in_its_place(
    *, at_once: bool
) -> None:
    """八八, evening of seed 570: that one has its number, and an answer brought back the start that was taken back."""
    table, known = guessed_field(ms=15_000)
    assert [type(each.question) for each in table.look({"field": known, "?field": "11h"}).questions] == [UnreadCard]
    start = len(table.state.log) - 1
    result = DealResult(tuple(map(CardSet.parse, played_out())))
    for event in (Corrected(start), DealStarted(0, CardSet.parse("2n 4a 6t 7a 10t 11a")), result):
        table.state = apply(table.state, event)
        if not at_once:
            ruling = table.referee.after(table.state)
            assert ruling.questions == () and ruling.health is None
    assert table.referee.after(table.state).questions == ()
    assert not any("asked" in each for each in table.referee.keep())
