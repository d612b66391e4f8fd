"""Pictures that somebody else puts into a file: the newest alone, whatever its size, for ever."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.vision import pushed
from yakume.vision.pushed import PushedSource


class Gone(Exception):
    """Who waited has gone."""


def put(path: Path, brightness: int, size_wh: tuple[int, int] = (64, 48)) -> None:
    """A new picture in the place of the last one."""
    part = path.with_suffix(".part")
    part.write_bytes(cv2.imencode(".jpg", np.full((size_wh[1], size_wh[0], 3), brightness, np.uint8))[1].tobytes())
    part.replace(path)


def test_the_newest_picture_is_taken_and_a_turned_one_is_as_good(tmp_path: Path) -> None:
    path = tmp_path / "newest.jpg"
    source = PushedSource(path, "phone", lambda why: None)
    frames = iter(source)
    put(path, 10)
    first = next(frames)
    assert (first.index, first.source, first.image.shape, int(first.image.mean())) == (0, "phone", (48, 64, 3), 10)
    # Two while nobody looked: the older one is never seen.
    put(path, 20)
    put(path, 30, (48, 64))
    second = next(frames)
    assert (second.index, second.image.shape, int(second.image.mean())) == (1, (64, 48, 3), 30)
    assert second.t_ms >= first.t_ms
    source.close()
    assert list(frames) == []


def test_what_is_waited_for_is_told_and_a_broken_picture_with_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushed, "WAITING_S", 0.02)
    path = tmp_path / "newest.jpg"
    heard: list[str] = []

    def waiting(why: str) -> None:
        heard.append(why)
        if len(heard) == 2:
            path.write_bytes(b"\xff\xd8\xff no picture")
        if why:
            raise Gone

    with pytest.raises(Gone):
        next(iter(PushedSource(path, "phone", waiting)))
    assert heard[0] == "" and "the picture ends inside its header" in heard[-1]


def test_a_picture_of_the_past_is_not_taken_for_the_present(tmp_path: Path) -> None:
    """As one is that a phone left when it fell asleep, before the worker was started again."""
    path = tmp_path / "newest.jpg"
    put(path, 10)
    old = time.time() - 60
    os.utime(path, (old, old))
    frames = iter(PushedSource(path, "phone", lambda why: None))
    threading.Timer(0.1, put, (path, 50)).start()
    assert int(next(frames).image.mean()) == 50
