"""The table is found from the printed sheet, markers at its corners, four points or the cards; errors help."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from painted import PaintedTable
from yakume.datasets.clips import demo_clip
from yakume.vision.layout import TableLayout
from yakume.vision.marker_sheet import rectangles, sheet_pdf
from yakume.vision.markers import (
    MARKER_MM,
    SHEET_MM,
    CalibrationError,
    from_cards,
    from_corners,
    from_markers,
    marker_cells,
)
from yakume.webui.cli import main

SIZE = (1280, 720)
VIEW = np.array([[1.02, 0.05, 60], [-0.03, 1.05, 60], [0.00005, 0.00008, 1]])
"""Table mm (960 × 540) → px: a camera that leans and is turned a little."""
LEAVES = 8
"""Px of a drawn millimetre before it is warped."""


def picture(papers: list[tuple[np.ndarray, tuple[float, float], tuple[float, float], float]]) -> np.ndarray:
    """A brown table with sheets of paper: grey at `LEAVES` px a mm, middle and size in mm, turned by degrees."""
    rng = np.random.default_rng(2)
    image = np.full((SIZE[1], SIZE[0], 3), (50, 80, 110), np.float32)
    for paper, (x, y), (w, h), degrees in papers:
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 @ np.array([[c, s], [-s, c]]) + (x, y)
        px = cv2.perspectiveTransform(corners[None].astype(np.float64), VIEW)[0].astype(np.float32)
        high, wide = paper.shape
        matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), px)
        warped = cv2.warpPerspective(paper, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=-1)
        shows = cv2.warpPerspective(np.ones_like(paper), matrix, SIZE, flags=cv2.INTER_NEAREST) > 0
        image[shows] = warped[shows][:, None]
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def printed_sheet() -> np.ndarray:
    paper = np.full((round(SHEET_MM[1] * LEAVES), round(SHEET_MM[0] * LEAVES)), 235, np.float32)
    for x, y, w, h in rectangles():
        paper[round(y * LEAVES) : round((y + h) * LEAVES), round(x * LEAVES) : round((x + w) * LEAVES)] = 25
    return paper


def marker(number: int) -> np.ndarray:
    """A marker that was cut out with a rim of 8 mm."""
    cells = np.where(marker_cells(number), 25.0, 235.0).astype(np.float32)
    cell = round(MARKER_MM * LEAVES / len(cells))
    return np.pad(np.kron(cells, np.ones((cell, cell), np.float32)), 8 * LEAVES, constant_values=235)


def true_px(points_mm: Any) -> np.ndarray:
    return np.asarray(cv2.perspectiveTransform(np.array([points_mm], np.float64), VIEW)[0])


def corners_px(layout: TableLayout) -> np.ndarray:
    return layout.corners * np.array(SIZE)


def test_the_sheet_in_the_middle_says_where_the_table_lies() -> None:
    image = picture([(printed_sheet(), (480.0, 270.0), SHEET_MM, 0.0)])
    found = from_markers(image, 3, (960.0, 540.0))
    assert found.by == "sheet" and found.error_px is not None and found.error_px < 1
    true = true_px([[0, 0], [960, 0], [960, 540], [0, 540]])
    assert np.abs(corners_px(found.layout) - true).max() < 6
    # Turned with the sheet: whoever sits at its foot is seat 0.
    turned = from_markers(picture([(printed_sheet(), (480.0, 270.0), SHEET_MM, 180.0)]), 3, (960.0, 540.0))
    assert np.abs(np.roll(corners_px(turned.layout), 2, axis=0) - true).max() < 6


def test_as_much_of_the_table_is_taken_as_the_picture_shows() -> None:
    found = from_markers(picture([(printed_sheet(), (480.0, 270.0), SHEET_MM, 0.0)]), 5)
    shares = found.layout.corners
    assert shares.min() >= 0 and shares.max() <= 1
    assert found.layout.size_mm[0] > 900 and found.layout.players == 5
    field = found.layout.zones
    assert len(field) == 12


def test_markers_at_the_corners_are_the_corners_and_tell_the_size() -> None:
    half = MARKER_MM / 2
    places = [(half, half), (960 - half, half), (960 - half, 540 - half), (half, 540 - half)]
    size = (MARKER_MM + 16, MARKER_MM + 16)
    image = picture([(marker(number), place, size, 0.0) for number, place in enumerate(places)])
    found = from_markers(image, 4)
    assert found.by == "corner markers"
    assert np.abs(corners_px(found.layout) - true_px([[0, 0], [960, 0], [960, 540], [0, 540]])).max() < 3
    assert np.allclose(found.layout.size_mm, (960, 540), rtol=0.03)
    three = picture([(marker(number), places[number], size, 0.0) for number in (0, 1, 3)])
    with pytest.raises(CalibrationError, match="number 2 is not seen"):
        from_markers(three, 4)
    crossed = picture([(marker(number), places[at], size, 0.0) for at, number in enumerate((0, 2, 1, 3))])
    with pytest.raises(CalibrationError, match="clockwise 0, 1, 2, 3"):
        from_markers(crossed, 4)


def test_a_table_without_markers_says_what_to_do() -> None:
    with pytest.raises(CalibrationError, match="print the sheet"):
        from_markers(picture([]), 3)
    with pytest.raises(CalibrationError, match="does not lie in the picture"):
        from_markers(picture([(printed_sheet(), (480.0, 270.0), SHEET_MM, 0.0)]), 3, (1900.0, 900.0))


def test_corners_by_hand_are_taken_as_they_are_or_refused() -> None:
    corners = [(100, 80), (1200, 90), (1250, 700), (60, 690)]
    found = from_corners(corners, 2, (1000.0, 600.0), SIZE)
    assert np.abs(corners_px(found.layout) - corners).max() < 0.1 and found.layout.size_mm == (1000.0, 600.0)
    with pytest.raises(CalibrationError, match="clockwise from its top left"):
        from_corners(corners[::-1], 2, (1000.0, 600.0), SIZE)


def test_cards_alone_tell_how_large_a_millimetre_is() -> None:
    table = PaintedTable()
    for at, card in enumerate(("1h", "3t", "5n", "8a", "9t", "12a", "2n", "7a")):
        table.cards[card] = (400 + 50 * (at % 4), 230 + 80 * (at // 4), 3 * at)
    found = from_cards([table.quad(card) for card in table.cards], 3, (600.0, 450.0), (960, 540))
    assert found.by == "cards" and found.error_px is not None and found.error_px < 1
    corners = found.layout.corners * (960, 540)
    assert np.allclose(corners.mean(0), (475, 270), atol=2)
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(600, rel=0.02)
    with pytest.raises(CalibrationError, match="2 cards are found"):
        from_cards([table.quad("1h"), table.quad("3t")], 3, None, (960, 540))


def test_the_sheet_is_a_page_of_a4_with_all_four_markers() -> None:
    pdf = sheet_pdf()
    assert pdf.startswith(b"%PDF-1.4") and b"/MediaBox [0 0 841.89 595.28]" in pdf
    drawn = [tuple(map(float, each)) for each in re.findall(rb"([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re f", pdf)]
    assert len(drawn) == len(rectangles())
    assert all(x >= 0 and x + w <= 841.9 and y >= 0 and y + h <= 595.3 for x, y, w, h in drawn)
    at = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf[at : at + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), start=1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)


def test_the_command_writes_a_sheet_and_a_layout_and_names_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, layout, photo = tmp_path / "markers.pdf", tmp_path / "table.toml", tmp_path / "table.png"
    assert main(["calibrate", "--sheet", str(sheet)]) == 0 and sheet.read_bytes().startswith(b"%PDF")
    cv2.imwrite(str(photo), picture([(printed_sheet(), (480.0, 270.0), SHEET_MM, 0.0)]))
    words = ["calibrate", str(photo), "--players", "2", "--layout", str(layout)]
    assert main([*words, "--json"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out[out.index("{") :])["by"] == "sheet"
    assert TableLayout.load(layout).players == 2
    assert main([*words, "--corners", "10,10", "1200,10", "1200,700", "10,700", "--size", "96x54"]) == 0
    for more, why in (
        (["--corners", "10,10", "1200,10", "1200,700", "10,700"], "give --size too"),
        (["--corners", "a", "b", "c", "d", "--size", "96x54"], "expected X,Y in px"),
        (["--size", "large"], "such as 96x54"),
        (["--players", "9"], "expected 2 to 7"),
    ):
        assert main([*words, *more]) == 2
        assert why in capsys.readouterr().err
    cv2.imwrite(str(photo), picture([]))
    assert main(words) == 2
    assert "print the sheet" in capsys.readouterr().err
    assert main(["calibrate", str(tmp_path / "none.mp4")]) == 2 and main(["calibrate"]) == 2


@pytest.mark.slow
def test_the_demo_table_is_measured_by_its_cards(tmp_path: Path) -> None:
    """With the shipped models: a millimetre on the table appears as large as the recording says."""
    clip, frame = demo_clip(), tmp_path / "frame.png"
    capture = cv2.VideoCapture(str(clip.video))
    capture.set(cv2.CAP_PROP_POS_FRAMES, 40)
    image = capture.read()[1]
    cv2.imwrite(str(frame), image)
    layout = tmp_path / "table.toml"
    assert main(["calibrate", str(frame), "--cards", "--layout", str(layout)]) == 0
    size = image.shape[1], image.shape[0]
    true, told = TableLayout.load(clip.layout).homography(size), TableLayout.load(layout).homography(size)
    for points in ([[560, 360], [700, 360]], [[640, 300], [640, 420]]):
        lengths = [float(np.linalg.norm(np.diff(view.to_mm(points), axis=0))) for view in (true, told)]
        assert lengths[1] == pytest.approx(lengths[0], rel=0.06)
