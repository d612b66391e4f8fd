"""How a deck is printed: its inks, its line, its edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Border = Literal["black", "red", "none"]


@dataclass(frozen=True)
class Palette:
    """The inks of one print run, as ``#rrggbb``."""

    ink: str = "#2a1a16"
    """Outlines, veins, writing."""
    paper: str = "#f5f1e6"
    red: str = "#d3251f"
    leaf: str = "#3f9a5b"
    """Pine, leaves, grass: green in bright decks, nearly black in old Kyoto prints."""
    blue: str = "#4b3f93"
    """Irises, wisteria, the blue ribbons; a dark violet in old prints."""
    yellow: str = "#f2c63c"
    brown: str = "#8a5f45"
    pink: str = "#f08ba6"
    tan: str = "#e79a45"
    """Deer, boar, geese, cuckoo, swallow."""
    water: str = "#7db9c9"
    back: str = "#1d1b1c"


PALETTES = {
    "bright": Palette(),
    "kyoto": Palette(
        ink="#0d0b0c",
        paper="#eeeae2",
        red="#c8171a",
        leaf="#1d231d",
        blue="#2c2340",
        yellow="#e6cf45",
        brown="#2a2422",
        pink="#c46b74",
        tan="#c95a2e",
        water="#4f8fae",
        back="#151314",
    ),
    "faded": Palette(
        ink="#3d332c",
        paper="#e9dfc6",
        red="#b8483a",
        leaf="#566b4b",
        blue="#4d4a66",
        yellow="#d3b45c",
        brown="#7c6650",
        pink="#cf938b",
        tan="#bd8453",
        water="#8fa9a4",
        back="#4a2a26",
    ),
    "new": Palette(
        ink="#101418",
        paper="#ffffff",
        red="#e8332a",
        leaf="#137a4a",
        blue="#2d50a7",
        yellow="#ffd23f",
        brown="#6b4a36",
        pink="#ff9fb8",
        tan="#f0a04b",
        water="#8fd3e8",
        back="#7a1414",
    ),
}
"""Print runs by name; ``bright`` is what the page shows."""


@dataclass(frozen=True)
class Style:
    """One edition of the project's deck."""

    palette: Palette = PALETTES["bright"]
    border: Border = "black"
    line: float = 1.0
    """Weight of the outlines; 1 is about 0.35 mm on a real card."""
    numbers: bool = False
    """Print the month in a corner, as decks for beginners do."""


STYLES = {
    "bright": Style(),
    "bright-red": Style(border="red", line=0.8),
    "bright-none": Style(border="none", line=1.2),
    "bright-numbers": Style(numbers=True),
    "kyoto": Style(PALETTES["kyoto"], line=0.8),
    "kyoto-none": Style(PALETTES["kyoto"], border="none"),
    "kyoto-red": Style(PALETTES["kyoto"], border="red", numbers=True),
    "faded": Style(PALETTES["faded"], line=0.9),
    "new": Style(PALETTES["new"], border="red", line=1.3),
    "new-numbers": Style(PALETTES["new"], border="none", line=0.7, numbers=True),
}
"""Editions by name, as training and contact sheets use them."""
