"""What a hand is worth: by its yaku exactly, by simulated play with an error bar."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from yakume.engine import (
    Ba,
    BidMade,
    Card,
    CardPlayed,
    CardSet,
    DealStarted,
    Inconsistent,
    MatchStarted,
    Phase,
    State,
    TeyakuShown,
    apply,
    menu_rate,
)
from yakume.engine.players import Temper, next_event, play_deal, strength
from yakume.engine.rules import RULESETS
from yakume.engine.worth import expectation_steps, expectations, hand_worth

PLAYERS = {"sannin": 3, "hachihachi": 5, "hachiju": 4, "futari": 2, "sudaoshi": 3, "koikoi": 2}


def dealt(game: str, players: int, rng: Random, *, known: bool = True) -> State:
    """A fresh deal; the field never holds four of a month, which 八十 would deal again."""
    state = apply(None, MatchStarted(game, tuple("ABCDEF"[:players])))
    while True:
        cards = iter(rng.sample(range(48), 48))
        field = CardSet(islice(cards, state.game.field))
        hands = tuple(CardSet(islice(cards, state.game.hand)) for _ in range(players)) if known else ()
        state = apply(state, DealStarted(0, field, hands))
        if state.phase is not Phase.READY:
            return state


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("bold", [0.0, 1.0])
def test_players_bring_every_deal_to_a_zero_sum_end(game: str, bold: float) -> None:
    rng = Random(game)
    for _ in range(12):
        state = play_deal(dealt(game, PLAYERS[game], rng), rng, lambda seat: Temper(0.5, bold))
        assert state.phase is Phase.READY and state.played == 1
        assert sum(state.scores) + state.on_table == 0


def test_players_double_only_with_one_hand_in_ten() -> None:
    rng = Random(80)
    calls = [next_event(dealt("hachiju", 4, rng), rng) for _ in range(300)]
    doubled = [event for event in calls if isinstance(event, BidMade) and event.call == "double"]
    assert 10 <= len(doubled) <= 60


def test_who_stays_out_of_everything_drops() -> None:
    rng = Random(1)
    state = dealt("hachiju", 4, rng)
    event = next_event(state, rng, lambda seat: Temper(stays_in=-1))
    assert isinstance(event, BidMade) and event.call in ("oriru", "double")


def test_a_hand_with_a_yaku_is_stronger() -> None:
    assert strength("sannin", CardSet.parse("IJKLSUi")) > strength("sannin", CardSet.parse("IJKOSUi"))


@pytest.mark.parametrize(("pile", "plays"), [("FGJK", "U"), ("FGMO", "B")])
def test_players_part_with_a_better_card_before_they_feed_a_set(pile: str, plays: str) -> None:
    # 松の赤短 is worth less than 牡丹に蝶, but completes 赤短 of a neighbour who has the other two.
    state = dealt("sannin", 3, Random(0))
    assert state.deal is not None
    hands = tuple(map(CardSet.parse, ("BU", "ac", "di")))
    deal = replace(state.deal, hands=hands, piles=(CardSet(), CardSet.parse(pile), CardSet()), field=CardSet.parse("s"))
    event = next_event(replace(state, deal=deal, phase=Phase.HAND), Random(1))
    assert event == CardPlayed(0, Card.parse(plays), CardSet())


@pytest.mark.parametrize("state", ["none", "hidden"])
def test_only_a_deal_with_known_hands_can_be_played(state: str) -> None:
    match = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    if state == "hidden":
        match = dealt("sannin", 3, Random(3), known=False)
    with pytest.raises(Inconsistent, match="no deal with known hands"):
        play_deal(match, Random(0))


def test_a_hand_is_worth_its_yaku_its_sets_and_its_compensation() -> None:
    # 赤三本 2 + 2貫; つかみ赤短 7貫; B F J are bonus cards: 24 + 42 + 9文.
    worth = hand_worth("hachihachi", CardSet.parse("BFJKLWX"), menu_rate(Ba.ZETSU))
    assert worth.teyaku is not None and worth.teyaku.name == "赤三本"
    assert (worth.teyaku_mon, worth.oikomi_mon) == (4 * 48, 4 * 75)
    assert [made.name for made in worth.tsukami] == ["赤短"]
    assert hand_worth("hachihachi", CardSet.parse("BFJKLWX"), oikomi="largest").oikomi_mon == 42


def test_a_hand_without_anything_is_worth_nothing() -> None:
    worth = hand_worth("sannin", CardSet.parse("CEKMUeo"))
    assert (worth.teyaku, worth.teyaku_mon, worth.tsukami, worth.oikomi, worth.oikomi_mon) == (None, 0, (), None, 0)


def bidding(players: int = 5) -> State:
    match = apply(None, MatchStarted("hachihachi", tuple("ABCDEF"[:players])))
    return apply(match, DealStarted(0, CardSet.parse("CGKOSW")))


def test_a_bidder_sees_what_each_call_brings() -> None:
    found = expectations(bidding(), 0, CardSet.parse("ABEFIJs"), deals=60)
    assert set(found) == {"deru", "oriru"}
    # The first to drop pays 1貫 on a small field, for certain (H88-BID-03).
    assert (found["oriru"].mean_mon, found["oriru"].error_mon) == (-12, 0)
    assert found["deru"].mean_mon - 3 * found["deru"].error_mon > 0
    assert found["deru"].deals == 60


def test_a_poor_hand_is_better_dropped_than_a_good_one() -> None:
    poor = expectations(bidding(), 0, CardSet.parse("DEPQaet"), deals=60)["deru"]
    good = expectations(bidding(), 0, CardSet.parse("ABEFIJs"), deals=60)["deru"]
    assert good.mean_mon - poor.mean_mon > 3 * (good.error_mon + poor.error_mon)


@pytest.mark.slow
def test_the_error_bar_covers_the_truth_as_often_as_it_says() -> None:
    # Twenty independent runs of 20 deals against one long one: about two thirds lie within one error.
    truth = expectations(bidding(), 0, CardSet.parse("ABEFIJs"), deals=400, seed=1000).get("deru")
    runs = [expectations(bidding(), 0, CardSet.parse("ABEFIJs"), deals=20, seed=run)["deru"] for run in range(20)]
    assert truth is not None
    within = sum(abs(run.mean_mon - truth.mean_mon) < run.error_mon for run in runs)
    assert 8 <= within <= 19


def test_the_same_seed_gives_the_same_expectation() -> None:
    hand = CardSet.parse("ABEFIJs")
    assert expectations(bidding(), 0, hand, deals=5, seed=7) == expectations(bidding(), 0, hand, deals=5, seed=7)


def test_an_expectation_comes_in_steps_with_its_error_bar() -> None:
    hand = CardSet.parse("ABEFIJs")
    steps = list(expectation_steps(bidding(), 0, hand, deals=50, step=20, seed=7))
    assert [step["deru"].deals for step in steps] == [20, 40, 50]
    assert steps[-1] == expectations(bidding(), 0, hand, deals=50, seed=7)
    assert steps[0] == expectations(bidding(), 0, hand, deals=20, seed=7)
    # A single deal more has no spread of its own: its step is told with those before.
    assert [step["deru"].deals for step in expectation_steps(bidding(), 0, hand, deals=21, step=20)] == [20, 21]


def test_a_step_is_simulated_when_it_is_asked_for() -> None:
    steps = expectation_steps(bidding(), 0, CardSet.parse("ABEFIJs"), deals=10_000_000, step=2)
    assert next(steps)["deru"].deals == 2 and next(steps)["deru"].deals == 4
    with pytest.raises(Inconsistent, match="cannot hold"):
        expectation_steps(bidding(), 0, CardSet.parse("ABE"))


def test_without_bidding_a_hand_has_one_expectation() -> None:
    match = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    state = apply(match, DealStarted(0, CardSet.parse("CGKOSW")))
    found = expectations(state, 1, CardSet.parse("sBFJtuv"), deals=30)
    assert set(found) == {None} and found[None].mean_mon > 0


def test_a_walkover_is_part_of_the_expectation() -> None:
    # 八十: 20 for dropping whatever comes (H80-BID-03).
    match = apply(None, MatchStarted("hachiju", ("A", "B")))
    state = apply(match, DealStarted(0, CardSet.parse("CGKOSW")))
    found = expectations(state, 0, CardSet.parse("ABEFIJs"), deals=10)
    assert set(found) == {"deru", "oriru", "double"}
    assert found["oriru"].mean_mon == -20


def test_impossible_questions_about_a_hand_are_refused() -> None:
    hand = CardSet.parse("ABEFIJs")
    with pytest.raises(Inconsistent, match="not asked to bid"):
        expectations(bidding(), 1, hand)
    with pytest.raises(Inconsistent, match="cannot hold"):
        expectations(bidding(), 0, CardSet.parse("ABEFIJC"))
    with pytest.raises(Inconsistent, match="cannot hold"):
        expectations(bidding(), 0, CardSet.parse("ABE"))
    for nobody in (-1, 5, 6):
        with pytest.raises(Inconsistent, match=f"no seat {nobody}"):
            expectations(bidding(), nobody, hand)
    with pytest.raises(Inconsistent, match="before play"):
        expectations(apply(None, MatchStarted("sannin", ("A", "B", "C"))), 0, hand)
    state = bidding()
    for seat, call in ((0, "oriru"), (1, "oriru")):
        state = apply(state, BidMade(seat, call))  # type: ignore[arg-type]
    with pytest.raises(Inconsistent, match="not in play"):
        expectations(state, 0, hand)
    shown = apply(state, TeyakuShown(2, ("H88-TEYAKU-13",), CardSet.parse("IJL")))
    with pytest.raises(Inconsistent, match="before play"):
        expectations(shown, 3, hand)
