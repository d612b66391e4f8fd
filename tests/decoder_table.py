"""A table told face by face to the decoder; no picture and no model needed."""

from __future__ import annotations

from collections.abc import Sequence

from yakume.engine import CardSet, Face
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.look import Look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.position import Position, faces_mask, mask_of
from yakume.vision.zones import FIELD, Zone, captures_of, shown_by


def position(field: str, seats: int = 3) -> Position:
    """Three players, the first to play, with `field` dealt."""
    dealt = mask_of(CardSet.parse(field))
    return Position(tuple(range(seats)), dealt, (0,) * seats, (0,) * seats, dealt)


class Table:
    """A table told face by face; `look` keeps it so for a while and gives what the decoder believes then."""

    def __init__(self, field: str, seats: int = 3) -> None:
        self.decoder, self._keeper, self._now = Decoder(position(field, seats)), LookKeeper(seats), 0

    def look(
        self,
        field: str,
        *captures: str,
        shown: Sequence[str] = (),
        ms: int = 2000,
        miss: Sequence[int] = (),
        moving: Sequence[Zone] = (),
        beside: str = "",
    ) -> list[str]:
        """`miss`: numbers of the frames that see nothing at all; `beside`: what lies in no zone."""
        zones: dict[Zone | None, str] = {FIELD: field, None: beside}
        zones |= {captures_of(seat): text for seat, text in enumerate(captures)}
        zones |= {shown_by(seat): text for seat, text in enumerate(shown)}
        sights = [Sight(Face(face).index, zone) for zone, text in zones.items() for face in text.split()]
        for frame in range(ms // 100):
            self.see([] if frame in miss else sights, moving)
        return [str(move) for move in self.decoder.best.moves]

    def see(self, sights: Sequence[Sight], moving: Sequence[Zone] = ()) -> None:
        """Show one frame."""
        look = self._keeper.observe(self._now, sights, frozenset(moving))
        self._now += 100
        if look is not None:
            self.decoder.observe(look)


def rested(ms: int, field: str, pile: str = "", came: dict[str, int] | None = None) -> Look:
    """A look at rest; `came` says since when the last card of a face has been in sight."""
    lying = Lying(faces_mask(map(Face, field.split())), (faces_mask(map(Face, pile.split())), 0, 0), (0, 0, 0))
    bits = {(lying.everything & Face(face).cards.mask).bit_length() - 1: at for face, at in (came or {}).items()}
    return Look(ms, lying, lying, bits, rest=1)


def told(field: str, *looks: Look) -> list[str]:
    """The half-turns that a decoder believes after these looks."""
    decoder = Decoder(position(field))
    for look in looks:
        decoder.observe(look)
    return [str(move) for move in decoder.best.moves]
