"""The first field of a deal: what begins one, what does not, and what puts it right."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from observing import SOMEWHERE, card_seen, observed
from referee_table import (
    DEALT,
    NEXT,
    Table,
    played_out,
    table_of,
    undone,
    words,
)
from yakume.engine import (
    BidMade,
    Card,
    CardPlayed,
    CardSet,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    MatchEnded,
    Phase,
    Rank,
    SetsMade,
    TeyakuShown,
    apply,
)
from yakume.engine.arrange import put_in, state_before
from yakume.engine.play import effective
from yakume.vision.referee.notices import EndInDoubt, FieldGuessed, Health, OddField
from yakume.vision.referee.questions import FirstField, UnreadCard
from yakume.vision.referee.referee import Referee


def test_six_cards_on_an_empty_table_start_a_deal(started) -> None:
    assert started.booked == [DealStarted(0, CardSet.parse(DEALT))]


def test_an_arm_that_leans_over_a_first_field_until_play_begins_does_not_keep_it_from_beginning_its_deal() -> None:
    table = Table()
    table.look("1a 3t 5n", hand=True)
    table.look(DEALT, ms=4_000, hand=True)
    assert table.booked == []  # people may still be dealing
    table.look(DEALT, ms=2_000, hand=True)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]


def test_what_is_misread_elsewhere_now_and_then_does_not_keep_a_first_field_from_beginning_its_deal() -> None:
    """A patterned cloth looks like a card among the captures for a moment, again and again."""
    table = Table()
    for _ in range(4):
        table.look({"field": DEALT, "seat1.captures": "11h"}, ms=300)
        table.look(DEALT, ms=700)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]


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


def test_another_card_stands_for_one_that_nobody_could_read_while_people_bid_and_that_is_known_when_they_have() -> None:
    """The first one counted as a card of the field that was read, and the half-turns were lost."""
    table, known = table_of("hachihachi", *"ABCD"), "1a 3t 5n 8a 9t"
    unread = {"field": known, "?field": "12a"}
    table.look(unread, ms=6000)
    (first,) = table.state.deal.dealt - CardSet.parse(known)
    table.look(unread | {"seat1.shown": str(first)}, ms=4000)
    other = table.state.deal.dealt - CardSet.parse(known)
    assert table.state.phase is Phase.BID and first not in other
    assert table.referee.following.thread.guess == other
    (asked,) = table.look(unread, ms=12_000).questions
    assert asked.question == UnreadCard(1, CardSet.parse(known))


def test_no_card_of_a_hand_that_is_known_stands_for_one_that_nobody_could_read() -> None:
    """The rules would refuse its hand yaku beside that field, and nobody would be told."""
    table, known = Table(), "1a 3t 5n 8a 9t"
    unread = {"field": known, "?field": "12a"}
    table.look(unread, ms=6000)
    assert str(table.state.deal.field - CardSet.parse(known)) == "2a"
    table.state = apply(table.state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("2n 2t 2b")))
    table.look(unread | {"seat2.shown": "2a"}, ms=4000)
    assert not table.state.deal.field & CardSet.parse("2n 2t 2a 2b") and len(table.state.deal.field) == 6
    assert table.state.rejected == ()


def test_a_card_of_the_first_field_that_nobody_saw_is_not_put_right_by_what_its_capture_suggests() -> None:
    """Who took it laid the 1h over it; no other card of the month is left to be it. It stays open until it is seen."""
    table = Table()
    known = "3t 5n 8a 9t 10a"
    table.look({"field": known, "?field": "1t"}, ms=6000)
    piles = {"seat0.captures": "1h"}
    table.look({"field": known} | piles)
    table.look({"field": known + " 4n"} | piles)
    table.look({"field": known + " 4n 1a"} | piles)
    piles["seat1.captures"] = "1a 1b"
    table.look({"field": known + " 4n"} | piles)
    assert str(table.referee.following.plays[0]) == str(CardPlayed(0, Card.parse("1h"), CardSet.parse("1t")))
    assert Card.parse("1t") not in table.state.deal.dealt and table.referee.following.thread.guess
    piles["seat0.captures"] = "1h 1t"
    table.look({"field": known + " 4n"} | piles)
    assert table.state.deal.dealt == CardSet.parse(known + " 1t")


def test_a_first_field_with_a_card_that_is_read_but_not_surely_begins_the_deal() -> None:
    """It stands for what it is read as, and is that once it is read surely."""
    table, known = Table(), "1a 3t 5n 8a 9t"
    sure = [card_seen(int(card), str(card)) for card in CardSet.parse(known)]
    unsure = card_seen(50, "12a", p=0.55, candidates=[("12k", 0.55), ("7k", 0.07)])
    for t_ms in range(0, 6_000, 100):
        table.see(observed([*sure, unsure], t_ms))
    assert table.booked == [DealStarted(0, CardSet.parse(known + " 12a"))]
    assert table.referee.following.thread.guess
    table.now_ms = 6_000
    table.look({"field": known + " 12a"})
    assert len(table.booked) == 1 and not table.referee.following.thread.guess


@pytest.mark.parametrize(("left", "begins"), [(20, True), (60, False)], ids=["over a card", "beside it"])
def test_what_lies_over_a_card_that_is_surely_read_keeps_no_deal_from_beginning(left: int, begins: bool) -> None:
    """二人, seed 1309: on grained wood outlines between cards came and went that were none, and people played within
    two seconds: whole deals were missed."""
    table, field = Table(), CardSet.parse("1a 3t 5n 8a 9t 12a")

    def lying(x: int) -> list[list[int]]:
        return [[x, 0], [x + 50, 0], [x + 50, 80], [x, 80]]

    sure = [card_seen(int(card), str(card), quad=lying(120 * at)) for at, card in enumerate(field)]
    unread = card_seen(50, "4a", p=0.3, stable=False, quad=lying(left))
    for t_ms in range(0, 2_000, 100):
        table.see(observed([*sure, unread], t_ms))
    assert bool(table.booked) is begins


@pytest.mark.parametrize("lost", [False, True], ids=["followed", "lost"])
def test_a_card_of_the_first_field_that_is_laid_late_is_asked_about(lost: bool) -> None:
    """It was guessed; where a hand yaku that is told for another player ends the following before anybody captures, the
    rate stayed that of the guess without a word."""
    table, known = Table(), "1a 5n 8a 9t 12a"
    table.look(known, ms=40_000)
    assert Card.parse("3h") not in table.state.deal.dealt and len(table.state.deal.dealt) == 6
    ruling = table.look(known + " 3h", ms=6_000)
    assert ruling.notices == (FieldGuessed(1),)
    assert [each.question.kind for each in ruling.questions] == ["unread_card"]
    asked = table.look(known + " 3h", ms=10_000).questions[-1]
    assert asked.question.kind == "first_field" and asked.question.cards == CardSet.parse(known + " 3h")
    if lost:
        table.lose_thread()
    piles = {"seat0.captures": "9t 9a"}
    assert asked in table.look({"field": "1a 5n 8a 12a 3h", **piles}).questions
    table.answer(asked, asked.answers[0].id)
    assert table.state.deal.dealt == CardSet.parse(known + " 3h")
    ruling = table.look({"field": "1a 5n 8a 12a 3h 4n", **piles})
    assert not ruling.questions and FieldGuessed(1) not in ruling.notices


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("since", ["", "started again", "another put in before it"])
def test_a_match_with_a_first_field_that_was_never_read_is_provisional(right: bool, since: str) -> None:
    """The deal is settled by its piles, whoever says so; the rate that it was paid by is still that of a guess."""
    table, known = Table(), "1a 5n 8a 9t 12a"
    table.look(known, ms=40_000)
    (at, started), *_ = [each for each in effective(table.state.log) if isinstance(each[1], DealStarted)]
    piles = played_out()
    result = DealResult(tuple(map(CardSet.parse, piles)), ())
    table.state = apply(table.state, result)
    (asked,) = table.look(dict(zip([f"seat{seat}.captures" for seat in range(3)], piles, strict=True))).questions
    assert isinstance(asked.question, UnreadCard)
    if right:
        table.state = apply(table.state, Corrected(at, (replace(started, field=CardSet.parse(known + " 4t")),)))
    table.look("")
    number = 1
    if since == "started again":
        kept, table.referee = table.referee.keep(), Referee(3)
        table.referee.bring_back(table.state, len(table.state.log), kept)
    elif since:
        other = DealStarted(state_before(table.state, at).dealer, CardSet.parse("1t 2a 3a 4a 5a 6a")), result
        number, table.state = 2, apply(table.state, put_in(table.state, at, other))
        table.look("")
    table.state = apply(table.state, MatchEnded())
    assert (EndInDoubt((number,)) in table.look("").notices) != right


def test_which_of_two_captured_cards_lay_on_the_first_field_is_open_until_both_are_seen() -> None:
    """A 12k comes, and of the capture the 12h alone is read: either may be the card that nobody could read."""
    table, known = Table(), "3t 5n 8a 9t 10a"
    table.look({"field": known, "?field": "12h"}, ms=6000)
    table.look({"field": known + " 12a", "?field": "12h"}, ms=1000)
    table.look({"field": known, "seat0.captures": "12h"})
    table.look({"field": known + " 4n", "seat0.captures": "12h"})
    assert Card.parse("12h") not in table.state.deal.dealt and table.referee.following.thread.guess
    table.look({"field": known + " 4n", "seat0.captures": "12h 12a"})
    assert table.state.deal.dealt == CardSet.parse(known + " 12h")


def test_what_lay_on_the_field_before_the_deal_is_no_card_of_it() -> None:
    table = Table()
    table.look("7n", ms=5000)
    table.look("7n " + DEALT)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]
    table.look({"field": "7n " + DEALT.replace("3t ", ""), "seat0.captures": "3t 3b"})
    assert [str(play) for play in table.referee.following.plays] == [
        str(CardPlayed(0, Card.parse("3a"), CardSet.parse("3t")))
    ]


def test_what_lay_there_before_a_field_with_a_card_that_cannot_be_read_is_none_of_it_whoever_moves_beside() -> None:
    """Five cards of the field and what lay there before made six: the deal began with that, and at another rate."""
    table = Table()
    table.look("7n", ms=5000)
    known = CardSet.parse(DEALT.replace("12a", ""))
    cards = [card_seen(int(card), str(card)) for card in (*known, Card.parse("7n"))]
    unread = card_seen(50, None, face="1k", p=0.3, stable=False, quad=[[x + 99.0, y] for x, y in SOMEWHERE])
    for at in range(80):
        table.now_ms += 100
        table.see(replace(observed([*cards, *([unread] if at >= 8 else [])], table.now_ms), hands=(None,)))
    (started,) = table.booked
    assert known <= started.field and Card.parse("7n") not in started.field
    assert table.referee.following.thread.guess == started.field - known


def test_what_cannot_be_read_beside_a_first_field_that_can_is_told() -> None:
    """It came with the others: any of the six may be no card, and it may be one."""
    table = Table()
    ruling = table.look({"field": DEALT, "?field": "7n"}, ms=8000)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))] and OddField(7, 6) in ruling.notices
    assert OddField(7, 6) not in table.look(DEALT, ms=5000).notices


@pytest.mark.parametrize("before", ["", "void", "played"])
def test_four_of_a_month_are_dealt_again_and_booked_once(before: str) -> None:
    """KK-DEAL-02. After another deal they were booked again at every look, hundreds of times."""
    table = table_of("koikoi", "A", "B")
    field = "1t 3b 4n 7n 7t 7b 8b 12h"
    piles = CardSet.parse("4n 4a 7n 7t 7a 7b"), CardSet.parse("1h 1t 3h 3b 5n 5a 10a 10b 12h 12a")
    if before:
        table.look(field)
        won = DealResult(piles, (SetsMade(1, (("KK-DEKI-04", 5),), "agari"),))
        table.state = apply(table.state, DealVoided() if before == "void" else won)
        table.look("")
    laid = len(table.booked)
    table.look("1h 3b 5n 7n 7t 7a 7b 10a", ms=9000)
    assert len(table.booked) == laid + 1 and table.state.phase is Phase.READY
    table.look("")
    table.look(field)
    assert len(table.booked) == laid + 2 and table.state.phase is Phase.TEYAKU


def test_a_capture_lies_there_though_a_card_like_the_one_it_took_is_turned(started) -> None:
    """The field lay as it was dealt: what was captured before was taken for no cards."""
    captured = {"seat0.captures": "1a 1t"}
    started.look({"field": DEALT.replace("1a ", "")} | captured, ms=1500)
    started.look({"field": DEALT.replace("1a", "1b")} | captured, ms=8000)
    ruling = started.look({"field": DEALT.replace("1a", "1b") + " 4n"} | captured)
    assert str(ruling.on_table.captures[0]) == "1t 1a" and len(ruling.plays) == 3


def test_seven_cards_laid_at_once_are_told_and_begin_nothing() -> None:
    """Which of them is none, nobody knows."""
    table = Table()
    ruling = table.look("7n " + DEALT, ms=8000)
    assert table.booked == []
    assert OddField(7, 6) in ruling.notices


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


@pytest.mark.parametrize("gone", [False, True], ids=["one card", "another deal's"])
def test_an_answer_that_put_the_first_field_right_is_asked_again_once_it_is_undone_though_cards_were_played(
    started, gone: bool
) -> None:
    """The rate was another without a word; or the half-turns were lost, and nothing said why."""
    field = NEXT if gone else DEALT.replace("8a", "8h")
    started.now_ms += 60_000 * gone
    (asked,) = started.look(field).questions
    started.answer(asked, "fix")
    first = field.split()[0]
    lying = {"field": field.replace(f"{first} ", "") + " 6n", "seat0.captures": f"{first} {'2t' if gone else '1b'}"}
    assert not started.look(lying).questions
    for _ in range(2):
        started.state = undone(started.state)
        for ms in (2000, 9000):
            (again,) = started.look(lying, ms=ms).questions
            assert again.question == asked.question and "場札は" in words(again)
        started.answer(again, "fix")
        ruling = started.look(lying)
        assert not ruling.questions and ruling.health is not Health.LOST
    started.state = undone(started.state)
    (again,) = started.look(lying).questions
    started.answer(again, "keep")
    assert FirstField not in [type(each.question) for each in started.look(lying).questions]


def test_what_lies_there_after_the_first_capture_says_nothing_of_the_first_field(started) -> None:
    assert started.look({"field": DEALT.replace("8a", "8h"), "seat0.captures": "8a 8b"}, ms=8000).questions == ()


def test_a_first_field_that_people_confirm_is_not_asked_about_again(started) -> None:
    field = DEALT.replace("8a", "8h")
    started.answer(started.look(field).questions[0], "keep")
    assert started.look(field, ms=8000).questions == ()


def test_what_lay_on_the_field_for_a_moment_was_misread_and_not_captured() -> None:
    table = Table()
    table.look(DEALT + " 10t", ms=1400)
    assert table.look({"field": DEALT, "seat1.captures": "10a"}).on_table.captures[1] == CardSet.parse("10a")


def test_a_field_card_that_is_gone_is_forgotten_but_not_under_a_hand(started) -> None:
    covered = started.look("1a 5n 8a 9t 12a", hand=True)
    assert str(covered.on_table.field) == DEALT
    gone = started.look("1a 5n 8a 9t 12a")
    assert str(gone.on_table.field) == "1a 5n 8a 9t 12a"


def test_a_next_field_with_most_of_the_few_cards_that_were_left_is_a_new_deal(started) -> None:
    """What lay there last comes again by chance, with more besides: nothing was said of the deal before."""
    started.look({"field": "3t 5n 8a 9t 12a 4t", "seat0.captures": "1t 1a"})
    started.look({"field": "5n 8a 9t 4t", "seat0.captures": "1t 1a", "seat1.captures": "3a 3t 12a 12b"})
    started.look("")
    (question,) = started.look("5n 8a 9t 2n 6t 7a").questions
    assert question.question.kind == "table_cleared"


def test_what_people_said_of_a_card_on_the_field_stands_when_it_makes_a_new_deal() -> None:
    table = Table()
    table.referee.belief.fixes[int(Card.parse("7a"))] = Card.parse("12a")
    ruling = table.look(DEALT.replace("12a", "7a"), ms=8000)
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT))]
    assert str(ruling.on_table.field) == DEALT


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


@pytest.mark.parametrize("before", [False, True], ids=["the first deal", "a later one"])
@pytest.mark.parametrize("restarted", [False, True], ids=["", "started again meanwhile"])
def test_people_may_play_on_before_they_say_who_holds_the_blank_card(restarted: bool, before: bool) -> None:
    """すだおし with seven, seed 1246: an answer of 20 s came after the first capture, and the deal never began."""
    table, field = table_of("sudaoshi", *"ABCDEFG"), DEALT.split()
    if before:
        table.state = apply(table.state, DealStarted(0, CardSet.parse(NEXT), blank=2))
        table.state = apply(table.state, DealVoided())
        table.look("", ms=3000)
    (asked,) = table.look(DEALT).questions
    captured: list[str] = []
    for seat, (card, taken) in enumerate([("1b", "1a"), ("3a", "3t"), ("5a", "5n")]):
        table.look({"field": " ".join([*field, card]), **lies(captured)}, 600)
        field.remove(taken)
        captured.append(f"{taken} {card}")
        turned = ("2n", "4a", "6t")[seat]
        field.append(turned)
        if restarted and seat == 1:
            table.restart()
            table.look("", 400)  # the camera opens its eyes
        ruling = table.look({"field": " ".join(field), **lies(captured)}, 4000)
        assert [each.question for each in ruling.questions] == [asked.question]
    table.answer(ruling.questions[0], "seat4")
    assert table.booked == [DealStarted(0, CardSet.parse(DEALT), blank=4)]
    for seat in (0, 1, 2, 3, 5, 6):
        if table.state.phase is Phase.BID:
            table.state = apply(table.state, BidMade(seat, "deru"))
    ruling = table.look({"field": " ".join(field), **lies(captured)}, 4000)
    assert len(ruling.plays) == 6 and not ruling.questions
    assert ruling.health is (Health.DOUBTFUL if restarted else Health.ON_THREAD)


def lies(captured: list[str]) -> dict[str, str]:
    """Where the captures of the first players lie."""
    return {f"seat{seat}.captures": cards for seat, cards in enumerate(captured)}


def test_the_blank_card_stays_asked_for_while_others_show_their_hands_and_take_them_back() -> None:
    table = table_of("sudaoshi", *"ABCDEFG")
    (asked,) = table.look(DEALT).questions
    for piles in ({"field": DEALT, "seat1.shown": "1b 4a 5a"}, {"field": DEALT}, {"field": DEALT, "seat2.shown": "6a"}):
        for ms in (200, 200, 200):
            assert [each.question for each in table.look(piles, ms=ms).questions] == [asked.question]
    assert not table.look("", ms=3000).questions
    assert table.booked == []


@pytest.mark.parametrize(
    ("left", "begins"),
    [("12a", False), ("12a 2n", False), ("12a 2n 3t", True)],
    ids=["a twin", "one misread", "dealt again"],
)
def test_what_lies_beside_stacks_is_no_first_field_while_all_its_cards_may_lie_there(left: str, begins: bool) -> None:
    """八十, seed 1295: a third kasu of December lay there, two were captured, and of stacks three cards showed."""
    table = Table()
    table.look(DEALT)
    whole = {"seat0.captures": "1a 1b 3t 3a 4n 4a 2n 2a", "seat1.captures": "12a 12b 10n 10a 6n 6t 9n 9a"}
    table.look({"field": "5n 8a 9t 6a 11n 7b", **whole}, ms=6_000)
    field = " ".join(["5n", "8a", "9t", "6a", "11n", "7b"][: 6 - len(left.split())])
    ruling = table.look({"field": f"{field} {left}", "seat0.captures": "4a 2a", "seat1.captures": "9a"}, ms=20_000)
    assert (len(table.booked) > 1 or bool(ruling.questions)) == begins
