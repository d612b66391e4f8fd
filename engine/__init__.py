"""yakume.engine: the cards, the rules and the score of five hanafuda games.

    >>> from yakume.engine import CardSet
    >>> len(CardSet.parse("1h 3h 8h 12h"))
    4

The engine imports nothing but the standard library (numpy in the census alone) and knows nothing of
cameras, pages or stores.
"""

from .ba import Ba, Field, Pending, field_rate, four_on_field, queue_rate
from .capture import capture_choices
from .cards import BACK, CARDS, DECK, FACES, LETTERS, Card, CardSet, Face, Month, Rank
from .dekiyaku import Made, find_dekiyaku, new_sets
from .errors import EngineError, IllegalAction, Inconsistent, NotationError
from .points import card_points, kasu_count
from .ruleset import RULESETS, BadOption, Option, Ruleset, find_ruleset
from .teyaku import Claim, Teyaku, check_claim, find_claims, find_teyaku

__all__ = [
    "BACK",
    "CARDS",
    "DECK",
    "FACES",
    "LETTERS",
    "RULESETS",
    "Ba",
    "BadOption",
    "Card",
    "CardSet",
    "Claim",
    "EngineError",
    "Face",
    "Field",
    "IllegalAction",
    "Inconsistent",
    "Made",
    "Month",
    "NotationError",
    "Option",
    "Pending",
    "Rank",
    "Ruleset",
    "Teyaku",
    "capture_choices",
    "card_points",
    "check_claim",
    "field_rate",
    "find_claims",
    "find_dekiyaku",
    "find_ruleset",
    "find_teyaku",
    "four_on_field",
    "kasu_count",
    "new_sets",
    "queue_rate",
]
