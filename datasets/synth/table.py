"""A simulated table: the engine plays whole deals, a camera records them, and the truth is written beside.

    python -m yakume.datasets.synth.table --seed 7 --out DIR

writes ``table.mp4``, ``table.layout.toml`` (how the camera sees the table), ``table.ledger.json`` (what the match
settled to) and ``table.truth.jsonl``, whose lines are, by their ``kind``:

    =======  =====================================================================================
    table    first line: game, players, seed, fps, size
    frame    every picture: cards (card, face, quad in px, zone, visible share), deck, held, hands
    event    the engine's event, with the first frame that shows the table after it
    =======  =====================================================================================

The same arguments give the same truth and the same pictures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.datasets import deck as own_deck
from yakume.engine import Card, EngineError
from yakume.engine.events import Event, to_json
from yakume.engine.state import State
from yakume.engine.table import OptionValue
from yakume.vision.layout import TableLayout

from .table_camera import Camera, Instant, Seen, describe
from .table_places import Places
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
    """One frame with its truth, and the events that the table has just come to show."""

    image: Image
    now: Instant
    seen: list[Seen]
    held: tuple[int, ...]
    """Cards in each hand."""
    events: tuple[Event, ...]
    state: State | None


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
) -> Iterator[Shot]:
    """The frames of a match; it begins and ends with the deck alone on the table.

    Raises: EngineError for a game or a number of players that the engine refuses.
    """
    pace = pace or Pace()
    # Separate streams, so that another deck or camera does not change the play.
    play_rng, place_rng, camera_rng = (np.random.default_rng([seed, k]) for k in range(3))
    layout = layout_for(players)
    places = Places(layout, place_rng)
    camera = Camera(layout, picture, places.deck(), camera_rng, SIZE_WH)
    script = Script(places, pace)
    frame, state, due = 0, None, []

    def shots(instants: Iterator[Instant], held: tuple[int, ...]) -> Iterator[Shot]:
        nonlocal frame, due
        for now in instants:
            image, seen = camera.shoot(now, frame / FPS)
            yield Shot(image, now, seen, held, tuple(due), state)
            due = []
            frame += 1

    nobody = (0,) * players
    yield from shots(script.rest(pace.rest), nobody)
    for event, after in play_match(ruleset, players, deals, play_rng, options):
        # The last instant of an event's frames already shows what it has changed.
        last: Instant | None = None
        for now in script.frames(event, state, after):
            if last is not None:
                yield from shots(iter([last]), _held(last))
            last = now
        due.append(event)
        state = after
        if last is not None:
            yield from shots(iter([last]), _held(last))
    yield from shots(script.rest(pace.rest), nobody)


def _held(now: Instant) -> tuple[int, ...]:
    return (48 - now.deck - len(now.cards),)


def own_picture(style: str) -> Picture:
    """The project's own deck in the style of that name. Raises: KeyError."""
    chosen = own_deck.STYLES[style]
    return lambda card, height_px: own_deck.render(card, height_px, chosen)


def folder_picture(folder: Path) -> Picture:
    """A deck from a folder of pictures ``MM-K.*``. Raises: FileNotFoundError, ValueError."""
    from .sprites import load_deck

    pictures = load_deck(folder).pictures

    def picture(card: Card | None, height_px: int) -> Image:
        if card is None:
            return own_deck.render(None, height_px)
        size = (round(height_px * 33 / 54), height_px)
        return np.asarray(cv2.resize(pictures[card], size, interpolation=cv2.INTER_AREA), np.uint8)

    return picture


def write(shots: Iterator[Shot], out: Path, name: str, players: int, about: Mapping[str, Any]) -> dict[str, Any]:
    """Write video, layout, truth and ledger; gives a summary. Raises: OSError if the video cannot be written."""
    out.mkdir(parents=True, exist_ok=True)
    layout = layout_for(players)
    (out / f"{name}.layout.toml").write_text(layout.to_toml(), encoding="utf-8")
    video = cv2.VideoWriter(str(out / f"{name}.mp4"), cv2.VideoWriter_fourcc(*"mp4v"), FPS, SIZE_WH)
    if not video.isOpened():
        raise OSError(f"cannot write the video {out / name}.mp4")
    frames, events, state = 0, 0, None
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
                held=sum(shot.held),
                hands=hands,
                cards=cards,
            )
            video.write(shot.image)
            frames, state = frames + 1, shot.state
    video.release()
    assert state is not None
    ledger = {
        "scores": list(state.scores),
        "ledger": [
            {"payer": e.payer, "payee": e.payee, "mon": e.mon, "rule": e.rule, "deal": e.deal} for e in state.ledger
        ],
    }
    (out / f"{name}.ledger.json").write_text(json.dumps(ledger, indent=1) + "\n", encoding="utf-8")
    return {"frames": frames, "events": events, "scores": list(state.scores), "video": str(out / f"{name}.mp4")}


def main(argv: list[str] | None = None) -> int:
    """Command line; one clear line and exit code 2 for what cannot be done."""
    parser = argparse.ArgumentParser(
        prog="simulate", description="Render deals played by the engine, with their truth."
    )
    parser.add_argument("--ruleset", default="sannin", help="hachiju, hachihachi, futari, sannin or sudaoshi")
    parser.add_argument("--players", type=int, default=3, help="2 to 6, as the game allows")
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deck", type=Path, help="folder of pictures MM-K.*; default: the project's own deck")
    parser.add_argument("--style", default="bright", choices=sorted(own_deck.STYLES), help="of the project's own deck")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="table", help="stem of the files written")
    given = parser.parse_args(argv)
    try:
        picture = folder_picture(given.deck) if given.deck else own_picture(given.style)
        shots = record(given.ruleset, given.players, given.deals, given.seed, picture)
        about = {"ruleset": given.ruleset, "deals": given.deals, "seed": given.seed}
        print(json.dumps(write(shots, given.out, given.name, given.players, about)))
    except (EngineError, OSError, ValueError) as error:
        print(f"simulate: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
