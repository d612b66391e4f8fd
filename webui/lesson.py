"""A game in a few minutes: short scenes with cards that move, each saying a rule or two.

Every sentence is the rule book's (`engine.explain`), every price a row's, every capture what the engine allows: a scene
cannot say what the game does not do.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from yakume.engine import (
    CARDS,
    Card,
    CardSet,
    Ruleset,
    capture_choices,
    field_rate,
    find_dekiyaku,
    find_ruleset,
    find_teyaku,
    menu_rate,
)
from yakume.engine.explain import Sentence, explain
from yakume.engine.names import Name, name
from yakume.engine.teyaku import Teyaku
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
    opened: bool = False
    """True if what leaves the hand is laid open, not played to the field."""


FIELDS = {"oba": "2n 4b 6b 8h 8b 10n", "zetsuba": "1t 3b 5n 7a 9t 12h", "ba": "1h 3h 5t 7a 9b 12h"}
"""Fields by the rate they make; the last one where a field makes none."""
UNITS = (("kan", "mon"), ("ten",), ("mon",))
"""What is paid in: each with the smaller one that it is made of."""


def lessons(game: Ruleset) -> tuple[Lesson, ...]:
    """The scenes of a game, in order: the cards, the people, a turn, what counts, and what is paid for it."""
    kinds = Place(field=CardSet.parse("1h 2n 3t 12a"))
    found = [_still(name("fuda"), ["COM-CARD-01", "COM-CARD-03/aim"], Place(field=CardSet(CARDS[::4])))]
    found.append(_still(name("shurui"), ["COM-CARD-01/kinds", *game.lesson["tensu"]], kinds))
    found += [_seats(game), _dealt(game), *_rates(game)]
    found += [_still(name(each), game.lesson[each], Place()) for each in ("dekiori", "mizuten") if each in game.lesson]
    for played, lying, rule in (
        ("3h", "3t 8h 10n", "COM-CAP-02"),
        ("6n", "6t 6a 1h", "COM-CAP-03"),
        ("8a", "8h 8n 8b 2t", "COM-CAP-04"),
        ("11n", "4n 7t 9a", "COM-CAP-01"),
    ):
        found.append(_turn(Card.parse(played), CardSet.parse(lying), rule, first=played == "3h"))
    found += [_still(_joined(units), game.lesson[units[0]], Place()) for units in UNITS if units[0] in game.lesson]
    found += [_teyaku(game, row) for row in _dearest(game.teyaku)]
    sets = sorted(game.sets(game.choose()), key=lambda row: (-row.value, len(row.cards)))
    found += [_set(game, row) for row in sets[: MOST_YAKU + 1]]
    pile = Place(pile=CardSet.parse("1t 2t 3t"))
    found += [_still(name(game.calls[each]), game.lesson[each], pile) for each in game.calls if each in game.lesson]
    if game.flow.hatto and game.rules.hatto:
        fed = Place(hand=CardSet.parse("3t 5a"), pile=CardSet.parse("1t 2t"))
        thrown = Place(CardSet.parse("5a"), CardSet.parse("3t"), fed.pile)
        rules = game.lesson.get("hatto", [game.rules.hatto])
        found.append(replace(_still(name("hatto"), rules, fed), after=thrown))
    points = dict.fromkeys(method.rule for method in game.card_points.values())
    found.append(_still(name("fudaten"), game.lesson.get("fudaten", points), Place(pile=kinds.field)))
    found.append(_still(name("tsuginooya"), game.lesson.get("tsuginooya", [game.rules.next]), Place()))
    return tuple(found)


def _seats(game: Ruleset) -> Lesson:
    """What the people in play are called, in their order."""
    return _still(_joined(game.roles), ["COM-SEAT-01" if max(game.in_play) > 2 else "COM-SEAT-01/two"], Place())


def _joined(ids: Iterable[str]) -> Name:
    """Several things as one title."""
    names = [name(each) for each in ids]
    ja, kana = ("・".join(words) for words in zip(*((each.ja, each.kana) for each in names), strict=True))
    return Name(names[0].id, ja, kana, ", ".join(each.en for each in names))


def _rates(game: Ruleset) -> Iterator[Lesson]:
    """What the dealt field does to the prices."""
    if not game.flow.lights:
        yield _still(name("ba"), game.lesson["ba"], Place(field=CardSet.parse(FIELDS["ba"])))
        return
    for rate, rules in (("oba", game.lesson["ba"]), ("zetsuba", game.lesson["shibari"])):
        field = CardSet.parse(FIELDS[rate])
        named, times = name(rate), menu_rate(field_rate(field).ba).times
        yield _still(replace(named, ja=f"{named.ja} ×{times}", en=f"{named.en} ×{times}"), rules, Place(field=field))


def _still(title: Name, rules: Iterable[str], place: Place) -> Lesson:
    return Lesson(title, tuple(explain(rule) for rule in rules), place, place)


def _dealt(game: Ruleset) -> Lesson:
    cards = random.Random(game.id).sample(CARDS, game.hand + game.field)
    place = Place(CardSet(cards[: game.hand]), CardSet(cards[game.hand :]))
    return Lesson(name("haifuda"), tuple(explain(rule) for rule in game.lesson["haifuda"]), Place(), place)


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


@cache
def example(game_id: str, rule: str) -> Teyaku:
    """A hand that holds this hand yaku and nothing else, and what of it is laid open."""
    rng, size = random.Random(rule), find_ruleset(game_id).hand
    # What is rare among all the cards is common among those of few months.
    hands = (find_teyaku(game_id, _of_months(count, size, rng)) for count in itertools.cycle(range(12, 1, -1)))
    return next(hand for hand in hands if hand is not None and [part.id for part in hand.parts] == [rule])


def _of_months(count: int, size: int, rng: random.Random) -> CardSet:
    """So many cards of so many months."""
    months = rng.sample(range(1, 13), count)
    return CardSet(rng.sample([card for card in CARDS if int(card.month) in months], size))


def _teyaku(game: Ruleset, row: TeyakuRow) -> Lesson:
    """A hand that holds the yaku, and the cards that are laid open for it."""
    best = example(game.id, row.id)
    hand = best.exposed | best.hideable
    laid = Place(hand - best.exposed, best.exposed)
    return Lesson(name(row.id), (explain(row.id),), Place(hand), laid, row.value, opened=True)


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
