"""The models that ship: a card for each, checked against its weights before they are used.

A model is ``weights/<name>.onnx`` beside ``weights/<name>.toml``. The card says what the model is, what made it and
what it scored; its SHA-256 must be that of the weights, or they are another model than the one that was measured.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import tomli_w
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from yakume.engine import FACES
from yakume.engine.errors import SentenceError
from yakume.vision.certainty import USUAL
from yakume.vision.written import Count, Number, Text, fault

WEIGHTS = Path(__file__).resolve().parent / "weights"
"""Where the shipped models lie."""

Task = Literal["detect", "corners", "read", "match", "together"]

CLASSES: dict[Task, tuple[str, ...]] = {
    "detect": ("card", "back"),
    "corners": ("card",),
    "read": tuple(str(face) for face in FACES),
    "match": tuple(str(face) for face in FACES),
    "together": tuple(str(face) for face in FACES),
}
"""What each task's outputs mean, in order."""

NO_CARD = "no model card {path}: train one with `yakume train`, or install yakume again"


class ModelError(SentenceError):
    """A model that is missing or is not what its card says; one sentence that says how to mend it."""


def _beside(file: str) -> str:
    if Path(file).name != file:
        raise ValueError("expected a file beside the card")
    return file


Px = Annotated[Count, Field(gt=0)]
Weights = tuple[Number, ...]


@dataclass(frozen=True)
class ModelCard:
    """What is known of one model."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Text
    task: Task
    file: Annotated[Text, AfterValidator(_beside)]
    """File name of the weights, beside the card."""
    sha256: Text
    """Of the weights, lower-case hexadecimal."""
    input_wh: tuple[Px, Px]
    """Size a picture is scaled to fit, px; of a reader, its crop."""
    classes: tuple[Text, ...]
    """Names of the outputs, in order."""
    recipe: Text = ""
    """Command or recipe that made it."""
    seed: Count = 0
    licence: Text = "AGPL-3.0-or-later"
    temperature: Annotated[Number, Field(gt=0, lt=100)] = 1.0
    """Of a reader: what makes its probabilities true, fitted by `yakume calibrate-reader`; 1 leaves them."""
    presence_weights: Annotated[Weights, Field(min_length=4, max_length=4)] = USUAL.presence_weights
    confidence_weights: Annotated[Weights, Field(min_length=4, max_length=4)] = USUAL.confidence_weights
    back_weights: Annotated[Weights, Field(min_length=4, max_length=4)] = USUAL.back_weights
    """Of a reader: what its answer and those of the detector and the corner network beside it are worth together (see
    `Certainty`), fitted by `yakume calibrate-reader`."""
    acceptance_threshold: Annotated[Number, Field(gt=0, lt=1)] = USUAL.acceptance_threshold
    """Of a reader: from which certainty on a card is accepted, chosen by `yakume calibrate-reader`."""
    data: dict[str, str] = field(default_factory=dict)
    """Training and test sets by name → hash or description."""
    scores: dict[str, float] = field(default_factory=dict)
    """What was measured, by name."""

    def to_toml(self) -> str:
        """The card as TOML, readable by `parse_card`."""
        values = asdict(self)
        for key in ("temperature", "presence_weights", "confidence_weights", "back_weights", "acceptance_threshold"):
            if values[key] == getattr(ModelCard, key):
                del values[key]
        return tomli_w.dumps(values)


_CARD = TypeAdapter(ModelCard)


def parse_card(text: str) -> ModelCard:
    """The card written as TOML. Raises: ModelError naming the field that is wrong."""
    try:
        card = _CARD.validate_python(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ModelError("not TOML: {why}", why=error) from error
    except ValidationError as error:
        raise ModelError("{why}", why=fault(error)) from None
    if card.classes != CLASSES[card.task]:
        raise ModelError("classes: expected {names}", names=" ".join(CLASSES[card.task]))
    return card


def load_card(path: Path) -> ModelCard:
    """The card in the file `path`. Raises: ModelError."""
    try:
        return parse_card(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(NO_CARD, path=path) from None
    except (ModelError, UnicodeDecodeError) as error:
        raise ModelError("cannot use the model card {path}: {why}", path=path, why=error) from error


def checked_weights(card_path: Path) -> tuple[ModelCard, Path]:
    """The card and its weights file, whose SHA-256 was compared. Raises: ModelError."""
    card = load_card(card_path)
    path = card_path.with_name(card.file)
    if not path.is_file():
        raise ModelError(
            "the model {name} has no weights: {path} is missing; install yakume again", name=card.name, path=path
        )
    found = file_sha256(path)
    if found != card.sha256:
        raise ModelError(
            "the model file {path} does not match its card: SHA-256 is {found}…, expected {expected}…; "
            "install yakume again",
            path=path, found=found[:12], expected=card.sha256[:12],
        )  # fmt: skip
    return card, path


def deck_reader(folder: Path) -> Path:
    """The card of the network that enrolled decks are read with: of the one that matches, or of the general reader."""
    path = folder / "match.toml"
    return path if path.is_file() else folder / "read.toml"


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, lower-case hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
