"""From the engine's events to what moves on the table: hands reach in, lay cards on a match, turn the stock,
pull captures and sort them, show hand yaku, sweep the table clean.

A script yields one `Instant` per frame. After each event's frames the table shows what the engine's state says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

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
from .table_places import Places, Pose
from .table_play import next_card

Spot = tuple[float, float]

_CARRY_MM = 14.0
"""How high cards are carried."""

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

    def slower(self, times: int) -> Pace:
        """Every movement takes `times` as long; with 3 about as long as at a real table."""
        return Pace(*(times * getattr(self, item.name) for item in fields(self)))


class Script:
    """Moves the cards of one table. Frames are drawn from the methods' iterators as they go."""

    def __init__(self, places: Places, pace: Pace) -> None:
        self._places = places
        self._pace = pace
        self._cards: dict[Card, Pose] = {}
        self._hands: dict[int, HandPose] = {}
        self._deck = 48
        self._taken: list[Card] = []

    def now(self) -> Instant:
        """What lies on the table."""
        return Instant(dict(self._cards), self._deck, tuple(self._hands.values()))

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
            yield from self._play(event)
        elif isinstance(event, CardTurned):
            yield from self._turn(event)
        elif isinstance(event, DekiyakuCalled | SageCancelled):
            yield from self._pull(event.seat)
            yield from self.rest(self._pace.look)
        elif isinstance(event, TwoTurned) and after.deal:
            yield from self._turn_by_mistake(event.seat, next_card(after.deal))
        yield from self._return_hands(before, after)

    def close(self, after: State) -> Iterator[Instant]:
        """When a deal is over: time to look, then the table is swept."""
        if after.phase in (Phase.READY, Phase.OVER) and self._cards:
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
                    goal if k == frames else replace(pose, order=pose.order + _DEAL_ORDER, lift=_CARRY_MM)
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
        dealer, pile = event.dealer, self._places.deck()
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
        yield from self._move(None, None, {card: goal for card in cards}, self._pace.packet)
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
        yield from self._move(seat, self._away(seat), {card: start for card in cards}, self._pace.pull)
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
        yield from self._move(seat, self._grip(seat, goal), {card: goal}, self._pace.reach)

    def _turn(self, event: CardTurned) -> Iterator[Instant]:
        """The top card of the deck onto its match or a free place; then the captures are pulled."""
        seat, card, pile = event.seat, event.card, self._places.deck()
        yield from self._move(seat, self._grip(seat, pile), {}, self._pace.reach - 1)
        self._cards[card] = replace(pile, order=_DEAL_ORDER)
        self._deck -= 1
        goal = self._goal(card, event.takes)
        yield from self._move(seat, self._grip(seat, goal), {card: goal}, self._pace.turn)
        yield from self.rest(1)
        yield from self._pull(seat)
        yield from self.rest(self._pace.rest)

    def _goal(self, card: Card, takes: CardSet) -> Pose:
        if not takes:
            return self._places.field_slot(card)
        self._taken += [card, *takes]
        return self._places.on_match(self._cards[min(takes)])

    def _pull(self, seat: int) -> Iterator[Instant]:
        """What was captured goes to its rows; the hand leaves."""
        if self._taken:
            goals = {}
            for card in self._taken:
                self._places.leave_field(card)
                goals[card] = self._places.capture_slot(seat, card)
            first = self._cards[self._taken[0]]
            yield from self._move(seat, self._grip(seat, first), {}, 2)
            x = sum(goal.x for goal in goals.values()) / len(goals)
            y = sum(goal.y for goal in goals.values()) / len(goals)
            yield from self._move(seat, self._grip(seat, Pose(x, y, 0)), goals, self._pace.pull)
            self._taken = []
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
