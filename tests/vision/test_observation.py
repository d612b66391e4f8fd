"""What is seen crosses the process border as one type, and people correct it without changing what was seen."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observing import card_seen, observed
from yakume.engine import BACK, CARDS, FACES, Card, Face
from yakume.vision.observation import (
    NO_CARD,
    Doubtful,
    Observation,
    OutsideZones,
    TooMany,
    UnknownDeck,
    decode,
    encode,
    format_said,
    parse_said,
    to_json,
)
from yakume.vision.zones import DECK, FIELD, Place, Zone, captures_of, shown_by

ZONES = [FIELD, DECK, *(zone(seat) for seat in range(7) for zone in (captures_of, shown_by))]
shares = st.integers(0, 1000).map(lambda n: n / 1000)
px = st.integers(-20_000, 20_000).map(lambda n: n / 10)
cards = st.builds(
    card_seen,
    st.integers(1, 999),
    st.sampled_from([*map(str, CARDS), None]),
    st.sampled_from([*map(str, ZONES), None]),
    face=st.sampled_from([*map(str, FACES)]),
    p=shares,
    quad=st.lists(st.tuples(px, px), min_size=4, max_size=4),
    stable=st.booleans(),
    candidates=st.lists(st.tuples(st.sampled_from([*map(str, FACES)]), shares), max_size=4),
    said=st.sampled_from([None, "none", "back", "3t"]),
)
problems = st.lists(
    st.one_of(
        st.builds(TooMany, st.sampled_from(FACES)),
        st.builds(Doubtful, st.integers(1, 9), st.sampled_from(FACES), shares),
        st.builds(OutsideZones, st.integers(1, 9)),
        st.builds(UnknownDeck, st.integers(1, 48)),
    ),
    max_size=3,
)


@given(st.lists(cards, max_size=4), problems, st.lists(st.sampled_from([*ZONES, None]), max_size=3))
def test_an_observation_is_the_same_on_both_sides_of_the_border(seen, problems, hands) -> None:
    sent = Observation(7, 1400, "camera 0", (1280, 720), tuple(seen), tuple(hands), tuple(problems), 12.5, 3.5)
    assert decode(encode(sent)) == sent


def test_a_page_is_told_plain_values() -> None:
    told = to_json(observed([card_seen(3, "3a", "seat1.shown", p=0.87654, said="3a")], 200, hand=True))
    assert json.loads(json.dumps(told)) == told
    assert (told["type"], told["hands"], told["size"]) == ("observation.v1", ["field"], [1280, 720])
    (card,) = told["cards"]
    told_of_it = [card[key] for key in ("card", "face", "p", "zone", "said")]
    assert told_of_it == ["3a", "3k", 0.877, "seat1.shown", "3a"]


@pytest.mark.parametrize(
    "change",
    [{"type": "observation.v2"}, {"frame": "first"}, {"hands": ["garden"]}, {"problems": [{"kind": "dark"}]}],
    ids=["version", "frame", "zone", "problem"],
)
def test_what_is_no_observation_is_refused(change) -> None:
    told = to_json(observed([])) | change
    with pytest.raises(ValueError, match=next(iter(change))):
        decode(json.dumps(told).encode())


def test_a_correction_is_a_new_observation_and_doubts_the_card_elsewhere() -> None:
    seen = observed([card_seen(1, "1h"), card_seen(2, "2t"), card_seen(3, "3t"), card_seen(4, "4t")])
    told = seen.corrected({1: Card.parse("2t"), 3: BACK, 4: NO_CARD})
    assert [(card.card, card.face, card.p, card.said) for card in told.cards] == [
        (Card.parse("2t"), Face("2t"), 1.0, Card.parse("2t")),
        (None, Face("2t"), 0.99, None),
        (None, BACK, 1.0, BACK),
        (None, Face("4t"), 0.0, NO_CARD),
    ]
    assert [card.said for card in seen.cards] == [None] * 4
    assert seen.corrected({}) is seen


def test_added_cards_take_the_place_of_those_added_before() -> None:
    once = observed([card_seen(1, "1h")]).with_added([card_seen(-1, None)])
    assert [card.track for card in once.with_added([card_seen(-2, None)]).cards] == [1, -2]


@pytest.mark.parametrize("text", ["3t", "back", "none"])
def test_what_a_person_says_is_spelt_one_way(text) -> None:
    assert format_said(parse_said(text)) == text


def test_zones_have_one_spelling() -> None:
    assert [Zone.parse(str(zone)) for zone in ZONES] == ZONES
    for wrong in ("garden", "seat10.shown", "seat1", "field.shown", ""):
        with pytest.raises(ValueError, match="not a zone"):
            Zone.parse(wrong)
    with pytest.raises(ValueError, match="a seat's"):
        Zone(Place.CAPTURES)
