"""How a deal is settled from its piles: with what people said, and what is asked where the piles leave doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yakume.engine import DECK, CardSet, DealResult, DealVoided, Face, State, draft_result
from yakume.engine.events import Call, Happening, SetsMade, Tobikomi
from yakume.engine.state import sets_of

from ..zones import captures_of
from .answers import AfterSage, DealVoid, FedBy, LiesHidden, LieSo
from .asking import Asked, Offer
from .belief import OnTable
from .deal_log import DealLog
from .pairs import Piles, odd_months, with_forced, with_one_moved, with_unseen
from .questions import HiddenCapture, OddPiles, TableCleared
from .situation import Situation, accepts

HIDDEN_MS = 5_000
"""Captures that have held one or three cards of a month for this long hold one that lies hidden: it is asked for."""

MOST_ODD = 2
"""Captures in which more months lack a card lie on one another: it is not asked what each of them hides while the deal
is played."""

MOST_UNSEEN = 8
"""With more cards than these lying nowhere it is not asked where they lie: the deal was hardly played out."""

MOST_LACKING = 4
"""With more half-turns than these unseen, and no set made, a deal of two was not followed to its end."""

MOST_WAYS = 6
"""So many ways in which the captures may lie are offered as answers."""


def draft(
    state: State, log: DealLog, captures: tuple[CardSet, ...], calls: tuple[tuple[int, Call], ...] = ()
) -> DealResult:
    """The result of the deal with these piles: what people said so far, then `calls`."""
    result = draft_result(state, captures, (*log.calls.items(), *calls))
    happenings: list[Happening] = []
    for each in result.happenings:
        if isinstance(each, SetsMade) and not each.fed:
            made = dict(each.sets)
            pairs = tuple((rule, by) for seat, rule, by in log.fed if seat == each.seat and rule in made)
            each = replace(each, fed=pairs)
        happenings.append(each)
    for (seat, month), said in log.tobikomi.items():
        if len(captures[seat].of_month(month)) == 4:
            lowered = [n for n, each in enumerate(happenings) if _lowers(each, seat)]
            at = lowered[-1] + 1 if isinstance(said, AfterSage) and lowered else 0
            happenings.insert(at, Tobikomi(seat, month, said.seat if isinstance(said, FedBy) else None))
    return replace(result, happenings=tuple(happenings))


def _lowers(happening: Happening, for_seat: int) -> bool:
    """True if another player than `for_seat` plays on by `happening`."""
    return isinstance(happening, SetsMade) and happening.call == "sage" and happening.seat != for_seat


def outstanding(now: Situation, table: OnTable) -> list[int]:
    """Seats whose captures on `table` hold a set that was not called."""
    # すだおし and 八十 with the option never call within a deal; the draft then has no sets to offer.
    called = now.log.calls
    return [
        seat
        for seat in now.deal.order
        if seat not in called
        and sets_of(now.state, seat, table.captures[seat], now.deal.made[seat])
        and accepts(now.state, draft(now.state, now.log, table.captures, ((seat, "agari"),)))
    ]


def with_forced_captures(now: Situation, cleared: bool) -> OnTable:
    """The table with the cards that nobody saw captured where alone they can lie: COM-CAP-02 … COM-CAP-04 leave no pile
    with one or three cards of a month."""
    table = replace(now.table, captures=with_forced(now.table.captures, now.unseen(cleared)))
    unseen = DECK - table.captured
    played_out = cleared or not table.field
    if len(now.deal.order) == 2 or not played_out or not 0 < len(unseen) <= MOST_UNSEEN:
        return table
    ways = with_unseen(table.captures, unseen, now.deal.order, most=2)
    return replace(table, captures=ways[0]) if len(ways) == 1 else table


def ask_hidden(now: Situation, cleared: bool) -> tuple[Asked, ...]:
    """Which card lies hidden among captures that hold one or three cards of a month; one question at a time."""
    unseen = now.unseen(cleared)
    for seat in now.deal.order:
        waited = cleared or now.belief.unchanged_ms(captures_of(seat)) >= HIDDEN_MS
        odd = odd_months((now.table.captures[seat],))
        if len(odd) > MOST_ODD and not cleared:
            continue
        for month in odd if waited else ():
            pile = now.table.captures[seat].of_month(month)
            cards = unseen.of_month(month)
            question = HiddenCapture(now.log.deal, seat, pile)
            if not cards or question in now.log.answers:
                continue
            left = cards & now.belief.left_field()
            return (Asked(question, _hidden_ones(left, cards - left)),)
    return ()


def _hidden_ones(likely: CardSet, other: CardSet) -> tuple[Offer, ...]:
    """The cards `likely` and `other` of a month, one of a face for both, and that none lies hidden."""
    offers: dict[Face, Offer] = {}
    for cards, share in ((likely, 0.8), (other, 0.1 if likely else 0.9)):
        for card in cards:
            offers.setdefault(card.face, Offer(LiesHidden(card), share / len(cards)))
    return (*offers.values(), Offer(LiesHidden(None), 0.1))


def ask_odd(now: Situation) -> Asked | None:
    """All is captured, but not by twos and fours of a month: a card was misread, or lies in a wrong pile."""
    captures = now.table.captures
    if not odd_months(captures):
        return None
    answers = _ways(now, with_one_moved(captures, now.deal.order, MOST_WAYS))
    # Piles that truly do not add up cannot be settled: the deal is dealt again (H3-MISHAP-02).
    answers.append(Offer(DealVoid(), 0.1, (DealVoided(),)))
    return Asked(OddPiles(now.log.deal, captures), tuple(answers))


def ask_closed(now: Situation, seen: tuple[CardSet, ...]) -> Asked:
    """A deal is over, and how it ended is not sure: its piles as far as they are known, and what lacks with whom it may
    lie. The likeliest is booked, so that there is always one: where next to nothing is known, that it does not count.

    Args:
        seen: the piles without what follows from them.
    """
    captures, order = now.table.captures, now.deal.order
    unseen = DECK - now.table.captured
    ways: list[Piles] = []
    if outstanding(now, now.table) or (now.table.captured and len(order) == 2):
        ways = [captures]
    if now.table.captured and (not ways or odd_months(captures)):
        lying = with_unseen(captures, unseen, order, MOST_WAYS) if len(unseen) <= MOST_UNSEEN else []
        ways = lying or with_one_moved(captures, order, MOST_WAYS) or ways
    # Where no pile is known, or they cannot lie as they are seen to, what was captured as far as play was followed is
    # likelier.
    answers = _ways(now, ways, seen) or _as_followed(now)
    if accepts(now.state, DealVoided()):
        answers.append(Offer(DealVoid(), 0.1, (DealVoided(),)))
    return Asked(TableCleared(now.log.deal, sum(map(len, seen))), tuple(answers))


def ask_cleared(now: Situation) -> Asked:
    """The table was cleared, and why cannot be seen: too few captures were, or a call is missing."""
    captures, order = now.table.captures, now.deal.order
    count, unseen = len(now.table.captured), DECK - now.table.captured
    ways: list[Piles] = []
    if len(order) == 3 and len(unseen) <= MOST_UNSEEN:
        ways = with_unseen(captures, unseen, order, MOST_WAYS)
    if not ways and len(unseen) <= 4:
        # Something was misread, too: all the cards nobody saw captured went to one player, as far as one can say.
        ways = [
            tuple(pile | unseen if seat == owner else pile for seat, pile in enumerate(captures)) for owner in order
        ]
    answers = _ways(now, ways) or _as_followed(now)
    if accepts(now.state, DealVoided()):
        answers.append(Offer(DealVoid(), 0.1, (DealVoided(),)))
    return Asked(TableCleared(now.log.deal, count), tuple(answers))


def _as_followed(now: Situation) -> list[Offer]:
    """Answers that settle a deal as far as its play was followed: what was captured then, and what lacks of that with
    whom it may lie, with whoever plays last first."""
    followed, order = now.following.captured, now.deal.order
    if not followed:
        return []
    unseen = DECK - CardSet(card for pile in followed for card in pile)
    if len(order) > 2 and len(unseen) <= MOST_UNSEEN:
        return _ways(now, with_unseen(followed, unseen, order[::-1], MOST_WAYS) or [followed], followed)
    lacking = 2 * now.state.game.hand * len(order) - len(now.following.plays)
    if lacking > MOST_LACKING and not outstanding(now, replace(now.table, captures=followed)):
        return []  # play went on, and nobody knows how
    return _ways(now, [followed], followed)


def _ways(now: Situation, ways: Sequence[Piles], seen: Piles | None = None) -> list[Offer]:
    """Answers that settle a deal that was played out with one of `ways` of lying captures, beside those that are
    `seen`; where that completes a set, whether it ended the deal is a part of the answer."""
    seen = seen or now.table.captures
    offers = []
    for way in ways:
        gained = tuple(pile - known for pile, known in zip(way, seen, strict=True))
        results = [(LieSo(gained), draft(now.state, now.log, way))]
        callers = outstanding(now, replace(now.table, captures=way))[:1]
        if callers:
            ends: tuple[Call, ...] = ("agari", "sage")
            results = [(LieSo(gained, call), draft(now.state, now.log, way, ((callers[0], call),))) for call in ends]
        offers += [
            Offer(answer, 0.9 / len(ways) / len(results), (result,))
            for answer, result in results
            if accepts(now.state, result)
        ]
    return sorted(offers, key=lambda offer: -offer.p)
