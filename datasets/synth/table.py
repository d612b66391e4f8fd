"""A simulated table: the engine plays whole deals, a camera records them, and the truth is written beside.

`yakume simulate --seed 7 --out DIR` writes ``table.mp4``, ``table.layout.toml`` (how the camera sees the table),
``table.ledger.json`` (what the match settled to) and ``table.truth.jsonl``, whose lines are, by their ``kind``:

    =======  =====================================================================================
    table    first line: game, players, seed, fps, size
    frame    every picture: cards (card, face, quad in px, zone, visible share), deck, held, hands
    event    the engine's event, with the first frame that shows the table after it
    =======  =====================================================================================

The same arguments give the same truth and the same pictures.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.datasets import deck as own_deck
from yakume.engine import Card
from yakume.engine.events import Event, to_json
from yakume.engine.state import State
from yakume.engine.table import OptionValue
from yakume.vision.layout import TableLayout

from .sprites import load_deck
from .table_camera import Camera, Instant, Seen, describe
from .table_places import STEP_MM, Places
from .table_play import play_match
from .table_script import Pace, Script

Image = NDArray[np.uint8]
Picture = Callable[[Card | None, int], Image]

FPS = 10
SIZE_WH = (1280, 720)

CORNERS = ((0.045, 0.035), (0.955, 0.045), (0.992, 0.972), (0.006, 0.966))
"""Where the camera sees the table's corners: nearly from above, leaning a little towards seat 0."""


@dataclass(frozen=True)
class Shot:
    """One frame with its truth."""

    now: Instant
    events: tuple[Event, ...]
    """What the table has just come to show."""
    state: State
    """The match as the table shows it."""
    image: Image
    seen: list[Seen]


def layout_for(players: int) -> TableLayout:
    """The default zones under the simulated camera. Raises: LayoutError."""
    return replace(TableLayout.default(players), corners=np.array(CORNERS, np.float32))


def record(
    ruleset: str,
    players: int,
    deals: int,
    seed: int,
    picture: Picture,
    pace: Pace | None = None,
    options: Mapping[str, OptionValue] | None = None,
    step_mm: float = STEP_MM,
) -> Iterator[Shot]:
    """The frames of a match; it begins and ends with the deck alone on the table.

    Args: `step_mm` from card to card in a row of captures.

    Raises: EngineError for a game or a number of players that the engine refuses.
    """
    pace = pace or Pace()
    # Separate streams, so that another deck or camera does not change the play.
    play_rng, place_rng, camera_rng = (np.random.default_rng([seed, k]) for k in range(3))
    layout = layout_for(players)
    places = Places(layout, place_rng, step_mm)
    camera = Camera(layout, picture, places.deck(), camera_rng, SIZE_WH)
    match = play_match(ruleset, players, deals, play_rng, options)
    for frame, (now, events, state) in enumerate(timeline(Script(places, pace), match, pace)):
        image, seen = camera.shoot(now, frame / FPS)
        yield Shot(now, events, state, image, seen)


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


def own_picture(style: str) -> Picture:
    """The project's own deck in the style of that name. Raises: KeyError."""
    chosen = own_deck.STYLES[style]
    return lambda card, height_px: own_deck.render(card, height_px, chosen)


def folder_picture(folder: Path) -> Picture:
    """A deck from a folder of pictures ``MM-K.*``. Raises: FileNotFoundError, ValueError."""
    pictures = load_deck(folder).pictures

    def picture(card: Card | None, height_px: int) -> Image:
        if card is None:
            return own_deck.render(None, height_px)
        size = (round(height_px * 33 / 54), height_px)
        return np.asarray(cv2.resize(pictures[card], size, interpolation=cv2.INTER_AREA), np.uint8)

    return picture


def write(shots: Iterable[Shot], out: Path, name: str, players: int, about: Mapping[str, Any]) -> dict[str, Any]:
    """Write video, layout, truth and ledger; gives a summary.

    Raises: OSError if the video cannot be written, and what `record` raises, then before anything is written.
    """
    shots = iter(shots)
    shots = itertools.chain([next(shots)], shots)
    out.mkdir(parents=True, exist_ok=True)
    layout = layout_for(players)
    (out / f"{name}.layout.toml").write_text(layout.to_toml(), encoding="utf-8")
    video = cv2.VideoWriter(str(out / f"{name}.mp4"), cv2.VideoWriter_fourcc(*"mp4v"), FPS, SIZE_WH)
    if not video.isOpened():
        raise OSError(f"cannot write the video {out / name}.mp4")
    frames = events = 0
    with (out / f"{name}.truth.jsonl").open("w", encoding="utf-8") as truth:

        def line(kind: str, **fields: Any) -> None:
            print(json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":")), file=truth)

        line("table", **about, players=players, fps=FPS, size=list(SIZE_WH))
        for shot in shots:
            for event in shot.events:
                line("event", frame=frames, event=to_json(event))
            events += len(shot.events)
            cards = describe(shot.seen, shot.now, layout)
            hands = [hand.seat for hand in shot.now.hands]
            line(
                "frame",
                frame=frames,
                t_ms=frames * 1000 // FPS,
                deck=shot.now.deck,
                held=shot.now.held,
                hands=hands,
                cards=cards,
            )
            video.write(shot.image)
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
