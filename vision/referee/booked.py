"""Deals that are booked: what is still asked of them, and which of them were not followed to their end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from yakume.engine import (
    Cancelled,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    NotationError,
    QuestionAnswered,
    State,
)
from yakume.engine.arrange import numbers_of
from yakume.engine.play import effective, replay

from .asking import Asked, Offer, read_answer
from .deal_log import deal_log
from .dealing import rate_in_doubt
from .following import SURE
from .kept import Json, bring_back, keep, keep_unfollowed, read_unfollowed
from .notices import EndInDoubt, Health
from .outcomes import Outcome
from .pairs import odd_months
from .partings import ask_ending, ask_whether_right, cancelled_ways
from .past import Meaning, PastDeal
from .questions import FirstField, HowEnded, TableCleared, UnreadCard, WhichTeyaku, WhoShows, cards_asked
from .sets import ask_fed_later
from .situation import Situation, accepts
from .withdrawn import withdrawn


@dataclass
class BookedDeals:
    """The booked deals of one match; tell it everything that is booked."""

    settling: tuple[Outcome, ...] = ()
    """How the deal may have ended that is being settled, the likeliest first; empty where its half-turns do not say."""
    closing: Asked | None = None
    """What is asked of a deal that is booked by its piles, as is likeliest."""
    _past: list[PastDeal] = field(default_factory=list)
    """Deals that were asked about when they were booked."""
    _unfollowed: dict[int, Event] = field(default_factory=dict)
    """Place in the log of the end of a deal that was lost when it was settled → the end; likewise of the start of one
    whose first field had a card that nobody could read."""

    _numbers: tuple[tuple[Event, ...], dict[int, int]] = ((), {})
    """The log as it was looked at last, and the numbers of its deals: replayed once, not at every look."""

    def note(self, log: tuple[Event, ...], since: int) -> None:
        """Take note of what was answered and taken back in `log`, from its place `since` on."""
        for past in self._past:
            past.note(log, since)
        for base, seq, asked in withdrawn(log, since):
            after = log[seq + 1] if seq + 1 < len(log) else None
            ending = log[seq]
            assert isinstance(ending, DealResult)
            known = next((each for each in self._past if each.seq == seq), None)
            if known is None:
                known = PastDeal(base, seq, ending, None, after if isinstance(after, DealStarted) else None)
                self._past.append(known)
            if asked.question not in known.asked:
                known.ask(asked)

    def ended(self, log: tuple[Event, ...], seq: int, now: Situation, open_then: Sequence[Asked]) -> None:
        """Keep what is asked about a deal whose end was booked at place `seq` of `log`: it is answered later.

        Args:
            now: the deal just before.
            open_then: what was asked of it.
        """
        ending = log[seq]
        assert isinstance(ending, DealResult | DealVoided)
        self._note_unfollowed(seq, ending, now)
        after = log[seq + 1] if seq + 1 < len(log) else None
        thread, base = now.following.thread, now.state
        past = PastDeal(base, seq, ending, thread, after if isinstance(after, DealStarted) else None)
        # A deal that does not count until people say how it ended may be put right as any other.
        lost = False
        if isinstance(ending, DealResult) or self.closing is not None:
            lost = _keep_begun(past, open_then)
        if self.closing is not None and self.closing.answers[0].events == (ending,):
            past.ask(self.closing)
        outcomes: Sequence[Outcome] = ()
        # It had been taken back, and people say that it is right all the same.
        again = any(_is_end_again(asked, ending) for asked in open_then)
        if self.settling and self.settling[0].result == ending and not again:
            outcomes = self.settling
        elif isinstance(ending, DealResult) and any(isinstance(each, Cancelled) for each in ending.happenings):
            outcomes = cancelled_ways(thread, base, ending, now.table.captures)
        if outcomes and outcomes[0].p < SURE:
            past.ask(ask_ending(now.log.deal, outcomes, base.game.rules.hatto))
        if not outcomes and isinstance(ending, DealResult) and thread is not None and thread.looks:
            for asked in ask_fed_later(base, now.log, now.watch.feeding, ending):
                past.ask_fed(asked)
        lost &= not any(isinstance(question, HowEnded | TableCleared) for question in past.asked)
        if (
            isinstance(ending, DealResult)
            and not again
            and (lost or (not past.asked and self._is_in_doubt(ending, now, outcomes, open_then)))
        ):
            past.ask(ask_whether_right(now.log.deal, ending, base.game.rules.hatto))
        self.settling, self.closing = (), None
        if past.asked:
            past.note(log, len(log))
            self._past.append(past)

    def _is_in_doubt(
        self, ending: DealResult, now: Situation, outcomes: Sequence[Outcome], open_then: Sequence[Asked]
    ) -> bool:
        """True if `ending` is not what people told by themselves, and something of the deal was not followed."""
        if rate_in_doubt(now) is not None:
            return True  # the rate hangs on a card that nobody could read
        offered = any(ending in offer.events for asked in open_then for offer in asked.answers)
        if now.following.unnamed(now.state, now.log):
            return offered or bool(outcomes)
        # Of cards that lie in somebody's pile although another captured them a set may have been made that is none;
        # where an odd number of a month lies one is hidden that may have made another (COM-CAP-02 … COM-CAP-04).
        health, captures = now.following.health, now.table.captures
        return offered and (
            health is Health.LOST
            or now.following.led_by is not None
            or (health is Health.DOUBTFUL and now.following.contradicts(captures))
            or bool(odd_months(ending.captures))
        )

    def _note_unfollowed(self, seq: int, ending: Event, now: Situation) -> None:
        """Keep in mind the end of a deal that was not followed when it was settled."""
        thread = now.following.thread
        deal = thread.base.deal if thread else None
        # Where another seems to have led, the first turn may be missing: what lay there after it is no first field.
        led = now.following.led_by is not None and bool(now.state.game.flow.lights)
        if rate_in_doubt(now) is not None or led:
            at, started = [each for each in effective(now.state.log) if isinstance(each[1], DealStarted)][-1]
            self._unfollowed[at] = started
        lost = now.following.health is Health.LOST or now.following.unnamed(now.state, now.log)
        if deal is not None and isinstance(ending, DealResult) and lost:
            self._unfollowed[seq] = ending

    def in_doubt(self, state: State) -> tuple[EndInDoubt, ...]:
        """What is said of it when the match is over."""
        if not (self._unfollowed or self._past):
            return ()
        told = {past.seq for past in self._past if past.is_told} | _rates_told(state.log)
        places = {past.seq for past in self._past if past.questions()}
        for seq, event in effective(state.log):
            noted = self._unfollowed.get(seq)
            if noted is not None and seq not in told and _is_as_it_was(event, noted):
                places.add(seq)
        if places and self._numbers[0] is not state.log:
            self._numbers = state.log, numbers_of(state)
        doubted = {self._numbers[1][seq] for seq in places if seq in self._numbers[1]}
        return (EndInDoubt(tuple(sorted(doubted))),) if doubted else ()

    def doubts_end_of(self, deal: int) -> bool:
        """True if it is still asked how deal `deal` of the log ended, which decides who deals next."""
        return any(past.doubts_end_of(deal) for past in self._past)

    def asked(self) -> tuple[Asked, ...]:
        """What is still asked."""
        return tuple(asked for past in self._past for asked in past.questions())

    def once_asked(self) -> set[object]:
        """The questions that were asked when the deals ended, those that were answered since among them."""
        return {question for past in self._past for question in past.asked}

    def keep(self) -> tuple[Json, ...]:
        """What is still asked, and what was not followed, as plain values for `bring_back`."""
        unfollowed = (keep_unfollowed(seq, event) for seq, event in self._unfollowed.items())
        return (*(keep(past) for past in self._past), *unfollowed)

    def bring_back(self, state: State, kept: Iterable[Mapping[str, Any]], unkept: Sequence[int] = ()) -> None:
        """Take up again what was asked in the match that stands at `state`, of what `Referee.keep` wrote.

        Args: `unkept` are places in the log of which nothing was written: of a deal that ends there it is asked whether
            it did so, and the first field of one that begins there counts as one that was never read.

        Raises: ValueError, LookupError, TypeError for what `keep` did not write.
        """
        kept = tuple(kept)
        self._unfollowed = dict(filter(None, map(read_unfollowed, kept)))
        deals = (bring_back(state, each) for each in kept if "seq" in each)
        self._past = [past for past in deals if past is not None]
        for seq in unkept:
            event = state.log[seq]
            if isinstance(event, DealStarted) and state.game.flow.lights:
                self._unfollowed[seq] = event
            elif isinstance(event, DealResult):
                base, after = replay(state.log[:seq]), state.log[seq + 1 : seq + 2]
                started = next((each for each in after if isinstance(each, DealStarted)), None)
                past = PastDeal(base, seq, event, None, started)
                past.ask(ask_whether_right(deal_log(base).deal, event, base.game.rules.hatto))
                past.note(state.log, len(state.log))
                self._past.append(past)


def _keep_begun(past: PastDeal, open_then: Sequence[Asked]) -> bool:
    """Have it asked on how the deal began and what was shown in it; True if a hand yaku was asked about and every
    answer that books one is refused by now, as another player's holds one of its cards."""
    lost = False
    for asked in open_then:
        if not isinstance(asked.question, FirstField | UnreadCard | WhichTeyaku | WhoShows):
            continue
        if past.started is not None and cards_asked(asked.question) == past.started.field:
            continue  # with that field the next deal began
        answers = tuple(each for each in asked.answers if accepts(past.base, *each.events))
        if any(each.events for each in answers):
            past.asked[asked.question] = (
                replace(asked, answers=answers),
                {each.answer: _meaning(each) for each in answers},
            )
        else:
            lost |= isinstance(asked.question, WhichTeyaku | WhoShows)
    return lost


def _rates_told(log: tuple[Event, ...]) -> set[int]:
    """Places in the log of the starts of deals of which people said that no light is the card that nobody could
    read."""
    counting = effective(log)
    laid = [seq for seq, event in counting if isinstance(event, DealStarted)]
    found = set()
    for _, event in counting:
        # What another version of yakume answered is not known here.
        with suppress(NotationError):
            asked = read_answer(event)[0] if isinstance(event, QuestionAnswered) else None
            if isinstance(asked, UnreadCard) and 0 < asked.deal <= len(laid):
                found.add(laid[asked.deal - 1])
    return found


def _is_as_it_was(event: Event, noted: Event) -> bool:
    """True if the log holds what was noted: of a deal's start its field counts, as who deals follows from the deals
    before it, which may have been put in since."""
    if isinstance(event, DealStarted) and isinstance(noted, DealStarted):
        return event.field == noted.field
    return event == noted


def _is_end_again(asked: Asked, ending: Event) -> bool:
    """True if it is asked whether a deal ended as `ending` says."""
    return isinstance(asked.question, HowEnded) and any(ending in offer.events for offer in asked.answers)


def _meaning(offer: Offer) -> Meaning:
    """What an answer says of how a deal began, or of what was shown in it."""
    corrects = any(isinstance(event, Corrected) for event in offer.events)
    return Meaning(put_right=offer.events) if corrects else Meaning(offer.events)
