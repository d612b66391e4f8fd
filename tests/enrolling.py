"""What stands in for finding and for learning a deck where the page and its API are tested."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from yakume.datasets.design import render
from yakume.datasets.enroll.sheet import Found
from yakume.engine import CARDS, FACES, Card
from yakume.webui.errors import ApiError
from yakume.webui.snapshot import cut_card

DOUBTED = Card.parse("8n")
"""The card that is not recognised."""


class Finder:
    """Finds the deck in two photos of 24 cards; one card of the first is not recognised."""

    def find(self, data: bytes, index: int) -> list[Found]:
        if index > 1 or not data.startswith(b"\xff\xd8"):
            raise ApiError(415, "not_an_image", "not a picture")
        return [found(card, index) for card in CARDS[24 * index : 24 * index + 24]]

    def cut(self, data: bytes, quad: Any, index: int) -> list[Found]:
        """The real one, without a process of its own."""
        result = cut_card(data, quad, index)
        if "error" in result:
            raise ApiError(422, *result["error"])
        cut: list[Found] = result["found"]
        return cut

    def use(self, deck: Path | None) -> None:
        pass

    def close(self) -> None:
        pass


@cache
def picture(card: Card) -> Any:
    return cv2.resize(render(card, 120), (220, 360))


def found(card: Card, photo: int) -> Found:
    scores = np.full(len(FACES) + 1, 0.001, np.float32)
    if card == DOUBTED:  # looks like another card of its month, or like none
        scores[[Card.parse("8h").face.index, card.face.index, -1]] = 0.3, 0.0005, 0.65
    else:
        scores[card.face.index] = 0.95
    x = 100.0 * (card % 12)
    quad = np.array([[x, 0], [x + 66, 0], [x + 66, 108], [x, 108]], np.float32)
    return Found(photo, quad, scores / scores.sum(), picture(card))


@dataclass
class Learner:
    """Stands in for the process that learns; the test says how it goes."""

    pipe: Any = None
    decks: Path | None = None
    names: list[str] = field(default_factory=list)
    exitcode: int | None = 0
    cards: list[Card] = field(default_factory=list)

    def __call__(self, name: str, pictures: dict[Card, Any], decks: Path) -> tuple[Any, Any]:
        self.names.append(name)
        self.cards = sorted(pictures)
        self.decks = decks
        ours, self.pipe = multiprocessing.Pipe(duplex=False)
        return replace(self), ours  # each child is one of its own

    def is_alive(self) -> bool:
        return False

    def kill(self) -> None:
        pass

    def join(self, timeout: float | None = None) -> None:
        pass
