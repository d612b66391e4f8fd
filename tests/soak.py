"""`make soak`: hours of table time at speed through a served yakume; memory, threads and descriptors must stay flat.

    python tests/soak.py --hours 8

Matches of all games are played by perfect eyes in the place of the camera, one after the other; two pages listen, what
is asked is answered, and the sheet, the history, undo and redo are asked for, as people do.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import http.client
import json
import random
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from serving import serve_app
from yakume.datasets.evaluation.matches import play
from yakume.engine import replay
from yakume.engine.events import from_json
from yakume.vision.observation import Observation
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

TABLES = [("sannin", 3), ("hachihachi", 4), ("koikoi", 2), ("futari", 2), ("sudaoshi", 4), ("hachiju", 3)]
DEALS = 6
GAP_MS = 60_000
"""Between two matches."""
EVERY_MS = 300_000
"""Table time between two looks at the process."""
MEMORY_MB = 24.0
"""Most that the process may have grown by, from the second eighth of the time to the last; measured: see README."""


@dataclass(frozen=True)
class Sample:
    """The process at one moment."""

    t_ms: int
    memory_mb: float
    threads: int
    descriptors: int


class Eyes:
    """Stands in the vision worker's place."""

    def __init__(self, watch: Any, on_observation: Any, on_status: Any, meter: Any) -> None:
        self.on_observation, self.on_status, self.meter = on_observation, on_status, meter

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def ask_full(self, full: bool) -> None: ...

    def picture(self, frame: int | None = None) -> None:
        return None

    def full_picture(self, frame: int) -> None:
        return None

    def see(self, look: Observation) -> None:
        started = time.monotonic()
        self.on_observation(look)
        self.meter.add(started, look.detect_ms, look.read_ms, 1000 * (time.monotonic() - started))


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, list[Eyes]]]:
    """A served application over `folder`: its port, and its eyes, the newest last."""
    eyes: list[Eyes] = []

    def make_worker(*args: Any) -> Eyes:
        eyes.append(Eyes(*args))
        return eyes[-1]

    settings = Settings(
        source="0",
        database=f"sqlite:///{folder / 'soak.db'}",
        layout=folder / "table.toml",
        samples=folder / "samples",
    )
    app = create_app(settings, make_worker=make_worker)  # type: ignore[arg-type]
    with serve_app(app) as served:
        yield served.port, eyes


class Page:
    """Reads an event stream to its end and keeps the newest of each topic."""

    def __init__(self, port: int, path: str) -> None:
        self.newest: dict[str, Any] = {}
        self.messages = 0
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self._connection.request("GET", path)
        self._answer = self._connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        topic = ""
        with contextlib.suppress(OSError, http.client.HTTPException), self._answer:  # whoever sends it may be killed
            while line := self._answer.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    topic = value
                elif name == "data":
                    self.newest[topic] = json.loads(value)
                    self.messages += 1
        self._connection.close()


class Evening:
    """Somebody at the table: answers, looks things up, takes back."""

    def __init__(self, port: int, eyes: list[Eyes], seed: int) -> None:
        self._port, self._eyes, self._rng = port, eyes, random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.now_ms, self.looks, self._frame = 0, 0, 0
        self._stream, self._seen = Page(port, "/api/stream"), Page(port, "/api/observations")

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The answer of the API as JSON, or as bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        self.statuses[answer.status] += 1
        assert answer.status < 500, (path, body, data)
        return json.loads(data) if (answer.getheader("content-type") or "").startswith("application/json") else data

    def match(self, ruleset: str, players: int, seed: int, until_ms: int) -> Iterator[None]:
        """Play one match, or its part before `until_ms`; pauses every `EVERY_MS`."""
        match = play(ruleset, players, DEALS, seed)
        seq = self.ask("GET", "/api/state")["seq"]
        names = [f"P{seat}" for seat in range(players)]
        self.ask("POST", "/api/match", seq=seq, ruleset=ruleset, players=names, dealer=0, options={})
        begun, paused, asked = self.now_ms + GAP_MS, self.now_ms, self.now_ms
        for look in match.looks:
            self.now_ms = begun + look.t_ms
            if self.now_ms > until_ms:
                return
            self._frame += 1
            self._eyes[-1].see(replace(look, t_ms=self.now_ms, frame=self._frame))
            self.looks += 1
            if self.now_ms - asked >= 5_000:
                asked = self.now_ms
                self._talk()
            if self.now_ms - paused >= EVERY_MS:
                paused = self.now_ms
                yield

    def _talk(self) -> None:
        """What people do every few seconds: answer, look something up, take something back and bring it again."""
        questions = (self._stream.newest.get("table") or {}).get("questions") or []
        state = self.ask("GET", "/api/state")
        if questions and self._rng.random() < 0.5:
            question = questions[0]
            answer = question["answers"][0]["id"]
            self.ask("POST", "/api/answer", seq=state["seq"], question=question["id"], answer=answer)
        what = self._rng.random()
        if what < 0.05:
            self.ask("GET", self._rng.choice(["/api/history", "/api/sheet.html", "/api/declare", "/metrics"]))
        elif what < 0.06 and state["seq"] > 3:
            undone = self.ask("POST", "/api/undo", seq=state["seq"])
            if "seq" in undone:
                self.ask("POST", "/api/redo", seq=undone["seq"])

    def heard(self) -> int:
        """Messages that the pages got."""
        return self._stream.messages + self._seen.messages


def sample(now_ms: int) -> Sample:
    """This process, after the garbage is gone."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    memory = pages * resource.getpagesize() / 1e6
    return Sample(now_ms, memory, threading.active_count(), len([*Path("/proc/self/fd").iterdir()]))


def growth(samples: list[Sample], hours: float) -> tuple[list[str], list[str]]:
    """Lines that tell how the process went, and what is not flat. The first eighth of the time warms it up."""
    eighth = hours * 3_600_000 / 8
    early = [each for each in samples if eighth <= each.t_ms < 2 * eighth]
    late = [each for each in samples if each.t_ms >= 7 * eighth]
    assert early and late, "too short to judge"
    lines, wrong = [], []
    for name, bound in (("memory_mb", MEMORY_MB), ("threads", 0.0), ("descriptors", 0.0)):
        first, last = (median(getattr(each, name) for each in part) for part in (early, late))
        lines.append(f"{name}: {first:.1f} in the second eighth, {last:.1f} in the last")
        if last - first > bound:
            wrong.append(f"{name} grew from {first:.1f} to {last:.1f}")
    return lines, wrong


def soak(hours: float, seed: int, say: Any = print) -> list[str]:
    """Play so many hours of table time; what is not as it should be."""
    until_ms, started = int(hours * 3_600_000), time.monotonic()
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="yakume-soak-") as name, served(Path(name)) as (port, eyes):
        evening = Evening(port, eyes, seed)
        number = 0
        while evening.now_ms < until_ms:
            ruleset, players = TABLES[number % len(TABLES)]
            samples += [sample(evening.now_ms) for _ in evening.match(ruleset, players, seed + number, until_ms)]
            number += 1
            log = [from_json(row["event"]) for row in evening.ask("GET", "/api/events")["events"]]
            state = replay(log)
            shown = evening.ask("GET", "/api/state")
            assert list(state.scores) == shown["scores"] and sum(state.scores) + state.on_table == 0, shown
            say(
                f"{evening.now_ms / 3.6e6:5.2f} h of table time, {number} matches, {evening.looks} looks, "
                f"{samples[-1].memory_mb if samples else 0:.0f} MB, {time.monotonic() - started:.0f} s"
            )
        heard = evening.heard()
        size = (Path(name) / "soak.db").stat().st_size / 1e6
    lines, wrong = growth(samples, hours)
    for line in lines:
        say(line)
    took = f"{hours:g} hours of table time in {time.monotonic() - started:.0f} s"
    say(
        f"{took}: {number} matches, {evening.looks} looks, "
        f"answers {dict(sorted(evening.statuses.items()))}, {heard} messages to two pages, database {size:.1f} MB"
    )
    return wrong


def main() -> int:
    """0 if all stays flat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="of table time")
    parser.add_argument("--seed", type=int, default=18)
    args = parser.parse_args()
    wrong = soak(args.hours, args.seed, lambda line: print(line, flush=True))
    for line in wrong:
        print(f"NOT FLAT: {line}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
