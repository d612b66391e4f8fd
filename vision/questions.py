"""What people are asked, and what each answer books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from yakume.engine import (
    CARDS,
    Card,
    CardSet,
    Corrected,
    DealStarted,
    EngineError,
    Event,
    Face,
    Month,
    State,
    TeyakuShown,
    apply,
)
from yakume.engine.flow import FLOWS
from yakume.engine.names import name
from yakume.engine.play import effective
from yakume.engine.state import Dive

from .memory import OnTable

NOT_FED = "いいえ（山札から、または免除）", "no (from the deck, or exempt)"
"""What nobody is liable for."""


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


def ask_field(state: State, field: CardSet) -> Question | None:
    """Whether the running deal began with `field` instead of the one that was booked; None where it cannot have.

    The rate, and with it every price of the deal, is that of the first field.
    """
    deals = [(seq, event) for seq, event in effective(state.log) if isinstance(event, DealStarted)]
    seq, booked = deals[-1]
    corrected = Corrected(seq, (replace(booked, field=field),))
    gone, come = booked.field - field, field - booked.field
    faces = Counter(card.face for card in gone), Counter(card.face for card in come)
    if booked.hands or faces[0] == faces[1] or not accepts(state, corrected):
        return None
    return Question(
        f"field:{state.played}:{field.letters}",
        f"場札は{gone}ではなく{come}でしたか。",
        f"Did {come} lie on the field at the start, and not {gone}?",
        (
            Answer("fix", "はい、直す", "yes, put it right", 0.6, (corrected,)),
            Answer("keep", "いいえ", "no", 0.4, ()),
        ),
        "H80-DEAL-05" if state.game.id == "hachiju" else f"{state.game.code}-BA-01",
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


def ask_dive(state: State, dive: Dive, fourth: Card | None, by: int | None, *, may_be_late: bool) -> Question:
    """Who pays a 飛込み that lies complete: all, who put the `fourth` card on the field or left the first lying
    (H3-HATTO-06), or who had played on before (H3-SAGE-03), if it `may_be_late`.

    Args:
        by: whose hand the fourth card came from, if that is known.
    """
    deal = state.deal
    assert deal is not None
    player, rules = state.players[dive.seat], FLOWS[state.game.id].rules
    feeders = [
        (f"seat{seat}", f"{state.players[seat]}の法度", f"{state.players[seat]} fed it", 0.7 if seat == by else 0.1)
        for seat in deal.order
        if seat != dive.seat
    ]
    none = 0.6 if by is None else 0.2
    if may_be_late:
        # Whoever played on before pays, however the fourth card came to lie there: the order is asked for first.
        said = [
            ("late", "下げの後", "after it", 0.8),
            ("none", "下げの前", "before it", none),
            *((id, f"下げの前、{ja}", f"before it, and {en}", p) for id, ja, en, p in feeders),
        ]
        ja = f"{player}の飛込みは、下げの前でしたか、後でしたか。"
        en = f"{player} captured all four of the month (tobikomi): before or after the play on (sage)?"
    else:
        said = [("none", *NOT_FED, none), *feeders]
        of_ja, of_en = (f"の{name(str(fourth)).ja}", f", {name(str(fourth)).en},") if fourth is not None else ("", "")
        ja = f"{player}の飛込み：四枚目{of_ja}は、ほかの人が手から場に出しましたか（法度）？"
        en = (
            f"{player} captured all four of the month (tobikomi): did another player lay the fourth card{of_en} on the "
            "field from a hand (feeding penalty)?"
        )
    return Question(
        f"dive:{dive.seat}:{dive.month}",
        ja,
        en,
        tuple(Answer(*each, ()) for each in sorted(said, key=lambda each: -each[3])),
        rules.get("tobikomi_lowerer" if may_be_late else "tobikomi_hatto", ""),
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
