"""Short words for deals that tests play card by card, at a table that hides its hands."""

from __future__ import annotations

from yakume.engine import (
    BidMade,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    DealStarted,
    DekiyakuCalled,
    MatchStarted,
    Phase,
    State,
    TeyakuClosed,
    TeyakuShown,
    apply,
    find_ruleset,
)
from yakume.engine.ledger import balances

SMALL = "abefrv"
"""A field without lights, of bush clover, pampas, willow and paulownia: the other months are free to play with."""

_MORE = "qu"
"""Two of the same months, where eight cards are dealt."""


def begin(game: str, field: str = SMALL, *, seats: int = 3, dealer: int = 0, **options: object) -> State:
    """A match whose first deal is dealt, everybody who is asked taking part."""
    state = apply(None, MatchStarted(find_ruleset(game).id, tuple("ABCDEFG"[:seats]), dealer, options))
    return deal(state, field)


def deal(state: State, field: str = SMALL) -> State:
    """The next deal, dealt; a field of six is filled up where eight cards are."""
    field += _MORE[: max(0, state.game.field - len(field))]
    state = apply(state, DealStarted(state.dealer, CardSet.parse(field)))
    while state.phase is Phase.BID:
        assert state.deal is not None and state.deal.bidding is not None
        state = apply(state, BidMade(state.deal.bidding.queue[0], "deru"))
    return state


def show(state: State, seat: int, exposed: str, *parts: str) -> State:
    """A hand yaku announced by its parts' kanji."""
    rows = tuple(state.game.row(part).id for part in parts)
    return apply(state, TeyakuShown(seat, rows, CardSet.parse(exposed)))


def close(state: State) -> State:
    """No more hand yaku."""
    return apply(state, TeyakuClosed())


def play(state: State, move: str) -> State:
    """A hand card of whose turn it is: ``"C"`` stays on the field, ``"BC"`` is B taking C."""
    assert state.deal is not None
    return apply(state, CardPlayed(state.deal.player, Card.parse(move[0]), CardSet.parse(move[1:])))


def turn_up(state: State, move: str) -> State:
    """The deck card, written as in `play`."""
    assert state.deal is not None
    return apply(state, CardTurned(state.deal.player, Card.parse(move[0]), CardSet.parse(move[1:])))


def turns(state: State, text: str) -> State:
    """Whole turns, ``"C/BC W/VW"``: a hand card and a deck card each; a lone ``CB`` is C/BC."""
    for word in text.split():
        hand, _, deck = word.partition("/")
        if not deck:
            hand, deck = word[0], word[1] + word[0]
        state = turn_up(play(state, hand), deck)
    return state


def call(state: State, word: str) -> State:
    """``"agari"`` or ``"sage"`` for the set that waits."""
    assert state.deal is not None and state.deal.waiting is not None
    return apply(state, DekiyakuCalled(state.deal.waiting.seat, "agari" if word == "agari" else "sage"))


def net(state: State) -> tuple[int, ...]:
    """What each seat has won in the deals so far, stones and stakes left out."""
    kept = [entry for entry in state.ledger if entry.deal and entry.rule not in ("H3-NEXT-02", "H88-END-04")]
    return balances(kept, len(state.players))[:-1]


def rules(state: State, deal: int = 1) -> list[str]:
    """Rule ids of a deal's payments in order, each once."""
    return list(dict.fromkeys(entry.rule for entry in state.ledger if entry.deal == deal))
