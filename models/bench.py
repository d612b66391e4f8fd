"""The shipped networks run by ultralytics and torch, as `yolo predict` runs them: what `yakume bench` compares with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from yakume.engine import FACES, Face
from yakume.vision.picture import Image

from .registry import WEIGHTS, ModelError, Task, load_card
from .train import RECIPES, quiet_ultralytics


def torch_predictors(
    folder: Path | None, threads: int
) -> tuple[Callable[[Image], int], Callable[[Sequence[Image]], list[Face | None]]]:
    """Detector and reader of `folder` (default: the shipped ones) in torch, rebuilt from their safetensors.

    Returns: a function from a picture to the number of boxes in it, and one from upright crops to their faces.
    Raises: ImportError without torch or ultralytics; ModelError without the weights or with weights of another
    architecture than that of the recipe.
    """
    import torch

    folder = folder or WEIGHTS
    torch.set_num_threads(threads)
    detector, reader = (_rebuilt(folder, task) for task in ("detect", "read"))
    width, height = load_card(folder / "detect.toml").input_wh
    side = load_card(folder / "read.toml").input_wh[0]

    def detect(image: Image) -> int:
        (result,) = detector.predict(image, imgsz=(height, width), device="cpu", verbose=False)
        return len(result.obb)

    def read(crops: Sequence[Image]) -> list[Face | None]:
        results = reader.predict(list(crops), imgsz=side, device="cpu", verbose=False)
        # Two classes a face, upright and upside down; then the back, and what is no card.
        return [FACES[top // 2] if (top := int(r.probs.top1)) < 2 * len(FACES) - 1 else None for r in results]

    return detect, read


def _rebuilt(folder: Path, task: Task) -> Any:
    quiet_ultralytics()
    from safetensors import SafetensorError
    from safetensors.torch import load_file
    from ultralytics import YOLO
    from ultralytics.nn.tasks import ClassificationModel, OBBModel
    from ultralytics.utils import LOGGER

    LOGGER.setLevel("ERROR")  # it introduces every network
    path = folder / f"{task}.safetensors"
    architecture = RECIPES[task].architecture
    model = YOLO(f"{architecture}.yaml", verbose=False)
    try:
        tensors = load_file(path)
        if task == "detect":
            network, classes = OBBModel, 2
        else:
            network, classes = ClassificationModel, len(tensors["model.10.linear.bias"])
        model.model = network(model.model.yaml | {"nc": classes}, verbose=False)
        model.model.load_state_dict(tensors)
    except (OSError, SafetensorError, KeyError, RuntimeError) as error:
        raise ModelError(f"{path} holds no {architecture}: {str(error).splitlines()[0]}") from error
    model.model.names = {number: str(number) for number in range(classes)}
    model.model.args = {}
    model.model.task = {"detect": "obb", "read": "classify"}[task]
    return model
