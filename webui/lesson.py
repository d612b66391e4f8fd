"""A game in a few minutes: short scenes with cards that move, each saying a rule or two.

Every sentence is the rule book's (`engine.explain`), every price a row's, every capture what the engine allows: a scene
cannot say what the game does not do.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from yakume.engine import CARDS, Card, CardSet, Ruleset, capture_choices, find_dekiyaku, find_teyaku
from yakume.engine.explain import Sentence, explain
from yakume.engine.flow import Moment
from yakume.engine.names import Name, name
from yakume.engine.yaku import NO_CARDS, SetRow, TeyakuRow

MOST_YAKU = 3
"""Yaku of a kind that are shown; the others stand in the list of yaku."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cards of a scene lie."""

    hand: CardSet = NO_CARDS
    field: CardSet = NO_CARDS
    pile: CardSet = NO_CARDS


@dataclass(frozen=True, slots=True)
class Lesson:
    """One scene."""

    title: Name
    says: tuple[Sentence, ...]
    before: Place
    after: Place
    """The same where nothing moves."""
    value: int | None = None
    """Printed price of the yaku that it shows."""


def lessons(game: Ruleset) -> tuple[Lesson, ...]:
    """The scenes of a game, in order."""
    found = [_still("fuda", ["COM-CARD-01"], Place(field=CardSet(CARDS[::4]))), _dealt(game)]
    for played, lying, rule in (
        ("3h", "3t 8h 10n", "COM-CAP-02"),
        ("6n", "6t 6a 1h", "COM-CAP-03"),
        ("8a", "8h 8n 8b 2t", "COM-CAP-04"),
        ("11n", "4n 7t 9a", "COM-CAP-01"),
    ):
        found.append(_turn(Card.parse(played), CardSet.parse(lying), rule, first=played == "3h"))
    found += [_teyaku(game, row) for row in _dearest(game.teyaku)]
    sets = sorted(game.sets(game.choose()), key=lambda row: (-row.value, len(row.cards)))
    found += [_set(game, row) for row in sets[: MOST_YAKU + 1]]
    pile = CardSet.parse("1t 2t 3t")
    if game.flow.moment is not Moment.NEVER:
        calls = list(dict.fromkeys((game.rules.call, game.rules.sage)))
        found.append(_still(game.calls["agari"], calls, Place(pile=pile)))
    if game.flow.hatto and game.rules.hatto:
        fed = Place(hand=CardSet.parse("3t 5a"), pile=CardSet.parse("1t 2t"))
        thrown = Place(fed.hand - pile, pile - fed.pile, fed.pile)
        found.append(Lesson(name("hatto"), (explain(game.rules.hatto),), fed, thrown))
    points = list(dict.fromkeys(method.rule for method in game.card_points.values()))
    ranks = CardSet.parse("1h 2n 3t 12a")
    found.append(_still("fudaten", points, Place(pile=ranks)))
    found.append(_still("tsuginooya", [game.rules.next], Place()))
    return tuple(found)


def _still(title: str, rules: list[str], place: Place) -> Lesson:
    return Lesson(name(title), tuple(explain(rule) for rule in rules), place, place)


def _dealt(game: Ruleset) -> Lesson:
    cards = random.Random(game.id).sample(CARDS, game.hand + game.field)
    place = Place(CardSet(cards[: game.hand]), CardSet(cards[game.hand :]))
    return Lesson(name("haifuda"), (explain(game.rules.dealt),), Place(), place)


def _turn(card: Card, lying: CardSet, rule: str, first: bool) -> Lesson:
    """One card played on a field; of two that it may take, the first."""
    before = Place(CardSet([card]), lying)
    takes = capture_choices(lying, card)[0]
    after = Place(CardSet(), lying - takes, takes) if takes else Place(CardSet(), lying | CardSet([card]))
    rules = ["COM-TURN-01", rule] if first else [rule]
    return Lesson(name("awaseru"), tuple(explain(each) for each in rules), before, after)


def _dearest(rows: tuple[TeyakuRow, ...]) -> list[TeyakuRow]:
    """A few hand yaku, the one that is dealt most often first: the cheapest."""
    return sorted(rows, key=lambda row: row.value)[:MOST_YAKU]


def _teyaku(game: Ruleset, row: TeyakuRow) -> Lesson:
    """A hand that holds the yaku and nothing else, and the cards that are laid open for it."""
    rng = random.Random(row.id)
    for _ in range(20_000):
        hand = CardSet(rng.sample(CARDS, game.hand))
        best = find_teyaku(game.id, hand)
        if best is not None and [part.id for part in best.parts] == [row.id]:
            laid = Place(hand - best.exposed, best.exposed)
            return Lesson(name(row.id), (explain(row.id),), Place(hand), laid, row.value)
    return Lesson(name(row.id), (explain(row.id),), Place(), Place(), row.value)


def _set(game: Ruleset, row: SetRow) -> Lesson:
    """Captures that the last card makes this set and no other."""
    rng = random.Random(row.id)
    cards = row.must | row.cards
    for _ in range(1000):
        cards = row.must | CardSet(rng.sample(sorted(row.cards - row.must), row.least - len(row.must)))
        if [made.id for made in find_dekiyaku(game.id, cards, biki=True)] == [row.id]:
            break
    last = CardSet([max(cards)])
    return Lesson(name(row.id), (explain(row.id),), Place(field=last, pile=cards - last), Place(pile=cards), row.value)
