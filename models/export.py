"""From an ultralytics checkpoint to what ships: ONNX to run, safetensors to train on, and a model card.

A checkpoint (.pt) is a pickle and can run code: only a file the user named is opened, and only here and in training.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from yakume.engine import BACK, FACES

from .eight_bits import calibration_blobs, in_eight_bits
from .registry import CLASSES, ModelCard, file_sha256
from .tensors import mean, write_tensors
from .train import Task, quiet_ultralytics, rebuilt

OPSET = 17


def export(
    checkpoints: Sequence[Path],
    folder: Path,
    task: Task,
    *,
    name: str,
    input_wh: tuple[int, int],
    about: dict[str, Any],
    eight_bits: Path | None = None,
) -> ModelCard:
    """Write ``<name>.onnx``, ``<name>.safetensors`` and ``<name>.toml`` into `folder`.

    Args:
        checkpoints: ultralytics' ``best.pt`` of the task, or a model's safetensors; of several, one trained on from the
            other, the mean of their weights is written (Wortsman et al. 2022).
        input_wh: the size a picture is scaled to fit before detection; of a reader, its crop.
        about: further fields of the card: recipe, seed, data, scores.
        eight_bits: folder of training pictures; with them the network multiplies in eight bits (models/eight_bits.py).

    Raises: FileNotFoundError if there is no such checkpoint, or no picture; ValueError if one is of another task, or
    of another architecture than the first; ModelError if safetensors are no such file.
    """
    for checkpoint in checkpoints:
        if not checkpoint.is_file():
            raise FileNotFoundError(f"no checkpoint {checkpoint}")
    seen = calibration_blobs(eight_bits, task, input_wh[0]) if eight_bits else ()
    folder.mkdir(parents=True, exist_ok=True)
    onnx = folder / f"{name}.onnx"
    model = _mean([_load(checkpoint, task) for checkpoint in checkpoints])
    architecture = _architecture(model)
    if task == "detect":
        _export_detector(model, onnx, input_wh)
    else:
        _export_reader(model.model, onnx, input_wh)
    if seen:
        in_eight_bits(onnx, seen)
    halve_weights(onnx)
    write_tensors(model.model, onnx.with_suffix(".safetensors"), architecture)
    card = ModelCard(name, task, onnx.name, file_sha256(onnx), input_wh, CLASSES[task])
    card = replace(card, **about)
    onnx.with_suffix(".toml").write_text(card.to_toml(), encoding="utf-8")
    return card


def halve_weights(path: Path) -> None:
    """Store the weights of an ONNX file in half precision, in place, without its notes; they are widened again when it
    is loaded.

    Half the download, the same arithmetic: ONNX Runtime folds the casts away.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < 256 or abs(values).max() > 6e4:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype("float16"), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    # Of what ultralytics writes about a model, this is read; the rest names paths of the machine it was trained on.
    kept = [prop for prop in model.metadata_props if prop.key == "end2end"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _load(checkpoint: Path, task: Task) -> Any:
    if checkpoint.suffix == ".safetensors":
        return rebuilt(checkpoint, task)
    quiet_ultralytics()
    from ultralytics import YOLO

    model = YOLO(str(checkpoint))
    wanted = {"detect": "obb", "read": "classify"}[task]
    if model.task != wanted:
        raise ValueError(f"{checkpoint} is a model for {model.task!r}, expected {wanted!r}")
    return model


def _mean(models: Sequence[Any]) -> Any:
    """The first of `models` with the mean of the weights of all."""
    # Weights of the same sizes mean something else where other functions run between them.
    if len({_architecture(model) for model in models}) > 1:
        raise ValueError("the checkpoints are of different architectures: their weights have no mean")
    models[0].model.load_state_dict(mean([model.model.float().state_dict() for model in models]))
    return models[0]


def _architecture(model: Any) -> str:
    return Path(model.model.yaml["yaml_file"]).stem


def _export_detector(model: Any, onnx: Path, input_wh: tuple[int, int]) -> None:
    width, height = input_wh
    written = model.export(format="onnx", imgsz=(height, width), dynamic=True, opset=OPSET, verbose=False)
    Path(written).replace(onnx)


def _export_reader(network: Any, onnx: Path, input_wh: tuple[int, int]) -> None:
    """The reader knows each face upright and upside down, and what is no card it knows; what leaves it are the 37 faces
    and the way up. What the faces lack to 1 is the probability of "no card I know".

    Beside them leaves what the network saw before it settled on a face: the map of features that its last layers
    pool, which a head for one deck is trained on (`yakume enroll`). Pooled they lose where on the card they were, and
    more cards are misread (models/ATTEMPTS.md).
    """
    import torch
    from torch import nn

    pairs = len(FACES) - 1
    if FACES[-1] != BACK or network.yaml["nc"] != 2 * pairs + 2:
        raise ValueError(f"expected a reader of {2 * pairs + 2} classes, got {network.yaml['nc']}")

    class Folded(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network.float().eval()
            self.network.model[-1].register_forward_pre_hook(self._keep)

        def _keep(self, _: nn.Module, inputs: tuple[torch.Tensor]) -> None:
            self.features = inputs[0].flatten(1)

        def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
            answer = self.network(images)
            answer = answer[0] if isinstance(answer, list | tuple) else answer
            ways = answer[:, : 2 * pairs].reshape(-1, pairs, 2)
            faces = torch.cat([ways.sum(2), answer[:, 2 * pairs : 2 * pairs + 1]], 1)
            return faces, ways[:, :, 0].sum(1), self.features

    width, height = input_wh
    outputs = ("faces", "upright", "features")
    torch.onnx.export(
        Folded(),
        (torch.zeros(2, 3, height, width),),
        str(onnx),
        dynamo=False,
        opset_version=OPSET,
        input_names=["images"],
        output_names=list(outputs),
        dynamic_axes={name: {0: "batch"} for name in ("images", *outputs)},
    )
