"""Who pays whom, how much and why: entries. `sentence` explains one to a beginner.

A payer or payee of None is the table itself: the pot of drop-out fees, the stone board, the opening
stakes. With the table counted as a player every ledger sums to zero at all times (DECL-RULE-03).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .names import Name, name
from .sentence import about, sentence
from .terms import Term


@dataclass(frozen=True, slots=True)
class Entry:
    """One payment."""

    deal: int
    """Number of the deal from 1; 0 for what is paid before the first."""
    payer: int | None
    """Seat, or None for the table."""
    payee: int | None
    mon: int
    """Amount in 文 (八十: 点), above 0."""
    rule: str
    """The rule that pays."""
    because: tuple[str, ...] = ()
    """Further rules that changed the amount or who pays."""
    terms: tuple[Term, ...] = ()
    """The arithmetic, step by step."""
    unit: str = "文"
    """What `mon` is counted in: 文 or 点."""
    note: str = ""
    """The reason of a payment by hand, in people's own words."""

    @property
    def ja(self) -> str:
        """The payment explained in Japanese."""
        return sentence(self, 0)

    @property
    def en(self) -> str:
        """The payment explained in English."""
        return sentence(self, 1)

    @property
    def title(self) -> Name:
        """What it is for."""
        return name(about(self.rule, self.terms))

    def to_json(self) -> dict[str, Any]:
        """The entry as plain JSON values, both sentences among them."""
        return {
            "deal": self.deal,
            "payer": self.payer,
            "payee": self.payee,
            "mon": self.mon,
            "rule": self.rule,
            "because": list(self.because),
            "ja": self.ja,
            "en": self.en,
        }


def balances(entries: Iterable[Entry], seats: int) -> tuple[int, ...]:
    """What each seat has won or lost, then the table's balance: length `seats` + 1, in 文, sum 0.

    >>> balances([Entry(1, 0, 2, 24, "H3-TEYAKU-01"), Entry(1, 1, None, 12, "H88-BID-03")], 3)
    (-24, -12, 24, 12)
    """
    sums = [0] * (seats + 1)
    for entry in entries:
        # The table comes last, where index -1 is.
        sums[-1 if entry.payer is None else entry.payer] -= entry.mon
        sums[-1 if entry.payee is None else entry.payee] += entry.mon
    return tuple(sums)
