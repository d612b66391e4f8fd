"""Whether a set may have been fed (法度): what the camera saw of it, for people to say the rest.

A camera sees that a card came to lie on the field, not whether a hand or the deck gave it. So this only tells when 法度
is possible: a card was laid that could complete a set under 法度 of a player one card short, and he captured it and
made the set (H3-HATTO-01, H88-HATTO-01). Who laid it, and whether he is exempt, only people know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from yakume.engine import CardSet, State, Waiting, threatened
from yakume.engine.flow import FLOWS

from .memory import OnTable


@dataclass
class FeedingWatch:
    """What was laid in one deal; make a new one for each and feed it what is believed to lie on the table."""

    _laid: CardSet = field(default_factory=CardSet)
    """Cards that were seen on the field in this deal."""
    _threats: dict[tuple[int, str], CardSet] = field(default_factory=dict)
    """(seat, set) → cards that came to lie while one card was lacking and that could help to it."""

    def observe(self, state: State, table: OnTable) -> None:
        """Note what lies on the field now that did not before."""
        deal = state.deal
        if deal is None or not FLOWS[state.game.id].hatto:
            return
        fresh = table.field - self._laid - deal.field
        self._laid |= table.field
        shadow = str(state.options.get("hatto_shadow", "kimari_only"))
        for card in fresh:
            for seat in deal.order:
                waiting = Waiting(table.captures[seat])
                for row in threatened(state.game.id, card, waiting, table.captured, shadow=shadow):
                    key = seat, row.id
                    self._threats[key] = self._threats.get(key, CardSet()) | CardSet([card])

    def suspects(self, table: OnTable, seat: int, rules: Sequence[str]) -> dict[str, CardSet]:
        """Those of the sets `rules` of `seat` that may have been fed, with the cards he captured from the field."""
        found = {rule: self._threats.get((seat, rule), CardSet()) & table.captures[seat] for rule in rules}
        return {rule: cards for rule, cards in found.items() if cards}
