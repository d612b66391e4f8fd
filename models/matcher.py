"""The network that enrolled decks are read with: the reader, with a second set of later layers that learnt to match.

What the reader sees of a crane shall be alike whoever drew it, so it lacks just what tells one deck's cards apart. Here
its first layers stay as they are and the later ones are there twice: as they are, and trained on until what they see of
a card on a table is most like what they see of that card's picture, among the 48 of its deck. What cards mean does not
matter for that, so the decks to train on are made up (`yakume.datasets.synth.made_up`), as many as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS
from yakume.vision.crops import CROP_PX
from yakume.vision.decks import NO_CARD_LOGIT, PAIRS, SHARPNESS
from yakume.vision.picture import Image
from yakume.vision.runtime import Blob, to_blob

from .eight_bits import in_eight_bits
from .export import OPSET, halve_weights
from .registry import CLASSES, ModelCard, file_sha256
from .tensors import fill, read_tensors, write_tensors
from .train import has_fast_bfloat16, rebuilt

if TYPE_CHECKING:  # torch is imported on use
    from torch import Tensor, nn

SHARED, LAST, FINE = 5, 10, 6
"""Layers of the reader that stay as they are; the first that is its own alone; and the one whose map, twice as fine as
that of the last, is looked at as well."""

DEEP_WIDTH, FINE_WIDTH = 128, 64
"""Channels of the two maps that leave the network."""

READ_SHARE = 1 / 16
"""How large the features of the reader are beside those that match: they say best what is no card at all."""

QUERIES, NO_CARDS = 80, 14
"""Crops of an episode, and how many of them at most show no card of its deck."""

RATES = 6e-4, 2e-3
"""Highest learning rates: of the reader's layers, and of what is new."""

CALIBRATED = 512
"""Crops that tell how large the numbers between the layers become."""

_FACE = np.array([card.face.index for card in CARDS])


@dataclass(frozen=True)
class MadeUpDeck:
    """Crops of one deck of a set by `yakume synth match`."""

    pictures: list[NDArray[np.uint8]]
    """The 48 cards as JPEG files."""
    crops: list[NDArray[np.uint8]]
    classes: NDArray[np.int_]
    """Of the crops, numbers as in `READ_FOLDERS`."""


def load_set(folder: Path) -> list[MadeUpDeck]:
    """The decks in `folder`, in order. Raises: FileNotFoundError if there is none; ValueError if one cannot be read."""
    decks = []
    for path in sorted(folder.glob("*.npz")):
        try:
            with np.load(path) as data:
                cut = [np.split(data[name], data[f"{name}_ends"][:-1]) for name in ("pictures", "crops")]
                decks.append(MadeUpDeck(cut[0], cut[1], data["classes"].astype(np.int_)))
        except (ValueError, KeyError, BadZipFile) as error:
            raise ValueError(f"{path} holds no deck: make some with `yakume synth match`") from error
    if not decks:
        raise FileNotFoundError(f"no decks in {folder}: make some with `yakume synth match`")
    return decks


def train_matcher(
    data: Path, out: Path, pretrained: Path, *, epochs: int = 8, seed: int = 0, resume: bool = False
) -> Path:
    """Train on the made-up decks in ``data/train``, one a step; returns the safetensors of what is new in `out`.

    Args:
        pretrained: safetensors of the reader to begin with.
        resume: go on from ``out/match.pt``.

    Raises: FileNotFoundError for a set without decks, or if there is nothing to resume; ModelError for another network.
    """
    import torch
    from torch.nn import functional

    decks, checkpoint, weights = load_set(data / "train"), out / "match.pt", out / "match.safetensors"
    if resume and not checkpoint.is_file():
        raise FileNotFoundError(f"nothing to resume: {checkpoint} does not exist")
    torch.manual_seed(seed)
    net = network(pretrained)
    learns = [*net.own.parameters()], [*net.deep.parameters(), *net.fine.parameters()]
    groups = [{"params": part, "lr": rate} for part, rate in zip(learns, RATES, strict=True)]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.99), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, list(RATES), total_steps=epochs * len(decks), pct_start=0.05, div_factor=10
    )
    parts: dict[str, Any] = {"net": net, "optimiser": optimiser, "schedule": schedule}
    done = 0
    if resume:
        state = torch.load(checkpoint, weights_only=True)
        done = int(state["epoch"])
        for name, part in parts.items():
            part.load_state_dict(state[name])
    out.mkdir(parents=True, exist_ok=True)
    net.eval()  # the batch normalisation stays that of the reader: an episode shows one deck alone
    for epoch in range(done, epochs):
        rng, total = np.random.default_rng([seed, epoch]), 0.0
        for number in rng.permutation(len(decks)):
            pictures, crops, faces = episode(decks[number], rng)
            with torch.autocast("cpu", torch.bfloat16, enabled=has_fast_bfloat16()):
                with torch.no_grad():
                    lower = net.shared(torch.from_numpy(np.concatenate([pictures, crops])))
                features = net.features(lower).float()
            logits = _logits(features[: len(pictures)], features[len(pictures) :])
            loss = functional.cross_entropy(logits, torch.from_numpy(faces), label_smoothing=0.02)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch has no types for it
            torch.nn.utils.clip_grad_norm_([*learns[0], *learns[1]], 2.0)
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        right = matched(net, load_set(data / "val"), seed) if (data / "val").is_dir() else float("nan")
        print(f"epoch {epoch + 1} of {epochs}: loss {total / len(decks):.4f}, validation {right:.4f}", flush=True)
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save(state | {"epoch": epoch + 1}, checkpoint)
        write_tensors(net.new, weights, "matcher")
    return weights


def matched(net: Any, decks: Sequence[MadeUpDeck], seed: int) -> float:
    """Of an episode of each of `decks`, which share of the cards is most like a picture of its face."""
    import torch

    right = cards = 0
    with torch.no_grad():
        for number, deck in enumerate(decks):
            pictures, crops, faces = episode(deck, np.random.default_rng([seed, number]))
            features = net.features(net.shared(torch.from_numpy(np.concatenate([pictures, crops]))))
            found = _logits(features[: len(pictures)], features[len(pictures) :])[:, :PAIRS].argmax(1).numpy()
            right += int((found == faces).sum())
            cards += int((faces < PAIRS).sum())
    return right / max(cards, 1)


def episode(deck: MadeUpDeck, rng: np.random.Generator) -> tuple[Blob, Blob, NDArray[np.int_]]:
    """The 48 pictures of `deck`, some of its crops, and the face of each; `PAIRS` for what is no face of the deck.

    Some faces stand upside down, pictures and crops alike: among those of other cards both ways are to be told apart.
    All of it may be mirrored or in exchanged inks, which is another deck.
    """
    cards, others = np.flatnonzero(deck.classes < 2 * PAIRS), np.flatnonzero(deck.classes >= 2 * PAIRS)
    others = rng.permutation(others)[:NO_CARDS]
    chosen = np.concatenate([rng.permutation(cards)[: QUERIES - len(others)], others])
    classes = deck.classes[chosen]
    faces = np.minimum(classes // 2, PAIRS)
    stands_down = rng.random(PAIRS) < 0.5
    pictures = [_turned(_opened(deck.pictures[k]), bool(stands_down[face])) for k, face in enumerate(_FACE)]
    crops = [
        _turned(_opened(deck.crops[k]), kind < 2 * PAIRS and bool(kind % 2) != bool(stands_down[min(face, PAIRS - 1)]))
        for k, kind, face in zip(chosen, classes, faces, strict=True)
    ]
    blobs = [to_blob(pictures), to_blob(crops)]
    if rng.random() < 0.5:
        blobs = [blob[..., ::-1] for blob in blobs]
    inks = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    shown, seen = (np.ascontiguousarray(blob[:, inks]) for blob in blobs)
    shown *= rng.uniform(0.8, 1.1, (len(shown), 1, 1, 1)).astype(np.float32)
    seen *= (rng.uniform(0.75, 1.2, (len(seen), 1, 1, 1)) * rng.uniform(0.92, 1.08, (len(seen), 3, 1, 1))).astype("f4")
    for k in np.flatnonzero(rng.random(len(seen)) < 0.15):
        h, w = rng.integers(CROP_PX // 6, CROP_PX // 2, 2)
        y, x = rng.integers(0, CROP_PX - h), rng.integers(0, CROP_PX - w)
        seen[k, :, y : y + h, x : x + w] = rng.random((3, 1, 1))
    return np.clip(shown, 0, 1), np.clip(seen, 0, 1), faces


def network(reader: Path, weights: Path | None = None) -> Any:
    """The reader in the safetensors `reader` with a second set of its later layers; these as in `weights`, or fresh.

    Raises: ModelError if a file is missing or another network's.
    """
    import torch
    from torch import nn
    from torch.nn import functional

    class Matcher(nn.Module):
        """Layers are named as in the reader: what runs in eight bits goes by their names."""

        def __init__(self, layers: nn.Sequential) -> None:
            super().__init__()
            self.model = nn.ModuleList(layers)
            self.own = nn.ModuleList(deepcopy(layer) for layer in layers[SHARED:LAST])
            self.deep = nn.Conv2d(256, DEEP_WIDTH, 1, bias=False)
            self.fine = nn.Conv2d(128, FINE_WIDTH, 1, bias=False)
            # What is no part of the reader, and is trained and kept.
            self.new = nn.ModuleDict({"own": self.own, "deep": self.deep, "fine": self.fine})

        def shared(self, images: Tensor) -> Tensor:
            for layer in self.model[:SHARED]:
                images = layer(images)
            return images

        def features(self, seen: Tensor) -> Tensor:
            """Of length 1 each."""
            fine = seen
            for number, layer in enumerate(self.own, SHARED):
                seen = layer(seen)
                fine = seen if number == FINE else fine
            maps = self.deep(seen).flatten(1), self.fine(functional.avg_pool2d(fine, 2)).flatten(1)
            return functional.normalize(torch.cat(maps, 1).float(), dim=1)

        def forward(self, images: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            seen = self.shared(images)
            features = self.features(seen)
            for layer in self.model[SHARED:LAST]:
                seen = layer(seen)
            features = torch.cat([features, seen.flatten(1) * READ_SHARE], 1)
            seen = self.model[LAST](seen)
            answer = seen[0] if isinstance(seen, list | tuple) else seen
            ways = answer[:, : 2 * PAIRS].reshape(-1, PAIRS, 2)
            faces = torch.cat([ways.sum(2), answer[:, 2 * PAIRS : 2 * PAIRS + 1]], 1)
            return faces, ways[:, :, 0].sum(1), features

    net = Matcher(rebuilt(reader, "read").model.float().model)
    for name, parameter in net.named_parameters():
        parameter.requires_grad = not name.startswith("model.")
    if weights is not None:
        fill(net.new, read_tensors(weights), weights)
    return net


def export_matcher(weights: Path, folder: Path, reader: Path, data: Path, recipe: str = "") -> ModelCard:
    """Write ``match.onnx`` with its safetensors and its card into `folder`: the outputs of a reader, whose features are
    those that match.

    Args:
        weights: safetensors of what is new, by `train_matcher`.
        reader: safetensors of the reader that it began with.
        data: folder of made-up decks: eight bits are scaled on their crops.

    Raises: ModelError if a file is missing or another network's; FileNotFoundError for a folder without decks.
    """
    import torch

    decks = load_set(data)
    net = network(reader, weights).eval()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "match.onnx"
    outputs = ("faces", "upright", "features")
    torch.onnx.export(
        net, (torch.zeros(2, 3, CROP_PX, CROP_PX),), str(path), dynamo=False, opset_version=OPSET,
        input_names=["images"], output_names=list(outputs),
        dynamic_axes={name: {0: "batch"} for name in ("images", *outputs)},
    )  # fmt: skip
    some = [crop for deck in decks for crop in deck.crops[:: max(len(decks) * len(deck.crops) // CALIBRATED, 1)]]
    in_eight_bits(path, [to_blob([_opened(crop) for crop in some[n : n + 32]]) for n in range(0, len(some), 32)])
    halve_weights(path)
    with torch.inference_mode():
        width = net(torch.zeros(1, 3, CROP_PX, CROP_PX))[2].shape[1]
    _tell_width(path, "features", width)
    write_tensors(net.new, path.with_suffix(".safetensors"), "matcher")
    card = ModelCard("match", "match", path.name, file_sha256(path), (CROP_PX, CROP_PX), CLASSES["match"])
    card = replace(card, recipe=recipe)
    path.with_suffix(".toml").write_text(card.to_toml(), encoding="utf-8")
    return card


def _tell_width(path: Path, output: str, width: int) -> None:
    """Write how wide an output is into the network.

    Torch's export leaves it open, and ONNX Runtime does not work it out; a deck's head is held to it before it reads.
    """
    import onnx

    model = onnx.load(str(path))
    given = next(each for each in model.graph.output if each.name == output)
    given.type.tensor_type.shape.dim[1].dim_value = width
    onnx.save(model, str(path))


def _logits(pictures: Tensor, crops: Tensor) -> Tensor:
    """Of each crop's features, those of the 36 faces by their pictures' features, and that of no card, (n, 37)."""
    import torch

    alike = crops @ pictures.T * SHARPNESS
    face, counts = torch.from_numpy(_FACE), np.bincount(_FACE, minlength=PAIRS)
    faces = [torch.logsumexp(alike[:, face == n], 1) - np.log(counts[n]) for n in range(PAIRS)]
    return torch.stack([*faces, torch.full_like(faces[0], NO_CARD_LOGIT)], 1)


def _opened(data: NDArray[np.uint8]) -> Image:
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("a picture of a made-up deck cannot be read")
    return np.asarray(picture, np.uint8)


def _turned(picture: Image, turn: bool) -> Image:
    return picture[::-1, ::-1] if turn else picture
