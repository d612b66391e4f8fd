"""Since when what is read now has lain in sight: many cards are seen for a while before they are read."""

from __future__ import annotations

from dataclasses import dataclass, field

GONE_MS = 4_000
"""A track that was not seen for so long is another thing when it is seen again."""


@dataclass(slots=True)
class _Arrival:
    since_ms: int
    seen_ms: int
    face: int | None = None
    """As what it was read last; None as long as it was not."""


@dataclass
class Arrivals:
    """Watches the tracks of one table: call `begin` for each frame, and `note` for everything that is seen in it."""

    _tracks: dict[int, _Arrival] = field(default_factory=dict)
    _read: dict[int, list[int]] = field(default_factory=dict)
    """Face → since when each of it that is read in this frame has been in sight."""
    _now_ms: int = 0

    def begin(self, t_ms: int) -> None:
        """A new frame."""
        if t_ms < self._now_ms:  # another source, or the same one opened anew
            self._tracks.clear()
        self._now_ms = t_ms
        self._read = {}
        self._tracks = {track: each for track, each in self._tracks.items() if t_ms - each.seen_ms < GONE_MS}

    def note(self, track: int | None, face: int | None) -> None:
        """A card is seen; `face` is None where it is not read surely.

        What was read as another face before is another card, which was laid over it."""
        known = _Arrival(self._now_ms, self._now_ms) if track is None else self._tracks.get(track)
        if known is None or (face is not None and known.face not in (None, face)):
            known = _Arrival(self._now_ms, self._now_ms)
        known.seen_ms = self._now_ms
        if face is not None:
            known.face = face
            self._read.setdefault(face, []).append(known.since_ms)
        if track is not None:
            self._tracks[track] = known

    def since(self, face: int, nth: int) -> int:
        """Since when the `nth` card of `face`, from 0, has been in sight that is read in this frame."""
        times = sorted(self._read.get(face, ()))
        return times[nth] if nth < len(times) else self._now_ms
