"""Sources of frames: folders, videos and cameras, and how each of them fails."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from yakume.vision.frames import (
    MOST_MISSED,
    CameraSource,
    Frame,
    PictureSource,
    SourceError,
    VideoSource,
    find_cameras,
    looked_at,
    open_source,
)
from yakume.vision.motion import KEPT_EVERY_MS, SMALL_WIDTH
from yakume.vision.projector import Projector


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """12 frames at 20 a second; frame n is n × 20 bright."""
    path = tmp_path_factory.mktemp("video") / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 20, (64, 48))
    for number in range(12):
        writer.write(np.full((48, 64, 3), number * 20, np.uint8))
    writer.release()
    return path


class FakeCamera:
    """Gives `pictures`, one every `pause_s`, then fails, or repeats the last one for ever."""

    def __init__(self, count: int, *, then_freeze: bool = False, pause_s: float = 0.005) -> None:
        self.pause_s, self.then_freeze = pause_s, then_freeze
        self.numbers = iter(range(count))
        self.last = None
        self.released = threading.Event()

    def read(self):
        time.sleep(self.pause_s)
        number = next(self.numbers, None)
        if number is not None:
            self.last = np.full((48, 64, 3), number % 250, np.uint8)
        elif not self.then_freeze:
            return False, None
        return True, self.last

    def release(self) -> None:
        self.released.set()


def test_a_folder_gives_its_pictures_in_order(tmp_path) -> None:
    for name in ("b.png", "a.JPG", "c.webp"):
        cv2.imwrite(str(tmp_path / name.lower()), np.zeros((48, 64, 3), np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_source(str(tmp_path))
    assert isinstance(source, PictureSource)
    assert [(frame.index, frame.source) for frame in source] == [(0, "a.jpg"), (1, "b.png"), (2, "c.webp")]
    source.close()


def test_a_broken_picture_in_a_folder_ends_it_with_one_line(tmp_path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"nothing")
    with pytest.raises(SourceError, match=r"a\.jpg: not a JPEG"):
        list(open_source(str(tmp_path)))


def test_a_single_picture_is_a_source(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((48, 64, 3), np.uint8))
    assert len(list(open_source(str(tmp_path / "one.png")))) == 1


def test_a_video_gives_every_frame_with_its_own_time(video) -> None:
    source = VideoSource(video)
    frames = list(source)
    source.close()
    assert [frame.index for frame in frames] == list(range(12))
    assert [frame.t_ms for frame in frames[:3]] == [0, 50, 100]
    assert abs(int(frames[5].image.mean()) - 100) < 6


class Audience:
    """Watches a film and takes its time over some frames; its clock is its own."""

    def __init__(self, busy_s: dict[int, float], usual_s: float = 0.0) -> None:
        self.now, self.busy_s, self.usual_s = 100.0, busy_s, usual_s
        self.seen: list[tuple[int, int]] = []
        """Frame, and when it was shown, ms after the first."""

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def watch(self, video, frames: int | None = None) -> list[tuple[int, int]]:
        source = VideoSource(video, loop=frames is not None, projector=Projector(lambda: self.now, self.sleep))
        for frame in self.film(source):
            self.seen.append((frame.index, round(1000 * (self.now - 100))))
            if frames is not None and frame.index >= frames:
                break
        source.close()
        return self.seen

    def film(self, source: VideoSource) -> Iterator[Frame]:
        for frame in source:
            yield frame
            self.now += self.busy_s.get(frame.index, self.usual_s)


def test_a_film_keeps_its_own_speed(video) -> None:
    assert Audience({}).watch(video) == [(number, 50 * number) for number in range(12)]


def test_of_a_film_that_is_watched_too_slowly_frames_are_left_out_and_none_comes_late(video) -> None:
    seen = Audience({3: 0.18}, usual_s=0.02).watch(video)
    assert [number for number, _ in seen] == [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]
    assert all(at - 50 * number < 50 for number, at in seen)
    slow = Audience({}, usual_s=0.12).watch(video, frames=60)
    assert all(at - 50 * number < 50 + 70 for number, at in slow)  # it stood for 70 ms at its first picture
    assert len(slow) == 27  # at 0, 120, … 3120 ms


def test_a_film_stands_at_its_first_picture_until_that_was_looked_at(video) -> None:
    seen = Audience({0: 4.0}).watch(video)
    assert seen == [(0, 0), *((number, 3950 + 50 * number) for number in range(1, 12))]


def test_the_last_frame_of_a_film_is_shown_to_the_slowest(video) -> None:
    assert [number for number, _ in Audience({}, usual_s=2.0).watch(video)] == [0, 1, 11]


def test_a_computer_that_stood_still_does_not_rush_through_hours_of_film(video) -> None:
    seen = Audience({2: 3600.0}).watch(video, frames=400)
    assert [number for number, _ in seen[:5]] == [0, 1, 2, 102, 103]
    assert [at - seen[3][1] for _, at in seen[3:6]] == [0, 50, 100]


def test_of_an_example_only_so_much_is_left_out_at_once_and_it_runs_slower_instead(video) -> None:
    slow = Audience({}, usual_s=0.5)
    projector = Projector(lambda: slow.now, slow.sleep, most_skipped_ms=100)
    frames = [
        frame.index for frame in itertools.islice(slow.film(VideoSource(video, loop=True, projector=projector)), 8)
    ]
    assert frames == [0, 1, 3, 5, 7, 9, 11, 13]


def test_a_looped_video_starts_again_while_its_time_runs_on(video) -> None:
    frames = list(itertools.islice(VideoSource(video, loop=True), 30))
    assert [frame.index for frame in frames] == list(range(30))
    assert frames[24].t_ms == 1200
    assert abs(int(frames[13].image.mean()) - 20) < 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nowhere.mp4", "no such file"),
        ("nowhere.jpg", "no such file"),
        ("77", "camera 77: no camera answers"),
    ],
)
def test_a_source_that_is_not_there_is_one_line(text, message, capfd) -> None:
    with pytest.raises(SourceError, match=message):
        open_source(text)
    assert capfd.readouterr().err == ""


def test_a_file_that_is_no_video_is_one_line(tmp_path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_text("not a video")
    with pytest.raises(SourceError, match="not a video"):
        open_source(str(path))


def test_a_folder_without_pictures_is_one_line(tmp_path) -> None:
    with pytest.raises(SourceError, match="no JPEG, PNG or WebP"):
        open_source(str(tmp_path))


def test_a_stream_password_is_not_shown() -> None:
    with pytest.raises(SourceError) as caught:
        CameraSource("rtsp://user:secret@camera.local/1", open_capture=lambda target: None)
    assert "secret" not in str(caught.value)
    assert "rtsp://camera.local/1" in str(caught.value)


def test_a_slow_reader_of_a_camera_gets_only_the_newest_frame() -> None:
    camera = FakeCamera(200, then_freeze=True)
    source = CameraSource(0, open_capture=lambda target: camera)
    frames = iter(source)
    first = next(frames).index
    time.sleep(0.3)
    later = next(frames)
    assert later.index > first + 5
    assert later.index == int(later.image[0, 0, 0])
    source.close()
    assert camera.released.is_set()


@dataclass
class HandedCamera:
    """Gives a picture when it is handed one, `step_s` after the one before; frame n is n bright."""

    step_s: float
    now_s: float = 0.0
    count: int = 0
    numbers: queue.Queue[int | None] = field(default_factory=queue.Queue)

    def read(self):
        number = self.numbers.get()
        return number is not None, None if number is None else np.full((48, 64, 3), number, np.uint8)

    def release(self) -> None:
        pass

    def hand(self, source: CameraSource, count: int = 1) -> None:
        """Hand `count` pictures to whoever reads `source`, each once the one before was seen."""
        for _ in range(count):
            self.now_s += self.step_s
            self.numbers.put(self.count)
            with source._changed:
                assert source._changed.wait_for(lambda: source._is_newer(self.count - 1), 10)
            self.count += 1


@pytest.fixture
def handed(monkeypatch):
    """Opens a camera that is handed a picture every so many seconds by its own clock, and its source."""
    opened = []

    def camera(step_s: float) -> tuple[HandedCamera, CameraSource]:
        camera = HandedCamera(step_s)
        monkeypatch.setattr("yakume.vision.frames.time", SimpleNamespace(monotonic=lambda: camera.now_s))
        opened.append((camera, source := CameraSource(0, open_capture=lambda target: camera)))
        return camera, source

    yield camera
    for each, source in opened:
        each.numbers.put(None)
        source.close()


def test_of_what_a_slow_reader_missed_small_pictures_are_kept_some_time_apart(handed) -> None:
    camera, source = handed(0.04)
    frames = iter(source)
    camera.hand(source)
    assert next(frames).missed == ()
    camera.hand(source, 10)
    later = next(frames)
    assert later.index == 10
    # Every third is far enough from the one before.
    assert KEPT_EVERY_MS == 90
    assert [each.t_ms for each in later.missed] == [80, 200, 320]
    assert [int(each.coloured[0, 0, 0]) for each in later.missed] == [1, 4, 7]
    camera.hand(source)
    assert next(frames).missed == ()


def test_what_was_looked_at_was_not_missed_and_costs_nothing(handed, monkeypatch) -> None:
    made = []
    monkeypatch.setattr("yakume.vision.frames.small_picture", made.append)
    camera, source = handed(0.2)
    frames = iter(source)
    for number in range(5):
        camera.hand(source)
        frame = next(frames)
        assert (frame.index, frame.missed, made) == (number, (), [])


def test_what_is_looked_at_while_its_small_picture_is_made_was_not_missed(handed, monkeypatch) -> None:
    camera, source = handed(0.2)
    frames = iter(source)
    taken: list[Frame] = []
    monkeypatch.setattr("yakume.vision.frames.small_picture", lambda image: taken.append(next(frames)))
    camera.hand(source, 2)
    assert [frame.index for frame in taken] == [0]
    assert next(frames).missed == ()


def test_of_what_was_missed_for_long_no_more_than_the_newest_is_kept(handed) -> None:
    camera, source = handed(0.2)
    frames = iter(source)
    camera.hand(source)
    next(frames)
    camera.hand(source, MOST_MISSED + 20)
    later = next(frames)
    assert [int(each.coloured[0, 0, 0]) for each in later.missed] == list(range(later.index - MOST_MISSED, later.index))


def test_one_frame_in_so_many_is_looked_at_and_the_others_are_missed() -> None:
    image = np.zeros((240, 2 * SMALL_WIDTH, 3), np.uint8)
    frames = [Frame(image + number, number, 50 * number, "film") for number in range(8)]
    looked = list(looked_at(frames, 3))
    assert [(frame.index, [each.t_ms for each in frame.missed]) for frame in looked] == [
        (0, []),
        (3, [50, 100]),
        (6, [200, 250]),
    ]
    assert looked[1].missed[0].coloured.shape == (120, SMALL_WIDTH, 3)
    assert [int(each.coloured[5, 5, 0]) for each in looked[2].missed] == [4, 5]


def test_a_camera_that_vanishes_is_told() -> None:
    source = CameraSource(0, open_capture=lambda target: FakeCamera(5))
    with pytest.raises(SourceError, match="camera 0 went away"):
        list(source)
    source.close()


def test_a_camera_that_repeats_its_last_picture_is_frozen() -> None:
    camera = FakeCamera(5, then_freeze=True)
    source = CameraSource(0, open_capture=lambda target: camera, lost_ms=200)
    with pytest.raises(SourceError, match=r"camera 0 is frozen: no new picture for 0\.2 s"):
        list(source)
    source.close()


def test_a_camera_whose_driver_hangs_is_frozen_and_can_be_closed() -> None:
    camera = FakeCamera(1, pause_s=5)
    source = CameraSource(0, open_capture=lambda target: camera, lost_ms=100)
    with pytest.raises(SourceError, match="frozen"):
        next(iter(source))
    started = time.monotonic()
    source.close()
    assert time.monotonic() - started < 2


def test_a_closed_camera_ends_quietly() -> None:
    source = CameraSource(0, open_capture=lambda target: FakeCamera(10_000))
    frames = iter(source)
    next(frames)
    source.close()
    assert list(frames) == []


def test_cameras_are_found_by_looking(monkeypatch) -> None:
    monkeypatch.setattr("yakume.vision.frames._open", lambda target: FakeCamera(1) if target == 2 else None)
    assert find_cameras() == [2]
