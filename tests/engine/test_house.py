"""Payments by hand (YK-HOUSE-01): booked at once, told with their reason, and nothing else changes."""

from __future__ import annotations

import csv
import io

import pytest
from random_play import random_match
from yakume.engine import (
    CardSet,
    Corrected,
    DealStarted,
    DealVoided,
    HousePayment,
    IllegalAction,
    MatchStarted,
    NotationError,
    Phase,
    apply,
    find_ruleset,
    replay,
)
from yakume.engine.sheet import sheet_of
from yakume.engine.sheet_text import to_csv
from yakume.engine.telling import tell

START = apply(None, MatchStarted("sannin", ("東", "南", "西")))
FIELD = CardSet.parse("1h 4a 5a 6a 7a 9a")
PAID = HousePayment(0, 2, 30, "祝儀")


def test_it_is_paid_at_once_and_says_that_no_rule_asks_for_it() -> None:
    state = apply(START, PAID)
    assert state.scores == (-30, 0, 30)
    (entry,) = state.ledger
    assert entry.rule == "YK-HOUSE-01"
    assert entry.ja == "卓の取り決め「祝儀」 30文。規則書にはない、卓で決めた支払いです。"
    assert entry.en.startswith("House payment “祝儀”: 30 mon. No rule of the book asks for it")


def test_it_stands_on_the_sheet_of_its_deal_with_its_reason() -> None:
    state = apply(apply(apply(START, PAID), DealStarted(0, FIELD)), HousePayment(1, 0, 12, "=遅刻"))
    titles = [[row.title.ja for row in deal.rows] for deal in sheet_of(state).deals]
    assert titles == [["卓の取り決め「祝儀」"], ["卓の取り決め「=遅刻」"]]
    assert not any(cell.startswith("=") for row in csv.reader(io.StringIO(to_csv(sheet_of(state)))) for cell in row)
    assert state.scores == (-18, -12, 30)


def test_it_stays_when_the_deal_is_void_and_is_taken_back_like_any_event() -> None:
    state = apply(apply(apply(START, DealStarted(0, FIELD)), PAID), DealVoided())
    assert (state.scores, state.phase) == ((-30, 0, 30), Phase.READY)
    assert apply(state, Corrected(2)).scores == (0, 0, 0)


@pytest.mark.parametrize("payment", [(0, 0), (3, 0), (0, -1)])
def test_only_two_people_of_the_table_pay_each_other(payment: tuple[int, int]) -> None:
    with pytest.raises(IllegalAction, match="cannot pay") as refused:
        apply(START, HousePayment(*payment, 12, "x"))
    assert refused.value.rule == "YK-HOUSE-01"


@pytest.mark.parametrize(("mon", "reason"), [(0, "x"), (-5, "x"), (120_001, "x"), (5, " "), (5, "x" * 61)])
def test_an_amount_or_a_reason_that_cannot_be_meant_is_no_payment(mon: int, reason: str) -> None:
    with pytest.raises(NotationError, match="not a") as refused:
        HousePayment(0, 1, mon, reason)
    assert refused.value.rule == "YK-HOUSE-01"


@pytest.mark.parametrize("reason", ["a\u202eb", "a\u200bb", "a\x00b", "\u200d"])
def test_a_reason_that_cannot_be_read_on_the_sheet_says_so(reason: str) -> None:
    with pytest.raises(NotationError, match="cannot hold" if len(reason) > 1 else "not a reason") as refused:
        HousePayment(0, 1, 5, reason)
    assert refused.value.rule == "YK-HOUSE-01"


@pytest.mark.parametrize("reason", ["お祝い👨\u200d👩\u200d👧", "❤️\u200d🔥", "🏳️\u200d🌈 茶"])
def test_joined_emoji_are_a_reason_like_any_other(reason: str) -> None:
    assert HousePayment(0, 1, 5, reason).reason == reason


@pytest.mark.parametrize("game", ["hachiju", "hachihachi", "futari", "sannin", "sudaoshi", "koikoi"])
def test_between_any_two_events_of_a_match_it_moves_its_amount_and_nothing_else(game: str) -> None:
    ruleset = find_ruleset(game)
    *_, last = random_match(ruleset, ruleset.seats[0], {}, seed=3, deals=2)
    state = apply(None, last.log[0])
    for event in last.log[1:]:
        if state.phase is not Phase.OVER:
            state = apply(state, HousePayment(1, 0, 7, "x"))
        state = apply(state, event)
    paid = 7 * (len(last.log) - 1)
    change = [now - before for now, before in zip(state.scores, last.scores, strict=True)]
    assert change[:2] == [paid, -paid] and not any(change[2:])
    assert replay(state.log) == state
    tell(state)


def test_a_match_that_is_over_is_settled() -> None:
    *_, last = random_match(find_ruleset("koikoi"), 2, {"deals": 3}, seed=1, deals=3)
    assert last.phase is Phase.OVER
    with pytest.raises(IllegalAction, match="over"):
        apply(last, HousePayment(0, 1, 12, "x"))
