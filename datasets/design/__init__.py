"""The project's own deck: 48 faces and a back, drawn by code in the traditional composition.

>>> from yakume.engine import Card
>>> card_svg(Card.parse("1h")).startswith("<svg ")
True
>>> render(Card.parse("8h"), 54).shape
(54, 33, 3)
"""

from __future__ import annotations

from .cards import ASPECT, back_svg, card_svg, contact_sheet, render, write_deck
from .style import PALETTES, STYLES, Border, Palette, Style

__all__ = [
    "ASPECT",
    "PALETTES",
    "STYLES",
    "Border",
    "Palette",
    "Style",
    "back_svg",
    "card_svg",
    "contact_sheet",
    "render",
    "write_deck",
]
