"""Half-turns of a deal that nobody saw are added, such as never happened removed; several of them one after the other
where the deal cannot have ended before all are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from yakume.engine import CardSet, EngineError, capture_choices
from yakume.engine.cards import Card
from yakume.engine.events import CardPlayed, CardTurned
from yakume.engine.play import apply
from yakume.engine.state import Phase, State
from yakume.vision.referee.answers import HalfTurn, PlayedSo
from yakume.vision.referee.line import Play

from .half_turns import line_of, passed


def without(plays: Sequence[Play], at: int) -> tuple[Play, ...]:
    """The half-turns without that of place `at`, which never happened."""
    return (*plays[:at], *plays[at + 1 :])


def with_more(plays: Sequence[Play], at: int, more: Play) -> tuple[Play, ...]:
    """The half-turns with one that nobody saw before that of place `at`; where its card was followed later, it was then
    that it was not played."""
    return (*plays[:at], more, *(play for play in plays[at:] if play.card != more.card))


def legal_at(base: State, plays: Sequence[Play], at: int) -> Iterator[tuple[Play, CardSet]]:
    """The half-turns that the rules allow at place `at` (COM-CAP-01 … COM-CAP-05), each with all cards that look like
    its own; it is made with one of them that was not followed later, if there is one.

    Raises: EngineError where the half-turns before cannot be played.
    """
    state = passed(line_of(base, plays[:at]).state)
    deal = state.deal
    if deal is None or not deal.order or state.phase not in (Phase.HAND, Phase.DECK, Phase.TEYAKU):
        return
    kind = CardTurned if state.phase is Phase.DECK else CardPlayed
    own = deal.hands[deal.player] if kind is CardPlayed else CardSet()
    mandatory, later = bool(state.options["capture_mandatory"]), CardSet(play.card for play in plays[at:])
    may_be = own | deal.unseen
    for face in sorted({card.face for card in may_be}, key=lambda face: face.index):
        alike = face.cards & may_be
        card = min(alike, key=lambda each: (each not in own, each in later, each))
        for taken in capture_choices(deal.field, card, mandatory=mandatory) or [CardSet()]:
            play = kind(deal.player, card, taken - CardSet([card]))
            if _may_be(state, play):
                yield play, alike


def _may_be(state: State, play: Play) -> bool:
    with suppress(EngineError):
        return bool(apply(state, play))
    return False


def spell_draft(plays: Sequence[Play]) -> str:
    """Half-turns that are not booked yet, in few letters, for `read_draft`."""
    return ",".join(f"{play.card}:{play.takes.letters}" for play in plays)


def read_draft(base: State, draft: str) -> tuple[Play, ...]:
    """What `spell_draft` wrote. Raises: EngineError for what it did not, or cannot be played."""
    turns = []
    for at, each in enumerate(draft.split(",")):
        card, _, takes = each.partition(":")
        turns.append(HalfTurn(at, Card.parse(card), CardSet.parse(takes)))
    return line_of(base, turns).plays


def said_besides(before: PlayedSo, said: PlayedSo, was: Sequence[Play] = (), now: Sequence[Play] = ()) -> PlayedSo:
    """What people said `before` of a running deal, and `said`.

    Args:
        was, now: the half-turns before and after some were added or removed: what was said goes with its half-turn.
    """
    places = {play.card: at for at, play in enumerate(now)}

    def moved(turns: Sequence[HalfTurn]) -> list[HalfTurn]:
        if not was:
            return list(turns)
        at = [places.get(was[turn.at].card) if turn.at < len(was) else turn.at for turn in turns]
        return [replace(turn, at=place) for turn, place in zip(turns, at, strict=True) if place is not None]

    anew = {turn.at for turn in said.turns}
    kept = [turn for turn in moved(before.turns) if turn.at not in anew]
    return PlayedSo(tuple(sorted((*kept, *said.turns), key=lambda turn: turn.at)), (*moved(before.never), *said.never))
