"""What the header of a picture names as its size, read without decoding anything and without OpenCV.

A decoder may find another size in a header that was made to deceive: who decodes limits that as well, see `picture`.
"""

from __future__ import annotations

import struct


class PictureError(ValueError):
    """A picture that cannot be used; one sentence, and a stable `code`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height (px) that the header of a JPEG, PNG or WebP names, before EXIF rotation.

    Raises: PictureError if it is none of these or the header is broken.
    """
    if not data:
        raise PictureError("empty_image", "the file is empty")
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return struct.unpack(">II", data[16:24])
        if data[:3] == b"\xff\xd8\xff":
            return _jpeg_size(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
    except (struct.error, IndexError):
        raise PictureError("broken_image", "the picture ends inside its header") from None
    raise PictureError("not_an_image", "not a JPEG, PNG or WebP picture")


_WITHOUT_LENGTH = frozenset({0x00, 0x01, *range(0xD0, 0xD8), 0xFF})
"""What follows 0xFF where no segment begins: a stuffed byte, TEM, RST0…RST7, fill bytes."""


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        # Decoders pass over whatever stands before the next marker; markers without a length are passed over, too.
        while data[at] != 0xFF or data[at + 1] in _WITHOUT_LENGTH:
            at += 1
        marker = data[at + 1]
        # SOF0…SOF15 hold the size; the tables DHT, JPG and DAC share their range.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + length


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        (width,), (height,) = struct.unpack("<I", data[24:27] + b"\0"), struct.unpack("<I", data[27:30] + b"\0")
        return 1 + width, 1 + height
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
