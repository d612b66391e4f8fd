"""A photograph of a deck laid out in rows and columns, composed: what a person enrolls a deck from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from yakume.datasets.synth import effects
from yakume.datasets.synth.backgrounds import background
from yakume.datasets.synth.layouts import Placed
from yakume.datasets.synth.optics import draw_camera
from yakume.datasets.synth.painter import Painter
from yakume.datasets.synth.sprites import Deck, draw_look
from yakume.engine import CARDS, Card


def photograph(
    deck: Deck,
    *,
    seed: int = 0,
    cards: tuple[Card, ...] = CARDS,
    size_wh: tuple[int, int] = (2400, 1600),
    card_px: float = 190,
    columns: int = 12,
    rough: bool = True,
    textures: tuple[Path, ...] = (),
) -> tuple[NDArray[np.uint8], list[tuple[Card, NDArray[np.float32]]]]:
    """`cards` of `deck` in `columns` columns, filled column by column, seen from above; and where each lies.

    `rough` lays them a little crooked, in uneven light.
    """
    rng = np.random.default_rng([seed, 3])
    camera = draw_camera(size_wh, card_px, 12 if rough else 1, rng)
    # The pictures as they are printed: what a deck looks like is for the pictures to say.
    look = replace(draw_look(rng), border=None, hue=0, saturation=1.0, line=0, crop=(0.0, 0.0, 0.0, 0.0))
    painter = Painter(background(size_wh, list(textures), rng).copy(), camera, rng)
    # Up is up in the picture, whichever way the camera was turned.
    axes = camera.plane[:2, :2] / np.linalg.norm(camera.plane[:2, 0])
    angle = -np.arctan2(axes[1, 0], axes[0, 0])
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    rows = -(-len(cards) // columns)
    truth = []
    for index, card in enumerate(cards):
        column, row = divmod(index, rows)
        offset = (np.array([column, row]) - ((columns - 1) / 2, (rows - 1) / 2)) * (41.0, 62.0)
        wobble = rng.normal(0, 1.0, 2) if rough else np.zeros(2)
        tilt = rng.normal(0, 0.03) if rough else 0.0
        painter._card(Placed((offset + wobble) @ turn, angle + tilt), card.face, deck.pictures[card], look)
        truth.append((card, painter.placed[-1][1]))
    image = painter.image
    if rough:
        image = effects.light(image, rng)
    return image, truth
