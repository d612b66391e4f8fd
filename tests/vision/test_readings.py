"""Cards that are not surely read: what the game knows of them settles what their pictures do not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from observing import card_seen, observed
from yakume.engine import Card, CardSet, Face
from yakume.vision.referee.deal_log import DealLog
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.position import GROUPS, Move, Position, mask_of, text_of
from yakume.vision.referee.readings import Doubt, take_for
from yakume.vision.referee.table_watch import TableWatch
from yakume.vision.zones import FIELD, Zone, captures_of

FIRST = "1a 3t 5n 8a 10a 12h"


class Table:
    """Three players, the first to play. Cards are told as "7t", or with what they may be: "6t:0.57/9t:0.43"; each one's
    number is that of the text before it, as in "4=9t:0.61/6t:0.39"."""

    def __init__(self, first: str = FIRST, unread: int = 0) -> None:
        dealt = mask_of(CardSet.parse(first))
        self.decoder = Decoder(Position((0, 1, 2), dealt, (0, 0, 0), (0, 0, 0), dealt, unread=unread))
        self.keeper, self.now_ms = LookKeeper(3), 0

    def look(self, field: str, *captures: str, ms: int = 2_000, moving: Sequence[Zone] = ()) -> list[str]:
        zones = {FIELD: field} | {captures_of(seat): text for seat, text in enumerate(captures)}
        sights = [sight(text, zone) for zone, cards in zones.items() for text in cards.split()]
        for _ in range(ms // 100):
            look = self.keeper.observe(self.now_ms, sights, frozenset(moving))
            self.now_ms += 100
            if look is not None:
                self.decoder.observe(look)
        return [str(move) for move in self.decoder.best.moves]


def sight(text: str, zone: Zone) -> Sight:
    number, _, told = text.rpartition("=")
    likely = [(Face(face).index, float(p or 0.99)) for face, _, p in (each.partition(":") for each in told.split("/"))]
    face, p = likely[0]
    return Sight(face, zone, p, p >= 0.5, int(number) if number else None, tuple(likely) if len(likely) > 1 else ())


def test_the_other_card_that_it_may_be_comes_later_so_it_was_this_one() -> None:
    """A 9t is read as 6t; then the 6t is played, taken and lies captured."""
    table = Table()
    table.look("1k 3t 5n 8k 10k 12h")
    table.look("1k 3t 5n 8k 10k 12h 1=7t")
    doubt = "2=6t:0.57/9t:0.43"
    assert table.look(f"1k 3t 5n 8k 10k 12h 1=7t {doubt}")[1:] == ["0 stock 6t"]
    table.look(f"1k 3t 5n 8k 10k 12h 1=7t {doubt} 3=6t", ms=400)
    moves = table.look(f"1k 3t 5n 8k 10k 12h 1=7t {doubt}", "", "4=6t 5=6k")
    assert moves == ["0 hand 7t", "0 stock 9t", "1 hand 6t", "1 stock 6k x 6t"]


def test_the_other_card_that_it_may_be_is_captured_so_it_is_this_one() -> None:
    table = Table("6t 3t 5n 8a 10a 12h")
    table.look("6t 3t 5n 8k 10k 12h")
    table.look("6t 3t 5n 8k 10k 12h 1=6k")
    table.look("3t 5n 8k 10k 12h 2=7t", "6k 6t")
    moves = table.look("3t 5n 8k 10k 12h 2=7t 3=6t:0.6/9t:0.4", "6k 6t")
    assert moves == ["0 hand 6k x 6t", "0 stock 7t", "1 hand 9t"]
    assert table.decoder.discrepancies() == 0


def test_a_card_that_reads_as_one_of_two_and_then_as_the_other_neither_left_nor_came() -> None:
    table = Table()
    table.look("1k 3t 5n 8k 10k 12h")
    for reading in ("6t:0.55/9t:0.45", "9t:0.55/6t:0.45", "9t:0.9/6t:0.1"):
        moves = table.look(f"1k 3t 5n 8k 10k 12h 2={reading}", ms=900)
        assert moves in (["0 hand 6t"], ["0 hand 9t"])
        lying = text_of(table.keeper.look().there.field)
        assert ("6t" in lying) + ("9t" in lying) == 1
    assert moves == ["0 hand 9t"]


def test_as_what_a_card_counts_it_does_not_change_for_next_to_nothing() -> None:
    table = Table()
    table.look("1k 3t 5n 8k 10k 12h 2=6t:0.52/9t:0.48", ms=1_000)
    since = table.now_ms - table.keeper.rested_ms
    table.look("1k 3t 5n 8k 10k 12h 2=9t:0.52/6t:0.48", ms=1_000)
    assert table.now_ms - table.keeper.rested_ms == since
    assert "6t" in text_of(table.keeper.look().there.field)


def test_a_kasu_that_nobody_can_read_is_what_it_looks_like_most() -> None:
    """It lies on the field before the other card comes, and is captured; nobody ever reads it."""
    table, doubt = Table(), "1=12k:0.3/5n:0.06"
    table.look("1k 3t 5n 8k 10k 12h")
    table.look(f"1k 3t 5n 8k 10k 12h {doubt}", ms=600, moving=[FIELD])
    table.look(f"1k 3t 5n 8k 10k 12h {doubt} 2=9k", ms=200, moving=[FIELD])
    moves = table.look("1k 3t 5n 8k 10k 2=9k", "3=12h 4=12k:0.15/2n:0.1")
    assert moves == ["0 hand 12k x 12h", "0 stock 9k"]


def test_an_unread_card_that_stays_on_the_field_is_known_when_it_is_taken() -> None:
    table, doubt = Table("1a 3t 5n 8a 10a 4t"), "1=11k:0.3/7k:0.14/5n:0.1"
    table.look("1k 3t 5n 8k 10k 4t")
    table.look(f"1k 3t 5n 8k 10k 4t {doubt}")
    table.look(f"1k 3t 5n 8k 10k 4t {doubt} 2=9k")
    moves = table.look("1k 3t 5n 8k 10k 4t 2=9k 3=12h", "", "4=11t 5=11k:0.2/2n:0.1")
    assert moves == ["0 hand 11k", "0 stock 9k", "1 hand 11t x 11k", "1 stock 12h"]


def test_cards_of_the_first_field_that_nobody_can_read_lie_on_though_one_looks_like_a_card_that_was_just_captured() -> (
    None
):
    """Two kasu of the twelfth month, one of which reads as the 7k that took the 7t: neither was taken by the 1k."""
    table, unread = Table("4t 7t 8a 11a", unread=2), "1=2n:0.1/7k:0.08 2=7k:0.25/12k:0.16"
    table.look(f"4t 7t 8k 11k {unread}")
    table.look(f"4t 7t 8k 11k {unread} 3=7k", ms=400, moving=[FIELD])
    moves = table.look(f"1k 4t 8k 11k {unread}", ms=900)
    assert moves == ["0 hand 7k x 7t", "0 stock 1k"]
    assert table.look(f"1k 4t 8k 11k {unread}", "7k 7t") == moves


def test_a_card_that_lies_unread_for_long_was_laid_although_the_table_never_lies_still() -> None:
    """The 6t is hardly read, and a hand comes before the table has lain still for a second; then half-turns follow."""
    table, field, unread = Table(), "1k 3t 5n 8k 10k 12h", "2=6t:0.4/9t:0.05"
    table.look(field)
    table.look(f"{field} 1=7t", ms=400)
    table.look(f"{field} 1=7t {unread}", ms=400)
    table.look(f"{field} 1=7t {unread}", ms=1_000, moving=[FIELD])
    table.look(f"{field} 1=7t {unread} 3=11k", ms=600)
    moves = table.look(f"{field} 1=7t {unread} 3=11k 4=4t", ms=600)
    assert moves == ["0 hand 7t", "0 stock 6t", "1 hand 11k", "1 stock 4t"]


def test_a_capture_that_nobody_can_read_where_it_lies_was_made_there() -> None:
    """Neither 12k is read, on the field or among the captures: whose captures are two more has taken them."""
    table, field, unread = Table("1a 3t 5n 8a 10a 11h"), "1k 3t 5n 8k 10k 11h", "1=12k:0.4/7k:0.02"
    table.look(field)
    table.look(f"{field} {unread}", ms=4_000)
    table.look(f"{field} {unread} 2=9t")
    captures = "3=12k:0.44/7k:0.04 4=12k:0.3/2n:0.2"
    table.look(f"{field} 2=9t", "", captures, ms=900)
    moves = table.look(f"{field} 2=9t 5=7t", "", captures, ms=900)
    assert moves == ["0 hand 12k", "0 stock 9t", "1 hand 12k x 12k", "1 stock 7t"]


def test_a_card_that_stays_on_the_field_unread_was_laid_there() -> None:
    """It looks most like 6t, which lies captured: it is the 9t, and the turn is over."""
    table = Table("6t 3t 5n 8a 10a 12h")
    table.look("6t 3t 5n 8k 10k 12h")
    table.look("3t 5n 8k 10k 12h 1=7t", "6k 6t", ms=8_000)
    table.look("5n 8k 10k 12h 1=7t", "6k 6t", "3k 3t", ms=600)
    moves = table.look("5n 8k 10k 12h 1=7t 2=6t:0.45/9t:0.4", "6k 6t", "3k 3t")
    assert moves[2:] == ["1 hand 3k x 3t", "1 stock 9t"]
    assert table.keeper.look().unread == 1


@pytest.mark.parametrize("owner", [0, 2])
def test_what_lies_unread_with_somebody_else_was_not_captured_by_whose_half_turn_is_next(owner: int) -> None:
    """While 5k is played a card in another's pile cannot be read, and looks like 10k: nobody took 10t with that."""
    dealt = mask_of(CardSet.parse("1a 3t 5n 8a 10t 12h"))
    position = Position((0, 1, 2), dealt, (0, 0, 0), (0, 0, 0), dealt)
    lies = Lying(dealt, (0, 0, 0), (0, 0, 0))
    doubt = Doubt(7, 1 + owner, None, ((Face("10k").index, 1.1), (Face("1t").index, 1.4)), 900, True)
    taking = take_for(position, [doubt], lies, lies, {}, {})
    assert bool(taking.suggested) == (position.seat == owner)
    assert bool(taking.came_ms) == (position.seat == owner)


@pytest.mark.parametrize("said", [True, False])
def test_what_a_person_says_of_a_card_leaves_no_doubt(said: bool) -> None:
    """The referee's own eyes take what may be from the observation; a person's word stands alone."""
    told = card_seen(7, "6t", p=0.57, candidates=[("6t", 0.57), ("9t", 0.43)])
    watch = TableWatch(3)
    for t_ms in range(0, 1_000, 200):
        watch.see(observed([told], t_ms), {7: Card.parse("9t")} if said else {}, None, DealLog())
    assert watch.look is not None and bool(watch.look.doubts) is not said


def test_a_look_with_cards_in_doubt_comes_back_as_it_was_written_and_goes_on_later() -> None:
    table = Table()
    table.look("1k 3t 5n 8k 10k 12h 1=6t:0.57/9t:0.43 2=6t 3=11k:0.3/7k:0.14")
    look = table.keeper.look()
    assert len(look.doubts) == 2 and set(look.hints) == {Face("11k").index, Face("7k").index} and look.again_ms
    assert read_look(json.loads(json.dumps(keep_look(look)))) == look
    later = look.later(500)
    assert [each.since_ms for each in later.doubts] == [each.since_ms + 500 for each in look.doubts]
    assert [ms for _, ms in later.hints.values()] == [ms + 500 for _, ms in look.hints.values()]


def test_a_look_tells_when_a_card_was_covered_and_one_written_before_that_was_told_is_read() -> None:
    table = Table()
    table.look("1k 3t 5n 8k 10k 12h")
    table.look("1k 3t 5n 8k 10k", moving=[FIELD])
    table.look("1k 3t 5n 8k 10k 12h", ms=500)
    look, covered = table.keeper.look(), Face("12h").cards.mask.bit_length() - 1
    assert look.back_ms == {covered: (1_900, 4_000)}
    assert look.later(500).back_ms == {covered: (2_400, 4_500)}
    kept = json.loads(json.dumps(keep_look(look)))
    assert read_look(kept) == look
    del kept["back_ms"]
    assert read_look(kept) == replace(look, back_ms={})


def test_a_back_is_in_no_doubt() -> None:
    watch = TableWatch(3)
    for t_ms in range(0, 1_000, 200):
        back = card_seen(7, None, face="back", p=0.9, candidates=[("6t", 0.05), ("9t", 0.03)])
        watch.see(observed([back], t_ms), {}, None, DealLog())
    assert watch.look is not None and not watch.look.doubts and not watch.look.hints


def test_what_may_be_nothing_at_all_is_no_card_in_doubt() -> None:
    """Probabilities that round to 0 on their way from the camera's process."""
    watch = TableWatch(3)
    for t_ms in range(0, 1_000, 200):
        card = card_seen(7, None, face="6t", p=0.0, candidates=[("6t", 0.0), ("9t", 0.0)])
        watch.see(observed([card], t_ms), {}, None, DealLog())
    assert watch.look is not None and not watch.look.doubts and not watch.look.hints


def test_a_card_that_cannot_be_read_where_it_is_pulled_in_came_when_it_was_read() -> None:
    """二人, seed 1202: the 8k is read on its match, and hardly among the captures, where it lies later."""
    dealt = mask_of(CardSet.parse("1a 3t 5n 8h 10t 12h"))
    position, eight = Position((0, 1, 2), dealt, (0, 0, 0), (0, 0, 0), dealt), Face("8k").index
    taken = position.after(Move(0, True, eight, mask_of(CardSet.parse("8h"))))
    lies = Lying(dealt, (0, 0, 0), (0, 0, 0))
    doubt = Doubt(7, 1, None, ((eight, 1.1),), 900, True)
    bit = GROUPS[eight].bit_length() - 2
    assert take_for(taken, [doubt], lies, lies, {bit: 400}, {}).came_ms[bit] == 400
    assert take_for(taken, [doubt], lies, lies, {}, {}).came_ms[bit] == 900
