"""What decides the payments of one deal, and what comes of it: the input and the output of `settle`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from .ba import Ba, Rate
from .events import Happening
from .ledger import Entry
from .oikomi import Oikomi
from .options import OptionValue
from .ruleset import Ruleset

SINGLE = Rate(1)
"""The rate that multiplies nothing."""


class End(Enum):
    """How a deal came to its end."""

    OPEN = "open"
    SET = "set"
    CANCEL = "cancel"
    PLAYED_OUT = "played out"
    WALKOVER = "walkover"
    """All but one dropped (H80-BID-09)."""
    SHISO = "shiso"
    """四三 ended the match (H3-SHISO-01, H88-TEYAKU-23)."""
    TEYAKU = "teyaku"
    """A hand yaku ended it before play (KK-TEYAKU-00)."""
    VOID = "void"
    """The deal is played again (H3-MISHAP-01, H3-MISHAP-02)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An announced hand yaku."""

    seat: int
    parts: tuple[str, ...]
    """Rule ids."""
    void: bool = False
    """True if it turned out to be wrong (H3-MISHAP-04)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that decides the payments of one deal: what the cards show (DECL-RULE-01) and what people declared."""

    game: Ruleset
    options: Mapping[str, OptionValue]
    seats: int
    """How many sit at the table."""
    order: tuple[int, ...]
    """Seats in play, in play order; the first is 親 of the play."""
    deal: int = 1
    rate: Rate = SINGLE
    ba: Ba | None = None
    """None in games without a field rate."""
    fees: tuple[tuple[int, int], ...] = ()
    """Seat and 降り賃 in 文 of each who dropped, in that order."""
    squeezed: tuple[tuple[int, Oikomi], ...] = ()
    """Seat and terms of the 追い込み代 of each who was squeezed out and showed the hand."""
    mizuten: int | None = None
    claims: tuple[Shown, ...] = ()
    happenings: tuple[Happening, ...] = ()
    end: End = End.OPEN
    points: tuple[int, ...] = ()
    """Card points in play order; empty if they do not matter."""
    kasu: tuple[int, ...] = ()
    """Kasu, willow included, in play order."""
    roles: tuple[tuple[int, str], ...] = ()
    """Seat and rule id of each end-of-deal set of すだおし (SD-DEKI-00)."""
    told: tuple[tuple[int, int], ...] = ()
    """(maker, feeder) of what people say was fed (法度) and the recorded cards cannot show."""
    counted: bool = False
    """True if people counted the card points, and nobody knows the cards."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Payments, and who takes the pot and deals next."""

    entries: tuple[Entry, ...]
    winner: int | None
    """None if the deal is not over, was void, or was drawn (then the dealer stays)."""
