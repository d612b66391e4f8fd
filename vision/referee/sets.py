"""What is asked of completed sets: who fed one under 法度, whether it ends the deal, and of a complete 飛込み."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from yakume.engine import CardSet, DealResult, SetsMade, State
from yakume.engine.state import ShownThree, sets_of
from yakume.engine.yaku import SetRow

from .answers import AfterSage, Called, FedBy
from .asking import Asked, Offer
from .deal_log import DealLog
from .feeding import FeedingWatch
from .questions import SetToCall, WhoFed, WhoFedTobikomi
from .settlement import draft
from .situation import Situation, accepts

SAME_TURN = 4
"""Cards that may still be captured in the turn that completes a set: two from the hand, two from the deck. When more
are, play went on, and clearing the table does not say by itself that the set ended the deal."""


def captured_since(now: Situation, seat: int) -> int:
    """How many cards were captured in all since the set of `seat` was first seen."""
    return len(now.table.captured) - now.watch.completed_at[seat]


def ask_set(now: Situation, seat: int) -> Asked:
    """What is to be said of an uncalled set: first whether it was fed, if it may have been."""
    return _ask_fed(now, seat) or _ask_call(now, seat)


def _ask_fed(now: Situation, seat: int) -> Asked | None:
    """Who put the card there that completed a set under 法度; None if nobody can have or people said it."""
    deal = now.deal
    sets = [rule for rule, _ in sets_of(now.state, seat, now.table.captures[seat], deal.made[seat])]
    suspects = now.watch.feeding.suspects(now.table, seat, sets)
    laid_by = {card: by for cards in suspects.values() for card, by in cards.items()}
    rule = now.state.game.rules.hatto
    question = WhoFed(now.log.deal, seat, tuple(suspects), tuple(sorted(laid_by)), rule)
    if not suspects or question in now.log.answers:
        return None
    likely = set(laid_by.values()) - {None}
    others = [other for other in deal.order if other != seat]
    offers = [
        Offer(FedBy(None), 0.2 if likely else 0.5),
        *(
            Offer(FedBy(other), 0.7 / len(likely) if other in likely else (0.1 if likely else 0.5) / len(others))
            for other in others
        ),
    ]
    return Asked(question, _ranked(offers))


def ask_fed_later(base: State, log: DealLog, feeding: FeedingWatch, booked: DealResult) -> Iterator[Asked]:
    """Who fed the sets of a deal that was `booked` as its piles lie, where that would be paid otherwise and nobody said
    so: turns went by unseen (H3-HATTO-01, H88-HATTO-01)."""
    deal = base.deal
    assert deal is not None
    for at, made in enumerate(booked.happenings):
        if not isinstance(made, SetsMade):
            continue
        pile = booked.captures[made.seat] - deal.field
        rules = tuple(
            rule for rule, _ in made.sets if rule not in dict(made.fed) and _may_be_fed(base, rule, pile, feeding)
        )
        question = WhoFed(log.deal, made.seat, rules, rule=base.game.rules.hatto)
        said = {
            rule for each in log.answers if isinstance(each, WhoFed) and each.seat == made.seat for rule in each.sets
        }
        if not rules or said & set(rules):
            continue
        offers = [Offer(FedBy(None), 0.6)]
        for seat in deal.order:
            fed = replace(made, fed=(*made.fed, *((rule, seat) for rule in rules)))
            result = replace(booked, happenings=(*booked.happenings[:at], fed, *booked.happenings[at + 1 :]))
            if accepts(base, result):
                offers.append(Offer(FedBy(seat), 0.2))
        if len(offers) > 1:
            yield Asked(question, tuple(offers))


def _may_be_fed(base: State, rule: str, pile: CardSet, feeding: FeedingWatch) -> bool:
    """Whether a card of `pile` that a hand may have laid can have completed the set, or have been the other one of its
    month (影札)."""
    row = base.game.row(rule)
    if not isinstance(row, SetRow) or not row.hatto:
        return False
    months = {card.month for card in row.cards}
    return any(card.month in months and feeding.may_be_from_a_hand(card) for card in pile)


def _ask_call(now: Situation, seat: int) -> Asked:
    """Whether a completed set ends the deal."""
    state = now.state
    sets = tuple(rule for rule, _ in sets_of(state, seat, now.table.captures[seat], now.deal.made[seat]))
    agari = draft(state, now.log, now.table.captures, ((seat, "agari"),))
    # Each turn that is played on makes it likelier that the player plays on.
    ends = 0.6 * 0.5 ** (max(captured_since(now, seat) - SAME_TURN, 0) / 4)
    offers = [Offer(Called("agari"), ends, (agari,)), Offer(Called("sage"), 1 - ends)]
    return Asked(SetToCall(now.log.deal, seat, sets, state.game.rules.call), _ranked(offers))


def ask_tobikomi(now: Situation) -> tuple[Asked, ...]:
    """What is to be said of a 飛込み before it is paid: who is liable for it where somebody can be."""
    deal, flow = now.deal, now.state.game.flow
    if not (flow.tobikomi_liable or now.state.options.get("tobikomi_hatto")):
        return ()
    said, calls = now.log.tobikomi, now.log.calls
    questions = []
    for shown in deal.shown_threes:
        month = now.table.captures[shown.seat].of_month(shown.month)
        if shown.done or len(month) < 4 or (shown.seat, shown.month) in said:
            continue
        rest = month - deal.exposed[shown.seat]
        fourth = next(iter(rest)) if len(rest) == 1 else None
        feeding = now.watch.feeding
        # What lay on the first field, or came from the deck, nobody fed.
        fed = fourth is None or (fourth not in deal.field and feeding.may_be_from_a_hand(fourth))
        late = flow.tobikomi_liable and any(call == "sage" and seat != shown.seat for seat, call in calls.items())
        if fed or late:
            rules = now.state.game.rules
            rule = rules.tobikomi_lowerer if late else rules.tobikomi_hatto
            question = WhoFedTobikomi(now.log.deal, shown.seat, shown.month, fourth, late, rule)
            by = feeding.laid_by(fourth, now.table) if fourth is not None else None
            questions.append(Asked(question, _feeders(now, shown, by, late)))
    return tuple(questions)


def _feeders(now: Situation, shown: ShownThree, by: int | None, late: bool) -> tuple[Offer, ...]:
    """Who may be liable for a 飛込み, with `by` as the likeliest; where it may be `late`, that it was after a 下げ."""
    offers = [Offer(FedBy(None), 0.6 if by is None else 0.2)]
    offers += [Offer(FedBy(seat), 0.7 if seat == by else 0.1) for seat in now.deal.order if seat != shown.seat]
    # Whoever played on before pays, however the fourth card came to lie there: the order is asked for first.
    return _ranked([Offer(AfterSage(), 0.8), *offers] if late else offers)


def _ranked(offers: list[Offer]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=lambda offer: -offer.p))
