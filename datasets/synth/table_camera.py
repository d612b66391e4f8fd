"""The camera above a simulated table: draws cards and hands in perspective, under drifting light, with noise.

It also knows the truth of its picture: every card's quad in image px and how much of it can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import Card
from yakume.vision.geometry import CARD_MM, Homography
from yakume.vision.layout import TableLayout

from .table_hand import PX_PER_MM, TIP_MM, hand_picture
from .table_places import Pose

Image = NDArray[np.uint8]

CAMERA_MM = 1150.0
"""Height of the camera above the table: high piles lean outwards by it."""

THICKNESS_MM = 0.8
"""Of one card."""

_SPRITE_H = 144
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * CARD_MM


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand over the table: whose, and where its finger tips are; the arm comes from `shoulder`. Table mm."""

    seat: int
    tip: tuple[float, float]
    shoulder: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Instant:
    """Everything on the table at one frame."""

    cards: Mapping[Card, Pose]
    deck: int
    """Cards in the pile."""
    hands: tuple[HandPose, ...]

    @property
    def held(self) -> int:
        """Cards in the players' hands, which no camera sees."""
        return 48 - self.deck - len(self.cards)


@dataclass(frozen=True, slots=True)
class Seen:
    """One card (None: the top of the deck) in a picture: quad in px from its own top-left, visible share."""

    card: Card | None
    face_up: bool
    quad: NDArray[np.float32]
    visible: float


@dataclass(frozen=True)
class People:
    """What the hands look like, by seat; BGR."""

    skin: tuple[tuple[int, int, int], ...] = (
        (150, 178, 224),
        (128, 160, 212),
        (160, 190, 232),
        (110, 142, 196),
        (146, 172, 216),
        (90, 120, 172),
    )
    cloth: tuple[tuple[int, int, int], ...] = (
        (96, 54, 40),
        (52, 60, 140),
        (84, 96, 70),
        (60, 60, 64),
        (120, 96, 150),
        (60, 120, 150),
    )


class Camera:
    """Takes pictures of one table with one deck; the same rng gives the same pictures."""

    def __init__(
        self,
        layout: TableLayout,
        picture: Callable[[Card | None, int], Image],
        deck_pose: Pose,
        rng: np.random.Generator,
        size_wh: tuple[int, int] = (1280, 720),
    ) -> None:
        """Args: `picture` gives a card's face (None: its back) at a height in px, as `datasets.deck.render`."""
        self.size_wh = size_wh
        self._rng = rng
        self._deck_pose = deck_pose
        self._centre = np.array(layout.size_mm) / 2
        self._view = Homography.from_corners(layout.corners * size_wh, layout.size_mm)
        self._px_from_mm = np.linalg.inv(self._view.matrix)
        self._sprites = {card: _sprite(picture(card, _SPRITE_H)) for card in [None, *map(Card, range(48))]}
        self._people = People()
        self._ground = self._surface(layout.size_mm).astype(np.float32)
        w, h = size_wh
        self._noise = rng.normal(0, 1.5, (h + 64, w + 64, 3)).astype(np.float32)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        self._slope = (xx / w - 0.5)[..., None], (yy / h - 0.5)[..., None]
        self._phase = rng.uniform(0, 2 * math.pi, 4)
        # Somebody leaning over the table from its upper edge darkens that side.
        self._leaning = np.exp(-(((xx / w - rng.uniform(0.2, 0.8)) / 0.3) ** 2) - (yy / h / 0.55) ** 2)[..., None]

    def shoot(self, now: Instant, t_s: float) -> tuple[Image, list[Seen]]:
        """The picture of `now` as BGR, and its cards in laying order, the deck first."""
        image = self._ground.copy()
        owner = np.full(image.shape[:2], -1, np.int32)
        seen: list[tuple[Card | None, bool, NDArray[np.float32]]] = []
        if now.deck:
            quad = self._stack(image, now.deck)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), 0)
            seen.append((None, False, quad))
        for card, pose in sorted(now.cards.items(), key=lambda item: (item[1].lift, item[1].order)):
            quad = self._quad(pose)
            self._shadow(image, quad, pose.lift)
            self._lay(image, self._sprites[card if pose.face_up else None], quad)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), len(seen))
            seen.append((card, pose.face_up, quad))
        for hand in now.hands:
            self._hand(image, owner, hand)
        counts = np.bincount(owner[owner >= 0], minlength=len(seen))
        truth = [
            Seen(card, up, quad, min(1.0, round(float(counts[k]) / max(self._pixels(quad), 1), 2)))
            for k, (card, up, quad) in enumerate(seen)
        ]
        return self._develop(image, t_s), truth

    def _quad(self, pose: Pose) -> NDArray[np.float32]:
        """Image corners of a card, clockwise from its own top-left, raised by its lift."""
        c, s = math.cos(pose.angle), math.sin(pose.angle)
        corners = _CORNERS @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
        raised = self._centre + (corners - self._centre) * (1 + pose.lift / CAMERA_MM)
        return self._view.to_px(raised)

    def _pixels(self, quad: NDArray[np.float32]) -> int:
        """How many pixels the whole quad would own, counted as `shoot` counts them, also beyond the picture."""
        low = np.floor(quad.min(0)).astype(int) - 1
        w, h = np.ceil(quad.max(0)).astype(int) - low + 2
        mask = np.zeros((int(h), int(w)), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32) - low.astype(np.int32), 1)
        return int(mask.sum())

    def _window(self, points: NDArray[np.float32], margin: int) -> tuple[slice, slice, NDArray[np.float32]] | None:
        """The part of the picture around `points`: rows, columns, offset; None if it lies outside."""
        w, h = self.size_wh
        x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - margin, 0)
        x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + margin, (w, h))
        if x0 >= x1 or y0 >= y1:
            return None
        return slice(y0, y1), slice(x0, x1), np.array([x0, y0], np.float32)

    def _shadow(self, image: NDArray[np.float32], quad: NDArray[np.float32], lift: float) -> None:
        """Darken what lies under a card, further off and softer the higher it is."""
        moved = quad + np.array([1.6, 2.4], np.float32) * (1 + lift / 6)
        soft = 2.0 + lift / 10
        window = self._window(moved, round(3 * soft) + 1)
        if window is None:
            return
        rows, columns, offset = window
        mask = np.zeros(image[rows, columns].shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(moved - offset).astype(np.int32), 0.5, cv2.LINE_AA)
        image[rows, columns] *= 1 - cv2.GaussianBlur(mask, (0, 0), soft)[..., None]

    def _lay(self, image: NDArray[np.float32], sprite: NDArray[np.float32], quad: NDArray[np.float32]) -> None:
        """Draw a card's picture into its quad."""
        window = self._window(quad, 2)
        if window is None:
            return
        rows, columns, offset = window
        h, w = sprite.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        part = image[rows, columns]
        warp = cv2.getPerspectiveTransform(corners, quad - offset - 0.5)
        over = cv2.warpPerspective(sprite, warp, part.shape[1::-1], flags=cv2.INTER_LINEAR)
        part *= 1 - over[..., 3:] / 255
        part += over[..., :3]

    def _stack(self, image: NDArray[np.float32], count: int) -> NDArray[np.float32]:
        """Draw the deck as a pile; gives the quad of its top card."""
        pose = self._deck_pose
        quads = [
            self._quad(
                Pose(
                    pose.x + 0.5 * math.sin(2.1 * k),
                    pose.y + 0.5 * math.cos(1.7 * k),
                    0.01 * math.sin(k),
                    lift=k * THICKNESS_MM,
                )
            )
            for k in range(count)
        ]
        self._shadow(image, quads[-1], count * THICKNESS_MM / 2)
        for k, quad in enumerate(quads[:-1]):
            grey = 58 if k % 2 else 30
            cv2.fillConvexPoly(image, np.round(quad * 16).astype(np.int32), (grey, grey, grey + 6), cv2.LINE_AA, 4)
        self._lay(image, self._sprites[None], quads[-1])
        return quads[-1]

    def _hand(self, image: NDArray[np.float32], owner: NDArray[np.int32], hand: HandPose) -> None:
        """Draw a hand with its shadow; what it covers belongs to no card."""
        picture = hand_picture(self._people.skin[hand.seat], self._people.cloth[hand.seat])
        along = np.array(hand.tip) - np.array(hand.shoulder)
        ux, uy = along / np.linalg.norm(along)
        # Picture px → table mm: its up is the way the arm points.
        turn = np.array([[-uy, -ux, hand.tip[0]], [ux, -uy, hand.tip[1]], [0, 0, 1]])
        place = turn @ np.array([[1 / PX_PER_MM, 0, -TIP_MM[0]], [0, 1 / PX_PER_MM, -TIP_MM[1]], [0, 0, 1]])
        warp = self._px_from_mm @ place
        h, w = picture.shape[:2]
        corners = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), warp)[0]
        window = self._window(corners, 24)
        if window is None:
            return
        rows, columns, offset = window
        shift = np.array([[1, 0, -offset[0]], [0, 1, -offset[1]], [0, 0, 1]])
        part = image[rows, columns]
        over = cv2.warpPerspective(picture, shift @ warp, part.shape[1::-1], flags=cv2.INTER_AREA)
        far = np.array([[1, 0, 9.0], [0, 1, 14.0], [0, 0, 1]])
        dark = cv2.warpPerspective(over[..., 3], far, part.shape[1::-1]) / 255
        part *= 1 - 0.42 * cv2.GaussianBlur(dark, (0, 0), 7)[..., None]
        part *= 1 - over[..., 3:] / 255
        part += over[..., :3]
        owner[rows, columns][over[..., 3] > 127] = -1

    def _develop(self, image: NDArray[np.float32], t_s: float) -> Image:
        """Light that drifts, the lens's vignette, sensor noise."""
        a, b, c, d = self._phase
        level = 1 + 0.035 * math.sin(0.19 * t_s + a)
        tilt_x, tilt_y = 0.16 * math.sin(0.11 * t_s + b), -0.14 + 0.06 * math.sin(0.07 * t_s + c)
        light = level * (1 + tilt_x * self._slope[0] + tilt_y * self._slope[1])
        light = light * (1.03 - 0.32 * (self._slope[0] ** 2 + self._slope[1] ** 2))
        light = light * (1 - 0.34 * max(0.0, math.sin(0.33 * t_s + d) - 0.55) / 0.45 * self._leaning)
        dx, dy = self._rng.integers(0, 64, 2)
        h, w = image.shape[:2]
        soft = cv2.GaussianBlur(image, (0, 0), 0.55)
        return np.clip(soft * light + self._noise[dy : dy + h, dx : dx + w], 0, 255).astype(np.uint8)

    def _surface(self, size_mm: tuple[float, float]) -> Image:
        """A wooden table with a cloth on it, seen by this camera."""
        rng, scale, rim = self._rng, 1.5, 160
        w, h = (round((side + 2 * rim) * scale) for side in size_mm)
        wood = np.empty((h, w, 3), np.float32)
        wood[:] = (64, 104, 150)
        for cells, strength in (((h // 3, 5), 9), ((h // 8, 3), 12), ((h // 40, 2), 10)):
            grain = rng.normal(0, 1, cells).astype(np.float32)
            wood += strength * cv2.resize(grain, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
        cloth = np.empty((h, w, 3), np.float32)
        cloth[:] = (92, 118, 88)
        weave = rng.normal(0, 5, (h, w)).astype(np.float32)
        patches = cv2.resize(rng.normal(0, 4, (12, 18)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        cloth += (cv2.GaussianBlur(weave, (3, 3), 0) + patches)[..., None]
        x0, y0 = round((rim - 14) * scale), round((rim - 14) * scale)
        mask = np.zeros((h, w), np.float32)
        cv2.rectangle(mask, (x0, y0), (w - x0, h - y0), 1.0, -1)
        edge = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 5)
        table = wood * (1 - 0.4 * edge[..., None]) * (1 - mask[..., None]) + cloth * mask[..., None]
        seam = round(6 * scale)
        cv2.rectangle(table, (x0 + seam, y0 + seam), (w - x0 - seam, h - y0 - seam), (70, 92, 66), 2, cv2.LINE_AA)
        to_mm = np.array([[1 / scale, 0, -rim], [0, 1 / scale, -rim], [0, 0, 1]])
        seen = cv2.warpPerspective(
            table, self._px_from_mm @ to_mm, self.size_wh, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
        )
        return np.clip(seen, 0, 255).astype(np.uint8)


def _sprite(pixels: Image) -> NDArray[np.float32]:
    """A card's picture with rounded corners, premultiplied BGRA."""
    h, w = pixels.shape[:2]
    mask = np.zeros((h * 4, w * 4), np.uint8)
    r = round(w * 0.05 * 4)
    cv2.rectangle(mask, (r, 0), (w * 4 - r, h * 4), 255, -1)
    cv2.rectangle(mask, (0, r), (w * 4, h * 4 - r), 255, -1)
    for x in (r, w * 4 - r - 1):
        for y in (r, h * 4 - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    alpha = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.dstack([pixels.astype(np.float32) * (alpha / 255)[..., None], alpha]).astype(np.float32)


def describe(truth: Sequence[Seen], now: Instant, layout: TableLayout) -> list[dict[str, object]]:
    """The cards of a picture as JSON values: card, face, quad in px, zone (None in the air), visible share."""
    rows: list[dict[str, object]] = []
    for seen in truth:
        pose = now.cards[seen.card] if seen.card is not None else None
        zone = "deck" if pose is None else (None if pose.lift else layout.zone_at((pose.x, pose.y)))
        rows.append(
            {
                "card": None if seen.card is None else str(seen.card),
                "face": str(seen.card.face) if seen.card is not None and seen.face_up else "back",
                "quad": [[round(float(v), 1) for v in point] for point in seen.quad],
                "zone": zone,
                "visible": seen.visible,
            }
        )
    return rows
