"""How people handle the cards at one table, beyond laying them where they belong.

Without habits everybody plays by the book: captures in rows, one hand at a time, nothing is touched that need not be.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """What people do; chances are those of one turn."""

    stack: int = 0
    """Captures are squared into a stack of which the newest so many show (1 or 2); 0 for rows."""
    in_strip: bool = False
    """Captures are laid where hand yaku are shown."""
    resorts: float = 0.0
    """Somebody takes up the own captures and lays them in another order."""
    takes_back: float = 0.0
    """Somebody takes some captures into the hand, looks at them and puts them back."""
    drops: float = 0.0
    """A hand card falls on the field and is put back before another is played."""
    hurries: float = 0.0
    """The next player plays while captures are still being pulled in."""
    pulls_late: float = 0.0
    """Captures lie on the field until the next player has played."""
    slides: float = 0.0
    """The hand card is slid over the table instead of being carried."""
    shifts: float = 0.0
    """Somebody pushes the own captures aside, all together."""
    squares: float = 0.0
    """Somebody pushes the own captures together, until little of each shows."""
    stock: float = 0.0
    """The stock is shifted and leans."""
    tempo: bool = False
    """Turns take from two seconds to fifteen, not all the same time."""
    shuffles: bool = False
    """Cards are mixed on the table between deals."""


BY_THE_BOOK = Habits()
"""Nothing of all that."""
