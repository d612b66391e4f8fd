"""A deal settled by counted points, and a match ended before its last deal: exact, refused where they cannot be."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from tabletop import begin, close, deal, rules, show
from yakume.engine import (
    DECK,
    RULESETS,
    CardSet,
    Corrected,
    DealResult,
    DealVoided,
    IllegalAction,
    MatchEnded,
    MatchStarted,
    Phase,
    PointsCounted,
    State,
    apply,
    card_points,
    explain,
    replay,
    sheet_of,
    tell,
)
from yakume.engine.cards import Month


def piles_without_a_set(state: State) -> DealResult:
    """Captures of a deal that was played out in which nobody completed anything."""
    rng = random.Random(state.game.id)
    while True:
        piles = [CardSet(), CardSet(), CardSet()]
        for month in Month:
            cards = sorted(DECK.of_month(month))
            rng.shuffle(cards)
            for half in (cards[:2], cards[2:]):
                piles[rng.randrange(3)] |= CardSet(half)
        with suppress(IllegalAction):
            apply(state, DealResult(tuple(piles)))
            return DealResult(tuple(piles))


@pytest.mark.parametrize("game", ["sannin", "hachihachi", "hachiju"])
def test_points_pay_what_the_piles_they_were_counted_from_pay(game: str) -> None:
    """Against the settlement by piles: only that it was counted is told besides (YK-TOLD-02)."""
    state = close(begin(game))
    result = piles_without_a_set(state)
    by_piles = apply(state, result)
    counted = apply(state, PointsCounted(tuple(card_points(game, pile) for pile in result.captures)))
    paid = [(entry.payer, entry.payee, entry.mon, entry.rule) for entry in counted.booked]
    assert paid == [(entry.payer, entry.payee, entry.mon, entry.rule) for entry in by_piles.booked]
    told = [e for e in counted.booked if None not in (e.payer, e.payee)]
    assert told and all("YK-TOLD-02" in entry.because for entry in told)
    assert explain("YK-TOLD-02").en in told[0].en
    assert counted.dealer == by_piles.dealer and counted.phase is Phase.READY
    tell(counted)


@pytest.mark.parametrize(
    ("points", "rule"),
    [
        ((88, 88, 87), "COM-CARD-02"),
        ((88, 88, 89), "COM-CARD-02"),
        ((-1, 177, 88), "YK-TOLD-02"),
        ((132, 132), "YK-TOLD-02"),
    ],
)
def test_points_that_do_not_add_up_to_the_deck_are_refused(points: tuple[int, ...], rule: str) -> None:
    state = close(begin("sannin"))
    with pytest.raises(IllegalAction) as refused:
        apply(state, PointsCounted(points))
    assert refused.value.rule == rule


def test_points_settle_nothing_where_the_cards_matter() -> None:
    def why_not(state: State) -> tuple[str, str]:
        with pytest.raises(IllegalAction) as refused:
            apply(state, PointsCounted((0,) * len(state.players)))
        return refused.value.message.pattern, refused.value.rule

    assert why_not(begin("koikoi", seats=2)) == ("card points count for nothing", "KK-SCORE-04")
    assert why_not(close(begin("sudaoshi")))[1] == RULESETS["sudaoshi"].rules.call
    three = show(begin("sannin"), 0, "3h 3t 3a", "三本")
    assert why_not(three)[1] == three.game.rules.tobikomi
    assert why_not(apply(None, MatchStarted("sannin", ("A", "B", "C")))) == ("no deal to count points of", "YK-TOLD-02")


def test_two_in_play_count_no_more_than_the_deck_has() -> None:
    state = close(begin("futari", seats=2))
    assert apply(state, PointsCounted((100, 80))).scores == (20, -20)
    with pytest.raises(IllegalAction, match="of the 264"):
        apply(state, PointsCounted((200, 80)))


def ended(game: str, seats: int) -> State:
    state = close(begin(game, seats=seats))
    order = state.deal.order if state.deal else ()
    due = sum(state.game.points)
    points = [0] * seats
    for seat in order:
        points[seat] = due // len(order)
    points[order[0]] += due - sum(points)
    return apply(state, PointsCounted(tuple(points)))


@pytest.mark.parametrize(("game", "seats"), [("sannin", 3), ("hachihachi", 4), ("hachiju", 3), ("futari", 2)])
def test_a_match_may_end_after_any_deal_and_adds_up(game: str, seats: int) -> None:
    state = ended(game, seats)
    over = apply(state, MatchEnded())
    assert over.phase is Phase.OVER and over.result is not None
    assert sum(over.result.scores) == 0
    assert sum(over.scores) + over.on_table == 0
    assert replay(over.log) == over
    assert sheet_of(over).final
    tell(over)
    # Taken back, it goes on.
    again = apply(over, Corrected(len(over.log) - 1))
    assert again.phase is Phase.READY and again.scores == state.scores


def test_a_match_does_not_end_in_a_deal_nor_before_one_nor_twice() -> None:
    running = begin("sannin")
    started = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    over = apply(ended("sannin", 3), MatchEnded())
    for state, why in ((running, "still running"), (started, "no deal was played"), (over, "is over already")):
        with pytest.raises(IllegalAction, match=why) as refused:
            apply(state, MatchEnded())
        assert refused.value.rule == "YK-END-01"


def test_a_deal_that_was_void_in_the_end_does_not_say_who_was_last() -> None:
    """H3-END-05: ties are settled by the play order of the last deal that counted."""
    state = apply(deal(ended("hachihachi", 4)), DealVoided())
    assert apply(state, MatchEnded()).result == apply(ended("hachihachi", 4), MatchEnded()).result


def test_a_match_whose_last_deal_was_corrected_after_it_had_ended_is_settled_anew() -> None:
    over = apply(ended("sannin", 3), MatchEnded())
    at = len(over.log) - 2
    again = apply(over, Corrected(at, (PointsCounted((100, 100, 64)),)))
    assert again.phase is Phase.OVER and again == replay(again.log)
    assert again.result != over.result
    assert "H3-SCORE-04" in rules(again)
