"""The models that ship: a card for each, checked against its weights before they are used.

A model is ``weights/<name>.onnx`` beside ``weights/<name>.toml``. The card says what the model is, what made it and
what it scored; its SHA-256 must be that of the weights, or they are another model than the one that was measured.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from yakume.engine import FACES
from yakume.vision.certainty import USUAL, Certainty
from yakume.vision.corners import OnnxCornerFinder
from yakume.vision.onnx import OnnxDetector, OnnxFaceReader
from yakume.vision.read import CardReader

WEIGHTS = Path(__file__).resolve().parent / "weights"
"""Where the shipped models lie."""

Task = Literal["detect", "corners", "read"]

CLASSES: dict[Task, tuple[str, ...]] = {
    "detect": ("card", "back"),
    "corners": ("card",),
    "read": tuple(str(face) for face in FACES),
}
"""What each task's outputs mean, in order."""


WEIGHTS_OF_CERTAINTY = ("lying_weights", "telling_weights")
"""Fields of a reader's card."""


class ModelError(ValueError):
    """A model that is missing or is not what its card says; one sentence that says how to mend it."""


@dataclass(frozen=True)
class ModelCard:
    """What is known of one model."""

    name: str
    task: Task
    file: str
    """File name of the weights, beside the card."""
    sha256: str
    """Of the weights, lower-case hexadecimal."""
    input_wh: tuple[int, int]
    """Size a picture is scaled to fit, px; of a reader, its crop."""
    classes: tuple[str, ...]
    """Names of the outputs, in order."""
    recipe: str = ""
    """Command or recipe that made it."""
    seed: int = 0
    licence: str = "AGPL-3.0-or-later"
    temperature: float = 1.0
    """Of a reader: what makes its probabilities true, fitted by `yakume calibrate`; 1 leaves them as they are."""
    lying_weights: tuple[float, ...] = USUAL.lying_weights
    telling_weights: tuple[float, ...] = USUAL.telling_weights
    """Of a reader: what its answer and those of the detector and the corner network beside it are worth together (see
    `Certainty`), fitted by `yakume calibrate`."""
    told_from: float = USUAL.told_from
    """Of a reader: from which certainty on a card is told, chosen by `yakume calibrate`."""
    data: dict[str, str] = field(default_factory=dict)
    """Training and test sets by name → hash or description."""
    scores: dict[str, float] = field(default_factory=dict)
    """What was measured, by name."""

    def to_toml(self) -> str:
        """The card as TOML, readable by `parse_card`."""
        values = asdict(self)
        for key in ("temperature", *WEIGHTS_OF_CERTAINTY, "told_from"):
            if values[key] == getattr(ModelCard, key):
                del values[key]
        tables = {key: values.pop(key) for key in ("data", "scores")}
        lines = [f"{key} = {_toml(value)}" for key, value in values.items()]
        for name, table in tables.items():
            lines += ["", f"[{name}]", *(f"{json.dumps(key)} = {_toml(value)}" for key, value in table.items())]
        return "\n".join(lines) + "\n"


def parse_card(text: str) -> ModelCard:
    """The card written as TOML. Raises: ModelError naming the field that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(f"not TOML: {error}") from error
    names = {f.name for f in fields(ModelCard)}
    for key in sorted(set(data) - names):
        raise ModelError(f"unknown field {key!r}")
    for key in ("name", "task", "file", "sha256", "input_wh", "classes"):
        if key not in data:
            raise ModelError(f"field {key!r} is missing")
    if data["task"] not in get_args(Task):
        raise ModelError(f"task = {data['task']!r}: expected one of {', '.join(get_args(Task))}")
    size = data["input_wh"]
    if not (isinstance(size, list) and len(size) == 2 and all(isinstance(v, int) and v > 0 for v in size)):
        raise ModelError(f"input_wh = {size!r}: expected width and height in px")
    if tuple(data["classes"]) != CLASSES[data["task"]]:
        raise ModelError(f"classes: expected {' '.join(CLASSES[data['task']])}")
    temperature = data.get("temperature", 1.0)
    if not isinstance(temperature, int | float) or not 0 < temperature < 100:
        raise ModelError(f"temperature = {temperature!r}: expected a number above 0")
    for key in WEIGHTS_OF_CERTAINTY:
        weights, usual = data.get(key), getattr(ModelCard, key)
        if weights is None:
            continue
        if not (isinstance(weights, list) and len(weights) == len(usual) and all(map(_is_number, weights))):
            raise ModelError(f"{key} = {weights!r}: expected {len(usual)} numbers")
        data[key] = tuple(weights)
    told_from = data.get("told_from", USUAL.told_from)
    if not (_is_number(told_from) and 0 < told_from < 1):
        raise ModelError(f"told_from = {told_from!r}: expected a probability between 0 and 1")
    if Path(data["file"]).name != data["file"]:
        raise ModelError(f"file = {data['file']!r}: expected a file beside the card")
    return ModelCard(**{**data, "input_wh": tuple(size), "classes": tuple(data["classes"])})


def load_card(path: Path) -> ModelCard:
    """The card in the file `path`. Raises: ModelError."""
    try:
        return parse_card(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"no model card {path}: train one with `yakume train`, or install yakume again") from None
    except (ModelError, UnicodeDecodeError) as error:
        raise ModelError(f"cannot use the model card {path}: {error}") from error


def checked_weights(card_path: Path) -> tuple[ModelCard, Path]:
    """The card and its weights file, whose SHA-256 was compared. Raises: ModelError."""
    card = load_card(card_path)
    path = card_path.with_name(card.file)
    if not path.is_file():
        raise ModelError(f"the model {card.name} has no weights: {path} is missing; install yakume again")
    found = file_sha256(path)
    if found != card.sha256:
        raise ModelError(
            f"the model file {path} does not match its card: SHA-256 is {found[:12]}…, expected {card.sha256[:12]}…; "
            "install yakume again"
        )
    return card, path


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, lower-case hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def load_reader(folder: Path | None = None, *, threads: int | None = None, deck: Path | None = None) -> CardReader:
    """The models of `folder` (default: the shipped ones) as one reader, hashes checked.

    ``corners.toml`` may be absent: then the detector's boxes are taken as they are. `deck` is the folder of an
    enrolled deck, whose cards are then read better. Raises: ModelError.
    """
    from .decks import load_deck

    folder = folder or WEIGHTS
    detect_card, detect_path = checked_weights(folder / "detect.toml")
    read_card, read_path = checked_weights(folder / "read.toml")
    corners = folder / "corners.toml"
    head = load_deck(deck, read_card.sha256) if deck else None
    corners_path = checked_weights(corners)[1] if corners.is_file() else None
    try:
        return CardReader(
            OnnxDetector(detect_path, detect_card.input_wh, threads=threads),
            OnnxFaceReader(
                read_path, read_card.input_wh[0], threads=threads, temperature=read_card.temperature, deck=head
            ),
            OnnxCornerFinder(corners_path, threads=threads) if corners_path else None,
            Certainty(read_card.lying_weights, read_card.telling_weights, read_card.told_from),
        )
    except ValueError as error:
        raise ModelError(str(error)) from error


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _toml(value: Any) -> str:
    # Strings, numbers and flat lists of them are written alike in JSON and TOML.
    return json.dumps(value, ensure_ascii=False)
