"""Since when something lies over a card is told from the pictures of its place."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from decoder_table import position, rested
from numpy.typing import NDArray
from observing import card_seen, observed
from yakume.engine import CardSet, Face
from yakume.vision.geometry import Quad
from yakume.vision.laid_over import LaidOver
from yakume.vision.motion import Missed, Motion, small_picture
from yakume.vision.observation import CoveredCard, Span
from yakume.vision.referee.deal_log import DealLog
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.look import Look
from yakume.vision.referee.looks import LookKeeper
from yakume.vision.referee.lying import Lying
from yakume.vision.referee.order import When, when_made
from yakume.vision.referee.position import Move, faces_mask, mask_of
from yakume.vision.referee.table_watch import TableWatch
from yakume.vision.zones import FIELD

LOOK_MS = 200
QUAD = np.array([[150, 80], [170, 80], [170, 112], [150, 112]], np.float32)
"""Where the card lies in pictures of 320 × 180."""

FACE = Face("1h")
CARD, NEXT = (np.random.default_rng(seed).choice([30, 200, 250], (8, 5)).astype(np.uint8) for seed in (7, 8))


def picture(over: int | None = None, arm: int | None = None, jitter: int = 0, light: float = 1.0) -> NDArray[np.uint8]:
    """The cloth, a card on it, another one `over` it so many px further down, and an arm whose left rim is at `arm`."""
    image = np.full((180, 320), 90, np.uint8)
    for card, top in ((CARD, 80), (NEXT, None if over is None else 80 + over)):
        if top is not None:
            image[top : top + 32, 150:170] = cv2.resize(card, (20, 32), interpolation=cv2.INTER_NEAREST)
    if arm is not None:
        image[:, arm : arm + 60] = 140
        image[jitter % 40 :: 40, arm : arm + 60] = 20
        image[(jitter % 40) + 10 :: 40, arm : arm + 60] = 220
    lit = np.clip(image * light, 0, 255).astype(np.uint8)
    return cv2.cvtColor(lit, cv2.COLOR_GRAY2BGR)


BARE = [picture()] * 5


def covered(*pictures: NDArray[np.uint8], found: Quad | None = QUAD, watch: LaidOver | None = None) -> Span | None:
    """What is told in the last of `pictures`, one each `LOOK_MS`: the card is found in the first five of them, and then
    at `found`."""
    watch, motion = watch or LaidOver(), Motion()
    for k, image in enumerate(pictures):
        motion.update(image)
        watch.note(motion, k * LOOK_MS)
        quad = QUAD if k < 5 else found
        told = watch.covered([(1, FACE, quad)] if quad is not None else [], [1], motion)
    return told[0].over if told else None


def test_a_card_that_is_laid_half_over_another_covers_it_from_then_on() -> None:
    assert covered(*BARE) is None
    assert covered(*BARE, *[picture(over=12)] * 3) == (800, 1000)
    assert covered(*BARE, *[picture(over=12)] * 3, found=None) == (800, 1000)


@pytest.mark.parametrize("arm", [162, 120], ids=["right of it", "left of it"])
def test_an_arm_that_moves_beside_it_hides_nothing_of_that(arm: int) -> None:
    pictures = [picture(over=12, arm=arm, jitter=13 * k) for k in range(6)]
    assert covered(*BARE, *pictures, found=None) == (800, 1000)


def test_an_arm_that_passes_over_a_part_of_it_does_not_lie_there() -> None:
    assert covered(*BARE, picture(arm=160), picture(arm=156), found=None) is None
    assert covered(*BARE, *[picture(arm=160)] * 3, *BARE) is None


def test_what_changes_all_the_time_lies_nowhere() -> None:
    flickers = [picture() for _ in range(6)]
    for at, image in enumerate(flickers):
        spots = np.random.default_rng(at).integers(0, 256, (3, 2, 3), np.uint8)
        image[80:104, 150:170] = spots.repeat(8, 0).repeat(10, 1)
    assert covered(*BARE, *flickers, found=None) is None


def test_an_arm_that_stays_over_a_card_that_is_found_all_the_while_is_no_part_of_it() -> None:
    moving = [picture(arm=164, jitter=13 * k) for k in range(13)]
    assert covered(*BARE, *moving, *BARE) is None


def test_of_what_comes_over_it_the_first_tells() -> None:
    assert covered(*BARE, *[picture(over=12)] * 3, *[picture(over=4)] * 5, found=None) == (800, 1000)


def test_an_arm_that_rests_over_a_part_of_it_for_a_moment_is_gone_with_it() -> None:
    resting = [picture(arm=160)] * 3
    assert covered(*BARE, *resting, found=None) == (800, 1000)
    assert covered(*BARE, *resting, *BARE) is None
    assert covered(*BARE, *resting, *BARE, *[picture(over=12)] * 3) == (2400, 2600)


def test_what_hides_a_card_whole_is_no_other_one() -> None:
    sleeve = picture()
    sleeve[:, 140:200] = (60, 60, 178)
    assert covered(*BARE, *[sleeve] * 5, found=None) is None


def test_another_light_lies_over_nothing() -> None:
    darker = [picture(light=0.6)] * 5
    assert covered(*BARE, *darker) is None
    assert covered(*BARE, *darker, *[picture(over=12, light=0.6)] * 3) == (1800, 2000)


def test_a_card_that_looks_otherwise_for_long_is_covered_by_what_comes_later() -> None:
    lying = [picture(over=20)] * 15
    assert covered(*BARE, *lying) == (800, 1000)
    assert covered(*BARE, *lying, picture(over=4)) == (800, 1000)
    assert covered(*BARE, *lying, *[picture(over=4)] * 3) == (3800, 4000)


def test_what_was_missed_between_two_looks_tells_more() -> None:
    watch, motion = LaidOver(), Motion()
    for k, over in enumerate([None] * 3 + [12] * 2):
        between = [Missed(k * 800 - ms, small_picture(picture(over))) for ms in (600, 400, 200)]
        motion.update(picture(over))
        watch.note(motion, k * 800, between)
        told = watch.covered([(1, FACE, QUAD)], [1], motion)
    assert [each.over for each in told] == [(1600, 1800)]


def test_what_is_read_as_another_card_or_not_followed_any_more_is_told_of_no_more() -> None:
    watch = LaidOver()
    assert covered(*BARE, *[picture(over=12)] * 3, watch=watch) == (800, 1000)
    motion = Motion()
    motion.update(picture(over=12))
    watch.note(motion, 1600)
    assert watch.covered([(1, Face("2t"), QUAD)], [1], motion) == ()
    watch = LaidOver()
    assert covered(*BARE, picture(over=12), watch=watch) is None
    for k in range(6, 14):  # it is lost as it is covered
        motion.update(picture(over=12))
        watch.note(motion, k * LOOK_MS)
        told = watch.covered([], [2], motion)
        assert [each.over for each in told] == ([(800, 1000)] if 6 < k < 13 else [])
    watch = LaidOver()
    assert covered(*BARE, *[picture(over=12)] * 3, watch=watch) == (800, 1000)
    watch.clear()
    assert watch.covered([], [1], motion) == ()


def test_the_place_of_a_card_is_moved_with_a_camera_that_was_knocked() -> None:
    watch, motion = LaidOver(), Motion()
    shift = np.array([[1, 0, 60], [0, 1, 0], [0, 0, 1]], np.float64)
    for k, over in enumerate([None] * 10 + [12] * 4):
        motion.update(np.roll(picture(over), 60 if k >= 5 else 0, axis=1))
        if k == 5:
            watch.move(shift)
            continue
        watch.note(motion, k * LOOK_MS)
        told = watch.covered([(1, FACE, QUAD)] if k < 5 else [], [1], motion)
        assert bool(told) == (k >= 12)
    assert [each.over for each in told] == [(1800, 2000)]


def keeper_with(*spans: tuple[int, str, Span], later_ms: int = 0) -> LookKeeper:
    """What was told of tracks, read as faces, and so much later no more."""
    keeper = LookKeeper(3)
    keeper.observe(9_000, [], covered=[CoveredCard(track, Face(face), over) for track, face, over in spans])
    if later_ms:
        keeper.observe(9_000 + later_ms, [])
    return keeper


@pytest.mark.parametrize(
    ("spans", "later_ms", "told"),
    [
        ([(1, "1k", (800, 1_000))], 0, {"1k": (800, 1_000)}),
        ([(1, "1k", (800, 1_000)), (2, "1k", (5_800, 6_000))], 0, {"1k": (5_800, 6_000)}),
        ([(1, "1k", (5_800, 6_000)), (2, "1k", (800, 1_000))], 0, {"1k": (5_800, 6_000)}),
        ([(1, "1k", (800, 1_000)), (2, "2t", (800, 1_150))], 0, {"1k": (800, 1_000), "2t": (800, 1_150)}),
        ([(1, "1k", (800, 1_000)), (2, "2t", (800, 1_050))], 0, {}),
        ([(1, "1k", (800, 1_000))], 15_000, {"1k": (800, 1_000)}),
        ([(1, "1k", (800, 1_000))], 17_000, {}),
    ],
    ids=[
        "one",
        "two alike",
        "the later one first",
        "one after the other",
        "an arm or the light",
        "gone since",
        "gone for long",
    ],
)
def test_what_lies_over_the_last_card_of_each_face_is_told_for_a_while(
    spans: list[tuple[int, str, Span]], later_ms: int, told: dict[str, Span]
) -> None:
    keeper = keeper_with(*spans, later_ms=later_ms)
    assert dict(keeper.look().over) == {Face(face).index: span for face, span in told.items()}
    keeper.observe(0, [])  # another source
    assert not keeper.look().over


def test_the_table_of_a_match_hears_of_cards_over_which_something_lies() -> None:
    watch, covered = TableWatch(3), (CoveredCard(1, Face("1k"), (800, 1_000)),)
    for t_ms in range(0, 1_000, 200):
        watch.see(replace(observed([card_seen(1, "1a")], t_ms), covered=covered), {}, None, DealLog())
    assert watch.look is not None and watch.look.over == {Face("1k").index: (800, 1_000)}


BIT = Face("2n").cards.mask.bit_length() - 1


@pytest.mark.parametrize(
    ("over", "open_ms", "begun_ms", "aside", "told"),
    [
        ((37_200, 37_400), 37_200, None, True, When(37_200, 37_400, 37_200, shown=True)),
        ((36_000, 37_400), 37_200, None, True, When(37_200, 37_400, 37_200, shown=True)),
        ((37_200, 37_400), -1, 37_300, True, When(37_300, 37_400, -1, shown=True)),
        ((37_200, 37_400), 37_200, None, False, None),
        ((36_000, 36_200), 37_200, None, True, None),
        ((36_000, 36_200), -1, 37_200, True, None),
        ((30_000, 30_200), -1, None, True, None),
        ((38_400, 38_600), 37_200, None, True, None),
    ],
    ids=[
        "pulled in",
        "bare before",
        "bare before the turn",
        "read as it was laid",
        "open since",
        "before the turn",
        "long before",
        "later",
    ],
)
def test_what_is_read_only_as_it_is_pulled_in_was_laid_when_something_came_over_its_match(
    over: Span, open_ms: int, begun_ms: int | None, aside: bool, told: When | None
) -> None:
    """二人, seed 1318: 2n lay on 2b for 0.8 s unread, 5b was turned meanwhile and told as the first of both."""
    before = position("2a 5a 9t")
    move = Move(0, True, Face("2n").index, mask_of(CardSet.parse("2a")))
    look = LookKeeper(3).look()
    look = replace(look, t_ms=38_600, came_ms={BIT: 38_400}, aside=1 << BIT if aside else 0)
    as_read = when_made(move, before, before.after(move), look, open_ms)
    look = replace(look, over={Face("2k").index: over, Face("5k").index: (37_300, 37_600)})
    when = when_made(move, before, before.after(move), look, open_ms, begun_ms=begun_ms)
    assert when == (told or as_read)
    kept = json.loads(json.dumps(keep_look(look)))
    assert read_look(kept).over == look.over
    del kept["over"]  # as one was written before that was told
    assert read_look(kept).over == {}
    assert look.later(300).over[Face("2k").index] == (over[0] + 300, over[1] + 300)


@pytest.mark.parametrize(("over", "from_ms"), [((6_500, 6_700), 6_500), ((4_000, 4_200), 7_600)])
def test_what_came_over_a_match_before_the_turn_began_is_no_card_of_it(over: Span, from_ms: int) -> None:
    """八十サシ, seed 1323: an arm had rested over 9t before 10n was played, and 9b was turned later."""
    decoder, came = Decoder(position("1a 3a 5n 8a 9a 12a")), {"6n": 5_000, "7n": 5_600}
    decoder.observe(rested(2_000, "1k 3k 5n 8k 9k 12k"))
    turn = rested(6_000, "1k 3k 5n 8k 9k 12k 6n 7n", came=came)
    decoder.observe(replace(turn, moving=frozenset({FIELD})))  # and the table does not lie open since
    field, pile = (faces_mask(map(Face, text.split())) for text in ("1k 5n 8k 9k 12k 6n 7n", "3k 3t"))
    lying = Lying(field, (0, pile, 0), (0, 0, 0))
    bits = {Face(face).cards.mask.bit_length() - 1: at for face, at in (came | {"3t": 7_600}).items()}
    look = Look(8_000, lying, lying, bits, rest=1, aside=1 << Face("3t").cards.mask.bit_length() - 1)
    decoder.observe(replace(look, over={Face("3k").index: over}))
    move, when = decoder.best.steps[2]
    assert (str(move), when and when.from_ms) == ("1 hand 3t x 3k", from_ms)
