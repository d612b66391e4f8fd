"""A served yakume for `evening.py`, in a process of its own that can be killed: its camera's worker is perfect eyes.

The driver sends what the eyes see, and is told what is asked, as values: people know what a sentence on the page means.
"""

from __future__ import annotations

import http.client
import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Client, Listener
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from types import MappingProxyType
from typing import Any

from serving import serve_app
from soak import Eyes, Page
from yakume.vision.observation import Observation
from yakume.vision.referee.asking import Asked
from yakume.webui.app import create_app
from yakume.webui.settings import Settings
from yakume.webui.wire import CameraState
from yakume.webui.worker import CameraStatus

STATES = 10
"""So often the state is asked for: a process's time is known in hundredths of a second."""

# What a question books may hold the start of the match, whose options are read-only.
ForkingPickler.register(MappingProxyType, lambda options: (dict, (dict(options),)))


@dataclass(frozen=True)
class Glance:
    """How matters stand once a look was taken."""

    seq: int
    """Events in the log."""
    asked: tuple[Asked, ...]


class Table:
    """The served yakume over `folder`, as the driver has it."""

    def __init__(self, folder: Path, *, camera: bool = True) -> None:
        self._folder, self._camera = folder, camera
        self.start()

    def start(self) -> None:
        """Start it (again)."""
        with Listener(None, "AF_UNIX") as listener, (self._folder / "log").open("a") as log:
            command = [sys.executable, __file__, str(self._folder), str(listener.address), *["camera"] * self._camera]
            self._process = subprocess.Popen(command, stderr=log)
            self._eyes = listener.accept()
        self._port = int(self._eyes.recv())
        self.page = Page(self._port, "/api/stream")

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()
        self._eyes.close()

    def close(self) -> None:
        """End it in peace."""
        self._eyes.close()
        self._process.wait(30)

    def see(self, look: Observation) -> Glance:
        """Let the eyes see `look`."""
        self._eyes.send(look)
        return Glance(*self._eyes.recv())

    def camera(self, state: CameraState) -> Glance:
        """Let the camera be so."""
        self._eyes.send(CameraStatus(state))
        return Glance(*self._eyes.recv())

    def memory_mb(self) -> float:
        """Resident memory of the process."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Status and answer, as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        assert answer.status < 500, (path, body, data)
        return answer.status, json.loads(data)

    def state_ms(self) -> float:
        """Processor time of the process that it takes to get the state, ms."""
        before = self._processor_ms()
        for _ in range(STATES):
            self.ask("GET", "/api/state")
        return (self._processor_ms() - before) / STATES

    def _processor_ms(self) -> float:
        """Processor time that the process has had."""
        after_name = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def main(folder: Path, address: str, source: str | None) -> None:
    """Serve over `folder` until the driver hangs up."""
    eyes: list[Eyes] = []

    def make_worker(*args: Any) -> Eyes:
        eyes.append(Eyes(*args))
        return eyes[-1]

    database = f"sqlite:///{folder / 'yakume.db'}"
    settings = Settings(source=source, database=database, layout=folder / "table.toml", samples=folder / "samples")
    app = create_app(settings, make_worker=make_worker)  # type: ignore[arg-type]
    with serve_app(app) as served, Client(address) as driver:
        driver.send(served.port)
        desk = app.state.desk
        while True:
            try:
                seen: Observation | CameraStatus = driver.recv()
            except EOFError:
                return
            if isinstance(seen, CameraStatus):
                eyes[-1].on_status(seen)
            else:
                eyes[-1].see(seen)
            driver.send((desk.seq, desk._questions()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], "0" if sys.argv[3:] else None)
