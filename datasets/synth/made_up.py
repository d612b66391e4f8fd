"""Decks that nobody printed: to learn to tell printed cards apart it does not matter what they mean.

A made-up deck is a known one, or cards of many, or families of cards that share a ground and differ in what stands on
it, as the cards of a month do; all of it redrawn by one artist and printed in one printer's inks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS

from . import foreign
from .sprites import SPRITE_WH, Deck, draw_look, reprinted
from .styles import draw_style

Image = NDArray[np.uint8]
Thing = TypeVar("Thing")

KNOWN, MIXED = 0.45, 0.65
"""Up to the first share of the decks are known ones, up to the second mixed ones, the others families."""

STYLED, INKED = 0.6, 0.5
"""Shares of the decks that are drawn as by another artist, and in other inks."""


def made_up(decks: Sequence[Deck], textures: Sequence[Image], rng: np.random.Generator) -> Deck:
    """48 pictures of a deck that does not exist, made of `decks` and of `textures` of tables."""
    kind = rng.random()
    if kind < KNOWN:
        pictures = list(_one_of(decks, rng).pictures.values())
    elif kind < MIXED:
        some = rng.permutation(len(decks))[: int(rng.integers(2, len(decks) + 1))]
        among = [picture for number in some for picture in decks[number].pictures.values()]
        pictures = [among[number] for number in rng.permutation(len(among))[: len(CARDS)]]
    else:
        pictures = _families(list(_one_of(decks, rng).pictures.values()), textures, rng)
    style = draw_style(rng) if rng.random() < STYLED else None
    look = replace(draw_look(rng), style=style)
    look = reprinted(look, rng) if rng.random() < INKED else look
    drawn = [cv2.resize(look.printed(picture, rng), SPRITE_WH) for picture in pictures]
    return Deck("made up", dict(zip(CARDS, (np.asarray(picture, np.uint8) for picture in drawn), strict=True)))


def _families(pool: list[Image], textures: Sequence[Image], rng: np.random.Generator) -> list[Image]:
    """48 cards of 8 to 24 families."""
    grounds = [_ground(pool, textures, rng) for _ in range(int(rng.integers(8, 25)))]
    cards = []
    for number in range(len(CARDS)):
        ground = grounds[number % len(grounds)]
        is_bare = number < len(grounds) and rng.random() < 0.5
        cards.append(ground if is_bare else _varied(ground, pool, rng))
    return cards


def _ground(pool: list[Image], textures: Sequence[Image], rng: np.random.Generator) -> Image:
    kind = rng.random()
    if kind < 0.35:
        return _one_of(pool, rng)
    if kind < 0.55:
        return foreign.ground(SPRITE_WH, rng)
    if kind < 0.85 or not textures:
        return foreign.foreign_picture(SPRITE_WH, pool, rng)
    texture = _one_of(textures, rng)
    height, width = texture.shape[:2]
    share = min(height / SPRITE_WH[1], width / SPRITE_WH[0], 1.0) * rng.uniform(0.3, 1)
    w, h = (max(int(side * share), 1) for side in SPRITE_WH)
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    return np.asarray(cv2.resize(texture[y : y + h, x : x + w], SPRITE_WH), np.uint8)


def _varied(ground: Image, pool: list[Image], rng: np.random.Generator) -> Image:
    """Another card of the family of `ground`: something stands on it, or a part of it is another."""
    picture = ground.copy()
    w, h = SPRITE_WH
    for _ in range(int(rng.integers(1, 4))):
        kind = rng.random()
        cut = int(rng.uniform(0.3, 0.7) * h)
        part = slice(0, cut) if rng.random() < 0.5 else slice(cut, h)
        if kind < 0.35:
            foreign.motif(picture, _one_of(pool, rng), rng)
        elif kind < 0.65:
            x, y = (rng.uniform(0.15, 0.85, 2) * SPRITE_WH).astype(int).tolist()
            _one_of(foreign.THINGS, rng)(picture, (x, y), rng)
        elif kind < 0.75:  # a ribbon
            ends = rng.uniform(0, 0.4), rng.uniform(0.6, 1)
            middle, size = (
                (rng.uniform(0.2, 0.7) * w, sum(ends) / 2 * h),
                (rng.uniform(0.1, 0.22) * w, np.ptp(ends) * h),
            )
            box = cv2.boxPoints((middle, size, rng.normal(0, 12))).astype(np.int32)
            cv2.fillPoly(picture, [box], foreign.any_ink(rng), cv2.LINE_AA)
        elif kind < 0.85:
            hsv = cv2.cvtColor(np.ascontiguousarray(picture[part]), cv2.COLOR_BGR2HSV)
            hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(20, 160))) % 180
            picture[part] = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
        elif kind < 0.93:
            at = int(rng.uniform(0.08, 0.4) * w), int(rng.uniform(0.05, 0.8) * h)
            foreign.lettering(picture, at, w * rng.uniform(0.1, 0.22), int(rng.integers(1, 4)), rng)
        else:
            picture[part] = _one_of(pool, rng)[part]
    return picture


def _one_of(some: Sequence[Thing], rng: np.random.Generator) -> Thing:
    return some[int(rng.integers(len(some)))]
