"""Where several ways in which a deal may have ended part, and what is asked of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from yakume.engine import FACES, DealResult, DealVoided, SetsMade, Tobikomi

from .answers import DealVoid, EndedSo, Fact
from .asking import Asked, Offer
from .position import each_face, mask_of
from .questions import HowEnded
from .thread import Outcome

MOST_WAYS = 4
"""So many ways in which a deal may have ended are offered."""


def ask_ending(deal: int, outcomes: Sequence[Outcome], rule: str) -> Asked:
    """How a deal ended whose half-turns can be read in several ways; it is booked as is likeliest."""
    outcomes = outcomes[:MOST_WAYS]
    offers = [
        Offer(answer, outcome.p, (outcome.result,))
        for outcome, answer in zip(outcomes, partings([each.result for each in outcomes]), strict=True)
    ]
    return Asked(HowEnded(deal, len(outcomes), rule), (*offers, Offer(DealVoid(), 0.01, (DealVoided(),))))


def partings(results: Sequence[DealResult]) -> list[EndedSo]:
    """What sets each of `results` apart from the others."""
    facts = [_facts(result) for result in results]
    common = frozenset.intersection(*facts) if facts else frozenset()
    fed = any(fact.kind == "fed" for each in facts for fact in each - common)
    return [EndedSo(tuple(sorted(each - common, key=_order)), fed) for each in facts]


def _order(fact: Fact) -> tuple[str, int, str, int]:
    return fact.kind, fact.seat, fact.what, -1 if fact.by is None else fact.by


def _facts(result: DealResult) -> frozenset[Fact]:
    found = []
    for each in result.happenings:
        if isinstance(each, SetsMade):
            found += [Fact(each.call, each.seat, rule) for rule, _ in each.sets]
            found += [Fact("fed", each.seat, rule, by) for rule, by in each.fed]
        elif isinstance(each, Tobikomi):
            found.append(Fact("tobikomi", each.seat, str(each.month), each.hatto_by))
        else:
            found.append(Fact("cancel", each.seat))
    for seat, pile in enumerate(result.captures):
        faces = Counter(each_face(mask_of(pile)))
        found += [Fact("captured", seat, str(FACES[face]), count) for face, count in faces.items()]
    return frozenset(found)
