"""What people announced of their hands, less the cards of a hand yaku that nobody could read: which ones those are was
guessed at most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yakume.engine import FACES, CardSet, State
from yakume.engine.state import Deal, evolve

from .position import each_face, mask_of, without

Shown = Mapping[int, int]
"""Seat → faces that lay in its zone of shown cards."""


def announced(deal: Deal, shown: Shown) -> tuple[int, ...]:
    """Cards announced with hand yaku, as masks by seat; empty if there are none."""
    found = tuple(
        mask_of(cards - _guessed(cards, shown.get(seat, 0))) if seat in deal.order else 0
        for seat, cards in enumerate(deal.shown)
    )
    return found if any(found) else ()


def as_read(state: State, shown: Shown) -> State:
    """`state` without the card of a hand yaku that nobody could read."""
    deal = state.deal
    for seat, cards in enumerate(deal.exposed if deal is not None else ()):
        unread = _guessed(cards, shown.get(seat, 0))
        if not unread:
            continue
        assert deal is not None
        hidden = tuple(count + len(unread) * (each == seat) for each, count in enumerate(deal.hidden))
        known = {name: _less(getattr(deal, name), seat, unread) for name in ("hands", "exposed", "revealed")}
        deal = evolve(deal, hidden=hidden, **known)
    return evolve(state, deal=deal)


def _guessed(cards: CardSet, lay: int) -> CardSet:
    """Those of the announced `cards` that nobody could read, if those were seen that `lay` in the zone."""
    unread = CardSet()
    for face in each_face(without(mask_of(cards), lay)):
        unread |= CardSet(list(FACES[face].cards & cards - unread)[:1])
    # Where most were not read people told them and nobody looked.
    return CardSet() if 2 * len(unread) > len(cards) else unread


def _less(cards: Sequence[CardSet], seat: int, gone: CardSet) -> tuple[CardSet, ...]:
    """`cards` by seat, without `gone` of that one's."""
    return tuple(each - gone if at == seat else each for at, each in enumerate(cards))
