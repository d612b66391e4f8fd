"""Faults of the camera and of the process that looks through it, while somebody keeps a match by tap."""

from __future__ import annotations

import multiprocessing
import os
import signal
import struct
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from yakume.webui import worker as worker_module
from yakume.webui.worker import CameraStatus, VisionWorker, Watch

from .film import Film, Mode
from .served import Keeper, Yakume, wait_for
from .table import Fault, Outcome

BOOKED = 10
"""Events booked while the camera is out of order."""


def _state(yakume: Yakume) -> str:
    return str(yakume.health()["camera"]["state"])


def _worker(yakume: Yakume) -> int:
    """Its vision worker; multiprocessing has a helper of its own beside it."""
    spawned = [pid for pid in yakume.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(spawned) == 1, spawned
    return spawned[0]


def _spoilt(mode: Mode, expected: tuple[str, ...]) -> Any:
    """The camera does `mode` for a while, people book on, and the camera comes back."""

    def try_it(folder: Path, times: int) -> Outcome:
        lost: list[str] = []
        times, slowest = min(times, 2), 0.0
        with Film() as film, Yakume(folder, "--camera", film.url) as yakume:
            keeper = Keeper(yakume, seed=1)
            wait_for(lambda: _state(yakume) in ("live", "slow"), "the camera is live", 120)
            for _ in range(times):
                film.turn(mode)
                started = time.monotonic()
                wait_for(lambda: _state(yakume) in expected, f"the camera is called one of {expected}")
                slowest = max(slowest, time.monotonic() - started)
                if keeper.book(BOOKED) != BOOKED:
                    lost.append("a booking was refused meanwhile")
                film.turn("live")
                wait_for(lambda: _state(yakume) in ("live", "slow"), "the camera is live again", 120)
                lost += keeper.lost()
        kept = f"{keeper.acknowledged} events acknowledged"
        return Outcome(times, kept, tuple(lost), f"told {' or '.join(expected)} within {slowest:.0f} s, live again")

    return try_it


def _signalled(number: int, expected: tuple[str, ...]) -> Any:
    """The vision worker is sent a signal while people book; another takes its place."""

    def try_it(folder: Path, times: int) -> Outcome:
        lost: list[str] = []
        times = min(times, 2)
        with Film() as film, Yakume(folder, "--camera", film.url) as yakume:
            keeper = Keeper(yakume, seed=1)
            for _ in range(times):
                wait_for(lambda: _state(yakume) in ("live", "slow"), "the camera is live", 120)
                before, old = yakume.health()["camera"]["restarts"], _worker(yakume)
                os.kill(old, number)
                wait_for(lambda: _state(yakume) in expected, f"the camera is called one of {expected}")
                if keeper.book(BOOKED) != BOOKED:
                    lost.append("a booking was refused meanwhile")
                wait_for(
                    lambda before=before: yakume.health()["camera"]["restarts"] > before, "another takes its place"
                )
                wait_for(lambda: _state(yakume) in ("live", "slow"), "another worker is live", 120)
                if Path(f"/proc/{old}").exists():
                    lost.append("the old worker is still there")
                lost += keeper.lost()
        return Outcome(times, f"{keeper.acknowledged} events acknowledged", tuple(lost), "another is live")

    return try_it


def _half_a_message(pipe: Connection) -> None:
    os.write(pipe.fileno(), struct.pack("!i", 100_000) + b"half of a message")
    time.sleep(600)


def stopped_in_a_message(folder: Path, times: int) -> Outcome:
    """A worker falls silent with half of a message sent: it is replaced, and stopping yakume does not wait for it."""
    context = multiprocessing.get_context("spawn")
    spawned: list[Any] = []
    statuses: list[CameraStatus] = []

    def spawn(watch: Watch) -> tuple[Any, Connection]:
        ours, theirs = context.Pipe()
        child = context.Process(target=_half_a_message, args=(theirs,), daemon=True)
        child.start()
        theirs.close()
        spawned.append(child)
        return child, ours

    # It has told of no picture yet, so it is waited for as one that starts.
    times, waited = min(times, 3), worker_module.STARTS_WITHIN_S
    worker_module.STARTS_WITHIN_S = 3.0
    worker = VisionWorker(Watch("0", "", False), lambda seen: None, statuses.append, spawn=spawn, backoff_s=(0.1,))
    try:
        worker.start()
        wait_for(lambda: len(spawned) > times, "the worker is replaced")
        started = time.monotonic()
        worker.stop()
        took = time.monotonic() - started
    finally:
        worker_module.STARTS_WITHIN_S = waited
    alive = [child for child in spawned if child.is_alive()]
    lost = [f"{len(alive)} workers are still there"] if alive else []
    if took > 6:
        lost.append(f"stopping took {took:.0f} s")
    return Outcome(times, f"{times} workers replaced", tuple(lost), statuses[-1].detail)


FAULTS = [
    Fault("camera frozen", "a network camera repeats its last picture", _spoilt("frozen", ("frozen",))),
    Fault("camera black", "a network camera sends pictures of nothing but 0", _spoilt("black", ("frozen", "dark"))),
    Fault("camera in the dark", "its pictures hold nothing but noise", _spoilt("dark", ("dark",))),
    Fault("camera silent", "it keeps the connection and sends nothing", _spoilt("silent", ("frozen",))),
    Fault("camera gone", "it closes the connection and its port", _spoilt("gone", ("lost",))),
    Fault("worker killed", "kill -9 to the vision worker", _signalled(signal.SIGKILL, ("restarting",))),
    Fault("worker frozen", "SIGSTOP to the vision worker", _signalled(signal.SIGSTOP, ("frozen", "slow"))),
    Fault("worker stopped in a message", "half of a message, then silence", stopped_in_a_message),
]
