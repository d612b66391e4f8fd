"""Labelling by playing: a frame that somebody corrected becomes a labelled picture, if people want that.

Off until somebody switches it on, and off again after a restart. One scene gives one picture: what is corrected while
the same cards lie there changes its labels. A picture is taken only when nothing moves over the table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from yakume.engine import Card
from yakume.vision.memory import Said

from .samples import SampleError, SampleFolder

log = logging.getLogger("yakume.webui")

Json = dict[str, Any]
Polygon = list[list[float]]
"""Points [x, y]."""

KNOWN = 0.9
"""A card that nobody corrected and that is read with less probability than this is not known: its place is ignored."""

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
    ) -> None:
        """`picture` gives the JPEG of a frame, None if it is gone; `outside` what of a picture of that width and
        height (px) is not the table."""
        self.on = False
        self._folder, self._picture, self._outside = folder, picture, outside
        self._trouble = ""
        self._waiting = False
        self._kept: tuple[str, tuple[int, int], Json] | None = None
        """The last sample: its name, width and height of the picture, and the observation it shows."""

    def status(self) -> Json:
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

    def clear(self) -> None:
        """Delete everything that was kept. Raises: SampleError."""
        self._folder.clear()
        self._kept, self._trouble = None, ""

    def correct(self) -> None:
        """Somebody corrected a card that lies on the table now."""
        self._waiting = self.on

    def observe(self, observation: Json) -> bool:
        """Keep the frame of `observation` (as people corrected it) if one is waited for; True if the status changed."""
        if not self._waiting or observation["hand_over_table"]:
            return False
        if not any("said" in card for card in observation["cards"]):
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

    def _keep(self, observation: Json) -> bool:
        """Write or change the sample; False if its picture is gone already."""
        if self._kept is not None:
            name, size_wh, shown = self._kept
            if same_scene(shown, observation) and name in self._folder:
                entry = label(relabelled(shown, observation), size_wh, self._outside(size_wh))
                self._folder.relabel(name, entry)
                return True
        from yakume.vision.picture import picture_size

        jpeg = self._picture(observation["frame"])
        if jpeg is None:
            return False
        size_wh = picture_size(jpeg)
        name = self._folder.add(jpeg, label(observation, size_wh, self._outside(size_wh)))
        self._kept = name, size_wh, observation
        return True


def with_fixes(observation: Json, fixes: Mapping[int, Said]) -> Json:
    """`observation` as people corrected it; a card that somebody found elsewhere is in doubt where it was.

    What a person said of a card is in its field ``said``: a card, ``back`` or ``none``.
    """
    if not fixes:
        return observation
    found = {str(said) for said in fixes.values() if isinstance(said, Card)}
    cards = []
    for entry in observation["cards"]:
        if entry["track"] in fixes:
            said = fixes[entry["track"]]
            if said is None:
                entry = entry | {"said": "none", "card": None, "p": 0.0}
            elif isinstance(said, Card):
                entry = entry | {"said": str(said), "card": str(said), "face": str(said.face), "p": 1.0}
            else:
                entry = entry | {"said": str(said), "card": None, "face": str(said), "p": 1.0}
        elif entry["card"] in found:
            entry = entry | {"card": None}
        cards.append(entry)
    return observation | {"cards": cards}


def label(observation: Json, size_wh: tuple[int, int], outside: Sequence[Polygon]) -> Json:
    """What a ``labels.json`` says of the picture of `observation`, which is `size_wh` px.

    A card that a person named counts as named, one that is surely read as read; ``by`` tells which. The place of any
    other is ignored, and what lies within the polygons `outside` is left out.
    """
    import numpy as np
    from yakume.vision.geometry import inside, make_quad, quad_centre
    from yakume.vision.read import nested

    scale = np.array(size_wh) / np.array(observation["size"])
    around = [np.array(polygon, np.float32) for polygon in outside]
    known: list[Json] = []
    unknown = []
    for entry in sorted(observation["cards"], key=lambda each: each["track"]):
        quad = np.asarray(np.array(entry["quad"], np.float32) * scale, np.float32)
        if entry.get("said") == "none" or any(inside(quad_centre(quad), polygon) for polygon in around):
            continue
        sure = entry["stable"] and entry["p"] >= KNOWN and (entry["card"] is not None or entry["face"] == "back")
        try:
            quad = make_quad(quad)
        except ValueError:
            sure = False
        if sure or "said" in entry:
            by = "person" if "said" in entry else "yakume"
            known.append({"face": entry["face"], "quad": quad, "by": by})
        else:
            unknown.append(quad)
    quads = [card["quad"] for card in known]
    cards = [
        card | {"quad": _rounded(card["quad"]), "visible": _visible(card["quad"], quads[at + 1 :])}
        for at, card in enumerate(known)
    ]
    # A second outline of a card that is known says nothing of its own.
    unknown = [quad for quad in unknown if all(nested(quad, other) < SAME_CARD for other in quads)]
    ignore = [_rounded(polygon) for polygon in (*around, *unknown)]
    notes = "corrected at the table; 'by' says whether a person named a card or it was surely read"
    return {"width": size_wh[0], "height": size_wh[1], "cards": cards, "ignore": ignore, "notes": notes}


def same_scene(shown: Json, now: Json) -> bool:
    """True if the same cards lie still in the same places in both observations; what people added does not count."""
    before, after = _lying(shown), _lying(now)
    if shown["size"] != now["size"] or before.keys() != after.keys():
        return False
    import numpy as np
    from yakume.vision.geometry import quad_long_side

    for track, card in before.items():
        quad = np.array(card["quad"], np.float32)
        shift = np.abs(_turned_like(quad, after[track]["quad"]) - np.array(after[track]["quad"])).max()
        if shift > STILL * quad_long_side(quad):
            return False
    return True


def relabelled(shown: Json, now: Json) -> Json:
    """The observation `shown` with what is known `now` of the same cards: they lie where its picture shows them."""
    newest = {card["track"]: card for card in now["cards"]}
    cards = []
    for card in shown["cards"]:
        known = newest.pop(card["track"], card)
        cards.append(known | {"quad": _turned_like(card["quad"], known["quad"]).tolist()})
    return shown | {"cards": [*cards, *(card for card in newest.values() if card["track"] < 0)]}


def _lying(observation: Json) -> dict[int, Json]:
    return {card["track"]: card for card in observation["cards"] if card["stable"] and card["track"] > 0}


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
