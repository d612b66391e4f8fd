"""A contact sheet of a recorded table: frames for a person to look at, each beside itself with its truth drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_CELL_WH = (640, 360)
_ROWS, _PAIRS = 6, 2
_LINE, _DIM = (60, 255, 255), (255, 160, 60)
"""BGR of the outline of a card that is at least half visible, and of one that is not."""


def write_table_sheet(folder: Path, name: str) -> Path:
    """Write ``<name>.sheet.jpg`` beside the table recorded in `folder` under that name; gives its path.

    Raises: OSError for files that cannot be read or written.
    """
    lines = (folder / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()
    frames = [line for line in map(json.loads, lines) if line["kind"] == "frame"]
    count = min(_ROWS * _PAIRS, len(frames))
    # In the middle of each twelfth: the first and the last frame show nothing but the deck.
    wanted = {int((k + 0.5) * len(frames) / count) for k in range(count)}
    cells, video = [], cv2.VideoCapture(str(folder / f"{name}.mp4"))
    for index in range(len(frames)):
        if not video.grab():
            raise OSError(f"the video {folder / name}.mp4 ends before its truth, at frame {index}")
        if index in wanted:
            image = np.asarray(video.retrieve()[1], np.uint8)
            pair = [image, _drawn(image, frames[index])]
            cells.append(cv2.hconcat([cv2.resize(each, _CELL_WH, interpolation=cv2.INTER_AREA) for each in pair]))
    video.release()
    cells += [np.zeros_like(cells[0])] * (-len(cells) % _PAIRS)
    path = folder / f"{name}.sheet.jpg"
    sheet = cv2.vconcat([cv2.hconcat(cells[k : k + _PAIRS]) for k in range(0, len(cells), _PAIRS)])
    if not cv2.imwrite(str(path), sheet, [cv2.IMWRITE_JPEG_QUALITY, 85]):
        raise OSError(f"cannot write {path}")
    return path


def _drawn(image: Image, frame: dict[str, Any]) -> Image:
    """`image` with the outline and face of every card, a mark at its own top edge, and the frame's number."""
    drawn = image.copy()
    for card in frame["cards"]:
        quad = np.array(card["quad"], np.float32)
        colour = _LINE if card["visible"] >= 0.5 else _DIM
        cv2.polylines(drawn, [np.round(quad * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
        top = np.round(quad[:2] * 16).astype(np.int32)
        cv2.line(drawn, top[0].tolist(), top[1].tolist(), colour, 3, cv2.LINE_AA, 4)
        x, y = quad.mean(0)
        cv2.putText(drawn, card["face"], (int(x) - 14, int(y) + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 4)
        cv2.putText(drawn, card["face"], (int(x) - 14, int(y) + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 1)
    cv2.putText(drawn, str(frame["frame"]), (12, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 0), 5)
    cv2.putText(drawn, str(frame["frame"]), (12, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (255, 255, 255), 2)
    return drawn
