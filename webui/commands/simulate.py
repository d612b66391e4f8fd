"""`yakume simulate`: deals that the engine plays, recorded on a table that never was, with their truth."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from .command import Command, UsageError

ROUGH = (
    *("hands", "sleeve", "things", "lamp", "sun", "hunting", "rates", "stutters", "knocked-15", "knocked-40"),
    *("stack-two", "stack-one", "strip", "resorted", "taken-back", "dropped", "two-at-once", "pulled-late"),
    *("slid", "shifted", "squared", "stock", "tempo", "shuffles"),
)
"""Parts of a rough table; the module that plays them is too heavy to be asked for `--help`."""


def add_arguments(parser: ArgumentParser) -> None:
    """Which game, who plays, with what deck."""
    parser.add_argument("--ruleset", default="sannin", metavar="R", help="game (default sannin)")
    parser.add_argument("--players", type=int, metavar="N", help="people at the table (default: as the game likes)")
    parser.add_argument("--deals", type=int, default=1, metavar="K", help="how many deals (default 1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same table (default 1)")
    parser.add_argument("--deck", type=Path, metavar="PATH", help="folder of a deck; else the project's own deck")
    parser.add_argument("--style", default="bright", help="edition of the project's own deck (default bright)")
    parser.add_argument(
        "--backgrounds", type=Path, metavar="DIR", help="folder of pictures of table tops, beside those made by code"
    )
    parser.add_argument(
        "--real-time", action="store_true", help="as slowly as people play; else about three times as quick"
    )
    parser.add_argument("--fps", type=int, default=10, metavar="N", help="frames a second, 5 to 30 (default 10)")
    parser.add_argument(
        "--spread",
        type=float,
        default=24.0,
        metavar="MM",
        help="from card to card in rows of captures (default 24; below 17 more than half of a card is hidden)",
    )
    parser.add_argument(
        "--rough",
        nargs="?",
        const="all",
        metavar="PART,…",
        help=f"a table that is not kind: all of it, or parts of it ({', '.join(ROUGH)})",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder for video, layout, truth, ledger and contact sheet",
    )
    parser.add_argument("--name", default="table", help="stem of the files (default table)")


def run(args: Namespace) -> int:
    """Play, record, write."""
    from tqdm import tqdm
    from yakume.datasets.design import STYLES
    from yakume.datasets.synth import table
    from yakume.datasets.synth.sprites import load_deck, own_deck
    from yakume.datasets.synth.table_rough import KIND, rough_evening, rough_parts
    from yakume.datasets.synth.table_script import Pace
    from yakume.datasets.synth.table_sheet import write_table_sheet
    from yakume.engine import find_ruleset

    if args.style not in STYLES:
        raise UsageError(f"no style {args.style!r}: expected one of {', '.join(STYLES)}")
    if not 8 <= args.spread <= 60:
        raise UsageError("expected --spread of 8 to 60: less hides nearly all of a card, more finds no room")
    if not 5 <= args.fps <= 30:
        raise UsageError("expected --fps of 5 to 30")
    if args.deals < 1 or args.seed < 0:
        raise UsageError("expected --deals of 1 or more and --seed of 0 or more")
    rough = KIND
    if args.rough == "all":
        rough = rough_evening(args.seed)
    elif args.rough is not None:
        parts = args.rough.split(",")
        if unknown := sorted(set(parts) - set(ROUGH)):
            raise UsageError(f"no part {unknown[0]!r} of a rough table: expected some of {', '.join(ROUGH)}")
        rough = rough_parts(parts)
    players = args.players or find_ruleset(args.ruleset).seats[0]
    deck = load_deck(args.deck) if args.deck else own_deck(args.style)
    pace = Pace().slower(3) if args.real_time else Pace()
    recording = table.record(
        args.ruleset,
        players,
        args.deals,
        args.seed,
        deck,
        pace,
        step_mm=args.spread,
        backgrounds=args.backgrounds,
        rough=replace(rough, fps=args.fps),
    )
    shots = iter(tqdm(recording.shots, unit="frame", disable=None))
    about = {"ruleset": args.ruleset, "deals": args.deals, "seed": args.seed, "deck": deck.name}
    if args.rough is not None:
        about["rough"] = args.rough
    summary = table.write(replace(recording, shots=shots), args.out, args.name, about)
    sheet = write_table_sheet(args.out, args.name)
    print(json.dumps({**summary, "sheet": str(sheet)}, ensure_ascii=False))
    return 0


COMMAND = Command(
    "simulate",
    "record deals of simulated players on a simulated table, with the truth",
    "yakume simulate --out simulated",
    add_arguments,
    run,
)
