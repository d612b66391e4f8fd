"""Simple players for the simulated table: they bid, show, capture, complete sets and call, all by the rules.

Every event is one of the engine's legal actions; what a player prefers among them is taste, drawn per seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from yakume.engine import CARDS, CardSet, EngineError, IllegalAction, find_ruleset
from yakume.engine.dekiyaku import one_short
from yakume.engine.events import (
    BidMade,
    CardPlayed,
    CardTurned,
    DealStarted,
    DekiyakuCalled,
    Event,
    MatchStarted,
    SageCancelled,
    TeyakuClosed,
    TeyakuShown,
)
from yakume.engine.legal import legal_actions
from yakume.engine.play import apply
from yakume.engine.state import Phase, State
from yakume.engine.table import OptionValue

NAMES = ("春", "夏", "秋", "冬", "月", "花")
"""The players of a simulated table, by seat."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How one player chooses."""

    greed: float
    """Weight of card points against progress towards a set."""
    care: float
    """How strongly the player avoids handing a set to another (法度)."""
    boldness: float
    """Chance to play on (下げ) with a completed set, and to take part with a poor hand."""


def play_match(
    ruleset: str,
    players: int,
    deals: int,
    rng: np.random.Generator,
    options: Mapping[str, OptionValue] | None = None,
) -> Iterator[tuple[Event, State]]:
    """The events of the first `deals` deals of a match, each with the state after it.

    Raises: EngineError for a game, an option or a number of players that the engine refuses, or if the players
    cannot sit at one table.
    """
    game = find_ruleset(ruleset)
    if players > len(NAMES):
        raise IllegalAction(f"{players} players: a simulated table seats {len(NAMES)}", f"{game.code}-PLAYER-01")
    tastes = [Taste(rng.uniform(0.5, 1.5), rng.uniform(0, 4), rng.uniform(0.05, 0.5)) for _ in range(players)]
    start = MatchStarted(ruleset, NAMES[:players], int(rng.integers(players)), options or {})
    state = apply(None, start)
    yield start, state
    dealt = 0
    while state.phase is not Phase.OVER and (dealt < deals or state.phase is not Phase.READY):
        event = _deal(state, rng) if state.phase is Phase.READY else _choose(state, tastes, rng)
        state = apply(state, event)
        yield event, state
        if state.phase in (Phase.READY, Phase.OVER) and not isinstance(event, DealStarted):
            dealt += 1


def _deal(state: State, rng: np.random.Generator) -> DealStarted:
    """Six cards to the field, seven to every hand."""
    order = [CARDS[k] for k in rng.permutation(48)]
    seats = len(state.players)
    hands = tuple(CardSet(order[6 + 7 * seat : 13 + 7 * seat]) for seat in range(seats))
    return DealStarted(state.dealer, CardSet(order[:6]), hands)


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
        # Any card that nobody has seen may lie on top of the deck.
        top = turned[rng.integers(len(turned))].card
        turned = [action for action in turned if action.card == top]
    cancels = [action for action in actions if isinstance(action, SageCancelled)]
    if cancels and rng.random() < 0.03:
        return cancels[0]
    if isinstance(actions[0], BidMade):
        return _bid(state, [action for action in actions if isinstance(action, BidMade)], tastes, rng)
    plays = turned or [action for action in actions if isinstance(action, CardPlayed)]
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
            worth += (have - had) * 0.8 * have / row.least + (6 if had < row.least <= have else 0)
        return worth
    risk = 0.0
    for seat in deal.order:
        if seat != action.seat:
            risk += sum(
                action.card.month in {card.month for card in cards} for _, cards in one_short(game.id, deal.piles[seat])
            )
    return -2 - taste.greed * game.points[action.card] / 10 - taste.care * risk


__all__ = ["NAMES", "Taste", "play_match"]
