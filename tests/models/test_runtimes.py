"""The shipped models find and read the same cards in either runtime."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.engine import CARDS
from yakume.models.reader import load_reader
from yakume.models.registry import WEIGHTS, checked_weights
from yakume.vision.geometry import iou
from yakume.vision.runtime import RUNTIME_ENV, has_openvino, open_network


def table_with_turned_cards() -> np.ndarray:
    """1280 × 720 px: 16 cards of the own deck, each lying at another angle."""
    image = np.full((720, 1280, 3), (70, 100, 60), np.uint8)
    for place, card in enumerate(CARDS[::3]):
        picture = render(card, 110)
        h, w = picture.shape[:2]
        middle = np.array([120 + place % 8 * 150, 200 + place // 8 * 300])
        turn = np.deg2rad(25 * place)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = (np.array([[-w, -h], [w, -h], [w, h]]) / 2 @ axes + middle).astype(np.float32)
        matrix = cv2.getAffineTransform(np.array([[0, 0], [w, 0], [w, h]], np.float32), corners)
        cv2.warpAffine(picture, matrix, (1280, 720), image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return image


@pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")
def test_the_same_cards_with_the_same_faces_in_the_same_places(monkeypatch) -> None:
    image = table_with_turned_cards()
    readings = {}
    for runtime in ("onnxruntime", "openvino"):
        monkeypatch.setenv(RUNTIME_ENV, runtime)
        readings[runtime] = load_reader().read(image).cards
    ours, theirs = readings.values()
    assert len(ours) == len(theirs) == 16
    for card in ours:
        twin = max(theirs, key=lambda other: iou(other.quad, card.quad))
        # OpenVINO computes in bfloat16 where the processor does, three decimal digits a product, and a box at the
        # threshold is then tightened once more in one runtime alone.
        assert iou(twin.quad, card.quad) > 0.9
        assert twin.face == card.face
        assert np.abs(twin.probabilities - card.probabilities).max() < 0.1
        assert twin.score == pytest.approx(card.score, abs=0.05)


@pytest.mark.parametrize("runtime", ["onnxruntime", "openvino"])
@pytest.mark.parametrize("name", ["read", "match"])
def test_every_runtime_knows_how_wide_what_is_read_of_a_crop_is(monkeypatch, name: str, runtime: str) -> None:
    if runtime == "openvino" and not has_openvino():
        pytest.skip("OpenVINO is not installed")
    monkeypatch.setenv(RUNTIME_ENV, runtime)
    outputs = open_network(checked_weights(WEIGHTS / f"{name}.toml")[1]).outputs
    assert {output: sizes[-1] for output, sizes in outputs.items() if len(sizes) == 2} == {
        "faces": 37,
        "features": {"read": 4096, "match": 7168}[name],
    }
