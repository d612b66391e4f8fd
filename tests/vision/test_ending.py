"""A deal that people say is over: settled from what is known, or told what is missing; a thread that was lost."""

from __future__ import annotations

import pytest
from referee_table import AKATAN, DEALT, WHOLE, Table, table_of
from yakume.engine import DECK, CardSet, DealResult, DealStarted, DealVoided, Phase, SetsMade, apply
from yakume.vision.referee.notices import BegunUnseen, EndUnseen, Health, ThreadLost


def dealt(game: str = "sannin", players: str = "ABC") -> Table:
    table = table_of(game, *players)
    table.look(DEALT if game != "koikoi" else f"{DEALT} 2n 4a")
    return table


def test_a_deal_without_captures_misses_all_of_them() -> None:
    table = dealt()
    told = table.referee.end(table.state)
    assert not told.events
    assert told.missing == DECK and told.lacking == 48


def test_a_set_made_in_the_last_turn_ended_the_deal_that_is_told_to_be_over() -> None:
    table = dealt()
    table.look({"field": DEALT, "seat0.captures": "1t 1b 2t 2a"})
    table.lose_thread()
    table.look({"field": DEALT, "seat0.captures": AKATAN})
    told = table.referee.end(table.state)
    assert [type(event) for event in told.events] == [DealResult]
    result = told.events[0]
    assert isinstance(result, DealResult)
    assert [each.call for each in result.happenings if isinstance(each, SetsMade)] == ["agari"]
    assert apply(table.state, result).phase is Phase.READY


def test_a_set_after_which_play_went_on_is_not_taken_for_the_end() -> None:
    table = dealt()
    table.lose_thread()
    table.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    table.look({"field": "12a", "seat0.captures": AKATAN, "seat1.captures": "5n 5t 8a 8b 9t 9a"})
    told = table.referee.end(table.state)
    assert not told.events and told.uncalled == (0,)


def test_piles_that_are_whole_settle_the_deal_whatever_was_followed() -> None:
    table = dealt()
    table.lose_thread()
    table.look({"field": "", **WHOLE}, ms=2000, book=False)
    told = table.referee.end(table.state)
    assert [type(event) for event in told.events] == [DealResult]
    assert apply(table.state, told.events[0]).played == 1


def test_with_two_in_play_the_captures_that_are_not_seen_are_counted() -> None:
    table = dealt("futari", "AB")
    table.lose_thread()
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1a 1t"})
    told = table.referee.end(table.state)
    assert not told.events and told.lacking == 34 - 5 - 2 and not told.missing


def test_captures_of_a_deal_that_began_unseen_are_told_and_settled_once_its_field_is_entered() -> None:
    """Opened in mid-deal: the piles are kept, and the deal is settled by them."""
    table = Table()
    lying = {"field": "5n 8a 9t", "seat0.captures": "1a 1t", "seat1.captures": "3t 3a 12a 12b"}
    assert BegunUnseen(6) in table.look(lying, ms=8000).notices
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    ruling = table.look(lying, ms=8000)
    assert not [each for each in ruling.notices if isinstance(each, BegunUnseen)]
    assert ruling.on_table.captures[1] == CardSet.parse("3t 3a 12a 12b")
    ruling = table.look({"field": "", **WHOLE}, ms=8000, book=False)
    assert ruling.on_table.captured == DECK
    assert [type(event) for event in ruling.events] == [DealResult]


def test_captures_of_a_deal_that_began_unseen_are_told_although_people_play_on_quickly() -> None:
    """The table is never still for long: the captures lie there all the while."""
    table = Table()
    for at in range(8):
        field = "5n 8a 9t" if at % 2 else "5n 8a 9t 10n"
        ruling = table.look({"field": field, "seat0.captures": "1a 1t", "seat1.captures": "3t 3a 12a 12b"}, ms=1000)
    assert BegunUnseen(6) in ruling.notices


def test_captures_of_the_deal_before_are_no_deal_that_began_unseen() -> None:
    table = dealt()
    table.lose_thread()
    table.look({"field": DEALT, "seat0.captures": AKATAN})
    for event in table.referee.end(table.state).events:
        table.state = apply(table.state, event)
    assert table.state.phase is Phase.READY
    assert table.look({"field": "12a", "seat0.captures": AKATAN}, ms=8000).notices == ()
    # Once they were put away, captures are of a deal that nobody began.
    table.look("", ms=3000)
    assert BegunUnseen(2) in table.look({"field": "12a", "seat0.captures": "1a 1t"}, ms=8000).notices


def test_captures_of_a_deal_that_was_dealt_while_nobody_looked_are_told() -> None:
    """The camera was gone from when the last captures lay there until the next ones did."""
    table = dealt()
    table.lose_thread()
    table.look({"field": DEALT, "seat0.captures": AKATAN})
    for event in table.referee.end(table.state).events:
        table.state = apply(table.state, event)
    table.now_ms += 60_000
    lying = {"field": "12a 2t", "seat0.captures": "1t 1b 5t 5a", "seat1.captures": "3t 3a"}
    assert BegunUnseen(6) in table.look(lying, ms=8000).notices


def test_captures_of_a_deal_that_began_unseen_after_one_that_did_not_count_are_told_once_somebody_has_captured() -> (
    None
):
    """What lay there when people said so by tap may be that deal's; what is captured later is not."""
    table = dealt()
    lying = {"field": "12a 2t 4a 6b", "seat0.captures": "11h 11a", "seat2.captures": "7t 7a"}
    table.now_ms += 60_000  # the camera was gone from when the deal was misdealt until the next one was played
    table.look(lying, ms=200)
    table.state = apply(table.state, DealVoided())
    assert table.state.phase is Phase.READY
    assert table.look(lying, ms=8000).notices == ()
    assert BegunUnseen(6) in table.look(lying | {"seat1.captures": "10t 10a"}, ms=8000).notices


@pytest.mark.parametrize("lacks", [False, True], ids=["all of its field was seen", "a card of it was not"])
def test_the_next_deal_played_on_before_its_field_lay_still_is_told_as_one_whose_beginning_waits_for_an_end(
    *, lacks: bool
) -> None:
    """The camera was gone while a deal ended, and came back for a moment of the next one's field: こいこい, seed 3."""
    table = dealt("koikoi", "AB")
    table.look({"field": "3t 5n 8a 9t 12a 2n 4a", "seat0.captures": "1a 1t"})
    table.now_ms += 60_000
    new = "4t 6n 7n 8n 9a 10n 11a 3a"
    assert not table.look(new.replace(" 7n", "") if lacks else new, ms=500).notices  # too short for a first field
    for at in range(8):
        field = "4t 6n 7n 8n 9a 11a" if at % 2 else "4t 6n 7n 8n 9a 11a 12b"
        ruling = table.look({"field": field, "seat1.captures": "10n 10a 3a 3b"}, ms=1000)
    assert not ruling.events and not ruling.questions
    assert EndUnseen(4) in ruling.notices
    # Once the end is told the captures are those of a deal that began so, or that nobody saw begin.
    (result,) = table.referee.end(table.state).events[:1] or (DealVoided(),)
    table.state = apply(table.state, result)
    told = table.look({"field": field, "seat1.captures": "10n 10a 3a 3b"}, ms=8000).notices
    assert (BegunUnseen(4) in told) == lacks and EndUnseen(4) not in told
    assert table.state.deal is not None
    assert lacks or table.state.deal.dealt == CardSet.parse(new)


@pytest.mark.parametrize("pause_ms", [30_000, 600_000])
def test_after_a_pause_the_table_goes_on_from_what_lies_there(pause_ms: int) -> None:
    table = dealt()
    lying = {"field": "1a 3t 5n 8a 9t 12a 2n"}
    assert table.look(lying).health is Health.ON_THREAD
    table.now_ms += pause_ms
    # Nothing is told of the time in which nobody looked, and one poor look takes nothing away.
    assert table.look({"field": "1a 3t"}, ms=100).notices == ()
    ruling = table.look(lying)
    assert ruling.health is Health.ON_THREAD and len(ruling.on_table.field) == 7


def test_cards_that_were_moved_about_in_a_pause_lose_the_thread_and_no_pile() -> None:
    table = dealt()
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1a 1t"})
    table.now_ms += 60_000
    ruling = table.look(
        {"field": "2a 4a 6n 7n", "seat0.captures": "1a 1t 5n 5t", "seat1.captures": "8a 8n 9t 9a"}, ms=8000
    )
    assert ruling.on_table.captures[:2] == (CardSet.parse("1a 1t 5n 5t"), CardSet.parse("8a 8n 9t 9a"))
    assert ruling.health in (Health.LOST, Health.DOUBTFUL)
    assert (ThreadLost() in ruling.notices) == (ruling.health is Health.LOST)
