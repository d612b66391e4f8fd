"""The models that ship, or those of another folder, as one reader of pictures."""

from __future__ import annotations

from pathlib import Path

from yakume.vision.certainty import Certainty
from yakume.vision.corners import OnnxCornerFinder
from yakume.vision.onnx import OnnxDetector, OnnxFaceReader
from yakume.vision.read import CardReader

from .decks import load_deck
from .registry import WEIGHTS, ModelError, checked_weights


def load_reader(folder: Path | None = None, *, threads: int | None = None, deck: Path | None = None) -> CardReader:
    """The models of `folder` (default: the shipped ones) as one reader, hashes checked.

    ``corners.toml`` may be absent: then the detector's boxes are taken as they are. `deck` is the folder of an
    enrolled deck, whose cards are then read better. Raises: ModelError.
    """
    folder = folder or WEIGHTS
    detect_card, detect_path = checked_weights(folder / "detect.toml")
    read_card, read_path = checked_weights(folder / "read.toml")
    corners = folder / "corners.toml"
    head = load_deck(deck, read_card.sha256) if deck else None
    corners_path = checked_weights(corners)[1] if corners.is_file() else None
    try:
        return CardReader(
            OnnxDetector(detect_path, detect_card.input_wh, threads=threads),
            OnnxFaceReader(
                read_path, read_card.input_wh[0], threads=threads, temperature=read_card.temperature, deck=head
            ),
            OnnxCornerFinder(corners_path, threads=threads) if corners_path else None,
            Certainty(read_card.presence_weights, read_card.confidence_weights, read_card.acceptance_threshold),
        )
    except ValueError as error:
        raise ModelError(str(error)) from error
