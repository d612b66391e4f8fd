"""What is said in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One thing said in both languages."""

    ja: str
    en: str


_WINDS = (("東", "East"), ("南", "South"), ("西", "West"), ("北", "North"))
"""Names that a form proposes for seats; whoever keeps them is called so in both languages."""


def called(players: Sequence[str], english: bool) -> tuple[str, ...]:
    """What the players are called in a language: as they were named, a wind in the words of that language."""
    names = {name: wind[english] for wind in _WINDS for name in wind}
    return tuple(names.get(player, player) for player in players)


def said_of(say: Callable[[tuple[str, ...]], Words], players: Sequence[str]) -> Words:
    """What `say` makes of the players' names, in each language with the names of that language."""
    return Words(say(called(players, english=False)).ja, say(called(players, english=True)).en)
