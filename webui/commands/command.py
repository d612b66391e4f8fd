"""What a subcommand is, and what several of them share."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Item = TypeVar("Item")


class UsageError(ValueError):
    """The command line asks for something that cannot be done; one sentence."""


@dataclass(frozen=True)
class Command:
    """One subcommand."""

    name: str
    summary: str
    """One line for `yakume --help`."""
    example: str
    """A command that runs as it stands."""
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    """Does it and returns the exit code; OSError and ValueError become one line and exit code 2."""


def add_json(parser: ArgumentParser) -> None:
    """The switch between text for people and JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_models(parser: ArgumentParser) -> None:
    """The switch to models other than the shipped ones."""
    parser.add_argument(
        "--models", type=Path, metavar="DIR", help="folder with detect.toml, read.toml and their weights"
    )


def add_deck(parser: ArgumentParser) -> None:
    """The switch to an enrolled deck."""
    parser.add_argument("--deck", metavar="NAME", help="the deck on the table, enrolled with `yakume enroll`")
    add_decks(parser)


def add_decks(parser: ArgumentParser) -> None:
    """The folder of enrolled decks."""
    parser.add_argument("--decks-folder", type=Path, metavar="DIR", help="enrolled decks (default: ./yakume-decks)")


def deck_folder(args: Namespace) -> Path | None:
    """The folder of the deck that `args` name, None for no deck. Raises: DeckError if there is no such deck."""
    from yakume.models.decks import DECKS, find_deck

    return find_deck(args.deck, args.decks_folder or DECKS) if args.deck else None


def print_json(value: Any) -> None:
    """`value` on standard output; Japanese stays readable."""
    print(json.dumps(value, ensure_ascii=False, indent=1))


def progress(items: Sequence[Item], what: str) -> Iterable[Item]:
    """`items` one by one with a progress bar on standard error, if that is a terminal and there are several."""
    from tqdm import tqdm

    return tqdm(items, desc=what, unit="picture", file=sys.stderr, disable=True if len(items) < 2 else None)
