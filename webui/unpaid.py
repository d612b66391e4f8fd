"""Deals of which no payment stands in the ledger, or none that counts: draws, void ones, fields dealt again."""

from __future__ import annotations

from yakume.engine.ba import four_on_field
from yakume.engine.events import DealStarted
from yakume.engine.facts import End
from yakume.engine.play import effective
from yakume.engine.state import State

from . import wire
from .text.dealing import AGAIN_FOR_FIELD, DRAWN, VOID
from .text.words import Words


def unpaid(state: State) -> list[wire.Unpaid]:
    """One line a deal that was a draw, was void, or was dealt again for its field, in the order of their ends."""
    rules = state.game.rules
    paid = {entry.deal for entry in state.ledger}
    found: list[tuple[int, int, Words, str]] = []
    for end in state.ends:
        if end.deal and end.deal.end is End.VOID:
            found.append((end.taken, end.deal.number, VOID, rules.void))
        elif end.deal and end.deal.number not in paid:
            found.append((end.taken, end.deal.number, DRAWN, ""))
    for at, (_, event) in enumerate(effective(state.log) if rules.redeal else ()):
        if isinstance(event, DealStarted) and four_on_field(event.field):
            played = max((end.played for end in state.ends if end.taken <= at), default=0)
            found.append((at, played + 1, AGAIN_FOR_FIELD, rules.redeal))
    return [
        {"deal": deal, "rule": rule, "ja": said.ja, "en": said.en}
        for _, deal, said, rule in sorted(found, key=lambda each: each[:2])
    ]
