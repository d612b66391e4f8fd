"""How large a picture may be; needs no library, so that a process can be started with it that loads them later."""

from __future__ import annotations

MAX_PIXELS = 80_000_000
"""Largest picture that is decoded, px; more than table cameras and most phones give, and 240 MB as BGR."""

DECODER_LIMIT = {"OPENCV_IO_MAX_IMAGE_PIXELS": str(MAX_PIXELS)}
"""Environment in which OpenCV is to be loaded: its decoders refuse what is larger by their own reading of the header,
before they take memory for it."""
