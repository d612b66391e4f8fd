"""Quads, overlap, and the way between image px and table mm."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from yakume.vision.geometry import (
    Homography,
    inside,
    intersection_area,
    iou,
    ious,
    is_convex,
    make_quad,
    quad_area,
    quad_centre,
    quad_long_side,
    standing,
    touching,
    turned,
)

SQUARE = make_quad([[0, 0], [10, 0], [10, 10], [0, 10]])


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([[0, 0], [1, 0], [1, 1]], "expected shape"),
        ([[0, 0], [1, 0], [1, 1], [0, np.nan]], "not finite"),
        ([[0, 0], [0, 10], [10, 10], [10, 0]], "clockwise"),
        ([[0, 0], [10, 0], [1, 1], [0, 10]], "convex"),
        ([[0, 0], [0, 0], [0, 0], [0, 0]], "convex"),
    ],
)
def test_what_is_no_quad_is_refused(points, message) -> None:
    with pytest.raises(ValueError, match=message):
        make_quad(points)


@pytest.mark.parametrize(
    ("shift", "expected"), [((0, 0), 1.0), ((5, 0), 1 / 3), ((5, 5), 1 / 7), ((10, 0), 0.0), ((50, 50), 0.0)]
)
def test_overlap_of_squares(shift, expected) -> None:
    moved = SQUARE + np.array(shift, np.float32)
    assert iou(SQUARE, moved) == pytest.approx(expected, abs=1e-5)
    assert iou(moved, SQUARE) == pytest.approx(expected, abs=1e-5)


def test_a_quad_inside_another_overlaps_by_its_share() -> None:
    small = make_quad([[5, 2], [8, 5], [5, 8], [2, 5]])
    assert intersection_area(SQUARE, small) == pytest.approx(18)
    assert iou(SQUARE, small) == pytest.approx(0.18)


def test_quads_that_coincide_but_for_rounding_overlap_fully() -> None:
    # OpenCV's own clipping answers 0.63 here.
    a = make_quad([[54.77398, 28.719667], [80.01377, 49.97885], [45.22602, 91.280334], [19.986227, 70.02115]])
    b = make_quad([[19.986229, 70.02115], [54.77398, 28.719666], [80.01377, 49.97885], [45.22602, 91.280334]])
    assert iou(a, b) == pytest.approx(1, abs=1e-5)


@given(st.floats(0, 7), st.floats(-12, 12), st.floats(-12, 12), st.floats(0.5, 2))
def test_overlap_agrees_with_counting_points(angle, dx, dy, scale) -> None:
    c, s = np.cos(angle), np.sin(angle)
    other = (((SQUARE - 5) * scale) @ np.array([[c, s], [-s, c]]) + 5 + (dx, dy)).astype(np.float32)
    grid = (np.stack(np.meshgrid(*2 * [np.arange(100)]), -1).reshape(-1, 2) + 0.5) / 10
    local = (grid - 5 - (dx, dy)) @ np.array([[c, s], [-s, c]]).T / scale
    counted = float((np.abs(local) <= 5).all(1).mean()) * 100
    assert intersection_area(SQUARE, other) == pytest.approx(counted, abs=2.5)


def test_the_middle_of_a_card_is_where_its_diagonals_cross() -> None:
    leaning = make_quad([[40, 0], [60, 0], [100, 100], [0, 100]])
    assert quad_centre(leaning).tolist() == pytest.approx([50, 100 / 6])
    assert leaning.mean(0).tolist() == [50, 50]


def test_sides_area_and_turning() -> None:
    card = make_quad([[0, 0], [33, 0], [33, 54], [0, 54]])
    assert quad_area(card) == 33 * 54
    assert quad_long_side(card) == quad_long_side(turned(card, 1)) == 54
    assert turned(card, 2)[0].tolist() == [33, 54]


def test_a_point_on_the_edge_is_inside() -> None:
    assert inside((0, 5), SQUARE)
    assert not inside((-0.1, 5), SQUARE)


@given(
    st.lists(st.tuples(st.floats(0, 0.2), st.floats(0, 0.2)), min_size=4, max_size=4),
    st.tuples(st.floats(0, 960), st.floats(0, 540)),
)
def test_a_homography_and_its_inverse_cancel(pushes, point) -> None:
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    full = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    corners = (full + signs * np.array(pushes)) * (1280, 720)
    view = Homography.from_corners(corners, (960, 540))
    assert view.to_mm(corners).ravel().tolist() == pytest.approx([0, 0, 960, 0, 960, 540, 0, 540], abs=0.05)
    assert view.to_mm(view.to_px([point]))[0].tolist() == pytest.approx(point, abs=0.1)


@pytest.mark.parametrize("matrix", [np.zeros((3, 3)), np.full((3, 3), np.nan), np.eye(2)])
def test_what_is_no_homography_is_refused(matrix) -> None:
    with pytest.raises(ValueError, match="not a homography"):
        Homography(matrix)


def test_quads_touch_only_where_their_areas_may_overlap() -> None:
    rng = np.random.default_rng(0)
    square = np.array([[0, 0], [30, 0], [30, 50], [0, 50]], np.float32)
    quads = [square + rng.uniform(0, 150, 2).astype(np.float32) for _ in range(20)]
    near = touching(quads, quads[:7])
    assert near.shape == (20, 7)
    assert 0 < near.sum() < near.size
    for n, m in np.ndindex(near.shape):
        assert near[n, m] == (intersection_area(quads[n], quads[m]) > 0)
    assert touching([], quads).shape == (0, 20)
    assert ious(quads, quads[:7]) == pytest.approx(np.array([[iou(a, b) for b in quads[:7]] for a in quads]))


def test_many_quads_are_stood_up_and_judged_at_once() -> None:
    upright = np.array([[0, 0], [30, 0], [30, 50], [0, 50]], np.float32)
    lying, backwards, dented = np.roll(upright, 1, 0), upright[::-1], upright.copy()
    dented[2] = (10, 10)
    stood = standing(np.stack([upright, lying]))
    assert stood[0].tolist() == upright.tolist()
    assert stood[1].tolist() == np.roll(lying, -1, 0).tolist()
    assert is_convex(np.stack([upright, lying, backwards, dented])).tolist() == [True, True, False, False]
    assert standing(upright).tolist() == upright.tolist()
