"""Result mode: settle a deal from what lies on the table at its end and what was declared on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from .cards import CardSet, Month
from .close import finish
from .errors import IllegalAction
from .events import Call, Cancelled, DealResult, Happening, SetsMade, Tobikomi
from .facts import End
from .flow import Moment
from .ruleset import DealersRight
from .state import Deal, Phase, State, ends_in_hand, evolve, sets_of
from .yaku import SetRow


def deal_result(state: State, event: DealResult) -> State:
    """The deal ends as recorded. Raises: IllegalAction where record and rules contradict each other."""
    check = Record(state, event)
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


def seen_cards(state: State, deal: Deal) -> int:
    """How many cards come up in a deal: of two players the field, two hands, and a card of the deck for each card of
    them (COM-CAP-06)."""
    return 48 if len(deal.order) == 3 else state.game.field + 4 * state.game.hand


def least_captured(state: State, deal: Deal) -> int:
    """Fewest cards that the piles hold once a deal is played out: of a month the field keeps no more than lie there
    now, or one card, where who can capture must (COM-CAP-05); of three players it keeps none (COM-CAP-06)."""
    if not state.options["capture_mandatory"]:
        return 0
    kept = 0 if len(deal.order) == 3 else sum(max(len(deal.field.of_month(month)), 1) for month in Month)
    return seen_cards(state, deal) - kept


class Record:
    """The checks of one recorded result.

    What only the piles can show is checked in methods of their own, which `told.Told` has others for.
    """

    def __init__(self, state: State, event: DealResult) -> None:
        self.state, self.event = state, event
        self.flow = state.game.flow
        deal = state.deal
        self.rule = state.game.rules.call
        if deal is None or state.phase not in (Phase.TEYAKU, Phase.HAND, Phase.DECK, Phase.LAST_CALL):
            if state.phase is Phase.BID:
                raise self._refuse("no result before everybody has bid", self.rule)
            raise self._refuse("no deal to record a result for", self.rule)
        end = ends_in_hand(state, deal)
        if end is not None:
            rules = state.game.rules
            raise self._refuse(
                "a hand yaku ends the deal before play", rules.shiso if end is End.SHISO else rules.teyaku
            )
        self.deal: Deal = deal
        self.called: dict[int, tuple[tuple[str, int], ...]] = {}
        self.dived: set[tuple[int, int]] = set()
        self.told: set[tuple[int, int]] = set()
        """Maker and feeder of what was told to be fed and nobody followed."""
        self.lowered: list[int] = []

    def _refuse(self, sentence: str, rule: str, **gaps: object) -> IllegalAction:
        return IllegalAction(sentence, rule, self.state, **gaps)

    def finish(self) -> State:
        self._check_piles()
        happenings = self._with_tobikomi()
        end = End.PLAYED_OUT
        for happening in happenings:
            if end is not End.PLAYED_OUT:
                raise self._refuse("something of seat {seat} after the deal had ended", self.rule, seat=happening.seat)
            if isinstance(happening, SetsMade):
                end = self._check_sets(happening)
            elif isinstance(happening, Tobikomi):
                self._check_tobikomi(happening)
            else:
                end = self._check_cancel(happening)
        if self.flow.moment is not Moment.NEVER:
            self._check_undeclared()
        if end is End.PLAYED_OUT:
            self._check_played_out()
        told = tuple(sorted(self.told))
        deal = evolve(self._with_piles(), happenings=happenings, end=end, waiting=None, told=told)
        return finish(evolve(self.state, deal=deal))

    def _with_piles(self) -> Deal:
        """The deal with the cards where they lie at its end."""
        taken = CardSet.from_mask(sum(pile.mask for pile in self.event.captures))
        return evolve(
            self.deal,
            piles=self.event.captures,
            field=self.deal.field - taken,
            hands=tuple(hand - taken for hand in self.deal.hands),
            exposed=tuple(cards - taken for cards in self.deal.exposed),
        )

    def _check_piles(self) -> None:
        piles = self.event.captures
        if len(piles) != len(self.state.players):
            raise self._refuse("{n} piles for {seats} seats", "COM-CAP-05", n=len(piles), seats=len(self.state.players))
        seen = 0
        for seat, pile in enumerate(piles):
            if pile and seat not in self.deal.order:
                raise self._refuse("seat {seat} is not in play and captures nothing", "COM-CAP-05", seat=seat)
            if seen & pile.mask:
                raise self._refuse("{cards} is in two piles", "COM-CARD-01", cards=CardSet.from_mask(seen & pile.mask))
            if not self.deal.piles[seat] <= pile:
                missing = self.deal.piles[seat] - pile
                raise self._refuse(
                    "seat {seat} had captured {cards}, which is not in the pile", "COM-CAP-05", seat=seat, cards=missing
                )
            seen |= pile.mask
        most = seen_cards(self.state, self.deal)
        if seen.bit_count() > most:
            sentence = "{n} cards captured of the {most} that two players see"
            raise self._refuse(sentence, "COM-CAP-06", n=seen.bit_count(), most=most)

    def _check_pairs(self) -> None:
        """Where the piles are whole each holds none, two or four cards of a month (COM-CAP-02 to COM-CAP-04)."""
        for seat, pile in enumerate(self.event.captures):
            for month in Month:
                cards = pile.of_month(month)
                if len(cards) % 2:
                    sentence = "seat {seat} holds {n} cards of month {month}, {cards}: expected 0, 2 or 4"
                    rule = "COM-CAP-02" if len(cards) == 1 else "COM-CAP-04"
                    raise self._refuse(sentence, rule, seat=seat, n=len(cards), month=int(month), cards=cards)

    def _with_tobikomi(self) -> tuple[Happening, ...]:
        """The happenings, with each 飛込み that the piles show and nobody wrote down at the beginning."""
        happenings = self.event.happenings
        told = {(each.seat, each.month) for each in happenings if isinstance(each, Tobikomi)}
        more = tuple(
            Tobikomi(each.seat, each.month)
            for each in self.deal.shown_threes
            if (each.seat, each.month) not in told and len(self.event.captures[each.seat].of_month(each.month)) == 4
        )
        lowered = {each.seat for each in happenings if isinstance(each, SetsMade) and each.call == "sage"}
        for each in more:
            if self.flow.tobikomi_liable and lowered - {each.seat}:
                sentence = "seat {seat} captured all of month {month}: say whether before or after the 下げ"
                rule = self.state.game.rules.tobikomi_lowerer
                raise self._refuse(sentence, rule, seat=each.seat, month=each.month)
        return (*more, *happenings)

    def _check_tobikomi(self, made: Tobikomi) -> None:
        rules = self.state.game.rules
        rule = rules.tobikomi
        shown = any((each.seat, each.month) == (made.seat, made.month) for each in self.deal.shown_threes)
        if not shown or not self._holds_month(made):
            raise self._refuse("no 飛込み of seat {seat} with month {month}", rule, seat=made.seat, month=made.month)
        if (made.seat, made.month) in self.dived:
            raise self._refuse(
                "the 飛込み of seat {seat} with month {month} is told twice", rule, seat=made.seat, month=made.month
            )
        self.dived.add((made.seat, made.month))
        if made.hatto_by is not None:
            if not (self.flow.tobikomi_liable or self.state.options.get("tobikomi_hatto")):
                raise self._refuse("飛込み is not under 法度", rules.unguarded or rules.exempt)
            self._check_feeder(made.seat, made.hatto_by, rules.tobikomi_hatto)

    def _holds_month(self, made: Tobikomi) -> bool:
        return len(self.event.captures[made.seat].of_month(made.month)) == 4

    def _check_feeder(self, maker: int, feeder: int, rule: str) -> None:
        if feeder == maker or feeder not in self.deal.order:
            raise self._refuse("seat {feeder} cannot have fed seat {maker}", rule, feeder=feeder, maker=maker)
        # Seen only where the cards were followed; else the payment says that it is as told.
        if not any((feed.by, feed.to) == (feeder, maker) for feed in self.deal.feeds):
            self.told.add((maker, feeder))

    def _check_sets(self, made: SetsMade) -> End:
        if made.seat not in self.deal.order:
            raise self._refuse("seat {seat} is not in play and makes no set", self.rule, seat=made.seat)
        if not made.sets:
            raise self._refuse("seat {seat} calls without a set", self.rule, seat=made.seat)
        self._check_held(made, self._rows_of(made))
        self._check_fed(made)
        self.called[made.seat] = tuple((dict(self.called.get(made.seat, ())) | dict(made.sets)).items())
        if made.call == "agari":
            return End.SET
        if self.flow.one_lowerer and any(other != made.seat for other in self.lowered):
            raise self._refuse(
                "seat {seat} cannot play on beside seat {other}",
                self.state.game.rules.sage,
                seat=made.seat,
                other=self.lowered[0],
            )
        self.lowered.append(made.seat)
        return End.PLAYED_OUT

    def _rows_of(self, made: SetsMade) -> dict[str, SetRow]:
        """The sets that are told, each of them one that is called in this game."""
        played = self._played()
        rows: dict[str, SetRow] = {}
        for rule, _ in made.sets:
            row = played.get(rule)
            if row is None or self.flow.moment is Moment.NEVER:
                raise self._refuse("{yaku} is no set that is called", self.rule, yaku=rule)
            if rule in rows:
                raise self._refuse("{yaku} of seat {seat} is told twice", rule, yaku=row.name, seat=made.seat)
            rows[rule] = row
        return rows

    def _played(self) -> dict[str, SetRow]:
        """Every set of the game by its rule, as it counts under the options."""
        game = self.state.game
        return {row.id: row for row in game.dekiyaku} | {row.id: row for row in game.sets(self.state.options)}

    def _check_held(self, made: SetsMade, rows: Mapping[str, SetRow]) -> None:
        """Each set lies in the pile, is worth what is said, and is paid beside the others of this seat."""
        called, played = self.called.get(made.seat, ()), self._played()
        pile = self.event.captures[made.seat]
        # The cards of the sets that are told so far: what else the pile holds may have come later.
        cards, before = CardSet(), [played[rule] for rule, _ in called]
        for row in (*rows.values(), *before):
            cards |= pile & row.cards
        standing = self._when_told(made, cards, rows, before)
        for rule, value in made.sets:
            row = rows[rule]
            if not row.held(pile):
                sentence = "the pile of seat {seat} holds {n} of the {due} cards of {yaku}"
                n = len(pile & row.cards)
                raise self._refuse(sentence, rule, seat=made.seat, n=n, due=row.least, yaku=row.name)
            if rule not in standing:
                raise self._not_paid(made, row)
            if not dict(called).get(rule, 0) < value <= standing[rule] or value < row.value:
                raise self._refuse("seat {seat} has no {yaku} worth {n}", rule, seat=made.seat, yaku=row.name, n=value)

    def _when_told(
        self, made: SetsMade, cards: CardSet, rows: Mapping[str, SetRow], before: Sequence[SetRow]
    ) -> dict[str, int]:
        """What stood when the sets were told: up to two of `cards` may have made better sets of them later."""
        called = self.called.get(made.seat, ())
        better = CardSet(
            card for row in self.state.game.dekiyaku if rows.keys() & set(row.replaces) for card in row.cards & cards
        )
        for later in (CardSet(some) for size in range(3) for some in combinations(better, size)):
            standing = dict(sets_of(self.state, made.seat, cards - later, called))
            told = all(value <= standing.get(rule, 0) for rule, value in made.sets)
            if told and all(row.held(cards - later) for row in before):
                return standing
        return dict(sets_of(self.state, made.seat, cards, called))

    def _not_paid(self, made: SetsMade, row: SetRow) -> IllegalAction:
        """Why a set that lies in the pile is not paid."""
        told = (*made.sets, *self.called.get(made.seat, ()))
        for rule, _ in told:
            other = self.state.game.row(rule)
            if isinstance(other, SetRow) and row.id in other.replaces:
                sentence = "{yaku} of seat {seat} is not paid beside {other}"
                return self._refuse(sentence, other.id, yaku=row.name, seat=made.seat, other=other.name)
        if any(rule in row.replaces for rule, _ in told):
            rule = self.state.game.rules.barred or row.id
            return self._refuse(
                "{yaku} of seat {seat} does not count after a 下げ", rule, yaku=row.name, seat=made.seat
            )
        return self._refuse("{yaku} is not played with", row.id, yaku=row.name)

    def _check_fed(self, made: SetsMade) -> None:
        """法度 guards the sets that are marked so, and somebody else who is in play fed them (H3-HATTO-00)."""
        rules = self.state.game.rules
        if made.fed and not self.flow.hatto:
            raise self._refuse("no set is under 法度", rules.exempt)
        for at, (rule, feeder) in enumerate(made.fed):
            if rule not in dict(made.sets) or rule in dict(made.fed[:at]):
                raise self._refuse(
                    "seat {feeder} fed no {yaku} to seat {seat}", rules.hatto, feeder=feeder, yaku=rule, seat=made.seat
                )
            row = self.state.game.row(rule)
            if not (isinstance(row, SetRow) and row.hatto):
                raise self._refuse("{yaku} is not under 法度", rules.unguarded, yaku=row.name)
            self._check_feeder(made.seat, feeder, rules.hatto)

    def _check_cancel(self, cancel: Cancelled) -> End:
        rule = self.state.game.rules.cancel
        if not rule or not self.state.options.get("sage_cancel", True) or self.lowered[-1:] != [cancel.seat]:
            raise self._refuse("seat {seat} has no 下げ to cancel", rule or self.rule, seat=cancel.seat)
        return End.CANCEL

    def _check_undeclared(self) -> None:
        """What the piles show must have been declared, be it as 下げ (AMB-COM-02)."""
        for seat in self.deal.order:
            called = self.called.get(seat, ())
            worth = dict(called)
            for rule, value in sets_of(self.state, seat, self.event.captures[seat], called):
                if value > worth.get(rule, 0):
                    name = self.state.game.row(rule).name
                    raise self._refuse("seat {seat} holds {yaku}, which was not called", rule, seat=seat, yaku=name)

    def _check_played_out(self) -> None:
        """With three in play every card ends in a pile (COM-CAP-06), unless a 下げ ran out first (H3-SAGE-06); with
        two no fewer than must be captured, or none at all where nobody asks for the cards."""
        if self.flow.one_lowerer and self.lowered:
            return
        total = sum(len(pile) for pile in self.event.captures)
        if len(self.deal.order) == 3 and total != 48:
            raise self._refuse("{n} cards captured of 48 in a deal that was played out", "COM-CAP-06", n=total)
        least = least_captured(self.state, self.deal)
        needless = isinstance(self.state.game.card_points[len(self.deal.order)], DealersRight)
        if total < least and (total or not needless):
            sentence = "{n} cards captured of at least {least} in a deal that was played out"
            raise self._refuse(sentence, "COM-CAP-05", n=total, least=least)
        self._check_pairs()
