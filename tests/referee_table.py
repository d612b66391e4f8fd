"""A table told to the referee card by card; no picture and no model needed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from observing import card_seen, observed
from yakume.engine import (
    CardPlayed,
    CardSet,
    CardTurned,
    Corrected,
    DealStarted,
    MatchStarted,
    Phase,
    QuestionAnswered,
    State,
    TeyakuShown,
    apply,
    find_dekiyaku,
    find_ruleset,
    next_event,
)
from yakume.engine.play import effective
from yakume.vision.observation import Observation
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.referee import Referee, Ruling
from yakume.webui.history import undoable
from yakume.webui.text.questions import say_answer, say_question

DEALT = "1a 3t 5n 8a 9t 12a"
NEXT = "2n 4a 6t 7a 10t 11a"
AKATAN = "1t 1b 2t 2a 3t 3a"
WHOLE = {
    "seat0.captures": "2n 2t 2a 2b",
    "seat1.captures": "3h 3t 3a 3b 5n 5t 5a 5b 8h 8n 8a 8b 10n 10t 10a 10b 12h 12a 12b 12c",
    "seat2.captures": "1h 1t 1a 1b 4n 4t 4a 4b 6n 6t 6a 6b 7n 7t 7a 7b 9n 9t 9a 9b 11h 11n 11t 11a",
}
"""Every card, and no set."""


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
            ruling = self.see(observation(self.now_ms, zones, hand), book=book)
            self.now_ms += 100
        return ruling

    def see(self, seen: Observation, *, book: bool = True) -> Ruling:
        """Show an observation."""
        ruling = self.referee.observe(seen, self.state)
        for event in ruling.events if book else ():
            self.state = apply(self.state, event)
            self.booked.append(event)
        return ruling

    def lose_thread(self) -> None:
        """As if something had happened that the half-turns do not explain: the piles have to do."""
        thread = self.referee.following.thread
        assert thread is not None and thread.decoder is not None
        thread.given_up, thread.decoder.guesses_from = True, 0
        setattr(thread.decoder, "_note_guesses", lambda *_: None)  # noqa: B010 - nothing makes up for it

    def restart(self, ms: int = 20_000) -> None:
        """As if yakume were stopped and started anew, with what the store has then; nobody watches for `ms`."""
        kept, (_, looks) = json.loads(json.dumps(self.referee.keep())), self.referee.seen
        self.referee = Referee(len(self.state.players))
        self.referee.bring_back(self.state, len(self.state.log), kept)
        self.referee.follow_on(self.state, [read_look(json.loads(json.dumps(keep_look(look)))) for look in looks])
        self.referee.unwatched(ms)
        self.now_ms += ms

    def answer(self, asked: Asked, answer: str) -> None:
        """Answer what is asked; only what the deal is settled by counts as booked."""
        offer = asked.offer(answer)
        assert offer is not None, [each.id for each in asked.answers]
        for event in asked.books(offer):
            self.state = apply(self.state, event)
            if not isinstance(event, QuestionAnswered):
                self.booked.append(event)
        self.referee.after(self.state, asked.id)

    def undo(self) -> None:
        """Take back the newest event that counts."""
        self.state = apply(self.state, Corrected(effective(self.state.log)[-1][0]))


def undone(state: State) -> State:
    """The match as the page's undo leaves it: one step may take back several events."""
    for at in undoable(state.log):
        state = apply(state, Corrected(at))
    return state


def observation(t_ms: int, zones: dict[str, str], hand: bool = False) -> Observation:
    """Zone → cards that lie there; after a question mark, cards that cannot be told with certainty. Of the deck it is
    said whether it lies there, with any word."""
    stock = [card_seen(48, None, "deck")] if zones.get("deck") else []
    cards = [
        card_seen(int(card), str(card), zone)
        if not zone.startswith("?")
        else card_seen(int(card), None, zone[1:], face=str(card.face), p=0.4, stable=False)
        for zone, text in zones.items()
        if zone != "deck"
        for card in CardSet.parse(text)
    ]
    return observed([*cards, *stock], t_ms, frame=t_ms // 100, hand=hand)


def table_of(game: str, *players: str) -> Table:
    return Table(apply(None, MatchStarted(game, players)), Referee(len(players)))


def words(asked: Asked) -> str:
    """What is asked of A, B and C, in Japanese."""
    return say_question(asked.question, "ABCDEFG").ja


def answers(asked: Asked, lang: str = "ja", game: str = "sannin") -> dict[str, str]:
    """What A, B and C may answer → its id, the likeliest first."""
    return {
        getattr(say_answer(asked.question, each.answer, "ABC", find_ruleset(game)), lang): each.id
        for each in asked.answers
    }


def played_out() -> list[str]:
    """48 cards in three piles without a set in any."""
    piles: list[list[int]] = [[], [], []]
    for card in range(48):  # of every month two cards in each of two piles: no other captures are possible
        month, kind = divmod(card, 4)
        piles[(month + (kind % 2)) % 3].append(card)
    sets = [CardSet(pile) for pile in piles]
    assert not any(find_dekiyaku("sannin", pile) for pile in sets)
    return [str(pile) for pile in sets]


def played_out_with_four_lights() -> list[str]:
    """48 cards in three piles, 四光 in the first."""
    lights = [CardSet(card for card in range(48) if card // 4 + 1 == month) for month in (1, 3, 8, 12)]
    piles = [CardSet.parse(pile) for pile in played_out()]
    for month in lights:
        piles = [pile | month if seat == 0 else pile - month for seat, pile in enumerate(piles)]
    return list(map(str, piles))


Piles = dict[str, str]


def play(
    game: str, seed: int, seen: Callable[[Piles, int], Piles] = lambda piles, at: piles, rest_ms: int = 4000
) -> tuple[Table, State, list[object]]:
    """A deal played by simple players and told table by table: the table as followed, the true match, the half-turns.

    Args:
        seen: what is seen of the piles after so many half-turns.
        rest_ms: how long it lies there once all is played.
    """
    players = ("A", "B") if game == "futari" else ("A", "B", "C")
    rng = Random(seed)
    true = apply(None, MatchStarted(game, players))
    cards = rng.sample(range(48), 48)
    hands = tuple(CardSet(cards[6 + 7 * at : 13 + 7 * at]) for at in range(len(players)))
    true = apply(true, DealStarted(0, CardSet(cards[:6]), hands))
    table = table_of(game, *players)
    table.look(str(CardSet(cards[:6])))
    plays: list[object] = []
    while true.phase not in (Phase.READY, Phase.OVER):
        event = next_event(true, rng)
        true = apply(true, event)
        if isinstance(event, TeyakuShown):
            table.state = apply(table.state, event)
        if not isinstance(event, CardPlayed | CardTurned) or true.deal is None:
            continue
        plays.append(event)
        piles = {"field": str(true.deal.field)}
        piles |= {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(true.deal.piles)}
        piles |= {f"seat{seat}.shown": str(cards) for seat, cards in enumerate(true.deal.exposed)}
        table.look(seen(piles, len(plays)), ms=1200)
    table.look(seen(piles, len(plays)), ms=rest_ms)
    return table, true, plays


def paid(state: State) -> Counter[tuple[int | None, int | None, int, str]]:
    return Counter((entry.payer, entry.payee, entry.mon, entry.rule) for entry in state.ledger)
