"""`yakume synth`: make pictures of tables that never were, with the truth of every card."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from .command import Command, UsageError

if TYPE_CHECKING:
    from yakume.datasets.synth.export import Eyes

KINDS = ("detect", "read", "corners", "match", "labels", "sheet")

SORTS = ("usual", "backs", "things", "singles")


def add_arguments(parser: ArgumentParser) -> None:
    """What to make, of which cards, on which tables."""
    parser.add_argument(
        "kind",
        choices=KINDS,
        help="detect: boxes to train on; read: crops to train on; corners: boxes with their true corners; "
        "match: made-up decks and crops of their cards; labels: labelled scenes to evaluate on; "
        "sheet: one picture of many scenes, to look at",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="PATH", help="folder; an .npz or a picture")
    parser.add_argument("--count", type=int, default=24, metavar="N", help="how many scenes, or decks (default 24)")
    parser.add_argument("--start", type=int, default=0, metavar="N", help="number of the first scene (default 0)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="same seed, same bytes (default 1)")
    parser.add_argument("--decks", type=Path, metavar="DIR", help="folder of decks, beside the project's own deck")
    parser.add_argument("--no-own-deck", action="store_true", help="use the decks of --decks alone")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR", help="folder of table textures")
    parser.add_argument("--size", type=int, nargs=2, default=(640, 384), metavar=("W", "H"), help="default 640 384")
    parser.add_argument(
        "--scenes", choices=SORTS, default="usual",
        help="labels, sheet: the usual scenes, cards face down (detect, too), or things that are no cards; "
        "read, sheet: single cards with neighbours under and over them, for small pictures such as --size 160 160 "
        "(default usual)",
    )  # fmt: skip
    parser.add_argument("--by-face", action="store_true", help="detect: the 37 faces as classes, not card and back")
    parser.add_argument(
        "--found-by", type=Path, metavar="DIR", help="read, corners: cut cards also as the models in DIR find them"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")


def run(args: Namespace) -> int:
    """Compose and write."""
    from yakume.datasets.synth import corner_samples, export, match_samples, mixes
    from yakume.datasets.synth.scene import Composer
    from yakume.datasets.synth.sprites import find_decks, own_decks

    if args.count < 1 or args.start < 0 or args.jobs < 1 or min(args.size) < 96:
        raise UsageError("expected --count and --jobs of 1 or more, --start of 0 or more, --size of 96 or more")
    if args.no_own_deck and args.decks is None:
        raise UsageError("--no-own-deck needs --decks: a scene cannot be made without cards")
    for option, is_given, kinds in (
        ("--by-face", args.by_face, ("detect",)),
        ("--found-by", args.found_by, ("read", "corners")),
    ):
        if is_given and args.kind not in kinds:
            raise UsageError(f"{option} is for {' and '.join(kinds)} alone, not for {args.kind}")
    try:
        recipe = mixes.recipe(args.kind, args.scenes, tuple(args.size))
    except ValueError as error:
        raise UsageError(f"--scenes: {error}") from error
    if args.kind == "match" and args.jobs > 1:
        raise UsageError("match is made by one process: run several, each with another --start")
    decks = [*([] if args.no_own_deck else own_decks()), *(find_decks(args.decks) if args.decks else [])]
    if args.kind == "match":
        match_samples.write_match_set(decks, args.backgrounds, args.out, args.seed, args.count, args.start)
        return 0
    composer = Composer(decks, args.backgrounds, recipe)
    which = {"seed": args.seed, "count": args.count, "start": args.start, "jobs": args.jobs}
    if args.kind == "detect":
        export.write_detection_set(composer, args.out, **which, by_face=args.by_face)
    elif args.kind == "read":
        export.write_reading_set(composer, args.out, **which, eyes=_eyes(args))
    elif args.kind == "corners":
        corner_samples.write_corner_set(composer, args.out, **which, eyes=_eyes(args))
    elif args.kind == "labels":
        export.write_labelled_set(composer, args.out, **which)
    else:
        export.write_sheet(composer, args.out, **which)
    return 0


def _eyes(args: Namespace) -> Eyes | None:
    """What finds cards with the models in --found-by: outlines to read in, boxes to find corners in."""
    if args.found_by is None:
        return None
    from yakume.models.reader import load_reader

    reader = load_reader(args.found_by, threads=1)
    if args.kind == "corners":
        return lambda image: [found.quad for found in reader.detector.detect(image)]
    return lambda image: [card.quad for card in reader.see(image, reader.detect(image))]


COMMAND = Command(
    "synth",
    "compose labelled pictures of tables, to train and measure on",
    "yakume synth sheet --out scenes.png",
    add_arguments,
    run,
)
