"""Simple players for the simulated table: they bid, show, capture, complete sets and call, all by the rules.

What a player prefers among the engine's legal actions is taste, drawn per seat. Now and then somebody feeds a set
on purpose (法度), or a mishap happens: cards are dealt wrongly, or two are turned at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from yakume.engine import CARDS, Card, CardSet, EngineError
from yakume.engine.dekiyaku import one_short
from yakume.engine.events import (
    BidMade,
    CardPlayed,
    CardTurned,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    Event,
    MatchStarted,
    SageCancelled,
    TeyakuClosed,
    TeyakuShown,
    TwoTurned,
)
from yakume.engine.hatto import Waiting, threatened
from yakume.engine.legal import legal_actions
from yakume.engine.options import OptionValue
from yakume.engine.play import apply
from yakume.engine.state import Deal, Phase, State

NAMES = ("春", "夏", "秋", "冬", "月", "花", "雪")
"""The players of a simulated table, by seat."""

MISDEAL = 0.04
"""Chance that a deal turns out to be dealt wrongly and is dealt again (H3-MISHAP-01, at other tables by custom)."""

TWO_TURNED = 0.08
"""Chance that who completed a set turns a second card by mistake (H3-MISHAP-03)."""

MIZUTEN = 0.1
"""Chance that the dealer calls みずてん before the deal (H88-MIZU-01)."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How one player chooses."""

    greed: float
    """Weight of card points against progress towards a set."""
    care: float
    """How strongly the player avoids handing a set to another (法度)."""
    boldness: float
    """Chance to play on (下げ) with a completed set, and to take part with a poor hand."""
    malice: float
    """Chance to feed another player's set where that is possible (法度)."""


def play_match(
    ruleset: str,
    players: int,
    deals: int,
    rng: np.random.Generator,
    options: Mapping[str, OptionValue] | None = None,
) -> Iterator[tuple[Event, State]]:
    """The events of the first `deals` deals of a match, each with the state after it.

    Raises: EngineError for a game, an option or a number of players that the engine refuses.
    """
    tastes = [
        Taste(rng.uniform(0.5, 1.5), rng.uniform(0, 4), rng.uniform(0.05, 0.5), rng.uniform(0, 0.5))
        for _ in range(players)
    ]
    names = tuple(NAMES[k] if k < len(NAMES) else str(k) for k in range(players))
    start = MatchStarted(ruleset, names, int(rng.integers(max(players, 1))), options or {})
    state = apply(None, start)
    yield start, state
    dealt = 0
    while state.phase is not Phase.OVER and (dealt < deals or state.phase is not Phase.READY):
        event = _deal(state, rng) if state.phase is Phase.READY else _mishap(state, rng) or _choose(state, tastes, rng)
        state = apply(state, event)
        yield event, state
        if state.phase in (Phase.READY, Phase.OVER) and not isinstance(event, DealStarted | DealVoided):
            dealt += 1


def _deal(state: State, rng: np.random.Generator) -> DealStarted:
    """Field and hands as the game deals them; with seven players one is dealt the blank card (SD-PLAYER-02)."""
    order = [CARDS[k] for k in rng.permutation(48)]
    game, seats = state.game, len(state.players)
    blank = int(rng.integers(seats)) if seats == 7 else None
    rest, hands = order[game.field :], []
    for seat in range(seats):
        size = 0 if seat == blank else game.hand
        hands.append(CardSet(rest[:size]))
        rest = rest[size:]
    mizuten = bool(state.game.rules.mizuten) and seats > 3 and bool(rng.random() < MIZUTEN)
    return DealStarted(state.dealer, CardSet(order[: game.field]), tuple(hands), mizuten, blank)


def _mishap(state: State, rng: np.random.Generator) -> Event | None:
    """Something that goes wrong instead of the next play."""
    deal = state.deal
    assert deal is not None
    if state.phase is Phase.TEYAKU and not deal.claims and rng.random() < MISDEAL:
        return DealVoided()
    forced = state.game.rules.two_turned and state.phase is Phase.HAND
    if forced and deal.waiting is not None and rng.random() < TWO_TURNED:
        return TwoTurned(deal.waiting.seat)
    return None


def next_card(deal: Deal) -> Card:
    """The deck card that is seen when a second one is turned by mistake: it stays on top."""
    return min(deal.unseen)


def _choose(state: State, tastes: list[Taste], rng: np.random.Generator) -> Event:
    actions = legal_actions(state)
    if not actions:
        raise EngineError(f"no legal action in {state.line}")
    if isinstance(actions[-1], TeyakuClosed):
        # Whoever has a hand yaku shows the first, dearest claim.
        shown = [action for action in actions if isinstance(action, TeyakuShown)]
        return shown[0] if shown else actions[-1]
    turned = [action for action in actions if isinstance(action, CardTurned)]
    calls = [action for action in actions if isinstance(action, DekiyakuCalled)]
    if calls:
        bold = rng.random() < tastes[calls[0].seat].boldness
        lower = [action for action in calls if action.call == "sage"]
        return lower[0] if lower and bold else calls[0]
    if turned:
        # Any card that nobody has seen may lie on top of the deck, unless it was turned by mistake before.
        assert state.deal is not None
        peeked = any(isinstance(event, TwoTurned) for event in state.log[-3:])
        top = next_card(state.deal) if peeked else turned[rng.integers(len(turned))].card
        turned = [action for action in turned if action.card == top]
    cancels = [action for action in actions if isinstance(action, SageCancelled)]
    if cancels and rng.random() < 0.06:
        return cancels[0]
    if isinstance(actions[0], BidMade):
        return _bid(state, [action for action in actions if isinstance(action, BidMade)], tastes, rng)
    plays: list[CardPlayed] | list[CardTurned] = turned
    if not turned:
        plays = [action for action in actions if isinstance(action, CardPlayed)]
        feeding = [action for action in plays if _feeds(state, action)]
        if feeding and rng.random() < tastes[plays[0].seat].malice:
            return feeding[rng.integers(len(feeding))]
    values = [_value(state, action, tastes[action.seat]) + rng.normal(0, 0.6) for action in plays]
    return plays[int(np.argmax(values))]


def _bid(state: State, calls: list[BidMade], tastes: list[Taste], rng: np.random.Generator) -> BidMade:
    """Take part with good cards or out of boldness."""
    deal, seat = state.deal, calls[0].seat
    points = sum(state.game.points[card] for card in deal.hands[seat]) if deal else 0
    wants = points / 60 + tastes[seat].boldness > rng.uniform(0, 1)
    by_call = {action.call: action for action in calls}
    order = ("double", "deru", "oriru") if wants and rng.random() < 0.1 else ("deru", "oriru", "double")
    if not wants:
        order = ("oriru", "deru", "double")
    return next(by_call[call] for call in order if call in by_call)


def _feeds(state: State, action: CardPlayed) -> bool:
    """True if the card would be 法度 (H3-HATTO-01, H88-HATTO-01)."""
    deal = state.deal
    assert deal is not None
    if action.takes or not state.game.flow.hatto:
        return False
    captured = CardSet.from_mask(sum(pile.mask for pile in deal.piles))
    shadow = str(state.options.get("hatto_shadow", "kimari_only"))
    return any(
        threatened(state.game.id, action.card, Waiting(deal.piles[other]), captured, shadow=shadow)
        for other in deal.order
        if other != action.seat
    )


def _value(state: State, action: CardPlayed | CardTurned, taste: Taste) -> float:
    """What a play is worth to its player."""
    deal, game = state.deal, state.game
    assert deal is not None
    own = CardSet([action.card])
    mine = deal.piles[action.seat]
    if action.takes:
        new = mine | action.takes | own
        worth = taste.greed * sum(game.points[card] for card in action.takes | own) / 10
        for row in game.dekiyaku:
            have, had = len(new & row.cards), len(mine & row.cards)
            worth += (have - had) * 0.8 * have / row.least + (6 if row.held(new) and not row.held(mine) else 0)
        return worth
    risk = 0.0
    for seat in deal.order:
        if seat != action.seat:
            risk += sum(
                action.card.month in {card.month for card in cards} for _, cards in one_short(game.id, deal.piles[seat])
            )
    return -2 - taste.greed * game.points[action.card] / 10 - taste.care * risk


__all__ = ["NAMES", "Taste", "next_card", "play_match"]
