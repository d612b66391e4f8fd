"""Sets of captured cards (dekiyaku, 出来役): which stand, what they pay, what a lowered pile has added."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .cards import CardSet
from .ruleset import find_ruleset
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


def find_dekiyaku(
    ruleset_id: str,
    captured: CardSet,
    *,
    lowered: Collection[str] = (),
    biki: bool = False,
    inoshikacho: bool = True,
    goko_after_shiko: str = "add",
    zoro_adds_kaburi: bool = False,
) -> tuple[Made, ...]:
    """The sets that stand in a captured pile, in the order of the game's table.

    `lowered` holds the rule ids of the sets that the player has lowered: a lowered 四光 bars 五光 in 八八
    (H88-SAGE-03) and is paid beside it in 二人はちはち (H2-DEKI-07, unless `goko_after_shiko` is "replace").
    `biki` tells that the pile is the third player's (SD-DEKI-03). The other keywords are options of the games.

    >>> [(made.name, made.value) for made in find_dekiyaku("sannin", CardSet.parse("BFJNRVZhq"))]
    [('七短', 12), ('赤短', 7)]
    """
    game = find_ruleset(ruleset_id)
    made = [
        Made(row, captured & row.cards)
        for row in game.dekiyaku
        if len(captured & row.cards) >= row.least and (biki or not row.biki_only)
    ]
    if not inoshikacho:
        made = [each for each in made if each.id != "H2-DEKI-06"]
    if "H88-DEKI-04" in lowered and "H88-DEKI-05" not in lowered:
        made = [each for each in made if each.id != "H88-DEKI-05"]
    kept = {"H2-DEKI-04"} & set(lowered) if goko_after_shiko == "add" else set()
    replaced = {each.row.replaces for each in made if not zoro_adds_kaburi or game.code != "SD"} - kept
    return tuple(each for each in made if each.id not in replaced)


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
        if len(captured & row.cards) == row.least - 1:
            yield row, row.cards - captured
