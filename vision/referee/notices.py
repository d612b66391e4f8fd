"""What keeps the referee from going on: typed; it is said in words where it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How well the running deal is followed."""

    ON_THREAD = "on thread"
    DOUBTFUL = "doubtful"
    """Something lies there that the half-turns do not explain, or several readings are as likely."""
    LOST = "lost"
    """What lies in the piles has to do."""


@dataclass(frozen=True, slots=True)
class NotAtRest:
    """The table has not come to rest for so long that nothing can be concluded."""


@dataclass(frozen=True, slots=True)
class OddField:
    """As many cards lie on a field as on no first field; the deal is not begun."""

    seen: int
    dealt: int


@dataclass(frozen=True, slots=True)
class BegunUnseen:
    """Captures lie on the table, and no deal was begun: it goes on since before anybody looked."""

    captured: int


@dataclass(frozen=True, slots=True)
class EndUnseen:
    """The captures of the running deal were put away, and others lie there: the next deal is played already."""

    captured: int
    """How many of the next deal's."""


@dataclass(frozen=True, slots=True)
class LeftLying:
    """As many cards as a first field has lie there since the last deal ended: they are taken for what it left."""

    seen: int


@dataclass(frozen=True, slots=True)
class StartTakenBack:
    """The first field of a deal lies there whose start was taken back: it is not begun again by itself."""


@dataclass(frozen=True, slots=True)
class FieldGuessed:
    """Others stand for cards of the running deal's first field that nobody could read: the rate is provisional."""

    count: int


@dataclass(frozen=True, slots=True)
class DealerInDoubt:
    """People bid, and how the last deal ended, or whether it was this one's, is still asked: who deals, and so who bids
    first, follows from it."""


@dataclass(frozen=True, slots=True)
class LedByAnother:
    """Another seems to lead the running deal than follows from how the one before ended: that may be booked wrongly, or
    a deal be missing."""

    seat: int
    booked: int


@dataclass(frozen=True, slots=True)
class BesideZones:
    """Cards lie in no zone, or beside the stock; they are not counted."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """Cards were laid open before anybody played, and what hand yaku that is, or whose, nobody has said."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiesTwice:
    """Cards lie on the field of which all that there are lie elsewhere by play: misread, or of another deck."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotTurned:
    """The last card of the stock is not turned: if the stock is empty, it is missing from the deck (COM-CARD-01)."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NeverSeen:
    """Cards that no deal has shown for a while: the deck is not whole (COM-CARD-01)."""

    faces: tuple[str, ...]
    deals: int
    """For how many deals."""


@dataclass(frozen=True, slots=True)
class HandRests:
    """A hand, or something else that moves, has lain on a player's captured or shown cards for long: they are not seen,
    and what is captured there is known from play alone."""

    seat: int
    shown: bool = False
    """True if it lies on the shown cards."""


@dataclass(frozen=True, slots=True)
class WithAnother:
    """What a player had captured lies with another by now: whoever changed places in mid-deal pays for the other."""

    seat: int
    to: int
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class CapturedAstray:
    """Cards that a player captured lie with another by now: whose they are is asked once the deal ends."""

    seat: int
    to: int
    """Where they lie."""
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherLayout:
    """The table on file is laid out for another number of players: these have the usual zones."""

    laid_out: int
    seats: int


@dataclass(frozen=True, slots=True)
class EndInDoubt:
    """The match is over, and some deals were settled although they were not followed, or a card of their first field
    was never read, or are still asked about. Hand yaku that nobody saw and nobody told may be missing, or the rate be
    another, and with them who is first and last: what is paid for that is provisional (H88-END-01, H3-END-02)."""

    deals: tuple[int, ...]
    """Their numbers."""


@dataclass(frozen=True, slots=True)
class NotBooked:
    """The rules refuse what is concluded from the table: it is not booked."""

    message: str
    """What the engine says."""


@dataclass(frozen=True, slots=True)
class NoLongerCounts:
    """Something that was booked is refused by the rules since what stood before it was put right: a hand yaku with a
    card that lay on the first field, as is known now."""

    count: int
    """How many events."""
    message: str
    """What the engine says of the first."""


@dataclass(frozen=True, slots=True)
class ThreadLost:
    """The plays are not followed any more; the deal is settled by its piles."""


Notice = (
    NotAtRest
    | OddField
    | BegunUnseen
    | EndUnseen
    | LeftLying
    | StartTakenBack
    | FieldGuessed
    | DealerInDoubt
    | LedByAnother
    | BesideZones
    | LaidOpen
    | LiesTwice
    | NotTurned
    | NeverSeen
    | HandRests
    | WithAnother
    | CapturedAstray
    | OtherLayout
    | EndInDoubt
    | NotBooked
    | NoLongerCounts
    | ThreadLost
)
