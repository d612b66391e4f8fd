"""The second look: what it sees of a box, and where in the picture its answer lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.vision.corners import CORNER_PX, VIEW_SCALE, OnnxCornerFinder, corner_view
from yakume.vision.geometry import make_quad

UPRIGHT = make_quad([[100, 100], [166, 100], [166, 208], [100, 208]])
OBLIQUE = make_quad([[300, 120], [380, 150], [370, 260], [260, 230]])
ANSWER = [[0.2, 0.1], [0.7, 0.2], [0.8, 0.9], [0.25, 0.8]]


def in_picture(view_points: list[list[float]], box: np.ndarray) -> np.ndarray:
    """Points of a view, 0…1, in the picture: the view is the box made larger about its middle."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen = (box - box.mean(0)) * VIEW_SCALE + box.mean(0)
    to_picture = cv2.getPerspectiveTransform(square, seen.astype(np.float32))
    return cv2.perspectiveTransform(np.array([view_points], np.float32), to_picture)[0]


def test_a_view_shows_the_box_upright_with_what_is_about_it() -> None:
    picture = np.zeros((400, 600, 3), np.uint8)
    cv2.fillPoly(picture, [OBLIQUE.astype(np.int32)], (255, 255, 255))
    cv2.circle(picture, OBLIQUE[0].astype(int).tolist(), 12, (0, 0, 255), -1)
    view, _ = corner_view(picture, OBLIQUE)
    assert view.shape == (CORNER_PX, CORNER_PX, 3)
    assert view[CORNER_PX // 2, CORNER_PX // 2].tolist() == [255, 255, 255]
    assert all(view[y, x].tolist() == [0, 0, 0] for x in (1, -2) for y in (1, -2))
    red = np.argwhere((view == (0, 0, 255)).all(2)).mean(0) / CORNER_PX
    assert (red > 0.05).all() and (red < 0.25).all()  # the box's first corner is the view's top-left


def test_a_view_beyond_the_picture_is_grey() -> None:
    view, _ = corner_view(np.zeros((50, 50, 3), np.uint8), UPRIGHT)
    assert (view == 114).all()


@pytest.mark.parametrize("length", [150, 600, 2000])
def test_a_large_card_is_averaged_and_not_sampled(length) -> None:
    # Stripes finer than a px of the view: averaged they are grey, sampled they would be bars.
    height = length * 2
    picture = np.zeros((height, height, 3), np.uint8)
    picture[:] = (np.arange(height) % 2 * 255)[:, None, None] if length > 150 else 128
    box = make_quad([[0, 0], [length, 0], [length, length], [0, length]]) + np.float32(length / 2 - 0.5)
    view, _ = corner_view(picture, box)
    assert abs(view.astype(int) - 128).max() < 40


@pytest.mark.parametrize("box", [UPRIGHT, OBLIQUE, OBLIQUE * 7], ids=["upright", "oblique", "large"])
def test_a_point_of_the_picture_is_where_its_homography_says(box) -> None:
    picture = np.zeros((2000, 3000, 3), np.uint8)
    spot = (box[0] + (box[2] - box[0]) * 0.3).round()
    cv2.circle(picture, spot.astype(int).tolist(), round(np.ptp(box[:, 1]) / 20), (255, 255, 255), -1)
    view, to_view = corner_view(picture, box)
    y, x = np.argwhere(view[..., 0] > 128).mean(0)
    told = cv2.perspectiveTransform(spot.reshape(1, 1, 2), to_view).ravel()
    assert np.abs(told - (x, y)).max() < 0.7


@pytest.mark.parametrize("box", [UPRIGHT, OBLIQUE], ids=["upright", "oblique"])
def test_the_networks_answer_is_told_in_picture_pixels(networks, box) -> None:
    finder = OnnxCornerFinder(networks.corners(ANSWER))
    (quad,), _ = finder.tighten(np.zeros((400, 600, 3), np.uint8), [box])
    assert np.abs(quad - in_picture(ANSWER, box)).max() < 0.2


def test_a_card_that_lies_across_its_box_is_told_by_a_short_side_first(networks) -> None:
    lying = make_quad([[100, 100], [208, 100], [208, 166], [100, 166]])
    finder = OnnxCornerFinder(networks.corners([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]))
    (quad,), _ = finder.tighten(np.zeros((400, 600, 3), np.uint8), [lying])
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    assert sides[0] < sides[1]


def test_each_box_is_answered_for_itself_and_in_order(networks) -> None:
    picture = np.zeros((400, 600, 3), np.uint8)
    picture[:, 250:] = 200
    boxes = [make_quad(UPRIGHT + np.array([80 * k, 40])) for k in range(6)] * 2  # more than go through at once
    quads, is_card = OnnxCornerFinder(networks.corners(ANSWER)).tighten(picture, boxes)
    assert is_card.shape == (12,)
    assert is_card[:6].tolist() == sorted(is_card[:6]) and is_card[0] < 0.1 < 0.7 < is_card[5]
    assert is_card[:6].tolist() == is_card[6:].tolist()
    for quad, box in zip(quads, boxes, strict=True):
        assert np.abs(quad - in_picture(ANSWER, box)).max() < 0.2


@pytest.mark.parametrize(
    "answer",
    [
        [[0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]],
        [[0.2, 0.2], [0.2, 0.8], [0.8, 0.8], [0.8, 0.2]],
        [[0.2, 0.2], [0.8, 0.2], [0.3, 0.3], [0.2, 0.8]],
        [[0.5, 0.5]] * 4,
    ],
    ids=["crossed", "counter-clockwise", "dented", "one point"],
)
def test_an_answer_that_is_no_outline_leaves_the_box_as_it_was(networks, answer) -> None:
    finder = OnnxCornerFinder(networks.corners(answer))
    (quad,), _ = finder.tighten(np.zeros((400, 600, 3), np.uint8), [OBLIQUE])
    assert np.array_equal(quad, OBLIQUE)


def test_no_boxes_have_no_corners(networks) -> None:
    quads, is_card = OnnxCornerFinder(networks.corners(ANSWER)).tighten(np.zeros((40, 60, 3), np.uint8), [])
    assert (quads, is_card.shape) == ([], (0,))


def test_another_network_is_refused(networks) -> None:
    with pytest.raises(ValueError, match="is not a corner network"):
        OnnxCornerFinder(networks.reader())
