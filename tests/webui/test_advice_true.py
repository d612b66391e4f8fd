"""What the page tells a hand of a deal that is played, against what comes of it when it is played on.

A warning is held to the ledger: every card is put onto the field, who may take it does, with every card that could
be in that hand, and what the feeder then pays alone is what was warned of; no warning, no payment. A set called dead
or a card called sure or lost is held to every way the last captures can go. Chances are held to drawn hands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_play import random_match, without_hands
from yakume.engine import DECK, Card, CardSet, IllegalAction, find_ruleset
from yakume.engine.advice import Fate
from yakume.engine.capture import capture_choices
from yakume.engine.events import CardPlayed, CardTurned, DekiyakuCalled
from yakume.engine.play import apply, replay
from yakume.engine.state import Deal, Phase, State
from yakume.engine.teyaku import find_claims
from yakume.webui.playing import PlayAdvice, advise_play, lying

SEATS = [("sannin", 3, 30), ("hachihachi", 3, 30), ("hachihachi", 5, 30)]
"""Games with 法度, how many people sit there, and matches that were drawn."""


def moments(game: str, seed: int, seats: int) -> Iterator[State]:
    """Of a random match at a table where hands are known: every state in which a hand card is played."""
    for state in random_match(find_ruleset(game), seats, {}, seed=seed, deals=6):
        if state.phase is Phase.HAND and state.deal is not None and state.deal.waiting is None:
            yield state


def advised(state: State, seat: int) -> PlayAdvice:
    """What the phone of `seat` is told."""
    return advise_play(state, lying(state, None), seat, [card.face for card in deal_of(state).hands[seat]])


def deal_of(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


def played(state: State, event: CardPlayed | CardTurned) -> State | None:
    """`state` after `event`; None where that card is known to be in another hand."""
    try:
        return apply(state, event)
    except IllegalAction:
        return None


def idle(state: State, kind: type[CardPlayed | CardTurned], month: int) -> State | None:
    """`state` after a card that stays on the field and helps nobody to anything; None where there is no such card."""
    deal = deal_of(state)
    for card in deal.unseen:
        if card.month != month and not deal.field.of_month(card.month):
            after = played(state, kind(deal.player, card, CardSet()))
            if after and len(deal_of(after).feeds) == len(deal.feeds):
                return after
    return None


def paid_alone(state: State, feeder: int, card: Card, taker: int, known: CardSet) -> tuple[set[str], int] | None:
    """What `feeder`, whose hand is `known`, pays alone once `taker` has taken `card` with whatever may take it.

    The sets and how much, in 文; the dearest way. None where cards that do not matter run out before that turn.
    """
    now: State | None = apply(state, CardPlayed(feeder, card, CardSet()))
    while now is not None and (now.phase is Phase.DECK or deal_of(now).player != taker):
        now = idle(now, CardTurned if now.phase is Phase.DECK else CardPlayed, card.month)
    if now is None or now.phase is not Phase.HAND:
        return None
    dearest: tuple[set[str], int] = set(), 0
    for matching in (deal_of(now).unseen | deal_of(now).exposed[taker]).of_month(card.month) - known:
        after = played(now, CardPlayed(taker, matching, CardSet([card])))
        if after is None:  # the hand is known: the deck may bring it
            begun = idle(now, CardPlayed, card.month)
            after = begun and played(begun, CardTurned(taker, matching, CardSet([card])))
        elif deal_of(after).waiting is None:  # a set is called when the turn is over
            after = idle(after, CardTurned, card.month)
        if after is None:
            return None
        if deal_of(after).waiting is None:
            continue
        after = apply(after, DekiyakuCalled(taker, "agari"))
        entries = [each for each in after.ledger[len(state.ledger) :] if (each.payer, each.payee) == (feeder, taker)]
        alone = [each for each in entries if after.game.rules.hatto in each.because]
        way = {each.rule for each in alone}, sum(each.mon for each in alone)
        dearest = max(dearest, way, key=lambda each: each[1])
    return dearest


def could_complete(state: State, card: Card, taker: int, known: CardSet) -> bool:
    """Whether any set can be complete in the pile of `taker` once `card` was taken with another of its month."""
    pile = deal_of(state).piles[taker]
    seen = CardSet(card for pile in deal_of(state).piles for card in pile) | deal_of(state).field | known
    matching = (DECK - seen).of_month(card.month)
    rows = state.game.dekiyaku
    return any(row.held(pile | CardSet([card, each])) and not row.held(pile) for row in rows for each in matching)


@pytest.mark.parametrize(("game", "seats", "seeds"), SEATS)
def test_a_card_is_warned_of_where_its_player_would_pay_alone_and_for_so_much(
    game: str, seats: int, seeds: int
) -> None:
    warned, fine, wrong = 0, 0, []
    for seed in range(seeds):
        for state in moments(game, seed, seats):
            seat, hand = deal_of(state).player, deal_of(state).hands[deal_of(state).player]
            advice = advised(state, seat)
            mine = advice.view.hand
            hidden: State | None = None
            for play in advice.plays:
                if all(take.cards for take in play.takes):
                    assert not [risk for risk in play.warnings if risk.rules != (state.game.rules.tobikomi,)]
                    continue
                for taker in set(deal_of(state).order) - {seat}:
                    risks = [each for each in play.warnings if each.seat == taker]
                    risks = [each for each in risks if each.rules != (state.game.rules.tobikomi,)]
                    told = set().union(*(each.rules for each in risks)), sum(each.mon for each in risks)
                    true: tuple[set[str], int] | None = (set(), 0)
                    if could_complete(state, play.card, taker, mine):
                        hidden = hidden or replay(tuple(without_hands(state)))
                        true = paid_alone(hidden, seat, play.card, taker, mine)
                    if true is None:
                        continue
                    warned, fine = warned + bool(true[1]), fine + (not true[1])
                    if told != true:
                        wrong.append(
                            (
                                seed,
                                str(play.card),
                                taker,
                                told,
                                true,
                                str(hand),
                                deal_of(state).piles,
                                deal_of(state).lowered,
                            )
                        )
    assert wrong == [] and warned > 20 and fine > 10_000


@pytest.mark.parametrize("game", ["sannin", "hachihachi", "koikoi"])
def test_a_card_completes_what_waits_for_a_call_once_it_is_played(game: str) -> None:
    completed = 0
    for seed in range(24):
        for state in moments(game, seed, find_ruleset(game).seats[0]):
            deal = deal_of(state)
            for play in advised(state, deal.player).plays:
                for take in play.takes if play.card in deal.hands[deal.player] else ():
                    after = played(state, CardPlayed(deal.player, play.card, take.cards - CardSet([play.card])))
                    assert after is not None
                    if after.phase is Phase.DECK and deal_of(after).waiting is None:
                        after = idle(after, CardTurned, play.card.month)
                    if after is None or after.phase is Phase.READY:
                        continue
                    waiting = deal_of(after).waiting
                    assert set(take.completes) == ({rule for rule, _ in waiting.sets} if waiting else set())
                    completed += bool(waiting)
    assert completed > 10


@pytest.mark.parametrize("game", ["sannin", "hachihachi", "koikoi"])
def test_no_set_that_is_struck_and_no_card_called_lost_comes_with_the_last_captures(game: str) -> None:
    struck, open_ = 0, 0
    for seed in range(12):
        for state in moments(game, seed, find_ruleset(game).seats[0]):
            deal = deal_of(state)
            hand = deal.hands[deal.player]
            if len(hand) != 1:
                continue
            advice = advised(state, deal.player)
            ends = list(last_piles(advice))
            reached = {each.row.id for each in advice.sets if any(each.row.held(pile) for pile in ends)}
            for each in advice.sets:
                assert not (each.dead and each.row.id in reached)
                lost = CardSet(card.card for card in each.missing if card.fate is Fate.LOST)
                assert not any(lost & pile for pile in ends)
                struck, open_ = struck + each.dead, open_ + (each.row.id in reached)
    assert struck > 100 and open_ > 10


def last_piles(advice: PlayAdvice) -> Iterator[CardSet]:
    """Every pile that the last hand card and any card of the deck after it can make."""
    view = advice.view
    for card in view.hand:
        for taken in capture_choices(view.field, card):
            field = (view.field | CardSet([card])) - taken
            for turned in view.unseen:
                for more in capture_choices(field, turned):
                    yield view.captured[view.seat] | taken | more


@pytest.mark.parametrize("game", ["sannin", "hachihachi", "koikoi"])
def test_the_chance_of_a_hand_yaku_is_that_of_drawn_hands(game: str) -> None:
    rng = random.Random(game)
    rules = find_ruleset(game)
    for seed in range(8):
        match = random_match(rules, rules.seats[0], {}, seed=seed, deals=1)
        state = next(state for state in match if state.phase is Phase.TEYAKU)
        advice = advised(state, deal_of(state).order[0])
        assert advice.teyaku is not None
        unseen = tuple(advice.view.unseen)
        drawn = 1_500
        found = sum(bool(find_claims(game, CardSet(rng.sample(unseen, rules.hand)))) for _ in range(drawn))
        p = float(advice.teyaku)
        assert abs(found / drawn - p) < 4 * (p * (1 - p) / drawn) ** 0.5
