"""The cards of a deck on its photographs: found, put in order, and corrected by a person.

Each card of the deck exists once, and a deck laid in a grid is mostly laid by months: together they settle what the
general reader cannot tell of a deck it has never seen. What stays doubtful is for the person to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from yakume.datasets.synth.sprites import SPRITE_WH
from yakume.engine import BACK, CARDS, FACES, Card, CardSet, Face
from yakume.vision.decks import with_none
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import Quad, iou, quad_centre, quad_long_side, turned
from yakume.vision.light import in_good_light
from yakume.vision.overlaps import nested
from yakume.vision.picture import Image
from yakume.vision.read import CardReader
from yakume.vision.thresholds import UNSURE

from .covered import covered
from .grid import Grid, find_grid
from .order import by_order
from .outlines import settled_outlines
from .sharp import is_blurred

MIN_CARD_PX = 90.0
"""Shortest long side of a card that pictures for training can be cut from."""

LEAST_CARDS = 12
"""Fewer cards than this are not worth learning a deck by."""

MAX_OVERLAP = 0.2
"""Of two cards that share more than this of the smaller one's area, only the surer is one."""

SAME_OUTLINE = 0.7
"""Least IoU of a card of a grid with its cell's outline; cards laid by hand have 0.8 and more."""

NO_CARD = 0.003
"""Probability below which a thing is rather no card of the deck than the card that is left."""

SURELY_A_CARD = 1e-6
"""The same for what is known to be a card of the deck, as it lies in its grid."""

COVERED = 0.3
"""A picture of a card that something lies on counts so much less than another one of the same card."""

FEW_BACKS = 0.5
"""Where more than this share of the cards look like backs, it is the art that does: people lay a deck face up."""

UNLIKE_TABLE = 0.5
"""A place in a grid where no card was found holds one if it differs from the table around it by at least this share of
what the cards that were found do."""

_AROUND = (1.06, 1.14)
"""The table around a card is what lies between its outline made so many times as large."""

_FACE_OF_CARD = np.array([card.face.index for card in CARDS])


class SheetError(ValueError):
    """Photographs that no deck can be enrolled from, or a correction that makes no sense; one sentence."""


class PhotoError(SheetError):
    """A photograph that nothing can be learnt from; `code` is ``no_cards`` or ``blurred_photo``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Found:
    """One card in a photograph, before it is known which."""

    photo: int
    """Which photograph, from 0."""
    quad: Quad
    """px of the photograph, clockwise from the card's own top-left."""
    scores: NDArray[np.float32]
    """Shape (38,): how likely each face is, and no card at all; with what its place in a grid says."""
    picture: Image
    """The card alone, upright, in `SPRITE_WH`."""
    covered: bool = False
    """True if something lies on it: a hand, a cup."""


@dataclass(frozen=True)
class Entry:
    """What one found card was taken for."""

    number: int
    """From 1, as the person is told."""
    card: Card | None
    """None for what is no card of the deck, or one too many."""
    probability: float
    said: bool
    """True if a person said so."""
    covered: bool = False
    """True if something lies on the card: what would be learnt is its picture, too."""
    again: Face | None = None
    """Of what is one too many, the face that it surely shows, all of whose cards were found: another picture of it."""

    @property
    def doubtful(self) -> bool:
        """True if a person should have a look."""
        unsure = self.card is None or self.covered or self.probability < UNSURE
        return unsure and not self.said and self.again is None


@dataclass
class Sheet:
    """All that was found of one deck, and what a person said of it."""

    found: list[Found] = field(default_factory=list)
    photos: int = 0
    says: dict[int, Card | None] = field(default_factory=dict)
    """Number → card, or None for no card of the deck."""

    def add(self, photo: Image, reader: CardReader) -> int:
        """Find the cards of one more photograph; returns how many there are. Raises: PhotoError."""
        cards = cards_to_learn(photo, self.photos, reader)
        self.photos += 1
        self.found += cards
        return len(cards)

    def say(self, number: int, card: Card | None) -> None:
        """A person says that card `number` is `card`; who said so of another card before was wrong.

        Raises: SheetError if there is no such number.
        """
        if not 1 <= number <= len(self.found):
            raise SheetError(f"there is no card number {number}: {len(self.found)} were found")
        self.says = {n: c for n, c in self.says.items() if c != card or c is None}
        self.says[number] = card

    def entries(self) -> list[Entry]:
        """Every found card by number, each card of the deck given once."""
        return assigned([found.scores for found in self.found], self.says, [found.covered for found in self.found])

    def missing(self) -> CardSet:
        """The cards that nothing found was taken for."""
        return CardSet(CARDS) - CardSet(entry.card for entry in self.entries() if entry.card is not None)

    def pictures(self, *, incomplete: bool = False) -> dict[Card, Image]:
        """The picture of each card; if `incomplete`, of those that were found, `LEAST_CARDS` at least.

        Raises: SheetError naming the cards that are missing or too small.
        """
        missing = self.missing()
        if incomplete and len(missing) > len(CARDS) - LEAST_CARDS:
            found = len(CARDS) - len(missing)
            raise SheetError(f"{found} of 48 cards were found, too few to learn: {LEAST_CARDS} at least; add a photo")
        if missing and not incomplete:
            names = " ".join(str(card) for card in missing)
            raise SheetError(
                f"{len(missing)} of 48 cards were not found: {names}; add another photo, "
                "say which number is which, or go on with those that were found (--incomplete)"
            )
        entries = [entry for entry in self.entries() if entry.card is not None]
        small = [e for e in entries if quad_long_side(self.found[e.number - 1].quad) < MIN_CARD_PX]
        if small:
            raise SheetError(f"{len(small)} cards are shorter than {MIN_CARD_PX:.0f} px: take the photo from closer")
        return {entry.card: self.found[entry.number - 1].picture for entry in entries if entry.card is not None}


def parse_says(text: str) -> tuple[int, Card | None]:
    """A correction such as ``3n=17``, or ``none=17`` for no card of the deck. Raises: SheetError."""
    name, sign, number = (part.strip() for part in text.partition("="))
    if not sign or not number.isdecimal():
        raise SheetError(f"cannot use {text!r}: expected CARD=NUMBER, such as 3n=17 or none=17")
    try:
        return int(number), None if name == "none" else Card.parse(name)
    except ValueError as error:
        raise SheetError(f"cannot use {text!r}: {error}") from None


def cards_to_learn(photo: Image, index: int, reader: CardReader) -> list[Found]:
    """The cards in `photo`, see `find_cards`. Raises: PhotoError if there are none, or only their blur."""
    found = find_cards(photo, index, reader)
    if not found:
        raise PhotoError("no_cards", f"there is no card to be seen on photo {index + 1}")
    if is_blurred([card.picture for card in found]):
        raise PhotoError("blurred_photo", f"photo {index + 1} is blurred: hold the camera still, and let it focus")
    return found


def find_cards(photo: Image, index: int, reader: CardReader) -> list[Found]:
    """The cards of a deck in `photo`, which lie face up, in the order in which one reads: row by row.

    Where they lie in rows and columns, whatever lies in a cell is a card of the deck: the reader, who has never seen
    this deck, is not asked. Elsewhere backs are left out, and what is no card known is for the assignment to leave out.
    """
    photo = in_good_light(photo)
    seen = apart(reader.see(photo, reader.detect(photo)))
    grid = find_grid([card.quad for card in seen])
    if grid is not None:
        seen, grid = _filled(photo, reader, seen, grid)
        seen = _refitted(photo, reader, seen, grid)
    scores = [with_none(card.probabilities[None])[0] for card in seen]
    if grid is not None:
        order = [grid.cells[cell] for cell in sorted(grid.cells)]
        if len(order) < len(CARDS):  # what lies beside the grid may be one that it lacks
            beside = [k for k in range(len(seen)) if k not in set(order)]
            order += [
                beside[k] for k in _reading_order([seen[k].quad for k in beside]) if not _is_back(scores[beside[k]])
            ]
        elif len(order) > len(CARDS):  # a back or a bonus card lies among them
            unlikely = sorted(order, key=lambda k: float(scores[k][BACK.index] + scores[k][-1]))[len(CARDS) :]
            order = [k for k in order if k not in set(unlikely)]
        scores = by_order(scores, grid)
        seen = [_stood_up(card, grid, cell) for card, cell in zip(seen, _cells(grid, len(seen)), strict=True)]
    else:
        order = _reading_order([card.quad for card in seen])
        if sum(map(_is_back, scores)) <= FEW_BACKS * len(scores):
            order = [k for k in order if not _is_back(scores[k])]
    seen = settled_outlines(photo, reader, seen)
    under = covered(photo, [seen[k].quad for k in order])
    return [
        Found(index, seen[k].quad, scores[k], cut_out(photo, seen[k].quad), bool(hidden))
        for k, hidden in zip(order, under, strict=True)
    ]


def _is_back(scores: NDArray[np.float32]) -> bool:
    return int(scores[:-1].argmax()) == BACK.index


def apart(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """`cards`, surest first, without those that overlap a surer one: the cards of a deck are laid out side by side."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda card: -card.score):
        if all(nested(card.quad, other.quad) <= MAX_OVERLAP for other in kept):
            kept.append(card)
    return kept


def assigned(
    scores: Sequence[NDArray[np.float32]], says: Mapping[int, Card | None], under: Sequence[bool] = ()
) -> list[Entry]:
    """What each row of `scores`, (38,) each, is taken for, every card once at most; `says` is by number, from 1.

    Of two pictures of one card the one that nothing lies on is taken, if `under` tells for each row.
    """
    if not len(scores):
        return []
    table = np.stack(scores)
    logs = np.log(np.maximum(table, 1e-4))
    gain = np.hstack([logs[:, _FACE_OF_CARD], np.full((len(table),) * 2, -1e6)])
    rows = np.arange(len(table))
    hidden = np.array(under or np.zeros(len(table)), np.bool_)
    gain[hidden, : len(CARDS)] += np.log(COVERED)
    gain[rows, len(CARDS) + rows] = np.log(np.where(table[:, -1] > 0, NO_CARD, SURELY_A_CARD))
    for number, card in says.items():
        column = len(CARDS) + number - 1 if card is None else int(card)
        gain[number - 1] = -1e7
        gain[:, column] -= 1e7
        gain[number - 1, column] = 0
    _, columns = linear_sum_assignment(-gain)
    taken: list[Card | None] = [CARDS[column] if column < len(CARDS) else None for column in columns]
    _name_alike(taken, says)
    left = {card.face for card in CardSet(CARDS) - CardSet(card for card in taken if card is not None)}

    def again(row: int) -> Face | None:
        best = int(np.argmax(table[row]))
        sure = taken[row] is None and row + 1 not in says and best < BACK.index and table[row, best] >= UNSURE
        return FACES[best] if sure and FACES[best] not in left else None

    return [
        Entry(
            row + 1,
            card,
            1.0 if row + 1 in says else float(table[row, -1 if card is None else card.face.index]),
            row + 1 in says,
            bool(hidden[row]),
            again(row),
        )
        for row, card in enumerate(taken)
    ]


def cut_out(photo: Image, quad: Quad) -> Image:
    """The card at `quad` alone, (360, 220, 3): averaged, not sampled, where the photograph is finer."""
    width, height = SPRITE_WH
    finer = int(np.clip(np.ceil(quad_long_side(quad) / height), 1, 4))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * finer - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), corners)
    size = (width * finer, height * finer)
    picture = cv2.warpPerspective(photo, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(picture, SPRITE_WH, interpolation=cv2.INTER_AREA), np.uint8)


def contact_sheet(sheet: Sheet) -> Image:
    """One picture of the deck in order, a column a month, with the number of each card; doubtful ones framed in red.

    Found things that were taken for no card follow below.
    """
    (width, height), rim = (110, 180), 22
    entries = sheet.entries()
    by_card = {entry.card: entry for entry in entries if entry.card is not None}
    rest = [entry for entry in entries if entry.card is None]
    rows = 4 + -(-len(rest) // 12)
    canvas = np.full((rows * (height + rim) + 4, 12 * (width + 8) + 4, 3), 245, np.uint8)
    places: list[tuple[int, int, Entry | None, str]] = [
        (card % 4, card // 4, by_card.get(card), str(card)) for card in CARDS
    ]
    places += [(4 + k // 12, k % 12, entry, "none") for k, entry in enumerate(rest)]
    for row, column, entry, name in places:
        x, y = 6 + column * (width + 8), row * (height + rim) + rim
        if entry is not None:
            picture = cv2.resize(sheet.found[entry.number - 1].picture, (width, height), interpolation=cv2.INTER_AREA)
            canvas[y : y + height, x : x + width] = picture
        red = entry is None or entry.doubtful
        colour = (40, 40, 220) if red else (60, 60, 60)
        cv2.rectangle(canvas, (x - 2, y - 2), (x + width + 1, y + height + 1), colour, 3 if red else 1)
        mark = "" if not red else " covered ?" if entry is not None and entry.covered else " ?"
        label = f"{name} missing" if entry is None else f"{name} = {entry.number}{mark}"
        cv2.putText(canvas, label, (x, y - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
    return canvas


def to_json(sheet: Sheet) -> dict[str, Any]:
    """What the page and `--json` are told of `sheet`."""
    return {
        "photos": sheet.photos,
        "cards": [
            {
                "number": entry.number,
                "card": None if entry.card is None else str(entry.card),
                "p": round(entry.probability, 3),
                "doubtful": entry.doubtful,
                "said": entry.said,
                "covered": entry.covered,
                "again": None if entry.again is None else str(entry.again),
            }
            for entry in sheet.entries()
        ],
        "missing": [str(card) for card in sheet.missing()],
    }


def _name_alike(taken: list[Card | None], says: Mapping[int, Card | None]) -> None:
    """Give the kasu of a month their letters in the order in which they lie, but for those a person named."""
    rows = [row for row, card in enumerate(taken) if card is not None and row + 1 not in says]
    for face in {taken[row].face for row in rows if taken[row] is not None}:  # type: ignore[union-attr]
        same = [row for row in rows if taken[row].face == face]  # type: ignore[union-attr]
        for row, card in zip(same, sorted(card for row in same if (card := taken[row]) is not None), strict=True):
            taken[row] = card


def _filled(photo: Image, reader: CardReader, seen: list[SeenCard], grid: Grid) -> tuple[list[SeenCard], Grid]:
    """`seen` and `grid` with the cards that lie in its empty cells, or just beyond its edge, and were overlooked.

    In a cell within the grid lies a card unless the table is to be seen there; beyond its edge, if the second look
    finds one where it should lie.
    """
    height, width = photo.shape[:2]
    for _ in range(2):  # what is found beyond the edge makes cells of its line
        if len(grid.cells) >= len(CARDS):
            break
        lying = [card.quad for card in seen]
        outlines = {cell: grid.outline(cell) for cell in grid.empty()}
        cells = [
            c for c, q in outlines.items() if _is_free(q, lying) and (q >= 0).all() and (q < (width, height)).all()
        ]
        tight = reader.tighten(photo, [Detection(outlines[cell], 0.5, False) for cell in cells])
        usual = float(np.median([unlike_table(photo, lying[number]) for number in grid.cells.values()]))
        boxes = []
        for cell, found in zip(cells, tight, strict=True):
            if found is not None and _is_free(found.quad, lying) and iou(found.quad, outlines[cell]) >= SAME_OUTLINE:
                boxes.append(found)
            elif grid.holds(cell) and unlike_table(photo, outlines[cell]) >= UNLIKE_TABLE * usual:
                boxes.append(Detection(outlines[cell], 0.5, False))
        if not boxes:
            break
        seen = seen + reader.read_faces(photo, boxes)
        grid = find_grid([card.quad for card in seen]) or grid
    return seen, grid


def unlike_table(photo: Image, quad: Quad) -> float:
    """How much what lies in `quad` (px of `photo`) differs in its colours from what lies around it, 0…1: the Hellinger
    distance of two histograms, so that a pattern of the table is not taken for a card."""
    middle = quad.mean(0)
    low = np.maximum(np.floor((quad - middle).min(0) * _AROUND[1] + middle), 0).astype(int)
    high = np.ceil((quad - middle).max(0) * _AROUND[1] + middle).astype(int)
    part = photo[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return 0.0
    masks = []
    for scale in (0.9, *_AROUND):
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, ((quad - middle) * scale + middle - low).astype(np.int32), 255)
        masks.append(mask)
    inside, around = masks[0], cv2.subtract(masks[2], masks[1])
    lab = cv2.cvtColor(part, cv2.COLOR_BGR2LAB)
    one, other = (
        cv2.GaussianBlur(cv2.calcHist([lab], [0, 1, 2], mask, [8, 12, 12], [0, 256] * 3).reshape(8, -1), (0, 0), 0.7)
        for mask in (inside, around)
    )
    return float(cv2.compareHist(one, other, cv2.HISTCMP_BHATTACHARYYA))


def _refitted(photo: Image, reader: CardReader, seen: list[SeenCard], grid: Grid) -> list[SeenCard]:
    """`seen` with each card of the grid whose outline is not that of its cell looked for again, from the cell on.

    A picture on a card can look like a card lying across it.
    """
    cells = _cells(grid, len(seen))
    odd = [k for k, cell in enumerate(cells) if cell and iou(seen[k].quad, grid.outline(cell)) < SAME_OUTLINE]
    if not odd:
        return seen
    boxes = [Detection(grid.outline(cell), 0.5, False) for k in odd if (cell := cells[k])]
    tight = reader.tighten(photo, boxes)
    fitting = [
        found if found is not None and iou(found.quad, box.quad) >= SAME_OUTLINE else box
        for box, found in zip(boxes, tight, strict=True)
    ]
    again = dict(zip(odd, reader.read_faces(photo, fitting), strict=True))
    return [again.get(k, card) for k, card in enumerate(seen)]


def _is_free(quad: Quad, lying: Sequence[Quad]) -> bool:
    return all(nested(quad, other) <= MAX_OVERLAP for other in lying)


def _cells(grid: Grid, count: int) -> list[tuple[int, int] | None]:
    """The cell of each of `count` cards, None for one beside the grid."""
    cell_of = {index: cell for cell, index in grid.cells.items()}
    return [cell_of.get(index) for index in range(count)]


def _stood_up(card: SeenCard, grid: Grid, cell: tuple[int, int] | None) -> SeenCard:
    """A card of a grid that is not surely read is taken to stand as the grid does."""
    if cell is None or card.probabilities.max() >= 0.9:
        return card
    down = grid.outline(cell)[3] - grid.outline(cell)[0]
    if float((card.quad[3] - card.quad[0]) @ down) >= 0:
        return card
    return replace(card, quad=turned(card.quad, 2))


def _reading_order(quads: Sequence[Quad]) -> list[int]:
    """Indices of `quads` line by line from the top, each line from the left."""
    if not quads:
        return []
    centres = np.stack([quad_centre(quad) for quad in quads])
    line_px = 0.6 * float(np.median([quad_long_side(quad) for quad in quads]))
    lines: list[list[int]] = []
    for index in np.argsort(centres[:, 1], kind="stable").tolist():
        if lines and centres[index, 1] - centres[lines[-1][0], 1] < line_px:
            lines[-1].append(index)
        else:
            lines.append([index])
    return [index for line in lines for index in sorted(line, key=lambda k: centres[k, 0])]
