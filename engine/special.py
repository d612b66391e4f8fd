"""End-of-deal yaku (tokushuyaku, 特殊役): 総八, 二八, 素十六."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .rules import find_ruleset
from .yaku import SpecialRow


@dataclass(frozen=True, slots=True)
class Special:
    """An end-of-deal yaku and who made it."""

    row: SpecialRow
    by: int
    """Place in play order; 総八 is the first player's (H3-TOKU-01, H88-TOKU-03, H2-TOKU-02)."""
    value: int
    """The printed price at 小場 with its increments, 貫 from each other player."""

    @property
    def mon(self) -> int:
        """`value` in 文."""
        return self.value * self.row.unit


def find_special(ruleset_id: str, points: Sequence[int], kasu: Sequence[int]) -> tuple[Special, ...]:
    """The 特殊役 of a deal that was played out without a set; all of them are paid (AMB-H88-13, AMB-H3-15).

    `points` and `kasu` are the players' card points and kasu, willow included, in play order. In 二人はちはち
    ask only when the option `special` is on (H2-TOKU-00).

    >>> [(made.row.name, made.by, made.value) for made in find_special("sannin", (170, 50, 44), (9, 9, 9))]
    [('二八', 0, 12)]
    """
    made = []
    for row in find_ruleset(ruleset_id).special:
        if row.counts == "even":
            if all(count == row.least for count in points):
                made.append(Special(row, 0, row.value))
            continue
        counts = points if row.counts == "points" else kasu
        made += [
            Special(row, by, row.value + row.more * (count - row.least))
            for by, count in enumerate(counts)
            if count >= row.least
        ]
    return tuple(made)
