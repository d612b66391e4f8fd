"""yakume speaks with nobody: every system call that could reach another machine is listened to by strace."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from laid_deck import photograph
from yakume.datasets.synth.sprites import own_deck
from yakume.vision.offline import SWITCHES
from yakume.vision.runtime import RUNTIME_ENV, has_openvino

pytestmark = pytest.mark.slow

CALLS = "connect,sendto,sendmsg,sendmmsg"
ADDRESS = re.compile(r'sa_family=AF_INET6?.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"')


def elsewhere(log: str) -> list[str]:
    """The lines of strace's `log` that reach for an address that is not this machine's own."""
    return [
        line
        for line in log.splitlines()
        if (found := ADDRESS.search(line)) and not found[1].startswith("127.") and found[1] != "::1"
    ]


@pytest.fixture
def watched(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts a program under strace, in an empty home; ``LOG`` of the folder is what it reached for."""
    strace = shutil.which("strace")
    works = strace and subprocess.run([strace, "-qq", "-e", "trace=none", "true"], capture_output=True).returncode == 0
    if not works and "CI" not in os.environ:
        pytest.skip("strace is missing or may not trace here: nobody can say what is connected to")
    assert works, "CI must have strace, and let it trace"
    home = tmp_path / "home"
    home.mkdir()
    kept = {key: value for key, value in os.environ.items() if key not in (*SWITCHES, "CI", "XDG_CACHE_HOME")}

    def start(*words: object, runtime: str = "onnxruntime") -> subprocess.Popen[str]:
        environment = kept | {"HOME": str(home), RUNTIME_ENV: runtime, "PYTHONUNBUFFERED": "1"}
        command = ["strace", "-f", "-qq", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(tmp_path / "calls"), "--"]
        return subprocess.Popen(
            [*command, *map(str, words)], cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip

    return start


def yakume(*words: object, before: str = "") -> list[object]:
    """The command line, once `before` was done in its process."""
    code = f"import sys\nfrom yakume.webui.cli import main\n{before}\nsys.exit(main())"
    return [sys.executable, "-c", code, *words]


def judge(folder: Path) -> None:
    """Nobody was called, and no library left its numbered papers in the home."""
    assert elsewhere((folder / "calls").read_text(errors="replace")) == []
    assert [path.name for path in (folder / "home").rglob("*") if re.search("(?i)telemetry|microsoft", path.name)] == []


def deck_photo(path: Path) -> Path:
    cv2.imwrite(str(path), photograph(own_deck("bright"))[0])
    return path


def test_a_call_elsewhere_would_be_seen(tmp_path: Path, watched: Callable[..., subprocess.Popen[str]]) -> None:
    code = "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('192.0.2.1', 53))"
    watched(sys.executable, "-c", code).communicate(timeout=60)
    assert len(elsewhere((tmp_path / "calls").read_text())) == 1


@pytest.mark.parametrize("runtime", ["onnxruntime", "openvino"])
def test_reading_a_photograph_calls_nobody(
    tmp_path: Path, watched: Callable[..., subprocess.Popen[str]], runtime: str
) -> None:
    if runtime == "openvino" and not has_openvino():
        pytest.skip("OpenVINO is not installed")
    reading = watched(*yakume("read", deck_photo(tmp_path / "deck.png")), runtime=runtime)
    told, _ = reading.communicate(timeout=120)
    assert reading.returncode == 0 and " cards, " in told
    judge(tmp_path)


def test_enrolling_a_deck_calls_nobody(tmp_path: Path, watched: Callable[..., subprocess.Popen[str]]) -> None:
    few = "from yakume.datasets.enroll import build; build.CHECKED = 40; build.enroll.__kwdefaults__['crops'] = 200"
    learning = watched(*yakume("enroll", deck_photo(tmp_path / "deck.png"), "--name", "mine", "--yes", before=few))
    told, _ = learning.communicate(timeout=400)
    assert learning.returncode == 0, told
    judge(tmp_path)


@pytest.mark.parametrize("command", ["demo", "serve"])
def test_the_page_calls_nobody(tmp_path: Path, watched: Callable[..., subprocess.Popen[str]], command: str) -> None:
    serving = watched(*yakume(command, "--no-browser", "--port", "0"))
    assert serving.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", serving.stdout.readline())
        assert found
        port = int(found[1])
        limit = time.monotonic() + 90
        photo = deck_photo(tmp_path / "deck.png").read_bytes()
        while True:
            try:
                status = ask(port, "POST", "/api/read", photo)
                break
            except ConnectionRefusedError:
                assert time.monotonic() < limit
                time.sleep(0.2)
        assert status == 200
        # The demo's camera child computes too: its first picture says so.
        while command == "demo" and ask(port, "GET", "/api/camera/frame.jpg") != 200:
            assert time.monotonic() < limit
            time.sleep(0.2)
        time.sleep(5)  # reports are sent from threads that wait a little
    finally:
        os.kill(int((Path(f"/proc/{serving.pid}/task/{serving.pid}/children")).read_text().split()[0]), signal.SIGINT)
        serving.wait(30)
        serving.stdout.close()
    judge(tmp_path)


def ask(port: int, method: str, path: str, body: bytes | None = None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
    try:
        connection.request(method, path, body)
        return connection.getresponse().status
    finally:
        connection.close()
