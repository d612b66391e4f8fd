"""`yakume backup` and `yakume restore`: matches as JSON lines, for safe keeping or for another database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from .command import Command, UsageError


def add_arguments(parser: ArgumentParser) -> None:
    """Where to, and from which database."""
    parser.add_argument("file", type=Path, metavar="FILE", help="file to write, JSON lines")
    parser.add_argument("--match", metavar="ID", help="only this match (default: all)")
    _add_database(parser)


def add_restore_arguments(parser: ArgumentParser) -> None:
    """Where from, and into which database."""
    parser.add_argument("file", type=Path, metavar="FILE", help="file that `yakume backup` wrote")
    _add_database(parser)


def _add_database(parser: ArgumentParser) -> None:
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy URL of the event store (default: ./yakume.db)")


def run(args: Namespace) -> int:
    """Write a backup; yakume may run meanwhile, and the match that is played is in it as far as it has come."""
    from yakume.webui.files import write_whole
    from yakume.webui.settings import Settings
    from yakume.webui.store import EventStore
    from yakume.webui.store.backup import backup_lines
    from yakume.webui.store.schema import sqlite_path

    url = args.database or Settings().database
    file = sqlite_path(url)
    if file is not None and not file.exists():
        raise UsageError(f"there is no database {file}")
    store = EventStore(url)
    try:
        lines = list(backup_lines(store, args.match))
    finally:
        store.close()
    write_whole(args.file, "".join(lines).encode())
    print(f"{args.file}: {_summary(lines[-1])}")
    return 0


def restore(args: Namespace) -> int:
    """Write the matches of a backup into a database, all or none; those that are there stay as they are."""
    from yakume.webui.settings import Settings
    from yakume.webui.store import EventStore
    from yakume.webui.store.backup import restore_lines

    try:
        lines = args.file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{args.file} is no backup: it is no text") from None
    store = EventStore(args.database or Settings().database)
    try:
        written, there = restore_lines(store, lines)
    finally:
        store.close()
    print(f"{store.name}: {written} matches restored")
    if there:
        print(f"yakume restore: {there} were there already, unchanged", file=sys.stderr)
    return 0


def _summary(last_line: str) -> str:
    import json

    last = json.loads(last_line)
    return f"{last['matches']} matches, {last['events']} events"


BACKUP = Command(
    "backup", "write all matches, or one, to a file", "yakume backup yakume-backup.jsonl", add_arguments, run
)
RESTORE = Command(
    "restore", "bring matches back from a backup", "yakume restore yakume-backup.jsonl", add_restore_arguments, restore
)
