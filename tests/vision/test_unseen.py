"""A captured card that nobody saw may have been any of its month that nobody saw."""

from __future__ import annotations

from decoder_table import Table
from yakume.vision.referee.unseen import may_be_anothers, others_unseen
from yakume.vision.zones import FIELD


def others(table: Table) -> set[tuple[str, ...]]:
    """How half-turns may have been made otherwise, without who made them."""
    best = table.decoder.best
    found = others_unseen(best.position, best.steps, table.decoder.ever)
    return {tuple(str(move).split(" ", 2)[2] for move in moves) for _, moves in found}


def taking(table: Table, face: str) -> str:
    """The half-turn that is believed to have taken `face`."""
    (move,) = (str(move) for move in table.decoder.best.moves if str(move).endswith(f"x {face}"))
    return move.split(" ", 2)[2]


def captured(seen: str) -> Table:
    """Seat 0 lays 7t, and turns a card under its hand that takes 8k: in the pile lie `seen`."""
    table = Table("3t 5n 8a 9t 10a 12a")
    table.look("3t 5n 8k 9t 10k 12k")
    table.look("3t 5n 8k 9t 10k 12k 7t", ms=600)
    table.look("3t 5n 9t 10k 12k 7t", ms=800, moving=[FIELD])
    moves = table.look("3t 5n 9t 10k 12k 7t", seen)
    assert moves[0] == "0 hand 7t" and moves[1].startswith("0 stock 8") and moves[1].endswith("x 8k")
    return table


def test_a_card_that_took_another_in_a_stack_unseen_may_have_been_any_that_nobody_saw() -> None:
    table = captured("8k")
    every = {"8h x 8k", "8n x 8k", "8k x 8k"}
    assert others(table) == {(move,) for move in every - {taking(table, "8k")}}
    # What lies in sight later was not it.
    table.look("3t 5n 9t 10k 12k 7t 8h", "8k")
    assert others(table) == {(move,) for move in every - {"8h x 8k", taking(table, "8k")}}


def test_a_card_that_is_seen_in_the_pile_was_no_other() -> None:
    assert not others(captured("8k 8n"))
    assert not others(captured("8k 8k"))


def test_two_that_nobody_saw_may_have_been_each_others() -> None:
    table = captured("8k")
    table.look("3t 5n 9t 10k 12k 7t 8h", "8k")
    table.look("3t 5n 9t 10k 12k 7t", "8k", "8h")
    faces = taking(table, "8k").split()[0], taking(table, "8h").split()[0]
    exchanged = [turned for turned in others(table) if len(turned) > 1]
    assert [(turned[0], turned[-1]) for turned in exchanged] == [(f"{faces[1]} x 8k", f"{faces[0]} x 8h")]


def test_several_that_nobody_saw_may_each_have_been_another() -> None:
    table = captured("8k")
    table.look("3t 5n 9t 12k 7t", "8k", moving=[FIELD])
    table.look("3t 5n 9t 12k 7t", "8k", "10k")
    own = {taking(table, "8k"), taking(table, "10k")}
    both = [moves for moves in others(table) if len(moves) > 1]
    assert {(moves[0], moves[-1]) for moves in both} == {
        (eight, ten)
        for eight in {"8h x 8k", "8n x 8k", "8k x 8k"} - own
        for ten in {"10n x 10k", "10t x 10k", "10k x 10k"} - own
    }


def test_a_capture_of_which_no_card_shows_may_be_anothers_unless_one_of_its_turn_lies_on_it() -> None:
    """すだおし with captures in stacks: 8a and 8b went to the player after, in whose pile nothing had changed."""

    def anothers(table: Table) -> bool:
        best = table.decoder.best
        return may_be_anothers(best.position, best.steps, table.decoder.ever)

    assert not anothers(captured("8k 8n"))
    alone, under = Table("3t 5n 8a 9t 10a 12a"), Table("3t 5n 8a 9t 10a 12a")
    for table, field, pile, took in (
        (alone, "3t 5n 9t 10k 12k", "", ["8k"]),
        (under, "3t 5n 9t 12k", "10k 10k", ["8k", "10k"]),
    ):
        table.look("3t 5n 8k 9t 10k 12k")
        table.look(field, pile, ms=800, moving=[FIELD])
        assert [move.split()[-1] for move in table.look(field, pile, ms=4000)] == took
    assert anothers(alone) and not anothers(under)
