"""`yakume watch`: follow a match in a video or before a camera without a page, and tell what is booked and asked."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .command import Command, UsageError, add_deck, add_json, add_models, deck_folder

if TYPE_CHECKING:
    from yakume.webui.watching import Told, Watcher

LOOK_MS = 200
"""A video is looked at five times a second, as two processor cores manage."""


def add_arguments(parser: ArgumentParser) -> None:
    """Where to look, and who plays what."""
    parser.add_argument("source", metavar="SOURCE", help="camera number, stream URL, video file or folder of pictures")
    parser.add_argument("--ruleset", default="sannin", metavar="R", help="game (default sannin)")
    parser.add_argument("--players", required=True, metavar="A,B,C", help="names, seat 0 first, then counter-clockwise")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT", help="who deals first (default 0)")
    parser.add_argument(
        "--layout", type=Path, metavar="FILE", help="the table's corners and zones (default: usual ones)"
    )
    parser.add_argument(
        "--answers", type=Path, metavar="FILE", help='answers, one a line: {"kind": "set_to_call", "answer": "agari"}'
    )
    add_deck(parser)
    add_models(parser)
    parser.add_argument("--lang", choices=("ja", "en"), default="en", help="language (default en)")
    add_json(parser)


def run(args: Namespace) -> int:
    """Watch until the source ends. Exit code 1 if something is asked that nobody answered.

    Raises: SourceError, LayoutError, EngineError, AnswersError for what cannot be used; before the models are loaded.
    """
    from yakume.engine.events import MatchStarted
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS
    from yakume.vision.frames import VideoSource, open_source
    from yakume.vision.layout import TableLayout
    from yakume.vision.pipeline import Pipeline
    from yakume.webui.watching import Watcher, read_answers

    players = tuple(name.strip() for name in args.players.split(","))
    answers = read_answers(args.answers) if args.answers else []
    watcher = Watcher(MatchStarted(args.ruleset, players, args.dealer), answers)
    layout = TableLayout.load(args.layout) if args.layout else TableLayout.default(len(players))
    if layout.players != len(players):
        raise UsageError(
            f"{args.layout} is laid out for {layout.players} players, not for {len(players)}: make another with "
            f"`yakume calibrate {args.source} --players {len(players)}`, or leave --layout out for the usual zones"
        )
    source = open_source(args.source)
    try:
        reader = load_reader(args.models or WEIGHTS, deck=deck_folder(args))
        pipeline, next_ms = Pipeline(reader, layout), 0
        for frame in source:
            if isinstance(source, VideoSource) and frame.t_ms < next_ms:
                continue
            next_ms = frame.t_ms + LOOK_MS
            show(watcher.observe(pipeline.step(frame)), args)
    except KeyboardInterrupt:
        pass  # that is how one stops before a camera; what was booked is told all the same
    finally:
        source.close()
    return finish(watcher, args)


def show(told: Iterable[Told], args: Namespace) -> None:
    """Print what happened, at once."""
    for each in told:
        if args.json:
            print(json.dumps(each.to_json(), ensure_ascii=False), flush=True)
            continue
        words = each.words.ja if args.lang == "ja" else each.words.en
        change = "/".join(f"{mon:+}" for mon in each.values.get("change", ()))
        paid = f"  ({change})" if change.strip("+-0/") else ""
        print(f"{each.t_ms / 1000:8.1f} s  {each.what:8}  {words}{paid}", flush=True)


def finish(watcher: Watcher, args: Namespace) -> int:
    """Print how the match stands, and what is still asked."""
    from yakume.webui.text.questions import say_question

    state = watcher.state
    open_words = [say_question(asked.question, state.players) for asked in watcher.open]
    if args.json:
        ledger = [entry.to_json() for entry in state.ledger]
        end = {"scores": list(state.scores), "played": state.played, "ledger": ledger}
        print(json.dumps({**end, "open": [words.en for words in open_words]}, ensure_ascii=False))
    else:
        print("  ".join(f"{player} {score:+}" for player, score in zip(state.players, state.scores, strict=True)))
        for words in open_words:
            print(f"open: {words.ja if args.lang == 'ja' else words.en}")
    return 1 if open_words else 0


COMMAND = Command(
    "watch",
    "follow a match in a video or before a camera, without a page",
    "yakume watch table/table.mp4 --layout table/table.layout.toml --players A,B,C",
    add_arguments,
    run,
)
