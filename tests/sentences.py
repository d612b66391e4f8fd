"""One ledger sentence of each kind, over random deals: ``python tests/sentences.py`` prints them.

`engine/golden/sentences.txt` keeps them, so that a sentence that changes is seen; ``--write`` writes that file anew.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cases_flow import facts_of
from deals_by_text import TEXT
from random_play import random_match
from random_questions import random_deal
from yakume.engine import RULESETS, CardSet, DealStarted, Entry, MatchStarted, apply, find_ruleset
from yakume.engine.close import end_match
from yakume.engine.facts import End, Shown
from yakume.engine.oikomi import find_oikomi
from yakume.engine.settle import settle
from yakume.engine.state import evolve

GOLDEN = Path(__file__).parent / "engine/golden/sentences.txt"
DEALS = 600


def entries() -> Iterator[Entry]:
    """Payments of random deals of every game, and of matches that begin and end."""
    for game in (game for game in RULESETS.values() if game.code in TEXT):
        rng = random.Random(game.code)
        for _ in range(DEALS):
            facts = facts_of(game, random_deal(game.code, rng, 0.3))
            if facts.squeezed:
                facts = replace(facts, squeezed=tuple((seat, find_oikomi(_hand(rng))) for seat, _ in facts.squeezed))
            if game.code in ("H88", "H3") and rng.random() < 0.2:
                facts = replace(facts, told=tuple((a, b) for a in range(3) for b in range(3)))
            yield from settle(facts).entries
            kind = rng.random()
            if kind < 0.1:
                yield from settle(replace(facts, end=End.VOID)).entries
            elif kind < 0.2 and facts.claims:
                wrong = (replace(facts.claims[0], void=True), *facts.claims[1:])
                yield from settle(replace(facts, claims=wrong)).entries
            elif kind < 0.3 and (game.flow.shiso_ends or "shiso_ends_game" in facts.options):
                holder = Shown(facts.order[-1], (game.row("四三").id,))
                yield from settle(replace(facts, claims=(holder,), happenings=(), end=End.SHISO)).entries
        yield from _match(game.id, rng)
    for game in (game for game in RULESETS.values() if game.code not in TEXT):
        for seed in range(40):
            *_, state = random_match(game, game.seats[0], {}, seed, deals=6)
            yield from state.ledger


def _hand(rng: random.Random) -> CardSet:
    return CardSet(rng.sample(range(48), 7))


def _match(game: str, rng: random.Random) -> Iterator[Entry]:
    """What is paid at the beginning and the end of a match, with ties for first and last and without."""
    ruleset = find_ruleset(game)
    yearly: list[dict[str, object]] = [{}]
    if game == "hachihachi":
        yearly.append({"deals": 6, "tsukifuda": True})
    for options in yearly if ruleset.rules.token else ():
        start = apply(None, MatchStarted(game, tuple("ABCDEF"[: ruleset.seats[0]]), 0, options))
        yield from start.ledger
        state = apply(start, DealStarted(0, CardSet.parse("abefrv")))
        tables = ((0, ((2, 0, 30), (2, 1, 10))), (2, ((2, 0, 20), (2, 1, 20))), (0, ((1, 0, 20), (2, 0, 20))))
        for winner, transfers in tables:
            paid = tuple(Entry(1, payer, payee, mon, ruleset.rules.next) for payer, payee, mon in transfers)
            token = Entry(1, winner, None, 1, ruleset.rules.token, (), (("mon", 1, 1),))
            tokens = (token,) * 13
            booked = (*state.booked, *paid, *tokens)
            yield from end_match(evolve(state, booked=booked, played=12)).booked[len(booked) - 1 :]


def one_of_each() -> list[str]:
    """Rule ids, Japanese and English of the first payment of each rule, with each reason and each way to add up."""
    seen: set[object] = set()
    lines = []
    for entry in entries():
        shape = tuple(kind for kind, _, _ in entry.terms)
        because = () if shape[:1] == ("back",) else entry.because
        keys = {(entry.rule, shape[:1]), (entry.rule.partition("-")[0], because), (entry.unit, shape)}
        if not keys <= seen:
            lines.append(f"{' '.join((entry.rule, *entry.because))}\n  {entry.ja}\n  {entry.en}\n")
        seen |= keys
    return sorted(lines)


if __name__ == "__main__":
    text = "\n".join(one_of_each())
    if "--write" in sys.argv:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    else:
        print(text)
