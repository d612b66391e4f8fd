"""What lies on tables beside hanafuda and is flat and four-cornered too: the backs of playing cards, phones, books,
wallets, tiles, pictures in a frame.

Each is a picture and a size. A detector may take them for cards; the reader has to know that they are none.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Thing:
    """One thing as seen from above."""

    picture: Image
    """(H, W, 3) BGR, of the proportions of `size_mm`."""
    size_mm: tuple[float, float]
    height_mm: float
    corner_share: float
    """Corner radius as a share of the width."""


def draw_thing(art: list[Image], rng: np.random.Generator) -> Thing:
    """A random thing; pictures in frames and on covers may borrow from `art`."""
    kind = rng.choice(["card back", "card back", "phone", "book", "wallet", "tile", "tile", "picture"])
    if kind == "card back":
        return Thing(_lattice((126, 176), rng), (63.0, 88.0), float(rng.choice([0.5, 0.5, 12.0])), 0.06)
    if kind == "phone":
        return Thing(_phone((144, 300), rng), (72.0, 150.0), 8.0, float(rng.uniform(0.06, 0.15)))
    if kind == "book":
        w, h = rng.uniform(95, 180), rng.uniform(140, 260)
        return Thing(_cover((180, int(180 * h / w)), art, rng), (w, h), float(rng.uniform(4, 30)), 0.0)
    if kind == "wallet":
        w, h = rng.uniform(75, 110), rng.uniform(85, 130)
        return Thing(_leather((160, int(160 * h / w)), rng), (w, h), 12.0, 0.06)
    if kind == "tile":
        return Thing(_tile((104, 140), rng), (26.0 * (s := rng.uniform(0.8, 1.3)), 35.0 * s), 18.0, 0.1)
    w, h = rng.uniform(40, 160), rng.uniform(40, 160)
    return Thing(_framed((160, int(160 * h / w)), art, rng), (w, h), 1.0, 0.0)


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> tuple[float, float, float]:
    b, g, r = rng.uniform(low, high, 3).tolist()
    return b, g, r


def _plain(
    size_wh: tuple[int, int], colour: tuple[float, float, float], grain: float, rng: np.random.Generator
) -> Image:
    w, h = size_wh
    noise = cv2.resize(rng.normal(0, grain, (h // 2, w // 2)).astype(np.float32), (w, h))
    return np.asarray(np.clip(np.array(colour, np.float32) + noise[..., None], 0, 255), np.uint8)


def _lattice(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """The back of a playing card: crossed lines, rosettes or dots in one ink within a white rim."""
    w, h = size_wh
    ink = [(150, 60, 30), (40, 30, 170), (60, 60, 60), (60, 110, 40), _colour(rng)][int(rng.integers(5))]
    pixels = np.full((h, w, 3), 245, np.uint8)
    rim = int(rng.choice([0, 5, 9, 12]))
    inner = np.zeros((h, w), np.float32)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    step = rng.uniform(5, 16)
    kind = rng.random()
    if kind < 0.5:
        inner = (np.cos((xx + yy) * (2 * np.pi / step)) * np.cos((xx - yy) * (2 * np.pi / step)) > 0).astype(np.float32)
    elif kind < 0.8:
        radius = np.hypot((xx + step) % (2 * step) - step, (yy + step) % (2 * step) - step)
        inner = (np.cos(radius * (8 * np.pi / step)) > 0).astype(np.float32)
    else:
        inner[:] = 1
    for k in range(int(rng.integers(0, 4))):
        axes = (int(w * (0.1 + 0.08 * k)), int(h * (0.08 + 0.07 * k)))
        cv2.ellipse(inner, (w // 2, h // 2), axes, 0, 0, 360, float(k % 2), -1)
    pixels = np.clip(pixels * (1 - inner[..., None]) + np.array(ink) * inner[..., None], 0, 255).astype(np.uint8)
    if rim:
        cv2.rectangle(pixels, (0, 0), (w - 1, h - 1), (245, 245, 245), 2 * rim)
        cv2.rectangle(pixels, (rim, rim), (w - 1 - rim, h - 1 - rim), ink, 2)
    return pixels


def _phone(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """Dark glass with a gleam, a lit screen, or a case with a camera in its corner."""
    w, h = size_wh
    pixels = _plain(size_wh, _colour(rng, 8, 45), 1.0, rng)
    kind = rng.random()
    if kind < 0.4:
        gleam = np.array([[0, h * rng.uniform(0, 0.5)], [w, h * rng.uniform(0, 0.5)], [w, h * 0.7], [0, h * 0.8]])
        over = pixels.copy()
        cv2.fillConvexPoly(over, gleam.astype(np.int32), (90, 85, 80))
        pixels = np.asarray(cv2.addWeighted(pixels, 0.6, over, 0.4, 0), np.uint8)
    elif kind < 0.7:
        cv2.rectangle(pixels, (5, 10), (w - 6, h - 11), _colour(rng, 120), -1)
        for _ in range(int(rng.integers(4, 20))):
            x, y = rng.integers(8, w - 40), rng.integers(14, h - 30)
            far = (int(x + rng.integers(10, 70)), int(y + rng.integers(3, 26)))
            cv2.rectangle(pixels, (int(x), int(y)), far, _colour(rng), -1)
    else:
        pixels = _plain(size_wh, _colour(rng), 2.0, rng)
        cv2.rectangle(pixels, (8, 8), (w // 3, h // 6), (30, 30, 30), -1)
        for lens in (0.12, 0.24):
            cv2.circle(pixels, (int(w * lens), int(h * 0.08)), w // 18, (70, 60, 60), -1, cv2.LINE_AA)
    return pixels


def _cover(size_wh: tuple[int, int], art: list[Image], rng: np.random.Generator) -> Image:
    """A book or a magazine: one colour, a title, lines, perhaps a picture."""
    w, h = size_wh
    pixels = _plain(size_wh, _colour(rng, 20), 2.0, rng)
    if art and rng.random() < 0.5:
        top = int(h * rng.uniform(0.2, 0.5))
        picture = cv2.resize(art[rng.integers(len(art))], (w - 30, min(h - top - 10, h // 2)))
        pixels[top : top + picture.shape[0], 15 : 15 + picture.shape[1]] = picture
    y = 0.08 * h
    while y < h * rng.uniform(0.2, 0.95):
        size = rng.uniform(0.3, 1.4)
        text = "".join(rng.choice(list("abcdefghiklmnoprstuvw AEIMNRST"), int(rng.integers(4, 16))))
        cv2.putText(pixels, text, (12, int(y + 20 * size)), int(rng.integers(0, 5)), size, _colour(rng), 1, cv2.LINE_AA)
        y += 30 * size
    return pixels


def _leather(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """Leather or cloth with a seam, a fold and perhaps a clasp."""
    w, h = size_wh
    base = [(25, 35, 60), (30, 50, 95), (20, 20, 22), (60, 75, 100), (90, 60, 40), (40, 40, 140)][int(rng.integers(6))]
    pixels = _plain(size_wh, base, rng.uniform(2, 10), rng)
    seam = tuple(float(v) for v in np.clip(np.array(base) * rng.uniform(0.5, 2.2), 0, 255))
    for x in range(6, w - 6, 6):
        for y in (6, h - 7):
            cv2.line(pixels, (x, y), (x + 3, y), seam, 1, cv2.LINE_AA)
    fold = int(h * rng.uniform(0.3, 0.7))
    cv2.line(pixels, (0, fold), (w, fold), tuple(0.6 * v for v in base), 2)
    if rng.random() < 0.4:
        cv2.circle(pixels, (w // 2, fold), 7, (150, 190, 210), -1, cv2.LINE_AA)
    return pixels


def _tile(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """A mahjong tile: ivory or its coloured back, with circles, sticks or a sign."""
    w, h = size_wh
    if rng.random() < 0.25:
        return _plain(size_wh, _colour(rng, 30, 200), 2.0, rng)
    pixels = _plain(size_wh, (205, 232, 240), 2.0, rng)
    inks = [(40, 30, 170), (60, 120, 20), (140, 60, 20), (30, 30, 30)]
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    kind = rng.random()
    for y in np.linspace(0.22, 0.78, rows) if rows > 1 else (0.5,):
        for x in np.linspace(0.25, 0.75, columns) if columns > 1 else (0.5,):
            ink, spot = inks[int(rng.integers(4))], (int(x * w), int(y * h))
            if kind < 0.4:
                radius = int(0.36 * min(w / columns, h / rows))
                cv2.circle(pixels, spot, radius, ink, max(2, radius // 4), cv2.LINE_AA)
                cv2.circle(pixels, spot, max(1, radius // 3), ink, -1, cv2.LINE_AA)
            elif kind < 0.75:
                cv2.rectangle(pixels, (spot[0] - 4, spot[1] - 14), (spot[0] + 4, spot[1] + 14), ink, -1)
            else:
                for _ in range(4):
                    a, b = (tuple((np.array(spot) + rng.integers(-14, 15, 2)).tolist()) for _ in range(2))
                    cv2.line(pixels, a, b, ink, 3, cv2.LINE_AA)
    return pixels


def _framed(size_wh: tuple[int, int], art: list[Image], rng: np.random.Generator) -> Image:
    """A picture in a frame, a postcard, a photograph: patches and strokes of many colours, or art turned strange."""
    w, h = size_wh
    coarse = rng.uniform(0, 255, (int(rng.integers(3, 9)), int(rng.integers(3, 9)), 3)).astype(np.float32)
    pixels = np.clip(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    if art and rng.random() < 0.3:
        piece = art[rng.integers(len(art))]
        piece = piece[: piece.shape[0] // 2, : piece.shape[1] // 2]
        blurred = cv2.GaussianBlur(cv2.resize(piece, (w, h)), (0, 0), 3)
        pixels = np.asarray(cv2.addWeighted(pixels, 0.5, blurred, 0.5, 0), np.uint8)
    for _ in range(int(rng.integers(0, 30))):
        a, b = (rng.integers(0, (w, h)).tolist() for _ in range(2))
        cv2.line(pixels, a, b, _colour(rng), int(rng.integers(1, 8)), cv2.LINE_AA)
    if rng.random() < 0.6:
        thick = int(rng.uniform(0.04, 0.12) * w)
        cv2.rectangle(pixels, (0, 0), (w - 1, h - 1), _colour(rng), 2 * thick)
    return pixels
