"""Whole matches followed with perfect eyes: the referee alone is measured, in seconds instead of evenings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from yakume.datasets.synth.table import timeline
from yakume.datasets.synth.table_eyes import LOOK_MS, Eyes, thinned
from yakume.datasets.synth.table_places import Places
from yakume.datasets.synth.table_play import play_match
from yakume.datasets.synth.table_rough import PARTS, rough_parts
from yakume.datasets.synth.table_script import Pace, Script
from yakume.datasets.synth.table_troubles import TROUBLES, laid_over
from yakume.engine.events import Event
from yakume.engine.options import OptionValue
from yakume.vision.layout import TableLayout
from yakume.vision.observation import Observation

from .follow import FollowScores
from .people import People
from .story import Story
from .table_events import Follower
from .tables import load_table, story_of
from .truth_eyes import looks_of

FPS = 10
"""Frames of the script a second."""


ANSWERS: Mapping[str, float] = MappingProxyType({"answers-never": 0.1, "answers-wrong": 0.1})
"""Troubles with the people: share of the questions that are never answered, or wrongly and then taken back."""


@dataclass(frozen=True)
class Evening:
    """What is played, and what goes wrong."""

    ruleset: str
    players: int
    deals: int
    seed: int
    troubles: tuple[str, ...] = ()
    """Names of `TROUBLES`, of `PARTS` that are habits, and of `ANSWERS`."""
    answers_after_s: float | None = None
    """How late people answer; None for as people do."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def followed(evening: Evening) -> FollowScores:
    """What came of following the match of `evening` with perfect eyes."""
    never, wrong = (share if name in evening.troubles else 0.0 for name, share in ANSWERS.items())
    match = play(evening.ruleset, evening.players, evening.deals, evening.seed, evening.troubles)
    return follow(match, People(evening.answers_after_s, evening.seed, never, wrong))


@dataclass(frozen=True)
class Match:
    """A simulated match as perfect eyes see it."""

    story: Story
    looks: tuple[Observation, ...]
    """In order."""


def play(
    ruleset: str,
    players: int,
    deals: int,
    seed: int,
    troubles: Collection[str] = (),
    options: Mapping[str, OptionValue] | None = None,
) -> Match:
    """The first `deals` deals of a match at the pace of people.

    Args: `troubles` are names of `TROUBLES` and of `PARTS`, of which only habits matter.

    Raises: EngineError for a game, an option or a number of players that the engine refuses.
    """
    play_rng, place_rng, habit_rng, sight_rng = (np.random.default_rng([seed, k]) for k in (0, 1, 3, 4))
    habits = rough_parts(name for name in troubles if name in PARTS).habits
    layout, pace = TableLayout.default(players), Pace().slower(3)
    moves = play_match(ruleset, players, deals, play_rng, options)
    film = timeline(Script(Places(layout, place_rng, habits=habits), pace, habits, habit_rng), moves, pace)
    events: list[tuple[int, Event]] = []
    hands: list[list[int]] = []
    eyes, every = Eyes(layout), FPS * LOOK_MS // 1000

    def seen() -> Iterator[Observation]:
        for frame, (now, shown, _) in enumerate(film):
            hands.append([hand.seat for hand in now.hands])
            events.extend((frame, event) for event in shown)
            if frame % every == 0:
                yield eyes.look(now, frame * 1000 // FPS)

    looks = [*thinned(seen())]
    story = story_of(events, hands, 1000 / FPS)
    fields = [(deal.t_ms, deal.started.field) for deal in story.deals]
    over = [TROUBLES[name](layout, fields, sight_rng) for name in TROUBLES if name in troubles]
    return Match(story, tuple(laid_over(looks, over)))


def recorded(folder: Path) -> Match:
    """The table recorded in `folder`, as perfect eyes see it. Raises: LabelError if it cannot be used."""
    table = load_table(folder)
    return Match(table.story, tuple(looks_of(table.frames, table.about, table.layout)))


def follow(match: Match, people: People) -> FollowScores:
    """What came of following `match` with `people` at the table."""
    follower = Follower(match.story, people)
    end_ms = match.looks[-1].t_ms + LOOK_MS
    for look in match.looks:
        follower.observe(look, look.t_ms)
    # The next deal on the table is what ends one: the beginning is seen once more for the last.
    lead_ms = follower.lead_ms()
    again = [look for look in match.looks if look.t_ms <= lead_ms]
    for look in again:
        now_ms = end_ms + look.t_ms
        follower.observe(replace(look, t_ms=now_ms), now_ms)
    follower.stay(replace(again[-1], t_ms=end_ms + again[-1].t_ms), end_ms + again[-1].t_ms)
    return follower.follow()
