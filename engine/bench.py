"""How fast the engine is: one teyaku (hand yaku, 手役) read, and every hand there is listed and counted."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import process_time

from .cards import CardSet
from .ruleset import RULESETS
from .teyaku import HAND, find_teyaku

TEYAKU_TARGET_US = 20.0
"""What one evaluation in plain Python may take."""

CENSUS_TARGET_S = 60.0
"""What listing all hands on one core may take."""


@dataclass(frozen=True, slots=True)
class EngineBench:
    """What was measured."""

    teyaku_us: dict[str, float]
    """Microseconds of processor time per `find_teyaku`, by ruleset id; the best of several rounds."""
    census_hands: int
    census_s: float
    """Seconds of processor time to list and count all hands once."""

    @property
    def ok(self) -> bool:
        """True if every figure meets its target."""
        return max(self.teyaku_us.values()) < TEYAKU_TARGET_US and self.census_s < CENSUS_TARGET_S

    def __str__(self) -> str:
        lines = [f"teyaku  {game:<12}{us:8.2f} µs a hand" for game, us in self.teyaku_us.items()]
        rate = self.census_hands / self.census_s / 1e6
        lines.append(f"census  {self.census_hands:,} hands in {self.census_s:.1f} s ({rate:.1f} million a second)")
        lines.append(f"targets {TEYAKU_TARGET_US:g} µs and {CENSUS_TARGET_S:g} s: {'met' if self.ok else 'missed'}")
        return "\n".join(lines)


def bench_engine(*, hands: int = 5_000, rounds: int = 5) -> EngineBench:
    """Measure both, in processor time, so that a busy machine does not count; about ten seconds on one core.

    Args:
        hands: random hands of each round.
        rounds: how often they are read; the fastest round counts, the others had company on the core.
    """
    from .census import count_by_enumeration  # numpy is loaded for this alone

    rng = random.Random(88)
    dealt = [CardSet(rng.sample(range(48), HAND)) for _ in range(hands)]
    teyaku_us = {}
    for game in RULESETS:
        best = min(_seconds_for(game, dealt) for _ in range(rounds))
        teyaku_us[game] = best / hands * 1e6
    start = process_time()
    counted = sum(count_by_enumeration().values())
    return EngineBench(teyaku_us, counted, process_time() - start)


def _seconds_for(game: str, hands: list[CardSet]) -> float:
    start = process_time()
    for hand in hands:
        find_teyaku(game, hand)
    return process_time() - start
