"""The reader trained on tables: its normalising layers see the cards of one table beside each other.

All cards of a table are of one deck. What is usual for that deck (its inks, lines, grounds) can be told from the cards
themselves: the means and spreads that the normalising layers divide by are taken half from the cards that are read
together and half from the training (Schneider et al. 2020), by n / (n + `PRIOR`) of n cards. Trained so, on tables of
many artists' decks, the reader has less to learn by heart of any one artist.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from yakume.vision.crops import CROP_PX
from yakume.vision.decks import PAIRS
from yakume.vision.runtime import to_blob

from .export import OPSET, halve_weights
from .registry import CLASSES, ModelCard, file_sha256
from .tensors import mean, read_architecture, write_tensors
from .train import has_fast_bfloat16, rebuilt

if TYPE_CHECKING:  # torch is imported on use
    from torch import Tensor, nn

PRIOR = 8
"""So many cards weigh as much as the training does, where they say what is usual."""

STEP = 48
"""Crops of a step."""

GROUPS = 1, 2, 2, 3, 4, 6, 8
"""Tables of a step, one of these numbers."""

ALONE = 0.2
"""Share of the steps in which each card is read by itself."""

RATE, FROZEN = 8e-4, 3
"""Highest learning rate, and how many of the first layers stay as they are."""

STEPS, SAVED = 2000, 200
"""Steps of a training, and after how many what is needed to go on is written."""

MEAN_OF = 0.995
"""Share of the running mean of all weights that stays at each step, once there were enough steps."""


class Tables(Protocol):
    """Tables to train on."""

    def table(self, number: int, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int_]]:
        """`count` crops (n, 128, 128, 3) of the cards of table `number`, and what they show (n,), of 74 classes."""
        ...


def mix(network: nn.Module) -> list[Any]:
    """Make the normalising layers of `network` mix; returns them.

    Each then has `groups`: of how many tables the crops of a batch are, in order, equally many of each; 0 for crops
    that are read each by itself.
    """
    import torch
    from torch import nn

    class Mixing(nn.BatchNorm2d):
        groups = 0
        running_mean: Tensor
        running_var: Tensor
        momentum: float

        def forward(self, x: Tensor) -> Tensor:
            mean, var = self.running_mean, self.running_var
            if not self.groups:
                return nn.functional.batch_norm(x, mean, var, self.weight, self.bias, False, 0.0, self.eps)
            parts = x.chunk(self.groups)
            share = len(parts[0]) / (len(parts[0]) + PRIOR)
            with torch.no_grad():
                seen = [torch.batch_norm_update_stats(part, None, None, 0.0) for part in parts]
                mean_here, var_here = (torch.stack(each).float() for each in zip(*seen, strict=True))
                # of the mixture of both, so that how far their means lie apart is part of the spread
                mean_both = share * mean_here + (1 - share) * mean
                var_both = share * var_here + (1 - share) * var + share * (1 - share) * (mean_here - mean) ** 2
                gain = torch.rsqrt(var_both + self.eps)
                moved = (mean_here - mean_both) * gain
                gain *= torch.sqrt(var_here + self.eps)
                if self.training:
                    together = mean_here.mean(0)
                    self.running_mean.lerp_(together, self.momentum)
                    self.running_var.lerp_((var_here + mean_here**2).mean(0) - together**2, self.momentum)
            # Gradients pass as if the cards' own means and spreads were all (Ioffe 2017).
            return torch.cat(
                [
                    nn.functional.batch_norm(
                        part, None, None, self.weight * g, self.bias + self.weight * m, True, 0.0, self.eps
                    )
                    for part, g, m in zip(parts, gain, moved, strict=True)
                ]
            )

    layers = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    for layer in layers:
        layer.__class__ = Mixing
    return layers


def export_together(weights: Sequence[Path], folder: Path, recipe: str = "") -> ModelCard:
    """Write ``together.onnx`` with its safetensors and its card into `folder`, of the mean of `weights` (safetensors).

    Its inputs are the crops of one table, each both ways up. Raises: ModelError for a file that is missing or another
    network's; ValueError for networks of different architectures.
    """
    import torch
    from torch import nn

    models = [rebuilt(path, "read") for path in weights]
    network = models[0].model.float()
    network.load_state_dict(mean([model.model.float().state_dict() for model in models]))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "together.onnx"
    write_tensors(network, path.with_suffix(".safetensors"), read_architecture(weights[0]))

    class Mixed(nn.Module):
        """A normalising layer of crops that are one table, in parts that can be exported."""

        def __init__(self, layer: Any) -> None:
            super().__init__()
            self.layer = layer

        def forward(self, x: Tensor) -> Tensor:
            layer: Any = self.layer
            n = torch._shape_as_tensor(x)[0].float()
            share = n / (n + 2 * PRIOR)  # every card is there twice
            here = x.mean((0, 2, 3))
            spread = ((x - here[:, None, None]) ** 2).mean((0, 2, 3))
            usual = share * here + (1 - share) * layer.running_mean
            apart = share * (1 - share) * (here - layer.running_mean) ** 2
            both = share * spread + (1 - share) * layer.running_var + apart
            scale = layer.weight * torch.rsqrt(both + layer.eps)
            moved: Tensor = x * scale[:, None, None] + (layer.bias - usual * scale)[:, None, None]
            return moved

    for module in list(network.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.BatchNorm2d):
                setattr(module, name, Mixed(child))

    class Folded(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network.eval()

        def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
            answer = self.network(images)
            answer = answer[0] if isinstance(answer, list | tuple) else answer
            return folded(answer)

    torch.onnx.export(
        Folded(), (torch.zeros(4, 3, CROP_PX, CROP_PX),), str(path), dynamo=False, opset_version=OPSET,
        input_names=["images"], output_names=["faces", "upright"],
        dynamic_axes={name: {0: "batch"} for name in ("images", "faces", "upright")},
    )  # fmt: skip
    halve_weights(path)
    card = ModelCard("together", "together", path.name, file_sha256(path), (CROP_PX, CROP_PX), CLASSES["together"])
    card = replace(card, recipe=recipe)
    path.with_suffix(".toml").write_text(card.to_toml(), encoding="utf-8")
    return card


def folded(answer: Tensor) -> tuple[Tensor, Tensor]:
    """Of a reader's 74 probabilities (n, 74) those of the 37 faces (n, 37) and that the card stands upright (n,)."""
    import torch

    ways = answer[:, : 2 * PAIRS].reshape(-1, PAIRS, 2)
    return torch.cat([ways.sum(2), answer[:, 2 * PAIRS : 2 * PAIRS + 1]], 1), ways[:, :, 0].sum(1)


def convolved(blob: Tensor, groups: int, rng: np.random.Generator) -> Tensor:
    """`blob` with a random convolution mixed into some of its tables, the same for all crops of a table: other textures
    and colours, the same shapes (Xu et al. 2021)."""
    import torch

    for part in blob.chunk(groups):
        if rng.random() < 0.3:
            side, share = int(rng.choice([1, 3, 5])), float(rng.uniform(0.3, 1))
            kernel = rng.normal(0, 1 / np.sqrt(3 * side * side), (3, 3, side, side))
            other = torch.nn.functional.conv2d(part, torch.from_numpy(kernel.astype(np.float32)), padding=side // 2)
            mean, std = other.mean((0, 2, 3), keepdim=True), other.std((0, 2, 3), keepdim=True) + 1e-3
            other = (other - mean) / std * part.std() + part.mean()
            part.lerp_(other, share).clamp_(0, 1)
    return blob


def train_together(
    tables: Tables, out: Path, pretrained: Path, *, steps: int = STEPS, seed: int = 0, resume: bool = False
) -> Path:
    """Train the reader `pretrained` (safetensors) on for so many `steps` of `STEP` crops; returns the safetensors in
    `out`, which hold the running mean of the weights.

    Args:
        resume: go on from ``out/last.pt``, which is written every `SAVED` steps and at the end.

    Raises: ModelError if `pretrained` is missing or another network's; FileNotFoundError if there is nothing to resume.
    """
    import torch
    from torch.nn import functional
    from tqdm import trange

    checkpoint, weights = out / "last.pt", out / "together.safetensors"
    if resume and not checkpoint.is_file():
        raise FileNotFoundError(f"nothing to resume: {checkpoint} does not exist")
    torch.manual_seed(seed)
    net = rebuilt(pretrained, "read").model.float().train()
    layers = mix(net)
    for layer in layers:
        layer.momentum = 0.01
    learns = [parameter for layer in net.model[FROZEN:] for parameter in layer.parameters()]
    for parameter in net.parameters():
        parameter.requires_grad = False
    for parameter in learns:
        parameter.requires_grad = True
    optimiser = torch.optim.AdamW(learns, RATE, betas=(0.9, 0.99), weight_decay=0.02)
    running = {name: value.clone() for name, value in net.state_dict().items()}
    done = 0
    if resume:
        state = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        running, done = state["mean"], int(state["step"])
    out.mkdir(parents=True, exist_ok=True)
    bar = trange(done, steps, initial=done, total=steps, unit="step", desc="train", disable=None)
    for step in bar:
        for group in optimiser.param_groups:
            group["lr"] = rate(step, steps)
        rng = np.random.default_rng([seed, 2, step])
        blob, classes, groups = _crops_of(tables, step, rng)
        alone = rng.random() < ALONE
        for layer in layers:
            layer.groups = 0 if alone else groups
        with torch.autocast("cpu", torch.bfloat16, enabled=has_fast_bfloat16()):
            logits = net(blob)
        loss = functional.cross_entropy(logits.float(), classes, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no types for it
        torch.nn.utils.clip_grad_norm_(learns, 2.0)
        optimiser.step()
        stays = min(MEAN_OF, (step + 1) / (step + 10))
        for name, value in net.state_dict().items():
            running[name] = running[name].lerp(value, 1 - stays) if value.is_floating_point() else value.clone()
        bar.set_postfix(loss=f"{float(loss.detach()):.2f}", refresh=False)
        if (step + 1) % SAVED == 0 or step + 1 == steps:
            state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "mean": running, "step": step + 1}
            torch.save(state, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
    net.load_state_dict(running)
    write_tensors(net, weights, read_architecture(pretrained))
    return weights


def rate(step: int, steps: int) -> float:
    """The learning rate of a step: it rises to `RATE` and falls to a hundredth of it, as a cosine does."""
    return RATE * min(1.0, (step + 1) / 60) * max(0.5 * (1 + math.cos(math.pi * step / steps)), 0.01)


def _crops_of(tables: Tables, step: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, int]:
    """The crops of a step (n, 3, 128, 128), what they show (n,), and of how many tables they are."""
    import torch

    groups = int(rng.choice(GROUPS))
    made = [tables.table(max(GROUPS) * step + number, STEP // groups) for number in range(groups)]
    blob = torch.from_numpy(to_blob([crop for crops, _ in made for crop in crops]))
    return convolved(blob, groups, rng), torch.from_numpy(np.concatenate([kinds for _, kinds in made])), groups
