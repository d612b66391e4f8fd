"""The same card from one frame to the next, and another card in its place."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.engine import Face
from yakume.vision.detection import Detection
from yakume.vision.geometry import make_quad
from yakume.vision.motion import Motion
from yakume.vision.track import STABLE_MS, Track, Tracker


def place(x: int) -> np.ndarray:
    return make_quad([[x, 60], [x + 66, 60], [x + 66, 168], [x, 168]])


def table(*laid: tuple[int, int]) -> np.ndarray:
    """A table with cards at x, each with the pattern of its seed; later ones lie on top."""
    image = np.full((240, 320, 3), 90, np.uint8)
    for x, seed in laid:
        pattern = np.random.default_rng(seed).integers(0, 256, (9, 6, 1), np.uint8)
        image[60:168, x : x + 66] = pattern.repeat(12, 0).repeat(11, 1)
    return image


def look(motion: Motion, tracker: Tracker, image: np.ndarray, x: int | None, now_ms: int) -> None:
    """One frame in which a single card is found, at `x`, or none."""
    motion.update(image)
    tracker.update([] if x is None else [Detection(place(x), 0.9, False)], motion, now_ms)


def read_as(face: str) -> np.ndarray:
    """Face probabilities (37,) of a card that is surely `face`."""
    row = np.full(37, 0.001, np.float32)
    row[Face(face).index] = 0.96
    return row


def with_hand(image: np.ndarray, left: int, right: int) -> np.ndarray:
    """`image` with something that never looks the same from `left` to `right`, from above the cards to the edge."""
    covered = image.copy()
    covered[40:, left:right] = np.random.default_rng(left).integers(80, 255, (200, right - left, 3))
    return covered


@pytest.fixture
def lying() -> tuple[Motion, Tracker, Track]:
    """A card at 80 that was found, read and told as 8n; the last frame was at `STABLE_MS`."""
    motion, tracker = Motion(), Tracker()
    for now_ms in range(0, STABLE_MS + 1, 200):
        look(motion, tracker, table((80, 1)), 80, now_ms)
        tracker.tracks[0].vote(read_as("8n"), False, motion, now_ms)
    (track,) = tracker.tracks
    assert track.is_stable(STABLE_MS)
    return motion, tracker, track


def test_a_hand_that_passes_beside_a_card_or_over_its_edge_does_not_make_it_uncertain(
    lying: tuple[Motion, Tracker, Track],
) -> None:
    motion, tracker, track = lying
    for now_ms, x in enumerate((260, 200, 136, 200, 260)):
        now_ms = STABLE_MS + 200 * (now_ms + 1)
        look(motion, tracker, with_hand(table((80, 1)), x, x + 50), 80, now_ms)
        assert track.is_stable(now_ms)


def test_a_card_that_looks_as_it_did_is_there_though_it_is_not_found(lying: tuple[Motion, Tracker, Track]) -> None:
    motion, tracker, track = lying
    for now_ms in range(600, 4_000, 200):
        look(motion, tracker, table((80, 1)), None, now_ms)
        assert track.is_stable(now_ms)
    assert tracker.tracks == [track]


@pytest.mark.parametrize(("face", "is_one_card"), [("8n", True), ("9n", False)])
def test_a_card_that_is_not_found_is_the_one_found_half_over_it_that_shows_the_same(
    lying: tuple[Motion, Tracker, Track], face: str, is_one_card: bool
) -> None:
    motion, tracker, track = lying
    below = place(80) + np.float32([0, 40])
    tracker.tracks.append(Track(9, below, 0.9, 0, STABLE_MS, seen=5, counts=True, votes=[read_as(face)]))
    tracker.update([Detection(below, 0.9, False)], motion, 600)
    assert (track.seen_ms < 600) == is_one_card


@pytest.mark.parametrize(
    ("p", "places", "shown", "stays"),
    [
        (0.96, (50, 110), "3t", False),
        (0.99, (50, 110), "3t", True),
        (0.99, (44, 114), "3t", True),
        (0.99, (44, 114), "8n", False),  # less than half of it under the other, but there is one 8n
        (0.96, (50, 190), "3t", True),
    ],
)
def test_what_is_not_found_between_two_that_cover_it_was_a_box_across_them_unless_surely_read(
    lying: tuple[Motion, Tracker, Track], p: float, places: tuple[int, int], shown: str, stays: bool
) -> None:
    motion, tracker, track = lying
    track.votes = [read_as("8n") * np.float32(p / 0.96)]
    for number, (x, face) in enumerate(zip(places, ("1k", shown), strict=True)):
        seen = {"seen": 5, "counts": True, "votes": [read_as(face)]}
        tracker.tracks.append(Track(7 + number, place(x), 0.9, 0, STABLE_MS, **seen))
    tracker.update([Detection(place(x), 0.9, False) for x in places], motion, 600)
    assert (track.seen_ms == 600) == stays


def test_what_is_not_found_again_and_was_not_surely_read_soon_was_no_card() -> None:
    motion, tracker = Motion(), Tracker()
    so_so = np.full(37, 0.1 / 36, np.float32)  # and a tenth that it is no card known
    so_so[Face("8h").index] = 0.8
    for now_ms in range(0, STABLE_MS + 1, 200):
        look(motion, tracker, table((80, 1)), 80, now_ms)
        tracker.tracks[0].vote(so_so, False, motion, now_ms)
    assert tracker.tracks[0].is_stable(STABLE_MS)
    for now_ms in range(600, 5_000, 200):
        look(motion, tracker, table((80, 1)), None, now_ms)
        [track.is_stable(now_ms) for track in tracker.tracks]
    assert tracker.tracks == []


def test_a_plain_back_that_was_taken_from_a_plain_table_is_gone() -> None:
    motion, tracker = Motion(), Tracker()
    with_back = table()
    with_back[60:168, 80:146] = 60
    for now_ms in range(0, STABLE_MS + 1, 200):
        look(motion, tracker, with_back, 80, now_ms)
        tracker.tracks[0].vote(read_as("back"), False, motion, now_ms)
    assert tracker.tracks[0].is_stable(STABLE_MS)
    for now_ms in range(600, 2_600, 200):
        look(motion, tracker, table(), None, now_ms)
    assert tracker.tracks == []


def test_a_card_under_a_hand_is_not_told_but_known_again(lying: tuple[Motion, Tracker, Track]) -> None:
    motion, tracker, track = lying
    for now_ms, x in ((600, 60), (800, 66), (1_000, 60), (1_200, 66), (1_400, 60)):
        look(motion, tracker, with_hand(table((80, 1)), x, x + 110), None, now_ms)
        assert not track.is_stable(now_ms)
    look(motion, tracker, table((80, 1)), 80, 1_600)
    assert track.is_stable(1_600)


def test_a_card_that_a_hand_half_covers_is_known_again_at_once(lying: tuple[Motion, Tracker, Track]) -> None:
    """What is found of it meanwhile lies beside its middle, but nobody pushed it."""
    motion, tracker, track = lying
    for now_ms, x in ((600, 110), (800, 114), (1_000, 110)):
        look(motion, tracker, with_hand(table((80, 1)), x, x + 110), 60, now_ms)
        assert not track.is_stable(now_ms)
    look(motion, tracker, table((80, 1)), 80, 1_200)
    assert (tracker.tracks, track.is_stable(1_200)) == ([track], True)
    assert track.quad == pytest.approx(place(80))


@pytest.mark.parametrize(("read", "p", "stays"), [("8n", 0.96, True), ("9n", 0.96, False), ("8n", 0.8, False)])
def test_a_card_that_the_next_is_laid_half_over_is_told_on_if_it_reads_the_same(
    lying: tuple[Motion, Tracker, Track], read: str, p: float, stays: bool
) -> None:
    motion, tracker, track = lying
    covered = table((80, 1), (113, 2))
    look(motion, tracker, covered, 80, 600)
    assert track.is_stable(600), "whatever moved there, it was told before"
    look(motion, tracker, covered, 80, 800)
    row = read_as(read)
    row[Face(read).index] = p
    track.vote(row, False, motion, 800)
    for now_ms in (1_000, 1_200):
        assert track.is_stable(now_ms - 200) == stays
        look(motion, tracker, covered, 80, now_ms)
        track.vote(row, False, motion, now_ms)
    assert track.is_stable(1_200), "it has lain so for long enough"
    assert track.probabilities.argmax() == Face(read).index


def test_a_card_that_was_taken_away_is_not_told_and_then_gone(lying: tuple[Motion, Tracker, Track]) -> None:
    motion, tracker, track = lying
    look(motion, tracker, with_hand(table((80, 1)), 60, 170), None, 600)
    look(motion, tracker, table(), None, 800)
    assert not track.is_stable(800)
    for now_ms in range(1_000, 2_000, 200):
        look(motion, tracker, table(), None, now_ms)
    assert tracker.tracks == []


def test_a_card_that_lay_half_beyond_the_edge_of_the_picture_and_was_taken_away_is_gone() -> None:
    motion, tracker = Motion(), Tracker()
    with_card = table()[60:120]
    with_card[:, 80:146] = 170 + table((80, 1))[60:120, 80:146] // 4
    for now_ms in range(0, STABLE_MS + 1, 200):
        motion.update(with_card)
        tracker.update([Detection(place(80) - np.float32([0, 60]), 0.9, False)], motion, now_ms)
        tracker.tracks[0].vote(read_as("8k"), False, motion, now_ms)
    assert tracker.tracks[0].is_stable(STABLE_MS)
    for now_ms in range(600, 2_600, 200):
        motion.update(table()[60:120])
        tracker.update([], motion, now_ms)
    assert tracker.tracks == []


def test_an_outline_that_is_off_now_and_then_moves_nothing(lying: tuple[Motion, Tracker, Track]) -> None:
    motion, tracker, track = lying
    for now_ms in range(600, 2_200, 200):
        look(motion, tracker, table((80, 1)), 104 if now_ms % 600 == 0 else 80, now_ms)
        assert track.is_stable(now_ms)
        assert track.quad == pytest.approx(place(80))
    assert tracker.tracks == [track]


def test_an_outline_that_was_off_at_first_is_put_right_and_the_card_read_anew(
    lying: tuple[Motion, Tracker, Track],
) -> None:
    motion, tracker, track = lying
    for now_ms in range(600, 2_200, 200):
        look(motion, tracker, table((80, 1)), 100, now_ms)
    assert track.quad == pytest.approx(place(100))
    assert track.needs_reading(2_200)
    track.vote(read_as("7k"), False, motion, 2_200)
    assert np.argmax(track.probabilities) == Face("7k").index


def test_a_card_in_the_place_of_one_that_is_not_found_any_more_takes_its_place(
    lying: tuple[Motion, Tracker, Track],
) -> None:
    """What was told wrongly, of a card and its neighbour together say, does not stay because it looks the same."""
    motion, tracker, wrong = lying
    inside = make_quad([[82, 62], [144, 62], [144, 90], [82, 90]])
    for now_ms in range(600, 2_600, 200):
        motion.update(table((80, 1)))
        tracker.update([Detection(inside, 0.9, False)], motion, now_ms)
        right = next(track for track in tracker.tracks if track is not wrong)
        right.vote(read_as("7k"), False, motion, now_ms)
        right.is_stable(now_ms)
    assert tracker.tracks == [right]


@pytest.mark.parametrize(
    ("after", "keeps"), [([(108, 1)], True), ([(80, 1), (108, 2)], False)], ids=["pushed aside", "covered by the next"]
)
def test_what_was_read_stays_with_a_card_and_not_with_its_place(after: list[tuple[int, int]], keeps: bool) -> None:
    """A card half under the next one is often not found: the one that is found then is not the one that was read."""
    motion, tracker = Motion(), Tracker()
    look(motion, tracker, table((80, 1)), 80, 0)
    look(motion, tracker, table((80, 1)), 80, 200)
    (track,) = tracker.tracks
    track.vote(read_as("8n"), False, motion, 200)
    for now_ms in (400, 600):
        look(motion, tracker, table(*after), 108, now_ms)
        assert tracker.tracks == [track]
        assert bool(track.votes) == keeps


@pytest.mark.parametrize("another", [True, False])
def test_a_card_laid_under_an_arm_in_the_place_of_another_is_told_as_what_it_shows_from_its_first_look_on(
    lying: tuple[Motion, Tracker, Track], another: bool
) -> None:
    """Votes of both cards together would say neither for seconds. A look alone, in a place that looks as it did, may be
    a poor one."""
    motion, tracker, track = lying
    laid = table((80, 2 if another else 1))
    for now_ms, left in ((600, 40), (800, 60)):  # the hand is beside the card again when it is read
        look(motion, tracker, with_hand(laid, left, 240), 80, now_ms)
    motion.update(laid)
    track.vote(read_as("9n"), False, motion, 1000)
    assert str(track.face) == ("9n" if another else "8n")
    assert track.is_stable(1000) is False or not another
