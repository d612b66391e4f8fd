"""What the tests let the process that reads photographs do; it must be able to import it."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from yakume.webui.snapshot import _told

PIXEL = bytes(cv2.imencode(".png", np.zeros((30, 30, 3), np.uint8))[1])


def wait_a_while(seconds: float) -> dict[str, Any]:
    time.sleep(seconds)
    return {"waited": seconds}


def stop_oneself() -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGSTOP)
    return {}


def take_memory(size: int) -> dict[str, Any]:
    return _told(PIXEL, lambda image: {"bytes": len(bytearray(size))})


def decode_as_small(data: bytes) -> dict[str, Any]:
    """What the child does if our own look at the header is deceived."""
    from yakume.vision import picture

    picture.picture_size = lambda data: (100, 100)
    return _told(data, lambda image: {"shape": image.shape})


def peak_memory() -> dict[str, Any]:
    # Not getrusage: what it tells begins with the peak of the process that started this one.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return {"kb": int(re.search(r"VmHWM:\s+(\d+)", status)[1])}
