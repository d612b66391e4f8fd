"""One sentence on every rule of the rule book, for a beginner, in Japanese and English.

The sentences stand in ``explain.tsv``, one line a rule: its id, Japanese, English. A rule that says two things
has a line for the second, such as ``H80-SAGE-01/pot``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from .errors import NotationError


@dataclass(frozen=True, slots=True)
class Sentence:
    """What one rule says."""

    rule: str
    ja: str
    en: str


@cache
def sentences() -> Mapping[str, Sentence]:
    """All rules by id, in the rule book's order."""
    lines = Path(__file__).with_name("explain.tsv").read_text(encoding="utf-8").splitlines()
    return MappingProxyType({line.split("\t")[0]: Sentence(*line.split("\t")) for line in lines})


def explain(rule: str, about: str = "") -> Sentence:
    """What the rule with this id says, of `about` where it has a sentence on that alone.

    Raises: NotationError if the rule book has no such rule.

    >>> explain("H3-DEKI-05").en
    'The three red ribbons of pine, plum and cherry.'
    """
    found = sentences().get(f"{rule}/{about}") or sentences().get(rule)
    if found is None:
        raise NotationError(f"no rule {rule!r} in the rule book", rule)
    return found
