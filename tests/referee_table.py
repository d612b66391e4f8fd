"""A table told to the referee card by card; no picture and no model needed."""

from __future__ import annotations

from dataclasses import dataclass, field

from yakume.engine import CardSet, MatchStarted, State, apply
from yakume.vision.referee import Referee, Ruling

DEALT = "1a 3t 5n 8a 9t 12a"
NEXT = "2n 4a 6t 7a 10t 11a"
AKATAN = "1t 1b 2t 2a 3t 3a"


@dataclass
class Table:
    """A table told card by card; `look` keeps it as it is for a while and books what the referee says."""

    state: State | None = field(default_factory=lambda: apply(None, MatchStarted("sannin", ("A", "B", "C"))))
    referee: Referee = field(default_factory=lambda: Referee(3))
    now_ms: int = 0
    booked: list = field(default_factory=list)

    def look(self, piles: str | dict[str, str] = "", ms: int = 4000, hand: bool = False, book: bool = True) -> Ruling:
        """Show the table for `ms`: zone → cards in the notation; a string is the field alone."""
        zones = {"field": piles} if isinstance(piles, str) else piles
        for _ in range(ms // 100):
            ruling = self.referee.observe(observation(self.now_ms, zones, hand), self.state)
            self.now_ms += 100
            for event in ruling.events if book else ():
                self.state = apply(self.state, event)
                self.booked.append(event)
        return ruling

    def answer(self, question: str, answer: str) -> None:
        for event in self.referee.answer(question, answer):
            self.state = apply(self.state, event)
            self.booked.append(event)


def observation(t_ms: int, zones: dict[str, str], hand: bool = False) -> dict:
    """Zone → cards that lie there; after a question mark, cards that cannot be told with certainty."""
    cards = [
        {"track": int(card), "card": str(card), "face": str(card.face), "p": 0.99, "zone": zone, "stable": True}
        if not zone.startswith("?")
        else {"track": int(card), "card": None, "face": str(card.face), "p": 0.5, "zone": zone[1:], "stable": False}
        for zone, text in zones.items()
        for card in CardSet.parse(text)
    ]
    return {"frame": t_ms // 100, "t_ms": t_ms, "cards": cards, "hand_over_table": hand}


def table_of(game: str, *players: str) -> Table:
    return Table(apply(None, MatchStarted(game, players)), Referee(len(players)))
