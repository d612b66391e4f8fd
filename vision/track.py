"""The same card over time: where it lies, what it was read as, and whether it lies still.

Cards lie still, so a card is known again by its place. What is shown comes from a vote over several looks; once sure,
a card is not read again until it looks different. All delays are in milliseconds of the source's own time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from yakume.engine import Card

from .certainty import is_certain
from .detection import Detection
from .geometry import Quad, ious, quad_long_side, turned
from .motion import Motion, thumbnail

STABLE_MS = 400
"""A card counts once it was still for this long; a hand that lays one needs about as much to be gone."""

GONE_MS = 700
"""A card that is not found counts as gone after this long, as long as nothing moves where it was."""

MIN_SEEN = 2
"""A card must be found in this many frames to count, whatever their distance in time."""

VOTES = 5
"""Looks that take part in the vote; the newest count."""

SURE = 0.97
"""Once the vote is this sure after two looks, there is no third."""

LIKELY, READ_AGAIN_MS = 0.9, 1_000
"""A card whose full vote stays below this is read again this often."""

SAME_LOOK = 0.55
"""Root mean square difference of two thumbnails (in their standard deviations) below which a card did not change.
The same card under noise stays below 0.3, another card in its place is above 0.8."""

_MOVED = 0.12
"""A centre that shifts by more than this share of the card's length has moved, less is jitter."""

_MIN_IOU = 0.3
_SMOOTHING = 0.3
_COVERED = 0.15


@dataclass
class Track:
    """One card lying on the table."""

    number: int
    quad: Quad
    """Image px, smoothed over frames; from its own top-left once it was read."""
    score: float
    since_ms: int
    """Since when it lies as it does now."""
    seen_ms: int
    """When it was last found."""
    seen: int = 1
    """In how many frames it was found since it lies so."""
    votes: list[NDArray[np.float32]] = field(default_factory=list)
    """Face probabilities (37,) of the last looks."""
    read_ms: int = 0
    """When it was last read."""
    look: NDArray[np.float32] | None = None
    """Thumbnail when it was last read."""
    card: Card | None = None
    """What the last assignment gave it."""
    gone_since_ms: int | None = None
    """Since when it is missing although nothing moves there."""
    still_ms: int = 0
    """When something last moved over it."""

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The vote over the last looks, (37,)."""
        return np.asarray(np.mean(self.votes, 0), np.float32)

    def needs_reading(self, now_ms: int) -> bool:
        """True if another look could tell more: at once at first, later now and then as long as the vote is not sure.

        The first looks can all be poor, in the shadow of the hand that laid the card; the newest outvote them.
        """
        if len(self.votes) < MIN_SEEN:
            return True
        sure = float(self.probabilities.max())
        if len(self.votes) < VOTES:
            return sure < SURE
        return sure < LIKELY and now_ms - self.read_ms >= READ_AGAIN_MS

    def is_stable(self, now_ms: int) -> bool:
        """True if it lies there, still, and is certain enough to be a card."""
        return bool(self.votes) and not self.is_new(now_ms) and is_certain(self.score, self.probabilities)

    def is_new(self, now_ms: int) -> bool:
        """True if it has not been found often enough, or not lain still for long enough, to be told as a card."""
        return self.seen < MIN_SEEN or now_ms - max(self.since_ms, self.still_ms) < STABLE_MS

    def vote(
        self, probabilities: NDArray[np.float32], upside_down: bool, look: NDArray[np.float32], now_ms: int
    ) -> None:
        """Count one more look."""
        self.read_ms = now_ms
        self.votes = [*self.votes, probabilities][-VOTES:]
        if upside_down:
            self.quad = turned(self.quad, 2)
            look = look[::-1, ::-1]
        self.look = look


class Tracker:
    """All cards on the table, from one frame to the next."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._next = 1

    def update(self, detections: Sequence[Detection], motion: Motion, now_ms: int) -> None:
        """Match what was found in a frame with the cards known so far; add new ones and let go of those gone."""
        for track in self.tracks:
            if motion.within(track.quad) > _COVERED:
                track.still_ms = now_ms
        pairs = self._match(detections)
        for track, detection in pairs:
            self._follow(track, detection, motion, now_ms)
        found = {id(detection) for _, detection in pairs}
        for detection in detections:
            if id(detection) not in found:
                self.tracks.append(Track(self._next, detection.quad, detection.score, now_ms, now_ms))
                self._next += 1
        self.tracks = [track for track in self.tracks if not _is_gone(track, now_ms)]

    def confirm(self, motion: Motion, now_ms: int) -> None:
        """Nothing changed since the last frame: every card that was found then is still there."""
        for track in self.tracks:
            if track.gone_since_ms is None:
                track.seen_ms, track.seen = now_ms, track.seen + 1
        self.tracks = [track for track in self.tracks if not _is_gone(track, now_ms)]

    def _match(self, detections: Sequence[Detection]) -> list[tuple[Track, Detection]]:
        if not self.tracks or not detections:
            return []
        overlap = ious([track.quad for track in self.tracks], [d.quad for d in detections])
        rows, columns = linear_sum_assignment(-np.where(overlap >= _MIN_IOU, overlap, 0))
        pairs = zip(rows, columns, strict=True)
        return [(self.tracks[r], detections[c]) for r, c in pairs if overlap[r, c] >= _MIN_IOU]

    def _follow(self, track: Track, detection: Detection, motion: Motion, now_ms: int) -> None:
        quad = _aligned(detection.quad, track.quad)
        shift = float(np.linalg.norm(quad.mean(0) - track.quad.mean(0)))
        if _is_sideways(quad, track.quad):
            # Half of a card under a hand looks as wide as high: what was read of it across says nothing.
            track.quad, track.since_ms, track.seen, track.look, track.votes = quad, now_ms, 0, None, []
        elif shift > _MOVED * quad_long_side(track.quad):
            track.quad, track.since_ms, track.seen = quad, now_ms, 0
            if track.look is not None and _difference(thumbnail(motion, quad), track.look) > SAME_LOOK:
                # Not a card that was pushed, but the next one laid half over it.
                track.votes, track.look = [], None
        else:
            track.quad = (track.quad + _SMOOTHING * (quad - track.quad)).astype(np.float32)
        track.score += _SMOOTHING * (detection.score - track.score)
        track.seen_ms, track.seen, track.gone_since_ms = now_ms, track.seen + 1, None
        if track.look is not None and _difference(thumbnail(motion, track.quad), track.look) > SAME_LOOK:
            # Another card on top, or this one turned over: what was read before says nothing any more.
            track.votes, track.look, track.since_ms, track.seen = [], None, now_ms, 1


def _is_gone(track: Track, now_ms: int) -> bool:
    """True if `track` was missing for long enough with nothing over it; notes since when it is."""
    if track.seen_ms == now_ms:
        return False
    if track.still_ms == now_ms or track.gone_since_ms is None:
        track.gone_since_ms = now_ms
    # What was never more than a flicker is not waited for.
    patience = GONE_MS if track.seen >= MIN_SEEN else 0
    return now_ms - track.gone_since_ms >= patience


def _aligned(quad: Quad, like: Quad) -> Quad:
    """`quad` or the same upside down, whichever has its first corner nearer to the first of `like`.

    A detector knows which sides are the long ones, not which end is up.
    """
    return min((turned(quad, k) for k in (0, 2)), key=lambda q: _distance(q, like))


def _is_sideways(quad: Quad, like: Quad) -> bool:
    """True if `quad` lies as `like` does but for a quarter turn of its corners."""
    return min(_distance(turned(quad, k), like) for k in (1, 3)) < _distance(quad, like)


def _distance(a: Quad, b: Quad) -> float:
    return float(np.abs(a - b).sum())


def _difference(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean((a - b) ** 2)))
