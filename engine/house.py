"""Payments by hand: what the table agreed on beyond the rule book."""

from __future__ import annotations

from .errors import IllegalAction
from .events import HOUSE, HousePayment
from .ledger import Entry
from .state import Phase, State, evolve


def house_payment(state: State, event: HousePayment) -> State:
    """Book a payment by hand at once, whatever becomes of the running deal (YK-HOUSE-01).

    Raises: IllegalAction if payer and payee are not two people at the table, or the match is over: its final scores
    are counted from what was paid before.
    """
    seats = range(len(state.players))
    if event.payer not in seats or event.payee not in seats or event.payer == event.payee:
        raise IllegalAction("seat {payer} cannot pay seat {payee}", HOUSE, state, payer=event.payer, payee=event.payee)
    if state.phase is Phase.OVER:
        raise IllegalAction("the match is over: take its end back to pay by hand", HOUSE, state)
    deal = state.deal.number if state.deal and state.phase is not Phase.READY else state.played
    amount = ("mon", event.mon, 1)
    entry = Entry(deal, event.payer, event.payee, event.mon, HOUSE, (), (amount,), state.game.unit, event.reason)
    return evolve(state, booked=(*state.booked, entry))
