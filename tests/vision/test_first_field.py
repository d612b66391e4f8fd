"""The first field of a deal: what begins one, what does not, and what puts it right."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import cycle

import pytest
from observing import SOMEWHERE, card_seen, observed
from referee_table import (
    DEALT,
    NEXT,
    Table,
    played_out,
    table_of,
    words,
)
from yakume.engine import (
    Card,
    CardPlayed,
    CardSet,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    HandShown,
    MatchEnded,
    Phase,
    Rank,
    SetsMade,
    State,
    TeyakuShown,
    apply,
)
from yakume.engine.arrange import put_in, state_before
from yakume.engine.play import effective
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.notices import EndInDoubt, FieldGuessed, Health, LaidOpen, OddField
from yakume.vision.referee.questions import FirstField, UnreadCard
from yakume.vision.referee.referee import Referee
from yakume.vision.referee.thread import DealThread
from yakume.webui.history import undoable


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


def test_of_two_cards_captured_together_the_light_was_played_where_people_said_that_none_lay_there() -> None:
    """It was taken for what lay there, and the rate that follows from it was booked, without a word."""
    table, unread = told_light("keep")
    lying = {"field": unread["field"], "seat0.captures": "11t 11h"}
    table.look(lying)
    ruling = table.look(lying | {"field": unread["field"] + " 4n"})
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


def undone(state: State) -> State:
    """As undo does."""
    for at in undoable(state.log):
        state = apply(state, Corrected(at))
    return state


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


def test_the_blank_card_stays_asked_for_while_others_show_their_hands_and_take_them_back() -> None:
    table = table_of("sudaoshi", *"ABCDEFG")
    (asked,) = table.look(DEALT).questions
    for piles in ({"field": DEALT, "seat1.shown": "1b 4a 5a"}, {"field": DEALT}, {"field": DEALT, "seat2.shown": "6a"}):
        for ms in (200, 200, 200):
            assert [each.question for each in table.look(piles, ms=ms).questions] == [asked.question]
    assert not table.look("", ms=3000).questions
    assert table.booked == []
