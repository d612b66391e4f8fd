"""The settlement of one deal: from what happened to who pays whom (chapter ALG of the rule book).

`settle` is pure and knows no cards: full mode and result mode both end in the same `Facts`, so they cannot
differ. It also settles a deal that is still going on, as far as it is settled at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .ba import Ba
from .events import Cancelled, SetsMade, Tobikomi
from .facts import End, Facts, Settlement
from .ledger import Entry
from .ruleset import DealersRight, Difference, Origins, Raise
from .special import find_special
from .terms import Term
from .yaku import KAN, KasuRow, SetRow

NUKE_POINTS = 89
"""Card points that pay 抜け and みずてん (H3-TOKU-05, H88-TEYAKU-31, H2-TEYAKU-03, H88-MIZU-02)."""


@dataclass(slots=True)
class _Standing:
    """A completed set on its way to being paid."""

    id: str
    mon: int
    payer: int | None
    """Who pays for all; None if each pays."""
    because: str
    fed_by: int | None
    entries: list[Entry] = field(default_factory=list)
    """What was already received for it (H2-SAGE-00)."""
    raises: tuple[Raise, ...] = ()
    """What multiplies it at the end of the deal."""


def settle(facts: Facts) -> Settlement:
    """Payments of a deal as far as it has gone, in the order in which they fall due."""
    settler = _Settler(facts)
    settled = settler.run()
    if facts.counted:
        settled = replace(settled, entries=_as_counted(facts, settled.entries, settler.by_points))
    return replace(settled, entries=_as_told(facts, settled.entries)) if facts.told and not facts.counted else settled


def _as_counted(facts: Facts, entries: tuple[Entry, ...], by_points: list[Entry]) -> tuple[Entry, ...]:
    """What follows from card points that people counted says so (YK-TOLD-02), and so do sets as told (YK-TOLD-01)."""
    followed = {id(entry) for entry in by_points}
    sets = {row.id for row in facts.game.dekiyaku} | {facts.game.rules.tobikomi}

    def say(entry: Entry) -> Entry:
        why = "YK-TOLD-01" if entry.rule in sets else "YK-TOLD-02" if id(entry) in followed else ""
        return replace(entry, because=(*entry.because, why)) if why else entry

    return tuple(map(say, entries))


def _as_told(facts: Facts, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What rests on a feeder that people told says so (YK-TOLD-01)."""
    rules = facts.game.rules
    feeding = {rules.hatto, rules.hatto_added, rules.tobikomi_hatto}
    return tuple(
        replace(entry, because=(*entry.because, "YK-TOLD-01"))
        if (entry.payee, entry.payer) in facts.told and feeding & set(entry.because)
        else entry
        for entry in entries
    )


class _Settler:
    """One pass over the facts; holds what the steps share."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.flow = facts.game.flow
        self.rules = facts.game.rules
        self.entries: list[Entry] = []
        self.refundable: list[Entry] = []
        self.standing: dict[int, list[_Standing]] = {}
        self.lowered: list[int] = []
        """Seats whose lowered sets still stand, in order of lowering."""
        self.special = False
        """True if a 特殊役 decided the deal."""
        self.by_points: list[Entry] = []
        """What was paid because of the card points."""

    def run(self) -> Settlement:
        facts = self.facts
        self._fees()
        self._teyaku()
        for happening in facts.happenings:
            if isinstance(happening, Tobikomi):
                self._tobikomi(happening)
            elif isinstance(happening, SetsMade):
                self._made(happening)
        self._wrong_claims()
        if facts.end is End.OPEN:
            return Settlement(tuple(self.entries), None)
        if facts.end is End.VOID:
            self._return(self.entries, self.rules.void)
            return Settlement(tuple(self.entries), None)
        winner = self._finish()
        if winner is not None:
            self._pot(winner)
            if facts.end is not End.SHISO:
                self._token(winner)
        return Settlement(tuple(self.entries), winner)

    # -- paying ---------------------------------------------------------------------------------------------

    def _pay(
        self,
        payer: int | None,
        payee: int | None,
        mon: int,
        rule: str,
        *terms: Term,
        because: tuple[str, ...] = (),
    ) -> Entry:
        entry = Entry(self.facts.deal, payer, payee, mon, rule, because, terms, self.facts.game.unit)
        self.entries.append(entry)
        return entry

    def _from_all(
        self, payee: int, mon: int, rule: str, *terms: Term, sole: int | None = None, because: tuple[str, ...] = ()
    ) -> list[Entry]:
        """`mon` from each other player in play (SD-TEYAKU-01; of two: H2-TEYAKU-01), or all of it from `sole`."""
        others = [seat for seat in self.facts.order if seat != payee]
        if sole is not None:
            count: Term = ("for", len(others), 1)
            return [self._pay(sole, payee, mon * len(others), rule, *terms, count, because=because)]
        return [self._pay(seat, payee, mon, rule, *terms, because=because) for seat in others]

    def _return(self, entries: list[Entry], rule: str, kind: str = "back") -> None:
        """Exact reversals (DECL-RULE-03)."""
        for entry in list(entries):
            amount: Term = (kind, entry.mon, 1)
            self._pay(entry.payee, entry.payer, entry.mon, rule, amount, because=(entry.rule,))

    def _per_payer(self, mon: int, parts: int = 1, half: bool = False) -> int:
        """What each of several payers pays for a yaku of price `mon` at 小場."""
        amount = self.facts.rate.yaku(mon, parts)
        divisor = (len(self.facts.order) - 1 if self.flow.share else 1) * (2 if half else 1)
        assert amount % divisor == 0, (amount, divisor)
        return amount // divisor

    def _terms(self, mon: int, parts: int = 1, half: bool = False) -> tuple[Term, ...]:
        rate = self.facts.rate
        price = self.facts.game.price
        terms: list[Term] = [(price, mon // KAN if price == "kan" else mon, 1)]
        terms += self._rate_terms()
        if rate.raise_mon and parts:
            terms.append(("extra", rate.raise_mon * parts // KAN, 1))
        if half:
            terms.append(("half", 1, 2))
        if self.flow.share and len(self.facts.order) > 2:
            terms.append(("split", len(self.facts.order) - 1, 1))
        return tuple(terms)

    def _rate_terms(self) -> list[Term]:
        rate = self.facts.rate
        if rate.times == rate.per:
            return []
        kind = {Ba.DAI: "dai", Ba.ZETSU: "zetsu"}.get(self.facts.ba or Ba.SHO, "auction")
        return [(kind, rate.times, rate.per)]

    # -- before play ----------------------------------------------------------------------------------------

    def _fees(self) -> None:
        """降り賃 to the pot (H80-BID-03, H88-BID-03), then 追い込み代 (H88-BID-06)."""
        rate = self.facts.rate
        for place, (seat, mon) in enumerate(self.facts.fees, start=1):
            # Of 八十's one fee no rate is said, for none is taken (H80-BID-13).
            terms: tuple[Term, ...] = (("ten", mon, 1),)
            if not self.flow.share:
                terms = (("fee", mon * rate.per // rate.times, place), *self._rate_terms())
            self._pay(seat, None, mon, self.rules.fee, *terms)
        for seat, hand in self.facts.squeezed:
            option = str(self.facts.options["oikomi"])
            mon = hand.mon(rate, option)
            for payer in self.facts.order if mon else ():
                self._pay(payer, seat, mon, self.rules.oikomi, *hand.counted(option), *self._rate_terms())

    def _teyaku(self) -> None:
        """手役代 of each part of each claim, separately; beside a 四三 the others' too (H3-SHISO-02)."""
        whole = self.facts.options.get("f_scope") == "claim"
        for claim in self.facts.claims:
            for place, part in enumerate(claim.parts):
                row = self.facts.game.row(part)
                # Menu F raises each component, or a compound once (AMB-H3-08).
                raised = 0 if whole and place else 1
                mon, terms = self._per_payer(row.mon, raised), self._terms(row.mon, raised)
                paid = self._from_all(claim.seat, mon, row.id, *terms)
                if self.facts.end is End.SHISO and self._is_shiso(part):
                    why = (self.rules.shiso,)
                    paid += [
                        self._pay(seat, claim.seat, mon, row.id, *terms, because=why) for seat, _ in self.facts.fees
                    ]
                self.refundable += paid

    def _wrong_claims(self) -> None:
        for claim in self.facts.claims:
            if claim.void:
                paid = [entry for entry in self.refundable if entry.payee == claim.seat]
                self._return(paid, self.rules.wrong)
                self.refundable = [entry for entry in self.refundable if entry.payee != claim.seat]

    # -- play -----------------------------------------------------------------------------------------------

    def _lowerer(self, seat: int) -> int | None:
        """Who has lowered before `seat`, another person."""
        others = [other for other in self.lowered if other != seat]
        return others[-1] if others else None

    def _tobikomi(self, made: Tobikomi) -> None:
        """飛込み, at the moment of the fourth card (H3-TOKU-04, H88-TEYAKU-30, H2-TEYAKU-02)."""
        liable = self.flow.tobikomi_liable or self.facts.options.get("tobikomi_hatto")
        sole, because = made.hatto_by if liable else None, self.rules.tobikomi_hatto
        lowerer = self._lowerer(made.seat) if self.flow.tobikomi_liable else None
        if lowerer is not None:
            sole, because = lowerer, self.rules.tobikomi_lowerer
        self.refundable += self._from_all(
            made.seat,
            self.facts.rate.bonus(KAN),
            self.rules.tobikomi,
            ("kan", 1, 1),
            *self._rate_terms(),
            sole=sole,
            because=(because,) if sole is not None else (),
        )

    def _made(self, made: SetsMade) -> None:
        """Sets completed in one turn join those that stand; others' lowered sets may be beaten by it."""
        flow, game = self.flow, self.facts.game
        mine = self.standing.setdefault(made.seat, [])
        lowerer = self._lowerer(made.seat) if flow.lowerer_pays else None
        fed_before = next((each.fed_by for each in mine if each.fed_by is not None), None)
        feeders = dict(made.fed) if flow.hatto else {}
        fresh = []
        for rule, value in made.sets:
            row = game.row(rule)
            assert isinstance(row, SetRow)
            fed_by = feeders.get(rule)
            payer, because = None, ""
            # Every set has its own payer: one that was not fed beside one that was is paid by each (H3-HATTO-05).
            if lowerer is not None:
                payer, because = lowerer, self.rules.lowerer
            elif fed_by is not None:
                payer, because = fed_by, self.rules.hatto
            elif flow.hatto_spreads and fed_before is not None:
                payer, because = fed_before, self.rules.hatto_added
            if fed_by is None and flow.hatto_spreads:
                # Kept with the added set, which may replace the one that was fed.
                fed_by = fed_before
            fresh.append(_Standing(rule, value * row.unit, payer, because, fed_by))
            for each in [each for each in mine if self._replaced(each.id, row)]:
                # What was received for it at completion goes back (H2-SAGE-00; elsewhere nothing was).
                self._return(each.entries, rule, "instead")
                mine.remove(each)
        mine += fresh
        if flow.at_completion:  # H2-SAGE-00, H2-SAGE-01
            for each in fresh:
                self._pay_set(made.seat, each, 1)
        if flow.beaten_at == "made":
            self._beat(made.seat)
        if made.call == "sage" and made.seat not in self.lowered:
            self.lowered.append(made.seat)

    def _replaced(self, standing: str, by: SetRow) -> bool:
        """True if a standing set is not paid beside `by` (H3-SAGE-07, H88-DEKI-05, H2-DEKI-07)."""
        beside = by.beside_lowered is not None and by.beside_lowered(self.facts.options)
        return standing == by.id or (standing in by.replaces and not beside)

    def _pay_set(self, seat: int, each: _Standing, raised: int, half: bool = False, why: str = "") -> None:
        terms = self._terms(each.mon, raised, half)
        because = tuple(filter(None, (each.because, why)))
        mon = self._per_payer(each.mon, raised, half)
        for up in each.raises:
            mon *= up.times
            terms += (("times", up.times, 1),)
            because += (up.rule,)
        each.entries = self._from_all(seat, mon, each.id, *terms, sole=each.payer, because=because)

    def _beat(self, winner: int) -> None:
        """Another player's set makes the lowered ones void or halves them."""
        for seat in [other for other in self.lowered if other != winner]:
            self.lowered.remove(seat)
            beaten = self.standing.pop(seat)
            keeps = self.flow.beaten_half and self.facts.options.get("beaten_sage", "half") == "half"
            self._close(seat, beaten, self.rules.beaten, 1 if keeps else 0)

    def _close(self, seat: int, sets: list[_Standing], why: str, halves: int) -> None:
        """Pay a player's sets in halves: 2 in full, 1 half, 0 nothing."""
        whole = self.facts.options.get("f_scope") == "claim"
        for place, each in enumerate(sets):
            if self.flow.at_completion:
                for entry in each.entries if halves < 2 else ():
                    back = entry.mon * (2 - halves) // 2
                    terms: list[Term] = [("back", entry.mon, 1)]
                    terms += [("half", 1, 2)] if halves else []
                    self._pay(entry.payee, entry.payer, back, why, *terms, because=(each.id,))
            elif halves:
                self._pay_set(seat, each, 0 if whole and place else 1, halves == 1, why if halves == 1 else "")

    # -- the end --------------------------------------------------------------------------------------------

    def _finish(self) -> int | None:
        """Pay what the end of the deal pays (in the order of H3-SCORE-01, H88-SCORE-02); the winner's seat, if any."""
        facts = self.facts
        if facts.end is End.WALKOVER:
            return facts.order[0]
        if facts.end is End.TEYAKU:
            # With two of them nobody has won, and the dealer stays (KK-TEYAKU-03).
            holders = [claim.seat for claim in facts.claims if not claim.void]
            return holders[0] if len(holders) == 1 else None
        if facts.end is End.SHISO:
            return next(claim.seat for claim in facts.claims if any(self._is_shiso(part) for part in claim.parts))
        last = facts.happenings[-1] if facts.happenings else None
        if facts.end is End.SET:
            assert isinstance(last, SetsMade)
            self._raise(last.seat)
            # Old and new sets in full (H3-DEKI-08, H88-SAGE-04, KK-KOI-01).
            self._close(last.seat, self.standing[last.seat], "", 2)
            self._beat(last.seat)
            self._after_set()
            return last.seat
        if facts.end is End.CANCEL:
            assert isinstance(last, Cancelled)
            self._close(last.seat, self.standing[last.seat], self.rules.cancel, 1)
            self._after_set()
            return last.seat
        if self.lowered and self.flow.run_out_halves:
            totals = {
                seat: sum(each.mon for each in self.standing[seat]) for seat in facts.order if seat in self.lowered
            }
            for seat in totals:
                self._close(seat, self.standing[seat], self.rules.run_out, self.flow.run_out_halves)
            if not self.flow.points_after_sage:
                self._after_set()
                # The first of equals in play order: H80-SAGE-05.
                return max(totals, key=lambda seat: totals[seat])
        before = len(self.entries)
        winner = self._points()
        # What goes back (吹き消し) names the payment that it returns, and no more.
        self.by_points = [entry for entry in self.entries[before:] if entry.rule != self.rules.refund]
        return winner

    def _is_shiso(self, part: str) -> bool:
        return self.facts.game.row(part).name == "四三"

    def _after_set(self) -> None:
        if self.facts.options.get("nuke_after_set"):
            self._nuke()
        self._mizuten(False)

    def _raise(self, seat: int) -> None:
        """Mark what multiplies the sets that end a deal (KK-SCORE-02, KK-SCORE-03)."""
        worth = sum(each.mon for each in self.standing[seat])
        others = any(other != seat for other in self.lowered)
        raises = tuple(
            up
            for up in self.facts.game.raises
            if up.when(self.facts.options) and worth >= up.least and (others or not up.after_sage)
        )
        for each in self.standing[seat]:
            each.raises = raises

    def _points(self) -> int | None:
        """特殊役 with 吹き消し; else 抜け, みずてん and the card points. The winner's seat."""
        facts = self.facts
        if facts.options.get("special", True):
            specials = find_special(facts.game.id, facts.points, facts.kasu)
            if specials:
                self.special = True
                self._return(self.refundable, self.rules.refund)
                worth = dict.fromkeys(range(len(facts.order)), 0)
                for special in specials:
                    terms = self._terms(special.mon)
                    self._from_all(facts.order[special.by], self._per_payer(special.mon), special.row.id, *terms)
                    worth[special.by] += special.value
                self._mizuten(False)
                return facts.order[max(worth, key=lambda place: worth[place])]
        self._nuke()
        self._mizuten(True)
        self._roles()
        return self._card_points()

    def _nuke(self) -> None:
        """抜け: a kasu hand and 89 points."""
        if not self.rules.nuke:
            return
        points = dict(zip(self.facts.order, self.facts.points, strict=True))
        for claim in self.facts.claims:
            rows = [self.facts.game.row(part) for part in claim.parts]
            kasu = any(isinstance(row, KasuRow) and row.nuke for row in rows)
            if kasu and not claim.void and points[claim.seat] >= NUKE_POINTS:
                mon = self.facts.rate.bonus(KAN)
                self._from_all(claim.seat, mon, self.rules.nuke, ("kan", 1, 1), *self._rate_terms())

    def _mizuten(self, by_points: bool) -> None:
        """みずてん: 1貫 from everybody at the table (H88-MIZU-02, AMB-H88-09)."""
        facts = self.facts
        if facts.mizuten is None:
            return
        dropped = {seat for seat, _ in facts.fees}
        payers = dropped if facts.options["mizuten_bonus"] == "dropped_always" else set()
        if by_points and facts.points[facts.order.index(facts.mizuten)] >= NUKE_POINTS:
            payers = set(range(facts.seats)) - {facts.mizuten}
        for seat in sorted(payers):
            mon = facts.rate.bonus(KAN)
            self._pay(seat, facts.mizuten, mon, self.rules.mizuten, ("kan", 1, 1), *self._rate_terms())

    def _roles(self) -> None:
        """End-of-deal sets of すだおし (SD-DEKI-00, AMB-SD-02)."""
        for seat, rule in self.facts.roles:
            row = self.facts.game.row(rule)
            split = self.facts.options["role_payment"] == "split"
            mon = row.mon // 2 if split else row.mon
            self._from_all(seat, mon, row.id, *self._terms(row.mon, half=split))

    def _card_points(self) -> int | None:
        """Card points as the game settles them; the winner's seat, of equals the earlier in play order.

        H88-SCORE-05, H80-SCORE-04, H3-NEXT-01.
        """
        facts = self.facts
        method = facts.game.card_points[len(facts.order)]
        scores = facts.points
        if isinstance(method, DealersRight):
            if method.when(facts.options):
                self._from_all(facts.order[0], method.mon, method.rule, (facts.game.price, method.mon, 1))
            return None
        if isinstance(method, Difference):
            self._difference(method)
        else:
            nets = tuple(count - origin for count, origin in zip(facts.points, method.points, strict=True))
            self._pay_nets(method, nets)
            scores = nets if facts.options.get("next_oya", "net") == "net" else scores
        return facts.order[max(range(len(scores)), key=scores.__getitem__)]

    def _difference(self, method: Difference) -> None:
        """The player with fewer points pays the other (H80-SCORE-02, H2-SCORE-01, H2-SCORE-04)."""
        facts = self.facts
        first, second = facts.points
        if first == second:
            return
        payee, payer = facts.order if first > second else facts.order[::-1]
        amount = abs(first - second)
        terms: list[Term] = [("against", max(first, second), min(first, second))]
        banded = method.bands_from is not None and amount >= method.bands_from
        if banded:
            amount = KAN * min(amount // 10, method.most_kan)
            terms.append(("band", amount // KAN, 1))
        terms += self._rate_terms()
        because = (method.band_rule,) if banded else ()
        self._pay(payer, payee, facts.rate.bonus(amount), method.rule, *terms, because=because)

    def _pay_nets(self, method: Origins, nets: tuple[int, ...]) -> None:
        """Those below their origin pay those above, in play order (H80-SCORE-03, H88-SCORE-01, SD-SCORE-01)."""
        order = self.facts.order
        amounts = tuple(method.times * mon for mon in self.facts.rate.nets(nets))
        twice: list[Term] = [("twice", 2, 1)] if method.times == 2 else []
        # Odd nets were made even, so that the counts alone do not explain the amounts.
        evened = self.facts.rate.even_nets and any(net % 2 for net in nets)
        because = (self.rules.evened,) if evened else ()
        owed = {place: -mon for place, mon in enumerate(amounts) if mon < 0}
        for place, due in enumerate(amounts):
            for debtor, debt in owed.items():
                mon = min(due, debt)
                if mon > 0:
                    due -= mon
                    owed[debtor] -= mon
                    # Whose points explain the amount: the one's who settles completely with it.
                    whose = debtor if -amounts[debtor] == mon else place
                    count: Term = ("points", self.facts.points[whose], method.points[whose])
                    factors = (count, *twice, *self._rate_terms())
                    self._pay(order[debtor], order[place], mon, method.rule, *factors, because=because)

    def _pot(self, winner: int) -> None:
        """The pot goes to the winner, or to the highest points by option (H88-SCORE-03, H88-SCORE-04)."""
        facts = self.facts
        pot = sum(mon for _, mon in facts.fees)
        if not pot:
            return
        rule = (len(facts.order) == 2 and self.rules.pot_two) or self.rules.pot
        if facts.end is End.WALKOVER:
            rule = self.rules.pot_walkover
        elif facts.end in (End.SET, End.SHISO) or self.special:
            rule = self.rules.pot_set
        elif self.lowered:
            several = len(self.lowered) > 1
            rule = (several and self.rules.pot_outs) or self.rules.pot_out
        # A 四三 ends the match before anybody has card points: its holder takes the pot whatever the option.
        if facts.options.get("fee_when_set") == "top_points" and facts.points and facts.end is not End.SHISO:
            winner, rule = (
                facts.order[max(range(len(facts.order)), key=facts.points.__getitem__)],
                self.rules.pot_top,
            )
        self._pay(None, winner, pot, rule, ("pot", pot, 1))

    def _token(self, winner: int) -> None:
        """The next dealer's stone (H3-NEXT-02) or 月札 (H88-END-04): 1文 to the table, never multiplied."""
        if self.flow.stone or self.facts.options.get("tsukifuda"):
            self._pay(winner, None, 1, self.rules.token, ("mon", 1, 1))
