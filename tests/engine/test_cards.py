"""Cards, faces and sets: the notation round-trips, the mask behaves as a set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yakume.engine import BACK, CARDS, DECK, FACES, LETTERS, Card, CardSet, Face, NotationError, Rank

card_sets = st.frozensets(st.integers(0, 47))


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_round_trips_in_both_notations(card: Card) -> None:
    assert Card.parse(str(card)) is not None and Card.parse(str(card)) == card
    assert Card.parse(card.letter) == card
    assert card in card.face.cards


def test_a_deck_has_5_lights_9_tane_10_ribbons_24_kasu() -> None:
    kinds = [card.rank for card in CARDS]
    assert [kinds.count(rank) for rank in Rank] == [5, 9, 10, 24]  # COM-CARD-01


def test_there_are_37_classes_in_order_and_back_is_last() -> None:
    assert len(FACES) == 37
    assert [face.index for face in FACES] == list(range(37))
    assert FACES[-1] == BACK and not BACK.cards
    assert [str(face) for face in FACES[28:36]] == ["10t", "10k", "11h", "11n", "11t", "11k", "12h", "12k"]
    assert CardSet(card for face in FACES for card in face.cards) == DECK


def test_letters_follow_the_sheet() -> None:
    assert str(CardSet.parse("AIcos")) == "1h 3h 8h 11h 12h"
    assert CardSet.parse("1h, 3h 8h") == CardSet.parse("AIc")
    assert DECK.letters == LETTERS


@pytest.mark.parametrize("text", ["13h", "1n", "8t", "0a", "1", "1h1h", "#", "11b", "1h 1h", "AA", "1h A"])
def test_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        CardSet.parse(text)


@pytest.mark.parametrize(
    "make", [lambda: Card(48), lambda: Card(-1), lambda: Face("3a"), lambda: CardSet.from_mask(-1)]
)
def test_values_out_of_range_are_refused(make) -> None:
    with pytest.raises(NotationError):
        make()


@given(card_sets, card_sets)
def test_a_card_set_behaves_as_a_frozenset(left: frozenset[int], right: frozenset[int]) -> None:
    a, b = CardSet(left), CardSet(right)
    assert list(a) == sorted(left) and len(a) == len(left) and bool(a) == bool(left)
    assert (a | b, a & b, a - b, a ^ b) == tuple(map(CardSet, (left | right, left & right, left - right, left ^ right)))
    assert (a <= b) == (left <= right)
    assert CardSet.parse(str(a)) == a and CardSet.parse(a.letters) == a
    assert all((index in a) == (index in left) for index in range(48)) and "1h" not in a


def test_of_month_takes_one_suit() -> None:
    assert str(DECK.of_month(8)) == "8h 8n 8a 8b"
