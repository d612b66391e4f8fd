"""When a card was laid is told from the pictures of its place."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from yakume.engine import Face
from yakume.vision.lookback import LookBack
from yakume.vision.motion import Missed, Motion, small_picture
from yakume.vision.observation import Span

LOOK_MS = 100
QUAD = np.array([[150, 80], [170, 80], [170, 112], [150, 112]], np.float32)
"""Where the card lies in pictures of 320 × 180."""

FACE = Face("1h")
CARD = np.random.default_rng(7).choice([30, 200, 250], (8, 5)).astype(np.uint8)
OTHER = np.random.default_rng(8).choice([30, 200, 250], (8, 5)).astype(np.uint8)


def picture(card: NDArray[np.uint8] | None, arm: int | None = None, jitter: int = 0) -> NDArray[np.uint8]:
    """The cloth, a card on it, and an arm whose left rim is at `arm`, px, with fingers that are elsewhere each time."""
    image = np.full((180, 320), 90, np.uint8)
    if card is not None:
        image[80:112, 150:170] = cv2.resize(card, (20, 32), interpolation=cv2.INTER_NEAREST)
    if arm is not None:
        image[:, arm : arm + 60] = 140
        image[jitter % 40 :: 40, arm : arm + 60] = 20
        image[(jitter % 40) + 10 :: 40, arm : arm + 60] = 220
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)


def looked_back(*pictures: NDArray[np.uint8], back: LookBack | None = None) -> Span | None:
    """What is told in the last of `pictures`, one each `LOOK_MS`."""
    back, motion = back or LookBack(), Motion()
    for k, image in enumerate(pictures):
        motion.update(image)
        back.note(motion, k * LOOK_MS)
        told = back.laid(1, FACE, QUAD, motion) if k == len(pictures) - 1 else None
    return told


def test_a_card_that_comes_from_one_picture_to_the_next_was_laid_between_them() -> None:
    assert looked_back(*[picture(None)] * 25, *[picture(CARD)] * 3) == (2400, 2500)


def test_a_part_that_shows_beside_an_arm_tells_that_the_card_lay_there() -> None:
    covered = [picture(CARD, arm=160, jitter=13 * k) for k in range(8)]
    # Nothing is told as long as the arm moves over it.
    assert looked_back(*[picture(None)] * 25, *covered) is None
    assert looked_back(*[picture(None)] * 25, *covered, *[picture(CARD)] * 3) == (2400, 2500)


def test_a_part_of_what_was_there_before_tells_that_the_card_did_not() -> None:
    covered = [picture(None, arm=160, jitter=13 * k) for k in range(8)]
    assert looked_back(*[picture(None)] * 25, *covered, *[picture(CARD)] * 3) == (3200, 3300)


def test_a_card_is_laid_on_another() -> None:
    hidden = [picture(OTHER, arm=140, jitter=13 * k) for k in range(5)]
    shown = [picture(CARD, arm=162, jitter=13 * k) for k in range(5)]
    assert looked_back(*[picture(OTHER)] * 25, *hidden, *shown, *[picture(CARD)] * 3) == (2400, 3000)


def test_of_several_that_lay_there_the_last_one_tells() -> None:
    before = [*[picture(OTHER)] * 40, *[picture(None)] * 25]
    assert looked_back(*before, *[picture(CARD)] * 3) == (6400, 6500)


def test_an_arm_that_rests_over_a_card_does_not_lay_it() -> None:
    resting = [picture(CARD, arm=140)] * 15
    assert looked_back(*[picture(CARD)] * 10, *resting, *[picture(CARD)] * 3) is None
    assert looked_back(*[picture(CARD)] * 10, *resting * 2, *[picture(CARD)] * 3) is None
    # One that comes to rest as soon as it has laid it does not make it later.
    assert looked_back(*[picture(None)] * 25, *resting, *[picture(CARD)] * 3) == (2400, 4000)


def test_what_comes_to_rest_over_half_a_card_may_look_like_it() -> None:
    resting = [picture(CARD, arm=160)] * 15
    assert looked_back(*[picture(None)] * 25, *resting, *[picture(CARD)] * 3) == (2400, 4000)


def test_nothing_is_told_of_a_long_time() -> None:
    hidden = [picture(CARD, arm=140, jitter=13 * k) for k in range(60)]
    assert looked_back(*[picture(None)] * 25, *hidden, *[picture(CARD)] * 3) is None


def test_what_lies_there_since_the_first_picture_was_not_laid() -> None:
    assert looked_back(*[picture(CARD)] * 10) is None


def test_it_is_told_as_long_as_the_card_is_followed_and_read_so() -> None:
    back = LookBack()
    assert looked_back(*[picture(None)] * 25, *[picture(CARD)] * 3, back=back) == (2400, 2500)
    motion = Motion()
    for k in range(26):  # the same, read otherwise by now, and the next card at its place
        motion.update(picture(CARD))
        back.note(motion, 2800 + k * LOOK_MS)
    assert back.laid(1, FACE, QUAD, motion) == (2400, 2500)
    for k in range(3):
        motion.update(picture(OTHER))
        back.note(motion, 5400 + k * LOOK_MS)
    assert back.laid(1, FACE, QUAD, motion) == (2400, 2500)
    assert back.laid(1, Face("2t"), QUAD, motion) == (5300, 5400)
    assert back.laid(2, FACE, QUAD, motion) == (5300, 5400)
    back.clear()
    assert back.laid(1, FACE, QUAD, motion) is None
    for k in range(3):
        back.note(motion, 6000 + k * LOOK_MS)
    assert back.laid(1, FACE, QUAD, motion) is None


def test_where_the_newest_picture_is_not_kept_nothing_is_told_until_one_is() -> None:
    """The camera may have been knocked. 三人, seed 1293: the arm was taken for the card that came under it."""
    back, motion = LookBack(), Motion()
    for k, image in enumerate([*[picture(None)] * 25, *[picture(None, arm=140)] * 3, *[picture(CARD)] * 3]):
        motion.update(image)
        if k not in (28, 29):
            back.note(motion, k * LOOK_MS)
        told = back.laid(1, FACE, QUAD, motion) if k >= 29 else None
        assert told == ((2400, 3000) if k == 30 else None)


def test_what_was_missed_between_two_looks_tells_more() -> None:
    back, motion = LookBack(), Motion()
    for k, image in enumerate([*[picture(None)] * 25, picture(CARD), picture(CARD)]):
        between = [
            Missed(k * LOOK_MS * 4 - ms, small_picture(picture(CARD if k == 26 else None))) for ms in (300, 200, 100)
        ]
        motion.update(image)
        back.note(motion, k * LOOK_MS * 4, between)
    assert back.laid(1, FACE, QUAD, motion) == (9900, 10_000)


GREEN, RED = (60, 120, 60), (60, 60, 178)
"""Two colours (BGR) of one grey."""


def test_an_arm_as_grey_as_the_cloth_is_not_taken_for_it() -> None:
    """三人, seed 1299: a bare arm over the place of a card was as grey as what lay there before."""
    cloth = np.full((180, 320, 3), GREEN, np.uint8)
    arm, card = cloth.copy(), cloth.copy()
    arm[:, 140:200] = RED
    card[80:112, 150:170] = cv2.cvtColor(cv2.resize(CARD, (20, 32)), cv2.COLOR_GRAY2BGR)
    greys = {int(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY)[0, 150]) for each in (cloth, arm)}
    assert max(greys) - min(greys) <= 1
    assert looked_back(*[cloth] * 25, *[arm] * 4, *[card] * 3) == (2400, 2900)


def knocked(image: NDArray[np.uint8], by: float) -> NDArray[np.uint8]:
    """The picture of a camera that was knocked by so many px."""
    size = image.shape[1::-1]
    moved = cv2.warpAffine(image, np.array([[1, 0, by], [0, 1, 0]], np.float64), size, borderMode=cv2.BORDER_WRAP)
    return np.asarray(moved, np.uint8)


def laid_before_a_knock(by: float, at: float, before: NDArray[np.uint8]) -> Span | None:
    """What is told of a card that is seen `at` so many px beside its place once the camera was knocked by `by`."""
    back, motion = LookBack(), Motion()
    for k, image in enumerate([*[picture(None)] * 25, *[before] * 3]):
        motion.update(image)
        back.note(motion, k * LOOK_MS)
    back.move(np.array([[1, 0, by], [0, 1, 0], [0, 0, 1]], np.float64), motion.scale)
    for k in range(3):
        motion.update(knocked(picture(CARD), at))
        if k:  # the first one is another picture altogether
            back.note(motion, (28 + k) * LOOK_MS)
    return back.laid(1, FACE, QUAD + np.array([at, 0], np.float32), motion)


@pytest.mark.parametrize("by", [12.0, -30.4])
def test_pictures_of_before_a_knock_are_moved_with_the_camera(by: float) -> None:
    """二人, seed 1280: a card was laid, and the camera knocked before it was read."""
    assert laid_before_a_knock(by, by, picture(CARD)) == (2400, 2500)


def test_what_lay_beyond_the_rim_before_a_knock_was_not_seen() -> None:
    assert laid_before_a_knock(160.0, 160.0, picture(CARD)) == (2400, 2500)
    assert laid_before_a_knock(160.0, 0.0, picture(None)) is None


def test_pictures_are_kept_for_half_a_minute_one_in_a_tenth_of_a_second() -> None:
    back, motion = LookBack(), Motion()
    motion.update(picture(None))
    for t_ms in range(0, 60_000, 33):
        back.note(motion, t_ms)
    assert 200 < len(back._pictures) <= 335
    back.note(motion, 0)  # another source, or the same one opened anew
    assert len(back._pictures) == 1
