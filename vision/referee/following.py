"""Following a match at the table: the thread of its running deal, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from yakume.engine import CardSet, Phase, State
from yakume.engine.state import UncalledSet

from ..observation import NO_CARD, Observation, Said
from ..zones import FIELD, Zone
from .belief import UNWATCHED_MS
from .deal_log import DealLog
from .decoder import LEAST_SHOWN
from .line import Play, SetKey, key_of
from .looks import REST_MS, Look, LookKeeper, Sight
from .notices import (
    BegunUnseen,
    BesideZones,
    Health,
    LiesTwice,
    NotAtRest,
    Notice,
    NotTurned,
    OddField,
    ThreadLost,
)
from .outcomes import Close, Outcome, contradictions
from .position import Position, mask_of, text_of, without
from .questions import WhichTeyaku
from .thread import DealThread

ENDED_REST = 2
"""A deal that was played out is booked once the table lay still for this long (place in `REST_MS`)."""

PARTED_REST = 2
"""Piles that are not those of the half-turns count once they lay still for this long (place in `REST_MS`)."""

LAID_REST = 1
"""A first field is one once it lay still for this long (place in `REST_MS`)."""

SHOWN_MS = 1_500
"""Shown cards are all there once nothing has moved over them for so long."""

RESTLESS_MS = 15_000
"""A table that did not come to rest for so long is told of."""

ODD_MS = 4_000
"""A field of a wrong number of cards, or a card beside all zones, is told of once it lay still for so long."""

NOT_TURNED_MS = 20_000
"""The last card of the stock is turned sooner: if the table lies still for so long there is none."""

UNREAD_MS, UNFOUND_MS = 2_500, 10_000
"""A first field with cards that cannot be read, or are not found, is one once it lay still for so long."""

AS_LIKELY = 1.0
"""Readings that differ by less than this, in nats, are as likely."""

MOST_HIDDEN = 4
"""With more captured cards hidden from sight the piles alone are no witness of how a deal ended."""

LEAST, LEAST_SWEPT = 0.5, 0.2
"""An end of a deal that is less likely than this is not booked while the deal lies there, nor once it is swept."""

SURE = 0.97
"""An end of a deal that is less likely than this is booked and asked about."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal has ended."""

    outcomes: tuple[Outcome, ...]
    """How, the likeliest first."""


@dataclass(frozen=True, slots=True)
class SetWaits:
    """A set is made that is not called yet."""

    waiting: UncalledSet
    key: SetKey
    agari: tuple[Outcome, ...]
    """What it books if it ends the deal, the likeliest first."""


@dataclass(frozen=True, slots=True)
class PlaysOn:
    """The deal goes on."""


@dataclass(frozen=True, slots=True)
class Parted:
    """The deal has ended, and the half-turns and the piles do not agree how."""

    outcomes: tuple[Outcome, ...]
    """By the half-turns, the likeliest first."""


Verdict = Ended | Parted | SetWaits | PlaysOn


@dataclass
class Following:
    """Follows one match: feed it every observation with the state after whatever was booked."""

    seats: int
    thread: DealThread | None = None
    """Of the running deal; None between deals."""
    look: Look | None = None
    """The last one at rest."""
    guess: CardSet = field(default_factory=CardSet)
    """Cards that stand for such as nobody can read in the first field that was booked last."""
    _keeper: LookKeeper = field(init=False)
    _hidden: bool = False
    """Whether something moves over the field just now."""
    _moved_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when something last moved over it."""
    _rest_ms: int = 0
    """When the table last lay at rest."""
    _number: int = 0
    """Which deal of the log the thread is about."""
    _was_clear: bool | None = None
    """Whether no captures lay there at some time since the last deal ended; None before anything was seen."""
    _begun_ms: int = -1
    """Since when captures of a deal that nobody began lie there, between two deals; below zero if none do."""

    def __post_init__(self) -> None:
        self._keeper = LookKeeper(self.seats)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The half-turns of the running deal as they are believed now; a better reading replaces them."""
        return self.thread.plays if self.thread else ()

    def observe(self, observation: Observation, said: Mapping[int, Said], state: State | None, log: DealLog) -> None:
        """Take an observation; `said` is what people said of tracks."""
        told = observation.corrected(said).cards
        sights = [
            Sight(card.face.index, card.zone, card.p, card.stable, card.track)
            for card in told
            if card.said is not NO_CARD
        ]
        moving = frozenset(zone for zone in observation.hands if zone is not None)
        self._hidden = FIELD in moving
        if observation.t_ms < self._keeper.now_ms:
            self._moved_ms.clear()
        self._moved_ms |= dict.fromkeys(moving, observation.t_ms)
        before = self._keeper.now_ms
        look = self._keeper.observe(observation.t_ms, sights, moving)
        self.look = look or self.look
        if look is not None or self._keeper.rested_ms >= REST_MS[0]:
            self._rest_ms = observation.t_ms
        elif not 0 <= observation.t_ms - before < UNWATCHED_MS:
            self._rest_ms = observation.t_ms  # another source, or nobody looked
        self._note_clear(state, log)
        if state is None or state.deal is None or state.phase in (Phase.READY, Phase.OVER):
            self.thread = None
            return
        if self.thread is None or self._number != log.deal:
            self.thread, self._number = DealThread(state), log.deal
            self.thread.guess = self.guess & state.deal.field
            look = look or self.look
        self.thread.follow(state)
        self.thread.take(log.called, log.played)
        if look is not None:
            self.thread.observe(look)
        if self.rested_ms >= ODD_MS:
            self.thread.note_still(self._keeper.look(), shut=self.rested_ms >= NOT_TURNED_MS)

    def _note_clear(self, state: State | None, log: DealLog) -> None:
        """Captures between two deals are those of the deal before, until they were put away once."""
        if self._was_clear is None:
            self._was_clear = log.deal == 0
        if state is None or state.phase is not Phase.READY:
            self._was_clear = False
        elif self._keeper.rested_ms >= REST_MS[0] and not any(self._keeper.look().there.captures):
            self._was_clear = True
        captures, now = self._keeper.look().there.captures, self._keeper.now_ms
        if state is None or state.phase is not Phase.READY or not any(captures) or not self._are_new(captures, state):
            self._begun_ms = -1
        elif not 0 <= self._begun_ms <= now:
            self._begun_ms = now

    def guessed(self, deal: int, first: CardSet) -> CardSet:
        """Cards of the field `first`, booked for that deal of the log, that stand for such as nobody could read."""
        thread = self.thread if self._number == deal else None
        return (self.guess if thread is None else thread.guesses) & first

    @property
    def glimpsed(self) -> int:
        """Faces that are seen, or were lately."""
        return self._keeper.look().glimpsed

    @property
    def missing(self) -> int:
        """Faces of the running deal that are missing from its stock (see `DealThread.missing`)."""
        return self.thread.missing if self.thread else 0

    def unnamed(self, state: State, log: DealLog) -> int:
        """Faces that were laid open before anybody played and are no hand yaku that is booked, nor was it said that
        they are none; 0 for too few of them."""
        if self.thread is None or state.deal is None:
            return 0
        faces = without(self.thread.laid_open, mask_of(card for cards in state.deal.exposed for card in cards))
        for asked in log.answers:
            if isinstance(asked, WhichTeyaku):
                faces = without(faces, mask_of(asked.shown))
        return faces if faces.bit_count() >= LEAST_SHOWN else 0

    @property
    def rested_ms(self) -> int:
        """For how long nothing has changed on the table."""
        return self._keeper.rested_ms

    def is_hidden(self, zone: Zone) -> bool:
        """True if something moves over `zone`, or did a moment ago."""
        moved = self._moved_ms.get(zone)
        return moved is not None and self._keeper.now_ms - moved < SHOWN_MS

    @property
    def captures_lie(self) -> bool:
        """True if captures lie on the table, or did a moment ago."""
        return self.look is not None and any(self._keeper.look().there.captures)

    def shows(self, captures: tuple[CardSet, ...]) -> bool:
        """True if the piles `captures` are seen to lie there, but for a few cards."""
        there = self._keeper.look().there.captures
        hidden = sum(without(mask_of(pile), seen).bit_count() for pile, seen in zip(captures, there, strict=True))
        return hidden <= MOST_HIDDEN

    def parts_from(self, captures: tuple[CardSet, ...]) -> bool:
        """True if cards have lain in the piles `captures` for a while that are not captured by the half-turns."""
        told = self.thread.best if self.thread else None
        if told is None or self.look is None or self.look.rest < PARTED_REST:
            return False
        return bool(contradictions(dict(enumerate(captures)), told))

    @property
    def captured_aside(self) -> bool:
        """True if cards that were captured lie where hand yaku are shown."""
        thread = self.thread
        if thread is None or thread.decoder is None or self.look is None:
            return False
        piles = thread.decoder.best.position.piles
        return any(shown & pile for shown, pile in zip(self.look.there.shown, piles, strict=True))

    def rests_on(self, field_cards: CardSet) -> bool:
        """True if these cards and no others have lain on the field for a while; also where no camera looks."""
        if self.look is None:
            return True
        rested = not self._hidden and self._keeper.rested_ms >= REST_MS[LAID_REST]
        return rested and mask_of(field_cards) == self._keeper.look().seen.field

    def rests_unread(self, field_cards: CardSet, unread: int) -> bool:
        """True if these cards have lain on the field for a while, with so many that cannot be read.

        One that is not found at all is waited for longer: people may still be dealing."""
        if self.look is None or self._hidden or self.captures_lie:
            return False
        look, rested = self._keeper.look(), self._keeper.rested_ms
        if mask_of(field_cards) != look.seen.field:
            return False
        return rested >= (UNREAD_MS if look.unread == unread else UNFOUND_MS if unread == 1 else UNFOUND_MS * 4)

    def played_from(self, seat: int) -> int:
        """Faces that `seat` laid open from the hand, once `seat` has played; 0 before."""
        position = self._position
        if position is None:
            return 0
        has_played = seat in position.order and position.turns > 2 * position.order.index(seat)
        return position.opened[seat] if position.opened and has_played else 0

    def captured_by(self, seat: int) -> int:
        """Faces that `seat` captured by the half-turns; 0 where these are not followed."""
        position = self._position
        return position.piles[seat] if position else 0

    def lying_open(self, seat: int) -> int:
        """Faces of the hand of `seat` that lie open by the half-turns; 0 where these are not followed."""
        position = self._position
        return position.exposed[seat] if position else 0

    @property
    def _position(self) -> Position | None:
        """What lies where by the half-turns; None where these are not followed."""
        thread = self.thread
        return None if thread is None or thread.decoder is None or thread.is_lost else thread.decoder.best.position

    @property
    def health(self) -> Health | None:
        """How well the running deal is followed; None between deals and before it is known who plays."""
        thread = self.thread
        if thread is None or thread.decoder is None:
            return None
        if thread.is_lost:
            return Health.LOST
        beam = thread.decoder.beam
        rival = len(beam) > 1 and beam[1].cost < AS_LIKELY
        return Health.DOUBTFUL if rival or thread.guess or thread.decoder.discrepancies() else Health.ON_THREAD

    def notices(self, state: State) -> tuple[Notice, ...]:
        """What keeps the referee from going on."""
        found: list[Notice] = []
        if self._keeper.now_ms - self._rest_ms >= RESTLESS_MS:
            found.append(NotAtRest())
        there, rested = self._keeper.look().there, self._keeper.rested_ms
        lying = there.field.bit_count()
        fresh = state.phase is Phase.READY and not any(there.captures)
        if fresh and rested >= ODD_MS and abs(lying - state.game.field) in (1, 2):
            found.append(OddField(lying, state.game.field))
        if 0 <= self._begun_ms <= self._keeper.now_ms - ODD_MS:
            found.append(BegunUnseen(sum(mask.bit_count() for mask in there.captures)))
        if there.outside and rested >= ODD_MS:
            found.append(BesideZones(tuple(text_of(there.outside).split())))
        if self.missing:
            found.append(NotTurned(tuple(text_of(self.missing).split())))
        if self.thread is not None and rested >= ODD_MS and (twice := self.thread.lying_twice()):
            found.append(LiesTwice(tuple(text_of(twice).split())))
        if self.health is Health.LOST:
            found.append(ThreadLost())
        return tuple(found)

    def _are_new(self, captures: Sequence[int], state: State) -> bool:
        """True if the captures that lie there between two deals are of a deal that nobody began: they were put away
        meanwhile, or, if nobody saw that, most of them lay in no pile, or another, when the last deal ended."""
        if self._was_clear:
            return True
        piles = state.deal.piles if state.deal is not None else ()
        if not any(piles):
            return False
        others = sum(without(now, mask_of(pile)).bit_count() for now, pile in zip(captures, piles, strict=True))
        return 2 * others > sum(mask.bit_count() for mask in captures)

    def verdict(self, captures: tuple[CardSet, ...], *, fresh: bool) -> Verdict | None:
        """What follows from the half-turns; None where they are not followed.

        Args:
            captures: what is believed to lie in the piles, by seat.
            fresh: whether a new first field lies on the table, and no captures.
        """
        thread, look = self.thread, self.look
        if thread is None or look is None or thread.best is None or thread.is_lost:
            return None
        told, swept = thread.best, fresh and thread.cleared
        if swept or (told.is_over and look.rest >= ENDED_REST):
            outcomes = thread.outcomes(Close.SWEPT if swept else Close.PLAYED)
            # Once the next deal lies there the likeliest end is booked, and asked about.
            if not outcomes or outcomes[0].p < (LEAST_SWEPT if swept else LEAST):
                return None
            parted = contradictions(dict(enumerate(captures)), outcomes[0].told)
            return Parted(tuple(outcomes)) if parted else Ended(tuple(outcomes))
        if told.waiting is not None:
            agari = thread.outcomes(Close.CALLED)
            if agari and contradictions(dict(enumerate(captures)), agari[0].told):
                return None
            deal = told.state.deal
            assert deal is not None
            return SetWaits(told.waiting, key_of(deal, told.waiting.seat), tuple(agari)) if agari else None
        return PlaysOn()
