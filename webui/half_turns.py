"""A half-turn of a deal put right: what it could have been, and how the deal then went.

The engine plays the deal again. Where what was followed later cannot be any more, as a card that was taken lies
elsewhere, the nearest capture that the rules allow takes its place (COM-CAP-01 … COM-CAP-05); what that changed
is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from yakume.engine import CardSet, EngineError, IllegalAction, capture_choices
from yakume.engine.cards import Card
from yakume.engine.events import (
    Cancelled,
    CardPlayed,
    CardTurned,
    DealResult,
    DekiyakuCalled,
    Event,
    Happening,
    QuestionAnswered,
    SageCancelled,
    SetsMade,
    Tobikomi,
    from_json,
)
from yakume.engine.flow import Moment
from yakume.engine.play import apply, effective
from yakume.engine.state import Phase, State
from yakume.engine.turns import may_lower
from yakume.vision.referee.answers import HalfTurn, PlayedSo
from yakume.vision.referee.asking import read_answer
from yakume.vision.referee.line import Play
from yakume.vision.referee.position import mask_of

EXCHANGED = 4
"""So many half-turns before and after one it may have been exchanged with another: a turn of each of the others."""


@dataclass(frozen=True, slots=True)
class Line:
    """The half-turns of a deal, and the match as it stands after them."""

    plays: tuple[Play, ...]
    state: State

    @property
    def piles(self) -> tuple[CardSet, ...]:
        """What everybody has captured."""
        return self.state.deal.piles if self.state.deal else ()


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as it was followed, half-turn by half-turn."""

    base: State
    """The match before the first half-turn."""
    plays: tuple[Play, ...]
    end: int | None = None
    """Place of its end in the log; None while it runs."""
    result: DealResult | None = None
    """As it was booked; None while it runs."""

    @property
    def decides(self) -> bool:
        """Whether the half-turns lead to what is booked, or will: not where the piles alone settled the deal."""
        try:
            piles = line_of(self.base, self.plays).piles
        except EngineError:
            return False
        captures = piles if self.result is None else self.result.captures
        return bool(self.plays) and [mask_of(pile) for pile in piles] == [mask_of(pile) for pile in captures]


def played(match: State, number: int, followed: Sequence[Play]) -> Played | None:
    """Deal `number` (from 1) of a match; None where its cards did not settle it, or its half-turns stand in the log.

    Args:
        followed: its half-turns as they were followed; what people said of them in its end comes before.
    """
    state: State | None = None
    found: Played | None = None
    places: dict[int, list[Event]] = {}
    for seq, event in effective(match.log):
        places.setdefault(seq, []).append(event)
    for seq, events in places.items():
        for event in events:
            try:
                after = apply(state, event)
            except EngineError:
                continue
            if isinstance(event, DealResult) and state is not None and state.played + 1 == number:
                said = [each for each in events if isinstance(each, QuestionAnswered)]
                found = Played(state, said_plays(state, said) or tuple(followed), seq, event)
            state = after
    if found is None and state is not None and state.played + 1 == number and state.phase in (Phase.TEYAKU, Phase.HAND):
        found = Played(state, tuple(followed))
    return found


def read_kept(kept: Mapping[int, Sequence[dict[str, Any]]]) -> dict[int, tuple[Play, ...]]:
    """Deal → half-turns in wire form, as they were kept; a deal that cannot be read any more is left out."""
    found = {}
    for deal, plays in kept.items():
        with suppress(EngineError):
            events = [from_json(play) for play in plays]
            found[deal] = tuple(event for event in events if isinstance(event, CardPlayed | CardTurned))
    return found


def said_plays(base: State, said: Sequence[Event]) -> tuple[Play, ...]:
    """The half-turns as people said they were made, where one of `said` says so of all of them; else none."""
    for event in said:
        if isinstance(event, QuestionAnswered) and is_said(event):
            answer = read_answer(event)[1]
            assert isinstance(answer, PlayedSo)
            with suppress(EngineError):
                return line_of(base, answer.turns).plays
    return ()


def is_said(event: Event) -> bool:
    """True if people say by `event` how half-turns were made."""
    return isinstance(event, QuestionAnswered) and event.question.get("kind") == "how_played"


def line_of(base: State, plays: Sequence[Play | HalfTurn]) -> Line:
    """The cards of `plays` from `base` on, the match before the first of them, by whose turn it is; each capture the
    nearest that the rules allow.

    A set that was made before the last half-turn was not called: play went on (AMB-COM-02).
    Raises: EngineError where a card cannot be played.
    """
    state, found = base, list[Play]()
    for play in plays:
        state = passed(state)
        deal = state.deal
        if deal is None or not deal.order or state.phase in (Phase.READY, Phase.OVER, Phase.LAST_CALL):
            raise IllegalAction("the deal was over before {card} was played", "COM-TURN-01", state, card=play.card)
        kind = CardTurned if state.phase is Phase.DECK else CardPlayed
        takes = _nearest(state, play.card, play.takes)
        found.append(kind(deal.player, play.card, takes))
        state = apply(state, found[-1])
    return Line(tuple(found), state)


def passed(state: State) -> State:
    """The match after the set that waits was not called, as play went on."""
    deal = state.deal
    if deal is None or deal.waiting is None or state.phase not in (Phase.HAND, Phase.DECK):
        return state
    if state.phase is Phase.DECK and state.game.flow.moment is not Moment.AT_ONCE:
        return state
    seat = deal.waiting.seat
    return apply(state, DekiyakuCalled(seat, "sage" if may_lower(state, deal, seat) else "agari"))


def _nearest(state: State, card: Card, takes: CardSet) -> CardSet:
    """What `card` takes that is nearest to `takes`."""
    assert state.deal is not None
    own, mandatory = CardSet([card]), bool(state.options["capture_mandatory"])
    choices = [each - own for each in capture_choices(state.deal.field, card, mandatory=mandatory)]
    months = [each.face for each in takes]
    return max(choices or [CardSet()], key=lambda each: (each == takes, sum(one.face in months for one in each)))


def result_of(line: Line, happenings: Sequence[Happening]) -> DealResult:
    """How the deal ended by its half-turns, with what was said at its end in `happenings`, as it was booked.

    Raises: EngineError where it was not over.
    """
    state, deal = line.state, line.state.deal
    assert deal is not None
    waiting = deal.waiting
    if waiting is not None and state.phase in (Phase.HAND, Phase.DECK, Phase.LAST_CALL):
        said = [each.call for each in happenings if isinstance(each, SetsMade) and each.seat == waiting.seat]
        state = apply(state, DekiyakuCalled(waiting.seat, said[-1] if said else "agari"))
    if state.phase not in (Phase.READY, Phase.OVER):
        cancelled = [each.seat for each in happenings if isinstance(each, Cancelled)]
        if not cancelled:
            raise IllegalAction("so played, the deal was not over", "COM-TURN-01", state)
        state = apply(state, SageCancelled(cancelled[-1]))
    assert state.deal is not None
    return DealResult(state.deal.piles, state.deal.happenings)


def ended_so(how: Played, line: Line) -> DealResult:
    """How a booked deal ends by `line`, with what people said of who fed its sets.

    Where what was booked is not what its half-turns gave, as of a feeder who is exempt (H3-HATTO-03), it stays so.

    Raises: EngineError where the deal was not over.
    """
    assert how.result is not None
    booked = how.result.happenings
    given = result_of(line_of(how.base, how.plays), booked).happenings
    result = result_of(line, booked)
    said = {_named(each): each for each in booked if each not in given}
    told = {_named(each) for each in given}
    kept = [said.get(_named(each), each) if _named(each) in told else each for each in result.happenings]
    return replace(result, happenings=tuple(kept))


def _named(happening: Happening) -> tuple[object, ...]:
    """What tells a happening from the others of its deal, whoever fed it."""
    if isinstance(happening, SetsMade):
        return happening.seat, happening.sets, happening.call
    return happening.seat, happening.month if isinstance(happening, Tobikomi) else 0


def others(base: State, plays: Sequence[Play], at: int) -> Iterator[tuple[Play, Line, tuple[int, ...]]]:
    """What half-turn `at` could have been instead: another capture, or one of another seat that was taken for it and
    it for that one. With the line that follows, and the places of which something is said."""
    seen = {faces_of(plays)}
    play = plays[at]
    before = line_of(base, plays[:at]).state.deal
    assert before is not None
    ways: list[tuple[int, tuple[Play, ...], tuple[int, ...]]] = []
    for takes in capture_choices(before.field, play.card, mandatory=bool(base.options["capture_mandatory"])):
        other = replace(play, takes=takes - CardSet([play.card]))
        ways.append((at, (*plays[:at], other, *plays[at + 1 :]), (at,)))
    for with_ in range(max(0, at - EXCHANGED), min(len(plays), at + EXCHANGED + 1)):
        if with_ == at:
            continue
        changed = list(plays)
        changed[at], changed[with_] = changed[with_], changed[at]
        ways.append((with_, tuple(changed), tuple(sorted((at, with_)))))
    for where, changed_plays, said in ways:
        try:
            line = line_of(base, changed_plays)
        except EngineError:
            continue
        if (faces := faces_of(line.plays)) not in seen:
            seen.add(faces)
            yield line.plays[where], line, said


def faces_of(plays: Sequence[Play]) -> tuple[object, ...]:
    """What tells half-turns apart: cards of a face are the same to every rule (COM-CARD-01)."""
    return tuple((type(each), each.seat, each.card.face, mask_of(each.takes)) for each in plays)


def with_other_card(plays: Sequence[Play], at: int, right: Card) -> tuple[Play, ...]:
    """The half-turns where that of place `at` was made with `right`, and its card with that wherever it was played or
    taken later."""
    wrong = plays[at].card
    swapped = {wrong: right, right: wrong}
    found = []
    for number, play in enumerate(plays):
        if number >= at:
            takes = CardSet(swapped.get(card, card) for card in play.takes)
            play = replace(play, card=swapped.get(play.card, play.card), takes=takes)
        found.append(play)
    return tuple(found)


def so_played(plays: Sequence[Play], places: Sequence[int]) -> PlayedSo:
    """What people say of the half-turns at `places`."""
    return PlayedSo(tuple(HalfTurn(at, plays[at].card, plays[at].takes) for at in places))
