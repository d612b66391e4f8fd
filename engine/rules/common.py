"""Tables that several games share."""

from __future__ import annotations

from ..cards import CARDS, Rank
from ..options import Option

HIKARI, TANE, TAN = (frozenset({rank}) for rank in (Rank.HIKARI, Rank.TANE, Rank.TAN))
THREE = ("3-1-1-1-1", "3-2-1-1")
"""Hands with one three and no better count yaku."""


KASU_COUNTED = ("素{}", "{} chaff")
"""How 素十六 and more is called on the sheet."""


def points(hikari: int, tane: int, tan: int, kasu: int) -> tuple[int, ...]:
    """Card points by card number for games that value a kind alike in every month (COM-CARD-02)."""
    value = {Rank.HIKARI: hikari, Rank.TANE: tane, Rank.TAN: tan, Rank.KASU: kasu}
    return tuple(value[card.rank] for card in CARDS)


CAPTURE_MANDATORY = Option("capture_mandatory", True, (True, False), "AMB-COM-01", "A card that matches must capture.")
