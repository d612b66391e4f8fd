"""Labelled pictures in the layouts that labelling programs export: YOLO boxes, YOLO OBB and COCO.

    =======  ==========================================================================================
    YOLO     ``images/….jpg`` with ``labels/….txt`` (or beside it), a line a card: class ``cx cy w h``;
             names in ``classes.txt`` or a ``data.yaml``; all 0…1 of the picture
    OBB      the same with class ``x1 y1 x2 y2 x3 y3 x4 y4``
    COCO     one .json: ``images``, ``annotations`` (``bbox`` px, or a ``segmentation`` of four points),
             ``categories``
    =======  ==========================================================================================

None of them says how much of a card can be seen: all count as wholly visible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from yakume.engine import Face
from yakume.vision.geometry import Quad, make_quad, standing
from yakume.vision.picture import SUFFIXES, PictureError, picture_size

from .labels import LabelError, LabelledPicture, TrueCard, box_quad
from .names import face_of

FARTHEST_PX = 1e6
"""No picture is larger."""

NAME_FILES = ("classes.txt", "data.yaml", "dataset.yaml", "data.yml", "dataset.yml")
"""Where YOLO sets name their classes: beside the pictures or in one of the folders above."""

FOLDERS_UP = 4
"""How many folders, from that of the pictures on, are searched for the names."""


def load_yolo(path: Path) -> tuple[list[LabelledPicture], list[Path]]:
    """The pictures below the folder `path` (or the folder of a ``data.yaml``), and the files that state their truth.

    A picture without a label file has no card on it, as in training; a folder without any label file is a mistake.
    Raises: LabelError.
    """
    if path.is_dir():
        root, name_file = path, find_names(path)
    else:
        root, name_file = _root_of(path), path
    names = class_names(name_file)
    found = sorted(p for p in root.rglob("*") if p.suffix.lower() in SUFFIXES)
    # Where there is a folder `images`, other pictures are those of a README.
    found = [p for p in found if "images" in p.relative_to(root).parts[:-1]] or found
    pictures, truth_files = [], [name_file]
    for picture in found:
        label_file = label_file_of(picture)
        lines = _read(label_file).splitlines() if label_file.is_file() else []
        if label_file.is_file():
            truth_files.append(label_file)
        width, height = upright_size(picture)
        cards = [
            _yolo_card(line.split(), names, (width, height), f"{label_file}:{number}")
            for number, line in enumerate(lines, start=1)
            if line.strip()
        ]
        name = str(picture.relative_to(root))
        pictures.append(LabelledPicture(picture, name, (width, height), tuple(cards), ()))
    if len(truth_files) == 1:
        raise LabelError(
            f"cannot read {path}: no labels beside its {len(found)} pictures, expected images/ and labels/"
        )
    return pictures, truth_files


def find_names(folder: Path) -> Path:
    """The file that names the classes of the YOLO set in or around `folder`. Raises: LabelError."""
    for above in (folder.resolve(), *folder.resolve().parents)[:FOLDERS_UP]:
        for name in NAME_FILES:
            if (above / name).is_file():
                return above / name
    raise LabelError(f"cannot read {folder}: no labels.json, classes.txt or data.yaml in it")


def class_names(path: Path) -> list[str]:
    """The class names of a ``classes.txt`` or a ``data.yaml``, by number. Raises: LabelError."""
    if path.suffix == ".txt":
        return [line.strip() for line in _read(path).splitlines() if line.strip()]
    names = _load_yaml(path).get("names")
    if isinstance(names, Mapping) and sorted(names) == list(range(len(names))):
        names = [names[number] for number in range(len(names))]
    if not isinstance(names, list) or not names:
        raise LabelError(f"cannot read {path}: names: expected a list of classes, or number: name from 0 on")
    return [str(name) for name in names]


def label_file_of(picture: Path) -> Path:
    """Where YOLO keeps the labels of `picture`: the last folder ``images`` is ``labels``; else beside it."""
    parts = list(picture.with_suffix(".txt").parts)
    for at in range(len(parts) - 2, -1, -1):
        if parts[at] == "images":
            parts[at] = "labels"
            break
    return Path(*parts)


def upright_size(path: Path) -> tuple[int, int]:
    """Width and height of a picture file, px, as it is loaded: turned as its EXIF orientation says.

    Raises: LabelError for a file that is no picture.
    """
    try:
        data = path.read_bytes()
        width, height = picture_size(data)
        small = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_8)
    except (OSError, PictureError, cv2.error) as error:
        raise LabelError(f"cannot read {path}: {error}") from None
    turned = small is not None and (small.shape[1] > small.shape[0]) != (width > height)
    return (height, width) if turned else (width, height)


def _yolo_card(fields: Sequence[str], names: Sequence[str], size_wh: tuple[int, int], where: str) -> TrueCard:
    try:
        kind, values = int(fields[0]), np.array(fields[1:], float)
        if len(values) not in (4, 8):
            raise LabelError(f"{len(fields)} numbers, expected class cx cy w h, or class and four corners")
        if not 0 <= kind < len(names):
            raise LabelError(f"class {kind}, but there are {len(names)} names")
        if len(values) == 8:
            return TrueCard(_face(names[kind]), card_quad(values.reshape(4, 2) * size_wh), 1.0, top_known=False)
        (cx, cy), (w, h) = values[:2] * size_wh, values[2:] * size_wh
        return _boxed(_face(names[kind]), cx - w / 2, cy - h / 2, w, h)
    except ValueError as error:
        raise LabelError(f"labels {where}: {error}") from None


def load_coco(path: Path, data: Mapping[str, Any]) -> list[LabelledPicture]:
    """The pictures of the COCO file `path` that holds `data`. Raises: LabelError."""
    try:
        names = {entry["id"]: str(entry["name"]) for entry in data["categories"]}
        cards: dict[Any, list[TrueCard]] = {entry["id"]: [] for entry in data["images"]}
        crowds: dict[Any, list[Quad]] = {key: [] for key in cards}
        for entry in data["annotations"]:
            try:
                left, top, width, height = (float(v) for v in entry["bbox"])
                if entry.get("iscrowd"):
                    crowds[entry["image_id"]].append(box_quad(left, top, left + width, top + height))
                else:
                    cards[entry["image_id"]].append(_coco_card(entry, names))
            except (ValueError, OverflowError) as error:
                raise LabelError(f"labels {path}: annotation {entry.get('id')!r}: {error}") from None
        return [
            LabelledPicture(
                _find_picture(path.parent, entry["file_name"]),
                entry["file_name"],
                (int(entry["width"]), int(entry["height"])),
                tuple(cards[entry["id"]]),
                tuple(crowds[entry["id"]]),
            )
            for entry in data["images"]
        ]
    except (ValueError, OverflowError, OSError) as error:
        raise LabelError(f"labels {path}: {error}") from None
    except KeyError as error:
        raise LabelError(f"labels {path}: {error} is missing, or named by an annotation and not there") from None
    except (AttributeError, TypeError) as error:
        raise LabelError(f"labels {path}: not the layout of COCO: {error}") from None


def _coco_card(entry: Mapping[str, Any], names: Mapping[Any, str]) -> TrueCard:
    face = _face(names[entry["category_id"]])
    outlines = entry.get("segmentation") or []
    if isinstance(outlines, list) and len(outlines) == 1 and len(outlines[0]) == 8:
        return TrueCard(face, card_quad(np.array(outlines[0], float).reshape(4, 2)), 1.0, top_known=False)
    return _boxed(face, *(float(v) for v in entry["bbox"]))


def _boxed(face: Face, left: float, top: float, width: float, height: float) -> TrueCard:
    quad = box_quad(left, top, left + width, top + height)
    return TrueCard(face, quad, 1.0, is_box=True, top_known=False)


def card_quad(corners: np.ndarray) -> Quad:
    """Four corners (4, 2), px, as the quad of a standing card, whichever way round they were drawn.

    Which of the two short sides is the card's top is not known. Raises: ValueError if they are no convex shape.
    """
    if not (np.abs(corners) <= FARTHEST_PX).all():
        raise ValueError(f"not a quad: {corners.tolist()} has a corner that is not finite, or far away")
    across, down = np.roll(corners, -1, 0) - corners, np.roll(corners, -2, 0) - corners
    clockwise = float((across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]).sum()) > 0
    return standing(make_quad(corners if clockwise else corners[::-1]))


def _face(name: str) -> Face:
    face = face_of(name)
    if face is None:
        raise LabelError(f"class {name!r}: expected a face such as 8n or back, or month and kind such as 08-tne-kari")
    return face


def _find_picture(folder: Path, name: str) -> Path:
    """COCO names files alone; the pictures lie beside the file, in ``images``, or one folder up."""
    places = [above / name for above in (folder, folder / "images", folder.parent, folder.parent / "images")]
    return next((place for place in places if place.is_file()), places[0])


def _root_of(yaml_file: Path) -> Path:
    """The folder a ``data.yaml`` speaks of: its ``path`` where that exists here, else its own."""
    named = _load_yaml(yaml_file).get("path")
    root = yaml_file.parent / str(named) if named else yaml_file.parent
    return root if root.is_dir() else yaml_file.parent


def _load_yaml(path: Path) -> Mapping[str, Any]:
    import yaml

    try:
        data = yaml.safe_load(_read(path))
    except yaml.YAMLError as error:
        raise LabelError(f"cannot read {path}: not YAML: {error}") from None
    if not isinstance(data, Mapping):
        raise LabelError(f"cannot read {path}: expected names: and a list of classes")
    return data


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LabelError(f"cannot read {path}: no such file") from None
    except UnicodeDecodeError as error:
        raise LabelError(f"cannot read {path}: {error}") from None
