"""Where several ways in which a deal may have ended part, and what is asked of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from yakume.engine import FACES, CardSet, DealResult, DealVoided, SetsMade, State, Tobikomi

from .answers import DealVoid, EndedSo, Fact
from .asking import Asked, Offer
from .following import LEAST
from .outcomes import Close, Outcome, by_piles, contradictions, payments_of
from .position import each_face, mask_of
from .questions import HowEnded
from .thread import DealThread

MOST_WAYS = 9
"""So many ways in which a deal may have ended are offered."""


def ask_ending(deal: int, outcomes: Sequence[Outcome], rule: str) -> Asked:
    """How a deal ended whose half-turns can be read in several ways; it is booked as is likeliest."""
    outcomes = outcomes[:MOST_WAYS]
    offers = [
        Offer(answer, outcome.p, (outcome.result,))
        for outcome, answer in zip(outcomes, partings([each.result for each in outcomes]), strict=True)
    ]
    return Asked(HowEnded(deal, len(outcomes), rule), (*offers, Offer(DealVoid(), 0.01, (DealVoided(),))))


def ask_whether_right(deal: int, booked: DealResult, rule: str) -> Asked:
    """Whether a deal ended as it is `booked`, which was not followed to its end."""
    offers = Offer(EndedSo(()), 0.5, (booked,)), Offer(DealVoid(), 0.01, (DealVoided(),))
    return Asked(HowEnded(deal, 1, rule), offers)


def both_ways(base: State, outcomes: Sequence[Outcome], captures: tuple[CardSet, ...]) -> tuple[Outcome, ...]:
    """How a deal may have ended that the half-turns tell otherwise than the piles `captures`: neither is chosen, and
    what other lines lead to is offered beside both, first those that lead to what lies in the piles."""
    piles = by_piles(base, outcomes[0], captures)
    if piles is not None and piles.payments == outcomes[0].payments:
        return tuple(outcomes)
    lying = dict(enumerate(captures))
    agreed = [each for each in outcomes if not contradictions(lying, each.told)]
    witnesses = (outcomes[0], piles) if piles else outcomes[:1]
    found: dict[frozenset[object], Outcome] = {}
    for each, p in (*((each, LEAST) for each in witnesses), *((each, each.p) for each in (*agreed, *outcomes))):
        found.setdefault(frozenset(each.payments.items()), replace(each, p=min(p, LEAST)))
    return tuple(found.values())


def cancelled_ways(
    thread: DealThread | None, base: State, booked: DealResult, captures: tuple[CardSet, ...]
) -> tuple[Outcome, ...]:
    """How a deal may be paid that was ended by who played on, as it was `booked` first; empty where that is sure."""
    if thread is None or thread.best is None or thread.is_lost:
        return ()
    outcomes, paid = tuple(thread.outcomes(Close.CANCELLED)), payments_of(base, booked)
    if outcomes and contradictions(dict(enumerate(captures)), outcomes[0].told):
        outcomes = both_ways(base, outcomes, captures)
    elif len(outcomes) == 1 and outcomes[0].payments == paid and outcomes[0].p >= LEAST:
        return ()
    as_booked = [replace(each, result=booked) for each in outcomes if each.payments == paid]
    others = [each for each in outcomes if each.payments != paid]
    if not as_booked and outcomes and paid is not None:
        as_booked = [Outcome(booked, paid, LEAST, outcomes[0].told)]
    return (*as_booked, *others)


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
