"""Payments, previews and what may be told, as an answer tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yakume.engine.events import Cancelled, DealResult, PointsCounted, Tobikomi, from_json, to_json
from yakume.engine.ledger import Entry
from yakume.engine.names import name
from yakume.engine.state import State
from yakume.engine.yaku import SetRow

from .declare import Declarations, Told, declarations, roles, tellable
from .instead import told_in, undone_end
from .missing import Missing, missing_deal
from .preview import Preview
from .schemas import (
    CalledIn,
    CancelledIn,
    DeclarationsOut,
    EntryOut,
    MadeOut,
    MissingDeal,
    PointsAnewOut,
    PreviewOut,
    RoleOut,
    SetOut,
    StartOut,
    TallyAnewOut,
    TellOut,
    TobikomiIn,
    WordsOut,
    YakuOut,
)
from .text.dealing import say_partly
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


def tally_out(state: State, result: DealResult) -> TallyAnewOut | None:
    """The end of the deal at `state` as its piles told it, to be told anew; None where none is played."""
    if state.deal is None:
        return None
    piles = {seat: [str(card) for card in pile] for seat, pile in enumerate(result.captures)}
    told = [_said(each) for each in told_in(state, result)]
    return TallyAnewOut(deal=state.played + 1, order=list(state.deal.order), piles=piles, told=told)


def points_out(state: State, result: PointsCounted) -> PointsAnewOut | None:
    """The end of the deal at `state` as counted points told it, to be told anew; None where it cannot be told so."""
    tell = tell_out(state)
    if tell is None or state.deal is None:
        return None
    order = state.deal.order
    return PointsAnewOut(
        deal=state.played + 1,
        order=list(order),
        tell=tell,
        points={seat: result.points[seat] for seat in order if result.points},
        kasu={seat: result.kasu[seat] for seat in order if result.kasu},
        roles=list(result.roles),
        told=[_said(each) for each in told_in(state, result)],
    )


def ended_before(state: State) -> tuple[TallyAnewOut | None, PointsAnewOut | None]:
    """How the running deal ended before that was taken back: by its piles, or by points that people counted."""
    found = undone_end(state)
    end = None if found is None else found[1]
    tally = tally_out(state, end) if isinstance(end, DealResult) else None
    return tally, points_out(state, end) if isinstance(end, PointsCounted) else None


def _said(each: Told) -> CalledIn | TobikomiIn | CancelledIn:
    if isinstance(each, Tobikomi):
        return TobikomiIn(kind="tobikomi", seat=each.seat, month=each.month, hatto_by=each.hatto_by)
    if isinstance(each, Cancelled):
        return CancelledIn(kind="cancelled", seat=each.seat)
    sets = None if each.sets is None else list(each.sets)
    return CalledIn(kind="called", seat=each.seat, call=each.call, sets=sets, fed=list(each.fed))


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
    tally, points = ended_before(state) if now.settle and not missing else (None, None)
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
            dealer=now.start.dealer,
            mizuten=now.start.mizuten,
            blanks=list(now.start.blanks),
            blank=words_out(BLANK),
            partly=words_out(say_partly(state.game)),
        ),
        settle=now.settle,
        order=list(state.deal.order) if state.deal and now.settle else [],
        tell=tell_out(state),
        tally=tally,
        points=points,
    )


def drafted(match: State, said: MissingDeal) -> Missing:
    """The missing deal as it is told. Raises: EngineError where that cannot be."""
    return missing_deal(match, said.before, [from_json(event) for event in said.events], said.dealer)
