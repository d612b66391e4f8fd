"""When a new deal lies on the table, and whether it began with the field that was booked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from yakume.engine import DECK, FACES, Card, CardSet, Corrected, DealStarted, Event, Month, Phase, Rank, State
from yakume.engine.play import corrections, effective, parts_of
from yakume.engine.state import Deal

from ..zones import FIELD
from .answers import Answer, CardIs, HeldBy, PutRight
from .asking import Asked, Offer, answered
from .belief import Belief, OnTable
from .deal_log import DealLog, hands_told
from .following import Following
from .kept import (
    Json,
    keep_asked_first,
    keep_glimpsed,
    keep_left,
    keep_next,
    read_asked_first,
    read_glimpsed,
    read_left,
    read_next,
)
from .notices import EndUnseen, Health, LeftLying, Notice, StartTakenBack
from .position import count_of, each_face, mask_of, merged
from .questions import BlankHeld, FirstField, UnreadCard
from .situation import Situation, Verdict, accepts, stands_beside
from .table_watch import is_odd
from .thread import UNLAID_MS

FIELD_MS = 2_000
"""Another first field than the booked one is asked about when it has lain there for so long."""

GUESS_MS = 10_000
"""So long where a card of it was guessed: it may also have been laid from a hand, but then one is turned sooner."""

FITS_MS = 3_000
"""Another card stands for one that nobody could read once it has fitted play better for so long."""

MOST_GLIMPSED = 4
"""So many of the fields are known that lay there for a moment; who deals leaves a few at most."""

MOST_UNREAD = 2
"""With more cards of a first field that cannot be read the deal is not followed."""

CLEARED_SHARE = 0.2
"""A new deal is only believed when at most this share of the captured cards is still seen among the captures."""

MOST_MISREAD = 1
"""A card that the last deal left and that lies in a pile of it was misread; more of them were dealt again."""

SELDOM = 0.02
"""What happens in a smaller share of the deals is not taken for what happened."""

ODD_LAID_MS = 2_500
"""So many cards that they may be a first field, of which one is not found or another thing is taken for one, were dealt
there if they lay open for so long: who deals one by one does not wait, and all may drop out at once."""

LEFT_MS = 15_000
"""What the last deal left is put away sooner: where it lies on, as many cards as are dealt, it is told of."""


@dataclass
class NewDeals:
    """Watches for the next deal."""

    following: Following
    untaken: bool = False
    """Whether a whole first field was seen being laid, and nothing was taken of it since (`Strays`)."""
    laid: bool | None = None
    """Whether people just said of a field that it is a new deal's, between deals or with captured cards on it; None
    while the camera is to judge."""
    _left: CardSet = field(default_factory=CardSet)
    """Field of the deal before, booked or not, as long as most of it still lies there."""
    _brought_back: bool = False
    """Whether that was so before a restart, or a first field lay there for a moment, and the table was not seen yet
    since."""
    _phase: Phase | None = None
    """Of the match at the last look."""
    _deals: int = 0
    """How many deals the log held then."""
    _beside: CardSet = field(default_factory=CardSet)
    """What lay on the field of the running deal when its captures were last seen."""
    _lay: int = 0
    """Faces that lay on its field then by the half-turns."""
    _denied: bool = False
    """Whether people said that the running deal did not begin with the field that lies there."""
    anew: bool = False
    """Whether a first field lies there that is the next deal's, although nobody saw what the running one captured: the
    table was bare meanwhile, or its own first field was gone, or people said that it did not begin so. What is laid
    beside it then, and hands that move, change nothing of that."""
    over: bool = False
    """Whether one was laid there and the running deal cannot go on."""
    laid_after: dict[tuple[int, CardSet], CardSet] = field(default_factory=dict)
    """Place in the log of the start of each deal of which that holds, and its first field → that of the next one. The
    end of such a deal may be taken back."""
    passed: bool = False
    """Whether the next deal was laid, played and put away while the running one had no end: it is missing."""
    _next: CardSet = field(default_factory=CardSet)
    """First field of the newest deal that was laid while the running one had no end."""
    _next_played: bool = False
    """Whether captures lay there since."""
    _glimpsed: tuple[CardSet, ...] = ()
    """As many cards as are dealt that lay on the field a moment ago, between two deals, or once the running one was
    swept, and before anybody captured; more than one where a card was misread, or cards lay there that were played. One
    more than are dealt where they lay open for longer: one of them may be none."""
    _lacked: bool = False
    """Whether a card or two fewer lay open there for a moment, or, once the running deal was swept, fewer or more since
    as many did: what lies there since may have been played."""
    _odd: CardSet = field(default_factory=CardSet)
    """A card or two more or fewer than are dealt that lay open between two deals and do still: no deal begins."""
    _begun: DealStarted | None = None
    """The deal that begins with what was laid between two deals once nothing is asked."""

    def look_for_leftovers(self, state: State, log: DealLog, table: OnTable, belief: Belief) -> None:
        """What lies on the field when a deal ends is no new deal: with two in play, or when all drop out, it stays."""
        # All may drop out, or the deal be given up, between two looks.
        was_dealt = self._phase is not None and log.deal != self._deals
        self._deals = log.deal
        # Four of a month are dealt again at once: the deal that the state has is the one before.
        ended = state.deal if state.deal is not None and log.dealt <= state.deal.dealt else None
        just_ended = state.phase is Phase.READY and (was_dealt or self._phase not in (None, Phase.READY))
        # Of what ended since what was kept, or just after a restart, the table was not seen yet.
        known = self._left or self._glimpsed or self._lacked
        unseen = (self._phase is None and not known) or just_ended
        if unseen and state.phase is Phase.READY and self.following.look is None:
            self._left, self._brought_back = log.dealt, True
        elif just_ended:
            # Where the captures are gone already, the next deal was laid before people said how the last one ended.
            cleared = bool(table.captured) and belief.visible_captures() <= CLEARED_SHARE * len(table.captured)
            others = ended is not None and self._are_others(table.field, ended)
            anew = self.anew and not was_dealt  # else it was the deal before that had no end
            glimpsed = self._phase is not Phase.READY and not was_dealt and bool(self._glimpsed)
            cleared = glimpsed or ((cleared or others or anew) and not self.following.captures_lie)
            self._left = CardSet() if cleared else table.field
        elif self._gone(table.field) or self._was_captured(ended, table.field):
            self._left = CardSet()
            glimpsed = mask_of(table.field) in map(mask_of, self._glimpsed)
            if self.following.passed and not self.is_another(table) and not glimpsed:
                self._left = table.field  # by a deal that nobody began
        bare = not (table.field or self.following.captures_lie or self._brought_back)
        if state.phase is not Phase.READY or self._left or self.laid is False or bare:
            self._begun = None
        self._note_glimpsed(state)
        self._phase = state.phase
        if belief.visible_captures() > CLEARED_SHARE * len(table.captured):
            self._beside = table.field
        self._denied = log.answers.get(FirstField(log.deal, table.field)) == PutRight(False)
        thread, runs = self.following.thread, state.phase not in (Phase.READY, Phase.OVER)
        self._lay = thread.decoder.best.position.field if thread is not None and thread.decoder is not None else 0
        laid = runs and self._is_laid_anew(state, table, belief)
        own = log.laid_at, state.deal.dealt if state.deal is not None else CardSet()
        if laid and self._is_no_more(state, log, table.field):
            self.laid_after[own] = table.field
        elif own not in self.laid_after and runs and (begun := self._begun_with(state, log)):
            self.laid_after[own] = begun
        elif runs and own in self.laid_after and not self._is_no_more(state, log, self.laid_after[own]):
            del self.laid_after[own]
        self.over = runs and own in self.laid_after
        self._note_passed(state, table)
        lies_on = self.over and table.field == self.laid_after[own] and not table.captured and self.laid is None
        self.anew = laid or lies_on

    def keep(self) -> tuple[Json, ...]:
        """What was laid and played while the running deal is over and has no end, what the deal before left lying, what
        lay there as a first field for a moment, and that of a deal about which something is asked before it begins, as
        plain values for `bring_back`."""
        left = (keep_left(self._left),) if self._left else ()
        glimpsed = self._glimpsed or ((CardSet(),) if self._lacked else ())
        lay = (keep_glimpsed(each, lacked=self._lacked) for each in glimpsed)
        begun = (keep_asked_first(self._begun.field),) if self._begun is not None else ()
        return (*left, *lay, *begun, *((keep_next(self._next, played=self._next_played),) if self._next else ()))

    def bring_back(self, kept: Iterable[Mapping[str, Any]]) -> None:
        """Take up again what `keep` wrote down. Raises: ValueError, LookupError, TypeError for what it did not."""
        kept = [*kept]
        for laid, played in filter(None, map(read_next, kept)):
            self._next, self._next_played = laid, played
        for left in filter(None, map(read_left, kept)):
            self._left, self._brought_back = left, True
        for lay, lacked in filter(None, map(read_glimpsed, kept)):
            self._glimpsed += (lay,) if lay else ()
            self._lacked, self._brought_back = lacked, True
        for begun in filter(None, map(read_asked_first, kept)):
            self._begun, self._brought_back = DealStarted(0, begun), True

    def _gone(self, lying: CardSet) -> bool:
        """True if most of what the deal before left does not lie there any more; after a restart only once as many
        cards are seen there, or the table has lain still for long."""
        few = 2 * len(lying) <= len(self._left)
        self._brought_back &= few and self.following.rested_ms < LEFT_MS
        seen = mask_of(self.following.lying)  # under arms what was swept is believed to lie there yet
        others = 2 * (seen & mask_of(self._left)).bit_count() <= min(len(self._left), seen.bit_count() - 1)
        return (others or 2 * len(lying & self._left) <= len(self._left)) and not self._brought_back

    def _note_glimpsed(self, state: State) -> None:
        """Take note of what lies on the field before anybody captures, between two deals or once the running one was
        swept."""
        thread = self.following.thread
        swept = state.phase is not Phase.READY and thread is not None and thread.cleared
        lying = self.following.lying  # what was swept is believed to lie there, too, as long as hands are over it
        if self._left or not (lying or self._brought_back) or not (swept or state.phase is Phase.READY):
            self._glimpsed, self._lacked = (), False
        elif not self.following.captures_lie:
            lacking = state.game.field - len(lying)
            self._lacked |= 0 < state.game.field - self.following.lies_open <= MOST_UNREAD
            self._lacked |= swept and bool(self._glimpsed) and lacking != 0  # whatever moves there: it may be played
            more = lacking == -1 and self.following.has_lain_open(ODD_LAID_MS)
            whole = more or not (lacking or self.following.unread)
            if whole and not self._lacked and lying not in self._glimpsed:
                self._glimpsed = (*self._glimpsed[1 - MOST_GLIMPSED :], lying)

    def _note_passed(self, state: State, table: OnTable) -> None:
        """Take note of what is laid and played while the running deal is over and has no end."""
        thread, deal = self.following.thread, state.deal
        if state.phase is Phase.READY:
            self.passed |= self._is_odd_put_away(state, table)
            return  # until the next one begins
        self._odd = CardSet()
        if deal is None or thread is None or not (self.over or thread.cleared):
            self.passed, self._next, self._next_played = False, CardSet(), False
        elif self.following.captures_lie:
            self._next_played = bool(self._next)
        elif self._may_be_first(state, table) and len(table.field - self._next) > MOST_MISREAD:
            self.passed |= self._next_played
            self._next, self._next_played = table.field, False

    def _is_odd_put_away(self, state: State, table: OnTable) -> bool:
        """True if a first field with a card or two too many, or too few, was just put away: no deal began with it."""
        lying, odd = table.field, self._odd
        if self._left or self._deals == 0:  # before the first deal people try things
            self._odd = CardSet()
        elif 2 * len(lying & odd) < len(odd):
            self._odd = CardSet()
            return True
        elif is_odd(len(lying), state.game.field) and self.following.has_lain_open(ODD_LAID_MS):
            self._odd = lying
        return False

    def _may_be_first(self, state: State, table: OnTable) -> bool:
        """True if as many cards lie on the field as are dealt there, those among them that nobody can read."""
        return len(table.field) == state.game.field or self.first_field(state, table) is not None

    def is_another(self, table: OnTable) -> bool:
        """True if most of what lies on the field did not lie there when captures were last seen."""
        return 2 * len(table.field & self._beside) <= len(table.field)

    def _are_others(self, lying: CardSet, ended: Deal) -> bool:
        """True if cards that lie on the field are not what the deal left that has ended: they lie in its piles by what
        people told, or most of them are neither those it began with nor what lay there by its half-turns."""
        own = self._lay | mask_of(ended.dealt)
        return _lie_in_piles(lying, ended) or 2 * (mask_of(lying) & own).bit_count() <= len(lying)

    def _was_captured(self, ended: Deal | None, lying: CardSet) -> bool:
        """True if cards on the field were captured in the deal that has ended, and its captures are gone: where nobody
        watched they were believed to lie there still when its end was booked."""
        return ended is not None and not self.following.captures_lie and _lie_in_piles(lying, ended)

    def _is_laid_anew(self, state: State, table: OnTable, belief: Belief) -> bool:
        """True if the next deal's first field was just laid, although the running one has no end."""
        thread, deal = self.following.thread, state.deal
        if table.captured or thread is None or deal is None or not self.is_laid(state, table, belief):
            return False
        dealt, lying = mask_of(deal.dealt), mask_of(table.field)
        played = thread.left and bool(thread.plays)
        if lying == dealt:
            return played
        misread = 2 * (lying & dealt).bit_count() > dealt.bit_count()  # the booked field, with a card or two misread
        if misread and not played:
            return False  # people may have told it before they laid it
        if not (thread.was_laid or self.following.gap) and belief.unchanged_ms(FIELD) < UNLAID_MS:
            return False  # they may lay another one by mistake, or for a look at it; it is asked about
        return thread.bare or (self._denied and not misread)

    def _is_no_more(self, state: State, log: DealLog, laid: CardSet) -> bool:
        """True if the running deal cannot go on since `laid` lay there. That people said it did not begin so says that
        only where nobody watched: else its captures may lie where hand yaku are shown."""
        thread, deal = self.following.thread, state.deal
        if thread is None or deal is None:
            return False
        if self.following.health is Health.ON_THREAD and not thread.cleared:
            return False
        again = thread.left and mask_of(laid) == mask_of(deal.dealt)
        denied = log.answers.get(FirstField(log.deal, laid)) == PutRight(False)
        return thread.bare or again or (denied and self.following.gap)

    def notices(self, state: State, log: DealLog, table: OnTable) -> tuple[Notice, ...]:
        """What keeps the next deal from beginning."""
        if self.over and table.captured:
            return (EndUnseen(len(table.captured)),)
        dealt = len(table.field) == state.game.field and not self.following.captures_lie
        undone = [event.field for event in log.taken_back if isinstance(event, DealStarted)]
        if state.phase is Phase.READY and any(2 * len(table.field & each) > len(each) for each in undone):
            return (StartTakenBack(),)
        if state.phase is Phase.READY and self._left and dealt and self.following.rested_ms >= LEFT_MS:
            return (LeftLying(len(table.field)),)
        return ()

    def is_laid(self, state: State, table: OnTable, belief: Belief) -> bool:
        """True if as many cards lie on the field as are dealt there, and nothing is captured: a new deal."""
        visible, captured = belief.visible_captures(), len(table.captured)
        if self.laid is not None:
            return len(table.field) == state.game.field and self.laid
        if self._left or self.first_field(state, table) is None:
            return False
        uncaptured = self.untaken and self.following.captures_alone
        if self.following.lies_as_left(table.field) or (self.following.captures_replaced and not uncaptured):
            return False
        # Of captures in a stack few are seen, too: what is seen then is a new deal if captured cards were dealt again.
        dealt_again = _twice(table.field, table.captured) > MOST_MISREAD
        still = table.field == self._beside or (
            self.following.unwatched and _seldom_dealt(len(table.captured), len(table.field))
        )
        if still and not dealt_again and table.captured and state.phase is not Phase.READY:
            return False  # the captures were gathered, and the field lies there yet
        # What is swept together with captures is seen no more at once, and is still believed to lie there.
        gone = (visible == 0 and not self.following.captures_lie) or uncaptured
        return gone or (dealt_again and visible <= CLEARED_SHARE * captured)

    def first_field(self, state: State, table: OnTable) -> CardSet | None:
        """What may be dealt to the field; a card that nobody can read yet is guessed. None for no first field."""
        lacking = state.game.field - len(table.field)
        if lacking == 0:
            return table.field if self.laid is not None or self.following.rests_on(table.field) else None
        if 0 < lacking <= MOST_UNREAD and self.following.rests_unread(table.field, lacking):
            lying, unsure = _open(table), self.following.unsure_beside(table.field)
            return table.field | guessed(table.field, lying, lacking, unsure)  # captures are those of the deal before
        return None

    def started(self, state: State, table: OnTable) -> DealStarted:
        """The deal that lies there, in a match that stands at `state`."""
        dealt = self.first_field(state, table) or table.field
        self.following.note_first(dealt, dealt - table.field)
        return DealStarted(state.dealer, dealt)

    def started_before(self, state: State, now: Situation) -> DealStarted:
        """The deal that was laid a while ago, after the running one, which is over in the match that stands at
        `state`."""
        laid = self.laid_after[now.log.laid_at, now.deal.dealt]
        guess = guessed(laid, laid | _open(now.table), state.game.field - len(laid))
        self.following.note_first(laid | guess, guess)
        return DealStarted(state.dealer, laid | guess)

    def between_deals(self, state: State, log: DealLog, table: OnTable, belief: Belief) -> Verdict:
        """The next deal, if it is laid.

        What is asked before it can begin stays asked, whatever moves and though people play on, until the table is put
        away or another field is laid.
        """
        if self.is_laid(state, table, belief):
            started = self.started(state, table)
            if accepts(state, started):
                return (started,), ()
            self._begun = started
        if self._begun is None:
            return (), ()
        asked = _ask_blank(state, log, replace(self._begun, dealer=state.dealer))
        return (), (asked,) if asked.answers else ()

    def begun_before(self, state: State) -> DealStarted | None:
        """The deal that began between two deals with a field that lay there only for a moment."""
        played = self._played_from(state)
        started = DealStarted(state.dealer, played or CardSet())
        if played is None or not accepts(state, started):
            return None
        self.following.note_first(played, CardSet())
        return started

    def _begun_with(self, state: State, log: DealLog) -> CardSet | None:
        """The field with which one began so after the running deal, which cannot go on."""
        played = self._played_from(state)
        return played if played is not None and self._is_no_more(state, log, played) else None

    def _played_from(self, state: State) -> CardSet | None:
        """The one field that lay there only for a moment from which a round of turns at most, three where two play, was
        played by what lies on the field and where captures do; None where there is none, or more than one. One card of
        it may have been misread for that moment."""
        most, dealt = 2 * max(len(state.players), 3), state.game.field
        more = {CardSet(cards) for each in self._glimpsed if len(each) > dealt for cards in combinations(each, dealt)}
        whole = [each for each in self._glimpsed if len(each) == dealt]
        put_right = map(self.following.one_put_right, map(mask_of, whole))
        for fields in (whole, more, {CardSet.from_mask(each) for each in put_right if each is not None}):
            first = [each for each in fields if self.following.is_played_from(mask_of(each), most)]
            if first:
                break
        return first[0] if len(first) == 1 else None


def _twice(lying: CardSet, captured: CardSet) -> int:
    """How many more cards lie there and are captured than there are of their faces: of kasu nobody sees which is which
    (COM-CARD-01)."""
    each = mask_of(lying), mask_of(captured)
    return sum(mask.bit_count() for mask in each) - merged(*each).bit_count()


def _seldom_dealt(captured: int, dealt: int) -> bool:
    """True if of so many cards that were captured hardly ever none is among so many that are dealt next."""
    return math.comb(len(DECK) - captured, dealt) < SELDOM * math.comb(len(DECK), dealt)


def _lie_in_piles(lying: CardSet, ended: Deal) -> bool:
    """True if more of the cards `lying` are in the piles of the deal that ended than may be misread, and they are not
    those it began with: people may tell how it ended before the camera has seen anybody play."""
    if 2 * (mask_of(lying) & mask_of(ended.dealt)).bit_count() > len(lying):
        return False
    return len(lying & CardSet(card for pile in ended.piles for card in pile)) > MOST_MISREAD


def _open(table: OnTable) -> CardSet:
    """What lies open on the field and before the players."""
    lying = table.field
    for pile in table.shown:
        lying |= pile
    return lying


def guessed(field_cards: CardSet, lying: CardSet, count: int, unsure: int = 0) -> CardSet:
    """Cards to stand for so many of the first field that nobody can read: what they are read as, though not surely;
    else kasu that lie nowhere, which change neither the rate nor whether it is dealt again.

    Args:
        field_cards: what is read of the field.
        lying: what lies anywhere.
        unsure: faces that are read, but not surely.
    """
    read = CardSet()
    for face in each_face(unsure):
        read |= CardSet(list(FACES[face].cards - lying - read)[:1])
    free = [card for card in DECK - lying if card.rank is Rank.KASU]
    free.sort(key=lambda card: (len(field_cards.of_month(card.month)), card))
    months: dict[Month, Card] = {}
    for card in free:
        months.setdefault(card.month, card)
    return CardSet([*read, *(card for card in (*months.values(), *free) if card not in read)][:count])


def field_put_right(now: Situation) -> Corrected | None:
    """What puts the booked first field right once its card is known that nobody could read, or is another one than was
    guessed; None as long as there is nothing to be said."""
    thread = now.following.thread
    if thread is None or not thread.guess or thread.people_said:
        return None  # what is read otherwise than people said is asked
    if _with_light(now) is not None:
        return None  # nor what is asked
    come, lying = thread.first_read(), _open(now.table) | now.table.captured
    if come is not None and thread.plain and _has_light(come):
        return None
    held = _held(now)
    if come is not None and come & held:
        come = None
    lying |= held
    if come == thread.guess and not come - lying:
        thread.guess_was_right()
        return None
    if come is None:
        fitting = thread.fitting
        lies = thread.guess & lying and (thread.plays or not thread.guess <= now.table.field)
        fits = now.watch.fits(fitting, now.belief.now_ms, FITS_MS)
        if not lies and (fitting == thread.guess or fitting & lying or not fits):
            return None  # before anybody plays, what lies there is what was dealt
        come = fitting if not lies else guessed(now.deal.field - thread.guess, lying, len(thread.guess))
        thread.guess_again(come)
    seq, booked = [each for each in effective(now.state.log) if isinstance(each[1], DealStarted)][-1]
    assert isinstance(booked, DealStarted)
    right = Corrected(seq, (replace(booked, field=booked.field - thread.guess | come),))
    return right if come != thread.guess and stands_beside(now.state, right) else None


def _held(now: Situation) -> CardSet:
    """Cards that surely lay in hands when the first field was dealt: of hand yaku, seen or told, and of hands that who
    was squeezed out showed."""
    return CardSet(card for cards in now.deal.exposed for card in cards) | hands_told(now.state.log)


def _ask_blank(state: State, log: DealLog, started: DealStarted) -> Asked:
    """Who was dealt the blank card, which nobody lays on the table (SD-PLAYER-02)."""
    seats = range(len(state.players))
    deals = [(seat, replace(started, blank=seat)) for seat in seats]
    offers = tuple(
        Offer(HeldBy(seat), round(1 / len(seats), 2), (event,)) for seat, event in deals if accepts(state, event)
    )
    return Asked(BlankHeld(log.deal + 1, started.field), offers)


def ask_first_field(now: Situation) -> tuple[Asked, ...]:
    """Whether the running deal began with another field than was booked: as long as nobody captured, what lies there is
    what was dealt. The rate, and with it every price of the deal, is that of the first field."""
    thread = now.following.thread
    guess = thread is not None and thread.guess - thread.said
    waited = now.belief.unchanged_ms(FIELD) >= (GUESS_MS if guess else FIELD_MS)
    lying = now.table.field
    if now.following.captured_aside:
        return ()
    if now.table.captured or now.belief.visible_captures() or len(lying) != now.state.game.field or not waited:
        return ()
    deals = [(seq, event) for seq, event in effective(now.state.log) if isinstance(event, DealStarted)]
    seq, booked = deals[-1]
    corrected = Corrected(seq, (replace(booked, field=lying),))
    gone, come = (Counter(card.face for card in cards) for cards in (booked.field - lying, lying - booked.field))
    question = FirstField(now.log.deal, lying, booked.field, now.state.game.rules.field)
    if booked.hands or gone == come or question in now.log.answers or not accepts(now.state, corrected):
        return ()
    return (Asked(question, (Offer(PutRight(True), 0.6, (corrected,)), Offer(PutRight(False), 0.4))),)


def ask_field_again(now: Situation) -> tuple[Asked, ...]:
    """Whether the running deal began with another field, where that was said, or followed from what was seen, and was
    taken back: an answer that is undone is asked again, also once cards were played."""
    log = now.state.log
    undone = {part.seq for event in log for part in parts_of(event) if not part.events}
    said_at, said = corrections(log).get(now.log.laid_at, (0, ()))
    for at in sorted(undone, reverse=True):
        event = log[at]
        if at < said_at and any(_begins_otherwise(each, log[now.log.laid_at]) for each in said):
            break  # it was said since how it began
        started = (
            event.events[0] if isinstance(event, Corrected) and event.seq == now.log.laid_at and event.events else None
        )
        if not isinstance(started, DealStarted) or mask_of(started.field) == mask_of(now.deal.dealt):
            continue
        question = FirstField(now.log.deal, started.field, now.deal.dealt, now.state.game.rules.field)
        if accepts(now.state, event):
            return (Asked(question, (Offer(PutRight(True), 0.6, (event,)), Offer(PutRight(False), 0.4))),)
    return ()


def ask_said(now: Situation) -> tuple[Asked, ...]:
    """Whether the running deal began with what was read at last of a card of which people said that it is another, or
    that it is no light."""
    thread = now.following.thread
    come = thread.first_read() if thread is not None and (thread.people_said or thread.plain) else None
    come = _with_light(now) or come
    if thread is None or come is None or mask_of(come) == mask_of(thread.guess):
        return ()
    if not (thread.people_said or _has_light(come)):
        return ()  # that is put right by itself
    seq, booked = [each for each in effective(now.state.log) if isinstance(each[1], DealStarted)][-1]
    assert isinstance(booked, DealStarted)
    anew = replace(booked, field=booked.field - thread.guess | come)
    right = Corrected(seq, (anew,))
    question = FirstField(now.log.deal, anew.field, booked.field, now.state.game.rules.field)
    if not accepts(now.state, right):
        return ()
    return (Asked(question, (Offer(PutRight(True), 0.6, (right,)), Offer(PutRight(False), 0.4))),)


def _with_light(now: Situation) -> CardSet | None:
    """What the cards of the first field are that nobody could read, if a light is among them that came in sight with
    the card that it took or that took it: people had said that none is. None where nothing of it is in doubt."""
    thread = now.following.thread
    light = thread.light_in_doubt if thread is not None and thread.guess else None
    if thread is None or light is None or count_of(mask_of(thread.guess), light):
        return None
    come = CardSet([*FACES[light].cards, *list(thread.guess)[1:]])
    said = FirstField(now.log.deal, now.deal.dealt - thread.guess | come) in now.log.answers
    return None if said else come


def _has_light(cards: CardSet) -> bool:
    return any(card.rank is Rank.HIKARI for card in cards)


def _begins_otherwise(event: Event, booked: Event) -> bool:
    """True if both are starts of deals, with other fields."""
    return isinstance(event, DealStarted) and isinstance(booked, DealStarted) and event.field != booked.field


def rate_in_doubt(now: Situation) -> UnreadCard | None:
    """What is to be asked of the first field, as long as others stand for cards of it that nobody could read, one of
    which may be a light, and nobody said that none is; None where the rate is sure."""
    thread = now.following.thread
    guess = thread.guess - thread.said if thread is not None else CardSet()
    if not guess or not now.state.game.flow.lights:
        return None
    question = UnreadCard(now.log.deal, now.deal.dealt - guess, now.state.game.rules.field)
    return None if question in now.log.answers else question


def ask_unread(now: Situation, *, asked: bool) -> tuple[Asked, ...]:
    """Which light it is of the first field that nobody can read, once it has lain there for a while, or if that is
    `asked` already."""
    question, thread = rate_in_doubt(now), now.following.thread
    if question is None or thread is None:
        return ()
    if not (asked or thread.plays) and now.belief.unchanged_ms(FIELD) < GUESS_MS:
        return ()
    guess, either = thread.guess - thread.said, CardSet.from_mask(thread.either)
    question = replace(question, taken=either)
    aside = CardSet(card for pile in now.following.captured for card in pile)  # captures may lie where hands are shown
    lying = (_open(now.table) - now.table.field - aside) | CardSet.from_mask(thread.lights_played) | _held(now)
    lights = CardSet(card for card in DECK - question.known - lying if card.rank is Rank.HIKARI)
    if either and len(guess) == 1:
        lights &= either
    lying |= now.table.field | now.table.captured
    seq, booked = [each for each in effective(now.state.log) if isinstance(each[1], DealStarted)][-1]
    assert isinstance(booked, DealStarted)
    plain, count = [card for card in guess if card.rank is not Rank.HIKARI], len(guess)
    plain += guessed(question.known, lying | guess | lights, count - len(plain))

    def offer(answer: Answer, p: float, come: CardSet) -> Offer:
        right = Corrected(seq, (replace(booked, field=question.known | come),))
        return Offer(answer, p, (right,) if come != guess else ())

    offers = [
        offer(CardIs(card), 0.9 if card in guess else 0.3 / len(lights), CardSet([card, *plain[: count - 1]]))
        for card in lights
    ]
    none = offer(PutRight(False), 0.7, CardSet(plain))
    # What stands there may be a light all the same, as people said before: that none is one is then said with it.
    offers.append(replace(none, events=(*none.events, answered(question, none.answer))) if none.events else none)
    offers = [each for each in offers if accepts(now.state, *each.events)]
    doubted = guess & thread.people_said
    return (Asked(question, tuple(sorted(offers, key=lambda each: -each.p))),) if lights or doubted else ()
