"""Observations that tests make up, in few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yakume.engine import Card, CardSet, Face
from yakume.vision.observation import CardOnTable, Observation, Problem, outline, parse_said
from yakume.vision.zones import FIELD, Place, Zone

SOMEWHERE = [[0.0, 0.0], [33.0, 0.0], [33.0, 54.0], [0.0, 54.0]]


def card_seen(
    track: int,
    card: str | None,
    zone: str | None = "field",
    *,
    face: str = "",
    p: float = 0.99,
    quad: Any = SOMEWHERE,
    stable: bool = True,
    candidates: Iterable[tuple[str, float]] = (),
    said: str | None = None,
) -> CardOnTable:
    """One card in the notation; the face is its own unless it is named, a back where there is neither."""
    taken = None if card is None else Card.parse(card)
    read = Face(face) if face else (Face("back") if taken is None else taken.face)
    return CardOnTable(
        track,
        taken,
        read,
        p,
        outline(quad),
        None if zone is None else Zone.parse(zone),
        stable,
        tuple((Face(each), share) for each, share in candidates),
        None if said is None else parse_said(said),
    )


def observed(
    cards: Iterable[CardOnTable],
    t_ms: int = 0,
    *,
    frame: int = 0,
    size: tuple[int, int] = (1280, 720),
    hand: bool = False,
    problems: tuple[Problem, ...] = (),
) -> Observation:
    """A frame with `cards`, a hand over the field or none."""
    return Observation(frame, t_ms, "test", size, tuple(cards), (FIELD,) if hand else (), problems)


def state_line(observation: Observation, players: int = 3) -> str:
    """Where every card lies that is surely seen, on one line: ``field 1h 3t | 0: 8h 8a | 1: – shown 2t``."""
    piles: dict[Zone, CardSet] = {}
    for card in observation.cards:
        if card.stable and card.card is not None and card.zone is not None:
            piles[card.zone] = piles.get(card.zone, CardSet()) | CardSet([card.card])

    def pile(place: Place, seat: int | None = None) -> str:
        return str(piles.get(Zone(place, seat), CardSet()))

    parts = [f"field {pile(Place.FIELD) or '–'}"]
    for seat in range(players):
        shown = pile(Place.SHOWN, seat)
        parts.append(f"{seat}: {pile(Place.CAPTURES, seat) or '–'}" + (f" shown {shown}" if shown else ""))
    return " | ".join(parts)
