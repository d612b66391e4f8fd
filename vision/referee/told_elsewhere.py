"""A hand yaku that was told for one player while its cards lie open before another: a tap at the wrong seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from yakume.engine import CardSet, TeyakuShown
from yakume.engine.events import Corrected, CorrectedTogether
from yakume.engine.play import effective

from ..zones import shown_by
from .answers import Announced, ShownBy
from .asking import Asked, Offer
from .position import mask_of
from .questions import WhoShows
from .situation import SETTLED_MS, Situation, accepts


@dataclass
class ToldElsewhere:
    """Hand yaku of one match that may be another player's."""

    _asked: set[WhoShows] = field(default_factory=set)

    def ask(self, now: Situation) -> Iterator[Asked]:
        """Whose each of them is: as its cards lie, as it was told, or no hand yaku at all."""
        opened = now.following.opened
        for claim in now.deal.claims if opened else ():
            faces = mask_of(now.deal.exposed[claim.seat])
            others = [seat for seat in now.deal.order if opened[seat] == faces]
            question = WhoShows(now.log.deal, CardSet.from_mask(faces), now.state.game.rules.claim, claim.seat)
            if not faces or claim.void or opened[claim.seat] or len(others) != 1 or question in now.log.answers:
                continue
            (seat,) = others
            if question not in self._asked and now.belief.unchanged_ms(shown_by(seat)) < SETTLED_MS:
                continue  # more may be laid
            if (offers := _offers(now, claim.seat, seat)) is not None:
                self._asked.add(question)
                yield Asked(question, offers)


def _offers(now: Situation, told: int, seat: int) -> tuple[Offer, ...] | None:
    """What may be said of the hand yaku of `told` that lies before `seat`; None where it cannot be another's."""
    at, event = max((at, event) for at, event in _standing(now) if event.seat == told)
    right = Corrected(at, (TeyakuShown(seat, event.parts, event.exposed),))
    if not accepts(now.state, right):
        return None
    stands = Offer(ShownBy(told, event.parts), 0.05)
    none = CorrectedTogether((Corrected(at),))  # no undo: it is taken back by one
    return Offer(ShownBy(seat, event.parts), 0.9, (right,)), stands, Offer(Announced(), 0.05, (none,))


def _standing(now: Situation) -> list[tuple[int, TeyakuShown]]:
    """The hand yaku that count in the running deal, each with its place in the log."""
    since = [(at, event) for at, event in effective(now.state.log) if at > now.log.laid_at]
    return [(at, event) for at, event in since if isinstance(event, TeyakuShown)]
