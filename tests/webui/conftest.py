"""A running application whose camera is the test, a served one, a browser, and the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from observing import card_seen, observed
from page_bench import Camera, Driver, Site, run_driver
from postgres_server import PostgresServer, postgres_server
from serving import Served, serve_app
from yakume.engine import Card
from yakume.vision.observation import Observation
from yakume.webui import cli
from yakume.webui.app import create_app
from yakume.webui.errors import ApiError
from yakume.webui.meter import FrameMeter
from yakume.webui.settings import Settings
from yakume.webui.worker import CameraStatus, Watch


@dataclass
class FakeWorker:
    """Stands in for the vision worker; the test says what it sees."""

    watch: Watch
    on_observation: Callable[[Observation], None]
    on_status: Callable[[CameraStatus], None]
    meter: FrameMeter = field(default_factory=FrameMeter)
    pictures: dict[int, bytes] = field(default_factory=dict)
    running: bool = False
    full: bool = False

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def picture(self, frame: int | None = None) -> tuple[int, bytes] | None:
        if not self.pictures:
            return None
        number = frame if frame in self.pictures else max(self.pictures)
        return number, self.pictures[number]

    def full_picture(self, frame: int) -> bytes | None:
        return self.pictures.get(frame)

    def ask_full(self, full: bool) -> None:
        self.full = full


class FakeReader:
    """Reads a photograph of one card, or refuses what is none."""

    def read(self, data: bytes) -> dict[str, Any]:
        if data != b"photo":
            raise ApiError(415, "not_an_image", "not a picture")
        card = {"face": "1h", "candidates": [["1h", 0.9]], "quad": [[0, 0], [2, 0], [2, 3], [0, 3]], "score": 0.9}
        return {
            "width": 4,
            "height": 3,
            "cards": [card],
            "unread": [],
            "unknown_deck": False,
            "ms": {"detect": 1.0, "read": 1.0},
        }

    def use(self, deck: Path | None) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass
class Bench:
    """The application under test."""

    client: TestClient
    workers: list[FakeWorker]
    now_ms: int = 0
    frame: int = 0

    @property
    def worker(self) -> FakeWorker:
        return self.workers[-1]

    def sees(self, for_ms: int = 4_000, hand: bool = False, **zones: str) -> None:
        """Let the worker see these cards lie still for a while: ``sees(field="1h 2a", seat0_captures="3t 3a")``."""
        cards = [
            card_seen(1 + int(Card.parse(code)), code, zone.replace("_", "."))
            for zone, codes in zones.items()
            for code in codes.split()
        ]
        for _ in range(for_ms // 200):
            self.now_ms += 200
            self.frame += 1
            self.worker.on_observation(observed(cards, self.now_ms, frame=self.frame, hand=hand))

    def newest(self, topic: str) -> Any:
        """The newest message of a topic, as a page would get it on connecting."""
        return self.client.app.state.desk.hub._newest[topic][1].data  # type: ignore[attr-defined]

    @property
    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get("/api/state").json()
        return answer

    def post(self, path: str, **body: Any) -> Any:
        """Send a command based on the newest event, unless `seq` says otherwise."""
        return self.client.post(path, json={"seq": self.state["seq"], **body})

    def start(self, **body: Any) -> dict[str, Any]:
        answer = self.post("/api/match", **{"ruleset": "sannin", "players": ["東", "南", "西"], **body})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def book(self, *events: dict[str, Any]) -> dict[str, Any]:
        answer = self.post("/api/events", events=list(events))
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


@contextmanager
def run_bench(settings: Settings) -> Iterator[Bench]:
    """The application with a fake camera and reader, started."""
    workers: list[FakeWorker] = []

    def make_worker(*args: Any) -> FakeWorker:
        workers.append(FakeWorker(*args))
        return workers[-1]

    app = create_app(settings, make_worker=make_worker, reader=FakeReader())  # type: ignore[arg-type]
    with TestClient(app, base_url="http://localhost:8480", raise_server_exceptions=False) as client:
        yield Bench(client, workers)
    assert not any(worker.running for worker in workers)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A page in a real browser gets a second try: on a busy machine a script may come later than a test looks.

    A second try is counted and printed as `rerun`.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return _settings(tmp_path)


def _settings(folder: Path) -> Settings:
    return Settings(
        source="0",
        database=f"sqlite:///{folder / 'events.db'}",
        layout=folder / "table.toml",
        samples=folder / "samples",
    )


@pytest.fixture(scope="session")
def open_bench() -> Callable[[Settings], AbstractContextManager[Bench]]:
    """For tests that start the application themselves."""
    return run_bench


@pytest.fixture
def bench(settings: Settings) -> Iterator[Bench]:
    with run_bench(settings) as bench:
        yield bench


@pytest.fixture(scope="module")
def idle_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One application for all tests of a file that leave it as it is: each new one costs its first answer 0.15 s."""
    with run_bench(_settings(tmp_path_factory.mktemp("idle"))) as bench:
        yield bench


@pytest.fixture
def serve() -> Callable[[FastAPI], AbstractContextManager[Served]]:
    """For tests that speak to the application over a real connection."""
    return serve_app


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    with run_driver() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(driver: Driver) -> Iterator[Any]:
    with driver.chromium() as browser:
        yield browser


@pytest.fixture
def yakume(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command line: ``yakume("read", path)`` gives exit code, standard output and standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as error:
            code = int(error.code or 0)
        out = capfd.readouterr()
        return code, out.out, out.err

    return run


@pytest.fixture
def site(settings: Settings, serve: Any) -> Iterator[Site]:
    """The application with a camera that the test moves the cards of, served."""
    cameras: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        cameras.append(Camera(*args))
        return cameras[-1]

    app = create_app(settings, make_worker=make_worker)  # type: ignore[arg-type]
    with serve(app) as served:
        yield Site(served.url, cameras[0], settings.samples, settings.layout, app.state.desk)


@pytest.fixture
def page(browser: Any, site: Site) -> Iterator[Any]:
    """The page on a desktop; anything it complains of, and any request elsewhere, fails the test."""
    context = browser.new_context(locale="ja-JP", viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if _is_complaint(line) else None)
    page.on("request", lambda request: complaints.append(request.url) if not _own(request.url, site.url) else None)
    page.goto(site.url)
    page.get_by_role("button", name="対局を始める").wait_for()
    yield page
    context.close()
    assert complaints == []


def _own(url: str, base: str) -> bool:
    return url.startswith((base, f"blob:{base}", "data:"))


def _is_complaint(line: Any) -> bool:
    # The browser notes every refusal of yakume; what the page makes of it is tested where it is provoked.
    return line.type in ("error", "warning") and not re.search(r"status of 4(09|13|15|22)", line.text)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL of its own."""
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'events.db'}"
    new_url: str = request.getfixturevalue("server").new_url()
    return new_url
