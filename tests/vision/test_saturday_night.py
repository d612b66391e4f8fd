"""Mishaps of a Saturday night: the deal ends as it was, or is asked about; nothing wrong is booked without a word."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from referee_table import Piles, Table, paid, play, table_of
from scripted import lies
from yakume.engine import (
    DECK,
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    MatchStarted,
    apply,
    next_event,
)
from yakume.vision.referee.questions import HowEnded, SetToCall, TableCleared, WhoLeads

NEXT = "1a 2b 4t 6a 8b 11a"


def unseen(piles: Piles, count: int) -> str:
    """Cards that lie nowhere yet."""
    return str(CardSet(list(DECK - CardSet.parse(" ".join(piles.values())))[:count]))


def swept(piles: Piles, at: int) -> Piles:
    """A sleeve takes the field along, half of it is laid again first."""
    field = piles["field"].split()
    return piles | {"field": {9: "", 10: " ".join(field[::2])}.get(at, piles["field"])}


def dropped(piles: Piles, at: int) -> Piles:
    """The stock falls over, and five of its cards lie face up."""
    return piles | {"field": f"{piles['field']} {unseen(piles, 5)}"} if at in (9, 10) else piles


def by_another_rule(piles: Piles, at: int) -> Piles:
    """Somebody captures a card of another month as well, and lays it back."""
    if at not in (9, 10):
        return piles
    taken, *others = piles["field"].split()
    return piles | {"field": " ".join(others), "seat1.captures": f"{piles['seat1.captures']} {taken}"}


def in_other_places(piles: Piles, at: int) -> Piles:
    """Two stand up, sit down on each other's chairs, and notice it."""
    first, second = piles["seat0.captures"], piles["seat1.captures"]
    return piles | {"seat0.captures": second, "seat1.captures": first} if at in (20, 21) else piles


@pytest.mark.parametrize("mishap", [swept, dropped, by_another_rule, in_other_places])
def test_a_deal_with_a_mishap_is_booked_as_it_was_or_asked_about(mishap: Callable[[Piles, int], Piles]) -> None:
    table, true, _ = play("sannin", 11, mishap)
    table.look("", ms=3000)
    ruling = table.look(NEXT, ms=12_000)
    assert isinstance(table.booked[-1], DealStarted)
    assert paid(table.state) == paid(true) or ruling.questions


def test_a_deal_whose_last_card_is_never_turned_is_asked_about() -> None:
    before: list[Piles] = []

    def seen(piles: Piles, at: int) -> Piles:
        before.append(piles)
        return before[min(at, 41) - 1]

    table, _, plays = play("sannin", 11, seen)
    assert len(plays) == 42
    table.look("", ms=3000)
    ruling = table.look(NEXT, ms=12_000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert [type(each.question) for each in ruling.questions] == [HowEnded]


def test_a_set_that_is_called_in_a_deal_that_another_led_is_asked_about() -> None:
    """A turn of the one who was to lead was made up, with a light in it that nobody saw: 雨四光 was paid, unasked."""
    rng = Random(11)
    cards = rng.sample(range(48), 48)
    true = apply(None, MatchStarted("koikoi", ("A", "B"), 1))
    hands = CardSet(cards[8:16]), CardSet(cards[16:24])
    true = apply(true, DealStarted(1, CardSet(cards[:8]), hands))
    table = table_of("koikoi", "A", "B")
    table.look(str(CardSet(cards[:8])))
    while not isinstance(event := next_event(true, rng), DekiyakuCalled):
        true = apply(true, event)
        if isinstance(event, CardPlayed | CardTurned):
            ruling = table.look(lies(true), ms=1200)
    asked = {type(each.question): each for each in ruling.questions}
    assert asked.keys() == {SetToCall, WhoLeads}
    table.answer(asked[SetToCall], "agari")
    table.look("", ms=3000)
    assert [type(each.question) for each in table.look("1a 2b 4t 6a 8b 9a 10t 11a").questions] == [HowEnded]


def turns(table: Table, order: list[int]) -> None:
    """Simple turns of those who play, whatever the rules say of whose it is."""
    rng = Random(21)
    cards = [*rng.sample(range(48), 48)]
    lying, piles = CardSet(cards[:6]), [CardSet() for _ in table.state.players]
    table.look(str(lying))
    for at, seat in enumerate(seat for seat in order for _ in range(2)):
        card = CardSet([cards[6 + at]])
        (month,) = (each.month for each in card)
        same = lying.of_month(month)
        taken = same if len(same) == 3 else CardSet(list(same)[:1])
        lying, piles[seat] = (lying - taken, piles[seat] | taken | card) if taken else (lying | card, piles[seat])
        zones = {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(piles)}
        table.look({"field": str(lying)} | zones, ms=1500)


@pytest.mark.parametrize("order", [[0, 1, 2], [0, 1, 2] + [0, 1] * 5], ids=["dealt again", "one of three has left"])
def test_a_deal_that_is_not_played_out_does_not_count_and_is_asked_about(order: list[int]) -> None:
    table = table_of("sannin", *"ABC")
    turns(table, order)
    table.look("", ms=3000)
    ruling = table.look(NEXT, ms=15_000)
    assert [type(event) for event in table.booked] == [DealStarted, DealVoided, DealStarted]
    assert [type(each.question) for each in ruling.questions] == [TableCleared]
