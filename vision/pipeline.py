"""From frames to observations: the one way, live and offline.

    frame → motion → detect → track → read what is new → assign → zones → observation

Work that would repeat itself is left out: a frame in which nothing moved is not searched again once every card has lain
still for a moment, and a card is read again only when it looks different or its vote is not sure.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, FACES, Face

from .assign import Assigned, assign, duplicates
from .camera_shift import CameraWatch
from .card_plane import FEW_CARDS
from .detection import Detection, ScaledDetector, SeenCard
from .frames import Frame, FrameSource
from .geometry import CARD_MM, Homography, Quad, inside, ious, moved, quad_centre
from .laid_over import LaidOver
from .layout import LayoutError, TableLayout
from .lens import Lens, LensWatch
from .light import in_good_light
from .lookback import LookBack
from .motion import Motion, Window
from .observation import (
    CameraLost,
    CameraMoved,
    CardOnTable,
    Doubtful,
    NoSight,
    Observation,
    Outline,
    OutsideZones,
    Problem,
    TooMany,
    UnknownDeck,
    UpsideDown,
    ZoneGrew,
    outline,
)
from .overlaps import without_parts, without_twins
from .picture import Image
from .read import CardReader, is_unknown_deck
from .thresholds import LEAST_NAMED, VOTE_LIKELY, VOTE_SURE
from .track import Track, Tracker
from .zone_learning import ZoneLearner
from .zones import DECK, FIELD, Zone

SEARCH_AGAIN_MS = 1_000
"""A table on which nothing moves is searched this often nevertheless."""

WHOLE_AGAIN_MS = 2_000
"""While something moves, all the rest of the table is searched this often, too."""

BESIDE = 1.2
"""Beside what moved the table is searched for so many cards' lengths: whole cards, and what arms have just left."""

CALM_MS, SEARCH_CALM_MS = 5_000, 4_000
"""Where nothing has moved for so long, all has been looked at several times: it is searched less often."""

HAND_CARDS = 0.6
"""Something moves over the table if more than this many cards' area does."""

SAME_BOX = 0.8
"""Boxes of two searches that overlap this much are the same box; a detector's boxes shake by less."""

SAME_CARD = 0.5
"""Boxes of a part of the picture that overlap one beside it this much are that once more."""

WINDOW_RIM_PX = 8
"""What lies so close to the edge of a searched part of the picture may be cut by it, and is not found there."""

SAME_CARD_SIZE = (0.6, 1.3)
"""On the table all cards are of one size: an outline whose side is below or above this share of the usual is not one
card. A box across two neighbours is at least 1.4 times too wide; corners that are off by a quarter are still a card."""

WHOLE_SHAPE = (0.75, 1.3)
"""What is longer for its width than a card, or shorter, by more than this is not seen whole: another lies over it."""

MOST_SIZES = 96
"""So many cards that were surely read say how large this table's are, the newest of them."""

CANDIDATES = 4
"""So many faces are named for a card that is not surely read."""

FEW_STILL, STILL_SHARE = 3, 0.7
"""So many cards, and so much of them, must look as they did for the camera to stand where it stood."""

STAYS_SHARE = 0.3
"""While the picture is shaken, cards are looked for if so much of the cards look as they did: two arms at once and a
cloth without a pattern look like a knock for seconds, in which whoever plays would not be seen."""

MISFIT_SHARE = 0.3
"""Zones do not fit if so much of the cards lie in none."""

MOVED_TOLD_MS = 20_000
"""For so long it is told that the camera moved."""

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


@dataclass(frozen=True)
class _Placed:
    """Where a card lies; on a quiet table that need not be reckoned again for each frame."""

    quad: Quad
    view: Homography
    layout: TableLayout
    zone: Zone | None
    outline: Outline

    def holds(self, quad: Quad, view: Homography, layout: TableLayout) -> bool:
        """True if nothing moved since."""
        return self.quad is quad and self.view is view and self.layout is layout


class Pipeline:
    """What one camera sees of one table; feed it frames in order."""

    def __init__(self, reader: CardReader, layout: TableLayout, *, learns: bool = False) -> None:
        """`learns`: whether zones grow to where people lay their cards."""
        self._reader, self._layout = reader, layout
        self._learner = ZoneLearner() if learns else None
        self._grew: dict[Zone, int] = {}
        """Zone → when it grew."""
        self._motion, self._tracker = Motion(), Tracker(reader.certainty)
        self._lookback, self._laid_over = LookBack(), LaidOver()
        self._searched_ms: int | None = None
        self._whole_ms: int | None = None
        """When the whole picture was searched at last; None if the next search has to be one of the whole."""
        self._stirred_ms = 0
        """When something moved, or a card had just been laid, at last."""
        self._light: tuple[Image, Image] | None = None
        """The newest picture that was looked at closely, as it is and in good light."""
        self._size_wh = (0, 0)
        self._view: Homography | None = None
        self._found: list[Detection] = []
        self._looks: list[_Look] = []
        """Of the last search: what the detector found, and what became of each."""
        self._scale: float | None = None
        """That suits the cards of the last search; None if the usual one does."""
        self._sizes: dict[int, NDArray[np.float32]] = {}
        """Of cards (their numbers) that were surely read, the newest last: their two sides on the table, mm."""
        self._camera, self._lens = CameraWatch(), LensWatch()
        self._moved: tuple[int, float] | None = None
        """When the camera was last found to have moved, and by how many px."""
        self._placed: dict[int, _Placed] = {}
        """Of each card (its number) in the newest observation."""

    def step(self, frame: Frame) -> Observation:
        """Take the next frame and say what lies on the table."""
        view = self._resize(frame)
        self._motion.update(frame.image)
        sees = self._lens.update(self._motion.small, frame.t_ms) is Lens.CLEAR
        before = view
        if sees:
            view = self._follow_camera(frame, view)
        started = time.perf_counter()
        looks = sees and (not self._camera.is_shaken or self._stays())
        if looks or not self._camera.is_shaken:
            # Of those missed as the camera was knocked nobody knows how it stood.
            for watch in (self._lookback, self._laid_over):
                watch.note(self._motion, frame.t_ms, frame.missed if view is before else ())
        if looks and self._must_search(frame.t_ms):
            self._follow(self._search(self._lit(frame), frame.t_ms), frame.t_ms)
            self._searched_ms = frame.t_ms
            self._motion.searched()
        else:
            self._tracker.confirm(self._motion, frame.t_ms)
        found = time.perf_counter()
        if looks:
            self._read(frame)
        else:
            self._searched_ms = None  # whatever happened meanwhile is looked for as soon as that is possible
        done = time.perf_counter()
        return self._observe(frame, view, (found - started) * 1000, (done - found) * 1000)

    def _lit(self, frame: Frame) -> Image:
        """The picture in good light; most frames need none."""
        if self._light is None or self._light[0] is not frame.image:
            self._light = frame.image, in_good_light(frame.image)
        return self._light[1]

    def _follow_camera(self, frame: Frame, view: Homography) -> Homography:
        """The way to the table; it follows a camera that was knocked, and what lies there stays what it is."""
        was_lost = self._camera.is_lost
        shift = self._camera.update(frame.image, self._motion, frame.t_ms, still=self._lies_still)
        if self._camera.is_lost and not was_lost:
            self._lookback.clear()
            self._laid_over.clear()
        if shift is None:
            return view
        try:
            self._layout = self._layout.moved(shift.matrix, self._size_wh)
        except LayoutError:
            self._camera.is_lost = True
            return view
        self._tracker.move(shift.matrix)
        self._lookback.move(shift.matrix, self._motion.scale)
        self._laid_over.move(shift.matrix)
        for look, box in zip(self._looks, moved([look.box for look in self._looks], shift.matrix), strict=True):
            look.box, look.calm = box, False  # what is found there is tightened anew
        self._searched_ms = None
        self._moved = frame.t_ms, shift.by_px
        self._view = self._layout.homography(self._size_wh)
        return self._view

    def _lies_still(self) -> bool:
        """True if most cards look as they did where they lay."""
        return self._looks_same(STILL_SHARE)

    def _stays(self) -> bool:
        """True if the camera was hardly knocked: some cards look as they did where they lay, though arms lie over
        others or the light changes; after a knock none does."""
        return self._looks_same(STAYS_SHARE)

    def _looks_same(self, share: float) -> bool:
        known = [track.looks_the_same(self._motion) for track in self._tracker.tracks if track.counts]
        return len(known) >= FEW_STILL and sum(known) >= max(FEW_STILL, share * len(known))

    def _camera_problems(self, now_ms: int, cards: tuple[CardOnTable, ...]) -> list[Problem]:
        if self._lens.lens is not Lens.CLEAR:
            return [NoSight("dark" if self._lens.lens is Lens.DARK else "covered")]
        if self._camera.is_lost:
            # A table that was swept or dealt anew looks like another one, too: what tells is that its zones do not fit.
            outside = [card.zone is None for card in cards if card.stable and card.face != BACK]
            fits = sum(outside) < max(FEW_STILL, MISFIT_SHARE * len(outside))
            return [] if fits else [CameraLost()]
        if self._moved is None or not 0 <= now_ms - self._moved[0] < MOVED_TOLD_MS:
            return []
        return [CameraMoved(outline(self._layout.corners), self._moved[1])]

    def _resize(self, frame: Frame) -> Homography:
        height, width = frame.image.shape[:2]
        if self._view is None or (width, height) != self._size_wh:
            self._size_wh, self._view = (width, height), self._layout.homography((width, height))
            self._motion, self._tracker, self._searched_ms = Motion(), Tracker(self._reader.certainty), None
            self._lookback.clear()
            self._laid_over.clear()
            self._found, self._looks, self._scale, self._sizes = [], [], None, {}
            self._camera, self._lens, self._moved = CameraWatch(), LensWatch(), None
        return self._view

    def _follow(self, found: list[tuple[Detection, _Look]], now_ms: int) -> None:
        """Match what was found with the cards known so far; what a look at it showed is its first vote, or one more."""
        tracks = self._tracker.update([card for card, _ in found], self._motion, now_ms)
        for track, (_, look) in zip(tracks, found, strict=True):
            if look.seen is not None and not look.counted and track.needs_reading(now_ms):
                _vote(track, look.seen, self._motion, now_ms)
                look.counted = True

    def _search(self, image: Image, now_ms: int) -> list[tuple[Detection, _Look]]:
        """The cards in `image`. A box that lies where one lay in the last search, with nothing moving there, is what it
        was found to be then: closer looks are the dearest part of a search."""
        found = self._found = self._detect(image, now_ms)
        known = self._looked_at(found)
        new = [d for d, look in zip(found, known, strict=True) if look is None]
        fresh = iter(self._reader.tighten(image, new))
        self._looks = [
            look or _Look(d.quad, next(fresh), self._motion.within(d.quad) == 0)
            for d, look in zip(found, known, strict=True)
        ]
        by_card = {id(look.tight): look for look in self._looks}
        cards = without_twins([look.tight for look in self._looks if look.tight is not None])
        unread = [card for card in cards if by_card[id(card)].seen is None]
        if unread:
            before = [seen for card in cards if (seen := by_card[id(card)].seen) is not None]
            for card, read in zip(unread, self._reader.see(image, unread, cards, before), strict=True):
                by_card[id(card)].seen = read
        seen_as = [(card, look, seen) for card in cards if (seen := (look := by_card[id(card)]).seen) is not None]
        whole = {id(seen) for seen in without_parts([seen for *_, seen in seen_as])}
        cards = [replace(card, quad=seen.quad, score=seen.presence) for card, _, seen in seen_as]
        told = zip(cards, seen_as, strict=True)
        return self._of_one_size([(card, look) for card, (_, look, seen) in told if id(seen) in whole])

    def _detect(self, image: Image, now_ms: int) -> list[Detection]:
        """What the detector finds, begun at the scale that suited the last search: cards do not grow. Where nothing has
        moved since that, what it found there lies there still."""
        detector = self._reader.detector
        if not isinstance(detector, ScaledDetector):
            return detector.detect(image)
        windows = self._windows(now_ms)
        if windows is None:
            self._whole_ms = now_ms
            found, self._scale = detector.detect_from(image, self._scale, self._card_px())
            return found
        left = [d for d in self._found if not any(self._is_within(d.quad, window) for window in windows)]
        found = detector.detect_within(image, self._scale, windows)
        overlap = ious([d.quad for d in found], [d.quad for d in left])
        return left + [d for d, row in zip(found, overlap, strict=True) if not row.size or row.max() < SAME_CARD]

    def _is_within(self, quad: Quad, window: Window) -> bool:
        """True if `quad` lies in `window` whole, so that it is found again there if it is still there."""
        rim = WINDOW_RIM_PX
        (x0, y0), (x1, y1) = quad.min(0), quad.max(0)
        left, top, right, bottom = window
        width, height = self._size_wh
        return bool(
            (left <= 0 or x0 > left + rim)
            and (top <= 0 or y0 > top + rim)
            and (right >= width or x1 < right - rim)
            and (bottom >= height or y1 < bottom - rim)
        )

    def _windows(self, now_ms: int) -> list[Window] | None:
        """Where something may lie otherwise than in the last search; None if the whole picture has to be searched."""
        card_px = self._card_px()
        if card_px is None or self._searched_ms is None or self._whole_ms is None:
            return None
        if not 0 <= now_ms - self._whole_ms < WHOLE_AGAIN_MS:
            return None
        restless = [look.box for look in self._looks if not look.calm]
        # What was missed is looked for at once: it counts as gone before the whole is searched again.
        waiting = [t.quad for t in self._tracker.tracks if t.is_settling(now_ms) or t.gone_since_ms is not None]
        return self._motion.windows(restless + waiting, BESIDE * card_px) or None

    def _card_mm(self) -> NDArray[np.float32] | None:
        """The two sides of this table's cards, mm; None before enough of them were surely read."""
        return np.median([*self._sizes.values()], axis=0) if len(self._sizes) >= FEW_CARDS else None

    def _card_px(self) -> float | None:
        """How long this table's cards are in its middle, px; None before enough of them were surely read."""
        sides = self._card_mm()
        if sides is None or self._view is None:
            return None
        along = np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]) * sides[1]
        ends = self._view.to_px(np.array(self._layout.size_mm) / 2 + along)
        return float(np.linalg.norm(ends[1::2] - ends[::2], axis=1).mean())

    def _note_sizes(self, view: Homography, answers: Mapping[int, Assigned]) -> None:
        """Take note of how large cards are that were surely read and are seen whole."""
        for track in self._tracker.tracks:
            given = answers.get(track.number)
            sure = given is not None and given.card is not None and given.probability >= VOTE_LIKELY
            if sure and track.number not in self._sizes:
                across, along = sides = _sides_mm(view, track.quad[None])[0]
                if WHOLE_SHAPE[0] < along / across / (CARD_MM[1] / CARD_MM[0]) < WHOLE_SHAPE[1]:
                    self._sizes[track.number] = sides
        while len(self._sizes) > MOST_SIZES:
            del self._sizes[next(iter(self._sizes))]

    def _of_one_size(self, cards: list[tuple[Detection, _Look]]) -> list[tuple[Detection, _Look]]:
        """`cards` without outlines that are too large or too small on the table: by the cards that were surely read on
        it, else by most of these; a few set no standard."""
        usual = self._card_mm()
        if self._view is None or not cards or (usual is None and len(cards) < FEW_CARDS):
            return cards
        sizes = _sides_mm(self._view, np.array([card.quad for card, _ in cards]))
        share = sizes / (np.median(sizes, axis=0) if usual is None else usual)
        low, high = SAME_CARD_SIZE
        fits = np.all((share > low) & (share < high), axis=1).tolist()
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
        if self._motion.area_px() > 0 or any(track.is_settling(now_ms) for track in self._tracker.tracks):
            self._stirred_ms = now_ms
            return True
        again_ms = SEARCH_AGAIN_MS if 0 <= now_ms - self._stirred_ms < CALM_MS else SEARCH_CALM_MS
        return self._searched_ms is None or not 0 <= now_ms - self._searched_ms < again_ms

    def _read(self, frame: Frame) -> None:
        """Read the cards that are new, changed or not sure, where nothing moves."""
        waiting = [t for t in self._tracker.tracks if t.seen_ms == frame.t_ms and t.needs_reading(frame.t_ms)]
        waiting = [t for t in waiting if t.read_ms != frame.t_ms and (t.still_ms != frame.t_ms or not t.votes)]
        # The unread come first, then those with the fewest looks.
        waiting.sort(key=lambda track: len(track.votes))
        waiting = waiting[:MAX_READ]
        if not waiting:
            return
        unread, lying = ([_as_found(track) for track in tracks] for tracks in (waiting, self._tracker.tracks))
        for track, card in zip(waiting, self._reader.read_faces(self._lit(frame), unread, lying), strict=True):
            _vote(track, card, self._motion, frame.t_ms)

    def _observe(self, frame: Frame, view: Homography, detect_ms: float, read_ms: float) -> Observation:
        # A card that is still on its way is not part of the assignment: it may yet be taken for anything.
        tracks = [track for track in self._tracker.tracks if track.votes]
        stable = [track.is_stable(frame.t_ms) for track in tracks]
        counting = [track for track, is_stable in zip(tracks, stable, strict=True) if is_stable]
        rows = np.array([track.probabilities for track in counting], np.float32).reshape(-1, len(FACES))
        answers = {}
        for track, given in zip(counting, assign(rows, [track.card for track in counting]), strict=True):
            track.card = given.card
            answers[track.number] = given
        self._note_sizes(view, answers)
        self._placed = {track.number: self._place(track, view) for track in tracks}
        cards = tuple(
            self._card(track, answers.get(track.number), is_stable, seen=track.seen_ms == frame.t_ms)
            for track, is_stable in zip(tracks, stable, strict=True)
        )
        self._lookback.forget([card.track for card in cards])
        lying = [
            (track.number, card.face, track.quad)
            for track, card in zip(tracks, cards, strict=True)
            if card.zone == FIELD and card.face != BACK
        ]
        covered = self._laid_over.covered(lying, [track.number for track in self._tracker.tracks], self._motion)
        problems = self._camera_problems(frame.t_ms, cards)
        problems += self._learn(cards, view, frame.t_ms)
        problems += [TooMany(face) for face in duplicates(rows)]
        problems += [
            Doubtful(card.track, card.face, card.p)
            for card in cards
            if card.track in answers and answers[card.track].doubtful
        ]
        problems += [
            OutsideZones(card.track) for card in cards if card.stable and card.zone is None and card.face != BACK
        ]
        if self._is_upside_down(cards, view):
            problems.append(UpsideDown())
        unread = sum(track.is_unread(frame.t_ms) for track in tracks)
        if is_unknown_deck(unread, len(counting)):
            problems.append(UnknownDeck(unread))
        return Observation(
            frame.index,
            frame.t_ms,
            frame.source,
            self._size_wh,
            cards,
            self._hands(view),
            tuple(problems),
            detect_ms,
            read_ms,
            covered,
        )

    def _place(self, track: Track, view: Homography) -> _Placed:
        known = self._placed.get(track.number)
        if known is not None and known.holds(track.quad, view, self._layout):
            return known
        zone = self._layout.zone_at(view.to_mm(quad_centre(track.quad)[None])[0])
        return _Placed(track.quad, view, self._layout, zone, outline(track.quad))

    def _card(self, track: Track, given: Assigned | None, stable: bool, *, seen: bool) -> CardOnTable:
        placed = self._placed[track.number]
        if given is None:
            best = int(track.probabilities.argmax())
            given = Assigned(None, FACES[best], float(track.probabilities[best]))
        looks_back = seen and placed.zone == FIELD and given.face != BACK
        laid = self._lookback.laid(track.number, given.face, track.quad, self._motion) if looks_back else None
        return CardOnTable(
            track.number,
            given.card,
            given.face,
            given.probability,
            placed.outline,
            placed.zone,
            stable,
            _candidates(track, given),
            laid=laid,
        )

    def _learn(self, cards: tuple[CardOnTable, ...], view: Homography, now_ms: int) -> list[Problem]:
        """Let a zone grow to cards that lie beside it, and say so for a while."""
        if self._learner is None or self._lens.lens is not Lens.CLEAR or self._camera.is_shaken:
            return []
        grown = self._learner.observe(cards, view, self._layout, now_ms)
        if grown is not None:
            before, self._layout = self._layout.zones, grown
            self._grew |= {zone: now_ms for zone, shape in grown.zones.items() if shape is not before[zone]}
        return [
            ZoneGrew(zone, tuple((float(x), float(y)) for x, y in self._layout.zones[zone]))
            for zone, at_ms in self._grew.items()
            if 0 <= now_ms - at_ms < MOVED_TOLD_MS
        ]

    def _is_upside_down(self, cards: tuple[CardOnTable, ...], view: Homography) -> bool:
        """True if cards face down lie where the stock's zone would be with the camera turned around, and none in it."""
        backs = [card for card in cards if card.stable and card.face == BACK]
        deck = self._layout.zones.get(DECK)
        if deck is None or not backs or any(card.zone == DECK for card in backs):
            return False
        middles = view.to_mm([quad_centre(np.array(card.quad, np.float32)) for card in backs])
        turned = np.array(self._layout.size_mm, np.float32) - deck
        return any(inside(middle, turned) and not inside(middle, deck) for middle in middles)

    def _hands(self, view: Homography) -> tuple[Zone | None, ...]:
        """The zones over which something moves, None for beside all, while as much moves as a hand would; small things
        (a card nudged) do not count."""
        if self._lens.lens is not Lens.CLEAR:
            return tuple(self._layout.zones)
        middle = np.array(self._layout.size_mm) / 2
        half = np.array(CARD_MM) / 2
        corners = view.to_px([middle - half, middle + half])
        card_px = float(np.abs(np.prod(corners[1] - corners[0])))
        if self._motion.area_px() <= HAND_CARDS * card_px:
            return ()
        zones = self._layout.zones.items()
        return tuple(zone for zone, polygon in zones if self._motion.is_over(view.to_px(polygon))) or (None,)


def _sides_mm(view: Homography, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean length of the two sides across and of the two along of each quad (n, 4, 2), px, on the table: (n, 2), mm."""
    corners = view.to_mm(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return np.asarray(np.stack([sides[:, ::2].mean(1), sides[:, 1::2].mean(1)], 1), np.float32)


def _candidates(track: Track, given: Assigned) -> tuple[tuple[Face, float], ...]:
    """What a card may be that is not surely read, likeliest first."""
    if given.face == BACK or given.probability >= VOTE_SURE:
        return ()
    likely = np.argsort(-track.probabilities)[:CANDIDATES]
    least = 0.0 if given.doubtful else LEAST_NAMED
    named = [(FACES[face], p) for face in likely if (p := float(track.probabilities[face])) >= least]
    return tuple(named) if len(named) > 1 else ()


def _as_found(track: Track) -> Detection:
    return Detection(track.quad, track.score, False)


def _vote(track: Track, card: SeenCard, motion: Motion, now_ms: int) -> None:
    upside_down = bool(np.abs(card.quad[0] - track.quad[0]).sum() > np.abs(card.quad[0] - track.quad[2]).sum())
    track.vote(card.probabilities, upside_down, motion, now_ms)


def run(
    source: FrameSource, reader: CardReader, layout: TableLayout, *, learns: bool = False
) -> Iterator[tuple[Frame, Observation]]:
    """Observe `source` until it ends: each frame and what was seen in it; `learns` as `Pipeline` has it.

    Raises: SourceError if the source goes away.
    """
    pipeline = Pipeline(reader, layout, learns=learns)
    for frame in source:
        yield frame, pipeline.step(frame)
