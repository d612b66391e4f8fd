"""What follows while a deal runs: from its half-turns, else from its piles, and how it is ended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from yakume.engine import DECK, CardSet, DealResult, DealVoided, EngineError, Event, Phase, TeyakuClosed, apply
from yakume.engine.events import Call
from yakume.engine.state import ends_in_hand

from ..zones import FIELD
from .answers import Called, FedBy
from .asking import Asked, Offer
from .booked import BookedDeals
from .dealing import NewDeals, ask_first_field
from .following import LEAST, Ended, Parted, PlaysOn, SetWaits
from .notices import Health
from .outcomes import Outcome, lies_so
from .partings import both_ways
from .questions import SetToCall, TableCleared
from .sets import SAME_TURN, ask_set, ask_tobikomi, captured_since
from .settlement import ask_cleared, ask_closed, ask_hidden, ask_odd, draft, outstanding, with_forced_captures
from .situation import Situation, Verdict, accepts

GO_ON_MS = 5_000
"""The next deal begins beside the question how the last one ended once its first field has lain there for so long."""

CALLS: tuple[Call, ...] = "agari", "sage"
"""The likelier first, of a set after which the table was cleared."""


@dataclass
class RunningDeal:
    """Rules on the running deal of one match."""

    new_deals: NewDeals
    booked: BookedDeals

    def by_half_turns(self, now: Situation) -> Verdict | None:
        """What follows from the half-turns; None where they are not followed."""
        if ends_in_hand(now.state, now.deal) is not None:
            return None
        played = self.new_deals.over and not self.new_deals.anew
        if played:
            # What lies there now is the next deal's.
            now = replace(now, table=replace(now.table, captures=(CardSet(),) * len(now.table.captures)))
        fresh = played or self.new_deals.is_laid(now.state, now.table, now.belief)
        verdict = now.following.verdict(now.table.captures, fresh=fresh)
        if played and not isinstance(verdict, Ended | Parted):
            return self._close(now, now)
        match verdict:
            case Ended(outcomes):
                thread = now.following.thread
                guess = thread is not None and bool(thread.guess - thread.said)
                if guess and not now.state.game.flow.lights:  # else it is asked which card it is
                    outcomes = tuple(replace(each, p=min(each.p, LEAST)) for each in outcomes)
                elif (
                    not guess
                    and len(outcomes) == 1
                    and outcomes[0].p >= LEAST
                    and lies_so(outcomes[0], now.table.captures)
                ):
                    outcomes = (replace(outcomes[0], p=1.0),)
                self.booked.settling = outcomes
                events = self._with_next(now, outcomes[0].result)
                return (events, ()) if events else None
            case Parted(outcomes):
                # Two witnesses that do not agree: the likelier one is booked, and people are asked where they part.
                outcomes = both_ways(now.state, outcomes, now.table.captures)
                self.booked.settling = outcomes
                events = self._with_next(now, outcomes[0].result)
                return (events, ()) if events else None
            case SetWaits(waiting, (seat, calls), agari):
                self.booked.settling = _as_said(agari)
                sets = tuple(rule for rule, _ in waiting.sets)
                question = SetToCall(now.log.deal, seat, sets, now.state.game.rules.call, calls)
                offers = Offer(Called("agari"), 0.6, (agari[0].result,)), Offer(Called("sage"), 0.4)
                return (), (Asked(question, offers),)
            case PlaysOn() if not self.new_deals.anew:
                return (), (*ask_first_field(now), *self._beside_line(now)) or _ask_put_away(now)
        return None

    def _beside_line(self, now: Situation) -> tuple[Asked, ...]:
        """What is asked of sets that lie in the piles although play as it was followed does not lead to them."""
        if now.state.phase is Phase.BID or not now.following.parts_from(now.table.captures):
            return ()
        seats = outstanding(now, now.table)
        for seat in seats:
            now.watch.completed_at.setdefault(seat, len(now.table.captured))
        return tuple(ask_set(now, seat) for seat in seats)

    def by_piles(self, seen: Situation, witnessed: bool) -> Verdict:
        """What follows from the piles.

        Args: `witnessed` is whether they were seen to lie as they are believed to when any were last seen, or people
            said so.
        """
        if ends_in_hand(seen.state, seen.deal) is not None:
            # A hand yaku has ended it before play (H3-SHISO-01, KK-TEYAKU-00): it is over once its field is put away.
            # Some of the same cards may be dealt next as soon as it was swept; nor does anybody capture in this deal.
            lies = 2 * len(seen.table.field & seen.deal.field) > len(seen.deal.field) and not seen.table.captured
            return ((), ()) if lies else (self._with_next(seen, TeyakuClosed()), ())
        # The same field cards may come again: what counts is that the captures are gone.
        anew = self.new_deals.anew
        cleared = anew or (self.new_deals.is_laid(seen.state, seen.table, seen.belief) and bool(seen.table.captured))
        now = replace(seen, table=with_forced_captures(seen, cleared))
        table = now.table
        # With three in play every card is captured in the end; with two, the last field is left lying (COM-CAP-06).
        if len(now.deal.order) == 2:
            everything = len(table.captured) + len(table.field) == now.state.game.field + 4 * now.state.game.hand
        else:
            everything = table.captured == DECK
        calls = outstanding(now, table)
        for seat in calls:
            now.watch.completed_at.setdefault(seat, len(table.captured))
        # Whatever ends the deal pays a 飛込み, too.
        first = ask_first_field(now) or ask_tobikomi(now)
        if first and not (self.new_deals.over and now.belief.unchanged_ms(FIELD) >= GO_ON_MS):
            return (), (*first, ask_cleared(now)) if anew else first
        dealt_again = self.new_deals.laid is None and bool(seen.table.field & seen.table.captured)
        dealt_again = dealt_again and cleared and not now.following.captures_lie
        if everything and not calls:
            odd = ask_odd(now)
            if odd is None:
                # Where play was watched and does not lead to the piles they lie in doubt.
                sure = witnessed and now.following.health is not Health.LOST
                return self._finish(now, ()) if sure else self._close(now, seen)
            if not dealt_again:
                return (), (odd,)
        hidden = ask_hidden(now, cleared)
        questions = tuple(ask_set(now, seat) for seat in calls)
        if not cleared:
            return (), (*questions, *hidden) or _ask_put_away(now)
        # The next deal lies on the table, so this one was ended.
        unwatched = now.following.unwatched or now.following.elsewhere
        if witnessed and not unwatched and len(calls) == 1 and self._is_last(seen, now, calls[0], questions[0]):
            self.booked.closing = _as_called(now, questions[0])
            return self._finish(now, ((calls[0], "agari"),))
        # Nor is a deal waited for of which nobody said the bids, or that was swept with captures, another lying there.
        thread = now.following.thread
        swept = now.following.health is Health.LOST or (thread is not None and thread.cleared)
        swept = swept and bool(seen.table.captured) and not now.belief.resting
        swept = swept and self.new_deals.is_another(seen.table)
        over = self.new_deals.over or now.state.phase is Phase.BID or swept
        waited = over and now.belief.unchanged_ms(FIELD) >= GO_ON_MS
        if dealt_again or (unwatched and calls) or waited:
            return self._close(now, seen)
        return (), questions or hidden or (ask_cleared(now),)

    def _close(self, now: Situation, seen: Situation) -> Verdict:
        """The deal is over, and its piles alone do not say how: what is likeliest is booked and asked about, and the
        next deal goes on."""
        asked = ask_closed(now, seen.table.captures)
        if len(asked.answers) < 2:
            asked = ask_cleared(now)
        (likeliest,) = asked.answers[0].events if asked.answers else (None,)
        void = isinstance(likeliest, DealVoided)
        # Who took its end back puts it right: it is not given up meanwhile, unless a whole deal has passed since.
        mended = void and any(isinstance(each, DealResult | DealVoided) for each in now.log.taken_back)
        mended &= not (self.new_deals.passed and self.new_deals.is_laid(now.state, seen.table, now.belief))
        if likeliest is None or asked.question in now.log.answers or mended:
            return (), (asked,)
        if void and isinstance(asked.question, TableCleared):
            asked = replace(asked, question=replace(asked.question, void=True))
        self.booked.closing = asked
        events = self._with_next(now, likeliest)
        return (events, ()) if events else ((), (asked,))

    def _is_last(self, seen: Situation, now: Situation, seat: int, asked: Asked) -> bool:
        """True if the one set that was not called ended the deal that was cleared away."""
        if captured_since(now, seat) > SAME_TURN:
            return False
        if seen.table.captures[seat] != now.table.captures[seat]:
            return False  # when a card that nobody saw captured completed the set, nobody knows
        # 法度 was asked about while the cards lay there; that nobody said so is an answer, unless it was seen.
        return isinstance(asked.question, SetToCall) or asked.answers[0].answer == FedBy(None)

    def _finish(self, now: Situation, calls: tuple[tuple[int, Call], ...]) -> Verdict:
        """The deal is over: its result, and the next deal if that lies on the table already."""
        result = draft(now.state, now.log, now.table.captures, calls)
        events = self._with_next(now, result)
        return (events, ()) if events else ((), (ask_cleared(now),))

    def _with_next(self, now: Situation, last: Event) -> tuple[Event, ...]:
        """The event that ends the deal, and the next deal if that lies on the table already; none if it cannot be."""
        try:
            after = apply(now.state, last)
        except EngineError:
            return ()
        started = None
        if self.new_deals.is_laid(now.state, now.table, now.belief):
            started = self.new_deals.started(after, now.table)
        elif self.new_deals.over:
            started = self.new_deals.started_before(after, now)
        if started is not None and after.phase is Phase.READY and accepts(after, started):
            return last, started
        return (last,)


def _ask_put_away(now: Situation) -> tuple[Asked, ...]:
    """How a deal ended whose table was swept for good: its end was not seen, and no other deal is dealt."""
    return (ask_cleared(now),) if now.following.put_away else ()


def _as_said(agari: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The ways in which a set ends the deal once its maker says so: one of them it is, unless half-turns went by
    unseen, or may have."""
    if agari[0].p <= LEAST:
        return agari
    total = sum(each.p for each in agari)
    return tuple(replace(each, p=each.p / total) for each in agari)


def _as_called(now: Situation, asked: Asked) -> Asked | None:
    """What is asked of a deal that was cleared away with its last set not called: that it ended the deal is likely, but
    where every card was played anyway, whoever made it may have played on. None where only one of them can be."""
    question = asked.question
    if not isinstance(question, SetToCall):
        return None
    ends = [(call, draft(now.state, now.log, now.table.captures, ((question.seat, call),))) for call in CALLS]
    offers = tuple(Offer(Called(call), p, (result,)) for (call, result), p in zip(ends, (0.6, 0.4), strict=True))
    return replace(asked, answers=offers) if all(accepts(now.state, r) for _, r in ends) else None
