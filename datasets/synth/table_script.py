"""From the engine's events to what moves on the table: hands reach in, lay cards on a match, turn the stock,
pull captures and sort them, show hand yaku, sweep the table clean.

A script yields one `Instant` per frame. After each event's frames the table shows what the engine's state says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import zip_longest

import numpy as np
from yakume.engine import Card, CardSet
from yakume.engine.auction import Bidding
from yakume.engine.events import (
    CardPlayed,
    CardTurned,
    DealStarted,
    DekiyakuCalled,
    Event,
    SageCancelled,
    TeyakuShown,
    TwoTurned,
)
from yakume.engine.state import Phase, State

from .table_camera import HandPose, Instant
from .table_habits import BY_THE_BOOK, Habits
from .table_places import Places, Pose
from .table_play import next_card

Spot = tuple[float, float]

_CARRY_MM = 14.0
"""How high cards are carried."""

_SLIDE_MM = 1.0
"""How high they are where they are slid."""

_DEAL_ORDER = 1000.0
"""Cards in a hand lie over everything else."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Frames that each movement takes, at 10 frames a second: about three times as quick as people play."""

    deal: int = 2
    packet: int = 3
    reach: int = 4
    turn: int = 4
    pull: int = 5
    leave: int = 3
    rest: int = 10
    """Quiet table after a turn."""
    look: int = 22
    """Time to look at shown cards and completed sets."""
    end: int = 34
    """Time to look at the table when a deal has ended."""
    sweep: int = 9

    def slower(self, times: float) -> Pace:
        """Every movement takes `times` as long; with 3 about as long as at a real table."""
        return Pace(*(max(1, round(times * getattr(self, item.name))) for item in fields(self)))


class Script:
    """Moves the cards of one table. Frames are drawn from the methods' iterators as they go."""

    def __init__(
        self, places: Places, pace: Pace, habits: Habits = BY_THE_BOOK, rng: np.random.Generator | None = None
    ) -> None:
        """Args: `rng` says when people follow their habits."""
        self._places = places
        self._pace = pace
        self._habits, self._rng = habits, rng or np.random.default_rng()
        self._usual = pace
        self._stock: Pose | None = None
        self._lean = (0.0, 0.0)
        self._lift = _CARRY_MM
        self._left_over: Iterator[Instant] | None = None
        """Captures that are still to be pulled in, while the next player plays."""
        self._cards: dict[Card, Pose] = {}
        self._hands: dict[int, HandPose] = {}
        self._deck = 48
        self._taken: list[Card] = []

    def now(self) -> Instant:
        """What lies on the table."""
        return Instant(dict(self._cards), self._deck, tuple(self._hands.values()), self._stock, self._lean)

    def rest(self, frames: int) -> Iterator[Instant]:
        """Nothing moves."""
        for _ in range(frames):
            yield self.now()

    def frames(self, event: Event, before: State | None, after: State) -> Iterator[Instant]:
        """What happens on the table because of `event`."""
        if isinstance(event, DealStarted):
            yield from self._deal(event, after)
        elif isinstance(event, TeyakuShown):
            yield from self._show(event)
        elif isinstance(event, CardPlayed):
            yield from self._meanwhile(event, before)
            yield from self._with_left_over(self._play(event))
        elif isinstance(event, CardTurned):
            yield from self._turn(event)
        elif isinstance(event, DekiyakuCalled | SageCancelled):
            yield from self._finish()
            yield from self._pull(event.seat)
            yield from self.rest(self._pace.look)
        elif isinstance(event, TwoTurned) and after.deal:
            yield from self._turn_by_mistake(event.seat, next_card(after.deal))
        yield from self._return_hands(before, after)

    def close(self, after: State) -> Iterator[Instant]:
        """When a deal is over: time to look, then the table is swept."""
        if after.phase in (Phase.READY, Phase.OVER) and self._cards:
            yield from self._finish()
            yield from self.rest(self._pace.end)
            yield from self._sweep(after)

    # -- movements ------------------------------------------------------------------------------------------

    def _shoulder(self, seat: int) -> Spot:
        return self._places.seats[seat].shoulder

    def _away(self, seat: int) -> Spot:
        """Where a hand waits, out of the picture."""
        x, y = self._shoulder(seat)
        up = self._places.seats[seat].angle
        return x + 200 * math.sin(up), y - 200 * math.cos(up)

    def _grip(self, seat: int, pose: Pose) -> Spot:
        """Where finger tips hold a card: a little short of its middle, so that its far half shows."""
        x, y = self._shoulder(seat)
        away = math.hypot(pose.x - x, pose.y - y)
        return pose.x - 9 * (pose.x - x) / away, pose.y - 9 * (pose.y - y) / away

    def _move(self, seat: int | None, tip: Spot | None, cards: Mapping[Card, Pose], frames: int) -> Iterator[Instant]:
        """A hand goes to `tip` while `cards` go to their poses, slow at both ends."""
        starts = {card: self._cards[card] for card in cards}
        here = self._hands[seat].tip if seat is not None and seat in self._hands else None
        if seat is not None and here is None:
            here = self._away(seat)
        for k in range(1, frames + 1):
            share = (1 - math.cos(math.pi * k / frames)) / 2
            for card, goal in cards.items():
                pose = starts[card].towards(goal, share)
                self._cards[card] = (
                    goal if k == frames else replace(pose, order=pose.order + _DEAL_ORDER, lift=self._lift)
                )
            if seat is not None and here is not None and tip is not None:
                spot = (here[0] + (tip[0] - here[0]) * share, here[1] + (tip[1] - here[1]) * share)
                self._hands[seat] = HandPose(seat, spot, self._shoulder(seat))
            yield self.now()

    def _leave(self, seat: int) -> Iterator[Instant]:
        """The hand goes back."""
        if seat in self._hands:
            yield from self._move(seat, self._away(seat), {}, self._pace.leave)
            del self._hands[seat]

    # -- events ---------------------------------------------------------------------------------------------

    def _deal(self, event: DealStarted, after: State) -> Iterator[Instant]:
        """Six cards to the field, then a packet to every seat."""
        if self._habits.shuffles:
            yield from self._shuffle(event.dealer)
        dealer, pile = event.dealer, self._pile()
        yield from self._move(dealer, self._grip(dealer, pile), {}, self._pace.reach)
        for card in event.field:
            goal = self._places.field_slot(card)
            self._cards[card] = pile
            self._deck -= 1
            yield from self._move(dealer, self._grip(dealer, goal), {card: goal}, self._pace.deal)
            yield from self._move(dealer, self._grip(dealer, pile), {}, 1)
        yield from self._leave(dealer)
        if after.phase is Phase.READY:
            return
        for seat, hand in enumerate(event.hands):
            self._deck -= len(hand)
            yield from self._packet(hand, pile, self._edge(seat))
        four = [card for card in event.field if after.deal and card not in after.deal.field]
        if four and after.deal:
            self._taken = four
            yield from self._pull(after.deal.order[0])
        yield from self.rest(self._pace.look)

    def _edge(self, seat: int) -> Pose:
        x, y = self._away(seat)
        return Pose(x, y, self._places.seats[seat].angle, face_up=False)

    def _packet(self, cards: CardSet, start: Pose, goal: Pose) -> Iterator[Instant]:
        """Cards slide face down from one place to another and are gone from the table."""
        for k, card in enumerate(cards):
            self._cards[card] = replace(start, order=_DEAL_ORDER + k, face_up=False)
        yield from self._move(None, None, dict.fromkeys(cards, goal), self._pace.packet)
        for card in cards:
            del self._cards[card]
        yield self.now()

    def _return_hands(self, before: State | None, after: State) -> Iterator[Instant]:
        """Hands of players who do not take part go back into the deck."""
        if before is None or after.deal is None or before.deal is None or before.phase is not Phase.BID:
            return
        if after.phase is Phase.BID:
            return
        squeezed = before.deal.bidding.squeezed if isinstance(before.deal.bidding, Bidding) else ()
        if isinstance(after.deal.bidding, Bidding):
            squeezed = after.deal.bidding.squeezed
        for seat, hand in enumerate(before.deal.hands):
            if hand and seat in squeezed:
                yield from self._lay_open(seat, hand)
            if hand and seat not in after.deal.order:
                yield from self._packet(hand, self._edge(seat), self._places.deck())
                self._deck += len(hand)

    def _show(self, event: TeyakuShown) -> Iterator[Instant]:
        """Hand cards are laid open in a row."""
        seat, cards = event.seat, list(event.exposed)
        if not cards:
            return
        goals = self._places.shown_slots(seat, cards)
        start = self._edge(seat)
        for k, card in enumerate(cards):
            self._cards[card] = replace(start, face_up=True, order=k)
        middle = goals[cards[len(cards) // 2]]
        yield from self._move(seat, self._grip(seat, middle), goals, self._pace.pull)
        yield from self._leave(seat)
        yield from self.rest(self._pace.look)

    def _lay_open(self, seat: int, hand: CardSet) -> Iterator[Instant]:
        """A hand is laid open for all to see, to be paid for it (追い込み代), and taken back."""
        cards, start = list(hand), self._edge(seat)
        if not cards:
            return
        goals = self._places.shown_slots(seat, cards)
        for k, card in enumerate(cards):
            self._cards[card] = replace(start, face_up=True, order=k)
        grip = self._grip(seat, goals[cards[len(cards) // 2]])
        yield from self._move(seat, grip, goals, self._pace.pull)
        yield from self._leave(seat)
        yield from self.rest(self._pace.look)
        yield from self._move(seat, grip, {}, self._pace.reach)
        yield from self._move(seat, self._away(seat), dict.fromkeys(cards, start), self._pace.pull)
        del self._hands[seat]
        for card in cards:
            del self._cards[card]

    def _turn_by_mistake(self, seat: int, card: Card) -> Iterator[Instant]:
        """One more card is lifted off the deck, seen, and put back."""
        pile = self._places.deck()
        yield from self._move(seat, self._grip(seat, pile), {}, self._pace.reach)
        self._cards[card] = replace(pile, order=_DEAL_ORDER)
        self._deck -= 1
        aside = replace(pile, x=pile.x + 46, y=pile.y + 6, face_up=True)
        yield from self._move(seat, self._grip(seat, aside), {card: aside}, self._pace.turn)
        yield from self.rest(2)
        yield from self._move(seat, self._grip(seat, pile), {card: pile}, self._pace.turn)
        del self._cards[card]
        self._deck += 1
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest)

    def _play(self, event: CardPlayed) -> Iterator[Instant]:
        """A card from the hand, or from those shown, onto its match or a free place."""
        seat, card = event.seat, event.card
        if card in self._cards:
            yield from self._move(seat, self._grip(seat, self._cards[card]), {}, self._pace.reach)
        else:
            self._cards[card] = replace(self._edge(seat), face_up=True)
        goal = self._goal(card, event.takes)
        self._lift = _SLIDE_MM if self._rng.random() < self._habits.slides else _CARRY_MM
        yield from self._move(seat, self._grip(seat, goal), {card: goal}, self._pace.reach)
        self._lift = _CARRY_MM

    def _turn(self, event: CardTurned) -> Iterator[Instant]:
        """The top card of the deck onto its match or a free place; then the captures are pulled."""
        seat, card, pile = event.seat, event.card, self._pile()
        yield from self._move(seat, self._grip(seat, pile), {}, self._pace.reach - 1)
        self._cards[card] = replace(pile, order=_DEAL_ORDER)
        self._deck -= 1
        goal = self._goal(card, event.takes)
        yield from self._move(seat, self._grip(seat, goal), {card: goal}, self._pace.turn)
        yield from self.rest(1)
        if self._rng.random() < self._habits.hurries + self._habits.pulls_late:
            taken, self._taken = self._taken, []
            self._left_over = self._pull(seat, taken)
            return
        yield from self._pull(seat)
        yield from self.rest(self._pace.rest)

    def _with_left_over(self, play: Iterator[Instant]) -> Iterator[Instant]:
        """A play while the captures of the turn before are pulled in, or before they are."""
        left_over, self._left_over = self._left_over, None
        if left_over is None:
            yield from play
            return
        habits = self._habits
        if self._rng.random() < habits.pulls_late / (habits.hurries + habits.pulls_late):
            yield from play
            yield from left_over
            return
        for _ in zip_longest(play, left_over):
            yield self.now()  # both have moved

    def _finish(self) -> Iterator[Instant]:
        """What is still to be pulled in is."""
        if self._left_over is not None:
            left_over, self._left_over = self._left_over, None
            yield from left_over

    def _meanwhile(self, event: CardPlayed, before: State | None) -> Iterator[Instant]:
        """What people do before the next card is played."""
        habits, rng = self._habits, self._rng
        if habits.tempo:
            # Most turns take four seconds, some many more: whoever has to think thinks.
            self._pace = self._usual.slower(float(rng.uniform(0.6, 1.6)))
            yield from self.rest(int(9 * self._usual.rest * rng.random() ** 3))
        if rng.random() < habits.stock:
            self._disturb_stock()
        owners = [seat for seat in range(len(self._places.seats)) if len(self._places.captured(seat)) > 3]
        if owners and rng.random() < habits.resorts:
            yield from self._finish()
            yield from self._sort_anew(owners[int(rng.integers(len(owners)))])
        if owners and rng.random() < habits.takes_back:
            yield from self._finish()
            yield from self._take_back(owners[int(rng.integers(len(owners)))])
        for chance, step in ((habits.shifts, None), (habits.squares, 7.0)):
            if owners and rng.random() < chance:
                yield from self._finish()
                yield from self._push(owners[int(rng.integers(len(owners)))], step)
        if before is not None and before.deal is not None and rng.random() < habits.drops:
            held = [card for card in before.deal.hands[event.seat] if card != event.card and card not in self._cards]
            if held:
                yield from self._finish()
                yield from self._drop(event.seat, held[int(rng.integers(len(held)))])

    def _sort_anew(self, seat: int) -> Iterator[Instant]:
        """The captures of a seat are taken up and laid in another order."""
        goals = self._places.sorted_anew(seat)
        first = next(iter(goals.values()))
        yield from self._move(seat, self._grip(seat, first), {}, self._pace.reach)
        yield from self._move(seat, self._grip(seat, first), goals, 2 * self._pace.pull)
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest)

    def _push(self, seat: int, step_mm: float | None) -> Iterator[Instant]:
        """The captures of a seat are pushed aside, or together until they lie `step_mm` apart."""
        cards = {card: self._cards[card] for card in self._places.captured(seat) if card in self._cards}
        goals = self._places.pushed(seat, cards, step_mm)
        if not goals:
            return
        grip = self._grip(seat, next(iter(cards.values())))
        yield from self._move(seat, grip, {}, self._pace.reach)
        yield from self._move(seat, self._grip(seat, next(iter(goals.values()))), goals, self._pace.pull)
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest)

    def _pile(self) -> Pose:
        """Where the stock is."""
        return self._stock or self._places.deck()

    def _disturb_stock(self) -> None:
        """A sleeve pushes the stock: it lies askew, or leans."""
        pile = self._places.deck()
        dx, dy, turn, lean, way = self._rng.uniform((-8, -8, -0.25, 0, 0), (8, 8, 0.25, 0.7, 2 * math.pi))
        self._stock = replace(pile, x=pile.x + dx, y=pile.y + dy, angle=pile.angle + turn)
        self._lean = (lean * math.cos(way), lean * math.sin(way))

    def _shuffle(self, seat: int) -> Iterator[Instant]:
        """Some cards are spread on the field face down, mixed and put back."""
        cards, pile = [Card(int(k)) for k in self._rng.permutation(48)[:14]], self._pile()
        self._deck -= len(cards)
        self._cards |= {card: replace(pile, order=float(k)) for k, card in enumerate(cards)}
        for _ in range(int(self._rng.integers(2, 5))):
            goals = {
                card: replace(self._places.dropped(), order=float(k), face_up=False) for k, card in enumerate(cards)
            }
            tip = self._grip(seat, next(iter(goals.values())))
            yield from self._move(seat, tip, goals, self._pace.sweep)
        back = {card: replace(pile, order=float(k)) for k, card in enumerate(cards)}
        yield from self._move(seat, self._grip(seat, pile), back, self._pace.sweep)
        for card in cards:
            del self._cards[card]
        self._deck += len(cards)
        self._stock, self._lean = None, (0.0, 0.0)
        yield from self._leave(seat)

    def _take_back(self, seat: int) -> Iterator[Instant]:
        """Some captures are taken into the hand, looked at and put back where they lay."""
        cards = self._places.captured(seat)[-6:]
        poses = {card: self._cards[card] for card in cards if card in self._cards}
        if not poses:
            return
        grip = self._grip(seat, next(iter(poses.values())))
        yield from self._move(seat, grip, {}, self._pace.reach)
        yield from self._move(seat, self._away(seat), {card: self._edge(seat) for card in poses}, self._pace.pull)
        for card in poses:
            del self._cards[card]
        yield from self.rest(2 * self._pace.look)
        self._cards |= {card: self._edge(seat) for card in poses}
        yield from self._move(seat, grip, poses, self._pace.pull)
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest)

    def _drop(self, seat: int, card: Card) -> Iterator[Instant]:
        """A hand card falls on the field, lies there for a moment and is put back."""
        goal = self._places.dropped()
        self._cards[card] = replace(self._edge(seat), face_up=True)
        yield from self._move(seat, self._grip(seat, goal), {card: goal}, self._pace.reach)
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest // 2)
        yield from self._move(seat, self._grip(seat, goal), {}, self._pace.reach)
        yield from self._move(seat, self._away(seat), {card: self._edge(seat)}, self._pace.reach)
        del self._cards[card], self._hands[seat]

    def _goal(self, card: Card, takes: CardSet) -> Pose:
        if not takes:
            return self._places.field_slot(card)
        self._taken += [card, *takes]
        return self._places.on_match(self._cards[min(takes)])

    def _pull(self, seat: int, taken: list[Card] | None = None) -> Iterator[Instant]:
        """What was captured goes to its rows; the hand leaves."""
        if taken is None:
            taken, self._taken = self._taken, []
        if taken:
            goals = {}
            for card in taken:
                self._places.leave_field(card)
                goals[card] = self._places.capture_slot(seat, card)
            first = self._cards[taken[0]]
            yield from self._move(seat, self._grip(seat, first), {}, 2)
            x = sum(goal.x for goal in goals.values()) / len(goals)
            y = sum(goal.y for goal in goals.values()) / len(goals)
            yield from self._move(seat, self._grip(seat, Pose(x, y, 0)), goals, self._pace.pull)
        nudged = self._places.nudge(self._cards)
        self._cards |= nudged
        yield from self._leave(seat)

    def _sweep(self, after: State) -> Iterator[Instant]:
        """All cards go back to the deck, face down."""
        pile = self._places.deck()
        goals = {card: replace(pile, order=float(k)) for k, card in enumerate(self._cards)}
        seat = after.dealer
        yield from self._move(seat, self._grip(seat, pile), goals, self._pace.sweep)
        self._cards.clear()
        self._deck = 48
        self._places.clear()
        self._taken = []
        yield from self._leave(seat)
        yield from self.rest(self._pace.rest)
