"""Writes composed scenes as training data: oriented boxes for the detector, upright crops for the reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm
from yakume.engine import BACK, FACES, Face
from yakume.vision.crops import upright_crop
from yakume.vision.geometry import intersection, iou, standing
from yakume.vision.light import in_good_light
from yakume.vision.overlaps import nested

from .scene import Composer, Scene

Eyes = Callable[[NDArray[np.uint8]], Sequence[NDArray[np.float32]]]
"""Finds the outlines (4, 2) of the cards in a picture (H, W, 3), each as its face is then read."""

MIN_VISIBLE_TO_DETECT = 0.2
"""Cards less visible than this are left out of the detector's truth: slivers in a pile are not boxes."""

MIN_VISIBLE_TO_READ = 0.3
"""Cards less visible than this are left out of the reader's truth. Captures laid 14 mm apart show two fifths."""

COVERED = 0.9
"""Cards less visible than this are read twice over where eyes find them: as they lie, and as they are found."""

FOUND_SHARE = 0.5
"""Of the other cards that eyes find, this share is cut as it is found."""

IS_FOUND, IS_STRAY = 0.5, 0.25
"""An outline that overlaps a card by the first is that card's; one that overlaps none by the second is no card's."""

NONE_SHARE = 0.07
"""Stray boxes a card among the reader's crops."""

FOREIGN_PART_SHARE = 0.4
"""Of the cards that are none of the 48, this share is also cut as a stray box: a globe alone looks like a moon."""

CROP_JITTER = 0.16
"""How loose the corners of a crop are at most, as a share of the card: what is read was found by a detector. A reader
trained on crops twice as loose was no better on composed scenes and worse on photographs (models/ATTEMPTS.md)."""

READ_FOLDERS = (
    *(f"{face.index:02d}_{face}_{way}" for face in FACES if face != BACK for way in ("a_up", "b_down")),
    f"{BACK.index:02d}_{BACK}",
    f"{len(FACES):02d}_none",
)
"""The reader is trained on 74 classes: every face upright and upside down, the back, and "no card I know". A reader
that has only seen upright cards answers at random, and often confidently, when it looks at one the wrong way up or
at something that is no card."""


def jittered(quad: NDArray[np.float32], amount: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """`quad` as a detector would find it: moved, turned, stretched and skewed by about `amount` of its size."""
    centre = quad.mean(0)
    size = float(np.sqrt(cv2.contourArea(quad)))
    angle, scale = rng.normal(0, 0.5 * amount), 1 + rng.normal(0.2 * amount, 0.6 * amount, 2)
    c, s = np.cos(angle), np.sin(angle)
    axes = quad[1] - quad[0], quad[3] - quad[0]
    local = (quad - centre) @ np.linalg.inv(np.array(axes))
    moved = (local * scale) @ np.array(axes) @ np.array([[c, s], [-s, c]])
    noise = rng.normal(0, 0.35 * amount * size, (1, 2)) + rng.normal(0, 0.20 * amount * size, (4, 2))
    return np.asarray(moved + centre + noise, np.float32)


def inside(quad: NDArray[np.float32], size_wh: tuple[int, int]) -> NDArray[np.float32] | None:
    """The part of `quad` inside a picture as a four-cornered box, or None where little of it is left.

    Ultralytics drops a whole picture when one corner of one box lies outside of it.
    """
    w, h = size_wh
    if (quad >= 0).all() and (quad <= (w, h)).all():
        return quad
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    part = np.array(intersection(quad, frame), np.float32)
    if not len(part) or cv2.contourArea(part) < 0.3 * cv2.contourArea(quad):
        return None
    return np.clip(cv2.boxPoints(cv2.minAreaRect(part)), 0, (w, h)).astype(np.float32)


def write_detection_set(
    composer: Composer, folder: Path, seed: int, count: int, start: int = 0, jobs: int = 1, *, by_face: bool = False
) -> None:
    """Write scenes as ``images/*.jpg``, YOLO OBB ``labels/*.txt`` (class, corners 0…1) and ``classes.txt``.

    The classes are card and back or, `by_face`, the 37 faces: what a detector that reads by itself is trained on.
    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "labels").mkdir(parents=True, exist_ok=True)
    names = [str(face) for face in FACES] if by_face else ["card", "back"]
    (folder / "classes.txt").write_text("\n".join(names) + "\n", encoding="utf-8")
    for number, scene in numbered_scenes(composer, seed, start, count, jobs):
        h, w = scene.image.shape[:2]
        lines = []
        for card in scene.cards:
            box = inside(card.quad, (w, h)) if card.visible >= MIN_VISIBLE_TO_DETECT else None
            if box is None or (by_face and card.face is None):
                continue
            # A foreign card lies like a card: that it is none of the 48 is for the reader to say.
            kind = card.face.index if by_face and card.face else int(card.face == BACK)
            lines.append(f"{kind} " + " ".join(f"{v:.5f}" for v in (box / (w, h)).ravel()))
        cv2.imwrite(str(folder / "images" / f"{seed}-{number:06d}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        (folder / "labels" / f"{seed}-{number:06d}.txt").write_text("\n".join(lines))


def write_reading_set(
    composer: Composer, folder: Path, seed: int, count: int, start: int = 0, jobs: int = 1, *, eyes: Eyes | None = None
) -> None:
    """Write crops of `count` scenes as ``<face and way up>/*.jpg``; quads are loosened by up to `CROP_JITTER`.

    With `eyes` many are cut as these find the cards: outlines of covered cards are guesses, and off in other ways
    than by chance.
    """
    for name in READ_FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number, scene in numbered_scenes(composer, seed, start, count, jobs):
        rng = np.random.default_rng([seed, number, 1])
        scene = replace(scene, image=in_good_light(scene.image))
        for index, (name, crop) in enumerate(crops(scene, rng, eyes(scene.image) if eyes else ())):
            path = folder / name / f"{seed}-{number:06d}-{index:02d}.jpg"
            cv2.imwrite(str(path), crop, [cv2.IMWRITE_JPEG_QUALITY, 92])


def crops(
    scene: Scene,
    rng: np.random.Generator,
    found: Sequence[NDArray[np.float32]] = (),
    *,
    looseness: float = CROP_JITTER,
) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Folder name and (128, 128, 3) crop of each card that can be read, half of them upside down, and of boxes that
    hold no card, or only a part of one.

    Args:
        found: outlines of cards as eyes found them in the scene.
        looseness: how far off corners are at most, as a share of the card; an outline so far off that it would not be
            taken for the card's is left out.
    """
    quads = [card.quad for card in scene.cards]
    known = [card.quad for card in scene.cards if card.face is not None]
    for card in scene.cards:
        if card.visible < MIN_VISIBLE_TO_READ or np.linalg.norm(card.quad[0] - card.quad[3]) < 34:
            continue
        if rng.random() < (FOREIGN_PART_SHARE if card.face is None else NONE_SHARE):
            stray = stray_box(card.quad, rng)
            if all(iou(stray, quad) < 0.35 for quad in (known if card.face is None else quads)):
                yield READ_FOLDERS[-1], upright_crop(scene.image, stray)
        if card.face == BACK and rng.random() < 0.7:
            continue
        outlines = [jittered(card.quad, looseness * rng.uniform(0, 1), rng)]
        outline = as_found(card.quad, found)
        if outline is not None and (card.visible < COVERED or rng.random() < FOUND_SHARE):
            outlines = [*outlines, outline] if card.visible < COVERED else [outline]
        for quad in outlines:
            if not cv2.isContourConvex(quad) or iou(quad, card.quad) < IS_FOUND:
                continue
            down = rng.random() < 0.5
            quad = np.roll(quad, 2, axis=0) if down else quad
            yield READ_FOLDERS[_reading_class(card.face, down)], upright_crop(scene.image, quad)
    boxes = [jittered(standing(thing), looseness * rng.uniform(0, 1), rng) for thing in scene.things]
    boxes = [box for box in boxes if np.linalg.norm(box[0] - box[3]) > 34]
    strays = [box for box in boxes if all(nested(box, quad) < IS_STRAY for quad in quads)]
    strays += [o for o in found if rng.random() < FOUND_SHARE and all(iou(o, quad) < IS_STRAY for quad in quads)]
    yield from ((READ_FOLDERS[-1], upright_crop(scene.image, stray)) for stray in strays)


def as_found(quad: NDArray[np.float32], found: Sequence[NDArray[np.float32]]) -> NDArray[np.float32] | None:
    """The outline of `found` that is the card's at `quad`, its corners in the card's order; None if there is none, or
    it lies across the card: a reader turns what it is shown upside down, not sideways."""
    best = max(found, key=lambda outline: iou(outline, quad), default=None)
    if best is None or iou(best, quad) < IS_FOUND:
        return None
    ways = [np.roll(np.asarray(best, np.float32), turn, axis=0) for turn in range(4)]
    turn = int(np.argmin([np.linalg.norm(way - quad) for way in ways]))
    return None if turn % 2 else ways[turn]


def _reading_class(face: Face | None, down: bool) -> int:
    """Index into `READ_FOLDERS` of a card that shows `face`, `down` if it is looked at upside down."""
    if face is None:
        return -1
    return -2 if face == BACK else 2 * face.index + down


def stray_box(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A box that a detector draws wrongly about a card: on a part of it, across two, or far too large."""
    (x, y), (w, h), angle = cv2.minAreaRect(quad.astype(np.float32))
    scale = np.exp(rng.uniform(np.log(0.35), np.log(2.2)))
    shift = rng.uniform(-0.9, 0.9, 2) * (w, h)
    turn = np.deg2rad(angle)
    dx, dy = shift[0] * np.cos(turn) - shift[1] * np.sin(turn), shift[0] * np.sin(turn) + shift[1] * np.cos(turn)
    rect = ((x + dx, y + dy), (w * scale, h * scale), angle + rng.choice([0.0, 0.0, 90.0]) + rng.normal(0, 6))
    return standing(cv2.boxPoints(rect).astype(np.float32))


def write_labelled_set(composer: Composer, folder: Path, seed: int, count: int, start: int = 0, jobs: int = 1) -> None:
    """Write scenes with ``labels.json`` in the layout that `yakume evaluate` reads."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = {}
    for number, scene in numbered_scenes(composer, seed, start, count, jobs):
        name = f"{seed}-{number:06d}.jpg"
        cv2.imwrite(str(folder / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        h, w = scene.image.shape[:2]
        cards = [
            {"face": str(c.face), "quad": np.round(c.quad, 2).tolist(), "visible": round(c.visible, 3)}
            for c in scene.cards
            if c.visible >= 0.05 and c.face is not None
        ]
        labels[name] = {"width": w, "height": h, "cards": cards, "ignore": [], "notes": "composed"}
    (folder / "labels.json").write_text(json.dumps(labels, indent=1, sort_keys=True))


def write_sheet(composer: Composer, path: Path, seed: int, count: int, start: int = 0, jobs: int = 1) -> None:
    """Write one picture of all scenes side by side, their cards outlined in every second one, to look at."""
    tiles = []
    for number, scene in numbered_scenes(composer, seed, start, count, jobs):
        tile = scene.image.copy()
        for card in scene.cards if number % 2 else ():
            if card.visible >= MIN_VISIBLE_TO_DETECT:
                cv2.polylines(tile, [card.quad.astype(np.int32)], True, (0, 220, 0), 1, cv2.LINE_AA)
        tiles.append(tile)
    columns = max(1, round(len(tiles) ** 0.5))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[first : first + columns]) for first in range(0, len(tiles), columns)]
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise ValueError(f"cannot write {path}: expected a picture's name such as scenes.png")


def numbered_scenes(composer: Composer, seed: int, start: int, count: int, jobs: int) -> Iterable[tuple[int, Scene]]:
    """Numbered scenes with a progress bar, made by `jobs` processes; the result does not depend on `jobs`."""
    numbers = range(start, start + count)
    if jobs <= 1:
        made: Iterable[Scene] = composer.scenes(seed, start, count)
        yield from zip(numbers, tqdm(made, total=count, unit="scene", desc="compose"), strict=True)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_adopt, initargs=(composer,)) as pool:
        made = pool.map(_one, ((seed, number) for number in numbers), chunksize=8)
        yield from zip(numbers, tqdm(made, total=count, unit="scene", desc="compose"), strict=True)


_composer: Composer | None = None


def _adopt(composer: Composer) -> None:
    global _composer  # noqa: PLW0603  # a process of the pool is given its composer once
    cv2.setNumThreads(1)
    _composer = replace(composer)


def _one(key: tuple[int, int]) -> Scene:
    assert _composer is not None  # set by the pool's initialiser
    return _composer.scene(np.random.default_rng(list(key)))
