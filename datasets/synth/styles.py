"""Cards as another artist would have drawn them: other inks, grounds, lines, techniques, places, frames and lettering.

There are a few dozen decks to train on and no end of decks to read. What makes a card a crane and a pine has to outlive
all that an artist changes about it; so pictures are redrawn here by program, and a reader trained on them has less of
one printer's hand to hold on to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_PAPER_VALUE, _PAPER_SATURATION = 165, 80
"""What is lighter than the first and less coloured than the second is the ground on which a motif is drawn."""


@dataclass(frozen=True)
class Style:
    """How one artist draws all cards of a deck."""

    technique: str
    """One of `TECHNIQUES`."""
    tones: NDArray[np.uint8] | None
    """(256, 1, 3): the colour of each tone where the deck is printed in few inks; None: in its own."""
    tones_share: float
    """How much of a card's colour is that of its tone, 0…1."""
    inverted: bool
    """Light and dark change places: a night deck."""
    ground: tuple[tuple[float, float, float], tuple[float, float, float]] | None
    """B, G, R at the top and bottom of the ground, in the place of paper; None: paper."""
    mirrored: bool
    moved: float
    """How far parts of a motif lie from where they are, as a share of the card's width."""
    grown: float
    """How much larger (or, below 1, smaller) the motif is drawn than the card."""
    frame: tuple[float, float, float] | None
    frame_share: float
    """Colour, and width as a share of the card's width, of a frame within the card's edge."""
    lettering: str
    """Printed in a corner, empty for none."""
    ink: tuple[float, float, float]
    """Of lines and lettering."""

    def redraw(self, picture: Image, rng: np.random.Generator) -> Image:
        """`picture` (H, W, 3) as this artist draws it, of the same size."""
        pixels = picture[:, ::-1] if self.mirrored else picture
        pixels = _moved(np.ascontiguousarray(pixels), self.moved, self.grown, rng)
        if self.inverted:
            lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
            lab[..., 0] = 255 - lab[..., 0]
            pixels = np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)
        if self.ground is not None:
            pixels = _on_ground(pixels, *self.ground)
        pixels = TECHNIQUES[self.technique](pixels, self.ink, rng)
        if self.tones is not None:
            grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
            toned = cv2.LUT(cv2.merge([grey] * 3), self.tones)
            mixed = cv2.addWeighted(toned, self.tones_share, pixels, 1 - self.tones_share, 0)
            pixels = np.asarray(mixed, np.uint8)
        if self.frame is not None:
            h, w = pixels.shape[:2]
            thick = max(1, round(self.frame_share * w))
            inset = int(rng.integers(0, max(2, w // 30)))
            cv2.rectangle(pixels, (inset, inset), (w - 1 - inset, h - 1 - inset), self.frame, thick)
        if self.lettering:
            _print(pixels, self.lettering, self.ink, rng)
        return pixels


def draw_style(rng: np.random.Generator) -> Style:
    """A random artist, the same for all cards of a scene's deck."""
    names = list(TECHNIQUES)
    tones = None
    if rng.random() < 0.35:
        knots = np.sort(rng.uniform(0, 255, int(rng.integers(2, 5))))
        inks = rng.uniform(0, 255, (len(knots), 3))
        if rng.random() < 0.7:  # mostly dark stays dark
            inks = inks[np.argsort(inks.sum(1))]
        ramp = np.stack([np.interp(np.arange(256), knots, inks[:, channel]) for channel in range(3)], 1)
        tones = np.clip(ramp, 0, 255).astype(np.uint8)[:, None]
    return Style(
        technique=str(rng.choice(names)),
        tones=tones,
        tones_share=float(rng.uniform(0.3, 1.0)),
        inverted=bool(rng.random() < 0.08),
        ground=(_colour(rng), _colour(rng)) if rng.random() < 0.45 else None,
        mirrored=bool(rng.random() < 0.2),
        moved=float(rng.uniform(0, 0.09)) if rng.random() < 0.7 else 0.0,
        grown=float(np.exp(rng.uniform(-0.22, 0.3))) if rng.random() < 0.5 else 1.0,
        frame=_colour(rng) if rng.random() < 0.3 else None,
        frame_share=float(rng.uniform(0.01, 0.09)),
        lettering=_words(rng) if rng.random() < 0.25 else "",
        ink=_colour(rng) if rng.random() < 0.3 else (25.0, 22.0, 24.0),
    )


def _colour(rng: np.random.Generator) -> tuple[float, float, float]:
    """Any colour, pale and dark ones as often as strong ones."""
    hsv = np.array([[[rng.integers(180), 255 * rng.uniform(0, 1), 255 * rng.uniform(0.15, 1)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return float(b), float(g), float(r)


def _words(rng: np.random.Generator) -> str:
    """A maker's mark, a name, points: words that say nothing of the month (`synth/lettered.py` prints those)."""
    words = (
        "HANA",
        "Kai",
        "Luna",
        "Fuji",
        "No.",
        "20",
        "25",
        "pts",
        "Sol",
        "K.O.",
        "&",
        "Ed.",
        "Aki",
        "XX",
        "made",
        "*",
    )
    return words[int(rng.integers(len(words)))]


def _print(pixels: Image, text: str, ink: tuple[float, float, float], rng: np.random.Generator) -> None:
    """`text` in a corner, on a plate or not."""
    h, w = pixels.shape[:2]
    scale = w / 220 * float(rng.uniform(0.6, 1.6))
    thickness = max(1, round(2 * scale))
    (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thickness)
    x = int(rng.choice([0.05, 0.5, 0.92]) * max(w - tw, 1))
    y = int(th + rng.choice([0.03, 0.94]) * max(h - th - 2, 1))
    if rng.random() < 0.5:
        cv2.rectangle(pixels, (x - 4, y - th - 4), (x + tw + 4, y + 5), _colour(rng), -1)
    cv2.putText(pixels, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, scale, ink, thickness, cv2.LINE_AA)


def _moved(pixels: Image, by: float, grown: float, rng: np.random.Generator) -> Image:
    """`pixels` with its parts moved smoothly by about `by` of its width and drawn `grown` times as large."""
    if not by and grown == 1.0:
        return pixels
    h, w = pixels.shape[:2]
    shift = rng.normal(0, by * w, (5, 4, 2)).astype(np.float32)
    x, y = np.moveaxis(cv2.resize(shift, (w, h), interpolation=cv2.INTER_CUBIC), 2, 0)
    x += (np.arange(w, dtype=np.float32) - w / 2) / np.float32(grown) + w / 2
    y += ((np.arange(h, dtype=np.float32) - h / 2) / np.float32(grown) + h / 2)[:, None]
    return np.asarray(cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _on_ground(pixels: Image, top: tuple[float, float, float], bottom: tuple[float, float, float]) -> Image:
    """`pixels` with another ground in the place of its paper, running from `top` to `bottom`."""
    hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    paper = ((hsv[..., 2] > _PAPER_VALUE) & (hsv[..., 1] < _PAPER_SATURATION)).astype(np.uint8) * 255
    soft = cv2.GaussianBlur(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), (0, 0), 0.8)
    ramp = np.linspace(0, 1, pixels.shape[0], dtype=np.float32)[:, None, None]
    ground = np.array(top, np.float32) * (1 - ramp) + np.array(bottom, np.float32) * ramp
    # What was shaded on the paper is shaded on the ground.
    ground = ground * (hsv[..., 2:].astype(np.float32) / 255)
    alpha = soft[..., None].astype(np.float32) / 255
    return np.clip(pixels * (1 - alpha) + ground * alpha, 0, 255).astype(np.uint8)


Colour = tuple[float, float, float]


def _printed(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """As it is."""
    return pixels


def _flat(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Few flat colours without lines."""
    smooth = cv2.medianBlur(pixels, int(rng.choice([5, 7, 9, 11])))
    step = int(rng.integers(32, 96))
    offset = int(rng.integers(step))
    table = np.clip((np.arange(256) + offset) // step * step - offset + step // 2, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(smooth, table), np.uint8)


def _contours(pixels: Image, width: float) -> NDArray[np.float32]:
    """How much of a line runs through each px, 0…1: edges of the colours, `width` px wide."""
    blurred = cv2.GaussianBlur(pixels, (0, 0), max(width, 0.6)).astype(np.float32)
    gx, gy = cv2.Sobel(blurred, cv2.CV_32F, 1, 0), cv2.Sobel(blurred, cv2.CV_32F, 0, 1)
    strength = np.sqrt((gx * gx + gy * gy).max(2))
    return np.asarray(np.clip((strength - 40) / 90, 0, 1), np.float32)


def _mixed(pixels: NDArray[Any], ink: Colour, share: NDArray[np.float32]) -> Image:
    share = share[..., None]
    return np.asarray(np.clip(pixels * (1 - share) + np.array(ink, np.float32) * share, 0, 255), np.uint8)


def _line(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Lines alone, on paper or on hints of the colours."""
    paper = np.full_like(pixels, 240) if rng.random() < 0.6 else np.full_like(pixels, _colour(rng))
    share = float(rng.uniform(0, 0.6))
    hint = cv2.addWeighted(pixels, share, paper, 1 - share, 0)
    return _mixed(hint, ink, _contours(pixels, float(rng.uniform(0.6, 2.0))))


def _cartoon(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Flat colours within strong outlines."""
    return _mixed(_flat(pixels, ink, rng), ink, _contours(pixels, float(rng.uniform(0.8, 2.5))))


def _hatched(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Tones as parallel strokes, the darker the thicker, over paper or over pale colours."""
    h, w = pixels.shape[:2]
    dark = 1 - cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
    angle, period = rng.uniform(0, np.pi), rng.uniform(4, 9)
    phase = (
        np.arange(w, dtype=np.float32) * np.float32(np.cos(angle))
        + (np.arange(h, dtype=np.float32) * np.float32(np.sin(angle)))[:, None]
    )
    wave = 0.5 + 0.5 * np.cos(phase * np.float32(2 * np.pi / period))
    if rng.random() < 0.4:  # dots of a newspaper
        other = (
            np.arange(w, dtype=np.float32) * np.float32(-np.sin(angle))
            + (np.arange(h, dtype=np.float32) * np.float32(np.cos(angle)))[:, None]
        )
        wave = (wave + 0.5 + 0.5 * np.cos(other * np.float32(2 * np.pi / period))) / 2
    strokes = np.clip((dark - wave) * 6 + 0.5, 0, 1).astype(np.float32)
    pale = float(rng.uniform(0, 0.8))
    ground = cv2.addWeighted(pixels, pale, np.full_like(pixels, 238), 1 - pale, 0)
    return _mixed(ground, ink, strokes)


def _woodblock(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Few inks, each a little off its place, on grained paper, dark lines printed last."""
    h, w = pixels.shape[:2]
    flat = _flat(pixels, ink, rng).astype(np.float32)
    for channel in range(3):
        dx, dy = rng.normal(0, 0.008 * w, 2)
        move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        flat[..., channel] = cv2.warpAffine(flat[..., channel], move, (w, h), borderMode=cv2.BORDER_REPLICATE)
    grain = cv2.resize(rng.normal(0, 1, (h // 3, w // 8)).astype(np.float32), (w, h))
    flat += grain[..., None] * rng.uniform(3, 18)
    return _mixed(flat, ink, _contours(pixels, 0.8) * np.float32(rng.uniform(0.3, 1)))


def _brush(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Strokes of a wet brush: edges run, colours pool."""
    h, w = pixels.shape[:2]
    smooth = cv2.bilateralFilter(pixels, 7, 60, 5)
    shift = cv2.resize(rng.normal(0, 1, (h // 6, w // 6, 2)).astype(np.float32), (w, h)) * np.float32(rng.uniform(1, 4))
    x, y = shift[..., 0] + np.arange(w, dtype=np.float32), shift[..., 1] + np.arange(h, dtype=np.float32)[:, None]
    wet = cv2.remap(smooth, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    pool = cv2.resize(rng.normal(0, 1, (h // 20, w // 20)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(wet * (1 + 0.12 * pool[..., None]), 0, 255), np.uint8)


def _photographic(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Shapes that the light falls on: rounded at their edges, shaded, soft."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), rng.uniform(2, 5))
    angle = rng.uniform(0, 2 * np.pi)
    relief = np.cos(angle) * cv2.Sobel(grey, cv2.CV_32F, 1, 0) + np.sin(angle) * cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    soft = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.6, 2.0))).astype(np.float32)
    return np.asarray(np.clip(soft + relief[..., None] * rng.uniform(0.5, 2.5), 0, 255), np.uint8)


def _neon(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Glowing lines in the colours of the motif on a dark ground."""
    hsv = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 2), cv2.COLOR_BGR2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1].astype(np.int16) + 90, 0, 255)
    hsv[..., 2] = 255
    bright = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.float32)
    lines = _contours(pixels, float(rng.uniform(0.8, 1.8)))
    glow = np.clip(lines + 0.5 * cv2.GaussianBlur(lines, (0, 0), 4), 0, 1)[..., None]
    night = pixels.astype(np.float32) * np.float32(rng.uniform(0.05, 0.35))
    return np.asarray(np.clip(night * (1 - glow) + bright * glow, 0, 255), np.uint8)


def _minimal(pixels: Image, ink: Colour, rng: np.random.Generator) -> Image:
    """Large shapes alone: everything small is left out."""
    size = int(rng.integers(7, 15))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx(pixels, cv2.MORPH_OPEN if rng.random() < 0.5 else cv2.MORPH_CLOSE, kernel)
    return _flat(np.asarray(opened, np.uint8), ink, rng)


TECHNIQUES: dict[str, Callable[[Image, Colour, np.random.Generator], Image]] = {
    "printed": _printed,
    "flat": _flat,
    "line": _line,
    "cartoon": _cartoon,
    "hatched": _hatched,
    "woodblock": _woodblock,
    "brush": _brush,
    "photographic": _photographic,
    "neon": _neon,
    "minimal": _minimal,
}
"""How motifs are put on the card; each keeps where things are and roughly which of them are light."""
