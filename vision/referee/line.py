"""A line of half-turns told to the engine: which sets it makes, who fed them, how the deal stands after it.

The camera tells faces; the engine wants cards. Of those that look alike any will do (COM-CARD-01).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yakume.engine import (
    FACES,
    Cancelled,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    Deal,
    DealResult,
    DekiyakuCalled,
    EngineError,
    Phase,
    SetsMade,
    State,
    apply,
)
from yakume.engine.events import Call
from yakume.engine.flow import Moment
from yakume.engine.state import UncalledSet
from yakume.engine.turns import may_lower

from .position import FACE_OF, Move, each_face, merged, put

Play = CardPlayed | CardTurned
"""A half-turn as the engine takes it."""

OVER = "the deal was over"
"""Why a line with half-turns past the end of its deal is not told further."""

SetKey = tuple[int, int]
"""A completed set that is to be called: the seat, and how often it has called in the deal."""


def key_of(deal: Deal, seat: int) -> SetKey:
    """What names the next call of a seat."""
    return seat, sum(isinstance(each, SetsMade) and each.seat == seat for each in deal.happenings)


@dataclass(frozen=True, slots=True)
class Told:
    """A line as the engine takes it."""

    state: State
    plays: tuple[Play, ...] = ()
    inferred: tuple[tuple[SetKey, Call], ...] = ()
    """Calls that nobody declared: play went on."""
    fault: str = ""
    """Why it could not be told further; empty where all was told."""

    @property
    def waiting(self) -> UncalledSet | None:
        """A set that is not called yet."""
        if self.is_over or self.state.deal is None:
            return None
        return self.state.deal.waiting

    @property
    def must_end(self) -> bool:
        """True if a set is not called yet that nobody may play on after (H3-SAGE-05, H88-SAGE-02)."""
        waiting, deal = self.waiting, self.state.deal
        return waiting is not None and deal is not None and not may_lower(self.state, deal, waiting.seat)

    @property
    def is_over(self) -> bool:
        """True if the deal has ended."""
        return self.state.phase in (Phase.READY, Phase.OVER)


def go_on(told: Told, move: Move, declared: Mapping[SetKey, Call]) -> Told:
    """The line with one more half-turn; a set that nobody called is lowered by playing on (AMB-COM-02)."""
    if told.fault:
        return told
    if told.is_over:
        return replace(told, fault=OVER)
    state, inferred = told.state, told.inferred
    deal = state.deal
    assert deal is not None
    waiting = deal.waiting
    try:
        if waiting is not None and (move.from_hand or state.game.flow.moment is Moment.AT_ONCE):
            key = key_of(deal, waiting.seat)
            call = declared.get(key)
            if call is None:
                call = "sage" if may_lower(state, deal, waiting.seat) else "agari"
                inferred = (*inferred, (key, call))
            state = apply(state, DekiyakuCalled(waiting.seat, call))
            if state.phase in (Phase.READY, Phase.OVER):
                return replace(told, state=state, inferred=inferred, fault=OVER)
        play = _play(state, move)
        state = apply(state, play)
    except EngineError as error:
        return replace(told, fault=str(error))
    return Told(state, (*told.plays, play), inferred)


def call(told: Told, said: Call) -> Told:
    """The line after its last set was called."""
    waiting = told.waiting
    if waiting is None:
        return told
    try:
        return replace(told, state=apply(told.state, DekiyakuCalled(waiting.seat, said)))
    except EngineError as error:
        return replace(told, fault=str(error))


def result_of(told: Told) -> DealResult:
    """What a line that has ended books."""
    deal = told.state.deal
    assert deal is not None
    return DealResult(deal.piles, deal.happenings)


def cancelled(told: Told) -> DealResult | None:
    """What is booked if who played on ends the deal for half now (H3-SAGE-08, H88-SAGE-07); None where nobody did."""
    waiting, deal = told.waiting, told.state.deal
    if deal is None or told.is_over or told.fault:
        return None
    if waiting is not None:
        # Two sets cannot be lowered side by side: only who lowered before may lower this one, too.
        if set(deal.lowered) - {waiting.seat}:
            return None
        told = call(told, "sage")
        deal = told.state.deal
    if deal is None or told.is_over or told.fault or not deal.lowered:
        return None
    return DealResult(deal.piles, (*deal.happenings, Cancelled(deal.lowered[-1])))


def resolved(moves: Sequence[Move], spare: int, of_field: int = 0) -> tuple[tuple[Move, ...], int]:
    """`moves` with every unread card named: by its capture, else as any of the faces `spare` that fits; and the faces
    of unread cards of the first field that were captured.

    Args:
        of_field: how many cards of the first field were never read.
    """
    named = list(moves)
    open_at = [-1] * of_field
    first = 0
    for at, move in enumerate(moves):
        if move.face is None:
            open_at.append(at)
        elif move.unread is not None and open_at:
            laid = open_at.pop(0)
            named[at] = replace(move, takes=merged(move.takes, put(0, move.unread)), unread=None)
            if laid < 0:
                first = put(first, move.unread)
            else:
                named[laid] = replace(named[laid], face=move.unread)
    for at in open_at:
        if at < 0:
            continue
        face = next(each_face(spare), None)
        if face is None:
            return tuple(named[:at]), first
        named[at] = replace(named[at], face=face)
    return tuple(named), first


def _play(state: State, move: Move) -> Play:
    deal = state.deal
    assert deal is not None and move.face is not None
    own = deal.hands[move.seat] if move.from_hand else CardSet()
    cards = FACES[move.face].cards
    known = cards & own
    card = next(iter(known or cards & deal.unseen), None)
    if card is None:
        raise EngineError(f"{FACES[move.face]} is nowhere to be played from in {state.line}")
    takes: list[Card] = []
    for face in each_face(move.takes):
        lying = [each for each in deal.field if FACE_OF[each] == face and each not in takes]
        if not lying:
            raise EngineError(f"{FACES[face]} does not lie on the field in {state.line}")
        takes.append(lying[0])
    kind = CardPlayed if move.from_hand else CardTurned
    return kind(move.seat, card, CardSet(takes))


__all__ = ["Play", "SetKey", "Told", "call", "cancelled", "go_on", "key_of", "resolved", "result_of"]
