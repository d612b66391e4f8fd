"""Payments, previews and what may be told, as an answer tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yakume.engine.ledger import Entry
from yakume.engine.names import name
from yakume.engine.state import State
from yakume.engine.yaku import SetRow

from .declare import tellable
from .preview import Preview
from .schemas import EntryOut, MadeOut, PreviewOut, SetOut, TellOut, YakuOut


def entry_out(entry: Entry) -> EntryOut:
    """One payment with the arithmetic in both languages."""
    return EntryOut(
        deal=entry.deal, payer=entry.payer, payee=entry.payee, mon=entry.mon, rule=entry.rule, ja=entry.ja, en=entry.en
    )


def preview_out(found: Preview, events: Sequence[dict[str, Any]]) -> PreviewOut:
    """What booking `events`, in wire form, would change."""
    return PreviewOut(
        events=list(events),
        scores=list(found.scores),
        change=list(found.change),
        added=[entry_out(entry) for entry in found.added],
        removed=[entry_out(entry) for entry in found.removed],
        refused=list(found.refused),
    )


def row_out(state: State, rule: str, price: int | None = None) -> YakuOut:
    """A set or hand yaku with its price, the printed one unless another is given."""
    row = state.game.row(rule)
    term = name(rule)
    return YakuOut(rule=rule, ja=term.ja, en=term.en, value=row.value if price is None else price)


def made_out(state: State, rule: str, price: int) -> MadeOut:
    """A set that somebody has, with its price."""
    row = state.game.row(rule)
    hatto = isinstance(row, SetRow) and row.hatto and state.game.flow.hatto
    return MadeOut(**row_out(state, rule, price).model_dump(), hatto=hatto)


def tell_out(state: State) -> TellOut | None:
    """What may be told of the running deal without its cards; None where no deal can be settled."""
    found = tellable(state)
    if found is None:
        return None
    assert state.deal is not None
    sets = [
        SetOut(
            **made_out(state, row.id, row.value).model_dump(),
            least=row.least,
            most=len(row.cards) if row.more else row.least,
            more=row.more,
        )
        for row in found.sets
    ]
    return TellOut(
        points=found.points,
        exact=len(state.deal.order) == 3,
        sets=sets,
        at_end=found.at_end,
        threes=list(found.threes),
        liable=found.liable,
        kasu_from=found.kasu_from,
        cancel=found.lowerers,
    )
