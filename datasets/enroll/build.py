"""From the pictures of a deck to a folder that the reader can be told to use (`yakume.models.decks`)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from yakume.datasets.synth.sprites import Deck
from yakume.engine import Card
from yakume.models.decks import CARD, HEAD, PICTURES, DeckCard, check_name, picture_path
from yakume.models.registry import WEIGHTS, checked_weights, deck_reader, file_sha256
from yakume.vision.decks import PAIRS, DeckHead
from yakume.vision.onnx import OnnxFaceReader
from yakume.vision.picture import Image

from .head import CROPS, Progress, deck_crops, train_head

CHECKED = 300
"""Further crops that a new head is checked on."""

PAPER = 235.0
"""Brightness that the paper of the cards is brought to, 0…255; the composer dims and tints it from there."""


def enroll(
    name: str,
    pictures: Mapping[Card, Image],
    decks: Path,
    *,
    models: Path | None = None,
    seed: int = 0,
    crops: int = CROPS,
    threads: int | None = None,
    progress: Progress = lambda share: None,
) -> DeckCard:
    """Train a head on `pictures`, (360, 220, 3) each, and keep both as the deck `name` in the folder `decks`.

    Cards without a picture are read as without an enrolled deck. A deck of that name is replaced, but only when all is
    done.

    Args:
        models: folder of the reader, None for the shipped one.
        crops: how many composed crops to train on.

    Raises: DeckError for a name that cannot be used; ModelError if the reader cannot be; OSError.
    """
    name = check_name(name)
    model, weights = checked_weights(deck_reader(models or WEIGHTS))
    reader = OnnxFaceReader(weights, model.input_wh[0], threads=threads)
    deck = Deck(name, dict(pictures))
    matches = model.task == "match"
    head = train_head(
        deck, reader, matches=matches, seed=seed, count=crops, progress=lambda share: progress(0.92 * share)
    )
    own = OnnxFaceReader(weights, model.input_wh[0], threads=threads, deck=head)
    checked, before, right = _check(deck, reader, own, seed + 1)
    decks.mkdir(parents=True, exist_ok=True)
    # Beside the place where it will be, so that moving it there is one step.
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=decks))
    try:
        _write(fresh, pictures, head)
        card = DeckCard(
            name, model.sha256, file_sha256(fresh / HEAD), seed, crops, checked, before, right, len(pictures)
        )
        (fresh / CARD).write_text(card.to_toml(), encoding="utf-8")
        fresh.chmod(0o755)
        _put(fresh, decks / name)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    progress(1.0)
    return card


def balanced(pictures: Mapping[Card, Image]) -> dict[Card, Image]:
    """`pictures` in neutral light: the paper of the whole deck is brought to `PAPER`, whatever lamp it was under."""
    bright = np.percentile(np.stack([pictures[card][::4, ::4] for card in pictures]), 90, axis=(0, 1, 2))
    gain = np.clip(PAPER / np.maximum(bright, 1), 0.5, 4).astype(np.float32)
    return {card: np.clip(picture * gain, 0, 255).astype(np.uint8) for card, picture in pictures.items()}


def _check(deck: Deck, general: OnnxFaceReader, own: OnnxFaceReader, seed: int) -> tuple[int, int, int]:
    """How many fresh crops of cards of `deck` there were, and how many `general` and `own` read right."""
    shown = [(kind, crop) for kind, crop in islice(deck_crops(deck, seed), CHECKED) if kind < 2 * PAIRS]
    truth = np.array([kind for kind, _ in shown]) // 2
    right = []
    for reader in (general, own):
        faces, _ = reader.read_crops(len(shown), lambda number: shown[number][1])
        right.append(int((faces.argmax(1) == truth).sum()))
    return len(shown), right[0], right[1]


def _write(folder: Path, pictures: Mapping[Card, Image], head: DeckHead) -> None:
    (folder / PICTURES).mkdir()
    for card, picture in pictures.items():
        path = picture_path(folder, card)
        if not cv2.imwrite(str(path), picture):
            raise OSError(f"cannot write {path}")
    head.save(folder / HEAD)


def _put(fresh: Path, folder: Path) -> None:
    """Move `fresh` to `folder`; what was there goes only then."""
    old = fresh.with_name(f".old-{fresh.name}")
    if folder.exists():
        folder.replace(old)
    fresh.replace(folder)
    shutil.rmtree(old, ignore_errors=True)
