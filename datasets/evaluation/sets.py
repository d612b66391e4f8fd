"""A set of labelled pictures, in whichever layout it comes, and the hash that names it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from yakume.vision.picture import PictureError

from .exchange import load_coco, load_yolo
from .labels import LabelError, LabelledPicture, load_labels


@dataclass(frozen=True)
class LabelledSet:
    """Pictures with their truth."""

    path: Path
    """What was asked for: a file or a folder."""
    truth_files: tuple[Path, ...]
    """The files that state the truth, in the order in which they are hashed."""
    pictures: tuple[LabelledPicture, ...]

    @property
    def name(self) -> str:
        """A short name: the folder's, which for most sets says more than ``labels.json``."""
        return (self.path if self.path.is_dir() else self.path.resolve().parent).name

    def sha256(self) -> str:
        """The name of the set: of every file of its truth, then of every picture, in its order.

        Raises: PictureError for a picture that is missing.
        """
        digest = hashlib.sha256()
        for path in self.truth_files:
            digest.update(path.read_bytes())
        for picture in self.pictures:
            if not picture.path.is_file():
                raise PictureError("missing", f"cannot read {picture.path}: no such file")
            digest.update(picture.path.read_bytes())
        return digest.hexdigest()


def load_set(path: Path) -> LabelledSet:
    """The set at `path`: a ``labels.json``, a COCO file, a ``data.yaml``, or a folder with one of them.

    A folder may also be a part of a YOLO export, such as ``images/val``. Raises: LabelError.
    """
    if path.is_dir():
        for name in ("labels.json", "_annotations.coco.json"):
            if (path / name).is_file():
                return load_set(path / name)
    elif path.suffix not in (".yaml", ".yml"):
        coco = _coco(path)
        pictures = load_labels(path) if coco is None else load_coco(path, coco)
        return LabelledSet(path, (path,), tuple(pictures))
    pictures, truth_files = load_yolo(path)
    return LabelledSet(path, tuple(truth_files), tuple(pictures))


def _coco(path: Path) -> Mapping[str, object] | None:
    """What a COCO file holds; None for any other file, whose faults `load_labels` tells."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    is_coco = isinstance(data, Mapping) and isinstance(data.get("annotations"), list)
    return data if is_coco else None


__all__ = ["LabelError", "LabelledSet", "load_set"]
