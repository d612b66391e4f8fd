"""Does the referee book what happened? A recorded match is followed as at a real table.

The referee sees the pipeline's observations alone. What no camera can see is told by people, who always tell the
truth and only once it has happened: bids, hands shown after a squeeze, deals given up, and answers to the referee's
questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from yakume.engine import Card, CardSet, EngineError, Face, apply
from yakume.engine.auction import Bidding
from yakume.engine.events import (
    BidMade,
    Cancelled,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    HandShown,
    MatchStarted,
    SetsMade,
    TeyakuShown,
    Tobikomi,
)
from yakume.engine.record import draft_result
from yakume.engine.state import Phase, State
from yakume.vision.questions import Answer, Question
from yakume.vision.referee import Referee

AFTERWARDS_MS = 6_000
"""How long the beginning is shown again once its first deal lies on the table: a referee needs less."""

Payment = tuple[int | None, int | None, int, str]
"""Payer, payee, 文, rule."""


@dataclass(frozen=True)
class TrueDeal:
    """One deal as it was."""

    started: DealStarted
    frame: int
    """First frame that shows the cards dealt."""
    end_frame: int
    events: tuple[tuple[int, Event], ...]
    """What happened in it, each with the first frame that shows it."""
    claims: tuple[tuple[int, frozenset[str]], ...]
    """Seat and rule ids of each hand yaku announced."""
    happenings: tuple[tuple[int, Any], ...]
    """The engine's happenings, each with the first frame that shows it."""
    piles: tuple[CardSet, ...]
    payments: tuple[Payment, ...]
    played: bool
    """True if cards were played: its result is to be booked."""


@dataclass(frozen=True)
class Story:
    """What happened at a recorded table."""

    start: MatchStarted
    deals: tuple[TrueDeal, ...]
    """One or more."""
    end: State
    """The match after all of them."""


def tell(events: Sequence[tuple[int, Event]]) -> Story:
    """What `events`, each with its frame, tell. Raises: EngineError if they do not make a match with a whole deal."""
    deals: list[TrueDeal] = []
    state: State | None = None
    open_deal: dict[str, Any] = {}
    for frame, event in events:
        before, state = state, apply(state, event)
        if isinstance(event, DealStarted):
            assert before is not None
            open_deal = {"started": event, "frame": frame, "events": [], "happenings": [], "paid": len(before.ledger)}
        elif open_deal:
            open_deal["events"].append((frame, event))
        deal = state.deal
        if not open_deal or deal is None:
            continue
        seen = len(open_deal["happenings"])
        open_deal["happenings"] += [(frame, happening) for happening in deal.happenings[seen:]]
        if state.phase in (Phase.READY, Phase.OVER):
            deals.append(
                TrueDeal(
                    open_deal["started"],
                    open_deal["frame"],
                    frame,
                    tuple(open_deal["events"]),
                    tuple((claim.seat, frozenset(claim.parts)) for claim in deal.claims),
                    tuple(open_deal["happenings"]),
                    deal.piles,
                    _payments(state, open_deal["paid"]),
                    any(deal.piles) and not isinstance(event, DealVoided),
                )
            )
            open_deal = {}
    if state is None or not deals:
        raise EngineError("no deal is played to its end")
    start = events[0][1]
    assert isinstance(start, MatchStarted)  # the engine accepts nothing else first
    return Story(start, tuple(deals), state)


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
    state: State = field(init=False)
    """The match as booked."""
    _referee: Referee = field(init=False)
    _true: int = -1
    """Which true deal the booked one is."""
    _told: int = 0
    """How many events of that deal people have told or need not tell."""
    _booked: list[tuple[int, Event]] = field(default_factory=list)
    """With the number of the true deal."""
    _asked: dict[str, bool] = field(default_factory=dict)
    """Question → whether it was answered."""

    def __post_init__(self) -> None:
        self.state = apply(None, self.story.start)
        self._referee = Referee(len(self.story.start.players))

    def lead_frames(self, frame_ms: float) -> int:
        """How many frames of the beginning to show again at the end."""
        return self.story.deals[0].frame + round(AFTERWARDS_MS / frame_ms)

    def is_finished(self) -> bool:
        """True once the last deal is booked."""
        return self._true == len(self.story.deals) - 1 and self.state.phase in (Phase.READY, Phase.OVER)

    def observe(self, observation: Mapping[str, Any], frame: int) -> None:
        """Take an observation made of the frame of that number; numbers go on when the beginning is shown again."""
        if self.is_finished():
            return
        self._tell(frame)
        ruling = self._referee.observe(observation, self.state)
        for event in ruling.events:
            self._book(event)
        for question in ruling.questions:
            answer = self._answer(question, frame)
            self._asked[question.id] = self._asked.get(question.id, False) or answer is not None
            if answer is not None:
                for event in self._referee.answer(question.id, answer.id):
                    self._book(event)
        self._tell(frame)

    def _book(self, event: Event) -> None:
        if isinstance(event, DealStarted):
            event = replace(event, mizuten=self._next_deal(event).started.mizuten)  # called before the deal
        try:
            self.state = apply(self.state, event)
        except EngineError:
            return  # a ruling's later events may not fit what people told meanwhile
        if isinstance(event, DealStarted):
            self._true, self._told = self.story.deals.index(self._next_deal(event)), 0
        self._booked.append((self._true, event))

    def _next_deal(self, event: DealStarted) -> TrueDeal:
        """The deal that `event` begins: the next with that field, else the next one."""
        later = self.story.deals[self._true + 1 :] or self.story.deals[-1:]
        return next((deal for deal in later if _faces(deal.started.field) == _faces(event.field)), later[0])

    # -- what people say ------------------------------------------------------------------------------------------

    def _tell(self, frame: int) -> None:
        """Bids, hands shown, cancels and deals given up, as far as they have happened."""
        if self._true < 0:
            return
        deal = self.story.deals[self._true]
        while self._told < len(deal.events) and deal.events[self._told][0] <= frame:
            event = deal.events[self._told][1]
            if isinstance(event, BidMade) and self.state.phase is not Phase.BID:
                return  # the deal that is bid for has not been booked yet
            self._told += 1
            if isinstance(event, BidMade | DealVoided):
                self._book(event)
            self._show_hands(deal)
        cancels = [h for f, h in deal.happenings if isinstance(h, Cancelled) and f <= frame]
        if cancels and self.state.phase in (Phase.TEYAKU, Phase.HAND):
            piles = self._referee.memory.table().captures
            lowered = [h.seat for _, h in deal.happenings if isinstance(h, SetsMade)]
            result = draft_result(self.state, piles, tuple((seat, "sage") for seat in dict.fromkeys(lowered)))
            self._book(replace(result, happenings=(*result.happenings, cancels[0])))

    def _show_hands(self, deal: TrueDeal) -> None:
        """Who is squeezed out shows the hand to be paid for it (H88-BID-06)."""
        now = self.state.deal
        if self.state.phase is Phase.TEYAKU and now is not None and isinstance(now.bidding, Bidding):
            for seat in now.bidding.squeezed:
                if seat not in dict(now.squeezed):
                    self._book(HandShown(seat, _among(deal.started.hands[seat], now.unseen)))

    def _answer(self, question: Question, frame: int) -> Answer | None:
        """What the people at the table answer; None as long as they cannot."""
        if question.id.startswith("blank:"):
            started = question.answers[0].events[0]
            assert isinstance(started, DealStarted)
            blank = self._next_deal(started).started.blank
            return next((answer for answer in question.answers if answer.id == f"seat{blank}"), None)
        if self._true < 0:
            return None
        deal = self.story.deals[self._true]
        kind, _, rest = question.id.partition(":")
        by_id = {answer.id: answer for answer in question.answers}
        if kind in ("call", "fed"):
            seat, _, rules = rest.partition(":")
            for shown, happening in deal.happenings:
                if not isinstance(happening, SetsMade) or happening.seat != int(seat) or shown > frame:
                    continue
                if named := {rule for rule, _ in happening.sets} & set(rules.split("+")):
                    by = next((f"seat{feeder}" for rule, feeder in happening.fed if rule in named), "none")
                    return by_id.get(happening.call if kind == "call" else by)
            return None
        if kind == "field":
            return by_id["fix" if _faces(CardSet.parse(rest.split(":")[1])) == _faces(deal.started.field) else "keep"]
        if kind == "dive":
            return self._said_of_dive(*map(int, rest.split(":")), by_id)
        if kind == "teyaku":
            seat = rest.split(":")[1]
            parts = next((parts for who, parts in deal.claims if who == int(seat)), frozenset({"none"}))
            return next((answer for answer in question.answers if frozenset(answer.id.split("+")) == parts), None)
        if kind == "hidden":
            # The piles are those of the end: where several of its cards may lie there by now, people wait.
            seat, seen = rest.split(":")
            hidden = _faces(deal.piles[int(seat)]) - _faces(CardSet.parse(seen))
            true = [each for each in question.answers if each.id != "none" and Card.parse(each.id).face in hidden]
            return true[0] if len(true) == 1 else (None if true else by_id["none"])
        if frame < deal.end_frame:
            return None
        return next((answer for answer in question.answers if self._is_true(answer, deal)), None)

    def _said_of_dive(self, seat: int, month: int, by_id: Mapping[str, Answer]) -> Answer | None:
        lowered = False
        for _, happening in self.story.deals[self._true].happenings:
            if isinstance(happening, Tobikomi) and (happening.seat, happening.month) == (seat, month):
                fed = "none" if happening.hatto_by is None else f"seat{happening.hatto_by}"
                return by_id["late"] if lowered and "late" in by_id else by_id.get(fed)
            lowered |= isinstance(happening, SetsMade) and happening.call == "sage" and happening.seat != seat
        return None

    def _is_true(self, answer: Answer, deal: TrueDeal) -> bool:
        """True if the deal would be paid as it was."""
        state = self.state
        try:
            for event in answer.events:
                state = apply(state, event)
        except EngineError:
            return False
        paid = _payments(state, len(self.state.booked))
        return bool(answer.events) and Counter(paid) == Counter(deal.payments)

    # -- how it went ----------------------------------------------------------------------------------------------

    def scores(self) -> EventScores:
        """What was booked beside the truth."""
        deals, end = self.story.deals, self.story.end
        started = {
            k
            for k, event in self._booked
            if isinstance(event, DealStarted) and _faces(event.field) == _faces(deals[k].started.field)
        }
        claims = [(k, (e.seat, frozenset(e.parts))) for k, e in self._booked if isinstance(e, TeyakuShown)]
        right_claims = sum(claim in deals[k].claims for k, claim in claims)
        results = [(k, event) for k, event in self._booked if isinstance(event, DealResult)]
        right_results = sum([*map(_faces, event.captures)] == [*map(_faces, deals[k].piles)] for k, event in results)
        true_pay, booked_pay = (Counter(_plain(state.ledger)) for state in (end, self.state))
        gone, extra = true_pay - booked_pay, booked_pay - true_pay
        unanswered = Counter(question.partition(":")[0] for question, done in self._asked.items() if not done)
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


def _faces(cards: CardSet) -> Counter[Face]:
    """What a camera can tell of `cards`: the kasu of a month are alike."""
    return Counter(card.face for card in cards)


def _among(cards: CardSet, free: CardSet) -> CardSet:
    """`cards` with every kasu that is not in `free` replaced by one of the same face that is."""
    found = cards & free
    for card in cards - free:
        found |= CardSet([next((c for c in free - found if c.face == card.face), card)])
    return found


def _plain(entries: Sequence[Any]) -> list[Payment]:
    return [(entry.payer, entry.payee, entry.mon, entry.rule) for entry in entries]


def _payments(state: State, since: int) -> tuple[Payment, ...]:
    return tuple(_plain(state.ledger[since:]))
