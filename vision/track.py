"""The same card over time: where it lies, what it was read as, and whether it lies still.

Cards lie still, so a card is known again by its place, and by what its place looks like: as long as that is the same,
the card is there, whatever is found in one picture or another and whatever moves beside it. What is shown comes from a
vote over several looks; once sure, a card is not read again until it looks different. All delays are in milliseconds of
the source's own time. It is our own because trackers of things that move know nothing of cards that lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from yakume.engine import FACES, Card, Face

from .certainty import USUAL, Certainty
from .detection import Detection
from .geometry import Quad, iou, ious, moved, quad_long_side, turned
from .motion import Motion, thumbnail
from .overlaps import BETWEEN, MAX_SHARED, covered_by_two, is_shown, nested
from .thresholds import STILL_A_CARD, UNREAD, VOTE_LIKELY, VOTE_SURE

STABLE_MS = 400
"""A card counts once it was still for this long; a hand that lays one needs about as much to be gone."""

GONE_MS = 700
"""A card that is not found counts as gone after this long, as long as nothing moves where it was."""

MIN_SEEN = 2
"""A card must be found in this many frames to count, whatever their distance in time."""

VOTES = 5
"""Looks that take part in the vote; the newest count."""

READ_AGAIN_MS = 1_000
"""A card whose full vote is not likely enough is read again this often."""

SAME_LOOK = 0.55
"""Root mean square difference of two thumbnails (in their standard deviations) below which a card did not change.
The same card under noise stays below 0.3, another card in its place is above 0.8."""

PLAIN = 0.9
"""A thumbnail that varies by less than this shows nothing to know a card by (see `thumbnail`)."""

OUTLINES = 7
"""A card lies where the middle one of its last outlines says: one that is off now and then moves nothing."""

SAME_OUTLINE = 0.8
"""A card is read anew once its outline overlaps the one that was read by less than this."""

IN_ITS_PLACE = 0.75
"""A card that is not found while one that shares this much of the smaller's area is, is that card; less is enough if
they show the same (`MAX_SHARED`)."""

_MOVED = 0.12
"""A centre that shifts by more than this share of the card's length has moved, less is jitter."""

_MIN_IOU = 0.3
_SMOOTHING = 0.3
_COVERED = 0.15
_FADING = 0.1
"""How quickly a card loses its score while it is not found, although it looks as it did."""


@dataclass
class Track:
    """One card lying on the table."""

    number: int
    quad: Quad
    """Where it lies, image px: corner by corner the median of its last outlines; from its own top-left once it was
    read."""
    score: float
    since_ms: int
    """Since when it lies as it does now."""
    seen_ms: int
    """When it was last seen."""
    seen: int = 1
    """In how many frames it was seen since it lies so."""
    votes: list[NDArray[np.float32]] = field(default_factory=list)
    """Face probabilities (37,) of the last looks."""
    read_ms: int = 0
    """When it was last read."""
    read_quad: Quad | None = None
    """Where it was last read, or pushed to since."""
    look: NDArray[np.float32] | None = None
    """Thumbnail of `read_quad` at that time."""
    card: Card | None = None
    """What the last assignment gave it."""
    gone_since_ms: int | None = None
    """Since when it is missing although nothing moves there."""
    still_ms: int = 0
    """When its place last looked different from the frame before."""
    doubted: int | None = None
    """The face (its number) that it showed before its place looked different, until it is read again."""
    counts: bool = False
    """True once it was still and certain, until it moves, shows something else or becomes doubtful."""
    outlines: list[Quad] = field(default_factory=list)
    """As last found, aligned with `quad`."""
    certainty: Certainty = USUAL
    """What the answers of the networks that found and read it are worth."""
    _vote: tuple[list[NDArray[np.float32]], NDArray[np.float32]] | None = None
    """Looks, and the vote over them: a quiet table is asked for it again and again."""
    _off: tuple[Quad | None, Quad, bool] | None = None
    """Where it was read and where it lies, and whether that is elsewhere."""

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The vote over the last looks, (37,)."""
        if self._vote is None or self._vote[0] is not self.votes:
            self._vote = self.votes, np.asarray(np.mean(self.votes, 0), np.float32)
        return self._vote[1]

    @property
    def face(self) -> Face | None:
        """What the vote says; None until it was read."""
        return FACES[int(self.probabilities.argmax())] if self.votes else None

    def shows_what(self, other: Track) -> bool:
        """True if both were read, as the same face."""
        return self.face is not None and self.face == other.face

    def needs_reading(self, now_ms: int) -> bool:
        """True if another look could tell more: at once at first, later now and then as long as the vote is not sure.

        The first looks can all be poor, in the shadow of the hand that laid the card; the newest outvote them.
        """
        if len(self.votes) < MIN_SEEN or self._is_off():
            return True
        sure = float(self.probabilities.max())
        if len(self.votes) < VOTES:
            return sure < VOTE_SURE
        return sure < VOTE_LIKELY and now_ms - self.read_ms >= READ_AGAIN_MS

    def is_stable(self, now_ms: int) -> bool:
        """True if it lies there, still, and is certain enough to be a card."""
        if self.counts:
            self.counts = self.certainty.confidence(self.score, self.probabilities) >= STILL_A_CARD
        elif self.votes and not self.is_new(now_ms):
            self.counts = self.certainty.is_certain(self.score, self.probabilities)
        return self.counts and self.seen_ms == now_ms

    def is_unread(self, now_ms: int) -> bool:
        """True if something has lain there like a card for long enough, and shows no card that can be told."""
        if self.counts or not self.votes or self.is_settling(now_ms) or self.seen_ms != now_ms:
            return False
        return self.score >= UNREAD and not self.certainty.is_certain(self.score, self.probabilities)

    def is_new(self, now_ms: int) -> bool:
        """True if it has not been seen often enough, or not lain still for long enough, to be told as a card."""
        return not self.counts and self.is_settling(now_ms)

    def is_settling(self, now_ms: int) -> bool:
        """True if it was just laid, or something has just happened to it."""
        return self.seen < MIN_SEEN or now_ms - max(self.since_ms, self.still_ms) < STABLE_MS

    def vote(self, card: NDArray[np.float32], upside_down: bool, motion: Motion, now_ms: int) -> None:
        """Count one more look: face probabilities (37,), and whether the card lies the other way up than thought."""
        if upside_down:
            self.outlines, self.quad = [turned(quad, 2) for quad in self.outlines], turned(self.quad, 2)
        if self._is_another(card, motion):
            self.doubt()
        if self.doubted is not None and not (card.argmax() == self.doubted and card.max() >= VOTE_LIKELY):
            self.restart(now_ms)
            self.outlines, self.seen = [self.quad], 1
        self.doubted = None
        earlier = [] if self._is_off() else self.votes
        self.votes = [*earlier, card][-VOTES:]
        self.read_ms, self.read_quad = now_ms, self.quad
        self.look = thumbnail(motion, self.read_quad)

    def _is_another(self, card: NDArray[np.float32], motion: Motion) -> bool:
        """True if a look that is sure of another face, in a place that looks different, shows another card: one laid
        where the one before was taken away. Votes of both together would say neither for seconds."""
        if not self.votes or card.max() < VOTE_LIKELY or card.argmax() == self.probabilities.argmax():
            return False
        return self.looks_different(motion)

    def looks_the_same(self, motion: Motion) -> bool:
        """True if its place looks in the newest frame as it did when it was read, and as nothing else would.

        A plain back looks like a plain table.
        """
        if self.look is None or float(self.look.std()) < PLAIN:
            return False
        return self._change(motion) <= SAME_LOOK

    def looks_different(self, motion: Motion) -> bool:
        """True if its place looks in the newest frame unlike it did when it was read."""
        return self._change(motion) > SAME_LOOK

    def _change(self, motion: Motion) -> float:
        if self.look is None or self.read_quad is None:
            return 0.0
        return _difference(thumbnail(motion, self.read_quad), self.look)

    def restart(self, now_ms: int) -> None:
        """It lies anew, and was not seen so before."""
        self.outlines, self.since_ms, self.seen, self.counts = [], now_ms, 0, False

    def seen_at(self, now_ms: int, score: float) -> None:
        """It is there, found with `score`; with 0 if it only looks as it did."""
        self.score += (_SMOOTHING if score else _FADING) * (score - self.score)
        self.seen_ms, self.seen, self.gone_since_ms = now_ms, self.seen + 1, None

    def found_at(self, outline: Quad) -> None:
        """It was found there, named from the same corner on as `quad`."""
        self.outlines = [*self.outlines, outline][-OUTLINES:]
        self.quad = np.asarray(np.median(self.outlines, axis=0), np.float32)

    def doubt(self) -> None:
        """Its place looks different: unless the next look says the same as all before, something else lies there."""
        self.doubted = int(self.probabilities.argmax())
        self.forget()

    def forget(self) -> None:
        """What was read says nothing any more."""
        self.votes, self.look, self.read_quad = [], None, None

    def _is_off(self) -> bool:
        if self._off is None or self._off[0] is not self.read_quad or self._off[1] is not self.quad:
            is_off = self.read_quad is not None and iou(self.read_quad, self.quad) < SAME_OUTLINE
            self._off = self.read_quad, self.quad, is_off
        return self._off[2]


class Tracker:
    """All cards on the table, from one frame to the next."""

    def __init__(self, certainty: Certainty = USUAL) -> None:
        self.tracks: list[Track] = []
        self._certainty = certainty
        self._next = 1

    def update(self, detections: Sequence[Detection], motion: Motion, now_ms: int) -> list[Track]:
        """Match what was found in a frame with the cards known so far; add new ones and let go of those gone.

        Returns: the card of each detection.
        """
        pairs = self._match(detections)
        for track, detection in pairs:
            self._follow(track, detection, motion, now_ms)
        known = {id(detection): track for track, detection in pairs}
        for track in self._missing(pairs):
            if track.counts and track.looks_the_same(motion) and not self._is_outdone(track, pairs):
                track.seen_at(now_ms, 0.0)
        cards = [known.get(id(detection)) or self._new(detection, now_ms) for detection in detections]
        for track in self.tracks:
            if motion.changed_within(track.quad) > _COVERED:
                track.still_ms = now_ms
        self.tracks = [track for track in self.tracks if not _is_gone(track, motion, now_ms)]
        return cards

    def move(self, matrix: NDArray[np.float64]) -> None:
        """All that lies there lies elsewhere in the picture, which is shifted by `matrix`, 3×3, px → px."""
        for track in self.tracks:
            track.quad, *outlines = moved([track.quad, *track.outlines], matrix)
            track.outlines = outlines
            if track.read_quad is not None:
                (track.read_quad,) = moved([track.read_quad], matrix)

    def confirm(self, motion: Motion, now_ms: int) -> None:
        """Nothing changed since the last frame: every card that was found then is still there."""
        for track in self.tracks:
            if track.gone_since_ms is None:
                track.seen_ms, track.seen = now_ms, track.seen + 1
        self.tracks = [track for track in self.tracks if not _is_gone(track, motion, now_ms)]

    def _match(self, detections: Sequence[Detection]) -> list[tuple[Track, Detection]]:
        if not self.tracks or not detections:
            return []
        overlap = ious([track.quad for track in self.tracks], [d.quad for d in detections])
        rows, columns = linear_sum_assignment(-np.where(overlap >= _MIN_IOU, overlap, 0))
        pairs = zip(rows.tolist(), columns.tolist(), strict=True)
        return [(self.tracks[r], detections[c]) for r, c in pairs if overlap[r, c] >= _MIN_IOU]

    def _missing(self, pairs: Sequence[tuple[Track, Detection]]) -> list[Track]:
        found = {track.number for track, _ in pairs}
        return [track for track in self.tracks if track.number not in found]

    def _new(self, detection: Detection, now_ms: int) -> Track:
        track = Track(self._next, detection.quad, detection.score, now_ms, now_ms, certainty=self._certainty)
        track.found_at(detection.quad)
        self.tracks.append(track)
        self._next += 1
        return track

    def _is_outdone(self, track: Track, pairs: Sequence[tuple[Track, Detection]]) -> bool:
        """True if another card that counts was found in the place of `track`: the same card, if it shows the same and
        shares half of it. Or if two that cover it were, unless it was surely read as what nothing else shows."""
        counting = [other for other, _ in pairs if other.counts]
        limits = [MAX_SHARED if other.shows_what(track) else IN_ITS_PLACE for other in counting]
        if any(nested(other.quad, track.quad) > limit for other, limit in zip(counting, limits, strict=True)):
            return True
        share, two = covered_by_two(track.quad, [other.quad for other in counting])
        if share <= BETWEEN or track.face is None:
            return False
        is_sure = float(track.probabilities.max()) >= VOTE_SURE
        return not is_sure or is_shown(track.face, [other.face for other in counting], two)

    def _follow(self, track: Track, detection: Detection, motion: Motion, now_ms: int) -> None:
        quad = _aligned(detection.quad, track.quad)
        same = track.looks_the_same(motion)
        shift = float(np.linalg.norm(quad.mean(0) - track.quad.mean(0)))
        if not same and _is_sideways(quad, track.quad):
            # Half of a card under a hand looks as wide as high: what was read of it across says nothing.
            track.restart(now_ms)
            track.forget()
        elif not same and shift > _MOVED * quad_long_side(track.quad):
            if track.counts and motion.within(track.quad) > _COVERED:
                return  # That is what a hand leaves of it to be seen.
            track.restart(now_ms)
            if track.look is not None and _difference(thumbnail(motion, quad), track.look) > SAME_LOOK:
                # Not a card that was pushed, but the next one laid half over it.
                track.forget()
            elif track.look is not None:
                track.read_quad = quad
        elif track.looks_different(motion) and motion.within(track.quad) <= _COVERED:
            # Another card on top or half over it, or this one turned over.
            track.doubt()
        track.found_at(quad)
        track.seen_at(now_ms, detection.score)


def _is_gone(track: Track, motion: Motion, now_ms: int) -> bool:
    """True if `track` was missing for long enough with nothing over it; notes since when it is."""
    if track.seen_ms == now_ms:
        return False
    if track.gone_since_ms is None or motion.within(track.quad) > _COVERED:
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
