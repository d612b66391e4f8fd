"""Who leads: another plays first than is booked to deal, which is asked about, or told of, once play shows it."""

from __future__ import annotations

from random import Random

import pytest
from referee_table import Table, table_of
from scripted import lies
from yakume.engine import (
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DealVoided,
    MatchStarted,
    Phase,
    State,
    TeyakuShown,
    apply,
    find_ruleset,
    next_event,
    play_deal,
)
from yakume.engine.events import MatchEnded
from yakume.engine.legal import legal_bids
from yakume.vision.referee.notices import EndInDoubt, Health, LedByAnother, Notice
from yakume.vision.referee.questions import WhoLeads

LOOK_MS, HALF_TURNS, SEED = 800, 10, 12


def dealt(game: str, seats: int, dealer: int, seed: int) -> State:
    """A deal of cards mixed by `seed`, everybody's hand known."""
    rules, cards = find_ruleset(game), Random(seed).sample(range(48), 48)
    first, hands = CardSet(cards[: rules.field]), cards[rules.field :]
    state = apply(None, MatchStarted(rules.id, tuple("ABCDEFG"[:seats]), dealer))
    held = tuple(CardSet(hands[rules.hand * at : rules.hand * (at + 1)]) for at in range(seats))
    return apply(state, DealStarted(dealer, first, held))


def show(table: Table, true: State, seed: int, half_turns: int) -> State:
    """So many half-turns of simple players; the match then."""
    rng = Random(seed)
    while half_turns and true.phase not in (Phase.READY, Phase.OVER):
        event = next_event(true, rng)
        true = apply(true, event)
        if isinstance(event, TeyakuShown):
            table.state = apply(table.state, event)
        if isinstance(event, CardPlayed | CardTurned) and true.deal is not None:
            table.look(lies(true), ms=LOOK_MS)
            half_turns -= 1
    return true


@pytest.mark.parametrize(("game", "seats", "leads"), [("sannin", 3, 1), ("sannin", 3, 2), ("koikoi", 2, 1)])
def test_who_leads_instead_is_asked_in_the_first_deal_and_followed_once_that_is_put_right(
    game: str, seats: int, leads: int
) -> None:
    true = dealt(game, seats, leads, SEED)
    table = table_of(game, *true.players)
    table.look(str(true.deal.dealt))
    assert true.deal is not None
    true = show(table, true, SEED, HALF_TURNS)
    asked = [each for each in table.look(lies(true), ms=LOOK_MS).questions if isinstance(each.question, WhoLeads)]
    assert [each.question for each in asked] == [WhoLeads(1, leads)]
    table.answer(asked[0], "fix")
    ruling = table.look(lies(true), ms=LOOK_MS)
    assert table.state.deal.order[0] == leads
    assert not ruling.questions and ruling.health is Health.ON_THREAD
    assert len(ruling.plays) == HALF_TURNS


def told_of(table: Table, true: State) -> list[Notice]:
    """What is told of who leads once a few turns were played."""
    table.look(str(true.deal.dealt))
    true = show(table, true, SEED, HALF_TURNS)
    ruling = table.look(lies(true), ms=LOOK_MS)
    assert not any(isinstance(each.question, WhoLeads) for each in ruling.questions)
    return [each for each in ruling.notices if isinstance(each, LedByAnother)]


@pytest.mark.parametrize("other", [True, False])
def test_who_leads_instead_of_whom_the_last_end_says_is_told_of_in_a_later_deal(other: bool) -> None:
    """That end may be booked wrongly, and none of the answers could say how."""
    first = play_deal(dealt("koikoi", 2, 0, 5), Random(5))
    leads = 1 - first.dealer if other else first.dealer
    table = table_of("koikoi", *first.players)
    table.state = first
    notices = told_of(table, dealt("koikoi", 2, leads, SEED))
    assert notices == ([LedByAnother(leads, first.dealer)] if other else [])


@pytest.mark.parametrize("other", [True, False])
def test_a_deal_that_another_led_to_its_end_is_in_doubt_when_the_match_is_over(other: bool) -> None:
    """二人, seed 90061: it had begun with what its first turn left, at another rate (H2-BA-01)."""
    first = play_deal(dealt("futari", 2, 0, 5), Random(5))
    table = table_of("futari", *first.players)
    table.state = first
    true = dealt("futari", 2, 1 - first.dealer if other else first.dealer, 13)
    assert bool(told_of(table, true)) == other
    ended = play_deal(true, Random(13))
    assert ended.deal is not None
    table.state = apply(table.state, DealResult(ended.deal.piles))
    table.look("")
    table.state = apply(table.state, MatchEnded())
    assert table.look("").notices == ((EndInDoubt((2,)),) if other else ())


def all_play(state: State) -> State:
    while state.phase is Phase.BID:
        state = apply(state, legal_bids(state)[0])
    return state


@pytest.mark.parametrize("played", [False, True])
def test_nobody_is_said_to_lead_where_a_deal_that_another_led_was_given_up_and_people_bid_anew(played: bool) -> None:
    """八十, seed 1245: nobody knows who plays yet, and yakume stopped."""
    table = table_of("hachiju", *"ABC")
    if played:
        table.state = play_deal(dealt("hachiju", 3, 0, 5), Random(5))
    true = all_play(dealt("hachiju", 3, (table.state.dealer + 1) % 3, SEED))
    assert true.deal is not None
    table.look(str(true.deal.dealt))
    table.state = all_play(table.state)
    show(table, true, SEED, HALF_TURNS)
    assert table.referee.following.led_by is not None
    anew = DealStarted(table.state.dealer, CardSet.parse("2a 5t 6t 7a 8a 12a"))
    table.state = apply(apply(table.state, DealVoided()), anew)
    ruling = table.referee.after(table.state)
    assert not any(isinstance(each, LedByAnother) for each in ruling.notices)
    assert not any(isinstance(each.question, WhoLeads) for each in ruling.questions)


@pytest.mark.parametrize("game", ["sannin", "futari", "hachihachi"])
def test_nothing_is_said_of_who_leads_as_booked(game: str) -> None:
    table = table_of(game, *"ABC"[: 2 if game == "futari" else 3])
    true = dealt(game, len(table.state.players), 0, SEED)
    assert told_of(table, true) == []


def test_who_surely_does_not_lead_is_followed_no_further() -> None:
    true = dealt("sannin", 3, 1, SEED)
    table = table_of("sannin", *true.players)
    table.look(str(true.deal.dealt))
    show(table, true, SEED, HALF_TURNS)
    thread = table.referee.following.thread
    assert thread is not None and thread.leads is not None and thread.leads._others is not None
    assert [each.start.order[0] for each in thread.leads._others] == [1] and thread.leads.seat == 1
