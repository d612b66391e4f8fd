"""Seeded random matches of every game, and what must hold for each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from yakume.engine import (
    CardSet,
    CardTurned,
    DealStarted,
    Event,
    MatchStarted,
    Phase,
    Ruleset,
    State,
    TeyakuClosed,
    TeyakuShown,
    apply,
    capture_choices,
    legal_actions,
)
from yakume.engine.state import Deal


def deal_event(state: State, rng: random.Random) -> DealStarted:
    """A shuffled deck dealt as the state asks; all hands known."""
    seats = len(state.players)
    blank = rng.randrange(seats) if seats == 7 else None
    deck = rng.sample(range(48), 48)
    field, deck = CardSet(deck[:6]), deck[6:]
    hands = []
    for seat in range(seats):
        size = 0 if seat == blank else 7
        hands.append(CardSet(deck[:size]))
        deck = deck[size:]
    mizuten = state.game.id == "hachihachi" and seats > 3 and rng.random() < 0.2
    return DealStarted(state.dealer, field, tuple(hands), mizuten, blank)


def choose(state: State, rng: random.Random) -> Event:
    """A random legal action, leaning to what makes a deal interesting: sets and plays on."""
    if state.phase is Phase.READY:
        return deal_event(state, rng)
    if state.phase is Phase.DECK and state.deal is not None and state.deal.waiting is None:
        return _turn(state, state.deal, rng)
    actions = legal_actions(state)
    if state.phase is Phase.TEYAKU:
        shown = [action for action in actions if isinstance(action, TeyakuShown)]
        return shown[0] if shown and rng.random() < 0.9 else TeyakuClosed()
    return rng.choice(actions)


def _turn(state: State, deal: Deal, rng: random.Random) -> CardTurned:
    """A random card from the deck with a random capture; to list all that could come takes longer than to play."""
    card = rng.choice(tuple(deal.unseen))
    taken = rng.choice(capture_choices(deal.field, card, mandatory=bool(state.options["capture_mandatory"])))
    return CardTurned(deal.player, card, taken - CardSet([card]))


def random_match(game: Ruleset, seats: int, options: dict[str, object], seed: int, deals: int) -> Iterator[State]:
    """The states of a random match of at most `deals` deals."""
    rng = random.Random(f"{game.id} {seats} {sorted(options.items())} {seed}")
    players = tuple("ABCDEFG"[:seats])
    state = apply(None, MatchStarted(game.id, players, rng.randrange(seats), options))
    yield state
    while state.phase is not Phase.OVER and not (state.phase is Phase.READY and state.played >= deals):
        state = apply(state, choose(state, rng))
        yield state
