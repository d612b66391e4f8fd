"""Which hand yaku do the cards laid open before a player announce?"""

from __future__ import annotations

from collections import Counter
from itertools import product

from yakume.engine import Card, CardSet, EngineError, Rank, State, TeyakuShown, apply
from yakume.engine.yaku import WILLOW, KasuRow, SuitRow, TeyakuRow

HAND = 7


def claims_showing(state: State, seat: int, shown: CardSet) -> list[TeyakuShown]:
    """Announcements of `seat` that the cards `shown` explain, those that explain every card first, then dearest.

    The rest of the hand is hidden, so several may be possible; each is one that the engine accepts now.
    """
    suits = [row for row in state.game.teyaku if isinstance(row, SuitRow) and _opens(row, shown) is not None]
    kasus = [row for row in state.game.teyaku if isinstance(row, KasuRow) and _fits_kasu(row, shown)]
    found: list[tuple[int, int, TeyakuShown]] = []
    for suit, kasu in product([None, *suits], [None, *kasus]):
        rows: tuple[TeyakuRow, ...] = tuple(row for row in (kasu, suit) if row is not None)
        if not rows:
            continue
        event = TeyakuShown(seat, tuple(row.id for row in rows), shown)
        try:
            apply(state, event)
        except EngineError:
            continue
        needed = (_opens(suit, shown) or CardSet()) if suit else CardSet()
        if kasu:
            needed |= CardSet(card for card in shown if _is_kasu(card))
        found.append((len(shown - needed), -sum(row.value for row in rows), event))
    return [event for _, _, event in sorted(found, key=lambda each: each[:2])]


def explains_all(event: TeyakuShown, state: State) -> bool:
    """True if every card shown in `event` had to be shown for it."""
    rows = [state.game.row(part) for part in event.parts]
    needed = CardSet()
    for row in rows:
        if isinstance(row, SuitRow):
            needed |= _opens(row, event.exposed) or CardSet()
        elif isinstance(row, KasuRow):
            needed |= CardSet(card for card in event.exposed if _is_kasu(card))
    return event.exposed <= needed


def _opens(row: SuitRow, shown: CardSet) -> CardSet | None:
    """The cards among `shown` that `row` lays open; None if they are not those of any of its shapes."""
    counts = Counter(int(card.month) for card in shown)
    for shape in row.shapes:
        groups = sorted((int(part) for part in shape.split("-") if int(part) >= row.opens), reverse=True)
        open_months = [month for month, count in counts.items() if count >= row.opens]
        if sorted((counts[month] for month in open_months), reverse=True) == groups:
            return CardSet(card for card in shown if int(card.month) in open_months)
    return None


def _fits_kasu(row: KasuRow, shown: CardSet) -> bool:
    """True if as many kasu are shown as `row` leaves in a hand; willow may pass for kasu or not."""
    kasu = sum(card.rank is Rank.KASU and card not in WILLOW for card in shown)
    willow = len(shown & WILLOW)
    return kasu <= HAND - row.least and kasu + willow >= HAND - row.most


def _is_kasu(card: Card) -> bool:
    return card.rank is Rank.KASU or card in WILLOW
