"""Reading a photograph that someone sent, in a process of its own.

The upload is judged by its first bytes, then decoded and read by a child process that keeps the models warm:
a picture that crashes a decoder costs that child and nothing else.
"""

from __future__ import annotations

import multiprocessing
import struct
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from .errors import ApiError

MAX_PIXELS = 100_000_000
"""Largest picture that is decoded, px; beyond any camera, below what fills the memory."""


def image_size(data: bytes) -> tuple[int, int]:
    """Width and height (px) of a JPEG, PNG or WebP as its header gives them, before EXIF rotation.

    Raises: ApiError 415 if it is none of these, 422 if the header is broken.
    """
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            width, height = struct.unpack(">II", data[16:24])
        elif data[:3] == b"\xff\xd8\xff":
            width, height = _jpeg_size(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            width, height = _webp_size(data)
        else:
            raise ApiError(415, "not_an_image", "expected a JPEG, PNG or WebP picture")
    except (struct.error, IndexError):
        raise ApiError(422, "broken_image", "the picture ends inside its header") from None
    return int(width), int(height)


def check_image(data: bytes) -> tuple[int, int]:
    """`image_size` of a picture that may be decoded. Raises: ApiError 415, 413 or 422."""
    if not data:
        raise ApiError(422, "empty_image", "the picture is empty")
    width, height = image_size(data)
    if width * height > MAX_PIXELS:
        raise ApiError(413, "image_too_large", f"{width}×{height} px is more than {MAX_PIXELS // 10**6} megapixels")
    if min(width, height) < 16:
        raise ApiError(422, "image_too_small", f"{width}×{height} px cannot show a card")
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        marker = data[at + 1]
        # SOF0…SOF15 hold the size, except the tables DHT, JPG and DAC that share their range.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + length


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


class SnapshotReader:
    """The child process that reads photographs; started with the first one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def read(self, data: bytes) -> dict[str, Any]:
        """What is seen in the encoded picture `data`: the form of `yakume read --json` for one image.

        Blocks for the time of one reading. Raises: ApiError if it is no picture or cannot be read.
        """
        check_image(data)
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        try:
            result = self._pool.submit(read_picture, data).result()
        except BrokenProcessPool:
            self.close()
            raise ApiError(422, "broken_image", "the reader stopped while reading this picture") from None
        except (ValueError, OSError) as error:
            raise ApiError(422, "unreadable_image", str(error)) from None
        return result

    def close(self) -> None:
        """End the child, if there is one."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def read_picture(data: bytes) -> dict[str, Any]:
    """Decode and read `data`; runs in the child."""
    raise ValueError("no reader yet")
