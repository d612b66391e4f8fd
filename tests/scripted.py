"""Deals that tests write down turn by turn and a referee follows: what truly happens beside what is seen of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from referee_table import Table, table_of
from tabletop import begin, call, close, play, turn_up
from yakume.engine import Phase, State
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.questions import SetToCall

Piles = dict[str, str]

RED_FIELD = "CHefrv"
"""A field on which A takes two of the three 赤短."""

FED = "BC/FH J/M Q/RQ KJ/a"
"""A takes two of the 赤短, B lays the third, C does not take it, A does: B has fed it (H3-HATTO-01)."""


def lies(true: State) -> Piles:
    """What lies on the table of the match `true`."""
    assert true.deal is not None
    piles = {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(true.deal.piles)}
    piles |= {f"seat{seat}.shown": str(cards) for seat, cards in enumerate(true.deal.exposed)}
    return piles | {"field": str(true.deal.field)}


def paid(state: State) -> Counter[tuple[int | None, int | None, int, str]]:
    """What was paid in a match."""
    return Counter((entry.payer, entry.payee, entry.mon, entry.rule) for entry in state.ledger)


class Scripted:
    """A match of which a referee follows what is to be seen: `table.state` is what it booked, `true` what happened."""

    def __init__(self, game: str, field: str, seats: int = 3, **options: object) -> None:
        self.true = begin(game, field, seats=seats, **options)
        self.table: Table = table_of(game, *self.true.players)
        self.table.look(lies(self.true))
        if self.true.phase is Phase.TEYAKU:
            self.true = close(self.true)

    def turns(self, text: str, unseen: Collection[int] = ()) -> None:
        """Whole turns as `tabletop.turns` has them: ``"CB/DE"`` is C taking B from the hand and D taking E.

        Args:
            unseen: half-turns after which nobody looks, from 1.
        """
        for at, half in enumerate(text.replace("/", " ").split(), start=1):
            self.true = (turn_up if self.true.phase is Phase.DECK else play)(self.true, half)
            if at not in unseen:
                self.see()

    def see(self, ms: int = 1200) -> None:
        """Look at the table for a while."""
        self.table.look(lies(self.true), ms=ms)

    def says(self, word: str) -> None:
        """Who completed a set says ``agari`` or ``sage``, and answers so where it is asked."""
        self.true = call(self.true, word)
        asked = next(each for each in self.asked() if isinstance(each.question, SetToCall))
        self.table.answer(asked, word)

    def asked(self) -> tuple[Asked, ...]:
        """What is asked now."""
        return self.table.look(lies(self.true), ms=200).questions

    def swept(self, field: str = "1b 4a 6a 7b 10a 12c") -> tuple[Asked, ...]:
        """The next deal is laid; what is asked then."""
        return self.table.look(field).questions
