"""Tables that never were: cards laid on a plane, seen by a camera, with the truth of every card.

Coordinates: the table is a plane in mm (x right, y down, origin where the camera looks); pictures are px.
A quad is (4, 2), clockwise from the card's own top-left, and hidden or cut-off corners are where they would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import effects
from .backgrounds import background, find_textures, load_texture
from .layouts import Placed, among_neighbours, face_down, game_in_play, lay_out, one_card
from .optics import draw_camera
from .painter import Painter, TrueCard
from .sprites import Deck, Look, draw_look, reprinted, restyled

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Recipe:
    """What kind of scenes to make; with a seed it fixes every byte of every scene."""

    size_wh: tuple[int, int] = (640, 384)
    """Picture size in px."""
    card_px: tuple[float, float] = (20.0, 600.0)
    """Range of the long side of a card near the picture's centre, px, drawn log-uniformly."""
    max_tilt_deg: float = 50.0
    """Greatest angle of the camera off the vertical."""
    empty_share: float = 0.05
    """Share of scenes without any card."""
    portrait_share: float = 0.06
    """Share of scenes in which one card fills the picture."""
    foreign_share: float = 0.16
    """Share of scenes in which some of the cards belong to no hanafuda deck."""
    hand_share: float = 0.25
    """Share of scenes with a hand."""
    reprint_share: float = 0.0
    """Share of scenes whose deck is printed and drawn as nobody did: there are fewer decks to train on than to read."""
    restyle_share: float = 0.0
    """Share of scenes whose deck is drawn as by another artist: in other techniques, grounds, places and frames."""
    backs_share: float = 0.0
    """Share of scenes in which most cards lie face down."""
    singles_share: float = 0.0
    """Share of scenes of one card in the middle, others half under and over it: in small pictures, to read but not to
    find; every few crops are of another deck, drawn in another way."""
    things: float = 0.0
    """Flat four-cornered things beside the cards that are none, in the mean: phones, books, tiles."""
    dark_share: float = 0.0
    """Share of scenes that a camera hardly sees: candle light, one coloured lamp, bands of a flickering one."""
    play_share: float = 0.0
    """Share of scenes that show a game in play: a table full of cards of `play_px`, most of them in piles."""
    play_px: tuple[float, float] = (24.0, 100.0)
    """Range of the long side of a card on such a table, px."""


@dataclass(frozen=True)
class Scene:
    """A picture (H, W, 3) uint8 BGR and its cards."""

    image: Image
    cards: list[TrueCard]
    things: list[NDArray[np.float32]] = field(default_factory=list)
    """Quads (4, 2), px, of things that are no cards; cards may lie on them."""


@dataclass
class Composer:
    """Makes scenes of a recipe; scene `n` of a seed is the same on every machine with the same OpenCV."""

    decks: list[Deck]
    textures_folder: Path | None = None
    recipe: Recipe = field(default_factory=Recipe)

    def __post_init__(self) -> None:
        if not self.decks:
            raise ValueError("a composer needs at least one deck")
        self.textures = find_textures(self.textures_folder)

    def scenes(self, seed: int, start: int, count: int) -> Iterator[Scene]:
        """Scenes `start` … `start + count - 1` of `seed`."""
        for number in range(start, start + count):
            yield self.scene(np.random.default_rng([seed, number]))

    def scene(self, rng: np.random.Generator) -> Scene:
        """One scene drawn from `rng`."""
        recipe = self.recipe
        w, h = recipe.size_wh
        in_play = bool(recipe.play_share) and bool(rng.random() < recipe.play_share)
        card_px = float(np.exp(rng.uniform(*np.log(recipe.play_px if in_play else recipe.card_px))))
        portrait = not in_play and rng.random() < recipe.portrait_share
        if portrait:
            card_px = float(rng.uniform(0.55, 1.05) * max(w, h) * min(1.0, 1.5 * min(w, h) / max(w, h)))
        camera = draw_camera((w, h), card_px, recipe.max_tilt_deg, rng)
        deck, look = self.decks[rng.integers(len(self.decks))], self._look(rng)
        painter = Painter(background((w, h), self.textures, rng).copy(), camera, rng, self._art(deck, rng))
        view = camera.visible_plane((w, h))
        if rng.random() < 0.08:
            painter.cushion(view)
        for _ in range(int(rng.poisson(0.5))):
            painter.distractor(view, card_px)
        for _ in range(int(rng.poisson(recipe.things)) if recipe.things else 0):
            painter.thing(view)
        if portrait:
            painter.cards(one_card(rng), deck, look)
        elif rng.random() >= recipe.empty_share:
            foreign = float(rng.choice([0.15, 0.5, 1.0])) if rng.random() < recipe.foreign_share else 0.0
            painter.cards(self._layout(view, in_play, rng), deck, look, foreign)
        for _ in range(int(rng.poisson(0.25))):
            painter.distractor(view, card_px, small=True)
        if not portrait and rng.random() < recipe.hand_share:
            target = rng.uniform([0, 0], [w, h])
            effects.draw_hand(painter.image, painter.owner, -1, target, card_px, rng)
        return Scene(effects.camera(self._lit(painter.image, rng), rng), painter.truth(), painter.things)

    def _look(self, rng: np.random.Generator) -> Look:
        """How this scene's deck looks: as it is printed, reprinted, or drawn by another artist."""
        look = draw_look(rng)
        if self.recipe.reprint_share and rng.random() < self.recipe.reprint_share:
            look = reprinted(look, rng)
        if self.recipe.restyle_share and rng.random() < self.recipe.restyle_share:
            look = restyled(look, rng)
        return look

    def _layout(self, view: NDArray[np.float64], in_play: bool, rng: np.random.Generator) -> list[Placed]:
        """How the cards lie in the visible part `view` of the table."""
        if self.recipe.singles_share and rng.random() < self.recipe.singles_share:
            return among_neighbours(rng)
        if self.recipe.backs_share and rng.random() < self.recipe.backs_share:
            return face_down(view, rng)
        return game_in_play(view, rng) if in_play else lay_out(view, rng)

    def _lit(self, image: Image, rng: np.random.Generator) -> Image:
        """`image` in the light of a room."""
        image = effects.light(image, rng)
        if rng.random() < 0.2:
            image = effects.glare(image, rng)
        if self.recipe.dark_share and rng.random() < self.recipe.dark_share:
            image = effects.dark(image, rng)
        return image

    def _art(self, deck: Deck, rng: np.random.Generator) -> list[Image]:
        """A few pictures that things on this table may show: cards of the deck, a texture."""
        cards = list(deck.pictures)
        art = [deck.pictures[cards[k]] for k in rng.integers(len(cards), size=8)]
        if self.textures:
            art.append(load_texture(self.textures[rng.integers(len(self.textures))]))
        return art
