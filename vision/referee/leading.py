"""Who leads: whether the play that is seen was begun by another than is booked.

Who deals is told by people, or follows from how the deal before ended, and either may be wrong. Of a deal that another
led some turns are made up, or nothing explains it; with the one who truly led it is explained as any other deal is. The
first looks are followed once for each who may have led, and the likeliest one is believed after several turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .candidates import HALF_TURN
from .decoder import Decoder
from .look import Look

MOST_LOOKS = 48
"""Who leads shows in the first so many looks, or not at all: what goes wrong later is something else."""

AT_ONCE = 1
"""So many of the looks that went by are taken beside each new one: it does not wait for all of them."""

STRANGE = 5.0
"""Others may have led once what is seen costs so much more, in nats, than half-turns alone do."""

SURELY = 5.0
"""Another is believed to lead whose looks cost so much less, in nats, than those of who is booked, and half of it less
than those of anybody else: about what a turn costs of which nobody saw a card."""

HOPELESS = 30.0
"""Who costs so much more than the likeliest does not lead, and is followed no further."""

LED_HALF_TURNS, LED_SEATS = 6, 2
"""So many half-turns must have been made then, and captures be seen of so many players."""


@dataclass
class LeadWatch:
    """Who leads one deal; feed it the looks that its decoder takes, after that one."""

    booked: Decoder
    """Follows the deal as it is booked."""
    seat: int | None = None
    """Who seems to lead instead; None as long as nobody does."""
    _looks: list[Look] = field(default_factory=list)
    _others: tuple[Decoder, ...] | None = None
    """Follow it with another who may lead, each from the first look on; None until anybody else seems to."""
    _taken: int = 0
    """How many looks they have taken."""

    def observe(self, look: Look) -> None:
        """Take a look."""
        if len(self._looks) >= MOST_LOOKS:
            return
        self._looks.append(look)
        if self._others is None:
            if self._extra(self.booked) < STRANGE:
                return
            self._others = tuple(self._led_by(order) for order in _rotated(self.booked.start.order))
        due = self._looks[self._taken : self._taken + 1 + AT_ONCE]
        for each in due:
            for other in self._others:
                other.observe(each)
        self._taken += len(due)
        if self._taken == len(self._looks):
            low = min(each.spent for each in (self.booked, *self._others))
            self._others = tuple(each for each in self._others if each.spent - low < HOPELESS)
            self.seat = self._leader(self._others)

    def _led_by(self, order: tuple[int, ...]) -> Decoder:
        return Decoder(replace(self.booked.start, order=order), self.booked.said)

    def _extra(self, decoder: Decoder) -> float:
        return decoder.spent - HALF_TURN * decoder.best.position.turns

    def _leader(self, others: Sequence[Decoder]) -> int | None:
        if not others:
            return None
        likeliest, *others = sorted(others, key=lambda each: each.spent)
        seat, position = likeliest.start.order[0], likeliest.best.position
        seen = sum(bool(pile & ever) for pile, ever in zip(position.piles, likeliest.ever, strict=True))
        clear = self.booked.spent - likeliest.spent >= SURELY
        clear &= all(each.spent - likeliest.spent >= SURELY / 2 for each in others)
        clear &= likeliest.discrepancies() <= self.booked.discrepancies()
        clear &= position.turns >= LED_HALF_TURNS and seen >= LED_SEATS
        return seat if clear else None


def _rotated(order: Sequence[int]) -> list[tuple[int, ...]]:
    """The orders in which the same players may play, were another of them the first."""
    return [(*order[at:], *order[:at]) for at in range(1, len(order))]
