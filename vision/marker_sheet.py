"""The sheet of markers as a PDF to print: a page of black rectangles, for which no library is needed."""

from __future__ import annotations

from .markers import CELLS, MARKER_MM, MARKERS, SHEET_MM, marker_cells, marker_places

_POINTS_PER_MM = 72 / 25.4

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height, mm from the sheet's top-left."""

SCALE_MM = 100.0
"""Length of the bar by which people see whether it was printed in its true size."""


def rectangles() -> list[Rectangle]:
    """Everything black on the sheet: the markers, an arrow that points away from seat 0, and a bar of `SCALE_MM`."""
    cell = MARKER_MM / CELLS
    black = []
    for number, (left, top) in zip(range(MARKERS), marker_places().tolist(), strict=True):
        for row, cells in enumerate(marker_cells(number).tolist()):
            start = None
            for column, is_black in enumerate([*cells, False]):  # runs, so that no hair of white stands between cells
                if is_black and start is None:
                    start = column
                elif not is_black and start is not None:
                    black.append((left + start * cell, top + row * cell, (column - start) * cell, cell))
                    start = None
    middle, height = SHEET_MM[0] / 2, SHEET_MM[1]
    black += [(middle - step, 60.0 + 2 * step, 2.0 * step + 2, 2.0) for step in range(13)]
    black.append((middle - 3, 86.0, 8.0, 34.0))
    black += [(middle - SCALE_MM / 2, height - 40.0, SCALE_MM, 1.0)]
    return [*black, *((middle + side * SCALE_MM / 2 - 0.5, height - 43.0, 1.0, 7.0) for side in (-1, 1))]


def sheet_pdf() -> bytes:
    """The sheet as a PDF of one page, A4 lying."""
    width, height = (side * _POINTS_PER_MM for side in SHEET_MM)
    drawn = [
        f"{x * _POINTS_PER_MM:.3f} {height - (y + h) * _POINTS_PER_MM:.3f} "
        f"{w * _POINTS_PER_MM:.3f} {h * _POINTS_PER_MM:.3f} re f"
        for x, y, w, h in rectangles()
    ]
    middle, low = width / 2, height - (SHEET_MM[1] - 28) * _POINTS_PER_MM
    drawn += [f"BT /F 12 Tf {middle - 22:.1f} {low:.1f} Td (100 mm) Tj ET"]
    drawn += [f"BT /F 20 Tf {middle - 34:.1f} {height - 45:.1f} Td (yakume) Tj ET"]
    content = "\n".join(drawn).encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents 4 0 R "
        "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        count,
        table,
        count,
        len(out),
    )
