"""`yakume evaluate`: how well do the models read labelled pictures and recorded tables?"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .command import Command, UsageError, add_deck, add_json, add_models, deck_folder, print_json, progress
from .following import add_following, check_following, follow_matches, people

if TYPE_CHECKING:
    from yakume.datasets.evaluation.page import Result
    from yakume.datasets.evaluation.people import People
    from yakume.vision.frames import Frame
    from yakume.vision.read import CardReader


def add_arguments(parser: ArgumentParser) -> None:
    """Sets of labelled pictures, and where the report goes."""
    add_sets(parser, also="; a folder by `yakume simulate`", nargs="*")
    add_deck(parser)
    add_json(parser)
    add_models(parser)
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write a report with pictures, in one file")
    parser.add_argument(
        "--degrade", action="store_true", help="in bad light, blurred, noisy, tilted, turned, small: a line for each"
    )
    add_following(parser)


def add_sets(parser: ArgumentParser, also: str = "", nargs: str = "+") -> None:
    """Sets of labelled pictures, in any layout, and what is taken `also`."""
    text = f"labels.json, a COCO .json, or data.yaml or folder of a YOLO export{also}"
    parser.add_argument("labels", type=Path, nargs=nargs, metavar="LABELS", help=text)


def run(args: Namespace) -> int:
    """Read the sets and print how much of them was right."""
    check_following(args)
    if args.perfect_eyes:
        return follow_matches(args)
    from yakume.datasets.evaluation.follow import together
    from yakume.datasets.evaluation.tables import TableEvaluation
    from yakume.models.reader import load_reader

    check_sets(args.labels)  # what is wrong with them is told before the models are loaded
    if args.degrade:
        return _run_degraded(args)
    if args.report is not None:
        check_report(args.report)
    reader = load_reader(args.models, deck=deck_folder(args))
    results = [evaluate_set(path, reader, people(args)) for path in args.labels]
    tables = together(result.follow for result in results if isinstance(result, TableEvaluation))
    if args.json:
        told = [result.to_json() for result in results]
        total = [{"total": tables.matches, "follow": tables.to_json()}] if tables.matches > 1 else []
        print_json(told[0] if len(told) == 1 else [*told, *total])
    else:
        for path, result in zip(args.labels, results, strict=True):
            print(*([f"\n{path}"] if len(results) > 1 else []), result.to_text(), sep="\n")
        if tables.matches > 1:
            print(f"\n{tables.matches} tables", *tables.to_lines(), sep="\n")
    if args.report is not None:
        write_report(args, results)
    return 0


def _run_degraded(args: Namespace) -> int:
    """Print the table of `--degrade` for each set of pictures."""
    from yakume.datasets.evaluation.degrade import evaluate_degraded
    from yakume.datasets.evaluation.sets import load_set
    from yakume.datasets.evaluation.tables import find_table
    from yakume.models.reader import load_reader

    if args.report is not None or any(find_table(path) is not None for path in args.labels):
        raise UsageError("--degrade is for labelled pictures, and prints a table: no recorded tables, no --report")
    reader = load_reader(args.models, deck=deck_folder(args))
    shown = partial(progress, what="degrading")
    results = [evaluate_degraded(load_set(path), reader.read, shown) for path in args.labels]
    if args.json:
        print_json([result.to_json() for result in results] if len(results) > 1 else results[0].to_json())
        return 0
    for path, result in zip(args.labels, results, strict=True):
        print(*([f"\n{path}"] if len(results) > 1 else []), result.to_text(), sep="\n")
    return 0


def check_sets(paths: list[Path]) -> list[str]:
    """The hash of every set. Raises: LabelError for one that cannot be used."""
    from yakume.datasets.evaluation.sets import load_set
    from yakume.datasets.evaluation.tables import find_table, load_table

    return [load_set(path).sha256() if find_table(path) is None else load_table(path).sha256 for path in paths]


def evaluate_set(path: Path, reader: CardReader, around: People | None = None) -> Result:
    """Measure `reader` on one set: pictures, or a recorded table with the people `around` it."""
    from yakume.datasets.evaluation.report import evaluate
    from yakume.datasets.evaluation.tables import evaluate_table, find_table

    if find_table(path) is None:
        return evaluate(path, reader.read, partial(progress, what="evaluating"))
    from tqdm import tqdm

    def shown(frames: Iterable[Frame], count: int) -> Iterable[Frame]:
        return tqdm(frames, desc=path.name, unit="frame", total=count, disable=None)

    return evaluate_table(path, reader, shown, around)


def check_report(path: Path) -> None:
    """Raises: UsageError if no report can be written to `path`, before an evaluation of minutes is made for nothing."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--report {path}: expected a file name such as report.html")
    if not path.parent.is_dir():
        raise UsageError(f"--report {path}: there is no folder {path.parent}")


def write_report(args: Namespace, results: list[Result]) -> None:
    """Write the report of `results` to `args.report`."""
    from yakume.datasets.evaluation.page import report_page
    from yakume.models.decks import load_deck_card
    from yakume.models.registry import WEIGHTS, load_card

    cards = sorted((args.models or WEIGHTS).glob("*.toml"))
    models = [(card.name, card.sha256) for card in map(load_card, cards)]
    deck = deck_folder(args)
    if deck:
        models.append((f"deck {deck.name}", load_deck_card(deck).sha256))
    options = {name: getattr(args, name) for name in ("deck", "decks_folder", "models", "report")}
    words = [w for name, v in options.items() if v is not None for w in (f"--{name.replace('_', '-')}", str(v))]
    made_by = shlex.join(["yakume", "evaluate", *map(str, args.labels), *words])
    args.report.write_text(report_page(results, models, made_by), encoding="utf-8")


COMMAND = Command(
    "evaluate",
    "measure the models on labelled photographs, composed scenes and recorded tables",
    "yakume evaluate photos/labels.json --report report.html",
    add_arguments,
    run,
)
