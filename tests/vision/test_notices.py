"""Nothing is silent: what is seen and not booked is told, and how well play is followed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import DEALT, Table, observation
from yakume.engine import DECK, Card, CardSet, DealStarted, apply
from yakume.vision.referee.deck_watch import DeckWatch
from yakume.vision.referee.notices import (
    BegunUnseen,
    BesideZones,
    DealerInDoubt,
    EndInDoubt,
    HandRests,
    Health,
    LeftLying,
    NeverSeen,
    NotAtRest,
    OddField,
    OtherLayout,
    ThreadLost,
)
from yakume.vision.zones import captures_of
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
        watch.observe(card for card in DECK if card != lost)
        watch.ended(DECK)
    assert watch.missing == CardSet([lost])
    watch.observe([lost])
    assert not watch.missing
    # A deal that somebody ended before its last card says nothing, nor does one whose captures lay in stacks.
    watch.ended(CardSet.parse("1h 1t"))
    for _ in range(2):
        watch.observe(CardSet.parse("1h 1t 2n 2t"))
        watch.ended(DECK)
    assert not watch.missing


def test_every_notice_is_said_in_both_languages() -> None:
    for notice in (
        NotAtRest(),
        OddField(5, 6),
        BesideZones(("1h", "3k")),
        NeverSeen(("7a",)),
        OtherLayout(4, 3),
        HandRests(1),
        HandRests(0, shown=True),
        BegunUnseen(6),
        LeftLying(6),
        DealerInDoubt(),
        EndInDoubt((2, 5)),
        ThreadLost(),
    ):
        said = say_notice(notice)
        assert said.ja and said.en and said.ja != said.en
