"""The camera above a simulated table: draws cards, hands and people who lean over it, as `View` and `Light` say.

It also knows the truth of its picture: every card's quad in image px, how much of it can be seen, and how much is
covered by people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import Card
from yakume.vision.geometry import CARD_MM
from yakume.vision.layout import TableLayout
from yakume.vision.zones import DECK

from .optics import Points
from .sprites import Deck, Look
from .table_hand import HEAD_MM, HEAD_PX_PER_MM, PX_PER_MM, TIP_MM, hand_picture, head_picture
from .table_light import Light
from .table_moods import Moods
from .table_people import People
from .table_places import Pose, Seat
from .table_things import THING_PX_PER_MM, THINGS, thing_picture
from .table_top import table_top
from .table_view import View

Image = NDArray[np.uint8]

Placing = Callable[[Points, Points], NDArray[np.float32]]
"""Where points (n, 2) of a picture, in its mm, appear in px, moved on the table by (2,) mm."""

THICKNESS_MM = 0.8
"""Of one card."""

_HAND_MM, _HEAD_MM = 22.0, 260.0
"""Heights above the table."""

_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * CARD_MM
_CARD_PX = 90
"""Cards are drawn from pictures this tall: a little larger than they appear."""


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand over the table: whose, and where its finger tips are; the arm comes from `shoulder`. Table mm."""

    seat: int
    tip: tuple[float, float]
    shoulder: tuple[float, float]
    holds: int = 0
    """Cards in the hand, of which a camera sees the backs."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something else that lies on the table: a cup, a phone, a box of cards."""

    kind: str
    """One of `THINGS`."""
    x: float
    y: float
    angle: float
    colour: tuple[int, int, int]
    """BGR."""


@dataclass(frozen=True, slots=True)
class Instant:
    """Everything on the table at one frame."""

    cards: Mapping[Card, Pose]
    deck: int
    """Cards in the pile."""
    hands: tuple[HandPose, ...]
    stock: Pose | None = None
    """Where the pile lies if it was pushed; else where it belongs."""
    lean: tuple[float, float] = (0.0, 0.0)
    """How much further each card of the pile lies than the one below it, mm."""
    things: tuple[Thing, ...] = ()
    resting: tuple[HandPose, ...] = ()
    """Hands that do nothing with the cards on the table."""

    @property
    def held(self) -> int:
        """Cards in the players' hands, which no camera sees."""
        return 48 - self.deck - len(self.cards)


@dataclass(frozen=True, slots=True)
class Seen:
    """One card (None: the top of the deck) in a picture."""

    card: Card | None
    face_up: bool
    quad: NDArray[np.float32]
    """px, from its own top-left."""
    visible: float
    """Share of its area that can be seen."""
    by_hand: float
    """Share of its area that nothing but a hand or a head hides."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One picture, BGR, and what is in it."""

    image: Image
    seen: list[Seen]
    """In laying order, the deck first."""
    leaning: int | None
    """Seat of the person whose head is in the picture."""


@dataclass
class _Still:
    """What does not move, drawn: kept as long as it stays the same."""

    key: tuple[Any, ...]
    image: NDArray[np.float32]
    owner: NDArray[np.int32]
    """Which item covers each px, −1 for the table."""
    items: list[tuple[Card | None, bool, NDArray[np.float32]]]


class Camera:
    """Takes pictures of one table with one deck, in order; the same rng gives the same pictures."""

    def __init__(  # noqa: PLR0917  # a whole table in one call
        self,
        layout: TableLayout,
        view: View,
        deck: Deck,
        look: Look,
        deck_pose: Pose,
        seats: Sequence[Seat],
        rng: np.random.Generator,
        textures: tuple[Path, ...] = (),
        moods: Moods | None = None,
    ) -> None:
        """Args: `textures` are pictures of table tops to choose from, `moods` those of the lamp and the camera."""
        self._view, self._look, self._deck_pose = view, look, deck_pose
        self._sprites = {card: look.sprite(deck.pictures[card], _CARD_PX, rng) for card in map(Card, range(48))}
        self._back = look.sprite(None, _CARD_PX, rng)
        self._ground = table_top(layout.size_mm, view, textures, rng)
        self._light = Light(view.size_wh, rng, moods)
        self._people = People(layout.size_mm, seats, rng)
        self._shutter = float(rng.uniform(0.08, 0.35))
        """Exposure time as a share of the time between frames."""
        self._still: _Still | None = None
        self._before: Instant | None = None

    def shoot(self, now: Instant, t_s: float) -> Taken:
        """The picture of `now`; what moved since the last one is blurred about where it is now."""
        before = self._before or now
        self._before = now
        laid = sorted((item for item in now.cards.items() if not item[1].lift), key=lambda item: item[1].order)
        flying = sorted((item for item in now.cards.items() if item[1].lift), key=lambda item: item[1].order)
        still = self._draw_still(now, tuple(laid))
        image, owner, items = still.image.copy(), still.owner.copy(), list(still.items)
        for card, pose in flying:
            quad = self._quad(pose)
            last = before.cards.get(card)
            motion = self._motion(quad.mean(0), self._quad(last).mean(0)) if last is not None else np.zeros(2)
            self._shadow(image, pose)
            self._lay(image, self._sprite(card, pose), quad, motion)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), len(items))
            items.append((card, pose.face_up, quad))
        laid_counts = np.bincount(owner[owner >= 0], minlength=len(items))
        for thing in now.things:
            self._thing(image, owner, thing)
        tips = {hand.seat: hand.tip for hand in (*before.resting, *before.hands)}
        for hand in (*now.resting, *now.hands):
            self._hand(image, owner, hand, tips.get(hand.seat, hand.tip))
        lean = self._people.leaning(t_s)
        shade = None
        if lean is not None:
            shade = self._head(image, owner, *lean)
        counts = (
            np.bincount(owner[owner >= 0], minlength=len(items))
            if now.hands or now.resting or now.things or lean
            else laid_counts
        )
        seen = []
        for (shown, up, quad), share, uncovered in zip(items, counts, laid_counts, strict=True):
            whole = max(self._pixels(quad), 1)
            visible, bare = (min(1.0, round(float(n) / whole, 2)) for n in (share, uncovered))
            seen.append(Seen(shown, up, quad, visible, round(bare - visible, 2)))
        return Taken(self._light.develop(image, t_s, shade), seen, None if lean is None else lean[0])

    # -- geometry -------------------------------------------------------------------------------------------------

    def _corners(self, pose: Pose) -> NDArray[np.float64]:
        """Corners of a card on the table, mm, clockwise from its own top-left."""
        c, s = math.cos(pose.angle), math.sin(pose.angle)
        return np.asarray(_CORNERS @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y), np.float64)

    def _quad(self, pose: Pose) -> NDArray[np.float32]:
        return self._view.to_px(self._corners(pose), pose.lift)

    def _motion(self, now: Points, before: Points) -> NDArray[np.float64]:
        """How far a thing moves while the shutter is open, px."""
        return np.asarray(self._shutter * (np.asarray(now, np.float64) - before), np.float64)

    def _pixels(self, quad: NDArray[np.float32]) -> int:
        """How many pixels the whole quad would own, counted as `shoot` counts them, also beyond the picture."""
        low = np.floor(quad.min(0)).astype(int) - 1
        w, h = np.ceil(quad.max(0)).astype(int) - low + 2
        mask = np.zeros((int(h), int(w)), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32) - low.astype(np.int32), 1)
        return int(mask.sum())

    def _window(self, points: NDArray[np.float32], margin: float) -> tuple[slice, slice, NDArray[np.float32]] | None:
        """The part of the picture around `points`: rows, columns, offset; None if it lies outside."""
        w, h = self._view.size_wh
        x0, y0 = np.maximum(np.floor(points.min(0) - margin).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(points.max(0) + margin).astype(int), (w, h))
        if x0 >= x1 or y0 >= y1:
            return None
        return slice(y0, y1), slice(x0, x1), np.array([x0, y0], np.float32)

    # -- cards ----------------------------------------------------------------------------------------------------

    def _draw_still(self, now: Instant, laid: tuple[tuple[Card, Pose], ...]) -> _Still:
        """The table with every card that lies on it."""
        key = now.deck, now.stock, now.lean, laid, id(self._view)
        if self._still is not None and self._still.key == key:
            return self._still
        image = self._ground.copy()
        owner = np.full(image.shape[:2], -1, np.int32)
        still = _Still(key, image, owner, [])
        if now.deck:
            quad = self._stack(image, now)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), 0)
            still.items.append((None, False, quad))
        for card, pose in laid:
            quad = self._quad(pose)
            self._shadow(image, pose)
            self._lay(image, self._sprite(card, pose), quad)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), len(still.items))
            still.items.append((card, pose.face_up, quad))
        self._still = still
        return still

    def _sprite(self, card: Card, pose: Pose) -> NDArray[np.float32]:
        return self._sprites[card] if pose.face_up else self._back

    def _shadow(self, image: NDArray[np.float32], pose: Pose) -> None:
        """Darken what lies under a card, further off and softer the higher it is."""
        height = pose.lift + THICKNESS_MM
        quad = self._view.to_px(self._corners(pose) + (1.5 + height) * self._light.shadow_mm)
        soft = 1.4 + height / 8
        window = self._window(quad, 3 * soft + 1)
        if window is None:
            return
        rows, columns, offset = window
        mask = np.zeros(image[rows, columns].shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(quad - offset).astype(np.int32), 0.5, cv2.LINE_AA)
        image[rows, columns] *= 1 - cv2.GaussianBlur(mask, (0, 0), soft)[..., None]

    def _lay(
        self,
        image: NDArray[np.float32],
        sprite: NDArray[np.float32],
        quad: NDArray[np.float32],
        motion: NDArray[np.float64] | None = None,
    ) -> None:
        """Draw a card's picture into its quad."""
        reach = 0.0 if motion is None else float(np.abs(motion).max())
        window = self._window(quad, 2 + reach)
        if window is None:
            return
        rows, columns, offset = window
        h, w = sprite.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        part = image[rows, columns]
        warp = cv2.getPerspectiveTransform(corners, quad - offset - 0.5)
        size_wh = (part.shape[1], part.shape[0])
        over = np.asarray(cv2.warpPerspective(sprite, warp, size_wh, flags=cv2.INTER_LINEAR), np.float32)
        _blend(part, over if motion is None else _smeared(over, motion))

    def _stack(self, image: NDArray[np.float32], now: Instant) -> NDArray[np.float32]:
        """Draw the deck as a pile; gives the quad of its top card."""
        pose, count, (lean_x, lean_y) = now.stock or self._deck_pose, now.deck, now.lean
        poses = [
            replace(
                pose,
                x=pose.x + 0.5 * math.sin(2.1 * k) + k * lean_x,
                y=pose.y + 0.5 * math.cos(1.7 * k) + k * lean_y,
                angle=pose.angle + 0.01 * math.sin(k),
                lift=k * THICKNESS_MM,
            )
            for k in range(count)
        ]
        self._shadow(image, replace(pose, lift=count * THICKNESS_MM / 2))
        for k, each in enumerate(poses[:-1]):
            shade = 1.0 if k % 2 else 0.6
            sixteenths = np.round(self._quad(each) * 16).astype(np.int32)
            cv2.fillConvexPoly(image, sixteenths, [shade * v for v in self._look.edge], cv2.LINE_AA, 4)
        quad = self._quad(poses[-1])
        self._lay(image, self._back, quad)
        return quad

    # -- people ---------------------------------------------------------------------------------------------------

    def _hand(
        self, image: NDArray[np.float32], owner: NDArray[np.int32], hand: HandPose, before: tuple[float, float]
    ) -> None:
        """Draw a hand with its shadow and the cards it holds; what it covers belongs to no card."""
        self._fan(image, owner, hand)
        picture = hand_picture(self._people.skin[hand.seat], self._people.cloth[hand.seat])
        along = np.array(hand.tip) - np.array(hand.shoulder)
        ux, uy = along / np.linalg.norm(along)

        def place(points: Points, shift: Points) -> NDArray[np.float32]:
            # Picture mm → table mm: its up is the way the arm points.
            turned = (points - TIP_MM) @ np.array([[-uy, ux], [-ux, -uy]])
            return self._view.to_px(turned + hand.tip + shift, _HAND_MM)

        tips = self._view.to_px(np.array([hand.tip, before]), _HAND_MM)
        shadow = place(np.array([TIP_MM]), _HAND_MM * self._light.shadow_mm)[0] - tips[0]
        self._cover(image, owner, picture, PX_PER_MM, place, self._motion(tips[0], tips[1]), shadow)

    def _fan(self, image: NDArray[np.float32], owner: NDArray[np.int32], hand: HandPose) -> None:
        """Draw the backs of the cards in a hand, fanned out."""
        away = math.atan2(hand.tip[0] - hand.shoulder[0], hand.shoulder[1] - hand.tip[1])
        for k in range(hand.holds):
            turn = away + 0.17 * (k - (hand.holds - 1) / 2)
            x, y = hand.tip[0] + 18 * math.sin(turn), hand.tip[1] - 18 * math.cos(turn)
            quad = self._quad(Pose(x, y, turn, lift=_HAND_MM + k))
            self._lay(image, self._back, quad)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), -1)

    def _thing(self, image: NDArray[np.float32], owner: NDArray[np.int32], thing: Thing) -> None:
        """Draw what else lies on the table."""
        picture, height = thing_picture(thing.kind, thing.colour), THINGS[thing.kind].height_mm
        middle = np.array(picture.shape[1::-1]) / 2 / THING_PX_PER_MM
        c, s = math.cos(thing.angle), math.sin(thing.angle)

        def place(points: NDArray[np.floating[Any]], shift: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
            return self._view.to_px(
                (points - middle) @ np.array([[c, s], [-s, c]]) + (thing.x, thing.y) + shift, height
            )

        spot = self._view.to_px(np.array([(thing.x, thing.y)]), height)[0]
        shadow = place(middle[None], height * self._light.shadow_mm)[0] - spot
        self._cover(image, owner, picture, THING_PX_PER_MM, place, np.zeros(2), shadow)

    def knock(self, by_mm: NDArray[np.float64], turn: float) -> None:
        """The camera is knocked: from now on the table lies `by_mm` further in the picture, turned by radians."""
        before = self._view
        self._view = before.knocked(by_mm, turn)
        size = np.array(before.size_wh, np.float64)
        corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]])
        moved = self._view.to_px(before.to_mm(corners))
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), moved)
        self._ground = np.asarray(
            cv2.warpPerspective(self._ground, warp, before.size_wh, borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    def _head(
        self, image: NDArray[np.float32], owner: NDArray[np.int32], seat: int, middle: Points, up: Points
    ) -> NDArray[np.float32]:
        """Draw who leans over the table; gives the light that is kept away."""
        picture = head_picture(self._people.hair[seat], self._people.cloth[seat])

        def place(points: Points, shift: Points) -> NDArray[np.float32]:
            turned = (points - HEAD_MM) @ np.array([[-up[1], up[0]], [-up[0], -up[1]]])
            return self._view.to_px(turned + middle + shift, _HEAD_MM)

        self._cover(image, owner, picture, HEAD_PX_PER_MM, place, np.zeros(2), None)
        w, h = self._view.size_wh
        x, y = self._view.to_px(np.array([middle + 0.6 * _HEAD_MM * self._light.shadow_mm]))[0] / 8
        small = np.zeros((h // 8, w // 8), np.float32)
        cv2.circle(small, (round(float(x)), round(float(y))), round(w / 8 * 0.13), 0.42, -1)
        return np.asarray(cv2.GaussianBlur(small, (0, 0), w / 8 * 0.05), np.float32)

    def _cover(
        self,
        image: NDArray[np.float32],
        owner: NDArray[np.int32],
        picture: NDArray[np.float32],
        px_per_mm: float,
        place: Placing,
        motion: NDArray[np.float64],
        shadow: Points | None,
    ) -> None:
        """Draw a premultiplied picture over everything; `shadow` is how far its shadow lies off, px."""
        h, w = picture.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        quad = place(corners / px_per_mm, np.zeros(2))
        window = self._window(quad, 24 + float(np.abs(motion).max()))
        if window is None:
            return
        rows, columns, offset = window
        part = image[rows, columns]
        warp = cv2.getPerspectiveTransform(corners - 0.5, quad - offset - 0.5)
        size_wh = (part.shape[1], part.shape[0])
        sharp = np.asarray(cv2.warpPerspective(picture, warp, size_wh, flags=cv2.INTER_LINEAR), np.float32)
        over = _smeared(sharp, motion)
        if shadow is not None:
            far = np.array([[1, 0, shadow[0]], [0, 1, shadow[1]]], np.float32)
            dark = cv2.warpAffine(over[..., 3], far, part.shape[1::-1]) / 255
            part *= 1 - 0.42 * cv2.GaussianBlur(dark, (0, 0), 6)[..., None]
        _blend(part, over)
        owner[rows, columns][sharp[..., 3] > 127] = -1


def _blend(part: NDArray[np.float32], over: NDArray[np.float32]) -> None:
    rest = 1 - over[..., 3] / 255
    part *= cv2.merge((rest, rest, rest))
    part += over[..., :3]


def _smeared(over: NDArray[np.float32], motion: NDArray[np.float64]) -> NDArray[np.float32]:
    """A premultiplied picture that moves by `motion` px while the shutter is open: averaged."""
    length = math.hypot(*motion)
    count = math.ceil(length / 3)
    if count < 2:
        return over
    h, w = over.shape[:2]
    mean = np.zeros_like(over)
    for share in (np.arange(count) + 0.5) / count - 0.5:
        dx, dy = (round(float(v)) for v in motion * share)
        if abs(dx) < w and abs(dy) < h:
            to = slice(max(dy, 0), h + min(dy, 0)), slice(max(dx, 0), w + min(dx, 0))
            mean[to] += over[max(-dy, 0) : h + min(-dy, 0), max(-dx, 0) : w + min(-dx, 0)]
    return np.asarray(mean / count, np.float32)


def describe(taken: Taken, now: Instant, layout: TableLayout) -> list[dict[str, object]]:
    """The cards of a picture as JSON values; the zone is None in the air."""
    rows: list[dict[str, object]] = []
    for seen in taken.seen:
        pose = now.cards[seen.card] if seen.card is not None else None
        zone = DECK if pose is None else (None if pose.lift else layout.zone_at((pose.x, pose.y)))
        rows.append(
            {
                "card": None if seen.card is None else str(seen.card),
                "face": str(seen.card.face) if seen.card is not None and seen.face_up else "back",
                "quad": [[round(float(v), 1) for v in point] for point in seen.quad],
                "zone": None if zone is None else str(zone),
                "visible": seen.visible,
                "by_hand": seen.by_hand,
            }
        )
    return rows
