"""A deal that nobody had booked is put in between, one that was never played taken out: then it is as if it had been
played in order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from random_play import random_match
from yakume.engine import (
    RULESETS,
    BidMade,
    CardPlayed,
    CardSet,
    Corrected,
    CorrectedTogether,
    DealInserted,
    DealResult,
    DealStarted,
    Event,
    HousePayment,
    IllegalAction,
    MatchEnded,
    MatchStarted,
    Phase,
    PointsCounted,
    QuestionAnswered,
    Ruleset,
    State,
    TeyakuClosed,
    TeyakuShown,
    Tobikomi,
    apply,
    find_ruleset,
    from_json,
    legal_actions,
    replay,
    sheet_of,
    to_json,
)
from yakume.engine.arrange import bids_in_order, follow, numbers_of, put_in, state_before, take_out
from yakume.engine.facts import End
from yakume.engine.play import effective

Told = tuple[Event, ...]
"""A deal as people tell it from its end, whoever dealt it."""

SEATS = {"hachiju": 4, "hachihachi": 5, "sannin": 3, "futari": 2, "sudaoshi": 5, "koikoi": 2}
DEALS = {"hachiju": 6, "hachihachi": 12, "sannin": 6, "futari": 6, "sudaoshi": 6, "koikoi": 6}


def told_deals(game: Ruleset, seed: int) -> list[Told]:
    """The deals of a random match, hands and half-turns unknown."""
    found: list[Told] = []
    said: list[Event] = []
    for state in random_match(game, SEATS[game.id], {}, seed, deals=5):
        event, deal = state.log[-1], state.deal
        if isinstance(event, DealStarted):
            said = [replace(event, hands=())]
        elif isinstance(event, BidMade | TeyakuShown):
            said.append(event)
        if said and deal is not None and state.phase in (Phase.READY, Phase.OVER) and deal.end is not End.OPEN:
            if deal.end in (End.TEYAKU, End.SHISO):
                said.append(TeyakuClosed())
            elif deal.end is not End.WALKOVER:
                said.append(DealResult(deal.piles, deal.happenings))
            if deal.bidding is not None and (seed % 2 or find_ruleset(game.id).flow.bidding != "auction"):
                # Whoever deals, the same people play: those who were not asked would have said so.
                calls = {seat: "deru" if seat in deal.order else "oriru" for seat in range(len(state.players))}
                said = [event for event in said if not isinstance(event, BidMade)]
                said[1:1] = [BidMade(seat, call) for seat, call in calls.items()]
            found.append(tuple(said))
            said = []
    return found


def tell(state: State, deal: Told) -> Told:
    """The same deal told in a match that stands at `state`."""
    start = deal[0]
    assert isinstance(start, DealStarted)
    start = replace(start, dealer=state.dealer)
    bids = bids_in_order(apply(state, start), [event for event in deal if isinstance(event, BidMade)])
    return (start, *bids, *(event for event in deal[1:] if not isinstance(event, BidMade)))


def begun(game: Ruleset) -> State:
    options = {"deals": DEALS[game.id]} if "deals" in game.choose({}) else {}
    return apply(None, MatchStarted(game.id, tuple("ABCDEFG"[: SEATS[game.id]]), 0, options))


def booked(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = apply(state, event)
    return state


def in_order(state: State, deals: Sequence[Told]) -> State:
    for deal in deals:
        state = booked(state, tell(state, deal))
        if state.phase not in (Phase.READY, Phase.OVER):
            raise IllegalAction("somebody is asked who said nothing", "COM-TURN-01", state)
    return state


def starts(state: State) -> list[int]:
    return [seq for seq, event in effective(state.log) if isinstance(event, DealStarted)]


def same(one: State, other: State) -> bool:
    """True if both matches stand alike, however they came to it."""
    plain = [
        replace(each, log=(), rejected=(), deal=replace(each.deal, mizuten=None) if each.deal else None)
        for each in (one, other)
    ]
    return plain[0] == plain[1] and sheet_of(one) == sheet_of(other) and not one.rejected


def differs(one: State, other: State) -> list[str]:
    return [name for name in one.__dataclass_fields__ if getattr(one, name) != getattr(other, name)]


def zero(state: State) -> bool:
    return sum(state.scores) + state.on_table == 0


def read_back(state: State) -> State:
    return replay(from_json(json.loads(json.dumps(to_json(event)))) for event in state.log)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_deal_that_is_put_in_is_as_if_it_had_been_told_in_order(game: str) -> None:
    """Put in, undone, brought back, taken out again: the match stands as if played so, and its log gives it again."""
    tried = 0
    for seed in range(4):
        deals = told_deals(find_ruleset(game), seed)
        for at in range(len(deals) - 1):
            try:
                truth = in_order(begun(find_ruleset(game)), deals)
                without = in_order(begun(find_ruleset(game)), [*deals[:at], *deals[at + 1 :]])
            except IllegalAction:
                continue  # who deals decides what can be, as of four of a month on the field
            before = in_order(begun(find_ruleset(game)), deals[:at])
            event = put_in(without, starts(without)[at], tell(before, deals[at]))
            now = apply(without, event)
            assert same(now, truth) and zero(now) and read_back(now) == now
            undone = apply(now, Corrected(len(without.log)))
            assert same(undone, without) and undone.log[: len(now.log)] == now.log
            again = apply(undone, Corrected(len(now.log)))
            assert same(again, truth) and read_back(again) == again
            out = apply(again, take_out(again, starts(again)[at]))
            assert same(out, without) and zero(out) and read_back(out) == out
            other = apply(truth, take_out(truth, starts(truth)[at]))
            assert same(other, without) and read_back(other) == other
            assert same(apply(other, Corrected(len(truth.log))), truth)
            tried += 1
    assert tried >= 5


FIELD = CardSet.parse("2a 3a 4a 5a 6a 7a")
THREE = ("A", "B", "C")


def started(dealer: int, field: CardSet = FIELD, **more: object) -> DealStarted:
    return DealStarted(dealer, field, **more)


def piles(*firsts: int) -> DealResult:
    """A deal played out: the light cards' months to each of three seats in turn, so that `firsts` differ in points."""
    by_seat = [CardSet(card for card in range(48) if (card // 4 + firsts[0]) % 3 == seat) for seat in range(3)]
    return DealResult(tuple(by_seat))


def sudaoshi(*firsts: int, deals: int = 6) -> State:
    state = apply(None, MatchStarted("sudaoshi", THREE, 0, {"deals": deals}))
    for first in firsts:
        state = booked(state, (started(state.dealer), piles(first)))
    return state


def test_several_deals_go_in_before_the_same_one_in_the_order_in_which_they_were_told() -> None:
    truth, state = sudaoshi(0, 1, 2, 1), sudaoshi(0, 1)
    for first in (1, 2):
        at = starts(state)[-1]
        dealer = in_order(sudaoshi(*((0,) if first == 1 else (0, 1))), ()).dealer
        state = apply(state, put_in(state, at, (started(dealer), piles(first))))
    assert same(state, truth) and zero(state)
    # Before one that was put in another goes in, too, and stays there when that one is put right.
    at = starts(state)[1]
    now = apply(state, put_in(state, at, (started(sudaoshi(0).dealer), piles(0))))
    assert same(now, sudaoshi(0, 0, 1, 2, 1))
    changed = booked(now, follow(now, (Corrected(at, (effective_at(now, at)[0], piles(0))),)))
    assert same(changed, sudaoshi(0, 0, 0, 2, 1)) and read_back(changed) == changed
    assert same(booked(changed, (take_out(changed, at),)), sudaoshi(0, 0, 2, 1))


def effective_at(state: State, at: int) -> list[Event]:
    return [event for seq, event in effective(state.log) if seq == at]


def test_before_the_first_deal_another_may_have_dealt_first() -> None:
    state = sudaoshi(0, 1)
    event = put_in(state, starts(state)[0], (started(2), piles(1)), dealer=2)
    now = apply(state, event)
    truth = booked(apply(None, MatchStarted("sudaoshi", THREE, 2, {"deals": 6})), (started(2), piles(1)))
    for first in (0, 1):
        truth = booked(truth, (started(truth.dealer), piles(first)))
    assert same(now, truth)
    with pytest.raises(IllegalAction) as caught:
        put_in(state, starts(state)[1], (started(2), piles(1)), dealer=2)
    assert caught.value.rule == state.game.rules.next


def test_a_match_that_gets_a_deal_too_many_is_over_before_its_last_ones_and_they_are_listed() -> None:
    state = sudaoshi(0, 1, 2, deals=3)
    assert state.phase is Phase.OVER
    now = apply(state, put_in(state, starts(state)[1], (started(sudaoshi(0).dealer), piles(1))))
    assert now.phase is Phase.OVER and now.played == 3 and zero(now)
    assert [type(each.event) for each in now.rejected] == [DealStarted, DealResult]
    assert now.booked == sudaoshi(0, 1, 1, deals=3).booked
    # One deal fewer: it goes on, and what was refused counts again.
    back = apply(now, take_out(now, starts(now)[0]))
    assert back.rejected == () and same(back, sudaoshi(1, 1, 2, deals=3))
    assert apply(state, take_out(state, starts(state)[0])).phase is Phase.READY


def test_a_payment_by_hand_an_early_end_and_what_was_answered_stay_with_what_they_are_of() -> None:
    state = sudaoshi(0, 1)
    asked = {"kind": "how_ended", "deal": 2}
    about = QuestionAnswered(asked, {"kind": "put_right", "yes": False})
    state = booked(state, (HousePayment(0, 1, 7, "tea"), about, started(state.dealer), piles(2), MatchEnded()))
    now = apply(state, put_in(state, starts(state)[1], (started(sudaoshi(0).dealer), piles(1))))
    assert now.played == 4 and now.phase is Phase.OVER and not now.rejected
    assert any(entry.mon == 7 for entry in now.booked)
    assert [event.question["deal"] for _, event in effective(now.log) if isinstance(event, QuestionAnswered)] == [3]
    out = apply(now, take_out(now, starts(now)[2]))
    assert not [event for _, event in effective(out.log) if isinstance(event, QuestionAnswered)]
    assert apply(out, Corrected(len(now.log))).log[:-2] == now.log


def test_what_is_no_whole_deal_is_not_put_in_and_what_is_no_deal_not_taken_out() -> None:
    state = sudaoshi(0, 1)
    at, dealer = starts(state)[1], sudaoshi(0).dealer
    for events in (
        (),
        (started(dealer),),
        (piles(1),),
        (started(dealer), piles(1), started(1)),
        (started(dealer), HousePayment(0, 1, 7, "tea"), piles(1)),
        (started(dealer), piles(1), MatchEnded()),
    ):
        with pytest.raises(IllegalAction):
            put_in(state, at, events)
        with pytest.raises(IllegalAction):
            apply(state, DealInserted(at, events))
    with pytest.raises(IllegalAction, match="cannot deal"):
        put_in(state, at, (started((dealer + 1) % 3), piles(1)))
    for place in (-1, 0, 2, 99):
        with pytest.raises(IllegalAction):
            put_in(state, place, (started(dealer), piles(1)))
        with pytest.raises(IllegalAction):
            apply(state, DealInserted(place, (started(dealer), piles(1))))
        with pytest.raises(IllegalAction):
            take_out(state, place)
    with pytest.raises(IllegalAction, match="no event"):
        apply(state, CorrectedTogether((Corrected(99),)))
    with pytest.raises(IllegalAction, match="cannot stand in"):
        apply(state, CorrectedTogether((Corrected(at, (Corrected(1),)),)))


def test_of_a_deal_whose_field_nobody_knows_the_lights_decide_the_rate() -> None:
    state = apply(None, MatchStarted("sannin", THREE))
    for field, ba in (("", "小"), ("1h", "大"), ("8h", "大"), ("12h 1h", "絶")):
        deal = apply(state, started(0, CardSet.parse(field), partly=True)).deal
        assert deal is not None and deal.ba is not None and deal.ba.value == ba
    known = apply(state, started(0, CardSet.parse("1h"), partly=True))
    with pytest.raises(IllegalAction) as caught:
        apply(known, CardPlayed(0, next(iter(CardSet.parse("2t"))), CardSet()))
    assert caught.value.rule == "YK-TOLD-03"
    assert not any(isinstance(each, CardPlayed) for each in legal_actions(apply(known, TeyakuClosed())))
    counted = apply(known, PointsCounted((100, 82, 82), ()))
    whole = booked(state, (started(0, CardSet.parse("1h 4a 5a 6a 7a 9a")), PointsCounted((100, 82, 82), ())))
    assert counted.booked == whole.booked and counted.dealer == whole.dealer
    with pytest.raises(IllegalAction):
        apply(state, started(0, CardSet.parse("1h 2a 3h 4a 5a 6a 7a"), partly=True))
    with pytest.raises(IllegalAction):
        apply(state, started(0, CardSet.parse("1h")))


def test_what_corrects_a_correction_is_followed_by_nothing_and_nothing_at_all_corrects_nothing() -> None:
    state = sudaoshi(0, 1)
    first = Corrected(starts(state)[0], (started(0),))
    corrected = apply(state, first)
    again = Corrected(len(state.log))
    assert follow(corrected, [again]) == (again,)
    with pytest.raises(IllegalAction, match="no event"):
        apply(state, CorrectedTogether(()))


def test_before_a_deal_what_was_refused_does_not_count() -> None:
    state = sudaoshi(0, 1, 2, deals=3)
    now = apply(state, put_in(state, starts(state)[1], (started(sudaoshi(0).dealer), piles(1))))
    assert now.rejected
    with pytest.raises(IllegalAction, match="no deal begins"):
        state_before(now, len(now.log))
    first, second = starts(state)[:2]
    assert [numbers_of(state)[seq] for seq in (first, second, second + 1)] == [1, 2, 2]
    # The one that was put in is the second now; what was refused has no number.
    assert [numbers_of(now).get(seq) for seq in (first, second, starts(state)[-1])] == [1, 3, None]


def test_a_start_that_the_rules_refuse_is_refused_whoever_deals() -> None:
    state = sudaoshi(0, 1)
    wrong = started((state.dealer + 1) % 3, CardSet.parse("1h 2n 3t"))
    with pytest.raises(IllegalAction, match="seat 1 cannot deal"):
        follow(state, [Corrected(starts(state)[1], (wrong,))])


def test_where_another_deals_a_bid_in_the_running_deal_waits_for_those_who_speak_before() -> None:
    def one_deal(*points: int) -> State:
        state = apply(None, MatchStarted("hachihachi", ("A", "B", "C", "D"), 0, {"deals": 6}))
        return booked(state, (*first, PointsCounted(points, ())))

    field = CardSet.parse("1h 2n 3t 4t 5n 6a")
    first = (started(0, field), *(BidMade(seat, "deru") for seat in range(3)))
    before = one_deal(100, 90, 74, 0)
    end = len(before.log) - 1
    said = BidMade(before.dealer, "deru")
    state = booked(before, (started(before.dealer, field), said))
    other = PointsCounted((74, 100, 90, 0), ())
    now = booked(state, follow(state, [Corrected(end, (other,))]))
    assert (before.dealer, now.dealer) == (0, one_deal(74, 100, 90, 0).dealer) == (0, 1)
    assert now.phase is Phase.BID and zero(now)
    # Nothing is lost and nothing guessed: who speaks first is asked, and what was said is listed (H88-BID-01).
    assert [(each.event, each.rule) for each in now.rejected] == [(said, "H88-BID-01")]


PILES = (
    "1t 1a 2t 2b 7a 7b 8h 8n 8a 8b 9a 9b 10n 10t 11n 11t",
    "3h 3a 4n 4t 5n 5t 5a 5b 6t 6a 7n 7t 10a 10b 11h 11a",
    "1h 1b 2n 2a 3t 3b 4a 4b 6n 6b 9n 9t 12h 12a 12b 12c",
)


@pytest.mark.parametrize("by_points", [False, True])
def test_a_hand_yaku_is_taken_back_after_its_three_took_the_fourth(by_points: bool) -> None:
    three = TeyakuShown(2, ("H3-TEYAKU-02",), CardSet.parse("12a 12b 12c"))
    dived = (Tobikomi(2, 12),)
    result: Event = DealResult(tuple(CardSet.parse(pile) for pile in PILES), dived)
    if by_points:
        result = PointsCounted((90, 88, 86), happenings=dived)
    start = DealStarted(0, CardSet.parse("3h 5a 7t 8h 8a 12h"))
    then = replace(start, dealer=2, field=CardSet.parse("1h 2a 3t 4n 5b 6b"))
    state = booked(begun(find_ruleset("sannin")), (start, three, result))
    state = booked(state, (replace(then, dealer=state.dealer),))
    told = follow(state, (Corrected(2, ()),))
    after = booked(state, told)
    assert (after.played, after.phase, after.rejected) == (1, state.phase, ())
    assert not {entry.rule for entry in after.ledger} & {"H3-TEYAKU-02", "H3-TOKU-04"}
    # Another's three did not take it: the piles are as they were.
    whose = follow(state, (Corrected(2, (replace(three, seat=1),)),))
    assert booked(state, whose).played == 1
    # Nothing follows where the three stays.
    assert follow(state, (Corrected(2, (replace(three, parts=("H3-TEYAKU-02",)),)),)) == (Corrected(2, (three,)),)
