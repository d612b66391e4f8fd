"""From the bytes of a photograph to pixels, judged by the header before anything is decoded."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture, shape (height, width, 3), BGR."""

MAX_PIXELS = 80_000_000
"""Largest picture that is decoded, px; more than table cameras and most phones give, and 240 MB as BGR."""

MIN_SIDE_PX = 24
"""Shortest side that can show a card: nothing smaller than 24 px is found (issue of the models)."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
"""File name endings of the pictures taken from a folder, lower case."""


class PictureError(ValueError):
    """A picture that cannot be used; one sentence, and a stable `code`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def load_picture(path: Path) -> Image:
    """The photograph in the file `path`, turned as its EXIF orientation says.

    Raises: PictureError for a file that is missing, not a picture, broken, too small or too large.
    """
    if path.is_dir():
        raise PictureError("not_an_image", f"cannot read {path}: it is a folder")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError("missing", f"cannot read {path}: no such file") from None
    except OSError as error:
        raise PictureError("unreadable", f"cannot read {path}: {error.strerror}") from None
    try:
        return decode_picture(data)
    except PictureError as error:
        raise PictureError(error.code, f"cannot read {path}: {error}") from None


def decode_picture(data: bytes) -> Image:
    """The photograph encoded in `data` (JPEG, PNG or WebP), turned as its EXIF orientation says.

    Raises: PictureError, before decoding if the header tells.
    """
    width, height = picture_size(data)
    if width * height > MAX_PIXELS:
        raise PictureError(
            "image_too_large",
            f"{width}×{height} px is {width * height / 1e6:.0f} megapixels, more than {MAX_PIXELS // 10**6}",
        )
    if min(width, height) < MIN_SIDE_PX:
        raise PictureError("image_too_small", f"{width}×{height} px cannot show a card")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PictureError("broken_image", "the picture is damaged")
    return np.asarray(image, np.uint8)


def resized(image: Image, size_wh: tuple[int, int]) -> Image:
    """`image` at another size, averaged and not sampled where it shrinks.

    Halved as often as it can be, then interpolated: OpenCV halves in a tenth of the time in which it averages over
    any other factor.
    """
    while image.shape[1] >= 2 * size_wh[0] and image.shape[0] >= 2 * size_wh[1]:
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    if (image.shape[1], image.shape[0]) != size_wh:
        image = cv2.resize(image, size_wh, interpolation=cv2.INTER_LINEAR)
    return np.asarray(image, np.uint8)


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


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # fill bytes
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
