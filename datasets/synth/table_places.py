"""Where cards lie on a simulated table: slots of the field, of shown hands, of captures sorted by kind.

All positions are table mm (x right, y down). A card's `angle` is its clockwise turn in radians; 0 has its top
towards the upper edge of the table. People lay cards down a little carelessly: every pose gets a jitter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from yakume.engine import Card, Rank
from yakume.vision.geometry import CARD_MM
from yakume.vision.layout import TableLayout

from .table_habits import BY_THE_BOOK, Habits

CARD_W, CARD_H = CARD_MM

STEP_MM = 24.0
"""From card to card in a row of captures: seven tenths of each stay visible under its neighbour."""

MISPLACED = 0.05
"""Chance that a captured card is laid with another kind."""

_OVER = 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875
"""Where cards lie that find no room in a row of captures, in cards from the one below: a strip is narrow."""


@dataclass(frozen=True, slots=True)
class Pose:
    """One card on the table or in the air above it."""

    x: float
    y: float
    angle: float
    order: float = 0.0
    """Laying order inside its zone: greater covers smaller."""
    face_up: bool = True
    lift: float = 0.0
    """Height of the card above the table, mm."""

    def towards(self, other: Pose, share: float) -> Pose:
        """The pose at `share` 0…1 of the way to `other`, turning the shorter way."""
        turn = (other.angle - self.angle + math.pi) % (2 * math.pi) - math.pi
        return Pose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.angle + turn * share,
            other.order,
            other.face_up if share > 0.5 else self.face_up,
            self.lift + (other.lift - self.lift) * share,
        )


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table: which way its player looks, and where the player's arm comes from."""

    angle: float
    """Of a card that lies upright for the player."""
    shoulder: tuple[float, float]
    """Beyond the edge of the table."""


@dataclass(frozen=True, slots=True)
class _Habit:
    """How one player sorts captures."""

    carelessness: float
    """Multiplier of the jitter."""
    slant: float
    """Turn of every card, radians."""


class Places:
    """The slots of one table. Taking and freeing slots is the only state."""

    def __init__(
        self,
        layout: TableLayout,
        rng: np.random.Generator,
        step_mm: float = STEP_MM,
        habits: Habits = BY_THE_BOOK,
    ) -> None:
        """Args: `step_mm` from card to card in a row of captures; more than a card's width leaves gaps."""
        self.layout = layout
        self._step = step_mm
        self._where = habits
        self._rng = rng
        self._boxes = {str(zone): (*polygon.min(0), *polygon.max(0)) for zone, polygon in layout.zones.items()}
        self.seats = tuple(self._seat(number) for number in range(layout.players))
        self._habits = tuple(_Habit(*rng.uniform((0.6, -0.05), (1.8, 0.05))) for _ in self.seats)
        self._field: dict[int, Card] = {}
        self._captures: dict[int, dict[tuple[int, float], Card]] = {}
        self._strips: dict[int, tuple[float, float]] = {}
        """Seat → where shown hand cards begin and end in its strip, mm from the player's left."""
        self.clear()

    def clear(self) -> None:
        """All slots free again."""
        self._field = {}
        self._captures = {seat: {} for seat in range(self.layout.players)}
        self._strips = {}

    def _seat(self, number: int) -> Seat:
        """Which edge a seat sits at follows from where its shown zone lies beside its captures."""
        sx0, sy0, sx1, sy1 = self._boxes[f"seat{number}.shown"]
        cx0, cy0, cx1, cy1 = self._boxes[f"seat{number}.captures"]
        dx, dy = (sx0 + sx1 - cx0 - cx1) / 2, (sy0 + sy1 - cy0 - cy1) / 2
        angle = math.atan2(dx, -dy)
        middle = ((cx0 + cx1) / 2, (cy0 + cy1) / 2)
        length = math.hypot(dx, dy)
        reach = 420.0
        return Seat(angle, (middle[0] - dx / length * reach, middle[1] - dy / length * reach))

    def jitter(self, pose: Pose, strength: float = 1.0) -> Pose:
        """`pose` as a person would hit it."""
        # Nobody misses by much more than that: the worst is put right.
        dx, dy, turn = np.clip(self._rng.normal(0, 1, 3), -2, 2) * (1.2, 1.2, 0.035) * strength
        return replace(pose, x=pose.x + dx, y=pose.y + dy, angle=pose.angle + turn)

    def deck(self) -> Pose:
        """The pile that cards are turned from."""
        x0, y0, x1, y1 = self._boxes["deck"]
        return Pose((x0 + x1) / 2, (y0 + y1) / 2, 0.0, face_up=False)

    def field_slot(self, card: Card) -> Pose:
        """A free place for a card on the field, the nearest to its middle; later ones overlap."""
        x0, y0, x1, y1 = self._boxes["field"]
        columns, pitch = 6, (x1 - x0) / 6
        rows = (y0 + (y1 - y0) * 0.27, y0 + (y1 - y0) * 0.75)
        spots = [(x0 + pitch * (c + 0.5), y) for c in (2, 3, 1, 4, 0, 5) for y in rows]
        # A field of more than twelve cards is rare; then cards lie half over their left neighbours.
        spots += [(x + pitch * 0.5, y + 3) for x, y in spots if x + pitch < x1]
        free = [k for k in range(len(spots)) if k not in self._field]
        slot = free[0]
        self._field[slot] = card
        x, y = spots[slot]
        return self.jitter(Pose(x, y, 0.0, order=slot if slot < 2 * columns else 100 + slot))

    def on_match(self, under: Pose) -> Pose:
        """On top of a field card, so that both can be read."""
        return self.jitter(replace(under, x=under.x + 7, y=under.y + 24, order=under.order + 50), 1.5)

    def leave_field(self, card: Card) -> None:
        """Its slot is free again."""
        self._field = {slot: other for slot, other in self._field.items() if other != card}

    def nudge(self, cards: Mapping[Card, Pose]) -> dict[Card, Pose]:
        """Now and then a sleeve brushes a card of the field: its new pose."""
        lying = sorted(card for card in self._field.values() if card in cards)
        if not lying or self._rng.random() > 0.3:
            return {}
        card = lying[self._rng.integers(len(lying))]
        return {card: self.jitter(cards[card], 1.5)}

    def shown_slots(self, seat: int, cards: list[Card]) -> dict[Card, Pose]:
        """A row of shown hand cards."""
        width, angle = self._size(seat, "shown")[0], self.seats[seat].angle
        step = min(CARD_W + 8, (width - CARD_W) / max(len(cards) - 1, 1))
        start = width / 2 - step * (len(cards) - 1) / 2
        depth = self._size(seat, "shown")[1] / 2
        self._strips[seat] = start - CARD_W, start + step * (len(cards) - 1) + CARD_W
        return {
            card: self.jitter(Pose(*self._point(seat, "shown", start + k * step, depth), angle, order=k))
            for k, card in enumerate(cards)
        }

    def capture_slot(self, seat: int, card: Card) -> Pose:
        """The next place in the row of the card's kind: lights, tane, tan, then kasu; or on top of the stack."""
        if self._where.stack:
            return self._stack_slot(seat, card)
        what = "shown" if self._where.in_strip else "captures"
        width, depth = self._size(seat, what)
        rows = max(1, int((depth + 12) // CARD_H))
        columns = max(1, int((width - CARD_W) // self._step) + 1)
        taken = self._captures[seat]
        kind = card.rank if self._rng.random() > MISPLACED else [*Rank][int(self._rng.integers(len(Rank)))]
        first_row, first_column = self._home(kind, rows, columns)
        cells: list[tuple[int, float]] = [(first_row, k) for k in range(first_column, columns)]
        # A row that is full goes on wherever there is room, far from where the others begin.
        cells += [(r, k) for k in reversed(range(columns)) for r in range(rows)]
        # A zone that is full is filled a second time, half over the first, and then between those.
        cells += [(r, k + by) for by in _OVER for k in reversed(range(columns)) for r in range(rows)]
        free = [cell for cell in cells if cell not in taken]
        if self._where.in_strip and seat in self._strips:
            first, last = self._strips[seat]
            free = [cell for cell in free if not first < CARD_W / 2 + cell[1] * self._step + 2 < last] or free
        row, column = cell = free[0]
        taken[cell] = card
        # Rows may stick out of the zone a little; their middles do not.
        pitch = min(CARD_H + 6, (depth + 12 - CARD_H) / (rows - 1)) if rows > 1 else 0.0
        across = CARD_W / 2 + column * self._step + 2
        along = depth / 2 + (row - (rows - 1) / 2) * pitch
        x, y = self._point(seat, what, across, along)
        habit = self._habits[seat]
        pose = Pose(x, y, self.seats[seat].angle + habit.slant, order=row * columns + column)
        return self.jitter(pose, habit.carelessness)

    def _stack_slot(self, seat: int, card: Card) -> Pose:
        """On top of the stack, or of one of two side by side: so the newest two show."""
        taken = self._captures[seat]
        taken[0, -float(len(taken))] = card
        width, depth = self._size(seat, "captures")
        across = width / 2 + (len(taken) % self._where.stack) * (CARD_W + 2)
        pose = Pose(*self._point(seat, "captures", across, depth / 2), self.seats[seat].angle, order=float(len(taken)))
        return self.jitter(pose, 0.5)

    def captured(self, seat: int) -> list[Card]:
        """The captures of a seat in the order in which they were laid."""
        return [*self._captures[seat].values()]

    def sorted_anew(self, seat: int) -> dict[Card, Pose]:
        """Other places for the captures of a seat, laid month by month."""
        cards = sorted(self._captures[seat].values())
        self._captures[seat] = {}
        return {card: self.capture_slot(seat, card) for card in cards}

    def pushed(self, seat: int, cards: Mapping[Card, Pose], step_mm: float | None) -> dict[Card, Pose]:
        """Where the captures of a seat lie once they are pushed aside, or together until they lie `step_mm` apart."""
        x0, y0, x1, y1 = self._boxes[f"seat{seat}.captures"]
        if not cards:
            return {}
        if step_mm is not None:
            middle = np.mean([(pose.x, pose.y) for pose in cards.values()], axis=0)
            share = step_mm / self._step
            goals = {
                card: (middle[0] + share * (pose.x - middle[0]), middle[1] + share * (pose.y - middle[1]))
                for card, pose in cards.items()
            }
        else:
            dx, dy = self._rng.uniform(-35, 35, 2)
            goals = {card: (pose.x + dx, pose.y + dy) for card, pose in cards.items()}
        return {
            card: replace(
                cards[card],
                x=float(np.clip(x, x0 + CARD_W / 2, x1 - CARD_W / 2)),
                y=float(np.clip(y, y0 + CARD_W / 2, y1 - CARD_W / 2)),
            )
            for card, (x, y) in goals.items()
        }

    def dropped(self) -> Pose:
        """Somewhere on the field, not where a card belongs."""
        x0, y0, x1, y1 = self._boxes["field"]
        x, y, turn = self._rng.uniform((x0 + 25, y0 + 30, -0.6), (x1 - 25, y1 - 30, 0.6))
        return Pose(float(x), float(y), float(turn), order=400.0)

    @staticmethod
    def _home(rank: Rank, rows: int, columns: int) -> tuple[int, int]:
        """Where the cards of a kind begin: a row each, or the longest two rows shared."""
        if rows >= 4:
            return {Rank.HIKARI: 0, Rank.TANE: 1, Rank.TAN: 2, Rank.KASU: 3}[rank], 0
        starts = {Rank.HIKARI: 0.0, Rank.TANE: 0.0, Rank.TAN: 0.4, Rank.KASU: 0.5}
        if rows == 1:
            starts = {Rank.HIKARI: 0.0, Rank.TANE: 0.2, Rank.TAN: 0.45, Rank.KASU: 0.7}
        row = 1 if rows > 1 and rank in (Rank.TANE, Rank.KASU) else 0
        return row, int(columns * starts[rank])

    def _size(self, seat: int, what: str) -> tuple[float, float]:
        """Extent of a seat's zone along the edge and away from the player, mm."""
        x0, y0, x1, y1 = self._boxes[f"seat{seat}.{what}"]
        upright = abs(math.cos(self.seats[seat].angle)) > 0.7
        return (x1 - x0, y1 - y0) if upright else (y1 - y0, x1 - x0)

    def _point(self, seat: int, what: str, across: float, along: float) -> tuple[float, float]:
        """A point of a seat's zone: `across` from the player's left, `along` from the far side to the player."""
        x0, y0, x1, y1 = self._boxes[f"seat{seat}.{what}"]
        width, depth = self._size(seat, what)
        u, v = across - width / 2, along - depth / 2
        c, s = math.cos(self.seats[seat].angle), math.sin(self.seats[seat].angle)
        return (x0 + x1) / 2 + u * c - v * s, (y0 + y1) / 2 + u * s + v * c
