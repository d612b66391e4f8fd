"""What is known to lie where: observations with patience.

A card's place is believed once it was seen there, stable, for a moment; a captured card stays captured although a hand,
a sleeve or the next card hides it, until it is surely seen elsewhere. A card that left the field and is seen nowhere
went to whoever captured one of its month then, if that player's cards of the month are odd without it: cards are
captured by twos and fours (COM-CAP-02, COM-CAP-03, COM-CAP-04).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from yakume.engine import BACK, Card, CardSet, Face

from ..observation import NO_CARD, CardOnTable, Observation, Said
from ..thresholds import UNSURE
from ..zones import FIELD, Place, Zone, captures_of, shown_by

BELIEVE_MS = 600
"""A card that lies this long where it lies, on top of the tracker's own delay, is there."""

DOUBT_MS = 1_500
"""A captured card seen elsewhere must lie there this long: a misreading is gone sooner."""

FORGET_MS = 1_200
"""An uncaptured card not seen for this long with no hand over its zone is not there any more."""

LAID_ANEW = 4
"""Where so many cards that are believed to lie on the field are not seen, and so many others came since they were,
those were put away."""

SAME_MOVE_MS = 10_000
"""Cards of a month of which one leaves the field and another is captured within this time were captured together."""

UNWATCHED_MS = 5_000
"""Where nobody looked for so long, what is not seen at once is waited for as after a hand."""

RESTS_MS, LEFT_MS = 15_000, 2_000
"""A hand rests where something has moved for so long; it is gone once nothing has for so long."""

LONG_MS = 60_000
"""What people say counts as if it had lain there for this long."""


_NONE = CardSet()


@dataclass(frozen=True, slots=True)
class OnTable:
    """What lies where, by belief; a hand over the table hides nothing."""

    field: CardSet
    captures: tuple[CardSet, ...]
    """By seat."""
    shown: tuple[CardSet, ...]
    """By seat."""

    @property
    def captured(self) -> CardSet:
        """All captured cards."""
        everything = CardSet()
        for pile in self.captures:
            everything |= pile
        return everything


@dataclass
class _Sighting:
    zone: Zone
    since_ms: int
    seen_ms: int


@dataclass
class Belief:
    """Belief about one table; feed it observations in order."""

    seats: int
    fixes: dict[int, Said] = field(default_factory=dict)
    """What a person said a track is."""
    _read: dict[int, Card] = field(default_factory=dict)
    """Track → as which card it was read last, as long as nobody said otherwise."""
    _hands: dict[Zone, tuple[int, int]] = field(default_factory=dict)
    """Zone in which something moves → since when, and when last."""
    now_ms: int = 0
    quiet_since_ms: int = 0
    """Since when nothing moves over the table."""
    _watched_ms: int = 0
    """Since when somebody looks without a break."""
    _moved_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when something last moved over it."""
    seen: dict[Card, Zone] = field(default_factory=dict)
    """Card → zone in the newest observation, fixes applied."""
    _on_field: set[int] = field(default_factory=set)
    """Tracks of what lies on the field in the newest observation."""
    _sightings: dict[Card, _Sighting] = field(default_factory=dict)
    _captured: dict[Card, Zone] = field(default_factory=dict)
    """Card → capture zone, from when it was captured to the next deal."""
    _captured_ms: dict[Card, int] = field(default_factory=dict)
    """Captured card → when it was first seen so, by the clock of this source; none where people say so."""
    _left_ms: dict[Card, int] = field(default_factory=dict)
    """Card that left the field and is seen nowhere → when it was last seen there."""
    _lying: dict[Card, Zone] = field(default_factory=dict)
    """Card → field or zone of shown cards. While the next deal is laid a card can still count as captured too."""
    _changed_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when belief about it last changed."""
    _more_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when more was last seen to lie there than is believed."""
    _unsure: dict[Zone, set[int]] = field(default_factory=dict)
    """Zone of shown cards → tracks there that cannot be told and were more than is known when they were seen first."""
    _undecided: dict[Zone, dict[int, Face]] = field(default_factory=dict)
    """Zone → tracks of what lies there now and cannot be told, with the likeliest face of each."""

    def observe(self, observation: Observation) -> None:
        """Take one observation."""
        now = observation.t_ms
        if now < self.now_ms:  # another source, or the same one opened anew
            self._sightings.clear()
            self._changed_ms.clear()
            self._more_ms.clear()
            self._captured_ms.clear()
            self._left_ms.clear()
            self._hands.clear()
            self._moved_ms.clear()
            self._read.clear()
            self.fixes.clear()  # its tracks are numbered anew
            self.quiet_since_ms = self._watched_ms = now
        elif now - self.now_ms >= UNWATCHED_MS:
            self.quiet_since_ms = self._watched_ms = now
        self.now_ms = now
        if self._note_hands(observation.hands):
            self.quiet_since_ms = now
        self.seen = self._stable_cards(observation)
        for card, zone in self.seen.items():
            sighting = self._sightings.get(card)
            if sighting is None or sighting.zone != zone:
                self._sightings[card] = sighting = _Sighting(zone, now, now)
            sighting.seen_ms = now
            self._believe(card, sighting)
        self._on_field = {card.track for card in observation.cards if card.zone == FIELD}
        self._forget()
        self._infer_captures()
        self._note_undecided(observation)

    def _note_hands(self, hands: Iterable[Zone | None]) -> bool:
        """Note where something moves; True if that says that the table is not at rest.

        A hand beside all zones hides nothing, and one that lies on captures or shown cards for long plays nothing."""
        now = self.now_ms
        self._hands = {zone: times for zone, times in self._hands.items() if now - times[1] <= LEFT_MS}
        for zone in hands:
            if zone is not None:
                self._hands[zone] = self._hands.get(zone, (now, now))[0], now
                self._moved_ms[zone] = now
        return any(times[1] == now and zone not in self.resting for zone, times in self._hands.items())

    @property
    def resting(self) -> tuple[Zone, ...]:
        """Zones on which a hand, or something else that moves, has lain for long; what lies there is not seen."""
        return tuple(
            zone for zone, (since, _) in self._hands.items() if zone != FIELD and self.now_ms - since >= RESTS_MS
        )

    def table(self) -> OnTable:
        """What is believed now."""
        captured, lying = _piles(self._captured), _piles(self._lying)
        seats = range(self.seats)
        return OnTable(
            lying.get(FIELD, _NONE),
            tuple(captured.get(captures_of(seat), _NONE) for seat in seats),
            tuple(lying.get(shown_by(seat), _NONE) for seat in seats),
        )

    def _places(self, zone: Zone) -> dict[Card, Zone]:
        """The cards of all zones of that kind."""
        return self._captured if zone.place is Place.CAPTURES else self._lying

    def place(self, zone: Zone, cards: CardSet) -> None:
        """People say that `cards` lie in `zone`, and nothing else does: there is nothing to wait for."""
        places = self._places(zone)
        for card in [card for card, place in places.items() if place == zone]:
            del places[card]
        for card in cards:
            self._captured.pop(card, None)
            self._captured_ms.pop(card, None)
            self._lying.pop(card, None)
            self._left_ms.pop(card, None)
            places[card] = zone
        self._changed_ms[zone] = self.now_ms - LONG_MS

    def cover(self, card: Card, zone: Zone) -> None:
        """People say that `card` lies among the captures `zone` where no camera sees it."""
        self._left_ms.pop(card, None)
        self._captured[card] = zone
        self._change(zone, self._lying.pop(card, None))

    def uncover(self, card: Card) -> None:
        """They take that back."""
        self._change(self._captured.pop(card, None))

    def left_field(self) -> CardSet:
        """Cards that left the field and are seen nowhere."""
        return CardSet(self._left_ms)

    def settled_ms(self) -> int:
        """How long neither belief changed nor anything moved, anywhere."""
        return self.now_ms - max(self.quiet_since_ms, *self._changed_ms.values(), 0)

    def zone_settled_ms(self, zone: Zone) -> int:
        """How long neither belief about one zone changed nor anything moved over it, whatever happens elsewhere."""
        return self.now_ms - max(self._still_since_ms(zone), self._changed_ms.get(zone, 0))

    def _still_since_ms(self, zone: Zone) -> int:
        """Since when nothing moves over `zone`, as far as anybody looked."""
        return max(self._watched_ms, self._moved_ms.get(zone, 0))

    def unchanged_ms(self, zone: Zone) -> int:
        """How long belief about one zone has not changed, whatever happens elsewhere."""
        return self.now_ms - self._changed_ms.get(zone, 0)

    def undecided(self, zone: Zone, within_ms: int) -> Mapping[int, Face] | None:
        """What lies in a zone of shown cards and cannot be told, by track, with the likeliest face of each; None where
        in the last `within_ms` nothing lay there but what is believed to."""
        if self.now_ms - self._more_ms.get(zone, self.now_ms - within_ms) >= within_ms:
            return None
        return self._undecided.get(zone, {})

    def visible_captures(self) -> int:
        """How many cards are seen in capture zones right now."""
        return sum(zone.place is Place.CAPTURES for zone in self.seen.values())

    def clear_captures(self) -> None:
        """A new deal lies on the table: nothing is captured yet, and what people said of other cards is past."""
        self._captured.clear()
        self._captured_ms.clear()
        self._left_ms.clear()
        self._read.clear()
        for track in self.fixes.keys() - self._on_field:
            del self.fixes[track]

    def _stable_cards(self, observation: Observation) -> dict[Card, Zone]:
        cards: dict[Card, Zone] = {}
        fixed: dict[Card, Zone] = {}
        misread: list[Card] = []
        for seen in observation.cards:
            if not seen.counts or seen.zone is None:
                continue
            if seen.track in self.fixes:
                said = self.fixes[seen.track]
                before = self._read.pop(seen.track, said)
                if isinstance(before, Card) and before != said:
                    misread.append(before)
                if isinstance(said, Card):
                    fixed[said] = seen.zone
            elif seen.card is not None and seen.p >= UNSURE:
                cards[seen.card] = seen.zone
                self._read[seen.track] = seen.card
        for card in misread:
            if card not in cards and card not in fixed:
                self._unsay(card)
        return self._as_captured(cards) | fixed

    def _as_captured(self, cards: dict[Card, Zone]) -> dict[Card, Zone]:
        """`cards` with look-alikes called as they were captured: which is which nobody sees (COM-CARD-01), and captured
        cards stay in their pile, where one of them may be called as the other one while that is hidden."""
        called = dict(cards)
        for card, zone in cards.items():
            if called.get(card) != zone or self._captured.get(card, zone) == zone or zone.place is not Place.CAPTURES:
                continue
            twins = (each for each in card.face.cards if self._captured.get(each) == zone != called.get(each))
            twin = next(twins, None)
            if twin is None:
                continue
            elsewhere = called.pop(twin, None)
            called[twin] = called.pop(card)
            if elsewhere is not None:
                called[card] = elsewhere
        return called

    def _unsay(self, card: Card) -> None:
        """People said that what was read as `card` is another one: nothing is known of it any more."""
        self._change(self._captured.pop(card, None), self._lying.pop(card, None))
        self._captured_ms.pop(card, None)
        self._left_ms.pop(card, None)
        self._sightings.pop(card, None)

    def _note_undecided(self, observation: Observation) -> None:
        self._undecided = {}
        believed = Counter(self._lying.values())
        lying: dict[Zone, list[CardOnTable]] = {}
        for seen in observation.cards:
            # What lies face down beside shown cards is the rest of the hand.
            is_card = self.fixes.get(seen.track) is not NO_CARD and seen.face != BACK
            if is_card and seen.zone is not None and seen.zone.place is Place.SHOWN:
                lying.setdefault(seen.zone, []).append(seen)
        for zone, cards in lying.items():
            unsure = [each for each in cards if not each.stable or each.p < UNSURE]
            unsure = [each for each in unsure if each.track not in self.fixes]
            tracks, more = {each.track for each in unsure}, len(cards) > believed[zone]
            # While an arm hides one of those that are known they are no more than are known.
            known = self._unsure.get(zone, set()) - ({each.track for each in cards} - tracks)
            self._unsure[zone] = known | tracks if more else known
            if more or known & tracks:
                self._more_ms[zone] = self.now_ms
                self._undecided[zone] = {each.track: each.face for each in unsure}

    def _believe(self, card: Card, sighting: _Sighting) -> None:
        zone, lies_ms = sighting.zone, self.now_ms - sighting.since_ms
        captured = self._captured.get(card)
        if zone.place is Place.CAPTURES:
            if zone != captured and lies_ms >= (BELIEVE_MS if captured is None else DOUBT_MS):
                self._captured[card] = zone
                self._captured_ms[card] = sighting.since_ms
                self._left_ms.pop(card, None)
                self._change(zone, captured, self._lying.pop(card, None))
            return
        # A captured card on the field was misread, or taken back; unless the captures are gone: then it was dealt.
        if captured is not None and 2 * self.visible_captures() >= len(self._captured):
            if lies_ms < DOUBT_MS:
                return
            self._change(self._captured.pop(card))
        if self._lying.get(card) != zone and lies_ms >= BELIEVE_MS:
            self._change(zone, self._lying.get(card))
            self._lying[card] = zone
            self._left_ms.pop(card, None)

    def _change(self, *zones: Zone | None) -> None:
        self._changed_ms |= {zone: self.now_ms for zone in zones if zone is not None}

    def _forget(self) -> None:
        laid_anew = self._is_laid_anew()
        for card, sighting in list(self._sightings.items()):
            swept = laid_anew and sighting.zone == FIELD
            still_ms, patience_ms = (0, BELIEVE_MS) if swept else (self._still_since_ms(sighting.zone), FORGET_MS)
            unseen_ms = self.now_ms - max(sighting.seen_ms, still_ms)
            if sighting.seen_ms == self.now_ms or unseen_ms < patience_ms:
                continue
            del self._sightings[card]
            zone = self._lying.pop(card, None)
            self._change(zone)
            # What lay there for a moment only was misread.
            if zone == FIELD and card not in self._captured and sighting.seen_ms - sighting.since_ms >= DOUBT_MS:
                self._left_ms[card] = sighting.seen_ms

    def _is_laid_anew(self) -> bool:
        """True if others came to lie on the field since what is believed to lie there was seen last: the next first
        field, however hands move over it."""
        if self._hands.get(FIELD, (0, -1))[1] == self.now_ms:
            return False
        lying = (self._sightings.get(card) for card, zone in self._lying.items() if zone == FIELD)
        gone = [each.seen_ms for each in lying if each is not None and self.now_ms - each.seen_ms >= FORGET_MS]
        if len(gone) < LAID_ANEW:
            return False
        seen = (self._sightings[card] for card, zone in self.seen.items() if zone == FIELD)
        return sum(each.since_ms > max(gone) for each in seen) >= LAID_ANEW

    def _infer_captures(self) -> None:
        for card, left_ms in list(self._left_ms.items()):
            if sum(other.month is card.month for other in self._left_ms) > 1:
                continue
            taken: dict[Zone, list[Card]] = {}
            for other, zone in self._captured.items():
                if other.month is card.month:
                    taken.setdefault(zone, []).append(other)
            odd = [zone for zone, cards in taken.items() if len(cards) % 2]
            if len(odd) != 1:
                continue
            times = [self._captured_ms[other] for other in taken[odd[0]] if other in self._captured_ms]
            if any(abs(time - left_ms) <= SAME_MOVE_MS for time in times):
                self._captured[card] = odd[0]
                self._captured_ms[card] = self.now_ms
                del self._left_ms[card]
                self._change(odd[0])


def _piles(places: Mapping[Card, Zone]) -> dict[Zone, CardSet]:
    """The cards of each zone that holds any."""
    piles: dict[Zone, list[Card]] = {}
    for card, zone in places.items():
        piles.setdefault(zone, []).append(card)
    return {zone: CardSet(cards) for zone, cards in piles.items()}
