"""Advice for one player while a deal is played: what each card takes, which sets it helps, what it risks.

All of it is the engine's (`engine.advice`); here what lies on the table is put beside the hand that is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from yakume.engine import CardSet, Face, Inconsistent
from yakume.engine.advice import Play, Progress, View, plays, progress, standing, view_of
from yakume.engine.capture import capture_choices
from yakume.engine.odds import teyaku_odds
from yakume.engine.state import Phase, State
from yakume.vision.referee.belief import OnTable

from .view import each_once


@dataclass(frozen=True, slots=True)
class PlayAdvice:
    """What a hand may do now."""

    view: View
    gone: tuple[Face, ...]
    """Cards that were named and lie on the table by now: they were played."""
    plays: tuple[Play, ...]
    sets: tuple[Progress, ...]
    done: frozenset[str]
    """Rule ids of the sets that stand in the pile."""
    takes: Fraction
    """The chance that the next card of the deck takes something from the field as it lies."""
    teyaku: Fraction | None
    """The chance of a hand yaku in another hand nobody has seen, before the first card; None after it."""


def lying(state: State, on_table: OnTable | None) -> OnTable:
    """What lies on the table: as it is seen, else as the log has it. Raises: Inconsistent if no deal runs."""
    deal = state.deal
    if deal is None or state.phase in (Phase.READY, Phase.OVER):
        raise Inconsistent("no deal is running", "COM-TURN-01", state)
    seen = on_table is not None and (on_table.field or any(on_table.captures))
    return on_table if on_table is not None and seen else OnTable(deal.field, deal.piles, deal.exposed)


def held(faces: Sequence[Face], elsewhere: CardSet) -> tuple[CardSet, tuple[Face, ...]]:
    """The cards that `faces` can still be, and those that cannot be as all such cards lie `elsewhere`."""
    hand, gone = CardSet(), []
    for face in faces:
        free = [card for card in face.cards if card not in hand and card not in elsewhere]
        hand |= CardSet(free[:1])
        if not free:
            gone.append(face)
    return hand, tuple(gone)


def advise_play(state: State, table: OnTable, seat: int, faces: Sequence[Face]) -> PlayAdvice:
    """What the hand `faces` of `seat` may do now.

    Raises: Inconsistent if no deal runs, the seat is not in play, or the hand is more than was dealt.
    """
    if len(faces) > state.game.hand:
        raise Inconsistent("a hand has {due} cards, these are {n}", "COM-TURN-01", due=state.game.hand, n=len(faces))
    table = each_once(table)
    elsewhere = table.field
    for other, (pile, shown) in enumerate(zip(table.captures, table.shown, strict=True)):
        elsewhere |= pile if other == seat else pile | shown
    hand, gone = held(faces, elsewhere)
    # While a turned card is still to come one capture more is left; a set is called dead only where it surely is.
    view = replace(
        view_of(state, seat),
        hand=hand,
        captured=table.captures,
        field=table.field,
        shown=table.shown,
        captures_left=2 * len(hand) + 1,
    )
    unseen = view.unseen
    taking = [card for card in unseen if any(capture_choices(view.field, card))]
    begun = any(view.captured) or state.phase not in (Phase.BID, Phase.TEYAKU) or len(hand) < state.game.hand
    dealt = len(unseen) >= state.game.hand and bool(state.game.teyaku)
    return PlayAdvice(
        view,
        gone,
        plays(view),
        progress(view),
        frozenset(made.id for made in standing(view)),
        Fraction(len(taking), len(unseen)) if unseen else Fraction(0),
        teyaku_odds(state.game.id, unseen).any if dealt and not begun else None,
    )
