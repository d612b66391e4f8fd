"""How a composed card gets into the picture: a camera with heights, cards that bend, and what lies on them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.datasets.synth.layouts import CARD_THICKNESS_MM, Placed
from yakume.datasets.synth.optics import Camera, draw_camera
from yakume.datasets.synth.painter import Painter, TrueCard
from yakume.datasets.synth.sprites import SPRITE_WH, Deck, Look
from yakume.engine import CARDS


def cameras(count: int = 20) -> list[Camera]:
    """Cameras up to 50° off the vertical."""
    rng = np.random.default_rng(3)
    return [draw_camera((640, 480), 80, 50, rng) for _ in range(count)]


def test_at_height_0_a_camera_sees_the_plane() -> None:
    points = np.random.default_rng(4).uniform(-80, 80, (30, 2))
    for camera in cameras():
        expected = cv2.perspectiveTransform(points[None], camera.plane)[0]
        assert np.abs(camera.project(points) - expected).max() < 1e-6
        assert np.array_equal(camera.project(points), camera.project(points, np.zeros(30)))


def test_what_stands_on_the_table_leans_away_from_the_point_below_the_camera() -> None:
    points = np.random.default_rng(4).uniform(-80, 80, (30, 2))
    for camera in cameras():
        lens = -np.linalg.solve(camera.matrix[:, :3], camera.matrix[:, 3])  # where the camera stands: seen nowhere
        assert lens[2] > 100  # above the table
        (foot,) = camera.project(lens[None, :2])
        away = [np.linalg.norm(camera.project(points, height) - foot, axis=1) for height in (0.0, 0.8, 5.0, 25.0)]
        assert (np.diff(away, axis=0) > 0).all()


def test_heights_may_differ_from_point_to_point() -> None:
    points, heights = np.array([[10.0, 20.0], [-30.0, 5.0]]), np.array([3.0, 12.0])
    for camera in cameras(3):
        alone = [camera.project(point[None], float(height))[0] for point, height in zip(points, heights, strict=True)]
        assert np.abs(camera.project(points, heights) - alone).max() < 1e-9


def test_the_part_of_the_table_that_is_seen_is_seen() -> None:
    for camera in cameras():
        seen = camera.project(camera.visible_plane((640, 480)))
        assert ((seen > 0) & (seen < (640, 480))).all()
        assert cv2.isContourConvex(seen.astype(np.float32))
        # But for far corners of oblique views it is the picture's middle nine tenths.
        near = np.isclose(seen, [[32, 24], [608, 24], [608, 456], [32, 456]]).all(1)
        assert near.sum() >= 2


def oblique(degrees: float, px_per_mm: float) -> Camera:
    """A camera that looks at the middle of 800 × 800 px from afar, so many degrees off the vertical."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    turn = np.array([[1, 0, 0], [0, c, s], [0, s, -c]])  # columns: the table's x, its y, upwards
    lens = np.array([[4000, 0, 400], [0, 4000, 400], [0, 0, 1.0]])
    return Camera(lens @ np.column_stack([turn, [0, 0, 4000 / px_per_mm]]))


WHITE = np.full((SPRITE_WH[1], SPRITE_WH[0], 3), 255, np.uint8)
GREEN = (0, 255, 0)


def paint_bent(camera: Camera, bend_mm: float, angle: float) -> tuple[np.ndarray, TrueCard]:
    """A white card with green edges alone on black, seen without light or noise; the picture and the truth."""
    image = np.zeros((800, 800, 3), np.uint8)
    look = Look(np.ones(3, np.float32), 1.0, None, 0.0, 0.0, WHITE, GREEN, 0.0, bend_mm=bend_mm)
    painter = Painter(image, camera, np.random.default_rng(6))
    painter.cards([Placed(np.zeros(2), angle)], Deck("white", dict.fromkeys(CARDS, WHITE)), look)
    (truth,) = painter.truth()
    return image, truth


@pytest.mark.parametrize("bend_mm", [2.4, -2.4], ids=["ends up", "middle up"])
@pytest.mark.parametrize("angle", [np.pi / 2, 1.2, -2.0])
def test_the_corners_of_a_bent_card_are_drawn_where_its_truth_has_them(bend_mm: float, angle: float) -> None:
    camera = oblique(45, 8)
    image, truth = paint_bent(camera, bend_mm, angle)
    assert truth.visible == pytest.approx(1, abs=0.03)
    drawn = np.argwhere(image.min(2) > 60)[:, ::-1].astype(float)
    quad = truth.quad.astype(float)
    for corner, before, after in zip(quad, np.roll(quad, 1, 0), np.roll(quad, -1, 0), strict=True):
        outward = unit(corner - before) + unit(corner - after)
        tip = drawn[(drawn @ outward).argmax()]
        assert np.linalg.norm(tip - corner) < 4  # px; its ends stand 6.8 px or more above its middle
    # Halfway along its long sides the card lies lower, or higher, than at its ends: by 1.2 to 2.4 mm.
    up = camera.project(np.zeros((1, 2)), 1.0)[0] - camera.project(np.zeros((1, 2)))[0]
    for a, b in ((quad[1], quad[2]), (quad[3], quad[0])):
        along, outward = unit(b - a), np.array([1, -1]) * unit(b - a)[::-1]
        halfway = drawn[np.abs((drawn - (a + b) / 2) @ along) < 2]
        lower_mm = -((halfway - a) @ outward).max() / (up @ outward)
        assert 1.0 < lower_mm * np.sign(bend_mm) < 2.6


@pytest.mark.parametrize("bend_mm", [2.4, -2.4, 0.0], ids=["ends up", "middle up", "flat"])
@pytest.mark.parametrize("angle", [np.pi / 2, 1.2, -2.0])
def test_no_more_is_seen_of_the_edge_of_a_bent_card_than_it_is_thick(bend_mm: float, angle: float) -> None:
    camera = oblique(45, 8)
    image, _ = paint_bent(camera, bend_mm, angle)
    edge = (image[..., 1] > 100) & (image[..., 0] < 60)
    thick, *_ = np.diff(camera.project(np.zeros((2, 2)), np.array([0, CARD_THICKNESS_MM])), axis=0)
    assert edge.sum() > 100
    to_card = cv2.distanceTransform((image.min(2) < 60).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    assert to_card[edge].max() < np.linalg.norm(thick) + 2


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def test_whatever_is_laid_on_a_card_hides_it() -> None:
    """Boxes, sheets, cups, the leaves of a wreath: where a card's picture is gone, the card does not count as seen."""
    above = Camera(np.array([[4.0, 0, 0, 200], [0, 4.0, 0, 200], [0, 0, 0, 1]]))
    look = Look(np.ones(3, np.float32), 1.0, None, 0.0, 0.0, WHITE, GREEN, 0.0)
    around = np.array([[-20.0, -30], [20, -30], [20, 30], [-20, 30]])
    for seed in range(60):
        image = np.zeros((400, 400, 3), np.uint8)
        painter = Painter(image, above, np.random.default_rng(seed))
        painter.cards([Placed(np.zeros(2), 0.0)], Deck("white", dict.fromkeys(CARDS, WHITE)), look)
        white = image.min(2) > 200
        painter.depth = 0.0  # what lies in the shadow of a thing is still seen
        painter.distractor(around, 200)
        seen = white & (painter.owner == 1)
        assert (image[seen].min(1) < 100).sum() < 0.01 * white.sum(), seed
