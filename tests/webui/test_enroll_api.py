"""Enrolling a deck through the API: photographs, corrections, the learning, and reading with the deck."""

from __future__ import annotations

import errno
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from enrolling import Finder, Learner
from fastapi.testclient import TestClient
from yakume.models.decks import CARD, DeckCard
from yakume.webui import snapshot
from yakume.webui.app import create_app
from yakume.webui.enrollment import run_learner
from yakume.webui.settings import Settings
from yakume.webui.worker import CameraStatus

PHOTO = b"\xff\xd8 a photo"


@dataclass
class Camera:
    """A camera that is told what to look at, and has one picture."""

    watch: Any
    on_observation: Any
    on_status: Callable[[CameraStatus], None]
    meter: Any = None

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def picture(self, frame: int | None = None) -> tuple[int, bytes]:
        return 1, PHOTO

    def ask_full(self, full: bool) -> None:
        pass


@dataclass
class Page:
    """A page's side of the API."""

    client: TestClient
    learner: Learner
    cameras: list[Camera]
    decks: Path

    def photos(self) -> dict[str, Any]:
        """Send both photographs."""
        for _ in range(2):
            answer = self.client.post("/api/decks/photo", content=PHOTO)
            assert answer.status_code == 201, answer.text
        status: dict[str, Any] = answer.json()
        return status

    def job(self, state: str) -> dict[str, Any]:
        """The job once it is in `state`."""
        for _ in range(500):
            job: dict[str, Any] = self.client.get("/api/decks").json()["job"]
            if job["state"] == state and job.get("share") != 0:
                return job
            time.sleep(0.02)
        raise AssertionError(job)

    def refused(self, status: int, code: str, path: str, **body: Any) -> str:
        answer = self.client.post(path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        return str(answer.json()["error"]["message"])


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    settings = Settings(
        source="0",
        database=f"sqlite:///{tmp_path / 'events.db'}",
        layout=tmp_path / "table.toml",
        samples=tmp_path / "samples",
        decks_folder=tmp_path / "decks",
    )
    cameras: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        cameras.append(Camera(*args))
        return cameras[-1]

    learner = Learner()
    app = create_app(settings, make_worker=make_worker, reader=Finder(), learn=learner)  # type: ignore[arg-type]
    with TestClient(app, base_url="http://localhost:8480", raise_server_exceptions=False) as client:
        yield Page(client, learner, cameras, settings.decks_folder)


def test_nothing_is_there_at_first(page: Page) -> None:
    status = page.client.get("/api/decks").json()
    assert (status["decks"], status["in_use"], status["cards"], status["job"]) == ([], None, [], None)
    assert status["folder"] == str(page.decks)


def test_two_photos_make_a_deck_but_for_what_is_not_recognised(page: Page) -> None:
    status = page.photos()
    assert (status["photos"], len(status["cards"]), status["missing"]) == (2, 48, ["8n"])
    (doubted,) = [card for card in status["cards"] if card["doubtful"]]
    assert (doubted["card"], doubted["number"]) == (None, 30)
    picture = page.client.get("/api/decks/found/30.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    assert cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR).shape == (360, 220, 3)
    assert "8n" in page.refused(422, "incomplete", "/api/decks/learn", name="mine")
    assert page.client.post("/api/decks/learn", json={"name": "most", "incomplete": True}).status_code == 202
    assert len(page.learner.cards) == 47
    page.learner.pipe.send({"state": "failed", "message": "no"})
    page.job("failed")
    said = page.client.post("/api/decks/found", json={"number": 30, "card": "8n"}).json()
    assert said["missing"] == []
    assert not any(card["doubtful"] for card in said["cards"])


def test_a_card_that_no_photo_shows_to_the_finder_is_pointed_out_by_its_corners(page: Page) -> None:
    table = np.full((400, 300, 3), 40, np.uint8)
    table[100:262, 60:159] = (0, 0, 200)
    photo = bytes(cv2.imencode(".jpg", table)[1])
    corners = [("quad", value) for value in (60, 100, 159, 100, 159, 262, 60, 262)]
    assert page.client.post("/api/decks/missed", params=[("card", "8n"), *corners], content=photo).status_code == 409
    page.photos()
    told = page.client.post("/api/decks/missed", params=[("card", "8n"), *corners], content=photo)
    assert (told.status_code, told.json()["missing"]) == (201, [])
    number = next(card["number"] for card in told.json()["cards"] if card["card"] == "8n")
    cut = cv2.imdecode(np.frombuffer(page.client.get(f"/api/decks/found/{number}.jpg").content, np.uint8), 1)
    blue, green, red = cut.mean((0, 1))
    assert cut.shape == (360, 220, 3) and max(blue, green) < 40 and red > 150  # the card, and nothing of the table
    for card, more, code in (("8n", corners, "not_missing"), ("1h", corners, "not_missing")):
        answer = page.client.post("/api/decks/missed", params=[("card", card), *more], content=photo)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)


def test_an_outline_that_is_none_is_refused(page: Page) -> None:
    page.photos()
    photo = bytes(cv2.imencode(".jpg", np.zeros((40, 40, 3), np.uint8))[1])
    for values in ((0, 0, 9, 9, 9, 0, 0, 9), (30, 30, 60, 30, 60, 60, 30, 60)):
        params = [("card", "8n"), *(("quad", value) for value in values)]
        answer = page.client.post("/api/decks/missed", params=params, content=photo)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_outline")


def test_the_picture_of_the_camera_counts_as_a_photo(page: Page) -> None:
    answer = page.client.post("/api/decks/frame")
    assert (answer.status_code, answer.json()["photos"]) == (201, 1)


def test_a_draft_can_be_thrown_away(page: Page) -> None:
    page.photos()
    status = page.client.delete("/api/decks/draft").json()
    assert (status["photos"], status["cards"]) == (0, [])
    page.refused(409, "no_photo", "/api/decks/learn", name="mine")


def test_what_makes_no_sense_is_refused_in_the_one_shape(page: Page) -> None:
    answer = page.client.post("/api/decks/photo", content=b"no photo")
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_an_image")
    assert page.client.get("/api/decks").json()["photos"] == 0
    page.refused(409, "no_photo", "/api/decks/found", number=1, card="1h")
    page.photos()
    page.refused(404, "no_card", "/api/decks/found", number=49, card="1h")
    page.refused(422, "bad_notation", "/api/decks/found", number=1, card="13h")
    page.refused(422, "invalid_request", "/api/decks/found", number=1)
    page.refused(422, "bad_name", "/api/decks/learn", name="../up")
    page.refused(422, "deck", "/api/decks/use", name="nobody's")
    assert page.client.get("/api/decks/found/49.jpg").status_code == 404


def test_a_deck_is_learnt_by_a_child_and_told_as_it_goes(page: Page) -> None:
    page.photos()
    page.client.post("/api/decks/found", json={"number": 30, "card": "8n"})
    answer = page.client.post("/api/decks/learn", json={"name": " うちの札 "})
    assert (answer.status_code, answer.json()["job"]) == (202, {"name": "うちの札", "state": "learning", "share": 0.0})
    page.refused(409, "learning", "/api/decks/learn", name="another")
    page.learner.pipe.send({"share": 0.25})
    assert page.job("learning")["share"] == 0.25
    page.learner.pipe.send({"state": "failed", "message": "disk full", "reason": "full"})
    failed = page.job("failed")
    assert failed["message"] == "disk full" and failed["why"]["ja"].startswith("ディスクがいっぱいです。")
    assert len(page.client.get("/api/decks").json()["cards"]) == 48  # to be tried again
    # A child that dies says nothing.
    page.client.post("/api/decks/learn", json={"name": "mine"})
    page.learner.pipe.close()
    failed = page.job("failed")
    assert failed["message"] == "the learning stopped" and failed["why"]["en"].startswith("The learning stopped")
    # Of what is not foreseen only the machine's own sentence is known.
    page.client.post("/api/decks/learn", json={"name": "odd"})
    page.learner.pipe.send({"state": "failed", "message": "singular matrix", "reason": None})
    assert page.job("failed")["why"] is None
    page.client.post("/api/decks/learn", json={"name": "third"})
    page.learner.pipe.send({"state": "done", "checked": 250, "right": 248, "right_before": 210})
    assert page.job("done")["right"] == 248
    assert page.client.get("/api/decks").json()["cards"] == []
    assert page.learner.names == ["うちの札", "mine", "odd", "third"]


def test_learning_is_given_up_and_nothing_that_was_found_is_lost(page: Page) -> None:
    page.photos()
    page.client.post("/api/decks/found", json={"number": 30, "card": "8n"})
    page.client.post("/api/decks/learn", json={"name": "mine"})
    given_up = page.learner.pipe
    status = page.client.delete("/api/decks/learn").json()
    assert (status["job"], len(status["cards"]), status["missing"]) == (None, 48, [])
    refused = page.client.delete("/api/decks/learn")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_learning")
    page.client.post("/api/decks/learn", json={"name": "third"})
    # What the first child said before it was gone is nothing of the second's.
    given_up.send({"state": "failed", "message": "disk full", "reason": "full"})
    page.learner.pipe.send({"share": 0.5})
    assert page.job("learning") == {"name": "third", "state": "learning", "share": 0.5}
    page.learner.pipe.send({"state": "done", "checked": 250, "right": 248, "right_before": 210})
    assert page.job("done")["name"] == "third"


def test_a_deck_of_that_name_is_replaced_only_if_that_is_meant(page: Page) -> None:
    keep(page.decks, "mine")
    page.photos()
    page.client.post("/api/decks/found", json={"number": 30, "card": "8n"})
    page.refused(409, "deck_exists", "/api/decks/learn", name="mine")
    assert page.client.post("/api/decks/learn", json={"name": "mine", "replace": True}).status_code == 202


def test_camera_and_snapshots_read_with_the_deck_in_use(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(page.decks, "mine")
    assert "--again" in page.refused(422, "deck", "/api/decks/use", name="mine")  # its head is missing
    monkeypatch.setattr("yakume.models.decks.check_deck", lambda folder: None)
    assert page.client.post("/api/decks/use", json={"name": "mine"}).json()["in_use"] == "mine"
    assert page.cameras[-1].watch.deck == page.decks / "mine"
    page.client.post("/api/decks/use", json={"name": "mine"})
    assert len(page.cameras) == 3  # learnt anew it is another deck: the camera is started again
    assert page.client.post("/api/decks/use", json={"name": None}).json()["in_use"] is None
    assert page.cameras[-1].watch.deck is None


def test_the_deck_of_the_settings_is_read_with_from_the_start(tmp_path: Path) -> None:
    cameras: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        cameras.append(Camera(*args))
        return cameras[-1]

    settings = replace(
        Settings(source="0", database=f"sqlite:///{tmp_path / 'events.db'}", layout=tmp_path / "table.toml"),
        deck="mine",
        decks_folder=tmp_path,
    )
    app = create_app(settings, make_worker=make_worker, reader=Finder())  # type: ignore[arg-type]
    with TestClient(app, base_url="http://localhost:8480") as client:
        assert client.get("/api/decks").json()["in_use"] == "mine"
    assert [camera.watch.deck for camera in cameras] == [tmp_path / "mine"]


def keep(decks: Path, name: str) -> None:
    """A deck's card, without a head."""
    (decks / name).mkdir(parents=True)
    card = DeckCard(name, "0" * 64, "1" * 64, 0, 3000, 250, 210, 248)
    (decks / name / CARD).write_text(card.to_toml(), encoding="utf-8")


@pytest.mark.parametrize("ends", ["well", "badly"])
def test_the_child_that_learns_tells_how_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    def enroll(name: str, pictures: Any, decks: Path, progress: Callable[[float], None]) -> DeckCard:
        for share in (0.001, 0.5, 0.502, 1.0):
            progress(share)
        if ends == "badly":
            raise OSError(errno.ENOSPC, "disk full")
        return DeckCard(name, "0" * 64, "1" * 64, 0, 3000, 250, 210, 248)

    monkeypatch.setattr("yakume.datasets.enroll.build.enroll", enroll)
    monkeypatch.setattr("os.nice", lambda by: None)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    run_learner("mine", {}, tmp_path, theirs)
    last = {"state": "done", "checked": 250, "right": 248, "right_before": 210}
    if ends == "badly":
        last = {"state": "failed", "message": f"[Errno {errno.ENOSPC}] disk full", "reason": "full"}
    assert [ours.recv() for _ in range(3)] == [{"share": 0.5}, {"share": 1.0}, last]
    with pytest.raises(EOFError):
        ours.recv()


def test_a_photograph_is_searched_in_the_snapshot_child(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path | None] = []

    class Reader:
        def see(self, image: Any, detections: list[Any]) -> list[Any]:
            return []

        def detect(self, image: Any) -> list[Any]:
            return []

    def reader(deck: Path | None) -> Reader:
        asked.append(deck)
        return Reader()

    monkeypatch.setattr(snapshot, "_reader", reader)
    photo = cv2.imencode(".jpg", np.full((60, 80, 3), 90, np.uint8))[1].tobytes()
    assert snapshot.find_cards(photo, 0)["error"][0] == "no_cards"
    assert asked == [None]  # a new deck: no other deck's head has a say
    assert snapshot.find_cards(b"no photo", 0)["error"][0] == "not_an_image"
