"""A deck's cards on its photographs: found in their grid, put in order, corrected."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from yakume.datasets.enroll.build import PAPER, balanced
from yakume.datasets.enroll.grid import find_grid
from yakume.datasets.enroll.sheet import (
    Found,
    Sheet,
    SheetError,
    apart,
    assigned,
    contact_sheet,
    cut_out,
    find_cards,
    parse_says,
    to_json,
)
from yakume.engine import BACK, CARDS, FACES, Card, CardSet
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import iou, turned
from yakume.vision.read import CardReader

WIDTH, HEIGHT = 60.0, 98.0
PICTURE = np.zeros((360, 220, 3), np.uint8)


def quad_at(row: float, column: float, *, turn: float = 0.0) -> np.ndarray:
    """A card of a grid with some room between the cards, px."""
    corners = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
    c, s = np.cos(turn), np.sin(turn)
    return (corners @ np.array([[c, s], [-s, c]]) + (90 + 78 * column, 110 + 122 * row)).astype(np.float32)


def surely(card: Card, p: float = 0.95) -> np.ndarray:
    """Scores (38,) of a card that is read with probability `p`, the rest spread evenly."""
    scores = np.full(len(FACES) + 1, (1 - p) / len(FACES), np.float32)
    scores[card.face.index] = p
    return scores


def by_column(card: Card) -> tuple[int, int]:
    """Row and column of `card` in a deck laid by months."""
    return int(card) % 4, int(card) // 4


@dataclass
class Table:
    """Cards at known places; a detector that overlooks some, a reader that is told what to say."""

    quads: dict[Card, np.ndarray]
    overlooked: frozenset[Card] = frozenset()
    says: dict[Card, np.ndarray] = field(default_factory=dict)
    upside_down: frozenset[Card] = frozenset()

    def detect(self, image: np.ndarray) -> list[Detection]:
        return [Detection(q, 0.9, False) for card, q in self.quads.items() if card not in self.overlooked]

    def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
        near = [max(self.quads.values(), key=lambda quad: iou(quad, box)) for box in boxes]
        return near, np.array([float(iou(a, b) > 0.3) for a, b in zip(near, boxes, strict=True)], np.float32)

    def read(self, image: np.ndarray, quads: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        cards = [max(self.quads, key=lambda card: iou(self.quads[card], quad)) for quad in quads]
        scores = np.stack([self.says.get(card, surely(card))[:-1] for card in cards])
        return scores, np.array([card in self.upside_down for card in cards])

    def reader(self) -> CardReader:
        return CardReader(self, self, self)  # type: ignore[arg-type]


IMAGE = np.full((600, 1100, 3), 80, np.uint8)


def laid(**kwargs: object) -> Table:
    return Table({card: quad_at(*by_column(card)) for card in CARDS}, **kwargs)  # type: ignore[arg-type]


def test_a_grid_is_found_in_perspective_with_cards_askew_and_upside_down() -> None:
    rng = np.random.default_rng(4)
    tilt = np.array([[1, 0.05, 0], [0.02, 0.9, 0], [2e-5, 2e-4, 1]])
    quads = []
    for card in CARDS:
        quad = quad_at(*by_column(card), turn=rng.normal(0, 0.04)) + rng.normal(0, 2, 2)
        quad = cv2.perspectiveTransform(quad[None].astype(np.float64), tilt)[0].astype(np.float32)
        quads.append(turned(quad, 2) if rng.random() < 0.3 else quad)
    grid = find_grid(quads)
    assert grid is not None
    assert (grid.rows, grid.columns) == (4, 12)
    assert grid.cells == {by_column(card): int(card) for card in CARDS}
    # Where a card would lie that is not there is told within a tenth of its size.
    assert all(
        iou(grid.outline(by_column(card)), quad) > 0.75 or iou(grid.outline(by_column(card)), turned(quad, 2)) > 0.75
        for card, quad in zip(CARDS, quads, strict=True)
    )


def test_a_false_box_in_a_cell_does_not_undo_the_grid() -> None:
    quads = [quad_at(*by_column(card)) for card in CARDS]
    grid = find_grid([*quads, quad_at(1.3, 4.4), quad_at(-1.1, 3.2)])
    assert grid is not None
    assert grid.cells == {by_column(card): int(card) for card in CARDS}


def test_strewn_cards_are_no_grid() -> None:
    rng = np.random.default_rng(1)
    quads = [quad_at(*(rng.uniform(0, 12, 2)), turn=rng.uniform(0, 6)) for _ in range(30)]
    assert find_grid(quads) is None
    assert find_grid(quads[:3]) is None


def test_a_deck_in_a_grid_is_found_in_order() -> None:
    found = find_cards(IMAGE, 0, laid().reader())
    assert len(found) == 48
    # Row by row: the first row holds the highest card of each month.
    assert [int(one.scores.argmax()) for one in found[:12]] == [CARDS[4 * month].face.index for month in range(12)]


def test_cards_that_were_overlooked_are_found_in_their_cells() -> None:
    gone = frozenset({Card.parse("3t"), Card.parse("12c"), Card.parse("1h")})
    found = find_cards(IMAGE, 0, laid(overlooked=gone).reader())
    assert len(found) == 48
    sheet = Sheet(found, 1)
    assert not sheet.missing()


def test_a_box_across_a_card_of_the_grid_is_fitted_to_its_cell() -> None:
    table = laid()
    card = Card.parse("8n")
    whole = table.quads[card]

    class Mistaken(Table):
        def detect(self, image: np.ndarray) -> list[Detection]:
            across = np.roll((whole - whole.mean(0)) * (1, 0.55) + whole.mean(0) - (0, 20), 1, 0).astype(np.float32)
            return [Detection(across, 0.9, False) if d.quad is whole else d for d in super().detect(image)]

    found = find_cards(IMAGE, 0, Mistaken(table.quads).reader())
    assert len(found) == 48
    assert max(iou(one.quad, whole) for one in found) > 0.95


def test_pictures_are_cut_along_what_many_looks_say() -> None:
    class Unsteady(Table):
        def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
            quads, is_card = super().tighten(image, boxes)
            rngs = (np.random.default_rng(np.abs(box).astype(np.int64).ravel()) for box in boxes)
            return [
                (q + rng.normal(0, 3, (4, 2))).astype(np.float32) for q, rng in zip(quads, rngs, strict=True)
            ], is_card

    table = Unsteady(laid().quads)
    truth = list(table.quads.values())
    once, _ = table.tighten(IMAGE, truth)
    found = [one.quad for one in find_cards(IMAGE, 0, table.reader())]

    def off_by(quads: list[np.ndarray]) -> float:
        return float(np.mean([min(np.abs(quad - true).mean() for true in truth) for quad in quads]))

    assert len(found) == 48
    assert off_by(found) < 0.6 * off_by(once)


def test_the_month_of_a_line_settles_what_the_reader_mistakes() -> None:
    lost = Card.parse("4n")  # read as the ribbon of month 5, surely
    table = laid(says={lost: surely(Card.parse("5t"), 0.8)})
    entries = Sheet(find_cards(IMAGE, 0, table.reader()), 1).entries()
    (entry,) = [entry for entry in entries if entry.card == lost]
    assert entry.number == 4  # first row, fourth column
    assert {entry.card for entry in entries} == set(CARDS)


def test_a_card_that_cannot_be_read_is_the_one_its_line_lacks_and_doubtful() -> None:
    nothing = np.zeros(len(FACES) + 1, np.float32)
    nothing[-1] = 1  # no card known, surely
    lost = Card.parse("8n")
    entries = Sheet(find_cards(IMAGE, 0, laid(says={lost: nothing}).reader()), 1).entries()
    (entry,) = [entry for entry in entries if entry.card == lost]
    assert entry.doubtful and entry.number == 20


def test_what_lies_in_a_grid_is_a_card_whatever_the_reader_takes_it_for() -> None:
    nothing, back = (np.zeros(len(FACES) + 1, np.float32) for _ in range(2))
    nothing[-1], back[BACK.index] = 1, 1
    unknown = {card: nothing if card % 3 else back for card in CARDS}
    found = find_cards(IMAGE, 0, laid(says=unknown).reader())
    sheet = Sheet(found, 1)
    assert len(found) == 48 and not sheet.missing()
    # As they lie in the usual order they get its names; whether that is right is for a person to look at.
    assert [entry.card.month for entry in sheet.entries()[:12] if entry.card is not None] == list(range(1, 13))


def test_a_cell_that_no_look_takes_for_a_card_holds_one_unless_the_table_is_seen_there() -> None:
    unlike, absent = Card.parse("8h"), Card.parse("4n")
    photo = np.full((600, 1100, 3), 80, np.uint8)
    table = laid(overlooked=frozenset({unlike, absent}))
    for card, quad in table.quads.items():
        if card != absent:
            cv2.fillConvexPoly(photo, quad.astype(np.int32), (int(card) * 5, 200 - int(card) * 4, 40))
    refused = [table.quads[card] for card in (unlike, absent)]

    class Refusing(Table):
        def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
            quads, is_card = super().tighten(image, boxes)
            near = [max(float(iou(box, quad)) for quad in refused) for box in boxes]
            return quads, is_card * (np.array(near) < 0.3)

    found = find_cards(photo, 0, Refusing(table.quads, table.overlooked).reader())
    assert len(found) == 47
    assert max(iou(one.quad, table.quads[unlike]) for one in found) > 0.7
    assert Sheet(found, 1).missing() == CardSet([absent])


def test_backs_in_line_with_forty_eight_cards_are_those_too_many() -> None:
    class WithBack(Table):
        def detect(self, image: np.ndarray) -> list[Detection]:
            return [*super().detect(image), *(Detection(quad_at(row, 12), 0.9, False) for row in range(4))]

        def tighten(self, image: np.ndarray, boxes: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
            return list(boxes), np.ones(len(boxes), np.float32)

        def read(self, image: np.ndarray, quads: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
            scores, down = super().read(image, quads)
            for row, quad in enumerate(quads):
                if quad.mean(0)[0] > quad_at(0, 11.5).mean(0)[0]:
                    scores[row] = np.arange(len(FACES)) == BACK.index
            return scores, down

    found = find_cards(np.full((600, 1200, 3), 80, np.uint8), 0, WithBack(laid().quads).reader())
    assert len(found) == 48
    assert not Sheet(found, 1).missing()


def test_a_doubtful_card_of_a_grid_stands_as_the_grid_does() -> None:
    doubted, sure = Card.parse("7t"), Card.parse("8h")
    table = laid(says={doubted: surely(doubted, 0.4)}, upside_down=frozenset({doubted, sure}))
    found = find_cards(IMAGE, 0, table.reader())
    quads = {card: next(f.quad for f in found if iou(f.quad, table.quads[card]) > 0.99) for card in (doubted, sure)}
    assert np.allclose(quads[doubted], table.quads[doubted])
    assert np.allclose(quads[sure], turned(table.quads[sure], 2))  # this one does lie upside down


def test_backs_and_second_boxes_are_no_cards_of_the_deck() -> None:
    scores = np.zeros(len(FACES), np.float32)
    scores[BACK.index] = 1
    table = Table({CARDS[0]: quad_at(0, 0), CARDS[1]: quad_at(1, 3)}, says={CARDS[1]: np.append(scores, 0)})
    assert len(find_cards(IMAGE, 0, table.reader())) == 1
    twice = [SeenCard(quad_at(0, 0), 0.8, scores), SeenCard(quad_at(0, 0.3), 0.9, scores)]
    assert [card.score for card in apart(twice)] == [0.9]


def test_each_card_is_given_once_and_what_is_left_over_is_no_card() -> None:
    rows = [surely(Card.parse("1h")), surely(Card.parse("1h"), 0.9), surely(Card.parse("3t"))]
    entries = assigned(rows, {})
    assert [entry.card for entry in entries] == [Card.parse("1h"), None, Card.parse("3t")]
    # The second is no doubtful thing: it shows a card that was found already.
    assert [entry.again for entry in entries] == [None, Card.parse("1h").face, None]
    assert [entry.doubtful for entry in entries] == [False, False, False]
    kasu = assigned([surely(Card.parse("1a")), surely(Card.parse("2a")), surely(Card.parse("3t"), 0.3)], {})
    assert [entry.again for entry in kasu] == [None, None, None]
    assert assigned([], {}) == []


def test_what_a_person_says_counts_and_moves_the_others() -> None:
    sheet = Sheet([Found(0, quad_at(0, k), surely(card), PICTURE) for k, card in enumerate(CARDS[:3])], 1)
    sheet.say(1, CARDS[1])
    entries = sheet.entries()
    assert (entries[0].card, entries[0].said, entries[0].doubtful) == (CARDS[1], True, False)
    assert entries[1].card != CARDS[1]
    sheet.say(2, CARDS[1])  # said of another since: the first was wrong
    assert [entry.card for entry in sheet.entries()][:2] == [CARDS[0], CARDS[1]]
    sheet.say(3, None)
    assert sheet.entries()[2].card is None and not sheet.entries()[2].doubtful
    with pytest.raises(SheetError, match="no card number 4: 3 were found"):
        sheet.say(4, CARDS[0])


def test_of_two_pictures_of_a_card_the_one_that_nothing_lies_on_is_taken() -> None:
    hand = [Found(0, quad_at(*by_column(card)), surely(card), PICTURE, card < 2) for card in CARDS]
    sheet = Sheet(hand, 1)
    assert [entry.number for entry in sheet.entries() if entry.doubtful] == [1, 2]
    sheet.say(2, CARDS[1])  # a person does not mind
    assert [entry.number for entry in sheet.entries() if entry.doubtful] == [1]
    again = Sheet([*hand, Found(1, quad_at(0, 0), surely(CARDS[0]), PICTURE)], 2)
    assert {entry.card: entry.number for entry in again.entries() if entry.card is not None}[CARDS[0]] == 49
    assert not again.missing()


def test_the_kasu_of_a_month_are_lettered_as_they_lie() -> None:
    kasu = [Card.parse(code) for code in ("12a", "12b", "12c")]
    rows = [surely(kasu[0]) for _ in kasu]
    assert [entry.card for entry in assigned(rows, {})] == kasu
    assert [entry.card for entry in assigned(rows, {1: kasu[2]})] == [kasu[2], kasu[0], kasu[1]]


def test_pictures_of_an_incomplete_deck_are_refused_by_name() -> None:
    found = [Found(0, quad_at(*by_column(card)), surely(card), PICTURE) for card in CARDS[:-2]]
    sheet = Sheet(found, 1)
    assert sheet.missing() == CardSet.parse("12b 12c")
    with pytest.raises(SheetError, match="2 of 48 cards were not found: 12b 12c; add another photo, say"):
        sheet.pictures()
    assert list(Sheet(found, 1).pictures(incomplete=True)) == list(CARDS[:-2])
    with pytest.raises(SheetError, match="11 of 48 cards were found, too few"):
        Sheet(found[:11], 1).pictures(incomplete=True)
    more = [Found(1, quad_at(*by_column(card)), surely(card), PICTURE) for card in CARDS[-2:]]
    assert list(Sheet(found + more, 2).pictures()) == list(CARDS)
    small = Found(1, quad_at(0, 0) / 2, surely(CARDS[-1]), PICTURE)
    with pytest.raises(SheetError, match="1 cards are shorter than 90 px"):
        Sheet([*found, more[0], small], 2).pictures()


@pytest.mark.parametrize(
    ("text", "said"),
    [("2n=17", (17, Card.parse("2n"))), (" none = 3 ", (3, None))],
)
def test_corrections_are_card_and_number(text: str, said: tuple[int, Card | None]) -> None:
    assert parse_says(text) == said


@pytest.mark.parametrize("text", ["17", "2n=", "2n=x", "99z=3", "=4", "2n=-1"])
def test_corrections_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(SheetError, match=r"cannot use '.*'"):
        parse_says(text)


def test_a_cut_out_card_is_upright_and_whole() -> None:
    image = np.full((400, 400, 3), 30, np.uint8)
    image[100:208, 150:216] = (0, 200, 0)
    image[100:118, 150:216] = (0, 0, 200)  # its top
    quad = np.array([[150, 100], [216, 100], [216, 208], [150, 208]], np.float32)
    for turn, row in ((0, 20), (2, 340)):
        picture = cut_out(image, turned(quad, turn))
        assert picture.shape == (360, 220, 3)
        assert picture[row, 110].tolist() == [0, 0, 200]
        assert picture[180, 5].tolist() == picture[180, 214].tolist() == [0, 200, 0]


def test_a_deck_under_a_warm_dim_lamp_gets_white_paper() -> None:
    dim = np.full((360, 220, 3), (60, 90, 120), np.uint8)
    dim[100:160] = (10, 10, 90)
    lit = balanced(dict.fromkeys(CARDS, dim))[CARDS[0]]
    assert np.abs(lit[0, 0].astype(int) - PAPER).max() <= 1
    assert lit[120, 0].tolist() == [39, 26, 176]


def test_the_contact_sheet_shows_all_and_the_json_tells_the_doubtful() -> None:
    found = [Found(0, quad_at(*by_column(card)), surely(card), PICTURE + 90) for card in CARDS[:-1]]
    found.append(Found(0, quad_at(0, 13), surely(CARDS[0], 0.9), PICTURE + 90))
    sheet = Sheet(found, 1)
    told = to_json(sheet)
    assert told["missing"] == ["12c"] and told["photos"] == 1
    assert told["cards"][47] == {"number": 48, "card": None, "p": pytest.approx(0.003, abs=1e-3)} | {
        "doubtful": False,
        "said": False,
        "covered": False,
        "again": "1h",
    }
    picture = contact_sheet(sheet)
    red = (picture == (40, 40, 220)).all(2)
    assert red.any()
    complete = contact_sheet(Sheet([*found[:-1], Found(0, quad_at(3, 11), surely(CARDS[-1]), PICTURE + 90)], 1))
    assert not (complete == (40, 40, 220)).all(2).any()
    assert complete.shape[0] < picture.shape[0]
