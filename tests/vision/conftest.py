"""A table made of paint: cards as textured rectangles, and a detector and reader that know the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from yakume.engine import FACES, Card, Face
from yakume.vision.detection import Detection
from yakume.vision.frames import Frame
from yakume.vision.geometry import CARD_MM, Homography, iou
from yakume.vision.layout import TableLayout
from yakume.vision.read import CardReader
from yakume.vision.runtime import RUNTIME_ENV, has_openvino

NEEDS_OPENVINO = pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")
_NOISE = np.random.default_rng(0).normal(0, 1, 540 * 960 * 3).astype(np.float32)


@dataclass
class PaintedTable:
    """960 × 540 px, one px a mm; `cards` maps what lies there to (middle x, middle y, turned by degrees)."""

    cards: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Key: a card or face in the notation, with a suffix after ``#`` where one face lies there twice."""
    hand: tuple[int, int] | None = None
    detected: int = 0
    """Pictures searched so far."""
    read: int = 0
    """Crops read so far."""
    confidence: float = 0.99
    misread: dict[str, dict[str, float]] = field(default_factory=dict)
    """Key of a card → face probabilities that the reader gives instead."""
    noise: float = 2.0

    def quad(self, key: str) -> np.ndarray:
        x, y, degrees = self.cards[key]
        w, h = CARD_MM
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        return (corners @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)

    def image(self, seed: int = 0) -> np.ndarray:
        picture = np.full((540, 960, 3), (60, 90, 70), np.uint8)
        for key in self.cards:
            texture = np.random.default_rng(_face(key).index).integers(40, 255, (9, 6, 3)).astype(np.uint8)
            texture = cv2.resize(texture, (66, 108), interpolation=cv2.INTER_CUBIC)
            source = np.array([[0, 0], [66, 0], [66, 108], [0, 108]], np.float32)
            matrix = cv2.getPerspectiveTransform(source, self.quad(key))
            cv2.warpPerspective(texture, matrix, (960, 540), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        if self.hand:
            cv2.ellipse(picture, self.hand, (70, 110), 20, 0, 360, (150, 170, 220), -1)
        noise = np.roll(_NOISE, 7919 * seed) * self.noise
        return np.clip(picture + noise.reshape(picture.shape), 0, 255).astype(np.uint8)

    def frame(self, index: int, step_ms: int = 100) -> Frame:
        return Frame(self.image(index), index, index * step_ms, "painted")

    def detect(self, image: np.ndarray) -> list[Detection]:
        self.detected += 1
        found = []
        for key in self.cards:
            x, y, _ = self.cards[key]
            if self.hand and abs(x - self.hand[0]) < 60 and abs(y - self.hand[1]) < 90:
                continue
            jitter = np.random.default_rng(self.detected).normal(0, 0.4, (4, 2))
            # A detector does not know which end is up.
            quad = np.roll(self.quad(key) + jitter, 2 * (self.detected % 2), 0).astype(np.float32)
            found.append(Detection(quad, 0.95, _face(key) == "back"))
        return found

    def read_quads(self, image: np.ndarray, quads: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        self.read += len(quads)
        rows, flips = [], []
        for quad in quads:
            key = max(self.cards, key=lambda k: iou(self.quad(k), quad))
            row = np.full(len(FACES), 0.001)
            for face, p in self.misread.get(key, {str(_face(key)): self.confidence}).items():
                row[Face(face).index] = p
            rows.append(row / max(row.sum(), 1.0))  # the rest is no card known
            own = self.quad(key)
            flips.append(np.abs(quad[0] - own[0]).sum() > np.abs(quad[0] - own[2]).sum())
        return np.array(rows, np.float32), np.array(flips, bool)

    def reader(self) -> CardReader:
        table = self

        class Truth:
            detect = staticmethod(table.detect)
            read = staticmethod(table.read_quads)

        return CardReader(Truth(), Truth())


def _face(key: str) -> Face:
    text = key.partition("#")[0]
    return Face(text) if text.endswith("k") or text == "back" else Card.parse(text).face


@pytest.fixture(params=["onnxruntime", pytest.param("openvino", marks=NEEDS_OPENVINO)])
def runtime(request, monkeypatch) -> str:
    """Each runtime in turn."""
    monkeypatch.setenv(RUNTIME_ENV, request.param)
    return request.param


@pytest.fixture
def table() -> PaintedTable:
    """An empty painted table."""
    return PaintedTable()


@pytest.fixture
def layout() -> TableLayout:
    """Three seats; 960 × 540 mm fills the picture of the painted table, one px a mm."""
    layout = TableLayout.default(3)
    assert isinstance(layout.homography((960, 540)), Homography)
    return layout


@pytest.fixture(scope="session")
def networks(tmp_path_factory):
    """Tiny ONNX networks with known answers, in the form that the export writes."""
    return TinyNetworks(tmp_path_factory.mktemp("networks"))


@dataclass
class TinyNetworks:
    """Writes ONNX files whose answers can be told beforehand."""

    folder: Path

    def detector(self, boxes: list[list[float]], *, end_to_end: bool = True) -> Path:
        """Answers with `boxes` (cx cy w h score class angle) whatever it sees."""
        table = np.array(boxes, np.float32).reshape(-1, 7)
        if not end_to_end:
            scores = np.zeros((len(table), 2), np.float32)
            scores[np.arange(len(table)), table[:, 5].astype(int)] = table[:, 4]
            table = np.hstack([table[:, :4], scores, table[:, 6:]]).T
        nodes = [helper.make_node("Identity", ["boxes"], ["output0"])]
        shape = [1, None, None]
        path = self.folder / f"detect{len(list(self.folder.iterdir()))}.onnx"
        return self._write(path, nodes, {"boxes": table[None]}, {"output0": shape}, {"end2end": str(end_to_end)})

    def reader(self, *, features: bool = False, side: int | None = None) -> Path:
        """Red pictures are 1h, green ones 8n, blue ones back; a card is upright if its upper half is brighter.

        Its features, where they are wanted, are the mean red, green and blue. It says that it takes crops of `side` px,
        or of any size.
        """
        weights = np.full((3, len(FACES)), -30, np.float32)
        for channel, face in enumerate((Face("1h"), Face("8n"), Face("back"))):
            weights[channel, face.index] = 30
        constants = {
            "weights": weights,
            "two": np.array([2, 3], np.int64),
            "one": np.array([1], np.int64),
            "all": np.array([1, 2, 3], np.int64),
            "start": np.array([0], np.int64),
            "middle": np.array([64], np.int64),
            "end": np.array([128], np.int64),
            "rows": np.array([2], np.int64),
            "steep": np.array([40], np.float32),
        }
        nodes = [
            helper.make_node("ReduceMean", ["images", "two"], ["colour"], keepdims=0),
            helper.make_node("MatMul", ["colour", "weights"], ["logits"]),
            helper.make_node("Softmax", ["logits"], ["faces"], axis=1),
            helper.make_node("Slice", ["images", "start", "middle", "rows"], ["upper"]),
            helper.make_node("Slice", ["images", "middle", "end", "rows"], ["lower"]),
            helper.make_node("ReduceMean", ["upper", "all"], ["above"], keepdims=0),
            helper.make_node("ReduceMean", ["lower", "all"], ["below"], keepdims=0),
            helper.make_node("Sub", ["above", "below"], ["gap"]),
            helper.make_node("Mul", ["gap", "steep"], ["slope"]),
            helper.make_node("Sigmoid", ["slope"], ["upright"]),
        ]
        outputs = {"faces": [None, len(FACES)], "upright": [None]}
        if features:
            nodes.append(helper.make_node("Identity", ["colour"], ["features"]))
            outputs["features"] = [None, 3]
        name = f"read{side or ''}{'-features' if features else ''}.onnx"
        return self._write(self.folder / name, nodes, constants, outputs, {}, (side or "height", side or "width"))

    def corners(self, answer: list[list[float]]) -> Path:
        """Answers with the corners `answer` (4, 2) in any view; the brighter a view, the surer it is of a card."""
        constants = {
            "answer": np.array([answer], np.float32),
            "all": np.array([1, 2, 3], np.int64),
            "flat": np.array([-1, 1, 1], np.int64),
            "none": np.zeros(1, np.float32),
        }
        nodes = [
            helper.make_node("ReduceMean", ["images", "all"], ["is_card"], keepdims=0),
            helper.make_node("Reshape", ["is_card", "flat"], ["column"]),
            helper.make_node("Mul", ["column", "none"], ["nothing"]),
            helper.make_node("Add", ["nothing", "answer"], ["corners"]),
        ]
        path = self.folder / f"corners{len(list(self.folder.iterdir()))}.onnx"
        return self._write(path, nodes, constants, {"corners": [None, 4, 2], "is_card": [None]}, {})

    def _write(self, path, nodes, constants, outputs, metadata, size_hw=("height", "width")) -> Path:
        floats = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            nodes,
            "tiny",
            [helper.make_tensor_value_info("images", floats, ["batch", 3, *size_hw])],
            [helper.make_tensor_value_info(name, floats, shape) for name, shape in outputs.items()],
            [numpy_helper.from_array(value, name) for name, value in constants.items()],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
        helper.set_model_props(model, metadata)
        onnx.save(model, str(path))
        return path
