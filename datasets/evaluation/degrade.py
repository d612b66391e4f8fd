"""The same labelled pictures in worse light, blurred, noisy, tilted, turned, smaller: how much of them is still read?

Every row of the table changes a picture in one way. What is blurred or moved is so by as much as it would be if the
cards of the picture were `USUAL_PX` long, so that a row means the same for every camera.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.vision.geometry import quad_long_side
from yakume.vision.picture import Image, load_picture
from yakume.vision.read import PictureReading

from .labels import LabelledPicture
from .metrics import Judged, Scores, judge, score
from .sets import LabelledSet

USUAL_PX = 110.0
"""Long side of a card, px, that blur and motion are told for."""

FULL_HD = (1920, 1080)
"""Size of the picture in which small cards lie."""

VERSION = 1
"""Raised when a row changes: what was measured before is then another measure."""

Progress = Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]


@dataclass(frozen=True)
class Shot:
    """A picture, where its pixels came from, and how long its cards are."""

    image: Image
    matrix: NDArray[np.float64]
    """(3, 3): px of the labelled picture → px of `image`."""
    card_px: float
    """Median long side of a card in the labelled picture; `USUAL_PX` where there is none."""
    rng: np.random.Generator


Degradation = Callable[[Shot], Shot]


def _gained(blue: float, green: float, red: float) -> Degradation:
    """Light of one colour, or more or less of it; what is brighter than white is white."""

    def degraded(shot: Shot) -> Shot:
        lit = np.clip(np.round(shot.image * np.array([blue, green, red])), 0, 255)
        return replace(shot, image=lit.astype(np.uint8))

    return degraded


def _light(level: float) -> Degradation:
    return _gained(level, level, level)


def _grey(shot: Shot) -> Shot:
    grey = cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY)
    return replace(shot, image=np.asarray(cv2.merge([grey] * 3), np.uint8))


def _noise(sigma: float) -> Degradation:
    def degraded(shot: Shot) -> Shot:
        noise = shot.rng.standard_normal(shot.image.shape, np.float32) * np.float32(sigma)
        return replace(shot, image=np.clip(shot.image + noise, 0, 255).astype(np.uint8))

    return degraded


def _blur(sigma: float) -> Degradation:
    def degraded(shot: Shot) -> Shot:
        width = sigma * shot.card_px / USUAL_PX
        return replace(shot, image=np.asarray(cv2.GaussianBlur(shot.image, (0, 0), width), np.uint8))

    return degraded


def _motion(length: float) -> Degradation:
    def degraded(shot: Shot) -> Shot:
        px = max(1, round(length * shot.card_px / USUAL_PX)) | 1
        kernel = np.zeros((px, px), np.float32)
        way = shot.rng.uniform(0, np.pi)
        reach = np.round(np.array([np.cos(way), np.sin(way)]) * (px // 2)).astype(int)
        cv2.line(kernel, tuple((px // 2 - reach).tolist()), tuple((px // 2 + reach).tolist()), 1.0, 1)
        return replace(shot, image=np.asarray(cv2.filter2D(shot.image, -1, kernel / kernel.sum()), np.uint8))

    return degraded


def _jpeg(quality: int) -> Degradation:
    def degraded(shot: Shot) -> Shot:
        packed = cv2.imencode(".jpg", shot.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return replace(shot, image=np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8))

    return degraded


def _warped(shot: Shot, matrix: NDArray[np.float64], size_wh: tuple[int, int]) -> Shot:
    """`shot` under a homography; around it is the colour of its edge."""
    rim = np.concatenate([shot.image[0], shot.image[-1], shot.image[:, 0], shot.image[:, -1]])
    colour = tuple(float(v) for v in np.median(rim, axis=0))
    flags = cv2.INTER_AREA if abs(np.linalg.det(matrix[:2, :2])) < 1 else cv2.INTER_LINEAR
    image = cv2.warpPerspective(shot.image, matrix, size_wh, flags=flags, borderValue=colour)
    return replace(shot, image=np.asarray(image, np.uint8), matrix=matrix @ shot.matrix)


def _turned(degrees: float) -> Degradation:
    def degraded(shot: Shot) -> Shot:
        h, w = shot.image.shape[:2]
        turn = np.vstack([cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1.0), [0, 0, 1]])
        corners = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64), turn)[0]
        low, high = corners.min(0), corners.max(0)
        moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ turn
        width, height = np.ceil(high - low).astype(int).tolist()
        return _warped(shot, moved, (width, height))

    return degraded


def _tilted(degrees: float) -> Degradation:
    """As if the picture lay on the table and a camera looked at it from so far off the vertical."""

    def degraded(shot: Shot) -> Shot:
        h, w = shot.image.shape[:2]
        tilt, far = np.deg2rad(degrees), 2.0 * max(w, h)
        c, s = np.cos(tilt), np.sin(tilt)
        # Points (x, y) about the middle, turned about the x axis and seen from `far` away.
        seen = np.array([[far, 0, 0], [0, far * c, 0], [0, s, far]])
        there = seen @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
        corners = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64), there)[0]
        low, high = corners.min(0), corners.max(0)
        moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ there
        width, height = np.ceil(high - low).astype(int).tolist()
        return _warped(shot, moved, (width, height))

    return degraded


def _cards_of(long_px: float) -> Degradation:
    """The picture made so small that its cards are so long, in the middle of one of `FULL_HD`."""

    def degraded(shot: Shot) -> Shot:
        h, w = shot.image.shape[:2]
        scale = long_px / shot.card_px
        if scale >= 1:
            return shot
        size = max(round(w * scale), 1), max(round(h * scale), 1)
        small = cv2.resize(shot.image, size, interpolation=cv2.INTER_AREA)
        width, height = max(FULL_HD[0], size[0]), max(FULL_HD[1], size[1])
        left, top = (width - size[0]) // 2, (height - size[1]) // 2
        rim = np.concatenate([small[0], small[-1], small[:, 0], small[:, -1]])
        canvas = np.full((height, width, 3), np.median(rim, axis=0), np.uint8)
        canvas[top : top + size[1], left : left + size[0]] = small
        matrix = np.array([[size[0] / w, 0, left], [0, size[1] / h, top], [0, 0, 1]])
        return replace(shot, image=canvas, matrix=matrix @ shot.matrix)

    return degraded


DEGRADATIONS: dict[str, Degradation] = {
    "untouched": lambda shot: shot,
    "light ×0.35": _light(0.35),
    "light ×0.2": _light(0.2),
    "light ×0.1": _light(0.1),
    "light ×0.05": _light(0.05),
    "light ×3": _light(3.0),
    "tungsten": _gained(0.55, 0.8, 1.0),
    "strong tungsten": _gained(0.3, 0.65, 1.0),
    "green lamp": _gained(0.5, 1.0, 0.5),
    "red lamp": _gained(0.15, 0.15, 1.0),
    "blue lamp": _gained(1.0, 0.4, 0.2),
    "grey picture": _grey,
    "noise 25": _noise(25),
    "noise 50": _noise(50),
    "blur 2": _blur(2),
    "blur 4": _blur(4),
    "blur 6": _blur(6),
    "motion 9 px": _motion(9),
    "motion 15 px": _motion(15),
    "motion 23 px": _motion(23),
    "JPEG 30": _jpeg(30),
    "JPEG 10": _jpeg(10),
    "turned 30°": _turned(30),
    "turned 90°": _turned(90),
    "tilt 45°": _tilted(45),
    "tilt 60°": _tilted(60),
    "tilt 65°": _tilted(65),
    "cards 15 px": _cards_of(15),
    "cards 20 px": _cards_of(20),
    "cards 25 px": _cards_of(25),
    "cards 28 px": _cards_of(28),
}
"""What is done to a picture, by name; the first is the measure of the others."""


@dataclass(frozen=True)
class Degraded:
    """A labelled set read in every way of `DEGRADATIONS`."""

    sha256: str
    rows: dict[str, tuple[Judged, ...]]

    @property
    def judged(self) -> list[Judged]:
        """All pictures of all rows but the untouched."""
        return [picture for name, row in self.rows.items() if name != "untouched" for picture in row]

    def scores(self) -> dict[str, Scores]:
        """The figures of each row."""
        return {name: score(row) for name, row in self.rows.items()}

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume evaluate --degrade --json`."""
        return {"sha256": self.sha256, "degraded": {name: s.to_json() for name, s in self.scores().items()}}

    def to_text(self) -> str:
        """A line a row: which share of the cards was found and read right, beside the untouched, and what was false."""
        rows = self.scores()
        untouched = rows["untouched"]
        width = max(map(len, rows))
        lines = [f"{'':{width}}  cards  right  share  of untouched  false a picture     f1"]
        for name, s in rows.items():
            share = s.read_right / s.cards if s.cards else float("nan")
            of = s.read_right / untouched.read_right if untouched.read_right else float("nan")
            false = s.false / s.pictures if s.pictures else float("nan")
            f1 = "–" if s.f1 is None else f"{s.f1:.3f}"
            counts = f"{s.cards:5}  {s.read_right:5}  {share:5.3f}"
            lines.append(f"{name:{width}}  {counts}  {of:12.3f}  {false:15.2f}  {f1:>5}")
        return "\n".join([*lines, f"set {self.sha256[:16]}"])


def evaluate_degraded(
    labelled: LabelledSet, read: Callable[[Image], PictureReading], progress: Progress = iter
) -> Degraded:
    """Read every picture of `labelled` in every way of `DEGRADATIONS`.

    Raises: PictureError for a picture that cannot be read.
    """
    rows: dict[str, list[Judged]] = {name: [] for name in DEGRADATIONS}
    for number, picture in enumerate(progress(labelled.pictures)):
        image = load_picture(picture.path)
        lengths = [quad_long_side(card.quad) for card in picture.cards]
        card_px = float(np.median(lengths)) if lengths else USUAL_PX
        for row, (name, degrade) in enumerate(DEGRADATIONS.items()):
            worse = degrade(Shot(image, np.eye(3), card_px, np.random.default_rng([number, row])))
            rows[name].append(judge(moved(picture, worse), read(worse.image).cards))
    return Degraded(degraded_sha256(labelled), {name: tuple(row) for name, row in rows.items()})


def degraded_sha256(labelled: LabelledSet) -> str:
    """The name of `labelled` as a set of degraded pictures."""
    return hashlib.sha256(f"{labelled.sha256()} degraded {VERSION}".encode()).hexdigest()


def moved(picture: LabelledPicture, shot: Shot) -> LabelledPicture:
    """`picture` with its truth where it lies in `shot`."""
    if np.array_equal(shot.matrix, np.eye(3)):
        return picture

    def there(points: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), shot.matrix)[0], np.float32)

    height, width = shot.image.shape[:2]
    cards = tuple(replace(card, quad=there(card.quad)) for card in picture.cards)
    return replace(picture, size_wh=(width, height), cards=cards, ignore=tuple(there(p) for p in picture.ignore))
