"""From frames to observations: the one way, live and offline.

    frame → motion → detect → track → read what is new → assign → zones → observation

Work that would repeat itself is left out: a frame in which nothing moved is not searched again once every card has lain
still for a moment, and a card is read again only when it looks different or its vote is not sure.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from yakume.engine import FACES

from .assign import Assigned, assign, duplicates
from .card_plane import FEW_CARDS
from .detection import Detection, SeenCard
from .frames import Frame, FrameSource
from .geometry import CARD_MM, Homography, Quad, ious, quad_centre
from .layout import TableLayout
from .motion import Motion
from .picture import Image
from .read import CardReader, settled, without_parts
from .table import CardOnTable, Observation, Problem, state_of
from .track import Track, Tracker

SEARCH_AGAIN_MS = 1_000
"""A table on which nothing moves is searched this often nevertheless."""

HAND_CARDS = 0.6
"""Something moves over the table if more than this many cards' area does."""

SAME_BOX = 0.8
"""Boxes of two searches that overlap this much are the same box; a detector's boxes shake by less."""

SAME_CARD_SIZE = (0.6, 1.3)
"""On the table all cards are of one size: an outline whose side is below or above this share of the usual is not one
card. A box across two neighbours is at least 1.4 times too wide; corners that are off by a quarter are still a card."""

CANDIDATES = 4
"""So many faces are named for a card in doubt."""

MAX_READ = 24
"""Cards read in one frame at most: a full table that appears at once is read over two or three frames."""


@dataclass
class _Look:
    """A box of a search, and what closer looks made of it."""

    box: Quad
    tight: Detection | None
    """With tight corners; None where there is no card."""
    calm: bool
    """True if nothing moved over it then."""
    seen: SeenCard | None = None
    counted: bool = False
    """True once what it shows took part in a vote."""


class Pipeline:
    """What one camera sees of one table; feed it frames in order."""

    def __init__(self, reader: CardReader, layout: TableLayout) -> None:
        self._reader, self._layout = reader, layout
        self._motion, self._tracker = Motion(), Tracker(reader.certainty)
        self._searched_ms: int | None = None
        self._size_wh = (0, 0)
        self._view: Homography | None = None
        self._looks: list[_Look] = []
        """Of the last search."""

    def step(self, frame: Frame) -> Observation:
        """Take the next frame and say what lies on the table."""
        view = self._resize(frame)
        self._motion.update(frame.image)
        started = time.perf_counter()
        if self._must_search(frame.t_ms):
            self._follow(self._search(frame.image), frame.t_ms)
            self._searched_ms = frame.t_ms
        else:
            self._tracker.confirm(self._motion, frame.t_ms)
        found = time.perf_counter()
        self._read(frame)
        done = time.perf_counter()
        return self._observe(frame, view, (found - started) * 1000, (done - found) * 1000)

    def _resize(self, frame: Frame) -> Homography:
        height, width = frame.image.shape[:2]
        if self._view is None or (width, height) != self._size_wh:
            self._size_wh, self._view = (width, height), self._layout.homography((width, height))
            self._motion, self._tracker, self._searched_ms = Motion(), Tracker(self._reader.certainty), None
            self._looks = []
        return self._view

    def _follow(self, found: list[tuple[Detection, _Look]], now_ms: int) -> None:
        """Match what was found with the cards known so far; what a look at it showed is its first vote, or one more."""
        tracks = self._tracker.update([card for card, _ in found], self._motion, now_ms)
        for track, (_, look) in zip(tracks, found, strict=True):
            if look.seen is not None and not look.counted and track.needs_reading(now_ms):
                _vote(track, look.seen, self._motion, now_ms)
                look.counted = True

    def _search(self, image: Image) -> list[tuple[Detection, _Look]]:
        """The cards in `image`. A box that lies where one lay in the last search, with nothing moving there, is what it
        was found to be then: closer looks are the dearest part of a search."""
        found = self._reader.detector.detect(image)
        known = self._looked_at(found)
        new = [d for d, look in zip(found, known, strict=True) if look is None]
        fresh = iter(self._reader.tighten(image, new))
        self._looks = [
            look or _Look(d.quad, next(fresh), self._motion.within(d.quad) == 0)
            for d, look in zip(found, known, strict=True)
        ]
        by_card = {id(look.tight): look for look in self._looks}
        cards = settled([look.tight for look in self._looks if look.tight is not None])
        unread = [card for card in cards if by_card[id(card)].seen is None]
        if unread:
            for card, seen in zip(unread, self._reader.see(image, unread, among=cards), strict=True):
                by_card[id(card)].seen = seen
        seen_as = [(card, look, seen) for card in cards if (seen := (look := by_card[id(card)]).seen) is not None]
        whole = {id(seen) for seen in without_parts([seen for *_, seen in seen_as])}
        cards = [replace(card, quad=seen.quad, score=seen.lying) for card, _, seen in seen_as]
        told = zip(cards, seen_as, strict=True)
        return self._of_one_size([(card, look) for card, (_, look, seen) in told if id(seen) in whole])

    def _of_one_size(self, cards: list[tuple[Detection, _Look]]) -> list[tuple[Detection, _Look]]:
        """`cards` without outlines that are too large or too small on the table; a few cards set no standard."""
        if self._view is None or len(cards) < FEW_CARDS:
            return cards
        corners = np.array([self._view.to_mm(card.quad) for card, _ in cards])
        sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
        sizes = np.stack([sides[:, ::2].mean(1), sides[:, 1::2].mean(1)], 1)
        share = sizes / np.median(sizes, axis=0)
        low, high = SAME_CARD_SIZE
        fits = ((share > low) & (share < high)).all(1)
        return [card for card, is_card in zip(cards, fits, strict=True) if is_card]

    def _looked_at(self, found: list[Detection]) -> list[_Look | None]:
        """For each of `found` the box of the last search that it repeats; None where there was none or something
        moves."""
        overlap = ious([d.quad for d in found], [look.box for look in self._looks])
        known: list[_Look | None] = []
        for detection, row in zip(found, overlap, strict=True):
            look = self._looks[int(row.argmax())] if row.size and row.max() >= SAME_BOX else None
            known.append(look if look and look.calm and self._motion.within(detection.quad) == 0 else None)
        return known

    def _must_search(self, now_ms: int) -> bool:
        if self._searched_ms is None or not 0 <= now_ms - self._searched_ms < SEARCH_AGAIN_MS:
            return True
        return self._motion.area_px() > 0 or any(track.is_settling(now_ms) for track in self._tracker.tracks)

    def _read(self, frame: Frame) -> None:
        """Read the cards that are new, changed or not sure, where nothing moves."""
        waiting = [t for t in self._tracker.tracks if t.seen_ms == frame.t_ms and t.needs_reading(frame.t_ms)]
        waiting = [t for t in waiting if t.read_ms != frame.t_ms and (t.still_ms != frame.t_ms or not t.votes)]
        # The unread come first, then those with the fewest looks.
        waiting.sort(key=lambda track: len(track.votes))
        waiting = waiting[:MAX_READ]
        if not waiting:
            return
        unread = [Detection(track.quad, track.score, False) for track in waiting]
        for track, card in zip(waiting, self._reader.read_faces(frame.image, unread), strict=True):
            _vote(track, card, self._motion, frame.t_ms)

    def _observe(self, frame: Frame, view: Homography, detect_ms: float, read_ms: float) -> Observation:
        # A card that is still on its way is not part of the assignment: it may yet be taken for anything.
        tracks = [track for track in self._tracker.tracks if track.votes]
        stable = [track.is_stable(frame.t_ms) for track in tracks]
        settled = [track for track, is_stable in zip(tracks, stable, strict=True) if is_stable]
        rows = np.array([track.probabilities for track in settled], np.float32).reshape(-1, len(FACES))
        answers = {}
        for track, given in zip(settled, assign(rows, [track.card for track in settled]), strict=True):
            track.card = given.card
            answers[track.number] = given
        cards = tuple(
            self._card(track, answers.get(track.number), is_stable, view)
            for track, is_stable in zip(tracks, stable, strict=True)
        )
        problems, details = Problem.NONE, []
        if self._hand_over_table(view):
            problems |= Problem.HAND
        for face in duplicates(rows):
            problems |= Problem.DUPLICATE
            details.append(f"duplicate {face}")
        details += [f"doubtful {card.face} ({card.probability:.2f})" for card in cards if card.stable and card.doubtful]
        state = state_of(cards, self._layout.players, problems)
        return Observation(
            frame.index, frame.t_ms, frame.source, self._size_wh, cards, state, tuple(details), detect_ms, read_ms
        )

    def _card(self, track: Track, given: Assigned | None, stable: bool, view: Homography) -> CardOnTable:
        zone = self._layout.zone_at(view.to_mm(quad_centre(track.quad)[None])[0])
        if given is None:
            best = int(track.probabilities.argmax())
            given = Assigned(None, FACES[best], float(track.probabilities[best]))
        likely = np.argsort(-track.probabilities)[:CANDIDATES] if stable and given.doubtful else ()
        candidates = tuple((FACES[face], float(track.probabilities[face])) for face in likely)
        return CardOnTable(
            track.number,
            given.card,
            given.face,
            given.probability,
            track.quad,
            zone,
            stable,
            given.doubtful,
            candidates,
        )

    def _hand_over_table(self, view: Homography) -> bool:
        """True if as much moves as a hand would; small things (a card nudged) do not count."""
        middle = np.array(self._layout.size_mm) / 2
        half = np.array(CARD_MM) / 2
        corners = view.to_px([middle - half, middle + half])
        card_px = float(np.abs(np.prod(corners[1] - corners[0])))
        return self._motion.area_px() > HAND_CARDS * card_px


def _vote(track: Track, card: SeenCard, motion: Motion, now_ms: int) -> None:
    upside_down = bool(np.abs(card.quad[0] - track.quad[0]).sum() > np.abs(card.quad[0] - track.quad[2]).sum())
    track.vote(card.probabilities, upside_down, motion, now_ms)


def run(source: FrameSource, reader: CardReader, layout: TableLayout) -> Iterator[tuple[Frame, dict[str, Any]]]:
    """Observe `source` until it ends: each frame and, in JSON form, what was seen in it.

    Raises: SourceError if the source goes away.
    """
    pipeline = Pipeline(reader, layout)
    for frame in source:
        yield frame, pipeline.step(frame).to_json()
