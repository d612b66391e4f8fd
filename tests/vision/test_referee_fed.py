"""Who fed a set decides who pays it (法度): what was seen of it is kept to the end, and doubt about it is asked."""

from __future__ import annotations

import pytest
from scripted import FED, RED_FIELD, Scripted, lies, paid
from tabletop import call
from yakume.engine import Cancelled, CardSet, Corrected, DealResult, DealStarted, SageCancelled, apply
from yakume.engine.play import effective, replay
from yakume.vision.referee.answers import Fact, FedBy, PutRight
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.past import Meaning, PastDeal
from yakume.vision.referee.questions import FirstField, HowEnded, WhoFed


def feeders(asked: Asked) -> list[set[int | None]]:
    """Who fed a set by each of the answers offered, but the last: that the deal does not count."""
    return [
        {fact.by for fact in each.answer.facts if isinstance(fact, Fact) and fact.kind == "fed"}
        for each in asked.answers[:-1]
    ]


def test_who_fed_a_set_pays_for_it_also_when_its_maker_ends_the_deal_for_half() -> None:
    """H3-SAGE-08 of a set by H3-HATTO-01."""
    deal = Scripted("sannin", RED_FIELD)
    deal.turns(FED)
    deal.says("sage")
    deal.turns("U/VU OM/g")
    cancel = deal.table.referee.cancel(deal.table.state)
    assert cancel is not None and cancel.question.kind == "cancel_sage"
    deal.true = apply(deal.true, SageCancelled(0))
    deal.table.answer(cancel, "cancel")
    assert paid(deal.table.state) == paid(deal.true)
    assert {entry.payer for entry in deal.table.state.ledger if entry.rule == "H3-DEKI-05"} == {1}


def test_who_is_still_asked_whether_he_lowers_is_not_offered_to_take_it_back() -> None:
    """H3-SAGE-08: once he has said so, or has played on, he is."""
    for goes_on in (lambda deal: deal.says("sage"), played_on):
        deal = Scripted("sannin", RED_FIELD)
        deal.turns(FED)
        assert deal.table.referee.cancel(deal.table.state) is None
        goes_on(deal)
        assert deal.table.referee.cancel(deal.table.state) is not None


def played_on(deal: Scripted) -> None:
    """He lowers, but does not tell anybody."""
    deal.true = call(deal.true, "sage")
    deal.turns("U/VU OM/g")


def test_that_a_deal_ended_for_half_is_asked_about_where_it_was_swept_and_nobody_said_so() -> None:
    """三人, seed 500240: half of the set was paid without a word; its maker had ended the deal by it."""
    deal = Scripted("sannin", RED_FIELD)
    deal.turns(FED)
    played_on(deal)
    asked = deal.swept()
    assert [type(each) for each in deal.table.booked][1:] == [DealResult, DealStarted]
    assert any(isinstance(each, Cancelled) for each in deal.table.booked[1].happenings)
    assert [type(each.question) for each in asked] == [HowEnded]


@pytest.mark.parametrize("end", ["agari", "cancel"])
def test_where_the_hand_card_and_that_of_the_stock_came_at_once_people_are_asked_who_fed(end: str) -> None:
    """B laid both while nobody looked: the stock's card is never 法度 (H3-HATTO-02)."""
    deal = Scripted("sannin", RED_FIELD)
    deal.turns(FED, unseen={3})
    deal.says("agari" if end == "agari" else "sage")
    if end == "cancel":
        deal.turns("U/VU OM/g")
        deal.true = apply(deal.true, SageCancelled(0))
        deal.table.answer(deal.table.referee.cancel(deal.table.state), "cancel")
    asked = [each for each in deal.swept() if isinstance(each.question, HowEnded)]
    assert len(asked) == 1
    assert sorted(map(sorted, feeders(asked[0]))) == [[], [1]]
    right = next(each for each, by in zip(asked[0].answers, feeders(asked[0]), strict=False) if by == {1})
    deal.table.answer(asked[0], right.id)
    assert paid(deal.table.state) - paid(deal.true) == {}
    assert not deal.swept()


@pytest.mark.parametrize("end", ["agari", "cancel"])
def test_a_set_that_was_plainly_seen_to_be_fed_is_not_asked_about(end: str) -> None:
    """The hand card lay there alone, and still, before the stock was turned (H3-HATTO-02)."""
    deal = Scripted("sannin", RED_FIELD)
    deal.turns(FED)
    deal.says("agari" if end == "agari" else "sage")
    if end == "cancel":
        deal.turns("U/VU OM/g")
        deal.true = apply(deal.true, SageCancelled(0))
        deal.table.answer(deal.table.referee.cancel(deal.table.state), "cancel")
    assert not deal.swept()
    assert paid(deal.table.state) == paid(deal.true)


def test_where_two_turns_went_by_unseen_people_are_asked_whose_card_fed_the_set() -> None:
    """B and C laid two cards each while nobody looked: any of the four may have been the one that fed it, or none."""
    deal = Scripted("sannin", RED_FIELD)
    deal.turns("BC/FH J/M Q/U KJ/a", unseen={3, 4, 5})
    deal.says("agari")
    asked = [each for each in deal.swept() if isinstance(each.question, HowEnded)]
    assert len(asked) == 1
    assert sorted(map(sorted, feeders(asked[0]))) == [[], [1], [2]]
    right = next(each for each, by in zip(asked[0].answers, feeders(asked[0]), strict=False) if by == {1})
    deal.table.answer(asked[0], right.id)
    assert paid(deal.table.state) - paid(deal.true) == {}


def test_a_deal_that_is_settled_by_its_piles_alone_is_asked_about_where_a_set_may_have_been_fed() -> None:
    """The thread is lost, A says that the set ends the deal: who fed it nobody has seen."""
    deal = Scripted("sannin", RED_FIELD)
    deal.table.lose_thread()
    deal.turns(FED, unseen={1, 2, 3, 4, 5, 6, 7})
    deal.see(3000)
    deal.says("agari")
    asked = [each for each in deal.swept() if isinstance(each.question, WhoFed)]
    assert len(asked) == 1 and asked[0].question.seat == 0
    assert {each.answer for each in asked[0].answers} == {FedBy(None), FedBy(1), FedBy(2)}
    deal.table.answer(asked[0], "seat1")
    assert paid(deal.table.state) - paid(deal.true) == {}
    assert not deal.swept()


def test_a_lost_deal_that_its_maker_ends_is_asked_about_where_no_set_can_have_been_fed() -> None:
    """What was captured while play was not followed may lack: neither is that chosen silently."""
    deal = Scripted("sannin", "CHKfrv")
    deal.table.lose_thread()
    deal.turns("BC/FH g/M Q/RQ JK/a")
    deal.see(3000)
    deal.says("agari")
    assert [each.question for each in deal.swept()] == [HowEnded(1)]
    deal.table.answer(deal.swept()[0], deal.swept()[0].answers[0].id)
    assert not deal.swept()
    assert paid(deal.table.state) == paid(deal.true)


def test_how_a_deal_began_is_asked_until_it_is_answered_also_when_play_goes_on_and_the_deal_is_over() -> None:
    """The rate is that of the first field: people need longer for the answer than for a turn."""
    deal = Scripted("sannin", "ACEefv")
    table = deal.table
    assert table.state.deal.dealt == deal.true.deal.dealt
    other = Scripted("sannin", "CHefrv")
    table.look(lies(other.true))
    other.table = table
    other.turns(FED)
    other.see(4000)
    asked, fed = other.asked()
    assert isinstance(asked.question, FirstField) and isinstance(fed.question, WhoFed)
    table.answer(fed, "seat1")
    other.says("agari")
    (still,) = (each for each in other.swept() if isinstance(each.question, FirstField))
    assert still.question == asked.question
    table.answer(still, "fix")
    deal_of = next(event for _, event in effective(table.state.log) if isinstance(event, DealStarted))
    assert deal_of.field == other.true.deal.dealt
    assert paid(table.state) == paid(other.true)


def test_who_fed_a_set_can_be_taken_back_after_something_else_was_answered_of_the_deal() -> None:
    """What the other answer books is not the one that is taken back."""
    deal = Scripted("sannin", RED_FIELD)
    deal.table.lose_thread()
    deal.turns(FED, unseen={1, 2, 3, 4, 5, 6, 7})
    deal.see(3000)
    deal.says("agari")
    (fed,) = (each for each in deal.swept() if isinstance(each.question, WhoFed))
    state = deal.table.state
    (at, end), *_ = [each for each in effective(state.log) if isinstance(each[1], DealResult)]
    past = PastDeal(replay(state.log[:at]), at, end, None, None)
    past.ask_fed(fed)
    began = Asked(FirstField(1, CardSet.parse("1t 2n")), (Offer(PutRight(False), 1.0),))
    past.asked[began.question] = began, {PutRight(False): Meaning()}
    past.note(state.log, len(state.log))

    def answers(kind: type, said: str) -> None:
        nonlocal state
        since = len(state.log)
        (asked,) = (each for each in past.questions() if isinstance(each.question, kind))
        for event in asked.books(next(each for each in asked.answers if each.id == said)):
            state = apply(state, event)
        past.note(state.log, since)

    answers(WhoFed, "seat1")
    assert paid(state) != paid(deal.table.state)
    wrong = len(state.log) - 1
    answers(FirstField, "keep")
    state = apply(state, Corrected(wrong))
    past.note(state.log, wrong + 2)
    answers(WhoFed, "none")
    assert paid(state) == paid(deal.table.state)
    assert not past.questions()
