"""Every rule id that play, a refusal or a problem can name is a rule of the book, in every game."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_play import random_match
from yakume.engine import (
    RULESETS,
    BidMade,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    EngineError,
    Event,
    HandShown,
    HattoExempted,
    MatchEnded,
    PointsCounted,
    Ruleset,
    SageCancelled,
    SetsMade,
    State,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
    apply,
    explain,
    name,
)

ENGINE = Path(__file__).resolve().parents[2] / "engine"
MADE_UP = re.compile(r"-[A-Z]+-\d+")


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_every_rule_that_a_game_names_can_be_explained(game: Ruleset) -> None:
    ids = {getattr(game.rules, field) for field in game.rules.__slots__} - {""}
    ids |= {row.id for row in (*game.teyaku, *game.dekiyaku, *game.special)} | set(game.subjects)
    ids |= {up.rule for up in game.raises} | {method.rule for method in game.card_points.values()}
    ids |= {*game.sheet.marks, *game.sheet.paid_at_end}
    for rule in ids:
        assert explain(rule).ja and name(rule).ja


def anything(state: State, rng: random.Random) -> Event:
    """Some event that the rules hardly ever allow now."""
    seat = rng.randrange(len(state.players))
    card, cards = Card(rng.randrange(48)), CardSet(rng.sample(range(48), rng.choice((1, 3, 6, 7, 8))))
    rule = rng.choice([*state.game.teyaku, *state.game.dekiyaku]).id
    made = SetsMade(seat, ((rule, rng.randint(0, 20)),), rng.choice(("agari", "sage")))
    piles = [CardSet()] * len(state.players)
    piles[seat] = cards
    return rng.choice(
        [
            DealStarted(seat, cards),
            BidMade(seat, rng.choice(("deru", "oriru", "double"))),
            HandShown(seat, cards),
            TeyakuShown(seat, (rule,), cards),
            TeyakuClosed(),
            CardPlayed(seat, card, CardSet()),
            CardTurned(seat, card, cards - CardSet([card])),
            DekiyakuCalled(seat, rng.choice(("agari", "sage"))),
            SageCancelled(seat),
            TwoTurned(seat),
            HattoExempted(seat, card, cards),
            TeyakuVoided(seat),
            DealVoided(),
            MatchEnded(),
            PointsCounted(tuple(rng.choice((0, 80, 88, 96)) for _ in piles)),
            DealResult(tuple(piles), (rng.choice([made, Tobikomi(seat, int(card.month))]),)),
        ]
    )


def named(state: State, rng: random.Random) -> Iterator[str]:
    """The rules that a state names, and those that refuse what is tried in it."""
    for entry in state.ledger:
        yield from (entry.rule, *entry.because)
    yield from (rule for rule, _ in state.problems)
    for _ in range(4):
        try:
            apply(state, anything(state, rng))
        except EngineError as error:
            yield error.rule


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_whatever_play_and_refusals_name_can_be_explained(game: Ruleset) -> None:
    rng = random.Random(f"named {game.id}")
    seen: set[str] = set()
    for seed in range(4):
        options = {
            option.key: rng.choice(option.choices) for option in game.options if option.key != "capture_mandatory"
        }
        for state in random_match(game, rng.choice(game.seats), options, seed, deals=2):
            seen |= set(named(state, rng))
    assert len(seen) > 12
    for rule in seen:
        assert explain(rule).rule == rule and name(rule).en


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.name)
def test_no_rule_id_is_put_together(path: Path) -> None:
    """``f"{game.code}-SAGE-02"`` named a rule that no book has."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
            assert not any(MADE_UP.search(str(part)) for part in parts), f"{path.name}:{node.lineno}"
