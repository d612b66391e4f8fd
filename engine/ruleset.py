"""The five games by id."""

from __future__ import annotations

from .errors import EngineError
from .rules.futari import FUTARI
from .rules.hachihachi import HACHIHACHI
from .rules.hachiju import HACHIJU
from .rules.sannin import SANNIN
from .rules.sudaoshi import SUDAOSHI
from .table import BadOption, Option, OptionValue, Ruleset

__all__ = ["RULESETS", "BadOption", "Option", "OptionValue", "Ruleset", "find_ruleset"]

RULESETS: dict[str, Ruleset] = {game.id: game for game in (HACHIJU, HACHIHACHI, FUTARI, SANNIN, SUDAOSHI)}
"""All games, by id."""

_BY_CODE = {game.code: game for game in RULESETS.values()}


def find_ruleset(name: str) -> Ruleset:
    """The game with this id (``sannin``) or rule prefix (``H3``).

    Raises: EngineError if there is none.

    >>> find_ruleset("H3").id
    'sannin'
    """
    game = RULESETS.get(name) or _BY_CODE.get(name)
    if game is None:
        raise EngineError(f"no game {name!r}: expected one of {', '.join(RULESETS)}")
    return game
