"""Payments, previews and what may be told, as an answer tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yakume.engine.events import from_json, to_json
from yakume.engine.ledger import Entry
from yakume.engine.names import name
from yakume.engine.state import State
from yakume.engine.yaku import SetRow

from .declare import Declarations, declarations, roles, tellable
from .missing import Missing, missing_deal
from .preview import Preview
from .schemas import (
    DeclarationsOut,
    EntryOut,
    MadeOut,
    MissingDeal,
    PreviewOut,
    RoleOut,
    SetOut,
    StartOut,
    TellOut,
    WordsOut,
    YakuOut,
)
from .text.telling import BLANK, COUNTED, COUNTED_AT_END, COUNTED_NOTHING, TYPE, TYPE_AT_END
from .text.words import Words


def words_out(words: Words) -> WordsOut:
    """Words in both languages."""
    return WordsOut(ja=words.ja, en=words.en)


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
        notes=[words_out(said) for said in found.notes],
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
        how=words_out(COUNTED_NOTHING if found.points is None else COUNTED_AT_END if found.at_end else COUNTED),
        wants=words_out(TYPE_AT_END if found.at_end else TYPE),
    )


def declarations_out(
    state: State, seq: int, now: Declarations | None = None, *, missing: bool = False
) -> DeclarationsOut:
    """What may be declared in a match that stands at `state`.

    Args:
        seq: number of the newest event of the log.
        now: the part of it that is for who asks; None for all.
        missing: whether it is of a deal that is put in, which cannot be void.
    """
    now = now or declarations(state)
    return DeclarationsOut(
        seq=seq,
        roles=[RoleOut(part=role.part, paid=role.paid) for role in roles(state)],
        bids=[to_json(bid) for bid in now.bids],
        teyaku={seat: [row_out(state, row.id) for row in rows] for seat, rows in now.teyaku},
        hands=list(now.hands),
        field=[str(card) for card in state.deal.field] if state.deal and now.settle else [],
        wrong=[to_json(event) for event in now.wrong],
        turned=[to_json(event) for event in now.turned],
        two_turned=now.two_turned,
        void=now.void and not missing,
        start=None
        if now.start is None
        else StartOut(
            dealer=now.start.dealer, mizuten=now.start.mizuten, blanks=list(now.start.blanks), blank=words_out(BLANK)
        ),
        settle=now.settle,
        order=list(state.deal.order) if state.deal and now.settle else [],
        tell=tell_out(state),
    )


def drafted(match: State, said: MissingDeal) -> Missing:
    """The missing deal as it is told. Raises: EngineError where that cannot be."""
    return missing_deal(match, said.before, [from_json(event) for event in said.events], said.dealer)
