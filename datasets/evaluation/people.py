"""The people at a simulated table: what they answer to the referee's questions, and when.

They know what happened, and answer after a while, as people do who talk and drink tea; some questions they never
answer, and some wrongly at first, which they notice and take back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random

from yakume.engine import Card, EngineError, Face, apply
from yakume.engine.events import Corrected, DealStarted, DealVoided, SetsMade, TeyakuShown, Tobikomi
from yakume.engine.state import State
from yakume.vision.referee.answers import (
    AfterSage,
    Announced,
    Answer,
    Called,
    CardIs,
    DealVoid,
    FedBy,
    HeldBy,
    LiesHidden,
    PutRight,
    ShownBy,
    ToPutIn,
    card_told,
)
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.questions import (
    BlankHeld,
    FirstField,
    HiddenCapture,
    SetToCall,
    UnreadCard,
    UnseenDeal,
    WhichTeyaku,
    WhoFed,
    WhoFedTobikomi,
    WhoLeads,
    WhoShows,
)

from .story import Story, TrueDeal, faces, payment, payments

ANSWERS_S = (2.0, 60.0)
"""How late people answer, from and to; half of them within eleven seconds."""

NOTICES_S = (3.0, 25.0)
"""After what time a wrong answer is taken back, from and to."""


@dataclass
class People:
    """Everybody around one table, who know what happened."""

    answers_after_s: float | None = 0.0
    """How long after it is asked and can be said a question is answered; None for as people do, `ANSWERS_S`."""
    seed: int = 0
    never: float = 0.0
    """Share of the questions that nobody ever answers."""
    wrong: float = 0.0
    """Share of the questions that are first answered wrongly."""
    _asked: dict[str, int] = field(default_factory=dict)
    """Question, with its deal → when it was first asked and could be answered."""
    _erred: set[str] = field(default_factory=set)
    """Questions that were answered wrongly."""
    _first_ms: dict[str, int] = field(default_factory=dict)
    """Question, with its deal → when it was first asked."""
    _last_wrong: str = ""
    """The question answered last, if that was wrong."""

    def reply(self, asked: Asked, story: Story, true: int, state: State, now_ms: int) -> Offer | None:
        """What people answer at `now_ms`, once they get round to it: the true answer, or first another."""
        answer = self.answer(asked, story, true, state, now_ms)
        if answer is None:
            return None
        if not self.gets_round(asked, true, now_ms):
            return None
        key = f"{true} {asked.id}"
        others = [each for each in asked.answers if each is not answer]
        if others and key not in self._erred and self._chance("wrong", key) < self.wrong:
            self._erred.add(key)
            self._last_wrong = key
            return others[0]
        self._last_wrong = ""
        return answer

    def gets_round(self, asked: Asked, true: int, now_ms: int) -> bool:
        """Whether people who know what to say of it get round to saying it at `now_ms`."""
        key = f"{true} {asked.id}"
        asked_ms = self._asked.setdefault(key, now_ms)
        return self._chance("never", key) >= self.never and now_ms - asked_ms >= 1000 * self._waits_s(key)

    def erred(self, asked: Asked, true: int) -> bool:
        """True if the last answer to what was asked was wrong."""
        return self._last_wrong == f"{true} {asked.id}"

    def notices_after_ms(self, asked: Asked, true: int) -> int:
        """How long it takes until somebody notices a wrong answer."""
        low, high = NOTICES_S
        return round(1000 * (low + (high - low) * self._chance("notices", f"{true} {asked.id}")))

    def _waits_s(self, key: str) -> float:
        if self.answers_after_s is not None:
            return self.answers_after_s
        low, high = ANSWERS_S
        # Most answers come soon, a few after a long talk.
        return low * float((high / low) ** self._chance("waits", key))

    def _chance(self, what: str, key: str) -> float:
        """The same for the same question, whenever it is asked."""
        return Random(f"{self.seed} {what} {key}").random()

    def answer(self, asked: Asked, story: Story, true: int, state: State, now_ms: int) -> Offer | None:
        """The true answer of those that are offered; None as long as there is none.

        Args:
            story: what truly happened.
            true: which true deal the booked one is, -1 before the first.
            state: the match as booked.
        """
        question = asked.question
        if isinstance(question, BlankHeld):
            started = asked.answers[0].events[0]
            assert isinstance(started, DealStarted)
            blank = story.next_deal(started, true).started.blank
            return _offered(asked, None if blank is None else HeldBy(blank))
        if true < 0:
            return None
        deal = story.deals[true]
        match question:
            case SetToCall(seat=seat, sets=sets) | WhoFed(seat=seat, sets=sets):
                first_ms = self._first_ms.setdefault(f"{true} {asked.id}", now_ms)
                return _offered(asked, _said_of_sets(question, deal, seat, sets, (first_ms, now_ms)))
            case FirstField() | UnreadCard():
                return _offered(asked, _said_of_field(asked, question, faces(deal.started.field)))
            case UnseenDeal() | WhoLeads():
                leads = isinstance(question, WhoLeads) and [play.seat for _, play in deal.plays[:1]] == [question.seat]
                return _offered(asked, PutRight(leads))
            case WhoFedTobikomi(seat=seat, month=month):
                late = _offered(asked, AfterSage())
                return _offered(asked, _said_of_tobikomi(deal, seat, month, may_be_late=late is not None))
            case WhichTeyaku() | WhoShows():
                return _said_of_shown(asked, question, deal)
            case HiddenCapture(seat=seat, seen=seen):
                return _hidden(asked, faces(deal.piles[seat]) - faces(seen))
        if now_ms < deal.end_ms:
            return None
        known = (offer for offer in asked.answers if offer.answer != ToPutIn() and _is_true(offer, deal, state))
        return next(known, None) or _offered(asked, ToPutIn())


def _parts(answer: Answer) -> frozenset[str] | None:
    return frozenset(answer.parts) if isinstance(answer, Announced) else None


def _said_of_field(asked: Asked, question: FirstField | UnreadCard, dealt: Counter[Face]) -> Answer:
    """Whether the field was `dealt` as is asked, or which light nobody could read of it."""
    if isinstance(question, FirstField):
        return PutRight(faces(question.cards) == dealt)
    unread = dealt - faces(question.known)
    return next((each.answer for each in asked.answers if _is_light(each.answer, unread)), PutRight(False))


def _is_light(answer: Answer, unread: Counter[Face]) -> bool:
    """True if the answer names a card that is one of `unread`."""
    return isinstance(answer, CardIs) and isinstance(answer.said, Card) and answer.said.face in unread


def _offered(asked: Asked, answer: Answer | None) -> Offer | None:
    return next((offer for offer in asked.answers if offer.answer == answer), None)


def _hidden(asked: Asked, hidden: Counter[Face]) -> Offer | None:
    """The card of those offered that is among `hidden`, faces that lie in the pile and are not seen.

    The piles are those of the end: where several of its cards may lie there by now, people wait."""
    fitting = [each for each in asked.answers if (card := card_told(each.answer)) and card.face in hidden]
    if len(fitting) > 1:
        return None
    return fitting[0] if fitting else _offered(asked, LiesHidden(None))


def _said_of_shown(asked: Asked, question: WhichTeyaku | WhoShows, deal: TrueDeal) -> Offer | None:
    """What was announced with the cards that are asked about, and by whom; no hand yaku if they are not all of it."""
    if isinstance(question, WhichTeyaku):
        parts = next((parts for who, parts in deal.claims if who == question.seat), frozenset())
        return next((each for each in asked.answers if _parts(each.answer) == parts), None)
    for _, event in deal.events:
        if isinstance(event, TeyakuShown) and faces(event.exposed) == faces(question.shown):
            return _offered(asked, ShownBy(event.seat, event.parts))
    return _offered(asked, Announced())


def _said_of_sets(
    question: SetToCall | WhoFed, deal: TrueDeal, seat: int, sets: Collection[str], asked_ms: tuple[int, int]
) -> Answer | None:
    """What was said of sets, when it is asked since the first of `asked_ms` and it is the second by now."""
    first_ms, now_ms = asked_ms
    made = [(shown, each) for shown, each in deal.happenings if isinstance(each, SetsMade) and each.seat == seat]
    # Where a set grows, as カス do in こいこい, the same rule is called again: earlier calls are not what is asked for,
    # nor are those that nobody watched before it was asked.
    calls = isinstance(question, SetToCall)
    named = [
        (shown, each, rules)
        for shown, each in (made[question.calls :] if isinstance(question, SetToCall) else made)
        if shown <= now_ms and (rules := {rule for rule, _ in each.sets} & set(sets))
    ]
    if not named:
        return None
    before = [each for each in named if calls and each[0] <= first_ms]
    _, happening, rules = (before or named[:1])[-1]
    if calls:
        return Called(happening.call)
    return FedBy(next((feeder for rule, feeder in happening.fed if rule in rules), None))


def _said_of_tobikomi(deal: TrueDeal, seat: int, month: int, may_be_late: bool) -> Answer | None:
    lowered = False
    for _, happening in deal.happenings:
        if isinstance(happening, Tobikomi) and (happening.seat, happening.month) == (seat, month):
            return AfterSage() if lowered and may_be_late else FedBy(happening.hatto_by)
        lowered |= isinstance(happening, SetsMade) and happening.call == "sage" and happening.seat != seat
    return None


def _is_true(offer: Offer, deal: TrueDeal, booked: State) -> bool:
    """True if the deal would be paid as it was; if it did not count, whatever was paid in it is paid back."""
    if any(isinstance(event, DealVoided) for _, event in deal.events):
        return isinstance(offer.answer, DealVoid)
    state = booked
    try:
        for event in offer.events:
            state = apply(state, event)
    except EngineError:
        return False
    if any(isinstance(event, Corrected) for event in offer.events) or not offer.events:
        paid = Counter(payment(entry) for entry in state.ledger if entry.deal == deal.number)
    else:
        paid = Counter(payments(state, len(booked.booked)))
    return paid == Counter(deal.payments)
