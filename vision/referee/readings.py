"""What cards in doubt may be: faces with what each costs, and which of them a hypothesis takes a card for.

A reader that is not sure of a card names several faces. The likeliest is counted as lying there; a position in which
that card cannot lie, and another that it may be is missing, takes it for that one and pays for it. So what the game
knows of a card (the other one is captured, lies elsewhere, has not come yet) settles what its picture does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType

from ..thresholds import LEAST_NAMED
from .lying import Lying
from .position import GROUPS, Position, count_of, each_bit, each_face, merged, put, take

Readings = tuple[tuple[int, float], ...]
"""Faces with what each costs against the likeliest, in nats; cheapest first."""

KEEPS = math.log(1.5)
"""A card counts as the face that it counted as before while no other is likelier by more than this, in nats."""

ANOTHER = 3.0
"""What it costs that a card is taken for another one than before: something else lies in its place."""

KEPT_MS = 4_000
"""For so long a card that is not seen is known to be in doubt: a hand may cover it."""

MOST_HINTED = 2.0
"""What an unread card may be makes no half-turn where it costs more than this, in nats."""

MOST_IN_PILE = 1.5
"""An unread card among captures is none that would cost more than this, in nats: that one may as well lie covered."""

UNREAD_LOOKS = 2
"""A card that nobody can read lies there once it was seen in so many frames."""


@dataclass(slots=True)
class Maybe:
    """A card in doubt."""

    track: int
    place: int
    """Of its zone: the field, then captures by seat, then shown cards by seat."""
    face: int | None
    """What it is counted as; None where nothing is likely enough."""
    readings: Readings
    floor: float
    """What the likeliest of them costs by itself, in nats."""
    since_ms: int
    seen_ms: int
    looks: int = 1


@dataclass(frozen=True, slots=True)
class Doubt:
    """The same of a look."""

    track: int
    place: int
    face: int | None
    readings: Readings
    since_ms: int
    seen: bool
    """False while something covers it."""


Hints = Mapping[int, tuple[float, int]]
"""Faces that a card which nobody can read may have: what that costs, and since when it is in sight."""

NO_HINTS: Hints = MappingProxyType({})


def readings_of(candidates: Iterable[tuple[int, float]]) -> Readings:
    """Readings of faces with their probabilities."""
    likely = sorted((-p, face) for face, p in candidates if p >= LEAST_NAMED)
    best = -likely[0][0] if likely else 1.0
    return tuple((face, math.log(best / -p)) for p, face in likely)


def likelier(was: int, now: int, likely: Iterable[tuple[int, float]]) -> int:
    """What a card counts as that was counted as `was` and reads as `now`: what it was where that is about as likely."""
    cost = next((cost for face, cost in readings_of(likely) if face == was), KEEPS + 1)
    return was if cost <= KEEPS else now


@dataclass
class InDoubt:
    """The cards in doubt of one table; feed it everything that is seen in each frame."""

    _cards: dict[int, Maybe] = field(default_factory=dict)

    def clear(self) -> None:
        """Another source."""
        self._cards.clear()

    def before(self, track: int | None) -> Maybe | None:
        """The card as it was seen before, where it was in doubt."""
        return self._cards.get(track) if track is not None else None

    def note(
        self, track: int, place: int, face: int | None, likely: Sequence[tuple[int, float]], now_ms: int, since_ms: int
    ) -> None:
        """A card with such a number is seen, which shows one of the faces `likely` with their probabilities; without
        them it is not in doubt."""
        if not likely:
            self._cards.pop(track, None)
            return
        readings, floor = readings_of(likely), -math.log(max(p for _, p in likely))
        known = self._cards.get(track)
        if known is None or known.place != place:
            self._cards[track] = Maybe(track, place, face, readings, floor, since_ms, now_ms)
        else:
            known.face, known.readings, known.floor, known.seen_ms = face, readings, floor, now_ms
            known.looks += 1

    def forget(self, now_ms: int) -> None:
        """Forget what was not seen for long."""
        for track in [track for track, each in self._cards.items() if now_ms - each.seen_ms >= KEPT_MS]:
            del self._cards[track]

    def among(self, there: tuple[int, ...], now_ms: int, just_ms: int) -> tuple[Doubt, ...]:
        """Those that lie `there`, by place; and cards of the field that nobody can read."""
        found = []
        for each in self._cards.values():
            seen = now_ms - each.seen_ms <= just_ms
            if each.place >= len(there) - 1:  # in no zone: nothing follows from it
                continue
            lies = seen and each.looks >= UNREAD_LOOKS if each.face is None else there[each.place] & GROUPS[each.face]
            extra = each.floor if each.face is None else 0.0
            readings = tuple((face, cost + extra) for face, cost in each.readings)
            if each.face is None and each.place:
                in_pile = each.place <= (len(there) - 2) // 2
                readings = tuple(each for each in readings if in_pile and each[1] <= MOST_IN_PILE)
            if lies and readings:
                found.append(Doubt(each.track, each.place, each.face, readings, each.since_ms, seen))
        return tuple(found)

    def hints(self) -> Hints:
        """What cards of the field may be that nobody could read, those among them that lay there a moment ago."""
        found: dict[int, tuple[float, int]] = {}
        for each in self._cards.values():
            if each.face is not None or each.place or each.looks < UNREAD_LOOKS:
                continue
            for face, cost in each.readings:
                if face not in found or cost + each.floor <= found[face][0]:
                    found[face] = cost + each.floor, each.since_ms
        return found


Taken = tuple[tuple[int, int, float], ...]
"""Tracks in doubt, what each is taken for, and what that costs."""


@dataclass(frozen=True, slots=True)
class Taking:
    """What a position makes of the cards in doubt."""

    there: Lying
    seen: Lying
    came_ms: Mapping[int, int]
    read: int
    """Cards of the field that nobody could read and that are taken for a missing one."""
    taken: Taken
    suggested: int
    """Bits of faces, unknown to the position, that a card may be which it does not explain."""


def take_for(
    position: Position,
    doubts: Sequence[Doubt],
    there: Lying,
    seen: Lying,
    came_ms: Mapping[int, int],
    again_ms: Mapping[int, int],
    unread: int = 0,
) -> Taking:
    """What the cards in doubt are if `position` is true, of what lies `there` and is `seen` in a look (see `Look`).

    Of the cards that nobody can read, `unread` in number, those that came first are what `position` holds as such."""
    seats = len(position.piles)
    lies, shows = _by_place(there), _by_place(seen)
    came = dict(came_ms)
    taken, suggested, read = [], 0, 0
    spare = max(unread, sum(each.face is None and not each.place for each in doubts)) - position.unread
    for doubt in sorted(doubts, key=_rank):
        if doubt.face is None and not doubt.place and read >= spare:
            continue
        owner = 0 if not doubt.place else 1 + (doubt.place - 1) % seats
        should = _should_lie(position, owner, there if doubt.face is not None else _lying(lies, seats, there.outside))
        lying = merged(lies[owner], lies[owner + seats]) if owner else lies[0]
        face = doubt.face
        if face is not None and count_of(lying, face) <= count_of(should, face):
            cost = next((cost for each, cost in doubt.readings if each == face), 0.0)
            taken.append((doubt.track, face, cost))
            continue
        others = [each for each in doubt.readings if each[0] != face]
        fitting = [each for each in others if count_of(lying, each[0]) < count_of(should, each[0])]
        if not fitting:
            if owner and owner - 1 != position.seat:
                continue  # what lies with somebody else was not captured by whose half-turn is next
            free = position.unseen
            for other in [other for other, _ in others if free & GROUPS[other]]:
                bit = _lowest(free & GROUPS[other])
                suggested |= 1 << bit
                if bit not in came:
                    _note_arrival(came, other, doubt.since_ms, likeliest=other == doubt.readings[0][0])
            continue
        other, cost = fitting[0]
        taken.append((doubt.track, other, cost))
        everything = reduce(merged, lies, 0)
        if face is None:
            read += not doubt.place
        else:
            bit = (everything & GROUPS[face]).bit_length() - 1
            came.pop(bit, None)
            if face in again_ms:
                came[bit] = again_ms[face]
            lies[doubt.place] = take(lies[doubt.place], face)
            shows[doubt.place] = take(shows[doubt.place], face) if doubt.seen else shows[doubt.place]
        lies[doubt.place] = put(lies[doubt.place], other)
        if doubt.seen:
            shows[doubt.place] = put(shows[doubt.place], other)
        bit = (put(everything, other) & GROUPS[other]).bit_length() - 1
        came[bit] = min(came.get(bit, doubt.since_ms), doubt.since_ms)  # it may have been read before it lay there
    return Taking(
        _lying(lies, seats, there.outside),
        _lying(shows, seats, seen.outside),
        MappingProxyType(came),
        read,
        tuple(taken),
        suggested,
    )


def _rank(doubt: Doubt) -> tuple[bool, bool, int]:
    """What is read comes first; of what is not, captures, which lie on the field no more, and then what came last."""
    if doubt.face is not None:
        return False, False, 0
    return True, not doubt.place, -doubt.since_ms


def reading_cost(taken: Taken, paid: Mapping[int, tuple[int, float]]) -> tuple[float, Mapping[int, tuple[int, float]]]:
    """What it costs besides what was `paid` (track → face and cost) to take cards so, and what is paid then."""
    cost, now = 0.0, dict(paid)
    for track, face, price in taken:
        before, old = paid.get(track, (face, 0.0))
        cost += price - old + (ANOTHER if before != face else 0.0)
        now[track] = face, price
    return cost, now


def still_away(position: Position, there: Lying) -> int:
    """Captured cards that may still lie on the field: of the running turn and the last, and not with their owner."""
    away = 0
    if not position.loose and not position.older:
        return away
    turn = (position.turns - 1) // 2
    for loose, at in ((position.loose, turn), (position.older, turn - 1)):
        if not loose:
            continue
        seat = position.order[at % len(position.order)]
        lies = merged(there.captures[seat], there.shown[seat]) if there.shown[seat] else there.captures[seat]
        hidden = merged(position.piles[seat], position.exposed[seat]) & ~lies
        if hidden:
            for face in each_face(loose):
                if count_of(hidden, face) > count_of(away, face):
                    away = put(away, face)
    return away


def _should_lie(position: Position, owner: int, there: Lying) -> int:
    if not owner:
        return merged(position.field, still_away(position, there))
    return merged(position.piles[owner - 1], position.exposed[owner - 1])


def _by_place(lying: Lying) -> list[int]:
    return [lying.field, *lying.captures, *lying.shown]


def _lying(masks: list[int], seats: int, outside: int) -> Lying:
    return Lying(masks[0], tuple(masks[1 : 1 + seats]), tuple(masks[1 + seats :]), outside)


def _note_arrival(came: dict[int, int], face: int, since_ms: int, *, likeliest: bool) -> None:
    """Note that one more card has been in sight since then, which may have that `face`.

    If it is the `likeliest` the others of it came before or after that one; else they are told by themselves."""
    bits = list(each_bit(GROUPS[face]))
    times = [came[bit] for bit in bits if bit in came]
    if likeliest:
        came |= zip(bits, sorted([*times, since_ms]), strict=False)
    elif len(times) < len(bits):
        came[bits[len(times)]] = max([*times, since_ms])


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
