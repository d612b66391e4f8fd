"""Cards that lie still and cannot be read well enough to count: one at a time, people are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yakume.engine import Face
from yakume.engine.names import name
from yakume.vision.memory import BELIEVABLE
from yakume.vision.questions import Answer, Question

Json = dict[str, Any]

PATIENCE_MS = 3_000
"""A card is asked about when it lay so long without being read: most are read within one second."""


class DoubtWatch:
    """Since when each card is in doubt; feed it every observation as people corrected it."""

    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}
        self._seen: Json = {"t_ms": 0, "cards": ()}

    def observe(self, observation: Json) -> None:
        """Note what is in doubt in `observation`."""
        now = observation["t_ms"]
        tracks = [card["track"] for card in observation["cards"] if _in_doubt(card)]
        self._since_ms = {track: min(self._since_ms.get(track, now), now) for track in tracks}
        self._seen = observation

    def question(self, players: Sequence[str]) -> Question | None:
        """What the card is that is in doubt for longest; None before one is for long enough, or while hands move."""
        waited = [track for track, since in self._since_ms.items() if self._seen["t_ms"] - since >= PATIENCE_MS]
        if not waited or self._seen["hand_over_table"]:
            return None
        track = min(waited, key=lambda each: (self._since_ms[each], each))
        card = next(each for each in self._seen["cards"] if each["track"] == track)
        ja, en = _place(card["zone"], players)
        likely = tuple(self._answers(card))
        others = (
            Answer("back", "裏向きの札", "a card face down", 0.05, ()),
            Answer("none", "札ではない", "not a card", 0.05, ()),
        )
        return Question(f"card:{track}", f"{ja}のこの札は？", f"Which card is this, {en}?", (*likely, *others))

    def _answers(self, card: Json) -> list[Answer]:
        """The cards it looks like that are surely seen nowhere else, likeliest first."""
        elsewhere = {
            each["card"] for each in self._seen["cards"] if each["track"] != card["track"] and not _in_doubt(each)
        }
        answers = []
        for face, p in card.get("candidates", ()):
            free = next((str(each) for each in Face(face).cards if str(each) not in elsewhere), None)
            if free is not None:
                answers.append(Answer(free, name(free).ja, name(free).en, round(p, 1), (), free))
        return answers


def _in_doubt(card: Json) -> bool:
    if not card["stable"] or "said" in card or card["zone"] in (None, "deck"):
        return False
    is_back = card["face"] == "back" and card["p"] >= BELIEVABLE
    return not is_back and (card["card"] is None or card["p"] < BELIEVABLE)


def _place(zone: str, players: Sequence[str]) -> tuple[str, str]:
    """Where a zone is, in both languages."""
    if zone == "field":
        return "場", "on the field"
    seat, kind = int(zone[4]), zone.partition(".")[2]
    player = players[seat] if seat < len(players) else str(seat + 1)
    ja, en = {"captures": ("取り札", "captures"), "shown": ("公開札", "shown cards")}[kind]
    return f"{player}の{ja}", f"among the {en} of {player}"
