"""The engine's errors: what was attempted, why it failed, and the rule that says so.

Each has a machine-readable `code` and, where one applies, the `rule` id of the rule book. Its sentence is English, for
the command line and the log; what stands in its gaps is kept, so that the page can say it in both languages without
parsing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol


class Sentence(str):
    """An English sentence that still knows what it was filled with.

    >>> sentence = Sentence("seat {seat} has already announced", seat=2)
    >>> sentence, sentence.pattern, dict(sentence.gaps)
    ('seat 2 has already announced', 'seat {seat} has already announced', {'seat': 2})
    """

    pattern: str
    """With its gaps, as it stands in the code."""
    gaps: Mapping[str, object]

    __slots__ = ("gaps", "pattern")

    def __new__(cls, pattern: str, at: str = "", /, **gaps: object) -> Sentence:
        """`pattern` filled with `gaps`; `at` is put at the end, for whoever looks after yakume."""
        self = super().__new__(cls, (pattern.format(**gaps) if gaps else pattern) + at)
        self.pattern, self.gaps = pattern, MappingProxyType(gaps)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """A sentence crosses a process border whole; what was put at its end is part of its text alone."""
        return _again, (str(self), self.pattern, dict(self.gaps))


def _again(text: str, pattern: str, gaps: Mapping[str, object]) -> Sentence:
    self = Sentence(text)
    self.pattern, self.gaps = pattern, MappingProxyType(gaps)
    return self


class SentenceError(ValueError):
    """An error that says what is wrong in one English sentence, `message`, which knows what it was filled with."""

    def __init__(self, sentence: str, /, **gaps: object) -> None:
        """`sentence` may have gaps, as in `str.format`."""
        self.message = Sentence(sentence, **gaps)
        super().__init__(self.message)


class HasLine(Protocol):
    """A state that an error quotes."""

    @property
    def line(self) -> str:
        """The state in one line."""


class EngineError(ValueError):
    """Any refusal of the engine; `code` is stable, `rule` is a rule id or an empty string."""

    code = "engine_error"

    def __init__(self, sentence: str, /, rule: str = "", state: HasLine | None = None, **gaps: object) -> None:
        """`sentence` may have gaps, as in `str.format`; where a `state` is given the message ends with its line."""
        self.message = Sentence(sentence, f" in {state.line}" if state else "", **gaps)
        super().__init__(self.message)
        self.rule = rule


class NotationError(EngineError):
    """A card, face or set that cannot be parsed."""

    code = "bad_notation"


class IllegalAction(EngineError):
    """An event that the rules do not allow in this state; the message ends with the state line."""

    code = "illegal_action"


class Inconsistent(EngineError):
    """Facts that cannot all be true, such as a card in two places."""

    code = "inconsistent"
