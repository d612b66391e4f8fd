"""Training a reader on, where there is no GPU: its upper layers alone, or all of it.

Lines, colours and corners are much the same in every deck; what has to be learnt of new decks is what they add up to.
So the lower layers stay as they are, each crop goes through them a single time, and the training goes over what they
saw. With no layer left as it is, crops are read from their files, varied, and the running mean of the weights is kept:
five times the work, and better (models/ATTEMPTS.md). A training that was interrupted goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.vision.crops import CROP_PX
from yakume.vision.picture import resized
from yakume.vision.runtime import to_blob

from .tensors import read_architecture, write_tensors
from .train import has_fast_bfloat16, rebuilt

FROZEN = 8
"""Layers that stay as they are: down to a thirty-second of the side. With two more to train, an epoch takes twice
as long."""

PIECE = 256
"""Crops that go through the lower layers at a time."""

MEAN_OF = 0.998
"""Share of the running mean of all weights that stays at each step, once there were enough steps."""

LABEL_SMOOTHING = 0.05
"""Share of the truth that is spread over all classes: a reader that is wrong about new art should not be sure."""


def train_upper(
    data: Path,
    out: Path,
    pretrained: Path,
    *,
    epochs: int = 5,
    batch: int = 128,
    seed: int = 0,
    learning_rate: float = 1e-3,
    frozen: int = FROZEN,
) -> Path:
    """Train the reader `pretrained` (safetensors) on from its layer `frozen` on; returns the safetensors in `out`.

    What is there already of the same run is not made again: what the lower layers saw, and the epochs that are done.

    Args:
        data: folder with ``train`` and ``val`` of one folder a class, as `yakume synth read` writes them.
        learning_rate: the highest one; it rises to it for a tenth of the training and falls to none.

    Raises: ModelError if `pretrained` is missing or another network's; FileNotFoundError for a set without crops.
    """
    import torch
    from torch import nn

    torch.manual_seed(seed)
    model = rebuilt(pretrained, "read").model.float()
    lower, upper = model.model[:frozen], model.model[frozen:]
    out.mkdir(parents=True, exist_ok=True)
    seen = {part: _seen(lower, data / part, out / f"{part}.npy") for part in ("train", "val")}
    checkpoint, weights = out / "last.pt", out / "read.safetensors"
    for parameter in lower.parameters():
        parameter.requires_grad = False
    crops, classes = seen["train"]
    whole = not len(lower)
    mean = {name: value.clone() for name, value in upper.state_dict().items()}
    steps = -(-len(classes) // batch)
    optimiser = torch.optim.AdamW(upper.parameters(), lr=learning_rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, learning_rate, total_steps=epochs * steps, pct_start=0.1, div_factor=10
    )
    begun = 0
    if checkpoint.is_file():
        state = torch.load(checkpoint, weights_only=True)
        upper.load_state_dict(state["upper"])
        mean = state["mean"]
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        begun = int(state["epoch"])
    loss_of = nn.CrossEntropyLoss(label_smoothing=LABEL_SMOOTHING)
    for epoch in range(begun, epochs):
        upper.train()
        total, rng = 0.0, np.random.default_rng([seed, epoch, 1])
        for done, chosen in enumerate(_batches(len(classes), batch, seed, epoch), epoch * steps + 1):
            inputs = crops[chosen].astype(np.float32)
            inputs = varied(inputs, rng) if whole else inputs
            with torch.autocast("cpu", torch.bfloat16, enabled=has_fast_bfloat16()):
                logits = _logits(upper, torch.from_numpy(inputs))
            loss = loss_of(logits.float(), torch.from_numpy(classes[chosen]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
            _take_mean(mean, upper.state_dict(), min(MEAN_OF, done / (done + 20)) if whole else 0.0)
        latest = {name: value.clone() for name, value in upper.state_dict().items()}
        upper.load_state_dict(mean)
        right = _right(upper, *seen["val"])
        print(f"epoch {epoch + 1} of {epochs}: loss {total / steps:.4f}, validation {right:.4f}", flush=True)
        write_tensors(model, weights, read_architecture(pretrained))
        upper.load_state_dict(latest)
        state = {"upper": latest, "mean": mean, "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}
        torch.save(state | {"epoch": epoch + 1}, checkpoint)
    return weights


def varied(crops: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """`crops` (n, 3, H, W), 0…1, in other light and other inks, a few of them grey, of a few a part hidden."""
    n, _, height, width = crops.shape
    gain = np.exp(rng.normal(0, 0.1, (n, 3, 1, 1)) + rng.normal(0, 0.12, (n, 1, 1, 1)))
    crops = (crops * gain + rng.normal(0, 0.03, (n, 1, 1, 1))).astype(np.float32)
    inks = np.eye(3) + rng.normal(0, 0.1, (n, 3, 3)) * (rng.random((n, 1, 1)) < 0.5)
    inks /= np.maximum(inks.sum(2, keepdims=True), 0.3)
    crops = np.einsum("nij,njhw->nihw", inks.astype(np.float32), crops)
    grey = rng.random(n) < 0.06
    crops[grey] = crops[grey].mean(1, keepdims=True)
    for number in np.flatnonzero(rng.random(n) < 0.2):
        h, w = int(rng.integers(height // 8, height // 2)), int(rng.integers(width // 8, width // 2))
        y, x = int(rng.integers(height - h)), int(rng.integers(width - w))
        crops[number, :, y : y + h, x : x + w] = rng.random((3, 1, 1))
    return np.clip(crops, 0, 1)


def _take_mean(mean: dict[str, Any], latest: dict[str, Any], stays: float) -> None:
    """Move the running `mean` towards the `latest` weights, of which the share `stays` of the mean stays."""
    for name, value in latest.items():
        mean[name] = mean[name].lerp(value, 1 - stays) if value.is_floating_point() else value.clone()


def _batches(count: int, batch: int, seed: int, epoch: int) -> Iterator[NDArray[np.int_]]:
    """The numbers of the crops in a fresh order, as batches of sorted numbers: they lie in a file."""
    order = np.random.default_rng([seed, epoch]).permutation(count)
    for first in range(0, count, batch):
        yield np.sort(order[first : first + batch])


def _logits(upper: Any, seen: Any) -> Any:
    """What the classes get, before the softmax that the last layer adds when it does not train."""
    answer = upper(seen)
    return answer[1] if isinstance(answer, list | tuple) else answer


def _right(upper: Any, crops: NDArray[np.float16], classes: NDArray[np.int_]) -> float:
    """Share of the crops whose class is the likeliest."""
    import torch

    upper.eval()
    right = 0
    with torch.no_grad():
        for first in range(0, len(classes), PIECE):
            piece = torch.from_numpy(crops[first : first + PIECE].astype(np.float32))
            right += int((_logits(upper, piece).argmax(1).numpy() == classes[first : first + PIECE]).sum())
    return right / len(classes)


class _Files:
    """Crops in their files, as a network takes them: with an index of numbers (n,) it gives (n, 3, side, side)."""

    def __init__(self, files: list[Path]) -> None:
        self._files = files

    def __getitem__(self, numbers: Any) -> NDArray[np.float32]:
        chosen = np.arange(len(self._files))[numbers]
        return to_blob([resized(_crop(self._files[number]), (CROP_PX, CROP_PX)) for number in chosen])


def _seen(lower: Any, folder: Path, path: Path) -> tuple[Any, NDArray[np.int_]]:
    """What the lower layers see of every crop in `folder`, kept in the file `path`, and the crops' classes.

    Without lower layers, the crops themselves.
    """
    import torch

    names = sorted(child for child in folder.iterdir() if child.is_dir()) if folder.is_dir() else []
    files = [(file, number) for number, name in enumerate(names) for file in sorted(name.glob("*.jpg"))]
    if not files:
        raise FileNotFoundError(f"no crops in {folder}: make some with `yakume synth read`")
    classes = np.array([number for _, number in files])
    if not len(lower):
        return _Files([file for file, _ in files]), classes
    if path.is_file():
        kept = np.load(path, mmap_mode="r")
        if len(kept) == len(files):
            return kept, classes
    lower.eval()
    kept = None
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=has_fast_bfloat16()):
        for first in range(0, len(files), PIECE):
            crops = [resized(_crop(file), (CROP_PX, CROP_PX)) for file, _ in files[first : first + PIECE]]
            seen = lower(torch.from_numpy(to_blob(crops))).float().numpy().astype(np.float16)
            if kept is None:
                kept = np.lib.format.open_memmap(
                    path.with_suffix(".part"), "w+", np.float16, (len(files), *seen.shape[1:])
                )
            kept[first : first + len(seen)] = seen
    assert kept is not None
    kept.flush()
    path.with_suffix(".part").rename(path)
    return np.load(path, mmap_mode="r"), classes


def _crop(file: Path) -> NDArray[np.uint8]:
    crop = cv2.imread(str(file))
    if crop is None:
        raise ValueError(f"cannot read {file}")
    return np.asarray(crop, np.uint8)
