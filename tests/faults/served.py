"""A real yakume in a process of its own, and somebody who keeps a match on it by its API."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from random_play import random_match
from yakume.engine import RULESETS, replay
from yakume.engine.events import from_json, to_json

PATIENCE_S = 60.0
"""A loaded machine may take so long to start."""


def story(seed: int, ruleset: str = "sannin", deals: int = 12) -> list[dict[str, Any]]:
    """The events of a random match, in wire form."""
    *_, last = random_match(RULESETS[ruleset], 3, {}, seed, deals)
    return [to_json(event) for event in last.log]


class Yakume:
    """`yakume serve` over `folder`; ended when the block is left."""

    def __init__(self, folder: Path, *words: str, database: str | None = None) -> None:
        self._folder = folder
        self.command = [sys.executable, "-m", "yakume.webui", "serve", "--no-browser", "--port", "0", *words]
        self.command += ["--database", database or f"sqlite:///{folder / 'yakume.db'}"]
        self.start()

    def start(self) -> None:
        """Start it (again) and wait until it answers."""
        with (self._folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self._folder, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ)
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, (line, (self._folder / "log").read_text())
        self.port = int(found[1])
        wait_for(lambda: self.get("/healthz")[0] == 200, "yakume answers")

    def kill(self) -> None:
        """kill -9, and everything it had in mind is gone."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self) -> Yakume:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, path: str) -> tuple[int, Any]:
        """Status and answer; (0, None) if nobody answers."""
        return self._ask("GET", path, None)

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """The same of a command."""
        return self._ask("POST", path, json.dumps(body).encode())

    def _ask(self, method: str, path: str, body: bytes | None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def health(self) -> dict[str, Any]:
        """How it says it is."""
        status, told = self.get("/api/health")
        return dict(told) if status == 200 else {"camera": {"state": "no answer"}, "store": {"code": "no answer"}}

    def children(self) -> list[int]:
        """Its child processes, by their number."""
        found = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(number) for each in found for number in each.read_text().split()]


class Keeper:
    """Books a match event by event; knows what was acknowledged."""

    def __init__(self, yakume: Yakume, seed: int) -> None:
        self.yakume, self.events = yakume, story(seed)
        self.acknowledged = 0

    def book(self, most: int = 10_000, until: Callable[[], bool] = lambda: False) -> int:
        """Book on until the match is over, somebody refuses or `until`; how many were acknowledged."""
        before = self.acknowledged
        while self.acknowledged < len(self.events) and self.acknowledged - before < most and not until():
            event = self.events[self.acknowledged]
            if self.acknowledged == 0:
                said = {key: event[key] for key in ("ruleset", "players", "dealer", "options")}
                seq = (self.yakume.get("/api/state")[1] or {}).get("seq", 0)
                status, _ = self.yakume.post("/api/match", seq=seq, **said)
            else:
                status, _ = self.yakume.post("/api/events", seq=self.acknowledged, events=[event])
            if status != 201:
                break
            self.acknowledged += 1
        return self.acknowledged - before

    def lost(self) -> list[str]:
        """What is not as it was acknowledged: the log, and the scores that follow from it."""
        status, log = self.yakume.get("/api/events")
        if status != 200:
            return [f"the log cannot be read: {status} {log}"]
        kept = [row["event"] for row in log["events"]]
        lost = []
        # The last one may be there though nobody was told any more.
        if not self.acknowledged <= len(kept) <= self.acknowledged + 1:
            lost.append(f"{self.acknowledged} events were acknowledged, {len(kept)} are there")
        said = [_plain(event) for event in self.events[: len(kept)]]
        if [_plain(event) for event in kept] != said:
            lost.append("the log holds other events than were booked")
        state = replay(from_json(event) for event in kept) if kept else None
        shown = self.yakume.get("/api/state")[1].get("scores")
        if state is not None and list(state.scores) != shown:
            lost.append(f"scores {shown}, by the log {state.scores}")
        self.acknowledged = len(kept)
        return lost


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    """An event as the engine writes it, whatever was left out."""
    return to_json(from_json(event))


def wait_for(fact: Callable[[], Any], what: str, limit_s: float = PATIENCE_S) -> Any:
    """What `fact` gives once it is true. Raises: AssertionError if that takes too long."""
    limit = time.monotonic() + limit_s
    while not (value := fact()):
        assert time.monotonic() < limit, f"in {limit_s:.0f} s it was not so that {what}"
        time.sleep(0.1)
    return value
