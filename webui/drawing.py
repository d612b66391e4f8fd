"""Drawing for the first dealer: a card each from a shuffled deck, again among those who drew alike."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from yakume.engine import CARDS, Card
from yakume.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Drawn:
    """How the first dealer was drawn."""

    rounds: tuple[dict[int, Card], ...]
    """Seat → the card it drew, of those who drew in that round."""
    dealer: int


def draw_dealer(game: Ruleset, seats: int, rng: Random) -> Drawn:
    """Draw until one seat is left, as the game ranks the cards (H80-FIRST-01, H88-FIRST-01, H3-FIRST-01, KK-FIRST-01).

    Every round draws from the whole deck again.
    """
    among = tuple(range(seats))
    rounds: list[dict[int, Card]] = []
    while len(among) > 1:
        drawn = dict(zip(among, rng.sample(CARDS, len(among)), strict=True))
        rounds.append(drawn)
        among = game.draw(drawn)
    return Drawn(tuple(rounds), among[0])
