"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import re
from pathlib import Path

UNFINISHED = re.compile(r"\.[\w.-]+\.part")
"""Names of files that were being written when the process stopped."""


def write_whole(path: Path, data: bytes) -> None:
    """`data` as the file `path`, all of it or as it was: written beside it, then renamed. Raises: OSError."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
