"""`yakume replay`: a recorded match, move by move, as text."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_json, print_json

if TYPE_CHECKING:
    from yakume.engine.events import Event
    from yakume.engine.ledger import Entry
    from yakume.engine.state import State
    from yakume.vision.referee.line import Play
    from yakume.webui.history import Step
    from yakume.webui.text.words import Words


def add_arguments(parser: ArgumentParser) -> None:
    """Which match, and how it is told."""
    parser.add_argument(
        "match",
        nargs="?",
        metavar="MATCH",
        help="number, name or id of a match in the database (default: the newest); or a file of events, such as the "
        "truth that yakume simulate wrote, or the folder that holds it",
    )
    parser.add_argument(
        "--of",
        metavar="WHICH",
        help="number, name or id of a match in a backup that holds several: without it they are listed",
    )
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy URL of the event store (default: ./yakume.db)")
    parser.add_argument("--deal", type=int, metavar="N", help="that deal alone")
    parser.add_argument("--lang", choices=("ja", "en"), default="en", help="language (default en)")
    add_json(parser)


def run(args: Namespace) -> int:
    """Tell the match, every event that counts on a line, with each payment that it brought and why.

    Raises: UsageError for a match that there is not; EngineError for a file whose events make no match.
    """
    from yakume.engine.play import replay
    from yakume.webui.half_turns import read_kept

    log, followed = read_match(args)
    state = replay(log)
    told = _with_half_turns(state, read_kept(followed))
    if not any(args.deal in (None, step.deal) for _, step in told):
        raise UsageError(f"no --deal {args.deal}: the last of the match is {told[-1][1].deal}")
    if args.json:
        said = [_to_json(seq, step) for seq, step in told if args.deal in (None, step.deal)]
        print_json({"ruleset": state.game.id, "players": list(state.players), "steps": said})
        return 0
    for line in _lines(state, told, args.deal, args.lang):
        print(line)
    return 0


Kept = dict[int, list[dict[str, Any]]]
"""Deal → its half-turns as they were followed, in wire form."""


def read_match(args: Namespace) -> tuple[list[Event], Kept]:
    """The events of the match that `args` name, and what was followed of its deals. Raises: UsageError."""
    from yakume.engine.errors import NotationError
    from yakume.engine.events import from_json

    path = Path(args.match) if args.match else None
    try:
        if path is not None and path.is_dir():
            path = next(iter(sorted(path.glob("*.truth.jsonl"))), path)
        if path is not None and path.is_file():
            events, followed = _events_in(path, args.of)
        elif args.of is not None:
            raise UsageError(f"--of {args.of}: name the file of a backup, too")
        else:
            events, followed = _stored(args)
        return [from_json(event) for event in events], followed
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {args.match}: not a text, expected a file of events") from None
    except (NotationError, json.JSONDecodeError) as error:
        raise UsageError(f"cannot read {args.match or 'the match'}: {error}") from None


def _events_in(path: Path, which: str | None) -> tuple[list[dict[str, Any]], Kept]:
    """The events of a file: one a line, by themselves, as the truth of a table has them or as a backup; or the log as
    the page gives or exports it. With its half-turns, where it has them.

    Raises: UsageError for a backup of several matches, of which `which` (number, name or id) names none.
    """
    text = path.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines() if line.strip()] if "\n{" in text else [json.loads(text)]
    followed: Kept = {}
    heads = [at for at, line in enumerate(lines) if isinstance(line, dict) and "match" in line]
    if len(heads) > 1 or which is not None:
        names = {
            at: (str(number), lines[at].get("name"), lines[at]["match"]) for number, at in enumerate(heads, start=1)
        }
        found = next((at for at, known in names.items() if which is not None and which in known), None)
        if found is None:
            told = ", ".join(f"{number} ({called or match})" for number, called, match in names.values()) or "none"
            lead = f"{path} holds several matches" if which is None else f"no match {which!r} in {path}"
            raise UsageError(f"{lead}: choose one with --of: {told}")
        lines = lines[found : next((head for head in heads if head > found), len(lines))]
    if len(lines) == 1 and isinstance(whole := lines[0], dict) and whole.keys() & {"events", "log"}:
        lines = whole["events"] if "events" in whole else whole["log"]
        followed = {int(deal): plays for deal, plays in whole.get("half_turns", {}).items()}
    followed |= {line["deal"]: line["half_turns"] for line in lines if isinstance(line, dict) and "half_turns" in line}
    events = [line.get("event", line) for line in lines if isinstance(line, dict)]
    events = [event for event in events if isinstance(event, dict) and "type" in event]
    if not events:
        raise UsageError(f"cannot read {path}: there is no event in it")
    return events, followed


def _stored(args: Namespace) -> tuple[list[dict[str, Any]], Kept]:
    """The events of a match in the database, and what was followed of its deals."""
    from yakume.webui.settings import Settings
    from yakume.webui.store import EventStore

    url = args.database or Settings().database
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:///") and not file.is_file():
        if args.match is None:
            raise UsageError(f"no match was played here: there is no database {file}")
        raise UsageError(f"no match {args.match!r}: neither a file nor in a database, there is no {file}")
    store = EventStore(url)
    rows = [row for row in store.matches() if row.deleted_ms is None]
    found = [row for row in rows if args.match in (None, row.match_id, row.name, str(row.number))]
    if not found:
        known = ", ".join(f"{row.number} ({row.name or row.match_id})" for row in rows) or "none"
        if args.match is None:
            raise UsageError(f"no match was played here: there is none in {store.name}")
        raise UsageError(f"no match {args.match!r} in {store.name}: there is {known}")
    match = found[0].match_id
    return [row.event for row in store.load(match)], store.followed(match)


def _with_half_turns(state: State, followed: Mapping[int, Sequence[Play]]) -> list[tuple[int | None, Step]]:
    """Every event that counts with its place in the log, and between them, without one, the half-turns that were only
    followed."""
    from yakume.webui.half_turns import played
    from yakume.webui.history import Step, steps
    from yakume.webui.review import scenes_of

    told: list[tuple[int | None, Step]] = [(step.seq, step) for step in steps(state.log)]
    nothing = (0,) * len(state.players)
    for deal in followed:
        how = played(state, deal, followed[deal])
        plays = how.plays if how else followed[deal]
        scenes = scenes_of(state.log, deal, plays)
        turns = [(at, scene) for at, scene in enumerate(scenes) if scene.turn is not None]
        if not turns:
            continue
        after = scenes[turns[-1][0] + 1 :]
        # An event that follows them in the deal; else they are its end as far as it was played.
        at = next((at for at, (seq, _) in enumerate(told) if after and seq == (after[0].seq or 0) - 1), len(told))
        told[at:at] = [
            (None, Step(-1, deal, plays[scene.turn or 0], scene.what, nothing, rule=scene.rule)) for _, scene in turns
        ]
    return told


def _lines(state: State, told: Sequence[tuple[int | None, Step]], only: int | None, lang: str) -> Iterator[str]:
    """The match as text; of one deal where `only` names it."""
    ja = lang == "ja"
    yield f"{state.game.name if ja else state.game.id}: {', '.join(state.players)}"
    deal, scores = 0, [0] * len(state.players)
    for seq, step in told:
        if only in (None, step.deal):
            if step.deal != deal:
                standing = f"  {_standing(state, scores)}" if any(scores) else ""
                yield (f"\n第{step.deal}局" if ja else f"\ndeal {step.deal}") + standing
            number, refused = "" if seq is None else seq, f"  [{step.refused}]" if step.refused else ""
            yield f"{number:>5}  {_said(step.what, lang)}{refused}"
            yield from (f"{'':9}{_paid(state, entry, lang)}" for entry in step.entries)
        deal = step.deal
        scores = [score + mon for score, mon in zip(scores, step.change, strict=True)] if step.change else scores
    yield ""
    yield _standing(state, state.scores)


def _standing(state: State, scores: Sequence[int]) -> str:
    """How the players stand."""
    unit = state.game.unit
    return "  ".join(f"{player} {score:+}{unit}" for player, score in zip(state.players, scores, strict=True))


def _paid(state: State, entry: Entry, lang: str) -> str:
    """A payment: who pays whom how much, and why."""
    table = "場" if lang == "ja" else "table"
    payer, payee = (table if seat is None else state.players[seat] for seat in (entry.payer, entry.payee))
    return f"{payer} → {payee} {entry.mon}{entry.unit}: {entry.ja if lang == 'ja' else entry.en} [{entry.rule}]"


def _said(words: Words, lang: str) -> str:
    return words.ja if lang == "ja" else words.en


def _to_json(seq: int | None, step: Step) -> dict[str, Any]:
    from yakume.engine.events import to_json

    return {
        "seq": seq,
        "deal": step.deal,
        "event": to_json(step.event),
        "ja": step.what.ja,
        "en": step.what.en,
        "change": list(step.change),
        "refused": str(step.refused or ""),
    }


COMMAND = Command(
    "replay",
    "tell a recorded match, move by move",
    "yakume replay --deal 1",
    add_arguments,
    run,
)
