"""A painted table, its layout, and tiny networks with known answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from painted import PaintedTable
from referee_table import DEALT, Table
from yakume.engine import FACES, Face
from yakume.vision.geometry import Homography
from yakume.vision.layout import TableLayout
from yakume.vision.runtime import RUNTIME_ENV, has_openvino

NEEDS_OPENVINO = pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")


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


@pytest.fixture
def started() -> Table:
    """Six cards lie, the deal is booked."""
    table = Table()
    table.look(DEALT)
    return table


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
