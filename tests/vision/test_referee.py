"""Observations in, engine events and questions out; no picture and no model needed."""

from __future__ import annotations

from dataclasses import replace

from referee_table import (
    AKATAN,
    DEALT,
    NEXT,
    Table,
    observation,
    table_of,
)
from yakume.engine import (
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    apply,
)
from yakume.vision.referee.belief import Belief
from yakume.vision.referee.referee import Referee


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


def test_cards_on_the_table_during_the_bidding_are_nobodys_turn() -> None:
    """With six at 八八 nobody is in play before all have spoken; players lay cards and look at them all the same."""
    table = table_of("hachihachi", *"ABCDEF")
    table.look(DEALT)
    assert table.state.deal.order == ()
    ruling = table.look({"field": DEALT, "seat0.captures": "2n 4b"})
    assert len(table.booked) == 1
    assert ruling.events == ()


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


def test_time_that_runs_backwards_starts_patience_afresh() -> None:
    memory = Belief(3)
    memory.observe(observation(90_000, {"field": "1h"}))
    memory.observe(observation(0, {"field": "1h"}))
    assert memory.table().field == CardSet()
    for t_ms in range(100, 800, 100):
        memory.observe(observation(t_ms, {"field": "1h"}))
    assert str(memory.table().field) == "1h"


def test_hands_that_move_beside_all_zones_stop_nothing() -> None:
    """Two hands at the rim of the table, all evening."""
    table = Table()
    for t_ms in range(0, 4000, 100):
        ruling = table.referee.observe(replace(observation(t_ms, {"field": DEALT}), hands=(None,)), table.state)
        if ruling.events:
            break
    assert [type(event) for event in ruling.events] == [DealStarted]
