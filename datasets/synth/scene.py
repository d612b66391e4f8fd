"""Tables that never were: cards laid on a plane, seen by a camera, with the truth of every card.

Coordinates: the table is a plane in mm (x right, y down, origin where the camera looks); pictures are px.
A quad is (4, 2), clockwise from the card's own top-left, and hidden or cut-off corners are where they would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, CARDS, Card, Face

from . import effects
from .backgrounds import background, find_textures
from .layouts import Placed, lay_out
from .sprites import CARD_MM, SPRITE_WH, Deck, Look, draw_look

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]

_CARD_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * CARD_MM
_SPRITE_CORNERS = np.array([[0, 0], [SPRITE_WH[0], 0], [SPRITE_WH[0], SPRITE_WH[1]], [0, SPRITE_WH[1]]], np.float32)


@dataclass(frozen=True)
class Recipe:
    """What kind of scenes to make; with a seed it fixes every byte of every scene."""

    size_wh: tuple[int, int] = (640, 384)
    """Picture size in px."""
    card_px: tuple[float, float] = (22.0, 420.0)
    """Range of the long side of a card near the picture's centre, px, drawn log-uniformly."""
    max_tilt_deg: float = 50.0
    """Greatest angle of the camera off the vertical."""
    empty_share: float = 0.04
    """Share of scenes without any card."""
    hand_share: float = 0.25
    """Share of scenes with a hand."""


@dataclass(frozen=True)
class TrueCard:
    """One card of a scene: its face (or back), quad in px, and the visible fraction of its area."""

    face: Face
    quad: Quad
    visible: float


@dataclass(frozen=True)
class Scene:
    """A picture (H, W, 3) uint8 BGR and its cards."""

    image: Image
    cards: list[TrueCard]


@dataclass
class Composer:
    """Makes scenes of a recipe; scene `n` of a seed is the same on every machine with the same OpenCV."""

    decks: list[Deck]
    textures_folder: Path | None = None
    recipe: Recipe = field(default_factory=Recipe)

    def __post_init__(self) -> None:
        if not self.decks:
            raise ValueError("a composer needs at least one deck")
        self.textures = find_textures(self.textures_folder)

    def scenes(self, seed: int, start: int, count: int) -> Iterator[Scene]:
        """Scenes `start` … `start + count - 1` of `seed`."""
        for number in range(start, start + count):
            yield self.scene(np.random.default_rng([seed, number]))

    def scene(self, rng: np.random.Generator) -> Scene:
        """One scene drawn from `rng`."""
        recipe = self.recipe
        w, h = recipe.size_wh
        card_px = float(np.exp(rng.uniform(*np.log(recipe.card_px))))
        plane_to_image = draw_camera((w, h), card_px, recipe.max_tilt_deg, rng)
        image = background((w, h), self.textures, rng).copy()
        owner = np.zeros((h, w), np.int16)  # which object covers each pixel; 0 is the table
        painter = _Painter(image, owner, plane_to_image, rng)
        view = _visible_plane(plane_to_image, (w, h))
        for _ in range(int(rng.poisson(0.5))):
            painter.distractor(view, card_px)
        if rng.random() >= recipe.empty_share:
            deck, look = self.decks[rng.integers(len(self.decks))], draw_look(rng)
            painter.cards(lay_out(view, rng), deck, look)
        for _ in range(int(rng.poisson(0.25))):
            painter.distractor(view, card_px, small=True)
        if rng.random() < recipe.hand_share:
            target = rng.uniform([0, 0], [w, h])
            effects.draw_hand(image, owner, -1, target, card_px, rng)
        cards = painter.truth()
        image = effects.light(image, rng)
        if rng.random() < 0.2:
            image = effects.glare(image, rng)
        return Scene(effects.camera(image, rng), cards)


def draw_camera(
    size_wh: tuple[int, int], card_px: float, max_tilt_deg: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """A random camera above the table: (3, 3), table mm → image px, with a card near the centre `card_px` long."""
    w, h = size_wh
    focal = rng.uniform(0.8, 1.7) * max(w, h)
    tilt = np.deg2rad(rng.uniform(0, 15) if rng.random() < 0.5 else rng.uniform(0, max_tilt_deg))
    yaw, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.15)
    distance = focal * CARD_MM[1] / card_px
    turn = _rotation(2, roll) @ _rotation(0, tilt) @ _rotation(2, yaw)
    columns = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]])
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1]])
    return lens @ columns


def _rotation(axis: int, angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    i, j = [(1, 2), (0, 2), (0, 1)][axis]
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix


def project(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 2) points through a (3, 3) homography."""
    return cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)[0]


def _visible_plane(plane_to_image: NDArray[np.float64], size_wh: tuple[int, int]) -> NDArray[np.float64]:
    """The picture's corners on the table, (4, 2) mm; far corners of oblique views are pulled in."""
    w, h = size_wh
    # Points near the horizon are metres away; the middle nine tenths hold all that matters.
    inset = np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]) * (w, h)
    plane = project(np.linalg.inv(plane_to_image), inset)
    reach = np.linalg.norm(plane, axis=1, keepdims=True)
    limit = 3 * float(np.median(reach))
    return plane * np.minimum(1, limit / np.maximum(reach, 1e-9))


@dataclass
class _Painter:
    """Paints objects back to front and remembers which covers what."""

    image: Image
    owner: NDArray[np.int16]
    plane_to_image: NDArray[np.float64]
    rng: np.random.Generator
    placed: list[tuple[Face, Quad]] = field(default_factory=list)

    def __post_init__(self) -> None:
        angle = self.rng.uniform(0, 2 * np.pi)
        self.light = np.array([np.cos(angle), np.sin(angle)])
        self.softness = float(self.rng.uniform(0.01, 0.06))
        self.depth = float(self.rng.uniform(0.1, 0.6))

    def cards(self, layout: list[Placed], deck: Deck, look: Look) -> None:
        """Lay the cards of `layout` in order."""
        cards = iter(self.rng.permutation(len(CARDS)))
        for place in layout:
            card = None if place.face_down else CARDS[next(cards)]
            self._card(place, card, deck, look)

    def _card(self, place: Placed, card: Card | None, deck: Deck, look: Look) -> None:
        c, s = np.cos(place.angle), np.sin(place.angle)
        corners_mm = _CARD_CORNERS @ np.array([[c, s], [-s, c]]) + place.centre_mm
        quad = project(self.plane_to_image, corners_mm).astype(np.float32)
        h, w = self.image.shape[:2]
        low, high = quad.min(0), quad.max(0)
        if (high < 0).any() or (low > (w, h)).any() or (high - low).max() > 6 * max(w, h):
            return
        long_px = float(np.linalg.norm(quad[0] - quad[3]))
        if not cv2.isContourConvex(quad) or cv2.contourArea(quad) < 30:
            return
        lift = place.height_mm / CARD_MM[1] * long_px
        self._shadow(quad + (self.light * lift).astype(np.float32), long_px, place.height_mm)
        for step in range(1, int(lift * 0.8) + 1):  # the card's side, or a stack's
            side = (quad - (self.light * (lift * 0.8 - step)).astype(np.float32)).astype(np.int32)
            shade = tuple(v * (0.7 + 0.3 * (step % 2)) for v in look.edge)
            cv2.fillConvexPoly(self.image, side, shade, cv2.LINE_AA)
        picture = None if card is None else deck.pictures[card]
        self._warp(look.sprite(picture, max(long_px, float(np.linalg.norm(quad[1] - quad[2]))), self.rng), quad)
        self.placed.append((BACK if card is None else card.face, quad))
        cv2.fillConvexPoly(self.owner, (quad * 16).astype(np.int32), len(self.placed), shift=4)

    def _region(self, points: NDArray[np.float32], margin: float) -> tuple[int, int, int, int] | None:
        h, w = self.image.shape[:2]
        x0, y0 = np.maximum(np.floor(points.min(0) - margin), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(points.max(0) + margin), (w, h)).astype(int)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 1 and y1 - y0 > 1 else None

    def _shadow(self, quad: Quad, long_px: float, height_mm: float) -> None:
        blur = max(0.6, self.softness * long_px * (0.5 + height_mm))
        region = self._region(quad, 2 * blur)
        if region is None:
            return
        x0, y0, x1, y1 = region
        w, h = x1 - x0, y1 - y0
        coarse = int(np.clip(blur / 2, 1, 8))  # a wide blur looks the same made small and drawn large
        mask = np.zeros((-(-h // coarse), -(-w // coarse)), np.float32)
        cv2.fillConvexPoly(mask, ((quad - (x0, y0)) * (16 / coarse)).astype(np.int32), self.depth, shift=4)
        mask = cv2.GaussianBlur(mask, (0, 0), blur / coarse)
        if coarse > 1:
            mask = cv2.resize(mask, (w, h), interpolation=cv2.INTER_LINEAR)
        part = self.image[y0:y1, x0:x1]
        part[:] = part * (1 - mask[..., None])

    def _warp(self, picture: NDArray[np.float32], quad: Quad) -> None:
        """Blend a premultiplied BGRA picture onto its quad."""
        region = self._region(quad, 1)
        if region is None:
            return
        x0, y0, x1, y1 = region
        size = np.array([picture.shape[1] / SPRITE_WH[0], picture.shape[0] / SPRITE_WH[1]], np.float32)
        matrix = cv2.getPerspectiveTransform(_SPRITE_CORNERS * size, quad - np.array([x0, y0], np.float32))
        warped = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        part = self.image[y0:y1, x0:x1]
        part[:] = part * (1 - warped[..., 3:] * np.float32(1 / 255)) + warped[..., :3]

    def distractor(self, view_mm: NDArray[np.float64], card_px: float, small: bool = False) -> None:
        """A thing that is no card: a box, a sheet, a phone, a stone, a cup, a strip of wood."""
        rng = self.rng
        centre_mm = rng.dirichlet(np.ones(4)) @ view_mm
        colour = rng.uniform(5, 250, 3)
        if rng.random() < 0.4:
            radius = rng.uniform(0.1, 0.3 if small else 1.0) * card_px
            x, y = project(self.plane_to_image, centre_mm[None])[0]
            if not (abs(x) < 4000 and abs(y) < 4000):
                return
            mask = np.zeros(self.owner.shape, np.uint8)
            cv2.circle(mask, (int(x), int(y)), max(1, int(radius)), 255, -1, cv2.LINE_AA)
            inner = colour * rng.uniform(0.5, 1.2)
            self._fill(mask, colour)
            cv2.circle(self.image, (int(x), int(y)), max(1, int(radius * rng.uniform(0.3, 0.9))), inner.tolist(), -1)
            return
        # Far from a card's proportions or size, so that a plain card's back stays a card's back.
        short = rng.uniform(6, 22) if small else rng.uniform(60, 190)
        long = short * (rng.uniform(1.0, 1.35) if rng.random() < 0.5 else rng.uniform(2.0, 6.0))
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        corners = _CARD_CORNERS / CARD_MM * (short, long) @ np.array([[c, s], [-s, c]]) + centre_mm
        quad = project(self.plane_to_image, corners).astype(np.float32)
        if np.abs(quad).max() > 4000:
            return
        self._shadow(quad + (self.light * 0.03 * card_px).astype(np.float32), card_px, 1)
        mask = np.zeros(self.owner.shape, np.uint8)
        cv2.fillConvexPoly(mask, quad.astype(np.int32), 255, cv2.LINE_AA)
        self._fill(mask, colour)
        if rng.random() < 0.6:  # print on it: lines of writing, a picture, a label
            for _ in range(int(rng.integers(1, 12))):
                a, b = (rng.dirichlet(np.ones(4)) @ quad for _ in range(2))
                ink = tuple(rng.uniform(0, 255, 3))
                cv2.line(
                    self.image,
                    tuple(a.astype(int).tolist()),
                    tuple(b.astype(int).tolist()),
                    ink,
                    int(rng.integers(1, 6)),
                )

    def _fill(self, mask: NDArray[np.uint8], colour: NDArray[np.float64]) -> None:
        alpha = mask.astype(np.float32)[..., None] / 255
        self.image[:] = (self.image * (1 - alpha) + colour.astype(np.float32) * alpha).astype(np.uint8)
        self.owner[mask > 127] = -1

    def truth(self) -> list[TrueCard]:
        """Every card with the visible fraction of its whole area, also of what the picture's edge cuts off."""
        counts = np.bincount(np.maximum(self.owner, 0).ravel(), minlength=len(self.placed) + 1)
        return [
            TrueCard(face, quad, min(1.0, float(counts[number]) / max(1.0, cv2.contourArea(quad))))
            for number, (face, quad) in enumerate(self.placed, start=1)
        ]
