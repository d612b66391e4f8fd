"""What a beginner wants to look up and to practise: every card, every yaku of a game, and a quiz on both.

Nothing is known here that the engine does not say; the quiz deals cards and asks what the engine finds in them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from yakume.engine import CARDS, Card, CardSet, Ruleset, find_dekiyaku, find_ruleset, find_teyaku
from yakume.engine.explain import explain
from yakume.engine.names import Name, name

CHOICES = 4
"""Answers a quiz question offers."""

QuizKind = Literal["teyaku", "dekiyaku"]


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
    cards: CardSet
    """The cards of a set, of which `least` are needed; empty for a hand yaku."""
    least: int
    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Quiz:
    """One question: what is in these cards?"""

    kind: QuizKind
    cards: CardSet
    choices: tuple[str, ...]
    """Rule ids, and "" for nothing."""
    answer: str


def atlas(game: Ruleset) -> tuple[AtlasCard, ...]:
    """All 48 cards with what they are called and count in `game`."""
    return tuple(AtlasCard(card, name(card), name(f"month-{int(card.month)}"), game.points[card]) for card in CARDS)


def teyaku_of(game: Ruleset) -> tuple[TaughtYaku, ...]:
    """The hand yaku of `game`, as in its table."""
    return tuple(_taught(row.id, row.value, CardSet(), 0) for row in game.teyaku)


def dekiyaku_of(game: Ruleset) -> tuple[TaughtYaku, ...]:
    """The sets of `game`, as in its table."""
    return tuple(_taught(row.id, row.value, row.cards, row.least) for row in game.sets(game.choose()))


def _taught(rule: str, value: int, cards: CardSet, least: int) -> TaughtYaku:
    sentence = explain(rule)
    return TaughtYaku(rule, name(rule), value, cards, least, sentence.ja, sentence.en)


def make_quiz(ruleset_id: str, kind: QuizKind, seed: int) -> Quiz:
    """Question number `seed` of a game; the same number is the same question.

    Raises: EngineError if there is no such game.
    """
    game = find_ruleset(ruleset_id)
    rng = random.Random(f"{game.id} {kind} {seed}")
    rows = [row.id for row in (game.teyaku if kind == "teyaku" else game.sets(game.choose()))]
    # A plain deal would nearly always show nothing: a wanted answer is drawn first, and cards are dealt until it comes.
    cards, answer = CardSet(), "?"
    for wanted in (rng.choice(["", *rows]), ""):
        for _ in range(2000):
            cards = _hand(game.hand, rng) if kind == "teyaku" else _pile(game, wanted, rng)
            answer = _found(game, kind, cards)
            if answer == wanted:
                break
        # Some sets never come alone: then the question is one without an answer.
        if answer == wanted:
            break
    others = [rule for rule in ("", *rows) if rule != answer and name(rule or "teyaku").ja != name(answer or "tane").ja]
    choices = [answer, *rng.sample(others, min(CHOICES - 1, len(others)))]
    rng.shuffle(choices)
    return Quiz(kind, cards, tuple(choices), answer)


def _hand(size: int, rng: random.Random) -> CardSet:
    """A dealt hand, some of them from few months, as otherwise rare hands would never come."""
    months = rng.sample(range(12), rng.randint(2, 12))
    pool = [card for card in CARDS if int(card.month) - 1 in months]
    return CardSet(rng.sample(pool if len(pool) >= size else list(CARDS), size))


def _pile(game: Ruleset, wanted: str, rng: random.Random) -> CardSet:
    """Captures with the cards of the wanted set, or with all of it but one, and some others."""
    pile = CardSet(rng.sample(list(CARDS), rng.randint(4, 10)))
    for row in game.sets(game.choose()):
        if row.id == wanted:
            pile |= row.must | CardSet(rng.sample(list(row.cards), row.least))
    return pile


def _found(game: Ruleset, kind: QuizKind, cards: CardSet) -> str:
    """The one yaku in `cards`, "" for none, "?" for several."""
    if kind == "teyaku":
        best = find_teyaku(game.id, cards)
        return best.parts[0].id if best and len(best.parts) == 1 else "" if best is None else "?"
    made = find_dekiyaku(game.id, cards)
    return made[0].id if len(made) == 1 else "" if not made else "?"
