"""Since when what is read now has lain in sight: many cards are seen for a while before they are read."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from operator import itemgetter

from ..observation import Outline, Span
from .position import FACE_OF, GROUPS, each_bit

MISSED_LOOKS = 2
"""A card that was not seen in so many frames with nothing over the field does not lie there: one frame may miss it."""

GONE_MS = 4_000
"""A track that was not seen for so long is another thing when it is seen again."""

FORGET_MS = 4_000
"""When a face came is forgotten once it was nowhere for this long: what was there for a moment was misread."""

UNDER_ARM_MS = 16_000
"""What lay on the field and is seen in the same place again before this has passed lay there all the while: an arm that
rests over it does not move."""

MOST_OPEN = 2
"""Nor does one that has left: what is not there although the field has lain open more often since lies there no more.
Counted on six recorded tables: 11 of 21 cards that came back with no more lay there all the while, and none of two that
came back later."""

ANEW_MS = 1_500
"""A card that lies on the field, and was nowhere for so long before, came with its track: a hand that covers a card for
longer leaves its track, and what was seen for a moment before was something else."""

CARRIED_MS = 500
"""What one frame alone showed unsurely in another place is carried there still, if it was not unseen for so long."""

GLIMPSED = 0.8
"""What is carried over the table and read less surely tells nothing: hands and edges look like cards."""

PASSES_MS = 2_000
"""A card that is carried over the table is seen beside all zones for less; what stays there unsure is none."""


LAY_MS = 500
"""What was read in one place for so long lay there: where there is but one card of it, that is the one which is seen
elsewhere later, carried on by an arm."""

TURNED_MS = 200
"""The same where its track shows another card as it is seen elsewhere: that is the one which it was laid on."""

BRIEF_MS = 300
"""What lay on the field for no longer since it came in sight was seen as it was pulled in: it may have lain there
before."""

MOST_ELSEWHERE = 2
"""Where more cards than these are seen elsewhere than before in one frame, the camera or the table was knocked."""

SAME_PLACE = 0.15
"""Share of a card's length by which what lies still may seem to move."""

Spot = tuple[float, ...]
"""The middle of a card, px, and how far from it another one lies; empty where nobody knows."""


def spot_of(quad: Outline) -> Spot:
    """Where a card lies with these corners, clockwise from its top-left."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    return (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4, SAME_PLACE * math.hypot(x3 - x0, y3 - y0)


@dataclass(slots=True)
class _Arrival:
    since_ms: int
    seen_ms: int
    face: int | None = None
    """As what it was read last; None as long as it was not."""
    on_field: bool = True
    spot: Spot = ()
    """Where it was seen last."""
    laid: Span | None = None
    """When pictures show that it was laid on the field."""
    before: tuple[int, int] | None = None
    """What face its track showed before, and for how long, ms."""
    was: int | None = None
    """As what its track was read before; None where that was never read otherwise."""

    @property
    def lay(self) -> tuple[int, int] | None:
        """What face it shows, and for how long it has, ms; None where it was not read."""
        return None if self.face is None else (self.face, self.seen_ms - self.since_ms)


@dataclass
class Arrivals:
    """Watches the tracks of one table: call `begin` for each frame, `note` for everything that is seen in it, `end`."""

    _tracks: dict[int, _Arrival] = field(default_factory=dict)
    _read: dict[int, list[tuple[float, int, bool, bool, int, Spot]]] = field(default_factory=dict)
    """Face → of each of it that is read in this frame how unsure that is, since when it has been in sight, whether
    it lies on the field, whether it was seen in the frame before (one frame alone may be misread), its track, -1
    where nobody follows it, and where it lies."""
    _now_ms: int = 0
    came: dict[int, int] = field(default_factory=dict)
    """Bit of a face (as in a mask of all that was seen) → since when so many of it are seen."""
    laid: dict[int, Span] = field(default_factory=dict)
    """Bit of a face → when pictures show that it was laid on the field."""
    again: dict[int, int] = field(default_factory=dict)
    """Face → since when one more card is read as it than there are: one of them is another."""
    _again_until: dict[int, int] = field(default_factory=dict)
    """Face → when that was so last."""
    _aside: set[int] = field(default_factory=set)
    """Those of them that were not on the field when they came."""
    _captured: set[int] = field(default_factory=set)
    """Those that were, and were seen elsewhere since."""
    _on_field: dict[int, int] = field(default_factory=dict)
    """Bit of a face → when it was seen on the field last."""
    _in_sight: set[int] = field(default_factory=set)
    """Those that the newest frame shows."""
    _firm: set[int] = field(default_factory=set)
    """Those that were seen in two frames on end."""
    _absent: dict[int, int] = field(default_factory=dict)
    """Bit of a face → since when there are fewer of it."""
    _track: dict[int, int] = field(default_factory=dict)
    """Bit of a face → which track showed it last."""
    _spots: dict[int, Spot] = field(default_factory=dict)
    """Bit of a face → where it lay on the field last."""
    _glimpsed: dict[int, Spot] = field(default_factory=dict)
    """Bit of a face → where on the field one frame alone showed it last."""
    _unsure: set[int] = field(default_factory=set)
    """Those that one frame alone showed, and unsurely."""
    _covered: dict[int, tuple[int, int, Spot, Span | None]] = field(default_factory=dict)
    """Bit of a face that lay on the field and was forgotten → until when it counts as covered, since when it had lain
    there, where, and when pictures showed that it was laid."""
    _opened: list[int] = field(default_factory=list)
    """When the field has come to lie open lately."""
    _is_open: bool = False
    _missed: Counter[int] = field(default_factory=Counter)
    """Bit of a face → in how many frames it was not seen although it would have been, had it lain on the field."""
    _unread_ms: int = -1
    """When the newest card of the field that cannot be read came in sight; below zero if there is none."""
    _empty_ms: int = -1
    """When the field was last seen to lie empty; below zero if it never was."""

    def clear(self) -> None:
        """Another source, or the same one opened anew."""
        self._tracks.clear()
        self.came.clear()
        self.laid.clear()
        self.again.clear()
        self._again_until.clear()
        self._aside.clear()
        self._captured.clear()
        self._on_field.clear()
        self._firm.clear()
        self._absent.clear()
        self._track.clear()
        self._spots.clear()
        self._glimpsed.clear()
        self._unsure.clear()
        self._covered.clear()
        self._opened.clear()
        self._missed.clear()
        self._empty_ms = -1

    def begin(self, t_ms: int) -> None:
        """A new frame."""
        if t_ms < self._now_ms:
            self.clear()
        self._now_ms = t_ms
        self._read, self._unread_ms = {}, -1
        self._tracks = {track: each for track, each in self._tracks.items() if t_ms - each.seen_ms < GONE_MS}

    def note(
        self,
        track: int | None,
        face: int | None,
        *,
        on_field: bool = True,
        same: bool = False,
        lies: bool = True,
        p: float = 1.0,
        spot: Spot = (),
        laid: Span | None = None,
    ) -> int:
        """A card is seen, and since when; `face` is None where it is not read surely.

        What was read as another face before is another card, which was laid over it; but not where it may still be the
        `same`. What is read elsewhere than where its track showed something that nobody could read was laid there.
        `lies` is whether it lies still, or in a zone, `p` how surely it is read, `spot` where it lies, and `laid` when
        pictures show that it was laid there."""
        known = _Arrival(self._now_ms, self._now_ms) if track is None else self._tracks.get(track)
        if known is None or _shows_another(known, face, spot, same=same):
            before, was = (known.lay, known.face) if known is not None else (None, None)
            known = _Arrival(self._now_ms, self._now_ms, before=before, was=was)
        known.seen_ms, known.on_field, known.spot = self._now_ms, on_field, spot
        # What was read there before pictures show that it was laid was covered then.
        known.laid = laid if on_field and laid is not None and laid[0] <= known.since_ms else None
        if face is not None:
            known.was = known.was if known.face in (None, face) else known.face
            known.face = face
        is_card = lies or (p >= GLIMPSED and self._now_ms - known.since_ms < PASSES_MS)
        if face is not None and face < len(GROUPS) and is_card:
            firm = track is None or known.since_ms < self._now_ms
            number = -1 if track is None else track
            self._read.setdefault(face, []).append((-p, known.since_ms, on_field, firm, number, spot))
        elif on_field and face is None:
            self._unread_ms = max(self._unread_ms, known.since_ms)
        if track is not None:
            self._tracks[track] = known
        return known.since_ms

    def end(self, *, is_open: bool = False) -> None:
        """Everything that is seen in the frame was noted; `is_open` is whether nothing has moved over the field lately.

        What comes is noted from its first glimpse on: a hand may hide it again before it lies still. But captured
        cards do not come back: what lies on the field now was not seen among captures before. Nor was it seen before
        the field lay open without it."""
        glimpsed, elsewhere = set(), {}
        for face, times in self._read.items():
            in_time = sorted(times, key=itemgetter(slice(1, None)))
            if len(times) > (cards := GROUPS[face].bit_count()):
                self.again.setdefault(face, in_time[cards][1])
                self._again_until[face] = self._now_ms
                in_time = sorted(sorted(times)[:cards], key=itemgetter(slice(1, None)))  # the surest
            bits = list(each_bit(GROUPS[face]))
            for unsure, since, on_field, firm, track, spot in in_time[: len(bits)]:
                bit = self._which(bits, spot, on_field=on_field)
                bits.remove(bit)
                glimpsed.add(bit)
                lay = self._lay(bit)
                another = not lay and self._is_another(bit, track, firm=firm)
                gone = another or self._was_gone(bit, spot, lay=lay)
                gone = gone and not _is_near(spot, self._spots.get(bit, ()))
                if firm and on_field and not gone and not lay and self._is_elsewhere(bit, track, spot):
                    elsewhere[bit] = since
                if on_field:
                    self._on_field[bit] = self._now_ms
                    (self._spots if firm else self._glimpsed)[bit] = spot
                    (self._unsure.discard if firm or -unsure >= GLIMPSED else self._unsure.add)(bit)
                if firm or on_field:
                    self._absent.pop(bit, None)
                    del self._missed[bit]
                if firm or another or bit not in self.came:
                    self._track[bit] = track
                if bit not in self.came or (on_field and (bit in self._aside or gone)):
                    self.came[bit] = self._lain_since(bit, spot, since) if on_field else since
                    (self._aside.discard if on_field else self._aside.add)(bit)
                self._note_laid(bit, self._tracks[track].laid if track in self._tracks else None)
                if firm:
                    self._firm.add(bit)
                    (self._captured.discard if on_field or bit in self._aside else self._captured.add)(bit)
        if len(elsewhere) <= MOST_ELSEWHERE:
            self._lie_elsewhere(elsewhere)
        for face in [face for face, ms in self._again_until.items() if self._now_ms - ms >= FORGET_MS]:
            del self.again[face], self._again_until[face]
        self._in_sight = glimpsed
        self._note_open(is_open=is_open)
        self._note_unseen(is_open=is_open)

    def _lie_elsewhere(self, since: dict[int, int]) -> None:
        """Bits of cards that lie elsewhere on the field than before, and since when: they are the next ones."""
        self.came |= since
        for bit in since:
            self.laid.pop(bit, None)
            self._note_laid(bit, self._tracks[self._track[bit]].laid)

    def _note_laid(self, bit: int, shown: Span | None) -> None:
        """Pictures of the place where a card lies show when it was laid there. An arm that comes and goes, and a push,
        make it no later: what was known before holds until the card was gone for long."""
        if shown is None:
            return
        before = self.laid.setdefault(bit, shown)
        if shown[0] < before[1]:
            self.laid[bit] = max(before[0], shown[0]), min(before[1], shown[1])

    def _note_open(self, *, is_open: bool) -> None:
        """When the field comes to lie open is noted. No arm covers a card on an empty one: where one lay the next
        deal's may come to lie."""
        if is_open and not self._is_open:
            self._opened = [*(ms for ms in self._opened if self._now_ms - ms < UNDER_ARM_MS), self._now_ms]
        self._is_open = is_open
        on_field = any(each[2] for times in self._read.values() for each in times)
        if is_open and not on_field and self._unread_ms < 0:
            self._covered.clear()
            self._empty_ms = self._now_ms

    def _note_unseen(self, *, is_open: bool) -> None:
        """What is not in sight is missed, and forgotten in time."""
        for bit in [bit for bit in self.came if bit not in self._in_sight]:
            self._missed[bit] += is_open and not self._may_lie(bit)
            absent = self._now_ms - self._absent.setdefault(bit, self._now_ms)
            if absent >= FORGET_MS:
                lay = bit in self._firm and bit in self._spots and bit not in self._aside | self._captured
                if lay and self._empty_ms < self._absent[bit]:
                    until_ms = self._now_ms - absent + UNDER_ARM_MS
                    self._covered[bit] = until_ms, self.came[bit], self._spots[bit], self.laid.get(bit)
                del self.came[bit], self._absent[bit], self._missed[bit]
                self.laid.pop(bit, None)
                self._spots.pop(bit, None)
                self._on_field.pop(bit, None)
                self._aside.discard(bit)
                self._captured.discard(bit)
                self._firm.discard(bit)

    def _lain_since(self, bit: int, spot: Spot, since_ms: int) -> int:
        """Since when the card has lain at `spot` that is seen there since then, and was forgotten before."""
        until_ms, came_ms, before, laid = self._covered.pop(bit, (-1, since_ms, (), None))
        opened = sum(ms > until_ms - UNDER_ARM_MS for ms in self._opened)
        lay = self._now_ms < until_ms and opened <= MOST_OPEN
        if not lay or not _is_near(spot, before):
            return since_ms
        self._note_laid(bit, laid)
        return came_ms

    @property
    def told(self) -> dict[int, int]:
        """`came`, without what one frame alone showed and the open field did not since: unseen since, it is misread."""
        return {
            bit: ms
            for bit, ms in self.came.items()
            if bit in self._firm or bit in self._in_sight or self._missed[bit] < MISSED_LOOKS
        }

    @property
    def aside(self) -> int:
        """Mask of the bits of those that were not on the field when they came."""
        return sum(1 << bit for bit in self._aside)

    def was_read(self, face: int) -> set[int]:
        """As what else those cards of the field were read that are read as `face` now."""
        lying = (each for each in self._tracks.values() if each.on_field and each.face == face)
        return {each.was for each in lying if each.was is not None and self._now_ms - each.seen_ms < FORGET_MS}

    @property
    def brief(self) -> int:
        """Mask of the bits of those that came on the field, and were seen there for a moment."""
        last = ((bit, self._on_field.get(bit)) for bit in self.came if bit not in self._aside)
        return sum(
            1 << bit for bit, ms in last if ms is not None and ms < self._now_ms and ms - self.came[bit] <= BRIEF_MS
        )

    def _which(self, bits: list[int], spot: Spot, *, on_field: bool) -> int:
        """Which of the cards `bits` is read: on the field, at `spot`, none that was captured, though that one may be
        hidden now."""
        if on_field:
            for bit in bits:
                if bit not in self._captured or _is_near(spot, self._spots.get(bit, ())):
                    return bit
        return bits[0]

    def _is_another(self, bit: int, track: int, *, firm: bool) -> bool:
        """True if what showed the card before is in sight beside `track`: then that one is another card.

        Where it shows that card yet, one frame of `track` does not tell: under the arm that pulls it in a card is
        believed to lie on."""
        before = self._tracks.get(self._track.get(bit, track))
        if before is None or before is self._tracks.get(track) or before.seen_ms != self._now_ms:
            return False
        return firm or before.face != FACE_OF[bit]

    def _was_gone(self, bit: int, spot: Spot, *, lay: bool) -> bool:
        """True if the card was nowhere for long, but not where a glimpse showed it at `spot` before: an arm covered it;
        or if the open field showed that it is not there. An unsure glimpse of another place is sooner another card."""
        absent = self._now_ms - self._absent.get(bit, self._now_ms)
        before = self._glimpsed.get(bit, ())
        covered = lay or _is_near(spot, before)
        long = CARRIED_MS if bit in self._unsure and before and spot else ANEW_MS
        return (absent >= long and not covered) or self._missed[bit] >= MISSED_LOOKS

    def _lay(self, bit: int) -> bool:
        """True if `bit` is the one card of its face and lay on the field for a while, as its track tells, though that
        may show something else by now."""
        last, face = self._tracks.get(self._track.get(bit, -1)), FACE_OF[bit]
        if last is None or not last.on_field or GROUPS[face].bit_count() > 1:
            return False
        (shown, shown_ms), (before, before_ms) = last.lay or (-1, 0), last.before or (-1, 0)
        return (shown == face and shown_ms >= LAY_MS) or (before == face and before_ms >= TURNED_MS)

    def _is_elsewhere(self, bit: int, track: int, spot: Spot) -> bool:
        """True if the card lies elsewhere on the field than before, and not because it was pushed: it is the next one,
        and the one before was captured."""
        before = self._spots.get(bit, ())
        return bool(spot and before) and self._track.get(bit, track) != track and not _is_near(spot, before)

    def _may_lie(self, bit: int) -> bool:
        """True if the card may lie on the field although it is not read: it is read as another one, or there
        is something since then that cannot be read."""
        last = self._tracks.get(self._track.get(bit, -1))
        lies = last is not None and last.on_field and last.seen_ms == self._now_ms
        return lies or self._unread_ms >= self.came[bit]


def _shows_another(known: _Arrival, face: int | None, spot: Spot, *, same: bool) -> bool:
    """True if the track shows another card than before."""
    if face is None:
        return False
    if known.face is None:
        return bool(spot and known.spot) and not _is_near(spot, known.spot)
    return not same and known.face != face


def _is_near(one: Spot, other: Spot) -> bool:
    """True if both are known and one card lies there."""
    return bool(one and other) and math.hypot(one[0] - other[0], one[1] - other[1]) <= one[2]
