"""Faults that come over the network or with a photograph, while somebody keeps a match."""

from __future__ import annotations

import http.client
import os
import resource
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .served import Keeper, Yakume, wait_for
from .table import Fault, Outcome

PHOTO = Path(__file__).resolve().parents[2] / "webui" / "page.png"


def _more_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(4096, soft), hard), hard))


def _post(port: int, path: str, body: bytes, source: str = "127.0.0.1") -> tuple[int, bytes]:
    """Status and answer; (0, …) if the other side hung up."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=150, source_address=(source, 0))
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def idle_connections(folder: Path, times: int) -> Outcome:
    """Guests open 1,100 connections and say nothing."""
    _more_files()
    times, lost, slowest = min(times, 2), [], 0.0
    with Yakume(folder) as yakume:
        keeper = Keeper(yakume, seed=1)
        for _ in range(times):
            guests = []
            for number in range(1100):
                guest = socket.socket()
                guest.bind((f"127.0.0.{2 + number % 20}", 0))  # other machines, as far as yakume can tell
                guest.setblocking(False)
                guest.connect_ex(("127.0.0.1", yakume.port))
                guests.append(guest)
            started = time.monotonic()
            if keeper.book(20) != 20:
                lost.append("a booking was refused meanwhile")
            slowest = max(slowest, (time.monotonic() - started) / 20)
            for guest in guests:
                guest.close()
            lost += keeper.lost()
    kept = f"{keeper.acknowledged} events acknowledged, {1000 * slowest:.0f} ms each"
    return Outcome(times, kept, tuple(lost))


def _flood(folder: Path, path: str, body: bytes, guests: int, rounds: int) -> tuple[list[str], Keeper, set[int], float]:
    """Guests send `body` over and over while a match is kept: losses, the keeper, statuses, s for a booking."""
    lost: list[str] = []
    statuses: set[int] = set()
    with Yakume(folder) as yakume, ThreadPoolExecutor(guests) as pool:
        keeper = Keeper(yakume, seed=1)
        keeper.book(5)
        waiting = [pool.submit(_post, yakume.port, path, body, f"127.0.0.{2 + n % 20}") for n in range(guests * rounds)]
        booked, started = 0, time.monotonic()
        while not all(each.done() for each in waiting) and keeper.acknowledged < len(keeper.events):
            booked += keeper.book(1)
        spent = time.monotonic() - started
        statuses |= {each.result()[0] for each in waiting}
        if not booked:
            lost.append("nothing could be booked meanwhile")
        if any(status >= 500 and status != 503 for status in statuses):
            lost.append(f"answered with {statuses}")
        lost += keeper.lost()
    return lost, keeper, statuses, spent / max(1, booked)


def long_bodies(folder: Path, times: int) -> Outcome:
    """Twenty guests send 26 MB of JSON each."""
    body = b'{"seq":0,' + b",".join(b'"k%07d":0' % n for n in range(2_000_000)) + b"}"
    lost, keeper, statuses, each = _flood(folder, "/api/events", body, 20, min(times, 2))
    kept = f"{keeper.acknowledged} events acknowledged, {1000 * each:.0f} ms each"
    return Outcome(20 * min(times, 2), kept, tuple(lost), f"answered {statuses}")


def many_commands(folder: Path, times: int) -> Outcome:
    """Twenty guests send malformed commands as fast as they can."""
    lost, keeper, statuses, each = _flood(folder, "/api/events", b'{"seq":-1,"events":[{}]}', 20, 20 * min(times, 5))
    kept = f"{keeper.acknowledged} events acknowledged, {1000 * each:.0f} ms each"
    return Outcome(400 * min(times, 5), kept, tuple(lost), f"answered {statuses}")


def many_photos(folder: Path, times: int) -> Outcome:
    """Sixty photographs at once."""
    lost, keeper, statuses, each = _flood(folder, "/api/read", PHOTO.read_bytes(), 60, 1)
    kept = f"{keeper.acknowledged} events acknowledged, {1000 * each:.0f} ms each"
    return Outcome(60, kept, tuple(lost), f"answered {statuses}")


def reader_killed(folder: Path, times: int) -> Outcome:
    """The child that reads photographs is killed in the middle of one; the next photograph is read by another."""
    times, lost, told = min(times, 3), [], set()
    with Yakume(folder) as yakume, ThreadPoolExecutor(1) as pool:
        keeper = Keeper(yakume, seed=1)

        def readers() -> list[int]:
            return [pid for pid in yakume.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

        for _ in range(times):
            photo = pool.submit(_post, yakume.port, "/api/read", PHOTO.read_bytes())
            (child,) = wait_for(readers, "a reader was started")
            blow = threading.Timer(0.2, os.kill, (child, signal.SIGKILL))
            blow.start()
            if keeper.book(10) != 10:
                lost.append("a booking was refused meanwhile")
            told.add(photo.result()[0])
            blow.join()
            status, _ = _post(yakume.port, "/api/read", PHOTO.read_bytes())
            if status != 200:
                lost.append(f"the next photograph was answered with {status}")
            lost += keeper.lost()
            for child in readers():
                os.kill(child, signal.SIGKILL)  # so that the next round begins as the first did
            wait_for(lambda: not readers(), "the reader is gone")
            time.sleep(0.5)  # and its parent can know it
    if told - {422, 200}:
        lost.append(f"the photograph was answered with {told}")
    return Outcome(times, f"{keeper.acknowledged} events acknowledged", tuple(lost), f"answered {told}")


FAULTS = [
    Fault("idle connections", "1,100 connections that say nothing", idle_connections),
    Fault("long bodies", "20 guests send 26 MB of JSON each, again and again", long_bodies),
    Fault("flood of commands", "20 guests send malformed commands as fast as they can", many_commands),
    Fault("flood of photographs", "60 photographs at once", many_photos),
    Fault("reader killed", "kill -9 to the child that reads a photograph", reader_killed),
]
