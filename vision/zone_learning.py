"""Zones that learn where people really lay captures and shown cards.

A zone grows to cards that keep lying at rest beside it, and never across another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK

from .geometry import Homography, intersection_area, quad_centre
from .layout import TableLayout
from .observation import CardOnTable
from .zones import Zone

REST_MS = 5_000
"""A card beside a zone must lie there for so long to count."""

CARDS = 3
"""So many cards must have lain beside a zone before it grows."""

REACH_MM = 45.0
"""Further from a zone than about a card no card belongs to it."""

CLEARLY = 1.5
"""Any other zone must be so many times further away."""

MARGIN_MM = 6.0
"""A zone grows this far beyond the middles of the cards: the next one lies a little off."""


@dataclass
class ZoneLearner:
    """Watches one table; feed it every observation's cards."""

    _since: dict[int, int] = field(default_factory=dict)
    """Track of a card beside the zones → since when it is seen there."""
    _lay: dict[Zone, dict[int, NDArray[np.float32]]] = field(default_factory=dict)
    """Zone → tracks that lay beside it, with their middles, mm."""

    def observe(
        self, cards: Iterable[CardOnTable], view: Homography, layout: TableLayout, now_ms: int
    ) -> TableLayout | None:
        """The layout with a zone that has grown; None while none has."""
        beside = {card.track: card for card in cards if card.stable and card.zone is None and card.face != BACK}
        self._since = {track: min(self._since.get(track, now_ms), now_ms) for track in beside}
        for track, card in beside.items():
            if now_ms - self._since[track] < REST_MS:
                continue
            middle = view.to_mm(quad_centre(np.array(card.quad, np.float32))[None])[0]
            zone = _belongs_to(middle, layout.zones)
            if zone is None:
                continue
            lay = self._lay.setdefault(zone, {})
            lay[track] = middle
            if len(lay) >= CARDS:
                del self._lay[zone]
                return _grown(layout, zone, list(lay.values()))
        return None


def _belongs_to(middle_mm: NDArray[np.float32], zones: Mapping[Zone, NDArray[np.float32]]) -> Zone | None:
    """The seat's zone beside which a card lies, clearly and closely; None where there is none."""
    point = float(middle_mm[0]), float(middle_mm[1])
    away = sorted(
        (-cv2.pointPolygonTest(polygon.astype(np.float32), point, True), str(zone), zone)
        for zone, polygon in zones.items()
    )
    (nearest, _, zone), (next_mm, *_) = away[0], away[1]
    return zone if zone.seat is not None and 0 < nearest <= REACH_MM and next_mm >= CLEARLY * nearest else None


def _grown(layout: TableLayout, zone: Zone, middles: list[NDArray[np.float32]]) -> TableLayout | None:
    """`layout` with `zone` grown to the middles, mm; None if that would reach into another zone."""
    step = MARGIN_MM * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    points = np.concatenate([layout.zones[zone], *(middle + step for middle in middles)])
    points = np.clip(points, 0, np.array(layout.size_mm, np.float32))
    hull = np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float32)
    hull = hull if cv2.contourArea(hull, True) >= 0 else hull[::-1]
    others = [polygon for other, polygon in layout.zones.items() if other != zone]
    if any(intersection_area(hull, other) > 1.0 for other in others):
        return None
    return layout.with_zone(zone, hull)
