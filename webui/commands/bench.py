"""`yakume bench`: how fast it is on this machine."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_models

if TYPE_CHECKING:
    from yakume.vision.picture import Image
    from yakume.vision.read import CardReader

TURNS, RUNS_A_TURN = 5, 5
"""The ways take turns, so that whatever else the machine does meets them alike. A turn is several runs and one before
them that is not counted: the threads of the way before still look for work, and the caches are full of its weights."""

TARGET_MS = 60.0
"""What a frame may take in which all 48 cards are new, on two cores."""

TARGET_SHARE = 1 / 3
"""What it may take of the time of `yolo predict`."""

NEW_FRAMES = 8
"""Frames after a change, until everything has been found and read often enough."""

UNCHANGED_FRAMES = 20
"""Frames in which nothing changes: two seconds, in which the table is searched again."""

STEP_MS = 100
"""Time between two frames of the live measurement."""


@dataclass
class Way:
    """One way to find and read the cards of a frame, and how long it took."""

    name: str
    detect: Callable[[], Any]
    read: Callable[[Any], int]
    """From what `detect` gave to the number of cards read right."""
    right: int = 0
    detect_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)

    def take_turn(self) -> None:
        """`RUNS_A_TURN` times after one that is not counted."""
        self._run()
        counted = [self._run() for _ in range(RUNS_A_TURN)]
        for kept, times in zip((self.detect_ms, self.read_ms, self.cpu_ms), zip(*counted, strict=True), strict=True):
            kept.extend(times)

    def _run(self) -> tuple[float, float, float]:
        """Once; milliseconds of finding, of reading, and of the processors."""
        cpu, started = time.process_time(), time.perf_counter()
        found = self.detect()
        between = time.perf_counter()
        self.right = self.read(found)
        done = time.perf_counter()
        return (between - started) * 1000, (done - between) * 1000, (time.process_time() - cpu) * 1000

    @property
    def both_ms(self) -> float:
        """Median of finding and reading together."""
        return median(d + r for d, r in zip(self.detect_ms, self.read_ms, strict=True))

    def __str__(self) -> str:
        detect, read = median(self.detect_ms), median(self.read_ms)
        return f"{self.name:14}{detect:8.1f}{read:8.1f}{self.both_ms:8.1f}{median(self.cpu_ms):11.1f}{self.right:8}"


def add_arguments(parser: ArgumentParser) -> None:
    """What to time."""
    parser.add_argument(
        "what", choices=("engine", "vision"), help="engine: hand yaku, odds, corrections, the census; vision: one frame"
    )
    add_models(parser)
    parser.add_argument("--threads", type=int, metavar="N", help="vision: threads to use (default: all cores)")


def run(args: Namespace) -> int:
    """Time it and print the figures."""
    if args.what == "engine":
        from yakume.engine.bench import bench_engine

        figures = bench_engine()
        print("\n".join(map(str, figures)))
        return 0 if all(figure.ok for figure in figures) else 1
    if args.threads is not None and args.threads < 1:
        raise UsageError(f"--threads {args.threads}: expected 1 or more")
    _bench_vision(args)
    return 0


def _bench_vision(args: Namespace) -> None:
    """A 1080p frame with 48 cards by each runtime there is and by `yolo predict`; then as a camera's frames."""
    import cv2
    from yakume.models.reader import load_reader
    from yakume.vision.runtime import RUNTIME_ENV, chosen_runtime, has_openvino, usable_cores

    threads = args.threads or usable_cores()
    cv2.setNumThreads(threads)
    frame = laid_frame()
    chosen = chosen_runtime()
    others = [] if os.environ.get(RUNTIME_ENV) or not has_openvino() else ["onnxruntime"]
    readers = {}
    for name in (chosen, *others):
        with _environment(RUNTIME_ENV, name):
            readers[name] = load_reader(args.models, threads=threads)
    ways = [_our_way(name, reader, frame) for name, reader in readers.items()]
    torch, reason = _torch_way(args.models, threads, readers[chosen], frame)
    ways += [torch] if torch else []
    for _ in range(TURNS):
        for way in ways:
            way.take_turn()
    print(f"1920×1080, 48 cards, all new; {threads} threads; median of {TURNS * RUNS_A_TURN}, ms")
    print(f"{'':14}{'detect':>8}{'read':>8}{'both':>8}{'processor':>11}{'right':>8}")
    print("\n".join(map(str, ways)))
    ours = ways[0].both_ms
    print(f"target {TARGET_MS:g} ms: {'met' if ours <= TARGET_MS else 'missed'} by {chosen}")
    if torch:
        share = ours / torch.both_ms
        verdict = "met" if share <= TARGET_SHARE else "missed"
        print(f"{share:.2f} of the time of yolo predict, which does not tighten; target {TARGET_SHARE:.2f}: {verdict}")
    else:
        print(f"yolo predict: not timed, {reason}")
    print(_live(readers[chosen], frame, chosen))


def laid_frame(moved: int | None = None) -> Image:
    """1920×1080 px: the 48 cards of the project's own deck in four rows, 180 px long; `moved` lies 30 px lower."""
    import numpy as np
    from yakume.datasets.design import render
    from yakume.engine import CARDS

    frame = np.full((1080, 1920, 3), (70, 100, 60), np.uint8)
    for card in CARDS:
        picture = render(card, 180)
        h, w = picture.shape[:2]
        x, y = 70 + card % 12 * 152, 40 + card // 12 * 255 + 30 * (card == moved)
        frame[y : y + h, x : x + w] = picture
    return frame


def _our_way(name: str, reader: CardReader, frame: Image) -> Way:
    def read(found: Any) -> int:
        return _right([(card.quad, card.face) for card in reader.see(frame, found)])

    return Way(name, lambda: reader.detect(frame), read)


def _torch_way(folder: Any, threads: int, reader: CardReader, frame: Image) -> tuple[Way | None, str]:
    """The way of `yolo predict`, or None and why not. It is given the crops that our corners cut."""
    from yakume.models.bench import torch_predictors
    from yakume.models.registry import WEIGHTS, ModelError, load_card
    from yakume.vision.crops import upright_crop

    try:
        detect, read = torch_predictors(folder, threads)
        side = load_card((folder or WEIGHTS) / "read.toml").input_wh[0]
    except ImportError as error:
        return None, f"{error.name} is not installed"
    except ModelError as error:
        return None, str(error)
    cards = reader.see(frame, reader.detect(frame))
    crops = [upright_crop(frame, card.quad, side) for card in cards]

    def read_right(_: Any) -> int:
        return _right([(card.quad, face) for card, face in zip(cards, read(crops), strict=True)])

    return Way("yolo predict", lambda: detect(frame), read_right), ""


def _right(cards: list[tuple[Any, Any]]) -> int:
    """How many of the 48 places of `laid_frame` hold a card (quad, face) that was read right."""
    from yakume.engine import Card

    places = set()
    for quad, face in cards:
        x, y = quad.mean(0)
        number = round((y - 130) / 255) * 12 + round((x - 125) / 152)
        if 0 <= number < 48 and Card(number).face == face:
            places.add(number)
    return len(places)


def _live(reader: CardReader, frame: Image, name: str) -> str:
    """The same table as the frames of a camera, with its noise: all new, nothing changed, one card moved."""
    import numpy as np
    from yakume.vision.frames import Frame
    from yakume.vision.layout import TableLayout
    from yakume.vision.pipeline import Pipeline

    pipeline = Pipeline(reader, TableLayout.default(2))
    noise = np.random.default_rng(0).normal(0, 2, frame.size).astype(np.int8).reshape(frame.shape)
    frames = iter(range(10**6))

    def step(image: Image) -> tuple[float, float]:
        """Milliseconds that passed, and of the processors' time."""
        index = next(frames)
        noisy = np.clip(image.astype(np.int16) + np.roll(noise, 7919 * index, 1), 0, 255).astype(np.uint8)
        cpu, started = time.process_time(), time.perf_counter()
        pipeline.step(Frame(noisy, index, index * STEP_MS, "bench"))
        return (time.perf_counter() - started) * 1000, (time.process_time() - cpu) * 1000

    step(frame)  # sizes that were not seen yet are compiled
    pipeline = Pipeline(reader, TableLayout.default(2))
    lower = laid_frame(moved=20)
    phases = {
        "all new": [step(frame) for _ in range(NEW_FRAMES)],
        "nothing changed": [step(frame) for _ in range(UNCHANGED_FRAMES)],
        "one card moved": [step(lower) for _ in range(NEW_FRAMES)],
    }
    lines = [f"as a camera's frames, {STEP_MS} ms apart, by {name}; ms (of the processors) a frame"]
    for phase, times in phases.items():
        (middle, middle_cpu), (most, most_cpu) = (tuple(map(pick, zip(*times, strict=True))) for pick in (median, max))
        lines.append(f"{phase:18}{middle:6.1f} ({middle_cpu:.1f}), at most {most:.1f} ({most_cpu:.1f})")
    return "\n".join(lines)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


COMMAND = Command(
    "bench",
    "time the engine or the vision on this machine",
    "yakume bench engine",
    add_arguments,
    run,
)
