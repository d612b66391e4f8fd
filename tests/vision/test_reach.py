"""Whose arm lay over the table when a card came tells whose half-turn it was."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from decoder_table import Table
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.referee.reach import ANOTHERS_ARM, Arms, reach_cost
from yakume.vision.zones import DECK, FIELD, Zone, captures_of, shown_by

DEALT = "3t 5n 8k 9t 11t 12k"


def over(seat: int) -> list[Zone]:
    """Over what an arm of `seat` lies that reaches to the field."""
    return [FIELD, captures_of(seat)]


def cost_of(moves: list[str], arm: int) -> float:
    """What a line costs more than the likeliest once 1h came under the arm of seat 0, and 10k under that of seat
    `arm`."""
    table = Table("3t 5n 8a 9t 11t 12a")
    table.look(DEALT)
    for field, seat in ((f"{DEALT} 1h", 0), (f"{DEALT} 1h 10k", arm)):
        table.look(field, ms=800, moving=over(seat))
        table.look(field, ms=3000)
    return next(each.cost for each in table.decoder.beam if [str(move) for move in each.moves] == moves)


def test_a_card_that_came_under_the_arm_of_the_next_player_is_likelier_of_the_next_turn() -> None:
    """八十, seed 1201, through pictures: from a card that nobody could read on all others were told a turn early."""
    next_turn = ["0 hand 8k x 8k", "0 stock 1h", "1 hand 10k"]
    assert cost_of(next_turn, 0) - cost_of(next_turn, 1) > ANOTHERS_ARM - 0.5
    assert cost_of(["0 hand 1h", "0 stock 10k"], 0) == 0


@pytest.mark.parametrize(
    ("seat", "made", "costs"),
    [
        (0, (1_000, 1_000), False),
        (0, (1_900, 1_900), False),
        (0, (2_400, 2_400), True),
        (0, (1_500, 2_400), False),
        (1, (2_400, 2_400), False),
        (2, (2_400, 2_400), True),
        (2, (9_000, 9_000), False),
        (2, None, False),
    ],
    ids=["own", "just before", "the next one's", "hidden since", "his own", "nobody's else", "no arm", "never seen"],
)
def test_who_reached_over_the_field_as_a_card_came_may_have_laid_it(
    seat: int, made: tuple[int, int] | None, costs: bool
) -> None:
    arms = Arms()
    for t_ms in range(900, 1_500, 200):
        arms.note([FIELD, shown_by(0)], t_ms)
    for t_ms in range(2_100, 2_700, 200):
        arms.note(over(1), t_ms)
    assert reach_cost(seat, made, arms.reached) == (ANOTHERS_ARM if costs else 0.0)


def test_an_arm_that_pulls_captures_in_lays_nothing() -> None:
    arms = Arms()
    arms.note(over(0), 0)
    arms.note([captures_of(1)], 5_000)
    assert reach_cost(0, (5_000, 5_000), arms.reached) == 0.0


def test_whose_arms_lay_there_outlives_a_restart_and_is_later_with_the_look_and_of_one_camera() -> None:
    keeper, sights = LookKeeper(2), [Sight(0, FIELD)]
    for t_ms in (200, 400, 600):
        keeper.observe(t_ms, sights, frozenset(over(1)))
    look = keeper.look()
    assert look.reached == {1: ((200, 600),)}
    assert read_look(json.loads(json.dumps(keep_look(look)))).reached == look.reached
    assert look.later(50).reached == {1: ((250, 650),)}
    keeper.observe(100, sights)
    assert keeper.look().reached == {}


def test_when_hands_were_at_the_stock_outlives_a_restart_and_is_later_with_the_look_and_of_one_camera() -> None:
    keeper, sights = LookKeeper(2), [Sight(0, FIELD)]
    for t_ms in (200, 400, 1_000, 1_200):
        keeper.observe(t_ms, sights, frozenset([DECK]))
    look = keeper.look()
    assert look.drawn == ((200, 400), (1_000, 1_200))
    assert read_look(json.loads(json.dumps(keep_look(look)))).drawn == look.drawn
    assert look.later(50).drawn == ((250, 450), (1_050, 1_250))
    keeper.observe(100, sights)
    assert keeper.look().drawn == ()


def test_when_hands_were_at_the_stock_is_known_after_a_restart_though_the_looks_since_do_not_know_it() -> None:
    """Of the two cards of a turn the other one was taken for the likelier then."""
    table = Table("3t 5n 8a 9t 11t 12a")
    table.look(DEALT)
    look, before = table.decoder.look, ((100, 200), (300, 400))
    assert look is not None
    for t_ms, drawn in [(5_000, before), (6_000, ()), (7_000, ((6_500, 6_600),)), (8_000, ((6_500, 6_900),))]:
        table.decoder.observe(replace(look, t_ms=t_ms, drawn=drawn))
    assert table.decoder.drawn == (*before, (6_500, 6_900))


@pytest.mark.parametrize(("arm", "costs"), [(0, True), (1, False)], ids=["of another", "of who played"])
def test_a_card_that_nobody_saw_being_laid_was_laid_by_an_arm_too(arm: int, costs: bool) -> None:
    """三人, seed 1232: nobody but who pulled captures in had reached over the table, and a card counted as laid on its
    twin."""
    table = Table("3t 5n 8a 9t 11t 12a")
    table.look(DEALT)
    for field in (f"{DEALT} 1h", f"{DEALT} 1h 10k"):
        table.look(field, ms=800, moving=over(0))
        table.look(field, ms=1500)
    table.look(f"{DEALT} 1h 10k", ms=800, moving=over(arm))
    table.look(f"{DEALT} 1h 10k", ms=3000)
    unseen = (each for each in table.decoder.beam if [str(move) for move in each.moves][2:] == ["1 hand 10k x 10k"])
    assert (next(unseen).cost > ANOTHERS_ARM + 1) == costs
