"""What is refused says why and under which rule: options, unknown words, corrections, any event out of place."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from random_play import lopsided_piles, random_match
from tabletop import begin
from yakume.engine import (
    RULESETS,
    BidMade,
    Card,
    CardSet,
    Corrected,
    DealResult,
    DealVoided,
    DekiyakuCalled,
    EngineError,
    Event,
    IllegalAction,
    Inconsistent,
    MatchStarted,
    NotationError,
    Ruleset,
    SetsMade,
    TeyakuClosed,
    Tobikomi,
    apply,
    explain,
    find_ruleset,
    from_json,
    menu_rate,
    tell,
)
from yakume.engine.ba import Ba
from yakume.engine.ruleset import BadOption

ABC = ("A", "B", "C")


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game.id, seats) for game in RULESETS.values() for seats in game.seats],
)
def test_three_players_must_capture(game: str, seats: int) -> None:
    """COM-CAP-06: of cards that three leave on the field no rule says whose they are."""
    start = MatchStarted(game, tuple("ABCDEFG"[:seats]), 0, {"capture_mandatory": False})
    if seats == 2:
        assert apply(None, start).options["capture_mandatory"] is False
        return
    with pytest.raises(BadOption, match="with three in play every card must end in a pile") as caught:
        apply(None, start)
    assert caught.value.rule == "COM-CAP-06"


@pytest.mark.parametrize(
    "make", [lambda: BidMade(0, "pass"), lambda: DekiyakuCalled(0, "x"), lambda: SetsMade(0, (), "")]
)
def test_a_word_that_no_event_knows_is_refused_where_it_is_made(make: Any) -> None:
    with pytest.raises(NotationError, match=r"not one of (deru, oriru, double|agari, sage): ") as caught:
        make()
    assert caught.value.rule == "YK-LOG-03"


@pytest.mark.parametrize("menu", ["Z", "", "AB", "a"])
def test_an_unknown_menu_is_refused(menu: str) -> None:
    for ba in Ba:
        with pytest.raises(Inconsistent, match="no menu") as caught:
            menu_rate(ba, menu)
        assert caught.value.rule == "H3-BA-04"


@pytest.mark.parametrize(
    ("instead", "says", "rule"),
    [
        (MatchStarted("sannin", ABC, 0, {"menu": "Z"}), "bad value 'Z' for option 'menu'", "H3-BA-04"),
        (MatchStarted("sannin", ABC, 0, {"menus": "A"}), "no option 'menus'", "YK-GAME-01"),
        (MatchStarted("poker", ABC), "no game 'poker'", "YK-GAME-01"),
        (MatchStarted("sannin", ABC[:2]), "2 players cannot play", "H3-PLAYER-01"),
        (DealVoided(), "a match begins with match_started, not deal_voided", "YK-LOG-01"),
    ],
)
def test_a_start_corrected_to_an_impossible_one_says_why(instead: Event, says: str, rule: str) -> None:
    with pytest.raises(IllegalAction, match="a log begins with match_started: ") as caught:
        apply(begin("H3"), Corrected(0, (instead,)))
    assert says in str(caught.value) and caught.value.rule == rule


def test_a_start_is_not_corrected_by_something_else_and_a_start() -> None:
    start = MatchStarted("sannin", ABC)
    for instead in ((DealVoided(), start), (MatchStarted("poker", ABC), start), (start, start)):
        with pytest.raises(IllegalAction, match="correction refused: ") as caught:
            apply(begin("H3"), Corrected(0, instead))
        assert caught.value.rule in ("YK-LOG-01", "YK-GAME-01")


def test_what_is_no_event_of_the_log_is_not_corrected() -> None:
    state = begin("H3")
    for wrong in (Corrected(9), Corrected(-1), Corrected(1, (Corrected(0),))):
        with pytest.raises(IllegalAction) as caught:
            apply(state, wrong)
        assert caught.value.rule == "YK-LOG-02"


def mutated(event: Event, rng: random.Random, seats: int) -> Event:
    """The event with one field changed to another value of its type, often an impossible one."""
    if not fields(event):
        return event
    field = rng.choice(fields(event))
    value = getattr(event, field.name)
    new: object = value
    if isinstance(value, Card):
        new = Card(rng.randrange(48))
    elif isinstance(value, CardSet):
        new = CardSet(rng.sample(range(48), rng.randrange(9)))
    elif type(value) is bool:
        new = not value
    elif type(value) is int or value is None:
        new = rng.randrange(-1, seats + 2)
    elif field.name == "parts":
        new = (rng.choice(["H3-TEYAKU-01", "三本", "H88-DEKI-01", "nothing"]),)
    elif field.name == "captures":
        new = lopsided_piles(rng, rng.choice([2, 3, 3, 3]))
    elif field.name == "happenings":
        rule = rng.choice(["H3-DEKI-05", "赤短", "H88-DEKI-05", "H80-DEKI-06", "H2-DEKI-06", "H3-TEYAKU-01"])
        seat, other = rng.randrange(-1, seats + 2), rng.randrange(-1, seats + 2)
        made = SetsMade(
            seat, ((rule, rng.choice([7, 10, 12, 20, 600])),), rng.choice(["agari", "sage"]), ((rule, other),)
        )
        new = rng.choice([(made,), (Tobikomi(seat, rng.randrange(14), other),), (replace(made, fed=()), made)])
    return replace(event, **{field.name: new}) if new is not value else event


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_whatever_is_refused_names_a_rule_that_can_be_explained(game: Ruleset) -> None:
    """Random events with a field changed: accepted and told, or refused with a rule, never another exception."""
    refused, accepted = set(), 0
    for seed in range(12):
        rng = random.Random(seed)
        seats = rng.choice(game.seats)
        before = None
        for state in random_match(game, seats, {}, seed, deals=2):
            events = [mutated(state.log[-1], rng, seats)]
            if before is not None and before.deal is not None:
                result = mutated(DealResult((CardSet(),) * seats), rng, seats)
                events += [mutated(result, rng, seats), TeyakuClosed()]
                events += [Corrected(rng.randrange(-1, len(state.log) + 1), (mutated(state.log[-1], rng, seats),))]
            for event in events if rng.random() < 0.3 else ():
                try:
                    accepted += bool(tell(apply(before, event)).line)
                except EngineError as error:
                    assert str(error), event
                    assert error.rule.startswith("AMB-") or explain(error.rule), event
                    refused.add(error.rule)
            before = state
    assert len(refused) > 10 and accepted > 10


@pytest.mark.parametrize("data", [None, {}, {"type": "bid_made.v1"}, {"type": "bid_made.v1", "seat": "0", "call": ""}])
def test_what_is_no_event_is_refused_under_a_rule(data: object) -> None:
    with pytest.raises(NotationError) as caught:
        from_json(data)
    assert explain(caught.value.rule).rule == "YK-LOG-03"


def test_an_unknown_yaku_is_refused_under_a_rule() -> None:
    with pytest.raises(EngineError) as caught:
        find_ruleset("sannin").row("none")
    assert caught.value.rule == "YK-GAME-01"
