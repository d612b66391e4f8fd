"""Simulated tables as a yardstick: what counts, what is lost, and whether the referee books what happened."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from observing import card_seen, observed
from yakume.datasets.evaluation.labels import LabelError
from yakume.datasets.evaluation.story import Story, tell
from yakume.datasets.evaluation.table_events import EventScores, Follower
from yakume.datasets.evaluation.tables import evaluate_table, find_table, load_table
from yakume.datasets.synth.table import timeline
from yakume.datasets.synth.table_camera import Instant
from yakume.datasets.synth.table_places import Places
from yakume.datasets.synth.table_play import play_match
from yakume.datasets.synth.table_script import Pace, Script
from yakume.engine import FACES, RULESETS, Card, CardSet, DealStarted, DealVoided, Face, MatchStarted
from yakume.engine.events import Event, from_json, to_json
from yakume.vision.detection import Detection
from yakume.vision.geometry import iou
from yakume.vision.layout import TableLayout
from yakume.vision.observation import Observation
from yakume.vision.read import CardReader
from yakume.vision.zones import Place

ENDS = [(game.id, seats) for game in RULESETS.values() for seats in sorted({min(game.seats), max(game.seats)})]


# -- what the referee books with perfect eyes -----------------------------------------------------------------


def seen(layout: TableLayout, frames: list[Instant], count: int) -> Iterator[tuple[int, Observation]]:
    """Every second frame as somebody with perfect eyes tells it; after the last the first come again."""
    since: dict[Any, tuple[Any, int]] = {}
    zone_at = cache(layout.zone_at)  # most cards lie where they lay
    for k in range(count):
        now = frames[k % len(frames)]
        since = {
            card: since[card] if card in since and since[card][0] == pose else (pose, k)
            for card, pose in now.cards.items()
        }
        if k % 2:
            continue
        cards = []
        for card, pose in now.cards.items():
            if pose.face_up and not pose.lift:
                zone = zone_at((pose.x, pose.y))
                stable = k - since[card][1] >= 4
                cards.append(card_seen(int(card), str(card), None if zone is None else str(zone), stable=stable))
        yield k, observed(cards, 100 * k, frame=k, hand=bool(now.hands))


def follow(ruleset: str, players: int, seed: int, hidden: Collection[str] = ()) -> tuple[Story, EventScores]:
    """Two deals of a game as perfect eyes see them, but for the cards `hidden` once they are captured."""
    layout, pace = TableLayout.default(players), Pace()
    script = Script(Places(layout, np.random.default_rng([seed, 1])), pace)
    match = play_match(ruleset, players, 2, np.random.default_rng([seed, 0]))
    film = list(timeline(script, match, pace))
    timed = [(100 * k, event) for k, (_, events, _) in enumerate(film) for event in events]
    story = tell(timed, [t_ms for t_ms, _ in timed])
    follower = Follower(story)
    for k, observation in seen(layout, [now for now, _, _ in film], len(film) + follower.lead_ms() // 100):
        cards = tuple(
            each
            for each in observation.cards
            if str(each.card) not in hidden or each.zone is None or each.zone.place is not Place.CAPTURES
        )
        follower.observe(replace(observation, cards=cards), 100 * k)
    return story, follower.scores()


@pytest.mark.parametrize(("ruleset", "players"), ENDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_seen_perfectly_is_booked_to_the_true_ledger(ruleset: str, players: int, seed: int) -> None:
    """Cards from the camera, words from the people: every payment of both deals, in every game."""
    story, scores = follow(ruleset, players, seed)
    assert scores.missing == ()
    assert scores.ledger
    assert scores.scores[0] == scores.scores[1] == story.end.scores
    assert scores.results_booked == scores.results
    assert scores.hand_yaku_booked == scores.hand_yaku
    assert scores.results_false == scores.hand_yaku_false == 0


@pytest.mark.parametrize(("ruleset", "players", "seed"), [(*table, seed) for seed, table in enumerate(ENDS, 1)])
def test_a_captured_card_that_nobody_ever_sees_costs_nobody_anything(ruleset: str, players: int, seed: int) -> None:
    """COM-CAP-02 … COM-CAP-04: where it lies follows from the cards of its month, or people say it."""
    hidden = str(Card(np.random.default_rng(seed).integers(48)))
    _, scores = follow(ruleset, players, seed, [hidden])
    assert scores.missing == ()
    assert scores.ledger


# -- cards ----------------------------------------------------------------------------------------------------

BOX = [[100.0, 60.0], [134.0, 60.0], [134.0, 116.0], [100.0, 116.0]]
FRAMES = 40


def card(name: str, at: float, **changes: Any) -> dict[str, Any]:
    """A card of a frame, `at` px to the right; lying on the field and all in sight unless `changes` say otherwise."""
    quad = [[x + at, y] for x, y in BOX]
    face = str(next(iter(CardSet.parse(name))).face)
    return {"card": name, "face": face, "quad": quad, "zone": "field", "visible": 1.0, "by_hand": 0.0, **changes}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table of four seconds: 1h lies there, 2t from frame 20 on; 3a under a hand, 4a under a card, 5a in the air."""
    size = (640, 360)
    video = cv2.VideoWriter(str(tmp_path / "table.mp4"), cv2.VideoWriter_fourcc(*"mp4v"), 10, size)
    for _ in range(FRAMES):
        video.write(np.full((size[1], size[0], 3), 90, np.uint8))
    video.release()
    hands = tuple(CardSet(list(range(6 + 7 * k, 13 + 7 * k))) for k in range(3))
    events: list[tuple[int, Event]] = [
        (1, MatchStarted("sannin", ("A", "B", "C"))),
        (1, DealStarted(0, CardSet(list(range(6))), hands)),
        (30, DealVoided()),
    ]
    lines: list[dict[str, Any]] = [
        {"kind": "table", "ruleset": "sannin", "deals": 1, "seed": 1, "players": 3, "fps": 10, "size": list(size)}
    ]
    lines += [{"kind": "event", "frame": frame, "event": to_json(event)} for frame, event in events]
    for k in range(FRAMES):
        cards = [card("1h", 0), card("3a", 60, visible=0.3, by_hand=0.7), card("4a", 120, visible=0.3)]
        cards += [card("5a", 180 + 3 * k, zone=None)]
        if k >= 20:
            cards.append(card("2t", -60))
        lines.append({"kind": "frame", "frame": k, "cards": cards, "deck": 40, "held": 3, "hands": [], "leaning": None})
    (tmp_path / "table.truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "table.layout.toml").write_text(TableLayout.default(3).to_toml())
    (tmp_path / "table.ledger.json").write_text("{}")
    return tmp_path


class Eyes:
    """Finds and reads what it is told to, in every picture."""

    def __init__(self, *faces_at: tuple[str, float]) -> None:
        self._seen = [(Face(face), np.array([[x + at, y] for x, y in BOX], np.float32)) for face, at in faces_at]

    def detect(self, image: np.ndarray) -> list[Detection]:
        return [Detection(quad, 0.9, False) for _, quad in self._seen]

    def read(self, image: np.ndarray, quads: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        rows = np.full((len(quads), len(FACES)), 0.001, np.float32)
        for row, quad in zip(rows, quads, strict=True):
            row[max(self._seen, key=lambda each: iou(each[1], quad))[0].index] = 0.97
        return rows, np.zeros(len(quads), bool)

    def reader(self) -> CardReader:
        return CardReader(self, self)


def test_what_is_found_and_read_right_counts_and_hidden_cards_do_not(folder: Path) -> None:
    scores = evaluate_table(folder, Eyes(("1h", 0), ("2t", -60)).reader())
    # Looks at frames 0, 2 … 38: 1h counts after a second from frame 10 on, 2t from 30 on.
    assert (scores.voted_score.cards, scores.voted_score.read_right) == (15 + 5, 20)
    # Before frame 20 what is found at the place of 2t lies nowhere: told from 0.4 s on (looks 4, 6 … 18), and in
    # frames 0 and 10 of those read by themselves.
    assert scores.voted_score.false == 8
    assert (scores.single_score.cards, scores.single_score.read_right, scores.single_score.false) == (4 + 2, 6, 2)
    assert scores.lost == {"counted": 20, "just laid": 5 + 5, "moving": 20, "under cards": 20, "under hands": 20}


def test_a_missed_and_a_misread_card_are_told_with_their_place(folder: Path) -> None:
    scores = evaluate_table(folder, Eyes(("1t", 0)).reader())
    assert (scores.voted_score.found, scores.voted_score.read_right) == (15, 0)
    told = {(each["face"], each["read"]): each for each in scores.failures()}
    assert told["1h", "1t"] | {"at": None} == {"face": "1h", "read": "1t", "at": None, "pictures": 15, "first": 10}
    assert told["2t", None]["pictures"] == 5
    assert "1h      read as 1t" in scores.to_text()
    assert json.loads(json.dumps(scores.to_json()))["voted"]["face_accuracy"] == 0


def test_the_same_table_has_the_same_hash_and_another_another(folder: Path) -> None:
    before = load_table(folder).sha256
    assert load_table(folder).sha256 == before
    (folder / "table.ledger.json").write_text('{"scores": []}')
    assert load_table(folder).sha256 != before


@pytest.mark.parametrize("missing", ["mp4", "layout.toml", "truth.jsonl", "ledger.json"])
def test_an_incomplete_table_is_named(folder: Path, missing: str) -> None:
    (folder / f"table.{missing}").unlink()
    with pytest.raises(LabelError, match=missing.replace(".", r"\.")):
        load_table(folder)


@pytest.mark.parametrize("text", ["", "{}\n", "no json\n", '{"kind": "table", "fps": 10}\n'])
def test_a_broken_truth_is_named(folder: Path, text: str) -> None:
    (folder / "table.truth.jsonl").write_text(text)
    with pytest.raises(LabelError, match=r"table\.truth\.jsonl"):
        load_table(folder)


def test_a_folder_without_a_truth_is_no_table(tmp_path: Path) -> None:
    assert find_table(tmp_path) is None
    assert find_table(tmp_path / "nowhere") is None


def test_a_story_holds_every_deal_with_its_payments() -> None:
    match = enumerate(play_match("sannin", 3, 3, np.random.default_rng(6)))
    timed = [(k, from_json(to_json(event))) for k, (event, _) in match]
    story: Story = tell(timed, range(len(timed)))
    assert [deal.t_ms < deal.end_ms for deal in story.deals] == len(story.deals) * [True]
    paid = [payment for deal in story.deals for payment in deal.payments]
    assert len(paid) == len(story.end.ledger)
    assert sum(mon * (payee == 0) - mon * (payer == 0) for payer, payee, mon, _ in paid) == story.end.scores[0]
