"""`yakume read`: what cards are in these pictures?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from .command import Command, add_deck, add_json, add_models, deck_folder, print_json, progress


def add_arguments(parser: ArgumentParser) -> None:
    """Pictures or folders of pictures."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="JPEG, PNG or WebP, or a folder of them")
    add_deck(parser)
    add_json(parser)
    add_models(parser)


def run(args: Namespace) -> int:
    """Read every picture; one that cannot be read is named, the others still are, and the exit code is 2."""
    from yakume.models.reader import load_reader
    from yakume.vision.picture import PictureError, load_picture

    paths, failed = find_pictures(args.images), False
    deck = deck_folder(args)
    pictures: list[dict[str, Any]] = []
    reader = None
    for path in progress(paths, "reading"):
        try:
            image = load_picture(path)
        except PictureError as error:
            print(f"yakume read: {error}", file=sys.stderr)
            failed = True
            continue
        reader = reader or load_reader(args.models, deck=deck)
        pictures.append({"image": str(path), **reader.read(image).to_json()})
    if args.json:
        print_json(pictures)
    else:
        for picture in pictures:
            print(to_text(picture))
    return 2 if failed else 0


def find_pictures(paths: list[Path]) -> list[Path]:
    """`paths` with each folder replaced by the pictures in it. Raises: PictureError for a folder without any."""
    from yakume.vision.picture import SUFFIXES, PictureError

    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)
        if not inside:
            raise PictureError("missing", f"cannot read {path}: no JPEG, PNG or WebP picture in the folder")
        found += inside
    return found


def to_text(picture: dict[str, Any]) -> str:
    """One picture of the JSON form as text: a line for it, and a line a card."""
    from yakume.engine import Face
    from yakume.engine.names import name

    ms = picture["ms"]["detect"] + picture["ms"]["read"]
    count = len(picture["cards"])
    lines = [f"{picture['image']}: {count} card{'s' * (count != 1)}, {ms:.0f} ms"]
    for card in picture["cards"]:
        (face, p), *others = card["candidates"]
        x, y = (sum(corner[axis] for corner in card["quad"]) / 4 for axis in (0, 1))
        doubt = "".join(f", {other} {q:.2f}" for other, q in others if q >= 0.05)
        title = name(Face(face))
        lines.append(f"  {face:4} {p:.2f}  at {x:.0f}, {y:.0f}  {title.ja} ({title.en}){doubt and '  or' + doubt[1:]}")
    for card in picture["unread"]:
        x, y = (sum(corner[axis] for corner in card["quad"]) / 4 for axis in (0, 1))
        maybe = ", ".join(f"{face} {p:.2f}" for face, p in card["candidates"] if p >= 0.05)
        answer = f"no card known {card['none']:.2f}" if card["none"] >= 0.5 else "not sure"
        lines.append(f"  ?         at {x:.0f}, {y:.0f}  {answer}{maybe and ': perhaps ' + maybe}")
    if picture["unknown_deck"]:
        lines.append("  a deck I do not know? Lay its 48 cards out: yakume enroll PHOTO --name DECK")
    return "\n".join(lines)


COMMAND = Command(
    "read",
    "say which cards are in a photograph",
    "yakume read table.jpg --json",
    add_arguments,
    run,
)
