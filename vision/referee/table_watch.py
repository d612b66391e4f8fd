"""What lies on the table of a match, whether it lies still, and what of that keeps the referee from going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from yakume.engine import BACK, CardSet, DealStarted, Phase, State

from ..observation import NO_CARD, CardOnTable, Observation, Said
from ..zones import FIELD, Zone
from .belief import UNWATCHED_MS
from .deal_log import DealLog
from .look import Look
from .looks import READ, REST_MS, LookKeeper, Sight
from .lying import Lying
from .next_deal import are_next_deals
from .notices import BegunUnseen, BesideZones, NotAtRest, Notice, OddField
from .outlines import covered_share
from .position import each_face, mask_of, merged, month_of, text_of, without

PAIR = 2
"""Whoever captures takes so many cards at least (COM-CAP-02)."""

LAID_REST = 1
"""A first field is one once it lay still for this long (place in `REST_MS`)."""

UNDER_MS = 4_500
"""One that lies still for so long lies there whatever moves over it: nobody deals for so long."""

SHOWN_MS = 1_500
"""Shown cards are all there once nothing has moved over them for so long."""

RESTLESS_MS = 15_000
"""A table that did not come to rest for so long is told of."""

ODD_MS = 4_000
"""A field of a wrong number of cards, or a card beside all zones, is told of once it lay still for so long."""

UNREAD_MS, UNFOUND_MS = 2_500, 10_000
"""A first field with cards that cannot be read, or are not found, is one once it lay still for so long."""

ON_ANOTHER, SURELY = 0.15, 0.9
"""Of a first field no card covers so large a part of another: what lies so over one that is read so surely is none."""

AWAY_MS = 20_000
"""Cards are not mixed and dealt in less."""

MOST_HIDDEN = 4
"""With more captured cards hidden from sight the piles alone are no witness of how a deal ended."""


@dataclass
class TableWatch:
    """Watches the table of one match: feed it every observation with the state after whatever was booked."""

    seats: int
    look: Look | None = None
    """The last one at rest."""
    _keeper: LookKeeper = field(init=False)
    _told: Sequence[CardOnTable] = ()
    """The cards of the newest observation, as people put them right."""
    _hidden: bool = False
    """Whether something moves over the field just now."""
    _moved_ms: dict[Zone, int] = field(default_factory=dict)
    """Zone → when something last moved over it."""
    _rest_ms: int = 0
    """When the table last lay at rest."""
    _was_clear: bool | None = None
    """Whether no captures lay there at some time since the last deal ended; None before anything was seen."""
    _at_end: int | None = None
    """All captures that lay there when the last deal ended; 0 where they are the next one's, whose start was taken
    back; None while one runs."""
    away: bool = False
    """Whether nobody watched for `AWAY_MS` or longer since the last deal ended, or while it did."""
    _begun_ms: int = -1
    """Since when captures of a deal that nobody began lie there, between two deals; below zero if none do."""
    _was_played: bool = False
    """Whether they lay there for long since the last deal ended."""

    def __post_init__(self) -> None:
        self._keeper = LookKeeper(self.seats)

    def see(self, observation: Observation, said: Mapping[int, Said], state: State | None, log: DealLog) -> Look | None:
        """Take an observation; the look that it completes, if it does. `said` is what people said of tracks."""
        self._told = told = observation.corrected(said).cards
        sights = [
            Sight(card.face.index, card.zone, card.p, card.stable, card.track, _likely(card), card.quad, card.laid)
            for card in told
            if card.said is not NO_CARD
        ]
        moving = frozenset(zone for zone in observation.hands if zone is not None)
        self._hidden = FIELD in moving
        if observation.t_ms < self._keeper.now_ms:
            self._moved_ms.clear()
        self._moved_ms |= dict.fromkeys(moving, observation.t_ms)
        before = self._keeper.now_ms
        running = state is not None and state.phase is not Phase.READY
        self.away = not running and (self.away or observation.t_ms - before >= AWAY_MS)
        look = self._keeper.observe(observation.t_ms, sights, moving, observation.covered)
        self.look = look or self.look
        if look is not None or self._keeper.rested_ms >= REST_MS[0]:
            self._rest_ms = observation.t_ms
        elif not 0 <= observation.t_ms - before < UNWATCHED_MS:
            self._rest_ms = observation.t_ms  # another source, or nobody looked
        self._note_clear(state, log)
        return look

    def _note_clear(self, state: State | None, log: DealLog) -> None:
        """Captures between two deals are those of the deal before, until they were put away once."""
        if self._was_clear is None:
            self._was_clear = log.deal == 0
        lying = reduce(merged, self._keeper.look().there.captures, 0)
        if state is None or state.phase is not Phase.READY:
            self._was_clear, self._at_end = False, None
        elif self._at_end is None:
            self._at_end = 0 if any(isinstance(event, DealStarted) for event in log.taken_back) else lying
        elif self._keeper.rested_ms >= REST_MS[0] and not any(self._keeper.look().there.captures):
            self._was_clear = True
        there, now = self._keeper.look().there, self._keeper.now_ms
        if (
            state is None
            or state.phase is not Phase.READY
            or not any(there.captures)
            or not self._are_new(there, state)
        ):
            self._begun_ms = -1
        elif not 0 <= self._begun_ms <= now:
            self._begun_ms = now
        between = state is not None and state.phase is Phase.READY
        lie_on = 0 <= self._begun_ms <= now - ODD_MS
        self._was_played = between and (self._was_played or (lie_on and any(map(_holds_pair, there.captures))))

    @property
    def passed(self) -> bool:
        """Whether a deal that nobody began was played and put away since the last one ended: it is missing."""
        return self._was_played and not any(self._keeper.look().there.captures)

    def _are_new(self, there: Lying, state: State) -> bool:
        """True if the captures that lie there between two deals are of a deal that nobody began: they were put away
        meanwhile, or, if nobody saw that, what lies there is hardly what the last deal left. Of a deal that did not
        count no piles are known: then somebody has captured since."""
        if self._was_clear:
            return True
        piles = state.deal.piles if state.deal is not None else ()
        if not any(piles):
            return without(reduce(merged, there.captures, 0), self._at_end or 0).bit_count() >= PAIR
        return are_next_deals(there, [mask_of(pile) for pile in piles], away=self.away)

    @property
    def glimpsed(self) -> int:
        """Faces that are seen, or were lately."""
        return self._keeper.look().glimpsed

    @property
    def unread(self) -> int:
        """How many cards of the field cannot be read."""
        return self._keeper.look().unread

    @property
    def rested_ms(self) -> int:
        """For how long nothing has changed on the table."""
        return self._keeper.rested_ms

    def is_hidden(self, zone: Zone) -> bool:
        """True if something moves over `zone`, or did a moment ago."""
        moved = self._moved_ms.get(zone)
        return moved is not None and self._keeper.now_ms - moved < SHOWN_MS

    @property
    def lies_open(self) -> int:
        """How many cards lie on the field, once it has lain so for a moment with nothing over it; 0 before: who deals
        has not withdrawn yet."""
        return self._keeper.look().there.field.bit_count() if self._field_open_ms >= REST_MS[0] else 0

    def has_lain_open(self, ms: int) -> bool:
        """True if the field has lain as it does for so long, and nothing has moved over it for a moment."""
        return self._keeper.field_rested_ms >= ms and self._field_open_ms >= REST_MS[0]

    @property
    def _field_open_ms(self) -> int:
        """For how long the field has lain as it does with nothing over it."""
        moved_ms = self._moved_ms.get(FIELD, -REST_MS[0])
        return min(self._keeper.field_rested_ms, self._keeper.now_ms - moved_ms)

    @property
    def captures_lie(self) -> bool:
        """True if captures lie on the table, or did a moment ago."""
        return self.look is not None and any(self._keeper.look().there.captures)

    @property
    def captures_alone(self) -> bool:
        """True if what lies where captures do was not captured: a card or two, each alone of its month (COM-CAP-02)."""
        piles = self._keeper.look().there.captures
        return sum(map(int.bit_count, piles)) <= PAIR and not any(map(_holds_pair, piles))

    @property
    def captures_replaced(self) -> bool:
        """True if captures lie there that are not those of the newest deal that is known: it was put away."""
        return self.captures_lie and bool(self._was_clear)

    @property
    def lying(self) -> CardSet:
        """What lies on the field just now; of cards that look alike the first ones stand for any."""
        return CardSet.from_mask(self._keeper.look().there.field)

    def shows(self, captures: tuple[CardSet, ...]) -> bool:
        """True if the piles `captures` are seen to lie there, but for a few cards."""
        there = self._keeper.look().there.captures
        hidden = sum(without(mask_of(pile), seen).bit_count() for pile, seen in zip(captures, there, strict=True))
        return hidden <= MOST_HIDDEN

    def rests_on(self, field_cards: CardSet) -> bool:
        """True if these cards and no others have lain on the field for a while; also where no camera looks."""
        if self.look is None:
            return True
        # Where something lies there besides that cannot be read, one of those that are read may be no card (`Strays`).
        doubtful = self._keeper.look().unread and _unread_apart(self._told)
        least_ms = UNREAD_MS if doubtful else REST_MS[LAID_REST]
        rested = not self._hidden and self._keeper.field_rested_ms >= least_ms
        return self.lies_under(field_cards) or (rested and mask_of(field_cards) == self._keeper.look().seen.field)

    def lies_under(self, field_cards: CardSet) -> bool:
        """True if these cards and no others have lain on the field for so long that they lie there whatever moves over
        it: an arm that leans there may stay until play goes on."""
        rested = self.look is not None and self._keeper.field_rested_ms >= UNDER_MS
        return rested and mask_of(field_cards) == self._keeper.look().seen.field

    def rests_unread(self, field_cards: CardSet, unread: int) -> bool:
        """True if these cards have lain on the field for a while, with so many that cannot be read.

        One that is not found at all is waited for longer: people may still be dealing."""
        if self.look is None or self._hidden or self.captures_lie:
            return False
        look, rested, known = self._keeper.look(), self._keeper.field_rested_ms, mask_of(field_cards)
        unsure = self.unsure_beside(field_cards).bit_count()
        if without(known, look.seen.field) or unsure > unread:
            return False
        found = look.unread + unsure == unread
        return rested >= (UNREAD_MS if found else UNFOUND_MS if unread == 1 else UNFOUND_MS * 4)

    def unsure_beside(self, field_cards: CardSet) -> int:
        """Faces of what lies on the field beside these cards and is read, but not so surely that it is believed."""
        return without(self._keeper.look().seen.field, mask_of(field_cards))

    def at_the_table(self, state: State, swept: bool) -> tuple[Notice, ...]:
        """What of the way the table lies keeps the referee from going on.

        Args: `swept` is whether the running deal was put away, so that the next one may lie there.
        """
        found: list[Notice] = []
        if self._keeper.now_ms - self._rest_ms >= RESTLESS_MS:
            found.append(NotAtRest())
        there, rested = self._keeper.look().there, self._keeper.rested_ms
        lying = there.field.bit_count()
        fresh = (swept or state.phase is Phase.READY) and not any(there.captures)
        if fresh and self.has_lain_open(ODD_MS) and is_odd(lying, state.game.field):
            found.append(OddField(lying, state.game.field))
        if 0 <= self._begun_ms <= self._keeper.now_ms - ODD_MS:
            found.append(BegunUnseen(sum(mask.bit_count() for mask in there.captures)))
        if there.outside and rested >= ODD_MS:
            found.append(BesideZones(tuple(text_of(there.outside).split())))
        return tuple(found)


def is_odd(lying: int, dealt: int) -> bool:
    """True if so many cards may be a first field of which one or two were not found, or things taken for cards."""
    return abs(lying - dealt) in (1, 2)


def _holds_pair(pile: int) -> bool:
    """True if two cards of a month lie in `pile`: a card that is there alone may be misread (COM-CAP-02)."""
    return max(Counter(map(month_of, each_face(pile))).values(), default=0) >= PAIR


def _unread_apart(cards: Sequence[CardOnTable]) -> int:
    """How many of `cards` lie on the field and cannot be read, without what lies over one that is surely read."""
    lying = [card for card in cards if card.zone == FIELD and card.face != BACK and card.said is not NO_CARD]
    sure = [card.quad for card in lying if card.stable and card.p >= SURELY]
    unread = [card.quad for card in lying if card.p < READ]
    return sum(covered_share(quad, sure) < ON_ANOTHER for quad in unread)


def _likely(card: CardOnTable) -> tuple[tuple[int, float], ...]:
    """Of a card in doubt, faces that it may show with their probabilities above 0; a person's word leaves none."""
    if card.said is not None or card.face == BACK:
        return ()
    return tuple((face.index, p) for face, p in card.candidates if face != BACK and p > 0)
