"""Since when something lies over cards of the field: what captures one is often read only as both are pulled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..observation import CoveredCard, Span
from .covers import REMEMBERED_MS

AT_ONCE_MS = 100
"""Where something seems to come over two cards within so long, it is an arm, or the light."""


@dataclass
class Overlaid:
    """Watches the field of one table; call `note` for each frame."""

    _spans: dict[int, tuple[int, Span, int]] = field(default_factory=dict)
    """Track → as what it was read, when something was laid over it, and until when that was told."""

    def clear(self) -> None:
        """Another source."""
        self._spans.clear()

    def note(self, covered: Iterable[CoveredCard], t_ms: int) -> None:
        """Take the cards of a frame over which something lies."""
        self._spans = {track: each for track, each in self._spans.items() if t_ms - each[2] < REMEMBERED_MS}
        self._spans |= {each.track: (each.face.index, each.over, t_ms) for each in covered}

    @property
    def spans(self) -> Mapping[int, Span]:
        """Face → when something was laid over a card of it, the last one that pictures tell of lately."""
        told: dict[int, Span] = {}
        times = [over[1] for _, over, _ in self._spans.values()]
        for face, over, _ in self._spans.values():
            alone = sum(abs(over[1] - ms) <= AT_ONCE_MS for ms in times) == 1
            if alone and (face not in told or told[face][1] < over[1]):
                told[face] = over
        return told
