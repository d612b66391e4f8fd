"""`yakume bench`: how fast it is on this machine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from statistics import median

from .command import Command, UsageError, add_models

RUNS = 20


def add_arguments(parser: ArgumentParser) -> None:
    """What to time."""
    parser.add_argument(
        "what", choices=("engine", "vision"), help="engine: hand yaku and the census; vision: one frame"
    )
    add_models(parser)
    parser.add_argument("--threads", type=int, metavar="N", help="vision: threads to use (default: all cores)")


def run(args: Namespace) -> int:
    """Time it and print the figures."""
    if args.what == "engine":
        from yakume.engine.bench import bench_engine

        result = bench_engine()
        print(result)
        return 0 if result.ok else 1
    if args.threads is not None and args.threads < 1:
        raise UsageError(f"--threads {args.threads}: expected 1 or more")
    print(_bench_vision(args))
    return 0


def _bench_vision(args: Namespace) -> str:
    """Median milliseconds to find and to read the 48 cards of a 1080p frame, all of them new."""
    import cv2
    import numpy as np
    from yakume.datasets.deck import render
    from yakume.engine import CARDS
    from yakume.models.registry import load_reader

    frame = np.full((1080, 1920, 3), (70, 100, 60), np.uint8)
    for card in CARDS:
        picture = render(card, 180)
        h, w = picture.shape[:2]
        x, y = 70 + card % 12 * 152, 70 + card // 12 * 255
        frame[y : y + h, x : x + w] = picture
    cv2.setNumThreads(args.threads or 0)
    reader = load_reader(args.models, threads=args.threads)
    reader.read(frame)  # the first run allocates
    readings = [reader.read(frame) for _ in range(RUNS)]
    detect, read = median(r.detect_ms for r in readings), median(r.read_ms for r in readings)
    return (
        f"1920×1080, 48 cards laid, {len(readings[0].cards)} found\n"
        f"detect {detect:6.1f} ms\nread   {read:6.1f} ms\nboth   {detect + read:6.1f} ms (median of {RUNS})"
    )


COMMAND = Command(
    "bench",
    "time the engine or the vision on this machine",
    "yakume bench engine",
    add_arguments,
    run,
)
