"""A deal told by its points and sets pays what its cards pay, in every game; what cannot be true names its rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from random_play import random_match, result_of
from yakume.engine import (
    CardSet,
    DealStarted,
    IllegalAction,
    MatchStarted,
    Phase,
    PointsCounted,
    State,
    apply,
    card_points,
    find_ruleset,
    replay,
)
from yakume.engine.events import BidMade, Cancelled, HandShown, SetsMade, TeyakuShown, TeyakuVoided
from yakume.engine.facts import End
from yakume.engine.points import kasu_count
from yakume.engine.state import deal_facts
from yakume.engine.telling import tell

BEFORE_PLAY = (DealStarted, BidMade, HandShown, TeyakuShown, TeyakuVoided)


def told_of(after: State) -> PointsCounted:
    """The deal that has just ended as people would tell it who saw all its cards."""
    deal, game = after.deal, after.game
    assert deal is not None
    points = tuple(card_points(game.id, pile) for pile in deal.piles)
    kasu = tuple(kasu_count(pile) for pile in deal.piles)
    least = min((row.least for row in game.special if row.counts == "kasu"), default=99)
    roles = tuple((rule, seat) for seat, rule in deal_facts(after).roles)
    if game.id == "koikoi":
        points = ()
    return PointsCounted(points, deal.happenings, kasu if max(kasu) >= least else (), roles)


def payments(state: State) -> Counter[tuple[Any, ...]]:
    told = {"YK-TOLD-01", "YK-TOLD-02"}
    return Counter(
        (entry.deal, entry.payer, entry.payee, entry.mon, entry.rule, tuple(r for r in entry.because if r not in told))
        for entry in state.booked
    )


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("hachiju", 3, {}),
        ("hachiju", 2, {}),
        ("hachihachi", 4, {}),
        ("hachihachi", 3, {"nuke_after_set": True, "fee_when_set": "top_points"}),
        ("futari", 2, {"special": True}),
        ("sannin", 3, {}),
        ("sudaoshi", 5, {}),
        ("koikoi", 2, {}),
    ],
)
def test_a_deal_that_is_told_pays_what_its_cards_pay(game: str, seats: int, options: dict[str, Any]) -> None:
    ruleset, ends = find_ruleset(game), Counter[End]()
    for seed in range(6):
        *_, last = random_match(ruleset, seats, options, seed=seed, deals=4)
        state = apply(None, last.log[0])
        began = state
        for event in last.log[1:]:
            state = apply(state, event)
            if isinstance(event, BEFORE_PLAY) and state.phase in (Phase.TEYAKU, Phase.BID):
                began = state
            elif state.phase in (Phase.READY, Phase.OVER) and state.deal is not None:
                if began.phase is Phase.TEYAKU and state.deal.end in (End.SET, End.CANCEL, End.PLAYED_OUT):
                    result = apply(began, result_of(state))
                    told = apply(began, told_of(result))
                    assert (payments(told), told.scores, told.dealer) == (
                        payments(result),
                        result.scores,
                        result.dealer,
                    )
                    assert replay(told.log) == told
                    tell(told)
                    ends[state.deal.end] += 1
                began = state
    assert ends[End.PLAYED_OUT] and sum(ends.values()) > 5


FIELD = CardSet.parse("1h 4a 5a 6a 7a 9a")


def begun(game: str, **options: Any) -> State:
    return apply(apply(None, MatchStarted(game, ("東", "南", "西"), 0, options)), DealStarted(0, FIELD))


SANNIN = begun("sannin")
KOIKOI = apply(apply(None, MatchStarted("koikoi", ("甲", "乙"))), DealStarted(0, FIELD | CardSet.parse("10a 11t")))
FUTARI = apply(apply(None, MatchStarted("futari", ("甲", "乙"))), DealStarted(0, CardSet.parse("HLPTXb")))


def agari(seat: int, *sets: tuple[str, int]) -> SetsMade:
    return SetsMade(seat, sets, "agari")


@pytest.mark.parametrize(
    ("told", "rule"),
    [
        (PointsCounted((88, 88, 87), ()), "COM-CARD-02"),
        (PointsCounted((88, 88, 89), ()), "COM-CARD-02"),
        (PointsCounted((88, 88), ()), "YK-TOLD-02"),
        (PointsCounted((-1, 177, 88), ()), "YK-TOLD-02"),
        (PointsCounted((), ()), "COM-CARD-02"),
        # Two hold 赤短, or one a 七短 and the other a 青短 of the same ten ribbons.
        (PointsCounted((), (SetsMade(1, (("H3-DEKI-05", 7),), "sage"), agari(0, ("H3-DEKI-05", 7)))), "COM-CARD-01"),
        (PointsCounted((), (agari(0, ("H3-DEKI-05", 8)),)), "H3-DEKI-05"),
        (PointsCounted((10, 127, 127), (agari(0, ("H3-DEKI-05", 7)),)), "H3-DEKI-05"),
        (PointsCounted((), (agari(0, ("SD-DEKI-01", 2)),)), "H3-SAGE-00"),
        (PointsCounted((), (Cancelled(1),)), "H3-SAGE-08"),
        (PointsCounted((88, 88, 88), (), (28, 0, 0)), "COM-CARD-04"),
        (PointsCounted((88, 88, 88), (), (), (("SD-DEKI-01", 0),)), "H3-SAGE-00"),
    ],
)
def test_what_cannot_be_true_or_is_not_whole_is_refused_with_its_rule(told: PointsCounted, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(SANNIN, told)
    assert refused.value.rule == rule, refused.value


@pytest.mark.parametrize(
    ("state", "told", "rule"),
    [
        (apply(None, MatchStarted("sannin", ("東", "南", "西"))), PointsCounted((88, 88, 88)), "YK-TOLD-02"),
        (apply(None, MatchStarted("sannin", ("東", "南", "西"))), PointsCounted((88, 88, 88), ()), "YK-TOLD-02"),
        (
            apply(SANNIN, TeyakuShown(0, ("H3-TEYAKU-07",), CardSet.parse("2n 2t 2a 2b 3h 3t 3a"))),
            PointsCounted((88, 88, 88)),
            "H3-TEYAKU-16",
        ),
        (SANNIN, PointsCounted((10, 127, 127), (), (24, 0, 0)), "H3-TOKU-03"),
        # Of 34 cards at least 22 are captured, worth a point each at least; so, too, without a word of the sets.
        (FUTARI, PointsCounted((11, 10), ()), "COM-CARD-02"),
        (FUTARI, PointsCounted((11, 10)), "COM-CARD-02"),
        (SANNIN, PointsCounted((), (agari(0, ("H3-DEKI-01", 20), ("H3-DEKI-02", 12)),)), "H3-DEKI-01"),
        (begun("sudaoshi"), PointsCounted((88, 88, 88), (), (5, 0, 0)), "SD-PLAY-01"),
        # 雨ゾロ is for the ビキ alone; 坊主被り lies in 坊主ゾロ.
        (begun("sudaoshi"), PointsCounted((88, 88, 88), (), (), (("SD-DEKI-03", 0),)), "SD-DEKI-03"),
        (
            begun("sudaoshi"),
            PointsCounted((88, 88, 88), (), (), (("SD-DEKI-01", 0), ("SD-DEKI-02", 0))),
            "SD-DEKI-02",
        ),
        (
            begun("hachihachi", fee_when_set="top_points"),
            PointsCounted((), (agari(0, ("H88-DEKI-04", 10)),)),
            "YK-TOLD-02",
        ),
    ],
)
def test_what_is_told_is_held_against_the_state_and_the_game(state: State, told: PointsCounted, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(state, told)
    assert refused.value.rule == rule, refused.value


def test_points_mean_nothing_in_koikoi() -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(KOIKOI, PointsCounted((30, 20), ()))
    assert refused.value.rule == "KK-SCORE-04"
    over = apply(KOIKOI, PointsCounted((), (agari(0, ("KK-DEKI-05", 5)),)))
    assert over.scores[0] == -over.scores[1] > 0
    assert all("YK-TOLD-01" in entry.because for entry in over.booked)
