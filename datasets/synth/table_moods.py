"""Moods of the light and of a camera: a lamp that is switched, the sun, and automatics that hunt.

Everything follows from the time and from what was drawn at the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

_EPISODES = 600
"""More than an evening has."""


@dataclass(frozen=True)
class _Episodes:
    """Spans of time, one after the other."""

    starts: NDArray[np.float64]
    lengths: NDArray[np.float64]

    def share(self, t_s: float) -> float | None:
        """How far the running episode is, 0…1; None between episodes."""
        k = int(np.searchsorted(self.starts, t_s)) - 1
        if k < 0 or t_s - self.starts[k] >= self.lengths[k]:
            return None
        return float((t_s - self.starts[k]) / self.lengths[k])


def _draw(rng: np.random.Generator, gap_s: tuple[float, float], length_s: tuple[float, float]) -> _Episodes:
    gaps, lengths = rng.uniform(*gap_s, _EPISODES), rng.uniform(*length_s, _EPISODES)
    return _Episodes(np.cumsum(gaps + lengths) - lengths, lengths)


class Moods:
    """What the light and the camera do of themselves, each part on or off."""

    def __init__(self, rng: np.random.Generator, *, lamp: bool = False, sun: bool = False, hunting: bool = False):
        self._lamp = _draw(rng, (40, 150), (20, 90)) if lamp else None
        self._lamp_level, self._lamp_warm = float(rng.uniform(0.5, 0.75)), float(rng.normal(0, 0.12))
        self._sun = _draw(rng, (15, 60), (15, 60)) if sun else None
        self._slant, self._band = float(rng.uniform(-0.8, 0.8)), float(rng.uniform(0.12, 0.3))
        self._sun_from = rng.uniform(-0.4, 0.4, _EPISODES)
        self._exposing, self._white = (_draw(rng, (12, 45), (2, 6)) if hunting else None for _ in range(2))
        self._focus = _draw(rng, (15, 60), (0.8, 2.5)) if hunting else None
        self._white_to = rng.normal(0, 0.09, 2)

    def light(self, t_s: float, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the light is multiplied by, (h, w, 3) BGR or what broadcasts to it.

        Args: `x`, `y` are −0.5…0.5 over the picture.
        """
        light = np.ones((1, 1, 3), np.float32)
        if self._lamp is not None and self._lamp.share(t_s) is not None:
            warm = self._lamp_warm
            light = light * self._lamp_level * np.array([1 - warm, 1, 1 + warm], np.float32)
        if self._sun is not None and (share := self._sun.share(t_s)) is not None:
            middle = self._sun_from[int(t_s) // 60 % _EPISODES] + 0.05 * share
            band = np.clip((self._band - np.abs(x + self._slant * y - middle)) / 0.03, 0, 1)
            strength = 0.7 * min(1.0, 8 * share, 8 * (1 - share))
            light = light * (1 + strength * band * np.array([0.85, 1.0, 1.1], np.float32))
        if self._exposing is not None and (share := self._exposing.share(t_s)) is not None:
            light = light * (1 + 0.3 * np.sin(2 * np.pi * 3 * share) * (1 - share))
        if self._white is not None and (share := self._white.share(t_s)) is not None:
            blue, red = self._white_to * np.sin(np.pi * share)
            light = light * np.array([1 + blue, 1, 1 + red], np.float32)
        return np.asarray(light, np.float32)

    def focus(self, image: NDArray[np.float32], t_s: float) -> NDArray[np.float32]:
        """`image` as sharp as the lens makes it now."""
        share = None if self._focus is None else self._focus.share(t_s)
        if share is None:
            return image
        return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 + 3.2 * float(np.sin(np.pi * share)) ** 2), np.float32)
