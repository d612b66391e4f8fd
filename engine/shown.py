"""Is an announced hand yaku possible, given the cards of the hand that are known?

At a real table nobody tells the hidden cards. A claim is then accepted if some hand holds it: the known
cards with hidden ones that could be there (DECL-RULE-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice

from .cards import Card, CardSet, Month
from .options import OptionValue
from .rules import find_ruleset
from .teyaku import Teyaku, find_claims, find_teyaku
from .yaku import WILLOW, KasuRow, SuitRow

_TRIES = 5000
"""Hands that are tried. A rest that fits differs in month and comes among the first dozens; where it is confined,
to ribbons or late in a deal, there are fewer hands than this."""


def shown_claim(
    ruleset_id: str,
    options: Mapping[str, OptionValue],
    parts: tuple[str, ...],
    exposed: CardSet,
    known: CardSet,
    room: CardSet,
) -> tuple[Month, ...] | None:
    """Months whose fourth card pays 飛込み if the claim is possible, else None.

    Args:
        parts: rule ids or kanji names of the claim.
        exposed: the cards laid open for it.
        known: cards that are known to be in the hand.
        room: cards that the hidden ones may be; empty if the hand is known.
    """
    game = find_ruleset(ruleset_id)
    rows = [game.row(part) for part in parts]
    wanted = {row.id for row in rows}
    if not rows or len(wanted) != len(parts):
        return None
    known = known | exposed
    if not all(_groups_open(row, exposed) for row in rows):
        return None
    pool = _pool(rows, exposed, room - known) if len(known) < game.hand else ()
    for rest in islice(combinations(pool, game.hand - len(known)), _TRIES) if len(known) <= game.hand else ():
        hand = known | CardSet(rest)
        if game.flow.auto_teyaku:
            best = find_teyaku(ruleset_id, hand)
            claims: tuple[Teyaku, ...] = (best,) if best else ()
        else:
            understate = options.get("understate_teyaku")
            claims = find_claims(ruleset_id, hand, understate=None if understate is None else understate == "allow")
        for claim in claims:
            if {part.id for part in claim.parts} == wanted and claim.allows(exposed):
                return claim.tobikomi
    return None


def _groups_open(row: object, exposed: CardSet) -> bool:
    """True if the groups that a row of the count family shows can be among `exposed`."""
    if not isinstance(row, SuitRow):
        return True
    have = sorted((len(exposed.of_month(month)) for month in Month), reverse=True)
    return any(
        all(size <= shown for size, shown in zip(_opened(shape, row.opens), have, strict=False)) for shape in row.shapes
    )


def _opened(shape: str, least: int) -> list[int]:
    return [size for size in map(int, shape.split("-")) if size >= least]


def _pool(rows: Sequence[object], exposed: CardSet, room: CardSet) -> tuple[Card, ...]:
    """Candidates for the hidden cards, of the kinds that the claim leaves room for.

    Ordered so that the first ones differ in month from each other and from what is shown, as a hidden rest
    does in all but a few hands.
    """
    kinds = [row.rest for row in rows if isinstance(row, KasuRow)]
    cards = [card for card in room if not kinds or card.rank in kinds[0] or card in WILLOW]
    return tuple(sorted(cards, key=lambda card: (bool(exposed.of_month(card.month)), card % 4, card)))
