"""Hand yaku that are shown: what is booked, what is asked, and until when."""

from __future__ import annotations

from dataclasses import replace

import pytest
from observing import card_seen, observed
from referee_table import (
    DEALT,
    NEXT,
    WHOLE,
    Table,
    answers,
    observation,
    table_of,
)
from yakume.engine import (
    Card,
    CardSet,
    Corrected,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    MatchStarted,
    Phase,
    TeyakuShown,
    apply,
)
from yakume.vision.observation import NO_CARD
from yakume.vision.referee.answers import DealVoid, LieSo
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.booked import BookedDeals
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.notices import Health, LaidOpen
from yakume.vision.referee.position import mask_of
from yakume.vision.referee.questions import FirstField, TableCleared, WhichTeyaku
from yakume.vision.referee.referee import Referee
from yakume.vision.referee.situation import DealWatch, Situation
from yakume.vision.zones import shown_by


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


def test_captures_laid_where_hand_yaku_are_shown_make_no_other_first_field_of_what_is_left(started) -> None:
    started.look({"field": "1a 5n 8a 9t 12a", "seat0.shown": "3t 3b"})
    ruling = started.look({"field": "1a 5n 8a 9t 12a 6n", "seat0.shown": "3t 3b"}, ms=6000)
    assert not [each for each in ruling.questions if isinstance(each.question, FirstField)]
    assert len(ruling.plays) == 2


def test_three_of_a_month_shown_are_a_sanbon(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]
    assert started.state.scores == (-24, 48, -24)


def test_one_card_laid_open_alone_is_asked_about() -> None:
    """八八, seed 1238: an arm over the rim was read as 1k for six seconds, and that is all that a hand of six ribbons
    and a kasu shows (H88-TEYAKU-11)."""
    table = table_of("hachihachi", "A", "B", "C")
    table.look(DEALT)
    ruling = table.look({"field": DEALT, "seat2.shown": "1b"}, ms=6000)
    assert [type(event) for event in table.booked] == [DealStarted]
    (asked,) = ruling.questions
    assert asked.question == WhichTeyaku(1, 2, CardSet.parse("1a"), True)
    # Once it is taken back and nobody has said anything, that is told, until the only two such cards lie elsewhere.
    ruling = table.look(DEALT, ms=6000)
    assert (ruling.questions, ruling.notices) == ((), (LaidOpen(("1k",)),)) and len(table.booked) == 1
    assert not table.look(f"{DEALT} 1b", ms=2000).notices
    (asked,) = table.look({"field": DEALT, "seat2.shown": "1b"}, ms=6000).questions
    table.answer(asked, answers(asked)["赤"])
    assert table.booked[1].parts == ("H88-TEYAKU-11",)


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


def test_captures_that_lie_where_hand_yaku_are_shown_are_booked_as_none_once_play_cannot_be_followed(started) -> None:
    """Three pairs that were captured are a 喰付: it was booked and paid, and nobody had announced anything."""
    started.lose_thread()
    lying = {"field": "3t 12a 4n", "seat1.shown": "1h 1t 2t 2b 10n 10t"}  # of cards that were laid and turned
    ruling = started.look(lying, ms=6000)
    assert [type(event) for event in started.booked] == [DealStarted]
    (asked,) = ruling.questions
    assert list(answers(asked)) == ["喰付", "手役ではない"]


def test_a_shown_card_that_cannot_be_told_makes_a_question_of_the_hand_yaku(started) -> None:
    """Three of 6 beside what may be a fourth: 三本 is not booked, but asked about beside 四三 or 手四."""
    shown = {"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "6b"}
    (question,) = started.look(shown).questions
    assert len(started.booked) == 1
    assert {"三本", "手四"} <= answers(question).keys()
    started.answer(question, answers(question)["三本"])
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


def test_a_shown_card_that_cannot_be_told_is_there_still_while_an_arm_hides_another(started) -> None:
    """The hand yaku of those that are read was booked, as no more lay there than are known."""
    shown = {"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "6b"}
    (question,) = started.look(shown).questions
    started.look({"field": DEALT, "seat1.shown": "6n 6t"}, ms=500)
    ruling = started.look(shown | {"seat1.shown": "6n 6t"})
    assert len(started.booked) == 1 and [each.question for each in ruling.questions] == [question.question]


def test_a_hand_yaku_that_shows_with_and_without_a_card_that_cannot_be_told_is_one_answer(started) -> None:
    """Three kasu are 赤, and so are four: nobody could tell two answers of that name apart."""
    shown = {"field": DEALT, "seat1.shown": "4a 6a 7a", "?seat1.shown": "10a"}
    (question,) = started.look(shown).questions
    parts = [offer.answer.parts for offer in question.answers]
    assert ("H3-TEYAKU-11",) in parts and len(parts) == len(set(parts))
    assert len({offer.id for offer in question.answers}) == len(parts)


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


@pytest.mark.parametrize(
    ("first", "more", "other", "mon"),
    [
        ("6n 6t 6a", "6b", "H3-TEYAKU-04", 144),
        ("6n 6t 6a", "11n 11t 11a", "H3-TEYAKU-08", 192),
        ("1b 4a 5a 6a 7a", "10a", "H3-TEYAKU-14", 96),
    ],
)
@pytest.mark.parametrize("restarted", ["", "before", "after"])
def test_more_that_is_laid_beside_a_hand_yaku_that_was_booked_is_asked_about(
    started, first: str, more: str, other: str, mon: int, restarted: str
) -> None:
    """People look for the rest of it in their hands; nothing was said, nor after a restart just before."""
    started.look({"field": DEALT, "seat0.shown": first})
    if restarted == "before":
        started.restart()
    (booked,) = started.booked[1:]
    (asked,) = started.look({"field": DEALT, "seat0.shown": f"{first} {more}"}, ms=5000).questions
    assert {other, *booked.parts} <= {each.id for each in asked.answers} and started.state.scores[0] == 48
    if restarted == "after":
        started.restart()
    ruling = started.look({"field": f"{DEALT} {more}", "seat0.shown": first}, ms=5000)
    assert [each.question for each in ruling.questions] == [asked.question]
    started.answer(asked, other)
    assert started.state.scores[0] == mon and not started.look(ms=5000).questions
    started.state = apply(started.state, Corrected(len(started.state.log) - 1))
    (asked,) = started.look(ms=1000).questions
    started.answer(asked, booked.parts[0])
    assert started.state.scores[0] == 48 and not started.look(ms=1000).questions


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("played", [False, True], ids=["nobody plays", "another plays"])
@pytest.mark.parametrize("more", ["seat1.shown", "?seat1.shown"], ids=["read", "not read"])
def test_a_card_of_a_booked_hand_yaku_that_is_read_later_or_cannot_be_told_is_asked_about(
    started, more: str, played: bool, restarted: bool
) -> None:
    """八八, seed 1290: one of six kasu was read after the first play. Two of four kan were paid, without a word."""
    field = {"field": DEALT.replace("3t ", ""), "seat0.captures": "3t 3b"} if played else {"field": DEALT}
    started.look({"field": DEALT, "seat1.shown": "1b 4a 5a 6a 7a"})
    (booked,) = started.booked[1:]
    started.look(field | {"seat1.shown": "1b 4a 5a 6a 7a"})
    lies = {"seat1.shown": "1b 4a 5a 6a 7a", more: "10a"} if more[0] == "?" else {more: "1b 4a 5a 6a 7a 10a"}
    assert not started.look(field | lies, ms=1000).questions
    if restarted:
        started.look(field | lies, ms=2500)
        started.restart(ms=1000)
    (asked,) = started.look(field | lies).questions
    assert {"H3-TEYAKU-14", *booked.parts} <= {each.id for each in asked.answers}
    # What its player plays takes nothing of it back.
    on = {"field": field["field"].replace("5n ", ""), "seat1.captures": "5n 5a", "seat1.shown": "1b 4a 6a 7a"}
    (again,) = started.look(field | on, ms=6000).questions
    assert again.question == asked.question
    started.answer(asked, "H3-TEYAKU-14")
    assert started.state.scores[1] == 96 and not started.look(field | on).questions


def test_a_card_that_lies_beside_a_booked_hand_yaku_once_its_player_has_played_is_a_capture(started) -> None:
    started.look({"field": DEALT, "seat0.shown": "1b 4a 5a 6a 7a"})
    played = {"field": DEALT.replace("5n ", ""), "seat0.captures": "5n 5a", "seat0.shown": "1b 4a 6a 7a"}
    started.look(played)
    taken = played | {"seat0.captures": "", "seat0.shown": "1b 4a 5n 5a 6a 7a"}
    assert not started.look(taken, ms=6000).questions
    assert not started.look(played | {"?seat0.shown": "10a"}, ms=6000).questions


@pytest.mark.parametrize("shown", ["11n 11t 11a 4a", "6n 6t 6a 4a"])
def test_a_hand_yaku_with_a_card_beside_that_is_none_of_it_is_offered_alone(started, shown: str) -> None:
    """Three of the willow with another kasu are 赤, too, and that was all that was offered."""
    (asked,) = started.look({"field": DEALT, "seat0.shown": shown}).questions
    assert ("H3-TEYAKU-01",) in [offer.answer.parts for offer in asked.answers]


@pytest.mark.parametrize("between", [True, False], ids=["taken back first", "at once"])
@pytest.mark.parametrize("other", ["6n 6t 6a", "2a 5a 9a 10b"], ids=["one hand yaku", "several"])
@pytest.mark.parametrize("restarted", [False, True])
def test_a_hand_that_is_shown_in_place_of_one_that_is_asked_about_leaves_that_asked(
    started, between: bool, other: str, restarted: bool
) -> None:
    """What was asked was gone, and the other hand yaku was booked without a word."""
    (first,) = started.look({"field": DEALT, "seat0.shown": "11n 11t 11a 4a"}, ms=6000).questions
    if between:
        ruling = started.look(DEALT)
        if restarted:
            started.restart(ms=1000)
            ruling = started.look(DEALT)
        assert not ruling.questions and [*map(type, ruling.notices)] == [LaidOpen]
        assert ruling.health is Health.ON_THREAD
    for ms in (4000, 9000):
        (asked,) = started.look({"field": DEALT, "seat0.shown": other}, ms=ms).questions
        if restarted:
            started.restart(ms=1000)
            (asked,) = started.look({"field": DEALT, "seat0.shown": other}, ms=ms).questions
        assert {each.id for each in first.answers} <= {each.id for each in asked.answers} and len(started.booked) == 1
    started.answer(asked, answers(asked)["三本"] if other == "6n 6t 6a" else "none")
    assert started.look({"field": DEALT, "seat0.shown": other}).questions == ()
    assert len(started.booked) == (2 if other == "6n 6t 6a" else 1)


@pytest.mark.parametrize("restarted", [False, True])
def test_two_hands_that_people_said_are_none_are_not_offered_with_the_third_unless_that_is_undone(
    started, restarted: bool
) -> None:
    """The first of them was offered on."""
    for shown in ("11n 11t 11a 4a", "6n 6t 6a 2a"):
        (asked,) = started.look({"field": DEALT, "seat0.shown": shown}, ms=6000).questions
    assert len(asked.answers) > 3
    started.answer(asked, "none")
    started.look(DEALT)
    if restarted:
        started.restart(ms=1000)
    third = {"field": DEALT, "seat0.shown": "7n 7t 7a 5a"}
    (asked,) = started.look(third, ms=6000).questions
    fresh = Table()
    fresh.look(DEALT)
    assert answers(asked) == answers(fresh.look(third, ms=6000).questions[0])
    started.undo()
    (asked,) = started.look(third, ms=6000).questions
    assert len(asked.answers) > 3


def test_what_is_asked_of_a_hand_is_asked_of_the_same_cards_once_somebody_has_played_and_yakume_was_started_again(
    started,
) -> None:
    shown = {"seat2.shown": "1b 2a 4a 7a 9b 10a"}
    (asked,) = started.look({"field": DEALT} | shown).questions
    lying = {"field": DEALT.replace("3t ", ""), "seat0.captures": "3t 3b"} | shown
    started.look(lying)
    started.restart(ms=1000)
    (again,) = started.look(lying).questions
    assert again.question == asked.question and answers(again) == answers(asked)


def test_hands_that_are_shown_one_after_the_other_and_then_together_are_one(started) -> None:
    for shown in ("11n 11t 11a 4a", "6n 6t 6a", "11n 11t 11a 4a 6n 6t 6a"):
        (asked,) = started.look({"field": DEALT, "seat0.shown": shown}).questions
    together = Table()
    together.look(DEALT)
    assert together.look({"field": DEALT, "seat0.shown": shown}).questions == (asked,)


def test_a_hand_of_which_some_is_taken_back_is_what_is_left(started) -> None:
    assert started.look({"field": DEALT, "seat1.shown": "6n 6t 6a 4a 7a"}).questions
    assert not started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"}, ms=9000).questions
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


@pytest.mark.parametrize("other", ["6n 6t 6a 6b", "11n 11t 11a 6n"], ids=["said", "one card"])
def test_what_is_shown_next_is_taken_as_it_is_where_the_first_was_answered_or_one_card_is_another(
    started, other: str
) -> None:
    (first,) = started.look({"field": DEALT, "seat1.shown": "11n 11t 11a 4a"}).questions
    if other == "6n 6t 6a 6b":
        started.answer(first, "none")
    asked = started.look({"field": DEALT, "seat1.shown": other}, ms=9000).questions
    assert not [each for each in asked if ("H3-TEYAKU-11", "H3-TEYAKU-01") in [it.answer.parts for it in each.answers]]


def test_what_passes_over_a_hand_yaku_that_was_booked_is_not_asked_about(started) -> None:
    started.look({"field": DEALT, "seat0.shown": "6n 6t 6a"})
    assert not started.look({"field": DEALT, "seat0.shown": "6n 6t 6a 6b"}, ms=1000).questions


@pytest.mark.parametrize("more", ["7t", ""], ids=["no hand yaku with it", "taken away"])
def test_what_lay_beside_a_hand_yaku_that_was_booked_and_makes_no_other_of_it_is_not_asked_about(
    started, more: str
) -> None:
    started.look({"field": DEALT, "seat0.shown": "6n 6t 6a"})
    started.look({"field": DEALT, "seat0.shown": f"6n 6t 6a {more or '6b'}"}, ms=5000)
    assert not started.look({"field": DEALT, "seat0.shown": f"6n 6t 6a {more}"}, ms=9000).questions


def test_a_single_capture_that_is_seen_where_hand_yaku_are_shown_announces_none() -> None:
    """すだおし, seed 500239: a kasu among captures in the strip was booked as 十一 in the midst of the deal."""
    table = table_of("sudaoshi", "A", "B", "C")
    table.look(DEALT)
    piles = {"seat0.shown": "1a 1b"}
    for field, seat, more in [
        ("3t 5n 8a 9t 12a", 0, ""),
        ("3t 5n 8a 9t 12a 6n", 0, ""),
        ("5n 8a 9t 12a 6n", 1, "3t 3b"),
        ("5n 8a 9t 12a 6n 2b", 1, ""),
        ("8a 9t 12a 6n 2b", 2, "5n 5b"),
        ("8a 9t 12a 6n 2b 4n", 2, ""),
        ("8a 12a 6n 2b 4n", 0, "9t 9b"),
        ("8a 12a 6n 2b 4n 10n", 0, ""),
    ]:
        zone = f"seat{seat}.shown"
        piles[zone] = f"{piles.get(zone, '')} {more}".strip()
        table.look({"field": field} | piles)
    assert len(table.referee.following.plays) == 8
    ruling = table.look({"field": field} | piles | {"seat0.shown": "7b"}, ms=9000)
    assert len(table.booked) == 1 and not ruling.questions


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


def test_a_shown_card_that_could_not_be_told_counts_once_it_is_played_or_covered(started) -> None:
    """Six kasu, of which nobody can read the sixth: without it the others were booked as 赤 (H3-TEYAKU-11)."""
    unread = {"?seat0.shown": "10a"}
    (asked,) = started.look({"field": DEALT, "seat0.shown": "1b 4a 5a 6a 7a"} | unread).questions
    started.look({"field": DEALT, "seat0.shown": "1b 4a 5a 6a"} | unread, ms=800)  # an arm is over them
    for ms in (1500, 3000, 9000):
        ruling = started.look({"field": DEALT, "?field": "10a", "seat0.shown": "1b 4a 5a 6a 7a"}, ms=ms)
        assert [each.question for each in ruling.questions] == [asked.question]
    assert len(started.booked) == 1
    ruling = started.look({"field": DEALT, "seat0.shown": "1b 4a 5a 6a 7a 10a"})  # it is read after all
    assert [str(each.question.shown) for each in ruling.questions] == ["1a 4a 5a 6a 7a 10a"]


@pytest.mark.parametrize("field", [{"field": DEALT}, {"field": DEALT, "?field": "10a"}], ids=["covered", "played"])
def test_a_shown_card_that_could_not_be_told_counts_also_after_a_restart(started, field: dict[str, str]) -> None:
    """The five that are read were booked as 赤 (H3-TEYAKU-11)."""
    five = {"seat0.shown": "1b 4a 5a 6a 7a"}
    (asked,) = started.look({"field": DEALT, "?seat0.shown": "10a"} | five).questions
    started.restart()
    (again,) = started.look(field | five, ms=9000).questions
    assert len(started.booked) == 1
    assert again.question == asked.question and answers(again) == answers(asked)


def test_what_people_said_is_no_card_is_none_after_a_restart(started) -> None:
    shown = {"field": DEALT, "seat1.shown": "6n 6t 6a", "?seat1.shown": "6b"}
    assert started.look(shown).questions
    started.referee.belief.fixes[int(Card.parse("6b"))] = NO_CARD
    started.restart()
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]


def test_a_shown_card_that_could_not_be_told_is_likeliest_one_that_no_deal_has_shown(started) -> None:
    """The card that nobody ever reads is the 11h, whatever it looks like."""
    shown = {"field": DEALT, "seat1.shown": "11n 11t 11a", "?seat1.shown": "4a"}
    offered = [each.answer.parts for each in started.look(shown, ms=6000).questions[0].answers]
    started.referee._deck.missing = mask_of(CardSet.parse("11h"))
    known = [each.answer.parts for each in started.look(shown, ms=1000).questions[0].answers]
    assert "H3-TEYAKU-04" in known[0] and "H3-TEYAKU-04" not in offered[0]


def test_a_shown_card_that_is_read_at_last_counts_though_others_play(started) -> None:
    five, played = "1b 4a 5a 6a 7a", {"field": f"{DEALT} 2n 4n"}
    assert started.look({"field": DEALT, "seat2.shown": five, "?seat2.shown": "10a"}).questions
    assert started.look(played | {"seat2.shown": five, "?seat2.shown": "10a"}, ms=4000).questions
    (asked,) = started.look(played | {"seat2.shown": f"{five} 10a"}, ms=4000).questions
    assert str(asked.question.shown) == "1a 4a 5a 6a 7a 10a"


def test_a_shown_card_that_could_not_be_told_counts_though_it_was_played_before_the_bids_were_told() -> None:
    """Four of five kasu are 赤, too (H88-TEYAKU-11): that one of them was not read is not known from what is left."""
    table = Table(apply(None, MatchStarted("hachihachi", ("A", "B", "C", "D"))), Referee(4))
    field = "1b 2b 5n 8a 9t 12b"
    table.look(field)
    table.look({"field": field, "seat0.shown": "3a 4a 6a 7a", "?seat0.shown": "10a"})
    played = {"field": f"{field} 10b", "seat0.shown": "3a 4a 6a 7a"}
    table.look(played)
    while table.state.phase is Phase.BID:
        bid = ask_bid(table.state, deal_log(table.state))
        table.answer(bid, bid.answers[0].id if "deru" not in {each.id for each in bid.answers} else "deru")
    (asked,) = table.look(played).questions
    assert isinstance(asked.question, WhichTeyaku)
    assert not [event for event in table.booked if isinstance(event, TeyakuShown)]


def test_a_shown_card_that_looks_like_another_may_be_any_that_makes_a_hand_yaku(started) -> None:
    shown = {"field": DEALT, "seat1.shown": "6n 6t", "?seat1.shown": "11n"}
    (asked,) = started.look(shown, ms=6000).questions
    assert list(answers(asked)) == ["三本", "手役ではない"]
    started.answer(asked, answers(asked)["三本"])
    assert [claim.seat for claim in started.state.deal.claims] == [1]


def test_what_stands_for_a_shown_card_that_could_not_be_told_is_not_known_to_be_in_that_hand(started) -> None:
    """The half-turns were followed no more once another player played it."""
    (asked,) = started.look({"field": DEALT, "seat0.shown": "1b 4a 5a 6a 7a", "?seat0.shown": "10a"}).questions
    started.answer(asked, answers(asked)["短一"])
    assert Card.parse("10a") in started.state.deal.exposed[0]
    left = {"seat0.shown": "1b 5a 6a 7a"}
    started.look({"field": f"{DEALT} 4a 7t"} | left)
    started.look({"field": f"{DEALT} 4a 7t 10a"} | left)
    ruling = started.look({"field": f"{DEALT} 4a 7t", "seat1.captures": "10a 10b"} | left)
    assert [play.seat for play in ruling.plays] == [0, 0, 1, 1]
    assert ruling.health is Health.ON_THREAD


@pytest.mark.parametrize("field", [DEALT, f"{DEALT} 2n 4n"], ids=["before anybody plays", "once others play"])
def test_what_is_read_beside_shown_cards_once_others_play_books_no_other_hand_yaku(started, field: str) -> None:
    """Six kasu may be 光一, seven are 空素 (H3-TEYAKU-15): the last is laid with the others, or misread later."""
    shown = "1b 2a 4a 6a 7a 10a"
    (asked,) = started.look({"field": DEALT, "seat2.shown": shown}).questions
    ruling = started.look({"field": field, "seat2.shown": f"{shown} 9a"}, ms=4000)
    if field == DEALT:
        assert [event.parts for event in started.booked[1:]] == [("H3-TEYAKU-15",)]
        return
    # Its own turn comes, and one of the six is played.
    ruling = started.look({"field": f"{field} 6n 11t 10a", "seat2.shown": "1b 2a 4a 6a 7a 9a"}, ms=4000)
    (again,) = ruling.questions
    assert len(started.booked) == 1 and again.question == asked.question
    assert {"空素", "光一"} <= answers(again).keys()


@pytest.mark.parametrize("restarted", [True, False])
@pytest.mark.parametrize("unread", [True, False])
def test_a_thing_read_beside_shown_cards_that_are_asked_about_books_no_other_hand_yaku(
    started, unread: bool, restarted: bool
) -> None:
    """Three pairs are 喰付 (H3-TEYAKU-03); what is read as a third pine, and a second bush warbler, is a stain."""
    shown, thing = "1h 1t 2n 2t 9a 9b", {"?seat0.shown": "7a"}
    (asked,) = started.look({"field": DEALT, "seat0.shown": shown} | thing).questions
    assert "喰付" in answers(asked)
    started.look({"field": DEALT, "seat0.shown": f"{shown} 1b"} | thing)
    started.look({"field": DEALT, "seat0.shown": f"{shown} 1b 2a"})
    left = {"field": "1a 3t 5n 8a 12a 4n", "seat0.captures": "9t 9b", "seat0.shown": "1h 1t 1b 2n 2t 9a"}
    if restarted:
        started.restart(ms=1000)
    (again,) = started.look(left | (thing if unread else {}), ms=4000).questions
    assert len(started.booked) == 1 and {"喰付", "はねけん"} <= answers(again).keys()
    started.answer(again, answers(again)["喰付"])
    assert [event.parts for event in started.state.deal.claims] == [("H3-TEYAKU-03",)]


def test_what_is_asked_of_shown_cards_is_told_of_once_they_are_taken_back_and_others_play(started) -> None:
    shown, played = {"seat0.shown": "1h 1t 2n 2t 9a 9b"}, {"field": "1a 3t 5n 8a 12a 4n", "seat0.captures": "9t 9b"}
    started.look({"field": DEALT, "?seat0.shown": "7a"} | shown)
    started.look({"field": DEALT, "seat0.shown": "1h 1t 1b 2n 2t 2a 9a 9b"})
    assert started.look(played | {"seat0.shown": "1h 1t 2n 2t 9a"}, ms=4000).questions
    ruling = started.look(played, ms=4000)
    assert not ruling.questions and LaidOpen in [type(each) for each in ruling.notices]


def test_a_deal_in_which_a_hand_was_asked_about_that_another_holds_a_card_of_is_asked_about() -> None:
    """三人, seed 500252: what was asked of the hand was dropped as the deal was settled, without a word."""
    table = Table()
    ruling = table.look({"field": DEALT, "seat1.shown": "2n 2t 2b 7a"}, ms=6000)
    assert [each.question.kind for each in ruling.questions] == ["which_teyaku"]
    table.state = apply(table.state, TeyakuShown(0, ("H3-TEYAKU-11",), CardSet.parse("2b 4b 9b 10b 11a")))
    table.state = apply(table.state, DealResult(tuple(map(CardSet.parse, WHOLE.values()))))
    (left,) = table.referee.after(table.state).questions
    assert [each.id for each in left.answers] == ["otherwise", "void"]


def test_whose_hand_it_was_is_asked_on_without_who_showed_another() -> None:
    """It was dropped as the deal was settled: who was likeliest had shown another one since."""
    table = Table()
    lying = [card_seen(int(card), str(card), "field") for card in CardSet.parse(DEALT)]
    lying += [card_seen(int(card), str(card), None) for card in CardSet.parse("2n 2t 2b")]
    for _ in range(60):
        ruling = table.see(observed(lying, table.now_ms))
        table.now_ms += 100
    (whose,) = ruling.questions
    assert [each.id for each in whose.answers] == [f"seat{seat}:H3-TEYAKU-01" for seat in range(3)] + ["none"]
    table.state = apply(table.state, TeyakuShown(0, ("H3-TEYAKU-11",), CardSet.parse("4b 6b 9b 10b 11a")))
    table.state = apply(table.state, DealResult(tuple(map(CardSet.parse, WHOLE.values()))))
    left = next(each for each in table.referee.after(table.state).questions if each.question == whose.question)
    assert [each.id for each in left.answers] == ["seat1:H3-TEYAKU-01", "seat2:H3-TEYAKU-01", "none"]


def test_how_a_deal_ended_is_asked_once_where_it_is_asked_anyway() -> None:
    table = Table()
    asked = table.look({"field": DEALT, "seat1.shown": "2n 2t 2b 7a"}, ms=6000).questions
    before = apply(table.state, TeyakuShown(0, ("H3-TEYAKU-11",), CardSet.parse("2b 4b 9b 10b 11a")))
    ended = DealResult(tuple(map(CardSet.parse, WHOLE.values())))
    closing = Asked(TableCleared(1, 48), (Offer(LieSo(()), 0.9, (ended,)), Offer(DealVoid(), 0.1, (DealVoided(),))))
    booked, referee = BookedDeals(closing=closing), table.referee
    now = Situation(before, deal_log(before), referee.belief, referee.belief.table(), DealWatch(1), referee.following)
    booked.ended(apply(before, ended).log, len(before.log), now, asked)
    assert [each.question for each in booked.asked()] == [closing.question]


def test_what_is_asked_of_a_deal_stays_asked_once_another_is_put_in_after_it() -> None:
    """三人, evening of seed 561: a hand yaku was paid no more, without a word."""
    table = Table()
    (asked,) = table.look({"field": DEALT, "seat1.shown": "2n 2t 2b 7a"}, ms=6000).questions
    ended = DealResult(tuple(map(CardSet.parse, WHOLE.values())))
    table.state = apply(table.state, ended)
    dealt = DealStarted(table.state.dealer, CardSet.parse(NEXT))
    table.state = apply(table.state, dealt)
    assert asked.question in [each.question for each in table.referee.after(table.state).questions]
    table.state = apply(table.state, DealInserted(len(table.state.log) - 1, (dealt, ended)))
    assert asked.question in [each.question for each in table.referee.after(table.state).questions]
