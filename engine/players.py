"""Simple players that play a deal to its end, for simulated expectations and simulated tables.

They know only what a player at the table knows: the own hand, the field, the piles and the shown cards. They
announce their best hand yaku, take what is worth most, throw away what is worth least, avoid 法度 where they
see it, and end a deal with their first set unless they are `bold`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from .bid import CALLS
from .capture import capture_choices
from .cards import Card, CardSet
from .errors import Inconsistent
from .events import BidMade, CardPlayed, CardTurned, DekiyakuCalled, Event, TeyakuClosed, TeyakuShown
from .hatto import Waiting, threatened
from .play import apply
from .rules import find_ruleset
from .state import Deal, Phase, State
from .teyaku import find_teyaku
from .turns import may_lower

_SET_CARD = 4
"""What one more card of a set is worth to a player, in card points."""

_NOISE = 3.0
"""How far a player misjudges two plays, in card points: otherwise equal hands would be played alike."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player differs from another."""

    stays_in: float = 0.5
    """Share of hands with which the player takes part, from the strongest down."""
    bold: float = 0.0
    """Chance of playing on (下げ) with a completed set."""


def play_deal(state: State, rng: Random, temper: Callable[[int], Temper] = lambda seat: Temper()) -> State:
    """Play the running deal to its end.

    Args:
        state: a deal in which every hand is known; the deck is turned in the order that `rng` gives.
        temper: the temper of the player at a seat.

    Raises: Inconsistent if no deal is running or a hand is hidden.
    """
    if state.deal is None or state.phase in (Phase.READY, Phase.OVER) or any(state.deal.hidden):
        raise Inconsistent(f"no deal with known hands to play: {state.line}", "COM-TURN-01")
    while state.phase not in (Phase.READY, Phase.OVER):
        state = apply(state, next_event(state, rng, temper))
    return state


def next_event(state: State, rng: Random, temper: Callable[[int], Temper] = lambda seat: Temper()) -> Event:
    """What the player who is asked does next; see `play_deal`."""
    deal = state.deal
    assert deal is not None
    if state.phase is Phase.BID:
        return _bid(state, deal, rng, temper)
    if state.phase is Phase.TEYAKU:
        return _announcement(state, deal)
    if deal.waiting is not None:
        seat = deal.waiting.seat
        lower = rng.random() < temper(seat).bold and may_lower(state, deal, seat)
        return DekiyakuCalled(seat, "sage" if lower else "agari")
    if state.phase is Phase.HAND:
        card, takes = _best(state, deal, deal.hands[deal.player], rng)
        return CardPlayed(deal.player, card, takes)
    top = rng.choice(tuple(deal.unseen))
    _, takes = _best(state, deal, CardSet([top]), rng)
    return CardTurned(deal.player, top, takes)


def _announcement(state: State, deal: Deal) -> Event:
    announced = {claim.seat for claim in deal.claims}
    for seat in deal.order:
        best = None if seat in announced else find_teyaku(state.game.id, deal.hands[seat])
        if best is not None:
            hidden = sorted(best.hideable, key=lambda card: -_worth(state.game.id)[card])[: best.hidden_max]
            return TeyakuShown(seat, tuple(part.id for part in best.parts), deal.hands[seat] - CardSet(hidden))
    return TeyakuClosed()


@cache
def _worth(ruleset_id: str) -> tuple[int, ...]:
    """What each card is worth to have: its points, and more for each set it belongs to."""
    game = find_ruleset(ruleset_id)
    return tuple(
        points + _SET_CARD * sum(card in row.cards for row in game.dekiyaku) for card, points in enumerate(game.points)
    )


def strength(ruleset_id: str, hand: CardSet) -> float:
    """How good a dealt hand looks: its cards' worth, and its hand yaku at small-field price in 文 (八十: 点)."""
    best = find_teyaku(ruleset_id, hand)
    return sum(_worth(ruleset_id)[card] for card in hand) + (best.mon if best else 0)


@cache
def _thresholds(ruleset_id: str) -> tuple[float, ...]:
    """Strength of random hands in rising order: what share of hands is weaker than a given one."""
    rng, size = Random(48), find_ruleset(ruleset_id).hand
    return tuple(sorted(strength(ruleset_id, CardSet(rng.sample(range(48), size))) for _ in range(400)))


def _bid(state: State, deal: Deal, rng: Random, temper: Callable[[int], Temper]) -> BidMade:
    assert deal.bidding is not None
    seat = deal.bidding.queue[0]
    ranks = _thresholds(state.game.id)
    own = strength(state.game.id, deal.hands[seat])
    better = sum(other < own for other in ranks) / len(ranks) + rng.uniform(-0.1, 0.1)
    keen = temper(seat).stays_in
    words = [word for word, call in CALLS.items() if call in deal.bidding.legal]
    # Doubling is for a hand among the best tenth; a drop is always allowed.
    wanted = "double" if better > 0.9 else "deru" if better > 1 - keen else "oriru"
    if wanted not in words:
        wanted = "deru" if wanted == "double" and "deru" in words else "oriru"
    return BidMade(seat, wanted)  # type: ignore[arg-type]  # one of the words of CALLS


def _best(state: State, deal: Deal, cards: CardSet, rng: Random) -> tuple[Card, CardSet]:
    """The card of `cards` to play, and the field cards it takes."""
    mandatory = bool(state.options["capture_mandatory"])
    plays = [
        (card, takes - CardSet([card]))
        for card in cards
        for takes in capture_choices(deal.field, card, mandatory=mandatory)
    ]
    return max(plays, key=lambda play: _value(state, deal, *play) + rng.uniform(0, _NOISE))


def _value(state: State, deal: Deal, card: Card, takes: CardSet) -> float:
    worth, pile = _worth(state.game.id), deal.piles[deal.player]
    if not takes:
        return -worth[card] - _risk(state, deal, card)
    gain = float(worth[card] + sum(worth[taken] for taken in takes))
    after = pile | takes | CardSet([card])
    for row in state.game.dekiyaku:
        if row.held(after) and not row.held(pile):
            gain += row.mon
    return gain


def _risk(state: State, deal: Deal, card: Card) -> float:
    """What a discard may cost by feeding a set, in 文."""
    if not state.game.flow.hatto:
        return 0
    captured = CardSet.from_mask(sum(pile.mask for pile in deal.piles))
    shadow = str(state.options.get("hatto_shadow", "kimari_only"))
    return sum(
        row.mon
        for seat in deal.order
        if seat != deal.player and len(deal.piles[seat]) > 1
        for row in threatened(state.game.id, card, Waiting(deal.piles[seat]), captured, shadow=shadow)
    )
