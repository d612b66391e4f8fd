"""The table of a running deal is swept, or an arm lies over it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from decoder_table import position
from referee_table import Table, paid, play
from yakume.engine import CardSet, DealResult, DealStarted, Phase
from yakume.vision.referee.answers import DealVoid, LieSo
from yakume.vision.referee.emission import HIDDEN, MISSING_OPEN, NO_DEBT, price
from yakume.vision.referee.look import Look
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.notices import Health, OddField, ThreadLost
from yakume.vision.referee.outcomes import Outcome
from yakume.vision.referee.position import mask_of
from yakume.vision.referee.questions import TableCleared

FIRST = "2a 4b 9t 11a 12h 12b"
AFTER = "1b 2n 6b 10t 12h 12b"


def lying(field: str, captures: str = "") -> dict[str, str]:
    """Seat 0 has captured, and has shown cards lie open."""
    return {"field": field, "seat0.captures": captures, "seat0.shown": "3t 3a 7t 7a 11h 11t"}


def test_where_no_captures_were_seen_yet_the_first_are_the_running_deals() -> None:
    """An arm hides most of the field for long: that cards were captured meanwhile, and put away, is a guess."""
    table = Table()
    table.look(FIRST)
    assert [type(event) for event in table.booked] == [DealStarted]
    table.look(lying(FIRST), ms=3000)
    table.look(lying("2a 9t 11n 12h"), ms=1500)
    ruling = table.look(lying("2a 4b 5n 9t 12h 12b", "11n 11a"))
    thread = table.referee.following.thread
    assert ruling.health is not Health.LOST and thread is not None and not thread.cleared
    assert [str(play.card) for play in ruling.plays][-2:] == ["11n", "5n"]


def test_captures_that_were_seen_and_lie_there_no_more_are_put_away() -> None:
    table = Table()
    table.look(FIRST)
    table.look(lying(f"{FIRST} 11n"), ms=600)
    table.look(lying("2a 4b 5n 9t 12h 12b", "11n 11a"))
    table.look("", ms=3000)
    thread = table.referee.following.thread
    assert thread is not None and thread.cleared


@pytest.mark.parametrize(("game", "seed", "half_turns"), [("sannin", 1, 42), ("sannin", 2, 42), ("futari", 2, 28)])
def test_a_deal_whose_last_turn_nobody_saw_is_booked_as_it_was_followed_where_no_pile_is_known(
    game: str, seed: int, half_turns: int
) -> None:
    """Its captures lie where hand yaku are shown. That it does not count was all that could be answered, and no other
    deal began."""
    last: dict[str, str] = {}

    def seen(piles: dict[str, str], at: int) -> dict[str, str]:
        if at <= half_turns - 2:
            last.update({zone.replace("captures", "shown"): cards for zone, cards in piles.items() if cards})
            last["field"] = piles["field"]
        return last

    table, true, plays = play(game, seed, seen)
    assert len(plays) == half_turns
    table.look("")
    (asked,) = table.look(AFTER, ms=8000).questions
    assert isinstance(asked.question, TableCleared) and paid(table.state) == paid(true)
    assert isinstance(asked.answers[0].answer, LieSo) and isinstance(asked.answers[-1].answer, DealVoid)
    assert table.state.deal is not None and str(table.state.deal.dealt) == AFTER


def test_an_end_that_is_hardly_likely_is_booked_and_asked_about_where_no_pile_is_known() -> None:
    """That it does not count was all that the piles said."""
    table = Table()
    table.look(FIRST)
    following = table.referee.following
    thread = following.thread
    assert thread is not None and thread.best is not None
    thread.cleared = True
    outcome = Outcome(DealResult((CardSet(),) * 3), Counter(), 0.1, thread.best)
    thread.outcomes = lambda close: [outcome]  # type: ignore[method-assign]
    assert following.verdict((CardSet(),) * 3, fresh=True) is not None
    assert following.verdict((CardSet.parse("1a 1b"), CardSet(), CardSet()), fresh=True) is None


def test_a_field_that_is_swept_before_the_captures_are_makes_no_half_turn() -> None:
    """An arm hides the captures for longer than hands take to put the field away."""
    table = Table()
    table.look(FIRST)
    table.look(lying(f"{FIRST} 11n"), ms=600)
    played = table.look(lying("2a 4b 5n 9t 12h 12b", "11n 11a"))
    table.look(lying("", "11n 11a"), ms=600)
    ruling = table.look("", ms=3000)
    thread = table.referee.following.thread
    assert thread is not None and thread.cleared and not thread.given_up
    assert ruling.plays == played.plays


@pytest.mark.parametrize("captures", ["", "11n 11a"], ids=["before anybody captures", "beside captures"])
def test_a_field_that_is_gone_and_stays_away_is_said_not_to_be_followed(captures: str) -> None:
    """A cloth lies over it, or somebody put it away in mid-deal: nobody is left waiting without a word."""
    table = Table()
    table.look(FIRST)
    if captures:
        table.look(lying(f"{FIRST} 11n"), ms=600)
        table.look(lying("2a 4b 9t 12h 12b", captures))
    ruling = table.look(lying("", captures) if captures else "", ms=12_000)
    assert any(isinstance(notice, ThreadLost) for notice in ruling.notices)


@pytest.mark.parametrize("misread", ["8n", "8n 9b", "5b"], ids=["one", "two", "as what was captured"])
@pytest.mark.parametrize("lost", [False, True])
def test_the_next_deal_begins_beside_what_is_misread_where_captures_lay_that_were_put_away(
    misread: str, lost: bool
) -> None:
    """That play is not followed any more was told, and nothing began: those were captures that lay there yet."""
    table, _ = swept_half_played(lost)
    rest = {"seat1.captures": misread}
    table.look({"field": "", **rest})
    table.look({"field": AFTER, **rest}, ms=12_000)
    ruling = table.look({"field": AFTER, **rest})
    (asked,) = ruling.questions
    assert isinstance(asked.question, TableCleared) and asked.question.deal == 1
    assert table.state.deal is not None and str(table.state.deal.dealt) == AFTER
    assert ruling.health is Health.ON_THREAD and not any(ruling.on_table.captures)
    # What is captured of it lies there beside.
    table.look({"field": AFTER + " 1a", **rest}, ms=600)
    field = AFTER.replace("1b ", "")
    table.look({"field": field, **rest, "seat0.captures": "1a 1b"})
    ruling = table.look({"field": field + " 7n", **rest, "seat0.captures": "1a 1b"})
    assert [str(each.card) for each in ruling.plays] == ["1a", "7n"] and ruling.health is Health.ON_THREAD


@pytest.mark.parametrize("lost", [False, True])
def test_captures_lie_on_where_a_cloth_lay_over_the_field_of_a_running_deal(lost: bool) -> None:
    table, piles = swept_half_played(lost)
    table.look(piles | {"field": ""})
    ruling = table.look(piles, ms=12_000)
    assert ruling.on_table.captured == CardSet.parse("5n 5b 11n 11a") and len(table.booked) == 1
    ruling = table.look(piles | {"field": piles["field"] + " 7n"}, ms=12_000)
    assert ruling.on_table.captured == CardSet.parse("5n 5b 11n 11a") and len(table.booked) == 1


def swept_half_played(lost: bool) -> tuple[Table, dict[str, str]]:
    """A deal of which two have captured, followed until then or `lost`, and how it lies."""
    table = Table()
    table.look(FIRST)
    table.look(f"{FIRST} 11n", ms=600)
    table.look({"field": "2a 4b 9t 12h 12b", "seat0.captures": "11n 11a"})
    table.look({"field": "2a 4b 9t 12h 12b 5n", "seat0.captures": "11n 11a"})
    piles = {"field": "2a 4b 9t 12h 12b", "seat0.captures": "11n 11a", "seat1.captures": "5n 5b"}
    ruling = table.look(piles)
    assert len(ruling.plays) == 3
    if lost:
        table.lose_thread()
    return table, piles


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_next_deal_begins_beside_what_is_misread_though_the_last_card_was_just_played(seed: int) -> None:
    """三人, seed 1237: captures lay in stacks, the table was swept within three seconds, and a box lay there that was
    read as a captured card: two deals were lost, and payments booked of them."""
    piles: dict[str, list[str]] = {}

    def seen(lying: dict[str, str], at: int) -> dict[str, str]:
        """Of each pile the newest two."""
        for zone in [zone for zone in lying if zone.endswith("captures")]:
            stack = piles.setdefault(zone, [])
            stack += [card for card in lying[zone].split() if card not in stack]
            lying = {**lying, zone: " ".join(stack[-2:])}
        return lying

    table, true, _ = play("sannin", seed, seen, rest_ms=300)
    (stray, *_), after = piles["seat0.captures"], "2n 5b 6b 8a 9t 10t"
    table.look({"seat0.captures": stray}, ms=1500)
    thread = table.referee.following.thread
    assert thread is not None and (thread.cleared or table.state.phase is Phase.READY)
    table.look({"field": after, "seat0.captures": stray}, ms=3000)
    assert table.state.deal is not None and str(table.state.deal.dealt) == after
    assert paid(table.state) == paid(true)


@pytest.mark.parametrize(("gone", "at_once"), [(2, 2 * MISSING_OPEN), (3, 3 * HIDDEN * MISSING_OPEN)])
def test_what_goes_from_the_field_at_once_lies_under_something_until_it_has_for_longer(
    gone: int, at_once: float
) -> None:
    """八十, seed 1245: an arm rested over three cards for 0.6 s, and five half-turns were told that nobody made."""
    dealt = position("1a 3t 5n 8a 9t 12a")
    lying = Lying(mask_of(CardSet.parse("1a 3t 5n 8a 9t 12a".split(" ", gone)[-1])), (0, 0, 0), (0, 0, 0))
    look = Look(1000, lying, lying)
    cost, debt = price(dealt, look, lying.field, (0, 0, 0), NO_DEBT)
    assert cost == pytest.approx(at_once)
    later, _ = price(dealt, replace(look, rest=1), lying.field, (0, 0, 0), debt)
    assert (later >= gone * MISSING_OPEN) is (gone == 3)


@pytest.mark.parametrize("lost", [False, True])
def test_how_a_deal_ended_that_was_put_away_is_asked_where_no_other_is_dealt(lost: bool) -> None:
    """二人, seed 1302, the last deal of an evening: its last turn was not seen, and nothing was booked or asked."""
    table, piles = swept_half_played(lost)
    table.look("", ms=30_000)
    assert not table.look("", ms=1000).questions  # the next deal may be dealt
    (asked,) = table.look("", ms=30_000).questions
    assert isinstance(asked.question, TableCleared) and isinstance(asked.answers[-1].answer, DealVoid)
    assert table.look("", ms=60_000).questions == (asked,)
    assert not table.look(piles, ms=12_000).questions  # it was not put away for good
    (*_, booked) = table.booked
    assert isinstance(booked, DealStarted)


def test_an_odd_field_is_told_though_the_deal_before_has_no_end() -> None:
    """Something on it was taken for a seventh card: the next deal did not begin, without a word."""
    table, _ = swept_half_played(lost=False)
    table.look("", ms=12_000)
    assert OddField(7, 6) in table.look(f"{AFTER} 9t", ms=6000).notices
