"""A simulated table seen by perfect eyes: observations made of its truth, without a picture.

They are those of the vision pipeline with its delays: a card counts once it has lain in
sight for a moment, is not told while a hand or other cards hide it, and gets a new track wherever it is laid. So whole
evenings can be given to a referee in seconds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, Card
from yakume.vision.geometry import CARD_MM
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable, Observation, Outline, outline
from yakume.vision.zones import DECK

from .table_camera import HandPose, Instant
from .table_places import Pose

LOOK_MS = 200
"""Looks a second as `yakume evaluate` gives a pipeline pictures: five."""

COUNTS_MS = 400
"""A card counts once it has lain in sight for so long (`vision.track.STABLE_MS`)."""

LEAST_SEEN = 0.4
"""Share of a card that must be in sight for its face to be known: half a card of a stack is, a rim is not."""

SIZE_WH = (1280, 720)
"""Of the picture that is told of: the table fills it."""

_DENSE_MS, _SPARSE_MS = 2_000, 1_000
"""Looks that are all alike are all told for the first while, then one in every so many milliseconds."""

_SIDE = 5, 7
_GRID = np.stack(
    np.meshgrid(*((np.arange(n) + 0.5) / n * side - side / 2 for n, side in zip(_SIDE, CARD_MM, strict=True))), -1
).reshape(-1, 2)
"""Points of a card by which it is judged how much of it is in sight, mm from its middle."""

_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * CARD_MM
_ARM_MM = ((0.0, 150.0, 420.0), (26.0, 30.0, 75.0))
"""Ways from the finger tips, and how far a hand with its sleeve reaches to either side there."""


@dataclass(slots=True)
class _Lying:
    """One card since it came to lie where it does."""

    track: int
    pose: Pose
    seen: CardOnTable
    """As it is told while it counts."""
    since_ms: int
    """Since when it lies there in sight."""
    counts: bool = False


@dataclass
class Eyes:
    """Perfect eyes over one table; show them its instants in order."""

    layout: TableLayout
    _lying: dict[Card, _Lying] = field(default_factory=dict)
    _before: Instant | None = None
    _tracks: int = 1
    _points: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, len(_GRID), 2)))
    """Points of each lying card, table mm (n, 35, 2)."""
    _bare: NDArray[np.bool_] = field(default_factory=lambda: np.empty((0, len(_GRID)), np.bool_))
    """Which of them no other card hides."""

    def look(self, now: Instant, t_ms: int) -> Observation:
        """What is to be seen at `t_ms`."""
        before = self._before
        moves = before is not None and (before.hands != now.hands or before.cards != now.cards)
        if before is None or before.cards != now.cards:
            self._follow(now, t_ms)
        self._before = now
        cards = []
        if now.deck:
            cards.append(self._stock(now.stock))
        for lying, share in zip(self._lying.values(), self._in_sight(now.hands), strict=True):
            if share < LEAST_SEEN:
                if not lying.counts:
                    lying.since_ms = t_ms + LOOK_MS
                continue
            lying.counts = lying.counts or t_ms - lying.since_ms >= COUNTS_MS
            cards.append(lying.seen if lying.counts else replace(lying.seen, stable=False))
        # Cards that move without a hand were swept together, or turned over where they lie.
        hands = tuple({self.layout.zone_at(hand.tip): None for hand in now.hands}) or (None,)
        return Observation(t_ms // LOOK_MS, t_ms, "perfect eyes", SIZE_WH, tuple(cards), hands if moves else ())

    def _follow(self, now: Instant, t_ms: int) -> None:
        """Take note of what was laid, moved and taken away."""
        flat = {card: pose for card, pose in now.cards.items() if pose.face_up and not pose.lift}
        changed = flat.keys() != self._lying.keys()
        for card in self._lying.keys() - flat.keys():
            del self._lying[card]
        for card, pose in flat.items():
            lying = self._lying.get(card)
            if lying is not None and lying.pose is pose:
                continue
            if lying is None or lying.pose != pose:
                self._tracks += 1
                changed = True
                self._lying[card] = _Lying(self._tracks, pose, self._card(self._tracks, card, pose), t_ms)
        if changed:
            self._uncover()

    def _card(self, track: int, card: Card, pose: Pose) -> CardOnTable:
        zone = self.layout.zone_at((pose.x, pose.y))
        return CardOnTable(track, card, card.face, 0.99, self._quad(pose), zone, stable=True)

    def _stock(self, pushed: Pose | None) -> CardOnTable:
        x, y = self.layout.zones[DECK].mean(0)
        pose = pushed or Pose(float(x), float(y), 0.0)
        return CardOnTable(1, None, BACK, 0.99, self._quad(pose), self.layout.zone_at((pose.x, pose.y)), stable=True)

    def _quad(self, pose: Pose) -> Outline:
        """Corners in px of a picture that the table fills."""
        scale = np.array(SIZE_WH) / self.layout.size_mm
        return outline(((_CORNERS @ _turn(pose) + (pose.x, pose.y)) * scale).round(1))

    def _uncover(self) -> None:
        """Work out how much of each lying card the cards above it leave in sight."""
        if not self._lying:
            self._points, self._bare = np.empty((0, len(_GRID), 2)), np.empty((0, len(_GRID)), np.bool_)
            return
        poses = [lying.pose for lying in self._lying.values()]
        middles = np.array([(pose.x, pose.y) for pose in poses])
        turns = np.array([_turn(pose) for pose in poses])
        orders = np.array([pose.order for pose in poses])
        self._points = _GRID @ turns + middles[:, None]
        self._bare = np.ones(self._points.shape[:2], np.bool_)
        near = np.linalg.norm(middles[:, None] - middles, axis=2) < math.hypot(*CARD_MM)
        under, over = np.nonzero(near & (orders[:, None] < orders))
        if under.size:
            # Seen from the card above, a point is covered within half its sides.
            local = np.abs((self._points[under] - middles[over][:, None]) @ turns[over].transpose(0, 2, 1))
            np.logical_and.at(self._bare, under, (local >= np.array(CARD_MM) / 2).any(2))

    def _in_sight(self, hands: Iterable[HandPose]) -> list[float]:
        """Share of each lying card that neither cards nor `hands` hide."""
        bare = self._bare
        for hand in hands:
            tip = np.array(hand.tip)
            arm = np.array(hand.shoulder) - tip
            length = math.hypot(*arm)
            x, y = ((self._points - tip) @ (np.array([arm, (-arm[1], arm[0])]).T / length)).transpose(2, 0, 1)
            aside = np.hypot(x - np.clip(x, 0, length), y)
            bare = bare & (aside > np.interp(x, *_ARM_MM))
        shares: list[float] = bare.mean(1).tolist()
        return shares


def _turn(pose: Pose) -> NDArray[np.float64]:
    """Rows of points on a card, mm from its middle, times this are its points on the table."""
    c, s = math.cos(pose.angle), math.sin(pose.angle)
    return np.array([[c, s], [-s, c]])


def thinned(looks: Iterable[Observation]) -> Iterator[Observation]:
    """`looks` without those that tell nothing new to a referee with clocks: of a run of alike ones the first while, one
    now and then, and the last."""
    began = told = 0
    run: object = None
    waiting: Observation | None = None
    for look in looks:
        now = look.t_ms
        what = _gist(look)
        if what != run:
            if waiting is not None:
                yield waiting
            run, began = what, now
        elif now - began > (0 if look.hand_over_table else _DENSE_MS) and now - told < _SPARSE_MS:
            waiting = look
            continue
        waiting, told = None, now
        yield look
    if waiting is not None:
        yield waiting


def _gist(look: Observation) -> object:
    """What makes one look differ from another."""
    return look.hands, [(card.track, card.stable) for card in look.cards]
