"""What a room and a camera do to a picture: light, shadow, glare, hands, blur, noise, compression."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_NOISE_PX = 1536
"""Side of the tile of sensor noise that pictures are given pieces of; larger ones have it several times."""


def draw_hand(
    image: Image,
    owner: NDArray[np.int16],
    owner_id: int,
    target_px: NDArray[np.float64],
    card_px: float,
    rng: np.random.Generator,
) -> None:
    """Draw a hand with a sleeve that reaches from the picture's edge to about `target_px`, in place.

    Args:
        image: (H, W, 3) BGR.
        owner: (H, W) which object covers each pixel; the hand writes `owner_id`.
        target_px: (2,) where the fingertips end.
        card_px: long side of a card near the hand; a hand is about three cards long.
    """
    h, w = image.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)])
    size = card_px * rng.uniform(1.5, 2.2)  # palm and fingers
    palm = target_px + away * size * 0.62
    elbow = palm + away * 2.5 * max(w, h)
    mask = np.zeros((h, w), np.uint8)
    side = np.array([-away[1], away[0]])
    spread = rng.uniform(0.10, 0.22)
    for k in range(4):
        tip = target_px + side * size * (k - 1.5) * spread + away * size * (0.05 * abs(k - 1.5))
        root = palm + side * size * (k - 1.5) * 0.14
        _capsule(mask, tip, root, size * 0.085)
    thumb = palm + side * size * rng.choice([-1, 1]) * 0.42 - away * size * 0.22
    _capsule(mask, thumb, palm, size * 0.10)
    _capsule(mask, palm - away * size * 0.1, palm + away * size * 0.25, size * 0.30)
    _capsule(mask, palm, elbow, size * 0.20)
    skin = np.array([rng.uniform(70, 150), rng.uniform(100, 180), rng.uniform(150, 225)]) * rng.uniform(0.5, 1.05)
    _blend(image, mask, skin, size)
    owner[mask > 127] = owner_id
    sleeve = np.zeros((h, w), np.uint8)
    _capsule(sleeve, palm + away * size * rng.uniform(0.7, 1.4), elbow, size * rng.uniform(0.26, 0.45))
    _blend(image, sleeve, rng.uniform(10, 220, 3), size)
    owner[sleeve > 127] = owner_id


def _capsule(mask: Image, a: NDArray[np.float64], b: NDArray[np.float64], radius: float) -> None:
    limit = 8000.0  # OpenCV's fixed-point drawing overflows far outside the picture
    p, q = (tuple(int(v) for v in np.clip(point, -limit, limit)) for point in (a, b))
    cv2.line(mask, p, q, 255, max(1, round(2 * radius)), cv2.LINE_AA)


def _blend(image: Image, mask: Image, colour: NDArray[np.float64], size: float) -> None:
    """Paint `mask` with a rounded shading of `colour`, and a soft shadow beside it."""
    if not mask.any():
        return
    h, w = mask.shape
    reach = max(1.0, size * 0.06)
    # Wide blurs look the same made at a quarter of the size and drawn large.
    small = cv2.resize(mask, (w // 4, h // 4), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    step = int(reach / 4) + 1
    moved = cv2.copyMakeBorder(small, step, 0, step, 0, cv2.BORDER_REPLICATE)[: h // 4, : w // 4]
    shadow = cv2.GaussianBlur(moved, (0, 0), reach / 4 + 0.3)
    rounding = cv2.GaussianBlur(small, (0, 0), size * 0.0125 + 0.3)
    alpha = mask.astype(np.float32)[..., None] / 255
    lit = image * (1 - 0.35 * cv2.resize(shadow, (w, h))[..., None])
    solid = np.asarray(colour, np.float32) * (0.55 + 0.5 * cv2.resize(rounding, (w, h))[..., None])
    image[:] = np.clip(lit + (solid - lit) * alpha, 0, 255)


def light(image: Image, rng: np.random.Generator) -> Image:
    """Uneven, coloured and mixed light, cast shadows, exposure."""
    h, w = image.shape[:2]
    field = np.ones((12, 16, 3), np.float32)
    yy, xx = np.mgrid[-1:1:12j, -1:1:16j].astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
        tint = 1 + rng.uniform(-0.22, 0.22, 3).astype(np.float32) * (rng.random() < 0.6)
        field *= 1 + (strength * (np.cos(angle) * xx + np.sin(angle) * yy))[..., None] * tint
    if rng.random() < 0.3:  # vignette of a cheap lens
        field *= (1 - rng.uniform(0.1, 0.45) * (xx**2 + yy**2) / 2)[..., None]
    kelvin = rng.normal(0, 0.10)
    field *= np.array([1 - kelvin, 1 - abs(kelvin) * 0.2, 1 + kelvin], np.float32)
    lit = image.astype(np.float32) * cv2.resize(field, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.4:  # the shadow of a person, a lamp's frame, a window
        lit *= _cast_shadow((h, w), rng)[..., None]
    if rng.random() < 0.12:
        lit *= _window((h, w), rng)
    exposure = float(np.exp(rng.normal(-0.08, 0.28)))
    gamma = float(np.exp(rng.normal(0, 0.18)))
    return np.asarray(np.clip(255 * (np.clip(lit * exposure, 0, 255) / 255) ** gamma, 0, 255), np.uint8)


def dark(image: Image, rng: np.random.Generator) -> Image:
    """What a camera records in very little light, or in that of one coloured lamp: few levels, the noise of few photons
    and of the sensor, and the bands that a flickering lamp leaves where the shutter rolls."""
    h, w = image.shape[:2]
    light_of = np.ones(3, np.float32)
    if rng.random() < 0.5:
        light_of = rng.uniform(0.12, 1.0, 3).astype(np.float32)
        light_of /= light_of.max()
    level = np.float32(np.exp(rng.uniform(np.log(0.04), np.log(0.6))))
    seen = image.astype(np.float32) * (light_of * level)
    if rng.random() < 0.3:
        rows = np.arange(h, dtype=np.float32) * np.float32(2 * np.pi * rng.uniform(1, 9) / h)
        seen *= (1 - rng.uniform(0.1, 0.5) * (0.5 + 0.5 * np.cos(rows + rng.uniform(0, 6.3))))[:, None, None]
    photons, sensor = rng.uniform(0.02, 0.25), rng.uniform(0.2, 2.0)
    noise = rng.standard_normal((h, w, 3), np.float32)
    if rng.random() < 0.5:  # what denoising leaves is coarse
        noise = 1.6 * cv2.GaussianBlur(noise, (0, 0), 0.8)
    seen += noise * np.sqrt(np.maximum(sensor**2 + photons * seen, 0)).astype(np.float32)
    return np.clip(np.round(seen), 0, 255).astype(np.uint8)


def _cast_shadow(shape_hw: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    h, w = shape_hw
    mask = np.zeros((h // 4, w // 4), np.uint8)
    centre = rng.uniform([0, 0], [w // 4, h // 4])
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
    radius = rng.uniform(0.2, 0.8) * max(mask.shape)
    points = centre + radius * np.stack([np.cos(angles), np.sin(angles)], 1) * rng.uniform(0.5, 1.2, (len(angles), 1))
    cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.choice([0.6, 2, 6, 14])))
    return np.asarray(1 - rng.uniform(0.15, 0.6) * cv2.resize(soft, (w, h)).astype(np.float32) / 255, np.float32)


def _window(shape_hw: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Sun through a window: panes with hard edges, lying slantwise, warmer than the room. (H, W, 3) multiplier."""
    h, w = shape_hw
    mask = np.zeros((h, w), np.float32)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    axis_x, axis_y = rng.normal(0, 0.35, (2, 2)) * max(h, w) + np.array([[0.3, 0], [0, 0.4]]) * max(h, w)
    start = rng.uniform([-0.3 * w, -0.3 * h], [0.8 * w, 0.8 * h])
    for x, y in np.ndindex(columns, rows):
        pane = np.array([[x, y], [x + 0.9, y], [x + 0.9, y + 0.9], [x, y + 0.9]])
        corners = np.clip(start + pane @ np.stack([axis_x / columns, axis_y / rows]), -8000, 8000)
        cv2.fillConvexPoly(mask, (corners * 16).astype(np.int32), 1.0, shift=4)
    mask[:] = cv2.GaussianBlur(mask, (0, 0), float(rng.choice([0.6, 2, 5])))
    sun = rng.uniform(0.3, 1.2) * np.array([0.8, 0.95, 1.05])
    shade = rng.uniform(0.6, 1.0)
    return (shade * (1 + mask[..., None] * sun)).astype(np.float32)


def glare(image: Image, rng: np.random.Generator) -> Image:
    """Lamps mirrored on glossy cards: soft white ellipses, and the strips of tubes and window frames."""
    h, w = image.shape[:2]
    small = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = tuple(int(v) for v in rng.uniform([0, 0], [w // 4, h // 4]))
        axes = tuple(int(v) for v in rng.uniform(0.02, 0.16, 2) * max(small.shape) + 1)
        bright, angle = float(rng.uniform(60, 230)), float(rng.uniform(0, 180))
        if rng.random() < 0.7:
            cv2.ellipse(small, centre, axes, angle, 0, 360, bright, -1)
        else:
            strip = cv2.boxPoints((centre, (2 * axes[0] + 1, axes[1] * 0.3 + 1), angle))
            cv2.fillConvexPoly(small, strip.astype(np.int32), bright)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.5, 10)))
    return np.asarray(np.clip(image + cv2.resize(small, (w, h))[..., None], 0, 255), np.uint8)


@lru_cache(maxsize=1)
def _noise_tile() -> NDArray[np.int8]:
    """One big tile of sensor noise, cut at random places: drawing fresh noise costs more than the scene."""
    noise = np.random.default_rng(20260101).normal(0, 24, (_NOISE_PX, _NOISE_PX, 3))
    return np.clip(noise, -127, 127).astype(np.int8)


def motion(length: int, angle: float) -> NDArray[np.float32]:
    """Blur kernel (`length`, `length`) of a movement of an odd number of px; what it blurs stays where it is."""
    kernel = np.zeros((length, length), np.float32)
    middle = length // 2
    reach = np.round(np.array([np.cos(angle), np.sin(angle)]) * middle).astype(int)
    a, b = ((middle + way * reach).tolist() for way in (-1, 1))
    cv2.line(kernel, a, b, 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def camera(image: Image, rng: np.random.Generator) -> Image:
    """Defocus, motion, sensor noise, sharpening, JPEG."""
    h, w = image.shape[:2]
    kind = rng.random()
    if kind < 0.45:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.5))), np.uint8)
    elif kind < 0.6:
        kernel = motion(2 * int(rng.integers(1, 5)) + 1, rng.uniform(0, np.pi))
        image = np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        amount = float(rng.uniform(0.3, 1.0))
        image = np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)
    strength = float(rng.uniform(0, 1) ** 2 * 0.6)
    if strength > 0.03:
        tile = _noise_tile()
        y, x = (int(rng.integers(max(_NOISE_PX - side, 0) + 1)) for side in (h, w))
        part = tile[y : y + h, x : x + w]
        noise = cv2.copyMakeBorder(part, 0, h - part.shape[0], 0, w - part.shape[1], cv2.BORDER_WRAP).astype(np.int16)
        if rng.random() < 0.5:
            noise = np.repeat(noise[:, :, :1], 3, axis=2)
        image = np.clip(image + noise * strength, 0, 255).astype(np.uint8)
    quality = int(rng.integers(35, 97))
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
