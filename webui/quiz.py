"""A quiz on yaku: which is in a hand, which is complete in captures, and whose it is.

Nothing is known here that the engine does not say: cards are dealt, and the answer is what the engine finds in them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from yakume.engine import CARDS, CardSet, Ruleset, find_dekiyaku, find_ruleset, find_teyaku
from yakume.engine.dekiyaku import is_biki
from yakume.engine.names import name
from yakume.engine.yaku import SetRow

CHOICES = 4
"""Answers a question about one hand or pile offers."""
TRIES = 2000
"""Deals until the wanted answer comes."""

QuizKind = Literal["teyaku", "dekiyaku", "whose"]


@dataclass(frozen=True, slots=True)
class Quiz:
    """One question: what is in these cards, or in whose?"""

    kind: QuizKind
    piles: tuple[CardSet, ...]
    """The hand or the pile that is asked about; of "whose" the pile of each seat in play order."""
    choices: tuple[str, ...]
    """Rule ids, of "whose" seats from 0; and "" for nothing, or nobody."""
    answer: str
    made: tuple[tuple[str, int], ...]
    """(rule id, printed price) of all that is in the cards."""
    nearest: tuple[tuple[str, int], ...]
    """(rule id, cards lacking) of each choice: of that yaku, or of the set that a seat is nearest to; ("", 0) for
    nothing and nobody. A hand yaku lacks no cards: a hand is what it is."""


def make_quiz(ruleset_id: str, kind: QuizKind, seed: int) -> Quiz:
    """Question number `seed` of a game; the same number is the same question.

    Raises: EngineError if there is no such game.
    """
    game = find_ruleset(ruleset_id)
    rng = random.Random(f"{game.id} {kind} {seed}")
    return _whose(game, rng) if kind == "whose" else _which(game, kind, rng)


Made = tuple[tuple[str, int], ...]


def _which(game: Ruleset, kind: QuizKind, rng: random.Random) -> Quiz:
    rows = [row.id for row in (game.teyaku if kind == "teyaku" else game.sets(game.choose()))]
    # A plain deal would nearly always show nothing: a wanted answer is drawn first, and cards are dealt until it comes.
    cards, made = CardSet(), Made()
    for wanted in (rng.choice(["", *rows]), ""):
        for _ in range(TRIES):
            cards = _hand(game.hand, rng) if kind == "teyaku" else _pile(game, wanted, rng)
            made = _parts(game, cards) if kind == "teyaku" else _sets(game, cards)
            if [rule for rule, _ in made] == [wanted] * bool(wanted):
                break
        else:  # some sets never come alone: then the question is one without an answer
            continue
        break
    answer = made[0][0] if made else ""
    others = [rule for rule in ("", *rows) if rule != answer and name(rule or "teyaku").ja != name(answer or "tane").ja]
    choices = [answer, *rng.sample(others, min(CHOICES - 1, len(others)))]
    rng.shuffle(choices)
    lacks = {row.id: row.lacking(cards) for row in game.sets(game.choose())}
    return Quiz(kind, (cards,), tuple(choices), answer, made, tuple((rule, lacks.get(rule, 0)) for rule in choices))


def _whose(game: Ruleset, rng: random.Random) -> Quiz:
    """Captures of everybody in play, of whom one or nobody has a set; the others may be a card short of one."""
    order = tuple(range(max(game.in_play)))
    seats = tuple(str(seat) for seat in order)
    piles: tuple[CardSet, ...] = ()
    sets: list[Made] = []
    wanted = rng.choice(["", *seats * 2])
    rows = game.sets(game.choose())
    for _ in range(TRIES):
        piles = _piles(rng.choice(rows) if wanted else None, rng.choice(rows), int(wanted or 0), len(order), rng)
        sets = [_sets(game, pile, biki=is_biki(order, seat)) for seat, pile in enumerate(piles)]
        if [str(seat) for seat, made in enumerate(sets) if made] == [wanted] * bool(wanted):
            break
    made = sets[int(wanted)] if wanted else Made()
    near = [min((row.lacking(pile), -row.value, row.id) for row in rows) for pile in piles]
    return Quiz("whose", piles, (*seats, ""), wanted, made, (*((rule, lacks) for lacks, _, rule in near), ("", 0)))


def _piles(row: SetRow | None, near: SetRow, owner: int, seats: int, rng: random.Random) -> tuple[CardSet, ...]:
    """Piles without a card in common: `owner` has the set `row`, the next seat lacks a card of `near`."""
    piles = [CardSet() for _ in range(seats)]
    if row is not None:
        piles[owner] = _whole(row, rng)
    free = near.cards - piles[owner]
    piles[(owner + 1) % seats] = CardSet(rng.sample(list(free), min(len(free), near.least - 1)))
    rest = [card for card in CARDS if not any(card in pile for pile in piles)]
    rng.shuffle(rest)
    size = rng.randint(6, 10)
    for seat, pile in enumerate(piles):
        more = max(0, size - len(pile))
        piles[seat], rest = pile | CardSet(rest[:more]), rest[more:]
    return tuple(piles)


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
            pile |= _whole(row, rng)
    return pile


def _whole(row: SetRow, rng: random.Random) -> CardSet:
    """As many cards of a set as it needs, those that must be there among them."""
    return row.must | CardSet(rng.sample(list(row.cards - row.must), row.least - len(row.must)))


def _parts(game: Ruleset, hand: CardSet) -> Made:
    best = find_teyaku(game.id, hand)
    return tuple((part.id, part.value) for part in best.parts) if best else ()


def _sets(game: Ruleset, pile: CardSet, *, biki: bool = False) -> Made:
    return tuple((made.id, made.value) for made in find_dekiyaku(game.id, pile, biki=biki))
