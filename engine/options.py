"""House rules as data: an option with its default and its values, and the condition that a row may hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .errors import EngineError

OptionValue = bool | int | str | None


class BadOption(EngineError):
    """A house rule that the game does not know, or a value that it does not take."""

    code = "bad_option"


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule with its default, its values and where both come from."""

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    """Every value that is taken, the default first."""
    source: str
    """The rule or decision it varies, such as ``AMB-H2-04``."""
    about: str
    """One English sentence for the setup page."""
    any_count: bool = False
    """True if any whole number from 1 up is taken besides `choices`."""
    ask: bool = False
    """True if the players have to be asked before the match; the default is a suggestion only."""

    def check(self, value: object) -> OptionValue:
        """`value` if the option takes it. Raises: BadOption."""
        for choice in self.choices:
            # By type as well: True == 1 in Python, and a rule called 1 is not a switch that is on.
            if type(value) is type(choice) and value == choice:
                return choice
        if self.any_count and type(value) is int and value >= 1:
            return value
        expected = ", ".join(map(repr, self.choices)) + (" or a number from 1" if self.any_count else "")
        raise BadOption(f"bad value {value!r} for option {self.key!r}: expected {expected}", self.source)


@dataclass(frozen=True, slots=True)
class When:
    """A condition: that an option has a value."""

    key: str
    value: OptionValue = True

    def __call__(self, options: Mapping[str, OptionValue]) -> bool:
        """True if it holds under `options`, all of a game's."""
        return options[self.key] == self.value
