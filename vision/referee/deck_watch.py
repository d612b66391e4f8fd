"""A deck that is not whole: a card that no deal has shown lies in the box, or under the table (COM-CARD-01)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from yakume.engine import DECK, Card, CardSet

FEW = 3
"""More cards than these are not missing: they lay hidden."""


@dataclass
class DeckWatch:
    """Which cards were seen at all, deal by deal."""

    _seen: set[Card] = field(default_factory=set)
    """In the running deal."""
    _unseen: CardSet | None = None
    """In the deal before; None if that says nothing."""
    missing: CardSet = field(default_factory=CardSet)
    """Never seen in two deals one after the other though all 48 cards must have been captured."""

    def observe(self, cards: Iterable[Card]) -> None:
        """Take what is seen in an observation."""
        self._seen.update(cards)
        if self.missing:
            self.missing -= CardSet(self._seen)

    def ended(self, captured: CardSet) -> None:
        """A deal was settled with these captures; only one that was played out says what is missing."""
        unseen = DECK - CardSet(self._seen)
        if captured == DECK:
            both = unseen & self._unseen if self._unseen is not None else CardSet()
            self.missing = both if len(both) <= FEW else CardSet()
            self._unseen = unseen
        self._seen = set()
