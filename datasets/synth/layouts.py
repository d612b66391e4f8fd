"""How cards lie on a table: strewn, in rows and grids, laid on their match, in capture piles, in fans, in stacks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS

from .sprites import CARD_MM

CARD_THICKNESS_MM = 0.8
"""Hanafuda are thick: layered paper of about 0.8 mm."""


@dataclass(frozen=True)
class Placed:
    """One card of a layout, in laying order: later cards cover earlier ones."""

    centre_mm: NDArray[np.float64]
    """(2,) on the table."""
    angle: float
    """Clockwise turn in radians; 0 is upright."""
    face_down: bool = False
    height_mm: float = CARD_THICKNESS_MM
    """How high its upper side lies above the table."""


def lay_out(view_mm: NDArray[np.float64], rng: np.random.Generator) -> list[Placed]:
    """One to three groups of cards inside the visible part of the table.

    Args:
        view_mm: (4, 2) corners of the visible part.
    """
    groups = (_strewn, _grid, _grid, _pile, _pile, _fan, _fan, _stack, _matches, _matches)
    placed: list[Placed] = []
    for _ in range(int(rng.integers(1, 4))):
        centre = rng.dirichlet(np.full(4, 2.0)) @ view_mm
        reach = float(np.sqrt(abs(_area(view_mm))))
        placed += groups[rng.integers(len(groups))](centre, reach, view_mm, rng)
    backs = float(rng.choice([0.0, 0.0, 0.08, 0.4]))
    return [
        Placed(p.centre_mm, p.angle, p.face_down or bool(rng.random() < backs), p.height_mm)
        for p in placed[: len(CARDS)]
    ]


def game_in_play(view_mm: NDArray[np.float64], rng: np.random.Generator) -> list[Placed]:
    """As many groups as the visible part of the table has room for, one deck at most: captures of every player, matches
    on the field, fans and stacks.

    Args:
        view_mm: (4, 2) corners of the visible part.
    """
    groups = (_captures, _captures, _captures, _captures, _matches, _fan, _stack)
    placed: list[Placed] = []
    reach = float(rng.uniform(2.0, 5.0) * CARD_MM[1])
    for _ in range(24):
        centre = rng.dirichlet(np.ones(4)) @ view_mm
        group = groups[rng.integers(len(groups))](centre, reach, view_mm, rng)
        lying = np.array([p.centre_mm for p in placed]).reshape(-1, 1, 2)
        gaps = np.linalg.norm(lying - np.array([p.centre_mm for p in group]), axis=2)
        if not gaps.size or gaps.min() > 1.05 * CARD_MM[1]:  # groups lie apart
            placed += group
    backs = float(rng.choice([0.0, 0.0, 0.0, 0.08]))
    return [
        Placed(p.centre_mm, p.angle, p.face_down or bool(rng.random() < backs), p.height_mm)
        for p in placed[: len(CARDS)]
    ]


def face_down(view_mm: NDArray[np.float64], rng: np.random.Generator) -> list[Placed]:
    """Cards of which most lie face down: stocks, hands laid down as fans, captures turned over, strewn ones.

    Args:
        view_mm: (4, 2) corners of the visible part of the table.
    """
    groups = (_stack, _stack, _fan, _fan, _captures, _strewn, _matches)
    placed: list[Placed] = []
    reach = float(np.sqrt(abs(_area(view_mm))))
    for _ in range(int(rng.integers(1, 5))):
        centre = rng.dirichlet(np.full(4, 2.0)) @ view_mm
        placed += groups[rng.integers(len(groups))](centre, reach, view_mm, rng)
    share = float(rng.choice([0.6, 0.9, 1.0]))
    return [Placed(p.centre_mm, p.angle, bool(rng.random() < share), p.height_mm) for p in placed[: len(CARDS)]]


def one_card(rng: np.random.Generator) -> list[Placed]:
    """A single card in the middle, more or less straight: what people photograph first."""
    angle = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.25)
    return [Placed(rng.normal(0, 4, 2), angle, height_mm=float(rng.choice([CARD_THICKNESS_MM, 4.0, 20.0])))]


def among_neighbours(rng: np.random.Generator) -> list[Placed]:
    """One card in the middle with up to three more under and over it, as in piles and on matches: what a crop shows."""
    angle = rng.uniform(0, 2 * np.pi)
    sloppy = float(rng.choice([0.05, 0.3]))
    under, over = (int(rng.choice(counts)) for counts in ([0, 0, 1], [0, 1, 1, 2]))
    placed = []
    for layer in range(under + 1 + over):
        away = 0.0 if layer == under else CARD_MM[1] * rng.uniform(0.35, 0.95)
        turn = angle + rng.normal(0, sloppy)
        spot = np.array([0.0, away]) @ _turn(angle + rng.integers(4) * np.pi / 2 + rng.normal(0, sloppy))
        height = CARD_THICKNESS_MM * (layer + 1)
        placed.append(Placed(spot + rng.normal(0, 2, 2), turn, bool(rng.random() < 0.04), height))
    return placed


def _area(polygon: NDArray[np.float64]) -> float:
    x, y = polygon[:, 0], polygon[:, 1]
    return 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def _turn(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])


def _strewn(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Single cards anywhere, mostly apart, at any angle."""
    placed: list[Placed] = []
    gap = CARD_MM[1] * rng.choice([0.6, 1.0, 1.2])
    for _ in range(int(rng.integers(1, 16))):
        spot = rng.dirichlet(np.ones(4)) @ view
        if all(np.linalg.norm(spot - other.centre_mm) > gap for other in placed):
            placed.append(Placed(spot, rng.uniform(0, 2 * np.pi)))
    return placed


def _grid(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Rows and columns as on a field or a sheet, more or less straight."""
    pitch = np.array(CARD_MM) + rng.uniform(0.3, 22, 2)
    columns = int(np.clip(rng.integers(1, 13), 1, max(1, reach // pitch[0])))
    rows = int(np.clip(rng.integers(1, 6), 1, max(1, reach // pitch[1])))
    angle, sloppy = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1)
    placed = []
    for index in np.ndindex(rows, columns):
        if rng.random() < 0.1:
            continue
        offset = (np.array(index[::-1]) - (columns / 2, rows / 2) + 0.5) * pitch + rng.normal(0, 2.5 * sloppy, 2)
        flip = np.pi * (rng.random() < 0.2)
        placed.append(Placed(centre + offset @ _turn(angle), angle + flip + rng.normal(0, 0.08 * sloppy)))
    return placed


def _matches(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Cards of a loose field, most of them with one or two laid half over them: what is played, turned and taken."""
    placed: list[Placed] = []
    angle, sloppy = rng.uniform(0, 2 * np.pi), rng.choice([0.08, 0.25, 1.0])
    pitch = np.array(CARD_MM) * rng.uniform(1.05, 1.9, 2)
    columns, rows = (int(np.clip(rng.integers(1, 6), 1, max(1, reach // side))) for side in pitch)
    for index in np.ndindex(rows, columns):
        spot = centre + ((np.array(index[::-1]) - (columns / 2, rows / 2) + 0.5) * pitch) @ _turn(angle)
        turn = angle + rng.normal(0, sloppy)
        placed.append(Placed(spot + rng.normal(0, 12 * sloppy, 2), turn))
        for layer in range(int(rng.choice([0, 1, 1, 1, 2]))):
            # From a corner that peeps out to one that is hardly covered.
            offset = np.array([0.0, CARD_MM[1] * rng.uniform(0.15, 0.75)]) @ _turn(rng.uniform(0, 2 * np.pi))
            height = CARD_THICKNESS_MM * (2 + layer)
            placed.append(Placed(placed[-1].centre_mm + offset, turn + rng.normal(0, sloppy), height_mm=height))
    return placed


def _pile(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Captured cards sorted by kind: overlapping rows."""
    angle, sloppy = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1)
    step = np.array([rng.uniform(10, 30), 0.0])
    if rng.random() < 0.3:
        step = np.array([rng.uniform(0, 6), rng.uniform(12, 40)])  # overlapping upwards, as in columns
    placed = []
    for row in range(int(rng.integers(1, 4))):
        start = np.array([0.0, row * (CARD_MM[1] + rng.uniform(-8, 8))])
        for k in range(int(rng.integers(2, 10))):
            offset = start + k * step + rng.normal(0, 2.0 * sloppy, 2)
            turn = angle + rng.normal(0, 0.10 * sloppy)
            placed.append(Placed(centre + offset @ _turn(angle), turn, height_mm=CARD_THICKNESS_MM * (1 + (k > 0))))
    return placed


def _captures(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """What one player has captured so far: short rows beside or below each other, of pairs more often than of many."""
    angle, sloppy = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1), rng.uniform(0.3, 1.3)
    lengthwise = rng.random() < 0.25
    step = np.array([0.0, rng.uniform(10, 45)] if lengthwise else [rng.uniform(8, 32), 0.0])
    gap = rng.uniform(-8, 12, 2)
    apart = np.array([CARD_MM[0] + gap[0], 0.0] if lengthwise else [0.0, CARD_MM[1] + gap[1]])
    step = step * rng.choice([-1, 1])  # the later one lies on its left neighbour or on its right one
    placed = []
    for row in range(int(rng.integers(1, 5))):
        for k in range(int(min(rng.integers(1, 8, 2)))):
            offset = row * apart + k * step + rng.normal(0, 1.5 * sloppy, 2)
            turn = angle + rng.normal(0, 0.045 * sloppy)
            height = CARD_THICKNESS_MM * (1 + (k > 0))
            placed.append(Placed(centre + offset @ _turn(angle), turn, height_mm=height))
    return placed


def _fan(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """A hand held or laid as a fan."""
    count = int(rng.integers(3, 9))
    base, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.09, 0.3)
    radius = rng.uniform(60, 180)
    placed = []
    for k in range(count):
        angle = base + (k - count / 2) * step
        spot = centre + np.array([0.0, -radius]) @ _turn(angle) + rng.normal(0, 1, 2)
        placed.append(Placed(spot, angle + rng.normal(0, 0.02), height_mm=CARD_THICKNESS_MM * (1 + k / 2)))
    return placed


def _stack(
    centre: NDArray[np.float64], reach: float, view: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """A stock or a squared pile: one face or back on top, the rest seen as sides."""
    height = rng.uniform(1, 25)
    angle = rng.uniform(0, 2 * np.pi)
    return [Placed(centre, angle, face_down=bool(rng.random() < 0.6), height_mm=height)]
