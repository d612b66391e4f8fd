"""Seeded random matches of every game, and what must hold for each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from yakume.engine import (
    Bidding,
    BidMade,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DekiyakuCalled,
    Event,
    HandShown,
    MatchStarted,
    Phase,
    Ruleset,
    SageCancelled,
    SetsMade,
    State,
    TeyakuClosed,
    TeyakuShown,
    Tobikomi,
    apply,
    capture_choices,
    legal_actions,
)
from yakume.engine.facts import End
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
    calls = [action for action in actions if isinstance(action, DekiyakuCalled | SageCancelled)]
    # Among a hand's plays a call would hardly ever be drawn.
    return rng.choice(calls if calls and rng.random() < 0.6 else actions)


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


def deals_of(states: Iterator[State]) -> Iterator[tuple[State, State]]:
    """Of each deal that was played: the state when its hand yaku were all announced, and the state after it."""
    before = None
    for state in states:
        if state.phase is Phase.TEYAKU:
            before = state
        elif state.phase in (Phase.READY, Phase.OVER):
            # Without play there is no result to record: a walkover, a new deal, a 四三 that ends the match.
            if before is not None and state.deal is not None and state.deal.end not in (End.SHISO, End.WALKOVER):
                yield before, state
            before = None


def result_of(state: State) -> DealResult:
    """What people could tell of the deal that has just ended."""
    assert state.deal is not None
    happenings = state.deal.happenings
    if not any(isinstance(each, SetsMade) and each.call == "sage" for each in happenings):
        # Nobody played on, so a 飛込み need not be told, unless it was fed.
        happenings = tuple(each for each in happenings if not isinstance(each, Tobikomi) or each.hatto_by is not None)
    return DealResult(state.deal.piles, happenings)


def without_hands(state: State) -> list[Event]:
    """The log of a match at a table where nobody tells the hands; who is squeezed out shows it."""
    log: list[Event] = []
    now = None
    for event in state.log:
        now = apply(now, event)
        if not isinstance(event, DealStarted):
            log.append(event)
        else:
            log.append(DealStarted(event.dealer, event.field, (), event.mizuten, event.blank))
            hands = event.hands
        bidding = now.deal.bidding if now.deal and now.phase is Phase.TEYAKU else None
        if isinstance(bidding, Bidding) and state.game.id == "hachihachi" and isinstance(event, BidMade | DealStarted):
            log += [HandShown(seat, hands[seat]) for seat in bidding.squeezed]
    return log
