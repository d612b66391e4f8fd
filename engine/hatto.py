"""法度: helping another player to a set by what one puts from the hand onto the field.

`threatened` says which sets a card on the field would complete, `is_exempt` whether its player is excused. Who
pays is settled when the set is in fact completed by capturing that card; a deck card is never 法度, nor is not
blocking (H3-HATTO-02, H88-HATTO-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .cards import Card, CardSet, Month
from .dekiyaku import one_short
from .rules import find_ruleset
from .yaku import SetRow

_NO_TOBIKOMI: Mapping[Card, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Waiting:
    """Another player as 法度 sees him: his captured pile, never his exposed hand (H3-HATTO-07)."""

    captured: CardSet
    plays_before: bool = False
    """True if his turn is the one before that of the player who is judged."""


def threatened(
    ruleset_id: str, played: Card, waiting: Waiting, captured: CardSet, *, shadow: str = "kimari_only"
) -> tuple[SetRow, ...]:
    """Sets under 法度 that `waiting` can complete by capturing `played` from the field.

    He is one card short (COM-TENPAI-01), and `played` is the missing card itself or its shadow (影札): under
    `shadow` "kimari_only" the other card of that month when the remaining two are captured already
    (H3-HATTO-01), under "any_month" any card of that month (H88-HATTO-01, AMB-H88-07). `captured` is every
    captured card, whoever has it. Only the rows marked so are protected (H3-HATTO-00, H88-HATTO-02).
    """
    game = find_ruleset(ruleset_id)
    rows = []
    for row, missing in one_short(ruleset_id, waiting.captured):
        # A lowered 四光 of 八八 does not become 五光 (H88-SAGE-03, AMB-H88-24), so nobody can help it to.
        barred_by = row.barred_by and game.row(row.barred_by)
        if not row.hatto or (isinstance(barred_by, SetRow) and barred_by.held(waiting.captured)):
            continue
        (card,) = missing
        same_month = card.month == played.month and card not in captured
        others = len(captured.of_month(card.month))
        if card == played or (same_month and (shadow == "any_month" or others == 2)):
            rows.append(row)
    replaced = {rule for row in rows for rule in row.replaces}
    return tuple(row for row in rows if row.id not in replaced)


def is_exempt(
    ruleset_id: str,
    played: Card,
    hand: CardSet,
    waiting: Sequence[Waiting],
    captured: CardSet,
    *,
    shown: bool = False,
    tobikomi: Mapping[Card, bool] = _NO_TOBIKOMI,
) -> bool:
    """True if putting `played` from `hand` (as it was before) onto the field is excused.

    Always with the last card (H3-HATTO-03, H88-HATTO-03). In 三人はちはち also if every card of the hand is
    法度, the one of the cheapest set was played, at equal price one against the player before him, and the hand
    was `shown` to prove it. `tobikomi` holds the cards that would feed a 飛込み (H3-HATTO-06), 1貫, and whether it is
    that of the player before him.
    """
    if len(hand) == 1:
        return True
    if not (find_ruleset(ruleset_id).hatto_by_shown_hand and shown):
        return False
    costs = {}
    for card in hand:
        per_player = [(threatened(ruleset_id, card, other, captured), other) for other in waiting]
        prices = [(sum(row.value for row in rows), other.plays_before) for rows, other in per_player if rows]
        prices += [(1, tobikomi[card])] if card in tobikomi else []
        if not prices:
            return False
        costs[card] = (max(value for value, _ in prices), not any(before for _, before in prices))
    return costs[played] == min(costs.values())


def is_hatto(
    ruleset_id: str,
    played: Card,
    hand: CardSet,
    waiting: Sequence[Waiting],
    captured: CardSet,
    *,
    from_hand: bool = True,
    stays: bool = True,
    shown: bool = False,
    shadow: str = "kimari_only",
) -> bool:
    """True if playing `played` makes its player liable, should one of `waiting` complete a set with it.

    Only a card from the hand (`from_hand`) that `stays` on the field counts (H3-HATTO-01, H88-HATTO-02).
    """
    if not (from_hand and stays):
        return False
    if not any(threatened(ruleset_id, played, other, captured, shadow=shadow) for other in waiting):
        return False
    return not is_exempt(ruleset_id, played, hand, waiting, captured, shown=shown)


def tobikomi_hatto(month: Month, held: CardSet, hand: CardSet, played: Card, field: CardSet) -> bool:
    """True if `played` from `hand` (as it was before) helps a declarer to 飛込み with his three of `month`.

    `held` are those of his three that he still holds, `field` the field before the play. The one with the fourth
    card fails if he puts it onto the field while all three are held, or if he leaves lying the first of the
    three that he could take (H3-HATTO-06; H88 only by option, H88-TEYAKU-30). Not blocking counts here alone
    (H3-HATTO-02).
    """
    fourth = hand.of_month(month)
    if len(fourth) != 1:
        return False
    lies = field.of_month(month)
    if played in fourth:
        return len(held) == 3 and not lies
    return len(held) == 2 and len(lies) == 1
