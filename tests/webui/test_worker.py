"""The watchdog of the vision worker: it tells how the camera is and starts the child again."""

from __future__ import annotations

import os
import struct
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
from observing import card_seen, observed
from yakume.vision.observation import encode
from yakume.webui import worker as worker_module
from yakume.webui.meter import JUDGED_BY, SLOW_MS
from yakume.webui.worker import CameraStatus, Pictures, VisionWorker, Watch, encode_jpeg, is_dark

WATCH = Watch(source="0", layout="", loop=False)


@dataclass
class FakeChild:
    """A process that is not one; its pipe is driven by the test."""

    pipe: Connection
    exitcode: int | None = None
    killed: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def is_alive(self) -> bool:
        return not self.killed

    def kill(self) -> None:
        with self.lock:  # the watchdog and the test may both do it
            self.killed = True
            if not self.pipe.closed:
                self.pipe.close()

    def join(self, timeout: float | None = None) -> None:
        pass

    def die(self, exitcode: int) -> None:
        self.exitcode = exitcode
        self.kill()


@dataclass
class Scene:
    """A supervised worker whose children and clock belong to the test."""

    now: float = 0.0
    children: list[FakeChild] = field(default_factory=list)
    observations: list[Any] = field(default_factory=list)
    statuses: list[CameraStatus] = field(default_factory=list)
    worker: VisionWorker | None = None

    def spawn(self, watch: Watch) -> tuple[FakeChild, Connection]:
        assert watch == WATCH
        ours, theirs = Pipe()
        self.children.append(FakeChild(theirs))
        return self.children[-1], ours

    def wait(self, fact: Callable[[], Any]) -> Any:
        limit = time.monotonic() + 20
        while not (value := fact()):
            assert time.monotonic() < limit, f"never happened; statuses: {self.statuses}"
            time.sleep(0.005)
        return value

    def child(self, number: int) -> FakeChild:
        return self.wait(lambda: len(self.children) > number and self.children[number])

    def state(self, name: str) -> CameraStatus:
        return self.wait(lambda: self.statuses and self.statuses[-1].state == name and self.statuses[-1])


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    scene.worker = VisionWorker(
        WATCH,
        scene.observations.append,
        scene.statuses.append,
        spawn=scene.spawn,
        clock=lambda: scene.now,
        backoff_s=(0.01,),
    )
    scene.worker.start()
    yield scene
    scene.worker.stop()
    for child in scene.children:
        child.kill()


def frame(
    number: int, full: bytes | None = None, taken_s: float = 0.0, dark: bool = False
) -> tuple[str, bytes, bytes, bytes | None, float, bool]:
    return ("frame", encode(observed([], frame=number)), b"jpeg %d" % number, full, taken_s, dark)


def test_observations_and_newest_pictures_arrive(scene: Scene) -> None:
    child = scene.child(0)
    assert scene.worker.picture() is None
    for number in range(10):
        child.pipe.send(frame(number))
    scene.wait(lambda: len(scene.observations) == 10)
    assert scene.state("live") == CameraStatus("live", restarts=0)
    assert scene.worker.picture() == (9, b"jpeg 9")
    assert scene.worker.picture(7) == (7, b"jpeg 7")
    assert scene.worker.picture(0) == (9, b"jpeg 9")


def test_a_picture_is_sent_in_full_size_while_that_is_asked_for_also_by_the_next_child(scene: Scene) -> None:
    child = scene.child(0)
    child.pipe.send(frame(1))
    scene.state("live")
    assert scene.worker.full_picture(1) == b"jpeg 1"
    scene.worker.ask_full(True)
    scene.wait(child.pipe.poll)
    assert child.pipe.recv() is True
    child.pipe.send(frame(2, b"full 2"))
    scene.wait(lambda: len(scene.observations) == 2)
    assert scene.worker.picture(2) == (2, b"jpeg 2")
    assert scene.worker.full_picture(2) == b"full 2"
    assert scene.worker.full_picture(3) is None
    child.die(-9)
    again = scene.child(1)
    scene.wait(again.pipe.poll)
    assert again.pipe.recv() is True
    scene.worker.ask_full(False)
    scene.wait(again.pipe.poll)
    assert again.pipe.recv() is False


def test_a_dead_child_is_replaced_and_the_page_is_told(scene: Scene) -> None:
    scene.child(0).pipe.send(frame(1))
    scene.state("live")
    scene.child(0).die(-9)
    again = scene.child(1)
    assert any(s.state == "restarting" and "exit code -9" in s.detail for s in scene.statuses)
    again.pipe.send(frame(1))
    assert scene.state("live").restarts == 1
    assert scene.children[0].killed


def test_a_silent_child_is_first_called_frozen_then_replaced(scene: Scene) -> None:
    scene.child(0).pipe.send(frame(1))
    scene.state("live")
    scene.now += worker_module.FROZEN_S + 1
    scene.state("frozen")
    scene.child(0).pipe.send(frame(2))
    scene.state("live")
    scene.now += worker_module.SILENT_S + 1
    scene.child(1)
    assert scene.children[0].killed
    assert any("said nothing" in s.detail for s in scene.statuses)


def test_a_child_that_loads_its_models_slowly_is_let_be_and_longer_after_every_start_in_vain(scene: Scene) -> None:
    for number, patience_s in enumerate((60, 120, 240, 480, 480)):
        scene.child(number)
        scene.wait(lambda number=number: scene.worker.status.restarts == number)
        time.sleep(0.05)  # it is looked at five times a second
        before = scene.now
        scene.now = before + patience_s - 1
        time.sleep(0.5)
        assert len(scene.children) == number + 1, f"it was killed before its {patience_s} s were over"
        scene.now = before + patience_s + 1
    scene.child(5).pipe.send(frame(1))
    scene.state("live")
    scene.now += worker_module.SILENT_S + 1
    scene.child(6)


def test_a_computer_that_is_too_slow_is_told_from_a_camera_that_stopped(scene: Scene) -> None:
    child = scene.child(0)
    child.pipe.send(frame(1))
    scene.state("live")
    # A picture is there and is still being read: the camera is not what keeps people waiting.
    child.pipe.send(("taken",))
    scene.wait(lambda: scene.worker._reading)
    scene.now += worker_module.FROZEN_S + 1
    scene.state("slow")
    child.pipe.send(frame(2, taken_s=scene.now))
    scene.state("live")
    # Pictures that come, each late, are slow as well; and they are not, once they come in time again.
    for number in range(3, 3 + JUDGED_BY + 1):
        child.pipe.send(frame(number, taken_s=scene.now - 2 * SLOW_MS / 1000))
    scene.state("slow")
    for number in range(20, 20 + JUDGED_BY + 1):
        child.pipe.send(frame(number, taken_s=scene.now))
    scene.state("live")
    # One that takes long is said as long as it does, and so are those after it: the page does not go to and fro.
    child.pipe.send(("taken",))
    scene.wait(lambda: scene.worker._reading)
    scene.now += worker_module.FROZEN_S + 1
    scene.state("slow")
    told = len(scene.statuses)
    child.pipe.send(frame(30, taken_s=scene.now - worker_module.FROZEN_S))
    for number in range(31, 31 + JUDGED_BY - 1):
        child.pipe.send(frame(number, taken_s=scene.now))
    scene.wait(lambda: scene.observations[-1].frame == 31 + JUDGED_BY - 2)
    assert len(scene.statuses) == told and scene.worker.status.state == "slow"
    child.pipe.send(frame(39, taken_s=scene.now))
    scene.state("live")
    child.pipe.send(frame(40, dark=True))
    scene.state("dark")
    child.pipe.send(("frozen", "camera 0 is frozen: no new picture for 5 s"))
    assert scene.state("frozen").detail == "camera 0 is frozen: no new picture for 5 s"
    child.die(0)
    scene.child(1)
    scene.wait(lambda: scene.worker.status.restarts == 1)
    assert scene.worker.status.state == "frozen"  # as long as no picture comes, what is wrong is named


def test_a_missing_camera_is_called_lost_and_tried_again(scene: Scene) -> None:
    scene.child(0).pipe.send(("lost", "no camera 7"))
    assert scene.state("lost").detail == "no camera 7"
    scene.child(0).die(0)
    scene.child(1).pipe.send(frame(1))
    assert scene.state("live") == CameraStatus("live", restarts=1)


def test_a_finished_video_is_not_started_again(scene: Scene) -> None:
    scene.child(0).pipe.send(frame(1))
    scene.child(0).pipe.send(("ended",))
    scene.state("ended")
    assert len(scene.children) == 1
    assert scene.worker.picture() == (1, b"jpeg 1")


def test_stop_kills_the_child_and_ends_the_thread(scene: Scene) -> None:
    child = scene.child(0)
    scene.worker.stop()
    assert child.killed
    assert not [thread for thread in threading.enumerate() if thread.name == "vision-watchdog"]


def test_a_picture_with_nothing_in_it_is_dark_and_one_of_a_dim_table_is_not() -> None:
    rng = np.random.default_rng(3)
    noise = np.clip(rng.normal(2, 2, (360, 640, 3)), 0, 255).astype(np.uint8)
    dim = np.full((360, 640, 3), 15, np.uint8)
    assert is_dark(noise) and is_dark(np.zeros_like(dim)) and not is_dark(dim)


def test_pictures_are_jpeg_no_wider_than_the_page_needs() -> None:
    small = cv2.imdecode(np.frombuffer(encode_jpeg(np.zeros((300, 400, 3), np.uint8)), np.uint8), 1)
    large = cv2.imdecode(np.frombuffer(encode_jpeg(np.zeros((1080, 1920, 3), np.uint8)), np.uint8), 1)
    assert small.shape == (300, 400, 3)
    assert large.shape == (720, 1280, 3)


def test_a_child_that_cannot_be_started_is_tried_again_and_the_page_is_told() -> None:
    """Without a file descriptor left, the watchdog died with the worker, and "restarting" stood there for ever."""
    scene, failures = Scene(), iter([OSError(24, "Too many open files"), MemoryError()])

    def spawn(watch: Watch) -> tuple[FakeChild, Connection]:
        for failure in failures:
            raise failure
        return scene.spawn(watch)

    worker = VisionWorker(
        WATCH, scene.observations.append, scene.statuses.append, spawn=spawn, clock=lambda: scene.now, backoff_s=(0.01,)
    )
    worker.start()
    scene.child(0).pipe.send(frame(1))
    assert scene.state("live").restarts == 2
    assert [status.detail for status in scene.statuses if "Too many open files" in status.detail]
    worker.stop()


def test_a_page_that_cannot_be_told_does_not_end_the_watchdog() -> None:
    scene = Scene()

    def fail(status: CameraStatus) -> None:
        scene.statuses.append(status)
        raise RuntimeError("no")

    worker = VisionWorker(WATCH, scene.observations.append, fail, spawn=scene.spawn, clock=lambda: scene.now)
    worker.start()
    scene.child(0).pipe.send(frame(1))
    scene.state("live")
    scene.wait(lambda: len(scene.observations) == 1)
    worker.stop()


HALF = struct.pack("!i", 100_000) + b"half of a message"


def test_a_child_that_stops_in_the_middle_of_a_message_is_replaced(scene: Scene) -> None:
    scene.child(0).pipe.send(frame(1))
    scene.state("live")
    os.write(scene.child(0).pipe.fileno(), HALF)
    scene.now += worker_module.SILENT_S + 1
    scene.child(1).pipe.send(frame(1))
    assert scene.state("live").restarts == 1


def test_stop_does_not_wait_for_the_rest_of_a_message(scene: Scene) -> None:
    scene.child(0).pipe.send(frame(1))
    scene.state("live")
    os.write(scene.child(0).pipe.fileno(), HALF)
    started = time.monotonic()
    scene.worker.stop()
    assert time.monotonic() - started < 3
    assert scene.children[0].killed


def test_while_nothing_moves_the_picture_is_made_twice_a_second() -> None:
    rng, pictures = np.random.default_rng(1), Pictures()
    image = rng.integers(0, 255, (90, 160, 3)).astype(np.uint8)
    other = rng.integers(0, 255, (90, 160, 3)).astype(np.uint8)
    card = [card_seen(1, "1h", "field")]
    first, dark = pictures.of(image, observed(card, 0))
    assert not dark
    assert pictures.of(other, observed(card, 400))[0] == first
    assert pictures.of(other, observed(card, 400, hand=True))[0] == encode_jpeg(other)
    assert pictures.of(image, observed(card, 500))[0] == first, "a hand that has gone leaves another picture"
    assert pictures.of(other, observed([], 600))[0] == encode_jpeg(other)
    assert pictures.of(image, observed([], 1000))[0] == encode_jpeg(other)
    assert pictures.of(image, observed([], 1100))[0] == first
