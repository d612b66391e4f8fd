"""Cards laid in rows and columns: which cell each lies in, and where cells are that no card was found in."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.vision.geometry import Quad, quad_centre

Cell = tuple[int, int]
"""Row and column, from the grid's top-left as its cards stand."""

MIN_CELLS = 12
"""Fewer cards in line are no grid."""

MIN_FILLED = 0.7
"""Least share of a grid's cells with a card."""

MIN_IN_LINE = 0.3
"""Least share of a line at the edge with a card."""

ACROSS, DOWN, ASIDE = (0.75, 2.2), (0.75, 1.8), 0.35
"""A neighbour lies within these many card widths or heights, and no more than `ASIDE` off the line."""


@dataclass(frozen=True)
class Grid:
    """Rows and columns of cards in one picture."""

    cells: dict[Cell, int]
    """Cell → index of the card that lies there."""
    rows: int
    columns: int
    to_px: NDArray[np.float64]
    """3×3: (column, row, 1) → middle of the cell, px."""
    half: NDArray[np.float64]
    """Half a card, (2,), in columns and rows."""

    def outline(self, cell: Cell) -> Quad:
        """Where the card of `cell` lies if it lies straight; also for cells beyond the edge."""
        row, column = cell
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * self.half + (column, row)
        return np.asarray(cv2.perspectiveTransform(corners[None], self.to_px)[0], np.float32)

    def holds(self, cell: Cell) -> bool:
        """True if `cell` lies within the grid's rows and columns."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def empty(self) -> list[Cell]:
        """Cells without a card, and those around the grid, row by row."""
        around = ((row, column) for row in range(-1, self.rows + 1) for column in range(-1, self.columns + 1))
        return [cell for cell in around if cell not in self.cells]


def find_grid(quads: Sequence[Quad]) -> Grid | None:
    """The largest grid among `quads`, surest first, each from the card's own top-left on; None if they lie otherwise.

    Single cards may be upside down: up is where most have their top.
    """
    if len(quads) < MIN_CELLS:
        return None
    corners = np.stack(quads).astype(np.float64)
    centres = np.stack([quad_centre(quad) for quad in quads]).astype(np.float64)
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    upside_down = down @ down[0] < 0
    if upside_down.mean() > 0.5:
        upside_down = ~upside_down
    sign = np.where(upside_down, -1.0, 1.0)[:, None]
    cells = _largest_component(centres, right * sign, down * sign)
    by_cell = _without_strays({cell: index for index, cell in cells.items()})
    if len(by_cell) < MIN_CELLS:
        return None
    top, left = min(row for row, _ in by_cell), min(column for _, column in by_cell)
    by_cell = {(row - top, column - left): index for (row, column), index in by_cell.items()}
    rows, columns = (max(cell[axis] for cell in by_cell) + 1 for axis in (0, 1))
    if rows < 2 or columns < 2 or len(by_cell) < MIN_FILLED * rows * columns:
        return None
    places = np.array([[column, row] for row, column in by_cell], np.float64)
    chosen = list(by_cell.values())
    to_px, _ = cv2.findHomography(places, centres[chosen])
    if to_px is None or abs(np.linalg.det(to_px)) < 1e-9:
        return None
    sides = np.roll(corners, 2, axis=1)
    straight = np.where(upside_down[:, None, None], sides, corners)[chosen]
    in_cells = cv2.perspectiveTransform(straight.reshape(1, -1, 2), np.linalg.inv(to_px)).reshape(-1, 4, 2)
    half = np.median(np.abs(in_cells - in_cells.mean(1, keepdims=True)), axis=(0, 1))
    return Grid(by_cell, rows, columns, np.asarray(to_px, np.float64), half)


def _without_strays(by_cell: dict[Cell, int]) -> dict[Cell, int]:
    """`by_cell` without lines at the edge that hold hardly a card: something beside the grid is no line of it."""
    for axis in (0, 1):
        for edge in (min, max):
            while by_cell:
                line = edge(cell[axis] for cell in by_cell)
                in_line = sum(cell[axis] == line for cell in by_cell)
                if in_line >= MIN_IN_LINE * len({cell[1 - axis] for cell in by_cell}):
                    break
                by_cell = {cell: index for cell, index in by_cell.items() if cell[axis] != line}
    return by_cell


def _largest_component(
    centres: NDArray[np.float64], right: NDArray[np.float64], down: NDArray[np.float64]
) -> dict[int, Cell]:
    """Cards that neighbours join, the most there are: index → cell, counted from any card.

    Where two seem to lie in one cell, the one that was reached first has it.
    """
    steps: dict[int, list[tuple[int, Cell]]] = {index: [] for index in range(len(centres))}
    for index, (centre, a, b) in enumerate(zip(centres, right, down, strict=True)):
        across, along = np.linalg.solve(np.column_stack([a, b]), (centres - centre).T)
        for distance, aside, (least, most), step in (
            (across, along, ACROSS, (0, 1)),
            (along, across, DOWN, (1, 0)),
        ):
            near = np.flatnonzero((distance > least) & (distance < most) & (np.abs(aside) < ASIDE))
            if len(near):
                other = int(near[distance[near].argmin()])
                steps[index].append((other, step))
                steps[other].append((index, (-step[0], -step[1])))
    best: dict[int, Cell] = {}
    left = set(steps)
    while left:
        start = min(left)
        cells = {start: (0, 0)}
        taken = {(0, 0)}
        queue = deque([start])
        while queue:
            index = queue.popleft()
            row, column = cells[index]
            for other, (dr, dc) in steps[index]:
                cell = (row + dr, column + dc)
                if other not in cells and cell not in taken:
                    cells[other] = cell
                    taken.add(cell)
                    queue.append(other)
        left -= cells.keys()
        if len(cells) > len(best):
            best = cells
    return best
