"""Whole deals of こいこい come out as in the second formulation, under every option."""

from __future__ import annotations

import random
from typing import Any

import pytest
from koikoi_by_text import Month, hand_by_text, sets_by_text
from random_play import random_match
from yakume.engine import (
    CARDS,
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DekiyakuCalled,
    Phase,
    State,
    TeyakuClosed,
    TeyakuShown,
    apply,
    find_dekiyaku,
    find_ruleset,
    find_teyaku,
)
from yakume.engine.ledger import balances

GAME = find_ruleset("koikoi")


def any_options(rng: random.Random) -> dict[str, Any]:
    return {option.key: rng.choice(option.choices) for option in GAME.options}


def codes(cards: CardSet) -> set[str]:
    return {str(card) for card in cards}


def follow(month: Month, event: object) -> None:
    """Tell the second formulation what happened."""
    if isinstance(event, TeyakuShown):
        month.show(event.seat)
    elif isinstance(event, TeyakuClosed):
        month.close()
    elif isinstance(event, DekiyakuCalled):
        month.call(event.seat, event.call)
    elif isinstance(event, CardPlayed | CardTurned):
        taken = codes(event.takes)
        month.capture(event.seat, taken | {str(event.card)} if taken else set())
        if isinstance(event, CardTurned):
            month.turn_over(event.seat)


def compare(seed: int, deals: int) -> int:
    """Play a match both ways; how many deals it had."""
    rng = random.Random(f"koikoi {seed}")
    options = any_options(rng)
    rule = dict(GAME.choose(options))
    before: State | None = None
    month, record = None, None
    for state in random_match(GAME, 2, options, seed, deals):
        event = state.log[-1]
        if before is not None and before.phase is Phase.READY and state.phase is Phase.TEYAKU:
            assert state.deal is not None
            month, record = Month(state.dealer, rule), state
        elif month is not None and record is not None:
            follow(month, event)
            if isinstance(event, TeyakuShown):
                record = state
            over = state.phase in (Phase.READY, Phase.OVER)
            assert over == (month.pays is not None), state.line
            if over:
                assert state.deal is not None and record.deal is not None
                paid = [entry for entry in state.booked if entry.deal == record.deal.number]
                assert balances(paid, 2)[:2] == month.pays, (options, state.line)
                assert state.dealer == month.next_dealer
                if not month.shown:
                    result = apply(record, DealResult(state.deal.piles, state.deal.happenings))
                    assert result.booked == state.booked
                month = None
            else:
                waiting = state.deal.waiting if state.deal else None
                assert (waiting and waiting.seat) == month.due, state.line
        before = state
    assert before is not None
    return before.played


def test_random_deals_come_out_as_the_text_says() -> None:
    assert sum(compare(seed, 4) for seed in range(25)) >= 75


@pytest.mark.slow
def test_thousands_of_deals_come_out_as_the_text_says() -> None:
    played, seed = 0, 10_000
    while played < 4_000:
        seed += 1
        played += compare(seed, 12)


def test_random_piles_hold_the_sets_of_the_text() -> None:
    rng = random.Random(5)
    rich = [card for card in CARDS if str(card)[-1] in "hnt"]
    for _ in range(4_000):
        pool = rng.choice((list(CARDS), rich))
        pile = CardSet(rng.sample(pool, rng.randint(0, len(pool))))
        options = GAME.choose(any_options(rng))
        made = {
            each.name.removeprefix("赤短・青短の"): each.value
            for each in find_dekiyaku("koikoi", pile, options=options)
        }
        assert made == sets_by_text(codes(pile), options), (str(pile), dict(options))


def test_random_hands_hold_the_yaku_of_the_text() -> None:
    rng = random.Random(8)
    for _ in range(4_000):
        # Few months, so that pairs and fours are dealt often.
        months = rng.sample(range(12), rng.choice((4, 6, 12)))
        hand = CardSet(rng.sample([card for card in CARDS if card.month - 1 in months], 8))
        best = find_teyaku("koikoi", hand)
        assert (best.name if best else "") == hand_by_text(codes(hand)), str(hand)
