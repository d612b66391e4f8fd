"""A thread that was lost as an arm lay still over much of the table is found again once the table tells what it hid.

八八, seed 1286: in each of five deals a look under an arm cost more than guesses may. The thread stayed lost to the end
of the deal, although its half-turns were told as they were made, and the deal had to be put in by hand.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from decoder_table import position
from referee_table import DEALT, table_of
from yakume.engine import Face
from yakume.vision.referee.decoder import SURPRISED, Decoder
from yakume.vision.referee.look import Look
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.notices import ThreadLost
from yakume.vision.referee.position import faces_mask
from yakume.vision.referee.referee import Health
from yakume.vision.zones import FIELD

FIRST, SHOWN = "1k 3k 5n 8k 9k 12k", "1t 2t"


def look(ms: int, field: str, shown: str = SHOWN, came: str = "", rest: int = 1, captures: str = "") -> Look:
    """A look; the cards `came` have lain there since the third second."""
    of_field, of_pile, of_strip = (faces_mask(map(Face, text.split())) for text in (field, captures, shown))
    lying = Lying(of_field, (of_pile, 0, 0), (of_strip, 0, 0))
    bits = {(lying.everything & Face(face).cards.mask).bit_length() - 1: 3000 for face in came.split()}
    return Look(ms, lying, lying, bits, rest=rest)


def covered(field: str) -> Decoder:
    """One who plays has shown two cards, and an arm that does not move has lain over most of the table since then."""
    decoder = Decoder(position("1a 3a 5n 8a 9a 12a"))
    decoder.observe(look(2000, FIRST))
    decoder.observe(look(4000, field, came="4n", rest=2))
    assert decoder.guesses_from == 0
    return decoder


@pytest.mark.parametrize(("shown", "captures"), [(SHOWN, ""), ("1t", "2t")], ids=["", "pushed to the captures"])
def test_what_lies_there_once_an_arm_has_left_makes_up_for_guesses(shown: str, captures: str) -> None:
    decoder = covered("1k 4n")
    decoder.observe(look(6000, f"{FIRST} 4n", shown, came="4n", captures=captures))
    assert decoder.guesses_from is None and [str(move) for move in decoder.best.moves] == ["0 hand 4n"]


@pytest.mark.parametrize(
    "seen",
    [
        look(6000, f"{FIRST} 4n", came="4n", rest=0),
        replace(look(6000, f"{FIRST} 4n", came="4n"), moving=frozenset({FIELD})),
        look(6000, "1k 3k 5n 8k 9k 4n", came="4n"),
        look(6000, f"{FIRST} 4n", "1t", came="4n"),
    ],
    ids=["for a moment", "an arm moves there", "a card lacks", "a shown card lacks"],
)
def test_nothing_else_does(seen: Look) -> None:
    decoder = covered("1k 4n")
    decoder.observe(seen)
    assert decoder.guesses_from == 0


def test_half_turns_that_nobody_saw_are_guesses_yet() -> None:
    decoder = covered("4n")
    decoder.observe(look(6000, f"{FIRST} 4n", came="4n"))
    assert decoder.guesses_from == 0 and any(when is None for _, when in decoder.best.steps)


def test_guesses_that_more_are_made_after_are_made_up_for_together() -> None:
    decoder = covered("4n")
    turns = decoder.best.position.turns
    decoder.observe(look(8000, "6n 7t", shown="", rest=3))
    assert decoder.surprise > SURPRISED and turns > decoder.guesses_from == 0


def test_a_thread_that_was_lost_under_an_arm_is_told_and_found_again() -> None:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    lost = table.look("1a 4n", ms=6000)
    assert lost.health is Health.LOST and ThreadLost() in lost.notices
    found = table.look(f"{DEALT} 4n")
    assert found.health is Health.ON_THREAD and found.notices == () and not found.questions
    assert [str(play.card) for play in found.plays] == ["4n"]
    assert len(table.booked) == 1
