"""Labelling by playing: a frame that somebody corrected becomes a labelled picture, if people want that.

Off until somebody switches it on, and off again after a restart. One scene gives one picture: what is corrected while
the same cards lie there changes its labels. A picture is taken only when nothing moves over the table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from yakume.engine import BACK
from yakume.vision.observation import NO_CARD, CardOnTable, Observation, outline
from yakume.vision.thresholds import SURELY_READ

from . import wire
from .samples import SampleError, SampleFolder

log = logging.getLogger("yakume.webui")

Json = dict[str, Any]
Polygon = list[list[float]]
"""Points [x, y]."""

SAME_CARD = 0.5
"""An outline that shares this much of the smaller one's area with a known card's is another try at that card."""

STILL = 0.12
"""A corner that moved by more than this share of its card's long side makes another scene, less is jitter."""


class Labeller:
    """Turns corrections into samples: `correct` says that there was one, `observe` waits for a still picture."""

    def __init__(
        self,
        folder: SampleFolder,
        picture: Callable[[int], bytes | None],
        outside: Callable[[tuple[int, int]], Sequence[Polygon]],
        asked: Callable[[], bool] = lambda: False,
    ) -> None:
        """`picture` gives the JPEG of a frame, None if it is gone; `outside` what of a picture of that width and
        height (px) is not the table; `asked` says whether a question of the match is open: then its pictures stay."""
        self.on = False
        self._folder, self._picture, self._outside, self._asked = folder, picture, outside, asked
        self._of_match: set[str] = set()
        """Pictures of the match that is played."""
        self._trouble = ""
        self._waiting = False
        self._kept: tuple[str, tuple[int, int], Observation] | None = None
        """The last sample: its name, width and height of the picture, and the observation it shows."""

    def status(self) -> wire.Samples:
        """What the page tells: the switch, where the pictures lie, how many, how much room, and what went wrong."""
        return {
            "on": self.on,
            "folder": str(self._folder.folder.absolute()),
            "pictures": self._folder.count(),
            "bytes": self._folder.size_bytes(),
            "limit_bytes": self._folder.limit_bytes,
            "trouble": self._trouble,
        }

    def switch(self, on: bool) -> None:
        """Begin or end keeping; what was kept stays."""
        self.on, self._waiting, self._trouble = on, False, ""

    def follow(self) -> None:
        """Another match is played."""
        self._of_match.clear()

    def clear(self) -> None:
        """Delete everything that was kept. Raises: SampleError."""
        self._folder.clear()
        self._kept, self._trouble = None, ""

    def correct(self) -> None:
        """Somebody corrected a card that lies on the table now."""
        self._waiting = self.on

    def observe(self, observation: Observation) -> bool:
        """Keep the frame of `observation` (as people corrected it) if one is waited for; True if the status changed."""
        if not self._waiting or observation.hand_over_table:
            return False
        if all(card.said is None for card in observation.cards):
            self._waiting = False  # what was corrected is gone
            return False
        try:
            self._waiting = not self._keep(observation)
            trouble = ""
        except SampleError as error:
            log.warning("no sample was kept: %s", error)
            self._waiting, trouble = False, error.code
        changed = trouble != self._trouble or not self._waiting
        self._trouble = trouble
        return changed

    def _keep(self, observation: Observation) -> bool:
        """Write or change the sample; False if its picture is gone already."""
        if self._kept is not None:
            name, size_wh, shown = self._kept
            if same_scene(shown, observation) and name in self._folder:
                entry = label(relabelled(shown, observation), size_wh, self._outside(size_wh))
                self._folder.relabel(name, entry)
                return True
        from yakume.vision.picture import picture_size

        jpeg = self._picture(observation.frame)
        if jpeg is None:
            return False
        size_wh = picture_size(jpeg)
        stay = self._of_match if self._asked() else ()
        name = self._folder.add(jpeg, label(observation, size_wh, self._outside(size_wh)), stay)
        self._of_match.add(name)
        self._kept = name, size_wh, observation
        return True


def label(observation: Observation, size_wh: tuple[int, int], outside: Sequence[Polygon]) -> Json:
    """What a ``labels.json`` says of the picture of `observation`, which is `size_wh` px.

    A card that a person named counts as named, one that is surely read as read; ``by`` tells which. The place of any
    other is ignored, and what lies within the polygons `outside` is left out.
    """
    import numpy as np
    from yakume.vision.geometry import inside, make_quad, quad_centre
    from yakume.vision.overlaps import nested

    scale = np.array(size_wh) / np.array(observation.size)
    around = [np.array(polygon, np.float32) for polygon in outside]
    known: list[Json] = []
    unknown = []
    for card in sorted(observation.cards, key=lambda each: each.track):
        quad = np.asarray(np.array(card.quad, np.float32) * scale, np.float32)
        if card.said is NO_CARD or any(inside(quad_centre(quad), polygon) for polygon in around):
            continue
        sure = card.stable and card.p >= SURELY_READ and (card.card is not None or card.face == BACK)
        try:
            quad = make_quad(quad)
        except ValueError:
            sure = False
        if sure or card.said is not None:
            by = "yakume" if card.said is None else "person"
            known.append({"face": str(card.face), "quad": quad, "by": by})
        else:
            unknown.append(quad)
    quads = [entry["quad"] for entry in known]
    cards = [
        entry | {"quad": _rounded(entry["quad"]), "visible": _visible(entry["quad"], quads[at + 1 :])}
        for at, entry in enumerate(known)
    ]
    # A second outline of a card that is known says nothing of its own.
    unknown = [quad for quad in unknown if all(nested(quad, other) < SAME_CARD for other in quads)]
    ignore = [_rounded(polygon) for polygon in (*around, *unknown)]
    notes = "corrected at the table; 'by' says whether a person named a card or it was surely read"
    return {"width": size_wh[0], "height": size_wh[1], "cards": cards, "ignore": ignore, "notes": notes}


def same_scene(shown: Observation, now: Observation) -> bool:
    """True if the same cards lie still in the same places in both observations; what people added does not count."""
    before, after = _lying(shown), _lying(now)
    if shown.size != now.size or before.keys() != after.keys():
        return False
    import numpy as np
    from yakume.vision.geometry import quad_long_side

    for track, card in before.items():
        quad, other = np.array(card.quad, np.float32), np.array(after[track].quad, np.float32)
        shift = np.abs(_turned_like(quad, other) - other).max()
        if shift > STILL * quad_long_side(quad):
            return False
    return True


def relabelled(shown: Observation, now: Observation) -> Observation:
    """The observation `shown` with what is known `now` of the same cards: they lie where its picture shows them."""
    newest = {card.track: card for card in now.cards}
    cards = []
    for card in shown.cards:
        known = newest.pop(card.track, card)
        cards.append(replace(known, quad=outline(_turned_like(card.quad, known.quad))))
    return replace(shown, cards=(*cards, *(card for card in newest.values() if card.track < 0)))


def _lying(observation: Observation) -> dict[int, CardOnTable]:
    return {card.track: card for card in observation.cards if card.stable and card.track > 0}


def _turned_like(quad: Any, like: Any) -> Any:
    """`quad` named from the corner nearest to the first of `like`: a card may since have been read the other way up."""
    import numpy as np

    turns = [np.roll(np.array(quad, np.float32), turn, 0) for turn in range(4)]
    return min(turns, key=lambda turn: float(np.abs(turn - np.array(like)).sum()))


def _visible(quad: Any, above: Sequence[Any]) -> float:
    """The share of `quad` that the cards `above` leave to be seen, 0…1: what was laid later lies on top."""
    from yakume.vision.geometry import intersection_area, quad_area

    hidden = sum(intersection_area(quad, other) for other in above)
    return round(max(0.0, 1.0 - hidden / quad_area(quad)), 2)


def _rounded(points: Any) -> Polygon:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
