"""Following a match at the table: the thread of its running deal, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from yakume.engine import CardSet, Phase, State
from yakume.engine.state import Deal, UncalledSet

from ..observation import Observation, Said
from .belief import UNWATCHED_MS
from .deal_log import DealLog
from .decoder import LEAST_SHOWN
from .line import Play, SetKey, key_of
from .look import Look
from .looks import REST_MS
from .notices import (
    CapturedAstray,
    EndUnseen,
    Health,
    LedByAnother,
    LiesTwice,
    Notice,
    NotTurned,
    OddField,
    ThreadLost,
    WithAnother,
)
from .outcomes import Close, Outcome, all_misread, contradictions
from .position import GROUPS, Position, each_face, mask_of, merged, month_of, months_of, put, text_of, without
from .questions import WhichTeyaku, WhoShows
from .table_watch import ODD_MS, SHOWN_MS, TableWatch
from .thread import DealThread

ENDED_REST = 2
"""A deal that was played out is booked once the table lay still for this long (place in `REST_MS`)."""

PARTED_REST = 2
"""Piles that are not those of the half-turns count once they lay still for this long (place in `REST_MS`)."""

NOT_TURNED_MS = 20_000
"""The last card of the stock is turned sooner: if the table lies still for so long there is none."""

LAID_ANEW_MS = 45_000
"""A first field is dealt within so long of when the table lay empty."""

MOST_BETWEEN = 200
"""So many looks at the table between two deals are kept: people may play for minutes before they say who was dealt the
blank card."""

FOUND_AGAIN_MS = 5_000
"""A thread that was lost for less may be found again by the next look: the piles alone are asked about no sooner."""

LEAST_MOVED = 2
"""One captured card may be laid elsewhere by mistake; of more of them the deal is another one."""

AS_LIKELY = 1.0
"""Readings that differ by less than this, in nats, are as likely."""

LEAST, LEAST_SWEPT, LEAST_ALONE = 0.5, 0.2, 0.02
"""An end of a deal that is less likely than this is not booked while the deal lies there; nor, where its last card was
not seen, once it is swept; nor then where no captures are known to have lain where captures do, so that all that the
piles say is that it does not count."""

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
class Following(TableWatch):
    """Follows one match: feed it every observation with the state after whatever was booked."""

    thread: DealThread | None = None
    """Of the running deal; None between deals."""
    guess: CardSet = field(default_factory=CardSet)
    """Cards that stand for such as nobody could read in the first field `read`."""
    read: CardSet = field(default_factory=CardSet)
    """The cards that were read of the last first field that follows from what is seen: what people begin themselves may
    hold a card of `guess`, too."""
    stood: dict[CardSet, CardSet] = field(default_factory=dict)
    """First field before people said of a card which it is → what stood for those that nobody could read: it does again
    once that is taken back."""
    _begun_at: int = -1
    """Place in the log of the start of the deal that the thread is about."""
    _laid_at: int = -1
    """Place in the log of the start of the newest deal that was followed."""
    _between: list[Look] = field(default_factory=list)
    """How the table lay since the last deal ended, or since nothing lay on it then."""
    _lost_ms: int = -1
    """Since when the thread is lost; below zero if it is not."""
    _replaced_ms: int = -1
    """Since when captures of another deal lie where those of the running one were put away; below zero if none do."""
    _swept_ms: int = -1
    """Since when the table of the running deal is swept; below zero if it is not."""
    unwatched: bool = False
    """Whether nobody watched for a while since captures of the running deal were last seen: it may have gone on."""
    _captured_before: tuple[int, ...] = ()
    """What was captured by then, by seat."""
    with_others: tuple[WithAnother, ...] = ()
    """Whose captures lie with whom, most of a pile: people may have changed places in mid-deal."""
    elsewhere: bool = False
    """Whether a card lies with another than with whom it was captured."""
    _astray: tuple[CapturedAstray, ...] = ()
    """Which cards those are, fewer of a pile than `with_others` has, once they lay still."""
    _followed: tuple[int, ...] = ()
    """What was captured, by seat, as it was last followed."""
    gap: bool = False
    """Whether nobody watched for a while in the running deal: what was shown then is not known."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """The half-turns of the running deal as they are believed now; a better reading replaces them."""
        return self.thread.plays if self.thread else ()

    def observe(self, observation: Observation, said: Mapping[int, Said], state: State | None, log: DealLog) -> None:
        """Take an observation; `said` is what people said of tracks."""
        missed = not 0 <= observation.t_ms - self._keeper.now_ms < UNWATCHED_MS
        look = self.see(observation, said, state, log)
        if state is None or state.deal is None or state.phase in (Phase.READY, Phase.OVER):
            self.thread, self._replaced_ms, self._lost_ms, self._swept_ms = None, -1, -1, -1
            if look is not None:
                self._between = [*self._between[-MOST_BETWEEN:], look] if look.there.everything else []
            return
        if self.thread is None or not self.follows(log):
            missed |= log.laid_at <= self._laid_at  # its end was taken back
            self.thread = self._take_up(state, log)
            look = look or self.look
            self._show_beginning(self.thread, look)
        if missed:
            self.note_gap()
        self.thread.follow(state)
        self.thread.take(log.called, log.played, log.plain)
        if look is not None:
            self.thread.observe(look)
            # What lies there once its table was swept is the next deal's, whose beginning its end may be told after.
            self._between = (
                [*self._between[-MOST_BETWEEN:], look] if self.thread.cleared and look.there.everything else []
            )
        if self.rested_ms >= ODD_MS:
            self.thread.note_still(self._keeper.look(), shut=self.rested_ms >= NOT_TURNED_MS)
        lies_on = not missed and not self.thread.cleared and _shows_captures(self._keeper.look())
        self.unwatched = self.unwatched and not (lies_on and not self._shows_another_deal())
        replaced = self.thread.cleared and self.captures_lie and bool(self._keeper.look().there.field)
        self._lost_ms = self._since(self._lost_ms, self.thread.is_lost)
        self._replaced_ms = self._since(self._replaced_ms, replaced)
        self._swept_ms = self._since(self._swept_ms, self.thread.cleared)
        self._note_places(self.thread, self._keeper.look())
        self._was_clear = self._replaced_ms >= 0  # what lies there when the deal ends is then not its own

    def _since(self, since_ms: int, holds: bool) -> int:
        """Since when something holds that did so since `since_ms`; -1 if it does not."""
        now_ms = self._keeper.now_ms
        return -1 if not holds else since_ms if 0 <= since_ms <= now_ms else now_ms

    @property
    def lies_on(self) -> bool:
        """True if the running deal is seen to go on: one that people just told may be over, and another lie there."""
        thread = self.thread
        return thread is not None and thread.decoder is not None and not (thread.is_lost or self.unwatched)

    @property
    def put_away(self) -> bool:
        """True if the table of the running deal is swept for longer than until the next one is dealt."""
        return 0 <= self._swept_ms <= self._keeper.now_ms - LAID_ANEW_MS

    @property
    def unplayed(self) -> bool:
        """True if the first field of the running deal lies there as it was dealt, and nobody has played: a card like
        one that was captured may be turned."""
        thread = self.thread
        deal = thread.base.deal if thread is not None else None
        if thread is None or deal is None or thread.plays:
            return False
        return self._keeper.look().there.field == mask_of(deal.dealt - thread.guess)

    @property
    def laid_anew(self) -> bool:
        """True if the running deal is not followed any more, and its field lay empty a moment ago, and others lie there
        now: what lies where captures do since before that was not captured of these."""
        thread = self.thread
        if thread is None or thread.decoder is None or not (thread.cleared or thread.is_lost):
            return False
        if thread.emptied_ms < 0 or thread.looks[-1].t_ms - thread.emptied_ms > LAID_ANEW_MS:
            return False
        lying, own = self._keeper.look().there.field, thread.decoder.best.position.field
        return 2 * (lying & own).bit_count() < lying.bit_count()

    def follows(self, log: DealLog) -> bool:
        """True if the running deal is followed already, also where another was put in before it since."""
        return self.thread is not None and self._begun_at == log.laid_at

    def bring_back(self, state: State, log: DealLog, looks: Iterable[Look]) -> None:
        """Follow the running deal on from how it was seen to lie before, as it is in no thread any more."""
        just_laid = self.look is not None and log.laid_at > self._laid_at
        self.thread = self._take_up(state, log)
        self.thread.take(log.called, log.played, log.plain)
        if just_laid and self.look is not None:  # it is watched from its first look on
            self._show_beginning(self.thread, self.look)
            self.thread.observe(self.look)
            return
        looks = tuple(looks)
        for look, after in zip(looks, (*looks[1:], None), strict=False):
            self.thread.observe(look)
            self._note_places(self.thread, look)
            rested_ms = REST_MS[look.rest]
            if after is not None:  # it lay there until what is seen next did
                rested_ms += after.t_ms - REST_MS[after.rest] - look.t_ms
            if rested_ms >= ODD_MS:
                self.thread.note_still(look, shut=False)
        self.note_gap()

    def is_played_from(self, first: int, most: int) -> bool:
        """True if what lies on the field and where captures do is the first field `first`, faces, and `most` cards at
        most that were played on it; each pile holds two or four of a month, one at least of that field (COM-CAP-02).
        One captured card may be hidden, where others are seen whole."""
        there = self._keeper.look().there
        captured = reduce(merged, there.captures, 0)
        played, taken = without(merged(there.field, captured), first), without(first, there.field)
        months = [count for pile in there.captures for count in Counter(map(month_of, each_face(pile))).values()]
        hidden = sum(count % 2 for count in months)
        paired = hidden <= 1 and hidden < len(months)
        paired &= all(months_of(pile & taken) == months_of(pile) for pile in there.captures)
        all_there = not without(first, merged(there.field, captured))
        return self.rested_ms >= REST_MS[0] and paired and all_there and played.bit_count() + hidden <= most

    def one_put_right(self, first: int) -> int | None:
        """The first field `first`, faces, with the one card of it that is nowhere as what it is read as by now; None
        where there is no such one."""
        there = self._keeper.look().there
        lost = [*each_face(without(first, merged(there.field, reduce(merged, there.captures, 0))))]
        more = [*each_face(without(there.field, first))]
        if len(lost) != 1 or len(more) != 1 or lost[0] not in self._keeper.was_read(more[0]):
            return None
        return put(without(first, put(0, lost[0])), more[0])

    def _show_beginning(self, thread: DealThread, look: Look | None) -> None:
        """Show the thread of a deal that has just begun how the table lay since its first field did, where somebody has
        played by now, before `look`."""
        between, self._between, deal = self._between, [], thread.base.deal
        first = mask_of(deal.dealt - thread.guess) if deal is not None else 0
        if look is None or look.there.field == first:
            return
        since = next((at for at, each in enumerate(between) if each.there.field == first), len(between))
        for each in between[since:]:
            if each is not look:
                thread.observe(each)

    def _take_up(self, state: State, log: DealLog) -> DealThread:
        """A thread of the running deal, as if it was watched from its first look on."""
        self._begun_at, self._laid_at = log.laid_at, max(self._laid_at, log.laid_at)
        self.unwatched = self.gap = False
        self.with_others, self.elsewhere, self._astray, self._followed = (), False, (), ()
        return self._thread_of(state)

    def _thread_of(self, state: State) -> DealThread:
        """A thread of the running deal."""
        dealt = state.deal.dealt if state.deal is not None else CardSet()
        known = next((before - guess for before, guess in self.stood.items() if before - guess <= dealt), None)
        guess = self.guess & dealt if self.read <= dealt else CardSet()
        unread = guess if known is None else dealt - known
        return DealThread(state, guess=self.stood.get(dealt, unread), stood=self.stood)

    def note_gap(self) -> None:
        """Take note that nobody watched for a while: play may have gone on, and other deals may have been played."""
        if not self.unwatched:
            decoder = self.thread.decoder if self.thread is not None else None
            self._captured_before = decoder.best.position.piles if decoder is not None else ()
        self.unwatched = self.gap = True

    def _shows_another_deal(self) -> bool:
        """True if cards that were captured before nobody watched lie on the field or with another player: what is
        captured stays where it is as long as its deal lasts."""
        seen = self._keeper.look().seen
        stayed = moved = 0
        for seat, pile in enumerate(self._captured_before):
            only = pile & _ONLY  # of others there are more that look alike
            stayed += (only & seen.captures[seat]).bit_count()
            others = (each for at, each in enumerate(seen.captures) if at != seat)
            moved += (only & reduce(merged, others, seen.field)).bit_count()
        return moved >= LEAST_MOVED and moved > stayed // 2

    def _note_places(self, thread: DealThread, look: Look) -> None:
        """Note whose captures lie with whom in `look`, as long as those of the running deal lie there."""
        if thread.decoder is not None and not thread.is_lost:
            self._followed = thread.decoder.best.position.piles
        if not thread.cleared and _shows_captures(look):
            lie = {
                (seat, to): pile & _ONLY & there
                for seat, pile in enumerate(self._followed)
                for to, there in enumerate(look.seen.captures)
            }
            count = {each: faces.bit_count() for each, faces in lie.items()}
            astray = [(seat, to) for seat, to in lie if seat != to and lie[seat, to]]
            self.elsewhere = bool(astray)
            moved = [each for each in astray if count[each] >= LEAST_MOVED and count[each] > count[each[0], each[0]]]
            self.with_others = tuple(WithAnother(*each) for each in moved)
            few = [each for each in astray if each not in moved]
            if self.rested_ms >= ODD_MS or not few:  # they may just be carried past
                self._astray = tuple(CapturedAstray(*each, tuple(text_of(lie[each]).split())) for each in few)

    def note_first(self, dealt: CardSet, guess: CardSet) -> None:
        """Take note of the first field `dealt`, in which `guess` stands for what nobody could read."""
        self.guess, self.read = guess, dealt - guess

    def guessed(self, laid_at: int, first: CardSet) -> CardSet:
        """Cards of the field `first`, booked at that place of the log, that stand for such as nobody could read."""
        thread = self.thread if self._begun_at == laid_at else None
        return (self.guess if thread is None else thread.guesses) & first

    @property
    def wavers(self) -> bool:
        """True if the thread was lost a moment ago, with captures on the table: it may be found again."""
        just = self._lost_ms >= 0 and self._keeper.now_ms - self._lost_ms < FOUND_AGAIN_MS
        return just and self.thread is not None and not self.thread.given_up and self.captures_lie

    @property
    def missing(self) -> int:
        """Faces of the running deal that are missing from its stock (see `DealThread.missing`)."""
        return self.thread.missing if self.thread else 0

    def unnamed(self, state: State, log: DealLog) -> int:
        """Faces that were laid open before anybody played and are no hand yaku that is booked, nor was it said that
        they are none; 0 for too few of them."""
        if self.thread is None or state.deal is None:
            return 0
        faces = without(self.thread.laid_open, _named(state.deal, log))
        return faces if faces.bit_count() >= LEAST_SHOWN else 0

    def beside(self, state: State, log: DealLog) -> list[int]:
        """Faces that were laid open beside all zones before anybody played, each time that more were laid, without
        those of a hand yaku that is booked, or of which it was said that they are none."""
        if self.thread is None or state.deal is None:
            return []
        named = without(_named(state.deal, log), self.thread.in_zones)
        return [left for laid in self.thread.beside if (left := without(laid, named))]

    def lying_beside(self, state: State, log: DealLog) -> int | None:
        """Faces of which the same holds that lie there now, before anybody has played; None until they lie still."""
        look = self._keeper.look()
        if self.thread is None or state.deal is None or not look.lies_as(mask_of(state.deal.dealt - self.thread.guess)):
            return 0
        shown = reduce(merged, look.there.shown, 0)
        outside = without(look.there.outside, without(_named(state.deal, log), shown))
        return outside if not outside or self.rested_ms >= SHOWN_MS else None

    def opens(self, seat: int) -> bool:
        """True if cards lie open before `seat`, and nobody has played yet."""
        look, thread = self._keeper.look(), self.thread
        deal = thread.base.deal if thread is not None else None
        if thread is None or deal is None or not look.lies_as(mask_of(deal.dealt - thread.guess)):
            return False
        return bool(look.there.shown[seat])

    def parts_from(self, captures: tuple[CardSet, ...]) -> bool:
        """True if cards have lain in the piles `captures` for a while that are not captured by the half-turns."""
        return self.look is not None and self.look.rest >= PARTED_REST and self.contradicts(captures)

    def contradicts(self, captures: tuple[CardSet, ...]) -> bool:
        """True if cards lie in the piles `captures` that are not captured by the half-turns."""
        told = self.thread.best if self.thread else None
        return told is not None and bool(contradictions(dict(enumerate(captures)), told))

    @property
    def captured_aside(self) -> bool:
        """True if cards that were captured lie where hand yaku are shown."""
        thread = self.thread
        if thread is None or thread.decoder is None or self.look is None:
            return False
        piles = thread.decoder.best.position.piles
        return any(shown & pile for shown, pile in zip(self.look.there.shown, piles, strict=True))

    def lies_as_left(self, field_cards: CardSet) -> bool:
        """True if what was captured in the running deal lies where hand yaku are shown, and most of `field_cards` is
        what its half-turns left on the field."""
        lying, thread = mask_of(field_cards), self.thread
        if not self.captured_aside or thread is None or thread.decoder is None:
            return False
        return 2 * (lying & thread.decoder.best.position.field).bit_count() > lying.bit_count()

    @property
    def led_by(self) -> int | None:
        """Who seems to lead the running deal, by what is seen of play; None where that is who leads as it is booked."""
        thread = self.thread
        return None if thread is None or thread.leads is None else thread.leads.seat

    @property
    def opened(self) -> tuple[int, ...]:
        """Faces that were laid open from each hand, by seat, those played since among them; empty for none."""
        thread = self.thread
        return () if thread is None or thread.decoder is None else thread.decoder.best.position.opened

    def played_from(self, seat: int) -> int:
        """Faces that `seat` laid open from the hand, once `seat` has played; 0 before."""
        position = self._position
        if position is None:
            return 0
        has_played = seat in position.order and position.turns > 2 * position.order.index(seat)
        return position.opened[seat] if position.opened and has_played else 0

    def is_yet_to_play(self, seat: int) -> bool:
        """True if `seat` plays, and has not played yet by the half-turns."""
        position = self._position
        return position is not None and seat in position.order and position.turns <= 2 * position.order.index(seat)

    def has_played_on(self, seat: int) -> bool:
        """True if `seat` has played more than its first turn by the half-turns, and had laid no card open."""
        position = self._position
        if position is None or seat not in position.order or (position.opened and position.opened[seat]):
            return False
        return position.turns > 2 * (position.order.index(seat) + len(position.order))

    @property
    def captured(self) -> tuple[CardSet, ...]:
        """The piles by the half-turns, by seat; empty where these are not followed."""
        told = self.thread.best if self.thread and not self.thread.is_lost else None
        return told.state.deal.piles if told is not None and told.state.deal is not None else ()

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
        swept = self.thread is not None and self.thread.cleared
        found = [*self.at_the_table(state, swept), *self._beside_first_field(state)]
        if self.missing:
            found.append(NotTurned(tuple(text_of(self.missing).split())))
        if self.thread is not None and self.rested_ms >= ODD_MS and (twice := self.thread.lying_twice()):
            found.append(LiesTwice(tuple(text_of(twice).split())))
        if 0 <= self._replaced_ms <= self._keeper.now_ms - ODD_MS:
            found.append(EndUnseen(sum(mask.bit_count() for mask in self._keeper.look().there.captures)))
        found += self._astray
        order = state.deal.order if state.deal is not None else ()
        if (seat := self.led_by) is not None and state.played and order:  # where one was given up people bid anew
            found.append(LedByAnother(seat, order[0]))
        if self.health is Health.LOST:
            found += [*self.with_others, ThreadLost()]
        return tuple(found)

    def _beside_first_field(self, state: State) -> Iterator[Notice]:
        """That something lies beside the booked first field that cannot be read: one of both may be no card."""
        thread, deal, look = self.thread, state.deal, self._keeper.look()
        if thread is None or deal is None or self.rested_ms < ODD_MS:
            return
        too_many = look.unread - len(thread.guess)
        if too_many > 0 and look.lies_as(mask_of(deal.dealt - thread.guess)):
            yield OddField(len(deal.dealt) + too_many, len(deal.dealt))

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
        ends = told.is_over or (told.must_end and self._surely_ends())
        if swept or (ends and look.rest >= ENDED_REST):
            close = Close.SWEPT if swept else Close.CALLED if told.must_end else Close.PLAYED
            outcomes = self.doubted(thread.outcomes(close))
            # Once the next deal lies there the likeliest end is booked, and asked about: of a deal that was played to
            # its last card no other witness knows more.
            unfinished = LEAST_SWEPT if any(captures) else LEAST_ALONE
            least = LEAST if not swept else 0.0 if told.is_over else unfinished
            if not outcomes or outcomes[0].p < least:
                return None
            assert thread.decoder is not None
            lying = dict(enumerate(captures))
            agree = not thread.decoder.captured_in_sight and (
                not contradictions(lying, outcomes[0].told)
                or (told.is_over and not thread.decoder.discrepancies() and all_misread(lying, outcomes[0].told))
            )
            return Ended(tuple(outcomes)) if agree else Parted(tuple(outcomes))
        if told.waiting is not None:
            agari = self.doubted(thread.outcomes(Close.CALLED))
            if agari and contradictions(dict(enumerate(captures)), agari[0].told):
                return None
            deal = told.state.deal
            assert deal is not None
            return SetWaits(told.waiting, key_of(deal, told.waiting.seat), tuple(agari)) if agari else None
        return PlaysOn()

    def _surely_ends(self) -> bool:
        """True if a set that nobody may play on after was surely made: else it is asked about, and play may go on."""
        return sum(each.p for each in self.thread.outcomes(Close.CALLED)) >= SURE if self.thread else False

    def doubted(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """`outcomes` of the running deal, none of them sure if play may have gone on while nobody watched, or a turn is
        among its half-turns of which nobody saw a card: who deals may be booked wrongly, and another play first."""
        told = self.thread.best if self.thread else None
        if told is None or self.thread is None:
            return outcomes
        went_on = self.unwatched and not (told.is_over or told.must_end)
        if not (went_on or self.thread.unseen_pair):
            return outcomes
        return [replace(each, p=min(each.p, LEAST)) for each in outcomes]


_ONLY = reduce(merged, (group for group in GROUPS if group.bit_count() == 1))
"""The faces that one card alone has."""


def _named(deal: Deal, log: DealLog) -> int:
    """Faces that lie open for hand yaku that are booked, or of which people said what they are."""
    faces = mask_of(card for cards in deal.exposed for card in cards)
    for asked in log.answers:
        if isinstance(asked, WhichTeyaku | WhoShows):
            faces = merged(faces, without(mask_of(asked.shown), faces))
    return faces


def _shows_captures(look: Look) -> bool:
    """True if at least half of the captures that lie there as far as is known are seen just now."""
    known, seen = (sum(map(int.bit_count, lying.captures)) for lying in (look.there, look.seen))
    return 0 < known <= 2 * seen
