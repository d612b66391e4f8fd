"""What is known of a table on which nothing moves is not reckoned again, and is still what it would be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from yakume.vision import pipeline as pipeline_module
from yakume.vision import track as track_module
from yakume.vision.pipeline import Pipeline

LAID = {"1h": (400, 220, 3), "3t": (450, 220, 180), "8n": (500, 220, -4), "5n": (860, 100, 90)}


def test_a_quiet_table_is_told_without_reckoning_where_its_cards_lie(table, layout, monkeypatch) -> None:
    table.cards = dict(LAID)
    pipeline = Pipeline(table.reader(), layout)
    for index in range(30):
        before = pipeline.step(table.frame(index))
    for module, name in ((pipeline_module, "quad_centre"), (track_module, "iou")):
        monkeypatch.setattr(module, name, lambda *_: pytest.fail("reckoned again"))
    after = pipeline.step(table.frame(30))
    assert replace(after, frame=before.frame, t_ms=before.t_ms, detect_ms=0, read_ms=0) == replace(
        before, detect_ms=0, read_ms=0
    )


def test_a_card_that_is_pushed_into_another_zone_is_told_there(table, layout) -> None:
    table.cards = dict(LAID)
    pipeline = Pipeline(table.reader(), layout)
    for index in range(12):
        pipeline.step(table.frame(index))
    table.cards["8n"] = (860, 200, 90)
    for index in range(12, 30):
        seen = pipeline.step(table.frame(index))
    card = next(card for card in seen.cards if str(card.card) == "8n")
    assert str(card.zone) == "seat1.captures"
    assert np.array(card.quad).mean(0) == pytest.approx((860, 200), abs=3)
