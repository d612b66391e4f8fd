"""Decks that a person enrolled: a folder each, with the pictures of its cards and the head trained on them.

    <name>/deck.toml     what is known of it: the reader that the head belongs to, hashes, scores
    <name>/head.npz      the head (`yakume.vision.decks`); no pickle
    <name>/cards/        its pictures, 48 or fewer, named as in any deck, 01-1.png … 12-4.png: to train it again from

A head answers to the features of one reader. Another reader needs another head, trained from the same pictures.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import tomli_w
from pydantic import TypeAdapter, ValidationError
from yakume.engine import CARDS, Card
from yakume.vision.decks import DeckHead, load_head
from yakume.vision.picture import Image
from yakume.vision.written import Count, Text, fault

from .registry import WEIGHTS, ModelError, deck_reader, file_sha256, load_card

DECKS = Path("yakume-decks")
"""Where enrolled decks are kept unless another folder is named, beside the event store."""

CARD, HEAD, PICTURES = "deck.toml", "head.npz", "cards"
"""Names of the card, the head and the folder of pictures in a deck's folder."""

MAX_NAME = 40

AGAIN = "train it again with `yakume enroll --name {name!r} --again`"
"""How a deck that cannot be used is mended."""

TOLD_FROM, FACE_FROM = 0.7, 0.4
"""From which certainty on a card of an enrolled deck is told, and from which probability of its face: its head knows
what is none of its cards. Chosen on two decks of the training that no network was trained on (models/ATTEMPTS.md)."""


class DeckError(ModelError):
    """A deck that is missing or cannot be used; one sentence that says how to mend it."""


@dataclass(frozen=True)
class DeckCard:
    """What is known of one enrolled deck."""

    name: Text
    reader: Text
    """SHA-256 of the network that the head was trained on: the one that matches, or the general reader."""
    sha256: Text
    """Of the head, lower-case hexadecimal."""
    seed: Count
    """Of the composed tables."""
    crops: Count
    """Composed crops that the head was trained on."""
    checked: Count
    """Further composed crops that it was checked on."""
    right_before: Count
    """How many of those the general reader read right."""
    right: Count
    """How many of those are read right with the head."""
    cards: Count = 48
    """How many cards were enrolled; the others are read as without."""

    def to_toml(self) -> str:
        """The card as TOML, readable by `parse_deck_card`."""
        return tomli_w.dumps(asdict(self))


_CARD = TypeAdapter(DeckCard)


def parse_deck_card(text: str) -> DeckCard:
    """The card written as TOML. Raises: DeckError naming the field that is wrong."""
    try:
        return _CARD.validate_python(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DeckError("not TOML: {why}", why=error) from error
    except ValidationError as error:
        raise DeckError("{why}", why=fault(error)) from None


def check_name(name: str) -> str:
    """`name` without blanks around it, if a folder can be called so. Raises: DeckError."""
    name = name.strip()
    if not name or len(name) > MAX_NAME or not all(c.isalnum() or c in " -_." for c in name) or name.startswith("."):
        raise DeckError(
            "a deck cannot be called {name!r}: expected letters, digits, spaces, - and _ ({most} at most)",
            name=name, most=MAX_NAME,
        )  # fmt: skip
    return name


def enrolled(decks: Path) -> list[str]:
    """Names of the decks in the folder `decks`, in order; none if there is no such folder."""
    if not decks.is_dir():
        return []
    return sorted(path.name for path in decks.iterdir() if (path / CARD).is_file())


def find_deck(name: str, decks: Path = DECKS) -> Path:
    """The folder of the enrolled deck `name`. Raises: DeckError if there is none."""
    folder = decks / check_name(name)
    if not (folder / CARD).is_file():
        known = ", ".join(enrolled(decks)) or "none yet"
        raise DeckError(
            "no deck {name!r} in {decks} ({known}): enroll it with `yakume enroll PHOTO --name {name!r}`",
            name=name, decks=decks, known=known,
        )  # fmt: skip
    return folder


def load_deck_card(folder: Path) -> DeckCard:
    """The card of the deck in `folder`. Raises: DeckError."""
    path = folder / CARD
    try:
        return parse_deck_card(path.read_text(encoding="utf-8"))
    except (DeckError, UnicodeDecodeError) as error:
        raise DeckError("cannot use {path}: {why}", path=path, why=error) from error


def check_deck(folder: Path) -> None:
    """Make sure that the deck in `folder` can be used with the shipped reader. Raises: ModelError."""
    load_deck(folder, load_card(deck_reader(WEIGHTS)).sha256)


def load_deck(folder: Path, reader_sha256: str) -> DeckHead:
    """The head of the deck in `folder`, to be used with the reader of that hash. Raises: DeckError."""
    card = load_deck_card(folder)
    if card.reader != reader_sha256:
        raise DeckError(
            f"the deck {{name!r}} was enrolled with another reader ({{before}}…, now {{now}}…): {AGAIN}",
            name=card.name, before=card.reader[:8], now=reader_sha256[:8],
        )  # fmt: skip
    path = folder / HEAD
    if not path.is_file():
        raise DeckError(f"the deck {{name!r}} has no head: {{path}} is missing; {AGAIN}", name=card.name, path=path)
    if file_sha256(path) != card.sha256:
        raise DeckError(f"the file {{path}} is not the one that {CARD} names; {AGAIN}", name=card.name, path=path)
    try:
        return load_head(path)
    except ValueError as error:
        raise DeckError(f"{{why}}; {AGAIN}", name=card.name, why=error) from error


def stored_pictures(folder: Path) -> dict[Card, Image]:
    """The pictures that the deck in `folder` was enrolled with. Raises: OSError or ValueError for one not there."""
    pictures = {}
    for card in CARDS:
        path = picture_path(folder, card)
        if path.is_file():
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if picture is None:
                raise ValueError(f"{path} is not a picture OpenCV can read")
            pictures[card] = np.asarray(picture, np.uint8)
    if not pictures:
        raise FileNotFoundError(f"{folder / PICTURES} holds no picture of a card")
    return pictures


def picture_path(folder: Path, card: Card) -> Path:
    """Where the deck in `folder` keeps the picture of `card`."""
    return folder / PICTURES / f"{card // 4 + 1:02d}-{card % 4 + 1}.png"
