"""For who is learning: the cards, the yaku of a game, and a quiz."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel
from yakume.engine import Ruleset, find_ruleset
from yakume.engine.explain import Sentence, explain
from yakume.engine.names import name

from ..lesson import Place, lessons
from ..quiz import Quiz, QuizKind, make_quiz
from ..teaching import TaughtYaku, atlas, dekiyaku_of, taught, teyaku_of
from ..text.learning import LAID_OPEN, REPLACED, lacks

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
    """How many of the cards are needed; of a hand yaku, how many are laid open."""
    about: dict[Literal["ja", "en"], str]


class LearnOut(BaseModel):
    """What there is to learn of a game."""

    ruleset: str
    cards: list[AtlasCardOut]
    teyaku: list[TaughtOut]
    dekiyaku: list[TaughtOut]
    open: dict[Literal["ja", "en"], str]
    """What is open in the example of a hand yaku."""


class RuleSaid(BaseModel):
    """A rule in one sentence."""

    rule: str
    ja: str
    en: str


class ChoiceOut(NamedOut):
    """One answer a quiz offers: a rule or, where it is asked whose, a seat from 0; empty for nothing or nobody."""

    rule: str
    why: RuleSaid | None
    """What speaks against it, if it is not the answer."""


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
        open={"ja": LAID_OPEN.ja, "en": LAID_OPEN.en},
    )


class PlaceOut(BaseModel):
    """Where the cards of a scene lie."""

    hand: list[str]
    field: list[str]
    pile: list[str]


class LessonOut(BaseModel):
    """One scene of a game's lesson."""

    title: NamedOut
    says: list[RuleSaid]
    before: PlaceOut
    after: PlaceOut
    value: int | None
    unit: Literal["kan", "ten", "mon"]
    opened: bool


@router.get("/{ruleset}/lessons")
def lesson(ruleset: str) -> list[LessonOut]:
    """A game in a few minutes, scene by scene. Raises: EngineError if there is no such game."""
    game = find_ruleset(ruleset)
    return [
        LessonOut(
            title=NamedOut(ja=each.title.ja, kana=each.title.kana, en=each.title.en),
            says=[_said(said) for said in each.says],
            before=_place(each.before),
            after=_place(each.after),
            value=each.value,
            unit=game.price,
            opened=each.opened,
        )
        for each in lessons(game)
    ]


def _place(place: Place) -> PlaceOut:
    return PlaceOut(**{zone: [str(card) for card in getattr(place, zone)] for zone in ("hand", "field", "pile")})


@router.get("/{ruleset}/quiz")
def quiz(ruleset: str, kind: QuizKind = "teyaku", number: Annotated[int, Query(ge=0, le=2**31)] = 0) -> QuizOut:
    """Question `number`: which yaku is in these cards, or whose is it?"""
    asked = make_quiz(ruleset, kind, number)
    game = find_ruleset(ruleset)
    return QuizOut(
        kind=asked.kind,
        piles=[[str(card) for card in pile] for pile in asked.piles],
        choices=[
            ChoiceOut(rule=choice, why=_why(game, asked, *near), **_choice(game, asked.kind, choice))
            for choice, near in zip(asked.choices, asked.nearest, strict=True)
        ],
        answer=asked.answer,
        made=[_taught(taught(rule, value), game.price) for rule, value in asked.made],
    )


_NOTHING = {"ja": "役なし", "kana": "やくなし", "en": "nothing"}
_NOBODY = {"ja": "誰にもない", "kana": "だれにもない", "en": "nobody's"}
_SEATS = (("東", "East"), ("南", "South"), ("西", "West"))


def _choice(game: Ruleset, kind: QuizKind, choice: str) -> dict[str, str]:
    if kind != "whose":
        return _words(choice) if choice else _NOTHING
    if not choice:
        return _NOBODY
    ja, en = _SEATS[int(choice)]
    if any(row.biki_only for row in game.dekiyaku):  # then one must know who that is
        role = name(game.roles[int(choice)])
        ja, en = f"{ja} {role.ja}", f"{en}, {role.en}"
    return {"ja": ja, "kana": ja, "en": en}


def _why(game: Ruleset, asked: Quiz, rule: str, lacking: int) -> RuleSaid | None:
    """What a choice would need, and how many cards it lacks, or that a dearer set of the cards takes its place."""
    if not rule:
        return None
    replaced = any(rule in row.replaces for row in game.dekiyaku if row.id == asked.answer)
    said, more = _said(explain(rule)), REPLACED if replaced else lacks(lacking)
    return RuleSaid(rule=said.rule, ja=said.ja + more.ja, en=f"{said.en} {more.en}".strip())


def _said(sentence: Sentence) -> RuleSaid:
    """A sentence with the id of its rule, also where the rule has several."""
    return RuleSaid(rule=sentence.rule.partition("/")[0], ja=sentence.ja, en=sentence.en)


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
