"""Events turn into JSON and back without loss, and nothing else is read as one."""

from __future__ import annotations

import json

import pytest
from yakume.engine import (
    BidMade,
    Cancelled,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    Corrected,
    CorrectedTogether,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    Event,
    HandShown,
    HattoExempted,
    HousePayment,
    MatchEnded,
    MatchStarted,
    NotationError,
    PointsCounted,
    QuestionAnswered,
    SageCancelled,
    SetsMade,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
    from_json,
    to_json,
)
from yakume.engine.events import EVENTS

SOME = CardSet.parse("1h 3t 12a")
EXAMPLES: list[Event] = [
    MatchStarted("sannin", ("あき", "B", "C"), 2, {"menu": "F", "etsunen": True}),
    DealStarted(1, CardSet.parse("AGKOSW")),
    DealStarted(0, SOME, (SOME, CardSet()), True, 3),
    DealStarted(0, SOME, partly=True),
    DealInserted(3, (DealStarted(0, SOME), DealVoided()), (Corrected(5, (TeyakuClosed(),)), Corrected(6))),
    CorrectedTogether((Corrected(5, (TeyakuClosed(),)), Corrected(6))),
    BidMade(2, "double"),
    HandShown(1, SOME),
    TeyakuShown(0, ("H3-TEYAKU-12", "H3-TEYAKU-02"), SOME),
    TeyakuClosed(),
    CardPlayed(0, Card.parse("1h"), CardSet()),
    CardTurned(1, Card.parse("12c"), SOME),
    DekiyakuCalled(2, "sage"),
    SageCancelled(2),
    TwoTurned(1),
    HattoExempted(0, Card.parse("1h"), SOME),
    TeyakuVoided(1),
    DealVoided(),
    DealResult(
        (SOME, CardSet()),
        (SetsMade(0, (("H3-DEKI-04", 11),), "agari", (("H3-DEKI-05", 1),)), Tobikomi(1, 4, 2), Cancelled(0)),
    ),
    HousePayment(2, 0, 30, "祝儀"),
    PointsCounted((88, 100, 76)),
    MatchEnded(),
    QuestionAnswered({"kind": "set_to_call", "sets": ["H3-DEKI-05"]}, {"kind": "called", "call": "sage"}),
    Corrected(4, (CardPlayed(0, Card.parse("1h"), CardSet()), TeyakuClosed())),
    Corrected(4),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.wire)
def test_every_event_survives_json(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


def test_every_event_type_has_an_example_and_a_versioned_wire_name() -> None:
    assert {event.wire for event in EXAMPLES} == set(EVENTS)
    assert all(wire.endswith(".v1") for wire in EVENTS)


def test_defaults_need_not_be_written() -> None:
    assert from_json({"type": "match_started.v1", "ruleset": "sannin", "players": ["A"]}) == MatchStarted(
        "sannin", ("A",)
    )


def test_a_started_match_keeps_its_options_from_later_changes() -> None:
    options: dict[str, object] = {"menu": "B"}
    event = MatchStarted("sannin", ("A", "B", "C"), 0, options)  # type: ignore[arg-type]  # any option is tried
    options["menu"] = "C"
    assert event.options == {"menu": "B"}


PLAYED = {"type": "card_played.v1", "seat": 0, "card": "1h", "takes": ""}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (7, "not an event"),
        ({}, "no event type None"),
        ({"type": "card_played.v2"}, "no event type 'card_played.v2'"),
        ({"type": "sets_made"}, "no event type"),
        ({"type": "card_played.v1"}, "missing seat, card, takes"),
        (PLAYED | {"colour": 1}, "no field 'colour'"),
        (PLAYED | {"card": "13h"}, "not a card '13h'"),
        (PLAYED | {"card": 1}, "not a text"),
        (PLAYED | {"seat": True}, "not a whole number"),
        (PLAYED | {"takes": "1h 1h"}, "named twice"),
        ({"type": "bid_made.v1", "seat": 0, "call": "pass"}, "not one of deru, oriru, double"),
        ({"type": "deal_started.v1", "dealer": 0, "field": "", "mizuten": 1}, "neither true nor false"),
        ({"type": "deal_started.v1", "dealer": 0, "field": "", "hands": "1h"}, "not a list"),
        ({"type": "match_started.v1", "ruleset": "sannin", "players": [], "options": []}, "not an object of options"),
        ({"type": "question_answered.v1", "question": "call", "answer": {}}, "not an object"),
        (
            {
                "type": "deal_result.v1",
                "captures": [],
                "happenings": [{"type": "sets_made", "seat": 0, "sets": ["H3-DEKI-05"], "call": "sage"}],
            },
            "not a pair of rule id and price",
        ),
        ({"type": "deal_result.v1", "captures": [], "happenings": [PLAYED]}, "no event type 'card_played.v1'"),
    ],
)
def test_what_is_no_event_is_refused_with_the_field(data: object, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        from_json(data)
