"""One picture: detect, tighten, read."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from yakume.engine import Face
from yakume.vision.certainty import USUAL
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import iou, make_quad, scaled, standing, turned
from yakume.vision.overlaps import alike_in_size, covered_by_two, without_parts
from yakume.vision.read import LARGER, LIKELY, CardReader, blended, is_unknown_deck
from yakume.vision.thresholds import IS_CARD

LOOSE = [make_quad([[x, 10], [x + 40, 10], [x + 40, 70], [x, 70]]) for x in (0, 5, 100, 200)]


class Loose:
    """Finds four boxes, two of them on one card and one on no card."""

    def detect(self, image):
        return [Detection(quad, 0.96 - 0.01 * n, False) for n, quad in enumerate(LOOSE)]


class Tight:
    """Moves the first two boxes onto one place and finds the last one to be no card, also when it is asked again."""

    def tighten(self, image, boxes):
        if len(boxes) == 1:
            return list(boxes), np.array([0.1], np.float32)
        tight = [LOOSE[0], LOOSE[0] + 1, LOOSE[2] + 3, LOOSE[3]][: len(boxes)]
        return tight, np.array([0.99, 0.99, 0.98, 0.1], np.float32)[: len(boxes)]


class Upside:
    """Reads everything as 8n, upside down."""

    def read(self, image, quads):
        rows = np.full((len(quads), 37), 0.1 / 36, np.float32)
        rows[:, Face("8n").index] = 0.9
        return rows, np.ones(len(quads), bool)


def test_the_second_look_tightens_merges_and_drops() -> None:
    found = CardReader(Loose(), Upside(), Tight()).detect(np.zeros((100, 300, 3), np.uint8))
    assert [d.quad.tolist() for d in found] == [LOOSE[0].tolist(), (LOOSE[2] + 3).tolist()]
    assert [d.score for d in found] == pytest.approx([USUAL.presence(0.96, 0.99), USUAL.presence(0.94, 0.98)], abs=1e-4)


def test_without_a_second_look_boxes_stay_where_they_are_and_twins_are_dropped() -> None:
    found = CardReader(Loose(), Upside()).detect(np.zeros((100, 300, 3), np.uint8))
    assert [d.quad.tolist() for d in found] == [LOOSE[n].tolist() for n in (0, 2, 3)]


def test_only_a_box_whose_corners_moved_far_is_looked_at_again() -> None:
    class Towards:
        """Moves each box by a tenth of its height, the last one by a third; the last one becomes no card."""

        def __init__(self) -> None:
            self.asked: list[list] = []

        def tighten(self, image, boxes):
            self.asked.append([box[0, 0] for box in boxes])
            far = len(self.asked) == 1
            shifts = [6.0] * (len(boxes) - 1) + [20.0 if far else 1.0]
            quads = [np.roll(box + np.array([shift, 0]), 1, axis=0) for box, shift in zip(boxes, shifts, strict=True)]
            return quads, np.full(len(boxes), 0.9 if far else IS_CARD - 0.01, np.float32)

    finder = Towards()
    found = CardReader(Loose(), Upside(), finder).tighten(np.zeros((100, 300, 3), np.uint8), Loose().detect(None))
    assert finder.asked[0] == [0, 5, 100, 200]
    assert finder.asked[1:] == [[220]]  # named from its next corner on
    assert found[3] is None
    assert [d.quad.mean(0).tolist() for d in found[:3]] == [
        (LOOSE[n].mean(0) + np.array([6, 0])).tolist() for n in range(3)
    ]


@pytest.mark.parametrize(
    ("score", "wide", "sure", "kept"),
    [(0.6, 44, 0.9, True), (0.4, 44, 0.9, False), (0.6, 100, 0.9, False), (0.6, 44, IS_CARD - 0.01, False)],
)
def test_a_likely_box_as_wide_as_high_is_looked_at_along_its_other_sides_before_it_is_refused(
    score: float, wide: int, sure: float, kept: bool
) -> None:
    class Along:
        """Knows a card by its first corner: the second of the box as it was found."""

        def tighten(self, image, boxes):
            return list(boxes), np.array([sure if box[0, 0] == wide else 0.1 for box in boxes], np.float32)

    box = make_quad([[0, 10], [wide, 10], [wide, 50], [0, 50]])
    (found,) = CardReader(Loose(), Upside(), Along()).tighten(
        np.zeros((100, 300, 3), np.uint8), [Detection(box, score, False)]
    )
    assert (found is not None) == kept
    if found is not None:
        assert found.quad.tolist() == turned(box, 1).tolist()


@pytest.mark.parametrize(
    ("score", "sure", "kept"), [(0.6, LIKELY + 0.01, True), (0.4, 0.9, False), (0.6, LIKELY - 0.01, False)]
)
def test_a_likely_box_is_looked_at_a_little_larger_before_it_is_refused(score: float, sure: float, kept: bool) -> None:
    """A box drawn inside a card that fills the picture."""

    class Whole:
        def tighten(self, image, boxes):
            heights = [box[3, 1] - box[0, 1] for box in boxes]
            return list(boxes), np.array([sure if height > 66 else 0.1 for height in heights], np.float32)

    box = make_quad([[20, 10], [60, 10], [60, 76], [20, 76]])
    (found,) = CardReader(Loose(), Upside(), Whole()).tighten(
        np.zeros((100, 300, 3), np.uint8), [Detection(box, score, False)]
    )
    assert (found is not None) == kept
    if found is not None:
        assert found.quad.tolist() == scaled(box, LARGER).tolist()


def test_a_reading_is_json_with_quads_from_the_cards_own_top_left() -> None:
    data = CardReader(Loose(), Upside(), Tight()).read(np.zeros((100, 300, 3), np.uint8)).to_json()
    assert (data["width"], data["height"]) == (300, 100)
    card = data["cards"][0]
    assert card["face"] == "8n"
    assert card["quad"] == [[40.0, 70.0], [0.0, 70.0], [0.0, 10.0], [40.0, 10.0]]
    assert card["candidates"][0] == ["8n", 0.9]
    assert len(card["candidates"]) == 3
    assert set(data["ms"]) == {"detect", "read"}


def test_what_can_hardly_be_read_is_no_card() -> None:
    class Blurred(Upside):
        def read(self, image, quads):
            rows, flips = super().read(image, quads)
            rows[0] = 1 / 37
            return rows, flips

    cards = CardReader(Loose(), Blurred(), Tight()).read(np.zeros((100, 300, 3), np.uint8)).cards
    assert [card.quad[2].tolist() for card in cards] == [(LOOSE[2] + 3)[0].tolist()]
    assert cards[0].score == pytest.approx(
        USUAL.confidence(USUAL.presence(0.94, 0.98), cards[0].probabilities), abs=1e-4
    )


def test_what_lies_there_like_a_card_and_cannot_be_read_is_told_apart() -> None:
    class Stranger(Upside):
        def read(self, image, quads):
            rows, flips = super().read(image, quads)
            rows[1] = 0.1 / 37  # the rest, 0.9, is "no card I know"
            return rows, flips

    reading = CardReader(Loose(), Stranger(), Tight()).read(np.zeros((100, 300, 3), np.uint8))
    assert [card.quad[2].tolist() for card in reading.cards] == [LOOSE[0][0].tolist()]
    assert not reading.to_json()["unknown_deck"]
    (unread,) = reading.to_json()["unread"]
    assert unread["none"] == pytest.approx(0.9, abs=1e-3)
    assert set(unread) == {"face", "candidates", "quad", "score", "none"}


@pytest.mark.parametrize(("unread", "told", "unknown"), [(5, 0, True), (6, 5, True), (4, 0, False), (9, 9, False)])
def test_more_cards_that_cannot_be_read_than_can_are_a_deck_not_known(unread: int, told: int, unknown: bool) -> None:
    assert is_unknown_deck(unread, told) is unknown


def test_a_weak_box_that_cannot_be_read_is_nothing() -> None:
    class Weak(Loose):
        def detect(self, image):
            return [Detection(LOOSE[0], 0.3, False)]

    class Blank(Upside):
        def read(self, image, quads):
            return np.full((len(quads), 37), 1 / 37, np.float32), np.zeros(len(quads), bool)

    reading = CardReader(Weak(), Blank()).read(np.zeros((100, 300, 3), np.uint8))
    assert (reading.cards, reading.unread) == ((), ())


@dataclass
class Scene:
    """A detector and a reader that see each of `boxes`: x, width and height, detector's score, probability of an 8n."""

    boxes: list[tuple[float, float, float, float, float]]

    def detect(self, image):
        return [Detection(self.quad(n), box[3], False) for n, box in enumerate(self.boxes)]

    def quad(self, n: int):
        x, width, height, *_ = self.boxes[n]
        return make_quad([[x, 0], [x + width, 0], [x + width, height], [x, height]])

    def read(self, image, quads):
        asked = [[box[4] for n, box in enumerate(self.boxes) if np.array_equal(self.quad(n), quad)] for quad in quads]
        of_8n = [known[0] if known else 0.1 for known in asked]
        rows = np.full((len(quads), 37), 0.0005, np.float32)
        rows[:, Face("8n").index] = of_8n
        return rows, np.zeros(len(quads), bool)

    def reading(self) -> tuple[list[float], list[float]]:
        """Left edges of the cards told, and of those told as unread."""
        reading = CardReader(self, self).read(np.zeros((300, 900, 3), np.uint8))
        return [c.quad[0, 0] for c in reading.cards], [c.quad[0, 0] for c in reading.unread]


@dataclass
class Covered:
    """Cards of 40 × 65 px with their left edges at `cards`, found at `boxes` (left, right, top, bottom)."""

    cards: dict[float, str]
    boxes: list[tuple[float, float, float, float]]

    def detect(self, image):
        return [
            Detection(make_quad([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), 0.95 - 0.01 * n, False)
            for n, (x0, x1, y0, y1) in enumerate(self.boxes)
        ]

    def read(self, image, quads):
        rows = np.full((len(quads), 37), 0.0005, np.float32)
        for row, quad in zip(rows, quads, strict=True):
            x, face = max(self.cards.items(), key=lambda card: iou(outline(card[0]), quad))
            row[Face(face).index] = 0.97 if iou(outline(x), quad) > 0.9 else 0.45
        return rows, np.zeros(len(quads), bool)

    def reading(self) -> list[SeenCard]:
        return sorted(CardReader(self, self).read(np.zeros((300, 900, 3), np.uint8)).cards, key=lambda c: c.quad[0, 0])


def outline(x: float):
    return make_quad([[x, 100], [x + 40, 100], [x + 40, 165], [x, 165]])


FIELD = {0: "1h", 100: "2n", 200: "3t", 300: "4k", 400: "5n"}
FOUND = [(x, x + 40, 100, 165) for x in FIELD]


@pytest.mark.parametrize(
    "box",
    [(600, 625, 100, 165), (615, 640, 100, 165), (600, 640, 100, 140), (585, 640, 100, 165), (600, 640, 100, 136)],
    ids=["left of it", "right of it", "top of it", "and its neighbour's edge", "as wide as high"],
)
def test_a_card_found_in_part_is_told_whole_because_all_cards_are_equally_large(box) -> None:
    told = Covered(FIELD | {600: "6t"}, [*FOUND, box]).reading()
    assert [str(card.face) for card in told] == [*FIELD.values(), "6t"]
    assert iou(told[-1].quad, outline(600)) > 0.95
    assert told[-1].found is not None
    assert told[0].found is None


def test_a_box_across_two_cards_does_not_hide_the_one_that_was_found_within_it() -> None:
    told = Covered(FIELD | {600: "6t", 622: "7n"}, [*FOUND, (600, 658, 100, 165), (622, 656, 100, 165)]).reading()
    assert [str(card.face) for card in told] == [*FIELD.values(), "6t", "7n"]


def test_one_card_found_twice_is_told_once() -> None:
    told = Covered(FIELD | {600: "6t"}, [*FOUND, (600, 628, 100, 165), (604, 636, 100, 165)]).reading()
    assert [str(card.face) for card in told] == [*FIELD.values(), "6t"]


def test_an_outline_that_differs_in_size_from_a_card_is_less_likely_one() -> None:
    boxes = [*FOUND, (600, 642, 100, 165), (700, 758, 100, 165)]
    reader = Covered(FIELD | {600: "6t", 700: "7n", 718: "8h"}, boxes)
    detections = [replace(d, score=0.9) for d in reader.detect(None)]
    seen = CardReader(reader, reader).see(np.zeros((300, 900, 3), np.uint8), detections)
    fits, tight, wide = seen[0], seen[-2], seen[-1]
    assert fits.presence > 0.9 > wide.presence, "more likely than before the size was known, and less likely"
    assert fits.presence > tight.presence > wide.presence
    assert (wide.found is not None, str(wide.face)) == (True, "7n"), "though it was put right"
    few = CardReader(reader, reader).see(np.zeros((300, 900, 3), np.uint8), detections[-2:])
    assert [card.presence for card in few] == [0.9, 0.9]


def test_few_cards_do_not_say_how_large_one_is() -> None:
    told = Covered({0: "1h", 600: "6t"}, [FOUND[0], (600, 632, 100, 165)]).reading()
    assert all(card.found is None for card in told)


WHOLE = [(0, 40, 60, 0.97, 0.9), (100, 40, 60, 0.96, 0.9), (200, 40, 60, 0.95, 0.9), (300, 40, 60, 0.94, 0.9)]


def test_what_two_outlines_cover_of_a_third_together() -> None:
    def strip(left: float, right: float) -> np.ndarray:
        return make_quad([[left, 0], [right, 0], [right, 60], [left, 60]])

    card, left, right, far = strip(0, 40), strip(-20, 22), strip(18, 60), strip(39, 80)
    assert covered_by_two(card, [far, left, right]) == (pytest.approx(1), (2, 1))
    assert covered_by_two(card, [left, far]) == (pytest.approx(23 / 40), (0, 1))
    assert covered_by_two(card, [left]) == covered_by_two(card, [left, strip(50, 90)]) == (0, ())


def test_a_picture_is_told_without_parts_of_cards_and_without_what_is_too_large_or_too_small() -> None:
    part, large, small = (110, 22, 60, 0.95, 0.9), (400, 150, 200, 0.95, 0.9), (600, 15, 24, 0.95, 0.9)
    assert Scene([*WHOLE, part, large, small]).reading() == ([0, 100, 200, 300], [])
    assert Scene([large]).reading() == ([400], [])


def test_what_cannot_be_read_is_told_once_and_not_where_a_card_was_read() -> None:
    on_a_card, alone, part_of_it = (110, 22, 60, 0.98, 0.2), (500, 40, 60, 0.9, 0.2), (505, 22, 60, 0.8, 0.2)
    assert Scene([*WHOLE, on_a_card, alone, part_of_it]).reading() == ([0, 100, 200, 300], [500])


def test_the_middle_card_by_certainty_says_how_large_cards_are() -> None:
    """One card that is sure outweighs three small ones that are not, and the other way round."""
    small = [found(100 * n, 20, score=0.2) for n in range(3)]
    assert alike_in_size([*small, found(400, 60, score=0.9)])[0].quad[0, 0] == 400
    assert len(alike_in_size([*small, found(400, 60, score=0.5)])) == 3


def found(x: float, size: float, face: str = "8n", score: float = 0.9) -> SeenCard:
    quad = make_quad([[x, 0], [x + 0.6 * size, 0], [x + 0.6 * size, size], [x, size]])
    return SeenCard(quad, score, face_row(face, 0.9))


def card(x: float, width: float, score: float, face: str = "8n") -> SeenCard:
    row = np.full(37, 0.01, np.float32)
    row[Face(face).index] = 0.64
    return SeenCard(make_quad([[x, 0], [x + width, 0], [x + width, 60], [x, 60]]), score, row)


def test_a_part_of_a_card_is_no_card_and_neither_is_what_swallows_one() -> None:
    whole, part, around, beside = card(0, 40, 0.9), card(20, 20, 0.7), card(0, 90, 0.6), card(35, 40, 0.5)
    assert without_parts([part, around, whole, beside]) == [whole, beside]


@pytest.mark.parametrize(
    ("faces", "sure", "kept"),
    [(("8k", "7k", "5k"), 0.98, 3), (("8k", "7k", "5k"), 0.9, 2), (("8k", "5k", "5k"), 0.98, 2)],
)
def test_of_cards_laid_a_third_apart_the_middle_one_is_told_though_found_with_its_neighbour(faces, sure, kept) -> None:
    first, middle, last = (
        replace(card(x, 44, score, face), probabilities=face_row(face, sure))
        for x, score, face in zip((0, 19, 38), (0.9, 0.7, 0.8), faces, strict=True)
    )
    about_two = make_quad([[24, 0], [82, 0], [82, 60], [24, 60]])
    told = without_parts([first, replace(middle, found=about_two), last])
    assert len(told) == kept


@pytest.mark.parametrize(
    ("face", "score", "at", "told"),
    [
        ("7k", 0.8, 25, False),  # a box between the two
        ("5k", 0.8, 25, True),  # a card of its own, for it shows another face
        ("7k", 0.98, 25, True),  # the other kasu of the month, beyond doubt
        ("7k", 0.8, 46, True),  # half over one of them alone
    ],
)
def test_a_box_between_two_cards_that_shows_one_of_them_is_none(face, score, at, told) -> None:
    seven, twelve = card(0, 40, 0.99, "7k"), card(36, 40, 0.98, "12k")
    between = card(at, 40, score, face)
    if at == 25:
        seven, twelve = card(0, 40, 0.99, "7k"), card(46, 40, 0.98, "12k")
    kept = without_parts([seven, twelve, between])
    assert (len(kept) == 3) == told


@pytest.mark.parametrize(
    ("face", "elsewhere", "told"),
    [("1t", ["1t"], False), ("1t", ["3t"], True), ("1k", ["1k"], True), ("1k", ["1k", "1k"], False)],
)
def test_a_box_between_two_cards_that_shows_what_lies_elsewhere_as_often_as_there_is_one_is_none(
    face, elsewhere, told
) -> None:
    """There is one 1t and there are two 1k."""
    sure = [card(0, 40, 0.99, "7k"), card(46, 40, 0.98, "12k")]
    sure += [card(200 + 100 * n, 40, 0.97, other) for n, other in enumerate(elsewhere)]
    kept = without_parts([*sure, card(25, 40, 0.8, face)])
    assert (len(kept) > len(sure)) == told


def test_what_is_much_larger_or_smaller_than_the_other_cards_is_no_card() -> None:
    cards = [found(50 * n, 60 + n, "8n") for n in range(4)]
    large, small = found(300, 140, "1h", 0.8), found(400, 25, "2n", 0.4)
    assert alike_in_size([*cards, large, small]) == cards
    assert alike_in_size([*cards[:2], large]) == [*cards[:2], large]  # too few to tell
    spots = [found(30 * n, 25, "back") for n in range(5)]
    assert alike_in_size([*spots, large]) == [large]  # one face outweighs any number of plain spots


def test_cards_of_which_none_shows_a_face_keep_their_order() -> None:
    backs = [card(x, width, 0.9, "back") for x, width in ((0, 90), (100, 80), (200, 300), (300, 70), (400, 85))]
    kept = [back.quad[0, 0] for back in alike_in_size(backs)]
    assert kept == [0, 100, 300, 400]
    assert [back.quad[0, 0] for back in backs] == [0, 100, 200, 300, 400]


def face_row(face: str, p: float) -> np.ndarray:
    row = np.full(37, 0.001, np.float32)
    row[Face(face).index] = p
    return row


def test_certainty_grows_with_what_each_network_says() -> None:
    chances = (0.05, 0.3, 0.6, 0.9, 0.99)
    for rising in (
        [USUAL.presence(p, 0.5) for p in chances],
        [USUAL.presence(0.5, p) for p in chances],
        [USUAL.given_misfit(p, 0.2) for p in chances],
        [USUAL.given_misfit(0.5, misfit) for misfit in (0.6, 0.4, 0.2, 0.1, 0.0)],
        [USUAL.confidence(p, face_row("8n", 0.9)) for p in chances],
        [USUAL.confidence(0.9, face_row("8n", p)) for p in chances],
    ):
        assert rising == sorted(set(rising))
        assert rising[0] > 0 and rising[-1] < 1


def test_what_is_less_likely_or_less_certain_is_not_told() -> None:
    for face in ("8n", "back"):
        assert USUAL.is_certain(0.99, face_row(face, 0.999))
        assert not USUAL.is_certain(0.2, face_row(face, 0.8))
        lenient = replace(USUAL, least_face=0.4, acceptance_threshold=0.3)
        assert lenient.is_certain(0.999, face_row(face, 0.45)) and not lenient.is_certain(0.999, face_row(face, 0.35))
    assert not USUAL.is_certain(0.999, face_row("8n", 0.45))


def test_how_surely_a_back_reads_as_one_says_nothing() -> None:
    assert USUAL.confidence(0.8, face_row("back", 0.45)) == USUAL.confidence(0.8, face_row("back", 0.99))
    assert USUAL.is_certain(0.99, face_row("back", 0.45)) and not USUAL.is_certain(0.99, face_row("back", 0.35))


def test_a_back_is_likelier_among_cards() -> None:
    alone = USUAL.in_company(0.5, 0, 0)
    assert alone == pytest.approx(0.5)
    assert alone < USUAL.in_company(0.5, 0.9, 0) < USUAL.in_company(0.5, 0.9, 0.9)


def test_a_picture_without_cards_reads_as_none(table) -> None:
    assert table.reader().read(table.image()).cards == ()


@dataclass
class NearAndFar(Covered):
    """One card lies further away than the others, 30 × 48 px; shown more of the table, the reader is a little surer."""

    far: tuple[float, float, float, float] = (600, 630, 110, 158)
    back_to_it: bool = True

    def read(self, image, quads):
        rows, upside_down = super().read(image, quads)
        for row, quad in zip(rows, quads, strict=True):
            if quad[:, 0].min() > 550:
                row[:] = 0.0005
                row[Face("6t").index] = 0.9 if iou(quad, self._far()) > 0.9 else 0.94
        return rows, upside_down

    def tighten(self, image, boxes):
        """From boxes about the far card the second look comes to it, or (not `back_to_it`) stays where it begins."""
        quads = [self._far() if self.back_to_it and box[:, 0].min() > 550 else box for box in boxes]
        return quads, np.full(len(boxes), 0.95, np.float32)

    def _far(self):
        x0, x1, y0, y1 = self.far
        return make_quad([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


@pytest.mark.parametrize("back_to_it", [True, False])
def test_a_good_outline_of_a_card_further_away_is_not_put_right_over_bare_table(back_to_it: bool) -> None:
    eyes = NearAndFar(FIELD, [*FOUND, (600, 630, 110, 158)], back_to_it=back_to_it)
    seen = CardReader(eyes, eyes, eyes).see(np.zeros((300, 900, 3), np.uint8), eyes.detect(None))
    (far,) = [card for card in seen if card.quad[:, 0].min() > 550]
    assert (far.found is None) == back_to_it
    assert (iou(far.quad, eyes._far()) > 0.9) == back_to_it


class Low:
    """Upright before a low camera, `low` of the four cards look wider than high, and are found as ones that lie."""

    def __init__(self, degrees: float, low: int) -> None:
        self.cards = [self._upright(n, degrees if n < low else 0) for n in range(4)]

    def _upright(self, n: int, degrees: float) -> np.ndarray:
        high = 54 * float(np.cos(np.deg2rad(degrees)))
        return make_quad([[50 * n, 10], [50 * n + 33, 10], [50 * n + 33, 10 + high], [50 * n, 10 + high]])

    def detect(self, image):
        return [Detection(standing(card), 0.9, False) for card in self.cards]

    def read(self, image, quads):
        rows = np.full((len(quads), 37), 0.001, np.float32)
        down = np.array([any(np.array_equal(turned(quad, 2), card) for card in self.cards) for quad in quads])
        for row, quad, is_down in zip(rows, quads, down, strict=True):
            row[Face("8n").index] = 0.95 if is_down or any(np.array_equal(quad, card) for card in self.cards) else 0.3
        return rows, down


@pytest.mark.parametrize(
    ("degrees", "low", "told"), [(0, 4, 4), (60, 4, 4), (65, 4, 4), (75, 4, 0), (60, 3, 1), (60, 2, 2)]
)
def test_cards_seen_from_a_low_angle_are_read_along_either_pair_of_their_sides(degrees, low, told) -> None:
    eyes = Low(degrees, low)
    read = [card.quad.tolist() for card in CardReader(eyes, eyes).read(np.full((100, 220, 3), 240, np.uint8)).cards]
    assert sorted(read) == [card.tolist() for card in eyes.cards[4 - told :]]


def test_where_cards_are_seen_from_a_low_angle_the_far_ones_are_wider_still() -> None:
    eyes = Low(60, 4)
    eyes.cards.append(eyes._upright(4, 72))
    read = [card.quad.tolist() for card in CardReader(eyes, eyes).read(np.full((100, 260, 3), 240, np.uint8)).cards]
    assert sorted(read) == [card.tolist() for card in eyes.cards]


@pytest.mark.parametrize("low", [4, 3])
def test_all_that_lies_there_says_how_low_the_camera_looks_though_only_one_card_is_new(low: int) -> None:
    eyes, image = Low(60, low), np.full((100, 220, 3), 240, np.uint8)
    found, reader = eyes.detect(image), CardReader(eyes, eyes)
    for (card,) in (reader.see(image, found[:1], among=found), reader.read_faces(image, found[:1], found)):
        assert np.array_equal(card.quad, eyes.cards[0]) == (low == 4)
        assert (card.probabilities.max() > 0.9) == (low == 4)


class Beside:
    """Reads every card as 12h, the other way up, and remembers how many it was shown."""

    shown = 0

    def read(self, image, quads):
        self.shown = len(quads)
        rows = np.full((len(quads), 37), 0.02 / 36, np.float32)
        rows[:, Face("12h").index] = 0.98
        return rows, np.ones(len(quads), bool)


def shown_as(face: str, probability: float, x: float, *, presence: float = 0.9) -> SeenCard:
    """A card at `x` that shows `face`; the rest is shared by no card known."""
    row = np.zeros(37, np.float32)
    row[Face(face).index] = probability
    return SeenCard(make_quad([[x, 0], [x + 33, 0], [x + 33, 54], [x, 54]]), 0.5, row, presence=presence)


@pytest.mark.parametrize(("sure", "asked"), [(2, True), (3, False)])
def test_cards_in_doubt_are_read_beside_the_others_where_they_are_most(sure: int, asked: bool) -> None:
    beside = Beside()
    reader = CardReader(Loose(), Upside(), None, together=beside)
    unread = [shown_as("back", 0.6, 400), shown_as("5n", 0.3, 500), shown_as("6n", 0.6, 600, presence=0.1)]
    seen = [*(shown_as("1h", 0.95, 40 * n) for n in range(sure)), shown_as("8n", 0.6, 200), shown_as("8n", 0.7, 300)]
    again = reader._read_together(beside, np.zeros((60, 700, 3), np.uint8), [*seen, *unread])
    assert beside.shown == (sure + 2 if asked else 0)
    assert [str(card.face) for card in again] == ["1h"] * sure + (["12h"] if asked else ["8n"]) * 2 + [
        "back",
        "5n",
        "6n",
    ]
    turns = [not np.allclose(after.quad, before.quad) for after, before in zip(again, [*seen, *unread], strict=True)]
    assert turns == [False] * sure + [asked] * 2 + [False] * 3


def test_two_answers_are_one_geometric_mean_with_no_card_known_among_them() -> None:
    one, other = np.zeros(37, np.float32), np.zeros(37, np.float32)
    one[0], other[0] = 0.9, 0.5  # the rest: no card known, 0.1 and 0.5
    face, none = (0.9 * 0.5) ** 0.5, (0.1 * 0.5) ** 0.5
    assert blended(one, other, 0.5)[0] == pytest.approx(face / (face + none), abs=1e-3)
    assert blended(one, other, 1.0)[0] == pytest.approx(0.5, abs=1e-3)
