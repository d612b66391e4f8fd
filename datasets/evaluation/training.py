"""Labelled photographs as training data, in the layouts of `yakume synth`: boxes for the detector, crops to read.

Both models are trained on the corners of a card. Where a label only is the upright box around it, the models that ship
find the corners and the box confirms them: what they find must fill the same box. The face always is the label's.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from yakume.datasets.synth.export import (
    CROP_JITTER,
    MIN_VISIBLE_TO_DETECT,
    MIN_VISIBLE_TO_READ,
    READ_FOLDERS,
    inside,
    jittered,
)
from yakume.engine import BACK
from yakume.vision.crops import upright_crop
from yakume.vision.geometry import quad_long_side, turned
from yakume.vision.light import in_good_light
from yakume.vision.picture import Image, load_picture
from yakume.vision.read import CardReader

from .labels import LabelledPicture, TrueCard
from .metrics import judge
from .sets import LabelledSet

MIN_SAME_BOX = 0.85
"""Overlap of the box around what was found with the label's, from which on the corners count as confirmed."""

MIN_READ_PX = 34.0
"""Shorter cards are no crops: nobody could read them."""

LONGEST_PX = 1280
"""Photographs are written no larger: the detector is trained on smaller ones."""

UNKNOWN_GREY = 114
"""What is painted over places that are not labelled: the grey with which Ultralytics fills up a picture."""

COPIES = 4
"""Crops a card, each with other loose corners."""

Progress = Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]


def write_training_set(
    kind: str,
    labelled: LabelledSet,
    folder: Path,
    reader: Callable[[], CardReader],
    *,
    val: float,
    seed: int,
    progress: Progress = iter,
) -> Counter[str]:
    """Write ``train`` and ``val`` for `kind`, ``detect`` or ``read``, beside what already lies in `folder`.

    A picture goes to ``val`` by its own bytes, whatever else is in the set.

    Args:
        reader: gives the models, asked for only if a label does not tell corners and top of a card.
        val: share of the pictures for ``val``, 0…1.
        seed: of the loose corners.

    Returns: how many pictures and cards were written or left out, by what became of them.
    """
    done: Counter[str] = Counter()
    prefix = labelled.sha256()[:8]
    for name in ("train", "val"):
        _make_folders(kind, folder / name)
    for number, picture in enumerate(progress(labelled.pictures)):
        image = load_picture(picture.path)
        if any(card.is_box or not card.top_known for card in picture.cards):
            picture = looked_through(picture, in_good_light(image), reader())
        digest = hashlib.sha256(picture.path.read_bytes()).digest()
        part = folder / ("val" if int.from_bytes(digest[:4], "big") < val * 2**32 else "train")
        stem = f"{prefix}-{number:05d}"
        if kind == "detect":
            _write_boxes(picture, image, part, stem, done)
        else:
            _write_crops(picture, in_good_light(image), part, stem, np.random.default_rng([seed, number]), done)
    return done


def looked_through(picture: LabelledPicture, image: Image, reader: CardReader) -> LabelledPicture:
    """`picture` with corners and top of its cards as `reader` sees them, where that agrees with the label.

    A card stays a box where nothing found fills it, and its top unknown where its face is read wrongly: whoever does
    not know the face does not know the way up.
    """
    found = reader.see(image, reader.detect(image))
    judged = judge(picture, found)
    partner = {id(m.truth): m for m in (*judged.matches, *judged.hidden)}
    cards: list[TrueCard] = []
    for card in picture.cards:
        match = partner[id(card)]
        seen = match.found
        if card.is_box and seen is not None and match.iou >= MIN_SAME_BOX:
            card = replace(card, quad=seen.quad, is_box=False, top_known=seen.face == card.face)
        elif not card.is_box and not card.top_known:
            rows, upside_down = reader.faces.read(image, [card.quad])
            quad = turned(card.quad, 2) if upside_down[0] else card.quad
            card = replace(card, quad=quad, top_known=int(rows[0].argmax()) == card.face.index)
        cards.append(card)
    return replace(picture, cards=tuple(cards))


def _make_folders(kind: str, part: Path) -> None:
    for name in ("images", "labels") if kind == "detect" else READ_FOLDERS:
        (part / name).mkdir(parents=True, exist_ok=True)
    if kind == "detect":
        (part / "classes.txt").write_text("card\nback\n", encoding="utf-8")


def _write_boxes(picture: LabelledPicture, image: Image, part: Path, stem: str, done: Counter[str]) -> None:
    """One picture; left out if a card in it has no corners, for it would teach that there is none."""
    if any(card.is_box for card in picture.cards):
        done["pictures left out: the corners of a card are not known"] += 1
        return
    image = _without_unknown(picture, image)
    height, width = image.shape[:2]
    lines = []
    for card in picture.cards:
        box = inside(card.quad, (width, height)) if card.visible >= MIN_VISIBLE_TO_DETECT else None
        if box is not None:
            lines.append(f"{int(card.face == BACK)} " + " ".join(f"{v:.5f}" for v in (box / (width, height)).ravel()))
    scale = min(1.0, LONGEST_PX / max(width, height))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    cv2.imwrite(str(part / "images" / f"{stem}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (part / "labels" / f"{stem}.txt").write_text("\n".join(lines))
    done["pictures written"] += 1
    done["cards written"] += len(lines)


def _without_unknown(picture: LabelledPicture, image: Image) -> Image:
    """`image` with the places that the labels ignore painted over, but for the cards that are labelled: what is unknown
    there must not teach that there is no card."""
    if not picture.ignore:
        return image
    unknown = np.zeros(image.shape[:2], np.uint8)
    for polygon in picture.ignore:
        cv2.fillPoly(unknown, [np.round(polygon).astype(np.int32)], 1)
    for card in picture.cards:
        cv2.fillPoly(unknown, [np.round(card.quad).astype(np.int32)], 0)
    return np.asarray(np.where(unknown[..., None] > 0, np.uint8(UNKNOWN_GREY), image), np.uint8)


def _write_crops(
    picture: LabelledPicture, image: Image, part: Path, stem: str, rng: np.random.Generator, done: Counter[str]
) -> None:
    for index, card in enumerate(picture.cards):
        if card.visible < MIN_VISIBLE_TO_READ or quad_long_side(card.quad) < MIN_READ_PX:
            done["cards left out: too little of them can be seen"] += 1
            continue
        if card.is_box or not (card.top_known or card.face == BACK):
            done["cards left out: corners or way up are not known"] += 1
            continue
        for copy in range(COPIES):
            quad, down = jittered(card.quad, CROP_JITTER * rng.uniform(0, 1), rng), bool(rng.random() < 0.5)
            if not cv2.isContourConvex(quad):
                quad = card.quad
            name = READ_FOLDERS[-2 if card.face == BACK else 2 * card.face.index + down]
            crop = upright_crop(image, turned(quad, 2) if down else quad)
            path = part / name / f"{stem}-{index:02d}-{copy}.jpg"
            cv2.imwrite(str(path), crop, [cv2.IMWRITE_JPEG_QUALITY, 92])
        done["cards written"] += 1
