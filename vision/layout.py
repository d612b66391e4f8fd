"""Where things lie on a table: its size, its corners in the picture, and named zones in millimetres.

Seat 0 sits at the bottom edge of the picture and the others follow counter-clockwise, as play goes: its right-hand
neighbour is seat 1. Zones are named ``field``, ``deck``, ``seat0.captures``, ``seat0.shown`` and so on; a card
belongs to the zone that holds its middle.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tomli_w
from numpy.typing import ArrayLike, NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from .geometry import Homography, inside, intersection, make_quad
from .written import Count, Number, fault
from .zones import DECK, FIELD, Zone, captures_of, shown_by

TABLE_MM = (960.0, 540.0)
"""Default table: the shape of a 16:9 picture, room for 48 cards and seven seats."""

SHOWN_DEPTH_MM = 62.0
"""Depth of the strip for shown hand cards: one card's height and a little."""

_GAP_MM = 4.0
_FULL_IMAGE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

# Areas of the default seats as (edge they sit at, x0, y0, x1, y1) in mm, seat 0 first. With four, the areas
# form a pinwheel round the field; with more, two share the bottom and the top edge.
_RIGHT, _LEFT = ("right", 650, 5, 955, 355), ("left", 5, 5, 310, 355)
_SEAT_AREAS: dict[int, tuple[tuple[str, float, float, float, float], ...]] = {
    2: (("bottom", 165, 365, 795, 535), ("top", 165, 5, 795, 175)),
    3: (("bottom", 165, 365, 795, 535), _RIGHT, _LEFT),
    4: (
        ("bottom", 5, 365, 640, 535),
        ("right", 650, 185, 955, 535),
        ("top", 320, 5, 955, 175),
        _LEFT,
    ),
    5: (
        ("bottom", 165, 365, 795, 535),
        ("right", 650, 185, 955, 355),
        ("top", 485, 5, 955, 175),
        ("top", 5, 5, 475, 175),
        ("left", 5, 185, 310, 355),
    ),
    6: (
        ("bottom", 5, 365, 475, 535),
        ("bottom", 485, 365, 955, 535),
        ("right", 650, 185, 955, 355),
        ("top", 485, 5, 955, 175),
        ("top", 5, 5, 475, 175),
        ("left", 5, 185, 310, 355),
    ),
    7: (
        ("bottom", 5, 365, 315, 535),
        ("bottom", 325, 365, 635, 535),
        ("bottom", 645, 365, 955, 535),
        ("right", 650, 185, 955, 355),
        ("top", 485, 5, 955, 175),
        ("top", 5, 5, 475, 175),
        ("left", 5, 185, 310, 355),
    ),
}


Point = tuple[Number, Number]


class _Written(BaseModel):
    """A layout as TOML or the page has it."""

    model_config = ConfigDict(extra="forbid")

    players: Count
    zones: dict[str, list[Point]]
    size_mm: Point = TABLE_MM
    corners: tuple[Point, ...] = _FULL_IMAGE


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the field."""


FARTHEST_MM = 100_000
"""No table is larger; numbers beyond it are mistakes that would fail far from where they were made."""


@dataclass(frozen=True)
class TableLayout:
    """One table as the camera sees it.

    >>> layout = TableLayout.default(3)
    >>> tuple(str(layout.zone_at(point)) for point in ((500, 270), (340, 270), (900, 100)))
    ('field', 'deck', 'seat1.captures')
    """

    players: int
    """Number of seats, 2…7."""
    zones: Mapping[Zone, NDArray[np.float32]]
    """Zone → polygon, shape (n, 2), table mm."""
    size_mm: tuple[float, float] = TABLE_MM
    """Width and height of the table, mm."""
    corners: NDArray[np.float32] = field(default_factory=lambda: np.array(_FULL_IMAGE, np.float32))
    """Where the table's corners lie in the picture, shape (4, 2), as shares 0…1 of its width and height,
    clockwise from the table's top-left; they may lie a little outside."""

    def __post_init__(self) -> None:
        if self.players not in _SEAT_AREAS:
            raise LayoutError(f"players = {self.players!r}: expected 2 to 7")
        if len(self.size_mm) != 2 or not all(_is_positive(v) and v <= FARTHEST_MM for v in self.size_mm):
            raise LayoutError(f"size_mm = {list(self.size_mm)!r}: expected width and height in mm")
        try:
            make_quad(self.corners)
        except ValueError as error:
            raise LayoutError(f"corners: {error}") from error
        for zone, polygon in self.zones.items():
            if zone.seat is not None and zone.seat >= self.players:
                raise _no_zone(str(zone), self.players)
            if polygon.ndim != 2 or polygon.shape[1:] != (2,) or len(polygon) < 3:
                raise LayoutError(f"zone '{zone}': expected three or more points [x, y] in mm")
            if not (np.abs(polygon) <= FARTHEST_MM).all():
                raise LayoutError(f"zone '{zone}': a point is not finite, or farther off than {FARTHEST_MM} mm")

    @classmethod
    def default(cls, players: int) -> TableLayout:
        """Zones for 2…7 players on a 960 × 540 mm table that fills the picture. Raises: LayoutError."""
        if players not in _SEAT_AREAS:
            raise LayoutError(f"players = {players!r}: expected 2 to 7")
        zones = {FIELD: _box(370, 185, 642, 355), DECK: _box(318, 225, 366, 315)}
        for seat, (edge, x0, y0, x1, y1) in enumerate(_SEAT_AREAS[players]):
            inner, outer = SHOWN_DEPTH_MM, SHOWN_DEPTH_MM + _GAP_MM
            if edge == "bottom":
                shown, captures = _box(x0, y0, x1, y0 + inner), _box(x0, y0 + outer, x1, y1)
            elif edge == "top":
                shown, captures = _box(x0, y1 - inner, x1, y1), _box(x0, y0, x1, y1 - outer)
            elif edge == "right":
                shown, captures = _box(x0, y0, x0 + inner, y1), _box(x0 + outer, y0, x1, y1)
            else:
                shown, captures = _box(x1 - inner, y0, x1, y1), _box(x0, y0, x1 - outer, y1)
            zones[captures_of(seat)], zones[shown_by(seat)] = captures, shown
        return cls(players, zones)

    def seated(self, players: int) -> TableLayout:
        """The same table for another number of players: its corners and size, with their default zones.

        Raises: LayoutError.
        """
        return self if players == self.players else TableLayout.fitted(players, self.size_mm, self.corners)

    @classmethod
    def fitted(cls, players: int, size_mm: tuple[float, float], corners: NDArray[np.float32]) -> TableLayout:
        """The default zones stretched to a table of that size, at these corners. Raises: LayoutError."""
        stretch = np.array(size_mm, np.float32) / TABLE_MM
        zones = {zone: polygon * stretch for zone, polygon in cls.default(players).zones.items()}
        return cls(players, zones, size_mm, corners)

    def moved(self, matrix: NDArray[np.float64], size_wh: tuple[int, int]) -> TableLayout:
        """The same table in a picture of `size_wh` px that is shifted by `matrix`, 3×3, picture px → picture px.

        Raises: LayoutError if that leaves no table.
        """
        size = np.array(size_wh, np.float64)
        corners = cv2.perspectiveTransform((self.corners * size)[None], matrix)[0] / size
        return replace(self, corners=corners.astype(np.float32))

    def with_zone(self, zone: Zone, polygon: NDArray[np.float32]) -> TableLayout:
        """The same table with another polygon, (n, 2) mm, for `zone`."""
        return replace(self, zones={**self.zones, zone: polygon})

    @classmethod
    def load(cls, path: Path) -> TableLayout:
        """The layout written in the TOML file `path`. Raises: LayoutError; OSError if it cannot be read."""
        try:
            return cls.from_toml(path.read_text(encoding="utf-8"))
        except (LayoutError, UnicodeDecodeError) as error:
            raise LayoutError(f"cannot use the layout {path}: {error}") from error

    @classmethod
    def from_toml(cls, text: str) -> TableLayout:
        """The layout that `to_toml` wrote as `text`. Raises: LayoutError."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise LayoutError(f"not TOML: {error}") from error
        return cls.from_json(data)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableLayout:
        """The layout that `to_json` gave as `data`. Raises: LayoutError."""
        try:
            written = _Written.model_validate(data)
        except ValidationError as error:
            raise LayoutError(fault(error)) from None
        players = written.players
        with np.errstate(over="ignore"):  # too large a number is not finite then, and refused
            zones = {_zone(name, players): np.array(points, np.float32) for name, points in written.zones.items()}
            return cls(players, zones, written.size_mm, np.array(written.corners, np.float32))

    def to_json(self) -> dict[str, Any]:
        """Plain lists and numbers, for TOML and the page."""
        return {
            "players": self.players,
            "size_mm": [float(v) for v in self.size_mm],
            "corners": [[round(float(v), 5) for v in point] for point in self.corners],
            "zones": {
                str(zone): [[round(float(v), 2) for v in point] for point in polygon]
                for zone, polygon in self.zones.items()
            },
        }

    def to_toml(self) -> str:
        """The layout as TOML, readable by `from_toml`."""
        return tomli_w.dumps(self.to_json())

    def homography(self, size_wh: tuple[int, int]) -> Homography:
        """Image px ↔ table mm for a picture of width and height `size_wh` px."""
        return Homography.from_corners(self.corners * np.array(size_wh, np.float32), self.size_mm)

    def surroundings(self, size_wh: tuple[int, int]) -> list[NDArray[np.float32]]:
        """What a picture of `size_wh` px shows beside the table: up to four polygons, image px, that may overlap."""
        width, height = size_wh
        picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        corners = self.corners * np.array(size_wh, np.float32)
        polygons = []
        for a, b in zip(corners, np.roll(corners, -1, 0), strict=True):
            along = (b - a) / np.linalg.norm(b - a) * 4 * (width + height)
            outward = np.array([along[1], -along[0]], np.float32)  # the corners run clockwise, y down
            beyond = np.array([a - along, a - along + outward, b + along + outward, b + along], np.float32)
            shape = np.array(intersection(picture, beyond), np.float32).reshape(-1, 2)
            # A rim of less than a pixel is the rounding of the corners.
            if len(shape) and float(np.ptp(shape @ outward) / np.linalg.norm(outward)) >= 1:
                polygons.append(shape)
        return polygons

    def zone_at(self, point_mm: ArrayLike) -> Zone | None:
        """The zone that holds a table point; the first in order of the mapping, None outside all."""
        point = tuple(np.asarray(point_mm).tolist())  # once for all zones
        return next((zone for zone, polygon in self.zones.items() if inside(point, polygon)), None)


def _zone(name: str, players: int) -> Zone:
    try:
        return Zone.parse(name)
    except ValueError:
        raise _no_zone(name, players) from None


def _no_zone(name: str, players: int) -> LayoutError:
    return LayoutError(f"zone {name!r}: expected field, deck, seatN.captures or seatN.shown with N < {players}")


def _box(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float32]:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0
