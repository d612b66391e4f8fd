"""How well the referee follows: the options of `yakume evaluate` for it, and whole matches seen by perfect eyes."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .command import UsageError, print_json

if TYPE_CHECKING:
    from yakume.datasets.evaluation.people import People


TROUBLES = (
    *(
        "missed",
        "never-read",
        "field-unread",
        "captured-unseen",
        "ghost",
        "twins",
        "covered",
        "knocked-15",
        "knocked-40",
    ),
    *(
        "rim",
        "hand-rests",
        "fidgets",
        "stack-two",
        "stack-one",
        "strip",
        "resorted",
        "taken-back",
        "dropped",
        "two-at-once",
        "pulled-late",
    ),
    *("slid", "shifted", "squared", "stock", "tempo", "shuffles"),
    *("answers-never", "answers-wrong"),
)
"""What may go wrong at a simulated table; the modules that do it are too heavy to be asked for `--help`."""


def add_following(parser: ArgumentParser) -> None:
    """When people answer, and what is played before perfect eyes."""
    group = parser.add_argument_group("following the game")
    group.add_argument(
        "--answers-after",
        type=float,
        metavar="SECONDS",
        help="how late people answer (default: at once at recorded tables, 2 to 60 s as people do with --perfect-eyes)",
    )
    group.add_argument(
        "--perfect-eyes",
        action="store_true",
        help="no pictures and no models: the cards of recorded tables, or else of simulated matches, are told to the "
        "referee as they lie",
    )
    group.add_argument(
        "--trouble",
        action="append",
        default=[],
        metavar="NAME",
        help=f"what goes wrong before perfect eyes (repeatable): {', '.join(TROUBLES)}",
    )
    group.add_argument("--ruleset", action="append", metavar="R", help="their game (default: all; repeatable)")
    group.add_argument("--players", type=int, metavar="N", help="people at the table (default: every number in turn)")
    group.add_argument("--deals", type=int, default=12, metavar="K", help="deals of a match (default 12)")
    group.add_argument("--matches", type=int, default=10, metavar="N", help="matches of each game (default 10)")
    group.add_argument("--seed", type=int, default=1, metavar="S", help="of the first; the others follow (default 1)")


def check_following(args: Namespace) -> None:
    """Raises: UsageError where the arguments contradict each other."""
    if args.answers_after is not None and not 0 <= args.answers_after <= 3600:
        raise UsageError("expected --answers-after of 0 to 3600 seconds")
    if not args.perfect_eyes and not args.labels:
        raise UsageError("expected sets to evaluate, or --perfect-eyes")
    if unknown := sorted(set(args.trouble) - set(TROUBLES)):
        raise UsageError(f"no --trouble {unknown[0]!r}: expected one of {', '.join(TROUBLES)}")
    if args.perfect_eyes and (args.matches < 1 or args.deals < 1 or args.seed < 0):
        raise UsageError("expected --matches and --deals of 1 or more and --seed of 0 or more")


def people(args: Namespace) -> People:
    """Who answers at a recorded table."""
    from yakume.datasets.evaluation.people import People

    return People(args.answers_after or 0.0)


def _follow_recorded(args: Namespace) -> int:
    """Follow recorded tables with perfect eyes and print how that went, table by table."""
    from yakume.datasets.evaluation.follow import together
    from yakume.datasets.evaluation.matches import follow, recorded

    scores = [(path, follow(recorded(path), people(args))) for path in args.labels]
    total = together(each for _, each in scores)
    if args.json:
        tables = [{"table": str(path), "follow": each.to_json()} for path, each in scores]
        print_json({"tables": tables, "follow": total.to_json()})
        return 0
    for name, each in (*scores, *([("all tables", total)] if len(scores) > 1 else [])):
        print(name, *(f"  {line}" for line in each.to_lines()), sep="\n")
    return 0


def follow_matches(args: Namespace) -> int:
    """Play matches, follow them with perfect eyes and print how that went, game by game."""
    if args.labels:
        return _follow_recorded(args)
    from concurrent.futures import ProcessPoolExecutor
    from os import cpu_count

    from tqdm import tqdm
    from yakume.datasets.evaluation.follow import together
    from yakume.datasets.evaluation.matches import Evening, followed
    from yakume.engine import RULESETS, find_ruleset

    games = [find_ruleset(name) for name in args.ruleset or RULESETS]
    if args.players is not None and not any(args.players in game.seats for game in games):
        raise UsageError(f"--players {args.players}: nobody plays {', '.join(game.id for game in games)} so")
    evenings = [
        Evening(game.id, seats[seed % len(seats)], args.deals, seed, tuple(args.trouble), args.answers_after)
        for game in games
        for seats in [sorted(game.seats) if args.players is None else sorted({args.players} & set(game.seats))]
        for seed in range(args.seed, args.seed + args.matches)
        if seats
    ]
    with ProcessPoolExecutor(min(cpu_count() or 1, 4)) as pool:
        running = pool.map(followed, evenings)
        results = [*tqdm(running, total=len(evenings), unit="match", disable=None, file=sys.stderr)]
    played = [*zip(evenings, results, strict=True)]
    by_game = {game.id: together(each for evening, each in played if evening.ruleset == game.id) for game in games}
    total = together(results)
    if args.json:
        print_json(
            {
                "matches": [{**evening.to_json(), "follow": each.to_json()} for evening, each in played],
                "games": {game: {"follow": scores.to_json()} for game, scores in by_game.items()},
                "follow": total.to_json(),
            }
        )
        return 0
    for game, scores in (*by_game.items(), *([("all games", total)] if len(by_game) > 1 else [])):
        print(game, *(f"  {line}" for line in scores.to_lines()), sep="\n")
        missed = [
            f"{evening.seed} ({evening.players})"
            for evening, each in played
            if evening.ruleset == game and not each.matches_right
        ]
        if missed:
            print(f"  not exact: seeds (players) {', '.join(missed)}")
    return 0
