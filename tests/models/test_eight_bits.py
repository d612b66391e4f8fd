"""Networks in eight bits: what is in eight bits and what is not, and that both runtimes make the same of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from onnx import TensorProto, helper, load, numpy_helper, save
from yakume.models import corners
from yakume.models.eight_bits import calibration_blobs, in_eight_bits
from yakume.models.export import halve_weights
from yakume.vision.picture import PictureError
from yakume.vision.runtime import RUNTIME_ENV, has_openvino, open_network

BLOBS = [np.random.default_rng(seed).random((4, 3, 16, 16), np.float32) for seed in range(4)]


def network(path: Path, activation: str) -> Path:
    """Three modules of one convolution each, named as ultralytics names them; the last multiplies by 100, as to px."""
    rng, nodes, weights, inner = np.random.default_rng(3), [], [], "images"
    for module, (inward, outward) in enumerate([(3, 16), (16, 32), (32, 32)]):
        at = f"/model.{module}" + ("/cv2/cv2.0" if module == 2 else "")
        values = rng.normal(0, (2 / inward / 9) ** 0.5, (outward, inward, 3, 3)).astype(np.float32)
        weights.append(numpy_helper.from_array(values, f"w{module}"))
        nodes.append(helper.make_node("Conv", [inner, f"w{module}"], [f"c{module}"], f"{at}/conv/Conv", pads=[1] * 4))
        if activation == "Relu":
            nodes.append(helper.make_node("Relu", [f"c{module}"], [f"a{module}"], f"{at}/act/Relu"))
        else:
            nodes.append(helper.make_node("Sigmoid", [f"c{module}"], [f"s{module}"], f"{at}/act/Sigmoid"))
            nodes.append(helper.make_node("Mul", [f"c{module}", f"s{module}"], [f"a{module}"], f"{at}/act/Mul"))
        inner = f"a{module}"
    weights += [
        numpy_helper.from_array(rng.normal(0, 0.2, (4, 32, 1, 1)).astype(np.float32), "last"),
        numpy_helper.from_array(np.float32(100), "px"),
    ]
    nodes += [
        helper.make_node("Add", ["a1", "a2"], ["both"], "/model.2/Add"),
        helper.make_node("Conv", ["both", "last"], ["maps"], "/model.2/cv2/cv2.1/Conv"),
        helper.make_node("Mul", ["maps", "px"], ["boxes"], "/model.2/Mul"),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, ["batch", 3, 16, 16])],
        [helper.make_tensor_value_info("boxes", TensorProto.FLOAT, ["batch", 4, 16, 16])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {"end2end": "True"})
    save(model, str(path))
    return path


def roundings(model: Any) -> int:
    """How often numbers between layers are rounded in an OpenVINO model."""
    return sum(op.get_type_name() == "FakeQuantize" for op in model.get_ordered_ops())


@pytest.fixture
def ort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")


def answers(path: Path) -> np.ndarray:
    (boxes,) = open_network(path).run(BLOBS[0])
    return boxes


@pytest.mark.usefixtures("ort")
def test_what_makes_boxes_of_the_maps_and_what_sees_three_channels_stays_exact(tmp_path: Path) -> None:
    path = network(tmp_path / "tiny.onnx", "SiLU")
    size, before = path.stat().st_size, answers(path)
    in_eight_bits(path, BLOBS)
    quantized = load(str(path))
    in_bytes = {tensor.name for tensor in quantized.graph.initializer if tensor.data_type == TensorProto.INT8}
    assert {name for name in in_bytes if name.endswith("_quantized")} == {"w1_quantized", "w2_quantized"}
    rounded = {node.input[0] for node in quantized.graph.node if node.op_type == "QuantizeLinear"}
    assert rounded == {"a0", "c1", "s1", "a1", "c2", "s2", "a2"}
    assert {prop.key: prop.value for prop in quantized.metadata_props} == {"end2end": "True"}
    after = answers(path)
    assert 0 < np.abs(after - before).mean() < 0.05 * before.std()
    halve_weights(path)
    assert path.stat().st_size < 0.6 * size
    assert np.abs(answers(path) - after).mean() < 0.01 * before.std()


def test_a_relu_and_the_convolution_before_it_are_rounded_together(tmp_path: Path) -> None:
    path = network(tmp_path / "tiny.onnx", "Relu")
    in_eight_bits(path, BLOBS)
    rounded = {node.input[0] for node in load(str(path)).graph.node if node.op_type == "QuantizeLinear"}
    assert rounded == {"a0", "a1", "a2"}


@pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")
@pytest.mark.parametrize(("activation", "operations"), [("SiLU", ()), ("Relu", (corners.OPERATIONS,))], ids=str)
def test_openvino_rounds_for_products_alone_and_answers_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, activation: str, operations: tuple
) -> None:
    """ONNX Runtime's quantizer leaves out ReLUs: what is rounded to no less than zero has to stay rounded."""
    import openvino
    from yakume.vision.runtime import _round_for_products_alone

    path = network(tmp_path / "tiny.onnx", activation)
    in_eight_bits(path, BLOBS, *operations)
    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")
    ours = answers(path)
    monkeypatch.setenv(RUNTIME_ENV, "openvino")
    assert np.abs(answers(path) - ours).mean() < 0.05 * ours.std()
    model = openvino.Core().read_model(path)
    before = roundings(model)
    _round_for_products_alone(model)
    # What goes into a convolution in eight bits stays rounded, and what a ReLU was left out of.
    assert (before, roundings(model)) == ((7, 2) if activation == "SiLU" else (3, 3))


@pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")
def test_what_other_tools_rounded_is_left_as_it_is() -> None:
    """They write one operation, without the way to integers and back, and it may have several takers."""
    import openvino
    from openvino import opset13 as ops
    from yakume.vision.runtime import _round_for_products_alone

    seen = ops.parameter([1, 3, 4, 4], np.float32)
    low, high = np.float32(-1), np.float32(1)
    rounded = ops.fake_quantize(seen, low, high, low, high, 256)
    model = openvino.Model([ops.add(ops.relu(rounded), ops.sigmoid(rounded))], [seen])
    _round_for_products_alone(model)
    assert roundings(model) == 1


def test_pictures_are_taken_from_all_of_a_folder(tmp_path: Path) -> None:
    for number in range(600):
        folder = tmp_path / f"{number // 100:02d}"
        folder.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / f"{number:03d}.png"), np.full((40, 40, 3), number // 100, np.uint8))
    crops = calibration_blobs(tmp_path, "read", 32)
    assert {blob.shape[1:] for blob in crops} == {(3, 32, 32)}
    shades = np.concatenate(crops)[:, 0, 0, 0] * 255
    assert len(shades) == 512 and set(np.unique(shades.round(), return_counts=True)[1]) <= {85, 86}
    scenes = calibration_blobs(tmp_path, "detect", 640)
    assert len(scenes) == 64 and scenes[0].shape == (1, 3, 64, 64)


def test_a_folder_without_pictures_or_with_a_broken_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no picture in"):
        calibration_blobs(tmp_path, "read", 32)
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(PictureError, match=r"broken\.jpg"):
        calibration_blobs(tmp_path, "read", 32)
