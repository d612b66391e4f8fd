"""From frames to looks: what lies in each zone once it lies still, and since when.

A frame misses a card now and then, and a hand hides some. A card counts as lying in a zone once it was seen there twice
and for a moment; it counts as gone once it was not seen for longer, or surely lies elsewhere. A look is handed on when
nothing of that changed for a while, and again each time it has lasted three times as long: many like looks are not as
many witnesses.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from yakume.engine import BACK

from ..zones import FIELD, Zone, captures_of, shown_by
from .arrivals import Arrivals
from .lying import Lying
from .position import FACE_OF, GROUPS, each_face, put

COMES_MS, COMES_LOOKS = 150, 2
"""A card is there once it was seen for this long and in so many frames."""

GOES_MS, GOES_LOOKS = 600, 3
"""A card is gone once it was not seen for this long and in so many frames."""

COVERED_MS = 2_000
"""Where something moves, a card that is not seen may be covered for this long."""

REST_MS = (300, 900, 2_700, 8_100, 24_300)
"""A look is handed on when nothing changed for so long; each of them once."""

JUST_MS = 250
"""What was seen so lately is seen now: a frame misses a card now and then."""

UNREAD_LOOKS = 4
"""Cards of the field count as unread that were not read in so many frames."""

READ = 0.5
"""A card read with less probability is not counted."""

FORGET_MS = 4_000
"""When a face came is forgotten once it was nowhere for this long: what was there for a moment was misread."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One card of a frame."""

    face: int
    """Face number, that of `BACK` for one that lies face down."""
    zone: Zone | None
    p: float = 1.0
    stable: bool = True
    track: int | None = None
    """Its number as long as it lies there; None where nobody follows it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What lies where, once it lies still."""

    t_ms: int
    there: Lying
    """What lies there, as far as is known: what a hand may cover is not gone."""
    seen: Lying
    """What of it is seen just now."""
    came_ms: Mapping[int, int] = field(default_factory=dict)
    """Bit of a face (as in a mask of all that was seen) → since when so many of it are seen."""
    left_ms: Mapping[int, int] = field(default_factory=dict)
    """Bit of a face on the field that is not seen now → when it was last seen there."""
    rest: int = 0
    """How long it lasted: place in `REST_MS`."""
    moving: frozenset[Zone] = frozenset()
    """Zones in which something moves."""
    unread: int = 0
    """How many cards lie on the field that cannot be read."""

    @property
    def hides_field(self) -> bool:
        """True if something moves over the field."""
        return FIELD in self.moving

    def of(self, order: Collection[int], others_ms: dict[int, int]) -> Look:
        """The look without what lies open before others than `order`, who play: who is squeezed out shows the hand and
        puts it into the stock (H88-BID-06), where each card may be turned.

        Args: `others_ms` keeps when each face was last seen so, from look to look.
        """
        others = [seat for seat in range(len(self.seen.shown)) if seat not in order]
        for seat in others:
            others_ms |= dict.fromkeys(each_face(self.there.shown[seat] | self.seen.shown[seat]), self.t_ms)
        if not others_ms:
            return self

        def without_others(lying: Lying) -> Lying:
            return replace(lying, shown=tuple(0 if seat in others else at for seat, at in enumerate(lying.shown)))

        came = {bit: ms for bit, ms in self.came_ms.items() if ms > others_ms.get(FACE_OF[bit], -1)}
        there, seen = without_others(self.there), without_others(self.seen)
        return replace(self, there=there, seen=seen, came_ms=MappingProxyType(came))

    def later(self, ms: int) -> Look:
        """The look as it would be so much later."""
        came = {bit: at + ms for bit, at in self.came_ms.items()}
        left = {bit: at + ms for bit, at in self.left_ms.items()}
        return replace(self, t_ms=self.t_ms + ms, came_ms=MappingProxyType(came), left_ms=MappingProxyType(left))

    def lies_as(self, first: int) -> bool:
        """True if the first field lies there, and no captures: nobody has played yet."""
        return self.there.field == first and not any(self.there.captures)

    @property
    def glimpsed(self) -> int:
        """Faces that were seen lately, lying still or not."""
        return sum(1 << bit for bit in self.came_ms)


@dataclass(slots=True)
class _Presence:
    first_ms: int
    last_ms: int
    looks: int = 1
    missed: int = 0
    there: bool = False


@dataclass
class LookKeeper:
    """Smooths the frames of one table; feed it all of them in order."""

    seats: int
    now_ms: int = -1
    _seen: dict[tuple[int, int], _Presence] = field(default_factory=dict)
    """(place of a zone, bit of a face) → how it was seen."""
    _came: dict[int, int] = field(default_factory=dict)
    _absent: dict[int, int] = field(default_factory=dict)
    """Bit of a face → since when there are fewer of it."""
    _on_field: dict[int, int] = field(default_factory=dict)
    """Bit of a face → when it was last seen on the field."""
    _shape: tuple[int, ...] = ()
    _since_ms: int = 0
    _handed: int = 0
    """How many of `REST_MS` this shape was handed on for."""
    _unread: deque[int] = field(default_factory=lambda: deque(maxlen=UNREAD_LOOKS))
    """How many cards of the field could not be read, frame by frame."""

    _arrivals: Arrivals = field(default_factory=Arrivals)

    def __post_init__(self) -> None:
        seats = range(self.seats)
        self._zones: tuple[Zone | None, ...] = (FIELD, *map(captures_of, seats), *map(shown_by, seats), None)
        self._place = {zone: at for at, zone in enumerate(self._zones)}

    def observe(self, t_ms: int, sights: Iterable[Sight], moving: frozenset[Zone] = frozenset()) -> Look | None:
        """Take a frame; the look that it completes, if it does.

        Args:
            moving: zones in which something moves.
        """
        if t_ms < self.now_ms:  # another source, or the same one opened anew
            self._seen.clear()
            self._came.clear()
            self._absent.clear()
            self._on_field.clear()
            self._since_ms = t_ms
        self.now_ms = t_ms
        on = [0] * len(self._zones)
        glimpsed = unread = 0
        self._arrivals.begin(t_ms)
        for sight in sights:
            self._arrivals.note(sight.track, sight.face if sight.p >= READ else None)
            if sight.p < READ or sight.face == BACK.index:
                unread += sight.face != BACK.index and sight.zone == FIELD
                continue
            glimpsed = put(glimpsed, sight.face)
            if sight.stable:
                at = self._place.get(sight.zone, len(on) - 1)
                on[at] = put(on[at], sight.face)
        self._unread.append(unread)
        self._note_coming(glimpsed)
        for bit in each_bit(on[0]):
            self._on_field[bit] = t_ms
        self._count(on, moving)
        shape = self._there()
        if shape != self._shape:
            self._shape, self._since_ms, self._handed = shape, t_ms, 0
        rested = t_ms - self._since_ms
        if self._handed < len(REST_MS) and rested >= REST_MS[self._handed]:
            while self._handed < len(REST_MS) and rested >= REST_MS[self._handed]:
                self._handed += 1
            return self.look(self._handed - 1, moving)
        return None

    def look(self, rest: int = 0, moving: frozenset[Zone] = frozenset()) -> Look:
        """What lies there now."""
        came = MappingProxyType(dict(self._came))
        everything = self._shape or (0,) * len(self._zones)
        now = self._there(self.now_ms - JUST_MS)
        left = {bit: ms for bit, ms in self._on_field.items() if self.now_ms - FORGET_MS * 4 <= ms < self.now_ms}
        return Look(
            self.now_ms,
            self._lying(everything),
            self._lying(now),
            came,
            left,
            rest,
            moving,
            min(self._unread, default=0),
        )

    def _lying(self, masks: tuple[int, ...]) -> Lying:
        n = self.seats
        return Lying(masks[0], masks[1 : 1 + n], masks[1 + n : 1 + 2 * n], masks[-1])

    @property
    def rested_ms(self) -> int:
        """For how long nothing changed."""
        return self.now_ms - self._since_ms

    def _count(self, on: list[int], moving: frozenset[Zone]) -> None:
        now = self.now_ms
        for place, mask in enumerate(on):
            while mask:
                low = mask & -mask
                mask ^= low
                bit = low.bit_length() - 1
                known = self._seen.get((place, bit))
                if known is None:
                    self._seen[place, bit] = _Presence(now, now)
                    continue
                known.last_ms, known.missed = now, 0
                known.looks += 1
                if not known.there and known.looks >= COMES_LOOKS and now - known.first_ms >= COMES_MS:
                    known.there = True
        unseen: list[tuple[int, tuple[int, int]]] = []
        lying: Counter[int] = Counter()
        for key, known in list(self._seen.items()):
            place, bit = key
            lying[FACE_OF[bit]] += known.there
            if known.last_ms == now:
                continue
            known.missed += 1
            patience = COVERED_MS if known.there and self._zones[place] in moving else GOES_MS
            gone = known.missed >= GOES_LOOKS and (now - known.last_ms >= patience or not known.there)
            if gone:
                lying[FACE_OF[bit]] -= known.there
                del self._seen[key]
            elif known.there:
                unseen.append((known.last_ms, key))
        # What is seen elsewhere by now, as often as it exists, has left.
        for _, key in sorted(unseen):
            face = FACE_OF[key[1]]
            if lying[face] > GROUPS[face].bit_count():
                lying[face] -= 1
                del self._seen[key]

    def _there(self, since_ms: int = -1) -> tuple[int, ...]:
        """By zone, what was last seen at `since_ms` or later."""
        masks = [0] * len(self._zones)
        for (place, bit), known in self._seen.items():
            if known.there and known.last_ms >= since_ms:
                masks[place] = put(masks[place], FACE_OF[bit])
        return tuple(masks)

    def _note_coming(self, glimpsed: int) -> None:
        """What comes is noted from its first glimpse on: a hand may hide it again before it lies still."""
        for bit in each_bit(glimpsed):
            self._absent.pop(bit, None)
            if bit not in self._came:
                self._came[bit] = self._arrivals.since(
                    FACE_OF[bit], (GROUPS[FACE_OF[bit]] & (1 << bit) - 1).bit_count()
                )
        for bit in [bit for bit in self._came if not glimpsed >> bit & 1]:
            since = self._absent.setdefault(bit, self.now_ms)
            if self.now_ms - since >= FORGET_MS:
                del self._came[bit], self._absent[bit]


def each_bit(mask: int) -> Iterable[int]:
    """Numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
