"""`yakume import`: train on labelled photographs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from functools import cache, partial
from pathlib import Path

from .command import Command, UsageError, add_models, progress
from .evaluate import add_sets


def add_arguments(parser: ArgumentParser) -> None:
    """What to make of which labels."""
    parser.add_argument("kind", choices=("detect", "read"), help="detect: boxes to train on; read: crops to train on")
    add_sets(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="train and val go there, beside those of `yakume synth`"
    )
    parser.add_argument(
        "--val", type=float, default=0.2, metavar="X", help="share of the pictures for val (default 0.2)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the crops' loose corners (default 1)")
    add_models(parser)


def run(args: Namespace) -> int:
    """Write the training set and say what became of the labels."""
    from yakume.datasets.evaluation.sets import load_set
    from yakume.datasets.evaluation.training import write_training_set
    from yakume.models.reader import load_reader

    if not 0 <= args.val <= 1:
        raise UsageError(f"--val {args.val:g}: expected a share, 0 to 1")
    reader = cache(lambda: load_reader(args.models))
    done: Counter[str] = Counter()
    for labelled in [load_set(path) for path in args.labels]:
        done += write_training_set(
            args.kind, labelled, args.out, reader, val=args.val, seed=args.seed,
            progress=partial(progress, what="importing"),
        )  # fmt: skip
    for what in sorted(done, key=lambda text: (" out" in text, text)):
        print(f"{done[what]:6} {what}")
    print(args.out)
    return 0


COMMAND = Command(
    "import",
    "make training data of labelled photographs, also of other programs' exports",
    "yakume import read Hanafuda-Object-Detection --out runs/data/read",
    add_arguments,
    run,
)
