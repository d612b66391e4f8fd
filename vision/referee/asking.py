"""A question that is open, with the answers that are offered and what each books; and how answers stand in the log.

Nobody takes an id apart: what is asked and answered are the fields of the types.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2s

from pydantic import TypeAdapter, ValidationError
from yakume.engine import Event, NotationError, QuestionAnswered

from .answers import Answer, spell_answer
from .questions import Question

_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer that is offered, and what it books."""

    answer: Answer
    p: float
    """How likely the referee holds it, 0…1."""
    events: tuple[Event, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from the others of its question."""
        return spell_answer(self.answer)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open, with the answers that are offered, likeliest first."""

    question: Question
    answers: tuple[Offer, ...]

    @property
    def id(self) -> str:
        """The same as long as the same is asked."""
        return id_of(self.question)

    def offer(self, answer_id: str) -> Offer | None:
        """The answer with that id, if it is offered."""
        return next((each for each in self.answers if each.id == answer_id), None)

    def books(self, offer: Offer) -> tuple[Event, ...]:
        """What an answer books: its events, or where it has none that it was given."""
        return offer.events or (answered(self.question, offer.answer),)


@lru_cache(maxsize=256)
def id_of(question: Question) -> str:
    """An id of what is asked."""
    values = _QUESTION.dump_python(question, mode="json")
    known_by = {each.name: values[each.name] for each in fields(question) if each.compare}
    return blake2s(json.dumps(known_by, sort_keys=True).encode(), digest_size=9).hexdigest()


def answered(question: Question, answer: Answer) -> QuestionAnswered:
    """The event that an answer was given."""
    return QuestionAnswered(
        _QUESTION.dump_python(question, mode="json"),
        _ANSWER.dump_python(answer, mode="json"),
    )


def read_answer(event: QuestionAnswered) -> tuple[Question, Answer]:
    """What was asked and answered. Raises: NotationError for a question or an answer that is not known."""
    try:
        return _QUESTION.validate_python(dict(event.question)), _ANSWER.validate_python(dict(event.answer))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise NotationError(f"{event.wire}: not a question with its answer: {where}: {first['msg']}") from None
