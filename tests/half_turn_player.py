"""A deal shown to a match of its own process, half-turn by half-turn, for a test that kills it in the middle.

python half_turn_player.py DATABASE GAME SEATS FIRST
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace

from half_turned import dealt, zones_of
from observing import card_seen, observed
from yakume.engine import Card
from yakume.engine.events import BidMade
from yakume.engine.state import State
from yakume.webui.session.match import MatchSession
from yakume.webui.store import EventStore


def show(
    session: MatchSession,
    state: State,
    from_ms: int,
    for_ms: int = 1_600,
    *,
    rng: random.Random | None = None,
    read_within_ms: int = 0,
) -> int:
    """Let the table lie still as it lies in `state`, each card unread until some moment; the time then, ms."""
    cards = [
        card_seen(1 + int(Card.parse(code)), code, zone.replace("_", "."))
        for zone, codes in zones_of(state).items()
        for code in codes.split()
    ]
    read_ms = [from_ms + (rng.randint(0, read_within_ms) if rng else 0) for _ in cards]
    for now in range(from_ms + 200, from_ms + for_ms + 1, 200):
        seen = [
            card if now >= ms else replace(card, p=0.3, stable=False) for card, ms in zip(cards, read_ms, strict=True)
        ]
        session.see(observed(seen, now, frame=now))
    return from_ms + for_ms


def main() -> None:
    """Begin the match, or go on with it, from the table after half-turn FIRST on; a line for each that is laid, and one
    for each that was seen."""
    url, game, seats, first = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    states = dealt(game, seats)
    session, now = MatchSession(EventStore(url), seats), 0
    if not session.open_newest():
        session.start(0, game, states[0].players, states[0].dealer, {})
    for number, state in enumerate(states[first:], start=first):
        print(f"laid {number}", flush=True)  # at once: a kill may come between two words
        now = show(session, state, now, 1_600 if number else 4_000)
        if number == 0:
            session.book(session.seq, [event for event in states[-1].log if isinstance(event, BidMade)])
        print(f"seen {number}", flush=True)


if __name__ == "__main__":
    main()
