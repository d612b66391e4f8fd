"""Cards that lie still and cannot be read well enough to count: one at a time, people are asked."""

from __future__ import annotations

from yakume.engine import BACK

from ..observation import NO_CARD, CardOnTable, Observation
from ..thresholds import UNSURE
from ..zones import Zone
from .answers import CardIs
from .asking import Asked, Offer
from .questions import DoubtfulCard

PATIENCE_MS = 3_000
"""A card is asked about when it lay so long without being read: most are read within one second."""


class DoubtWatch:
    """Since when each card is in doubt; feed it every observation as people corrected it."""

    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}
        self._seen: Observation | None = None
        self._left: set[int] = set()
        """Tracks of cards of which something else is asked."""

    def observe(self, observation: Observation) -> None:
        """Note what is in doubt in `observation`."""
        now = observation.t_ms
        tracks = [card.track for card in observation.cards if _in_doubt(card)]
        self._since_ms = {track: min(self._since_ms.get(track, now), now) for track in tracks}
        self._seen = observation

    def leave(self, zone: Zone, count: int) -> None:
        """Ask no more of the `count` cards that lie in `zone` in doubt for longest, nor once they are known: something
        else is asked of them."""
        cards = self._seen.cards if self._seen is not None else ()
        doubted = sorted((self._since_ms[each.track], each.track) for each in cards if self._is_doubted(each, zone))
        self._left |= {track for _, track in doubted[:count]}

    def _is_doubted(self, card: CardOnTable, zone: Zone) -> bool:
        return card.zone == zone and card.track in self._since_ms

    def ask(self, deal: int) -> Asked | None:
        """What the card is that is in doubt for longest; None before one is for long enough, or while hands move."""
        seen = self._seen
        if seen is None or seen.hand_over_table:
            return None
        since = self._since_ms
        doubted = [card for card in seen.cards if card.track in since and card.track not in self._left]
        waited = [card for card in doubted if seen.t_ms - since[card.track] >= PATIENCE_MS]
        if not waited:
            return None
        card = min(waited, key=lambda each: (since[each.track], each.track))
        assert card.zone is not None  # else it is not in doubt
        likely, others = _likely(card, seen), (Offer(CardIs(BACK), 0.05), Offer(CardIs(NO_CARD), 0.05))
        foreign = bool(card.candidates) and not likely
        return Asked(DoubtfulCard(deal, card.track, card.zone, foreign=foreign), (*likely, *others))


def _likely(card: CardOnTable, seen: Observation) -> list[Offer]:
    """The cards it looks like that are surely seen nowhere else, likeliest first."""
    elsewhere = {each.card for each in seen.cards if each.track != card.track and not _in_doubt(each)}
    offers = []
    for face, p in card.candidates:
        free = next((each for each in face.cards if each not in elsewhere), None)
        if free is not None:
            offers.append(Offer(CardIs(free), round(p, 1)))
    return offers


def _in_doubt(card: CardOnTable) -> bool:
    if not card.counts or card.said is not None:
        return False
    is_back = card.face == BACK and card.p >= UNSURE
    return not is_back and (card.card is None or card.p < UNSURE)
