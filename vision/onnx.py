"""Two of the models in ONNX form: an oriented-box detector and a face reader.

Both were exported by ultralytics; what their tensors mean is written here and nowhere else:

    ========  =========================  ==============================================================
    model     input ``images``           output
    ========  =========================  ==============================================================
    detector  1×3×H×W RGB 0…1            end to end: 1×N×7 ``cx cy w h score class angle``
                                         raw: 1×(4+C+1)×A ``cx cy w h``, a score a class, ``angle``
    reader    B×3×S×S RGB 0…1            ``faces`` B×37 probabilities in the order of the faces,
                                         ``upright`` B: the probability that the card's top is up; a
                                         back adds nothing to it; ``features`` B×F: what the network
                                         saw before it settled on a face (older readers lack it); of
                                         ``match`` after those that match (`decks.MATCHED`)
    ========  =========================  ==============================================================

Box centres and sizes are px of the input, the angle is in radians, clockwise as the image is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from yakume.engine import FACES

from .boxes import MAX_OVERLAP, Tile, box_quads, is_cut, letterbox, rotated_nms, tiles, tiles_within
from .crops import CROP_PX, upright_crop
from .decks import DeckHead
from .detection import Detection
from .geometry import Quad, quad_long_side
from .motion import Window
from .picture import Image, resized
from .runtime import CropRunner, Network, open_network, to_blob, usable_cores
from .thresholds import BOX, NO_BOX, SIZED_BOX, TURN_AND_READ

SMALL_PX, GOOD_PX, LARGE_PX = 48.0, 60.0, 260.0
"""Median length of the cards in the detector's input below and above which they are looked at again, and the length
that they then get; chosen with earlier models (models/ATTEMPTS.md). Enlarging cards beyond the picture's own pixels
made it worse."""

MAX_LOOKS = 3
"""Scales that a picture is looked at because of its cards; every one is two looks, at the scale and at half of it."""

BLIND_PX = 4_000_000
"""Where nothing is found, a large picture is looked at again with this many pixels: its cards may be very small."""

_BACK_CLASS = 1

_Boxes = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int_]]
"""Boxes (n, 5: cx cy w h angle), scores (n,) and classes (n,)."""


class OnnxDetector:
    """Finds cards with a YOLO oriented-box model."""

    def __init__(self, path: Path, input_wh: tuple[int, int], *, threads: int | None = None) -> None:
        """Load `path`; pictures of any shape are scaled to as many pixels as `input_wh` has.

        Raises: ValueError if it is no detector that takes pictures of any size.
        """
        self._network = open_network(path, threads=threads or usable_cores())
        self._end_to_end = self._network.metadata.get("end2end") == "True"
        self._input_px = input_wh[0] * input_wh[1]
        taken, given = self._network.input_shape, list(self._network.outputs.values())
        if len(taken) != 4 or taken[2:] != (None, None) or len(given[0]) != 3:
            raise ValueError(f"{path} is not a detector for any size: input {taken}, output {given[0]}")

    def detect(self, image: Image) -> list[Detection]:
        """The cards in `image`, surest first.

        Every look is two, the second at half the scale for a quarter of the cost: a card that fills the picture falls
        apart at the first. Where nothing is surely found, the picture is taken again as large as can be, and the surer
        answer counts. Where the cards turn out very small or very large, it is taken again at a scale that suits them;
        never at several scales that all count, which trebles the false boxes.
        """
        return self.detect_from(image, None)[0]

    def detect_from(
        self, image: Image, scale: float | None, card_px: float | None = None
    ) -> tuple[list[Detection], float | None]:
        """The same, begun at the `scale` that the picture before gave; and the scale to begin the next picture at.

        None is the usual beginning. Another scale is given where cards look too small or too large at the usual one:
        that look would only come to this scale once more. Where it shows nothing surely, all begins as usual. Where it
        is known that cards are `card_px` long, the scale goes by that: on a patterned cloth most of what is found at
        first may be no card.
        """
        picture_px = image.shape[0] * image.shape[1]
        usual = (self._input_px / picture_px) ** 0.5
        looked = scale or usual
        found = self.detect_at(image, (looked, looked / 2))
        if _surest(found) < NO_BOX:
            if scale:
                return self.detect_from(image, None, card_px)
            if blind := better_scale([], usual, picture_px):
                larger = self.detect_at(image, (blind, blind / 2))
                if _surest(larger) > _surest(found):
                    found, looked = larger, blind
        for _ in range(MAX_LOOKS - 1):
            lengths = [card_px] if card_px else _sized(found)
            again = better_scale(lengths, looked, picture_px) if lengths else None
            if again is None:
                break
            looked, nearer = again, self.detect_at(image, (again, again / 2))
            if _surest(nearer) >= SIZED_BOX:
                found = nearer
        lengths = [card_px] if card_px else _sized(found)
        return found, better_scale(lengths, usual, picture_px) if lengths else None

    def detect_within(self, image: Image, scale: float | None, windows: Sequence[Window]) -> list[Detection]:
        """The cards that lie in parts of `image` whole, surest first, at the `scale` that the picture before gave."""
        looked = scale or (self._input_px / (image.shape[0] * image.shape[1])) ** 0.5
        return self.detect_at(image, (looked, looked / 2), windows) if windows else []

    def detect_at(
        self, image: Image, scales: Sequence[float], windows: Sequence[Window] | None = None
    ) -> list[Detection]:
        """The cards in `image`, or in `windows` of it, seen at each of `scales`, input px a picture px; one box a
        card."""
        looks = [self._look(image, scale, windows) for scale in scales]
        boxes, scores, classes = (np.concatenate(column) for column in zip(*looks, strict=True))
        keep = rotated_nms(boxes, scores, MAX_OVERLAP)
        return [
            Detection(quad, float(score), bool(kind == _BACK_CLASS))
            for quad, score, kind in zip(box_quads(boxes[keep]), scores[keep], classes[keep], strict=True)
        ]

    def _look(self, image: Image, scale: float, windows: Sequence[Window] | None) -> _Boxes:
        """What is seen at one scale, in picture px."""
        height, width = image.shape[:2]
        seen = resized(image, (max(round(width * scale), 1), max(round(height * scale), 1)))
        size_wh = seen.shape[1], seen.shape[0]
        cut = [tiles(size_wh)] if windows is None else [tiles_within(window, scale, size_wh) for window in windows]
        parts = [self._look_through(seen, tile) for tile in chain(*cut)]
        boxes, scores, classes = (np.concatenate(column) for column in zip(*parts, strict=True))
        # Rounding the sides changes the scale by less than a px over the picture; the width's is used for both.
        boxes = np.asarray(boxes / np.array([seen.shape[1] / width] * 4 + [1], np.float32), np.float32)
        return boxes, scores, classes

    def _look_through(self, seen: Image, tile: Tile) -> _Boxes:
        """What is seen in one tile of a picture, in the picture's px, but for what the tile's edges cut."""
        x0, y0, x1, y1 = tile
        blob, (left, top) = letterbox(seen[y0:y1, x0:x1])
        (output,) = self._network.run(blob)
        boxes, scores, classes = self._parse(output[0])
        boxes = boxes + np.array([x0 - left, y0 - top, 0, 0, 0], np.float32)
        whole = ~is_cut(boxes, tile, (seen.shape[1], seen.shape[0]))
        return boxes[whole], scores[whole], classes[whole]

    def _parse(self, output: NDArray[np.float32]) -> _Boxes:
        """What the network is surer of than `thresholds.BOX`, in px of its input."""
        if self._end_to_end:
            output = output[output[:, 4] >= BOX]
            return output[:, [0, 1, 2, 3, 6]], output[:, 4], output[:, 5].astype(int)
        class_scores = output[4:-1]
        keep = class_scores.max(0) >= BOX
        boxes = output[[0, 1, 2, 3, -1]][:, keep].T
        return boxes, class_scores[:, keep].max(0), class_scores[:, keep].argmax(0)


def _outputs_of_reader(network: Network, path: Path) -> dict[str, tuple[int | None, ...]]:
    """The outputs of `network`, read from `path`. Raises: ValueError if it is not a reader of the 37 faces."""
    outputs = network.outputs
    if list(outputs)[:2] != ["faces", "upright"] or outputs["faces"][-1] != len(FACES):
        raise ValueError(f"{path} is not a face reader: expected the outputs 'faces' (37 wide) and 'upright'")
    return outputs


class OnnxFaceReader:
    """Reads faces with a YOLO classification model that also says which way up a card lies."""

    def __init__(
        self,
        path: Path,
        side: int = CROP_PX,
        *,
        threads: int | None = None,
        temperature: float = 1.0,
        deck: DeckHead | None = None,
    ) -> None:
        """Load `path`, which takes crops of `side` px; `temperature` makes its probabilities true (see `tempered`),
        `deck` makes it read one deck's cards better, with probabilities of its own.

        Raises: ValueError if it is not a reader of the 37 faces and of such crops, or has not the features that `deck`
        was trained on.
        """
        self._runner = CropRunner(path, threads=threads)
        self._side = side
        self._temperature = 1.0 if deck else temperature
        self._deck = deck
        outputs = _outputs_of_reader(self._runner.network, path)
        if any(px not in (None, side) for px in self._runner.network.input_shape[2:]):
            raise ValueError(f"{path} does not take crops of {side} px: input {self._runner.network.input_shape}")
        width = outputs.get("features", (None, None))[-1]
        if deck and deck.weights.shape[0] != width:
            raise ValueError(f"{path} has {width or 'no'} features, the deck's head wants {deck.weights.shape[0]}")

    def read(self, image: Image, quads: Sequence[Quad]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Face probabilities (n, 37) of the cards at `quads`, and for each whether its quad is upside down (n,).

        What the probabilities of a card lack to 1 is that of no card known. A card that is not read surely is looked
        at again turned by 180°, and the two answers are averaged.
        """
        return self.read_crops(len(quads), lambda number: upright_crop(image, quads[number], self._side))

    def read_crops(self, count: int, cut: Callable[[int], Image]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The same for `count` square crops of any size, each `cut` by its number."""
        if not count:
            return np.zeros((0, len(FACES)), np.float32), np.zeros(0, np.bool_)
        crops: list[Image] = [np.empty(0, np.uint8)] * count

        def cut_once(number: int) -> Image:
            crops[number] = resized(cut(number), (self._side, self._side))
            return crops[number]

        faces, upright = self._look(count, cut_once)
        doubtful = np.flatnonzero(faces.max(1) < TURN_AND_READ)
        if len(doubtful):
            again, turned_upright = self._look(len(doubtful), lambda number: crops[doubtful[number]][::-1, ::-1])
            faces[doubtful] = (faces[doubtful] + again) / 2
            upright[doubtful] = (upright[doubtful] + 1 - turned_upright) / 2
        # A back looks the same both ways: its quad stays as it is.
        upside_down = (upright < 0.5) & (faces.argmax(1) != len(FACES) - 1)
        return tempered(faces, self._temperature), upside_down

    def features(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """What the network sees in each of n ≥ 1 square `crops` before it settles on a face: (n, F)."""
        size = self._side, self._side
        _, _, features = self._runner.run(len(crops), lambda number: resized(crops[number], size))
        return features

    def _look(self, count: int, cut: Callable[[int], Image]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Faces (n, 37) and upright (n,) of `count` crops, each `cut` by its number."""
        faces, upright, *features = self._runner.run(count, cut)
        return self._deck.fuse(faces, *features) if self._deck else (faces, upright)


class OnnxTableReader:
    """Reads the faces of cards of one table, beside each other (see `yakume.models.together`)."""

    def __init__(self, path: Path, side: int = CROP_PX, *, threads: int | None = None) -> None:
        """Load `path`, which takes crops of `side` px. Raises: ValueError if it is not a reader of the 37 faces."""
        self._network = open_network(path, threads=threads or usable_cores())
        self._side = side
        _outputs_of_reader(self._network, path)

    def read(self, image: Image, quads: Sequence[Quad]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Face probabilities (n, 37) of the n ≥ 1 cards at `quads`, and for each whether its quad is upside down (n,).

        Every card is looked at both ways up at once: whichever way each lies, the same is then usual for the table.
        """
        crops = [upright_crop(image, quad, self._side) for quad in quads]
        faces, upright = self._network.run(to_blob([*crops, *(crop[::-1, ::-1] for crop in crops)]))
        n = len(crops)
        return (faces[:n] + faces[n:]) / 2, upright[:n] < upright[n:]


def _surest(found: Sequence[Detection]) -> float:
    return max((detection.score for detection in found), default=0.0)


def _sized(found: Sequence[Detection]) -> list[float]:
    """Lengths of what is sure enough to say how large the cards of a picture are, px."""
    return [quad_long_side(d.quad) for d in found if d.score >= SIZED_BOX]


def tempered(faces: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """Face probabilities (n, 37) made flatter (`temperature` above 1) or steeper, their order kept.

    Logarithms are divided by `temperature` (Guo et al. 2017); what a row lacks to 1 belongs to no card known.
    """
    if temperature == 1:
        return faces
    rest = 1 - faces.sum(1, keepdims=True)
    rest[rest < 1e-5] = 0  # rounding, which a root would make something of
    powers = np.concatenate([faces, rest], 1) ** np.float32(1 / temperature)
    return np.asarray((powers / powers.sum(1, keepdims=True))[:, :-1], np.float32)


def better_scale(lengths_px: Sequence[float], scale: float, picture_px: int) -> float | None:
    """A scale at which cards `lengths_px` long (picture px) are of a size the detector knows well, if `scale` is none.

    Enlarging beyond the picture's own pixels shows nothing new, so it is never more than 1. Without cards it is the
    scale for `BLIND_PX`.
    """
    if not lengths_px:
        blind = min((BLIND_PX / picture_px) ** 0.5, 1.0)
        return blind if blind > scale else None
    middle = float(np.median(lengths_px))
    if SMALL_PX <= middle * scale <= LARGE_PX:
        return None
    better = min(GOOD_PX / middle, 1.0)
    return better if better < scale or scale < 1 else None
