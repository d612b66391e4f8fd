"""A PostgreSQL server of the tests' own, reached by a socket in its folder and by nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

_NUMBERS = count(1)


@dataclass
class PostgresServer:
    """A cluster in a folder."""

    folder: Path
    programs: Path

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder} -c fsync=on"
        self._run("pg_ctl", "-D", self.folder / "data", "-o", options, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """`immediate` is what a power cut is: nothing is written any more."""
        self._run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    def new_url(self) -> str:
        """The URL of a fresh, empty database."""
        name = f"yakume{next(_NUMBERS)}"
        self._run("createdb", "-h", self.folder, "-U", "yakume", name)
        return f"postgresql://yakume@/{name}?host={self.folder}"

    def _run(self, program: str, *words: object) -> None:
        # PostgreSQL refuses to be run by root.
        user = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
        command = [str(self.programs / program), *map(str, words)]
        # What is started stays: its output must not keep ours open.
        with (self.folder / "said").open("a") as said:
            done = subprocess.run(command, stdout=said, stderr=said, cwd=self.folder, **user)  # type: ignore[call-overload]
        assert done.returncode == 0, (self.folder / "said").read_text()


def find_programs() -> Path | None:
    """Where PostgreSQL's server programs are."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    on_path = shutil.which("initdb")
    if on_path:
        found.insert(0, Path(on_path).resolve().parent)
    return next((folder for folder in found if (folder / "pg_ctl").exists()), None)


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A running server; without PostgreSQL the test is skipped, but not in CI."""
    programs = find_programs()
    if programs is None and "CI" not in os.environ:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    assert programs is not None, "CI must have PostgreSQL"
    # Not under pytest's folder, which only its owner may enter; the path of a socket has 107 bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="yakume-pg-"))
    try:
        folder.chmod(0o777)
        server = PostgresServer(folder, programs)
        server._run("initdb", "-D", folder / "data", "-U", "yakume", "-A", "trust", "-E", "UTF8", "--locale=C")
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
