"""Cards that nobody but a person saw: laid over the observations until they are found or are gone.

An added card has a track of its own, numbered downwards from −1, so that it can be corrected like any other; what it is
stands with the other corrections of people and is forgotten with them.
"""

from __future__ import annotations

from collections.abc import MutableMapping

from yakume.engine import BACK
from yakume.vision.observation import NO_CARD, CardOnTable, Observation, Outline, Said
from yakume.vision.thresholds import SURELY_READ
from yakume.vision.zones import Zone

SAME_PLACE = 0.5
"""A card found that overlaps an added one by more than this (IoU) is the same card."""


class Additions:
    """The added cards of one table."""

    def __init__(self, fixes: MutableMapping[int, Said]) -> None:
        """`fixes`: track → what people said it is; shared with who judges by them."""
        self._fixes = fixes
        self._cards: dict[int, tuple[Outline, Zone | None]] = {}

    def add(self, quad: Outline, zone: Zone | None, said: Said) -> int:
        """A person says that a card lies at `quad`, px of the frame; its track."""
        track = min(self._cards, default=0) - 1
        self._cards[track] = quad, zone
        self._fixes[track] = said
        return track

    def merge(self, observation: Observation) -> Observation:
        """`observation` with the added cards that it lacks; one that is found now hands its name on to what was found.

        Cards that were added to `observation` before are added anew.
        """
        observation = observation.with_added(())
        for track, (quad, _) in list(self._cards.items()):
            said = self._fixes.get(track)
            if said is None or said is NO_CARD:  # forgotten with the deal, or taken back
                self._drop(track)
                continue
            stable = [seen for seen in observation.cards if seen.stable]
            found = next((seen for seen in stable if _overlap(seen.quad, quad) > SAME_PLACE), None)
            if found is not None:
                self._fixes.setdefault(found.track, said)
            if found is not None or any(_is_read(seen, said) for seen in stable):
                self._drop(track)
        return observation.with_added(
            CardOnTable(track, None, BACK, 1.0, quad, zone, stable=True) for track, (quad, zone) in self._cards.items()
        )

    def _drop(self, track: int) -> None:
        del self._cards[track]
        self._fixes.pop(track, None)


def _is_read(seen: CardOnTable, said: Said) -> bool:
    return seen.card is not None and seen.card == said and seen.p >= SURELY_READ


def _overlap(a: Outline, b: Outline) -> float:
    import numpy as np
    from yakume.vision.geometry import iou

    return iou(np.array(a, np.float32), np.array(b, np.float32))
