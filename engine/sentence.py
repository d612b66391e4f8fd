"""One payment in words: what for, the arithmetic as one would say it, and why; Japanese and English.

    赤短 7貫×2（大場）＝14貫、2人分で28貫（336文）。松、梅、桜の赤い短冊3枚です。…
    Red ribbons: 7 kan × 2 (large field) = 14 kan, both shares 28 kan (336 mon). The three red ribbons …

An amount arises from its terms one after the other (`Term`). Prices are said in 貫 and at the end in 文 too, card
points in 文, and everything of 八十 in its 点.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from .explain import explain
from .names import name
from .terms import Term
from .yaku import KAN

_JA, _EN = 0, 1

_RATES = {"dai": ("大場", "large field"), "zetsu": ("絶場", "grand field"), "auction": ("ダブル", "doubled")}
_RATES |= {"twice": ("三人勝負", "three in play"), "times": ("", "")}

_OIKOMI = {
    "hand": ("手役の半分", "half the hand yaku, "),
    "grabbed": ("つかみの半分", "half the sets held, "),
    "cards": ("役札", "cards of sets, "),
}

_IN_KAN = ("kan", "band", "fee", "prize", *_OIKOMI)
"""Terms whose amounts are said in 貫; card points and plain amounts never are."""


class Payment(Protocol):
    """What a sentence needs of a ledger's entry."""

    @property
    def rule(self) -> str: ...
    @property
    def because(self) -> tuple[str, ...]: ...
    @property
    def terms(self) -> tuple[Term, ...]: ...
    @property
    def mon(self) -> int: ...
    @property
    def unit(self) -> str: ...
    @property
    def note(self) -> str: ...


def about(rule: str, terms: tuple[Term, ...]) -> str:
    """The key of `names.name` that says what a payment is for: its rule, or the pot whichever rule awards it."""
    return "pot" if terms and terms[0][0] == "pot" else rule


def sentence(entry: Payment, lang: int) -> str:
    """A payment explained in language `lang`, 0 for Japanese and 1 for English."""
    title = name(about(entry.rule, entry.terms))
    kind = entry.terms[0][0] if entry.terms else ""
    if kind in ("back", "instead"):
        told, why = _returned(entry, lang), [] if kind == "instead" else [explain(entry.rule, kind)]
    else:
        told, why = _Sum(entry, lang).told(), [explain(entry.rule, kind), *map(explain, entry.because)]
    if lang == _JA:
        note = f"「{entry.note}」" if entry.note else ""
        return f"{title.ja}{note} {told}。{''.join(each.ja for each in why)}"
    note = f" “{entry.note}”" if entry.note else ""
    return " ".join((f"{title.en[0].upper()}{title.en[1:]}{note}: {told}.", *(each.en for each in why)))


def _returned(entry: Payment, lang: int) -> str:
    """What goes back of an earlier payment, all of it or half."""
    said = _Sum(entry, lang)
    paid, title = name(entry.because[0]), name(entry.rule)
    back, whole = said.money(entry.mon, both=True), said.money(entry.terms[0][1])
    instead = entry.terms[0][0] == "instead"
    if lang == _EN:
        half = f", half of {whole}," if len(entry.terms) > 1 else ""
        return f"{back}{half} for {paid.en} is paid back" + (f", and {title.en} counts instead" if instead else "")
    half = f"{whole}の半分、" if len(entry.terms) > 1 else ""
    return f"{paid.ja}の{half}{back}を返し" + (f"、代わりに{title.ja}を数えます" if instead else "ます")


class _Sum:
    """The arithmetic of one payment as it is said, term by term."""

    def __init__(self, entry: Payment, lang: int) -> None:
        self.terms, self.mon, self.lang = entry.terms, entry.mon, lang
        self.unit = ("点", "points") if entry.unit == "点" else ("文", "mon")
        self.in_kan = any(kind in _IN_KAN for kind, _, _ in self.terms)
        self.amount = Fraction(0)
        self.done = ""
        """What is said, up to the last result."""
        self.now = ""
        """The expression that follows it; empty where the last result is the payment itself."""
        self.label = ""
        """What stands before the first amount."""
        self.is_sum = False
        """True if what multiplies the expression needs brackets around it."""

    def told(self) -> str:
        for kind, n, d in self.terms:
            _STEPS[kind](self, kind, n, d)
        result = self.money(self.mon, both=True)
        if not self.now:
            return self.done
        if self.now == self.label + self.money(self.mon):
            return self.done + self.label + result
        return f"{self.done}{self.now}{self.equals}{result}"

    def say(self, ja: str, en: str) -> str:
        return ja if self.lang == _JA else en

    @property
    def equals(self) -> str:
        return self.say("＝", " = ")

    def money(self, amount: Fraction | int, both: bool = False) -> str:
        """An amount: 文, 点 of 八十, or 貫 and 文; with `both` also in 文 alone."""
        if not self.in_kan:
            en = self.unit[1].removesuffix("s") if amount == 1 else self.unit[1]
            return self.say(f"{amount}{self.unit[0]}", f"{amount} {en}")
        kan, rest = divmod(int(amount), KAN)
        parts = [self.say(f"{kan}貫", f"{kan} kan")] if kan else []
        parts += [self.say(f"{rest}文", f"{rest} mon")] if rest or not kan else []
        return self.say("", " ").join(parts) + (self.say(f"（{amount}文）", f" ({amount} mon)") if both and kan else "")

    # -- where an amount begins -----------------------------------------------------------------------------

    def price(self, kind: str, n: int, d: int) -> None:
        self.amount = Fraction(n * KAN if kind in ("kan", "band", "prize") else n)
        if kind == "fee":
            self.label = self.say(f"{d}人目の", f"{('first', 'second', 'third')[d - 1]} to drop, ")
        self.now = self.label + self.money(self.amount)
        if kind == "prize":
            self.amount *= d
            self.now += self.say(f"×{d}人", f" × {d} players")

    def oikomi(self, kind: str, n: int, d: int) -> None:
        self.is_sum = bool(self.now)
        label = _OIKOMI[kind][self.lang]
        self.label = self.label or label
        amount = self.say(f"{n}枚×{d}文", f"{n} × {d} mon") if kind == "cards" else self.money(n)
        self.now += (self.say("＋", " + ") if self.is_sum else "") + label + amount
        self.amount += n * d

    def points(self, kind: str, n: int, d: int) -> None:
        gap = abs(n - d)
        over = self.say("多く", "over") if n > d else self.say("少なく", "short of")
        self.done = self.say(f"{n}点は基準の{d}点より{gap}点{over}、", f"{n} points are {gap} {over} {d}; ")
        self.amount = Fraction(self.mon)
        for term, times, per in self.terms:
            # Not the gap itself: odd ones may have been made even first (H3-BA-06).
            self.amount *= Fraction(per, times) if term in _RATES else 1
        self.now = self.money(self.amount)

    def against(self, kind: str, n: int, d: int) -> None:
        self.amount = Fraction(n - d)
        gap = f"{n}点−{d}点＝{n - d}点" if self.lang == _JA else f"{n} − {d} = {n - d} point{'s' if n - d > 1 else ''}"
        if self.unit[0] == "点":
            # The difference is the amount, which is counted in points too.
            self.done, self.now = (gap, "") if len(self.terms) == 1 else (gap + self.say("、", ", "), self.money(n - d))
        else:
            self.done, self.now = gap + self.say("なので", ", so "), self.money(n - d)

    # -- what changes it ------------------------------------------------------------------------------------

    def times(self, kind: str, n: int, d: int) -> None:
        ja, en = ("ダブル2回", "doubled twice") if (kind, n) == ("auction", 4) else _RATES[kind]
        times = self.say(f"×{n / d:g}", f" × {n / d:g}") + (self.say(f"（{ja}）", f" ({en})") if ja else "")
        self.now = self.bracketed() + times
        self.amount *= Fraction(n, d)

    def extra(self, kind: str, n: int, d: int) -> None:
        # Menu F: one 貫 in 大場, two in 絶場 (H3-BA-07).
        ja, en = _RATES["dai" if n == 1 else "zetsu"]
        self.now += self.say(f"＋{n}貫（{ja}）", f" + {n} kan ({en})")
        self.amount += n * KAN
        self.is_sum = True

    def half(self, kind: str, n: int, d: int) -> None:
        whole = self.bracketed()
        self.now = self.say(f"{whole}の半分", f"half of {whole}")
        self.amount /= 2

    def split(self, kind: str, n: int, d: int) -> None:
        each = self.money(self.amount / n)
        self.result(self.say(f"1人{each}ずつ", f"{each} from each"))

    def shares(self, kind: str, n: int, d: int) -> None:
        whole = self.money(self.amount * n, both=True)
        self.result(self.say(f"{n}人分で{whole}", f"both shares {whole}"))

    def shared(self, kind: str, n: int, d: int) -> None:
        mine = self.money(self.mon, both=True)
        self.result(self.say(f"{n}人で分けて{mine}", f"shared by {n}: {mine}"))

    def bracketed(self) -> str:
        text, self.is_sum = self.say(f"（{self.now}）", f"({self.now})") if self.is_sum else self.now, False
        return text

    def result(self, last: str) -> None:
        """Say what the expression comes to, where it is not that already, and then the last step."""
        so_far = self.money(self.amount)
        self.done += self.now + (f"{self.equals}{so_far}" if self.now != so_far else "") + self.say("、", ", ") + last
        self.now = ""


_STEPS: Mapping[str, Callable[[_Sum, str, int, int], None]] = MappingProxyType(
    {
        **dict.fromkeys(("kan", "ten", "mon", "band", "fee", "prize", "pot"), _Sum.price),
        **dict.fromkeys(_OIKOMI, _Sum.oikomi),
        **dict.fromkeys(_RATES, _Sum.times),
        "points": _Sum.points,
        "against": _Sum.against,
        "extra": _Sum.extra,
        "half": _Sum.half,
        "split": _Sum.split,
        "for": _Sum.shares,
        "shared": _Sum.shared,
    }
)
