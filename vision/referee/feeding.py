"""Whether a set may have been fed (法度): what the camera saw of it, for people to say the rest.

法度 is possible where a card came to lie on the field that could complete a set under 法度 of a player one card short,
and he captured it and made the set (H3-HATTO-01, H88-HATTO-01). A camera does not see whether a hand or the deck gave
that card. But every turn brings two new cards to the table, the first from the hand, the second from the deck
(COM-TURN-01), and what is captured in a turn goes to the player whose turn it is. As long as all captures agree with
that count, a second card is the deck's. A first one is the hand's only if the second was laid too: a card that captures
goes with a hand over it and is seen late. Once a capture does not agree, a card was missed or a false one seen: nothing
is known of what came after the last capture that did agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from yakume.engine import Card, State, Waiting, threatened

from .belief import OnTable

TURN_CARDS = 2
"""Cards that a turn brings to the table (COM-TURN-01)."""

MIN_AGREED = 3
"""The count is trusted once so many new cards were captured by whose turn it was."""


@dataclass
class FeedingWatch:
    """What was laid in one deal; make a new one for each and feed it what is believed to lie on the table."""

    _seen: dict[Card, bool] = field(default_factory=dict)
    """New cards in the order in which they came to the table, and whether to the field."""
    _agreed: int = 0
    """New cards that went to the captures of whose turn it was by the count; −1 once one did not."""
    _confirmed: set[Card] = field(default_factory=set)
    """New cards that were there when a capture agreed with the count."""
    _unwatched: set[Card] = field(default_factory=set)
    """New cards of which more came at once than a turn brings: nobody saw how."""
    _laid: dict[Card, int | None] = field(default_factory=dict)
    """New cards that came to lie on the field, not from the deck by the count, and whose turn it was; None where the
    count is not trusted."""
    _threats: dict[tuple[int, str], dict[Card, int | None]] = field(default_factory=dict)
    """(seat, set) → cards that came to lie while one card was lacking and that could help to it, and whose turn it was
    by the count; None where that is not trusted."""

    def observe(self, state: State, table: OnTable) -> None:
        """Note what lies on the table now that did not before."""
        deal = state.deal
        # During the bidding nobody plays yet.
        if deal is None or not deal.order or not state.game.flow.hatto:
            return
        # A card that is not there any more was misread.
        there = (table.field | table.captured) - deal.field
        before = [card for card in self._seen if card in there]
        fresh = [card for card in there if card not in self._seen]
        self._seen |= {card: card in table.field for card in fresh}
        self._compare(deal.order, table, len(before), fresh)
        if len(fresh) > TURN_CARDS:
            self._unwatched |= set(fresh)
        shadow = str(state.options.get("hatto_shadow", "kimari_only"))
        for card in fresh:
            if card not in table.field:
                continue
            by = None
            if self._agreed >= MIN_AGREED and len(fresh) == 1:
                turn, second = divmod(len(before), 2)
                if second:
                    continue  # from the deck (H3-HATTO-02, H88-HATTO-02)
                by = deal.order[turn % len(deal.order)]
            self._laid[card] = by
            for seat in deal.order:
                if seat == by:
                    continue
                waiting = Waiting(table.captures[seat])
                for row in threatened(state.game.id, card, waiting, table.captured, shadow=shadow):
                    self._threats.setdefault((seat, row.id), {})[card] = by

    def _compare(self, order: Sequence[int], table: OnTable, before: int, fresh: Sequence[Card]) -> None:
        """Compare whose captures new cards went to with whose turn it is by the count, `before` cards being there."""
        turns = {order[at // 2 % len(order)] for at in range(before, before + len(fresh))}
        for card in fresh:
            if self._agreed >= 0 and card not in table.field:
                owner = next(seat for seat, pile in enumerate(table.captures) if card in pile)
                self._agreed = self._agreed + 1 if owner in turns else -1
        if self._agreed >= 0 and any(card not in table.field for card in fresh):
            self._confirmed |= self._seen.keys()

    def suspects(self, table: OnTable, seat: int, rules: Sequence[str]) -> dict[str, dict[Card, int | None]]:
        """Those of the sets `rules` of `seat` that may have been fed, with the cards he captured from the field and
        who laid them, None where that is not known."""
        found = {}
        for rule in rules:
            threats = self._threats.get((seat, rule), {})
            found[rule] = {
                card: by if self._is_known(card, table) else None
                for card, by in threats.items()
                if card in table.captures[seat]
            }
        return {rule: cards for rule, cards in found.items() if cards}

    def may_be_from_a_hand(self, card: Card) -> bool:
        """False if `card` was captured without lying on the field before, or came from the deck by the count."""
        return card in self._laid or card in self._unwatched or card not in self._seen

    def laid_by(self, card: Card, table: OnTable) -> int | None:
        """Whose hand `card` came from, if that is known."""
        by = self._laid.get(card)
        return by if by is not None and self._is_known(card, table) else None

    def _is_known(self, card: Card, table: OnTable) -> bool:
        """True if the count held after `card` was laid, and the deck's card of that turn was laid too."""
        there = [each for each in self._seen if each in table.field or each in table.captured]
        at = there.index(card) + 1
        return card in self._confirmed and at < len(there) and self._seen[there[at]]
