"""The truth about photographs: which cards lie where, as written in a ``labels.json``.

    {"<path beside the file>": {"width", "height",
        "cards": [{"face", "quad": [[x, y] × 4], "visible": 0…1}], "ignore": [polygon, …], "notes"}}

Quads are px of the picture as OpenCV loads it, clockwise from the card's own top-left; hidden corners are where
they would be. A card of which only the upright box around it is known has ``"box": [left, top, right, bottom]``
in place of its quad.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from yakume.engine import Face, NotationError
from yakume.vision.geometry import Quad, make_quad


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
    if not isinstance(data, Mapping) or not data:
        raise LabelError(f"cannot read {path}: expected an object with a picture's path for each key")
    return [_picture(path.parent, name, entry) for name, entry in data.items()]


def _picture(folder: Path, name: str, entry: Any) -> LabelledPicture:
    try:
        cards = tuple(_card(card) for card in entry["cards"])
        ignore = tuple(_polygon(points) for points in entry.get("ignore", ()))
        size = (int(entry["width"]), int(entry["height"]))
    except KeyError as error:
        raise LabelError(f"labels of {name!r}: field {error} is missing") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise LabelError(f"labels of {name!r}: {error}") from None
    return LabelledPicture(folder / name, name, size, cards, ignore)


def _card(entry: Mapping[str, Any]) -> TrueCard:
    visible = float(entry.get("visible", 1.0))
    if not 0 <= visible <= 1:
        raise LabelError(f"visible = {visible!r}: expected 0 to 1")
    try:
        if "box" in entry and "quad" not in entry:
            left, top, right, bottom = (float(v) for v in entry["box"])
            return TrueCard(
                Face(entry["face"]), box_quad(left, top, right, bottom), visible, is_box=True, top_known=False
            )
        return TrueCard(Face(entry["face"]), make_quad(entry["quad"]), visible)
    except NotationError as error:
        raise LabelError(str(error)) from None


def box_quad(left: float, top: float, right: float, bottom: float) -> Quad:
    """The corners of an upright box, px. Raises: ValueError for one without area."""
    return make_quad([[left, top], [right, top], [right, bottom], [left, bottom]])


def _polygon(points: Any) -> NDArray[np.float32]:
    polygon = np.array(points, np.float32)
    if polygon.ndim != 2 or polygon.shape[1] != 2 or len(polygon) < 3:
        raise LabelError(f"ignore: expected a polygon of three or more points [x, y], got {points!r}")
    return polygon
