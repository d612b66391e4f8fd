"""How a deal ends: by a call, by a cleared table, by the last card, or by what people say."""

from __future__ import annotations

import pytest
from referee_table import (
    AKATAN,
    DEALT,
    NEXT,
    Table,
    paid,
    play,
    played_out,
    table_of,
    words,
)
from yakume.engine import (
    DECK,
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
)
from yakume.engine.play import effective
from yakume.vision.referee.questions import HowEnded, SetToCall, TableCleared


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


@pytest.mark.parametrize("followed", [True, False])
def test_who_watched_nothing_meanwhile_does_not_know_that_a_completed_set_ended_the_deal(
    started: Table, followed: bool
) -> None:
    """The camera was gone while play went on, or was not: the likeliest is booked, and asked about."""
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    if not followed:
        started.lose_thread()
    started.look(piles)
    started.now_ms += 60_000
    ruling = started.look(NEXT)
    assert [type(event) for event in started.booked[1:]] == [DealResult, DealStarted]
    assert started.booked[1].happenings[0].call == "agari"
    assert [each for each in ruling.questions if isinstance(each.question, HowEnded | TableCleared)]


@pytest.mark.parametrize("followed", [True, False])
def test_a_deal_that_lies_there_still_after_nobody_watched_ends_as_any_other(started: Table, followed: bool) -> None:
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    if not followed:
        started.lose_thread()
    started.look(piles)
    started.now_ms += 60_000
    started.look(piles)
    started.look("", ms=2000)
    ruling = started.look(NEXT)
    assert [type(event) for event in started.booked[1:]] == [DealResult, DealStarted]
    assert not [each for each in ruling.questions if isinstance(each.question, HowEnded | TableCleared)]


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


def test_captures_that_do_not_add_up_can_be_dealt_again(started) -> None:
    """H3-MISHAP-02: no pile holds one or three cards of a month, so that such a deal cannot be settled."""
    piles = [CardSet.parse(pile) for pile in played_out()]
    piles[0], piles[1] = piles[0] - CardSet.parse("1h"), piles[1] | CardSet.parse("1h")
    wrong = {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(piles)}
    (question,) = started.look(wrong).questions
    started.answer(question, "void")
    assert started.booked[-1] == DealVoided()


def test_a_cleared_table_without_a_set_can_be_called_void(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": "1a 1b 3t 3a"})
    ruling = started.look(NEXT, ms=6000)
    assert len(started.booked) == 1
    started.answer(ruling.questions[0], "void")
    assert started.booked[-1] == DealVoided()


def test_with_two_in_play_the_deal_is_over_when_what_was_dealt_and_turned_is_captured_or_left_lying() -> None:
    """Six dealt and 28 played make 34 (COM-CAP-06 holds with three in play alone)."""
    table = table_of("futari", "A", "B")
    table.look(DEALT)
    own, other = "1t 1b 2t 2b 3a 3b 6a 6b 7a 7b 4a 4b 10a 10b", "5n 5a 9t 9a 11a 11t 4t 4n 6n 6t"
    left = "8a 8b 9b 10t 12a 12b 7n 1h 3h 9n"
    table.look({"field": left, "seat0.captures": own, "seat1.captures": other})
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert table.booked[1].captures == (CardSet.parse(own), CardSet.parse(other))


@pytest.mark.parametrize(
    ("count", "until", "asked"),
    [(1, 25, False), (2, 25, True), (1, 99, True)],
    ids=["one card", "a pair", "one that is read there yet"],
)
def test_a_card_alone_that_was_read_among_the_wrong_captures_leaves_no_doubt_of_how_a_deal_ended(
    count: int, until: int, asked: bool
) -> None:
    """Rough tables: fifteen of twenty-two such questions were asked of ends of which every half-turn was known."""
    wrong = CardSet([*CardSet.parse("3h 3a")][:count])

    def seen(piles: dict[str, str], at: int) -> dict[str, str]:
        mine, others = (CardSet.parse(piles[f"seat{seat}.captures"]) for seat in (0, 1))
        if not wrong <= others or at <= 20:
            return piles
        return piles | {
            "seat0.captures": str(mine | wrong if at < until else mine),
            "seat1.captures": str(others - wrong),
        }

    table, true, _ = play("sannin", 2, seen)
    table.look("", ms=2000)
    ruling = table.look(NEXT)
    assert table.referee.belief.table().captured == CardSet() and paid(table.state) == paid(true)
    assert any(isinstance(each.question, HowEnded) for each in ruling.questions) == asked
