"""At a real table nobody tells the hidden cards: true claims are accepted, and stay so as cards appear."""

from __future__ import annotations

import random

import pytest
from yakume.engine import CARDS, DECK, RULESETS, CardSet, Teyaku, find_claims
from yakume.engine.shown import shown_claim

KASU = "CDGHKLOPSTWXabefijmnrtuvopq"
POOLS = ("".join(card.letter for card in CARDS), KASU, "BFJNRVZhlqCDor", "ABCDMNOPopqrstuv", "QRSTYZabstuv")


def claims(game: str, seed: int, count: int) -> list[tuple[CardSet, Teyaku, CardSet]]:
    """Hands with an allowed claim and the cards shown for it, as few as may be."""
    rng = random.Random(seed)
    found = []
    for n in range(count):
        hand = CardSet.parse("".join(rng.sample(POOLS[n % len(POOLS)], RULESETS[game].hand)))
        allowed = find_claims(game, hand)
        if game not in ("sannin", "hachiju"):
            allowed = allowed[:1]
        for claim in rng.sample(allowed, min(2, len(allowed))):
            hidden = CardSet(rng.sample(list(claim.hideable), claim.hidden_max))
            found.append((hand, claim, hand - hidden))
    return found


def months(game: str, claim: Teyaku, exposed: CardSet, known: CardSet, room: CardSet) -> set[int] | None:
    parts = tuple(part.id for part in claim.parts)
    answer = shown_claim(game, RULESETS[game].choose(), parts, exposed, known, room)
    return None if answer is None else {int(month) for month in answer}


@pytest.mark.parametrize("game", RULESETS)
def test_a_true_claim_is_accepted_from_its_shown_cards(game: str) -> None:
    for hand, claim, exposed in claims(game, 21, 800):
        wanted = {int(month) for month in claim.tobikomi}
        assert months(game, claim, exposed, CardSet(), DECK - exposed) == wanted, (hand, claim.name)


@pytest.mark.parametrize("game", RULESETS)
def test_a_true_claim_stays_true_while_its_hidden_cards_appear(game: str) -> None:
    rng = random.Random(22)
    for hand, claim, exposed in claims(game, 23, 300):
        known, gone = exposed, CardSet(rng.sample(list(DECK - hand), 20))
        for card in hand - exposed:
            known = known | CardSet([card])
            assert months(game, claim, exposed, known, DECK - known - gone) is not None, (hand, claim.name, card)


@pytest.mark.parametrize(
    ("parts", "exposed", "known", "why"),
    [
        (("赤",), "CDGHK", "A", "a light in an 赤"),
        (("短一",), "CDGHKL", "B", ""),
        (("短一",), "CDGHKL", "A", "a light in a 短一"),
        (("三本",), "BCD", "EF GH", "手四 claimed as 三本"),
        (("三本",), "BCD", "EFG", "二三本 claimed as 三本"),
        (("三本",), "BC", "", "two cards are no 三本"),
        (("喰付",), "BCFGJK", "L", "はねけん claimed as 喰付"),
        ((), "", "", "nothing"),
        (("三本", "三本"), "BCD", "", "one yaku twice"),
        (("三本",), "BCDFGJKL", "", "eight cards"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_cards_that_refute_a_claim(parts: tuple[str, ...], exposed: str, known: str, why: str) -> None:
    shown, seen = CardSet.parse(exposed), CardSet.parse(known)
    answer = shown_claim("sannin", RULESETS["sannin"].choose(), parts, shown, seen, DECK - shown - seen)
    assert (answer is None) is bool(why)


def test_hidden_cards_come_from_what_is_unseen() -> None:
    # 赤 needs two ribbons: with all ribbons seen elsewhere it cannot be.
    options, exposed = RULESETS["sannin"].choose(), CardSet.parse("CDGHK")
    ribbons = CardSet.parse("BFJNRVZhlq")
    assert shown_claim("sannin", options, ("赤",), exposed, CardSet(), DECK - exposed) is not None
    assert shown_claim("sannin", options, ("赤",), exposed, CardSet(), DECK - exposed - ribbons) is None
