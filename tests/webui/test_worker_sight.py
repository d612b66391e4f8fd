"""Cameras that are black, covered, turned or frozen are told and recover: the worker's own loop on painted frames."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

import cv2
import numpy as np
import pytest
from painted import PaintedTable
from yakume.vision.frames import CameraSource, Frame, FrameSource
from yakume.vision.layout import TableLayout
from yakume.vision.lens import Lens, LensWatch
from yakume.vision.observation import CameraMoved, NoSight, Observation, UpsideDown
from yakume.webui import worker as worker_module
from yakume.webui.worker import CameraStatus, VisionWorker, Watch, run_child

LAID = {"1h": (400, 270, 0), "3t": (450, 270, 0), "5n": (500, 270, 0), "8a": (550, 270, 0)}
STOCK = {"back": (342, 270, 0)}
WATCH = Watch(source="0", layout=TableLayout.default(3).to_toml(), loop=False)


def painted(cards: dict[str, tuple[float, float, float]]) -> PaintedTable:
    table = PaintedTable()
    table.cards |= cards
    for at, card in enumerate(("2n", "2t", "4a", "4t")):
        table.cards[card] = (220 + 80 * at, 480, 5 * at)
    return table


class Thread(threading.Thread):
    """The child, run here."""

    exitcode = 0

    def kill(self) -> None:
        pass


@dataclass
class Room:
    """A worker whose child is a thread, whose camera is painted, and what it told."""

    table: PaintedTable
    sources: list[FrameSource] = field(default_factory=list)
    opened: list[FrameSource] = field(default_factory=list)
    children: list[Thread] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)
    statuses: list[CameraStatus] = field(default_factory=list)

    def spawn(self, watch: Watch) -> tuple[Thread, Connection]:
        ours, theirs = Pipe()
        child = Thread(target=run_child, args=(watch, theirs), daemon=True)
        self.children.append(child)
        child.start()
        return child, ours

    def open(self) -> FrameSource:
        self.opened.append(self.sources.pop(0))
        return self.opened[-1]

    def work(self, monkeypatch: pytest.MonkeyPatch, until: Callable[[], bool]) -> None:
        monkeypatch.setattr("yakume.models.reader.load_reader", lambda **_: self.table.reader())
        monkeypatch.setattr("yakume.vision.frames.open_source", lambda *_, **__: self.open())
        monkeypatch.setattr(worker_module, "end_with_parent", lambda: None)
        worker = VisionWorker(WATCH, self.seen.append, self.statuses.append, spawn=self.spawn, backoff_s=(0.01,))
        worker.start()
        limit = time.monotonic() + 60
        while not until():
            assert time.monotonic() < limit, self.statuses
            time.sleep(0.02)
        worker.stop()
        for source in (*self.sources, *self.opened):
            source.close()
        for child in self.children:
            child.join(20)
            assert not child.is_alive()


@dataclass
class Film:
    """Frames one after the other, 200 ms apart."""

    images: list[np.ndarray]
    name: str = "film"

    def __iter__(self) -> Iterator[Frame]:
        for index, image in enumerate(self.images):
            yield Frame(image, index, 200 * index, self.name)

    def close(self) -> None:
        pass


def noisy(image: np.ndarray, seed: int) -> np.ndarray:
    return np.clip(image + np.random.default_rng(seed).normal(0, 2, image.shape), 0, 255).astype(np.uint8)


def test_a_black_a_covered_and_a_turned_camera_are_told_and_the_cards_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    table = painted(LAID | STOCK)
    room = Room(table)
    black, cloth = np.zeros((540, 960, 3), np.uint8), np.full((540, 960, 3), (30, 30, 40), np.uint8)
    clear = [table.image(at) for at in range(8)]
    film = [*clear, *(noisy(black, at) for at in range(6)), *clear, *(noisy(cloth, at) for at in range(6)), *clear]
    room.sources = [Film(film)]
    room.work(monkeypatch, lambda: len(room.seen) == len(film) and room.statuses[-1].state == "ended")
    told = [[each for each in seen.problems if isinstance(each, NoSight)] for seen in room.seen]
    assert told == [[]] * 8 + [[NoSight("dark")]] * 6 + [[]] * 8 + [[NoSight("covered")]] * 6 + [[]] * 8
    numbers = [{card.track for card in seen.cards} for seen in room.seen]
    assert numbers[7] == numbers[-1] and len(numbers[7]) == 9
    # Nothing is concluded meanwhile: it counts as a hand over everything.
    assert all(len(seen.hands) == 8 for seen in room.seen[9:14])


def test_a_camera_that_is_turned_around_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = painted(LAID | STOCK)
    upright = [table.image(at) for at in range(12)]
    turned = Turned()
    turned.cards |= table.cards
    room = Room(turned)
    film = [*upright, *(np.asarray(cv2.rotate(table.image(at), cv2.ROTATE_180)) for at in range(16))]
    room.sources = [Film(film)]
    room.work(monkeypatch, lambda: len(room.seen) == len(film))
    assert any(isinstance(each, CameraMoved) for each in room.seen[-1].problems)
    zones = [{card.card: str(card.zone) for card in room.seen[at].cards if card.card is not None} for at in (11, -1)]
    assert zones[0] == zones[1] and len(zones[0]) == 8


class Turned(PaintedTable):
    """Finds the cards where the picture shows them: there is more to see where the captures lie."""

    is_turned = False

    def detect(self, image: np.ndarray) -> Any:
        self.is_turned = bool(np.abs(image[:270].astype(int) - 60).mean() > np.abs(image[270:].astype(int) - 60).mean())
        return super().detect(image)

    def quad(self, key: str) -> np.ndarray:
        quad = super().quad(key)
        return np.array([959, 539], np.float32) - quad if self.is_turned else quad


def test_a_camera_that_hangs_upside_down_from_the_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = painted(LAID | {"back": (960 - 342, 270, 0)})
    room = Room(table)
    room.sources = [Film([table.image(at) for at in range(10)])]
    room.work(monkeypatch, lambda: len(room.seen) == 10)
    assert UpsideDown() in room.seen[-1].problems
    fine = Room(painted(LAID | STOCK))
    fine.sources = [Film([fine.table.image(at) for at in range(10)])]
    fine.work(monkeypatch, lambda: len(fine.seen) == 10)
    assert fine.seen[-1].problems == ()


def test_a_frozen_camera_is_told_opened_again_and_seen_through(monkeypatch: pytest.MonkeyPatch) -> None:
    table = painted(LAID)

    @dataclass
    class Driver:
        """A driver that gives its last picture again for ever once it hangs."""

        good: int
        given: int = 0

        def read(self) -> tuple[bool, np.ndarray]:
            time.sleep(0.01)
            self.given = min(self.given + 1, self.good)
            return True, table.image(self.given)

        def release(self) -> None:
            pass

    def camera(good: int) -> CameraSource:
        return CameraSource(0, open_capture=lambda _: Driver(good), lost_ms=400)

    room = Room(table)
    room.sources = [camera(3), camera(10**6), camera(10**6)]
    room.work(monkeypatch, lambda: bool(room.statuses) and room.statuses[-1] == CameraStatus("live", restarts=1))
    assert any(status.state == "frozen" and "is frozen" in status.detail for status in room.statuses), room.statuses


def test_a_table_that_was_cleared_is_not_covered_and_a_cover_that_stays_is_the_table() -> None:
    busy, bare, cloth = (np.full((180, 320), level, np.uint8) for level in (120, 120, 60))
    for x in range(20, 300, 20):
        busy[20:160, x : x + 8] = 220
    lens = LensWatch()
    assert [lens.update(busy, t_ms) for t_ms in (0, 100)] == [Lens.CLEAR] * 2
    assert lens.update(bare, 200) is Lens.CLEAR
    assert lens.update(busy, 300) is Lens.CLEAR
    assert [lens.update(cloth, t_ms) for t_ms in (400, 30_000, 61_000)] == [Lens.COVERED, Lens.COVERED, Lens.CLEAR]
    assert lens.update(busy, 62_000) is Lens.CLEAR


def test_cards_on_a_dark_cloth_are_seen_and_a_black_picture_with_a_lamp_in_it_is_black() -> None:
    """三人, seed 1311: on a dark red cloth, of a mean of 12 grey levels, no first field was looked at."""
    cloth = np.full((180, 320), 8, np.uint8)
    cards, lamp = cloth.copy(), cloth // 4
    for x in range(100, 220, 20):
        cards[80:92, x : x + 8] = 130
    lamp[:10, :20] = 130
    lens = LensWatch()
    assert lens.update(cards, 0) is Lens.CLEAR
    assert lens.update(lamp, 100) is Lens.DARK
    assert lens.update(cards, 200) is Lens.CLEAR
