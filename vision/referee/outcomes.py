"""How a followed deal may have ended: what each way books, and how likely it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import takewhile
from typing import Protocol

from yakume.engine import CARDS, Cancelled, CardSet, DealResult, EngineError, State, apply
from yakume.engine.events import Call

from .answers import PlayedSo
from .candidates import UNSEEN_CARD
from .decoder import Decoder
from .hypothesis import Chain, Hypothesis
from .line import OVER, SetKey, Told, call, cancelled, go_on, key_of, result_of
from .look import Look
from .position import MONTHS, each_face, mask_of, merged, month_of, put, without
from .swaps import swaps
from .unseen import others_unseen

Payment = tuple[int | None, int | None, int, str]
"""Payer, payee, 文, rule."""

RIVAL = 9.0
"""Hypotheses that cost no more than this over the best one may be what happened."""

MOST_RIVALS = 12

PAST_THE_END = 6.0
"""What it costs that play went on after a set that ends the deal."""

STOCK_GONE = 6.0
"""What a line costs by which cards are left in a stock that is seen to be gone."""

LOWERED_LAST = 0.4
"""What it costs that whoever made a set with the last card of the deal played on (下げ), for half of it."""


class Close(Enum):
    """What is known of how a deal ends."""

    PLAYED = "played"
    """By what was played alone."""
    CALLED = "called"
    """The set that waits ends it (上がり)."""
    SWEPT = "swept"
    """The table was cleared, so that play cannot go on."""
    CANCELLED = "cancelled"
    """Who played on says that it ends for half (H3-SAGE-08, H88-SAGE-07)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which the deal may have ended, and how likely it is."""

    result: DealResult
    payments: Counter[Payment]
    p: float
    told: Told


class Followed(Protocol):
    """A deal that is followed (see `DealThread`)."""

    base: State
    decoder: Decoder | None
    declared: dict[SetKey, Call]
    played: PlayedSo
    unread: int
    looks: list[Look]

    def told(self, hypothesis: Hypothesis) -> Told:
        """The line of `hypothesis` as the engine takes it."""

    def along(self, chain: Chain) -> Told:
        """The line that ends with `chain`."""


_Found = tuple[float, DealResult, Counter[Payment], Told]
"""What it costs, and how the deal ended."""


def reckon(thread: Followed, close: Close) -> list[Outcome]:
    """How the deal that `thread` follows may have ended, the likeliest first; empty if it goes on."""
    if thread.decoder is None:
        return []
    found: list[_Found] = []
    unfinished: list[float] = []
    for each in thread.decoder.beam[:MOST_RIVALS]:
        if each.cost > RIVAL:
            break
        ends = _ended(thread, thread.told(each), each.cost, close)
        found += ends
        if ends:
            if close is Close.SWEPT and any(isinstance(what, Cancelled) for what in ends[0][1].happenings):
                unfinished.append(each.cost)  # nobody said so: that its end was not seen is as likely
        elif thread.told(each).fault:
            # As the deal is booked it cannot be so, and yet it is as likely.
            unfinished.append(each.cost + _stock_cost(thread, each))
        else:
            if each is thread.decoder.best and close is Close.PLAYED:
                return []
            # Its end was not seen; where the table is swept, at least one half-turn was not.
            unseen = UNSEEN_CARD if close is Close.SWEPT else 0.0
            unfinished.append(each.cost + unseen + _stock_cost(thread, each))
    if not found:
        return []
    ends, go_on_too = _swapped(thread, close)
    found += ends
    unfinished += go_on_too
    low = min(cost for cost, *_ in found)
    total = sum(math.exp(low - cost) for cost in (*(each[0] for each in found), *unfinished))
    outcomes: list[Outcome] = []
    for cost, result, payments, told in sorted(found, key=lambda each: each[0]):
        p = math.exp(low - cost) / total
        same = next((at for at, each in enumerate(outcomes) if each.payments == payments), None)
        if same is None:
            outcomes.append(Outcome(result, payments, p, told))
        else:
            known = outcomes[same]
            outcomes[same] = Outcome(known.result, payments, known.p + p, known.told)
    return sorted(outcomes, key=lambda each: -each.p)


def _stock_cost(thread: Followed, line: Hypothesis) -> float:
    """What it costs that cards of the stock are left in `line`, where it is gone and would be by the likeliest one."""
    decoder = thread.decoder
    if decoder is None or decoder.look is None or not _left(decoder, line) > 0 >= _left(decoder, decoder.best):
        return 0.0
    last_ms = decoder.look.t_ms
    since = takewhile(lambda look: look.t_ms >= last_ms, reversed(thread.looks))
    return STOCK_GONE if any(look.stock_gone for look in since) else 0.0


def _left(decoder: Decoder, line: Hypothesis) -> int:
    """How many cards are left in the stock."""
    start, turned = decoder.start, line.position.turns // 2
    return len(CARDS) - start.field.bit_count() - start.unread - start.hand * len(start.order) - turned


def _ended(thread: Followed, told: Told, cost: float, close: Close) -> list[_Found]:
    """How a line has ended, the likelier way first; empty if it goes on, or cannot be told."""
    waiting, deal = told.waiting, told.state.deal
    if told.fault or waiting is None or deal is None or close is Close.CANCELLED:
        return _closed(thread, told, cost, close)
    said = thread.declared.get(key_of(deal, waiting.seat))
    if said or close is Close.PLAYED:
        return _closed(thread, call(told, said) if said else told, cost, close)
    ends = _closed(thread, call(told, "agari"), cost, close)
    lowered = call(told, "sage")
    if close is Close.SWEPT and lowered.is_over:
        # It was made with the last card: the table is swept whatever was said, and nobody has said anything.
        ends += _closed(thread, lowered, cost + LOWERED_LAST, close)
    return ends


def _closed(thread: Followed, told: Told, cost: float, close: Close) -> list[_Found]:
    """How a line whose last set was called, if it was, has ended; empty if it goes on, or cannot be told."""
    if told.fault == OVER:
        cost += PAST_THE_END
    elif told.fault:
        return []
    result = result_of(told) if told.is_over and close is not Close.CANCELLED else None
    if result is None and close in (Close.SWEPT, Close.CANCELLED):
        result = cancelled(told)  # who played on may have said so while the table was cleared
    paid = None if result is None else payments_of(thread.base, result)
    return [] if result is None or paid is None else [(cost, result, paid, told)]


def _swapped(thread: Followed, close: Close) -> tuple[list[_Found], list[float]]:
    """Ends of the best line with two cards the other way round, or another one that nobody saw, where that is paid
    otherwise; and, where that line has ended, what those cost with which the deal goes on."""
    decoder = thread.decoder
    assert decoder is not None
    best = decoder.best
    if thread.unread or any(move.face is None for move in best.moves):
        return [], []
    chains: list[Chain] = [best.chain]
    while (last := chains[-1]) is not None:
        chains.append(last[0])
    chains.reverse()  # the line after so many half-turns
    found: list[_Found] = []
    going_on: list[float] = []
    hidden = ((*other, 0.0) for other in others_unseen(best.position, best.steps, decoder.ever))
    for at, turned, cost in (*swaps(decoder.start, best.steps, RIVAL, decoder.drawn), *hidden):
        if any(at <= said.at < at + len(turned) for said in thread.played.turns):
            continue
        told = thread.along(chains[at])
        for move in (*turned, *best.moves[at + len(turned) :]):
            told = go_on(told, move, thread.declared)
        ends = _ended(thread, told, best.cost + cost, close)
        found += ends
        if not ends and not told.fault:
            going_on.append(best.cost + cost + (UNSEEN_CARD if close is Close.SWEPT else 0.0))
    unswapped = [payments for _, _, payments, _ in _ended(thread, thread.told(best), best.cost, close)]
    return [each for each in found if each[2] not in unswapped], going_on if unswapped else []


def payments_of(base: State, result: DealResult) -> Counter[Payment] | None:
    """What `result` books in the match that stands at `base`; None where the engine refuses it."""
    try:
        after = apply(base, result)
    except EngineError:
        return None
    return Counter((e.payer, e.payee, e.mon, e.rule) for e in after.booked[len(base.booked) :])


def by_piles(base: State, outcome: Outcome, captures: tuple[CardSet, ...]) -> Outcome | None:
    """The same end with the piles as they are believed to lie; None where the engine refuses it."""
    result = replace(outcome.result, captures=captures)
    paid = payments_of(base, result)
    return None if paid is None else Outcome(result, paid, outcome.p, outcome.told)


def lies_so(outcome: Outcome, captures: tuple[CardSet, ...]) -> bool:
    """True if the piles hold just what was captured by the half-turns: two witnesses that agree."""
    return [mask_of(pile) for pile in outcome.result.captures] == [mask_of(pile) for pile in captures]


def contradictions(piles: Mapping[int, CardSet], told: Told) -> list[tuple[int, int]]:
    """(seat, mask of faces) that lie in a pile and are not in it by the line."""
    deal = told.state.deal
    assert deal is not None
    wrong = [(seat, mask_of(pile) & ~mask_of(deal.piles[seat])) for seat, pile in piles.items()]
    return [(seat, mask) for seat, mask in wrong if mask]


def all_misread(piles: Mapping[int, CardSet], told: Told) -> bool:
    """True if the piles of a deal that is over hold what they hold by the line but for cards that cannot lie there.

    Such a card makes the cards of its month odd there (COM-CAP-02). Of that month the other seats lack it alone, and it
    completes what one of them captured; or they lack none, and all lies beside it that its own seat captured.
    """
    deal = told.state.deal
    assert deal is not None
    lying = {seat: mask_of(pile) for seat, pile in piles.items()}
    by_line = {seat: mask_of(deal.piles[seat]) for seat in piles}
    for seat, mask in contradictions(piles, told):
        for face in each_face(mask):
            month, card = MONTHS[month_of(face)], put(0, face)
            if lying[seat] & month != merged(by_line[seat] & month, card):
                return False
            lacking = [without(by_line[other] & month, lying[other]) for other in piles if other != seat]
            elsewhere = reduce(merged, lacking, 0)
            if elsewhere != card and (elsewhere or without(by_line[seat], lying[seat])):
                return False
    return True
