"""What people announced of their hands tells what they may play (H80-TEYAKU-01)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from decoder_table import Table, position
from referee_table import DEALT
from yakume.engine import CardPlayed, CardSet, Face, TeyakuShown, apply
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.emission import HIDDEN, MISSING_OPEN
from yakume.vision.referee.look import Look
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.position import Move, faces_mask, mask_of
from yakume.vision.zones import FIELD, Zone, shown_by

FIRST = "2n 3a 5n 9t 10a 12a"
LIES = "2n 3k 5n 9t 10k 12k"


def told(*hands: str) -> Table:
    """Three players with two hand cards each, who announced `hands`."""
    table = Table(FIRST)
    held = tuple(faces_mask(map(Face, hand.split())) for hand in hands)
    table.decoder = Decoder(replace(position(FIRST), hand=2, held=held))
    return table


@pytest.mark.parametrize("hands", [("", "1k 7k", ""), ("", "1k 4n", "")], ids=["all", "a part"])
def test_who_laid_the_announced_hand_beside_all_zones_plays_from_there(hands: tuple[str, ...]) -> None:
    """The second player lays 1k and 7k beside all zones. Under the arm 1k takes 1h, 3h takes 3k; 3h is seen first."""
    table = told(*hands)
    table.look(LIES, ms=3000, beside="1k 7k")
    table.look(f"{LIES} 7n", ms=1500, beside="1k 7k")
    table.look(f"{LIES} 7n 1h", ms=3000, beside="1k 7k")
    table.look(f"{LIES} 7n 1h", ms=1000, beside="1k 7k", moving=[FIELD])
    table.look("1h 2n 5n 9t 10k 12k 7n 3h", ms=600, beside="1k 7k", moving=[FIELD])
    moves = table.look("2n 5n 9t 10k 12k 7n", "", "1h 1k 3h 3k", beside="7k")
    assert moves == ["0 hand 7n", "0 stock 1h", "1 hand 1k x 1h", "1 stock 3h x 3k"]


def test_a_hand_that_was_told_for_another_player_is_followed_all_the_same() -> None:
    """8n and 7t are told of the third player, and the first one has them."""
    table = told("", "", "8n 7t")
    table.look(LIES)
    assert table.look(f"{LIES} 8n", ms=3000) == ["0 hand 8n"]
    assert table.look(f"{LIES} 8n 4n", ms=3000) == ["0 hand 8n", "0 stock 4n"]


def test_which_cards_are_in_announced_hands() -> None:
    start = replace(position(FIRST), hand=2, held=(faces_mask([Face("8k")]), faces_mask([Face("8k"), Face("7t")]), 0))
    own, theirs = (Move(0, True, Face(face).index) for face in ("8k", "7t"))
    turned = replace(own, from_hand=False)
    assert start.holds(own) and not start.holds(theirs) and not start.holds(turned)
    assert start.is_held_elsewhere(theirs) and start.is_held_elsewhere(turned)
    assert not start.is_held_elsewhere(own)
    # Once one of the two was played nothing but the other player's is left.
    assert start.after(own).held == (0, start.held[1], 0)
    assert start.after(own).is_held_elsewhere(turned)


def test_a_hand_that_is_announced_once_others_have_played_is_known_from_then_on(started) -> None:
    played = {"field": "1a 5n 8a 9t 12a 4a", "seat0.captures": "3t 3b"}
    started.look({"field": DEALT})
    (turn, *_) = started.look(played).plays
    assert isinstance(turn, CardPlayed)
    sanbon = CardSet.parse("6n 6t 6a")
    started.state = apply(started.state, TeyakuShown(1, ("H3-TEYAKU-01",), sanbon))
    assert turn in started.look(played).plays
    assert started.referee.following.thread.decoder.best.position.held == (0, mask_of(sanbon), 0)


@pytest.mark.parametrize(
    ("before", "now", "surprise"),
    [
        ([shown_by(1)], [], MISSING_OPEN),
        ([], [], 2 * MISSING_OPEN),
        ([shown_by(1)], [shown_by(1)], 2 * HIDDEN * MISSING_OPEN),
    ],
    ids=["an arm at rest", "taken away", "an arm that moves"],
)
def test_an_arm_at_rest_over_an_open_hand_surprises_as_if_it_hid_one_card(
    before: list[Zone], now: list[Zone], surprise: float
) -> None:
    decoder = Decoder(position("1a 3t 5n 8a 9t 12a").with_exposed(1, faces_mask(map(Face, ("6n", "11t")))))
    for t_ms, shown, moving in ((1000, ("6n", "11t"), before), (2000, (), now)):
        lying = Lying(decoder.start.field, (0, 0, 0), (0, faces_mask(map(Face, shown)), 0))
        decoder.observe(Look(t_ms, lying, lying, moving=frozenset(moving)))
    assert not decoder.best.moves and decoder.surprise == pytest.approx(surprise)
