"""Decks that name their months: many modern and most Korean cards carry a number or a word in a corner.

It is the one thing that such decks have in common whatever is drawn on them, so a reader shall learn to use it: what is
printed here is always the month of the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont
from yakume.engine import CARDS

from .sprites import Deck

Image = NDArray[np.uint8]

FONTS = (
    "DejaVuSans-Bold", "DejaVuSans-Bold", "DejaVuSans", "DejaVuSans-BoldOblique", "DejaVuSansMono-Bold",
    "DejaVuSerif-Bold", "DejaVuSerif", "DejaVuSerif-BoldItalic", "STIXGeneralBol", "STIXGeneral", "STIXGeneralBolIta",
)  # fmt: skip
"""Those that come with matplotlib; bold ones are what cards carry most."""

_NUMBERS = tuple(str(month) for month in range(1, 13))
_WORDS = tuple(
    tuple(words.split())
    for words in (
        "January February March April May June July August September October November December",
        "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "Mutsuki Kisaragi Yayoi Uzuki Satsuki Minazuki Fumizuki Hazuki Nagatsuki Kannazuki Shimotsuki Shiwasu",
        "PINE PLUM CHERRY WISTERIA IRIS PEONY CLOVER PAMPAS CHRYSANTHEMUM MAPLE WILLOW PAULOWNIA",
        "I II III IV V VI VII VIII IX X XI XII",
    )
)

_STROKES = {
    "一": "0,.5 1,.5",
    "二": ".15,.2 .85,.2|0,.85 1,.85",
    "三": ".1,.1 .9,.1|.18,.5 .82,.5|0,.92 1,.92",
    "四": "0,.1 0,.95 1,.95 1,.1 0,.1|.36,.1 .34,.45 .14,.62|.62,.1 .62,.55 .9,.55",
    "五": ".1,.05 .9,.05|.5,.05 .38,.95|.15,.45 .78,.45 .74,.95|0,.95 1,.95",
    "六": ".5,0 .56,.2|0,.32 1,.32|.36,.5 .08,1|.62,.5 .94,1",
    "七": "0,.5 1,.32|.42,0 .42,.88 .95,.88 .95,.7",
    "八": ".36,.15 .04,1|.56,.1 .68,.5 1,1",
    "九": ".34,0 .34,.45 0,1|.08,.3 .7,.3 .7,.92 1,.92 1,.75",
    "十": "0,.42 1,.42|.5,0 .5,1",
}
"""Numerals as strokes in a square, x right and y down."""


@dataclass(frozen=True)
class Lettering:
    """How one maker prints the months; the same on all cards of a deck."""

    texts: tuple[str, ...]
    """Twelve, by month of the card's plant."""
    font: str
    size: float
    """Height of a letter as a share of the card's width."""
    spots: tuple[tuple[float, float], ...]
    """Where its middle lies, shares of the card's width and height; the second of two stands on its head."""
    ink: tuple[int, int, int]
    plate: tuple[int, int, int] | None
    """B, G, R of a plate below it; None: none."""
    round_plate: bool
    halo: tuple[int, int, int] | None
    """Of an outline around the letters."""

    def on(self, picture: Image, month: int) -> Image:
        """`picture` (H, W, 3) with the number or word of `month` on it."""
        h, w = picture.shape[:2]
        pixels = picture.copy()
        mask = _letters(self.texts[month - 1], self.font, max(8, round(self.size * w)), w)
        for number, (x, y) in enumerate(self.spots):
            shown = np.ascontiguousarray(mask if number == 0 else mask[::-1, ::-1])
            mh, mw = shown.shape
            left = int(np.clip(x * w - mw / 2, 2, max(w - mw - 2, 2)))
            top = int(np.clip(y * h - mh / 2, 2, max(h - mh - 2, 2)))
            middle = left + mw // 2, top + mh // 2
            if self.plate is not None and self.round_plate:
                cv2.circle(pixels, middle, max(mw, mh) // 2 + 2, self.plate, -1, cv2.LINE_AA)
            elif self.plate is not None:
                cv2.rectangle(pixels, (left - 3, top - 3), (left + mw + 3, top + mh + 3), self.plate, -1)
            where = pixels[top : top + mh, left : left + mw]
            shown = shown[: where.shape[0], : where.shape[1]]
            for ink, alpha in ((self.halo, cv2.dilate(shown, np.ones((5, 5), np.uint8))), (self.ink, shown)):
                if ink is not None:
                    share = alpha[..., None].astype(np.float32) / 255
                    where[:] = where * (1 - share) + np.array(ink, np.float32) * share
        return pixels


def draw_lettering(rng: np.random.Generator) -> Lettering:
    """A random maker's."""
    kind = rng.random()
    if kind < 0.6:
        texts, size = _NUMBERS, float(rng.uniform(0.13, 0.34))
    elif kind < 0.8:
        texts, size = (
            ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"),
            float(rng.uniform(0.13, 0.26)),
        )
    else:
        texts, size = _WORDS[int(rng.integers(len(_WORDS)))], float(rng.uniform(0.08, 0.2))
    if rng.random() < 0.45:  # in Korea paulownia is the eleventh month and willow the twelfth
        texts = (*texts[:10], texts[11], texts[10])
    x, y = float(rng.uniform(0.08, 0.2)), float(rng.uniform(0.06, 0.13))
    corner = (x if rng.random() < 0.5 else 1 - x), (y if rng.random() < 0.7 else 1 - y)
    spots = [corner] if rng.random() < 0.85 else [(0.5, corner[1])]
    if rng.random() < 0.15:
        spots.append((1 - spots[0][0], 1 - spots[0][1]))
    dark = bool(rng.random() < 0.6)
    has_plate = bool(rng.random() < 0.35)
    ink = _ink(dark, rng)
    return Lettering(
        texts=texts,
        font=str(rng.choice(FONTS)),
        size=size,
        spots=tuple(spots),
        ink=ink,
        plate=_ink(not dark, rng) if has_plate else None,
        round_plate=bool(rng.random() < 0.5),
        halo=_ink(not dark, rng) if not has_plate and rng.random() < 0.35 else None,
    )


def lettered(deck: Deck, rng: np.random.Generator) -> Deck:
    """`deck` with its months printed on all its cards by a random maker."""
    lettering = draw_lettering(rng)
    return Deck(deck.name, {card: lettering.on(deck.pictures[card], card.month) for card in CARDS})


def _ink(dark: bool, rng: np.random.Generator) -> tuple[int, int, int]:
    """Black, white, or a strong dark or light colour."""
    if rng.random() < 0.5:
        b, g, r = (rng.uniform(0, 50, 3) if dark else rng.uniform(215, 255, 3)).astype(int).tolist()
    else:
        hsv = np.array(
            [[[rng.integers(180), rng.integers(120, 256), rng.integers(60, 190) if dark else 255]]], np.uint8
        )
        hsv[0, 0, 1] = hsv[0, 0, 1] if dark else hsv[0, 0, 1] // 2
        b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return b, g, r


@lru_cache(maxsize=512)
def _letters(text: str, font: str, size: int, widest: int) -> Image:
    """`text` as a mask (h, w), 0…255, cut to its letters, at most `widest` px wide."""
    if text[0] in _STROKES:
        mask = _strokes(text, size)
    else:
        shown = _font(font, size)
        left, top, right, bottom = shown.getbbox(text)
        drawn = Pillow.new("L", (int(right - left) + 2, int(bottom - top) + 2), 0)
        ImageDraw.Draw(drawn).text((1 - left, 1 - top), text, fill=255, font=shown)
        mask = np.asarray(drawn, np.uint8)
    if mask.shape[1] > 0.9 * widest:
        scale = 0.9 * widest / mask.shape[1]
        mask = np.asarray(cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return mask


@lru_cache(maxsize=128)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf"), size)


def _strokes(text: str, size: int) -> Image:
    """Numerals below each other, each a square of `size` px."""
    thick = max(1, round(size * 0.13))
    mask = np.zeros(((size + thick) * len(text) + thick, size + 2 * thick), np.uint8)
    for number, letter in enumerate(text):
        for stroke in _STROKES[letter].split("|"):
            points = np.array([[float(v) for v in point.split(",")] for point in stroke.split()]) * size
            points += thick, thick + number * (size + thick)
            cv2.polylines(mask, [points.round().astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    return mask
