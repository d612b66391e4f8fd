"""What lies on the table once it lies still."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..observation import Span
from ..zones import FIELD, Zone, captures_of, shown_by
from .brought import Brought
from .lying import Lying
from .position import FACE_OF, Position, each_face
from .reach import Reached
from .readings import Doubt, Hints, Taking, take_for

SETTLES_MS = 500
"""What lies there as a camera begins to look is in sight after so long, read or not, but for what an arm hides."""


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
    doubts: tuple[Doubt, ...] = ()
    """Cards that may be others than they are counted as."""
    again_ms: Mapping[int, int] = field(default_factory=dict)
    """Face → since when one more card is read as it than there are."""
    hints: Hints = field(default_factory=dict)
    """What cards may be that could not be read."""
    back_ms: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Bit of a face on the field that was covered → when it was last seen before, and since when it is seen again."""
    arms_ms: tuple[int, ...] = ()
    """Since when something moved over the field, the last few times."""
    brought: Mapping[int, Brought] = field(default_factory=dict)
    """Face → how the one that came last to the field was brought, where that was seen."""
    aside: int = 0
    """Bits of the faces in `came_ms` that were not on the field when they came."""
    reached: Reached = field(default_factory=dict)
    """Whose arms lay over the field when."""
    drawn: tuple[Span, ...] = ()
    """When hands were at the stock, the last few times."""
    stock_gone: bool = False
    """True if the stock lay there and does no more."""
    laid: Mapping[int, Span] = field(default_factory=dict)
    """Bit of a face on the field → when its place was last seen without it, and since when a part of it is seen there,
    where pictures show that."""
    brief: int = 0
    """Bits of the faces in `came_ms` that were seen on the field only for a moment."""
    over: Mapping[int, Span] = field(default_factory=dict)
    """Face → when a card of it on the field was last seen with nothing over it, and since when something lies there,
    where pictures show that."""
    began_ms: int = -1
    """When the camera began to look; -1 where nobody knows."""

    def lay_before(self, came_ms: int) -> bool:
        """True of a card that came in sight as the camera began to look: it may have lain there before."""
        return self.began_ms >= 0 and came_ms < self.began_ms + SETTLES_MS

    def since(self, before: Look) -> int:
        """From when on the camera looks that shows this after the look `before`, ms: another one begins anew."""
        is_same = self.began_ms == before.began_ms and self.t_ms >= before.t_ms
        return self.t_ms if is_same or self.began_ms < 0 else self.began_ms

    def taken_for(self, position: Position) -> tuple[Look, Taking | None]:
        """The look with its cards in doubt as they are if `position` is true; None where there are none."""
        if not self.doubts:
            return self, None
        taking = take_for(position, self.doubts, self.there, self.seen, self.came_ms, self.again_ms, self.unread)
        unread = max(self.unread - taking.read, 0)
        return replace(self, there=taking.there, seen=taking.seen, came_ms=taking.came_ms, unread=unread), taking

    @property
    def unread_cards(self) -> Iterator[Doubt]:
        """Cards of the field that nobody can read, those among them of which something is known."""
        return (each for each in self.doubts if each.face is None and not each.place)

    @property
    def hides_field(self) -> bool:
        """True if something moves over the field."""
        return FIELD in self.moving

    def stirs_captures(self, seat: int) -> bool:
        """True if something moves over the captures of `seat`."""
        return captures_of(seat) in self.moving

    def hides_shown(self, seat: int) -> bool:
        """True if something moves over the shown cards of `seat`."""
        return shown_by(seat) in self.moving

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
        return replace(
            self,
            t_ms=self.t_ms + ms,
            came_ms=MappingProxyType(came),
            left_ms=MappingProxyType(left),
            doubts=tuple(replace(each, since_ms=each.since_ms + ms) for each in self.doubts),
            again_ms={face: at + ms for face, at in self.again_ms.items()},
            hints={face: (cost, at + ms) for face, (cost, at) in self.hints.items()},
            back_ms={bit: (left + ms, back + ms) for bit, (left, back) in self.back_ms.items()},
            arms_ms=tuple(at + ms for at in self.arms_ms),
            brought={
                face: Brought(each.from_ms + ms, each.to_ms + ms, each.by_hand) for face, each in self.brought.items()
            },
            reached={
                seat: tuple((from_ms + ms, to_ms + ms) for from_ms, to_ms in spans)
                for seat, spans in self.reached.items()
            },
            drawn=tuple((from_ms + ms, to_ms + ms) for from_ms, to_ms in self.drawn),
            laid={bit: (from_ms + ms, to_ms + ms) for bit, (from_ms, to_ms) in self.laid.items()},
            over={face: (from_ms + ms, to_ms + ms) for face, (from_ms, to_ms) in self.over.items()},
            began_ms=self.began_ms + ms if self.began_ms >= 0 else -1,
        )

    def lies_as(self, first: int) -> bool:
        """True if the first field lies there, and no captures: nobody has played yet."""
        return self.there.field == first and not any(self.there.captures)

    @property
    def glimpsed(self) -> int:
        """Faces that were seen lately, lying still or not."""
        return sum(1 << bit for bit in self.came_ms)
