"""People who change places in mid-deal and take their captured cards along, and cards that are given to another."""

from __future__ import annotations

import pytest
from referee_table import Table, paid, table_of
from yakume.engine import DealResult, DealStarted
from yakume.vision.referee.notices import CapturedAstray, Health, ThreadLost, WithAnother
from yakume.vision.referee.questions import TableCleared
from yakume.vision.referee.referee import Ruling

FIRST = "1b 2t 3a 5n 5b 6b 8a 12b"
TURNS = (
    ("1b 2t 3a 5n 5b 6b 8a", "12h 12b", ""),
    ("1b 2t 3a 5n 5b 6b 8a 9a", "12h 12b", ""),
    ("1b 2t 5n 5b 6b 8a 9a", "12h 12b", "3h 3a"),
    ("1b 2t 5n 5b 6b 9a", "12h 12b", "3h 3a 8h 8a"),
    ("1b 2t 5n 5b 6b", "9n 9a 12h 12b", "3h 3a 8h 8a"),
    ("1b 2t 5n 5b 6b 10n", "9n 9a 12h 12b", "3h 3a 8h 8a"),
)
"""Field, and captures of both."""


def played() -> Table:
    """A deal of こいこい that both have played for a while."""
    table = table_of("koikoi", "A", "B")
    table.look(FIRST)
    for field, *piles in TURNS:
        ruling = lying(table, field, *piles)
    assert ruling.health is Health.ON_THREAD and ruling.notices == ()
    return table


def lying(table: Table, field: str, first: str, second: str, ms: int = 2000) -> Ruling:
    return table.look({"field": field, "seat0.captures": first, "seat1.captures": second}, ms=ms)


def test_a_deal_in_which_people_changed_places_is_asked_about() -> None:
    """Who had captured 三光 paid for it, without a word."""
    table = played()
    ruling = lying(table, "1b 2t 5n 5b 6b 10n", "3h 3a 8h 8a", "9n 9a 12h 12b", ms=4000)
    assert {WithAnother(0, 1), WithAnother(1, 0)} <= {*ruling.notices}
    lying(table, "2t 5n 5b 6b 10n", "1h 1b 3h 3a 8h 8a", "9n 9a 12h 12b", ms=4000)
    table.look("", ms=4000)
    ruling = table.look("1a 2a 4b 6t 7a 10t 11a 12a", ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert paid(table.state) and ruling.notices == ()
    assert [type(each.question) for each in ruling.questions] == [TableCleared]


@pytest.mark.parametrize(
    ("first", "second", "astray"),
    [
        ("12b", "3h 3a 8h 8a 10n 10t 12h", CapturedAstray(0, 1, ("12h",))),
        ("3h 3a 8h 8a 9n 12h 12b", "10n 10t", CapturedAstray(1, 0, ("3h", "8h"))),
    ],
    ids=["one card", "as many stay"],
)
def test_some_cards_that_lie_with_another_are_no_change_of_places(
    first: str, second: str, astray: CapturedAstray
) -> None:
    table = played()
    lying(table, "1b 2t 5n 5b 6b", "9n 9a 12h 12b", "3h 3a 8h 8a 10n 10t")
    table.lose_thread()
    ruling = lying(table, "1b 2t 5n 5b 6b", first, second, ms=6000)
    assert ruling.notices == (astray, ThreadLost())


def test_a_deal_in_which_a_pair_was_given_to_another_is_asked_about() -> None:
    """A set was paid with a card that its player had not captured, without a word."""
    table = played()
    lying(table, "1b 2t 5n 5b 6b", "9n 9a 12h 12b", "3h 3a 8h 8a 10n 10t")
    table.lose_thread()
    ruling = lying(table, "1b 2t 5n 5b 6b", "12h 12b", "3h 3a 8h 8a 9n 9a 10n 10t", ms=6000)
    assert ruling.notices == (CapturedAstray(0, 1, ("9n",)), ThreadLost())
    table.look("", ms=4000)
    ruling = table.look("1a 2a 4b 6t 7a 10t 11a 12a", ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert [type(each.question) for each in ruling.questions] == [TableCleared]


@pytest.mark.parametrize("restarted", ["before", "since"])
def test_whose_cards_lie_with_another_is_known_after_a_restart(restarted: str) -> None:
    """A set was paid with a card that its player had not captured, without a word."""
    table = played()
    for field in ("1b 2t 5n 5b 6b", "1b 5n 5b 6b", "1b 5n 5b 6b 7a"):
        first = "9n 9a 12h 12b" + (" 2n 2t" if "2t" not in field else "")
        lying(table, field, first, "3h 3a 8h 8a 10n 10t")
    given = "1b 5n 5b 6b 7a", "2n 2t 12h 12b", "3h 3a 8h 8a 9n 9a 10n 10t"
    if restarted == "since":
        lying(table, *given, ms=6000)
    table.restart(ms=1000)
    lying(table, *given, ms=6000)
    table.look("", ms=4000)
    ruling = table.look("1a 2a 4b 6t 7a 10t 11a 12a", ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert [type(each.question) for each in ruling.questions] == [TableCleared]


def test_that_people_changed_places_is_told_after_a_restart() -> None:
    table, changed = played(), ("1b 2t 5n 5b 6b 10n", "3h 3a 8h 8a", "9n 9a 12h 12b")
    lying(table, *changed, ms=4000)
    table.restart(ms=1000)
    assert {WithAnother(0, 1), WithAnother(1, 0)} <= {*lying(table, *changed).notices}


def test_people_who_change_back_are_told_of_it_no_more() -> None:
    table = played()
    lying(table, "1b 2t 5n 5b 6b 10n", "3h 3a 8h 8a", "9n 9a 12h 12b", ms=4000)
    ruling = lying(table, *TURNS[-1], ms=4000)
    assert [type(each) for each in ruling.notices] == [ThreadLost]


@pytest.mark.parametrize("restarted", [False, True], ids=["watched", "with a restart"])
def test_a_card_that_lies_with_another_is_told_of_while_play_is_followed(*, restarted: bool) -> None:
    """It was asked about once the deal was over, and not told of before."""
    table, given = played(), ("1b 2t 5n 5b 6b 10n", "8h 9n 9a 12h 12b", "3h 3a 8a")
    ruling = lying(table, *given, ms=3000)
    assert ruling.notices == ()  # somebody may just carry it past
    if restarted:
        table.restart(ms=1000)
    ruling = lying(table, *given, ms=6000)
    assert ruling.health is Health.DOUBTFUL and ruling.notices == (CapturedAstray(1, 0, ("8h",)),)
    ruling = lying(table, "1b 2t 5n 5b 6b 10n 11a", *given[1:], ms=1000)
    assert ruling.notices == (CapturedAstray(1, 0, ("8h",)),)
    ruling = lying(table, "1b 2t 5n 5b 6b 10n 11a", *TURNS[-1][1:])
    assert ruling.notices == ()
