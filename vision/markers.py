"""Where a table lies in the picture, found from printed ArUco markers, from corners by hand, or from the cards on it.

The printed sheet has four markers. Laid down whole in the middle of the table it says where the table is and how large
a millimetre appears. Cut apart and laid at the table's corners, numbered clockwise from the one at the top left as seat
0 sees it, the markers are the corners, and their own size tells that of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .card_plane import fit_plane
from .geometry import CARD_MM, Homography, Quad, make_quad, quad_centre, standing
from .layout import TABLE_MM, LayoutError, TableLayout
from .picture import Image

DICTIONARY = cv2.aruco.DICT_4X4_50
"""Few large cells: read from far away and at a slant."""

MARKERS = 4
CELLS = 6
"""Cells of a marker's side: four that tell its number, and a black rim."""

SHEET_MM = (297.0, 210.0)
"""A4, lying."""

MARKER_MM = 60.0
_EDGE_MM = 14.0
"""From a marker to the edge of the sheet: what printers leave white, and the white that a marker needs."""

WHOLE_SHEET = 0.02
"""Markers lie as on the sheet if none is further from its place there than this share of the sheet's width."""

SMALLEST_MM, LARGEST_MM = 500.0, 2000.0
"""Widths of tables that people play at."""

OUTSIDE = 0.02
"""So much of the picture's side a corner may lie beside it."""


class CalibrationError(ValueError):
    """Why a picture does not say where the table lies, and what to do."""


@dataclass(frozen=True)
class Calibration:
    """A layout and how it was found."""

    layout: TableLayout
    by: str
    """``sheet``, ``corner markers``, ``corners`` or ``cards``."""
    error_px: float | None = None
    """How far what was found lies from where the layout says it lies, picture px; None where nothing can say."""


def marker_places() -> NDArray[np.float64]:
    """Top-left corner of each marker on the sheet, mm, shape (4, 2), clockwise from the sheet's top-left."""
    far_x, far_y = SHEET_MM[0] - _EDGE_MM - MARKER_MM, SHEET_MM[1] - _EDGE_MM - MARKER_MM
    return np.array([[_EDGE_MM, _EDGE_MM], [far_x, _EDGE_MM], [far_x, far_y], [_EDGE_MM, far_y]])


def marker_cells(number: int) -> NDArray[np.bool_]:
    """Which cells of a marker are black, shape (`CELLS`, `CELLS`)."""
    picture = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, CELLS)
    return np.asarray(picture == 0, np.bool_)


def find_markers(image: Image) -> dict[int, Quad]:
    """Number of each marker of the sheet in a picture (BGR) → its corners, px, clockwise from its own top-left."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    found: dict[int, Quad] = {}
    for quad, number in zip(corners, np.asarray(numbers).ravel().tolist(), strict=True):
        if number < MARKERS:
            found[int(number)] = np.asarray(quad, np.float32).reshape(4, 2)
    return found


def from_markers(image: Image, players: int, size_mm: tuple[float, float] | None = None) -> Calibration:
    """The layout that the markers in a picture tell.

    Args:
        players: 2 to 7.
        size_mm: of the table; None for as much of it as the picture shows around the sheet, or as the markers span.

    Raises: CalibrationError if too few are seen or the table is not in the picture.
    """
    found = find_markers(image)
    if not found:
        raise CalibrationError(
            "no marker is in the picture: print the sheet (yakume calibrate --sheet markers.pdf), lay it flat in the "
            "middle of the table, see that its white rim shows, and that no lamp is mirrored on it"
        )
    size_wh = (image.shape[1], image.shape[0])
    whole = _on_sheet(found)
    if whole is not None:
        return _from_sheet(whole, found, players, size_mm, size_wh)
    if len(found) < MARKERS:
        missing = ", ".join(str(number) for number in range(MARKERS) if number not in found)
        raise CalibrationError(f"of the corner markers number {missing} is not seen: all four must be in the picture")
    return _from_corner_markers(found, players, size_mm, size_wh)


def from_corners(
    corners_px: Sequence[Sequence[float]], players: int, size_mm: tuple[float, float], size_wh: tuple[int, int]
) -> Calibration:
    """The layout of a table whose corners people pointed at, px, clockwise from the table's top-left.

    Raises: CalibrationError if they are no corners of a table.
    """
    try:
        return Calibration(_laid_out(make_quad(corners_px), players, size_mm, size_wh), "corners")
    except ValueError as error:
        raise CalibrationError(f"the corners are those of no table, clockwise from its top left: {error}") from error


def from_cards(
    quads: Sequence[Quad], players: int, size_mm: tuple[float, float] | None, size_wh: tuple[int, int]
) -> Calibration:
    """The layout of a table on which these cards (px) lie as the field: its middle is theirs, it lies as the picture.

    Raises: CalibrationError if they are too few.
    """
    plane = fit_plane(quads, [1.0] * len(quads), size_wh)
    if plane is None:
        raise CalibrationError(
            f"{len(quads)} cards are found: lay six or more face up, apart from each other, where the field belongs"
        )
    middle_px = np.mean([quad_centre(quad) for quad in quads], axis=0)
    # How the plane is turned says nothing: the table lies as the picture does.
    ahead = plane.to_mm([middle_px, middle_px + np.array([1, 0])])
    along = ahead[1] - ahead[0]
    turn = np.array([[along[0], along[1]], [-along[1], along[0]]], np.float64) / np.linalg.norm(along)
    to_px = _Placed(plane, turn.T, ahead[0].astype(np.float64))
    layout = _around(to_px, players, size_mm, size_wh)
    lying = np.array([plane.to_mm(quad) for quad in standing(np.asarray(quads, np.float32))])
    sides = np.linalg.norm(np.roll(lying, -1, axis=1) - lying, axis=2)
    off_mm = float(np.median(np.abs(sides - (CARD_MM * 2))))
    px_per_mm = 1 / float(np.linalg.norm(along))
    return Calibration(layout, "cards", off_mm * px_per_mm)


@dataclass(frozen=True)
class _Placed:
    """mm about the table's middle → px."""

    view: Homography
    """px → mm of what was measured."""
    turn: NDArray[np.float64]
    middle: NDArray[np.float64]

    def __call__(self, points_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        return self.view.to_px(points_mm @ self.turn.T + self.middle)


def _on_sheet(found: Mapping[int, Quad]) -> Homography | None:
    """The map from px to mm of the sheet, if the markers lie as they are printed."""
    points = np.concatenate([_marker_corners(number) for number in sorted(found)])
    seen = np.concatenate([found[number] for number in sorted(found)])
    if len(found) < 2:
        return None
    matrix, _ = cv2.findHomography(seen.astype(np.float64), points)
    if matrix is None:
        return None
    try:
        view = Homography(np.asarray(matrix, np.float64))
    except ValueError:
        return None
    return view if np.abs(view.to_mm(seen) - points).max() <= WHOLE_SHEET * SHEET_MM[0] else None


def _marker_corners(number: int) -> NDArray[np.float64]:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * MARKER_MM
    return np.asarray(marker_places()[number] + square, np.float64)


def _from_sheet(
    view: Homography,
    found: Mapping[int, Quad],
    players: int,
    size_mm: tuple[float, float] | None,
    size_wh: tuple[int, int],
) -> Calibration:
    layout = _around(_Placed(view, np.eye(2), np.array(SHEET_MM) / 2), players, size_mm, size_wh)
    off = [np.abs(view.to_px(_marker_corners(number)) - quad).max() for number, quad in found.items()]
    return Calibration(layout, "sheet", float(max(off)))


def _from_corner_markers(
    found: Mapping[int, Quad], players: int, size_mm: tuple[float, float] | None, size_wh: tuple[int, int]
) -> Calibration:
    """The table whose corners the four markers' outermost corners are."""
    middle = np.mean([found[number].mean(0) for number in range(MARKERS)], axis=0)
    corners = [max(found[number], key=lambda at: float(np.linalg.norm(at - middle))) for number in range(MARKERS)]
    try:
        unit = Homography.from_corners(corners, (1.0, 1.0))
    except ValueError:
        raise CalibrationError("the markers do not lie clockwise 0, 1, 2, 3 from the table's top left") from None
    quads = [found[number] for number in range(MARKERS)]
    size = size_mm or _measured(quads, unit, MARKER_MM)
    return Calibration(_laid_out(make_quad(corners), players, size, size_wh), "corner markers")


def _measured(quads: Sequence[Quad], unit: Homography, side_mm: float) -> tuple[float, float]:
    """Width and height of a table on which squares of `side_mm` lie at `quads`; `unit` maps px to shares of it."""
    sides = np.concatenate([np.roll(unit.to_mm(quad), -1, axis=0) - unit.to_mm(quad) for quad in quads])
    squares, *_ = np.linalg.lstsq(sides.astype(np.float64) ** 2, np.full(len(sides), side_mm**2), rcond=None)
    width, height = np.sqrt(np.maximum(squares, 0.0)).tolist()
    return round(width), round(height)


def _around(to_px: _Placed, players: int, size_mm: tuple[float, float] | None, size_wh: tuple[int, int]) -> TableLayout:
    """The table about the middle: of that size, else as large as the picture shows it in the usual proportion."""
    if size_mm is not None:
        return _laid_out(to_px(_rectangle(size_mm)), players, size_mm, size_wh)
    fits = [width for width in np.arange(SMALLEST_MM, LARGEST_MM + 1, 10) if _shows(to_px, width, size_wh)]
    if not fits:
        raise CalibrationError(
            f"less than {SMALLEST_MM / 10:.0f} cm of the table is in the picture around its middle: lay the sheet in "
            "the middle of what the camera sees, or raise the camera"
        )
    size = (float(fits[-1]), float(fits[-1]) * TABLE_MM[1] / TABLE_MM[0])
    return _laid_out(to_px(_rectangle(size)), players, size, size_wh)


def _shows(to_px: _Placed, width_mm: float, size_wh: tuple[int, int]) -> bool:
    corners = to_px(_rectangle((width_mm, width_mm * TABLE_MM[1] / TABLE_MM[0]))) / size_wh
    return bool(np.isfinite(corners).all() and (corners >= 0).all() and (corners <= 1).all())


def _rectangle(size_mm: tuple[float, float]) -> NDArray[np.float64]:
    return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size_mm


def _laid_out(
    corners_px: NDArray[np.float32], players: int, size_mm: tuple[float, float], size_wh: tuple[int, int]
) -> TableLayout:
    shares = np.asarray(corners_px / np.array(size_wh), np.float32)
    if not np.isfinite(shares).all() or shares.min() < -OUTSIDE or shares.max() > 1 + OUTSIDE:
        width, height = (round(side / 10) for side in size_mm)
        raise CalibrationError(
            f"a table of {width} × {height} cm does not lie in the picture there: give its true --size"
        )
    if not SMALLEST_MM <= max(size_mm) <= LARGEST_MM:
        raise CalibrationError(f"a table of {size_mm[0] / 10:.0f} × {size_mm[1] / 10:.0f} cm: expected 50 to 200 cm")
    try:
        return TableLayout.fitted(players, size_mm, shares)
    except LayoutError as error:
        raise CalibrationError(str(error)) from error
