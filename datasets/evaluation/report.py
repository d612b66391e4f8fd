"""A reader measured on labelled pictures: the figures of `yakume evaluate`, as JSON and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yakume.vision.picture import Image, PictureError, load_picture
from yakume.vision.read import PictureReading

from .calibration import card_reliability, face_reliability
from .labels import LabelError, LabelledPicture
from .metrics import Judged, Scores, Slice, by_size, by_visibility, confusions, judge, score
from .sets import LabelledSet, load_set

Progress = Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]
"""Hands pictures on one by one, showing how far it is."""


@dataclass(frozen=True)
class Evaluation:
    """Every picture of a set, read and judged."""

    labelled: LabelledSet
    sha256: str
    """The hash that names the set."""
    judged: tuple[Judged, ...]
    """In the order of the set's pictures."""
    detect_ms: tuple[float, ...]
    read_ms: tuple[float, ...]

    @property
    def total(self) -> Scores:
        """All pictures together."""
        return score(self.judged)

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume evaluate --json`."""
        return {
            "labels": str(self.labelled.path),
            "sha256": self.sha256,
            "images": [
                {"image": picture.name, **_picture_scores(picture), "ms": {"detect": round(d, 1), "read": round(r, 1)}}
                for picture, d, r in zip(self.judged, self.detect_ms, self.read_ms, strict=True)
            ],
            "total": self.total.to_json(),
            "by_size_px": [row.to_json() for row in by_size(self.judged)],
            "by_visibility": [row.to_json() for row in by_visibility(self.judged)],
            "reliability": {
                "faces": face_reliability(self.judged).to_json(),
                "cards": card_reliability(self.judged).to_json(),
            },
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
        lines += ["", *_slice_lines(by_size(self.judged))]
        for what, answers in (("faces", face_reliability(self.judged)), ("cards", card_reliability(self.judged))):
            if answers.ece is not None:
                lines.append(f"calibration error (ECE) of {answers.count} probabilities of {what}: {answers.ece:.3f}")
        wrong = sorted(confusions(self.judged).items(), key=lambda item: -item[1])
        if wrong:
            lines.append("misread: " + ", ".join(f"{t} as {r}" + f" ×{n}" * (n > 1) for (t, r), n in wrong))
        lines.append(f"set {self.sha256[:16]}")
        return "\n".join(lines)


def evaluate(labels: Path, read: Callable[[Image], PictureReading], progress: Progress = iter) -> Evaluation:
    """Read every picture of the set at `labels` (see `load_set`) and judge it.

    Raises: LabelError for labels that cannot be used; PictureError for a picture that cannot be read.
    """
    labelled = load_set(labels)
    judged, detect_ms, read_ms = [], [], []
    for picture in progress(labelled.pictures):
        image = load_picture(picture.path)
        height, width = image.shape[:2]
        if (width, height) != picture.size_wh:
            expected = "{}×{}".format(*picture.size_wh)
            raise LabelError(f"labels of {picture.name!r}: the picture is {width}×{height} px, expected {expected}")
        reading = read(image)
        judged.append(judge(picture, reading.cards))
        detect_ms.append(reading.detect_ms)
        read_ms.append(reading.read_ms)
    return Evaluation(labelled, labelled.sha256(), tuple(judged), tuple(detect_ms), tuple(read_ms))


def _picture_scores(picture: Judged) -> dict[str, Any]:
    scores = score([picture])
    values = scores.to_json()
    values["exact"] = bool(scores.exact_pictures)
    return {key: value for key, value in values.items() if key not in ("pictures", "exact_pictures")}


def _line(name: str, scores: Scores, width: int) -> str:
    counts = f"{scores.cards:5} {scores.found:5} {scores.false:5}"
    shares = (scores.recall, scores.precision, scores.face_accuracy, scores.f1, scores.exact)
    return f"{name:{width}}  {counts} " + " ".join(f"{'–' if s is None else f'{s:.3f}':>6}" for s in shares)


def _slice_lines(rows: Iterable[Slice]) -> list[str]:
    """The table by size; rows in which nothing is are left out."""
    lines = ["long side, px  cards found right false"]
    for row in rows:
        if row.cards or row.false:
            counts = f"{row.cards:5} {row.found:5} {row.read_right:5} {row.false:5}"
            lines.append(f"{slice_title(row, 'px'):13}  {counts}")
    return lines


def slice_title(row: Slice, unit: str) -> str:
    """How a row is called: ``24–40``, or in the last one ``200 and more``."""
    if unit == "%":
        return f"{row.low:.0%} – {row.high:.0%}"
    return f"{row.low:.0f} and more" if row.high == float("inf") else f"{row.low:.0f} – {row.high:.0f}"


__all__ = ["Evaluation", "LabelError", "PictureError", "evaluate", "slice_title"]
