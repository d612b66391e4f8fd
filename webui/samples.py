"""Labelled pictures on disk: frames that people corrected, in the layout of every other ``labels.json``.

    FOLDER/labels.json                      {"<picture>": {"width", "height", "cards", "ignore", "notes"}}
    FOLDER/20261121-201530-1f3a9c.jpg       the picture, as the camera gave it

A picture is written before the labels that name it, and both by renaming a finished file: whatever stops the process,
``labels.json`` is whole and names only pictures that are there.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from .files import UNFINISHED, write_whole

LABELS = "labels.json"
_PICTURE = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}\.jpg")


class SampleError(Exception):
    """A sample that could not be kept: a stable `code` (``full``, ``unreadable``, ``unwritable``) and one sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class SampleFolder:
    """The folder of kept pictures; made with the first one."""

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self.folder, self.limit_bytes = folder, limit_bytes

    def add(self, jpeg: bytes, entry: dict[str, Any], stay: Collection[str] = ()) -> str:
        """Keep a picture with its labels; the name it was given. The oldest ones make room for it, but those named in
        `stay`. Raises: SampleError; then nothing is kept, and nothing is gone."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jpg"
        try:
            labels = self._load()
            going = self._too_many(labels, len(jpeg), stay)
            self.folder.mkdir(parents=True, exist_ok=True)
            self._sweep()
            write_whole(self.folder / name, jpeg)
            left = {key: value for key, value in labels.items() if key not in going}
            write_whole(self.folder / LABELS, _encode(left | {name: entry}))
            for gone in going:
                (self.folder / gone).unlink(missing_ok=True)
        except OSError as error:
            raise SampleError("unwritable", f"cannot write to {self.folder}: {error.strerror}") from error
        return name

    def _too_many(self, labels: dict[str, Any], more_bytes: int, stay: Collection[str]) -> list[str]:
        """The oldest pictures that must go for so many bytes more. Raises: SampleError if that is not enough."""
        sizes = {path.name: path.stat().st_size for path in self._pictures()}
        # The labels are in the order in which the pictures were kept, whatever the clock said; what has none is a rest.
        order = [*sorted(sizes.keys() - labels.keys()), *(name for name in labels if name in sizes)]
        left, going = sum(sizes.values()) + more_bytes, []
        for name in order:
            if left <= self.limit_bytes:
                break
            if name not in stay:
                going.append(name)
                left -= sizes[name]
        if left > self.limit_bytes:
            mb = self.limit_bytes // 1_000_000
            raise SampleError("full", f"{self.folder} may hold {mb} MB, and all of it is still needed")
        return going

    def relabel(self, name: str, entry: dict[str, Any]) -> None:
        """Replace the labels of the kept picture `name`. Raises: SampleError; then the old ones stay."""
        try:
            write_whole(self.folder / LABELS, _encode(self._load() | {name: entry}))
        except OSError as error:
            raise SampleError("unwritable", f"cannot write to {self.folder}: {error.strerror}") from error

    def __contains__(self, name: str) -> bool:
        return (self.folder / name).is_file() and name in self._load()

    def clear(self) -> None:
        """Delete every picture that was kept, with its labels; files of other origin stay.

        Raises: SampleError if that is not possible.
        """
        try:
            others = {name: entry for name, entry in self._load().items() if not _PICTURE.fullmatch(name)}
            # The labels go first: what is named must be there at any moment.
            if others:
                write_whole(self.folder / LABELS, _encode(others))
            else:
                (self.folder / LABELS).unlink(missing_ok=True)
            for path in self._pictures():
                path.unlink(missing_ok=True)
            self._sweep()
        except OSError as error:
            raise SampleError("unwritable", f"cannot delete from {self.folder}: {error.strerror}") from error

    def count(self) -> int:
        """How many pictures are kept."""
        return len(self._pictures())

    def size_bytes(self) -> int:
        """How much room the pictures take."""
        return sum(path.stat().st_size for path in self._pictures())

    def _pictures(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if _PICTURE.fullmatch(path.name)]

    def _load(self) -> dict[str, Any]:
        """The labels as they are now: another yakume, or a person, may have changed them."""
        path = self.folder / LABELS
        try:
            labels = json.loads(path.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise SampleError("unreadable", f"{path} is not JSON: {error}") from None
        if not isinstance(labels, dict):
            raise SampleError("unreadable", f"{path} is not an object with a picture for each key")
        return labels

    def _sweep(self) -> None:
        """Remove what a process that was stopped left unfinished."""
        if self.folder.is_dir():
            for path in self.folder.iterdir():
                if UNFINISHED.fullmatch(path.name):
                    path.unlink(missing_ok=True)


def _encode(labels: dict[str, Any]) -> bytes:
    return json.dumps(labels, ensure_ascii=False, indent=1).encode()
