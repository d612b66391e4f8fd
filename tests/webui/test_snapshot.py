"""Photographs are judged and read in a process of their own; what is none gets one clear refusal."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from yakume.webui.errors import ApiError
from yakume.webui.snapshot import SnapshotReader


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
    reader.close()
