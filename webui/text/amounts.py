"""Amounts as the people of a game say them."""

from __future__ import annotations

from yakume.engine import Ruleset
from yakume.engine.finish import display_kan
from yakume.engine.sheet_text import Language


def money(game: Ruleset, mon: int, language: Language) -> str:
    """An amount in 貫 and 文, in 文, or in 点, with its sign."""
    return _written(game, mon, *divmod(abs(mon), 12), language)


def scored(game: Ruleset, mon: int, language: Language) -> str:
    """A score, as `money`; a game may count it up from the next lower 貫 (−5文 is −1貫7文)."""
    return _written(game, mon, *display_kan(mon if game.below_zero else abs(mon)), language)


def _written(game: Ruleset, mon: int, kan: int, rest: int, language: Language) -> str:
    sign = "+" if mon > 0 else "−" if mon < 0 else ""
    if not game.sheet.in_kan:
        ja, en = ("点", " pts") if game.unit == "点" else ("文", " mon")
        return f"{sign}{abs(mon)}{ja if language == 'ja' else en}"
    kan = abs(kan)
    ja, en = f"{kan}貫" if kan else "", f"{kan} kan" if kan else ""
    if rest or not kan:
        ja, en = f"{ja}{rest}文", f"{en} {rest} mon".strip()
    return sign + (ja if language == "ja" else en)
