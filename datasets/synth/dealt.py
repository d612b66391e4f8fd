"""Cards of one table, cut as a reader sees them: laid without the composer, a hundred times as quickly.

What a reader learns from cards that are read together is how one deck's cards differ from each other, so every table
here has one deck, one artist, one printer, one light and one camera; what changes from card to card is where its motif
lies, what lies over and beside it, and how loosely it was found. A few of the crops show a back, and a few no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from yakume.engine import CARDS
from yakume.vision.crops import CROP_MARGIN, CROP_PX
from yakume.vision.geometry import iou

from .backgrounds import background
from .crossed import crossed
from .export import jittered, stray_box
from .foreign import foreign_picture
from .lettered import lettered
from .objects import draw_thing
from .recomposed import recomposed
from .sprites import CARD_MM, SPRITE_WH, Deck, draw_look, reprinted, restyled

Image = NDArray[np.uint8]

CROSSED, RECOMPOSED, LETTERED, RESTYLED, REPRINTED = 0.4, 0.4, 0.35, 0.6, 0.6
"""Shares of the decks that lie between two decks, whose parts are laid anew, whose months are printed on them, that
another artist draws, and that another printer prints."""

DECKS_AT_HAND, TABLES_A_DECK = 48, 48
"""Decks as drawn and printed once from among which a table is laid, and after how many tables the oldest of them goes:
to print one takes half a second, as long as to lay 300 cards."""

BACKS, BESIDE_A_FACE, BESIDE_A_BACK = 0.5, 0.06, 0.7
"""Largest share of backs among the cards of a table, and shares of backs among what lies beside a face and beside a
back: in a hand, a fan or a stock backs lie on backs."""

FOREIGN, THINGS = 4, 3
"""Cards that are none of the 48, and things that are no cards, beside each deck."""

SMALLEST_PX, LARGEST_PX = 24.0, 220.0
"""Long side of a card as the camera sees it."""

_CLASSES = 74
_BACK, _NONE = _CLASSES - 2, _CLASSES - 1
_HALF_WH = SPRITE_WH[0] // 2, SPRITE_WH[1] // 2
_RECT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(CARD_MM, np.float32)
_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32((1 - 2 * CROP_MARGIN) * CROP_PX)
_SQUARE += np.float32(CROP_MARGIN * CROP_PX)
_SPRITE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(_HALF_WH, np.float32)


@dataclass(frozen=True)
class PrintedDeck:
    """One deck as one artist drew and one printer printed it: pictures (180, 110, 4), premultiplied BGRA."""

    cards: list[Image]
    """48."""
    back: Image
    foreign: list[Image]
    things: list[Image]


@dataclass
class Dealt:
    """Tables of the decks `decks`; table `n` of a seed is the same whenever it is asked for."""

    decks: Sequence[Deck]
    textures: tuple[Path, ...]
    seed: int

    def __post_init__(self) -> None:
        self._printed = lru_cache(maxsize=DECKS_AT_HAND + 1)(self._print)

    def table(self, number: int, count: int) -> tuple[Image, NDArray[np.int_]]:
        """`count` crops (n, 128, 128, 3) of table `number`, and what they show, as in `READ_FOLDERS`."""
        rng = np.random.default_rng([self.seed, 1, number])
        deck = self._printed(number // TABLES_A_DECK + int(rng.integers(DECKS_AT_HAND)))
        cloth = background((384, 384), self.textures, rng)
        seen = _Camera.draw(rng)
        cards = rng.permutation(len(CARDS))[:count]
        backs, strays = (rng.uniform(0, share) * (rng.random() < 0.5) for share in (BACKS, 0.3))
        kinds = rng.choice(3, count, p=[1 - backs - strays, backs, strays])
        made = [
            self._crop(deck, int(card), int(kind), cloth, seen, rng) for card, kind in zip(cards, kinds, strict=True)
        ]
        return np.stack([crop for crop, _ in made]), np.array([kind for _, kind in made])

    def _print(self, number: int) -> PrintedDeck:
        rng = np.random.default_rng([self.seed, 0, number])
        deck, look = self.draw_deck(rng), draw_look(rng)
        look = reprinted(look, rng) if rng.random() < REPRINTED else look
        look = restyled(look, rng) if rng.random() < RESTYLED else look
        art = [deck.pictures[CARDS[k]] for k in rng.integers(len(CARDS), size=6)]
        pictures = [*(deck.pictures[card] for card in CARDS), None]
        plain = replace(look, style=None)
        none = [foreign_picture(SPRITE_WH, art, rng) for _ in range(FOREIGN)]
        things = [draw_thing(art, rng).picture for _ in range(THINGS)]
        made = [look.sprite(picture, _HALF_WH[1], rng) for picture in pictures]
        made += [(look if rng.random() < 0.5 else plain).sprite(picture, _HALF_WH[1], rng) for picture in none]
        made += [
            plain.sprite(np.asarray(cv2.resize(picture, SPRITE_WH), np.uint8), _HALF_WH[1], rng) for picture in things
        ]
        drawn = [np.clip(sprite, 0, 255).astype(np.uint8) for sprite in made]
        n = len(CARDS)
        return PrintedDeck(drawn[:n], drawn[n], drawn[n + 1 : n + 1 + FOREIGN], drawn[n + 1 + FOREIGN :])

    def draw_deck(self, rng: np.random.Generator) -> Deck:
        """A deck as its artist composed it, one between two, or another artist's composition of it; its months may be
        printed on it."""
        crosses, recomposes, letters = rng.random(3) < (CROSSED, RECOMPOSED, LETTERED)
        deck = crossed(self.decks, rng) if crosses else self.decks[int(rng.integers(len(self.decks)))]
        deck = recomposed(deck, rng) if recomposes else deck
        return lettered(deck, rng) if letters else deck

    def _crop(
        self, deck: PrintedDeck, card: int, kind: int, cloth: Image, seen: _Camera, rng: np.random.Generator
    ) -> tuple[Image, int]:
        """One crop and its class; `kind` is 0 for a face, 1 for a back, 2 for what is no card."""
        down = bool(rng.random() < 0.5)
        shown, label = deck.cards[card], 2 * CARDS[card].face.index + down
        outline = jittered(_RECT, seen.looseness * rng.uniform(0, 1), rng)
        if kind == 1:
            shown, label = deck.back, _BACK
        elif kind == 2:
            label, what = _NONE, rng.random()
            if what < 0.4:
                outline = stray_box(_RECT, rng)
                if iou(outline, _RECT) >= 0.35:
                    shown = deck.foreign[int(rng.integers(FOREIGN))]
            elif what < 0.75:
                shown = deck.foreign[int(rng.integers(FOREIGN))]
            else:
                shown = deck.things[int(rng.integers(THINGS))]
        outline = np.roll(outline, 2, axis=0) if down else outline
        to_crop = np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), _SQUARE), np.float64)
        pixels = _piece(cloth, seen, rng)
        below, above = neighbours(rng)
        backs = BESIDE_A_BACK if kind == 1 else BESIDE_A_FACE
        for quad in below:
            _lay(pixels, _other(deck, backs, rng), quad, to_crop, seen.shadow)
        _lay(pixels, _moved(shown, rng), _RECT, to_crop, seen.shadow)
        for quad in above:
            _lay(pixels, _other(deck, backs, rng), quad, to_crop, seen.shadow)
        return seen.look(pixels, rng), label


def neighbours(rng: np.random.Generator) -> tuple[list[NDArray[np.float32]], list[NDArray[np.float32]]]:
    """Where cards lie under and over a card whose corners are (0, 0) … (33, 54) mm: two lists of quads (4, 2), mm.

    At least a third of the card stays uncovered.
    """
    kind = rng.random()
    below: list[NDArray[np.float32]] = []
    above: list[NDArray[np.float32]] = []
    w, h = CARD_MM
    if kind < 0.3:
        return [], []
    if kind < 0.55:  # a row or a column, each on the one before
        across = rng.random() < 0.65
        step = rng.uniform(0.36, 1.08) if across else rng.uniform(0.34, 1.05)
        side = rng.choice([-1, 1])
        for place, pile in ((side, above), (-side, below), (-2 * side, below)):
            if rng.random() < 0.75:
                offset = np.array([w * step, rng.normal(0, 1.5)] if across else [rng.normal(0, 1.5), h * step]) * place
                pile.append(_card(offset, rng.normal(0, 0.07)))
    elif kind < 0.75:  # one laid across
        away = rng.uniform(0, 2 * np.pi)
        offset = np.array([np.cos(away), np.sin(away)]) * rng.uniform(0.55, 1.1) * np.array([w, h])
        (above if rng.random() < 0.6 else below).append(_card(offset, rng.normal(0, 0.5)))
    else:  # on a field
        for column, row in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if rng.random() < 0.5:
                gap = rng.uniform(1.0, 1.35, 2)
                offset = np.array([column * w * gap[0], row * h * gap[1]]) + rng.normal(0, 1.0, 2)
                (above if rng.random() < 0.5 else below).append(_card(offset, rng.normal(0, 0.06)))
    return below, above


def _card(offset: NDArray[np.float64], turn: float) -> NDArray[np.float32]:
    """A card that lies `offset` mm from the card at 0 and is turned by `turn` radians."""
    c, s = np.cos(turn), np.sin(turn)
    centre = np.array(CARD_MM) / 2
    return np.asarray((_RECT - centre) @ np.array([[c, s], [-s, c]]) + centre + offset, np.float32)


def _other(deck: PrintedDeck, backs: float, rng: np.random.Generator) -> Image:
    """What lies beside a card: a back in so many cases, else another card, whichever way up."""
    shown = deck.back if rng.random() < backs else deck.cards[int(rng.integers(len(CARDS)))]
    return shown if rng.random() < 0.5 else shown[::-1, ::-1]


def _moved(sprite: Image, rng: np.random.Generator) -> Image:
    """`sprite` with the parts of its motif moved smoothly; its edge stays where it is."""
    by = float(rng.uniform(0, 0.06)) * sprite.shape[1]
    h, w = sprite.shape[:2]
    shift = np.zeros((7, 6, 2), np.float32)
    shift[1:-1, 1:-1] = rng.normal(0, by, (5, 4, 2))
    x, y = cv2.split(cv2.resize(shift, (w, h), interpolation=cv2.INTER_CUBIC))
    x += np.arange(w, dtype=np.float32)
    y += np.arange(h, dtype=np.float32)[:, None]
    return np.asarray(cv2.remap(sprite, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _piece(cloth: Image, seen: _Camera, rng: np.random.Generator) -> Image:
    """What of the table lies about a card: a piece of `cloth`, (128, 128, 3)."""
    side = int(np.clip(seen.long_px * 1.1, 24, 256))
    x, y = rng.integers(0, np.array(cloth.shape[1::-1]) - side)
    part = np.ascontiguousarray(cloth[y : y + side, x : x + round(side * 0.62)])
    return np.asarray(cv2.resize(part, (CROP_PX, CROP_PX)), np.uint8)


def _lay(
    pixels: Image, sprite: Image, quad: NDArray[np.float32], to_crop: NDArray[np.float64], shadow: tuple[float, int]
) -> None:
    """Draw a card at `quad` (mm) on `pixels`, in place, with the shadow it throws."""
    at = cv2.perspectiveTransform(quad[None], to_crop)[0]
    if at[:, 0].max() < 0 or at[:, 0].min() > CROP_PX or at[:, 1].max() < 0 or at[:, 1].min() > CROP_PX:
        return
    size = CROP_PX, CROP_PX
    drawn = cv2.warpPerspective(sprite, cv2.getPerspectiveTransform(_SPRITE, at), size, flags=cv2.INTER_LINEAR)
    *colours, alpha = cv2.split(drawn)
    depth, reach = shadow
    if depth:
        dark = cv2.blur(cv2.resize(alpha, (CROP_PX // 4, CROP_PX // 4)), (reach, reach))
        light = cv2.resize(255 - cv2.convertScaleAbs(dark, alpha=depth), size)
        cv2.multiply(pixels, cv2.merge([light] * 3), dst=pixels, scale=1 / 255)
    cv2.multiply(pixels, cv2.merge([255 - alpha] * 3), dst=pixels, scale=1 / 255)
    cv2.add(pixels, cv2.merge(colours), dst=pixels)


@dataclass(frozen=True)
class _Camera:
    """What all cards of a table have in common: how large they are seen, in which light, by which camera."""

    long_px: float
    looseness: float
    shadow: tuple[float, int]
    gain: NDArray[np.float32]
    gamma: float
    blur: float
    noise: float
    grey_noise: bool
    quality: int
    glare: float
    sharpened: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> _Camera:
        kelvin, tint = rng.normal(0, 0.1), rng.normal(0, 0.04, 3)
        exposure = float(np.exp(rng.normal(-0.08, 0.22)))
        return cls(
            long_px=float(np.exp(rng.uniform(*np.log([SMALLEST_PX, LARGEST_PX])))),
            looseness=float(rng.uniform(0.02, 0.18)),
            shadow=(float(rng.uniform(0.1, 0.6)), 2 * int(rng.integers(1, 4)) + 1) if rng.random() < 0.6 else (0.0, 1),
            gain=((np.array([1 - kelvin, 1.0, 1 + kelvin]) + tint) * exposure).astype(np.float32),
            gamma=float(np.exp(rng.normal(0, 0.16))),
            blur=float(rng.uniform(0.3, 1.4)) if rng.random() < 0.5 else 0.0,
            noise=float(rng.uniform(0, 1) ** 2 * 15),
            grey_noise=bool(rng.random() < 0.5),
            quality=int(rng.integers(40, 97)) if rng.random() < 0.7 else 0,
            glare=float(rng.choice([0.0, 0.0, 0.15])),
            sharpened=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.25 else 0.0,
        )

    def look(self, pixels: Image, rng: np.random.Generator) -> Image:
        """`pixels` (128, 128, 3), a crop, as this camera sees it."""
        field = (1 + rng.normal(0, 0.08, (2, 2, 1))).astype(np.float32) * self.gain
        lit = pixels * cv2.resize(field, (CROP_PX, CROP_PX))
        if self.glare and rng.random() < self.glare:
            spot = np.zeros((16, 16), np.float32)
            centre, axes = rng.integers(0, 16, 2).tolist(), rng.integers(1, 7, 2).tolist()
            cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(50, 200)), -1)
            lit += cv2.resize(cv2.GaussianBlur(spot, (0, 0), 1.0), (CROP_PX, CROP_PX))[..., None]
        size = (
            self.long_px * rng.uniform(0.85, 1.15, 2) / (1 - 2 * CROP_MARGIN) * np.array([CARD_MM[0] / CARD_MM[1], 1])
        )
        w, h = np.clip(size, 8, CROP_PX).round().astype(int).tolist()
        small = cv2.resize(lit, (w, h), interpolation=cv2.INTER_AREA)
        small = 255 * (np.clip(small, 0, 255) / 255) ** np.float32(self.gamma)
        if self.blur:
            # In a large crop a px of the camera is less than one of the crop's.
            blur = self.blur * min(1.0, h * (1 - 2 * CROP_MARGIN) / self.long_px)
            small = cv2.GaussianBlur(small, (0, 0), blur)
        if self.sharpened:
            small = cv2.addWeighted(small, 1 + self.sharpened, cv2.GaussianBlur(small, (0, 0), 1.2), -self.sharpened, 0)
        if self.noise > 0.7:
            noise = rng.standard_normal((h, w, 1 if self.grey_noise else 3), np.float32)
            small = small + noise * np.float32(self.noise)
        taken = np.clip(small, 0, 255).astype(np.uint8)
        if self.quality:
            packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
            taken = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return np.asarray(cv2.resize(taken, (CROP_PX, CROP_PX)), np.uint8)
