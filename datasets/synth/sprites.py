"""Pictures of single cards, ready to be laid on a scene.

A deck is a folder of 48 pictures named ``MM-K.*`` (month by plant, place in the month), or the project's own
drawn deck. How the cards of one table look beyond their pictures (border, age, wear, backs) is drawn anew for
every scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.datasets.design import STYLES, render
from yakume.engine import CARDS, Card

from .styles import Style, draw_style

Image = NDArray[np.uint8]

CARD_MM = (33.0, 54.0)
"""Width and height of a hanafuda card."""

SPRITE_WH = (220, 360)
"""Size of every card picture in px, the proportions of a real card."""


@dataclass(frozen=True)
class Deck:
    """48 card pictures of one maker.

    Attributes:
        name: folder name, or ``own/<style>``.
        pictures: card → (360, 220, 3) uint8 BGR.
    """

    name: str
    pictures: Mapping[Card, Image]


@lru_cache(maxsize=64)
def load_deck(folder: Path) -> Deck:
    """The deck in `folder`, transparent pictures laid on cream.

    Raises: FileNotFoundError if a card is missing, ValueError if a picture cannot be read.
    """
    pictures = {}
    for card in CARDS:
        stem = f"{card // 4 + 1:02d}-{card % 4 + 1}"
        found = sorted(folder.glob(f"{stem}.*"))
        if not found:
            raise FileNotFoundError(f"deck {folder}: no picture {stem}.* for card {card}")
        pixels = cv2.imread(str(found[0]), cv2.IMREAD_UNCHANGED)
        if pixels is None:
            raise ValueError(f"deck {folder}: {found[0].name} is not a picture OpenCV can read")
        pictures[card] = _opaque(np.asarray(pixels, np.uint8))
    return Deck(folder.name, pictures)


@dataclass(frozen=True)
class _Drawn(Mapping[Card, Image]):
    """The project's own cards in one style, each drawn when it is first asked for: 480 of them take half a minute."""

    style: str

    def __getitem__(self, card: Card) -> Image:
        return _drawn(self.style, Card(card))

    def __iter__(self) -> Iterator[Card]:
        return iter(CARDS)

    def __len__(self) -> int:
        return len(CARDS)


@lru_cache(maxsize=len(STYLES) * len(CARDS))
def _drawn(style: str, card: Card) -> Image:
    return render(card, SPRITE_WH[1], STYLES[style])


def own_deck(style: str) -> Deck:
    """The project's own deck in the style of that name. Raises: KeyError."""
    if style not in STYLES:
        raise KeyError(style)
    return Deck(f"own/{style}", _Drawn(style))


def own_decks() -> tuple[Deck, ...]:
    """The project's own drawn deck in each of its styles: always there, whatever else is."""
    return tuple(own_deck(style) for style in STYLES)


def find_decks(folder: Path) -> list[Deck]:
    """The decks that are direct children of `folder`, by name. Raises: FileNotFoundError if there is none."""
    decks = [load_deck(child) for child in sorted(folder.iterdir()) if any(child.glob("01-1.*"))]
    if not decks:
        raise FileNotFoundError(f"no deck in {folder}: expected folders of pictures named 01-1.png … 12-4.png")
    return decks


def _opaque(pixels: NDArray[np.uint8]) -> Image:
    """One picture as BGR in `SPRITE_WH`, transparency filled with cream."""
    if pixels.ndim == 2:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 4:
        alpha = pixels[:, :, 3:].astype(np.float32) / 255
        cream = np.array([225, 240, 246], np.float32)
        pixels = (pixels[:, :, :3] * alpha + cream * (1 - alpha)).astype(np.uint8)
    shrink = pixels.shape[0] > SPRITE_WH[1]
    method = cv2.INTER_AREA if shrink else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, SPRITE_WH, interpolation=method), np.uint8)


@dataclass(frozen=True)
class Look:
    """How the cards of one deck on one table look beyond their pictures; one is drawn for each scene."""

    gain: NDArray[np.float32]
    """Multiplier of B, G, R: age of the paper, colour of the print."""
    contrast: float
    border: tuple[int, int, int] | None
    """Colour of an added border (BGR), or None where the picture's own edge is the card's edge."""
    border_share: float
    """Border width as a share of the card's width."""
    corner_share: float
    """Corner radius as a share of the card's width."""
    back: Image
    """(360, 220, 3): what a face-down card shows."""
    edge: tuple[int, int, int]
    """Colour of the card's side (BGR)."""
    wear: float
    """0 for new cards, 1 for badly worn ones."""
    bend_mm: float = 0.0
    """How far the ends (negative: the middle) of a card stand up."""
    hue: int = 0
    """Turn of the print's colours, OpenCV's hue degrees (180 a circle)."""
    saturation: float = 1.0
    """Strength of the print's colours."""
    line: int = 0
    """Px by which dark lines are thicker (or, negative, thinner) than printed, at full sprite size."""
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Shares of the picture cut off at its left, top, right, bottom: no printer frames a motif alike."""
    inks: NDArray[np.float32] | None = None
    """(2, 180): by the print's hue, how far that ink is turned further and how much stronger it is; None: unchanged."""
    redrawn: float = 0.0
    """How far another hand draws the lines of a motif from where they are, as a share of the card's width."""
    style: Style | None = None
    """How another artist draws the whole deck; None: as it is printed."""

    def sprite(self, picture: Image | None, height_px: float, rng: np.random.Generator) -> NDArray[np.float32]:
        """The card showing `picture`, or a back where `picture` is None: premultiplied BGRA 0…255.

        It is made at the smallest halving of `SPRITE_WH` that is still as tall as the card will be drawn: a card far
        from the camera does not alias, and costs little.
        """
        halvings = int(np.clip(np.log2(SPRITE_WH[1] / max(height_px, 1.0)), 0, 3))
        w, h = SPRITE_WH[0] >> halvings, SPRITE_WH[1] >> halvings
        border = None if picture is None else self.border
        b = 0 if border is None else round(self.border_share * w)
        art = self.back if picture is None else self._reprinted(picture, halvings, rng)
        small = cv2.resize(art, (w - 2 * b, h - 2 * b), interpolation=cv2.INTER_AREA).astype(np.float32)
        pixels = np.clip(((small - 128) * self.contrast + 128) * self.gain, 0, 255)
        if border is not None and b:
            pixels = np.asarray(cv2.copyMakeBorder(pixels, b, b, b, b, cv2.BORDER_CONSTANT, value=border), np.float32)
        if self.wear > 0.05:
            pixels = _worn(pixels, self.wear, rng)
        alpha = rounded((w, h), max(1, round(self.corner_share * w)))
        sprite = np.empty((h, w, 4), np.float32)
        np.multiply(pixels, alpha[..., None], out=sprite[..., :3])
        sprite[..., 3] = alpha * 255
        return sprite

    def printed(self, picture: Image, rng: np.random.Generator) -> Image:
        """`picture` as it is printed in this look, before it was used: without border, age and wear."""
        return self._reprinted(picture, 0, rng)

    def _reprinted(self, picture: Image, halvings: int, rng: np.random.Generator) -> Image:
        """`picture` as another printer would have made it: other inks, other lines, another frame."""
        if self.style is not None:
            if halvings:  # what will be small need not be drawn large
                half = (picture.shape[1] >> 1, picture.shape[0] >> 1)
                picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
                halvings -= 1
            picture = self.style.redraw(picture, rng)
        h, w = picture.shape[:2]
        left, top, right, bottom = self.crop
        pixels = picture[round(top * h) : round((1 - bottom) * h), round(left * w) : round((1 - right) * w)]
        if self.line and halvings == 0:
            thicken = cv2.erode if self.line > 0 else cv2.dilate
            pixels = np.asarray(thicken(pixels, np.ones((abs(self.line) + 1,) * 2, np.uint8)), np.uint8)
        if self.redrawn:
            pixels = _redrawn(pixels, self.redrawn * w, rng)
        if self.hue or self.saturation != 1 or self.inks is not None:
            small = cv2.resize(pixels, (w >> halvings, h >> halvings), interpolation=cv2.INTER_AREA)
            hsv = cv2.cvtColor(small, cv2.COLOR_BGR2HSV)
            tint = hsv[..., 0].copy()
            turn, gain = self.inks if self.inks is not None else np.array([[0.0], [1.0]]).repeat(180, 1)
            hsv[..., 0] = ((np.arange(180) + self.hue + turn.round()) % 180).astype(np.uint8)[tint]
            hsv[..., 1] = np.clip(hsv[..., 1] * (gain * self.saturation)[tint], 0, 255).astype(np.uint8)
            pixels = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
        return pixels


def draw_look(rng: np.random.Generator) -> Look:
    """A random but plausible look, the same for all cards of a scene's deck."""
    borders = [(20, 20, 22), (15, 12, 12), (35, 25, 190), (40, 30, 160), (60, 40, 30), (225, 235, 240)]
    warm = rng.uniform(0, 0.18) * (rng.random() < 0.5)
    return Look(
        gain=np.array([1 - warm, 1 - warm * 0.4, 1.0], np.float32) * np.float32(rng.uniform(0.82, 1.05)),
        contrast=float(rng.uniform(0.72, 1.08)),
        border=borders[rng.integers(len(borders))] if rng.random() < 0.35 else None,
        border_share=float(rng.uniform(0.015, 0.06)),
        corner_share=float(rng.choice([0.0, 0.02, 0.04, 0.08, 0.12])),
        back=_back(rng),
        edge=borders[rng.integers(len(borders))],
        wear=float(rng.uniform(0, 1) ** 2),
        bend_mm=float(rng.uniform(-2.5, 2.5)) if rng.random() < 0.3 else 0.0,
        hue=int(rng.integers(-9, 10)) if rng.random() < 0.4 else 0,
        saturation=float(rng.uniform(0.45, 1.4)) if rng.random() < 0.4 else 1.0,
        line=int(rng.choice([-1, 1, 2])) if rng.random() < 0.25 else 0,
        crop=tuple(rng.uniform(0, 0.07, 4).tolist()) if rng.random() < 0.4 else (0.0, 0.0, 0.0, 0.0),
    )


def reprinted(look: Look, rng: np.random.Generator) -> Look:
    """`look` for the same deck from another printer: each of his inks is another, and his hand draws otherwise."""
    turn = _around(rng.normal(0, 1, 6)) * rng.uniform(0, 16)
    gain = np.exp(_around(rng.normal(0, 1, 6)) * rng.uniform(0, 0.5))
    return replace(look, inks=np.stack([turn, gain]).astype(np.float32), redrawn=float(rng.uniform(0, 0.05)))


def restyled(look: Look, rng: np.random.Generator) -> Look:
    """`look` for the same deck drawn by another artist."""
    return replace(look, style=draw_style(rng))


def _around(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """`values` spread over the circle of 180 hues, straight between them."""
    at = np.linspace(0, 180, len(values) + 1)
    return np.asarray(np.interp(np.arange(180), at, np.append(values, values[0])), np.float64)


def _redrawn(pixels: Image, by_px: float, rng: np.random.Generator) -> Image:
    """`pixels` with every line moved smoothly, neighbours alike, by about `by_px`; the frame stays where it is."""
    h, w = pixels.shape[:2]
    shift = np.zeros((8, 6, 2), np.float32)
    shift[1:-1, 1:-1] = rng.normal(0, by_px, (6, 4, 2))
    x, y = np.moveaxis(cv2.resize(shift, (w, h), interpolation=cv2.INTER_CUBIC), 2, 0)
    x += np.arange(w, dtype=np.float32)
    y += np.arange(h, dtype=np.float32)[:, None]
    return np.asarray(cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _back(rng: np.random.Generator) -> Image:
    """A face-down card: lacquered paper with a rim that catches the light, sometimes with a pattern or a frame."""
    w, h = SPRITE_WH
    colours = [
        (25, 22, 24),
        (30, 28, 120),
        (35, 40, 165),
        (40, 60, 190),
        (70, 35, 30),
        (30, 60, 90),
        (18, 18, 20),
        (45, 70, 55),
    ]
    base = np.array(colours[rng.integers(len(colours))], np.float32) * rng.uniform(0.7, 1.3)
    pixels = np.full((h, w, 3), base, np.float32)
    grain = cv2.resize(rng.normal(0, 1, (h // 4, w // 4)).astype(np.float32), (w, h))
    pixels += grain[..., None] * rng.uniform(1, 7)
    sheen = cv2.resize(rng.normal(0, 1, (3, 2)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    pixels += sheen[..., None] * rng.uniform(2, 12)
    kind = rng.random()
    if kind < 0.3:
        step = int(rng.integers(8, 30))
        yy, xx = np.mgrid[0:h, 0:w]
        mask = ((xx // step + yy // step) % 2).astype(np.float32)
        pixels += mask[..., None] * rng.uniform(8, 60)
    elif kind < 0.42:  # waves, as on printed paper
        wide = rng.uniform(14, 40)
        yy, xx = np.mgrid[0:h, 0:w]
        radius = np.hypot((xx + wide * ((yy // wide) % 2)) % (2 * wide) - wide, yy % wide)
        pixels += (np.cos(radius * (6 * np.pi / wide)) > 0.3)[..., None] * np.float32(rng.uniform(10, 70))
    elif kind < 0.55:
        inset = int(rng.integers(6, 24))
        colour = tuple(float(v) for v in np.clip(base + 90, 0, 255))
        cv2.rectangle(pixels, (inset, inset), (w - inset, h - inset), colour, int(rng.integers(2, 6)))
    if rng.random() < 0.25:  # lines of the grain of wood, or of a brush
        lines = cv2.resize(rng.normal(0, 1, (4, w)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        pixels += lines[..., None] * rng.uniform(3, 16)
    # The folded edge of the back paper stands up a little: bright on the side of the light, dark on the other.
    rim, bright = int(rng.integers(3, 9)), rng.uniform(10, 45)
    side = rng.permutation([1, -1, 1, -1]) * bright
    for part, value in zip((pixels[:rim], pixels[-rim:], pixels[:, :rim], pixels[:, -rim:]), side, strict=True):
        part += value
    return np.clip(pixels, 0, 255).astype(np.uint8)


def _worn(pixels: NDArray[np.float32], wear: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Rubbed edges, dull patches and a few scratches."""
    h, w = pixels.shape[:2]
    patches = cv2.resize(rng.normal(0, 1, (9, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    pixels = pixels * (1 + 0.10 * wear * patches[..., None])
    distance = np.minimum.outer(
        np.minimum(np.arange(h), np.arange(h)[::-1]), np.minimum(np.arange(w), np.arange(w)[::-1])
    )
    rub = np.clip(1 - distance / (0.045 * w * wear + 1), 0, 1) * np.clip(patches + 0.3, 0, 1)
    pixels = pixels + (215 - pixels) * (0.6 * wear * rub)[..., None].astype(np.float32)
    for _ in range(int(rng.poisson(3 * wear))):
        a, b = rng.integers(0, w, 2), rng.integers(0, h, 2)
        tone = float(rng.choice([60, 200]))
        scratch = pixels.copy()
        cv2.line(scratch, (int(a[0]), int(b[0])), (int(a[1]), int(b[1])), (tone, tone, tone), 1, cv2.LINE_AA)
        pixels = np.asarray(cv2.addWeighted(pixels, 0.7, scratch, 0.3, 0), np.float32)
    return np.asarray(np.clip(pixels, 0, 255), np.float32)


@lru_cache(maxsize=64)
def rounded(size_wh: tuple[int, int], radius: int) -> NDArray[np.float32]:
    """Coverage mask 0…1 of a card with rounded corners; drawn at twice its size, so that its edges are soft."""
    w, h = size_wh[0] * 2, size_wh[1] * 2
    r = radius * 2
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, size_wh, interpolation=cv2.INTER_AREA) / np.float32(255), np.float32)
