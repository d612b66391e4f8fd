"""A deck that is not whole: a card that no deal has shown lies in the box, or under the table (COM-CARD-01)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb

from yakume.engine import DECK, CardSet

from .position import FACE_OF, FULL, GROUPS, each_bit

FEW = 3
"""More cards than these are not missing: they lay hidden."""

BY_CHANCE = 0.0005
"""A card is missing if it is no likelier than this that chance alone hid it all the while."""

PLAYED_OUT = 0.02
"""How likely it is that a card is not seen in a deal in which all 48 were captured: it was misread, or lay covered."""


@dataclass
class DeckWatch:
    """Which faces were seen at all, deal by deal, as masks (see `position`)."""

    missing: int = 0
    """Faces that are missing."""
    deals: int = 0
    """For how many deals."""
    _seen: int = 0
    """In the running deal."""
    _hidden: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Bit of a face that was not seen of late → how likely that is by chance, and for how many deals."""

    def observe(self, faces: int) -> None:
        """Take what is seen in an observation."""
        self._seen |= faces
        self.missing &= ~faces

    def ended(self, captured: CardSet, lacking: int) -> None:
        """A deal was settled with these captures.

        Args: `lacking` are faces that were missing from its stock.
        """
        unseen = FULL & ~self._seen
        few = unseen.bit_count() <= FEW
        known, self._hidden = self._hidden, {}
        for at in each_bit(unseen):
            bit = 1 << at
            p = (PLAYED_OUT if few else 1.0) if captured == DECK else _hides(at, unseen.bit_count() / 48)
            chance, deals = known.get(bit, (1.0, 0))
            self._hidden[bit] = (0.0 if bit & lacking else chance * p), deals + 1
        gone = {bit: deals for bit, (chance, deals) in self._hidden.items() if chance <= BY_CHANCE}
        self.missing = sum(gone) if len(gone) <= FEW else 0
        self.deals = max(gone.values(), default=0)
        self._seen = 0


def _hides(at: int, share: float) -> float:
    """How likely it is that the bit of number `at` is not seen where a `share` of all cards is not: of the kasu of a
    month, which nobody tells apart, any that is lacking lets the last bit lack."""
    group = GROUPS[FACE_OF[at]]
    count, least = group.bit_count(), (group >> at).bit_count()
    return sum(comb(count, n) * share**n * (1 - share) ** (count - n) for n in range(least, count + 1))
