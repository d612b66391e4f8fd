"""A recorded table seen by perfect eyes: observations made of its truth file, so that the referee alone is measured.

What hides a card in the recording hides it here: hands, cards, things, people who lean over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from yakume.datasets.synth.table_eyes import COUNTS_MS, LEAST_SEEN, LOOK_MS
from yakume.engine import BACK, Card, Face
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable, Observation, outline

MOVED_PX = 6.0
"""A card that moved by more than this lies anew."""


@dataclass(slots=True)
class _Lying:
    quad: NDArray[np.float64]
    told: CardOnTable
    since_ms: int
    counts: bool = False


def looks_of(
    frames: Sequence[Mapping[str, Any]], about: Mapping[str, Any], layout: TableLayout
) -> Iterator[Observation]:
    """What perfect eyes tell of a recording, five looks a second.

    Args: `frames` and `about` are lines of the truth that `yakume simulate` writes.
    """
    size: tuple[int, int] = (int(about["size"][0]), int(about["size"][1]))
    view, frame_ms = layout.homography(size), 1000 / float(about["fps"])
    every = max(1, round(LOOK_MS / frame_ms))
    lying: dict[str, _Lying] = {}
    tracks, moved = 0, False
    for number, frame in enumerate(frames):
        now = round(number * frame_ms)
        seen: dict[str, CardOnTable] = {}
        moved |= bool(frame["hands"]) or any(card["zone"] is None for card in frame["cards"])
        known, lying = lying, {}
        for card in frame["cards"]:
            if card["zone"] is None:
                continue
            name = card["card"] or "stock"
            quad = np.array(card["quad"], np.float64)
            before = known.get(name)
            if before is None or float(np.abs(before.quad - quad).max()) > MOVED_PX:
                tracks += 1
                zone = layout.zone_at(view.to_mm(quad.astype(np.float32)).mean(0))
                is_back = card["face"] == str(BACK)
                told = CardOnTable(
                    tracks,
                    None if is_back else Card.parse(card["card"]),
                    Face(card["face"]),
                    0.99,
                    outline(quad),
                    zone,
                    stable=True,
                )
                before = _Lying(quad, told, now)
            lying[name] = before
            if card["visible"] < LEAST_SEEN:
                if not before.counts:
                    before.since_ms = now + LOOK_MS
                continue
            before.counts = before.counts or now - before.since_ms >= COUNTS_MS
            seen[name] = before.told if before.counts else replace(before.told, stable=False)
        if number % every == 0:
            yield Observation(number, now, "perfect eyes", size, tuple(seen.values()), (None,) if moved else ())
            moved = False
