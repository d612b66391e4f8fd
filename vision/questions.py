"""What people are asked, and what each answer books."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from yakume.engine import (
    CARDS,
    CardSet,
    DealStarted,
    EngineError,
    Event,
    Face,
    Month,
    State,
    TeyakuShown,
    apply,
)
from yakume.engine.names import name

from .memory import OnTable


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question, and what it books."""

    id: str
    ja: str
    en: str
    p: float
    """How likely the referee holds it, 0…1."""
    events: tuple[Event, ...]
    card: str = ""
    """The card whose picture says it better, if there is one."""

    def to_json(self) -> dict[str, Any]:
        """Without the events."""
        picture = {"card": self.card} if self.card else {}
        return {"id": self.id, "ja": self.ja, "en": self.en, "p": round(self.p, 2), **picture}


@dataclass(frozen=True, slots=True)
class Question:
    """Something that people must say; answers are the likeliest first."""

    id: str
    ja: str
    en: str
    answers: tuple[Answer, ...]
    rule: str = ""
    """The rule that makes it matter, if one does more than others."""

    def to_json(self) -> dict[str, Any]:
        """Plain values for the page."""
        answers = [each.to_json() for each in self.answers]
        return {"id": self.id, "ja": self.ja, "en": self.en, "rule": self.rule, "answers": answers}


def ask_blank(state: State, started: DealStarted) -> Question:
    """Who was dealt the blank card, which nobody lays on the table (SD-PLAYER-02)."""
    deals = ((seat, replace(started, blank=seat)) for seat in range(len(state.players)))
    answers = tuple(
        Answer(f"seat{seat}", state.players[seat], state.players[seat], round(1 / len(state.players), 2), (event,))
        for seat, event in deals
        if accepts(state, event)
    )
    return Question(
        f"blank:{state.played}:{started.field.letters}",
        "白札は誰のところですか。",
        "Who holds the blank card?",
        answers,
    )


def ask_teyaku(state: State, seat: int, shown: CardSet, claims: list[TeyakuShown]) -> Question:
    player = state.players[seat]
    answers = []
    for rank, claim in enumerate(claims[:4]):
        names = [name(part) for part in claim.parts]
        answers.append(
            Answer(
                "+".join(claim.parts),
                "".join(each.ja for each in names),
                " and ".join(each.en for each in names),
                0.6 * 0.5**rank,
                (claim,),
            )
        )
    answers.append(Answer("none", "手役ではない", "no hand yaku", 0.05, ()))
    cards = " ".join(str(card) for card in shown)
    return Question(
        f"teyaku:{state.played}:{seat}:{shown.letters}",
        f"{player}の手役は？（{cards}）",
        f"Which hand yaku does {player} show ({cards})?",
        tuple(answers),
    )


def ask_hidden(question: str, player: str, pile: CardSet, likely: CardSet, other: CardSet) -> Question:
    """Which of the cards `likely` and `other` of a month lies hidden beside those that are seen captured; one of a face
    stands for both."""
    answers: dict[Face, Answer] = {}
    for cards, share in ((likely, 0.8), (other, 0.1 if likely else 0.9)):
        for card in cards:
            answer = Answer(str(card), name(str(card)).ja, name(str(card)).en, share / len(cards), (), str(card))
            answers.setdefault(card.face, answer)
    ja, en = "・".join(name(str(card)).ja for card in pile), ", ".join(name(str(card)).en for card in pile)
    return Question(
        question,
        f"{player}の取り札に{ja}が見えますが、取り札は月ごとに2枚か4枚のはずです。隠れている札は？",
        f"{en} is seen among the captures of {player}, but cards are captured by twos and fours of a month. "
        "Which one lies hidden?",
        (*answers.values(), Answer("none", "見えたとおり", "none: they lie as they are seen", 0.1, ())),
        "COM-CAP-02",
    )


def ask_odd(state: State, piles: Sequence[CardSet], months: Sequence[Month], answers: tuple[Answer, ...]) -> Question:
    """Where the cards of `months` lie of which some pile holds one or three though all cards are captured."""
    lying = [
        (player, " ".join(str(card) for month in months for card in pile.of_month(month)))
        for player, pile in zip(state.players, piles, strict=True)
    ]
    ja = "、".join(f"{player}に{cards}" for player, cards in lying if cards)
    en = ", ".join(f"{player} seems to have {cards}" for player, cards in lying if cards)
    return Question(
        f"odd:{state.played}:{':'.join(pile.letters for pile in piles)}",
        f"取り札は月ごとに2枚か4枚のはずですが、{ja}と見えます。どこにありますか。",
        f"Cards are captured by twos and fours of a month, but {en}. Where do they lie?",
        answers,
        "COM-CAP-02",
    )


def cards_showing(faces: Sequence[Face], table: OnTable) -> CardSet:
    """A card for each of `faces` that lies nowhere else on the table, as far as there is one."""
    taken = table.field | table.captured
    for pile in table.shown:
        taken |= pile
    cards = CardSet()
    for face in faces:
        free = [card for card in CARDS if card.face == face and card not in taken and card not in cards]
        cards |= CardSet(free[:1])
    return cards


def accepts(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except EngineError:
        return False
    return True


def accepts_all(state: State, events: tuple[Event, ...]) -> bool:
    for event in events:
        try:
            state = apply(state, event)
        except EngineError:
            return False
    return True
