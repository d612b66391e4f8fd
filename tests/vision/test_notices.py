"""Nothing is silent: what is seen and not booked is told, and how well play is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from observing import card_seen
from referee_table import DEALT, Table, observation, table_of
from scripted import FED, RED_FIELD, Scripted, lies, paid
from yakume.datasets.evaluation.matches import play
from yakume.engine import DECK, Card, CardSet, Corrected, DealStarted, MatchStarted, Phase, TeyakuShown, apply
from yakume.vision.referee.answers import ShownBy
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.deck_watch import DeckWatch
from yakume.vision.referee.notices import (
    BegunUnseen,
    BesideZones,
    CapturedAstray,
    DealerInDoubt,
    EndInDoubt,
    EndUnseen,
    FieldGuessed,
    HandRests,
    Health,
    LaidOpen,
    LedByAnother,
    LeftLying,
    LiesTwice,
    NeverSeen,
    NoLongerCounts,
    NotAtRest,
    NotBooked,
    NotTurned,
    OddField,
    OtherLayout,
    StartTakenBack,
    ThreadLost,
    WithAnother,
)
from yakume.vision.referee.position import mask_of, text_of
from yakume.vision.referee.questions import HowEnded, WhichTeyaku, WhoShows
from yakume.vision.referee.referee import Ruling
from yakume.vision.zones import FIELD, captures_of
from yakume.webui.text.notices import say_notice


@pytest.mark.parametrize(("field", "seen"), [("1a 3t 5n 8a 9t", 5), (f"{DEALT} 2n", 7), ("1a 3t 5n 8a", 4)])
def test_a_first_field_of_too_few_or_too_many_cards_is_told(field: str, seen: int) -> None:
    table = Table()
    ruling = table.look(field, ms=8000)
    assert ruling.notices == (OddField(seen, 6),)
    assert table.booked == []
    assert table.look(DEALT).notices == ()


def test_a_table_that_does_not_come_to_rest_is_told() -> None:
    """Cards are spread and gathered: every fifth of a second one comes or goes."""
    table = Table()
    cards = CardSet.parse("1h 2n 3h 4n 5n 6n 7n 8h 9n 10n 11h 12h")
    for t in range(0, 18_000, 100):
        seen = [card for at, card in enumerate(cards) if (t - 200 * at) % 2400 < 400]
        ruling = table.look(str(CardSet(seen)), ms=100)
        assert (NotAtRest() in ruling.notices) == (t >= 17_000) or 14_000 <= t < 17_000
    assert NotAtRest() not in table.look("", ms=5000).notices


def test_a_hand_that_rests_on_captures_keeps_no_deal_from_beginning_and_is_told() -> None:
    table = Table()
    for t_ms in range(0, 20_000, 100):
        seen = replace(observation(t_ms, {"field": DEALT}), hands=(captures_of(1),))
        ruling = table.referee.observe(seen, table.state)
        assert (HandRests(1) in ruling.notices) == (t_ms >= 15_000)
        for event in ruling.events:
            table.state = apply(table.state, event)
            table.booked.append(event)
    assert [type(event) for event in table.booked] == [DealStarted]
    table.now_ms = 20_000
    assert table.look(DEALT).notices == ()


def test_how_well_play_is_followed_is_told() -> None:
    table = Table()
    assert table.look("").health is None
    assert table.look(DEALT).health is Health.ON_THREAD
    table.lose_thread()
    ruling = table.look(DEALT)
    assert ruling.health is Health.LOST
    assert ruling.notices == (ThreadLost(),)


def test_a_card_that_two_whole_deals_do_not_show_is_missing_from_the_deck() -> None:
    """47 cards: where all must have been captured and one was never seen, the deck is to be counted (COM-CARD-01)."""
    watch = DeckWatch()
    lost = Card.parse("7a")
    for _ in range(2):
        assert not watch.missing
        watch.observe(mask_of(card for card in DECK if card != lost))
        watch.ended(DECK, 0)
    assert (text_of(watch.missing), watch.deals) == ("7k", 2)
    watch.observe(mask_of(DECK))
    assert not watch.missing
    # A deal that somebody ended before its last card says little, nor does one whose captures lay in stacks.
    watch.ended(CardSet.parse("1h 1t"), 0)
    for _ in range(2):
        watch.observe(mask_of(CardSet.parse("1h 1t 2n 2t")))
        watch.ended(DECK, 0)
    assert not watch.missing


@pytest.mark.parametrize("gone", ["5n", "3h 8n", "2t"])
def test_a_card_that_many_deals_of_two_do_not_show_is_missing_from_the_deck(gone: str) -> None:
    """With two in play the stock is never used up: here 21 of 48 cards are not seen, ten times in a row hardly one."""
    watch, rng, lost = DeckWatch(), Random(4), CardSet.parse(gone)
    found = []
    for _ in range(10):
        watch.observe(mask_of(rng.sample(sorted(DECK - lost), 27)))
        watch.ended(CardSet.parse("1h 1t"), 0)
        found.append((watch.missing, watch.deals))
    assert found == [(0, 0)] * 9 + [(mask_of(lost), 10)]


@pytest.mark.parametrize("seen", [27, 34, 40])
def test_a_whole_deck_is_hardly_ever_said_to_lack_a_card(seen: int) -> None:
    """Two kasu of a month look alike: that not both were seen is no rare thing (COM-CARD-01)."""
    alarms = 0
    for seed in range(100):
        watch, rng, told = DeckWatch(), Random(seed), False
        for _ in range(12):
            watch.observe(mask_of(rng.sample(sorted(DECK), seen)))
            watch.ended(CardSet.parse("1h 1t"), 0)
            told |= bool(watch.missing)
        alarms += told
    assert alarms <= 5


def test_the_last_card_of_a_stock_that_is_not_turned_is_missing_from_the_deck() -> None:
    """47 cards: the deal ends one half-turn early, and all lie still (COM-CARD-01, COM-TURN-01)."""
    match = play("sannin", 3, 2, 1)
    table = Table(apply(None, match.story.start))
    ended_ms, turned = match.story.deals[0].plays[-1]
    before = [look for look in match.looks if look.t_ms <= ended_ms - 6_000]
    last = next(look for look in match.looks if look.t_ms > ended_ms)
    # What was turned last was not, and what it took lies on the field still.
    face = turned.card.face
    taken, *_ = (card for card in last.cards if card.face == face)
    cards = [*(card for card in last.cards if card.face != face), replace(taken, zone=FIELD)]
    still = [replace(last, t_ms=last.t_ms + ms, cards=tuple(cards), hands=()) for ms in range(0, 26_000, 200)]
    missing = NotTurned((str(face),))
    told = [missing in table.see(look).notices for look in (*before, *still)]
    assert 20 < told.count(True) < 35 and all(told[-20:])
    next_ms = match.story.deals[1].t_ms
    after = [look for look in match.looks if next_ms <= look.t_ms < next_ms + 9_000]
    told = [table.see(replace(look, t_ms=look.t_ms + 30_000)) for look in after]
    assert NeverSeen(missing.faces, 1) in told[-1].notices


def test_a_card_of_another_deck_is_told_when_its_like_was_captured_and_lies_covered() -> None:
    table = Table()
    table.look(DEALT)
    table.look({"field": DEALT.replace("3t ", ""), "seat0.captures": "3t 3h"})
    piles = {"seat0.captures": "3t"}  # the other one lies under it
    table.look({"field": "1a 5n 8a 9t 12a 6n"} | piles)
    ruling = table.look({"field": "1a 5n 8a 9t 12a 6n 3h"} | piles, ms=6000)
    assert LiesTwice(("3h",)) in ruling.notices
    assert LiesTwice(("3h",)) not in table.look({"field": "1a 5n 8a 9t 12a 6n"} | piles, ms=6000).notices


def laid_beside(deal: Scripted, faces: Sequence[str], in_zone: int = 0) -> Ruling:
    """What follows once B lays those cards open before anybody plays, so many of them in the own zone, the others
    beside all zones."""
    table = deal.table
    zones = ["seat1.shown"] * in_zone + [None] * (len(faces) - in_zone)
    beside = [card_seen(90 + at, card, zones[at]) for at, card in enumerate(faces)]
    for _ in range(60):
        seen = observation(table.now_ms, {"field": lies(deal.true)["field"]})
        ruling = table.see(replace(seen, cards=(*seen.cards, *beside)))
        table.now_ms += 100
    return ruling


@pytest.mark.parametrize("in_zone", [0, 2], ids=["all beside", "some beside"])
@pytest.mark.parametrize("late", [False, True])
def test_a_hand_yaku_that_lies_beside_the_zones_is_asked_about_until_somebody_says_whose_it_is(
    late: bool, in_zone: int
) -> None:
    deal = Scripted("sannin", RED_FIELD)
    table, question = deal.table, WhoShows(1, CardSet.parse("9n 9t 9a"))
    if in_zone:
        question = WhichTeyaku(1, 1, CardSet.parse("9n 9t 9a"))
    (asked,) = laid_beside(deal, ("9n", "9t", "9a"), in_zone).questions
    assert asked.question == question
    mine = "H3-TEYAKU-01" if in_zone else "seat1:H3-TEYAKU-01"
    assert mine in [each.id for each in asked.answers] and "none" in [each.id for each in asked.answers]
    assert in_zone or {answer.seat for each in asked.answers if isinstance(answer := each.answer, ShownBy)} == {0, 1, 2}
    if not late:
        table.answer(asked, mine)
    deal.turns(FED)
    ruling = table.look(lies(deal.true))
    assert (ruling.health, ruling.notices) == (Health.ON_THREAD, ())
    deal.says("agari")
    assert [each.question for each in deal.swept()] == ([question] if late else [])
    if late:
        (still,) = deal.swept()
        table.answer(still, mine)
    assert {who for who, *_, rule in paid(table.state) if rule == "H3-TEYAKU-01"} == {0, 2}
    assert not deal.swept()


def test_a_part_of_a_hand_yaku_is_not_taken_for_another_while_its_other_cards_lie_beside_the_zones() -> None:
    """Three of a month are 三本; with three more beside them they are two of them. Play goes on before it is told."""
    deal = Scripted("sannin", RED_FIELD)
    table, faces = deal.table, ("9n", "9t", "9a", "7n", "7t", "7a")
    ruling = laid_beside(deal, faces, 3)
    (asked,) = ruling.questions
    assert asked.question == WhichTeyaku(1, 1, CardSet.parse(" ".join(faces)))
    deal.turns(FED)
    table.look(lies(deal.true))
    assert not [each for each in table.state.log if isinstance(each, TeyakuShown)]
    assert asked.question in [each.question for each in table.look(lies(deal.true)).questions]


@pytest.mark.parametrize("told", [False, True])
def test_cards_laid_open_beside_the_zones_that_are_no_hand_yaku_are_told_of_and_the_deal_is_asked_about(
    told: bool,
) -> None:
    """The deal is booked as it lies, and not silently."""
    deal = Scripted("sannin", RED_FIELD)
    table, notice = deal.table, LaidOpen(("7n", "9n", "9t"))
    assert notice in laid_beside(deal, ("9n", "9t", "7n")).notices
    # The deal goes on, and its page says so until somebody tells what they are.
    deal.turns(FED)
    ruling = table.look(lies(deal.true))
    assert (ruling.health, ruling.notices) == (Health.ON_THREAD, (notice,))
    if told:
        table.state = apply(table.state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("9n 9t 9a")))
        assert not table.look(lies(deal.true)).notices
    deal.says("agari")
    assert [each.question for each in deal.swept()] == ([] if told else [HowEnded(1)])


def test_every_notice_is_said_in_both_languages() -> None:
    for notice in (
        NotAtRest(),
        OddField(5, 6),
        BesideZones(("1h", "3k")),
        LaidOpen(("7n", "7t", "7k")),
        LiesTwice(("3h",)),
        NotTurned(("7k",)),
        NeverSeen(("7k",), 1),
        NeverSeen(("7k",), 3),
        OtherLayout(4, 3),
        HandRests(1),
        HandRests(0, shown=True),
        BegunUnseen(6),
        EndUnseen(4),
        WithAnother(0, 1),
        CapturedAstray(0, 1, ("3h", "7t")),
        LeftLying(6),
        StartTakenBack(),
        FieldGuessed(1),
        FieldGuessed(2),
        DealerInDoubt(),
        EndInDoubt((2, 5)),
        LedByAnother(1, 0),
        NotBooked("the rules refuse it"),
        NoLongerCounts(2, "seat 1 cannot show 3h"),
        ThreadLost(),
    ):
        said = say_notice(notice, ("花", "月", "雪"))
        assert said.ja and said.en and said.ja != said.en


def test_what_does_not_count_any_more_since_something_was_put_right_is_told_until_that_is_put_right_too() -> None:
    """The history alone marked it: a hand yaku was paid no more, without a word."""
    table = Table()
    table.look(DEALT)
    table.state = apply(table.state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("2n 2t 2b")))
    assert table.look(DEALT).notices == () and table.state.ledger
    field = CardSet.parse(DEALT.replace("1a", "2b"))
    table.state = apply(table.state, Corrected(1, (DealStarted(0, field),)))
    (told,) = (each for each in table.look(str(field)).notices if isinstance(each, NoLongerCounts))
    assert told.count == 1 and not table.state.ledger
    said = say_notice(told, ("花", "月", "雪"))
    assert "2b" in said.en and "history" in said.en
    table.state = apply(table.state, Corrected(2))
    assert NoLongerCounts not in map(type, table.look(str(field)).notices)


def test_a_bid_that_is_refused_since_another_deals_is_asked_for_and_not_told() -> None:
    table = table_of("hachiju", *"ABCD")
    table.look(DEALT)
    bid = ask_bid(table.state, deal_log(table.state))
    table.answer(bid, bid.answers[0].id)
    dealt = DealStarted(1, CardSet.parse(DEALT))
    for place, event in ((0, MatchStarted("hachiju", tuple("ABCD"), 1)), (1, dealt)):
        table.state = apply(table.state, Corrected(place, (event,)))
    assert len(table.state.rejected) == 1 and table.state.phase is Phase.BID
    assert NoLongerCounts not in map(type, table.look(DEALT).notices)
