"""Seeded random matches of every game, and what must hold for each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

from yakume.engine import (
    DECK,
    Bidding,
    BidMade,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DekiyakuCalled,
    Event,
    HandShown,
    IllegalAction,
    MatchStarted,
    Month,
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
    draft_result,
    legal_actions,
)
from yakume.engine.facts import End
from yakume.engine.ruleset import OptionValue
from yakume.engine.state import Deal


def deal_event(state: State, rng: random.Random) -> DealStarted:
    """A shuffled deck dealt as the state asks; all hands known."""
    seats = len(state.players)
    blank = rng.randrange(seats) if seats == 7 else None
    deck = rng.sample(range(48), 48)
    field, deck = CardSet(deck[: state.game.field]), deck[state.game.field :]
    hands = []
    for seat in range(seats):
        size = 0 if seat == blank else state.game.hand
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


_UNPLAYED = (End.SHISO, End.WALKOVER, End.TEYAKU)


def deals_of(states: Iterator[State]) -> Iterator[tuple[State, State]]:
    """Of each deal that was played: the state when its hand yaku were all announced, and the state after it."""
    before = None
    for state in states:
        if state.phase is Phase.TEYAKU:
            before = state
        elif state.phase in (Phase.READY, Phase.OVER):
            # Without play there is no result to record: a walkover, a new deal, hand yaku that end it.
            if before is not None and state.deal is not None and state.deal.end not in _UNPLAYED:
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


def lopsided_piles(rng: random.Random, seats: int) -> tuple[CardSet, ...]:
    """Piles by month, as play leaves them: all four cards to one, two each to two, or between two players some.

    One seat may be favoured so far that another captures nothing at all.
    """
    favoured = rng.choice((0.0, 0.5, 0.9, 1.0))
    lucky = rng.randrange(seats)
    piles = [CardSet()] * seats
    pairs = []
    for month in Month:
        cards = rng.sample(list(DECK.of_month(month)), 4)
        pairs += [cards[:2], cards[2:]]
    # Between two players 14 deck cards are never turned (COM-CAP-06), and of each month one may stay (COM-CAP-05).
    for pair in pairs if seats == 3 else rng.sample(pairs, rng.randrange(14, 18)):
        owner = lucky if rng.random() < favoured else rng.randrange(seats)
        piles[owner] |= CardSet(pair)
    return tuple(piles)


def choices(game: Ruleset, seats: int) -> dict[str, tuple[OptionValue, ...]]:
    """The values of every option that so many players may choose, the default first."""
    # Whose the cards are that three players leave on the field no rule says (COM-CAP-06).
    fixed = {"capture_mandatory"} if seats > 2 else set()
    return {option.key: option.choices[: 1 if option.key in fixed else None] for option in game.options}


def recorded(state: State, piles: tuple[CardSet, ...], rng: random.Random) -> State:
    """The deal recorded with these piles: played out, or ended by a set after any number of 下げ."""
    seats = range(len(piles))
    tries = [said for size in (0, *seats) for said in permutations(seats, size + 1)]
    for said in ((), *rng.sample(tries, len(tries))):
        for last in rng.sample(("agari", "sage"), 2):
            calls = tuple((seat, last if seat == said[-1] else "sage") for seat in said)
            draft = draft_result(state, piles, calls)  # type: ignore[arg-type]  # one of the words of Call
            if all(made.sets for made in draft.happenings if isinstance(made, SetsMade)):
                try:
                    return apply(state, draft)
                except IllegalAction:
                    continue
    raise AssertionError(f"no way to record {piles} in {state.line}")
