"""Whole cards: a picture inside its edge, as SVG text, as pixels, as a folder of a deck."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from yakume.engine import CARDS, Card

from . import things
from .months import MONTHS
from .pen import HEIGHT, WIDTH, Pen, Pictures, number
from .style import Style

ASPECT = (33, 54)
"""Width and height of a card, mm; its SVG is ten units to the millimetre."""

_EDGE = 15
_DEFAULT = Style()


def card_svg(card: Card, style: Style = _DEFAULT) -> str:
    """The face of `card` as an SVG document of 330 × 540 units; the same text for the same card and style."""
    pen = Pen(style)
    picture = _month(style, card.month)[card % 4]
    if style.numbers:
        picture += things.month_number(pen, card.month)
    edge = 0 if style.border == "none" else _EDGE
    sx, sy = (330 - 2 * edge) / WIDTH, (540 - 2 * edge) / HEIGHT
    colour = {"black": "#171314", "red": "#a3201d", "none": style.palette.paper}[style.border]
    frame = "" if style.border == "none" else pen.path(f"M{edge} {edge}H{330 - edge}V{540 - edge}H{edge}Z", "none", 0.8)
    return _document(
        f'<rect width="330" height="540" fill="{colour}"/>'
        f'<svg x="{edge}" y="{edge}" width="{330 - 2 * edge}" height="{540 - 2 * edge}" overflow="hidden">'
        f'<rect width="100%" height="100%" fill="{style.palette.paper}"/>'
        f'<g transform="scale({number(sx) if edge else f"{sx:.4f}"} {sy:.4f})">{picture}</g></svg>{frame}'
    )


def back_svg(style: Style = _DEFAULT) -> str:
    """A face-down card: lacquered paper with a fine wave grain, as an SVG document of 330 × 540 units."""
    base = "#8f1c1a" if style.border == "red" else style.palette.back
    red, green, blue = (int(base[k : k + 2], 16) for k in (1, 3, 5))
    light = f"#{min(red + 26, 255):02x}{min(green + 20, 255):02x}{min(blue + 20, 255):02x}"
    arcs = ""
    for row in range(19):
        for column in range(-1, 9):
            x, y = column * 44 + (row % 2) * 22, 20 + row * 30
            for r in (22, 14, 6):
                arcs += f"M{x - r} {y}A{r} {r} 0 0 1 {x + r} {y}"
    waves = f'<path d="{arcs}" fill="none" stroke="{light}" stroke-width="2.4"/>'
    return _document(f'<rect width="330" height="540" fill="{base}"/>{waves}')


def _document(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 330 540" width="330" height="540" '
        f'stroke-linejoin="round" stroke-linecap="round">{body}</svg>'
    )


@lru_cache(maxsize=256)
def _month(style: Style, month: int) -> Pictures:
    return MONTHS[month - 1](Pen(style))


@lru_cache(maxsize=1024)
def render(card: Card | None, height_px: int, style: Style = _DEFAULT) -> NDArray[np.uint8]:
    """The face of `card`, or the back for None, as BGR, shape (height_px, height_px · 33/54, 3); read-only.

    Raises: ValueError if `height_px` is not 16…2160.
    """
    if not 16 <= height_px <= 2160:
        raise ValueError(f"height_px = {height_px!r}: expected 16 to 2160")
    svg = back_svg(style) if card is None else card_svg(card, style)
    width_px = round(height_px * ASPECT[0] / ASPECT[1])
    # Drawn at twice the size and averaged: thin lines keep their weight on small cards.
    png = resvg_py.svg_to_bytes(svg, width=2 * width_px, height=2 * height_px, skip_system_fonts=True)
    large = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    pixels = cv2.resize(large, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.uint8)
    pixels.setflags(write=False)
    return pixels


def write_deck(folder: Path, style: Style = _DEFAULT, height_px: int = 540) -> None:
    """Write the 48 faces as ``MM-K.png`` (month, place in the month) and ``back.png`` into `folder`.

    Raises: OSError if a picture cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = {f"{card // 4 + 1:02d}-{card % 4 + 1}": card for card in CARDS}
    for name, card in {**names, "back": None}.items():
        path = folder / f"{name}.png"
        if not cv2.imwrite(str(path), render(card, height_px, style)):
            raise OSError(f"cannot write {path}")


def contact_sheet(style: Style = _DEFAULT, height_px: int = 240) -> NDArray[np.uint8]:
    """All cards, a column a month and a row a place in the month, then the back: BGR."""
    gap, width_px = 8, round(height_px * ASPECT[0] / ASPECT[1])
    sheet = np.full((4 * (height_px + gap) + gap, 13 * (width_px + gap) + gap, 3), 70, np.uint8)
    for k, card in enumerate([*CARDS, None]):
        x, y = gap + k // 4 * (width_px + gap), gap + k % 4 * (height_px + gap)
        sheet[y : y + height_px, x : x + width_px] = render(card, height_px, style)
    return sheet
