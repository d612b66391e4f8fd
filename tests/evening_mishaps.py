"""What goes wrong with the cards on the table of `evening.py`, whoever watches it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from yakume.engine import Card
from yakume.vision.observation import Observation
from yakume.vision.zones import Place, Zone, captures_of

OTHER_TRACKS = 1_000_000
"""Cards that are taken up and laid down are other tracks, numbered from here on."""
ASTRAY_MS = 20_000
"""So long a captured card lies with somebody else until it is put back."""
HAND_MS = 800
"""So long a hand lies over the captures that it takes a card from, or lays one to."""


@dataclass(frozen=True)
class Astray:
    """A captured card that somebody moved to another player's captures by mistake."""

    card: Card
    home: Zone
    to: Zone
    since_ms: int

    @classmethod
    def at(cls, look: Observation, seats: int, rng: Random) -> Astray | None:
        """One of the captures that lie there; None while there are none."""
        lying = [each for each in look.cards if each.zone is not None and each.zone.place is Place.CAPTURES]
        if not lying:
            return None
        each = rng.choice(lying)
        assert each.card is not None and each.zone is not None
        others = [captures_of(seat) for seat in range(seats) if captures_of(seat) != each.zone]
        return cls(each.card, each.zone, rng.choice(others), look.t_ms)

    def is_over(self, now_ms: int) -> bool:
        """True once it is put back and the hand has left."""
        return now_ms - self.since_ms >= ASTRAY_MS + HAND_MS

    def laid_over(self, look: Observation) -> Observation:
        """`look` as it is with the card there."""
        gone_ms = look.t_ms - self.since_ms
        away, moves = gone_ms < ASTRAY_MS, gone_ms % ASTRAY_MS < HAND_MS
        anew = OTHER_TRACKS * (2 if away else 3)
        cards = tuple(
            replace(each, zone=self.to if away else each.zone, track=each.track + anew)
            if each.card == self.card and each.zone == self.home
            else each
            for each in look.cards
        )
        hands = (*look.hands, self.home, self.to) if moves else look.hands
        return replace(look, cards=cards, hands=tuple(dict.fromkeys(hands)))
