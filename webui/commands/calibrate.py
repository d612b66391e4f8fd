"""`yakume calibrate`: where the table lies before the camera, from a printed sheet, four corners or the cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from .command import Command, UsageError, add_json, add_models, print_json

if TYPE_CHECKING:
    from yakume.vision.geometry import Quad
    from yakume.vision.markers import Calibration
    from yakume.vision.picture import Image

LOOKS = 30
"""So many frames of a camera or video are tried: somebody may lean over the sheet in the first."""


def add_arguments(parser: ArgumentParser) -> None:
    """What is looked at, by what the table is found, and where that is written."""
    parser.add_argument("source", nargs="?", metavar="SOURCE", help="picture, video file, camera number or stream URL")
    parser.add_argument(
        "--sheet", type=Path, metavar="PDF", help="write the sheet of markers to print (A4, at true size), and stop"
    )
    parser.add_argument("--players", type=int, default=3, metavar="N", help="people at the table (default 3)")
    parser.add_argument(
        "--size", metavar="CM", help="width × height of the table in cm, such as 96x54 (default: measured)"
    )
    by = parser.add_mutually_exclusive_group()
    by.add_argument(
        "--corners",
        metavar="X,Y …",
        nargs=4,
        help="the table's four corners in the picture, px, clockwise from its top left; with --size",
    )
    by.add_argument("--cards", action="store_true", help="from six or more cards that lie where the field belongs")
    parser.add_argument(
        "--layout",
        type=Path,
        default=Path("yakume-table.toml"),
        metavar="FILE",
        help="file to write (default %(default)s)",
    )
    add_models(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Find the table and write its layout. Raises: UsageError, CalibrationError, SourceError, OSError."""
    from yakume.webui.files import write_whole

    if args.sheet is not None:
        from yakume.vision.marker_sheet import sheet_pdf

        write_whole(args.sheet, sheet_pdf())
        print(
            f"{args.sheet}: print it at 100 %; the bar must be 100 mm long. Lay it in the middle of the table, its\n"
            "arrow pointing away from seat 0; or cut the markers out and lay them at the table's corners, clockwise."
        )
        return 0
    if args.source is None:
        raise UsageError("expected a SOURCE to look at, or --sheet FILE")
    if not 2 <= args.players <= 7:
        raise UsageError(f"--players {args.players}: expected 2 to 7")
    found = _found(args, _size(args.size))
    write_whole(args.layout, found.layout.to_toml().encode())
    width, height = (round(side / 10) for side in found.layout.size_mm)
    if args.json:
        print_json({"by": found.by, "error_px": found.error_px, "layout": found.layout.to_json()})
        return 0
    error = "" if found.error_px is None else f", to {found.error_px:.1f} px"
    print(f"{args.layout}: a table of {width} × {height} cm for {args.players}, from the {found.by}{error}")
    return 0


def _found(args: Namespace, size_mm: tuple[float, float] | None) -> Calibration:
    from yakume.vision.markers import CalibrationError, from_cards, from_corners, from_markers

    failed: CalibrationError | None = None
    for image in _pictures(args.source):
        size_wh = (image.shape[1], image.shape[0])
        try:
            if args.corners:
                if size_mm is None:
                    raise UsageError("--corners says where the table lies, not how large it is: give --size too")
                return from_corners([_point(text) for text in args.corners], args.players, size_mm, size_wh)
            if args.cards:
                return from_cards(_card_quads(args, image), args.players, size_mm, size_wh)
            return from_markers(image, args.players, size_mm)
        except CalibrationError as error:
            failed = error
            if args.corners:
                break
    assert failed is not None  # a source without a picture has said so
    raise failed


def _pictures(source: str) -> list[Image]:
    """A few frames of what there is. Raises: SourceError."""
    from itertools import islice

    from yakume.vision.frames import open_source

    opened = open_source(source)
    try:
        return [frame.image for frame in islice(opened, 0, LOOKS, 10)]
    finally:
        opened.close()


def _card_quads(args: Namespace, image: Image) -> list[Quad]:
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS

    return [card.quad for card in load_reader(args.models or WEIGHTS).read(image).cards]


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--corners {text!r}: expected X,Y in px") from None
    return x, y


def _size(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        width, height = (10 * float(part) for part in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise UsageError(f"--size {text!r}: expected width × height in cm, such as 96x54") from None
    if not (width > 0 and height > 0):
        raise UsageError(f"--size {text!r}: expected width × height in cm, such as 96x54")
    return width, height


COMMAND = Command(
    "calibrate",
    "find the table before the camera from a printed sheet, four corners or the cards, and write its layout",
    "yakume calibrate --sheet markers.pdf",
    add_arguments,
    run,
)
