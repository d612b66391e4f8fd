"""Every kind of ledger sentence, as it was read and found good; and that it says what is paid."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction

import pytest
from sentences import GOLDEN, entries, one_of_each
from yakume.engine import Entry
from yakume.engine.errors import SentenceError


@pytest.fixture(scope="module")
def every() -> list[Entry]:
    """Made on use: each worker imports every file."""
    return list(entries())


def test_no_sentence_changes_unseen() -> None:
    """``python tests/sentences.py --write`` writes the file anew; read what changed."""
    assert "\n".join(one_of_each()) == GOLDEN.read_text(encoding="utf-8")


def amounts(text: str) -> list[int]:
    """Every amount of the arithmetic, 貫 turned into 文; the unit is said with each."""
    return [
        int(kan or 0) * 12 + int(rest or 0)
        for kan, rest in re.findall(r"(?:(\d+)(?:貫| kan))? ?(?:(\d+)(?:文|点| mon| points?))?", text)
        if kan or rest
    ]


def test_the_last_amount_of_the_arithmetic_is_what_is_paid(every: list[Entry]) -> None:
    for entry in every:
        for text, form in ((entry.ja.partition("。")[0], r"\S+ .+"), (entry.en.partition(". ")[0], r"[A-Z0-9].*: .+")):
            said = amounts(text)
            # Halves and shares may be said of one payer before they are said of all.
            assert entry.mon in said, (text, entry)
            assert re.fullmatch(form, text)


STUMBLES = ("＝＝", "。。", "の半分×", "  ", "= =", " 1 points", "None", "（）", "()")


def test_no_sentence_stumbles(every: list[Entry]) -> None:
    for entry in every:
        said = f"{entry.ja}\n{entry.en}"
        assert not [word for word in STUMBLES if word in said], entry


def multiplied(entry: Entry) -> Fraction:
    """The amount of an entry by its terms alone, for prices in 貫."""
    amount = Fraction(0)
    for kind, n, d in entry.terms:
        if kind == "kan":
            amount = Fraction(12 * n)
        elif kind == "extra":
            amount += 12 * n
        elif kind in ("dai", "zetsu", "half"):
            amount *= Fraction(n, d)
        elif kind == "for":
            amount *= n
    return amount


def test_the_terms_come_to_the_amount(every: list[Entry]) -> None:
    priced = [entry for entry in every if entry.terms and entry.terms[0][0] == "kan"]
    assert len(priced) > 1000
    for entry in priced:
        assert multiplied(entry) == entry.mon, entry


def test_a_sentence_crosses_a_process_border_with_its_gaps() -> None:
    said = SentenceError("{name} went away", name="camera 0").message
    came = pickle.loads(pickle.dumps(said))
    assert (came, came.pattern, dict(came.gaps)) == ("camera 0 went away", "{name} went away", {"name": "camera 0"})
