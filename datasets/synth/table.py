"""A simulated table: the engine plays whole deals, a camera records them, and the truth is written beside.

`yakume simulate --seed 7 --out DIR` writes ``table.mp4``, ``table.layout.toml`` (how the camera sees the table),
``table.ledger.json`` (what the match settled to) and ``table.truth.jsonl``, whose lines are, by their ``kind``:

    =======  =====================================================================================
    table    first line: game, players, seed, deck, fps, size
    frame    every picture: cards, deck (cards in the pile), held (in hands), hands (seats that reach
             in), leaning (seat of the person whose head is over the table, or null)
    event    the engine's event, with the first frame that shows the table after it
    =======  =====================================================================================

A card of a frame has card (null for the top of the deck), face, quad (px, clockwise from its own top-left, where the
lens shows it), zone (null in the air), visible (share of its area) and by_hand (share that nothing but a person hides).

The same arguments give the same truth and the same pictures.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.datasets import deck as own
from yakume.engine import CARDS
from yakume.engine.events import Event, to_json
from yakume.engine.state import State
from yakume.engine.table import OptionValue
from yakume.vision.layout import TableLayout

from .backgrounds import find_textures
from .sprites import SPRITE_WH, Deck, Look, draw_look
from .table_camera import Camera, Instant, Taken, describe
from .table_places import STEP_MM, Places
from .table_play import play_match
from .table_script import Pace, Script
from .table_view import draw_view

Image = NDArray[np.uint8]

FPS = 10
SIZE_WH = (1280, 720)


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


def record(
    ruleset: str,
    players: int,
    deals: int,
    seed: int,
    deck: Deck,
    pace: Pace | None = None,
    options: Mapping[str, OptionValue] | None = None,
    step_mm: float = STEP_MM,
    backgrounds: Path | None = None,
) -> Recording:
    """The frames of a match; it begins and ends with the deck alone on the table.

    Args:
        step_mm: from card to card in a row of captures.
        backgrounds: folder of pictures of table tops, to be used beside those made by code.

    Raises: EngineError for a game or a number of players that the engine refuses, LayoutError for more people than
        have room at a table; OSError for a folder that cannot be read.
    """
    # Separate streams, so that another deck or camera does not change the play.
    play_rng, place_rng, camera_rng = (np.random.default_rng([seed, k]) for k in range(3))
    layout = TableLayout.default(players)
    view = draw_view(layout.size_mm, SIZE_WH, camera_rng)
    layout = replace(layout, corners=view.corners(layout.size_mm))
    places = Places(layout, place_rng, step_mm)
    textures = find_textures(backgrounds)
    look = _look(deck, camera_rng)
    camera = Camera(layout, view, deck, look, places.deck(), places.seats, camera_rng, textures)
    pace = pace or Pace()
    moves = timeline(Script(places, pace), play_match(ruleset, players, deals, play_rng, options), pace)

    def shots() -> Iterator[Shot]:
        for frame, (now, events, state) in enumerate(moves):
            yield Shot(now, events, state, camera.shoot(now, frame / FPS))

    return Recording(layout, shots())


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


def own_deck(style: str) -> Deck:
    """The project's own deck in the style of that name. Raises: KeyError."""
    chosen = own.STYLES[style]
    return Deck(f"own/{style}", {card: own.render(card, SPRITE_WH[1], chosen) for card in CARDS})


def write(recording: Recording, out: Path, name: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """Write video, layout, truth and ledger; gives a summary.

    Raises: OSError if the video cannot be written, and what the engine refuses, then before anything is written.
    """
    layout, shots = recording.layout, recording.shots
    shots = itertools.chain([next(shots)], shots)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.layout.toml").write_text(layout.to_toml(), encoding="utf-8")
    video = cv2.VideoWriter(str(out / f"{name}.mp4"), cv2.VideoWriter_fourcc(*"mp4v"), FPS, SIZE_WH)
    if not video.isOpened():
        raise OSError(f"cannot write the video {out / name}.mp4")
    frames = events = 0
    with (out / f"{name}.truth.jsonl").open("w", encoding="utf-8") as truth:

        def line(kind: str, **fields: Any) -> None:
            print(json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":")), file=truth)

        line("table", **about, players=layout.players, fps=FPS, size=list(SIZE_WH))
        for shot in shots:
            for event in shot.events:
                line("event", frame=frames, event=to_json(event))
            events += len(shot.events)
            line(
                "frame",
                frame=frames,
                t_ms=frames * 1000 // FPS,
                deck=shot.now.deck,
                held=shot.now.held,
                hands=[hand.seat for hand in shot.now.hands],
                leaning=shot.taken.leaning,
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
