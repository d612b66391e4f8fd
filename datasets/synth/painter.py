"""Lays cards and other things on a picture, back to front, and remembers which covers what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, CARDS, Card, Face

from .bend import Bend
from .foreign import foreign_picture
from .layouts import CARD_THICKNESS_MM, Placed
from .objects import draw_thing
from .optics import Camera, Points
from .sprites import CARD_MM, SPRITE_WH, Deck, Look, rounded

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]

_UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_BEND_SHOWS = 30
"""A card is drawn bent where its bend in mm times its length in px is more than this: half a px."""


@dataclass(frozen=True)
class TrueCard:
    """One card of a scene: its face (or back, or None for a card of no hanafuda deck), quad in px, and the visible
    fraction of its area."""

    face: Face | None
    quad: Quad
    visible: float


@dataclass
class Painter:
    """Paints on `image` (H, W, 3) in place."""

    image: Image
    camera: Camera
    rng: np.random.Generator
    art: list[Image] = field(default_factory=list)
    """Pictures that boxes, prints and foreign cards borrow from."""

    def __post_init__(self) -> None:
        self.owner = np.zeros(self.image.shape[:2], np.int16)  # which object covers each pixel; 0 is the table
        self.placed: list[tuple[Face | None, Quad]] = []
        self.things: list[Quad] = []
        angle, slope = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(0.3, 1.6)
        self.light = slope * np.array([np.cos(angle), np.sin(angle)])  # mm a shadow moves for each mm of height
        self.softness = float(self.rng.uniform(0.01, 0.06) if self.rng.random() < 0.8 else 0.004)
        self.depth = float(self.rng.uniform(0.1, 0.6))

    def cards(self, layout: Iterable[Placed], deck: Deck, look: Look, foreign_share: float = 0.0) -> None:
        """Lay the cards of `layout` in order, each card of the deck at most once."""
        cards = iter(self.rng.permutation(len(CARDS)))
        for place in layout:
            if place.face_down:
                self._card(place, BACK, None, look)
            elif foreign_share and self.rng.random() < foreign_share:
                self._card(place, None, foreign_picture(SPRITE_WH, self.art, self.rng), look)
            else:
                card: Card = CARDS[next(cards)]
                self._card(place, card.face, deck.pictures[card], look)

    def _card(self, place: Placed, face: Face | None, picture: Image | None, look: Look) -> None:
        c, s = np.cos(place.angle), np.sin(place.angle)
        turn = np.array([[c, s], [-s, c]])
        corners_mm = _UNIT * CARD_MM @ turn + place.centre_mm
        bend = look.bend_mm * float(self.rng.uniform(0.5, 1))
        quad = self.camera.project(corners_mm, place.height_mm + max(bend, 0.0)).astype(np.float32)
        h, w = self.image.shape[:2]
        low, high = quad.min(0), quad.max(0)
        if (high < 0).any() or (low > (w, h)).any() or (high - low).max() > 6 * max(w, h):
            return
        if not cv2.isContourConvex(quad) or cv2.contourArea(quad) < 30:
            return
        shade = self.camera.project(corners_mm + self.light * place.height_mm).astype(np.float32)
        long_px = float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2])))
        self.shadow(shade, long_px, place.height_mm)
        if abs(bend) * long_px > _BEND_SHOWS:
            outline = self._bent_card(
                look.sprite(picture, long_px, self.rng), corners_mm, place.height_mm, bend, look.edge
            )
        else:
            self._sides(self.camera.project(corners_mm).astype(np.float32), quad, place.height_mm, look.edge)
            self._warp(look.sprite(picture, long_px, self.rng), quad)
            outline = quad
        self.placed.append((face, quad))
        cv2.fillPoly(self.owner, [(outline * 16).astype(np.int32)], len(self.placed), shift=4)

    def _sides(self, ground: Quad, top: Quad, height_mm: float, edge: tuple[int, int, int]) -> None:
        """The side of one card, or the many sides of a stack that is never quite square: between the polygons `ground`
        and `top`."""
        layers = max(1, round(height_mm / CARD_THICKNESS_MM))
        steps = int(np.clip(np.linalg.norm(top - ground, axis=1).max(), 0, 3 * layers))
        slack = 0.0 if layers < 3 else 0.012 * float(np.linalg.norm(top[0] - top[3]))
        shift = np.zeros(2)
        for step in range(steps):
            if step * layers // steps != (step - 1) * layers // steps:
                shift = self.rng.normal(0, slack, 2)
            side = ground + (top - ground) * ((step + 0.5) / steps) + shift
            shade = 0.7 + 0.3 * (step * 2 * layers // steps % 2)
            cv2.fillPoly(self.image, [(side * 16).astype(np.int32)], [v * shade for v in edge], cv2.LINE_AA, shift=4)

    def _bent_card(
        self,
        sprite: NDArray[np.float32],
        corners_mm: NDArray[np.float64],
        height_mm: float,
        bend_mm: float,
        edge: tuple[int, int, int],
    ) -> NDArray[np.float32]:
        """Blend a bent card, and what lies flat below it up to `height_mm`; its outline (n, 2), px."""
        bend = Bend.seen_by(self.camera, corners_mm, height_mm, bend_mm)
        outline = bend.outline()
        below_mm = max(height_mm - CARD_THICKNESS_MM, 0.0)
        ground, below = (self.camera.project(corners_mm, z).astype(np.float32) for z in (0.0, below_mm))
        self._sides(ground, below, below_mm, edge)
        self._sides(outline - CARD_THICKNESS_MM * bend.lift, outline, CARD_THICKNESS_MM, edge)
        region = self._region(outline, 1)
        if region is not None:
            self._blend(bend.warp(sprite, region), region)
        return outline

    def _region(self, points: Points, margin: float) -> tuple[int, int, int, int] | None:
        h, w = self.image.shape[:2]
        x0, y0 = np.maximum(np.floor(points.min(0) - margin), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(points.max(0) + margin), (w, h)).astype(int)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 1 and y1 - y0 > 1 else None

    def shadow(self, quad: Quad, long_px: float, height_mm: float) -> None:
        """Darken what lies under `quad`; the higher the thing that casts it, the softer."""
        blur = max(0.6, self.softness * long_px * (0.5 + min(height_mm, 20.0)))
        region = self._region(quad, 2 * blur)
        if region is None:
            return
        x0, y0, x1, y1 = region
        w, h = x1 - x0, y1 - y0
        coarse = int(np.clip(blur / 2, 1, 8))  # a wide blur looks the same made small and drawn large
        mask: NDArray[np.float32] = np.zeros((-(-h // coarse), -(-w // coarse)), np.float32)
        cv2.fillConvexPoly(mask, ((quad - (x0, y0)) * (16 / coarse)).astype(np.int32), self.depth, shift=4)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur / coarse), np.float32)
        if coarse > 1:
            mask = np.asarray(cv2.resize(mask, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
        part = self.image[y0:y1, x0:x1]
        part[:] = part * (1 - mask[..., None])

    def _warp(self, picture: NDArray[np.float32], quad: Quad) -> None:
        """Blend a premultiplied BGRA picture onto its quad."""
        region = self._region(quad, 1)
        if region is None:
            return
        x0, y0, x1, y1 = region
        h, w = picture.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, quad - np.array([x0, y0], np.float32))
        warped = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        self._blend(np.asarray(warped, np.float32), region)

    def _blend(self, warped: NDArray[np.float32], region: tuple[int, int, int, int]) -> None:
        x0, y0, x1, y1 = region
        part = self.image[y0:y1, x0:x1]
        part[:] = part * (1 - warped[..., 3:] * np.float32(1 / 255)) + warped[..., :3]

    def cushion(self, view_mm: NDArray[np.float64]) -> None:
        """A 座布団 under the cards: a thick square of cloth with soft edges, larger than most pictures."""
        rng = self.rng
        side, angle = rng.uniform(350, 650), rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        round_square = np.stack([np.cos(t), np.sin(t)], 1)
        round_square /= (np.abs(round_square) ** 6).sum(1, keepdims=True) ** (1 / 6)
        centre = rng.dirichlet(np.full(4, 3.0)) @ view_mm
        outline = self.camera.project(round_square * side / 2 @ np.array([[c, s], [-s, c]]) + centre)
        if np.abs(outline).max() > 8000:
            return
        mask = np.zeros(self.owner.shape, np.uint8)
        cv2.fillPoly(mask, [outline.astype(np.int32)], 255, cv2.LINE_AA)
        height, width = self.image.shape[:2]
        weave = cv2.resize(rng.normal(0, 1, (height // 2, width // 2)).astype(np.float32), (width, height))
        cloth = rng.uniform(20, 200, 3) * (1 + rng.uniform(0.02, 0.08) * weave[..., None])
        small = cv2.resize(mask, (width // 8 + 1, height // 8 + 1), interpolation=cv2.INTER_AREA)
        rounding = cv2.resize(cv2.GaussianBlur(small, (0, 0), 4), (width, height)).astype(np.float32) / 255
        alpha = mask.astype(np.float32)[..., None] / 255
        self.image[:] = np.clip(self.image * (1 - alpha) + cloth * (0.45 + 0.55 * rounding[..., None]) * alpha, 0, 255)

    def distractor(self, view_mm: NDArray[np.float64], card_px: float, small: bool = False) -> None:
        """A thing that is no card: a box, a sheet, a phone, a stone, a cup, a wreath, a strip of wood."""
        rng = self.rng
        centre_mm = rng.dirichlet(np.ones(4)) @ view_mm
        if rng.random() < 0.4:
            self._round_thing(centre_mm, rng.uniform(0.1, 0.3 if small else 1.0) * card_px)
            return
        # Far from a card's proportions or size, so that a plain card's back stays a card's back.
        short = rng.uniform(6, 22) if small else rng.uniform(60, 190)
        long = short * (rng.uniform(1.0, 1.35) if rng.random() < 0.5 else rng.uniform(2.0, 6.0))
        height = rng.uniform(0.5, 3) if small or rng.random() < 0.5 else rng.uniform(3, 45)
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        corners = _UNIT * (short, long) @ np.array([[c, s], [-s, c]]) + centre_mm
        ground, quad = (self.camera.project(corners, z).astype(np.float32) for z in (0.0, height))
        if np.abs(quad).max() > 4000 or not cv2.isContourConvex(quad):
            return
        colour = rng.uniform(5, 250, 3)
        self.shadow(self.camera.project(corners + self.light * height).astype(np.float32), card_px, height)
        hull = cv2.convexHull(np.vstack([ground, quad]))
        self._fill(lambda mask: cv2.fillConvexPoly(mask, hull.astype(np.int32), 255, cv2.LINE_AA), colour * 0.6)
        self._fill(lambda mask: cv2.fillConvexPoly(mask, quad.astype(np.int32), 255, cv2.LINE_AA), colour)
        print_on_it = rng.random()
        if print_on_it < 0.35:  # a deck's box, a book, a magazine
            picture = foreign_picture(SPRITE_WH, self.art, rng)
            if self.art and rng.random() < 0.5:
                picture = np.asarray(cv2.resize(self.art[rng.integers(len(self.art))], SPRITE_WH), np.uint8)
            sprite = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).astype(np.float32)
            margin = rng.uniform(0.6, 1.0)
            self._warp(sprite, ((quad - quad.mean(0)) * margin + quad.mean(0)).astype(np.float32))
        elif print_on_it < 0.7:  # lines of writing, a drawing
            for _ in range(int(rng.integers(1, 12))):
                a, b = (rng.dirichlet(np.ones(4)) @ quad for _ in range(2))
                ink = rng.uniform(0, 255, 3).tolist()
                cv2.line(self.image, a.astype(int).tolist(), b.astype(int).tolist(), ink, int(rng.integers(1, 6)))

    def thing(self, view_mm: NDArray[np.float64]) -> None:
        """A flat four-cornered thing that is no card; where it lies is kept in `things`."""
        rng = self.rng
        thing = draw_thing(self.art, rng)
        centre_mm, angle = rng.dirichlet(np.ones(4)) @ view_mm, rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        corners = _UNIT * thing.size_mm @ np.array([[c, s], [-s, c]]) + centre_mm
        ground, quad = (self.camera.project(corners, z).astype(np.float32) for z in (0.0, thing.height_mm))
        if np.abs(quad).max() > 4000 or not cv2.isContourConvex(quad) or cv2.contourArea(quad) < 60:
            return
        long_px = float(np.linalg.norm(quad[0] - quad[3]))
        self.shadow(self.camera.project(corners + self.light * thing.height_mm).astype(np.float32), long_px, 3.0)
        hull = cv2.convexHull(np.vstack([ground, quad]))
        side = thing.picture.reshape(-1, 3).mean(0) * 0.6
        self._fill(lambda mask: cv2.fillConvexPoly(mask, hull.astype(np.int32), 255, cv2.LINE_AA), side)
        h, w = thing.picture.shape[:2]
        alpha = rounded((w, h), max(1, round(thing.corner_share * w)))
        self._warp(np.dstack([thing.picture * alpha[..., None], alpha * 255]).astype(np.float32), quad)
        self.things.append(quad)

    def _round_thing(self, centre_mm: NDArray[np.float64], radius: float) -> None:
        """A stone, a coin, a cup from above, a wreath."""
        rng = self.rng
        x, y = self.camera.project(centre_mm[None])[0]
        if not (abs(x) < 4000 and abs(y) < 4000):
            return
        colour, centre = rng.uniform(5, 250, 3), (int(x), int(y))
        if rng.random() < 0.2 and radius > 12:  # a wreath: a ring of leaves
            for angle in rng.uniform(0, 2 * np.pi, int(radius * 3)):
                spot = np.array([x, y]) + radius * rng.uniform(0.7, 1.1) * np.array([np.cos(angle), np.sin(angle)])
                leaf = (colour * rng.uniform(0.3, 1.2)).tolist()
                axes = (max(1, int(radius * 0.12)), max(1, int(radius * 0.04)))
                where, turn = tuple(spot.astype(int).tolist()), rng.uniform(0, 180)
                cv2.ellipse(self.image, where, axes, turn, 0, 360, leaf, -1, cv2.LINE_AA)
                cv2.ellipse(self.owner, where, axes, turn, 0, 360, -1, -1)
            return
        inner = (colour * rng.uniform(0.5, 1.2)).tolist()
        self._fill(lambda mask: cv2.circle(mask, centre, max(1, int(radius)), 255, -1, cv2.LINE_AA), colour)
        cv2.circle(self.image, centre, max(1, int(radius * rng.uniform(0.3, 0.9))), inner, -1, cv2.LINE_AA)

    def _fill(self, draw: Callable[[Image], object], colour: NDArray[np.float64]) -> None:
        """Paint what `draw` marks on a mask in `colour`; it covers the cards below."""
        mask = np.zeros(self.owner.shape, np.uint8)
        draw(mask)
        x, y, w, h = cv2.boundingRect(mask)
        if not w:
            return
        part, owner, mask = (
            self.image[y : y + h, x : x + w],
            self.owner[y : y + h, x : x + w],
            mask[y : y + h, x : x + w],
        )
        alpha = mask.astype(np.float32)[..., None] / 255
        part[:] = (part * (1 - alpha) + colour.astype(np.float32) * alpha).astype(np.uint8)
        owner[mask > 127] = -1

    def truth(self) -> list[TrueCard]:
        """Every card with the visible fraction of its whole area, also of what the picture's edge cuts off."""
        counts = np.bincount(np.maximum(self.owner, 0).ravel(), minlength=len(self.placed) + 1)
        return [
            TrueCard(face, quad, min(1.0, float(counts[number]) / max(1.0, cv2.contourArea(quad))))
            for number, (face, quad) in enumerate(self.placed, start=1)
        ]
