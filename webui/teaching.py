"""What a beginner wants to look up: every card and every yaku of a game, as the engine has them."""

from __future__ import annotations

from dataclasses import dataclass

from yakume.engine import CARDS, Card, Ruleset
from yakume.engine.explain import explain
from yakume.engine.names import Name, name

from .lesson import example


@dataclass(frozen=True, slots=True)
class AtlasCard:
    """One card as the atlas shows it."""

    card: Card
    name: Name
    month: Name
    points: int
    """What it counts in this game."""


@dataclass(frozen=True, slots=True)
class TaughtYaku:
    """One yaku as it is taught."""

    rule: str
    name: Name
    value: int
    """Printed price: 貫 from each payer, in 八十 点 from all together."""
    cards: tuple[Card, ...]
    """The cards of a set, of which `least` are needed; of a hand yaku a hand that holds it, its open cards first."""
    least: int
    """Of a hand yaku, how many of the cards are laid open."""
    ja: str
    en: str


def atlas(game: Ruleset) -> tuple[AtlasCard, ...]:
    """All 48 cards with what they are called and count in `game`."""
    return tuple(AtlasCard(card, name(card), name(f"month-{int(card.month)}"), game.points[card]) for card in CARDS)


def teyaku_of(game: Ruleset) -> tuple[TaughtYaku, ...]:
    """The hand yaku of `game`, as in its table."""
    hands = [(row, example(game.id, row.id)) for row in game.teyaku]
    return tuple(taught(row.id, row.value, (*hand.exposed, *hand.hideable), len(hand.exposed)) for row, hand in hands)


def dekiyaku_of(game: Ruleset) -> tuple[TaughtYaku, ...]:
    """The sets of `game`, as in its table."""
    return tuple(taught(row.id, row.value, tuple(row.cards), row.least) for row in game.sets(game.choose()))


def taught(rule: str, value: int, cards: tuple[Card, ...] = (), least: int = 0) -> TaughtYaku:
    sentence = explain(rule)
    return TaughtYaku(rule, name(rule), value, cards, least, sentence.ja, sentence.en)
