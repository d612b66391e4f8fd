"""Whatever is said, in whatever order, in every game: no 5xx, no money made or lost, and the log is the state.

YAKUME_MACHINE=2000 plays so many matches instead of a few; YAKUME_MACHINE_STEPS says how long each is.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from random_play import choose, lopsided_piles, recorded
from yakume.engine import DECK, FACES, RULESETS, Phase, State, replay
from yakume.engine.events import from_json, to_json
from yakume.webui.desk import Desk
from yakume.webui.settings import Settings
from yakume.webui.store import EventStore
from yakume.webui.store.opening import open_match

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(-1, 7)
ZONES = ["field", *(f"seat{seat}.{place}" for seat in range(7) for place in ("captures", "shown"))]
VIEWS = ("/api/history", "/api/declare", "/api/sheet.html", "/api/sheet.csv", "/api/sheet.txt", "/api/matches")
CHANGED = {"seq", "undo", "redo", "can_undo", "can_redo"}
"""What an undo and its redo may change of the state: the log is longer by both."""
statuses: Counter[tuple[str, int]] = Counter()


class Table(RuleBasedStateMachine):
    """One match, kept by people and a camera who do anything that the API lets them say."""

    bench: Any = None

    @initialize(game=st.sampled_from([*RULESETS.values()]), seed=SEEDS)
    def begin(self, game: Any, seed: int) -> None:
        rng = random.Random(seed)
        seats = rng.choice(game.seats)
        options = {option.key: rng.choice(option.choices) for option in game.options if rng.random() < 0.15}
        self.names = [f"P{seat}" for seat in range(seats)]
        said = {"ruleset": game.id, "players": self.names, "dealer": rng.randrange(seats)}
        if self.post("/api/match", **said, options=options) != 201:  # options that do not go together
            assert self.post("/api/match", **said, options={}) == 201
        self.play(seed, 10, hide=False)  # the first things said are seldom more than a match that has just begun

    # -- what is said -----------------------------------------------------------------------------------------

    def post(self, path: str, **body: Any) -> int:
        """Status of a command based on the newest event."""
        answer = self.bench.post(path, **body)
        statuses[path, answer.status_code] += 1
        assert answer.status_code < 500, (path, body, answer.text)
        self.answer = answer.json()
        return int(answer.status_code)

    @property
    def state(self) -> State:
        return self.bench.client.app.state.desk.match()

    @rule(seed=SEEDS, moves=st.integers(1, 12), hide=st.booleans())
    def play(self, seed: int, moves: int, hide: bool) -> None:
        """Legal moves, one command each; at a table that tells its hands, or hides them."""
        rng = random.Random(seed)
        for _ in range(moves):
            if self.state.phase is Phase.OVER:
                return
            event = choose(self.state, rng)
            wire = to_json(event)
            if hide and wire["type"] == "deal_started.v1":
                wire["hands"] = []
            # What a random player does with hidden cards may be refused.
            if self.post("/api/events", events=[wire]) != 201:
                return

    @rule(seed=SEEDS)
    @precondition(lambda self: self.state.phase in (Phase.TEYAKU, Phase.HAND) and not self.state.deal.turn)
    def settle(self, seed: int) -> None:
        """The running deal by its piles."""
        rng = random.Random(seed)
        try:
            after = recorded(self.state, lopsided_piles(rng, len(self.state.players)), rng)
        except (AssertionError, ValueError):
            return
        assert self.post("/api/events", events=[to_json(after.log[-1])]) in (201, 422)

    @rule()
    def undo_and_redo(self) -> None:
        before = self.bench.state
        if self.post("/api/undo") != 200:
            return
        taken_back = self.bench.state["seq"]
        assert taken_back == before["seq"] + 1
        assert self.post("/api/redo") == 200
        after = self.bench.state
        assert {key for key in after if after[key] != before[key]} <= CHANGED

    @rule()
    def undo(self) -> None:
        self.post("/api/undo")

    @rule()
    def redo(self) -> None:
        self.post("/api/redo")

    @rule(at=st.integers(0, 60), seed=SEEDS, keep=st.booleans())
    def correct(self, at: int, seed: int, keep: bool) -> None:
        """Any event is put right: taken away, said again, or by one that was meant for another moment."""
        log = self.state.log
        event = to_json(log[at % len(log)])
        other = [event] if keep else random.Random(seed).choice(([], [to_json(log[seed % len(log)])]))
        self.post("/api/events", events=[{"type": "corrected.v1", "seq": at % (len(log) + 1), "events": other}])

    @rule(seed=SEEDS, seat=SEATS)
    def misplace(self, seed: int, seat: int) -> None:
        """An event of now, said of another seat or with another card."""
        if self.state.phase is Phase.OVER:
            return
        rng = random.Random(seed)
        wire = to_json(choose(self.state, rng))
        wire = {
            key: seat if key == "seat" else str(rng.choice([*DECK])) if key in ("card", "takes") else value
            for key, value in wire.items()
        }
        self.post("/api/events", events=[wire])
        self.post("/api/preview", events=[wire])

    @rule(seed=SEEDS, hand=st.booleans())
    def look(self, seed: int, hand: bool) -> None:
        """The camera sees cards lie anywhere for a while."""
        rng = random.Random(seed)
        cards = rng.sample([*DECK], rng.randrange(30))
        zones: dict[str, list[str]] = {}
        places = ["field", *(f"seat{s}_{p}" for s in range(len(self.names)) for p in ("captures", "shown"))]
        for card in cards:
            zones.setdefault(rng.choice(places), []).append(str(card))
        self.bench.sees(1_600, hand=hand, **{zone: " ".join(found) for zone, found in zones.items()})

    @rule(seed=SEEDS)
    def look_at_the_truth(self, seed: int) -> None:
        """The camera sees what the log says lies there, and the next field where a deal is over."""
        deal = self.state.deal
        if deal is None or self.state.phase in (Phase.READY, Phase.OVER):
            self.bench.sees(3_200, field=" ".join(map(str, random.Random(seed).sample([*DECK], self.state.game.field))))
            return
        piles = {f"seat{seat}_captures": " ".join(map(str, pile)) for seat, pile in enumerate(deal.piles)}
        self.bench.sees(3_200, field=" ".join(map(str, deal.field)), **piles)

    @rule(seed=SEEDS)
    def answer_a_question(self, seed: int) -> None:
        rng = random.Random(seed)
        questions = self.bench.newest("table")["questions"]
        if questions:
            question = rng.choice(questions)
            self.post("/api/answer", question=question["id"], answer=rng.choice(question["answers"])["id"])

    @rule(seed=SEEDS, zone=st.sampled_from(ZONES))
    def photograph(self, seed: int, zone: str) -> None:
        rng = random.Random(seed)
        faces = [str(face) for face in rng.sample([*FACES], rng.randrange(9))]
        self.post("/api/photo", place=zone, faces=faces)

    @rule(seed=SEEDS, zone=st.sampled_from([*ZONES, None]))
    def place_a_card(self, seed: int, zone: str | None) -> None:
        self.post("/api/cards/place", card=str(random.Random(seed).choice([*DECK])), to=zone)

    @rule(seed=SEEDS)
    def tally(self, seed: int) -> None:
        rng = random.Random(seed)
        piles = lopsided_piles(rng, len(self.names))
        said = {str(seat): " ".join(map(str, pile)) for seat, pile in enumerate(piles)}
        self.post("/api/tally", piles=said, told=[])

    @rule()
    def end_the_deal(self) -> None:
        self.post("/api/deal/end")

    @rule(sure=st.integers(0, 9))
    def end_the_match(self, sure: int) -> None:
        if sure == 0:  # seldom: after it there is little left to say
            self.post("/api/match/end")

    # -- what must hold ---------------------------------------------------------------------------------------

    @invariant()
    def the_log_is_the_state(self) -> None:
        if self.bench is None or not hasattr(self, "names"):
            return
        log = self.bench.client.get("/api/events").json()
        events = [from_json(row["event"]) for row in log["events"]]
        replayed = replay(events)
        assert replayed == self.state
        assert sum(replayed.scores) + replayed.on_table == 0, replayed.line
        shown = self.bench.state
        assert (shown["seq"], shown["scores"]) == (len(events), list(replayed.scores))
        for entry in replayed.ledger:
            assert entry.mon > 0 and type(entry.mon) is int

    @invariant()
    def everything_can_be_shown(self) -> None:
        if self.bench is None or not hasattr(self, "names"):
            return
        for path in VIEWS:
            answer = self.bench.client.get(path)
            assert answer.status_code == 200, (path, answer.text)

    def teardown(self) -> None:
        """A restart shows the same."""
        if not hasattr(self, "names"):
            return
        desk = self.bench.client.app.state.desk
        store = EventStore(desk.settings.database)
        opened = open_match(store, desk.match_id)
        assert (opened.trouble, opened.state) == (None, desk.match())
        again = Desk(replace(desk.settings, source=None), store)
        again.open()
        assert again.booked() == desk.booked()
        store.close()


def play_matches(open_bench: Any, matches: int, steps: int) -> None:
    statuses.clear()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        own = Settings(source="0", database=f"sqlite:///{folder / 'events.db'}", layout=folder / "table.toml")
        Table.bench = stack.enter_context(open_bench(own))
        how = settings(
            max_examples=matches,
            stateful_step_count=steps,
            deadline=None,
            derandomize="YAKUME_MACHINE_SEED" not in os.environ,
            database=None,
            suppress_health_check=[*HealthCheck],
        )
        try:
            run_state_machine_as_test(Table, settings=how)
        finally:
            Table.bench = None


def test_a_few_matches_of_anything(open_bench: Any) -> None:
    play_matches(open_bench, 3, 8)
    # Enough gets past every check: without that the rest would prove little.
    taken = sum(count for (_, status), count in statuses.items() if status < 300)
    assert taken > 20, statuses


@pytest.mark.slow
@pytest.mark.skipif("YAKUME_MACHINE" not in os.environ, reason="YAKUME_MACHINE says how many matches")
def test_many_matches_of_anything(open_bench: Any) -> None:
    steps = int(os.environ.get("YAKUME_MACHINE_STEPS", "40"))
    play_matches(open_bench, int(os.environ["YAKUME_MACHINE"]), steps)
    told = Counter()
    for (_, status), count in statuses.items():
        told[status] += count
    print(f"{os.environ['YAKUME_MACHINE']} matches of up to {steps} steps: {sum(told.values())} commands, {dict(told)}")
