"""What the pipeline saw of recorded tables is written down once, and followed again in seconds, without the models.

python tests/seen_tables.py see table…       # minutes: one encoded observation a line in table.seen, beside the folder
python tests/seen_tables.py see table… --deck yakume-decks/mine
python tests/seen_tables.py follow table…    # seconds: the yardstick, and every half-turn that was told otherwise

For work on the referee: what `yakume evaluate` tells of following a table, without waiting for its pictures.
"""

from __future__ import annotations

import argparse
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

from yakume.datasets.evaluation.follow import FollowScores, play_gist, together
from yakume.datasets.evaluation.people import People
from yakume.datasets.evaluation.table_events import Follower
from yakume.datasets.evaluation.tables import LOOK_MS, Table, load_table
from yakume.models.reader import load_reader
from yakume.vision.frames import VideoSource, looked_at
from yakume.vision.observation import decode, encode
from yakume.vision.pipeline import Pipeline
from yakume.vision.read import CardReader

ANSWERS_AFTER_S = 20.0


def see(folder: Path, reader: CardReader) -> None:
    """Write down what the pipeline sees of the table in `folder`, and of its beginning once more after the end."""
    table = load_table(folder)
    every = max(1, round(LOOK_MS / table.frame_ms))
    lead_ms = Follower(table.story).lead_ms()
    pipeline, source = Pipeline(reader, table.layout), VideoSource(table.video, loop=True)
    try:
        with folder.with_suffix(".seen").open("wb") as out:
            for frame in looked_at(islice(source, len(table.frames) + round(lead_ms / table.frame_ms)), every):
                out.write(encode(pipeline.step(frame)) + b"\n")
    finally:
        source.close()


def followed(folder: Path) -> tuple[Table, Follower]:
    """The table in `folder` followed by what was seen of it, as `yakume evaluate` does."""
    table = load_table(folder)
    follower = Follower(table.story, People(ANSWERS_AFTER_S))
    for line in folder.with_suffix(".seen").read_bytes().splitlines():
        seen = decode(line)
        now_ms = round(seen.frame * table.frame_ms)
        if seen.frame >= len(table.frames) and follower.is_finished():
            break
        follower.observe(seen, now_ms)
    follower.stay(seen, now_ms)
    return table, follower


def otherwise(table: Table, follower: Follower) -> list[str]:
    """The half-turns that were told otherwise than they were made, one a line."""
    lines = []
    told_of = follower._told_plays()
    for k, deal in enumerate(table.story.deals):
        told = told_of.get(k, ())
        gists = [play_gist(play) for _, play in deal.plays], [play_gist(play) for play in told]
        for same, a, b, c, d in SequenceMatcher(None, *gists, autojunk=False).get_opcodes():
            if same != "equal":
                lines += [f"  deal {deal.number} {ms / 1000:.1f} s: {play}" for ms, play in deal.plays[a:b]]
                lines += [f"    told: {play}" for play in told[c:d]]
    return lines


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["see", "follow"])
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--deck", type=Path, help="see: folder of the enrolled deck that is played with")
    args = parser.parse_args()
    if args.what == "see":
        reader = load_reader(None, deck=args.deck)
        for folder in args.tables:
            see(folder, reader)
        return
    scores: list[FollowScores] = []
    for folder in args.tables:
        table, follower = followed(folder)
        scores.append(follower.follow())
        print(folder, *scores[-1].to_lines(), *otherwise(table, follower), sep="\n")
    print(f"{len(scores)} tables", *together(scores).to_lines(), sep="\n")


if __name__ == "__main__":
    main()
