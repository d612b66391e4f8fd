"""yakume.engine: the cards, the rules and the score of five hanafuda games.

    >>> from yakume.engine import CardSet
    >>> len(CardSet.parse("1h 3h 8h 12h"))
    4

The engine imports nothing but the standard library (numpy in the census alone) and knows nothing of
cameras, pages or stores.
"""

from .cards import BACK, CARDS, DECK, FACES, LETTERS, Card, CardSet, Face, Month, Rank
from .errors import EngineError, IllegalAction, Inconsistent, NotationError

__all__ = [
    "BACK",
    "CARDS",
    "DECK",
    "FACES",
    "LETTERS",
    "Card",
    "CardSet",
    "EngineError",
    "Face",
    "IllegalAction",
    "Inconsistent",
    "Month",
    "NotationError",
    "Rank",
]
