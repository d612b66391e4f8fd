"""Networks that multiply in eight bits: of the reader 0.6 of the bytes, and half the time in ONNX Runtime.

Weights take seven bits, a scale a channel: processors without VNNI add two products in sixteen. What runs between two
convolutions is in eight bits too, with which ONNX Runtime is fastest; for OpenVINO, vision/runtime.py takes that back
when it loads the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from yakume.vision.boxes import letterbox
from yakume.vision.offline import stay_offline
from yakume.vision.picture import SUFFIXES, load_picture, resized
from yakume.vision.runtime import Blob, to_blob

from .registry import Task

if TYPE_CHECKING:
    from onnx import NodeProto

YOLO_OPERATIONS = ("Conv", "Relu", "Mul", "Add", "Sigmoid", "Concat", "MaxPool", "Split", "Resize")
"""What runs in eight bits of a YOLO network."""

CALIBRATED = {"detect": 64, "read": 512}
"""Pictures that tell how large the numbers between the layers become: of a task, so many."""

_CROPS_AT_ONCE = 32


def in_eight_bits(
    path: Path, blobs: Iterable[Blob], operations: Sequence[str] = YOLO_OPERATIONS, *, exact: str = ""
) -> None:
    """Let the network in the ONNX file `path` multiply in eight bits, in place; its notes are kept.

    Of a YOLO network some stays as it was: the first module, whose three channels are no faster so; in the last one
    what makes boxes and probabilities of the maps; of attention what is no convolution.

    Args:
        blobs: what the network is to see; the numbers it then has between its layers set their scales.
        operations: the ONNX operations that run so.
        exact: name of a module that stays as it was.
    """
    stay_offline()
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    notes = {prop.key: prop.value for prop in onnx.load(str(path)).metadata_props}
    quant_pre_process(str(path), str(path), skip_symbolic_shape=True)
    graph = onnx.load(str(path)).graph
    left_out = _exact(graph.node, exact)
    name, left = graph.input[0].name, iter(blobs)

    class Pictures(CalibrationDataReader):  # type: ignore[misc]  # onnxruntime has no types
        def get_next(self) -> dict[str, Blob] | None:
            blob = next(left, None)
            return None if blob is None else {name: blob}

    quantize_static(
        str(path), str(path), Pictures(), op_types_to_quantize=list(operations), nodes_to_exclude=left_out,
        per_channel=True, reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
    )  # fmt: skip
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, notes)
    onnx.save(model, str(path))


def _exact(nodes: Sequence[NodeProto], named: str) -> list[str]:
    """The names of those `nodes` that stay in single precision: of a YOLO network, and in the module `named`."""
    if named:
        return [node.name for node in nodes if f"/{named}/" in node.name]
    modules = {node.name: int(at[1]) for node in nodes if (at := re.search(r"/model\.(\d+)/", node.name))}
    last = max(modules.values(), default=0)
    first = [name for name, module in modules.items() if module == 0]
    some = [node.name for node in nodes if modules.get(node.name) == last or "/attn/" in node.name]
    return first + [name for name in some if not re.search(r"/conv/Conv$|/act/", name)]


def calibration_blobs(folder: Path, task: Task, side: int) -> list[Blob]:
    """What the network of `task` sees of pictures anywhere in `folder`, spread over them evenly.

    Args:
        side: of the reader's crops, px; scenes are taken as large as they are.

    Raises: FileNotFoundError if there is no picture; PictureError if one cannot be read.
    """
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        raise FileNotFoundError(f"no picture in {folder}: expected scenes or crops to scale eight bits on")
    spread = np.unique(np.linspace(0, len(found) - 1, CALIBRATED[task]).round().astype(int))
    pictures = [load_picture(found[number]) for number in spread]
    if task == "detect":
        return [letterbox(picture)[0] for picture in pictures]
    crops = [resized(picture, (side, side)) for picture in pictures]
    return [to_blob(crops[start : start + _CROPS_AT_ONCE]) for start in range(0, len(crops), _CROPS_AT_ONCE)]
