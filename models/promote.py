"""Puts a candidate in the place of the models that ship, cards and all; whether it may is decided by measuring."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from .registry import ModelCard, ModelError, checked_weights, load_card

NAMES = ("detect", "corners", "read", "together")
"""The models that are used together: each is `<name>.toml` beside `<name>.onnx`."""

MEASURES = ("recall", "precision", "face_accuracy", "f1", "false_a_picture")
"""What a card holds of each set: of all models together, so that one new model makes all of them old."""


def candidates_in(folder: Path) -> dict[str, ModelCard]:
    """The cards of the models in `folder` by name; weights compared with their hashes.

    Raises: ModelError if there is none, or one that cannot be used.
    """
    found = {name: checked_weights(folder / f"{name}.toml")[0] for name in NAMES if (folder / f"{name}.toml").is_file()}
    if not found:
        names = ", ".join(f"{name}.toml" for name in NAMES)
        raise ModelError(
            "no model in {folder}: expected one or more of {names}, as `yakume export` writes them",
            folder=folder, names=names,
        )  # fmt: skip
    for name, card in found.items():
        if card.task != name:
            raise ModelError(
                "{path}.toml is a model for {found!r}, expected {name!r}",
                path=folder / name,
                found=card.task,
                name=name,
            )
    return found


def recorded_sets(folder: Path) -> dict[str, str]:
    """What the models of `folder` were measured on when they were promoted: first 16 digits of its hash → name.

    Raises: ModelError for a card that cannot be used.
    """
    sets = {}
    for path in (folder / f"{name}.toml" for name in NAMES):
        if path.is_file():
            card = load_card(path)
            for name, about in card.data.items():
                found = re.search(r"\bset ([0-9a-f]{16})\b", about)
                if found and any(f"{name}_{measure}" in card.scores for measure in MEASURES):
                    sets[found[1]] = name
    return sets


def join(shipped: Path, candidate: Path, folder: Path) -> None:
    """Fill `folder` with the models of `candidate`, and with those of `shipped` that it does not have.

    Raises: ModelError, as `candidates_in`.
    """
    given = candidates_in(candidate)
    for name in NAMES:
        source = candidate if name in given else shipped
        if (source / f"{name}.toml").is_file():
            card, weights = checked_weights(source / f"{name}.toml")
            shutil.copy(weights, folder / card.file)
            shutil.copy(source / f"{name}.toml", folder / f"{name}.toml")


def install(
    candidate: Path, shipped: Path, scores: Mapping[str, Mapping[str, float | None]], sets: Mapping[str, str]
) -> list[Path]:
    """Replace the models of `shipped` by those of `candidate`, and write what was measured into every card.

    A file is replaced whole or not at all, weights before their card: stopped in between, the hash tells.

    Args:
        scores: set → measure of `MEASURES` → value, of all models together.
        sets: set → what it is, with its hash.

    Returns: the files written. Raises: ModelError, as `candidates_in`.
    """
    given = candidates_in(candidate)
    written = []
    for name, card in given.items():
        weights = shipped / f"{name}.onnx"
        written.append(_replace(candidate / card.file, weights))
        tensors = (candidate / card.file).with_suffix(".safetensors")
        if tensors.is_file():
            written.append(_replace(tensors, weights.with_suffix(".safetensors")))
        else:  # those that lie there are of another model
            weights.with_suffix(".safetensors").unlink(missing_ok=True)
        written.append(write_card(measured(replace(card, file=weights.name), scores, sets), shipped / f"{name}.toml"))
    for name in NAMES:
        path = shipped / f"{name}.toml"
        if name not in given and path.is_file():
            written.append(write_card(measured(load_card(path), scores, sets), path))
    return written


def measured(card: ModelCard, scores: Mapping[str, Mapping[str, float | None]], sets: Mapping[str, str]) -> ModelCard:
    """`card` with new scores in the place of all that were measured of other models together."""
    old = {
        key.removesuffix(f"_{measure}") for key in card.scores for measure in MEASURES if key.endswith(f"_{measure}")
    }
    kept = {key: v for key, v in card.scores.items() if not any(key == f"{name}_{m}" for name in old for m in MEASURES)}
    new = {
        f"{name}_{measure}": round(value, 4)
        for name, values in scores.items()
        for measure, value in values.items()
        if value is not None
    }
    data = {key: value for key, value in card.data.items() if key not in old} | dict(sets)
    return replace(card, scores=kept | new, data=data)


def write_card(card: ModelCard, path: Path) -> Path:
    """Write `card` to the file `path`, whole or not at all."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(card.to_toml(), encoding="utf-8")
    new.replace(path)
    return path


def _replace(source: Path, target: Path) -> Path:
    new = target.with_name(f".{target.name}.new")
    shutil.copyfile(source, new)
    new.replace(target)
    return target
