"""A table is refused as it was fitted where cards on it could not be told apart, and no other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from yakume.vision.layout import TableLayout
from yakume.vision.layout_check import what_is_wrong
from yakume.vision.zones import DECK, FIELD, captures_of, shown_by
from yakume.webui.text.layout import SAID, layout_why


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("size_mm", [(960.0, 540.0), (600.0, 600.0), (1800.0, 900.0)])
def test_every_table_as_it_comes_is_right(players: int, size_mm: tuple[float, float]) -> None:
    seen_from_the_side = np.array([[0.38, 0.1], [0.62, 0.1], [1.0, 0.95], [0.0, 0.95]], np.float32)
    assert what_is_wrong(TableLayout.fitted(players, size_mm, seen_from_the_side)) is None


def test_zones_that_grew_into_each_other_a_little_are_right() -> None:
    layout = TableLayout.default(3)
    assert what_is_wrong(layout.with_zone(shown_by(0), box(165, 330, 795, 430))) is None


@pytest.mark.parametrize(
    ("corners", "ja"),
    [
        ([[0.46, 0.5], [0.95, 0.05], [0.98, 0.97], [0.02, 0.98]], "一直線"),
        ([[0.0, 0.0], [1.0, 0.0], [1.0, 0.01], [0.0, 1.0]], "一直線"),
    ],
    ids=["folded", "wedge"],
)
def test_corners_dragged_nearly_into_a_line_are_wrong(corners: list[list[float]], ja: str) -> None:
    wrong = what_is_wrong(replace(TableLayout.default(3), corners=np.array(corners, np.float32)))
    assert wrong is not None and ja in layout_why(wrong).ja


@pytest.mark.parametrize(
    ("zone", "polygon", "ja", "en"),
    [
        (
            captures_of(1),
            box(360, 180, 650, 360),
            "場札と{1}の取り札の区画が重なっていて",
            "the field and {1}’s captures",
        ),
        (DECK, box(400, 200, 448, 290), "場札と山札の区画が重なっていて", "the field and the deck"),
        (shown_by(2), box(100, 100, 130, 150), "{2}の公開札の区画が札一枚より小さく", "{2}’s shown cards is smaller"),
        (FIELD, box(370, 185, 642, 355)[[0, 2, 1, 3]], "場札の区画がねじれて", "the field crosses itself"),
    ],
    ids=["captures", "deck", "small", "crossed"],
)
def test_zones_in_which_a_card_could_not_be_told_are_wrong(zone, polygon: np.ndarray, ja: str, en: str) -> None:
    wrong = what_is_wrong(TableLayout.default(3).with_zone(zone, polygon))
    assert wrong is not None
    said = layout_why(wrong)
    assert ja in said.ja and en in said.en


def test_all_that_may_be_wrong_is_said_in_both_languages() -> None:
    from yakume.vision import layout_check

    assert SAID.keys() == {layout_check.FLAT, layout_check.SMALL, layout_check.CROSSED, layout_check.COVERED}
    assert layout_why("corners: not a quad") is None
