"""Cards that are none of the 48: bonus cards, playing cards, adverts in the deck's size, jumbled art.

A reader that has only seen hanafuda calls everything one of them. These pictures teach it to say "no card I know".
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def foreign_picture(size_wh: tuple[int, int], art: list[Image], rng: np.random.Generator) -> Image:
    """A (H, W, 3) BGR picture of a card that belongs to no hanafuda deck.

    Args:
        art: pictures to borrow pieces of: cards of a deck, table textures.
    """
    kind = rng.random()
    if kind < 0.45:
        return _bonus(size_wh, rng)
    if kind < 0.65:
        return _playing_card(size_wh, rng)
    if kind < 0.85 and art:
        return _jumbled(size_wh, art[rng.integers(len(art))], rng)
    return _printed(size_wh, rng)


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> tuple[float, float, float]:
    return tuple(rng.uniform(low, high, 3).tolist())


def _bonus(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """An emblem on bands or rays of strong colour, with lettering above or below: what packs of cards add."""
    w, h = size_wh
    top, bottom = rng.uniform(30, 255, 3), rng.uniform(30, 255, 3)
    ramp = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    if rng.random() < 0.5:
        ramp = (ramp > rng.uniform(0.3, 0.7)).astype(np.float32)
    pixels = np.ascontiguousarray(np.broadcast_to(top * (1 - ramp) + bottom * ramp, (h, w, 3)), np.uint8)
    centre = (int(w * rng.uniform(0.35, 0.65)), int(h * rng.uniform(0.35, 0.65)))
    if rng.random() < 0.3:
        ray = _colour(rng)
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / rng.integers(8, 20)):
            ends = [centre] + [
                (int(centre[0] + 2 * h * np.cos(angle + a)), int(centre[1] + 2 * h * np.sin(angle + a)))
                for a in (-0.08, 0.08)
            ]
            cv2.fillConvexPoly(pixels, np.array(ends), ray, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        _emblem(pixels, (centre[0] + int(rng.normal(0, w / 8)), centre[1] + int(rng.normal(0, h / 8))), rng)
    for row in range(int(rng.integers(1, 4))):
        y = int(h * (rng.choice([0.08, 0.80]) + 0.07 * row))
        _lettering(pixels, (int(w * 0.12), y), w * rng.uniform(0.08, 0.16), int(rng.integers(2, 6)), rng)
    return pixels


def _emblem(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """A ball, a star, a face or a globe: closed shapes with an outline and some inner lines."""
    radius = pixels.shape[1] * rng.uniform(0.12, 0.42)
    corners = int(rng.integers(3, 40))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners)) if corners < 8 else np.linspace(0, 2 * np.pi, corners)
    reach = radius * (rng.uniform(0.5, 1, corners) if corners < 16 else 1)
    outline = (np.array(centre) + np.stack([np.cos(angles), np.sin(angles)], 1) * np.c_[reach]).astype(np.int32)
    cv2.fillPoly(pixels, [outline], _colour(rng), cv2.LINE_AA)
    cv2.polylines(pixels, [outline], True, _colour(rng, 0, 80), int(rng.integers(1, 5)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 9))):
        spot = np.array(centre) + rng.normal(0, radius / 3, 2)
        axes = tuple(int(v) for v in rng.uniform(0.05, 0.4, 2) * radius + 1)
        thickness = -1 if rng.random() < 0.5 else int(rng.integers(1, 4))
        where = tuple(spot.astype(int).tolist())
        cv2.ellipse(pixels, where, axes, rng.uniform(0, 180), 0, 360, _colour(rng), thickness, cv2.LINE_AA)


def _lettering(pixels: Image, at: tuple[int, int], size: float, count: int, rng: np.random.Generator) -> None:
    """`count` signs of a script that nobody reads: a few strokes in a square each."""
    ink, thickness = _colour(rng), max(1, round(size * rng.uniform(0.08, 0.2)))
    for k in range(count):
        corner = np.array([at[0] + k * size * 1.15, at[1]])
        for _ in range(int(rng.integers(2, 7))):
            start = corner + rng.uniform(0, size, 2)
            step = rng.uniform(0.3, 0.9) * size * np.eye(2)[rng.integers(2)]
            end = corner + np.clip(start + step - corner, 0, size)
            cv2.line(pixels, start.astype(int).tolist(), end.astype(int).tolist(), ink, thickness, cv2.LINE_AA)


def _playing_card(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """White with pips and an index in two corners."""
    w, h = size_wh
    pixels = np.full((h, w, 3), rng.uniform(200, 255), np.uint8)
    ink = (30, 25, 190) if rng.random() < 0.5 else (25, 22, 20)
    radius = w * rng.uniform(0.05, 0.11)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    for x in np.linspace(0.28, 0.72, columns) if columns > 1 else (0.5,):
        for y in np.linspace(0.18, 0.82, rows) if rows > 1 else (0.5,):
            spot = np.array([x * w, y * h])
            pip = spot + radius * np.array([[0, -1.2], [1, 0], [0, 1.2], [-1, 0]])
            cv2.fillConvexPoly(pixels, pip.astype(np.int32), ink, cv2.LINE_AA)
    sign, scale = str(rng.choice(list("A23456789JQK"))), w / 220 * 1.3
    cv2.putText(pixels, sign, (int(w * 0.05), int(h * 0.12)), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    pixels = np.ascontiguousarray(pixels[::-1, ::-1])
    cv2.putText(pixels, sign, (int(w * 0.05), int(h * 0.12)), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    return pixels


def _jumbled(size_wh: tuple[int, int], art: Image, rng: np.random.Generator) -> Image:
    """Pieces of a picture in the wrong places: the colours of a deck without any of its motifs."""
    w, h = size_wh
    art = cv2.resize(art, size_wh, interpolation=cv2.INTER_AREA)
    columns, rows = int(rng.integers(2, 4)), int(rng.integers(3, 6))
    pieces = [
        art[y * h // rows : (y + 1) * h // rows, x * w // columns : (x + 1) * w // columns]
        for y in range(rows)
        for x in range(columns)
    ]
    side = (w // columns, h // rows)
    turned = [cv2.flip(cv2.resize(pieces[k], side), int(rng.integers(-1, 2))) for k in rng.permutation(len(pieces))]
    lines = [np.hstack(turned[row * columns : (row + 1) * columns]) for row in range(rows)]
    return cv2.resize(np.vstack(lines), size_wh)


def _printed(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """A rule card or an advert: paper with lines of lettering and perhaps a frame."""
    w, h = size_wh
    pixels = np.full((h, w, 3), rng.uniform(170, 255, 3), np.uint8)
    if rng.random() < 0.5:
        inset = int(w * rng.uniform(0.04, 0.12))
        cv2.rectangle(pixels, (inset, inset), (w - inset, h - inset), _colour(rng), int(rng.integers(1, 6)))
    size = w * rng.uniform(0.05, 0.12)
    for y in np.arange(h * 0.1, h * rng.uniform(0.4, 0.9), size * 1.7):
        _lettering(pixels, (int(w * 0.12), int(y)), size, int(rng.integers(2, 0.8 * w / (size * 1.15) + 2)), rng)
    return pixels
