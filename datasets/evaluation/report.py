"""A reader measured on labelled pictures: the figures of `yakume evaluate`, as JSON and as text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yakume.vision.picture import Image, PictureError, load_picture
from yakume.vision.read import PictureReading

from .labels import LabelError, LabelledPicture, load_labels
from .metrics import Judged, Scores, confusions, judge, score

Progress = Callable[[list[LabelledPicture]], Iterable[LabelledPicture]]
"""Hands pictures on one by one, showing how far it is."""


@dataclass(frozen=True)
class Evaluation:
    """Every picture of a label file, read and judged."""

    labels: Path
    sha256: str
    """Of the label file and of every picture it names, in its order: the name of the set."""
    judged: tuple[Judged, ...]
    detect_ms: tuple[float, ...]
    read_ms: tuple[float, ...]

    @property
    def total(self) -> Scores:
        """All pictures together."""
        return score(self.judged)

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume evaluate --json`."""
        return {
            "labels": str(self.labels),
            "sha256": self.sha256,
            "images": [
                {"image": picture.name, **_picture_scores(picture), "ms": {"detect": round(d, 1), "read": round(r, 1)}}
                for picture, d, r in zip(self.judged, self.detect_ms, self.read_ms, strict=True)
            ],
            "total": self.total.to_json(),
            "confusions": [
                {"truth": str(truth), "read": str(read), "count": count}
                for (truth, read), count in sorted(confusions(self.judged).items(), key=lambda item: -item[1])
            ],
        }

    def to_text(self) -> str:
        """A table for people: a line a picture, the total, and what was taken for what."""
        width = max(len("total"), *(len(picture.name) for picture in self.judged))
        head = f"{'picture':{width}}  cards found false  recall precis.   face     f1  exact"
        lines = [head, *(_line(picture.name, score([picture]), width) for picture in self.judged), "-" * len(head)]
        total = self.total
        lines.append(_line("total", total, width))
        if total.hidden:
            lines.append(
                f"less than half visible, apart: {total.hidden_found} of {total.hidden} found, "
                f"{total.hidden_read_right} read right"
            )
        wrong = sorted(confusions(self.judged).items(), key=lambda item: -item[1])
        if wrong:
            lines.append("misread: " + ", ".join(f"{t} as {r}" + f" ×{n}" * (n > 1) for (t, r), n in wrong))
        lines.append(f"set {self.sha256[:16]}")
        return "\n".join(lines)


def evaluate(labels: Path, read: Callable[[Image], PictureReading], progress: Progress = iter) -> Evaluation:
    """Read every picture of the label file `labels` and judge it.

    Raises: LabelError for labels that cannot be used; PictureError for a picture that cannot be read.
    """
    pictures = load_labels(labels)
    digest = hashlib.sha256(labels.read_bytes())
    judged, detect_ms, read_ms = [], [], []
    for picture in progress(pictures):
        image = load_picture(picture.path)
        digest.update(picture.path.read_bytes())
        height, width = image.shape[:2]
        if (width, height) != picture.size_wh:
            expected = "{}×{}".format(*picture.size_wh)
            raise LabelError(f"labels of {picture.name!r}: the picture is {width}×{height} px, expected {expected}")
        reading = read(image)
        judged.append(judge(picture, reading.cards))
        detect_ms.append(reading.detect_ms)
        read_ms.append(reading.read_ms)
    return Evaluation(labels, digest.hexdigest(), tuple(judged), tuple(detect_ms), tuple(read_ms))


def _picture_scores(picture: Judged) -> dict[str, Any]:
    scores = score([picture])
    values = scores.to_json()
    values["exact"] = bool(scores.exact_pictures)
    return {key: value for key, value in values.items() if key not in ("pictures", "exact_pictures")}


def _line(name: str, scores: Scores, width: int) -> str:
    counts = f"{scores.cards:5} {scores.found:5} {scores.false:5}"
    shares = (scores.recall, scores.precision, scores.face_accuracy, scores.f1, scores.exact)
    return f"{name:{width}}  {counts} " + " ".join(f"{'–' if s is None else f'{s:.3f}':>6}" for s in shares)


__all__ = ["Evaluation", "LabelError", "PictureError", "evaluate"]
