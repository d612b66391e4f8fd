"""Among all legal ways to go on, which one explains best what was seen?

A beam of hypotheses: each a position with the half-turns that led to it and what they and the looks cost. A look at
rest extends them by the half-turns that its difference suggests, none, one or several, and weighs them. Several are
kept over turns, so that a later look repairs an earlier doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from ..observation import Span
from .candidates import HALF_TURN, SaidTurns, as_said, candidates
from .emission import MISSING_OPEN, NO_DEBT, Debt, discrepancies, price, strangers
from .hypothesis import TWO_TURNS, Chain, Hypothesis
from .look import Look
from .order import When, order_cost, source_cost, when_made
from .position import GROUPS, Move, Position, count_of, each_bit, each_face, faces_in, merged, months_of, put, without
from .reach import reach_cost
from .readings import Taking, still_away
from .repairs import read_late, renamed, unconfirmed
from .suggested import again, came_lately, emerged, moved_from_hand, pulled_in
from .turned import cost_of, leads_to, turned

BESIDE = 2.0
"""What it costs that a card was played that is seen in no zone: what lies there is hardly a card."""

NOT_OPEN = 4.0
"""What it costs that a card was played that none of the hand is, where all of the hand lies open or was announced: it
may be misread. The same of a card that another announced."""

WAS_THERE = 4.0
"""What it costs that a card was played that lay there before anybody played."""

BEAM, FRONTIER = 32, 24
"""Hypotheses kept after a look, and extended at each depth of one."""

OF_TURNS = 4
"""Of each number of half-turns so many are kept all the same."""

OF_SHAPE = 4
"""Of those that differ only in which card of a month it was that nobody saw captured so many are kept."""

MARGIN = 14.0
"""A hypothesis that costs this much more than the best one is given up."""

SHOWN_LATE = 2.0
"""What it costs that a card of a hand was laid open once others had played: it may have been hidden until then."""

LEAST_SHOWN = 3
"""Cards of a hand that are laid open together at least: those of a hand yaku."""

PULLED_REST = 1
"""Captures that are not seen on the field in a look that lasted so long (place in `REST_MS`) are pulled in."""

MOST_HALF_TURNS = 12
"""So many half-turns may lie between two looks: two turns of three players, all under a sleeve."""


SURPRISED = 13.0
"""A look that costs the best hypothesis more than this, in nats, is explained by guesses alone."""

OTHER_WAY = 1.0
"""The two cards of a turn change places where that is likelier by so much, in nats; less tells nothing."""


@dataclass
class Decoder:
    """Follows the plays of one deal; feed it its looks in order."""

    start: Position
    said: SaidTurns = field(default_factory=SaidTurns)
    """What people said of half-turns."""
    beam: tuple[Hypothesis, ...] = ()
    """The likeliest first."""
    look: Look | None = None
    """The newest."""
    surprise: float = 0.0
    """What the newest look cost the hypothesis that explains it best, in nats, without what lies over an open hand."""
    guesses_from: int | None = None
    """From which half-turn on guesses alone explain what was seen; None where they do not."""
    spent: float = 0.0
    """What all looks together cost the best of each."""
    _still: Look | None = None
    """The newest in which the field lay open and still for as long as it takes to pull captures in."""
    _lay: int = 0
    """Faces that lay on the field in the look before the newest."""
    _looks: int = 0
    """How many were taken."""
    _from_the_start: int = 0
    """Faces that lay there before anybody played: hardly any of them is played later."""
    _begun_ms: int = -1
    """When nobody had played yet, in a look at the first field; -1 where none was taken, or what could not be read
    there may be a card of it."""
    ever: tuple[int, ...] = field(default=())
    """Faces that were ever seen with each seat: they may lie covered there by now."""
    drawn: tuple[Span, ...] = ()
    """When hands were at the stock since the first look: the newest knows of the last few times, and of none before a
    restart."""
    _others_ms: dict[int, int] = field(default_factory=dict)
    """Face → when it was last seen open before somebody who does not play."""
    _open_ms: int = -1
    """When the table last lay open and still before the newest look, with nothing on the field that could not be
    read."""

    _counted: tuple[Position | None, Look | None, int] = (None, None, 0)
    """Of which position in which look how many cards were found that are not explained."""

    def __post_init__(self) -> None:
        self.beam = (Hypothesis(self.start),)
        self.ever = (0,) * len(self.start.piles)

    @property
    def best(self) -> Hypothesis:
        """The likeliest."""
        return self.beam[0]

    def observe(self, look: Look) -> None:
        """Take a look at rest."""
        look = look.of(self.start.order, self._others_ms)
        everything = look.seen.everything
        if self.look is None and not self.start.field & ~look.seen.field:
            self._note_beginning(look, everything)
        elif look.there.outside.bit_count() >= LEAST_SHOWN and look.lies_as(self.start.field):
            # Nor has anybody who lays a hand open beside all zones: whose it is nobody knows.
            self._let_lie(next((each for each in self.beam if not each.position.turns), self.best), look, everything)
        before, self.look = self.look, look
        self._lay = before.there.field if before is not None else 0
        since_ms = look.drawn[0][0] if look.drawn else look.t_ms
        self.drawn = (*(span for span in self.drawn if span[0] < since_ms), *look.drawn)
        glimpsed, emerging = look.glimpsed, came_lately(look, everything)
        self._looks += 1
        due = self.said.due(self._looks)
        beam = [self._seen_since(unconfirmed(each, look), look) for each in self.beam]
        frontier = [other for each in beam for other in self._with_shown(each, look, everything)]
        frontier += [read for each in frontier for read in read_late(each, look)]
        others = (other for each in frontier for other in renamed(each, look, self.ever))
        frontier += [other for other in others if self.said.allow(other.moves, self._looks)]
        found: dict[tuple[object, ...], Hypothesis] = {}
        takings: dict[tuple[object, ...], tuple[Look, Taking | None]] = {}
        best = float("inf")
        for at in range(MOST_HALF_TURNS + 1):
            weighed = []
            for each in frontier:
                key = each.position.key
                as_they_lie = key, each.position.older
                if as_they_lie not in takings:
                    takings[as_they_lie] = look.taken_for(each.position)
                total, debt, lies = self._priced(each, takings[as_they_lie], everything)
                best = min(best, total)
                weighed.append((total, each, takings[as_they_lie][0], lies))
                known = found.get(key)
                if known is None or total < known.cost:
                    found[key] = Hypothesis(each.position, total, debt, each.chain, each.before)
            frontier = [
                after
                for _, each, own, lies in _to_extend(weighed, at)
                if not each.position.is_over and each.cost <= best + MARGIN
                for after in self._extended(each, own, lies, glimpsed, emerging, due)
            ]
            if not frontier:
                break
        made = [each for each in found.values() if each.position.turns >= due] or found.values()
        kept = _kept(made)
        low, turns = kept[0].cost, self.best.position.turns
        self.surprise = low - _covered_together(kept[0].position, before, look)
        self.spent += low
        self.beam = tuple(_pulled_in(each, look, low) for each in kept if each.cost - low <= MARGIN)
        self._note_guesses(turns, look)
        if not look.moving and not look.unread:
            self._open_ms = look.t_ms
        if look.rest >= PULLED_REST and not look.hides_field:
            self._still = look
        seen = (merged(c, s) for c, s in zip(look.seen.captures, look.seen.shown, strict=True))
        self.ever = tuple(old | now for old, now in zip(self.ever, seen, strict=True))

    def _note_guesses(self, turns: int, look: Look) -> None:
        """Note whether guesses alone explain what was seen since `turns` half-turns. They are none if the table lies by
        them once the arm has left, open hands too, and the card of each was seen."""
        if self.surprise > SURPRISED:
            self.guesses_from = turns if self.guesses_from is None else min(turns, self.guesses_from)
        elif self.guesses_from is not None and look.rest and not look.hides_field and not self.discrepancies():
            position, there = self.best.position, look.there
            lie = (shown | captures for shown, captures in zip(there.shown, there.captures, strict=True))
            lacks = any(hand & ~each for hand, each in zip(position.exposed, lie, strict=True))
            if not lacks and all(when is not None for _, when in self.best.steps[self.guesses_from :]):
                self.guesses_from = None

    def _priced(
        self, each: Hypothesis, taken_for: tuple[Look, Taking | None], everything: int
    ) -> tuple[float, Debt, int]:
        """What the hypothesis costs with a look as it takes it, what is owed then, and all that lies there for it."""
        own, taking = taken_for
        lies, taken = (own.seen.everything, taking.taken) if taking else (everything, ())
        cost, debt = price(_put_away(each, own), own, lies, self.ever, each.debt, taken)
        return each.cost + cost, debt, lies | taking.suggested if taking else lies

    def _note_beginning(self, look: Look, everything: int) -> None:
        """Nobody has played yet: what lies there beside the first field is no card, or none of this deal."""
        self._let_lie(self.best, look, everything)
        beside = replace(look.seen, shown=())  # who laid cards of the hand open plays them
        self._from_the_start = beside.everything & ~self.start.known
        self._begun_ms = -1 if self.start.unread else look.t_ms

    def _let_lie(self, each: Hypothesis, look: Look, everything: int) -> None:
        """Take the hypothesis alone, and what it does not explain as paid."""
        own, taking = look.taken_for(each.position)
        _, debt = price(each.position, own, everything, self.ever, NO_DEBT, taking.taken if taking else ())
        self.beam = (replace(each, cost=0.0, debt=replace(debt, missing=0)),)

    def discrepancies(self) -> int:
        """How many cards of the newest look the best hypothesis does not explain."""
        if self.look is None:
            return 0
        position, (counted, look, count) = self.best.position, self._counted
        if counted is not position or look is not self.look:
            count = discrepancies(position, self.look.taken_for(position)[0])
            self._counted = position, self.look, count
        return count

    @property
    def captured_in_sight(self) -> int:
        """Faces that lie open and still on the field and were captured and pulled in by the best hypothesis: of them it
        is wrong, whatever else it explains."""
        position = self.best.position
        if self._still is None or position.unread:
            return 0
        look = self._still.taken_for(position)[0]
        taken, found = self._taken_since(self._still), 0
        captured = without(reduce(merged, position.piles, 0), taken)
        lay = merged(merged(position.field, taken), still_away(position, look.there))
        for face in each_face(without(look.seen.field, lay)):
            free = GROUPS[face].bit_count() - count_of(position.known, face) - count_of(found, face)
            found = put(found, face) if count_of(captured, face) and free <= 0 else found
        return found

    def _taken_since(self, look: Look) -> int:
        """What was captured by the half-turns of the best hypothesis that were made after `look`: it may have lain on
        the field then."""
        chain, taken = self.best.chain, 0
        while chain is not None:
            chain, move, when = chain
            if when is not None and when.to_ms <= look.t_ms:
                break
            if move.takes and move.face is not None:
                taken = put(merged(taken, move.takes), move.face)
        return taken

    def _with_shown(self, each: Hypothesis, look: Look, everything: int) -> Iterator[Hypothesis]:
        """What lies open before a player who has not played yet, and was not seen before, is a part of the hand; once
        others have played it may be misread."""
        position, late = each.position, not look.lies_as(self.start.field)
        for at, seat in enumerate(position.order):
            if position.turns > 2 * at:
                continue
            opened = 0
            for face in each_face(look.seen.shown[seat] & ~position.exposed[seat]):
                if count_of(everything, face) > count_of(position.known, face) + count_of(opened, face):
                    opened = put(opened, face)
            if opened:
                position = position.with_exposed(seat, opened)
        if late or position is each.position:
            yield each
        if position is not each.position:
            yield replace(each, position=position, cost=each.cost + SHOWN_LATE * late)

    def _extended(
        self, each: Hypothesis, look: Look, everything: int, glimpsed: int, emerging: Sequence[int], due: int
    ) -> Iterator[Hypothesis]:
        """The hypothesis with one half-turn more.

        Args:
            everything: all that is seen in the look.
            glimpsed: faces that were seen lately, lying still or not.
            emerging: those that came in sight lately (`came_lately`).
            due: how many half-turns were made by now, as people say.
        """
        position = each.position
        new = everything & ~position.known | again(position, look)
        glimpsed = (glimpsed & ~position.known | emerged(position, emerging, everything)) & ~new
        lost = pulled_in(position, self._lay, look) if look.hides_field else position.field & ~look.there.field
        moved = moved_from_hand(position, look)
        if not new and not lost and not moved and not glimpsed and not look.hints and position.turns >= due:
            return
        beside = _beside(position, look, new) if look.seen.outside else 0
        moves = candidates(position, new, glimpsed, lost, moved, look.hints)
        if (said := self.said.made.get(position.turns)) is not None:
            moves = as_said(position, said, new | moved, glimpsed)
        for move, cost in moves:
            if self.said.denies(position.turns, move.face, self._looks):
                continue
            after = position.after(move)
            older = strangers(position, look, each.debt, move.face) if move.face is not None else 0
            begun_ms = _known_ms(each.chain if move.from_hand or each.chain is None else each.chain[0])
            when = self._when(move, position, after, look, begun_ms, older)
            # Another of its face that lies on the field came by itself.
            lay_there = move.face is not None and count_of(position.field, move.face)
            if when is None or (_came_aside(position, after, look) and not lay_there):
                when = _came_anew(move, each, look) or when
            # Who announced a hand may lay it open, also beside all zones, and play from there.
            if move.face is not None and self._lay_there(move.face, when) and not position.holds(move):
                cost += WAS_THERE
            if move.face is not None and beside & GROUPS[move.face] and not position.holds(move):
                cost += BESIDE
            cost += (
                source_cost(when, by_hand=move.from_hand)
                + reach_cost(move.seat, when[:2] if when else _since(each, look), look.reached)
                + HALF_TURN
                + _not_open(position, move)
                + _order_cost(each, move, when, look)
            )
            whole = not move.from_hand
            begun = each.before if whole else position
            made = Hypothesis(after, each.cost + cost, each.debt, (each.chain, move, when), begun)
            yield self._likelier_way(each.before, made, look) if whole and each.before is not None else made
            if whole and when is None and each.before is not None:
                yield from self._laid_over(each.before, made, look)

    def _lay_there(self, face: int, when: When | None) -> bool:
        """True if a card of `face` that is none of the first field, or what is taken for one, lay there before anybody
        played."""
        before = when is not None and when.to_ms < self._begun_ms and not self.start.field & GROUPS[face]
        return before or bool(self._from_the_start & GROUPS[face])

    def _when(
        self, move: Move, before: Position, after: Position, look: Look, begun_ms: int | None, strangers: int = 0
    ) -> When | None:
        """When the half-turn may have been made (`when_made`); when a card of an announced hand came in sight tells
        that only where it was seen on the field."""
        when = when_made(move, before, after, look, self._open_ms, strangers, begun_ms)
        lay_beside = before.holds(move) and _came_aside(before, after, look)
        return None if lay_beside else when

    def _seen_since(self, each: Hypothesis, look: Look) -> Hypothesis:
        """The hypothesis with when the cards of its last turn were laid, of which nobody had seen one when it was
        believed, if they were seen since; and the other way round if that is likelier."""
        begun, second, second_when = each.chain or (None, None, None)
        if each.before is None or begun is None or second is None or second.from_hand:
            return each
        earlier, first, first_when = begun
        if first_when is not None and second_when is not None:
            return each
        middle = each.before.after(first)
        ones = first_when or self._when(first, each.before, middle, look, _known_ms(earlier))
        others = second_when or self._when(second, middle, each.position, look, _known_ms(earlier))
        if (ones, others) == (first_when, second_when):
            return each
        last = [earlier[1:]] if earlier is not None else []
        begin, known_ms = each.before.turns - len(last), _known_ms(earlier[0]) if earlier is not None else None
        as_told = cost_of([*last, (first, first_when), (second, second_when)], begin, look.drawn, known_ms)
        as_seen = cost_of([*last, (first, ones), (second, others)], begin, look.drawn, known_ms)
        seen = replace(each, cost=each.cost + as_seen - as_told, chain=((earlier, first, ones), second, others))
        return self._likelier_way(each.before, seen, look)

    def _likelier_way(self, before: Position, made: Hypothesis, look: Look) -> Hypothesis:
        """The hypothesis with the two cards of its last turn, made at `before`, the other way round if that is
        likelier by what `look` knows: the one that began so may have been given up when its first card was not seen
        yet, and what was taken for the first one may have been another."""
        assert made.chain is not None
        begun, second, second_when = made.chain
        assert begun is not None
        earlier, first, first_when = begun
        after = before.after(first)
        newest = self._when(first, before, after, look, _known_ms(earlier))
        if first_when is not None:
            if newest is None or _came_aside(before, after, look):
                newest = first_when
            elif newest.to_ms > first_when.to_ms:
                newest = newest._replace(late=True)
            elif not any(bare <= newest.to_ms <= lies for bare, lies in _laid(first, look)):
                newest = first_when  # what was taken for it may have come before
        if newest is None or second_when is None or self.said.made.keys() & {before.turns, before.turns + 1}:
            return made
        last = [earlier[1:]] if earlier is not None else []
        begin, one, other = before.turns - len(last), (first, first_when), (second, second_when)
        again = first, newest
        known_ms = _known_ms(earlier[0]) if earlier is not None else None
        other_way = cost_of([*last, other, again], begin, look.drawn, known_ms)
        other_way += _not_open(before, replace(first, face=second.face)) - _not_open(before, first)
        as_told, as_seen = (cost_of([*last, each, other], begin, look.drawn, known_ms) for each in (one, again))
        if as_seen - other_way > OTHER_WAY:
            return self._turned(before, made, newest, other_way - as_told) or made
        if as_seen >= as_told:
            return made
        return replace(made, cost=made.cost + as_seen - as_told, chain=((earlier, first, newest), second, second_when))

    def _laid_over(self, before: Position, made: Hypothesis, look: Look) -> Iterator[Hypothesis]:
        """The hypothesis with the two captures of its last turn, made at `before`, the other way round: the first was
        seen, the second by nobody, and what lies under the other was captured before it."""
        assert made.chain is not None
        begun, second, _ = made.chain
        assert begun is not None
        earlier, first, first_when = begun
        if first_when is None or not (first.takes and second.takes):
            return
        if self.said.made.keys() & {before.turns, before.turns + 1}:
            return
        last = [earlier[1:]] if earlier is not None else []
        begin, one, other = before.turns - len(last), (first, first_when), (second, None)
        known_ms = _known_ms(earlier[0]) if earlier is not None else None
        cost = cost_of([*last, other, one], begin, look.drawn, known_ms)
        cost -= cost_of([*last, one, other], begin, look.drawn, known_ms)
        cost += _not_open(before, replace(first, face=second.face)) - _not_open(before, first)
        if (other_way := self._turned(before, made, first_when, cost)) is not None:
            yield other_way

    def _turned(self, before: Position, made: Hypothesis, first_when: When, cost: float) -> Hypothesis | None:
        """The hypothesis with the two cards of its last turn, made at `before`, the other way round, for `cost` more;
        None where the rules or people do not allow it.

        Args: `first_when` is when the first of them was made.
        """
        assert made.chain is not None
        begun, second, second_when = made.chain
        assert begun is not None
        earlier, first, _ = begun
        moves = turned(before, first, second)
        if moves is None or any(self.said.denies(before.turns, move.face, self._looks) for move in moves):
            return None
        end = leads_to(before, moves, made.position)
        if end is None:
            return None
        end = replace(end, loose=made.position.loose, older=made.position.older)
        chain = (earlier, moves[0], second_when), moves[1], first_when
        return replace(made, position=end, cost=made.cost + cost, chain=chain)


def _to_extend(
    weighed: list[tuple[float, Hypothesis, Look, int]], at: int
) -> list[tuple[float, Hypothesis, Look, int]]:
    """Those of which more half-turns are made, of all that were made with `at` more than before the look.

    The likeliest before it is one of them: where the look shows both captures of a turn at once, guesses that two alike
    lie on each other explain a part of it, and what was true so far none.
    """
    weighed.sort(key=lambda pair: pair[0])
    chosen, others = weighed[:FRONTIER], weighed[FRONTIER:]
    return [*chosen, min(others, key=lambda pair: pair[1].cost)] if others and at == 0 else chosen


def _not_open(position: Position, move: Move) -> float:
    """What it costs that a card was played, by the hands as far as they lie open or were announced."""
    if position.is_held_elsewhere(move):
        return NOT_OPEN
    if not move.from_hand or move.face is None or not (hand := position.open_hand):
        return 0.0
    return 0.0 if count_of(hand, move.face) else NOT_OPEN


def _beside(position: Position, look: Look, new: int) -> int:
    """Of the `new` faces those that are seen in no zone where they should not lie: what is new of them lies beside."""
    mine = without(look.seen.captures[position.seat], position.piles[position.seat])
    surplus = mine | look.seen.field & ~merged(position.field, merged(position.loose, position.older))
    found = new & ~replace(look.seen, outside=0).everything
    return sum(found & GROUPS[face] for face in faces_in(found) if not surplus & GROUPS[face])


def _order_cost(each: Hypothesis, move: Move, when: When | None, look: Look) -> float:
    """What it costs that a half-turn was made `when`, after all of the hypothesis, in nats."""
    if each.chain is None:
        return 0.0
    earlier, _, last = each.chain
    return order_cost(last, when) if move.from_hand else order_cost(last, when, look.drawn, _known_ms(earlier))


def _known_ms(chain: Chain | None) -> int | None:
    """When the last of these half-turns was made of which that is known."""
    for _ in range(TWO_TURNS):
        if chain is None:
            break
        chain, _, when = chain
        if when is not None:
            return when.to_ms
    return None


def _since(each: Hypothesis, look: Look) -> Span | None:
    """When a half-turn may have been made whose card was never seen: after the last one of which that is known."""
    from_ms = _known_ms(each.chain)
    return None if from_ms is None else (from_ms, look.t_ms)


def _laid(move: Move, look: Look) -> Iterator[Span]:
    """When pictures show that cards were laid that look like that of the half-turn."""
    return (look.laid[at] for at in each_bit(GROUPS[move.face] if move.face is not None else 0) if at in look.laid)


def _came_aside(before: Position, after: Position, look: Look) -> bool:
    """True if the card of the half-turn was not on the field when it came in sight."""
    return bool(after.known & ~before.known & look.aside)


def _came_anew(move: Move, each: Hypothesis, look: Look) -> When | None:
    """When the half-turn may have been made whose card is not told by how many of its face are seen, as others of it
    lie in a stack: when one was seen last on the field that came after all turns before; None if none did."""
    if move.face is None:
        return None
    chain, after_ms = each.chain, None
    if chain is not None and not move.from_hand:
        chain, first, when = chain  # of the same turn
        after_ms = when.to_ms if when is not None and first.face == move.face else None
    while chain is not None:
        chain, _, when = chain
        if when is not None:
            after_ms = max(when.to_ms, after_ms or 0)
            break
    came = [look.came_ms[bit] for bit in each_bit(GROUPS[move.face] & ~look.aside) if bit in look.came_ms]
    if after_ms is None or not came or max(came) <= after_ms:
        return None
    return When(max(came), max(came))


def _kept(made: Iterable[Hypothesis]) -> list[Hypothesis]:
    """The likeliest of all, and of each number of half-turns: many ways to explain one doubt leave room for those that
    wait for a better look. The likeliest first."""
    kept: list[Hypothesis] = []
    of_turns: Counter[int] = Counter()
    of_shape: Counter[object] = Counter()
    for each in sorted(made, key=lambda each: each.cost):
        of_shape[shape := each.position.shape] += 1
        if of_shape[shape] > OF_SHAPE:
            continue
        if len(kept) < BEAM or of_turns[each.position.turns] < OF_TURNS:
            kept.append(each)
            of_turns[each.position.turns] += 1
    return kept


def _covered_together(position: Position, before: Look | None, look: Look) -> float:
    """Of what a look costs, what is paid for further cards of an open hand that an arm covers: what comes to rest over
    one lies over those beside it."""
    if before is None:
        return 0.0
    cost = 0.0
    for seat, hand in enumerate(position.exposed):
        gone = without(hand & before.there.shown[seat], look.there.shown[seat])
        if before.hides_shown(seat) and not look.hides_shown(seat):
            cost += MISSING_OPEN * max(gone.bit_count() - 1, 0)
    return cost


def _left_alone(each: Hypothesis, lies: int) -> int:
    """Of what was captured in this turn and the last, what `lies` there without the card that took it: captures are
    pulled in together."""
    chain, found = each.chain, 0
    for _ in range(TWO_TURNS):
        if chain is None:
            break
        chain, move, _ = chain
        if move.face is not None and not count_of(lies, move.face):
            found = merged(found, without(move.takes, found))
    return found


def _put_away(each: Hypothesis, look: Look) -> Position:
    """The position of the hypothesis as a look at rest weighs it: what lies there without the card that took it is not
    on its way to its owner."""
    position = each.position
    if not (position.loose or position.older) or look.rest < PULLED_REST or look.hides_field or look.unread:
        return position
    alone = _left_alone(each, look.there.field)
    if not alone:
        return position
    loose, older = without(position.loose, alone), without(position.older, alone)
    stay = (loose, older) == (position.loose, position.older)
    return position if stay else replace(position, loose=loose, older=older)


def _pulled_in(each: Hypothesis, look: Look, low: float) -> Hypothesis:
    """The hypothesis, `low` cheaper; what was captured and lies on the field no more does not come back there."""
    position = each.position
    if position.under & ~(position.loose | position.older):  # what is not seen of it was paid with this look
        position = replace(position, under=position.under & (position.loose | position.older))
    if (position.loose or position.older) and look.rest >= PULLED_REST and not look.hides_field:
        lies = look.there.field
        if not look.unread:
            lies = without(lies, _left_alone(each, lies))
        if position.loose & ~lies or position.older & ~lies:
            # What lies there yet, or what took it, is not under what was pulled in.
            under = position.under & ~months_of(position.under & lies)
            position = replace(position, loose=position.loose & lies, older=position.older & lies, under=under)
    return Hypothesis(position, each.cost - low, each.debt, each.chain, each.before)
