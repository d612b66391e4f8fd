"""The half-turns of the running deal outlive a kill at any moment, and following goes on where it was."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from half_turn_player import show
from half_turned import begin, dealt, lay, zones_of
from postgres_server import PostgresServer
from yakume.engine.events import BidMade, CardPlayed, CardTurned
from yakume.vision.referee.kept import keep_look, read_look
from yakume.webui.cli import main
from yakume.webui.half_turns import faces_of
from yakume.webui.session.match import MatchSession
from yakume.webui.store import EventStore

PLAYER = Path(__file__).parents[1] / "half_turn_player.py"


def half_turns(game: str, seats: int) -> tuple[Any, ...]:
    """The half-turns of the deal, as they were made."""
    return tuple(event for event in dealt(game, seats)[-1].log if isinstance(event, CardPlayed | CardTurned))


def killed(url: str, game: str, seats: int, first: int, after: int, more_s: float) -> tuple[int, int]:
    """Play on from half-turn `first`, kill the process `more_s` after half-turn `after` was seen; the last that was
    seen, and the last that was laid."""
    command = [sys.executable, str(PLAYER), url, game, str(seats), str(first)]
    newest = {"seen": first, "laid": first}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        for line in player.stdout:
            what, number = line.split()
            if what == "seen" and newest["seen"] < after <= int(number):
                threading.Timer(more_s, os.kill, (player.pid, signal.SIGKILL)).start()
            newest[what] = int(number)
    assert player.returncode == -signal.SIGKILL
    return newest["seen"], newest["laid"]


def play_with_kills(url: str, game: str, seats: int, kills: int, seed: int) -> tuple[list[str], int]:
    """A whole deal with kills at random moments: what was lost or doubled, and how many half-turns were seen."""
    rng, truth, first = random.Random(seed), half_turns(game, seats), 0
    wrong = []
    for after in sorted(rng.sample(range(2, len(truth) - 6), kills)):
        if after <= first:
            continue
        seen, laid = killed(url, game, seats, first, after, rng.uniform(0, 0.2))
        with opened(url, seats) as session:
            kept, follows = followed(session), session.referee.following.plays
        # What was said to be seen is there, and at most what was being shown besides.
        if not seen <= len(kept) <= seen + 1 or faces_of(kept) != faces_of(truth[: len(kept)]):
            wrong.append(f"of {seen} half-turns {kept} was there after a kill")
        if follows != kept:
            wrong.append(f"after {kept} it followed on with {follows}")
        first = laid  # a kill moves no card
    with opened(url, seats) as session:
        now = 0
        for state in dealt(game, seats)[first:]:
            now = show(session, state, now)
        kept = followed(session)
    if faces_of(kept) != faces_of(truth):
        wrong.append(f"in the end there was {kept}")
    return wrong, len(truth)


@contextmanager
def opened(url: str, seats: int) -> Iterator[MatchSession]:
    """The match as a restart opens it."""
    store = EventStore(url)
    session = MatchSession(store, seats)
    assert session.open_newest()
    yield session
    store.close()


def followed(session: MatchSession) -> Any:
    assert session.seen is not None
    return session.seen.followed[1]


def test_a_deal_whose_process_is_killed_twice_is_followed_whole(url: str) -> None:
    assert play_with_kills(url, "koikoi", 2, kills=2, seed=5) == ([], 32)


@pytest.mark.parametrize("at", [10, 18])
def test_a_restart_before_a_turn_exchanges_none_of_its_cards(tmp_path: Path, at: int) -> None:
    """The second card has a fellow on the field, which came in sight with all else as the camera looked again."""
    states, truth, url = dealt("koikoi", 2), half_turns("koikoi", 2), f"sqlite:///{tmp_path / 'events.db'}"
    store, now = EventStore(url), 0
    session = MatchSession(store, 2)
    session.start(0, "koikoi", states[0].players, states[0].dealer, {})
    for state in states[: at + 1]:
        now = show(session, state, now, 4_000 if state is states[0] else 1_600)
    store.close()
    with opened(url, 2) as session:
        now = 0
        for state in states[at : at + 4]:
            now = show(session, state, now)
        assert faces_of(followed(session)) == faces_of(truth[: at + 3])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "read_within_ms"),
    [
        ("hachiju", 2, 0),
        ("hachihachi", 5, 0),
        ("futari", 2, 1_000),
        ("sannin", 3, 1_000),
        ("sudaoshi", 4, 0),
        ("koikoi", 2, 1_000),
    ],
)
def test_a_restart_at_any_moment_exchanges_no_cards(game: str, seats: int, read_within_ms: int, tmp_path: Path) -> None:
    """All cards came in sight at once, or one after the other, as the camera looked again."""
    states, truth, rng = dealt(game, seats), half_turns(game, seats), random.Random(seats)
    moments = {(rng.randrange(1, len(truth)), rng.randrange(4)) for _ in range(12)}
    store, now, copies = EventStore(f"sqlite:///{tmp_path / 'events.db'}"), 0, []
    session = MatchSession(store, seats)
    session.start(0, game, states[0].players, states[0].dealer, {})
    for number, state in enumerate(states[: max(moments)[0] + 1]):
        for frame in range(20 if number == 0 else 8):
            if (number, frame) in moments:
                copies.append((number, shutil.copy(tmp_path / "events.db", tmp_path / f"{number}-{frame}.db")))
            now = show(session, state, now, 200)
        if number == 0:
            session.book(session.seq, [event for event in states[-1].log if isinstance(event, BidMade)])
    store.close()
    for number, copy in copies:
        until = min(number + 3, len(states))
        with opened(f"sqlite:///{copy}", seats) as session:
            now = show(session, states[number], 0, 2_000, rng=rng, read_within_ms=read_within_ms)
            for state in states[number + 1 : until]:
                now = show(session, state, now)
            assert faces_of(followed(session)) == faces_of(truth[: until - 1]), copy


def test_where_the_end_of_a_deal_is_taken_back_play_is_followed_on(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:9]:
        lay(bench, state)
    before = bench.newest("table")["plays"]
    piles = {seat: str(pile) for seat, pile in enumerate(states[-1].deal.piles)}
    told = bench.post("/api/tally", piles=piles).json()
    bench.book(*told["result"]["events"])
    bench.sees(**zones_of(states[8]))
    assert bench.newest("table")["plays"] == []
    bench.post("/api/undo")
    bench.sees(**zones_of(states[8]))
    assert bench.newest("table")["plays"] == before and bench.newest("table")["health"]["id"] == "on thread"
    for state in states[9:]:
        lay(bench, state)
    turns = [scene for scene in bench.client.get("/api/replay/1").json()["scenes"] if scene["turn"] is not None]
    assert len(turns) == len(states) - 1


def test_a_deal_that_is_laid_anew_has_no_half_turns_of_the_one_before(bench: Any) -> None:
    states = dealt("sannin", 3)
    begin(bench, states)
    for state in states[1:5]:
        lay(bench, state)
    bench.book({"type": "deal_voided.v1"})
    assert bench.state["deal"]["number"] == 1
    bench.sees(for_ms=6_000, field="1h 2a 3a 4a 5a 6a")
    assert bench.state["phase"] == "teyaku"
    scenes = bench.client.get("/api/replay/1").json()["scenes"]
    assert [scene["turn"] for scene in scenes] == [None] * len(scenes)


def test_looks_of_another_yakume_are_left_and_nothing_else_is_lost(settings: Any, open_bench: Any) -> None:
    states = dealt("sannin", 3)
    with open_bench(settings) as bench:
        begin(bench, states)
        for state in states[1:5]:
            lay(bench, state)
        match, before = bench.state["match"], bench.client.get("/api/replay/1").json()
    store = EventStore(settings.database)
    store.keep_seen(match, 1, 1, [{"another": "form"}], 1, store.followed(match)[1])
    store.close()
    with open_bench(settings) as bench:
        assert bench.client.get("/api/replay/1").json() == before
        lay(bench, states[5])
        assert bench.state["match"] == match and bench.state["phase"] == "teyaku"


def test_a_look_comes_back_as_it_was_written() -> None:
    store = EventStore("sqlite://")
    session, states = MatchSession(store, 3), dealt("sannin", 3)
    session.start(0, "sannin", states[0].players, states[0].dealer, {})
    now = show(session, states[0], 0, 4_000)
    for state in states[1:7]:
        now = show(session, state, now)
    _, looks = session.referee.seen
    assert len(looks) > 7
    assert [read_look(json.loads(json.dumps(keep_look(look)))) for look in looks] == list(looks)
    store.close()


def test_how_the_table_lay_is_forgotten_but_for_the_newest_two_deals(url: str) -> None:
    store = EventStore(url)
    for deal, laid_at in enumerate((1, 4, 9), start=1):
        store.keep_seen("m", laid_at, 0, [{"t_ms": 0}], deal, [{"type": "x.v1"}])
        store.keep_seen("m", laid_at, 1, [{"t_ms": 1}, {"t_ms": 2}], deal, [{"type": "x.v1"}] * 2)
        store.keep_seen("m", laid_at, 2, [{"t_ms": 3}], deal, [{"type": "x.v1"}] * 3)
    assert [[look["t_ms"] for look in store.looks("m", at)] for at in (1, 4, 9)] == [[], [0, 1, 3], [0, 1, 3]]
    assert {deal: len(plays) for deal, plays in store.followed("m").items()} == {1: 3, 2: 3, 3: 3}
    store.close()


@pytest.mark.slow
def test_kills_in_mid_deal_lose_and_double_no_half_turn(server: PostgresServer, tmp_path: Path) -> None:
    # Both kinds of database are killed under above; here it is the longer deals of the other games.
    for number, (game, seats, url) in enumerate(
        (("sannin", 3, f"sqlite:///{tmp_path / 'sannin.db'}"), ("hachihachi", 5, server.new_url()))
    ):
        wrong, seen = play_with_kills(url, game, seats, kills=4, seed=number)
        print(f"{url.split(':')[0]}, {game}: 4 times kill -9 in mid-deal, {seen} half-turns")
        assert wrong == []


def test_what_was_followed_is_exported_backed_up_restored_and_told(
    settings: Any, open_bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    states = dealt("sannin", 3)
    with open_bench(settings) as bench:
        begin(bench, states)
        for state in states[1:]:
            lay(bench, state)
        lay(bench, states[-1], 4_000)
        bench.sees(field="1h 2a 3a 4a 5a 6a")
        bench.sees(for_ms=1_600, field="2a 3a 4a 5a 6a", **{f"seat{bench.state['deal']['dealer']}_captures": "1h 1a"})
        match = bench.state["match"]
        playback = [bench.client.get(f"/api/replay/{deal}").json()["scenes"] for deal in (1, 2)]
        exported = {kind: bench.client.get(f"/api/matches/{match}/export.{kind}") for kind in ("json", "csv")}
    turns = [[scene for scene in scenes if scene["turn"] is not None] for scenes in playback]
    assert [len(each) for each in turns] == [len(states) - 1, 1]
    # The spreadsheet tells them below the sheet, each as the playback does.
    rows = list(csv.reader(io.StringIO(exported["csv"].text.split("\r\n\r\n")[-1])))[1:]
    assert [(deal, what, rule) for deal, _, what, rule in rows] == [
        (f"{deal}", scene["ja"], scene["rule"]) for deal, scenes in enumerate(turns, start=1) for scene in scenes
    ]
    # Backed up and restored elsewhere, the match plays back as it did.
    new = replace(settings, database=f"sqlite:///{tmp_path / 'new.db'}")
    assert main(["backup", str(tmp_path / "b.jsonl"), "--database", settings.database]) == 0
    assert main(["restore", str(tmp_path / "b.jsonl"), "--database", new.database]) == 0
    with open_bench(new) as bench:
        now = [bench.client.get(f"/api/replay/{deal}").json()["scenes"] for deal in (1, 2)]
        assert [pictureless(scenes) for scenes in now] == [pictureless(scenes) for scenes in playback]
        assert bench.client.get("/api/turns/1/0").json()["choices"]
    # The command line tells them from the database, from the exported log and from the backup alike.
    capsys.readouterr()
    (tmp_path / "log.json").write_text(exported["json"].text, encoding="utf-8")
    told = []
    for where in (["--database", new.database], [str(tmp_path / "log.json")], [str(tmp_path / "b.jsonl")]):
        assert main(["replay", *where, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out)["steps"])
    assert told[0] == told[1] == told[2]
    for deal, scenes in enumerate(playback, start=1):
        steps = [step for step in told[0] if step["deal"] == deal]
        assert [(s["ja"], s["seq"]) for s in steps] == [(s["ja"], s["seq"] and s["seq"] - 1) for s in scenes]
    # A log that an older yakume exported has none, and is told without.
    whole = json.loads(exported["json"].text)
    (tmp_path / "old.json").write_text(json.dumps({key: whole[key] for key in ("match", "day", "scores", "log")}))
    assert main(["replay", str(tmp_path / "old.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == [step for step in told[0] if step["seq"] is not None]
    assert main(["replay", str(tmp_path / "log.json"), "--lang", "ja", "--deal", "1"]) == 0
    text = capsys.readouterr().out
    assert text.index(turns[0][0]["ja"]) < text.index(turns[0][-1]["ja"]) < text.index("清算")


def pictureless(scenes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pictures are remembered in memory alone."""
    return [scene | {"pictured": False} for scene in scenes]
