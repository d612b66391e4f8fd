"""A table that is not kind: what people do to the cards and around them, what light and camera do."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from yakume.datasets.evaluation.matches import follow, recorded
from yakume.datasets.evaluation.people import People
from yakume.datasets.evaluation.tables import evaluate_table, load_table
from yakume.datasets.synth import table
from yakume.datasets.synth.sprites import Deck, own_deck
from yakume.datasets.synth.table_around import Around
from yakume.datasets.synth.table_camera import Instant, Seen, Taken
from yakume.datasets.synth.table_moods import Moods
from yakume.datasets.synth.table_places import Places, Pose
from yakume.datasets.synth.table_rough import KIND, PARTS, Rough, rough_evening, rough_parts
from yakume.datasets.synth.table_script import Pace
from yakume.datasets.synth.table_view import draw_view
from yakume.engine import Card
from yakume.engine.events import Event
from yakume.vision.layout import TableLayout
from yakume.webui.cli import main
from yakume.webui.commands import simulate

DECK = Deck("own/none", {})
"""Nobody draws it."""


class Blind:
    """A camera that draws nothing: each picture is a pixel of its own."""

    def __init__(self, *args: Any) -> None:
        self.view, self.knocks = args[1], 0

    def shoot(self, now: Instant, t_s: float) -> Taken:
        return Taken(np.zeros((1, 1, 3), np.uint8), [], None)

    def knock(self, by_mm: np.ndarray, turn: float) -> None:
        self.knocks += 1


def filmed(monkeypatch: pytest.MonkeyPatch, rough: Rough, seed: int = 3) -> list[table.Shot]:
    """A deal of three without its pictures."""
    monkeypatch.setattr(table, "Camera", Blind)
    monkeypatch.setattr(table, "_look", lambda deck, rng: None)
    return [*table.record("sannin", 3, 1, seed, DECK, rough=rough).shots]


def told(shots: list[table.Shot]) -> list[Event]:
    return [event for shot in shots for event in shot.events]


def test_the_command_knows_every_part() -> None:
    assert set(simulate.ROUGH) == set(PARTS)


def test_no_part_changes_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = filmed(monkeypatch, KIND)
    for name in PARTS:
        rough = filmed(monkeypatch, rough_parts([name]))
        assert told(kind) == told(rough), name
        assert rough[-1].state.ledger == kind[-1].state.ledger, name


def test_a_whole_rough_evening_plays_what_a_kind_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2):
        kind, rough = filmed(monkeypatch, KIND, seed), filmed(monkeypatch, rough_evening(seed), seed)
        assert told(kind) == told(rough)
        assert {hand.seat for shot in rough for hand in shot.now.resting}
        assert {thing.kind for shot in rough for thing in shot.now.things}


def test_a_stuttering_camera_gives_pictures_again_and_loses_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    kind, rough = filmed(monkeypatch, KIND), filmed(monkeypatch, rough_parts(["stutters"]))
    again = [a.taken is b.taken for a, b in itertools.pairwise(rough)]
    assert 0.01 < sum(again) / len(again) < 0.3
    longest = max((len([*run]) for same, run in itertools.groupby(again) if same), default=0)
    assert longest >= table.FPS  # a freeze of a second
    assert told(kind) == told(rough)
    assert len(kind) == len(rough)


def test_things_lie_where_no_card_does_and_are_taken_away_when_one_comes() -> None:
    layout = TableLayout.default(3)
    places = Places(layout, np.random.default_rng(1))
    around = Around(layout, places.seats, np.random.default_rng(2), things=True)
    empty = Instant({}, 48, ())
    lying = next(now.things for t in range(600) if (now := around.add(empty, t / 2)).things)
    on_it = Instant({Card.parse("1h"): Pose(lying[0].x, lying[0].y, 0.0)}, 47, ())
    assert lying[0] not in around.add(on_it, 300.0).things


def test_hands_rest_at_the_rim_and_never_where_the_same_hand_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    shots = filmed(monkeypatch, rough_parts(["hands", "sleeve"]))
    assert any(shot.now.resting for shot in shots)
    for shot in shots:
        assert not {hand.seat for hand in shot.now.resting} & {hand.seat for hand in shot.now.hands}


def test_an_arm_lies_over_captures_for_half_a_minute() -> None:
    layout = TableLayout.default(3)
    around = Around(layout, Places(layout, np.random.default_rng(1)).seats, np.random.default_rng(2), sleeve=True)
    covered = [bool(around.add(Instant({}, 48, ()), t / 10).resting) for t in range(4000)]
    runs = [len([*run]) / 10 for lies, run in itertools.groupby(covered) if lies]
    assert runs and all(abs(run - 30) < 0.2 for run in runs[:-1])


@pytest.mark.parametrize("part", ["lamp", "sun", "hunting"])
def test_light_has_moods_that_come_and_go(part: str) -> None:
    moods = Moods(np.random.default_rng(1), **{part: True})
    y, x = np.mgrid[-0.5:0.5:9j, -0.5:0.5:16j].astype(np.float32)[..., None]
    plain = [bool((moods.light(t, x, y) == 1).all()) for t in range(300)]
    assert 10 < sum(plain) < 290
    if part == "hunting":
        picture = np.random.default_rng(1).uniform(0, 255, (40, 40, 3)).astype(np.float32)
        blurred = [moods.focus(picture, t / 4) is not picture for t in range(1200)]
        assert 10 < sum(blurred) < 600


def test_a_knocked_camera_shows_the_table_shifted() -> None:
    layout = TableLayout.default(3)
    view = draw_view(layout.size_mm, (1280, 720), np.random.default_rng(4))
    points = np.array([[100.0, 100.0], [480.0, 270.0], [900.0, 500.0]])
    shift = np.array([15.0, -8.0])
    assert np.allclose(view.knocked(shift, 0.0).to_px(points), view.to_px(points + shift), atol=0.01)
    middle = view.to_mm(np.array([[640.0, 360.0]]))
    assert np.allclose(view.knocked(np.zeros(2), 0.02).to_px(middle), [[640, 360]], atol=0.1)


def test_the_same_seed_gives_the_same_rough_pictures() -> None:
    deck = own_deck("bright")
    first, again = (
        [shot.taken.image for shot in itertools.islice(table.record("sannin", 3, 1, 3, deck, rough=rough).shots, 6)]
        for rough in (rough_evening(3), rough_evening(3))
    )
    assert all((a == b).all() for a, b in zip(first, again, strict=True))


def test_an_unknown_part_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rough", "hands,rain", "--out", str(tmp_path)]) == 2
    assert "no part 'rain'" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_recorded_table_is_followed_with_perfect_eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth file alone, no picture looked at: the ledger of the deal comes out true."""
    monkeypatch.setattr(table, "Camera", Seeing)
    monkeypatch.setattr(table, "_look", lambda deck, rng: None)
    monkeypatch.setattr(table.cv2, "VideoWriter", Film)
    recording = table.record("sannin", 3, 1, 3, DECK, pace=Pace().slower(2))
    about = {"ruleset": "sannin", "deals": 1, "seed": 3, "deck": "own"}
    table.write(recording, tmp_path, "table", about)
    match = recorded(tmp_path)
    scores = follow(match, People())
    assert (scores.deals, scores.ledgers_right) == (1, 1)
    tracks = {card.track for look in match.looks for card in look.cards}
    assert len(tracks) > 48  # a card that is captured lies anew


class Seeing(Blind):
    """A camera that draws nothing and sees every card where it lies."""

    def shoot(self, now: Instant, t_s: float) -> Taken:
        seen = []
        for card, pose in now.cards.items():
            corners = np.array([(pose.x + dx, pose.y + dy) for dx, dy in ((-15, -25), (15, -25), (15, 25), (-15, 25))])
            seen.append(Seen(card, pose.face_up, self.view.to_px(corners, pose.lift), 1.0, 0.0))
        return Taken(np.zeros((1, 1, 3), np.uint8), seen, None)


class Film:
    """A video of nothing."""

    fourcc = staticmethod(lambda *letters: 0)

    def __init__(self, path: str, *args: Any) -> None:
        Path(path).touch()

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV names it
        return True

    def write(self, image: np.ndarray) -> None:
        pass

    def release(self) -> None:
        pass


@pytest.mark.slow
def test_a_rough_clip_is_followed_with_the_shipped_models(tmp_path: Path) -> None:
    """One deal of two, everything at once, five pictures a second: whatever is not booked is told."""
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS

    parts = "hands,things,sleeve,lamp,hunting,stutters,slid,pulled-late,stock"
    assert (
        main(["simulate", "--ruleset", "koikoi", "--seed", "7", "--fps", "5", "--rough", parts, "--out", str(tmp_path)])
        == 0
    )
    about = load_table(tmp_path).about
    assert (about["rough"], about["fps"]) == (parts, 5)
    scores = evaluate_table(tmp_path, load_reader(WEIGHTS))
    told = json.loads(json.dumps(scores.to_json()))["follow"]
    assert told["deals"] == 1
    assert scores.voted_score.read_right >= 0.8 * scores.voted_score.cards
    assert scores.events.deals_booked == 1
