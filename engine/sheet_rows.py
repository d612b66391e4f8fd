"""What the written sheet (記入式) is made of: cells of 貫 and 点, titles and rows."""

from __future__ import annotations

from dataclasses import dataclass

from .finish import toward_zero
from .yaku import KAN


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player wins or loses in one row; the two columns may have different signs."""

    kan: int = 0
    ten: int = 0

    def __add__(self, other: Cell) -> Cell:
        return Cell(self.kan + other.kan, self.ten + other.ten)

    def __neg__(self) -> Cell:
        return Cell(-self.kan, -self.ten)

    @property
    def mon(self) -> int:
        """The cell in 文."""
        return self.kan * KAN + self.ten

    @property
    def carried(self) -> Cell:
        """The same amount with 点 below one 貫 and one common sign (点を貫に)."""
        kan = toward_zero(self.mon)
        return Cell(kan, self.mon - kan * KAN)


@dataclass(frozen=True, slots=True)
class Title:
    """What a row or column is called."""

    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Row:
    """One settlement of a deal, or one step of the closing."""

    title: Title
    cells: tuple[Cell | None, ...]
    """By seat; None is an empty cell."""
    struck: bool = False
    """True if it was paid back (吹き消し, a void claim): shown with a line through it, not counted."""
    rule: str = ""
    """The rule by which a step of the closing is made, where the page cannot say it with a payment."""


FED = Title("法度", " (fed)")
CANCELLED = Title("・消", " (cancelled)")
BEATEN = Title("・下", " (beaten)")
RAN_OUT = Title("・流", " (played out)")
"""Marks behind the name of a yaku on the sheet."""
