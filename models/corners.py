"""Training of the corner network, the second look that tightens a detector's box (see vision/corners.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from yakume.vision.corners import CORNER_PX
from yakume.vision.runtime import CropRunner, to_blob

from .eight_bits import in_eight_bits
from .export import halve_weights
from .registry import CLASSES, ModelCard, file_sha256
from .train import has_fast_bfloat16

CALIBRATED = 512
"""Views that tell how large the numbers between the layers become."""

OPERATIONS = ("Conv", "Relu", "Add")
"""What runs in eight bits: corners stay where they were (mean error 0.0644 instead of 0.0643 of the view's side on 1200
views), in 0.4 of the time in ONNX Runtime and 0.7 in OpenVINO."""


def train_corners(data: Path, val: Path, out: Path, *, epochs: int = 12, batch: int = 128, seed: int = 0) -> float:
    """Train on .npz sets of `corner_samples` and write an ONNX file to `out`.

    Input `views` B×3×96×96 RGB 0…1; outputs `corners` B×4×2 in view units and `is_card` B probabilities.

    Returns: mean corner error on `val` as a share of the view's side.
    """
    import torch
    from torch import nn
    from tqdm import trange

    torch.manual_seed(seed)
    mixed = has_fast_bfloat16()
    views, corners, is_card = _load(data)
    batch = min(batch, len(views))
    net = _network()
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    steps = epochs * (len(views) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    generator = np.random.default_rng(seed)
    order = np.concatenate([generator.permutation(len(views)) for _ in range(epochs)])
    for step in trange(steps, desc="corners", unit="batch"):
        pick = order[step * batch : (step + 1) * batch]
        with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
            answer = net(_to_tensor(views[pick]))
        answer = answer.float()
        real = torch.from_numpy(is_card[pick])
        wanted = torch.from_numpy(corners[pick]).reshape(-1, 8)
        loss_card = nn.functional.binary_cross_entropy_with_logits(answer[:, 8], real)
        off = nn.functional.smooth_l1_loss(answer[:, :8], wanted, beta=0.02, reduction="none").mean(1)
        loss = loss_card * 0.05 + (off * real).sum() / real.sum().clamp(min=1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    _export(net.eval(), out)
    known = views[order[:CALIBRATED]]
    in_eight_bits(out, [to_blob(known[start : start + 32]) for start in range(0, len(known), 32)], OPERATIONS)
    halve_weights(out)
    error, right = corner_scores(out, val)
    card = ModelCard("corners", "corners", out.name, file_sha256(out), (CORNER_PX, CORNER_PX), CLASSES["corners"])
    scores = {"corner_error_composed": round(error, 4), "card_or_not_composed": round(right, 4)}
    out.with_suffix(".toml").write_text(replace(card, seed=seed, scores=scores).to_toml(), encoding="utf-8")
    print(f"corner error {error:.4f} of the view's side, card or not {right:.4f}")
    return error


def corner_scores(model: Path, val: Path) -> tuple[float, float]:
    """Of the network in the file `model` on a .npz set: the mean error of a card's corners as a share of the view's
    side, and of how many views it says rightly whether there is a card."""
    views, corners, is_card = _load(val)
    answers, likely = CropRunner(model).run(len(views), lambda number: views[number])
    real = is_card > 0.5
    error = np.linalg.norm(answers - corners, axis=2)[real].mean()
    return float(error), float(((likely > 0.5) == real).mean())


def _network():  # type: ignore[no-untyped-def]  # torch is imported on use
    """A small residual network: 45 million multiplications a view, half of them at a quarter of the view's size.

    The last layer sees the whole 6×6 map, not its mean: where things are is what it is asked.
    """
    from torch import nn

    class Residual(nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.inner = nn.Sequential(*_convolution(width, width), nn.ReLU(), *_convolution(width, width))

        def forward(self, x):  # type: ignore[no-untyped-def]
            return (x + self.inner(x)).relu()

    return nn.Sequential(
        *_convolution(3, 16, stride=2), nn.ReLU(),
        *_convolution(16, 32, stride=2), nn.ReLU(), Residual(32),
        *_convolution(32, 64, stride=2), nn.ReLU(), Residual(64), Residual(64),
        *_convolution(64, 96, stride=2), nn.ReLU(), Residual(96),
        nn.Flatten(), nn.Linear(96 * 36, 160), nn.ReLU(), nn.Linear(160, 9),
    )  # fmt: skip


def _convolution(inward: int, outward: int, stride: int = 1) -> tuple:
    from torch import nn

    return nn.Conv2d(inward, outward, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(outward)


def _load(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    with np.load(path) as data:
        return data["views"], data["corners"].astype(np.float32), data["is_card"].astype(np.float32)


def _to_tensor(views: NDArray[np.uint8]):  # type: ignore[no-untyped-def]  # torch is imported on use
    import torch

    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)


def _export(net, out: Path) -> None:  # type: ignore[no-untyped-def]
    import torch
    from torch import nn

    class Answer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def forward(self, views):  # type: ignore[no-untyped-def]
            answer = self.net(views)
            return answer[:, :8].reshape(-1, 4, 2), answer[:, 8].sigmoid()

    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Answer().eval(), (torch.zeros(2, 3, CORNER_PX, CORNER_PX),), str(out), dynamo=False, opset_version=17,
        input_names=["views"], output_names=["corners", "is_card"],
        dynamic_axes={"views": {0: "batch"}, "corners": {0: "batch"}, "is_card": {0: "batch"}},
    )  # fmt: skip
