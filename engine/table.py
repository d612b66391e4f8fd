"""What a game is made of: its options and its tables, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .errors import EngineError
from .yaku import SetRow, SpecialRow, TeyakuRow

OptionValue = bool | int | str | None

ALIASES = {"カラス": "空素"}
"""Other spellings of the rule book (H88-TEYAKU-08)."""


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
class Ruleset:
    """One game: its tables and options. Hand and set tables are rows; the flow lives with the state."""

    id: str
    code: str
    """The prefix of its rule ids: H80, H88, H2, H3 or SD."""
    name: str
    version: str
    """Raised when scoring changes."""
    seats: tuple[int, ...]
    """How many people may sit at the table, the default first."""
    in_play: tuple[int, ...]
    """How many of them may play one deal."""
    unit: str
    """What scores are counted in: 文 or 点."""
    teyaku: tuple[TeyakuRow, ...]
    dekiyaku: tuple[SetRow, ...]
    special: tuple[SpecialRow, ...]
    points: tuple[int, ...]
    """Card points by card number, length 48 (COM-CARD-02)."""
    options: tuple[Option, ...]
    redeals_four: bool = False
    """True if four of a month on the field void the deal; else the first player takes them (H80-DEAL-04)."""
    willow_choice: bool = False
    """True if a willow card may be a kasu or its own kind in a hand, as its owner says (H3-TEYAKU-21)."""
    aka_hidden: int = 7
    """Most cards of an 赤 that may stay hidden (H3-TEYAKU-24)."""
    hatto_by_shown_hand: bool = False
    """True if a shown hand of nothing but 法度 cards excuses playing the cheapest (H3-HATTO-03)."""
    understate: bool = False
    """True if a lower true hand yaku may be announced by default (AMB-COM-04)."""

    def choose(self, given: Mapping[str, object] | None = None) -> Mapping[str, OptionValue]:
        """All options, those in `given` replacing the defaults; read-only. Raises: BadOption."""
        chosen = {option.key: option.default for option in self.options}
        by_key = {option.key: option for option in self.options}
        for key, value in (given or {}).items():
            if key not in by_key:
                raise BadOption(f"no option {key!r} in {self.id}: expected one of {', '.join(by_key)}")
            chosen[key] = by_key[key].check(value)
        return MappingProxyType(chosen)

    def row(self, name: str) -> TeyakuRow | SetRow | SpecialRow:
        """The row with this rule id or kanji name. Raises: EngineError."""
        name = ALIASES.get(name, name)
        for row in (*self.teyaku, *self.dekiyaku, *self.special):
            if name in (row.id, row.name):
                return row
        raise EngineError(f"no yaku {name!r} in {self.id}")
