"""こいこい written down a second time, over card codes and without the engine's rules.

`Month` follows one deal card by card from its log, tells when a call is due, and what the deal pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LIGHTS = {"1h", "3h", "8h", "12h"}
PICTURES = {"猪鹿蝶": {"7n", "10n", "6n"}, "赤短": {"1t", "2t", "3t"}, "青短": {"6t", "9t", "10t"}}


def sets_by_text(pile: set[str], rule: Mapping[str, Any]) -> dict[str, int]:
    """Name and price of every set that counts."""
    made: dict[str, int] = {}
    dear = rule["lights"] == "high"
    match len(pile & LIGHTS), "11h" in pile:
        case 4, True:
            made["五光"] = 15 if dear else 10
        case 4, False:
            made["四光"] = 10 if dear else 8
        case 3, True:
            made["雨四光"] = 8 if dear else 7
        case 3, False:
            made["三光"] = 6 if dear else 5
    if rule["sake"] != "none" and "9n" in pile:
        price = {"five": 5, "three": 3}[rule["sake"]]
        made |= {name: price for name, card in (("花見酒", "3h"), ("月見酒", "8h")) if card in pile}
    made |= {name: 5 for name, cards in PICTURES.items() if cards <= pile}
    animals, ribbons = (sum(card.endswith(kind) for card in pile) for kind in "nt")
    chaff = sum(card[-1] in "abc" for card in pile) + (rule["cup_kasu"] and "9n" in pile)
    if animals >= 5:
        made["タネ"] = animals - 4
    if ribbons >= 5:
        made["タン"] = ribbons - 4
    if chaff >= 10:
        made["カス"] = chaff - 9
    if rule["chofuku"] == "joined" and {"赤短", "青短"} <= made.keys():
        del made["赤短"], made["青短"], made["タン"]
        made["重複"] = 10 + ribbons - 6
    return made


def hand_by_text(hand: set[str]) -> str:
    """The hand yaku of eight cards, or an empty string."""
    months = [card[:-1] for card in hand]
    counts = sorted(months.count(month) for month in set(months))
    return "手四" if counts[-1] == 4 else "くっつき" if counts == [2, 2, 2, 2] else ""


@dataclass
class Month:
    """One deal; the first seat of `piles` that plays is the dealer's."""

    dealer: int
    rule: Mapping[str, Any]
    piles: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    told: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    koi: set[int] = field(default_factory=set)
    """Who has said こいこい."""
    shown: set[int] = field(default_factory=set)
    """Who has shown a hand yaku."""
    due: int | None = None
    """Who has to call."""
    turns: int = 0
    pays: tuple[int, int] | None = None
    """What each seat wins, once the deal is over."""
    next_dealer: int = 0

    def show(self, seat: int) -> None:
        self.shown.add(seat)

    def close(self) -> None:
        """No more hand yaku."""
        if self.shown:
            won = {seat: 6 if seat in self.shown else 0 for seat in (0, 1)}
            winner = self.dealer if len(self.shown) == 2 else min(self.shown)
            self.end(won[0] - won[1], winner)

    def capture(self, seat: int, cards: set[str]) -> None:
        if self.due is not None:
            self.koi.add(self.due)
            self.told[self.due].update(sets_by_text(self.piles[self.due], self.rule))
            self.due = None
        self.piles[seat].update(cards)

    def turn_over(self, seat: int) -> None:
        """The deck card has been turned."""
        self.turns += 1
        made = sets_by_text(self.piles[seat], self.rule)
        if any(price > self.told[seat].get(name, 0) for name, price in made.items()):
            self.due = seat
        elif self.turns == 16:
            self.nobody()

    def may_play_on(self) -> bool:
        """Not with the last card of the hand: seats take turns, eight each."""
        return self.turns < 15

    def call(self, seat: int, word: str) -> None:
        assert self.due == seat
        if word == "sage":
            assert self.may_play_on()
            self.koi.add(seat)
            self.told[seat].update(sets_by_text(self.piles[seat], self.rule))
            self.due = None
            return
        worth = sum(sets_by_text(self.piles[seat], self.rule).values())
        times = 2 if self.rule["seven_doubles"] and worth >= 7 else 1
        times *= 2 if self.rule["koikoi_doubles"] and self.koi - {seat} else 1
        self.end(worth * times * (1 if seat == 0 else -1), seat)

    def nobody(self) -> None:
        won = 6 if self.rule["oyaken"] else 0
        self.end(won if self.dealer == 0 else -won, self.dealer)

    def end(self, first: int, dealer: int) -> None:
        self.pays, self.next_dealer = (first, -first), dealer
