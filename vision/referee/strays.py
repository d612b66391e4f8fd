"""Things that are no cards of the deal: they lay there before it was dealt, and lie there still.

A reader takes a mark, a coaster or a card of another deck for a card now and then. Where more lies on a first field
than is dealt there, what came well before the rest is left out, as long as it lies there. So is what lies where
captures do from when the field lay empty until the next one is dealt: nobody has captured it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from yakume.engine import BACK

from ..observation import NO_CARD, CardOnTable, Observation
from ..zones import FIELD, Place, Zone
from .looks import READ
from .position import month_of

LAID_MS = 1_500
"""A field is judged once its newest card has lain there for so long."""

BEFORE_MS = 3_000
"""What lay there for so long before all the rest was not dealt with it."""

DEALT_MS = 20_000
"""A field is dealt within so long; what is left of a deal came to lie there over a longer time."""

GONE_MS = 20_000
"""What was not seen for so long does not lie there any more; a sleeve covers it for less."""

MISSED_LOOKS = 4
"""What was not seen on the field in so many looks on end with nothing over it does not lie there any more, unless it is
known to be no card: the next deal's card of its face may come to lie in its place."""

FORGOTTEN_MS = 60_000
"""The same of what lies where captures do: a pattern is taken for a card now and then, as the light falls."""

AT_ONCE_MS = 10_000
"""A first field is dealt in so long; so many cards that are played on an empty one come over a longer time."""

MOST = 2
"""Things that may lie too much on a field, or among all captures where they may have been captured."""

SAME_PLACE = 0.25
"""Share of a card's length by which what lies still may seem to move."""


@dataclass(slots=True)
class _Thing:
    x: float
    y: float
    reach: float
    """So far from it something else lies, px."""
    face: int
    since_ms: int
    seen_ms: int
    track: int | None
    """None where it was not seen since this source was opened."""
    zone: Zone
    stray: bool = False
    lay_first: bool = False
    """Whether it lay there before this source was opened, with nothing dealt."""
    sure: bool = False
    """Whether it counted once, and was read surely."""
    alone: bool = False
    """Whether it lay there once with next to nothing else, and nothing over it: what never did may have been swept with
    the deal before, and a card of the next one be laid in its place."""
    missed: int = 0
    """Looks on end with nothing over the field in which it was not seen there."""

    @property
    def kept_ms(self) -> int:
        """For how long it is known while it is not seen."""
        return GONE_MS if self.zone == FIELD else FORGOTTEN_MS


class Stray(NamedTuple):
    """A thing that is no card, or lay there before anything was dealt and may be none."""

    zone: Zone
    x: float
    """Of its place, px, as `y` and `reach`."""
    y: float
    reach: float
    face: int
    sure: bool = True


@dataclass
class Strays:
    """Watches the field and the captures of one table; feed it every observation."""

    _things: list[_Thing] = field(default_factory=list)
    _known: list[Stray] = field(default_factory=list)
    """What is known since before this source was opened to be no card, or to have lain there first."""
    _now_ms: int | None = None
    _watched_ms: int = 0
    """Since when somebody looks without a gap."""
    _went_ms: int = -1
    """When one was last seen on the field that was taken away since."""
    _card_went_ms: int = -1
    """The same of those that were surely cards: what moves over the field is taken for one now and then."""
    is_untaken: bool = False
    """Whether a whole first field lies there that was seen being laid, and nothing was taken of it since."""

    def keep(self) -> tuple[Stray, ...]:
        """What is known to be no card, and what has lain there for a while with nothing dealt, for `bring_back`: a
        first field may be laid before anybody looks again."""
        on_field = [each for each in self._things if each.zone == FIELD]
        dealt = len(on_field) > MOST or any(each.seen_ms - each.since_ms < BEFORE_MS for each in on_field)
        lay = (each for each in self._things if each.stray or not (dealt or each.seen_ms - each.since_ms < BEFORE_MS))
        return tuple(Stray(each.zone, each.x, each.y, each.reach, each.face, each.stray) for each in lay)

    def bring_back(self, kept: Iterable[Stray]) -> None:
        """Take up again what `keep` gave: it lies there yet, or is forgotten as what lies there no more."""
        self._known = [*kept]

    def observe(self, observation: Observation, dealt: int, *, fresh: bool, unplayed: bool = False) -> tuple[int, ...]:
        """The tracks of what lies on the field, or among the captures, and is no card.

        Args:
            dealt: how many cards are dealt to a field.
            fresh: whether nobody has played of what may lie there.
            unplayed: whether nobody has played in the running deal, or none runs.
        """
        now = observation.t_ms
        if self._now_ms is not None and now < self._now_ms:  # another source, or the same one opened anew
            self._known += self.keep()
            self._things.clear()
            self._went_ms = self._card_went_ms = -1
        if self._now_ms is None or not 0 <= now - self._now_ms < BEFORE_MS:
            self._watched_ms = now
        self._now_ms = now
        for zone, x, y, reach, face, sure in self._known:
            before = now - BEFORE_MS, now - 1
            self._things.append(_Thing(x, y, reach, face, *before, None, zone, sure, not sure, alone=True))
        self._known.clear()
        for card in observation.cards:
            sure = card.counts and card.p >= READ
            if card.zone is None or card.face == BACK or card.said is NO_CARD:
                continue
            if card.zone == FIELD or (card.zone.place is Place.CAPTURES and sure):
                self._note(card, card.zone, now, sure=sure)
        self._forget(now, is_open=FIELD not in observation.hands)
        lying = [each for each in self._things if each.seen_ms == now and each.zone == FIELD and not each.stray]
        for each in lying:
            each.alone |= FIELD not in observation.hands and len(lying) <= MOST
        cards = sum(each.zone == FIELD and each.counts and each.p >= READ for each in observation.cards)
        self.is_untaken = False
        if unplayed and cards >= dealt and lying:
            # Where nobody saw the first card being laid, or one was captured since, the last one may have been played.
            laid_ms = sorted(each.since_ms for each in lying)
            dealt_anew = laid_ms[0] > max(self._watched_ms, self._went_ms)
            at_once = dealt_anew and laid_ms[-1] - laid_ms[0] <= AT_ONCE_MS
            self._note_aside(now, laid_ms[-1] if dealt_anew else laid_ms[0], laid_ms[0] if at_once else None)
            untaken = laid_ms[0] > max(self._watched_ms, self._card_went_ms)
            self.is_untaken = untaken and len(lying) == cards == dealt
        if fresh and FIELD not in observation.hands and 0 < len(lying) - dealt <= MOST:
            lying.sort(key=lambda each: each.since_ms)
            too_many = len(lying) - dealt
            was_there = lying[too_many].since_ms - lying[too_many - 1].since_ms >= BEFORE_MS
            was_there &= all(each.alone for each in lying[:too_many])
            is_dealt = lying[-1].since_ms - lying[too_many].since_ms <= DEALT_MS
            if was_there and is_dealt and now - lying[-1].since_ms >= LAID_MS:
                for each in lying[:too_many]:
                    each.stray = True
        seen = (each.track for each in self._things if each.stray and each.seen_ms == now)
        return tuple(track for track in seen if track is not None)

    def _forget(self, now: int, *, is_open: bool) -> None:
        """Forget what does not lie there any more; `is_open` is whether nothing moves over the field."""
        lying = [each for each in self._things if each.seen_ms == now and each.zone == FIELD]
        for each in self._things:
            if each.zone != FIELD or each.seen_ms == now:
                continue
            each.missed += is_open
            if each.stray:
                continue
            there = [other for other in lying if _is_near(other, each.x, each.y)]
            if not there:
                self._went_ms = max(self._went_ms, each.seen_ms)
            # Another may have been laid in its place since.
            if each.sure and all(other.sure for other in there):
                self._card_went_ms = max(self._card_went_ms, each.seen_ms)
        self._things = [
            each
            for each in self._things
            if now - each.seen_ms < each.kept_ms and (each.stray or each.missed < MISSED_LOOKS)
        ]

    def _note_aside(self, now: int, laid_ms: int, empty_ms: int | None) -> None:
        """What lies where captures do since before the field was laid; who shows a hand there lays more cards open.

        Args: `empty_ms` is when the first card was laid on an empty field where all of it was laid at once.
        """
        aside = [each for each in self._things if each.zone != FIELD and now - each.seen_ms < BEFORE_MS]
        if first := [each for each in aside if each.lay_first]:
            aside, empty_ms = first, laid_ms
        if len(aside) > MOST and not (empty_ms is not None and _lay_before(aside, empty_ms)):
            return
        # A card of the deal before may have lain in the very place where one of its face is captured now, with another.
        captured = {(each.zone, month_of(each.face)) for each in aside if each.since_ms >= laid_ms}
        for each in aside:
            lay_there = now - each.since_ms >= BEFORE_MS and each.since_ms < laid_ms
            each.stray = each.stray or (lay_there and (each.zone, month_of(each.face)) not in captured)

    def _note(self, card: CardOnTable, zone: Zone, now: int, *, sure: bool) -> None:
        x, y = (sum(point[axis] for point in card.quad) / 4 for axis in (0, 1))
        known = next((each for each in self._things if _is_same(each, card, x, y) and each.zone == zone), None)
        if known is None:
            (x0, y0), _, _, (x3, y3) = card.quad
            reach = SAME_PLACE * ((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5
            known = _Thing(x, y, reach, card.face.index, now, now, card.track, zone)
            self._things.append(known)
        known.seen_ms, known.track, known.missed, known.sure = now, card.track, 0, known.sure or sure


def _lay_before(aside: Iterable[_Thing], empty_ms: int) -> bool:
    """True if all that lies where captures do lay there well before the first card of the field, and was not captured:
    whoever captures has two or four cards of a month (COM-CAP-02)."""
    months = Counter((each.zone, month_of(each.face)) for each in aside)
    captured = all(count % 2 == 0 for count in months.values())
    return not captured and all(empty_ms - each.since_ms >= BEFORE_MS for each in aside)


def _is_same(thing: _Thing, card: CardOnTable, x: float, y: float) -> bool:
    if thing.track == card.track and thing.zone == FIELD:
        return True
    return thing.face == card.face.index and _is_near(thing, x, y)


def _is_near(thing: _Thing, x: float, y: float) -> bool:
    return (thing.x - x) ** 2 + (thing.y - y) ** 2 <= thing.reach**2
