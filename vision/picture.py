"""From the bytes of a photograph to pixels, judged by the header before anything is decoded."""

from __future__ import annotations

import os
from pathlib import Path

from .headers import PictureError, picture_size
from .limits import DECODER_LIMIT, MAX_PIXELS

os.environ.update(DECODER_LIMIT)  # read by OpenCV while it is loaded

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "MAX_PIXELS",
    "MIN_SIDE_PX",
    "SUFFIXES",
    "Image",
    "PictureError",
    "decode_picture",
    "load_picture",
    "picture_size",
    "resized",
]

Image = NDArray[np.uint8]
"""A picture, shape (height, width, 3), BGR."""

MIN_SIDE_PX = 24
"""Shortest side that can show a card: nothing smaller than 24 px is found (issue of the models)."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
"""File name endings of the pictures taken from a folder, lower case."""


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
        raise _too_large(f"{width}×{height} px is {width * height / 1e6:.0f} megapixels")
    if min(width, height) < MIN_SIDE_PX:
        raise PictureError("image_too_small", f"{width}×{height} px cannot show a card")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        # The decoder reads the header by itself, and may find another size in a header made to deceive.
        if "CV_IO_MAX_IMAGE" in str(error) or error.code == cv2.Error.STS_NO_MEM:
            raise _too_large("too large by what its decoder finds in it") from None
        image = None
    if image is None:
        raise PictureError("broken_image", "the picture is damaged")
    if image.shape[0] * image.shape[1] > MAX_PIXELS:  # where OpenCV was loaded before its limit was set
        raise _too_large(f"decoded, {image.shape[1]}×{image.shape[0]} px")
    return np.asarray(image, np.uint8)


def _too_large(what: str) -> PictureError:
    return PictureError("image_too_large", f"{what}, more than {MAX_PIXELS // 10**6} megapixels")


def resized(image: Image, size_wh: tuple[int, int]) -> Image:
    """`image` at another size, averaged and not sampled where it shrinks.

    Halved as often as it can be, then interpolated: OpenCV halves in a tenth of the time in which it averages over
    any other factor.
    """
    while image.shape[1] >= 2 * size_wh[0] and image.shape[0] >= 2 * size_wh[1]:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    if (image.shape[1], image.shape[0]) != size_wh:
        image = np.asarray(cv2.resize(image, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)
    return image
