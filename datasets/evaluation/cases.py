"""What went wrong, as pictures: crops of the worst cases and whole pictures with truth and answer drawn."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import Quad, quad_long_side
from yakume.vision.picture import Image

from .labels import LabelledPicture
from .metrics import Judged, Match

TILE_PX = 224
"""Side of a crop, px."""

WIDE_PX = 960
"""Longest side of a whole picture, px."""

MOST_OF_A_PICTURE = 3
"""Cases of one kind shown of one picture."""

TRUTH_BGR = (59, 150, 60)
MISREAD_BGR = (30, 130, 240)
MISSED_BGR = (50, 50, 220)
FALSE_BGR = (200, 60, 180)


@dataclass(frozen=True)
class Case:
    """One thing that went wrong."""

    kind: str
    """``misread``, ``false`` or ``missed``."""
    picture: LabelledPicture
    match: Match | None
    """The true card; None where there is none."""
    seen: SeenCard | None
    """What was told; None if nothing was."""

    @property
    def caption(self) -> str:
        """Truth and answer in words."""
        if self.match is None:
            assert self.seen is not None  # a false card was seen
            return f"{self.seen.face} told, certainty {self.seen.score:.2f}"
        truth = self.match.truth
        about = f"{quad_long_side(truth.quad):.0f} px, {truth.visible:.0%} visible"
        if self.seen is None:
            return f"{truth.face} not found; {about}"
        return f"{truth.face} read as {self.seen.face} ({float(self.seen.probabilities.max()):.2f}); {about}"


def worst_cases(pictures: Sequence[LabelledPicture], judged: Sequence[Judged], most: int = 16) -> dict[str, list[Case]]:
    """At most `most` cases of each kind, the worst first.

    Worst is what was misread or told falsely with the greatest certainty, and what was missed although it is the best
    to see: by how much of it is visible, then by size.
    """
    kinds: dict[str, list[Case]] = {"misread": [], "false": [], "missed": []}
    for picture, result in zip(pictures, judged, strict=True):
        for match in result.matches:
            if match.found is None:
                kinds["missed"].append(Case("missed", picture, match, None))
            elif not match.face_right:
                kinds["misread"].append(Case("misread", picture, match, match.found))
        kinds["false"] += [Case("false", picture, None, seen) for seen in result.false]
    kinds["misread"].sort(key=lambda case: -float(case.seen.probabilities.max()) if case.seen else 0.0)
    kinds["false"].sort(key=lambda case: -case.seen.score if case.seen else 0.0)
    kinds["missed"].sort(key=_hidden_and_small)
    return {kind: _varied(cases)[:most] for kind, cases in kinds.items()}


def _varied(cases: Sequence[Case]) -> list[Case]:
    """`cases` in their order, no more than `MOST_OF_A_PICTURE` of one picture: one bad picture would fill the sheet."""
    seen: Counter[str] = Counter()
    kept = []
    for case in cases:
        seen[case.picture.name] += 1
        if seen[case.picture.name] <= MOST_OF_A_PICTURE:
            kept.append(case)
    return kept


def _hidden_and_small(case: Case) -> tuple[float, float]:
    assert case.match is not None  # a missed card is a true one
    return -round(case.match.truth.visible, 1), -quad_long_side(case.match.truth.quad)


def draw_case(image: Image, case: Case) -> Image:
    """The surroundings of `case` in its picture, (TILE_PX, TILE_PX, 3), the truth and the answer outlined."""
    quads = [] if case.match is None else [case.match.truth.quad]
    quads += [] if case.seen is None else [case.seen.quad]
    points = np.concatenate(quads)
    centre, side = (points.min(0) + points.max(0)) / 2, float((points.max(0) - points.min(0)).max()) * 1.7
    scale = TILE_PX / side
    if scale < 0.5:  # sampled at one point a px, a large photograph would shimmer
        shrink = 2 * scale
        image = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        scale = 0.5
        quads, centre = [quad * shrink for quad in quads], centre * shrink
    matrix = np.array([[scale, 0, TILE_PX / 2 - scale * centre[0]], [0, scale, TILE_PX / 2 - scale * centre[1]]])
    tile = cv2.warpAffine(image, matrix, (TILE_PX, TILE_PX), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    colours = [] if case.match is None else [MISSED_BGR if case.seen is None else TRUTH_BGR]
    colours += [] if case.seen is None else [FALSE_BGR if case.match is None else MISREAD_BGR]
    for quad, colour in zip(quads, colours, strict=True):
        _outline(tile, quad @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2], colour, 2)
    return np.asarray(tile, np.uint8)


def draw_picture(image: Image, judged: Judged) -> Image:
    """A whole picture, its longest side WIDE_PX at most, with every card outlined by how it was read.

    Labels stand where the reading is not right. Cards less than half visible are left alone.
    """
    height, width = image.shape[:2]
    scale = min(1.0, WIDE_PX / max(height, width))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    canvas = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=method)
    for match in judged.matches:
        if match.found is None:
            _outline(canvas, match.truth.quad * scale, MISSED_BGR, 2)
            _label(canvas, match.truth.quad * scale, f"{match.truth.face}?", MISSED_BGR)
        elif match.face_right:
            _outline(canvas, match.found.quad * scale, TRUTH_BGR, 2)
        else:
            _outline(canvas, match.found.quad * scale, MISREAD_BGR, 2)
            _label(canvas, match.found.quad * scale, f"{match.truth.face}>{match.found.face}", MISREAD_BGR)
    for seen in judged.false:
        _outline(canvas, seen.quad * scale, FALSE_BGR, 2)
        _label(canvas, seen.quad * scale, f"{seen.face}!", FALSE_BGR)
    return np.asarray(canvas, np.uint8)


def draw_places(video: Path, places: Sequence[tuple[int, tuple[float, float]]]) -> list[Image]:
    """For each of `places`, a frame's number and a point in it (px), a tile with the point in the middle, circled."""
    tiles: dict[int, Image] = {}
    capture = cv2.VideoCapture(str(video))
    frame = -1
    for number in sorted(range(len(places)), key=lambda k: places[k][0]):
        wanted, (x, y) = places[number]
        image: np.ndarray | None = None
        while frame < wanted and capture.grab():  # to seek in a video is not exact
            frame += 1
        _, image = capture.retrieve()
        if image is None:
            break
        matrix = np.array([[1.0, 0, TILE_PX / 2 - x], [0, 1.0, TILE_PX / 2 - y]])
        tile = cv2.warpAffine(image, matrix, (TILE_PX, TILE_PX), borderValue=(114, 114, 114))
        cv2.circle(tile, (TILE_PX // 2, TILE_PX // 2), TILE_PX // 5, MISREAD_BGR, 2, cv2.LINE_AA)
        tiles[number] = np.asarray(tile, np.uint8)
    capture.release()
    return [tiles.get(number, np.full((TILE_PX, TILE_PX, 3), 114, np.uint8)) for number in range(len(places))]


def to_data_url(image: Image, quality: int = 80) -> str:
    """`image` as a JPEG within a URL, so that a page needs no other file."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return "data:image/jpeg;base64," + b64encode(data.tobytes()).decode("ascii")


def _outline(canvas: np.ndarray, quad: Quad, colour: tuple[int, int, int], width: int) -> None:
    points = [np.round(quad).astype(np.int32)]
    cv2.polylines(canvas, points, True, (255, 255, 255), width + 2, cv2.LINE_AA)
    cv2.polylines(canvas, points, True, colour, width, cv2.LINE_AA)


def _label(canvas: np.ndarray, quad: Quad, text: str, colour: tuple[int, int, int]) -> None:
    scale = min(max(quad_long_side(quad) / 130, 0.35), 0.7)  # readable, and the card is seen beside it
    thick = 2 if scale > 0.5 else 1
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x, y = np.round(quad.mean(0) - (width / 2, -height / 2)).astype(int).tolist()
    cv2.rectangle(canvas, (x - 2, y - height - 3), (x + width + 2, y + 3), (255, 255, 255), -1)
    cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)
