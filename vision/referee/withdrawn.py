"""What people took back: it is not booked again; what was booked for an answer stands, and is asked about once more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from yakume.engine import DealResult, DealStarted, DealVoided, EngineError, Event, QuestionAnswered, SetsMade
from yakume.engine.play import apply, effective, parts_of, replay
from yakume.engine.state import State

from .answers import Answer, Called, DealVoid
from .asking import Asked, Offer, read_answer
from .deal_log import deal_log
from .partings import ask_whether_right, partings
from .questions import HowEnded, Question, SetToCall
from .situation import accepts


def standing(state: State, events: Sequence[Event], gone: Collection[Event]) -> tuple[Event, ...]:
    """`events` without those that are `gone`, and without what the rules refuse for want of them."""
    if not gone:
        return tuple(events)
    found: list[Event] = []
    for event in events:
        if event not in gone and accepts(state, event):
            state = apply(state, event)
            found.append(event)
    return tuple(found)


def ask_end_again(deal: int, gone: Sequence[Event]) -> tuple[Asked, ...]:
    """Whether the running deal ended all the same as it still looks, where its end is among what is `gone`."""
    ends = [event for event in gone if isinstance(event, DealResult)]
    return tuple(Asked(HowEnded(deal, 0), ask_whether_right(deal, event, "").answers) for event in ends[:1])


def withdrawn(log: tuple[Event, ...], since: int) -> Iterator[tuple[State, int, Asked]]:
    """The deals of which an answer was taken back in `log`, from its place `since` on, after their end was booked: the
    match just before that end, the end's place in the log, and what is asked of it."""
    back = ((at, part.seq) for at in range(since, len(log)) for part in parts_of(log[at]) if not part.events)
    for at, place in back:
        given = log[place]
        if not isinstance(given, QuestionAnswered):
            continue
        counting = dict(effective(log))
        end = next((seq for seq in range(place + 1, at) if isinstance(log[seq], DealStarted | DealResult)), None)
        if end is None or place in counting or counting.get(end) is not log[end]:
            continue
        ending, base = log[end], replay(log[:end])
        deal = deal_log(base).deal
        try:
            question, answer = read_answer(given)
        except (EngineError, LookupError):  # of another version
            continue
        if isinstance(ending, DealResult) and getattr(question, "deal", deal) == deal:
            yield base, end, _ask(base, deal, ending, question, answer)


def _ask(base: State, deal: int, booked: DealResult, question: Question, answer: Answer) -> Asked:
    """Whether the deal ended as `booked` without that answer; where it was a call, both calls are offered."""
    rule = base.game.rules.hatto
    if isinstance(question, SetToCall) and isinstance(answer, Called) and answer.call in ("agari", "sage"):
        other = _called_otherwise(booked, question.seat, answer)
        if other != booked and accepts(base, other):
            ways = booked, other
            offers = [Offer(said, 0.5, (way,)) for said, way in zip(partings(ways), ways, strict=True)]
            return Asked(HowEnded(deal, len(ways), rule), (*offers, Offer(DealVoid(), 0.01, (DealVoided(),))))
    return ask_whether_right(deal, booked, rule)


def _called_otherwise(booked: DealResult, seat: int, answer: Called) -> DealResult:
    """The same end with the set of `seat` that was so called last called the other way."""
    for at in reversed(range(len(booked.happenings))):
        made = booked.happenings[at]
        if isinstance(made, SetsMade) and (made.seat, made.call) == (seat, answer.call):
            anew = replace(made, call="sage" if made.call == "agari" else "agari")
            return replace(booked, happenings=(*booked.happenings[:at], anew, *booked.happenings[at + 1 :]))
    return booked
