"""The games by id; each is one file here, and nothing outside asks which game it is."""

from __future__ import annotations

from ..errors import EngineError
from ..ruleset import Ruleset
from .futari import FUTARI
from .hachihachi import HACHIHACHI
from .hachiju import HACHIJU
from .koikoi import KOIKOI
from .sannin import SANNIN
from .sudaoshi import SUDAOSHI

__all__ = ["RULESETS", "find_ruleset"]

RULESETS: dict[str, Ruleset] = {game.id: game for game in (HACHIJU, HACHIHACHI, FUTARI, SANNIN, SUDAOSHI, KOIKOI)}
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
        raise EngineError(f"no game {name!r}: expected one of {', '.join(RULESETS)}", "YK-GAME-01")
    return game
