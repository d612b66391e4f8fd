"""What the way in which a deck is laid says of its cards: months in lines or one after the other, the highest first.

A deck that nobody has read before is often read wrongly, card by card. All its cards together say in which order they
lie, if they lie in one: each order that people use is weighed by the odds that what was read is what it would show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from yakume.engine import BACK, CARDS, FACES

from .grid import Cell, Grid

MONTHS, PER_MONTH = 12, 4

MISREAD = 0.6
"""Share of the cards of a deck never seen before whose reading says nothing: what is read counts that much less. Once
the order is known, so is that share."""

USUAL, OTHERS = 0.6, 0.02
"""How likely, before a card is read, a deck lies as people are asked to lay it (a column a month, in their order), and
in each of the other orders."""

MOST_LACKING = 6
"""Of more cards that are missing it is not tried where they would have lain in a row that goes on without a gap."""

KEPT_TO = 0.97
"""Share of the cards that lie where the order says: people mistake one kasu for another, or one ribbon."""

UNREAD, LOOK_AT = 0.5, 0.5
"""A card whose faces together are less likely than the first was not read: it gets its name by the order alone, and the
second is the share of doubt that brings it before a person."""

_FACE = np.array([card.face.index for card in CARDS])
_COUNT = np.bincount(_FACE, minlength=len(FACES)).astype(np.float64)
_EVENLY = _COUNT / len(CARDS)
_MONTH_OF_FACE = np.array([next(iter(face.cards)).month - 1 if face != BACK else -1 for face in FACES])
_KOREAN = {10: 11, 11: 10}
"""Months, from 0, that Korean decks number the other way round: paulownia is their eleventh, willow their twelfth."""

_RANKS = (((0, 1, 2, 3), USUAL), ((3, 2, 1, 0), (1 - USUAL) / 2))
"""The highest card of a month first, or the lowest, and how likely that is."""
_NO_RANKS = (1 - USUAL) / 2
"""How likely the cards of a month lie in no order."""


@dataclass(frozen=True)
class Order:
    """Which month lies in each cell and, where the order says so, which place within the month."""

    month: dict[Cell, int]
    place: dict[Cell, int]
    """Places count from the highest card, 0…3; empty where the order leaves them open."""


def face_scores(scores: Sequence[NDArray[np.float32]]) -> NDArray[np.float64]:
    """`scores` (38,) each as (n, 37) of faces alone: what lies in a grid is known to be a card of the deck, face up.

    What the reader takes for no card known, or for a back, it has not read.
    """
    table = np.asarray(scores, np.float64)[:, : len(FACES)].copy()
    table[:, BACK.index] = 0
    read = table.sum(1, keepdims=True)
    return np.asarray((table + (1 - np.minimum(read, 1)) * _EVENLY) / np.maximum(read, 1), np.float64)


def by_order(scores: Sequence[NDArray[np.float32]], grid: Grid) -> list[NDArray[np.float32]]:
    """`scores` (38,) each with what the order of the grid's cards tells, if they lie in one.

    Cards beside the grid keep their scores.
    """
    in_grid = sorted(grid.cells)
    numbers = [grid.cells[cell] for cell in in_grid]
    read = face_scores([scores[number] for number in numbers])
    months = np.stack([read[:, month == _MONTH_OF_FACE].sum(1) for month in range(MONTHS)], 1)
    order = likeliest(in_grid, months, read, grid)
    told = [np.asarray(row, np.float32) for row in scores]
    if order is not None:
        expected = np.stack([_expected(order, cell) for cell in in_grid])
        agreeing = float((read * (expected >= expected.max(1, keepdims=True))).sum(1).mean())
        misread = min(max(1 - agreeing, 0.02), 0.9)
        read = ((1 - misread) * read + misread * _EVENLY) * expected
    for number, faces in zip(numbers, read, strict=True):
        if told[number][: BACK.index].sum() < UNREAD:
            faces = (1 - LOOK_AT) * faces / faces.sum() + LOOK_AT * _EVENLY
        told[number] = np.append(faces / faces.sum(), 0).astype(np.float32)
    return told


def likeliest(
    cells: Sequence[Cell], months: NDArray[np.float64], faces: NDArray[np.float64], grid: Grid
) -> Order | None:
    """The order that `months` (n, 12) and `faces` (n, 37), as read of the cards in `cells`, speak for most.

    None if they lie in none, as far as can be told.
    """
    odds = np.log((1 - MISREAD) * months * MONTHS + MISREAD)
    best, found = float(np.log(1 - USUAL)), None
    for prior, month_of in _month_orders(cells, odds, grid):
        weight = float(np.log(prior) + sum(odds[n, month_of[cell]] for n, cell in enumerate(cells)))
        places, gain = _places(cells, month_of, faces)
        if weight + max(gain, 0.0) > best:
            best, found = weight + max(gain, 0.0), Order(month_of, places)
    for weight, order in _moved_up(cells, odds, faces, grid):
        if weight > best:
            best, found = weight, order
    return found


def _moved_up(
    cells: Sequence[Cell], odds: NDArray[np.float64], faces: NDArray[np.float64], grid: Grid
) -> Iterator[tuple[float, Order]]:
    """Orders of a deck that lacks cards and was laid one after the other: those behind a missing one have moved up.

    With each the log of how likely it is, and the likeliest places of the gaps.
    """
    lacking = len(CARDS) - len(cells)
    if not 1 <= lacking <= MOST_LACKING:
        return
    of_card = np.array(
        [
            [
                [odds[n, month] + _gain_of_place(faces[n], month, rank) for rank in range(PER_MONTH)]
                for month in range(MONTHS)
            ]
            for n in range(len(cells))
        ]
    )
    for along, ranks, korean in product((1, 0), _RANKS, (False, True)):
        length = (grid.columns, grid.rows)[along]
        laid = sorted(range(len(cells)), key=lambda n: (cells[n][along], cells[n][1 - along]))
        if any(cells[n][along] * length + cells[n][1 - along] != at for at, n in enumerate(laid)):
            continue
        deck = [(month, rank) for month in range(MONTHS) for rank in ranks[0]]
        deck = [(_KOREAN.get(month, month), rank) if korean else (month, rank) for month, rank in deck]
        months, places = np.array(deck).T
        gains = of_card[laid][:, months, places]
        weight, path = _likeliest_gaps(gains, lacking)
        prior = np.log(OTHERS / comb(len(CARDS), lacking)) + np.log(ranks[1] / _NO_RANKS)
        named = {cells[n]: deck[card] for n, card in zip(laid, path, strict=True)}
        yield (
            float(weight + prior),
            Order(
                {cell: month for cell, (month, _) in named.items()}, {cell: rank for cell, (_, rank) in named.items()}
            ),
        )


def _likeliest_gaps(gains: NDArray[np.float64], lacking: int) -> tuple[float, list[int]]:
    """Which card each of n lies for, in order with `lacking` left out; `gains` (n, n + lacking) in log-odds."""
    count = len(gains)
    reached = np.full((count, lacking + 1), -np.inf)
    came = np.zeros((count, lacking + 1), np.int64)
    for at in range(count):
        for left_out in range(lacking + 1):
            before = reached[at - 1, : left_out + 1] if at else np.zeros(1)
            came[at, left_out] = int(before.argmax())
            reached[at, left_out] = float(before.max()) + gains[at, at + left_out]
    left_out = int(reached[-1].argmax())
    weight, path = float(reached[-1, left_out]), []
    for at in range(count - 1, -1, -1):
        path.append(at + left_out)
        left_out = int(came[at, left_out])
    return weight, path[::-1]


def _month_orders(
    cells: Sequence[Cell], odds: NDArray[np.float64], grid: Grid
) -> Iterator[tuple[float, dict[Cell, int]]]:
    """How likely each way of laying the months is before anything is read, and the month of each cell."""
    rows, columns = grid.rows, grid.columns
    row, column = (np.array([cell[axis] for cell in cells]) for axis in (0, 1))
    ways: list[NDArray[np.int_]] = []
    if rows <= PER_MONTH and columns <= MONTHS:  # a column a month; in several photographs each has a part of the year
        ways += [first + column for first in range(MONTHS - columns + 1)]
        ways += [last - column for last in range(columns - 1, MONTHS)]
    if columns <= PER_MONTH and rows <= MONTHS:
        ways += [first + row for first in range(MONTHS - rows + 1)]
        ways += [last - row for last in range(rows - 1, MONTHS)]
    if rows * columns == len(CARDS):
        if columns % PER_MONTH == 0:  # row by row, and in blocks of four columns
            ways += [(row * columns + column) // PER_MONTH, column // PER_MONTH * rows + row]
        if rows % PER_MONTH == 0:
            ways += [(column * rows + row) // PER_MONTH, row // PER_MONTH * columns + column]
    tried: list[dict[Cell, int]] = []
    for number, months in enumerate(ways):
        prior = USUAL if not number and (rows, columns) == (PER_MONTH, MONTHS) else OTHERS
        plain = dict(zip(cells, months.tolist(), strict=True))
        korean = {cell: _KOREAN.get(month, month) for cell, month in plain.items()}
        for month_of, odds_of_it in ((plain, prior), (korean, OTHERS)):
            if month_of not in tried:
                tried.append(month_of)
                yield odds_of_it, month_of
    for axis, lines in ((1, columns), (0, rows)):  # a month a line, in an order of the person's own
        if 2 <= lines <= MONTHS:
            support = np.zeros((lines, MONTHS))
            for n, cell in enumerate(cells):
                support[cell[axis]] += odds[n]
            month_of_line = dict(zip(*(part.tolist() for part in linear_sum_assignment(-support)), strict=True))
            # One of so many orders, chosen by looking: it has to be that much better.
            ways_to_lay = float(np.prod(np.arange(MONTHS - lines + 1, MONTHS + 1)))
            yield OTHERS / ways_to_lay, {cell: month_of_line[cell[axis]] for cell in cells}


def _places(
    cells: Sequence[Cell], month_of: dict[Cell, int], faces: NDArray[np.float64]
) -> tuple[dict[Cell, int], float]:
    """The place of each cell within its month and the log-odds of that against no order; no places if there is none."""
    of_month: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        of_month.setdefault(month_of[cell], []).append(number)
    if any(len(numbers) > PER_MONTH for numbers in of_month.values()):
        return {}, -np.inf
    lines: dict[int, int] = {}
    for numbers in of_month.values():
        if len({cells[n][1] for n in numbers}) == 1:  # in a column: the row says it, also beside a gap
            lines |= {n: cells[n][0] % PER_MONTH for n in numbers}
        else:
            lines |= {n: cells[n][1] % PER_MONTH for n in numbers}
    best: tuple[dict[Cell, int], float] = {}, -np.inf
    for ranks, prior in _RANKS:
        gain = float(np.log(prior / _NO_RANKS))
        gain += sum(_gain_of_place(faces[n], month_of[cell], ranks[lines[n]]) for n, cell in enumerate(cells))
        if gain > best[1]:
            best = {cell: ranks[lines[n]] for n, cell in enumerate(cells)}, gain
    return best if best[1] > 0 else ({}, best[1])


def _gain_of_place(faces: NDArray[np.float64], month: int, rank: int) -> float:
    """The log-odds, by what was read, `faces` (37,), that a card of `month` is that of `rank` in it."""
    in_month = np.flatnonzero(month == _MONTH_OF_FACE)
    face = _FACE[PER_MONTH * month + rank]
    here = float(faces[face] / max(float(faces[in_month].sum()), 1e-9))
    return float(np.log((1 - MISREAD) * here * PER_MONTH / _COUNT[face] + MISREAD))


def _expected(order: Order, cell: Cell) -> NDArray[np.float64]:
    """How likely each face (37,) is in `cell`, given the order."""
    month = order.month[cell]
    in_month = np.append((month == _MONTH_OF_FACE[:-1]), False)
    expected = np.where(in_month, 1.0, (1 - KEPT_TO) / MONTHS)
    if order.place:
        face = _FACE[PER_MONTH * month + order.place[cell]]
        expected = np.where(in_month, (1 - KEPT_TO) / PER_MONTH, expected)
        expected[face] = KEPT_TO
    expected[BACK.index] = 0
    return expected
