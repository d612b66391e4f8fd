"""What a table looks like before cards lie on it: textures from a folder, and ones made by code."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@lru_cache(maxsize=128)
def load_texture(path: Path) -> Image:
    """The picture at `path`, at most 1400 px long. Raises: ValueError if OpenCV cannot read it."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"background {path} is not a picture OpenCV can read")
    scale = 1400 / max(pixels.shape[:2])
    if scale < 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(pixels, np.uint8)


def find_textures(folder: Path | None) -> tuple[Path, ...]:
    """The pictures in `folder`, by name; none where `folder` is None."""
    if folder is None:
        return ()
    kinds = {".jpg", ".jpeg", ".png", ".webp"}
    return tuple(sorted(path for path in folder.iterdir() if path.suffix.lower() in kinds))


def background(size_wh: tuple[int, int], textures: tuple[Path, ...], rng: np.random.Generator) -> Image:
    """A table surface of `size_wh` px, BGR: a cut of a texture two times in three, else made by code."""
    if textures and rng.random() < 0.67:
        return _cut(load_texture(textures[rng.integers(len(textures))]), size_wh, rng)
    maker = (_wood, _cloth, _tatami, _plain, _stone)[rng.integers(5)]
    return maker(size_wh, rng)


def _cut(texture: Image, size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """A random turned and scaled piece of `texture`, mirrored at its edges, recoloured a little."""
    w, h = size_wh
    th, tw = texture.shape[:2]
    scale = rng.uniform(0.35, 1.5) * max(w / tw, h / th)
    turn = cv2.getRotationMatrix2D((tw / 2, th / 2), rng.uniform(0, 360), scale)
    turn[:, 2] += (w / 2 - tw / 2 + rng.uniform(-w, w) / 3, h / 2 - th / 2 + rng.uniform(-h, h) / 3)
    pixels = cv2.warpAffine(texture, turn, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + rng.integers(-8, 9)) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.4, 1.3), 0, 255)
        pixels = np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)
    lit = cv2.convertScaleAbs(pixels, alpha=rng.uniform(0.6, 1.15), beta=rng.uniform(-15, 25))
    return np.asarray(lit, np.uint8)


def _noise(shape_hw: tuple[int, int], cells_hw: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Smooth noise of about unit strength with the given number of cells."""
    cells = rng.normal(0, 1, (max(2, cells_hw[0]), max(2, cells_hw[1]))).astype(np.float32)
    return np.asarray(cv2.resize(cells, (shape_hw[1], shape_hw[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _paint(field: NDArray[np.float32], base_bgr: NDArray[np.float32], depth: float) -> Image:
    """`field` as a lightness pattern on one colour."""
    return np.clip(base_bgr * (1 + depth * field[..., None]), 0, 255).astype(np.uint8)


def _turned(size_wh: tuple[int, int], pixels: Image, rng: np.random.Generator) -> Image:
    """A piece of `size_wh` of a square picture, in half of the cases of the picture on its side."""
    return np.ascontiguousarray((pixels if rng.random() < 0.5 else np.rot90(pixels))[: size_wh[1], : size_wh[0]])


def _square(size_wh: tuple[int, int]) -> tuple[int, int]:
    side = max(size_wh)
    return side, side


def _wood(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    shape = _square(size_wh)
    grain = _noise(shape, (int(rng.integers(60, 240)), int(rng.integers(3, 9))), rng) * 0.5
    grain += np.sin(_noise(shape, (6, 2), rng) * rng.uniform(6, 22)).astype(np.float32) * 0.5
    base = np.array([rng.uniform(20, 110), rng.uniform(55, 160), rng.uniform(90, 205)], np.float32)
    pixels = _paint(grain, np.sort(base), rng.uniform(0.04, 0.22))
    if rng.random() < 0.5:
        step = int(rng.integers(60, 260))
        for y in range(int(rng.integers(step)), shape[0], step):
            cv2.line(pixels, (0, y), (shape[1], y), (15, 20, 25), int(rng.integers(1, 4)))
    return _turned(size_wh, pixels, rng)


def _cloth(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """Felt, a cushion (座布団) or a table cloth: one colour, a weave, soft folds, sometimes stripes."""
    shape = _square(size_wh)
    field = _noise(shape, (shape[0] // 3, shape[1] // 3), rng) * 0.35 + _noise(shape, (5, 5), rng) * 0.8
    base = rng.uniform(15, 200, 3).astype(np.float32)
    if rng.random() < 0.35:
        step = rng.uniform(12, 90)
        field = field + np.sign(np.sin(np.arange(shape[1], dtype=np.float32) * 2 * np.pi / step)) * rng.uniform(0, 2)
    return _turned(size_wh, _paint(field, base, rng.uniform(0.03, 0.14)), rng)


def _tatami(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    shape = _square(size_wh)
    pitch = rng.uniform(3, 11)
    y = np.arange(shape[0], dtype=np.float32)[:, None]
    field = np.sin(y * 2 * np.pi / pitch) * 0.6 + _noise(shape, (shape[0] // 4, 30), rng) * 0.5
    base = np.array([rng.uniform(70, 130), rng.uniform(140, 180), rng.uniform(150, 195)], np.float32)
    pixels = _paint(field.astype(np.float32), base, rng.uniform(0.05, 0.2))
    if rng.random() < 0.4:
        x = int(rng.integers(shape[1]))
        cv2.rectangle(pixels, (x, 0), (x + int(rng.integers(20, 70)), shape[0]), (40, 50, 30), -1)
    return _turned(size_wh, pixels, rng)


def _plain(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """Paper, lacquer or a painted table: almost nothing but a slow change of tone."""
    shape = (size_wh[1], size_wh[0])
    tone = rng.uniform(15, 250)
    base = np.clip(tone + rng.normal(0, 14, 3), 5, 255).astype(np.float32)
    return _paint(_noise(shape, (3, 3), rng), base, rng.uniform(0.0, 0.06))


def _stone(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    shape = (size_wh[1], size_wh[0])
    field = _noise(shape, (4, 4), rng)
    for k in range(1, 5):
        field = field + _noise(shape, (4 * 2**k, 4 * 2**k), rng) / 1.5**k
    base = np.clip(rng.uniform(60, 210) + rng.normal(0, 12, 3), 5, 255).astype(np.float32)
    return _paint(field, base, rng.uniform(0.04, 0.2))
