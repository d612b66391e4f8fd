"""A simulated table: the engine plays whole deals, a camera records them, and the truth is written beside.

`yakume simulate --seed 7 --out DIR` writes ``table.mp4``, ``table.layout.toml`` (how the camera sees the table),
``table.ledger.json`` (what the match settled to) and ``table.truth.jsonl``, whose lines are, by their ``kind``:

    =======  =====================================================================================
    table    first line: game, players, seed, deck, fps, size
    frame    every picture: cards, deck (cards in the pile), held (in hands), hands (seats that reach
             in), leaning (seat of the person whose head is over the table, or null); at rough tables
             resting (seats whose hands rest on it) and things (what else lies there)
    event    the engine's event, with the first frame that shows the table after it
    =======  =====================================================================================

A card of a frame has card (null for the top of the deck), face, quad (px, clockwise from its own top-left, where the
lens shows it), zone (null in the air), visible (share of its area) and by_hand (share that nothing but a person hides).

The same arguments give the same truth and the same pictures.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine.events import Event, to_json
from yakume.engine.options import OptionValue
from yakume.engine.state import State
from yakume.vision.layout import TableLayout

from .backgrounds import find_textures
from .sprites import Deck, Look, draw_look
from .table_around import Around
from .table_camera import Camera, Instant, Taken, describe
from .table_moods import Moods
from .table_places import STEP_MM, Places
from .table_play import play_match
from .table_rough import KIND, Rough
from .table_script import Pace, Script
from .table_view import draw_view

Image = NDArray[np.uint8]

FPS = KIND.fps
"""Frames a second, unless something else is asked for."""

SIZE_WH = (1280, 720)

RATES = (5, 8, 10, 15, 20, 30)
"""Frames a second that cameras give."""

DROPPED, FREEZE_EVERY_S = 0.03, 90
"""Share of the frames that a poor connection drops, and how often it gives nothing new for a second."""


@dataclass(frozen=True)
class Shot:
    """One frame with its truth."""

    now: Instant
    events: tuple[Event, ...]
    """What the table has just come to show."""
    state: State
    """The match as the table shows it."""
    taken: Taken


@dataclass(frozen=True)
class Recording:
    """A table that is being recorded."""

    layout: TableLayout
    """Zones, and where this camera sees the table's corners."""
    shots: Iterator[Shot]
    fps: int = FPS


def record(  # noqa: PLR0917  # a whole table in one call
    ruleset: str,
    players: int,
    deals: int,
    seed: int,
    deck: Deck,
    pace: Pace | None = None,
    options: Mapping[str, OptionValue] | None = None,
    step_mm: float = STEP_MM,
    backgrounds: Path | None = None,
    rough: Rough = KIND,
) -> Recording:
    """The frames of a match; it begins and ends with the deck alone on the table.

    Args:
        step_mm: from card to card in a row of captures.
        backgrounds: folder of pictures of table tops, to be used beside those made by code.
        rough: what is not kind at this table.

    Raises: EngineError for a game or a number of players that the engine refuses, LayoutError for more people than
        have room at a table; OSError for a folder that cannot be read.
    """
    # Separate streams, so that another deck or camera does not change the play.
    play_rng, place_rng, camera_rng, habit_rng, rough_rng = (np.random.default_rng([seed, k]) for k in range(5))
    layout = TableLayout.default(players)
    view = draw_view(layout.size_mm, SIZE_WH, camera_rng)
    layout = replace(layout, corners=view.corners(layout.size_mm))
    places = Places(layout, place_rng, step_mm, rough.habits)
    textures = find_textures(backgrounds)
    look = _look(deck, camera_rng)
    moods = Moods(rough_rng, lamp=rough.lamp, sun=rough.sun, hunting=rough.hunting)
    camera = Camera(layout, view, deck, look, places.deck(), places.seats, camera_rng, textures, moods)
    around = Around(layout, places.seats, rough_rng, hands=rough.hands, sleeve=rough.sleeve, things=rough.things)
    fps = int(rough_rng.choice(RATES)) if rough.rates else rough.fps
    pace = (pace or Pace()).slower(fps / FPS)
    script = Script(places, pace, rough.habits, habit_rng)
    moves = timeline(script, play_match(ruleset, players, deals, play_rng, options), pace)
    knocked_s = float(rough_rng.uniform(20, 120)) if rough.knocked_mm else math.inf

    def shots() -> Iterator[Shot]:
        nonlocal knocked_s
        due: tuple[Event, ...] = ()
        last: Shot | None = None
        frozen = 0
        for frame, (now, events, state) in enumerate(moves):
            due += events
            if frame / fps >= knocked_s:
                way = rough_rng.uniform(0, 2 * math.pi)
                shift = rough.knocked_mm * np.array([math.cos(way), math.sin(way)])
                camera.knock(shift, float(rough_rng.normal(0, 0.01)))
                knocked_s = math.inf
            if rough.stutters:
                frozen = fps if rough_rng.random() < 1 / (FREEZE_EVERY_S * fps) else max(frozen - 1, 0)
            if last is not None and (frozen or (rough.stutters and rough_rng.random() < DROPPED)):
                yield replace(last, events=())  # a driver gives its last picture again
                continue
            now = around.add(now, frame / fps)
            last = Shot(now, due, state, camera.shoot(now, frame / fps))
            due = ()
            yield last
        if last is not None and due:
            yield replace(last, events=due, state=state)

    return Recording(layout, shots(), fps)


def _look(deck: Deck, rng: np.random.Generator) -> Look:
    """How this table's copy of the deck has aged; its print stays what it is."""
    look = replace(draw_look(rng), bend_mm=0.0, hue=0, saturation=1.0, line=0, crop=(0.0, 0.0, 0.0, 0.0))
    # The project's own deck is drawn with its border.
    return replace(look, border=None) if deck.name.startswith("own/") else look


def timeline(
    script: Script, match: Iterator[tuple[Event, State]], pace: Pace
) -> Iterator[tuple[Instant, tuple[Event, ...], State]]:
    """What lies on the table frame by frame, with the events that it has just come to show and the state."""
    opening, state = next(match)  # what the engine refuses is refused before the first frame
    due, shown = [opening], state
    for now in script.rest(pace.rest):
        yield now, (), shown
    for event, after in match:
        moves = [*script.frames(event, state, after)]
        due, state = [*due, event], after
        for now in moves[:-1]:
            yield now, (), shown
        for now in itertools.chain(moves[-1:], script.close(after)):
            yield now, tuple(due), state
            due, shown = [], state
    for now in script.rest(pace.rest):
        yield now, tuple(due), state
        due = []


def write(recording: Recording, out: Path, name: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """Write video, layout, truth and ledger; gives a summary.

    Raises: OSError if the video cannot be written, and what the engine refuses, then before anything is written.
    """
    layout, shots = recording.layout, recording.shots
    shots = itertools.chain([next(shots)], shots)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.layout.toml").write_text(layout.to_toml(), encoding="utf-8")
    video = cv2.VideoWriter(str(out / f"{name}.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), recording.fps, SIZE_WH)
    if not video.isOpened():
        raise OSError(f"cannot write the video {out / name}.mp4")
    frames = events = 0
    with (out / f"{name}.truth.jsonl").open("w", encoding="utf-8") as truth:

        def line(kind: str, **fields: Any) -> None:
            print(json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":")), file=truth)

        line("table", **about, players=layout.players, fps=recording.fps, size=list(SIZE_WH))
        for shot in shots:
            for event in shot.events:
                line("event", frame=frames, event=to_json(event))
            events += len(shot.events)
            line(
                "frame",
                frame=frames,
                t_ms=frames * 1000 // recording.fps,
                deck=shot.now.deck,
                held=shot.now.held,
                hands=[hand.seat for hand in shot.now.hands],
                leaning=shot.taken.leaning,
                **({"resting": [hand.seat for hand in shot.now.resting]} if shot.now.resting else {}),
                **({"things": [thing.kind for thing in shot.now.things]} if shot.now.things else {}),
                cards=describe(shot.taken, shot.now, layout),
            )
            video.write(shot.taken.image)
            frames += 1
    video.release()
    state = shot.state
    ledger = {
        "scores": list(state.scores),
        "ledger": [
            {"payer": e.payer, "payee": e.payee, "mon": e.mon, "rule": e.rule, "deal": e.deal} for e in state.ledger
        ],
    }
    (out / f"{name}.ledger.json").write_text(json.dumps(ledger, indent=1) + "\n", encoding="utf-8")
    return {"frames": frames, "events": events, "scores": list(state.scores), "video": str(out / f"{name}.mp4")}
