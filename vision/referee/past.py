"""Questions about a deal that is booked already: people answer when they get round to it, and the deal is corrected.

What is booked meanwhile is what is likeliest; the next deal goes on beside the open question. What was answered is
taken from the log alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from yakume.engine import (
    Corrected,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    EngineError,
    Event,
    Phase,
    QuestionAnswered,
    SetsMade,
    State,
    apply,
)
from yakume.engine.play import corrections, effective

from .answers import Answer, FedBy, ToPutIn
from .asking import Asked, Offer, answered
from .deal_log import laid_before
from .outcomes import Close
from .questions import Question, TableCleared, WhoFed
from .thread import DealThread

Ending = DealResult | DealVoided


FedSets = tuple[int, tuple[str, ...], int]
"""Who completed them, rule ids, and who fed them."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an answer says of a deal that is over."""

    told: tuple[Event, ...] = ()
    """What happened before its end, such as a hand yaku."""
    put_right: tuple[Event, ...] = ()
    """What corrects how it began."""
    ending: Ending | None = None
    """How it ended; None if the answer does not say."""
    fed: FedSets | None = None
    """Who fed sets of it (法度), however it ended."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given."""

    seq: int
    """Place in the log of the first event that it booked."""
    answer: Answer


@dataclass
class PastDeal:
    """A deal that is booked, with what is still asked about it."""

    base: State
    """The match just before its end was booked."""
    seq: int
    """Place of its end in the log."""
    ending: Ending
    """As it was booked."""
    thread: DealThread | None
    started: DealStarted | None
    """The next deal as it stands, if it was booked right after."""
    asked: dict[Question, tuple[Asked, Mapping[Answer, Meaning]]] = field(default_factory=dict)
    """What was asked when it ended, and what the answers mean."""
    given: dict[Question, Given] = field(default_factory=dict)
    """What was answered of that last; while it is taken back, it is asked again."""
    _taken_back: frozenset[int] = frozenset()
    """Places in the log of answers that do not stand."""
    _theirs: tuple[int, tuple[Event, ...]] | None = None
    """Place in the log where people put its end right themselves, and what they put there; None where nobody did."""
    _now: tuple[Event, ...] = ()
    """What the log holds in place of its end, whoever put it there; empty where that is its end as it was booked."""
    _stands: bool = True
    """Whether the log holds its end."""
    _next_at: int = 0
    """Place in the log of the next deal's start; 0 before it is laid."""
    _put_in: bool = False
    """Whether people told it as one that is missing before that, as it does not count."""
    _begun_so: bool = True
    """Whether the log holds its first field as it was when its end was booked."""
    _open: tuple[Asked, ...] | None = None
    """What was reckoned last."""

    def ask(self, asked: Asked) -> None:
        """Ask how the deal ended: each answer books one end."""
        meanings: dict[Answer, Meaning] = {}
        for offer in asked.answers:
            (ending,) = offer.events
            assert isinstance(ending, DealResult | DealVoided)
            meanings[offer.answer] = Meaning(ending=ending)
        self.asked[asked.question], self._open = (asked, meanings), None

    def ask_fed(self, asked: Asked) -> None:
        """Ask who fed sets of the deal, however it ended."""
        question = asked.question
        meanings: dict[Answer, Meaning] = {}
        assert isinstance(question, WhoFed)
        for offer in asked.answers:
            assert isinstance(offer.answer, FedBy)
            by = offer.answer.seat
            meanings[offer.answer] = Meaning(fed=None if by is None else (question.seat, question.sets, by))
        self.asked[question] = asked, meanings

    def questions(self) -> tuple[Asked, ...]:
        """What is still asked, each answer with the corrections that it makes; reckoned anew after each answer. Nothing
        while the deal's end is taken back."""
        if self._open is None:
            self._open = self._reckon()
        return self._open if self._stands else ()

    def doubts_end_of(self, deal: int) -> bool:
        """True if it is deal `deal` of the log and is still asked how it ended, which decides who deals next."""
        asked = (each.question for each in self.questions())
        return any(
            question.deal == deal and any(meaning.ending is not None for meaning in self.asked[question][1].values())
            for question in asked
        )

    @property
    def is_told(self) -> bool:
        """True if people answered how it ended, and nothing is asked of it any more."""
        ends = any(self.asked[each][1][given.answer].ending is not None for each, given in self._standing().items())
        return ends and not self.questions()

    def _reckon(self) -> tuple[Asked, ...]:
        found = []
        for asked, meanings in self.asked.values():
            offers = []
            # Who put its end right has said how it ended.
            told = self._theirs is not None and all(each.ending is not None for each in meanings.values())
            # Nor is it asked how it began once somebody put that right.
            told = told or (not self._begun_so and any(each.put_right for each in meanings.values())) or self._put_in
            for offer in asked.answers if asked.question not in self._standing() and not told else ():
                events = self._corrections(meanings[offer.answer])
                if events is not None:
                    offers.append(replace(offer, events=events))
            if offers:
                found.append(self._with_telling(replace(asked, answers=tuple(offers))))
        return tuple(found)

    def _with_telling(self, asked: Asked) -> Asked:
        """`asked`, and where the deal is booked as one that does not count, that people tell it: by its piles or its
        points."""
        question = asked.question
        if not isinstance(question, TableCleared) or not question.void or not self._next_at:
            return asked
        return Asked(replace(question, at=self._next_at), (*asked.answers, Offer(ToPutIn(), 0.05)))

    def note(self, log: tuple[Event, ...], since: int) -> None:
        """Take note of what was answered and taken back in `log`, from its place `since` on."""
        for asked in (self._reckon() if self._open is None else self._open) if since < len(log) else ():
            for offer in asked.answers:
                if offer.answer not in self.asked[asked.question][1]:
                    continue  # where that leads is told by what is put in
                mark = offer.events[0] if offer.events else answered(asked.question, offer.answer)
                at = next((at for at in range(since, len(log)) if log[at] == mark), None)
                if at is not None:
                    self.given[asked.question] = Given(at, offer.answer)
                    self._open = None
                    break
        corrected = corrections(log)
        taken_back = frozenset(
            seq
            for seq in (each.seq for each in self.given.values())
            if seq in corrected and not _says_so_still(log[seq], corrected[seq][1])
        )
        if taken_back != self._taken_back:
            self._taken_back, self._open = taken_back, None
        self._renumber(laid_before(log, self.seq))
        theirs, (_, now) = self._put_right(log), corrected.get(self.seq, (self.seq, ()))
        if (theirs, now) != (self._theirs, self._now):
            self._theirs, self._now, self._open = theirs, now, None
        counting = effective(log)
        begun = [event for seq, event in counting if seq < self.seq and isinstance(event, DealStarted)]
        begun_so = not begun or self.base.deal is None or begun[-1].field == self.base.deal.dealt
        if begun_so != self._begun_so:
            self._begun_so, self._open = begun_so, None
        laid = (seq for seq, _ in counting if seq > self.seq and isinstance(log[seq], DealStarted))
        next_at = next(laid, 0)
        before = {each.before for each in (log[seq] for seq, _ in counting) if isinstance(each, DealInserted)}
        # Of one that counts it is asked on: what was put in is another one.
        put_in = next_at in before and isinstance((now or (self.ending,))[-1], DealVoided)
        if (next_at, put_in) != (self._next_at, self._put_in):
            self._next_at, self._put_in, self._open = next_at, put_in, None
        self._stands = self.seq >= len(log) or self.seq in (seq for seq, event in counting if _ends(event))
        starts = (event for seq, event in counting if seq == self.seq + 1 and isinstance(event, DealStarted))
        started = next(starts, None) if self.started is not None else None
        if started is not None and started != self.started:
            self.started, self._open = started, None

    def _renumber(self, deal: int) -> None:
        """Have what is asked be of the deal with that number: another may have been put in before it, or taken out."""
        if not deal or all(question.deal == deal for question in self.asked):
            return
        self.asked = {
            (now := replace(question, deal=deal)): (replace(asked, question=now), meanings)
            for question, (asked, meanings) in self.asked.items()
        }
        self.given = {replace(question, deal=deal): given for question, given in self.given.items()}
        self._open = None

    def _put_right(self, log: tuple[Event, ...]) -> tuple[int, tuple[Event, ...]] | None:
        """Where the correction of its end that counts is none of an answer, and what it put there."""
        at, events = corrections(log).get(self.seq, (self.seq, ()))
        if not events or not _ends(events[-1]):
            return None
        for each in self.given.values():
            # An answer corrects the end at once, or after what corrects how the deal began.
            first = log[each.seq] if each.seq < len(log) else None
            if at == each.seq + (not isinstance(first, Corrected) or first.seq != self.seq):
                return None
        return at, events

    def _standing(self) -> dict[Question, Given]:
        return {question: each for question, each in self.given.items() if each.seq not in self._taken_back}

    def _corrections(self, meaning: Meaning) -> tuple[Event, ...] | None:
        """What puts the deal right; None where the engine refuses it."""
        state, said = self.base, None
        told: list[Event] = []
        put_right: list[Event] = []
        since, (*begun, stood) = self._theirs or (-1, (self.ending,))
        assert isinstance(stood, DealResult | DealVoided)
        try:
            for event in begun:
                state = apply(state, event)
            for each in (*self._said(since), meaning):
                said = each.ending or said
                for event in each.put_right:
                    state = apply(state, event)
                    put_right.append(event)
                for event in each.told:
                    state = apply(state, event)
                    told.append(event)
            ending = said or stood
            for each in (*self._said(since), meaning):
                ending = _with_fed(ending, each.fed) if each.fed else ending
            # As people put it right it stays.
            if (told or put_right) and (said is not None or self._theirs is None):
                ending = self._reckoned(state, ending)
            # What is booked so already is not booked again: an answer before, which may be taken back, is not its own.
            stands = (*begun, *told, ending) == (self._now or (self.ending,))
            if stands and not put_right:
                return ()
            after = apply(state, ending)
        except EngineError:
            return None
        events: list[Event] = [*put_right, *(() if stands else (Corrected(self.seq, (*begun, *told, ending)),))]
        if self.started is not None and after.phase is Phase.READY and after.dealer != self.started.dealer:
            # Who deals next follows from how this one ended.
            events.append(Corrected(self.seq + 1, (replace(self.started, dealer=after.dealer),)))
        return tuple(events)

    def _said(self, since: int) -> list[Meaning]:
        """What was answered of it since place `since` of the log, in that order."""
        standing = ((question, each) for question, each in self._standing().items() if each.seq > since)
        given = sorted(standing, key=lambda each: each[1].seq)
        return [self.asked[question][1][each.answer] for question, each in given]

    def _reckoned(self, state: State, ending: Ending) -> Ending:
        """How the deal ends like `ending` with what was told of it, such as a hand yaku that pays 飛込み."""
        if self.thread is None or isinstance(ending, DealVoided):
            return ending
        self.thread.follow(state)
        results = [outcome.result for outcome in self.thread.outcomes(Close.SWEPT)]
        alike = [each for each in results if each.captures == ending.captures and _sets(each) == _sets(ending)]
        return next(iter(alike or results), ending)


def _says_so_still(answer: Event, now: tuple[Event, ...]) -> bool:
    """True if `now` is the same answer, of the deal's number as it is since another was put in before it."""
    if not isinstance(answer, QuestionAnswered):
        return False
    return any(isinstance(event, QuestionAnswered) and event.answer == answer.answer for event in now)


def _ends(event: Event) -> bool:
    return isinstance(event, DealResult | DealVoided)


def _with_fed(ending: Ending, fed: FedSets) -> Ending:
    """The same end with its sets as they were fed."""
    seat, rules, by = fed
    if isinstance(ending, DealVoided):
        return ending
    happenings = tuple(
        replace(each, fed=(*each.fed, *((rule, by) for rule, _ in each.sets if rule in rules)))
        if isinstance(each, SetsMade) and each.seat == seat
        else each
        for each in ending.happenings
    )
    return replace(ending, happenings=happenings)


def _sets(result: DealResult) -> tuple[SetsMade, ...]:
    return tuple(each for each in result.happenings if isinstance(each, SetsMade))
