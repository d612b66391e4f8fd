"""Photographs are judged and read in a process of their own; what is none gets one clear refusal."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from reader_child import decode_as_small, peak_memory, stop_oneself, take_memory, wait_a_while
from yakume.webui.errors import ApiError
from yakume.webui.snapshot import MEMORY_LIMIT_BYTES, SnapshotReader


@pytest.fixture(scope="module")
def reader() -> Iterator[SnapshotReader]:
    reader = SnapshotReader()
    yield reader
    reader.close()


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and has no pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


BAD = {
    "empty": (b"", 422, "empty_image"),
    "text": (b"this is no picture", 415, "not_an_image"),
    "gif": (b"GIF89a" + bytes(40), 415, "not_an_image"),
    "one pixel": (bytes(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1]), 422, "image_too_small"),
    "100 megapixels": (png_header(10_000, 10_000), 413, "image_too_large"),
    "no pixels": (png_header(640, 480), 422, "broken_image"),
}


@pytest.mark.parametrize(("data", "status", "code"), BAD.values(), ids=BAD.keys())
def test_what_is_no_picture_is_refused(reader: SnapshotReader, data: bytes, status: int, code: str) -> None:
    with pytest.raises(ApiError) as refusal:
        reader.read(data)
    assert (refusal.value.status, refusal.value.code) == (status, code)


def test_a_picture_that_kills_its_reader_costs_only_the_reader() -> None:
    reader = SnapshotReader()
    with pytest.raises(ApiError) as refusal:
        reader._ask(os._exit, 3)  # dies as a crashed decoder does
    assert (refusal.value.status, refusal.value.code) == (422, "broken_image")
    with pytest.raises(ApiError, match="empty"):
        reader.read(b"")
    # One that dies while nobody asks costs nothing at all.
    child = reader._child[0]  # type: ignore[index]
    child.kill()
    child.join()
    with pytest.raises(ApiError, match="empty"):
        reader.read(b"")
    reader.close()


def test_a_reader_that_stops_is_given_up() -> None:
    """It was waited for without end."""
    reader = SnapshotReader(limit_s=3)
    with pytest.raises(ApiError) as refusal:
        reader._ask(stop_oneself)
    assert (refusal.value.status, refusal.value.code) == (422, "too_slow")
    reader._limit_s = 60
    with pytest.raises(ApiError, match="empty"):
        reader.read(b"")
    reader.close()


def test_another_deck_is_taken_while_a_photograph_is_read_to_its_end() -> None:
    """The photograph was answered with 500."""
    reader = SnapshotReader()
    answers: list[Any] = []
    reading = threading.Thread(target=lambda: answers.append(reader._ask(wait_a_while, 2.0)))
    reading.start()
    time.sleep(0.5)
    started = time.monotonic()
    reader.use(None)
    assert time.monotonic() - started < 0.5
    reading.join()
    assert answers == [{"waited": 2.0}]
    child = reader._child[0]  # type: ignore[index]
    assert reader._ask(wait_a_while, 0.0) == {"waited": 0.0}
    assert reader._child[0] is not child and not child.is_alive()  # type: ignore[index]
    reader.close()


def test_closing_does_not_wait_for_a_photograph() -> None:
    reader = SnapshotReader()
    refusals: list[str] = []

    def read() -> None:
        try:
            reader._ask(wait_a_while, 60.0)
        except ApiError as error:
            refusals.append(error.code)

    reading = threading.Thread(target=read)
    reading.start()
    time.sleep(1.5)
    started = time.monotonic()
    reader.close()
    reading.join()
    assert time.monotonic() - started < 5
    assert refusals == ["broken_image"]


def test_memory_is_limited_in_the_reader() -> None:
    reader = SnapshotReader()
    with pytest.raises(ApiError) as refusal:
        reader._ask(take_memory, MEMORY_LIMIT_BYTES)
    assert (refusal.value.status, refusal.value.code) == (413, "image_too_large")
    reader.close()


def test_a_header_made_to_deceive_is_seen_through_by_the_decoder() -> None:
    """403 bytes passed as 100×100 px and decoded to 32,000×32,000: 6.2 GB."""
    reader = SnapshotReader()
    with pytest.raises(ApiError) as refusal:
        reader._ask(decode_as_small, jpeg_header(32_000, 32_000))
    assert (refusal.value.status, refusal.value.code) == (413, "image_too_large")
    peak_kb = reader._ask(peak_memory)["kb"]
    assert peak_kb < 1_000_000
    reader.close()


def jpeg_header(width: int, height: int) -> bytes:
    """A JPEG of 16×16 px that claims another size."""
    data = bytearray(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


PARENT = """
import sys, time
from yakume.webui.snapshot import SnapshotReader
if __name__ == "__main__":
    reader = SnapshotReader()
    try:
        reader.read(b"")
    except Exception:
        pass
    print(reader._child[0].pid, flush=True)
    time.sleep(60)
"""


def test_the_reader_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    with subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.kill()
    limit = time.monotonic() + 10
    while alive(child):
        assert time.monotonic() < limit, "the reader outlived its parent"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
