"""Card points: what a captured pile is worth (COM-CARD-02)."""

from __future__ import annotations

from .cards import CardSet
from .rules import find_ruleset
from .yaku import KASU


def card_points(ruleset_id: str, cards: CardSet) -> int:
    """Points of a pile; a willow card keeps its own points even where it was shown as kasu (H80-SCORE-01).

    >>> card_points("sannin", CardSet.parse("AIcos"))
    100
    """
    points = find_ruleset(ruleset_id).points
    return sum(points[card] for card in cards)


def kasu_count(cards: CardSet) -> int:
    """Kasu of a pile for sujuroku (素十六), the four willow cards among them (COM-CARD-04)."""
    return len(cards & KASU)
