"""How fast the engine is: reading a hand, exact odds, a correction, the sheet, an expectation, every hand there is."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from .cards import CardSet
from .events import Corrected, DealStarted, MatchStarted, TeyakuShown
from .odds import teyaku_odds
from .play import apply, replay
from .players import Temper, play_deal
from .rules import RULESETS
from .sheet import sheet_of
from .sheet_text import to_text
from .state import Phase, State
from .teyaku import find_teyaku
from .worth import expectation_steps

STEP = 20
"""Simulated deals of the first step of an expectation."""

PACE_STEPS, PACE_S = 100_000, 0.007
"""Steps of plain counting, and what they take on the core that the targets are for, a server's of 3 GHz."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured time, in processor time, so that a busy machine does not count; the best of several rounds."""

    name: str
    time: float
    unit: str
    target: float | None = None
    """What it may take; None if it is only told."""
    pace: float = 1.0
    """How many times as long as the core that the targets are for this one took to count, when it was measured."""

    @property
    def ok(self) -> bool:
        """True if it meets its target."""
        return self.target is None or self.time < self.target * self.pace

    def __str__(self) -> str:
        slower = f", on a core {self.pace:.1f} times slower" if self.pace >= 1.05 else ""
        target = "" if self.target is None else f"  target {self.target:g}{slower}: {'met' if self.ok else 'missed'}"
        return f"{self.name:<44}{self.time:9.2f} {self.unit}{target}"


def bench_engine(*, hands: int = 5_000, rounds: int = 5) -> tuple[Figure, ...]:
    """Measure all of it; about ten seconds on one core.

    Args:
        hands: random hands of each round.
        rounds: how often each is measured; the fastest round counts, the others had company on the core.
    """
    from .census import count_by_enumeration  # numpy is loaded for this alone

    rng = random.Random(88)
    measured: list[tuple[str, Callable[[], object], int, float, str, float | None]] = [
        (f"hand yaku of a hand, {game.id}", _reading(game.id, rng, hands), rounds, 1e6 / hands, "µs", 2)
        for game in RULESETS.values()
    ]
    match = twelve_deals()
    claim = next(seq for seq, event in enumerate(match.log) if isinstance(event, TeyakuShown))
    middle = match.ends[5].taken - 20
    measured += [
        ("odds of the hand yaku, whole deck", lambda: teyaku_odds("sannin"), rounds, 1e3, "ms", 50),
        ("twelve deals from their log", lambda: replay(match.log), rounds, 1e3, "ms", None),
        ("their last event taken back", _taking_back(match, len(match.log) - 1), rounds, 1e3, "ms", 20),
        ("a hand yaku of the first deal taken back", _taking_back(match, claim), rounds, 1e3, "ms", 20),
        ("a card of the sixth deal taken back", _taking_back(match, middle), rounds, 1e3, "ms", 20),
        ("their sheet, printed", lambda: to_text(sheet_of(match)), rounds, 1e3, "ms", 20),
        (f"expectation, first step of {STEP} deals", _first_step, min(rounds, 2), 1, "s", 1),
        ("census, every hand listed", count_by_enumeration, 1, 1, "s", 5),
    ]
    return tuple(
        Figure(name, best * scale, unit, target, pace)
        for name, run, times, scale, unit, target in measured
        for best, pace in [_best(run, times)]
    )


def twelve_deals() -> State:
    """A year of 三人はちはち between simple players, with a hand yaku in its first deal."""
    rng = random.Random(2)
    state = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    while state.phase is not Phase.OVER:
        deck = rng.sample(range(48), 48)
        hands = tuple(CardSet(deck[6 + 7 * seat : 13 + 7 * seat]) for seat in range(3))
        state = apply(state, DealStarted(state.dealer, CardSet(deck[:6]), hands))
        state = play_deal(state, rng, lambda seat: Temper(bold=0.4))
    return state


def _reading(game: str, rng: random.Random, hands: int) -> Callable[[], object]:
    dealt = [CardSet(rng.sample(range(48), RULESETS[game].hand)) for _ in range(hands)]
    return lambda: [find_teyaku(game, hand) for hand in dealt]


def _taking_back(match: State, seq: int) -> Callable[[], object]:
    return lambda: apply(match, Corrected(seq))


def _first_step() -> object:
    match = apply(None, MatchStarted("hachihachi", tuple("ABCDE")))
    state = apply(match, DealStarted(0, CardSet.parse("CGKOSW")))
    return next(expectation_steps(state, 0, CardSet.parse("ABEFIJs"), step=STEP))


def _best(run: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Seconds of the fastest of several runs, and the core's pace while they ran."""
    times, paces = [], []
    for _ in range(rounds):
        paces.append(_seconds(_count))
        times.append(_seconds(run))
    return min(times), max(1.0, min(paces) / PACE_S)


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def _count() -> int:
    total = 0
    for step in range(PACE_STEPS):
        total += step * step & 7
    return total
