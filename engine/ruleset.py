"""What a game is made of, as one frozen value that each fills in `rules/<game>.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as given
from types import MappingProxyType
from typing import Literal

from .cards import Card
from .errors import EngineError
from .finish import Ending, Final, draw_order
from .flow import Flow, RuleIds
from .options import BadOption, Option, OptionValue, When
from .sheet_rows import Cell, Row, Title
from .yaku import SetRow, SpecialRow, TeyakuRow

ALIASES = {"カラス": "空素"}
"""Other spellings of the rule book (H88-TEYAKU-08)."""


@dataclass(frozen=True, slots=True)
class Origins:
    """Card points that neither win nor lose: each player in play gains the own points less these."""

    rule: str
    points: tuple[int, ...]
    """By place in play order."""
    times: int = 1
    """What the difference is multiplied by, besides the rate (H80-SCORE-03)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Of two in play the one with fewer card points pays the difference."""

    rule: str
    bands_from: int | None = None
    """From this difference on it is counted in whole 貫, one for each ten points."""
    most_kan: int = 0
    band_rule: str = ""
    """The rule of the bands."""


@dataclass(frozen=True, slots=True)
class DealersRight:
    """Card points count for nothing; what a deal that nobody has won pays its dealer (親権)."""

    rule: str
    mon: int
    when: When


CardPoints = Origins | Difference | DealersRight


@dataclass(frozen=True, slots=True)
class Raise:
    """A factor on every set with which a player ends a deal."""

    rule: str
    times: int
    when: When
    least: int = 0
    """Only if the sets are worth at least so much together."""
    after_sage: bool = False
    """Only if another player has played on with a set before."""


Closing = Callable[[tuple[Cell, ...], Sequence[int], tuple[int, ...], int | None], tuple[Row, ...]]


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """How a game is written on the sheet (記入式)."""

    months: bool = False
    """True if a deal is called a month (月)."""
    in_kan: bool = True
    """True if each player has a column for 貫 beside that for the rest."""
    marks: Mapping[str, Title] = given(default_factory=lambda: MappingProxyType({}))
    """What is written behind a yaku that was paid otherwise than usual, by the rule that made it so."""
    closing: Closing | None = None
    """The rows that lead to the final scores, from the totals, the stones of each seat, the last deal's play order and
    who ended the match with a 四三; None: what the table paid, a row each."""
    paid_at_end: frozenset[str] = frozenset()
    """Rules by which the table pays when the match is over."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game: its tables, its options, how it goes and the rules that say so."""

    id: str
    code: str
    """The prefix of its rule ids: H80, H88, H2, H3 or SD."""
    name: str
    about: tuple[str, str]
    """One sentence for who has to choose a game, in Japanese and English."""
    version: str
    """Raised when scoring changes."""
    seats: tuple[int, ...]
    """How many people may sit at the table, the default first."""
    in_play: tuple[int, ...]
    """How many of them may play one deal."""
    hand: int
    """Cards dealt to each hand."""
    field: int
    """Cards dealt to the field."""
    unit: str
    """What scores are counted in: 文 or 点."""
    teyaku: tuple[TeyakuRow, ...]
    dekiyaku: tuple[SetRow, ...]
    special: tuple[SpecialRow, ...]
    points: tuple[int, ...]
    """Card points by card number, length 48 (COM-CARD-02)."""
    card_points: Mapping[int, CardPoints]
    """How card points are settled, by the number of players in play."""
    options: tuple[Option, ...]
    flow: Flow
    rules: RuleIds
    roles: tuple[str, ...]
    """What the players in play are called, in play order, as ids of `names`; who comes after them has no name."""
    end: Callable[[Final], Ending]
    """The final settlement of a match."""
    sheet: SheetStyle = given(default_factory=SheetStyle)
    subjects: Mapping[str, str] = given(default_factory=lambda: MappingProxyType({}))
    """What a rule is about, as an id of `names`, where that is neither its yaku nor its chapter's subject."""
    raises: tuple[Raise, ...] = ()
    below_zero: str = ""
    """The rule by which an amount below zero is told from the next lower 貫, −5文 as −1貫7文; empty if by its size."""
    price: Literal["kan", "ten", "mon"] = "kan"
    """What yaku are priced in, as a factor of the ledger's arithmetic."""
    calls: Mapping[str, str] = given(default_factory=lambda: MappingProxyType({"agari": "agari", "sage": "sage"}))
    """What ending a deal and playing on are called, as ids of `names`."""
    lesson: Mapping[str, tuple[str, ...]] = given(default_factory=lambda: MappingProxyType({}))
    """What a short lesson says of this game, by what it is about (an id of `names`): lines of `explain`."""
    deals: int | None = None
    """Deals of a match where no option says so; None is open-ended."""
    willow_choice: bool = False
    """True if a willow card may be a kasu or its own kind in a hand, as its owner says (H3-TEYAKU-21)."""
    aka_hidden: int = 7
    """Most cards of an 赤 that may stay hidden (H3-TEYAKU-24)."""
    hatto_by_shown_hand: bool = False
    """True if a shown hand of nothing but 法度 cards excuses playing the cheapest (H3-HATTO-03)."""
    draw: Callable[[Mapping[int, Card]], tuple[int, ...]] = lambda draws: draw_order(draws)[0]
    """Of what each seat drew the first dealer, alone, or the seats that draw again (H3-FIRST-01, KK-FIRST-01)."""
    understate: bool = False
    """True if a lower true hand yaku may be announced by default (AMB-COM-04)."""

    def choose(self, given: Mapping[str, object] | None = None) -> Mapping[str, OptionValue]:
        """All options, those in `given` replacing the defaults; read-only. Raises: BadOption."""
        chosen = {option.key: option.default for option in self.options}
        by_key = {option.key: option for option in self.options}
        for key, value in (given or {}).items():
            if key not in by_key:
                raise BadOption(f"no option {key!r} in {self.id}: expected one of {', '.join(by_key)}", "YK-GAME-01")
            chosen[key] = by_key[key].check(value)
        return MappingProxyType(chosen)

    def row(self, name: str) -> TeyakuRow | SetRow | SpecialRow:
        """The row with this rule id or kanji name. Raises: EngineError."""
        name = ALIASES.get(name, name)
        for row in (*self.teyaku, *self.dekiyaku, *self.special):
            if name in (row.id, row.name):
                return row
        raise EngineError(f"no yaku {name!r} in {self.id}", "YK-GAME-01")

    def sets(self, options: Mapping[str, OptionValue]) -> tuple[SetRow, ...]:
        """The sets that count under `options`, all of the game's."""
        return tuple(row for row in self.dekiyaku if row.counts is None or row.counts(options))

    def match_deals(self, options: Mapping[str, OptionValue]) -> int | None:
        """Deals of a match under `options`; None if it is open-ended."""
        deals = options.get("deals", self.deals)
        return None if deals is None else int(deals)
