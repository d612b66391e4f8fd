"""In which order the two cards of a turn came: the first from the hand, the second from the stock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from decoder_table import Table, position, rested, told
from yakume.engine import Face
from yakume.vision.referee.candidates import SaidTurns
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.hypothesis import Hypothesis
from yakume.vision.referee.order import When
from yakume.vision.referee.position import Move, faces_mask
from yakume.vision.zones import FIELD


@pytest.mark.parametrize("first", [True, False], ids=["from the hand", "from the stock"])
def test_when_one_of_two_alike_was_laid_on_the_other_is_told_by_what_the_arm_did_meanwhile(first: bool) -> None:
    """They are seen as one until they are pulled in; the arm lays 7t at once, or long after it came."""
    table = Table("3t 5n 8a 9t 10a 12a")
    dealt = "3t 5n 8k 9t 10k 12k"
    table.look(dealt, ms=8000)
    table.look(dealt, ms=1200 if first else 300, moving=[FIELD])
    table.look(f"{dealt} 7t", ms=300 if first else 1200, moving=[FIELD])
    moves = table.look("3t 5n 8k 9t 12k 7t", "10k 10k")
    twins, other = ("hand", "stock") if first else ("stock", "hand")
    assert sorted(moves) == sorted([f"0 {twins} 10k x 10k", f"0 {other} 7t"])


def test_the_card_that_came_first_came_from_the_hand() -> None:
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    table.look("1k 3t 5n 8k 9t 12k 7t", ms=200)
    assert table.look("1k 3t 5n 8k 9t 12k 7t 4n") == ["0 hand 7t", "0 stock 4n"]
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    table.look("1k 3t 5n 8k 9t 12k 4n", ms=200)
    assert table.look("1k 3t 5n 8k 9t 12k 7t 4n") == ["0 hand 4n", "0 stock 7t"]


def test_a_turn_that_began_with_its_second_card_is_put_in_order_once_its_first_is_seen() -> None:
    """The arm lay over 10n when 7t came in sight, and no other beginning was kept."""
    table = Table("1a 3t 5n 8a 9t 12a")
    dealt = "1k 3t 5n 8k 9t 12k"
    table.look(dealt)
    table.look(f"{dealt} 10n", ms=100)
    table.look(f"{dealt} 7t", ms=1000, moving=[FIELD])
    best = next(each for each in table.decoder.beam if [str(move) for move in each.moves] == ["0 hand 7t"])
    table.decoder.beam = (replace(best, cost=0.0),)
    assert table.look(f"{dealt} 7t 10n") == ["0 hand 10n", "0 stock 7t"]


def test_the_order_that_people_say_is_not_changed() -> None:
    """Somebody says that 7t was played, although 10n came in sight before it."""
    table = Table("1a 3t 5n 8a 9t 12a")
    dealt = "1k 3t 5n 8k 9t 12k"
    table.decoder.said = SaidTurns({0: (Face("7t").index, 0)})
    table.look(dealt)
    table.look(f"{dealt} 10n", ms=100)
    assert table.look(f"{dealt} 7t 10n") == ["0 hand 7t", "0 stock 10n"]


def test_a_card_that_comes_out_from_under_an_arm_with_its_neighbours_lay_there_all_the_while() -> None:
    """7t is glimpsed beside the arm 0.2 s before the arm is gone; under it 4n was laid within the second before."""
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    table.look("1k 3t 5n", ms=1000, moving=[FIELD])
    table.look("1k 3t 5n 7t", ms=200, moving=[FIELD])
    assert table.look("1k 3t 5n 8k 9t 12k 7t 4n") == ["0 hand 4n", "0 stock 7t"]


@pytest.mark.parametrize("misread", [False, True], ids=["covered", "misread"])
def test_a_card_was_laid_on_its_match_while_an_arm_hid_that_unless_it_was_not_seen_before_either(misread: bool) -> None:
    """9n lies on 9t, which was last seen when the arm came over it; or long before, with nothing over the field."""
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    table.look("1k 3t 5n 8k 12k", ms=2000, moving=[] if misread else [FIELD])
    table.look("1k 3t 5n 8k 12k", ms=300, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 7t", ms=300, moving=[FIELD])
    moves = table.look("1k 3t 5n 8k 9t 12k 7t 9n")
    hand, stock = ("7t", "9n x 9t") if misread else ("9n x 9t", "7t")
    assert moves == [f"0 hand {hand}", f"0 stock {stock}"]


@pytest.mark.parametrize("rests", [True, False], ids=["rests", "has left"])
def test_a_card_may_have_been_laid_under_an_arm_since_that_came_though_it_rested_there(rests: bool) -> None:
    """三人, seed 1311: the arm that laid 9n rests over it, and nothing moves any more, until both are pulled in."""
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    table.look("1k 3t 5n 8k 12k", ms=500, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 7t", ms=600, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 7t" if rests else "1k 3t 5n 8k 9t 12k 7t", ms=3000)
    table.look("1k 3t 5n 8k 9t 12k 7t 9n", ms=300, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 7t", "9n 9t")
    steps = {str(move): when for move, when in table.decoder.best.steps}
    nine, seven = steps["0 stock 9n x 9t"], steps["0 hand 7t"]
    assert nine is not None and seven is not None
    assert (nine.from_ms < seven.from_ms < nine.to_ms, nine.open_ms == -1) == (rests, rests)


def test_what_nobody_saw_until_the_turn_was_told_is_put_in_order_once_it_is_seen() -> None:
    """三人, seed 1311: both matches were gone, and what was captured first was believed to be the card nobody saw."""
    start = position("1a 3a 5n 8a 9a 12a")
    twelve, three = (Move(0, at == 0, Face(f).index, faces_mask([Face(f)])) for at, f in enumerate(("12k", "3k")))
    decoder = Decoder(start)
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    middle = start.after(twelve)
    chain = ((None, twelve, None), three, When(6000, 6200))
    decoder.beam = (Hypothesis(middle.after(three), chain=chain, before=start),)
    decoder.observe(rested(9000, "1k 5n 8k 9k", "3k 3k 12k 12k", {"3k": 6200, "12k": 7600}))
    assert [str(move) for move in decoder.best.moves] == ["0 hand 3k x 3k", "0 stock 12k x 12k"]
    assert all(when is not None for _, when in decoder.best.steps)


def test_a_card_was_laid_on_a_match_that_showed_now_and_then_from_under_the_arm() -> None:
    """5n is half under the arm, and 5t on it is seen once it is taken away, after 9n that was laid later."""
    table = Table("1a 3t 5n 8a 9t 12a")
    table.look("1k 3t 5n 8k 9t 12k")
    for _ in range(2):
        table.look("1k 3t 8k 9t 12k", ms=500, moving=[FIELD])
        table.look("1k 3t 5n 8k 9t 12k", ms=100, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 9n", ms=200, moving=[FIELD])
    table.look("1k 3t 5n 8k 12k 5t", ms=200, moving=[FIELD])
    assert table.look("1k 3t 8k 12k", "5n 5t 9n 9t") == ["0 hand 5t x 5n", "0 stock 9n x 9t"]


def test_a_capture_that_was_misread_before_it_was_made_is_dated_anew() -> None:
    """A 3k is misread among the captures; then 9k is played, and 3k turned."""
    first = "1k 3k 5n 8k 9k 12k"
    looks = rested(2000, first), rested(5000, first, "3k", {"3k": 4800})
    assert told("1a 3a 5n 8a 9a 12a", *looks)[0] == "0 hand 3k x 3k"
    last = rested(8000, "1k 5n 8k 12k", "3k 3k 9k 9k", {"3k": 7000, "9k": 6400})
    assert told("1a 3a 5n 8a 9a 12a", *looks, last) == ["0 hand 9k x 9k", "0 stock 3k x 3k"]


def test_a_card_came_by_itself_though_something_among_the_captures_was_read_as_it_before() -> None:
    """二人, seed 1202: what lay among the captures was read as 10k from the first turn on, and 9t was played first."""
    first, ten = "1k 3t 5n 7k 8k 12k", Face("10k").cards.mask.bit_length() - 1
    before = rested(2000, first), rested(5000, first, "10k", {"10k": 4800})
    lying = rested(8000, f"{first} 9t 10k", "10k", {"9t": 6400})
    last = replace(lying, came_ms={**lying.came_ms, ten - 1: 4800, ten: 7000})
    assert told("1a 3t 5n 7a 8a 12a", *before, last) == ["0 hand 9t", "0 stock 10k"]


def test_the_first_card_of_a_turn_that_was_guessed_before_it_was_seen_came_when_it_is_seen() -> None:
    """三人, seed 1205: an arm lay over both matches, and 12k on 12k was the only beginning that was kept."""
    start = position("1a 3a 5n 8a 9a 12a")
    guessed = Move(0, True, Face("12k").index, faces_mask([Face("12k")]))
    decoder = Decoder(start)
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    decoder.beam = (Hypothesis(start.after(guessed), chain=(None, guessed, None), before=start),)
    decoder.observe(rested(8000, "1k 5n 8k 9k", "3h 3k 12k 12k", {"3h": 7000, "12k": 7600}))
    assert [str(move) for move in decoder.best.moves] == ["0 hand 3h x 3k", "0 stock 12k x 12k"]


@pytest.mark.parametrize("first", ["3h", "12h"])
def test_pictures_that_tell_late_when_the_first_card_of_a_turn_was_laid_are_heard(first: str) -> None:
    """八八, seed 1283: what the first card's place told was not asked for any more once the second was seen."""
    decoder = Decoder(position("1a 3a 5n 8a 9a 12a"))
    came, second = {"3h": 5_000}, {"3h": 5_000, "12h": 4_600}
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    decoder.observe(rested(6000, "1k 5n 8k 9k 12k", "3h 3k", came))
    at = {face: (2_400, 2_600) if face == first else (4_000, 4_400) for face in second}
    laid = {(Face(face).cards.mask).bit_length() - 1: span for face, span in at.items()}
    decoder.observe(replace(rested(8000, "1k 5n 8k 9k", "3h 3k 12h 12k", second), laid=laid))
    turn = ["3h x 3k", "12h x 12k"] if first == "3h" else ["12h x 12k", "3h x 3k"]
    assert [str(move) for move in decoder.best.moves] == [f"0 hand {turn[0]}", f"0 stock {turn[1]}"]
    assert [when and when.to_ms for _, when in decoder.best.steps] == [2_600, 4_400]


def test_what_was_taken_for_the_first_card_of_a_turn_does_not_make_it_earlier() -> None:
    """すだおし, seed 1288: once 12k was played, something that was read as 4n and in doubt had been it before."""
    decoder, came = Decoder(position("1a 3a 5n 8a 9a 12a")), {"3h": 5_000}
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    decoder.observe(rested(6000, "1k 5n 8k 9k 12k", "3h 3k", came))
    decoder.observe(rested(8000, "1k 5n 8k 9k", "3h 3k 12h 12k", {"3h": 2_200, "12h": 4_600}))
    assert [str(move) for move in decoder.best.moves] == ["0 hand 12h x 12k", "0 stock 3h x 3k"]


def test_that_the_first_card_of_a_turn_was_glimpsed_beside_the_field_does_not_make_it_earlier() -> None:
    decoder, came = Decoder(position("1a 3a 5n 8a 9a 12a")), {"3h": 5_000}
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    decoder.observe(rested(6000, "1k 5n 8k 9k 12k", "3h 3k", came))
    last = rested(8000, "1k 5n 8k 9k", "3h 3k 12h 12k", {"3h": 2_200, "12h": 4_600})
    decoder.observe(replace(last, aside=Face("3h").cards.mask))
    assert [str(move) for move in decoder.best.moves] == ["0 hand 12h x 12k", "0 stock 3h x 3k"]


def test_what_tells_the_order_of_a_turn_no_better_changes_no_time() -> None:
    decoder = Decoder(position("1a 3a 5n 8a 9a 12a"))
    decoder.observe(rested(2000, "1k 3k 5n 8k 9k 12k"))
    decoder.observe(rested(5400, "1k 5n 8k 9k 12k", "3h 3k", {"3h": 5_000}))
    decoder.observe(rested(8000, "1k 5n 8k 9k", "3h 3k 12h 12k", {"3h": 5_950, "12h": 5_900}))
    assert [str(move) for move in decoder.best.moves] == ["0 hand 3h x 3k", "0 stock 12h x 12k"]
    assert [when and when.to_ms for _, when in decoder.best.steps] == [5_000, 5_900]
