"""In which order a deck is laid, told by all its cards together, however badly each is read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from yakume.datasets.enroll.grid import Grid
from yakume.datasets.enroll.order import by_order, face_scores
from yakume.engine import BACK, CARDS, FACES, Card


def grid_of(rows: int, columns: int) -> Grid:
    """A full grid, its cells numbered row by row."""
    cells = {(row, column): row * columns + column for row in range(rows) for column in range(columns)}
    return Grid(cells, rows, columns, np.eye(3), np.array([0.4, 0.4]))


def badly_read(card: Card, rng: np.random.Generator, right: float) -> np.ndarray:
    """Scores (38,) of a card that is read right with the chance `right`, and quite surely as any other else."""
    shown = card if rng.random() < right else CARDS[rng.integers(48)]
    scores = np.full(len(FACES) + 1, 0.1 / len(FACES), np.float32)
    scores[shown.face.index] = 0.9
    return scores


WAYS: dict[str, tuple[int, int, Callable[[int, int], int]]] = {
    "a column a month": (4, 12, lambda row, column: 4 * column + row),
    "a column a month, the last first": (4, 12, lambda row, column: 4 * (11 - column) + row),
    "a row a month, kasu first": (12, 4, lambda row, column: 4 * row + 3 - column),
    "row by row in eights": (6, 8, lambda row, column: 8 * row + column),
    "two blocks": (6, 8, lambda row, column: 4 * (column // 4 * 6 + row) + column % 4),
    "half a year": (4, 6, lambda row, column: 4 * (column + 6) + row),
    "months by chance": (4, 12, lambda row, column: 4 * (7 * column % 12) + row),
}


@pytest.mark.parametrize("way", WAYS)
def test_cards_of_which_two_thirds_are_misread_are_named_by_their_order(way: str) -> None:
    rows, columns, card_at = WAYS[way]
    right = 0.75 if way == "months by chance" else 0.35
    rng = np.random.default_rng(3)
    grid = grid_of(rows, columns)
    cards = [CARDS[card_at(*cell)] for cell in sorted(grid.cells)]
    told = by_order([badly_read(card, rng, right) for card in cards], grid)
    named = [int(row.argmax()) == card.face.index for row, card in zip(told, cards, strict=True)]
    assert np.mean(named) > 0.9


@pytest.mark.parametrize("lacking", [(17,), (0,), (47,), (5, 30), (11, 12, 40)], ids=str)
@pytest.mark.parametrize("across", [False, True], ids=["columns", "rows"])
@pytest.mark.parametrize("right", [0.55, 1.0])
def test_where_a_card_is_missing_those_that_moved_up_are_named_and_the_missing_one_is_left(
    lacking: tuple[int, ...], across: bool, right: float
) -> None:
    rng = np.random.default_rng(8)
    laid = [card for card in CARDS if card not in lacking]
    lines = [laid[at : at + 4] for at in range(0, len(laid), 4)]
    by_cell = {
        ((line, at) if across else (at, line)): card
        for line, cards in enumerate(lines)
        for at, card in enumerate(cards)
    }
    order = sorted(by_cell)
    rows, columns = (12, 4) if across else (4, 12)
    grid = Grid({cell: n for n, cell in enumerate(order)}, rows, columns, np.eye(3), np.array([0.4, 0.4]))
    told = by_order([badly_read(by_cell[cell], rng, right) for cell in order], grid)
    named = [int(row.argmax()) == by_cell[cell].face.index for row, cell in zip(told, order, strict=True)]
    # Cards misread beside a gap leave open where it begins.
    assert sum(named) >= len(named) - (0 if right == 1 else 4)


@pytest.mark.parametrize("seed", range(6))
def test_cards_in_no_order_are_left_as_they_are_read(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = [CARDS[k] for k in rng.permutation(48)]
    scores = [badly_read(card, rng, 0.7) for card in cards]
    told = by_order(scores, grid_of(4, 12))
    assert [int(row.argmax()) for row in told] == [int(row[:-2].argmax()) for row in scores]


def test_the_korean_eleventh_and_twelfth_month_are_told_apart() -> None:
    rng = np.random.default_rng(5)
    grid = grid_of(4, 12)
    month = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10]
    cards = [CARDS[4 * month[column] + row] for row, column in sorted(grid.cells)]
    told = by_order([badly_read(card, rng, 0.8) for card in cards], grid)
    assert all(int(row.argmax()) == card.face.index for row, card in zip(told, cards, strict=True))


def test_what_is_no_card_or_a_back_to_the_reader_is_a_card_it_has_not_read() -> None:
    row = np.zeros(len(FACES) + 1, np.float32)
    row[BACK.index], row[-1], row[3] = 0.5, 0.3, 0.2
    (faces,) = face_scores([row])
    assert faces[BACK.index] == 0
    assert faces.sum() == pytest.approx(1)
    assert faces.argmax() == 3
