"""`yakume promote` and `yakume calibrate-reader`: the last two steps before new models ship."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_json, print_json, progress
from .evaluate import add_sets, check_sets, evaluate_set

if TYPE_CHECKING:
    from yakume.datasets.evaluation.compare import Comparison


def add_promote_arguments(parser: ArgumentParser) -> None:
    """Which models, measured on what."""
    parser.add_argument(
        "candidate",
        type=Path,
        metavar="DIR",
        help="folder with one or more of detect, corners, read and together (.toml, .onnx)",
    )
    parser.add_argument(
        "--sets",
        nargs="+",
        required=True,
        metavar="[NAME=]LABELS",
        help="what to measure on, as for yakume evaluate; the name stands in the model cards (default: the folder's)",
    )
    parser.add_argument(
        "--degraded",
        nargs="+",
        default=[],
        metavar="NAME",
        help="sets of --sets that are measured once more in bad light, blurred, tilted and small, as NAME_degraded",
    )
    _add_target(parser, "models that the candidate is compared with and replaces")
    parser.add_argument("--dry-run", action="store_true", help="measure and say what would be done, change nothing")
    add_json(parser)


def _add_target(parser: ArgumentParser, what: str) -> None:
    parser.add_argument("--models", type=Path, metavar="DIR", help=f"{what} (default: the shipped ones)")


def run_promote(args: Namespace) -> int:
    """Measure both, print the table, and replace the models if the candidate is no worse on any set."""
    from tempfile import TemporaryDirectory

    from yakume.datasets.evaluation.compare import objections
    from yakume.models.promote import candidates_in, install, join, recorded_sets
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS, deck_reader, load_card

    given = candidates_in(args.candidate)
    sets = named_sets(args.sets)
    shipped = args.models or WEIGHTS
    hashes = [*check_sets(list(sets.values())), *_degraded_hashes(sets, args.degraded)]
    for recorded, name in recorded_sets(shipped).items():
        if not any(sha256.startswith(recorded) for sha256 in hashes):
            raise UsageError(
                f"--sets: the models were measured on {name!r} (set {recorded}), which is not among them: "
                "name it, or take it out of the cards if it is no longer a measure"
            )
    with TemporaryDirectory() as folder:
        join(shipped, args.candidate, Path(folder))
        before, after = load_reader(shipped), load_reader(Path(folder))
        comparisons = [_compare(name, path, before, after) for name, path in sets.items()]
        comparisons += [_compare_degraded(name, sets[name], before, after) for name in args.degraded]
    against = objections(comparisons)
    done = not against and not args.dry_run
    reader = load_card(deck_reader(shipped))
    is_new_reader = reader.task in given and given[reader.task].sha256 != reader.sha256
    if args.json:
        print_json({"sets": [c.to_json() for c in comparisons], "objections": against, "promoted": done})
    else:
        print(to_text(comparisons))
        print(*(f"against it: {objection}" for objection in against), sep="\n", end="\n" if against else "")
    if done:
        measures = {c.name: _measures(c) for c in comparisons}
        about = {c.name: _about(c) for c in comparisons}
        written = install(args.candidate, shipped, measures, about)
        if not args.json:
            print(f"promoted: {len(written)} files written in {shipped}")
            if is_new_reader:
                print("decks enrolled with the reader before: yakume enroll --name DECK --again")
    elif not args.json:
        print("refused" if against else "would be promoted; nothing was changed (--dry-run)")
    return 1 if against else 0


def named_sets(words: list[str]) -> dict[str, Path]:
    """Set names and where they lie, from words such as ``photographs=photos/labels.json`` or a path alone.

    Raises: UsageError for two sets of one name.
    """
    sets: dict[str, Path] = {}
    for word in words:
        name, equals, rest = word.partition("=")
        path = Path(rest if equals and not Path(word).exists() else word)
        if path == Path(word):
            name = (path if path.is_dir() else path.resolve().parent).name
        if name in sets:
            raise UsageError(f"--sets: two sets are called {name!r}: write NAME=LABELS for one of them")
        sets[name] = path
    return sets


def _compare(name: str, path: Path, before: Any, after: Any) -> Comparison:
    from yakume.datasets.evaluation.compare import compare
    from yakume.datasets.evaluation.page import result_judged
    from yakume.datasets.evaluation.tables import TableEvaluation

    first, second = evaluate_set(path, before), evaluate_set(path, after)
    ledgers = None
    if isinstance(first, TableEvaluation) and isinstance(second, TableEvaluation):
        ledgers = first.events.ledger, second.events.ledger
    return compare(name, first.sha256, result_judged(first), result_judged(second), ledgers)


def _degraded_hashes(sets: dict[str, Path], names: list[str]) -> list[str]:
    """The hashes of the sets that are measured degraded, too. Raises: UsageError for one that cannot be."""
    from yakume.datasets.evaluation.degrade import degraded_sha256
    from yakume.datasets.evaluation.sets import load_set
    from yakume.datasets.evaluation.tables import find_table

    for name in names:
        if name not in sets or find_table(sets[name]) is not None:
            raise UsageError(f"--degraded {name}: expected the name of a set of pictures that --sets names")
    return [degraded_sha256(load_set(sets[name])) for name in names]


def _compare_degraded(name: str, path: Path, before: Any, after: Any) -> Comparison:
    from yakume.datasets.evaluation.compare import compare
    from yakume.datasets.evaluation.degrade import DEGRADATIONS, evaluate_degraded
    from yakume.datasets.evaluation.sets import load_set

    labelled, shown = load_set(path), partial(progress, what="degrading")
    first, second = (evaluate_degraded(labelled, reader.read, shown) for reader in (before, after))
    rows = len(DEGRADATIONS) - 1
    return compare(f"{name}_degraded", first.sha256, first.judged, second.judged, pictures_a_card=rows)


def _measures(comparison: Comparison) -> dict[str, float | None]:
    from yakume.models.promote import MEASURES

    return {measure: getattr(comparison.candidate, measure) for measure in MEASURES}


def _about(comparison: Comparison) -> str:
    scores = comparison.candidate
    pictures = f"{scores.pictures} picture{'s' * (scores.pictures != 1)}"
    return f"{pictures}, {scores.cards} cards at least half visible; set {comparison.sha256[:16]}"


def to_text(comparisons: list[Comparison]) -> str:
    """The table for people: a line a set, shipped → candidate."""
    width = max(len("set"), *(len(c.name) for c in comparisons))
    titles = "  ".join(f"{title:15}" for title in ("F1", "recall", "precision", "false a picture", "faces both find"))
    lines = [f"{'set':{width}}  cards  {titles}  gained lost chance"]
    for c in comparisons:
        shares = [
            f"{_share(getattr(c.shipped, name))} → {_share(getattr(c.candidate, name))}"
            for name in ("f1", "recall", "precision", "false_a_picture")
        ]
        faces = f"{c.shipped_right} → {c.candidate_right} of {c.both_found}"
        columns = "  ".join(f"{text:15}" for text in (*shares, faces))
        lines.append(f"{c.name:{width}}  {c.shipped.cards:5}  {columns}  {c.gained:6} {c.lost:4}  {c.chance:.3f}")
    return "\n".join(lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def add_calibrate_arguments(parser: ArgumentParser) -> None:
    """Which pictures, and whose card."""
    add_sets(parser, also="; best composed scenes of decks that were not trained on")
    _add_target(parser, "models that are calibrated together; their read.toml is written")
    parser.add_argument("--dry-run", action="store_true", help="print what was fitted, write nothing")


def run_calibrate(args: Namespace) -> int:
    """Fit the reader's temperature, the weights of certainty and what is certain enough, and write them into the
    reader's card.

    Models that the folder lacks are the shipped ones; a reader that it lacks is copied there, for its card.
    """
    from dataclasses import replace
    from shutil import copy
    from tempfile import TemporaryDirectory

    import numpy as np
    from yakume.datasets.evaluation.calibration import fit_temperature, fit_threshold, fit_weights, found_faces
    from yakume.datasets.evaluation.sets import load_set
    from yakume.models.promote import join, write_card
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS, load_card

    sets = [load_set(path) for path in args.labels]
    models = args.models or WEIGHTS
    with TemporaryDirectory() as folder:
        join(WEIGHTS, models, Path(folder))
        card, reader = load_card(Path(folder) / "read.toml"), load_reader(Path(folder))
        parts = [found_faces(labelled.pictures, reader, partial(progress, what="reading")) for labelled in sets]
        rows, truth = (np.concatenate(column) for column in zip(*parts, strict=True))
        fit = fit_temperature(rows, truth)
        # They came out at the card's temperature already: dividing logarithms twice multiplies what divides.
        names = ", ".join(f"{labelled.name}, set {labelled.sha256()[:16]}" for labelled in sets)
        card = replace(
            card,
            temperature=round(card.temperature * fit.temperature, 3),
            data=card.data | {"calibration": f"{fit.cards} cards found in {names}"},
        )
        print(
            f"temperature {card.temperature} (×{fit.temperature}), from {fit.cards} cards found\n"
            f"mean loss   {fit.loss_before:.4f} → {fit.loss_after:.4f}\n"
            f"ECE         {fit.before.ece:.4f} → {fit.after.ece:.4f}"
        )
        write_card(card, Path(folder) / "read.toml")
        reader = load_reader(Path(folder))  # the weights are those of the new probabilities
        if reader.corners:
            pictures = [picture for labelled in sets for picture in labelled.pictures]
            fitted, boxes = fit_weights(pictures, reader, partial(progress, what="weighing"))
            card = replace(
                card,
                presence_weights=fitted.presence_weights,
                confidence_weights=fitted.confidence_weights,
                back_weights=fitted.back_weights,
            )
            weights = f"{fitted.presence_weights} {fitted.confidence_weights} {fitted.back_weights}"
            print(f"certainty   {weights}, from {boxes} boxes")
            weighed = replace(reader, certainty=fitted)
            threshold, f1 = fit_threshold(pictures, weighed, partial(progress, what="choosing"))
            card = replace(card, acceptance_threshold=threshold)
            print(f"told from   {threshold}; F1 " + ", ".join(f"{f1[t]:.4f} from {t}" for t in f1))
        if not args.dry_run:
            for path in WEIGHTS.glob("read.*") if not (models / "read.toml").is_file() else ():
                copy(path, models)
            write_card(card, models / "read.toml")
    return 0


PROMOTE = Command(
    "promote",
    "let new models replace the shipped ones if they are no worse on any set",
    "yakume promote runs/models --sets photographs=photos/labels.json unseen/labels.json --dry-run",
    add_promote_arguments,
    run_promote,
)
CALIBRATE = Command(
    "calibrate-reader",
    "make probabilities true: fit temperature, weights of certainty and what is told on labelled scenes",
    "yakume calibrate-reader unseen/labels.json --models runs/models",
    add_calibrate_arguments,
    run_calibrate,
)
