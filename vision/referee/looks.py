"""From frames to looks: what lies in each zone once it lies still, and since when.

A frame misses a card now and then, and a hand hides some. A card counts as lying in a zone once it was seen there twice
and for a moment; it counts as gone once it was not seen for longer, or surely lies elsewhere. A look is handed on when
nothing of that changed for a while, and again each time it has lasted three times as long: many like looks are not as
many witnesses.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from yakume.engine import BACK

from ..observation import CoveredCard, Outline, Span
from ..zones import DECK, FIELD, Zone, captures_of, shown_by
from .arrivals import Arrivals, spot_of
from .brought import Ways
from .covers import OPEN_MS, Covers
from .look import Look
from .lying import Lying
from .overlaid import Overlaid
from .position import FACE_OF, GROUPS, each_bit, put
from .reach import Arms
from .readings import InDoubt, likelier
from .stock import Stock

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

READ_ANEW_MS = 500
"""What a hand lay over is read anew for so long after it has left, and may be missed meanwhile."""

UNREAD_LOOKS = 4
"""Cards of the field count as unread that were not read in so many frames."""

MAYBE = 0.1
"""A card in doubt may be one that it is with this probability: that one is not covered."""

READ = 0.5
"""A card read with less probability is not counted."""

READ_BESIDE = 0.8
"""The same of what lies in no zone, or beside the stock, where hardly any card does."""


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
    likely: tuple[tuple[int, float], ...] = ()
    """Of a card in doubt, faces that it may show with their probabilities."""
    quad: Outline | None = None
    """Its corners, px; None where nobody knows them."""
    laid: Span | None = None
    """When its place was last seen without it, and since when a part of it is seen there; None where nobody knows."""


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
    _began_ms: int = -1
    """When the first frame of this source was taken."""
    _seen: dict[tuple[int, int], _Presence] = field(default_factory=dict)
    """(place of a zone, bit of a face) → how it was seen."""
    _covers: Covers = field(default_factory=Covers)
    _moved_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when something last moved over it."""
    _shape: tuple[int, ...] = ()
    _since_ms: int = 0
    _field_since_ms: int = 0
    """Since when the field lies as it does."""
    _handed: int = 0
    """How many of `REST_MS` this shape was handed on for."""
    _unread: deque[int] = field(default_factory=lambda: deque(maxlen=UNREAD_LOOKS))
    """How many cards of the field could not be read, frame by frame."""

    _arrivals: Arrivals = field(default_factory=Arrivals)
    _in_doubt: InDoubt = field(default_factory=InDoubt)
    _ways: Ways = field(default_factory=Ways)
    _arms: Arms = field(default_factory=Arms)
    _stock: Stock = field(default_factory=Stock)
    _overlaid: Overlaid = field(default_factory=Overlaid)
    _now: Look | None = None
    """What lies there since the last frame; None until somebody asks."""

    def __post_init__(self) -> None:
        seats = range(self.seats)
        self._zones: tuple[Zone | None, ...] = (FIELD, *map(captures_of, seats), *map(shown_by, seats), None)
        self._place = {zone: at for at, zone in enumerate(self._zones)}

    def observe(
        self,
        t_ms: int,
        sights: Iterable[Sight],
        moving: frozenset[Zone] = frozenset(),
        covered: Iterable[CoveredCard] = (),
    ) -> Look | None:
        """Take a frame in which something moves over the zones `moving`, and lies over the cards `covered`; the look
        that it completes, if it does."""
        if not 0 <= self.now_ms <= t_ms:  # another source, or the same one opened anew
            self._seen.clear()
            self._arrivals.clear()
            self._covers.clear()
            self._moved_ms.clear()
            self._in_doubt.clear()
            self._ways.clear()
            self._arms.clear()
            self._stock.clear()
            self._overlaid.clear()
            self._began_ms = self._since_ms = self._field_since_ms = t_ms
        self.now_ms, self._now = t_ms, None
        on = [0] * len(self._zones)
        unread = maybe = 0  # faces that cards of the field may have: none of them is covered
        stock = False
        self._arrivals.begin(t_ms)
        for sight in sights:
            if sight.track is not None and sight.quad is not None:
                self._ways.note(sight.track, sight.face, sight.zone, sight.p, sight.quad, t_ms, stable=sight.stable)
            stock |= sight.zone == DECK
            at = self._place.get(sight.zone, len(on) - 1)
            face = self._face_of(sight, at)
            if face is None or face == BACK.index:
                unread += sight.face != BACK.index and sight.zone == FIELD
                continue
            if sight.stable:
                on[at] = put(on[at], face)
            if sight.stable and not at:
                for each, p in sight.likely or ((face, 1.0),):
                    maybe = put(maybe, each) if p >= MAYBE else maybe
        self._overlaid.note(covered, t_ms)
        self._in_doubt.forget(t_ms)
        self._unread.append(unread)
        self._moved_ms |= dict.fromkeys(moving, t_ms)
        self._arrivals.end(is_open=t_ms - self._moved_ms.get(FIELD, -OPEN_MS) >= OPEN_MS)
        self._ways.end(t_ms)
        self._arms.note(moving, t_ms)
        self._stock.note(t_ms, lies=stock, hidden=DECK in moving)
        self._covers.note(maybe, t_ms, moving=FIELD in moving)
        self._count(on, moving)
        shape = self._there()
        if shape != self._shape:
            if shape[:1] != self._shape[:1]:
                self._field_since_ms = t_ms
            self._shape, self._since_ms, self._handed = shape, t_ms, 0
        rested = t_ms - self._since_ms
        if self._handed < len(REST_MS) and rested >= REST_MS[self._handed]:
            while self._handed < len(REST_MS) and rested >= REST_MS[self._handed]:
                self._handed += 1
            still_read = (zone for zone, ms in self._moved_ms.items() if t_ms - ms < READ_ANEW_MS)
            return self.look(self._handed - 1, frozenset(still_read))
        return None

    def _face_of(self, sight: Sight, at: int) -> int | None:
        """What a card counts as that is seen at place `at`; None where it cannot be read. One that reads as one of two
        faces and then as the other is still the same card."""
        least = READ if at < len(self._zones) - 1 else READ_BESIDE
        face, track = sight.face if sight.p >= least else None, sight.track
        spot = spot_of(sight.quad) if sight.quad is not None else ()
        before = self._in_doubt.before(track)
        lies = sight.stable or sight.zone is not None
        if track is None or (before is None and not sight.likely):
            self._arrivals.note(track, face, on_field=not at, lies=lies, p=sight.p, spot=spot, laid=sight.laid)
            return face
        was = before.face if before is not None else None
        same = any(was == each for each, _ in sight.likely)
        if same and was is not None and face not in (None, was):
            face = likelier(was, sight.face, sight.likely)
            self._read_anew(at, was, face)
        since_ms = self._arrivals.note(
            track, face, on_field=not at, same=same, lies=lies, p=sight.p, spot=spot, laid=sight.laid
        )
        self._in_doubt.note(track, at, face, sight.likely, self.now_ms, since_ms)
        return face

    def _read_anew(self, place: int, before: int, face: int) -> None:
        """The card that lay at `place` as `before` is likelier `face`: none left and none came."""
        known = [bit for bit in each_bit(GROUPS[before]) if (place, bit) in self._seen]
        free = [bit for bit in each_bit(GROUPS[face]) if (place, bit) not in self._seen]
        if before != face and known and free:
            self._seen[place, free[0]] = self._seen.pop((place, known[-1]))

    def look(self, rest: int = 0, moving: frozenset[Zone] = frozenset()) -> Look:
        """What lies there now."""
        # Many ask between two frames.
        if self._now is None:
            self._now = self._looked()
        return replace(self._now, rest=rest, moving=moving) if rest or moving else self._now

    def _looked(self) -> Look:
        came = MappingProxyType(self._arrivals.told)
        everything = self._shape or (0,) * len(self._zones)
        now = self._there(self.now_ms - JUST_MS)
        return Look(
            self.now_ms,
            self._lying(everything),
            self._lying(now),
            came,
            MappingProxyType(self._covers.left_ms(self.now_ms)),
            0,
            frozenset(),
            min(self._unread, default=0),
            self._in_doubt.among(everything, self.now_ms, JUST_MS),
            dict(self._arrivals.again),
            self._in_doubt.hints(),
            MappingProxyType(self._covers.back_ms(self.now_ms)),
            self._covers.arms_ms,
            dict(self._ways.found),
            self._arrivals.aside,
            self._arms.reached,
            self._arms.drawn,
            self._stock.is_gone,
            dict(self._arrivals.laid),
            self._arrivals.brief,
            self._overlaid.spans,
            self._began_ms,
        )

    def _lying(self, masks: tuple[int, ...]) -> Lying:
        n = self.seats
        return Lying(masks[0], masks[1 : 1 + n], masks[1 + n : 1 + 2 * n], masks[-1])

    @property
    def rested_ms(self) -> int:
        """For how long nothing changed."""
        return self.now_ms - self._since_ms

    @property
    def field_rested_ms(self) -> int:
        """For how long nothing changed on the field."""
        return self.now_ms - self._field_since_ms

    def was_read(self, face: int) -> set[int]:
        """As what else those cards of the field were read that are read as `face` now."""
        return self._arrivals.was_read(face)

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
