"""A model made ready to ship: half the bytes, the same answers, no word of where it was made."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from yakume.models.export import _mean, export, halve_weights
from yakume.models.registry import WEIGHTS as SHIPPED
from yakume.vision.runtime import RUNTIME_ENV, open_network

NOTES = {
    "end2end": "True",
    "description": "Ultralytics YOLO26n-obb model trained on /home/o-fuji/cards/data.yaml",
    "args": "{'project': '/home/o-fuji/runs'}",
}
WEIGHTS = np.random.default_rng(0).normal(0, 1, (48, 37)).astype(np.float32)


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """Multiplies the 48 values of 4 × 4 px by `WEIGHTS`; its notes are those that ultralytics writes."""
    images = helper.make_tensor_value_info("images", TensorProto.FLOAT, ["batch", 3, 4, 4])
    faces = helper.make_tensor_value_info("faces", TensorProto.FLOAT, ["batch", 37])
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["images"], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["faces"]),
        ],
        "tiny",
        [images],
        [faces],
        [numpy_helper.from_array(WEIGHTS, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, NOTES)
    path = tmp_path / "model.onnx"
    onnx.save(model, str(path))
    return path


def test_an_exported_model_names_no_path_of_the_machine_it_was_trained_on(network: Path) -> None:
    assert b"/home/o-fuji" in network.read_bytes()
    halve_weights(network)
    assert b"o-fuji" not in network.read_bytes()
    assert open_network(network).metadata["end2end"] == "True"  # what the detector's answers mean


def test_weights_take_half_the_room_and_mean_the_same(network: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")  # the other may compute in fewer digits than the weights have
    size = network.stat().st_size
    halve_weights(network)
    assert network.stat().st_size < 0.6 * size
    pictures = np.random.default_rng(1).random((5, 3, 4, 4), np.float32)
    (faces,) = open_network(network).run(pictures)
    pictures = pictures.reshape(5, 48)
    # Half precision has eleven binary digits: no weight is off by more than 2⁻¹¹ of itself.
    limit = pictures @ np.abs(WEIGHTS) * 2**-11 + 1e-5
    assert (np.abs(faces - pictures @ WEIGHTS) <= limit).all()


def test_of_several_checkpoints_the_mean_of_their_weights_is_written_and_counts_are_kept() -> None:
    torch = pytest.importorskip("torch")
    models = [SimpleNamespace(model=torch.nn.BatchNorm1d(2)) for _ in range(3)]
    for number, each in enumerate(models):
        each.model.yaml = {"yaml_file": "yolo26n-cls.yaml"}
        each.model.weight.data[:] = torch.tensor([number, 10.0 * number])
        each.model.num_batches_tracked += 7
    mean = _mean(models)
    assert mean is models[0]
    assert mean.model.weight.tolist() == [1, 10]
    assert mean.model.num_batches_tracked == 7


@pytest.mark.parametrize("other", [("yolo26n-cls.yaml", 5), ("yolo26n-relu-cls.yaml", 4)], ids=["width", "activation"])
def test_checkpoints_of_different_architectures_have_no_mean(other: tuple[str, int]) -> None:
    torch = pytest.importorskip("torch")
    models = []
    for file, width in (("yolo26n-cls.yaml", 4), other):
        models.append(SimpleNamespace(model=torch.nn.Linear(3, width)))
        models[-1].model.yaml = {"yaml_file": file}
    with pytest.raises(ValueError, match="different architectures"):
        _mean(models)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of torch, by what ultralytics exports with
def test_a_detector_is_exported_from_the_weights_that_it_is_trained_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ultralytics")
    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")
    about = {"recipe": "as shipped", "seed": 1, "licence": "AGPL-3.0-or-later", "data": {}, "scores": {}}
    tensors = SHIPPED / "detect.safetensors"
    export([tensors, tensors], tmp_path, "detect", name="detect", input_wh=(640, 384), about=about)
    picture = np.random.default_rng(3).random((1, 3, 96, 128), np.float32)
    (again,), (shipped,) = (open_network(folder / "detect.onnx").run(picture) for folder in (tmp_path, SHIPPED))
    assert again.shape == shipped.shape
    assert np.sort(again[0, :, 4]) == pytest.approx(np.sort(shipped[0, :, 4]), abs=2e-3)
