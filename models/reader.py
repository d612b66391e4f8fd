"""The models that ship, or those of another folder, as one reader of pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from yakume.vision.certainty import Certainty
from yakume.vision.corners import OnnxCornerFinder
from yakume.vision.onnx import OnnxDetector, OnnxFaceReader, OnnxTableReader
from yakume.vision.picture import Image
from yakume.vision.read import CardReader
from yakume.vision.witness import Witness

from .decks import FACE_FROM, PICTURES, TOLD_FROM, load_deck, stored_pictures
from .registry import WEIGHTS, ModelError, checked_weights, deck_reader


def load_reader(folder: Path | None = None, *, threads: int | None = None, deck: Path | None = None) -> CardReader:
    """The models of `folder` (default: the shipped ones) as one reader, hashes checked.

    ``corners.toml`` may be absent: then the detector's boxes are taken as they are; so may ``together.toml``: then each
    card is read by itself alone. `deck` is the folder of an enrolled deck, whose cards are then read better.

    Raises: ModelError.
    """
    folder = folder or WEIGHTS
    detect_card, detect_path = checked_weights(folder / "detect.toml")
    read_card, read_path = checked_weights(folder / "read.toml")
    corners = folder / "corners.toml"
    certainty = Certainty(
        read_card.presence_weights,
        read_card.confidence_weights,
        read_card.back_weights,
        read_card.acceptance_threshold,
    )
    head = None
    if deck:
        faces_card, read_path = checked_weights(deck_reader(folder))
        head = load_deck(deck, faces_card.sha256)
        told_from = min(certainty.acceptance_threshold, TOLD_FROM)
        certainty = replace(certainty, acceptance_threshold=told_from, least_face=FACE_FROM)
    corners_path = checked_weights(corners)[1] if corners.is_file() else None
    try:
        return CardReader(
            OnnxDetector(detect_path, detect_card.input_wh, threads=threads),
            OnnxFaceReader(
                read_path, read_card.input_wh[0], threads=threads, temperature=read_card.temperature, deck=head
            ),
            OnnxCornerFinder(corners_path, threads=threads) if corners_path else None,
            certainty,
            _witness(deck) if deck and (deck / PICTURES).is_dir() else None,
            None if deck else _together(folder, threads),
        )
    except ValueError as error:
        raise ModelError("cannot use the models: {why}", why=error) from error


def _together(folder: Path, threads: int | None) -> OnnxTableReader | None:
    """What reads the cards of one table beside each other; None where `folder` has no such network."""
    if not (folder / "together.toml").is_file():
        return None
    card, path = checked_weights(folder / "together.toml")
    return OnnxTableReader(path, card.input_wh[0], threads=threads)


def _witness(deck: Path) -> Witness:
    """What knows the deck in the folder `deck` by its pictures. Raises: ModelError if one cannot be read."""
    pictures: dict[int, list[Image]] = {}
    try:
        for card, picture in stored_pictures(deck).items():
            pictures.setdefault(card.face.index, []).append(picture)
    except (OSError, ValueError) as error:
        raise ModelError("{why}: enroll the deck again", why=error) from error
    return Witness(pictures)
