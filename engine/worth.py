"""What a hand is worth before it is played: its yaku exactly, its play by simulation with an error bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from .ba import Rate
from .bid import CALLS
from .cards import CardSet
from .dekiyaku import Made, find_dekiyaku
from .errors import Inconsistent
from .events import Bid, BidMade
from .ledger import balances
from .oikomi import Oikomi, find_oikomi
from .play import apply
from .players import play_deal
from .rules import find_ruleset
from .sheet import closes_match
from .state import Deal, Phase, State
from .teyaku import Teyaku, find_teyaku


@dataclass(frozen=True, slots=True)
class HandWorth:
    """What a dealt hand of seven holds, at the rate of its deal."""

    teyaku: Teyaku | None
    """The best hand yaku."""
    teyaku_mon: int
    """What it pays from each other player in 文; in 八十 from all together in 点."""
    tsukami: tuple[Made, ...]
    """Sets (出来役) that the hand already holds."""
    oikomi: Oikomi | None
    """In 八八 the terms of 追い込み代, at 小場; else None."""
    oikomi_mon: int
    """追い込み代 from each of the three in play, should this player be squeezed out."""


def hand_worth(ruleset_id: str, hand: CardSet, rate: Rate | None = None, *, oikomi: str = "sum") -> HandWorth:
    """Everything a hand is worth by itself.

    Args:
        rate: the deal's; None is 小場.
        oikomi: the option of 八八 (AMB-H88-04).

    Raises: EngineError if the game is unknown; Inconsistent if `hand` is not seven cards.

    >>> worth = hand_worth("hachihachi", CardSet.parse("BFJKLWX"))
    >>> worth.teyaku.name, worth.teyaku_mon, [made.name for made in worth.tsukami], worth.oikomi_mon
    ('赤三本', 48, ['赤短'], 75)
    """
    rate = rate or Rate(1)
    teyaku = find_teyaku(ruleset_id, hand)
    terms = find_oikomi(hand) if find_ruleset(ruleset_id).rules.oikomi else None
    return HandWorth(
        teyaku,
        rate.yaku(teyaku.mon, len(teyaku.parts)) if teyaku else 0,
        find_dekiyaku(ruleset_id, hand),
        terms,
        terms.mon(rate, oikomi) if terms else 0,
    )


@dataclass(frozen=True, slots=True)
class Expectation:
    """The average outcome of simulated deals."""

    mean_mon: float
    """文 (八十: 点) that the player wins or loses in the deal, fees and 追い込み代 included."""
    error_mon: float
    """Standard error of the mean: two thirds of the time the truth for such players lies within it."""
    deals: int


def expectations(
    state: State, seat: int, hand: CardSet, *, deals: int = 200, seed: int = 0
) -> dict[Bid | None, Expectation]:
    """What `expectation_steps` comes to after all `deals`; the same seed gives the same."""
    return next(expectation_steps(state, seat, hand, deals=deals, step=deals, seed=seed))


def expectation_steps(
    state: State, seat: int, hand: CardSet, *, deals: int = 200, step: int = 20, seed: int = 0
) -> Iterator[dict[Bid | None, Expectation]]:
    """What each call of a bidder brings on average, the others' hands and the deck being dealt at random.

    The others bid and play like `players` with its usual temper; what their calls so far tell of their hands
    is not taken into account. Every call is tried on the same deals, so that their difference is
    known better than each.

    Args:
        state: the running deal before its first card; the seat speaks next, or nobody has to.
        hand: the seven cards of `seat`.
        deals: how many are simulated for each call, at least 2.
        step: after how many more the average so far is told, at least 2.

    Yields: by call, under None where there is nothing to call, after each step; the error bar shrinks as they go.

    Raises: Inconsistent if the seat is none, not the next to speak or not in play, or its hand is impossible.
    """
    deal = state.deal
    if deal is None or state.phase not in (Phase.BID, Phase.TEYAKU) or deal.claims:
        raise Inconsistent("no hand to judge before play", "COM-TURN-01", state)
    if not 0 <= seat < len(deal.hands):
        raise Inconsistent("no seat {n} among {seats}", "COM-TURN-01", n=seat, seats=len(deal.hands))
    if len(hand) != state.game.hand or not hand <= deal.unseen | deal.hands[seat]:
        raise Inconsistent("seat {seat} cannot hold '{cards}'", "COM-CARD-01", state, seat=seat, cards=hand)
    calls: list[Bid | None] = [None]
    if state.phase is Phase.BID:
        assert deal.bidding is not None
        if deal.bidding.queue[0] != seat:
            raise Inconsistent("seat {seat} is not asked to bid", "H88-BID-01", state, seat=seat)
        calls = [word for word, call in CALLS.items() if call in deal.bidding.legal]  # type: ignore[misc]
    elif seat not in deal.order:
        raise Inconsistent("seat {seat} is not in play", "COM-TURN-01", state, seat=seat)
    running = deal

    def steps() -> Iterator[dict[Bid | None, Expectation]]:
        outcomes: dict[Bid | None, list[int]] = {call: [] for call in calls}
        for start in range(0, deals, step):
            numbers = range(start, min(start + step, deals))
            for call in calls:
                outcomes[call] += _outcomes(state, running, seat, hand, call, numbers, seed)
            yield {call: _mean(outcomes[call]) for call in calls}

    # The question is checked when it is asked, not at the first step.
    return steps()


def _outcomes(
    state: State, deal: Deal, seat: int, hand: CardSet, call: Bid | None, numbers: range, seed: int
) -> list[int]:
    outcomes = []
    for number in numbers:
        rng = Random(f"{seed}/{number}")
        dealt = replace(state, deal=_dealt(deal, seat, hand, rng))
        if call is not None:
            dealt = apply(dealt, BidMade(seat, call))
        if dealt.phase not in (Phase.READY, Phase.OVER):
            dealt = play_deal(dealt, rng)
        paid = [entry for entry in dealt.ledger if entry.deal == deal.number and not closes_match(state.game, entry)]
        outcomes.append(balances(paid, len(state.players))[seat])
    return outcomes


def _dealt(deal: Deal, seat: int, hand: CardSet, rng: Random) -> Deal:
    """The deal with this hand and random ones for the others that hold cards."""
    hands = [CardSet()] * len(deal.hands)
    hands[seat] = hand
    left = list((deal.unseen | CardSet(card for cards in deal.hands for card in cards)) - hand)
    rng.shuffle(left)
    for other in range(len(hands)):
        size = deal.hand_size(other)
        if other != seat and size:
            hands[other] = CardSet(left[:size])
            del left[:size]
    return replace(deal, hands=tuple(hands), hidden=(0,) * len(hands))


def _mean(outcomes: Sequence[int]) -> Expectation:
    count = len(outcomes)
    mean = sum(outcomes) / count
    variance = sum((outcome - mean) ** 2 for outcome in outcomes) / (count - 1)
    return Expectation(mean, sqrt(variance / count), count)
