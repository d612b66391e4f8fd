"""The truth about photographs: which cards lie where, as written in a ``labels.json``.

    {"<path beside the file>": {"width", "height",
        "cards": [{"face", "quad": [[x, y] × 4], "visible": 0…1}], "ignore": [polygon, …], "notes"}}

Quads are px of the picture as OpenCV loads it, clockwise from the card's own top-left; hidden corners are where
they would be. A card of which only the upright box around it is known has ``"box": [left, top, right, bottom]``
in place of its quad.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field, ValidationError
from yakume.engine import Face
from yakume.vision.geometry import Quad, make_quad
from yakume.vision.observation import SpeltFace
from yakume.vision.written import Count, Number, fault


class LabelError(ValueError):
    """A label file that cannot be used; names the picture and the field."""


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that a person marked."""

    face: Face
    quad: Quad
    visible: float
    """Share of its area that can be seen, 0…1."""
    is_box: bool = False
    """True if `quad` only is the upright box around the card, as many labelling programs draw it."""
    top_known: bool = True
    """False if the first corner of `quad` may be the card's bottom right."""


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture and everything that is in it."""

    path: Path
    name: str
    """The path as the label file writes it."""
    size_wh: tuple[int, int]
    cards: tuple[TrueCard, ...]
    ignore: tuple[NDArray[np.float32], ...]
    """Polygons (n, 2), px, in which anything or nothing may be found."""


def load_labels(path: Path) -> list[LabelledPicture]:
    """The labelled pictures of the file `path`, in its order. Raises: LabelError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LabelError(f"cannot read {path}: no such file") from None
    except IsADirectoryError:
        raise LabelError(f"cannot read {path}: it is a folder, expected its labels.json") from None
    except ValueError as error:  # neither UTF-8 nor JSON
        raise LabelError(f"cannot read {path}: not JSON: {error}") from None
    if not isinstance(data, dict) or not data:
        raise LabelError(f"cannot read {path}: expected an object with a picture's path for each key")
    return [_picture(path.parent, name, entry) for name, entry in data.items()]


Point = tuple[Number, Number]


class _Card(BaseModel):
    """A card as the file writes it: of one whose corners are not known, the upright box around it."""

    face: SpeltFace
    quad: tuple[Point, Point, Point, Point] | None = None
    box: tuple[Number, Number, Number, Number] | None = None
    visible: Annotated[Number, Field(ge=0, le=1)] = 1.0

    def card(self) -> TrueCard:
        """Raises: ValueError for an outline that is none."""
        if self.quad is not None:
            return TrueCard(self.face, make_quad(self.quad), self.visible)
        if self.box is None:
            raise ValueError("field 'quad' is missing")
        return TrueCard(self.face, box_quad(*self.box), self.visible, is_box=True, top_known=False)


class _Picture(BaseModel):
    """A picture as the file writes it; other fields, such as notes, are its writer's."""

    width: Count
    height: Count
    cards: tuple[_Card, ...]
    ignore: tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...] = ()


def _picture(folder: Path, name: str, entry: Any) -> LabelledPicture:
    try:
        written = _Picture.model_validate(entry)
        cards = tuple(card.card() for card in written.cards)
    except ValidationError as error:
        raise LabelError(f"labels of {name!r}: {fault(error)}") from None
    except ValueError as error:
        raise LabelError(f"labels of {name!r}: {error}") from None
    ignore = tuple(np.array(points, np.float32) for points in written.ignore)
    return LabelledPicture(folder / name, name, (written.width, written.height), cards, ignore)


def box_quad(left: float, top: float, right: float, bottom: float) -> Quad:
    """The corners of an upright box, px. Raises: ValueError for one without area."""
    return make_quad([[left, top], [right, top], [right, bottom], [left, bottom]])
