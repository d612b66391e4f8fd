"""`yakume evaluate`: how well do the models read labelled pictures?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from .command import Command, add_json, add_models, print_json, progress


def add_arguments(parser: ArgumentParser) -> None:
    """A label file."""
    parser.add_argument("labels", type=Path, metavar="LABELS.json", help="labels; pictures are named relative to it")
    add_json(parser)
    add_models(parser)


def run(args: Namespace) -> int:
    """Read the pictures and print how much of them was right."""
    from yakume.datasets.evaluation.labels import load_labels
    from yakume.datasets.evaluation.report import evaluate
    from yakume.models.registry import load_reader

    load_labels(args.labels)  # what is wrong with them is told before the models are loaded
    evaluation = evaluate(args.labels, load_reader(args.models).read, partial(progress, what="evaluating"))
    if args.json:
        print_json(evaluation.to_json())
    else:
        print(evaluation.to_text())
    return 0


COMMAND = Command(
    "evaluate",
    "measure the models on labelled photographs",
    "yakume evaluate photos/labels.json",
    add_arguments,
    run,
)
