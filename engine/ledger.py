"""Who pays whom, how much and why: entries, and the sentence that explains one to a beginner.

A payer or payee of None is the table itself: the pot of drop-out fees, the stone board, the opening
stakes. With the table counted as a player every ledger sums to zero at all times (DECL-RULE-03).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .explain import explain
from .names import name

Term = tuple[str, int, int]
"""One factor of an amount: what it is, and its number, as numerator and denominator."""


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
    """The arithmetic, factor by factor."""

    @property
    def ja(self) -> str:
        """The payment explained in Japanese."""
        return _sentence(self, 0)

    @property
    def en(self) -> str:
        """The payment explained in English."""
        return _sentence(self, 1)

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


# How a factor of the arithmetic is written: Japanese, English. {n} and {d} are its numbers, {x} is n over d.
_TERMS = {
    "kan": ("{n}貫", "{n} kan"),
    "ten": ("{n}点", "{n} points"),
    "mon": ("{n}文", "{n} mon"),
    "extra": ("＋{n}貫", "+ {n} kan"),
    "dai": ("×{x}（大場）", "× {x} (large field)"),
    "zetsu": ("×{x}（絶場）", "× {x} (grand field)"),
    "auction": ("×{x}（ダブル）", "× {x} (doubled)"),
    "twice": ("×2", "× 2"),
    "half": ("の半分", "halved"),
    "for": ("×{n}人分", "for {n} players"),
    "split": ("を{n}人で分ける", "shared by {n}"),
    "points": ("取り札{n}点（基準{d}点）", "{n} card points against {d}"),
    "against": ("{n}点対{d}点", "{n} card points to {d}"),
    "band": ("、一律{n}貫", "so {n} kan"),
}


def _sentence(entry: Entry, lang: int) -> str:
    """Name, arithmetic, reasons: "赤短 7貫×2（大場）＝168文。松、梅、桜の赤い短冊3枚です。"."""
    title = name(entry.rule)
    why = [explain(rule) for rule in (entry.rule, *entry.because)]
    parts = []
    for kind, n, d in entry.terms:
        times = str(n // d) if n % d == 0 else f"{n / d:g}"
        parts.append(_TERMS[kind][lang].format(n=n, d=d, x=times))
    if entry.terms == (("mon", entry.mon, 1),):
        # The amount is the price itself: "月石 1文。".
        parts = []
    if lang == 0:
        unit = "点" if entry.rule.startswith("H80") else "文"
        sum_ja = f"{''.join(parts)}＝" if parts else ""
        return f"{title.ja} {sum_ja}{entry.mon}{unit}。{''.join(each.ja for each in why)}"
    unit = "points" if entry.rule.startswith("H80") else "mon"
    sum_en = f"{' '.join(parts)} = " if parts else ""
    return f"{title.en.capitalize()}: {sum_en}{entry.mon} {unit}. {' '.join(each.en for each in why)}"
