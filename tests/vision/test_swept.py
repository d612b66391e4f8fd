"""The table of a running deal is swept, or an arm lies over it."""

from __future__ import annotations

from referee_table import Table
from yakume.engine import DealStarted
from yakume.vision.referee.notices import Health

FIRST = "2a 4b 9t 11a 12h 12b"


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
