"""The shipped networks run by ultralytics and torch, as `yolo predict` runs them: what `yakume bench` compares with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from yakume.engine import FACES, Face
from yakume.vision.picture import Image

from .registry import WEIGHTS, load_card
from .train import quiet_ultralytics, rebuilt


def torch_predictors(
    folder: Path | None, threads: int
) -> tuple[Callable[[Image], int], Callable[[Sequence[Image]], list[Face | None]]]:
    """Detector and reader of `folder` (default: the shipped ones) in torch, rebuilt from their safetensors.

    Returns: a function from a picture to the number of boxes in it, and one from upright crops to their faces.
    Raises: ImportError without torch or ultralytics; ModelError without the weights or with those of another network.
    """
    import torch

    quiet_ultralytics()
    from ultralytics.utils import LOGGER

    LOGGER.setLevel("ERROR")  # it introduces every network
    folder = folder or WEIGHTS
    torch.set_num_threads(threads)
    detector, reader = rebuilt(folder / "detect.safetensors", "detect"), rebuilt(folder / "read.safetensors", "read")
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
