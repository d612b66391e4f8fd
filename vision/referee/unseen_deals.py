"""Deals that may have been played while nobody watched: the next field that is seen may then not be the next deal's.

A camera that was gone, a yakume that was stopped or paused for as long as a deal takes: what lies there afterwards is
booked as the next deal, and asked about, for a deal that is missing costs a payment and shifts the dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from yakume.engine import (
    Corrected,
    CorrectedTogether,
    DealInserted,
    DealResult,
    DealStarted,
    EngineError,
    Event,
    NotationError,
    PointsCounted,
    QuestionAnswered,
    State,
)
from yakume.engine.arrange import state_before
from yakume.engine.play import effective

from .answers import Answer, PutRight, ToPutIn
from .asking import Asked, Offer, read_answer
from .kept import Json
from .questions import BlankHeld, Question, UnseenDeal

SHORTEST_DEAL_MS = 45_000
"""No deal is mixed, dealt, played and put away in less."""


@dataclass
class UnseenDeals:
    """Where deals of one match may be missing."""

    asked: tuple[Asked, ...] = ()
    """What is asked."""
    unseen_ms: int = 0
    """For how long nobody watched since the last deal that is known was seen, less what those take at least that people
    told since."""
    _starts: dict[int, int] = field(default_factory=dict)
    """Places in the log of the starts of deals before which another may have been played → for how long nobody had
    watched then."""
    _seen: set[int] = field(default_factory=set)
    """Those of them before which one was seen to be played."""
    _passed: bool = False
    """Whether one was since the last that is booked."""
    _laid: frozenset[int] = frozenset()
    """Places in the log of the starts of all deals that stand."""
    _ruled: tuple[Event, ...] = ()
    """Deals that follow from what is seen, and what else does, as long as they are not booked."""

    def observe(self, since_ms: int, lies_on: bool) -> None:
        """Take note of an observation.

        Args:
            since_ms: time since the one before.
            lies_on: whether the running deal is seen to go on.
        """
        self.unseen_ms = max(since_ms, 0 if lies_on else self.unseen_ms)

    @property
    def missed(self) -> bool:
        """Whether that is as long as a deal takes."""
        return self.unseen_ms >= SHORTEST_DEAL_MS

    def passed(self) -> None:
        """Take note that a deal was played, and is not booked: the one before had no end yet, or nobody began it."""
        self.unseen_ms, self._passed = max(self.unseen_ms, SHORTEST_DEAL_MS), True

    def ruled(self, events: Iterable[Event], questions: Iterable[Asked]) -> None:
        """Take note of what follows from what is seen, at once or once people said who holds the blank card."""
        blank = (each for each in questions if isinstance(each.question, BlankHeld))
        self._ruled = (*events, *(event for each in blank for offer in each.answers for event in offer.events))

    def note(self, state: State, since: int) -> None:
        """Take note of what was booked and answered in the log, from its place `since` on."""
        counting, laid = effective(state.log), _laid(state.log)
        # Taken back, it is still not known.
        self.unseen_ms = max(self.unseen_ms, *(self._starts.get(seq, 0) for seq in self._laid - set(laid)), 0)
        self._laid = frozenset(laid)
        for seq in laid:
            if seq < since or not isinstance(state.log[seq], DealStarted):
                continue
            undone = _follows_undone(state.log, seq, laid)
            if seq == laid[0] and not (self._passed or undone):
                continue
            if state.log[seq] not in self._ruled:
                self.unseen_ms -= min(SHORTEST_DEAL_MS, self.unseen_ms)  # what people begin by tap is the next deal
                self._passed &= self.missed
                continue
            if self.missed or undone:
                self._starts[seq] = max(self.unseen_ms, SHORTEST_DEAL_MS)
            if self._passed or undone:
                self._seen.add(seq)
            self.unseen_ms, self._passed = 0, False
        self._ruled = ()
        answers = dict(_answer(event) for _, event in counting if isinstance(event, QuestionAnswered))
        # One that was told is put in before it.
        told = {each.before for seq, each in enumerate(state.log) if isinstance(each, DealInserted) and seq in laid}
        self.asked = tuple(
            _ask(
                state,
                UnseenDeal(deal, at=seq, missing=answers.get(UnseenDeal(deal)) == ToPutIn(), seen=seq in self._seen),
            )
            for deal, seq in enumerate(laid, 1)
            if seq in self._starts.keys() - told and answers.get(UnseenDeal(deal), ToPutIn()) == ToPutIn()
        )

    def leave_dealer_open(self, deal: int) -> bool:
        """True if who deals `deal` follows from one that may be missing: just before it, or before such as were given
        up since."""
        asked = [each.question for each in self.asked if isinstance(each.question, UnseenDeal)]
        return any(each.at_once or each.deal == deal for each in asked)

    def keep(self) -> tuple[Json, ...]:
        """What is asked, or will be once an answer is taken back, and whether a deal may be missing before the next, as
        plain values for `bring_back`."""
        starts = (
            {"unseen_before": seq, "unseen_ms": ms} | ({"seen": True} if seq in self._seen else {})
            for seq, ms in sorted(self._starts.items())
        )
        since = {"unseen_since": True, "unseen_ms": self.unseen_ms} | ({"seen": True} if self._passed else {})
        return (*starts, *([since] if self.missed else []))

    def bring_back(self, state: State, kept: Iterable[Mapping[str, object]], unkept: Sequence[int] = ()) -> None:
        """Ask again what `keep` wrote down, in the match that stands at `state`.

        Args: `unkept` are places in the log of which nothing was written.

        Raises: ValueError, TypeError.
        """
        kept = tuple(kept)
        self._starts |= {int(str(each["unseen_before"])): _ms(each) for each in kept if "unseen_before" in each}
        self._seen |= {int(str(each["unseen_before"])) for each in kept if "unseen_before" in each and "seen" in each}
        self.unseen_ms = max(self.unseen_ms, *(_ms(each) for each in kept if "unseen_since" in each), 0)
        self._passed |= any("unseen_since" in each and "seen" in each for each in kept)
        begun = [seq for seq in unkept if isinstance(state.log[seq], DealStarted)]
        undone = bool(begun) and _follows_undone(state.log, begun[0], _laid(state.log))
        if begun and (self.missed or undone):
            self._seen |= {begun[0]} if self._passed or undone else set()
            self._starts[begun[0]] = max(self.unseen_ms, SHORTEST_DEAL_MS)
            self.unseen_ms, self._passed = 0, False
        self.note(state, len(state.log))


def _laid(log: tuple[Event, ...]) -> list[int]:
    """Places in the log of the starts of the deals that stand."""
    return [seq for seq, event in effective(log) if isinstance(event, DealStarted)]


def _follows_undone(log: Sequence[Event], start: int, laid: Sequence[int]) -> bool:
    """True if a deal that was booked to its end was taken back by undo, step by step and its start too, between the
    deal that begins at place `start` of the log and the one that stands before it: it was played all the same."""
    undone = {event.seq for event in log[:start] if isinstance(event, Corrected) and not event.events}
    before = max((seq for seq in laid if seq < start), default=-1)
    over = False  # an end was taken back after which no other deal was laid
    for seq in reversed(range(before + 1, start)):
        if isinstance(log[seq], DealResult | PointsCounted):
            over |= seq in undone
        elif isinstance(log[seq], DealStarted):
            if over and seq in undone:
                return True
            over = False
    return False


def _ms(kept: Mapping[str, object]) -> int:
    """For how long nobody had watched, of what `keep` wrote down; the least where it is not said."""
    return int(str(kept.get("unseen_ms", SHORTEST_DEAL_MS)))


def _answer(event: QuestionAnswered) -> tuple[Question | None, Answer | None]:
    try:
        return read_answer(event)
    except NotationError:  # of another version
        return None, None


def _ask(state: State, question: UnseenDeal) -> Asked:
    """What is asked of a deal before another one. As long as none has been settled since, what was booked from that
    one's start on is taken back so that the other can be told first; later it is put in."""
    start, missing = question.at, question.missing
    question = replace(question, at_once=_played_before(state, start) == state.played and not missing)
    if question.at_once:
        counting = [seq for seq, _ in effective(state.log)]
        back = tuple(Corrected(seq) for seq in sorted(set(counting[counting.index(start) :]), reverse=True))
        # As one, and no undo: it is taken back by one.
        return Asked(question, (Offer(PutRight(False), 0.8), Offer(PutRight(True), 0.2, (CorrectedTogether(back),))))
    yes = Offer(ToPutIn(), 0.15), Offer(PutRight(True), 0.05)
    return Asked(question, yes if missing else (Offer(PutRight(False), 0.8), *yes))


def _played_before(state: State, start: int) -> int | None:
    """How many deals were played before the one that begins at place `start`; None if it is refused."""
    try:
        return state_before(state, start).played
    except EngineError:
        return None
