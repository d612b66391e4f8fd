"""Training data for the network that enrolled decks are read with: made-up decks, and their cards on tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm
from yakume.engine import CARDS
from yakume.vision.crops import upright_crop
from yakume.vision.light import in_good_light

from .backgrounds import find_textures, load_texture
from .export import READ_FOLDERS, crops
from .made_up import made_up
from .scene import Composer, Recipe
from .sprites import SPRITE_WH, Deck

CROPS = 360
"""Crops of a deck."""

CUTS = (0.16, 0.24)
"""How loosely each card of a scene is cut, once for each."""

RECIPE = Recipe(size_wh=(512, 512), empty_share=0.0, dark_share=0.06, things=0.3, play_share=0.2)

_GREY = (114.0, 114.0, 114.0)
_RIM_PX = 60


def picture_crop(picture: NDArray[np.uint8], table: Sequence[float] = _GREY) -> NDArray[np.uint8]:
    """The picture of a card, (360, 220, 3), as the reader would see it on a plain table of that colour."""
    rim = _RIM_PX
    lying = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=tuple(table))
    w, h = SPRITE_WH
    quad = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) + (rim - 0.5)
    return upright_crop(np.asarray(lying, np.uint8), quad.astype(np.float32))


def write_match_set(
    decks: Sequence[Deck], textures: Path | None, folder: Path, seed: int, count: int, start: int = 0
) -> None:
    """Write `count` decks made up of `decks` as ``<seed>-<number>.npz``, whatever is there already left as it is.

    Each holds JPEG files one behind the other, where each ends, and what the crops show: ``pictures`` and
    ``pictures_ends`` (48), ``crops``, ``crops_ends`` and ``classes`` (n, as in `READ_FOLDERS`).
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables = [load_texture(path) for path in find_textures(textures)]
    for number in tqdm(range(start, start + count), unit="deck", desc="compose"):
        path = folder / f"{seed}-{number:06d}.npz"
        if path.is_file():
            continue
        rng = np.random.default_rng([seed, number])
        deck = made_up(decks, tables, rng)
        composer = Composer([deck], textures, RECIPE)
        made = list(islice(_crops(composer, rng), CROPS))
        shown = _joined(picture_crop(deck.pictures[card], rng.uniform(20, 235, 3).tolist()) for card in CARDS)
        seen = _joined(crop for _, crop in made)
        classes = np.array([kind for kind, _ in made], np.uint8)
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            np.savez(
                file, pictures=shown[0], pictures_ends=shown[1], crops=seen[0], crops_ends=seen[1], classes=classes
            )
        fresh.replace(path)


def _crops(composer: Composer, rng: np.random.Generator) -> Iterable[tuple[int, NDArray[np.uint8]]]:
    while True:
        scene = composer.scene(rng)
        scene = replace(scene, image=in_good_light(scene.image))
        for looseness in CUTS:
            for name, crop in crops(scene, rng, looseness=looseness):
                yield READ_FOLDERS.index(name), crop


def _joined(pictures: Iterable[NDArray[np.uint8]]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    files = [cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].ravel() for picture in pictures]
    return np.concatenate(files).astype(np.uint8), np.cumsum([len(file) for file in files]).astype(np.int64)
