"""For who is learning: the cards, the yaku of a game, and a quiz."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel
from yakume.engine import CardSet, find_ruleset
from yakume.engine.names import name

from ..lesson import Place, lessons
from ..quiz import QuizKind, make_quiz
from ..teaching import TaughtYaku, atlas, dekiyaku_of, taught, teyaku_of

router = APIRouter(prefix="/api/learn")


class NamedOut(BaseModel):
    """A thing's name."""

    ja: str
    kana: str
    en: str


class AtlasCardOut(NamedOut):
    """One card."""

    card: str
    month: NamedOut
    points: int


class TaughtOut(NamedOut):
    """One yaku."""

    rule: str
    value: int
    unit: Literal["kan", "ten", "mon"]
    cards: list[str]
    least: int
    about: dict[Literal["ja", "en"], str]


class LearnOut(BaseModel):
    """What there is to learn of a game."""

    ruleset: str
    cards: list[AtlasCardOut]
    teyaku: list[TaughtOut]
    dekiyaku: list[TaughtOut]


class ChoiceOut(NamedOut):
    """One answer a quiz offers: a rule or, where it is asked whose, a seat from 0; empty for nothing or nobody."""

    rule: str


class QuizOut(BaseModel):
    """One question and its answer."""

    kind: QuizKind
    piles: list[list[str]]
    """The hand or pile that is asked about; where it is asked whose, that of each seat."""
    choices: list[ChoiceOut]
    answer: str
    made: list[TaughtOut]
    """All that is in the cards, with rule and price."""


@router.get("/{ruleset}")
def learn(ruleset: str) -> LearnOut:
    """All cards and yaku of a game. Raises: EngineError if there is no such game."""
    game = find_ruleset(ruleset)
    return LearnOut(
        ruleset=game.id,
        cards=[
            AtlasCardOut(card=str(each.card), month=_named(each.month.id), points=each.points, **_words(each.name.id))
            for each in atlas(game)
        ],
        teyaku=[_taught(each, game.price) for each in teyaku_of(game)],
        dekiyaku=[_taught(each, game.price) for each in dekiyaku_of(game)],
    )


class PlaceOut(BaseModel):
    """Where the cards of a scene lie."""

    hand: list[str]
    field: list[str]
    pile: list[str]


class RuleSaid(BaseModel):
    """A rule in one sentence."""

    rule: str
    ja: str
    en: str


class LessonOut(BaseModel):
    """One scene of a game's lesson."""

    title: NamedOut
    says: list[RuleSaid]
    before: PlaceOut
    after: PlaceOut
    value: int | None
    unit: Literal["kan", "ten", "mon"]


@router.get("/{ruleset}/lessons")
def lesson(ruleset: str) -> list[LessonOut]:
    """A game in a few minutes, scene by scene. Raises: EngineError if there is no such game."""
    game = find_ruleset(ruleset)
    return [
        LessonOut(
            title=NamedOut(ja=each.title.ja, kana=each.title.kana, en=each.title.en),
            says=[RuleSaid(rule=said.rule, ja=said.ja, en=said.en) for said in each.says],
            before=_place(each.before),
            after=_place(each.after),
            value=each.value,
            unit=game.price,
        )
        for each in lessons(game)
    ]


def _place(place: Place) -> PlaceOut:
    return PlaceOut(**{zone: [str(card) for card in getattr(place, zone)] for zone in ("hand", "field", "pile")})


@router.get("/{ruleset}/quiz")
def quiz(ruleset: str, kind: QuizKind = "teyaku", number: Annotated[int, Query(ge=0, le=2**31)] = 0) -> QuizOut:
    """Question `number`: which yaku is in these cards, or whose is it?"""
    asked = make_quiz(ruleset, kind, number)
    price = find_ruleset(ruleset).price
    return QuizOut(
        kind=asked.kind,
        piles=[[str(card) for card in pile] for pile in asked.piles],
        choices=[ChoiceOut(rule=choice, **_choice(asked.kind, choice)) for choice in asked.choices],
        answer=asked.answer,
        made=[_taught(taught(rule, value, CardSet(), 0), price) for rule, value in asked.made],
    )


_NOTHING = {"ja": "役なし", "kana": "やくなし", "en": "nothing"}
_NOBODY = {"ja": "誰にもない", "kana": "だれにもない", "en": "nobody's"}
_SEATS = (("東", "ひがし", "east"), ("南", "みなみ", "south"), ("西", "にし", "west"))


def _choice(kind: QuizKind, choice: str) -> dict[str, str]:
    if kind != "whose":
        return _words(choice) if choice else _NOTHING
    return dict(zip(("ja", "kana", "en"), _SEATS[int(choice)], strict=True)) if choice else _NOBODY


def _taught(each: TaughtYaku, unit: Literal["kan", "ten", "mon"]) -> TaughtOut:
    return TaughtOut(
        rule=each.rule,
        value=each.value,
        unit=unit,
        cards=[str(card) for card in each.cards],
        least=each.least,
        about={"ja": each.ja, "en": each.en},
        ja=each.name.ja,
        kana=each.name.kana,
        en=each.name.en,
    )


def _named(key: str) -> NamedOut:
    return NamedOut(**_words(key))


def _words(key: str) -> dict[str, str]:
    found = name(key)
    return {"ja": found.ja, "kana": found.kana, "en": found.en}
