"""Training data for the second look: loose boxes as a detector draws them, with the true corners inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.vision.corners import CORNER_PX, corner_view
from yakume.vision.geometry import iou, ious

from .export import FOUND_SHARE, IS_STRAY, Eyes, inside, jittered, numbered_scenes, stray_box
from .scene import Composer, Scene

MIN_VISIBLE = 0.3
"""Cards less visible than this have no corners worth learning."""

COVERED = 0.95
"""Cards less visible than this are looked at twice: hidden corners are what is hard."""

IS_ITS_BOX = 0.4
"""A detector's box is that of the card that it overlaps most, by at least this: of a covered card it often holds no
more than can be seen."""


def corner_samples(
    scene: Scene, rng: np.random.Generator, found: Sequence[NDArray[np.float32]] = ()
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32], bool]]:
    """Views of loose boxes, the true corners in them, and whether there is a card at all.

    Args:
        found: boxes that a detector draws in the scene. Those of covered cards and of half of the others take the
            place of a loose one, and those that hold no card are more boxes on something else.

    Yields: a (CORNER_PX, CORNER_PX, 3) view; (4, 2) corners in view units 0…1, clockwise, the first one being the
    corner nearest to the view's top-left; True for a card, False for a box on something else (corners are then 0).
    """
    h, w = scene.image.shape[:2]
    quads = [card.quad for card in scene.cards]
    seen_in = ious(found, quads)
    for number, card in enumerate(scene.cards):
        seen = inside(card.quad, (w, h))
        if card.visible < MIN_VISIBLE or seen is None or np.linalg.norm(card.quad[0] - card.quad[3]) < 20:
            continue
        looks = [loose_box(seen, rng) for _ in range(1 if card.visible > COVERED else 2)]
        if len(found):
            best = int(seen_in[:, number].argmax())
            is_found = seen_in[best, number] >= max(seen_in[best].max(), IS_ITS_BOX)
            if is_found and (len(looks) > 1 or rng.random() < FOUND_SHARE):
                looks[-1] = found[best]
        for box in looks:
            view, to_view = corner_view(scene.image, box)
            corners = cv2.perspectiveTransform(card.quad[None].astype(np.float32), to_view)[0] / CORNER_PX
            if np.abs(corners - 0.5).max() < 1.0:
                yield view, in_view_order(corners), True
        wrong = stray_box(seen, rng)
        if all(iou(wrong, quad) < 0.35 for quad in quads):
            yield corner_view(scene.image, wrong)[0], np.zeros((4, 2), np.float32), False
    for box, row in zip(found, seen_in, strict=True):
        if row.max(initial=0) < IS_STRAY:
            yield corner_view(scene.image, box)[0], np.zeros((4, 2), np.float32), False
    for _ in range(3):
        empty = _random_box((w, h), rng)
        if empty is not None and all(iou(empty, quad) < 0.1 for quad in quads):
            yield corner_view(scene.image, empty)[0], np.zeros((4, 2), np.float32), False


def loose_box(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A rectangle about `quad` as loose as a detector's."""
    box = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))).astype(np.float32)
    return cv2.boxPoints(cv2.minAreaRect(jittered(box, rng.uniform(0.02, 0.40), rng))).astype(np.float32)


def in_view_order(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners from the one nearest the view's top-left on: which end is the card's top is not seen here."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    turns = [np.roll(corners, k, axis=0) for k in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - square).sum())).astype(np.float32)


def _random_box(size_wh: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32] | None:
    w, h = size_wh
    long = float(np.exp(rng.uniform(np.log(20), np.log(min(w, h) * 0.6))))
    rect = (tuple(rng.uniform([0, 0], [w, h]).tolist()), (long, long * rng.uniform(0.5, 0.85)), rng.uniform(0, 180))
    box = cv2.boxPoints(rect).astype(np.float32)
    return box if ((box > -0.1 * long) & (box < np.array([w, h]) + 0.1 * long)).all() else None


def write_corner_set(
    composer: Composer, path: Path, seed: int, count: int, start: int = 0, jobs: int = 1, *, eyes: Eyes | None = None
) -> None:
    """Write the samples of `count` scenes as one .npz: `views` (N, P, P, 3), `corners` (N, 4, 2), `is_card` (N,).

    With `eyes`, which draw boxes, they hold those too: of covered cards they are off in other ways than by chance.
    """
    samples = [
        sample
        for number, scene in numbered_scenes(composer, seed, start, count, jobs)
        for sample in corner_samples(scene, np.random.default_rng([seed, number, 2]), eyes(scene.image) if eyes else ())
    ]
    views, corners, is_card = (np.array(column) for column in zip(*samples, strict=True))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:  # of a mere name NumPy would make another
        np.savez(file, views=views, corners=corners, is_card=is_card)
