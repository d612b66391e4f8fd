"""A camera that was knocked is found again from what lies still, zones follow, and cards stay what they were."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import pytest
from painted import PaintedTable
from yakume.datasets.synth import table as synth
from yakume.datasets.synth.sprites import own_deck
from yakume.datasets.synth.table_camera import Camera, Instant, Taken
from yakume.vision.camera_shift import WIDTH, alignment
from yakume.vision.frames import Frame
from yakume.vision.layout import TableLayout
from yakume.vision.motion import Missed, Motion, small_picture
from yakume.vision.observation import CameraLost, CameraMoved, Observation
from yakume.vision.picture import resized
from yakume.vision.pipeline import Pipeline

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def filmed() -> tuple[Camera, Instant, TableLayout]:
    """A drawn table of three in mid-deal, hands taken back, with the camera above it."""
    cameras: list[Camera] = []

    class Waiting(Camera):
        """Draws nothing until it is asked."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            cameras.append(self)

        def shoot(self, now: Instant, t_s: float) -> Taken:
            return Taken(np.zeros((1, 1, 3), np.uint8), [], None)

    before = synth.Camera
    synth.Camera = Waiting  # type: ignore[misc]
    try:
        recording = synth.record("sannin", 3, 1, 3, own_deck("bright"))
        shot = next(itertools.islice(recording.shots, 150, None))
    finally:
        synth.Camera = before  # type: ignore[misc]
    return cameras[0], replace(shot.now, hands=(), resting=()), recording.layout


def grey(image: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(resized(image, (WIDTH, 360)), cv2.COLOR_BGR2GRAY), np.uint8)


def test_a_stock_that_becomes_lower_is_no_knock() -> None:
    rng = np.random.default_rng(0)
    before = np.full((360, WIDTH), 60, np.uint8)
    now = before.copy()
    back = cv2.GaussianBlur(rng.integers(0, 255, (44, 30), np.uint8), (0, 0), 1.2)
    before[140:184, 207:237] = back
    now[142:186, 210:240] = back
    found = alignment(before, now)
    assert found is None or np.allclose(found, np.eye(3))


def test_a_sleeve_that_moves_over_a_plain_cloth_is_no_knock() -> None:
    rng = np.random.default_rng(0)
    before = np.full((360, WIDTH), 60, np.uint8)
    for x, y in ((150, 220), (450, 10), (600, 180)):  # a phone and two hands of cards
        cv2.rectangle(before, (x, y), (x + 60, y + 50), 20, -1)
        cv2.line(before, (x + 10, y), (x + 45, y + 50), 120, 4)
    now = before.copy()
    sleeve = cv2.GaussianBlur(rng.integers(0, 255, (90, 300), np.uint8), (0, 0), 1.5)
    before[95:185, :300] = sleeve
    now[85:175, :220] = sleeve[:, 80:]
    found = alignment(before, now)
    assert found is not None and np.allclose(found, np.eye(3))
    # The camera moves as far, and the arm as well.
    knock = np.array([[1.0, 0, -80], [0, 1, -10], [0, 0, 1]])
    found = alignment(before, np.asarray(cv2.warpPerspective(before, knock, (WIDTH, 360), borderValue=60), np.uint8))
    assert found is not None and np.allclose(found[:2, 2], [-80, -10], atol=1)


@pytest.mark.slow
@pytest.mark.parametrize(("by_px", "degrees"), [(0, 0), (5, 0), (15, 0), (40, 0), (60, 0), (0, 3), (40, -3)])
def test_a_knock_is_measured_to_a_few_millimetres(filmed: Any, by_px: float, degrees: float) -> None:
    camera, now, layout = filmed
    view, ground = camera._view, camera._ground
    first, second = Camera.shoot(camera, now, 50.0).image, Camera.shoot(camera, now, 50.1).image
    along = np.linalg.norm(np.diff(view.to_px(np.array([[480.0, 270.0], [580.0, 270.0]])), axis=0))
    camera.knock(np.array([0.8, 0.6]) * by_px * 100 / along, np.deg2rad(degrees))
    corners = layout.corners * np.array(SIZE)
    true = camera._view.to_px(view.to_mm(corners))
    after = Camera.shoot(camera, now, 51.0).image
    camera._view, camera._ground, camera._still = view, ground, None

    motion = Motion()
    motion.update(first)
    motion.update(second)
    assert motion.spread() < 0.1
    motion.update(after)
    assert motion.spread() > (0.5 if by_px >= 15 or degrees else -1)

    found = alignment(grey(second), grey(after))
    assert found is not None
    grow = np.diag([SIZE[0] / WIDTH, SIZE[0] / WIDTH, 1.0])
    told = layout.moved(grow @ found @ np.linalg.inv(grow), SIZE).corners * np.array(SIZE)
    # The lens bends the picture: what is measured in its middle is not all true of its corners.
    assert np.abs(told - true).max() < 8


@dataclass
class Knocked(PaintedTable):
    """A painted table whose picture is shifted (px) and turned (degrees)."""

    by: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def matrix(self) -> np.ndarray:
        x, y, degrees = self.by
        turn = np.vstack([cv2.getRotationMatrix2D((480, 270), degrees, 1.0), [0, 0, 1]])
        return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) @ turn

    def image(self, seed: int = 0) -> np.ndarray:
        by, self.by = self.by, (0.0, 0.0, 0.0)
        picture = super().image(seed)
        self.by = by
        return np.asarray(cv2.warpPerspective(picture, self.matrix, (960, 540), borderMode=cv2.BORDER_REPLICATE))

    def quad(self, key: str) -> np.ndarray:
        at = super().quad(key)[None].astype(np.float64)
        return np.asarray(cv2.perspectiveTransform(at, self.matrix)[0], np.float32)


STEP_MS = 300
"""From frame to frame: seconds pass in few of them."""

CARDS = ("1h", "3t", "5n", "8a", "9t", "12a")


def laid() -> Knocked:
    table = Knocked()
    for at, card in enumerate(CARDS):
        table.cards[card] = (400 + 44 * at, 240, 0)
    for at, card in enumerate(("2n", "2t", "4a", "4t", "6n", "6t")):
        table.cards[card] = (220 + 80 * at, 480, 10 * at)
    return table


def look(table: PaintedTable, pipeline: Pipeline, frames: range) -> Observation:
    for index in frames:
        seen = pipeline.step(table.frame(index, STEP_MS))
    return seen


@pytest.mark.parametrize("by", [(5.0, 0.0, 0.0), (-40.0, 25.0, 0.0), (60.0, 0.0, 0.0), (0.0, 0.0, 3.0)])
def test_zones_follow_a_knocked_camera_and_cards_keep_their_numbers(layout: TableLayout, by: Any) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    before = look(table, pipeline, range(15))
    lay = {card.track: (card.card, str(card.zone)) for card in before.cards}
    assert len(lay) == 12 and not before.problems
    assert {card.laid for card in before.cards} == {None}
    table.by = by
    # A small knock is found when the camera is looked after, which is every ten seconds.
    after = look(table, pipeline, range(15, 60 if by[0] == 5 else 30))
    assert {card.track: (card.card, str(card.zone)) for card in after.cards} == lay
    (told,) = after.problems
    assert isinstance(told, CameraMoved) and not after.covered
    true = cv2.perspectiveTransform((layout.corners * [960, 540])[None].astype(np.float64), table.matrix)[0]
    assert np.abs(np.array(told.corners) * [960, 540] - true).max() < 4


@pytest.mark.parametrize("by", [(-40.0, 25.0, 0.0), (60.0, 0.0, 0.0), (0.0, 0.0, 3.0)])
def test_pictures_of_before_a_knock_tell_when_a_card_was_laid(layout: TableLayout, by: Any) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    look(table, pipeline, range(15))
    table.cards["11t"] = (430, 330, 0)
    pipeline.step(table.frame(15, STEP_MS))
    table.by = by
    after = look(table, pipeline, range(16, 30))
    told = {str(card.card): card.laid for card in after.cards}
    assert told.pop("11t") == (14 * STEP_MS, 15 * STEP_MS) and set(told.values()) == {None}


def test_of_frames_missed_as_the_camera_was_knocked_nobody_knows_how_it_stood(layout: TableLayout) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    found_ms = -1
    for index in range(30):
        if index == 15:
            table.by = (60.0, 0.0, 0.0)
        frame = table.frame(index, STEP_MS)
        missed = (Missed(frame.t_ms - STEP_MS // 2, small_picture(frame.image)),) if index else ()
        seen = pipeline.step(replace(frame, missed=missed))
        if seen.problems and found_ms < 0:
            found_ms = frame.t_ms
    kept = {picture.t_ms for picture in pipeline._lookback._pictures if picture.t_ms % STEP_MS}
    half = STEP_MS // 2
    assert found_ms > 15 * STEP_MS
    assert kept == {*range(half, 14 * STEP_MS, STEP_MS), *range(found_ms + half, 29 * STEP_MS, STEP_MS)}


def test_a_knocked_camera_that_sees_nothing_it_knew_says_so_until_it_does(layout: TableLayout) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    look(table, pipeline, range(15))
    background = np.random.default_rng(3).integers(0, 255, (34, 60, 3)).astype(np.uint8)
    picture = cv2.resize(background, (960, 540), interpolation=cv2.INTER_CUBIC)
    table.by = (0.0, 120.0, 0.0)
    for index in range(15, 30):
        noise = np.random.default_rng(index).normal(0, 2, picture.shape)
        image = np.clip(picture + noise, 0, 255).astype(np.uint8)
        seen = pipeline.step(Frame(image, index, index * STEP_MS, "painted"))
    assert CameraLost() in seen.problems
    # Where the pictures of before would lie in the new ones nobody knows.
    assert pipeline._lookback._pictures[0].t_ms >= 15 * STEP_MS
    table.by = (0.0, 0.0, 0.0)
    assert CameraLost() not in look(table, pipeline, range(30, 75)).problems


def test_a_table_that_is_swept_and_dealt_anew_at_once_is_no_lost_camera(layout: TableLayout) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    look(table, pipeline, range(15))
    table.cards.clear()
    for at, card in enumerate(("7t", "7a", "10t", "11h", "10a", "6a")):
        table.cards[card] = (390 + 45 * at, 300, 15 * at)
    assert look(table, pipeline, range(15, 40)).problems == ()


def test_a_lamp_that_is_switched_moves_no_zone(layout: TableLayout) -> None:
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    before = look(table, pipeline, range(15))
    for index in range(15, 30):
        image = np.clip(table.image(index) * 0.6, 0, 255).astype(np.uint8)
        after = pipeline.step(Frame(image, index, index * STEP_MS, "painted"))
    assert after.problems == ()
    assert {card.track for card in after.cards} == {card.track for card in before.cards}


def test_cards_that_are_pushed_together_move_no_zone(layout: TableLayout) -> None:
    """Half of the table is pushed by 20 mm: the other half stays, so it was not the camera."""
    table = laid()
    pipeline = Pipeline(table.reader(), layout)
    look(table, pipeline, range(15))
    for card in CARDS:
        x, y, turned = table.cards[card]
        table.cards[card] = (x + 20, y, turned)
    assert look(table, pipeline, range(15, 60)).problems == ()
