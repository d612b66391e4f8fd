"""Does the referee book what happened? A recorded match is followed as at a real table.

The referee sees the pipeline's observations alone. What no camera can see is told by people: bids, hands shown after a
squeeze and deals given up as they happen, answers to the referee's questions when they get round to it (`people`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from yakume.engine import CardSet, EngineError, apply
from yakume.engine.arrange import bids_in_order, follow, put_in, state_before
from yakume.engine.auction import Bidding
from yakume.engine.events import (
    Bid,
    BidMade,
    Cancelled,
    CardPlayed,
    CardTurned,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    HandShown,
    TeyakuShown,
)
from yakume.engine.legal import legal_actions
from yakume.engine.play import effective
from yakume.engine.state import Phase, State
from yakume.vision.observation import Observation
from yakume.vision.referee.answers import ToPutIn
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.look import Look
from yakume.vision.referee.notices import EndInDoubt
from yakume.vision.referee.questions import HowEnded, Question, TableCleared, UnseenDeal
from yakume.vision.referee.referee import Referee, Ruling

from .follow import Followed, FollowScores, compare, play_gist
from .people import People
from .story import Play, Story, TrueDeal, faces, payments

PATIENCE_MS = 90_000
"""How long people stay at the table after the last deal, for what they still have to answer."""

STAYS_MS = 1_000
"""Time between looks at it then."""

AFTERWARDS_MS = 6_000
"""How long the beginning is shown again once its first deal lies on the table: a referee needs less."""


@dataclass(frozen=True)
class EventScores:
    """What was booked beside what happened."""

    deals: int
    deals_booked: int
    """Deals that were booked with the right field."""
    hand_yaku: int
    hand_yaku_booked: int
    """Hand yaku booked for the right seat with the right rules."""
    hand_yaku_false: int
    results: int
    results_booked: int
    """Ends of deals booked with the right piles."""
    results_false: int
    questions: int
    unanswered: Mapping[str, int]
    """Kinds of questions that had no true answer or were still open when the deal had ended, with their number."""
    ledger: bool
    """True if every payment of the match was booked with payer, payee, amount and rule, and no other."""
    scores: tuple[tuple[int, ...], tuple[int, ...]]
    """True and booked."""
    missing: tuple[str, ...]
    """Payments that were not booked, and those that should not have been, as text."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "deals": {"true": self.deals, "booked": self.deals_booked},
            "hand_yaku": {"true": self.hand_yaku, "booked": self.hand_yaku_booked, "false": self.hand_yaku_false},
            "results": {"true": self.results, "booked": self.results_booked, "false": self.results_false},
            "questions": {"asked": self.questions, "unanswered": dict(self.unanswered)},
            "ledger": {"agrees": self.ledger, "differences": list(self.missing)},
            "scores": {"true": list(self.scores[0]), "booked": list(self.scores[1])},
        }

    def to_lines(self) -> list[str]:
        """For people."""
        lines = [
            f"booked: deals {self.deals_booked} of {self.deals}, hand yaku {self.hand_yaku_booked} of {self.hand_yaku}"
            f" ({self.hand_yaku_false} false), results {self.results_booked} of {self.results}"
            f" ({self.results_false} false); {self.questions} questions",
        ]
        if self.unanswered:
            lines.append("no true answer: " + ", ".join(f"{kind} {n}" for kind, n in sorted(self.unanswered.items())))
        true, booked = self.scores
        lines.append(f"ledger {'agrees' if self.ledger else 'differs'}: {list(booked)}, true {list(true)}")
        return [*lines, *(f"  {each}" for each in self.missing[:8])]


@dataclass
class Follower:
    """The referee at a recorded table, with the people around it."""

    story: Story
    people: People = field(default_factory=People)
    state: State = field(init=False)
    """The match as booked."""
    _referee: Referee = field(init=False)
    _true: int = -1
    """Which true deal the booked one is."""
    _laid: list[int] = field(default_factory=list)
    """True deal of each deal that was booked."""
    _told: int = 0
    """How many events of that deal people have told or need not tell."""
    _booked: list[tuple[int, Event]] = field(default_factory=list)
    """With the number of the true deal."""
    _asked: dict[tuple[int, Question], bool] = field(default_factory=dict)
    """(true deal, question) → whether it was answered."""
    _open: tuple[tuple[int, Question], ...] = ()
    """Questions that are open, with the number of the true deal."""
    _plays: dict[int, tuple[Play, ...]] = field(default_factory=dict)
    """True deal → the half-turns that were last told of it."""
    _mistakes: list[tuple[int, range]] = field(default_factory=list)
    """Wrong answers that are still to be taken back: when, and their places in the log."""
    _looks: dict[int, Sequence[Look]] = field(default_factory=dict)
    """Place in the log of the start of each deal → how its table lay: what the store holds at a real table."""
    _questioned: int = 0
    """Length of the log that the newest questions are about."""
    _heard_ms: dict[tuple[int, Any], int] = field(default_factory=dict)
    """(true deal, what was told) → when it was first told."""

    def __post_init__(self) -> None:
        self.state = apply(None, self.story.start)
        self._referee = Referee(len(self.story.start.players))

    def lead_ms(self) -> int:
        """How much of the beginning to show again at the end."""
        return self.story.deals[0].t_ms + AFTERWARDS_MS

    def is_finished(self) -> bool:
        """True once the last deal is booked, nothing is asked of it as it was booked, and no wrong answer waits to be
        taken back."""
        asked_since = self._questioned == len(self.state.log)
        return self._is_booked() and asked_since and not self._open and not self._mistakes

    def _is_booked(self) -> bool:
        return self._true == len(self.story.deals) - 1 and self.state.phase in (Phase.READY, Phase.OVER)

    def observe(self, observation: Observation, now_ms: int) -> None:
        """Take an observation of that time, which goes on when the beginning is shown again."""
        if self.is_finished():
            return
        self._tell(now_ms)
        self._take_back(now_ms)
        ruling = self._referee.observe(observation, self.state)
        laid_at, looks = self._referee.seen
        if looks:
            self._looks[laid_at] = looks
        for event in ruling.events:
            self._book(event)
        self._listen(ruling, now_ms)
        # What was booked may be asked about.
        questions = self._referee.after(self.state).questions if ruling.events else ruling.questions
        self._questioned, still, laid = len(self.state.log), [], self._laid
        for asked in questions:
            deal = asked.question.deal
            true = self._laid[deal - 1] if deal <= len(self._laid) else self._true
            answer = self.people.reply(asked, self.story, true, self.state, now_ms)
            about = true, asked.question
            self._asked[about] = self._asked.get(about, False) or answer is not None
            if answer is not None:
                self._say(asked, answer, true, now_ms)
            elif self._none_is_true(asked, true, now_ms) and self._settle_anew(deal, true):
                self._referee.after(self.state, "")
            else:
                still.append(about)
            if self._laid is not laid:
                break  # a deal was put in: what else is asked has other numbers now
        self._open = tuple(still)
        self._tell(now_ms)

    def _say(self, asked: Asked, answer: Offer, true: int, now_ms: int) -> None:
        """Answer what is asked of a true deal; what is missing is told then and there."""
        seq, question = len(self.state.log), asked.question
        if isinstance(question, UnseenDeal) and (missing := self._missing_before(question.deal)):
            for k in missing:
                self._put_in(question.at, k)
        elif answer.answer == ToPutIn() and isinstance(question, TableCleared):
            self._put_in(question.at, true)
        else:
            events = asked.books(answer)
            with suppress(EngineError):
                events = follow(self.state, events)  # who deals next follows from how a deal ended
            for event in events:
                self._book(event)
        self._referee.after(self.state, asked.id)
        if self.people.erred(asked, true):
            wait_ms = self.people.notices_after_ms(asked, true)
            self._mistakes.append((now_ms + wait_ms, range(seq, len(self.state.log))))

    def stay(self, last: Observation, now_ms: int) -> None:
        """People stay after the last deal, with the table as it lay `last` at `now_ms`, until all is answered."""
        for wait_ms in range(STAYS_MS, PATIENCE_MS, STAYS_MS):
            if self.is_finished():
                return
            self.observe(replace(last, t_ms=last.t_ms + wait_ms), now_ms + wait_ms)

    def _take_back(self, now_ms: int) -> None:
        """Undo wrong answers as the page does: what was booked is corrected, also what corrected the end of a deal."""
        due = [each for each in self._mistakes if each[0] <= now_ms]
        self._mistakes = [each for each in self._mistakes if each[0] > now_ms]
        for _, booked in due:
            for seq in reversed(booked):
                self.state = apply(self.state, Corrected(seq))
        if due and self._referee.is_new(self.state):  # the end of its deal was taken back
            laid_at, _ = self._referee.seen
            self._referee.follow_on(self.state, self._looks.get(laid_at, ()))

    def _listen(self, ruling: Ruling, now_ms: int) -> None:
        """Take note of when what was first told."""
        for event in ruling.events:
            if isinstance(event, DealStarted | TeyakuShown):
                self._heard_ms.setdefault((self._true, _gist(event)), now_ms)
        told = tuple(getattr(ruling, "plays", ()))
        if told:
            self._plays[self._true] = told
            for event in told:
                self._heard_ms.setdefault((self._true, _gist(event)), now_ms)

    def _book(self, event: Event) -> None:
        if isinstance(event, DealStarted):
            if self._is_booked():
                return  # the beginning, shown once more: nobody plays that deal
            event = replace(event, mizuten=self._next_deal(event).started.mizuten)  # called before the deal
        try:
            self.state = apply(self.state, event)
        except EngineError:
            return  # a ruling's later events may not fit what people told meanwhile
        if isinstance(event, DealStarted):
            if self.state.phase is not Phase.READY:  # four of a month are dealt again at once (H80-DEAL-04)
                self._true, self._told = self.story.deals.index(self._next_deal(event)), 0
            self._laid.append(self._true)
        self._booked.append((self._true, event))

    def _next_deal(self, event: DealStarted) -> TrueDeal:
        """The deal that `event` begins: the next with that field, else the next one."""
        return self.story.next_deal(event, self._true)

    # -- what people say unasked ----------------------------------------------------------------------------------

    def _tell(self, now_ms: int) -> None:
        """Bids, hands shown, cancels and deals given up, as far as they have happened."""
        if self._true < 0:
            return
        deal = self.story.deals[self._true]
        self._bid(deal, now_ms)
        self._show_hands(deal)
        while self._told < len(deal.events) and deal.events[self._told][0] <= now_ms:
            event = deal.events[self._told][1]
            self._told += 1
            if isinstance(event, DealVoided):
                self._book(event)
        if any(isinstance(happening, Cancelled) and at <= now_ms for at, happening in deal.happenings):
            asked = self._referee.cancel(self.state)
            for event in asked.books(asked.answers[0]) if asked is not None else ():
                self._book(event)

    def _bid(self, deal: TrueDeal, now_ms: int) -> None:
        """Bid as it is asked for: once more where another has to bid first than was booked."""
        while self.state.phase is Phase.BID:
            legal = [each for each in legal_actions(self.state) if isinstance(each, BidMade)]
            refused, made = {each.seq for each in self.state.rejected}, 0
            for place, event in effective(self.state.log):
                bids = isinstance(event, BidMade) and event.seat == legal[0].seat and place not in refused
                made = 0 if isinstance(event, DealStarted) else made + bids
            said = [each for at, each in deal.events if isinstance(each, BidMade) and at <= now_ms]
            own = [each for each in said if each.seat == legal[0].seat][made:]
            if not own or own[0] not in legal:
                return  # others did: who deals is to be put right first
            self._book(own[0])

    def _show_hands(self, deal: TrueDeal) -> None:
        """Who is squeezed out shows the hand to be paid for it (H88-BID-06)."""
        for event in _hands_shown(deal, self.state):
            self._book(event)

    def _none_is_true(self, asked: Asked, true: int, now_ms: int) -> bool:
        """True once people tell how a deal ended by tap, as none of the answers to that says it."""
        if not isinstance(asked.question, TableCleared | HowEnded) or not self.story.deals[true].played:
            return False
        if now_ms < self.story.deals[true].end_ms or self.people.answer(asked, self.story, true, self.state, now_ms):
            return False
        return self.people.gets_round(asked, true, now_ms)

    def _settle_anew(self, number: int, true: int) -> bool:
        """Put the end of deal `number` of the log right as the history does, or settle it if it has none, with the hand
        yaku that are not booked; False where the rules refuse that."""
        deal, laid, at = self.story.deals[true], 0, -1
        now: State | None = None
        for place, event in effective(self.state.log):
            laid += isinstance(event, DealStarted)
            if laid == number and isinstance(event, DealResult | DealVoided):
                at = place
                break
            with suppress(EngineError):
                now = apply(now, event)
        if now is None or now.deal is None:
            return False
        booked, unseen = {claim.seat for claim in now.deal.claims}, now.deal.unseen
        claims = [each for _, each in deal.events if isinstance(each, TeyakuShown) and each.seat not in booked]
        told: list[Event] = [replace(each, exposed=_among(each.exposed, unseen)) for each in claims]
        told.append(DealResult(deal.piles, tuple(each for _, each in deal.happenings)))
        try:
            for each in follow(self.state, [Corrected(at, tuple(told))]) if at >= 0 else told:
                self.state = apply(self.state, each)
        except EngineError:
            return False
        return True

    def _missing_before(self, number: int) -> list[int]:
        """The true deals that were played before deal `number` of the log and are not booked."""
        true = self._laid[number - 1] if number <= len(self._laid) else 0
        first = max(self._laid[: number - 1], default=-1) + 1
        return [k for k in range(first, true) if k not in self._laid and self.story.deals[k].counts]

    def _put_in(self, before: int, true: int) -> None:
        """Tell a deal that is missing, or does not count as it was booked: it is put in before the one that begins at
        that place of the log, as the page does it."""
        deal, base = self.story.deals[true], state_before(self.state, before)
        started = replace(deal.started, dealer=base.dealer, hands=())
        said, plays = [event for _, event in deal.events], {play.seat for _, play in deal.plays}
        else_say: dict[int, Bid] = {seat: "deru" if seat in plays else "oriru" for seat in range(len(base.players))}
        # Another may have to bid first than did, as long as a deal before is not put right.
        begun = apply(base, started)
        bids = bids_in_order(begun, [each for each in said if isinstance(each, BidMade)], else_say)
        told: list[Event] = [started, *bids, *_hands_shown(deal, reduce(apply, bids, begun))]
        told += [each for each in said if isinstance(each, TeyakuShown)]
        if deal.played:
            told.append(DealResult(deal.piles, tuple(each for _, each in deal.happenings)))
        elif not deal.counts:
            told.append(DealVoided())
        with suppress(EngineError):  # the rules refuse it: it stays asked
            self.state = apply(self.state, put_in(self.state, before, told))
            starts = [k for k, event in self.story.deals_of(self.state.log) if isinstance(event, DealStarted)]
            self._laid = starts

    # -- how it went ----------------------------------------------------------------------------------------------

    def follow(self) -> FollowScores:
        """The yardstick (`follow`)."""
        asked = [question for _, question in self._asked]
        in_doubt = any(isinstance(each, EndInDoubt) for each in self._referee.after(self.state).notices)
        told = Followed(self.state, self._told_plays(), asked, self._open, in_doubt, self._delays())
        return compare(self.story, told)

    def _told_plays(self) -> dict[int, tuple[Play, ...]]:
        """The half-turns last told of each true deal; those that are booked count as told."""
        plays = dict(self._plays)
        booked: dict[int, list[Play]] = {}
        for k, event in self.story.deals_of(self.state.log):
            if isinstance(event, CardPlayed | CardTurned):
                booked.setdefault(k, []).append(event)
        return plays | {k: tuple(each) for k, each in booked.items()}

    def _delays(self) -> list[int]:
        """How long after it could be seen each thing that is true was first told, ms."""
        delays = []
        for k, deal in enumerate(self.story.deals):
            seen: list[tuple[int, Event]] = [(deal.t_ms, deal.started), *deal.plays]
            seen += [(t_ms, event) for t_ms, event in deal.events if isinstance(event, TeyakuShown)]
            for t_ms, event in seen:
                heard = self._heard_ms.get((k, _gist(event)))
                if heard is not None:
                    delays.append(max(heard - t_ms, 0))
        return delays

    def scores(self) -> EventScores:
        """What was booked beside the truth."""
        deals, end = self.story.deals, self.story.end
        started = {
            k
            for k, event in self._booked
            if isinstance(event, DealStarted) and faces(event.field) == faces(deals[k].started.field)
        }
        claims = [(k, (e.seat, frozenset(e.parts))) for k, e in self._booked if isinstance(e, TeyakuShown)]
        right_claims = sum(claim in deals[k].claims for k, claim in claims)
        results = [(k, event) for k, event in self._booked if isinstance(event, DealResult)]
        right_results = sum([*map(faces, event.captures)] == [*map(faces, deals[k].piles)] for k, event in results)
        true_pay, booked_pay = (Counter(payments(state)) for state in (end, self.state))
        gone, extra = true_pay - booked_pay, booked_pay - true_pay
        unanswered = Counter(str(question.kind) for (_, question), done in self._asked.items() if not done)
        return EventScores(
            len(deals),
            len(started),
            sum(len(deal.claims) for deal in deals),
            right_claims,
            len(claims) - right_claims,
            sum(deal.played for deal in deals),
            right_results,
            len(results) - right_results,
            len(self._asked),
            dict(unanswered),
            not gone and not extra,
            (tuple(end.scores), tuple(self.state.scores)),
            tuple(
                f"{what}: {payer} pays {payee} {mon} ({rule})"
                for what, pays in (("not booked", gone), ("wrongly booked", extra))
                for payer, payee, mon, rule in pays.elements()
            ),
        )


def _hands_shown(deal: TrueDeal, state: State) -> list[HandShown]:
    """The hands of those who are squeezed out in `state` and have not shown them yet."""
    now = state.deal
    if state.phase is not Phase.TEYAKU or now is None or not isinstance(now.bidding, Bidding):
        return []
    shown = dict(now.squeezed)
    return [
        HandShown(seat, _among(deal.started.hands[seat], now.unseen))
        for seat in now.bidding.squeezed
        if seat not in shown
    ]


def _among(cards: CardSet, free: CardSet) -> CardSet:
    """`cards` with every kasu that is not in `free` replaced by one of the same face that is."""
    found = cards & free
    for card in cards - free:
        found |= CardSet([next((c for c in free - found if c.face == card.face), card)])
    return found


def _gist(event: Event) -> Any:
    """What a camera can tell of an event: who, and which faces."""
    if isinstance(event, CardPlayed | CardTurned):
        return play_gist(event)
    if isinstance(event, TeyakuShown):
        return type(event), event.seat, frozenset(event.parts)
    assert isinstance(event, DealStarted)
    return type(event), frozenset(faces(event.field).items())
