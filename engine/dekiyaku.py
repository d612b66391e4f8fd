"""Sets of captured cards (dekiyaku, 出来役): which stand, what they pay, what a lowered pile has added."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .cards import CardSet
from .options import OptionValue
from .rules import find_ruleset
from .yaku import SetRow


@dataclass(frozen=True, slots=True)
class Made:
    """A completed set."""

    row: SetRow
    cards: CardSet
    """The captured cards that belong to it."""

    @property
    def id(self) -> str:
        """Rule id of the row."""
        return self.row.id

    @property
    def name(self) -> str:
        """Kanji name of the row; 八短 and longer are 七短 with a higher price (H3-DEKI-04)."""
        return self.row.name

    @property
    def value(self) -> int:
        """The printed price at 小場 with its increments: 貫 from each payer, in 八十 点 from all together."""
        return self.row.value + self.row.more * (len(self.cards) - self.row.least)

    @property
    def mon(self) -> int:
        """`value` in 文 (八十: 点)."""
        return self.value * self.row.unit


def is_biki(order: Sequence[int], seat: int) -> bool:
    """True for the third of three in play order (SD-DEKI-03, SD-DEKI-04)."""
    return tuple(order[2:]) == (seat,)


def find_dekiyaku(
    ruleset_id: str,
    captured: CardSet,
    *,
    options: Mapping[str, OptionValue] | None = None,
    lowered: Collection[str] = (),
    biki: bool = False,
) -> tuple[Made, ...]:
    """The sets that stand in a captured pile, in the order of the game's table.

    Args:
        options: all options of the game; None for its defaults.
        lowered: rule ids of the sets that the player has lowered: a lowered 四光 bars 五光 in 八八 (H88-SAGE-03)
            and is paid beside it in 二人はちはち (H2-DEKI-07).
        biki: whether the pile is the third player's (SD-DEKI-03).

    >>> [(made.name, made.value) for made in find_dekiyaku("sannin", CardSet.parse("BFJNRVZhq"))]
    [('七短', 12), ('赤短', 7)]
    """
    game = find_ruleset(ruleset_id)
    chosen = game.choose() if options is None else options
    made = [
        Made(row, captured & row.cards)
        for row in game.sets(chosen)
        if row.held(captured)
        and (biki or not row.biki_only)
        and (row.id in lowered or not row.barred_by or row.barred_by not in lowered)
    ]
    replaced = {rule for each in made for rule in replaced_by(each.row, chosen, lowered)}
    return tuple(each for each in made if each.id not in replaced)


def replaced_by(row: SetRow, options: Mapping[str, OptionValue], lowered: Collection[str] = ()) -> Collection[str]:
    """Rule ids of the sets that are not paid beside a standing one."""
    if row.beside is not None and row.beside(options):
        return ()
    keeps = row.beside_lowered is not None and row.beside_lowered(options)
    return [rule for rule in row.replaces if not (keeps and rule in lowered)]


def new_sets(before: tuple[Made, ...], after: tuple[Made, ...]) -> tuple[Made, ...]:
    """The sets of `after` that are new beside `before`: absent there, or worth more now.

    七短 that has become 八短 is new, as is 五光 from 四光 (H3-SAGE-07); where a table has no increment, one
    more ribbon is nothing new (AMB-H80-16).
    """
    worth = {made.id: made.value for made in before}
    return tuple(made for made in after if made.value > worth.get(made.id, 0))


def total(made: tuple[Made, ...]) -> int:
    """The printed prices added."""
    return sum(each.value for each in made)


def one_short(ruleset_id: str, captured: CardSet) -> Iterator[tuple[SetRow, CardSet]]:
    """Sets that one more card completes, each with the cards that would (COM-TENPAI-01).

    For a set of which more cards exist than needed, every missing card completes it.
    """
    for row in find_ruleset(ruleset_id).dekiyaku:
        if row.lacking(captured) == 1:
            yield row, row.missing(captured)
