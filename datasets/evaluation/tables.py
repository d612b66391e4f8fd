"""A reader measured on a simulated table: card by card, in single pictures and after voting, and event by event.

What counts is a card that lies face up, at least half of it visible and at least 40 px long. In single pictures it
counts in every picture; after voting, once it has lain so for a second, which is what the pipeline has to go by.
Everything else on the table is counted by the reason why it does not count. Card backs are neither right nor wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from yakume.engine import BACK, FACES, Face
from yakume.engine.events import Event, from_json
from yakume.vision.detection import SeenCard
from yakume.vision.frames import Frame, VideoSource, looked_at
from yakume.vision.geometry import make_quad, quad_long_side
from yakume.vision.layout import TableLayout
from yakume.vision.observation import decode, encode
from yakume.vision.pipeline import Pipeline
from yakume.vision.read import CardReader

from .follow import FollowScores
from .labels import LabelError, LabelledPicture, TrueCard
from .metrics import MIN_VISIBLE, Judged, Scores, confusions, judge, score
from .people import People
from .story import Story, tell
from .table_events import EventScores, Follower

MIN_LONG_SIDE_PX = 40.0
"""Cards shorter than this are not promised to be read."""

VOTE_MS = 1_000
"""How long a card must have lain in sight before its vote counts."""

LOOK_MS = 200
"""The pipeline is given a picture this often: five a second, as two processor cores manage."""

STILL_PX = 2.0
"""A card whose corners moved less than this has not moved."""

Progress = Callable[[Iterable[Frame], int], Iterable[Frame]]
"""Hands frames on one by one, showing how far of their number it is."""


@dataclass(frozen=True)
class Table:
    """A recorded table with its truth, as `yakume simulate` writes it."""

    video: Path
    layout: TableLayout
    about: Mapping[str, Any]
    """First line of the truth: game, players, seed, fps, size."""
    frames: tuple[Mapping[str, Any], ...]
    story: Story
    """What happened, frame by frame, and the match after it."""
    sha256: str
    """Of video, truth, layout and ledger: the name of the set."""

    @property
    def frame_ms(self) -> float:
        """Time from frame to frame."""
        return 1000 / float(self.about["fps"])


def find_table(folder: Path) -> Path | None:
    """The truth file of the table recorded in `folder`; None if there is none."""
    return next(iter(sorted(folder.glob("*.truth.jsonl"))), None) if folder.is_dir() else None


def load_table(folder: Path) -> Table:
    """The table recorded in `folder`. Raises: LabelError if it is incomplete or cannot be used."""
    truth = find_table(folder)
    if truth is None:
        raise LabelError(f"cannot read {folder}: no *.truth.jsonl, expected a folder that yakume simulate wrote")
    stem = truth.name.removesuffix(".truth.jsonl")
    files = [truth, *(folder / f"{stem}.{end}" for end in ("mp4", "layout.toml", "ledger.json"))]
    digest = hashlib.sha256()
    try:
        for path in files:
            digest.update(path.read_bytes())
        lines = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
        about = lines[0]
        return Table(
            files[1],
            TableLayout.load(files[2]),
            {"fps": about["fps"], **about},
            tuple(line for line in lines if line["kind"] == "frame"),
            _story(lines),
            digest.hexdigest(),
        )
    except FileNotFoundError as error:
        raise LabelError(f"cannot read {folder}: no {Path(str(error.filename)).name}") from None
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise LabelError(f"cannot read {truth}: {error}") from None


def _story(lines: Sequence[Mapping[str, Any]]) -> Story:
    """What happened, each event from when the hands have left."""
    hands = [line["hands"] for line in lines if line["kind"] == "frame"]
    events = [(line["frame"], from_json(line["event"])) for line in lines if line["kind"] == "event"]
    return story_of(events, hands, 1000 / float(lines[0]["fps"]))


def story_of(events: Sequence[tuple[int, Event]], hands: Sequence[Collection[int]], frame_ms: float) -> Story:
    """What `events` tell, each with the frame in which it is made.

    Args: `hands` has for each frame the seats that reach over the table.
    """
    quiet = [bool(seats) for seats in hands]
    timed = [(round(quiet_since(quiet, frame) * frame_ms), event) for frame, event in events]
    return tell(timed, [round(left_at(hands, frame, event) * frame_ms) for frame, event in events])


def quiet_since(hands: Sequence[bool], frame: int) -> int:
    """The first of the frames up to `frame` since which no hand has been over the table; `frame` while one is.

    Args: `hands` tells for each frame whether there is one.
    """
    while 0 < frame < len(hands) and not hands[frame] and not hands[frame - 1]:
        frame -= 1
    return frame


def left_at(hands: Sequence[Collection[int]], frame: int, event: Event) -> int:
    """The first frame without the hand that made `event` in `frame`: of a card laid from the hand that is later, for
    the same hand turns the next one; of a card turned it may be earlier."""
    seat = getattr(event, "seat", None)
    reaches = [seat in seats for seats in hands]
    if frame < len(reaches) and not reaches[frame]:
        return quiet_since(reaches, frame)
    return next((at for at in range(frame, len(reaches)) if not reaches[at]), frame)


@dataclass(frozen=True)
class TableEvaluation:
    """One table, watched and judged."""

    folder: Path
    sha256: str
    about: Mapping[str, Any]
    single: tuple[Judged, ...]
    """One picture a second, each read by itself."""
    voted: tuple[Judged, ...]
    """What the pipeline told in every picture it was given."""
    lost: Mapping[str, int]
    """Cards face up on the table, picture by picture: how many counted, and why the others did not."""
    events: EventScores
    follow: FollowScores

    @property
    def single_score(self) -> Scores:
        """Single pictures together."""
        return score(self.single)

    @property
    def voted_score(self) -> Scores:
        """All pictures after voting together."""
        return score(self.voted)

    def failures(self) -> list[dict[str, Any]]:
        """Where the vote was wrong, card by card: face, what was read (None: nothing), where, how often and when."""
        runs: dict[tuple[str, str | None, tuple[int, int]], list[str]] = {}
        for picture in self.voted:
            for match in picture.matches:
                if not match.face_right:
                    x, y = (round(float(v)) for v in match.truth.quad.mean(0))
                    read = None if match.found is None else str(match.found.face)
                    runs.setdefault((str(match.truth.face), read, (x, y)), []).append(picture.name)
            for seen in picture.false:
                x, y = (round(float(v)) for v in seen.quad.mean(0))
                runs.setdefault(("nothing", str(seen.face), (x, y)), []).append(picture.name)
        return [
            {"face": face, "read": read, "at": list(at), "pictures": len(names), "first": int(names[0])}
            for (face, read, at), names in sorted(runs.items(), key=lambda item: -len(item[1]))
        ]

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume evaluate --json`."""
        return {
            "table": str(self.folder),
            "sha256": self.sha256,
            "about": {key: value for key, value in self.about.items() if key != "kind"},
            "single": self.single_score.to_json(),
            "voted": self.voted_score.to_json(),
            "lost": dict(self.lost),
            "confusions": [
                {"truth": str(truth), "read": str(read), "count": count}
                for (truth, read), count in sorted(confusions(self.voted).items(), key=lambda item: -item[1])
            ],
            "failures": self.failures(),
            "events": self.events.to_json(),
            "follow": self.follow.to_json(),
        }

    def to_text(self) -> str:
        """For people: shares before and after voting, what was lost, and how the events went."""
        head = f"{'':14} cards  found right false  recall precis.   face  right"
        lines = [f"{self.folder}: {_title(self.about)}", head]
        for name, scores in (("single picture", self.single_score), ("after voting", self.voted_score)):
            right = scores.read_right / scores.cards if scores.cards else None
            shares = (scores.recall, scores.precision, scores.face_accuracy, right)
            counts = f"{scores.cards:6} {scores.found:6} {scores.read_right:5} {scores.false:5}"
            lines.append(f"{name:14} {counts}  " + " ".join(f"{'–' if s is None else f'{s:.4f}':>6}" for s in shares))
        whole = max(sum(self.lost.values()), 1)
        lines.append("cards face up: " + ", ".join(f"{why} {n / whole:.1%}" for why, n in self.lost.items()))
        for failure in self.failures()[:8]:
            what = "not found" if failure["read"] is None else f"read as {failure['read']}"
            x, y = failure["at"]
            lines.append(
                f"  {failure['face']:7} {what:11} in {failure['pictures']} pictures from frame {failure['first']} "
                f"at {x}, {y}"
            )
        return "\n".join([*lines, *self.events.to_lines(), *self.follow.to_lines(), f"set {self.sha256[:16]}"])


def evaluate_table(
    folder: Path,
    reader: CardReader,
    progress: Progress = lambda frames, _: frames,
    people: People | None = None,
) -> TableEvaluation:
    """Watch the table recorded in `folder` from beginning to end and judge what was seen.

    Args: `people` answer the referee's questions, without a word at once and truly.

    Raises: LabelError for a folder that cannot be used; SourceError for a video that cannot be read.
    """
    table = load_table(folder)
    every, still_every = max(1, round(LOOK_MS / table.frame_ms)), max(1, round(1000 / table.frame_ms))
    pipeline, follower = Pipeline(reader, table.layout), Follower(table.story, people or People())
    single: list[Judged] = []
    voted: list[Judged] = []
    lost: Counter[str] = Counter()
    watch = _Watch(table)
    count = len(table.frames) + round(follower.lead_ms() / table.frame_ms)
    source = VideoSource(table.video, loop=True)
    try:
        # The next deal on the table is what ends one: the beginning is shown once more for the last.
        for frame in looked_at(progress(islice(source, count), count), every):
            again = frame.index >= len(table.frames)
            if again and follower.is_finished():
                break
            if not again:
                watch.go_to(frame.index)
            observation = pipeline.step(frame)
            # As it crosses to the web process.
            seen, now_ms = decode(encode(observation)), round(frame.index * table.frame_ms)
            follower.observe(seen, now_ms)
            if again:
                continue
            found = [
                SeenCard(np.array(card.quad, np.float32), card.p, _row(card.face, card.p))
                for card in observation.cards
                if card.stable
            ]
            voted.append(judge(watch.picture(voted=True), [card for card in found if card.face != BACK]))
            lost.update(watch.reasons())
            if frame.index % still_every == 0:
                cards = [card for card in reader.read(frame.image).cards if card.face != BACK]
                single.append(judge(watch.picture(voted=False), cards))
    finally:
        source.close()
    follower.stay(seen, now_ms)
    order = ("counted", "just laid", "moving", "under cards", "under hands", "too small")
    return TableEvaluation(
        folder,
        table.sha256,
        table.about,
        tuple(single),
        tuple(voted),
        {why: lost[why] for why in order if lost[why]},
        follower.scores(),
        follower.follow(),
    )


@dataclass
class _Watch:
    """The truth of the current frame, and since when each card has lain in sight."""

    table: Table
    _now: Mapping[str, Any] = field(default_factory=dict)
    _since: dict[str, tuple[Any, int]] = field(default_factory=dict)
    """Card → its quad when it came to lie in sight, and the frame."""

    def go_to(self, frame: int) -> None:
        """Take the frames up to number `frame`."""
        for now in self.table.frames[self._now["frame"] + 1 if self._now else 0 : frame + 1]:
            self._step(now)

    def _step(self, now: Mapping[str, Any]) -> None:
        self._now, frame = now, now["frame"]
        since: dict[str, tuple[Any, int]] = {}
        for card in self._now["cards"]:
            if _sight(card) != "counted":
                continue
            name, quad = card["card"], np.array(card["quad"])
            before = self._since.get(name)
            lies = before is not None and float(np.abs(before[0] - quad).max()) < STILL_PX
            since[name] = before if before is not None and lies else (quad, frame)
        self._since = since

    def picture(self, voted: bool) -> LabelledPicture:
        """The current frame; what does not count is told as not visible, so that it is neither right nor wrong."""
        cards = tuple(
            TrueCard(Face(card["face"]), make_quad(card["quad"]), 1.0 if self._counts(card, voted) else 0.0)
            for card in self._now["cards"]
        )
        size = self.table.about["size"]
        return LabelledPicture(self.table.video, str(self._now["frame"]), (size[0], size[1]), cards, ())

    def reasons(self) -> Counter[str]:
        """Cards that lie or move face up in the current frame, by whether they count after voting and why not."""
        why = Counter(_sight(card) for card in self._now["cards"] if card["face"] != str(BACK))
        late = sum(_sight(card) == "counted" and not self._counts(card, True) for card in self._now["cards"])
        why["counted"] -= late
        why["just laid"] += late
        return why

    def _counts(self, card: Mapping[str, Any], voted: bool) -> bool:
        if _sight(card) != "counted":
            return False
        return not voted or (self._now["frame"] - self._since[card["card"]][1]) * self.table.frame_ms >= VOTE_MS


def _sight(card: Mapping[str, Any]) -> str:
    """How a true card can be seen: ``counted``, or why it does not count."""
    if card["face"] == str(BACK):
        return "back"
    if card["zone"] is None:
        return "moving"
    if card["visible"] < MIN_VISIBLE:
        # The demo clip, the oldest recording, does not tell what hands hide.
        return "under hands" if card["visible"] + card.get("by_hand", 0.0) >= MIN_VISIBLE else "under cards"
    return "counted" if quad_long_side(np.array(card["quad"], np.float32)) >= MIN_LONG_SIDE_PX else "too small"


def _row(face: Face, probability: float) -> NDArray[np.float32]:
    """Face probabilities (37,) of a vote of which only the answer is told; what all cards together made of it wins."""
    p = max(probability, 0.5)
    row = np.full(len(FACES), (1 - p) / (len(FACES) - 1), np.float32)
    row[face.index] = p
    return row


def _title(about: Mapping[str, Any]) -> str:
    return f"{about['ruleset']}, {about['players']} players, {about['deals']} deals, seed {about['seed']}"


__all__ = ["Table", "TableEvaluation", "evaluate_table", "find_table", "load_table"]
