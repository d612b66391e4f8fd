"""The promotion gate: may a candidate take the place of the models that ship?

It may if it is no worse on any set and better on the whole. A set is worth what its cards can tell, so *no worse*
means: by no more than one card.

* F1 of box and face is at most 1 / (cards of the set) lower. Where a set has no card at all, no more cards are told.
* Face accuracy is compared on the cards that both find, or a candidate that finds the hard ones too would look worse:
  it reads at most one of them less.
* Over all sets F1 is higher in the mean, so that card after card is not lost in many promotions. A set without cards is
  weighed by its false cards a picture (`Scores.worth`): a model that tells fewer is better there.

Of a recorded table every picture is compared, but one card that is missed is missed in many of them: there *a card*
is as many as the pictures that a card lies in. A match that was settled to its own ledger is so still.

With few cards that is no proof: of 79 cards, one is 0.013. How many cards were gained and lost, card by card, stands
beside it, with the chance that as many or more would be lost if both were equally good (sign test).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from yakume.engine import Face

from .metrics import Judged, Match, Scores, score


@dataclass(frozen=True)
class Comparison:
    """One set, read by both."""

    name: str
    sha256: str
    shipped: Scores
    candidate: Scores
    both_found: int
    """True cards that both found."""
    shipped_right: int
    """Those of them that the shipped models read right."""
    candidate_right: int
    gained: int
    """True cards that only the candidate finds and reads right."""
    lost: int
    """True cards that only the shipped models find and read right."""
    pictures_a_card: float = 1.0
    """In how many pictures one card lies: those of a recording show the same cards again and again."""
    ledgers: tuple[bool, bool] | None = None
    """Of a recording: whether the shipped models and the candidate settled the match to its true ledger."""

    @property
    def objections(self) -> list[str]:
        """Why the candidate is worse on this set; empty if it is not."""
        found = []
        if not self.shipped.cards:
            if self.candidate.false > self.shipped.false:
                found.append(f"{self.name}: {self.candidate.false} false cards, before {self.shipped.false}")
            return found
        before, after = self.shipped.f1 or 0.0, self.candidate.f1 or 0.0
        card = self.pictures_a_card / self.shipped.cards
        if after < before - card - 1e-9:
            found.append(f"{self.name}: F1 {after:.4f} is lower than {before:.4f} by more than a card ({card:.4f})")
        if self.candidate_right < self.shipped_right - self.pictures_a_card:
            found.append(
                f"{self.name}: {self.candidate_right} of {self.both_found} cards that both find are read right, "
                f"before {self.shipped_right}"
            )
        if self.ledgers == (True, False):
            found.append(f"{self.name}: the match is no longer settled to its true ledger")
        return found

    @property
    def chance(self) -> float:
        """Chance that of `gained` + `lost` cards as many or more are lost if both models are equally good."""
        gained, lost = (round(pictures / self.pictures_a_card) for pictures in (self.gained, self.lost))
        as_many = sum(comb(gained + lost, k) for k in range(lost, gained + lost + 1))
        return float(as_many / 2 ** (gained + lost))

    def to_json(self) -> dict[str, Any]:
        """The form of `yakume promote --json`."""
        return {
            "set": self.name,
            "sha256": self.sha256,
            "shipped": self.shipped.to_json(),
            "candidate": self.candidate.to_json(),
            "both_found": {"cards": self.both_found, "shipped": self.shipped_right, "candidate": self.candidate_right},
            "gained": self.gained,
            "lost": self.lost,
            "pictures_a_card": round(self.pictures_a_card, 1),
            "ledgers": None if self.ledgers is None else dict(zip(("shipped", "candidate"), self.ledgers, strict=True)),
            "chance": round(self.chance, 4),
            "objections": self.objections,
        }


def compare(
    name: str,
    sha256: str,
    shipped: Sequence[Judged],
    candidate: Sequence[Judged],
    ledgers: tuple[bool, bool] | None = None,
    pictures_a_card: float | None = None,
) -> Comparison:
    """Compare two readings of the same pictures, card by card.

    Args:
        ledgers: of a recorded table, whose pictures show the same cards: whether each settled the match right.
        pictures_a_card: in how many of the pictures the same card is shown; None: in one, or what a recording tells.

    Raises: ValueError if the pictures are not the same.
    """
    pairs: list[tuple[Match, Match]] = []
    for before, after in zip(shipped, candidate, strict=True):
        pairs += zip(before.matches, after.matches, strict=True)
    both = [(before, after) for before, after in pairs if before.found is not None and after.found is not None]
    return Comparison(
        name,
        sha256,
        score(shipped),
        score(candidate),
        both_found=len(both),
        shipped_right=sum(before.face_right for before, _ in both),
        candidate_right=sum(after.face_right for _, after in both),
        gained=sum(after.face_right and not before.face_right for before, after in pairs),
        lost=sum(before.face_right and not after.face_right for before, after in pairs),
        pictures_a_card=pictures_a_card or (1.0 if ledgers is None else shown_in(shipped)),
        ledgers=ledgers,
    )


def shown_in(recording: Sequence[Judged]) -> float:
    """In how many pictures of `recording` a card lies in sight, in the mean over all times that one comes into it."""
    cards, came, before = 0, 0, Counter[Face]()
    for picture in recording:
        now = Counter(match.truth.face for match in picture.matches)
        cards, came, before = cards + now.total(), came + (now - before).total(), now
    return cards / came if came else 1.0


def objections(comparisons: Sequence[Comparison]) -> list[str]:
    """Every reason against the candidate; empty if it may take the place of the shipped models."""
    found = [objection for comparison in comparisons for objection in comparison.objections]
    before, after = (mean_f1([getattr(c, which) for c in comparisons]) for which in ("shipped", "candidate"))
    if after <= before:
        found.append(f"mean F1 over the sets is {after:.4f}, before {before:.4f}: there is nothing to gain")
    return found


def mean_f1(scores: Sequence[Scores]) -> float:
    """The mean over sets, whatever their size; what a set without cards is worth, `Scores.worth` tells."""
    return sum(s.worth for s in scores) / len(scores)
