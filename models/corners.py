"""Training of the corner network, the second look that tightens a detector's box (see vision/corners.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from yakume.vision.corners import CORNER_PX, VIEW_SCALE
from yakume.vision.runtime import CropRunner, to_blob

from .eight_bits import in_eight_bits
from .export import halve_weights
from .registry import CLASSES, ModelCard, file_sha256
from .tensors import fill, mean, read_tensors, write_tensors
from .train import has_fast_bfloat16

if TYPE_CHECKING:  # torch is imported on use
    from torch import Tensor, nn

VOTES = "votes"
"""Name of the network's last part."""

CALIBRATED = 512
"""Views that tell how large the numbers between the layers become."""

OPERATIONS = ("Conv", "Relu", "Add")
"""What runs in eight bits but for the votes, which are where corners are: corners stay where they were, in about half
the time (models/ATTEMPTS.md)."""

IS_CARD_WEIGHT = 0.1
"""Of the error in whether there is a card, beside that of its corners."""


def train_corners(
    data: Path,
    val: Path,
    out: Path,
    *,
    epochs: int = 8,
    batch: int = 128,
    seed: int = 0,
    learning_rate: float = 3e-3,
    device: str = "",
    pretrained: Path | None = None,
    resume: bool = False,
) -> float:
    """Train on .npz sets of `corner_samples` and write an ONNX file to `out`; beside it its weights as safetensors, and
    what `resume` goes on from.

    Views are mirrored by chance: a mirrored card is still a card. Input `views` B×3×96×96 RGB 0…1; outputs `corners`
    B×4×2 in view units and `is_card` B probabilities.

    Args:
        learning_rate: the highest one; it rises to it for three tenths of the training and falls to none.
        device: torch's name of one; empty takes a GPU where there is one.
        pretrained: safetensors of such a network to start from.

    Returns: mean corner error on `val` as a share of the view's side.
    Raises: FileNotFoundError if there is nothing to resume; ValueError if that was to be of other length; ModelError if
    `pretrained` is missing or another network's.
    """
    import torch
    from tqdm import tqdm

    checkpoint = out.with_suffix(".pt")
    if resume and not checkpoint.is_file():
        raise FileNotFoundError(f"nothing to resume: {checkpoint} does not exist")
    torch.manual_seed(seed)
    on = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    net = _network()
    if pretrained is not None:
        fill(net, read_tensors(pretrained), pretrained)
    net = net.to(on)
    views, corners, is_card = _load(data)
    batch = min(batch, len(views))
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    per_epoch = len(views) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, learning_rate, total_steps=epochs * per_epoch)
    parts: dict[str, Any] = {"net": net, "optimizer": optimizer, "schedule": schedule}
    done = 0
    if resume:
        state = torch.load(checkpoint, map_location=on, weights_only=True)
        done, wanted = state["epochs"]
        if wanted != epochs:
            raise ValueError(f"{checkpoint} is of a training of {wanted} epochs, not of {epochs}")
        for name, part in parts.items():
            part.load_state_dict(state[name])
    out.parent.mkdir(parents=True, exist_ok=True)
    with tqdm(total=epochs * per_epoch, initial=done * per_epoch, desc="corners", unit="batch") as bar:
        for epoch in range(done, epochs):
            rng = np.random.default_rng([seed, epoch])
            for picked in rng.permutation(len(views))[: per_epoch * batch].reshape(-1, batch):
                loss = _loss(net, views[picked], corners[picked], is_card[picked], int(rng.integers(4)))
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch has no types for it
                optimizer.step()
                schedule.step()
                bar.update()
            # Replaced in one step: a training that stops while it is written loses nothing.
            fresh = checkpoint.with_suffix(".new")
            state = {name: part.state_dict() for name, part in parts.items()}
            torch.save({"epochs": (epoch + 1, epochs)} | state, fresh)
            fresh.replace(checkpoint)
    card = _write(net.cpu(), out, views)
    error, right = corner_scores(out, val)
    scores = {"corner_error_composed": round(error, 4), "card_or_not_composed": round(right, 4)}
    recipe = f"{len(views)} views, {epochs} epochs, batch {batch}, AdamW up to {learning_rate:g}"
    recipe += f", begun from {pretrained.name}" if pretrained else ""
    card = replace(card, recipe=recipe, seed=seed, scores=scores)
    out.with_suffix(".toml").write_text(card.to_toml(), encoding="utf-8")
    print(f"corner error {error:.4f} of the view's side, card or not {right:.4f}")
    return error


def export_corners(weights: Sequence[Path], out: Path, data: Path, recipe: str = "") -> ModelCard:
    """Write the network of `weights`, safetensors of it, to the ONNX file `out`, with safetensors and a card beside it;
    of several, one trained on from the other, the mean of their weights.

    Args:
        data: .npz set of `corner_samples` that it was trained on: its eight bits are scaled on views of it.

    Raises: ModelError if one of `weights` is missing or another network's; OSError or ValueError without views in
    `data`.
    """
    views, net, states = _load(data)[0], _network(), []
    for path in weights:
        fill(net, read_tensors(path), path)
        states.append({name: values.clone() for name, values in net.state_dict().items()})
    net.load_state_dict(mean(states))
    out.parent.mkdir(parents=True, exist_ok=True)
    card = replace(_write(net, out, views), recipe=recipe)
    out.with_suffix(".toml").write_text(card.to_toml(), encoding="utf-8")
    return card


def _write(net: nn.Module, out: Path, views: NDArray[np.uint8]) -> ModelCard:
    """The ONNX file of `net`, in eight bits that are scaled on some of `views`, and its safetensors; a card of it."""
    _export(net.eval(), out)
    write_tensors(net, out.with_suffix(".safetensors"), "corners")
    some = views[:: max(len(views) // CALIBRATED, 1)][:CALIBRATED]
    in_eight_bits(out, [to_blob([*some[n : n + 32]]) for n in range(0, len(some), 32)], OPERATIONS, exact=VOTES)
    halve_weights(out)
    return ModelCard("corners", "corners", out.name, file_sha256(out), (CORNER_PX, CORNER_PX), CLASSES["corners"])


def _loss(
    net: nn.Module, views: NDArray[np.uint8], corners: NDArray[np.float32], is_card: NDArray[np.float32], way: int
) -> Tensor:
    """How far off the answers of `net` are on a batch of views, mirrored in that way."""
    import torch
    from torch import nn

    on = next(net.parameters()).device
    views, corners = mirrored(views, corners, way)
    with torch.autocast(on.type, torch.bfloat16, enabled=on.type == "cuda" or has_fast_bfloat16()):
        answer = net(_to_tensor(views).to(on))
    answer = answer.float()
    real, truth = (torch.from_numpy(part).to(on) for part in (is_card, corners.reshape(-1, 8)))
    off = nn.functional.smooth_l1_loss(answer[:, :8], truth, beta=0.02, reduction="none").mean(1)
    wrong = nn.functional.binary_cross_entropy_with_logits(answer[:, 8], real)
    loss: Tensor = (off * real).sum() / real.sum().clamp(min=1) + IS_CARD_WEIGHT * wrong
    return loss


def mirrored(
    views: NDArray[np.uint8], corners: NDArray[np.float32], way: int
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """`views` (B, P, P, 3) and their `corners` (B, 4, 2; view units, clockwise from the view's top-left) mirrored
    left to right (1), top to bottom (2), both (3) or not at all (0)."""
    if way & 1:
        views, corners = views[:, :, ::-1], ((1, 0) + corners * (-1, 1))[:, [1, 0, 3, 2]]
    if way & 2:
        views, corners = views[:, ::-1], ((0, 1) + corners * (1, -1))[:, [3, 2, 1, 0]]
    return views, corners.astype(np.float32)


def corner_scores(model: Path, val: Path) -> tuple[float, float]:
    """Of the network in the file `model` on a .npz set: the mean error of a card's corners as a share of the view's
    side, and of how many views it says rightly whether there is a card."""
    views, corners, is_card = _load(val)
    answers, likely = CropRunner(model).run(len(views), lambda number: views[number])
    real = is_card > 0.5
    error = np.linalg.norm(answers - corners, axis=2)[real].mean()
    return float(error), float(((likely > 0.5) == real).mean())


def _network() -> nn.Sequential:
    """A small residual network: 52 million multiplications a view, nearly half of them on maps of 12×12.

    Every cell of its last map, 6×6, says where it takes the four corners to be, as seen from itself, and how much its
    word counts for each of them: where a card is covered, the cells that see it speak. After two passes through the
    same 66 thousand views, here mirrored by chance, the mean error was 0.085 of the view's side; a layer that sees the
    whole map at once and says where the corners are, of views as they were, came to 0.105.
    """
    import torch
    from torch import nn

    class Residual(nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.inner = nn.Sequential(*_convolution(width, width), nn.ReLU(), *_convolution(width, width))

        def forward(self, x: Tensor) -> Tensor:
            return torch.relu(x + self.inner(x))

    class Votes(nn.Module):
        middles: Tensor

        def __init__(self, width: int, cells: int) -> None:
            super().__init__()
            self.words = nn.Conv2d(width, 12, 1)
            self.is_card = nn.Linear(width, 1)
            with torch.no_grad():  # the corners of a box, seen from its middle
                box = torch.tensor([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / VIEW_SCALE / 2
                bias = self.words.bias
                assert bias is not None  # a convolution has one unless told otherwise
                bias[:8] = box.flatten()
            middles = (torch.arange(cells) + 0.5) / cells
            y, x = torch.meshgrid(middles, middles, indexing="ij")
            self.register_buffer("middles", torch.stack([x, y]).reshape(1, 1, 2, cells**2))

        def forward(self, x: Tensor) -> Tensor:
            words = self.words(x).flatten(2)
            places = words[:, :8].reshape(-1, 4, 2, self.middles.shape[3]) + self.middles
            corners = (places * words[:, 8:].softmax(2).unsqueeze(2)).sum(3)
            return torch.cat([corners.flatten(1), self.is_card(x.mean((2, 3)))], 1)

    net = nn.Sequential(
        *_convolution(3, 16, stride=2), nn.ReLU(),
        *_convolution(16, 32, stride=2), nn.ReLU(), Residual(32),
        *_convolution(32, 64, stride=2), nn.ReLU(), Residual(64), Residual(64),
        *_convolution(64, 96, stride=2), nn.ReLU(), Residual(96), Residual(96),
    )  # fmt: skip
    net.add_module(VOTES, Votes(96, CORNER_PX // 16))
    return net


def _convolution(inward: int, outward: int, stride: int = 1) -> tuple[nn.Module, nn.Module]:
    from torch import nn

    return nn.Conv2d(inward, outward, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(outward)


def _load(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """Views, corners and whether there is a card. Raises: ValueError if the file holds something else."""
    try:
        with np.load(path) as data:
            return data["views"], data["corners"].astype(np.float32), data["is_card"].astype(np.float32)
    except (ValueError, KeyError, BadZipFile) as error:
        raise ValueError(f"{path} holds no views: make some with `yakume synth corners`") from error


def _to_tensor(views: NDArray[np.uint8]) -> Tensor:
    import torch

    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)


def _export(net: nn.Module, out: Path) -> None:
    import torch
    from torch import nn

    class Answer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
            answer = self.net(views)
            return answer[:, :8].reshape(-1, 4, 2), answer[:, 8].sigmoid()

    torch.onnx.export(
        Answer().eval(), (torch.zeros(2, 3, CORNER_PX, CORNER_PX),), str(out), dynamo=False, opset_version=17,
        input_names=["views"], output_names=["corners", "is_card"],
        dynamic_axes={"views": {0: "batch"}, "corners": {0: "batch"}, "is_card": {0: "batch"}},
    )  # fmt: skip
