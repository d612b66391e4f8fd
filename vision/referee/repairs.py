"""What a later look puts right in a hypothesis: what a card was that nobody could read, or saw captured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .arrivals import ANEW_MS, FORGET_MS
from .candidates import GLIMPSED_CARD, UNSEEN_CARD
from .hypothesis import TWO_TURNS, Chain, Hypothesis
from .look import Look
from .order import When
from .position import GROUPS, MONTHS, Move, count_of, faces_in, merged, month_of, put

READ_LATE = 3.0
"""What it costs that a card of the field is read that could not be before."""

UNCONFIRMED = UNSEEN_CARD - GLIMPSED_CARD
"""What it costs that the card of a half-turn, which one frame showed, is not seen where it should lie once the field is
open."""

MISREAD = 1.0
"""What it costs besides that a card was something else than what came: what came was another one's second sight."""


def unconfirmed(each: Hypothesis, look: Look) -> Hypothesis:
    """The hypothesis without a time at which, by its last two turns, a card came to lie on the field that the open
    field does not show since, or not until later: it was misread."""
    lies = merged(each.position.field, merged(each.position.loose, each.position.older))
    chain, newer, cost = each.chain, list[tuple[Move, When | None]](), 0.0
    for _ in range(TWO_TURNS):
        if chain is None:
            break
        chain, move, when = chain
        if move.face is not None and when is not None and lies & GROUPS[move.face]:
            alone, recent = GROUPS[move.face].bit_count() == 1, look.t_ms - when.to_ms < FORGET_MS
            bit = GROUPS[move.face].bit_length() - 1
            came_ms = look.came_ms.get(bit, when.to_ms if move.face in look.hints else look.t_ms)
            if alone and recent and came_ms - when.to_ms >= ANEW_MS and not look.lay_before(came_ms):
                when, cost = None, cost + UNCONFIRMED
        newer.append((move, when))
    if not cost:
        return each
    for made in reversed(newer):
        chain = (chain, *made)
    return replace(each, chain=chain, cost=each.cost + cost)


def read_late(each: Hypothesis, look: Look) -> Iterator[Hypothesis]:
    """The hypothesis with what lies too much on the field as its card that nobody could read before."""
    position = each.position
    if position.unread <= look.unread:
        return
    surplus = look.seen.field & ~merged(position.field, merged(position.loose, position.older))
    for face in faces_in(surplus & ~position.known):
        chain, is_named = _named(each.chain, face)
        first = position.first if is_named else put(position.first, face)
        yield replace(
            each, position=replace(position.with_read(face), first=first), cost=each.cost + READ_LATE, chain=chain
        )


def renamed(each: Hypothesis, look: Look, ever: Sequence[int]) -> Iterator[Hypothesis]:
    """The hypothesis with another card in the place of one that nobody saw captured, and that is now seen elsewhere; or
    that was seen in a pile and lies on the field now."""
    position = each.position
    on_field = surplus = look.seen.field & ~merged(position.field, merged(position.loose, position.older))
    for seat, lies in enumerate(look.seen.captures):
        surplus |= lies & ~position.piles[seat]
    for face in faces_in(surplus & position.known):
        if position.unseen & GROUPS[face]:
            continue  # another of its face may have come
        for seat, pile in enumerate(position.piles):
            was_seen = count_of(pile, face) <= count_of(ever[seat], face)
            lies_there = count_of(look.there.captures[seat], face) > 0
            if not count_of(pile, face) or (was_seen and (lies_there or not on_field & GROUPS[face])):
                continue
            for other in faces_in(position.unseen & MONTHS[month_of(face)]):
                chain = _renamed(each.chain, seat, face, other, is_seen=was_seen)
                if chain is not None:
                    after = position.with_other(seat, face, other)
                    cost = each.cost + READ_LATE + MISREAD * was_seen
                    yield replace(each, position=after, cost=cost, chain=chain)

    yield from _as_they_lie(each, look, ever)


def _as_they_lie(each: Hypothesis, look: Look, ever: Sequence[int]) -> Iterator[Hypothesis]:
    """The hypothesis with a card that lies in a pile for another of its month that came and was never seen there."""
    position = each.position
    for seat, lies in enumerate(look.seen.captures):
        pile = position.piles[seat]
        for other in faces_in(lies & ~pile & position.unseen):
            for face in faces_in(pile & MONTHS[month_of(other)] & ~ever[seat]):
                # Which one nobody saw captured follows from when `other` came.
                chain = _renamed(each.chain, seat, face, other, is_seen=True)
                if chain is not None:
                    after = position.with_other(seat, face, other)
                    yield replace(each, position=after, cost=each.cost + READ_LATE + MISREAD, chain=chain)


def _renamed(chain: Chain, seat: int, face: int, other: int, *, is_seen: bool = False) -> Chain:
    """The half-turns with the newest capture of `seat` with a `face` that nobody saw, or that somebody did, made with
    `other`; none if there is none."""
    steps: list[tuple[Move, When | None]] = []
    while chain is not None:
        chain, move, when = chain
        is_it = (move.seat, move.face, when is not None) == (seat, face, is_seen)
        if is_it and move.takes and move.unread is None:
            chain = chain, replace(move, face=other), None
            for each in reversed(steps):
                chain = chain, *each
            return chain
        steps.append((move, when))
    return None


def _named(chain: Chain, face: int) -> tuple[Chain, bool]:
    """The half-turns with their unread card named; False if none of them laid one that was not captured since."""
    steps = []
    while chain is not None:
        chain, move, when = chain
        steps.append((move, when))
        if move.unread is not None:
            break
        if move.face is None:
            steps[-1] = replace(move, face=face), when
            for each in reversed(steps):
                chain = chain, *each
            return chain, True
    for each in reversed(steps):
        chain = chain, *each
    return chain, False
