"""Result mode: settle a deal from what lies on the table at its end and what was declared on the way."""

from __future__ import annotations

from .cards import CardSet
from .close import finish
from .errors import IllegalAction
from .events import Call, Cancelled, DealResult, Happening, SetsMade, Tobikomi
from .facts import End
from .flow import FLOWS, Moment
from .state import Deal, Phase, State, evolve, sets_of, shiso_seats
from .yaku import SetRow


def deal_result(state: State, event: DealResult) -> State:
    """The deal ends as recorded. Raises: IllegalAction where record and rules contradict each other."""
    check = _Record(state, event)
    return check.finish()


def draft_result(state: State, captures: tuple[CardSet, ...], calls: tuple[tuple[int, Call], ...] = ()) -> DealResult:
    """The result of a deal in which each player called at most once more: sets and prices as the piles show them.

    What was followed of the deal and happened in it stands as it was.

    Args:
        captures: piles by seat.
        calls: (seat, "agari" or "sage") in the order in which they were called.
    """
    deal = state.deal
    assert deal is not None
    made = []
    for seat, call in calls:
        worth = dict(deal.made[seat])
        standing = sets_of(state, seat, captures[seat], deal.made[seat])
        made.append(
            SetsMade(seat, tuple((rule, value) for rule, value in standing if value > worth.get(rule, 0)), call)
        )
    return DealResult(captures, (*deal.happenings, *made))


class _Record:
    """The checks of one recorded result."""

    def __init__(self, state: State, event: DealResult) -> None:
        self.state, self.event = state, event
        self.flow = FLOWS[state.game.id]
        deal = state.deal
        self.rule = self.flow.rules.get("call", "SD-PLAY-01")
        if deal is None or state.phase not in (Phase.TEYAKU, Phase.HAND, Phase.DECK, Phase.LAST_CALL):
            raise self._refuse("no deal to record a result for", self.rule)
        if shiso_seats(state, deal):
            raise self._refuse("四三 ends the match before play", self.flow.rules["shiso"])
        self.deal: Deal = deal
        self.called: dict[int, tuple[tuple[str, int], ...]] = {}
        self.lowered: list[int] = []

    def _refuse(self, message: str, rule: str) -> IllegalAction:
        return IllegalAction(f"{message} in {self.state.line}", rule)

    def finish(self) -> State:
        self._check_piles()
        happenings = self._with_dives()
        end = End.PLAYED_OUT
        for happening in happenings:
            if end is not End.PLAYED_OUT:
                raise self._refuse(f"{happening} after the deal had ended", self.rule)
            if isinstance(happening, SetsMade):
                end = self._check_sets(happening)
            elif isinstance(happening, Tobikomi):
                self._check_dive(happening)
            else:
                end = self._check_cancel(happening)
        if self.flow.moment is not Moment.NEVER:
            self._check_undeclared()
        if end is End.PLAYED_OUT:
            self._check_played_out()
        taken = CardSet.from_mask(sum(pile.mask for pile in self.event.captures))
        deal = evolve(
            self.deal,
            piles=self.event.captures,
            field=self.deal.field - taken,
            hands=tuple(hand - taken for hand in self.deal.hands),
            exposed=tuple(cards - taken for cards in self.deal.exposed),
            happenings=happenings,
            end=end,
            waiting=None,
        )
        return finish(evolve(self.state, deal=deal))

    def _check_piles(self) -> None:
        piles = self.event.captures
        if len(piles) != len(self.state.players):
            raise self._refuse(f"{len(piles)} piles for {len(self.state.players)} seats", "COM-CAP-05")
        seen = 0
        for seat, pile in enumerate(piles):
            if pile and seat not in self.deal.order:
                raise self._refuse(f"seat {seat} is not in play and captures nothing", "COM-CAP-05")
            if seen & pile.mask:
                raise self._refuse(f"{CardSet.from_mask(seen & pile.mask)} is in two piles", "COM-CARD-01")
            if not self.deal.piles[seat] <= pile:
                missing = self.deal.piles[seat] - pile
                raise self._refuse(f"seat {seat} had captured {missing}, which is not in the pile", "COM-CAP-05")
            seen |= pile.mask

    def _with_dives(self) -> tuple[Happening, ...]:
        """The happenings, with each 飛込み that the piles show and nobody wrote down at the beginning."""
        happenings = self.event.happenings
        told = {(each.seat, each.month) for each in happenings if isinstance(each, Tobikomi)}
        more = tuple(
            Tobikomi(dive.seat, dive.month)
            for dive in self.deal.dives
            if (dive.seat, dive.month) not in told and len(self.event.captures[dive.seat].of_month(dive.month)) == 4
        )
        lowered = {each.seat for each in happenings if isinstance(each, SetsMade) and each.call == "sage"}
        for dive in more:
            if self.flow.tobikomi_liable and lowered - {dive.seat}:
                message = f"seat {dive.seat} captured all of month {dive.month}: say whether before or after the 下げ"
                raise self._refuse(message, self.flow.rules["tobikomi_lowerer"])
        return (*more, *happenings)

    def _check_dive(self, dive: Tobikomi) -> None:
        rule = self.flow.rules.get("tobikomi", "SD-TEYAKU-03")
        shown = any((each.seat, each.month) == (dive.seat, dive.month) for each in self.deal.dives)
        if not shown or len(self.event.captures[dive.seat].of_month(dive.month)) != 4:
            raise self._refuse(f"no 飛込み of seat {dive.seat} with month {dive.month}", rule)

    def _check_sets(self, made: SetsMade) -> End:
        if made.seat not in self.deal.order:
            raise self._refuse(f"seat {made.seat} is not in play and makes no set", self.rule)
        pile = self.event.captures[made.seat]
        worth = dict(self.called.get(made.seat, ()))
        if not made.sets:
            raise self._refuse(f"seat {made.seat} calls without a set", self.rule)
        for rule, value in made.sets:
            row = self.state.game.row(rule)
            if not isinstance(row, SetRow) or self.flow.moment is Moment.NEVER:
                raise self._refuse(f"{rule} is no set that is called", self.rule)
            most = row.value + row.more * (len(pile & row.cards) - row.least)
            if not worth.get(rule, 0) < value <= most or value < row.value:
                raise self._refuse(f"seat {made.seat} has no {row.name} worth {value}", rule)
        for rule, seat in made.fed:
            if seat == made.seat or seat not in self.deal.order or rule not in dict(made.sets):
                raise self._refuse(f"seat {seat} fed no {rule} to seat {made.seat}", self.rule)
        self.called[made.seat] = tuple((worth | dict(made.sets)).items())
        if made.call == "agari":
            return End.SET
        if self.flow.one_lowerer and any(other != made.seat for other in self.lowered):
            raise self._refuse(
                f"seat {made.seat} cannot play on beside seat {self.lowered[0]}", self.flow.rules["sage"]
            )
        self.lowered.append(made.seat)
        return End.PLAYED_OUT

    def _check_cancel(self, cancel: Cancelled) -> End:
        rule = self.flow.rules.get("cancel")
        if rule is None or not self.state.options.get("sage_cancel", True) or self.lowered[-1:] != [cancel.seat]:
            raise self._refuse(f"seat {cancel.seat} has no 下げ to cancel", rule or self.rule)
        return End.CANCEL

    def _check_undeclared(self) -> None:
        """What the piles show must have been declared, be it as 下げ (AMB-COM-02)."""
        for seat in self.deal.order:
            called = self.called.get(seat, ())
            worth = dict(called)
            for rule, value in sets_of(self.state, seat, self.event.captures[seat], called):
                if value > worth.get(rule, 0):
                    name = self.state.game.row(rule).name
                    raise self._refuse(f"seat {seat} holds {name}, which was not called", rule)

    def _check_played_out(self) -> None:
        """With three in play every card ends in a pile (COM-CAP-06), unless a 下げ ran out first (H3-SAGE-06)."""
        total = sum(len(pile) for pile in self.event.captures)
        early = self.flow.one_lowerer and self.lowered
        left_lying = not self.state.options["capture_mandatory"]
        if len(self.deal.order) == 3 and total != 48 and not early and not left_lying:
            raise self._refuse(f"{total} cards captured of 48 in a deal that was played out", "COM-CAP-06")
