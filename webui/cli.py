"""The command line: `yakume COMMAND …`. Each command is a module of `yakume.webui.commands`.

What a command finds wrong is one line on standard error and exit code 2; a traceback is a bug of ours.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from .commands import COMMANDS


class _Parser(ArgumentParser):
    """A parser whose complaints are one line, without the usage text."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; try {self.prog} --help\n")


def build_parser() -> ArgumentParser:
    """The parser of `yakume` with every command."""
    parser = _Parser(
        prog="yakume",
        description="A camera watches a hanafuda table; yakume knows the cards, the rules and the score.",
        epilog="example: yakume demo",
    )
    parser.add_argument("--version", action="version", version=f"yakume {version('yakume')}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
            epilog=f"example: {command.example}",
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run, prog=sub.prog)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 found something wrong, 2 could not be done."""
    # FFmpeg writes its own complaints to standard error; read by OpenCV when it is first imported.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    args = build_parser().parse_args(argv)
    try:
        return int(args.run(args))
    except (OSError, ValueError) as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output left, as `head` does. Python would complain again while it shuts down.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"{args.prog}: {' '.join(_said(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _said(error: OSError | ValueError) -> str:
    """What is wrong, and with which file, without the number that the system has for it."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    said = error.strerror[0].lower() + error.strerror[1:]
    return said if error.filename is None else f"{error.filename}: {said}"
