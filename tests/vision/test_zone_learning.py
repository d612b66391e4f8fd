"""A zone grows to cards that keep lying beside it, is told, and never reaches into another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from observing import card_seen
from yakume.engine import CARDS
from yakume.vision.geometry import intersection_area
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable
from yakume.vision.zone_learning import REST_MS, ZoneLearner
from yakume.vision.zones import captures_of, shown_by

LAYOUT = TableLayout.default(2)
VIEW = LAYOUT.homography((960, 540))
"""One px a mm."""
CAPTURES = captures_of(0)
RIGHT = float(LAYOUT.zones[CAPTURES][:, 0].max())


def at(number: int, x: float, y: float, face: str = "") -> CardOnTable:
    quad = [[x - 16, y - 27], [x + 16, y - 27], [x + 16, y + 27], [x - 16, y + 27]]
    zone = LAYOUT.zone_at((x, y))
    return card_seen(number, None if face else str(CARDS[number]), zone and str(zone), face=face, quad=quad)


def rested(learner: ZoneLearner, cards: list[CardOnTable], start: int = 0) -> list[TableLayout]:
    looks = (learner.observe(cards, VIEW, LAYOUT, start + ms) for ms in range(0, REST_MS + 1500, 500))
    return [found for found in looks if found is not None]


def test_a_zone_grows_to_three_cards_that_lay_beside_it_one_after_the_other() -> None:
    learner = ZoneLearner()
    assert rested(learner, [at(1, RIGHT + 12, 500)]) == []
    assert rested(learner, [at(2, RIGHT + 20, 470)], 20_000) == []
    # One that only passes by is none of them.
    assert learner.observe([at(3, RIGHT + 10, 450)], VIEW, LAYOUT, 40_000) is None
    (grown,) = rested(learner, [at(4, RIGHT + 25, 490)], 60_000)
    for x, y in ((RIGHT + 12, 500), (RIGHT + 20, 470), (RIGHT + 25, 490)):
        assert grown.zone_at((x, y)) == CAPTURES
    others = [polygon for zone, polygon in grown.zones.items() if zone != CAPTURES]
    assert all(intersection_area(grown.zones[CAPTURES], other) < 1 for other in others)
    assert all(np.array_equal(grown.zones[zone], LAYOUT.zones[zone]) for zone in LAYOUT.zones if zone != CAPTURES)


@pytest.mark.parametrize(
    "cards",
    [
        [at(number, RIGHT + 90, 440 + 20 * number) for number in (1, 2, 3)],
        [at(number, 300 + 60 * number, float(LAYOUT.zones[shown_by(0)][:, 1].max()) + 2) for number in (1, 2, 3)],
        [at(number, RIGHT + 12, 440 + 20 * number, face="back") for number in (1, 2, 3)],
        [at(number, 500, 270) for number in (1, 2, 3)],
    ],
    ids=["far away", "between two zones", "face down", "in the field"],
)
def test_what_is_of_no_zone_grows_none(cards: list[CardOnTable]) -> None:
    assert rested(ZoneLearner(), cards) == []


def test_a_zone_that_would_reach_into_another_stays_as_it_is() -> None:
    """All three lie beside the captures, and between them lie the shown cards."""
    small = np.array([[400, 480], [560, 480], [560, 535], [400, 535]], np.float32)
    between = np.array([[500, 465], [520, 465], [520, 476], [500, 476]], np.float32)
    layout = TableLayout.default(2).with_zone(CAPTURES, small).with_zone(shown_by(0), between)
    cards = [at(1, 440, 470), at(2, 480, 470), at(3, 555, 470)]
    cards = [replace(card, zone=None) for card in cards]
    learner = ZoneLearner()
    assert [learner.observe(cards, VIEW, layout, ms) for ms in range(0, REST_MS + 1500, 500)] == [None] * 13
    free = TableLayout.default(2).with_zone(CAPTURES, small).with_zone(shown_by(0), between - [0, 200])
    learner = ZoneLearner()
    assert any(learner.observe(cards, VIEW, free, ms) for ms in range(0, REST_MS + 1500, 500))
