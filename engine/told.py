"""Result mode without the cards: a deal settled by what people tell of its sets and by the points that they counted."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import DECK, CardSet, Month
from .dekiyaku import is_biki, replaced_by
from .errors import IllegalAction
from .events import DealResult, Happening, PointsCounted, SetsMade, Tobikomi
from .flow import Moment
from .record import Record, least_captured, seen_cards
from .ruleset import DealersRight
from .state import Deal, State, evolve
from .yaku import KASU, SetRow

TOLD = "YK-TOLD-02"


class Told(Record):
    """The checks of a result that nobody can see: whether it can be true, and whether it is whole."""

    def __init__(self, state: State, event: PointsCounted) -> None:
        seats = len(state.players)
        super().__init__(state, DealResult((CardSet(),) * seats, event.happenings or ()))
        self.counts = event
        self.points = event.points or (0,) * seats
        self.held: dict[int, list[tuple[SetRow, int]]] = {}
        """Seat → the sets that are told of it, each with how many of its cards it takes."""

    def _check_piles(self) -> None:
        """The counts can be true of some cards (COM-CARD-02)."""
        for counts in (self.points, self.counts.kasu or self.points):
            check_counts(self.state, self.deal, counts)
        method = self.state.game.card_points[len(self.deal.order)]
        if isinstance(method, DealersRight) and any(self.points):
            raise self._refuse("card points count for nothing", method.rule)
        most = most_points(self.state)
        if sum(self.points) > most:
            raise self._refuse("{n} points counted of at most {most}", "COM-CARD-02", n=sum(self.points), most=most)
        self._check_kasu()
        self._check_roles()

    def _check_kasu(self) -> None:
        if not self.counts.kasu:
            return
        special = next((row for row in self.state.game.special if row.counts == "kasu"), None)
        if special is None:
            raise self._refuse("chaff is not counted in this game", self.rule)
        if sum(self.counts.kasu) > len(KASU):
            raise self._refuse("{n} chaff cards of {most}", "COM-CARD-04", n=sum(self.counts.kasu), most=len(KASU))
        for seat, count in enumerate(self.counts.kasu):
            if self.points[seat] < self._least_points(KASU, count):
                raise self._refuse(
                    "{n} chaff cards of seat {seat} are worth more than {points}",
                    special.id,
                    n=count,
                    seat=seat,
                    points=self.points[seat],
                )

    def _check_roles(self) -> None:
        for rule, seat in self.counts.roles:
            row = self._played().get(rule)
            if row is None or self.flow.moment is not Moment.NEVER or seat not in self.deal.order:
                raise self._refuse(
                    "seat {seat} is not paid for {yaku} at the end of a deal", self.rule, seat=seat, yaku=rule
                )
            if row.biki_only and not is_biki(self.deal.order, seat):
                raise self._refuse("{yaku} is for the third player alone", rule, yaku=row.name)
            others = [other for other, whose in self.counts.roles if whose == seat and other != rule]
            if any(rule in replaced_by(self._played()[other], self.state.options) for other in others):
                raise self._refuse("{yaku} of seat {seat} is not paid beside the other", rule, yaku=row.name, seat=seat)
            self._hold(seat, row, row.least)

    def _with_tobikomi(self) -> tuple[Happening, ...]:
        """What is told; a 飛込み that nobody told did not happen."""
        return self.event.happenings

    def _holds_month(self, made: Tobikomi) -> bool:
        """As told, but not of a month of which a set of somebody else's takes a card that it must have."""
        month = DECK.of_month(Month(made.month))
        return not any(row.must & month for seat, sets in self.held.items() if seat != made.seat for row, _ in sets)

    def _check_held(self, made: SetsMade, rows: Mapping[str, SetRow]) -> None:
        """The set counts, has such a price, stands beside the others of the seat, and its cards can be there."""
        called = dict(self.called.get(made.seat, ()))
        for rule, value in made.sets:
            row = rows[rule]
            more = value - row.value
            count = row.least + (more // row.more if row.more else 0)
            fits = more == 0 or (row.more > 0 and more % row.more == 0 and row.least < count <= len(row.cards))
            if row not in self.state.game.sets(self.state.options) or not fits or value <= called.get(rule, 0):
                raise self._refuse("seat {seat} has no {yaku} worth {n}", rule, seat=made.seat, yaku=row.name, n=value)
            others = [other for other in (*rows, *called) if other != rule]
            barred = bool(row.barred_by) and row.barred_by in called and rule not in called
            played = self._played()
            if barred or any(rule in replaced_by(played[each], self.state.options, called) for each in others):
                raise self._not_paid(made, row)
            self._hold(made.seat, row, count)

    def _hold(self, seat: int, row: SetRow, count: int) -> None:
        """Each card is in one pile (COM-CARD-01), and is worth its points there."""
        for other, sets in self.held.items():
            for theirs, needed in sets if other != seat else ():
                if row.must & theirs.must or count + needed > len(row.cards | theirs.cards):
                    raise self._refuse(
                        "{yaku} of seat {seat} beside {theirs} of seat {other}",
                        "COM-CARD-01",
                        yaku=row.name,
                        seat=seat,
                        theirs=theirs.name,
                        other=other,
                    )
        self.held.setdefault(seat, []).append((row, count))

    def _check_undeclared(self) -> None:
        """Nobody sees what was not told."""

    def _check_played_out(self) -> None:
        """Of a deal that was played out the points are told and add up, unless they decide nothing."""
        method = self.state.game.card_points[len(self.deal.order)]
        if isinstance(method, DealersRight) or (self.flow.one_lowerer and self.lowered and not self.counts.points):
            return
        due = sum(self.state.game.points)
        if not self.counts.points or (len(self.deal.order) == 3 and sum(self.points) != due):
            raise self._refuse(
                "{n} points counted of the {due} of the deck", "COM-CARD-02", n=sum(self.points), due=due
            )
        check_least(self.state, self.deal, self.points)

    def _with_piles(self) -> Deal:
        decides = self.state.options.get("nuke_after_set") or self.state.options.get("fee_when_set") == "top_points"
        if decides and not self.counts.points:
            raise self._refuse("the card points decide who is paid, and were not counted", TOLD)
        for seat, sets in self.held.items() if self.counts.points else ():
            for row, count in sets:
                if self.points[seat] < self._least_points(row.cards, count):
                    sentence = "{yaku} of seat {seat} alone is worth more than {n} points"
                    raise self._refuse(sentence, row.id, yaku=row.name, seat=seat, n=self.points[seat])
        roles = tuple((seat, rule) for rule, seat in self.counts.roles)
        seats = len(self.state.players)
        kasu = self.counts.kasu or (0,) * seats
        none = (CardSet(),) * seats
        return evolve(self.deal, piles=none, counted=self.points, counted_kasu=kasu, told_roles=roles)

    def _least_points(self, cards: CardSet, count: int) -> int:
        """What the cheapest so many of `cards` are worth."""
        return sum(sorted(self.state.game.points[card] for card in cards)[:count])


def check_counts(state: State, deal: Deal, counts: tuple[int, ...]) -> None:
    """A count for every seat, none for who does not play. Raises: IllegalAction."""
    if len(counts) != len(state.players):
        raise IllegalAction("{n} counts for {seats} seats", TOLD, state, n=len(counts), seats=len(state.players))
    for seat, count in enumerate(counts):
        if count < 0 or (count and seat not in deal.order):
            raise IllegalAction("seat {seat} cannot have {n}", TOLD, state, seat=seat, n=count)


def check_least(state: State, deal: Deal, points: tuple[int, ...]) -> None:
    """A deal that was played out brings the points of the cheapest cards that must be captured. Raises: IllegalAction.

    COM-CARD-02, COM-CAP-05.
    """
    least = sum(sorted(state.game.points)[: least_captured(state, deal)])
    if sum(points) < least:
        raise IllegalAction("{n} points counted of at least {least}", "COM-CARD-02", state, n=sum(points), least=least)


def most_points(state: State) -> int:
    """Most card points that may be captured in the running deal: of two players the dearest cards that they see.

    COM-CARD-02, COM-CAP-06.
    """
    deal = state.deal
    assert deal is not None
    return sum(sorted(state.game.points, reverse=True)[: seen_cards(state, deal)])


def told(state: State, event: PointsCounted) -> State:
    """The deal ends as people tell. Raises: IllegalAction where that cannot be true, or is not whole."""
    deal = state.deal
    if deal is None:
        raise IllegalAction("no deal to settle", TOLD, state)
    return Told(state, event).finish()
