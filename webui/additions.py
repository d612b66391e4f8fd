"""Cards that nobody but a person saw: laid over the observations until they are found or are gone.

An added card has a track of its own, numbered downwards from −1, so that it can be corrected like any other; what it is
stands with the other corrections of people and is forgotten with them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from yakume.vision.memory import Said

Json = dict[str, Any]

SAME_PLACE = 0.5
"""A card found that overlaps an added one by more than this (IoU) is the same card."""

SURE = 0.9
"""A card that is read elsewhere with this probability lies there, and no longer where it was added."""


class Additions:
    """The added cards of one table."""

    def __init__(self, fixes: MutableMapping[int, Said]) -> None:
        """`fixes`: track → what people said it is; shared with who judges by them."""
        self._fixes = fixes
        self._cards: dict[int, Json] = {}

    def add(self, quad: Any, zone: str | None, said: Said) -> int:
        """A person says that a card lies at `quad` (4, 2), px of the frame; its track."""
        track = min(self._cards, default=0) - 1
        self._cards[track] = {"quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad], "zone": zone}
        self._fixes[track] = said
        return track

    def merge(self, observation: Json) -> Json:
        """`observation` with the added cards that it lacks; one that is found now hands its name on to what was found.

        Cards that were added to `observation` before are added anew.
        """
        observation = observation | {"cards": [card for card in observation["cards"] if card["track"] > 0]}
        for track, card in list(self._cards.items()):
            said = self._fixes.get(track)
            if said is None:  # taken back, or forgotten with the deal
                self._drop(track)
                continue
            found = _first(observation, lambda seen, card=card: _overlap(seen["quad"], card["quad"]) > SAME_PLACE)
            if found is not None:
                self._fixes.setdefault(found["track"], said)
            if found is not None or _first(observation, lambda seen, said=said: _is_read(seen, str(said))) is not None:
                self._drop(track)
        added = [
            card | {"track": track, "card": None, "face": "back", "p": 1.0, "stable": True}
            for track, card in self._cards.items()
        ]
        return observation | {"cards": [*observation["cards"], *added]} if added else observation

    def _drop(self, track: int) -> None:
        del self._cards[track]
        self._fixes.pop(track, None)


def _first(observation: Json, fits: Callable[[Json], bool]) -> Json | None:
    return next((seen for seen in observation["cards"] if seen["stable"] and fits(seen)), None)


def _is_read(seen: Json, card: str) -> bool:
    return bool(seen["card"] == card and seen["p"] >= SURE)


def _overlap(a: Any, b: Any) -> float:
    import numpy as np
    from yakume.vision.geometry import iou

    return iou(np.array(a, np.float32), np.array(b, np.float32))
