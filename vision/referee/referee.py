"""From what lies on the table to what is booked: the referee of result mode.

It books by itself only what leaves no choice: a new deal is laid, a hand yaku is shown that can be but one, a deal is
over. Everything else is a question with ranked answers. It never sees frames: observations in, engine events out.

What is booked and answered it takes from the log alone. So nothing counts before the store has it: what could not be
written follows from the next observation again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from yakume.engine import (
    Card,
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    Phase,
    State,
    TeyakuShown,
)
from yakume.engine.events import BidMade
from yakume.engine.play import effective, replay

from ..observation import NO_CARD, Observation
from ..zones import FIELD, Place, Zone, captures_of, shown_by
from .asking import Asked
from .belief import UNWATCHED_MS, Belief, OnTable
from .bids import ask_cancel, ask_lead
from .booked import BookedDeals
from .claims import ClaimWatch, corrects
from .deal_log import DealLog, deal_log
from .dealing import NewDeals, ask_field_again, ask_said, ask_unread, field_put_right, rate_in_doubt
from .deck_watch import DeckWatch
from .ending import EndTold, end_told
from .following import Following
from .kept import (
    Json,
    keep_asked,
    keep_guess,
    keep_over,
    keep_stood,
    keep_stray,
    read_asked,
    read_guess,
    read_over,
    read_stood,
    read_stray,
)
from .line import Play
from .look import Look
from .notices import DealerInDoubt, FieldGuessed, HandRests, Health, LaidOpen, NeverSeen, NoLongerCounts, Notice
from .partings import ask_whether_right
from .position import mask_of, text_of
from .questions import FirstField, HowEnded, TableCleared, UnreadCard, UnseenDeal, WhichTeyaku, WhoLeads, WhoShows
from .running import RunningDeal
from .situation import SETTLED_MS, DealWatch, Situation, Verdict
from .strays import Strays
from .table_watch import AWAY_MS
from .unseen_deals import UnseenDeals
from .withdrawn import ask_end_again, standing


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows from an observation."""

    on_table: OnTable
    events: tuple[Event, ...] = ()
    """To be booked now, in order; the engine accepts them one after the other."""
    questions: tuple[Asked, ...] = ()
    plays: tuple[Play, ...] = ()
    """The half-turns of the running deal as they are believed now; a better reading replaces them."""
    health: Health | None = None
    """How well the running deal is followed; None between deals."""
    notices: tuple[Notice, ...] = ()
    """What keeps the referee from going on."""


@dataclass
class Referee:
    """Follows one match: make a new one for each.

    Feed it every observation with the state after whatever was booked; book `Ruling.events` in order, show
    `Ruling.questions`, and when people answer one, book what that answer books (`Asked.books`). Where something was
    booked and no observation follows at once, `after` says how matters stand.
    """

    seats: int
    belief: Belief = field(init=False)
    following: Following = field(init=False)
    _new_deals: NewDeals = field(init=False)
    _deal: RunningDeal = field(init=False)
    _claims: ClaimWatch = field(default_factory=ClaimWatch)
    _watch: DealWatch = field(default_factory=DealWatch)
    _log: DealLog = field(default_factory=DealLog)
    _logged: tuple[Event, ...] = ()
    """The log that `_log` was made of."""
    _first: CardSet = field(default_factory=CardSet)
    """First field of the running deal or of the last one, as it was booked."""
    _said_of: Zone | None = None
    """Zone of which people just said what lies there."""
    _questions: tuple[Asked, ...] = ()
    _deck: DeckWatch = field(default_factory=DeckWatch)
    _booked: BookedDeals = field(default_factory=BookedDeals)
    _strays: Strays = field(default_factory=Strays)
    _unseen: UnseenDeals = field(default_factory=UnseenDeals)
    _witnessed: bool = True
    """Whether the captures were seen to lie as they are believed to when any were last seen, or people said so."""

    def __post_init__(self) -> None:
        self.belief = Belief(self.seats)
        self.following = Following(self.seats)
        self._new_deals = NewDeals(self.following)
        self._deal = RunningDeal(self._new_deals, self._booked)

    # -- what people say ----------------------------------------------------------------------------------------

    def told(self, zone: Zone, cards: CardSet, state: State) -> Ruling:
        """What follows when people say, with a photograph or without, that `cards` lie in `zone`."""
        self._follow(state)
        captured = self.belief.table().captured
        self._new_deals.laid = zone == FIELD and (state.phase is Phase.READY or bool(cards & captured))
        self._said_of = zone
        self._witnessed = True
        self.belief.place(zone, cards)
        ruling = self._judge(state, settled=True)
        self._new_deals.laid, self._said_of = None, None
        return ruling

    # -- what is seen, and what is booked -------------------------------------------------------------------------

    def observe(self, observation: Observation, state: State | None) -> Ruling:
        """What follows from `observation` in a match that stands at `state`."""
        self._follow(state)
        if state is not None:
            thread = self.following.thread
            fresh = state.phase is Phase.READY or (thread is not None and thread.cleared)
            fresh = fresh and not self.following.captures_lie
            unplayed = state.phase is Phase.READY or self.following.unplayed or self.following.laid_anew
            for track in self._strays.observe(observation, state.game.field, fresh=fresh, unplayed=unplayed):
                self.belief.fixes.setdefault(track, NO_CARD)
            self._new_deals.untaken = self._strays.is_untaken
        since_ms = observation.t_ms - self.belief.now_ms
        self.belief.observe(observation)
        self.following.observe(observation, self.belief.fixes, state, self._log)
        if self.following.unplayed and not self.following.captures_lie and self.belief.table().captured:
            self.belief.clear_captures()  # of the deal before: people told this one while they lay there
        self._unseen.observe(since_ms, self.following.lies_on)
        self._deck.observe(self.following.glimpsed)
        if self.following.captures_lie:
            self._witnessed = self.following.shows(self.belief.table().captures)
        settled = self.belief.settled_ms() >= SETTLED_MS and not self.following.wavers
        ruling = self._judge(state, settled)
        if self._new_deals.passed or self.following.passed:
            self._unseen.passed()
        self._unseen.ruled(ruling.events, ruling.questions)
        return ruling

    def unwatched(self, for_ms: int) -> None:
        """Take note that nobody looked for so long, where the clock of the observations does not say so: a camera that
        is gone gives none, and one that comes back begins at 0."""
        self._unseen.observe(for_ms, lies_on=False)
        if for_ms >= UNWATCHED_MS:
            self.following.note_gap()
        self.following.away |= for_ms >= AWAY_MS

    def again(self, state: State) -> Ruling:
        """What follows from the table as it was last known, where no camera will look at it again."""
        self._follow(state)
        self._new_deals.laid = False  # of a new deal's field people say so themselves
        ruling = self._judge(state, settled=True)
        self._new_deals.laid = None
        return ruling

    def end(self, state: State) -> EndTold:
        """What follows when people say that the running deal is over: what books its end, or what is missing."""
        self._follow(state)
        table = self.belief.table()
        told = end_told(Situation(state, self._log, self.belief, table, self._watch, self.following))
        if told.outcomes:
            self._booked.settling = told.outcomes
        elif told.ending is not None and self.following.unwatched:
            # As the piles lay when they were last seen: play may have gone on.
            self._booked.closing = ask_whether_right(self._log.deal, told.ending, state.game.rules.hatto)
        return told

    def cancel(self, state: State) -> Asked | None:
        """Whether who played on wants to end the running deal for half; None where nobody may."""
        self._follow(state)
        if not self._log.running or len(state.players) != self.seats:
            return None
        return ask_cancel(Situation(state, self._log, self.belief, self.belief.table(), self._watch, self.following))

    def after(self, state: State, answered: str = "") -> Ruling:
        """How matters stand once something was booked, the question with the id `answered` among it."""
        self._follow(state)
        # What an answer books is another thing once the deal has ended, and when that is taken back.
        ended = self._booked.once_asked()
        running = (each for each in self._running() if each.id != answered and each.question not in ended)
        self._questions = (*self._aside(), *running)
        return self._ruling(state, ())

    @property
    def may_miss_deal(self) -> bool:
        """Whether a deal may have been played, unseen, since the last one that is known."""
        return self._unseen.missed

    def keep(self) -> tuple[Json, ...]:
        """What is still asked about booked deals, what stands for unread cards of the newest, and what else of it the
        table does not show again, for `bring_back`."""
        guess = self.following.guessed(self._log.laid_at, self._first) if self._log.running else CardSet()
        # Once cards are captured nothing on the table asks it again.
        booked = (each for each in self._running() if isinstance(each.question, FirstField) or corrects(each))
        began = map(keep_asked, booked)
        guessed = (keep_guess(self._log.deal, guess),) if guess else ()
        stood = (keep_stood(first, cards) for first, cards in self.following.stood.items())
        over = (keep_over(at, dealt, after) for (at, dealt), after in self._new_deals.laid_after.items())
        unread = self._claims.keep(self._log.deal, self.belief.fixes.keys()) if self._log.running else ()
        passing, strays = self._new_deals.keep(), map(keep_stray, self._strays.keep())
        return (*self._booked.keep(), *self._unseen.keep(), *began, *over, *guessed, *stood, *unread, *passing, *strays)

    def bring_back(
        self, state: State, seq: int, kept: Iterable[Mapping[str, Any]], deals_until: int | None = None
    ) -> Ruling:
        """Take up again what was kept when the match that stands at `state` had `seq` events; how matters stand now.

        Args: `deals_until` is how long the log was when it was last kept what is asked of its deals: of a deal that
            begins or ends later it was not. None where that is not known.

        Raises: ValueError, LookupError, TypeError for what `keep` did not write.
        """
        self._follow(replay(state.log[:seq]))
        kept = tuple(kept)
        unkept = () if deals_until is None else tuple(range(deals_until, len(state.log)))
        self._booked.bring_back(state, kept, unkept)
        self._unseen.bring_back(state, kept, unkept)
        self._claims.bring_back(state, kept)
        self._follow(state)
        for deal, guess in filter(None, map(read_guess, kept)):
            if deal == self._log.deal:
                self.following.note_first(self._log.dealt, guess)
        self.following.stood |= dict(filter(None, map(read_stood, kept)))
        for at, dealt, after in filter(None, map(read_over, kept)):
            self._new_deals.laid_after[at, dealt] = after
        self._new_deals.bring_back(kept)
        self._strays.bring_back(filter(None, map(read_stray, kept)))
        began = (each for each in map(read_asked, kept) if each is not None and self._is_running(each))
        self._questions = (*self._aside(), *began)
        return self._ruling(state, ())

    def is_new(self, state: State) -> bool:
        """True if a deal runs that is not followed yet: it was just laid, or its end was taken back, or after a
        restart."""
        self._follow(state)
        return self._log.running and not self.following.follows(self._log)

    def follow_on(self, state: State, looks: Sequence[Look]) -> None:
        """Follow the running deal on from how it was seen to lie before."""
        self._follow(state)
        self.following.bring_back(state, self._log, looks)

    @property
    def seen(self) -> tuple[int, Sequence[Look]]:
        """Place in the log of the running deal's start, and how the table lay since; nothing between deals."""
        return self._log.laid_at, self.following.thread.looks if self.following.thread else ()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _follow(self, state: State | None) -> None:
        """Take note of what was booked, answered and taken back."""
        if state is None or state.log is self._logged:
            return
        fresh = state.log[len(self._logged) :]
        self._booked.note(state.log, len(self._logged))
        self._unseen.note(state, len(self._logged))
        for event in fresh:
            if isinstance(event, DealResult):
                captured = CardSet(card for pile in event.captures for card in pile)
                self._deck.ended(captured, self.following.missing)
        if self._log.running and all(seq != self._log.laid_at for seq, _ in effective(state.log)):
            # Its start was taken back: of what people tell in its place it says nothing, though that has its number.
            self._questions, self.following.thread = (), None
        self._keep_open(state, fresh)
        before, self._log, self._logged = self._log, deal_log(state), state.log
        self._first = state.deal.dealt if state.deal is not None else CardSet()
        is_dealt = any(isinstance(event, DealStarted) for event in fresh)
        if is_dealt:
            self.belief.clear_captures()
        if before.running and self._log.running and before.laid_at == self._log.laid_at:
            if before.deal != self._log.deal:  # another was put in before it, or taken out
                self._claims.renumber(before.deal, self._log.deal)
                self._watch.deal = self._log.deal
        elif is_dealt or self._log.deal != self._watch.deal:
            self._watch = DealWatch(self._log.deal)
        if self._log.running:
            known = before.hidden if before.running and before.laid_at == self._log.laid_at else {}
            self._cover(known, self._log.hidden)

    def _cover(self, before: Mapping[Card, int], now: Mapping[Card, int]) -> None:
        """Take people's word for cards that lie hidden among captures, and for taking it back."""
        for card in before.keys() - now.keys():
            self.belief.uncover(card)
        for card in now.keys() - before.keys():
            self.belief.cover(card, captures_of(now[card]))

    def _judge(self, state: State | None, settled: bool) -> Ruling:
        table = self.belief.table()
        if state is None or len(state.players) != self.seats:
            self._questions = ()
            return Ruling(table)
        self._new_deals.look_for_leftovers(state, self._log, table, self.belief)
        events, questions = self._verdict(state, table, settled)
        back = self._log.taken_back
        gone = [event for event in events if event in back and not self._is_said(event)]
        events = standing(state, events, gone)
        if not any(isinstance(each.question, HowEnded) for each in questions):
            questions = (*questions, *ask_end_again(self._log.deal, gone))
        if state.deal is not None and mask_of(table.field) != mask_of(state.deal.dealt):
            # Nobody has said yet how the deal began: what is asked of it stands while play does not follow from it.
            asked = [each.question for each in questions]
            began = [
                each
                for each in self._running()
                if isinstance(each.question, FirstField) and each.question.cards != state.deal.dealt
            ]
            if self.following.health is not Health.ON_THREAD:
                questions = (*(each for each in began if each.question not in asked), *questions)
        if any(isinstance(each.question, FirstField) for each in questions):
            # Who leads is seen by what is played from the field: which one that was is asked first.
            questions = tuple(each for each in questions if not isinstance(each.question, WhoLeads))
        self._questions = (*self._aside(), *(each for each in questions if self._is_running(each)))
        return self._ruling(state, events)

    def _ruling(self, state: State, events: tuple[Event, ...]) -> Ruling:
        following, table = self.following, self.belief.table()
        plays = () if events else following.plays
        notices = (*following.notices(state), *self._new_deals.notices(state, self._log, table))
        guess = self.following.guessed(self._log.laid_at, self._first) if self._log.running else CardSet()
        guess -= following.thread.said if following.thread is not None else CardSet()
        if (
            guess
            and state.game.flow.lights
            and UnreadCard(self._log.deal, self._first - guess) not in self._log.answers
        ):
            notices = (*notices, FieldGuessed(len(guess)))
        asked = any(isinstance(each.question, WhichTeyaku | WhoShows) for each in self._running())
        unsaid = self._claims.unsaid(state.deal, self._log, table)
        if not asked and (unnamed := following.unnamed(state, self._log) or unsaid):
            notices = (*notices, LaidOpen(tuple(text_of(unnamed).split())))
        missing = self._unseen.leave_dealer_open(self._log.deal)
        if state.phase is Phase.BID and (missing or self._booked.doubts_end_of(self._log.deal - 1)):
            notices = (*notices, DealerInDoubt())
        if state.phase is Phase.OVER:
            notices = (*notices, *self._booked.in_doubt(state))
        else:
            # Who has to bid now instead is asked.
            refused = [each for each in state.rejected if not isinstance(each.event, BidMade)]
            notices = (*notices, *(NoLongerCounts(len(refused), each.message) for each in refused[:1]))
        if self._deck.missing:
            notices = (*notices, NeverSeen(tuple(text_of(self._deck.missing).split()), self._deck.deals))
        for zone in self.belief.resting:
            if zone.seat is not None:
                notices = (*notices, HandRests(zone.seat, zone.place is Place.SHOWN))
        return Ruling(table, events, _end_once(self._questions), plays, following.health, notices)

    def _verdict(self, state: State, table: OnTable, settled: bool) -> Verdict:
        if state.phase is Phase.OVER:
            return (), ()
        if state.phase is Phase.READY:
            if (begun := self._new_deals.begun_before(state)) is not None:
                return (begun,), ()
            # Hands that move over captures lay no field.
            lies = self.belief.zone_settled_ms(FIELD) >= SETTLED_MS or self.following.lies_under(table.field)
            if not settled and not lies:
                return (), self._running()
            return self._new_deals.between_deals(state, self._log, table, self.belief)
        self._watch.feeding.observe(state, table)
        now = Situation(state, self._log, self.belief, table, self._watch, self.following)
        shown = tuple(each for each in self._running() if isinstance(each.question, WhichTeyaku | WhoShows))
        # What is shown once the next deal was laid is the next deal’s.
        events, questions = self._claims.rule(now, self._deck.missing) if not self._new_deals.over else ((), shown)
        unread = ask_unread(now, asked=any(isinstance(each.question, UnreadCard) for each in self._running()))
        began = () if rate_in_doubt(now) else ask_said(now) or ask_field_again(now)
        questions = (*questions, *unread, *began, *ask_lead(now))
        if events:
            return events, questions
        put_right = field_put_right(now)
        if put_right is not None:
            return (put_right,), questions
        verdict = self._deal.by_half_turns(now) or (self._deal.by_piles(now, self._witnessed) if settled else None)
        others = tuple(
            each
            for each in self._running()
            if each not in shown and not isinstance(each.question, UnreadCard | FirstField)
        )
        events, more = verdict or ((), others)
        asked = {each.question for each in questions}
        return events, (*questions, *(each for each in more if each.question not in asked))

    def _keep_open(self, state: State, fresh: tuple[Event, ...]) -> None:
        """Keep what is still asked about a deal whose end was booked: it is answered later."""
        ends = [at for at, event in enumerate(fresh) if isinstance(event, DealResult | DealVoided)]
        if not ends or not self._logged:
            return
        seq = len(self._logged) + ends[0]
        table = self.belief.table()
        now = Situation(replay(state.log[:seq]), self._log, self.belief, table, self._watch, self.following)
        self._booked.ended(state.log, seq, now, self._running())

    def _aside(self) -> tuple[Asked, ...]:
        """What is asked beside the running deal: of deals that are booked, and of such as may be missing."""
        return (*self._booked.asked(), *self._unseen.asked)

    def _running(self) -> tuple[Asked, ...]:
        """What was asked last of what goes on now, not of deals that are booked."""
        return tuple(each for each in self._questions if self._is_running(each))

    def _is_running(self, asked: Asked) -> bool:
        deal = self._log.deal if self._log.running else self._log.deal + 1
        aside = isinstance(asked.question, UnseenDeal)
        return asked.question.deal == deal and not aside and asked.question not in self._log.answers

    def _is_said(self, event: Event) -> bool:
        """Whether people just said what `event` follows from."""
        if isinstance(event, TeyakuShown):
            return self._said_of == shown_by(event.seat)
        if isinstance(event, DealStarted):
            return self._said_of == FIELD
        return self._said_of is not None and self._said_of.place is Place.CAPTURES


def _end_once(questions: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """`questions` with how a deal ended asked once: after a call was taken back half-turns and piles both ask it."""
    ended = {each.question.deal for each in questions if isinstance(each.question, HowEnded)}
    return tuple(
        each for each in questions if not (isinstance(each.question, TableCleared) and each.question.deal in ended)
    )
