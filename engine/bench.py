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


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured time, in processor time, so that a busy machine does not count; the best of several rounds."""

    name: str
    time: float
    unit: str
    target: float | None = None
    """What it may take; None if it is only told."""

    @property
    def ok(self) -> bool:
        """True if it meets its target."""
        return self.target is None or self.time < self.target

    def __str__(self) -> str:
        target = "" if self.target is None else f"  target {self.target:g}: {'met' if self.ok else 'missed'}"
        return f"{self.name:<44}{self.time:9.2f} {self.unit}{target}"


def bench_engine(*, hands: int = 5_000, rounds: int = 5) -> tuple[Figure, ...]:
    """Measure all of it; about ten seconds on one core.

    Args:
        hands: random hands of each round.
        rounds: how often each is measured; the fastest round counts, the others had company on the core.
    """
    from .census import count_by_enumeration  # numpy is loaded for this alone

    rng = random.Random(88)
    figures = []
    for game in RULESETS.values():
        dealt = [CardSet(rng.sample(range(48), game.hand)) for _ in range(hands)]
        figures.append(
            Figure(f"hand yaku of a hand, {game.id}", _best(_reading(game.id, dealt), rounds) / hands * 1e6, "µs", 2)
        )
    match = twelve_deals()
    claim = next(seq for seq, event in enumerate(match.log) if isinstance(event, TeyakuShown))
    middle = match.ends[5].taken - 20
    figures += [
        Figure("odds of the hand yaku, whole deck", _best(lambda: teyaku_odds("sannin"), rounds) * 1e3, "ms", 50),
        Figure("twelve deals from their log", _best(lambda: replay(match.log), rounds) * 1e3, "ms"),
        *(
            Figure(name, _best(lambda seq=seq: apply(match, Corrected(seq)), rounds) * 1e3, "ms", 20)  # type: ignore[misc]
            for name, seq in (
                ("their last event taken back", len(match.log) - 1),
                ("a hand yaku of the first deal taken back", claim),
                ("a card of the sixth deal taken back", middle),
            )
        ),
        Figure("their sheet, printed", _best(lambda: to_text(sheet_of(match)), rounds) * 1e3, "ms", 20),
        Figure(f"expectation, first step of {STEP} deals", _best(_first_step, min(rounds, 2)), "s", 1),
        Figure("census, every hand listed", _best(count_by_enumeration, 1), "s", 5),
    ]
    return tuple(figures)


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


def _reading(game: str, dealt: list[CardSet]) -> Callable[[], object]:
    return lambda: [find_teyaku(game, hand) for hand in dealt]


def _first_step() -> object:
    match = apply(None, MatchStarted("hachihachi", tuple("ABCDE")))
    state = apply(match, DealStarted(0, CardSet.parse("CGKOSW")))
    return next(expectation_steps(state, 0, CardSet.parse("ABEFIJs"), step=STEP))


def _best(run: Callable[[], object], rounds: int) -> float:
    """Seconds of the fastest of several runs."""
    times = []
    for _ in range(rounds):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)
