"""Light over a simulated table and what a camera makes of it: drift, shadows, flicker, exposure, blur, noise.

Everything depends on time alone and on what was drawn from the rng at the start, except for the exposure, which
follows the pictures as a camera's automatic does: frames have to come in order.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from .table_moods import Moods

Image = NDArray[np.uint8]

_EXPOSURE_LAG = 0.3
"""Share of the way to the right exposure that a camera goes from one frame to the next."""

_NOISE_ROOM = 64
"""Noise is one large tile, cut at a random place for each frame: px of room."""


class Light:
    """The light of one evening and the sensor that sees it."""

    def __init__(self, size_wh: tuple[int, int], rng: np.random.Generator, moods: Moods | None = None) -> None:
        self._moods = moods
        w, h = size_wh
        self._rng = rng
        # Light changes slowly over the picture: it is worked out small and drawn large.
        yy, xx = np.mgrid[-0.5 : 0.5 : (h // 8) * 1j, -0.5 : 0.5 : (w // 8) * 1j].astype(np.float32)
        self._x, self._y = xx[..., None], yy[..., None]
        self._phase: list[float] = rng.uniform(0, 2 * math.pi, 4).tolist()
        warm = float(rng.normal(0.03, 0.06))
        self._colour = np.array([1 - warm, 1 - abs(warm) / 5, 1 + warm], np.float32)
        self._level = float(rng.uniform(0.82, 1.08))
        self._slope: list[float] = rng.uniform(-0.3, 0.3, 2).tolist()
        self._vignette = float(rng.uniform(0.05, 0.45))
        self._flicker = float(rng.uniform(0.004, 0.022)) if rng.random() < 0.4 else 0.0
        """Strength of the bands that a rolling shutter makes of a lamp on alternating current."""
        self._bands = float(rng.uniform(1.2, 3.5))
        self._contrast = float(rng.uniform(0.9, 1.08))
        self._soft = float(rng.uniform(0.45, 0.8))
        strength = rng.uniform(1.0, 4.5)
        grey = 128 * (1 - self._contrast)
        self._noise = rng.normal(grey, strength, (h + _NOISE_ROOM, w + _NOISE_ROOM, 3)).astype(np.float32)
        self._exposure, self._usual = 1.0, 0.0
        lamp = rng.uniform(0, 2 * math.pi)
        self.shadow_mm = rng.uniform(0.2, 0.9) * np.array([math.cos(lamp), math.sin(lamp)])
        """How far a shadow falls from what casts it, mm for each mm of height."""

    def develop(self, image: NDArray[np.float32], t_s: float, shade: NDArray[np.float32] | None = None) -> Image:
        """The picture that the sensor gives of `image` (H, W, 3), BGR, at `t_s`.

        Args: `shade` (H // 8, W // 8) is the share of light that people keep away.
        """
        a, b, c, d = self._phase
        level = self._level * (1 + 0.035 * math.sin(0.19 * t_s + a))
        x = self._slope[0] + 0.1 * math.sin(0.11 * t_s + b)
        y = self._slope[1] + 0.06 * math.sin(0.07 * t_s + c)
        light = level * (1 + x * self._x + y * self._y) * (1.03 - self._vignette * (self._x**2 + self._y**2))
        if self._flicker:
            light = light * (1 + self._flicker * np.sin(2 * math.pi * self._bands * self._y + 37.0 * t_s + d))
        if shade is not None:
            light = light * (1 - shade[..., None])
        light = light * self._colour
        if self._moods is not None:
            light = light * self._moods.light(t_s, self._x, self._y)
            image = self._moods.focus(image, t_s)
        h, w = image.shape[:2]
        mean = float(cv2.resize(image, light.shape[1::-1], interpolation=cv2.INTER_NEAREST).mean() * light.mean())
        gain = self._expose(mean) * self._contrast
        lit = cv2.multiply(cv2.GaussianBlur(image, (3, 3), self._soft), cv2.resize(light * gain, (w, h)))
        dx, dy = self._rng.integers(0, _NOISE_ROOM, 2)
        # The noise's mean keeps mid grey where it is under more or less contrast; adding clips to 0…255.
        return np.asarray(cv2.add(lit, self._noise[dy : dy + h, dx : dx + w], dtype=cv2.CV_8U), np.uint8)

    def _expose(self, mean: float) -> float:
        """The gain of the automatic exposure, which answers bright and dark sleeves, late."""
        self._usual = self._usual or mean
        wanted = (self._usual / max(mean, 1.0)) ** 0.6
        self._exposure += _EXPOSURE_LAG * (wanted - self._exposure)
        return self._exposure
