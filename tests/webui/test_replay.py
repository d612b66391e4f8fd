"""`yakume replay`: a match as text, from the database and from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_play import random_match
from yakume.datasets.synth.table_play import play_match
from yakume.engine import RULESETS, Event, find_ruleset
from yakume.engine.events import to_json
from yakume.engine.play import replay
from yakume.webui.cli import main
from yakume.webui.store import EventStore
from yakume.webui.store.backup import backup_lines


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """Two deals of three."""
    return [event for event, _ in play_match("sannin", 3, 2, np.random.default_rng(2))]


def test_every_move_of_a_recorded_table_is_told_with_what_it_cost(
    events: list[Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = [{"kind": "event", "frame": k, "event": to_json(event)} for k, event in enumerate(events)]
    lines = [{"kind": "table", "fps": 10}, *truth, {"kind": "frame", "cards": []}]
    (tmp_path / "table.truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["replay", str(tmp_path / "table.truth.jsonl"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [step["event"] for step in told["steps"]] == [to_json(event) for event in events]
    changes = [step["change"] for step in told["steps"]]
    assert tuple(map(sum, zip(*changes, strict=True))) == replay(events).scores
    assert main(["replay", str(tmp_path / "table.truth.jsonl"), "--deal", "2", "--lang", "ja"]) == 0
    text = capsys.readouterr().out
    assert "第2局" in text and "第1局\n" not in text
    assert text.count(" → ") == sum(entry.deal == 2 for entry in replay(events).ledger) > 0


def test_every_payment_is_told_with_its_reason_and_how_the_players_stand(
    events: list[Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.truth.jsonl").write_text("".join(json.dumps({"event": to_json(each)}) + "\n" for each in events))
    assert main(["replay", str(tmp_path)]) == 0  # the folder that yakume simulate wrote
    lines = capsys.readouterr().out.splitlines()
    state = replay(events)
    for entry in state.ledger:
        payer, payee = ("table" if seat is None else state.players[seat] for seat in (entry.payer, entry.payee))
        assert any(
            line.strip() == f"{payer} → {payee} {entry.mon}{entry.unit}: {entry.en} [{entry.rule}]" for line in lines
        )
    first = [
        sum(e.mon * ((e.payee == seat) - (e.payer == seat)) for e in state.ledger if e.deal == 1) for seat in range(3)
    ]
    (deal,) = [line for line in lines if line.startswith("deal 2")]
    assert all(f"{player} {mon:+}文" in deal for player, mon in zip(state.players, first, strict=True))


def test_what_cannot_be_replayed_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.mp4").write_bytes(b"\x9a\x00")
    assert main(["replay", str(tmp_path / "table.mp4")]) == 2
    assert "not a text" in capsys.readouterr().err
    assert main(["replay", "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert "no match was played here" in capsys.readouterr().err


def test_a_match_of_the_database_is_found_by_number_name_and_id(
    events: list[Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    store = EventStore(url)
    store.append("first", 0, [to_json(event) for event in events])
    store.append("second", 0, [to_json(events[0])])
    store.rename_match("first", "Friday")
    texts = []
    for match in ("1", "Friday", "first"):
        assert main(["replay", match, "--database", url]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2]
    assert "deal 1" in texts[0] and "plays" in texts[0]
    assert main(["replay", "--database", url]) == 0  # the newest
    assert "deal" not in capsys.readouterr().out
    assert main(["replay", "Monday", "--database", url]) == 2
    assert "1 (Friday)" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "no json", '{"a": 1}\n', '{"type": "match_started.v9"}\n'])
def test_a_file_without_events_is_named(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    assert main(["replay", str(tmp_path / "log.jsonl")]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_without_a_database_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "7", "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert "no match '7'" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_text_and_the_playback_of_the_page_tell_the_same_moves_and_the_same_sums(
    game: str, bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, last = random_match(find_ruleset(game), find_ruleset(game).seats[0], {}, seed=3, deals=2)
    bench.start(ruleset=game, players=list(last.players), dealer=last.log[0].dealer)
    events = [to_json(event) for event in last.log[1:]]
    bench.book(*events)
    shown = next((at for at, event in enumerate(events, start=1) if event["type"] == "teyaku_shown.v1"), None)
    if shown is not None:  # a corrected match is told as corrected by both
        bench.book({"type": "corrected.v1", "seq": shown, "events": []})
    match = bench.client.get(f"/api/matches/{bench.state['match']}/export.json").json()
    (tmp_path / "log.json").write_text(json.dumps({"events": match["log"]}))
    assert main(["replay", str(tmp_path / "log.json"), "--json"]) == 0
    steps = [step for step in json.loads(capsys.readouterr().out)["steps"] if not step["refused"]]
    sums = [0] * len(last.players)
    for deal in (1, 2):
        scenes = bench.client.get(f"/api/replay/{deal}").json()["scenes"]
        of_deal = [step for step in steps if step["deal"] == deal and step["event"]["type"] != "match_ended.v1"]
        # Of a deal that was void and dealt again the page plays the one that counts.
        of_deal = of_deal[-len(scenes) :] if len(scenes) < len(of_deal) else of_deal
        assert [(scene["ja"], scene["en"]) for scene in scenes] == [(step["ja"], step["en"]) for step in of_deal]
        for step in steps:
            if step["deal"] == deal:
                sums = [so_far + more for so_far, more in zip(sums, step["change"], strict=True)]
    opening = [sum(step["change"][seat] for step in steps if step["deal"] == 0) for seat in range(len(sums))]
    assert [so_far + more for so_far, more in zip(sums, opening, strict=True)] == bench.state["scores"]


def test_a_backup_of_several_matches_lists_them_until_one_is_chosen(
    events: list[Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = EventStore(f"sqlite:///{tmp_path / 'y.db'}")
    for match_id, count in (("first", 1), ("second", 5)):
        store.append(match_id, 0, [to_json(event) for event in events[:count]])
    store.rename_match("second", "新年会")
    file = tmp_path / "all.jsonl"
    file.write_text("".join(backup_lines(store)), encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert f"{file} holds several matches: choose one with --of: 1 (first), 2 (新年会)" in capsys.readouterr().err
    for which, count in (("1", 1), ("first", 1), ("2", 5), ("新年会", 5), ("second", 5)):
        assert main(["replay", str(file), "--of", which, "--json"]) == 0
        assert [step["event"] for step in json.loads(capsys.readouterr().out)["steps"]] == [
            to_json(event) for event in events[:count]
        ]
    assert main(["replay", str(file), "--of", "3"]) == 2
    assert "no match '3' in" in capsys.readouterr().err
    assert main(["replay", "first", "--of", "1"]) == 2
    assert "name the file of a backup" in capsys.readouterr().err
