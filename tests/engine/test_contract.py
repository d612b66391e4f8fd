"""What holds for every deal of every game: seeded random play, each game with each of its options."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from random_play import choices, deals_of, random_match, result_of, without_hands
from yakume.engine import (
    DECK,
    RULESETS,
    DealResult,
    Entry,
    Phase,
    Ruleset,
    State,
    apply,
    from_json,
    legal_actions,
    replay,
    to_json,
)
from yakume.engine.ledger import balances

GAMES = tuple(RULESETS.values())


def option_sets(game: Ruleset, seats: int) -> list[dict[str, object]]:
    """The defaults, each other value of each option alone, and all options at their last value."""
    values = choices(game, seats)
    sets: list[dict[str, object]] = [{}]
    sets += [{key: choice} for key in values for choice in values[key][1:]]
    sets.append({key: values[key][-1] for key in values})
    return sets


TABLES = [
    pytest.param(
        game, seats, options, id=f"{game.id}-{seats}-{','.join(f'{k}={v}' for k, v in options.items()) or 'defaults'}"
    )
    for game in GAMES
    for seats in game.seats
    for options in option_sets(game, seats)
    if not options or seats in (2, game.seats[0])
]


def check_cards(state: State) -> None:
    """Each of the 48 cards is in one place (COM-CARD-01)."""
    deal = state.deal
    if deal is None or not deal.order or state.phase in (Phase.READY, Phase.OVER):
        return
    places = [deal.field, *deal.piles, *deal.hands, deal.unseen]
    assert sum(map(len, places)) == 48
    assert sum(place.mask for place in places) == DECK.mask
    # The hands, the field, and the deck that is turned once a hand card.
    dealt = state.game.field + state.game.hand * len(deal.order)
    assert len(deal.unseen) - (48 - dealt) == -deal_turns(state)


def deal_turns(state: State) -> int:
    assert state.deal is not None
    return state.deal.turn


def check_money(state: State) -> None:
    """With what lies on the table everything adds to 0 (DECL-RULE-03); every payment is a positive whole amount."""
    ledger = state.ledger
    assert sum(balances(ledger, len(state.players))) == 0
    assert all(entry.mon > 0 and type(entry.mon) is int and entry.payer != entry.payee for entry in ledger)


def paid(state: State) -> list[Entry]:
    """The payments, without the remark that a feeder is as told and was not seen (YK-TOLD-01)."""
    return [
        replace(entry, because=tuple(rule for rule in entry.because if rule != "YK-TOLD-01"))
        if "YK-TOLD-01" in entry.because
        else entry
        for entry in state.booked
    ]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_random_matches_keep_cards_and_money(game: Ruleset, seats: int, options: dict[str, object]) -> None:
    for seed in range(2):
        state = None
        for state in random_match(game, seats, options, seed, deals=6):
            check_cards(state)
            if state.phase is Phase.READY:
                check_money(state)
                assert state.on_table >= 0 or game.code == "H88"
            elif state.phase is not Phase.OVER:
                assert legal_actions(state), state.line
        assert state is not None
        check_money(state)
        assert replay(state.log) == state
        wire = json.loads(json.dumps([to_json(event) for event in state.log]))
        assert replay([from_json(data) for data in wire]) == state


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_recorded_result_gives_the_ledger_of_the_full_deal(
    game: Ruleset, seats: int, options: dict[str, object]
) -> None:
    for seed in range(4):
        for before, after in deals_of(random_match(game, seats, options, seed, deals=6)):
            assert after.deal is not None
            recorded = apply(before, DealResult(after.deal.piles, after.deal.happenings))
            assert paid(recorded) == paid(after)
            # What need not be told gives the same payments, in the order in which it is found.
            assert Counter(paid(apply(before, result_of(after)))) == Counter(paid(after))
            assert (recorded.dealer, recorded.binds, recorded.pending) == (after.dealer, after.binds, after.pending)
            assert recorded.result == after.result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_table_that_hides_its_hands_gives_the_same_ledger(game: Ruleset) -> None:
    for seats in game.seats:
        for seed in range(4):
            *_, full = random_match(game, seats, {}, seed, deals=4)
            hidden = replay(without_hands(full))
            assert hidden.ledger == full.ledger
            assert (hidden.dealer, hidden.phase, hidden.problems) == (full.dealer, full.phase, full.problems)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_thousands_of_deals_of_each_game(game: Ruleset) -> None:
    rng = random.Random(f"ten thousand {game.id}")
    played, seed = 0, 1000
    while played < 3_000:
        seed += 1
        seats = rng.choice(game.seats)
        states = list(random_match(game, seats, rng.choice(option_sets(game, seats)), seed, deals=12))
        state = states[-1]
        played += state.played
        for before, after in deals_of(iter(states)):
            assert Counter(paid(apply(before, result_of(after)))) == Counter(paid(after))
        check_money(state)
        if seed % 20 == 0:
            assert replay(from_json(to_json(event)) for event in state.log) == state
