"""Where things lie on a table: its size, its corners in the picture, and named zones in millimetres.

Seat 0 sits at the bottom edge of the picture and the others follow counter-clockwise, as play goes: its right-hand
neighbour is seat 1. Zones are named ``field``, ``deck``, ``seat0.captures``, ``seat0.shown`` and so on; a card
belongs to the zone that holds its middle.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .geometry import Homography, inside, intersection, make_quad

TABLE_MM = (960.0, 540.0)
"""Default table: the shape of a 16:9 picture, room for 48 cards and seven seats."""

SHOWN_DEPTH_MM = 62.0
"""Depth of the strip for shown hand cards: one card's height and a little."""

_GAP_MM = 4.0
_FULL_IMAGE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_ZONE_NAME = re.compile(r"field|deck|seat(\d)\.(captures|shown)")

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


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the field."""


@dataclass(frozen=True)
class TableLayout:
    """One table as the camera sees it.

    >>> layout = TableLayout.default(3)
    >>> layout.zone_at((500, 270)), layout.zone_at((340, 270)), layout.zone_at((900, 100))
    ('field', 'deck', 'seat1.captures')
    """

    players: int
    """Number of seats, 2…7."""
    zones: Mapping[str, NDArray[np.float32]]
    """Zone name → polygon, shape (n, 2), table mm."""
    size_mm: tuple[float, float] = TABLE_MM
    """Width and height of the table, mm."""
    corners: NDArray[np.float32] = field(default_factory=lambda: np.array(_FULL_IMAGE, np.float32))
    """Where the table's corners lie in the picture, shape (4, 2), as shares 0…1 of its width and height,
    clockwise from the table's top-left; they may lie a little outside."""

    def __post_init__(self) -> None:
        if self.players not in _SEAT_AREAS:
            raise LayoutError(f"players = {self.players!r}: expected 2 to 7")
        if len(self.size_mm) != 2 or not all(_is_positive(v) for v in self.size_mm):
            raise LayoutError(f"size_mm = {list(self.size_mm)!r}: expected width and height in mm")
        try:
            make_quad(self.corners)
        except ValueError as error:
            raise LayoutError(f"corners: {error}") from error
        for name, polygon in self.zones.items():
            match = _ZONE_NAME.fullmatch(name)
            if not match or (match[1] and int(match[1]) >= self.players):
                raise LayoutError(
                    f"zone {name!r}: expected field, deck, seatN.captures or seatN.shown with N < {self.players}"
                )
            if polygon.ndim != 2 or polygon.shape[1:] != (2,) or len(polygon) < 3:
                raise LayoutError(f"zone {name!r}: expected three or more points [x, y] in mm")
            if not np.isfinite(polygon).all():
                raise LayoutError(f"zone {name!r}: a point is not finite")

    @classmethod
    def default(cls, players: int) -> TableLayout:
        """Zones for 2…7 players on a 960 × 540 mm table that fills the picture. Raises: LayoutError."""
        if players not in _SEAT_AREAS:
            raise LayoutError(f"players = {players!r}: expected 2 to 7")
        zones = {"field": _box(370, 185, 642, 355), "deck": _box(318, 225, 366, 315)}
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
            zones[f"seat{seat}.captures"], zones[f"seat{seat}.shown"] = captures, shown
        return cls(players, zones)

    def seated(self, players: int) -> TableLayout:
        """The same table for another number of players: its corners and size, with their default zones.

        Raises: LayoutError.
        """
        if players == self.players:
            return self
        stretch = np.array(self.size_mm, np.float32) / TABLE_MM
        zones = {name: polygon * stretch for name, polygon in TableLayout.default(players).zones.items()}
        return TableLayout(players, zones, self.size_mm, self.corners)

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
        unknown = set(data) - {"players", "size_mm", "corners", "zones"}
        if unknown:
            raise LayoutError(f"unknown field {min(unknown)!r}")
        players, zones = data.get("players"), data.get("zones")
        if not isinstance(players, int) or isinstance(players, bool):
            raise LayoutError(f"players = {players!r}: expected 2 to 7")
        if not isinstance(zones, Mapping):
            raise LayoutError("zones: expected a table of polygons")
        size = data.get("size_mm", TABLE_MM)
        if not isinstance(size, list | tuple):
            raise LayoutError(f"size_mm = {size!r}: expected width and height in mm")
        return cls(
            players,
            {name: _points(points, f"zone {name!r}") for name, points in zones.items()},
            tuple(size),
            _points(data.get("corners", _FULL_IMAGE), "corners"),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain lists and numbers, for TOML and the page."""
        return {
            "players": self.players,
            "size_mm": [float(v) for v in self.size_mm],
            "corners": [[round(float(v), 5) for v in point] for point in self.corners],
            "zones": {
                name: [[round(float(v), 2) for v in point] for point in polygon] for name, polygon in self.zones.items()
            },
        }

    def to_toml(self) -> str:
        """The layout as TOML, one line a field."""
        data = self.to_json()
        zones = data.pop("zones")
        lines = [f"{name} = {value}" for name, value in data.items()]
        return "\n".join([*lines, "", "[zones]", *(f'"{name}" = {value}' for name, value in zones.items()), ""])

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

    def zone_at(self, point_mm: ArrayLike) -> str | None:
        """Name of the zone that holds a table point; the first in order of the mapping, None outside all."""
        return next((name for name, polygon in self.zones.items() if inside(point_mm, polygon)), None)


def _box(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float32]:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _points(value: object, what: str) -> NDArray[np.float32]:
    try:
        points = np.array(value, np.float32)
    except (TypeError, ValueError) as error:
        raise LayoutError(f"{what}: expected points [x, y], got {value!r}") from error
    if points.ndim != 2 or points.shape[1] != 2:
        raise LayoutError(f"{what}: expected points [x, y], got {value!r}")
    return points


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0
