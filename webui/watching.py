"""One match watched without a page: what is seen is followed, booked and told, what is asked is answered from a list.

The same referee, and the same questions as the page has. Nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yakume.engine import EngineError, apply
from yakume.engine.events import Event, MatchStarted, from_json, to_json
from yakume.engine.state import Phase, State
from yakume.vision.observation import Observation, Problem
from yakume.vision.referee.answers import CardIs
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.doubts import DoubtWatch
from yakume.vision.referee.notices import Notice
from yakume.vision.referee.questions import DoubtfulCard
from yakume.vision.referee.referee import Referee

from .history import describe
from .text.notices import say_notice
from .text.problems import say_problem
from .text.questions import say_answer, say_question
from .text.refused import why_said
from .text.words import Words

NOTICED_MS = 20_000
"""What was not so for this long is told again when it is."""


class AnswersError(ValueError):
    """A list of answers that cannot be used; the message names the line."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """One answer, or one thing that people say unasked, written down beforehand."""

    answer: str = ""
    """Id of the answer, empty for an event."""
    to: dict[str, Any] = field(default_factory=dict)
    """Fields that the question has: its kind, deal, seat, …"""
    event: Event | None = None
    """Said unasked."""
    at_s: float = 0.0
    """Not before this time of the source."""


def read_answers(path: Path) -> list[Prepared]:
    """The answers in `path`, one JSON object a line: ``{"kind": "set_to_call", "seat": 0, "answer": "sage"}`` answers
    such a question, ``{"at_s": 12.5, "event": {"type": …}}`` books an event. Each is used once, in order.

    Raises: AnswersError; OSError if it cannot be read.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
            if not isinstance(values, dict) or ("answer" in values) == ("event" in values):
                raise ValueError('expected an object with "answer" or "event"')
            at_s = float(values.pop("at_s", 0.0))
            if "event" in values:
                found.append(Prepared(event=from_json(values["event"]), at_s=at_s))
            else:
                found.append(Prepared(str(values.pop("answer")), values, at_s=at_s))
        except (ValueError, TypeError) as error:
            raise AnswersError(f"cannot use {path}, line {number}: {error}") from None
    return found


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened while watching."""

    t_ms: int
    what: str
    """``booked``, ``asked``, ``answered``, ``refused`` or ``noticed``."""
    words: Words
    values: dict[str, Any]
    """The same for programs."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"t_ms": self.t_ms, self.what: self.values, "ja": self.words.ja, "en": self.words.en}


class Watcher:
    """Follows one match; feed it every observation in order."""

    def __init__(self, start: MatchStarted, answers: Sequence[Prepared] = ()) -> None:
        """Raises: EngineError for a match that the engine refuses."""
        self.state: State = apply(None, start)
        self.open: tuple[Asked, ...] = ()
        """What is asked now."""
        self._referee, self._doubts = Referee(len(start.players)), DoubtWatch()
        self._answers = [*answers]
        self._seen: set[str] = set()
        """Ids of questions that were told."""
        self._noticed: dict[str, int] = {}
        """What keeps the referee from going on, in English → when it was last so."""

    def observe(self, observation: Observation) -> Iterator[Told]:
        """Take an observation and say what followed from it."""
        now = observation.t_ms
        yield from self._say_unasked(now)
        ruling = self._referee.observe(observation, self.state)
        yield from self._book(ruling.events, now)
        yield from self._notice(observation.problems, ruling.notices, now)
        self._doubts.observe(observation.corrected(self._referee.belief.fixes))
        self.open = self._asked(ruling.questions)
        for asked in self.open:
            if asked.id not in self._seen:
                self._seen.add(asked.id)
                yield self._tell_question(asked, now)
            yield from self._answer(asked, now)

    def _notice(self, problems: Sequence[Problem], notices: Sequence[Notice], now: int) -> Iterator[Told]:
        """What is wrong with the picture or keeps the referee from going on, once each time that it begins."""
        players = self.state.players
        said: list[tuple[str, Words | None]] = [(each.kind, say_problem(each, players)) for each in problems]
        said += [(type(each).__name__, say_notice(each, players)) for each in notices]
        for kind, words in said:
            if words is None:
                continue
            known = self._noticed.get(words.en)
            self._noticed[words.en] = now
            if known is None or now - known > NOTICED_MS:
                yield Told(now, "noticed", words, {"kind": kind})

    def _asked(self, questions: tuple[Asked, ...]) -> tuple[Asked, ...]:
        """What no camera sees, what the referee wants to know, and what cannot be read."""
        log = deal_log(self.state)
        doubt = self._doubts.ask(log.deal) if self.state.phase is not Phase.OVER else None
        others = (ask_bid(self.state, log), *questions, self._referee.cancel(self.state), doubt)
        return tuple(each for each in others if each is not None)

    def _say_unasked(self, now: int) -> Iterator[Told]:
        for prepared in [each for each in self._answers if each.event is not None and 1000 * each.at_s <= now]:
            self._answers.remove(prepared)
            assert prepared.event is not None
            yield from self._book((prepared.event,), now)

    def _answer(self, asked: Asked, now: int) -> Iterator[Told]:
        prepared = next((each for each in self._answers if _fits(each, asked, now)), None)
        if prepared is None:
            return
        self._answers.remove(prepared)
        offer = asked.offer(prepared.answer)
        if offer is None:
            known = ", ".join(each.id for each in asked.answers)
            said = Words(f"答え {prepared.answer} はありません", f"no answer {prepared.answer!r}: expected {known}")
            yield Told(now, "refused", said, {"answer": prepared.answer, "expected": known})
            return
        yield self._tell_answer(asked, offer, now)
        if isinstance(asked.question, DoubtfulCard) and isinstance(offer.answer, CardIs):
            self._referee.belief.fixes[asked.question.track] = offer.answer.said
            return
        yield from self._book(asked.books(offer), now)
        self._referee.after(self.state, asked.id)

    def _book(self, events: Sequence[Event], now: int) -> Iterator[Told]:
        for event in events:
            words = describe(self.state, event)
            try:
                state = apply(self.state, event)
            except EngineError as error:
                why = why_said(error.message, self.state.players)
                yield Told(now, "refused", Words(f"{words.ja}：{why.ja}", f"{words.en}: {why.en}"), to_json(event))
                return
            change = [new - old for new, old in zip(state.scores, self.state.scores, strict=True)]
            self.state = state
            yield Told(now, "booked", words, {**to_json(event), "change": change})

    def _tell_question(self, asked: Asked, now: int) -> Told:
        players, game = self.state.players, self.state.game
        said = [(each.id, say_answer(asked.question, each.answer, players, game)) for each in asked.answers]
        words = say_question(asked.question, players)
        question = {"kind": asked.question.kind, "deal": asked.question.deal, "answers": [key for key, _ in said]}
        if (seat := getattr(asked.question, "seat", None)) is not None:
            question["seat"] = seat
        return Told(
            now,
            "asked",
            Words(
                f"{words.ja} {' / '.join(f'{key}（{each.ja}）' for key, each in said)}",
                f"{words.en} {' / '.join(f'{key} ({each.en})' for key, each in said)}",
            ),
            question,
        )

    def _tell_answer(self, asked: Asked, offer: Offer, now: int) -> Told:
        words = say_answer(asked.question, offer.answer, self.state.players, self.state.game)
        values = {"kind": asked.question.kind, "deal": asked.question.deal, "answer": offer.id}
        return Told(now, "answered", words, values)


def _fits(prepared: Prepared, asked: Asked, now: int) -> bool:
    """True if `prepared` answers what is asked."""
    if prepared.event is not None or 1000 * prepared.at_s > now:
        return False
    question = asked.question
    return all(_plain(getattr(question, key, None)) == _plain(value) for key, value in prepared.to.items())


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value if isinstance(value, int | list) else str(value)
