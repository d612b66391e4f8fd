"""The motifs of a card where another artist might have put them: parts moved, sized, turned, on new ground.

All old decks share one composition, card by card; a modern artist keeps the crane and the pine and puts them where he
likes. Here a picture is taken apart along its ground, and its parts are laid again.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS

from .foreign import any_ink, ground
from .sprites import Deck

Image = NDArray[np.uint8]

_APART = 38.0
"""How far a colour is from that of the ground where something is drawn, CIELAB units of OpenCV."""

_SMALLEST, _LARGEST = 0.004, 0.55
"""Shares of a card: what is smaller than the first is a fleck and goes with the ground, what is larger than the second
was not told apart from its ground, so the card stays as it is."""

_HOLE = 0.1
"""Share of a card up to which a hole in a part is a part of it."""


@dataclass(frozen=True)
class Composition:
    """How far one artist goes from the old composition; the same for all cards of a deck."""

    moved: float
    """How far parts lie from where they were, as a share of the card's width."""
    grown: float
    """Spread of the logarithm of how much larger or smaller each part is drawn."""
    turned: float
    """Spread of the angle by which each part is turned, degrees."""
    mirrored: float
    """Share of the parts that are mirrored."""
    new_ground: bool
    """Whether they lie on another ground than their own."""

    def recompose(self, picture: Image, rng: np.random.Generator) -> Image:
        """`picture` (H, W, 3) with its parts laid anew, of the same size; itself where it cannot be taken apart."""
        h, w = picture.shape[:2]
        parts = parts_of(picture)
        if not parts:
            return picture
        laid = _new_ground((w, h), rng) if self.new_ground else np.full_like(picture, _ground_of(picture))
        for mask in parts:
            x, y, pw, ph = cv2.boundingRect(mask)
            size, angle = float(np.exp(rng.normal(0, self.grown))), float(rng.normal(0, self.turned))
            turn = np.eye(3)
            turn[:2] = cv2.getRotationMatrix2D((x + pw / 2, y + ph / 2), angle, size)
            if rng.random() < self.mirrored:
                turn = turn @ np.array([[-1, 0, 2 * x + pw], [0, 1, 0], [0, 0, 1.0]])
            turn[:2, 2] += rng.normal(0, self.moved * w, 2)
            drawn = cv2.warpAffine(np.dstack([picture, mask]), turn[:2], (w, h), flags=cv2.INTER_LINEAR)
            share = drawn[..., 3:].astype(np.float32) / 255
            laid = np.asarray(laid * (1 - share) + drawn[..., :3] * share, np.uint8)
        return laid


def draw_composition(rng: np.random.Generator) -> Composition:
    """A random artist's."""
    return Composition(
        moved=float(rng.uniform(0.02, 0.3)),
        grown=float(rng.uniform(0, 0.35)),
        turned=float(rng.uniform(0, 18)),
        mirrored=float(rng.choice([0.0, 0.3, 0.5])),
        new_ground=bool(rng.random() < 0.5),
    )


def recomposed(deck: Deck, rng: np.random.Generator) -> Deck:
    """`deck` in another artist's composition."""
    composition = draw_composition(rng)
    return Deck(deck.name, {card: composition.recompose(deck.pictures[card], rng) for card in CARDS})


def parts_of(picture: Image) -> list[NDArray[np.uint8]]:
    """Masks (H, W) of what is drawn on `picture`, 0 or 255, the largest first; none where they cannot be told apart."""
    h, w = picture.shape[:2]
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    there = cv2.cvtColor(_ground_of(picture)[None, None], cv2.COLOR_BGR2LAB)[0, 0].astype(np.float32)
    drawn = (np.linalg.norm(lab - there, axis=2) > _APART).astype(np.uint8)
    edge_y, edge_x = h // 14, w // 12  # a frame around it is no part of it
    drawn[:edge_y], drawn[-edge_y:], drawn[:, :edge_x], drawn[:, -edge_x:] = 0, 0, 0, 0
    drawn = np.asarray(cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA] / (h * w)
    thin = (stats[1:, cv2.CC_STAT_WIDTH] < w / 20) | (stats[1:, cv2.CC_STAT_HEIGHT] < h / 30)
    if not len(areas) or areas.max() > _LARGEST:
        return []
    order = [int(number) for number in np.argsort(-areas) if areas[number] >= _SMALLEST and not thin[number]][:12]
    return [_filled(np.asarray(labels == number + 1, np.uint8) * 255) for number in order]


def _filled(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`mask` with its small holes: a bird's white breast, the writing of a ribbon are part of it."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    full = mask.copy()
    for outline, (_, _, _, parent) in zip(outlines, tree[0], strict=True):
        if parent >= 0 and cv2.contourArea(outline) < _HOLE * mask.size:
            cv2.drawContours(full, [outline], -1, 255, -1)
    return np.asarray(cv2.dilate(full, np.ones((3, 3), np.uint8)), np.uint8)


def _new_ground(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """One colour in most cases, pale ones as often as strong ones."""
    if rng.random() < 0.35:
        return ground(size_wh, rng)
    colour = np.array(any_ink(rng)) if rng.random() < 0.5 else rng.uniform(200, 255, 3)
    return np.ascontiguousarray(np.broadcast_to(colour, (size_wh[1], size_wh[0], 3)), np.uint8)


def _ground_of(picture: Image) -> NDArray[np.uint8]:
    """The colour (3,) of most of `picture`, without its edge."""
    h, w = picture.shape[:2]
    inner = picture[h // 12 : -(h // 12), w // 12 : -(w // 12)].reshape(-1, 3)
    coarse = inner >> 4
    keys, counts = np.unique(coarse @ np.array([1, 16, 256]), return_counts=True)
    chosen = inner[coarse @ np.array([1, 16, 256]) == keys[counts.argmax()]]
    return np.asarray(chosen.mean(0), np.uint8)
