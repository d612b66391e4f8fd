"""One deal followed from its field to its end: looks, the decoder over them, and what the engine makes of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from yakume.engine import (
    FACES,
    CardSet,
    Corrected,
    DealStarted,
    EngineError,
    Phase,
    Rank,
    State,
    apply,
)
from yakume.engine.events import Call
from yakume.engine.play import effective
from yakume.engine.state import Deal

from .announced import announced, as_read
from .answers import PlayedSo
from .candidates import SaidTurns
from .covered_lights import covered_lights
from .deal_log import hands_told
from .decoder import Decoder
from .hypothesis import Chain, Hypothesis
from .leading import LeadWatch
from .line import OVER, Play, SetKey, Told, go_on, resolved
from .look import Look
from .outcomes import MOST_RIVALS, RIVAL, Close, Outcome, reckon
from .position import GROUPS, Move, Position, count_of, each_face, faces_in, mask_of, merged, month_of, put, without
from .questions import UnreadCard
from .unseen import may_be_anothers

READ_SURE = 0.97
"""So likely must it be what a card of the first field was that nobody could read."""

LAID_REST = 1
"""What lies open beside all zones was laid there once it lay still for so long (place in `REST_MS`)."""

BACK_REST = 2
"""A hand that lay open was taken back once the table lay still without it for so long (place in `REST_MS`)."""

SWEPT_REST = 3
"""Who puts a deal away lets its captures lie for less than this once the field is gone (place in `REST_MS`)."""

UNLAID_MS = 15_000
"""A field that people told is waited for so long, as long as all else that has not come to rest; then it is told of,
and followed all the same once it is laid."""

MOST_STRAY = 2
"""So many things may be taken for cards where captures lay that were put away."""

AGAIN = 0.25
"""Players capture at most this share of their cards again in the first turns of the next deal."""

LOST = 3
"""With so many cards that the best hypothesis does not explain, the thread is lost."""


@dataclass
class DealThread:
    """Follows one deal; make a new one for each."""

    base: State
    """The match when the deal was laid; with the hand yaku announced since."""
    looks: list[Look] = field(default_factory=list)
    decoder: Decoder | None = None
    leads: LeadWatch | None = None
    """Who seems to lead; beside the decoder."""
    declared: dict[SetKey, Call] = field(default_factory=dict)
    """What people called."""
    played: PlayedSo = field(default_factory=PlayedSo)
    """What people said of how half-turns were made."""
    cleared: bool = False
    """True once no captures are seen any more where there were some: the table is swept."""
    left: bool = False
    """True once most of the first field was gone and others lay there: captured cards do not come back."""
    bare: bool = False
    """True once nothing lay on the table any more."""
    was_laid: bool = False
    """True once most of the first field lay there: people may tell it before they lay it."""
    emptied_ms: int = -1
    """When the field was last seen to lie empty, by the time of the looks; below zero if it never was."""
    unlaid: bool = False
    """Whether nothing was ever seen of it, and its field, which people told, was waited for long enough."""
    given_up: bool = False
    """True as long as guesses alone explain what happened: what lies in the piles has to do."""
    laid_open: int = 0
    """Faces that lay still beside the first field before anybody played, in a zone of shown cards or in none."""
    beside: list[int] = field(default_factory=list)
    """Faces of them that lay beside all zones, each time that more were laid there."""
    in_zones: int = 0
    """Those that lay in a zone of shown cards."""
    shown: dict[int, int] = field(default_factory=dict)
    """Seat → those that lay in its zone."""
    missing: int = 0
    """Faces that were never seen though nothing but the last card of the stock was left, and nobody turned that: the
    deck is not whole (COM-CARD-01)."""
    guess: CardSet = field(default_factory=CardSet)
    """Cards of the booked first field that stand for such as nobody could read, as people said or by guess."""
    stood: dict[CardSet, CardSet] = field(default_factory=dict)
    """First field before people said of a card which it is → what stood for those that nobody could read."""
    unread: int = 0
    """How many of those there were at first."""
    plain: UnreadCard | None = None
    """What people were asked when they said that no light is among those cards; None if they did not."""
    _since: int = 0
    """Place of the first look with the hands as they lie open now: what was taken back before anybody played is not
    known to the half-turns."""
    _later_ms: int = 0
    """How much later than the camera says a look is by the time of the first."""
    _hands: CardSet = field(default_factory=CardSet)
    """Cards that lay in hands when the first field was dealt (`hands_told`)."""
    _other_guess: CardSet = field(default_factory=CardSet)
    """What is guessed instead, once that is booked."""
    _fields: dict[tuple[int, CardSet], State] = field(default_factory=dict)
    """Faces of the cards that nobody could read, and what stands for the others → the match with a first field of
    them."""
    _told: dict[int, tuple[Chain, Told]] = field(default_factory=dict)
    _resolved: dict[int, tuple[Chain, Told, CardSet]] = field(default_factory=dict)
    """The same of lines with cards that nobody could read, as a whole, and what stands for those of the first field."""
    _reckoned: tuple[object, dict[Close, list[Outcome]]] = field(default_factory=lambda: (None, {}))
    """What was reckoned last, and for what."""
    _covered: tuple[int, int, int] = (0, 0, 0)
    """How many looks there were when lights were looked for that may have been covered, the time of the newest, and
    what was found."""

    def __post_init__(self) -> None:
        self._hands = hands_told(self.base.log)

    def follow(self, state: State) -> None:
        """Take the match as it stands: bids and hand yaku may have been booked."""
        if state is self.base:
            return
        before = self.base.deal
        self.base = state
        self._hands = hands_told(state.log)
        self._forget()
        deal = state.deal
        if deal is not None and self.decoder is None and self._other_guess and self._other_guess <= deal.dealt:
            self.guess = self._other_guess  # while people bid nothing is followed yet
        if deal is None or self._is_put_right(before, deal):
            return
        if before is not None and deal.dealt != before.dealt:
            self._take_first(before.dealt, deal.dealt)
        if not deal.order:
            return
        same = before is not None and (deal.order, deal.dealt) == (before.order, before.dealt)
        if not same or self.decoder is None or self.decoder.start.held != announced(deal, self.shown):
            first = mask_of(deal.dealt)
            began = next((at for at, look in enumerate(self.looks) if look.there.field == first), 0)
            self._since = max(self._since - began, 0)
            del self.looks[:began]  # what lay there before it was dealt belongs to no half-turn of it
            self._again()

    def _is_put_right(self, before: Deal | None, deal: Deal) -> bool:
        """True if nothing but the cards that nobody could read is otherwise than before, and is what was read."""
        if not self.guess or self.decoder is None or before is None or deal.order != before.order:
            return False
        known, come = before.field - self.guess, deal.field - (before.field - self.guess)
        if known - deal.field or come == self.guess:
            return False
        self._fields.clear()
        if come == self._other_guess:
            self.guess = come
            return True
        read = mask_of(come)
        beam = tuple(each for each in self.decoder.beam if self._first(each) == read)
        if beam:
            self.guess, self.decoder.beam = CardSet(), beam
        return bool(beam)

    def _take_first(self, before: CardSet, now: CardSet) -> None:
        """People said which card it is that nobody could read, and the first field is `now`: of others that may not be
        known. Or they take that back."""
        known = before - self.guess
        if now in self.stood:
            self.guess = self.stood[now]
        elif self.guess - now and known <= now:
            since = [*self.stood].index(before) if before in self.stood else len(self.stood)
            for each in [*self.stood][since:]:
                del self.stood[each]  # what was said after it does not stand
            self.stood[before], self.guess = self.guess, now - known
        else:
            self.guess &= now

    @property
    def people_said(self) -> CardSet:
        """Cards of the first field that nobody could read and of which people said that they are just these."""
        dealt = self.base.deal.dealt if self.base.deal is not None else CardSet()
        found = CardSet()
        for before, guess in self.stood.items():
            if before == dealt:
                break
            if before - guess <= dealt:
                found |= dealt - before
        if self.plain:  # what stands for a card of which people said that it is no light may be another one
            found = CardSet(card for card in found if card.rank is Rank.HIKARI)
        return found & self.guess

    @property
    def said(self) -> CardSet:
        """The same as long as play follows from it, or it is known what lay there instead."""
        said = self.people_said
        if not said or self.decoder is None or self.first_read() is not None:
            return said
        lie_open = any(_is_light(face) and _is_of(mask_of(said), face) for face in each_face(self.laid_open))
        return CardSet() if lie_open or self._takes_others or self.fitting != self.guess else said

    @property
    def _takes_others(self) -> bool:
        """True if a card was captured that nobody could read, and it can be none of those of which people said what
        they are."""
        said, left = mask_of(self.people_said), len(self.guess - self.people_said)
        moves = (move for move in self._lead.moves if None not in (move.face, move.unread))
        return sum(not (_is_of(said, move.face) or _is_of(said, move.unread)) for move in moves) > left

    def _moves(self, hypothesis: Hypothesis) -> tuple[Move, ...]:
        """Its half-turns: of two cards of a capture of which nobody saw which was played, as people said."""
        return tuple(
            replace(move, face=move.unread, unread=move.face) if self._is_the_other(move) else move
            for move in hypothesis.moves
        )

    def _is_the_other(self, move: Move) -> bool:
        """True if by what people said the card that counts as played is the one that lay there unread."""
        if move.face is None or move.unread is None:
            return False
        said = mask_of(self.people_said)
        if _is_of(said, move.face) != _is_of(said, move.unread):
            return _is_of(said, move.face)
        lay_there = self.plain is not None and _is_light(move.unread) and not _is_light(move.face)
        return lay_there and not self._came_first(move)

    def _came_together(self, move: Move) -> bool:
        """True if the card that was played and the one that it took came in sight at once."""
        assert move.face is not None and move.unread is not None
        for look in self.looks[self._since :]:
            seen = [count_of(look.seen.everything, face) > 0 for face in (move.face, move.unread)]
            if any(seen):
                return all(seen)
        return False

    def _came_first(self, move: Move) -> bool:
        """True if the card that was played was seen before the one that it took."""
        assert move.face is not None and move.unread is not None
        for look in self.looks[self._since :]:
            if count_of(look.seen.everything, move.unread):
                return False  # what one of them hides later says nothing
            if count_of(look.seen.everything, move.face):
                return True
        return False

    @property
    def guesses(self) -> CardSet:
        """Cards that stand for such as nobody could read, those among them that are still to be booked."""
        return self.guess | self._other_guess

    def guess_was_right(self) -> None:
        """The cards that stand for those that nobody could read are just these."""
        assert self.decoder is not None
        read = self._first(self._lead)
        self.guess = CardSet()
        self.decoder.beam = tuple(each for each in self.decoder.beam if self._first(each) == read)

    def guess_again(self, cards: CardSet) -> None:
        """The cards `cards` are to stand for those that nobody could read, once that is booked."""
        self._other_guess = cards

    def first_read(self) -> CardSet | None:
        """What the cards of the first field were that nobody could read; None as long as that is not sure."""
        if self.decoder is None or self.is_lost:
            return None
        if not self._shows_unread(self._lead):
            return None
        if self.either or self.lights_covered:
            return None
        first = self._first(self._lead)
        likely = [(math.exp(-each.cost), self._first(each) == first) for each in self.decoder.beam]
        agreed = sum(p for p, same in likely if same) / sum(p for p, _ in likely)
        if first.bit_count() < self.unread or agreed < READ_SURE:
            return None
        deal = self.base.deal
        assert deal is not None
        found, free = CardSet(), (deal.unseen | self.guess) - (deal.field - self.guess) - self._hands
        for face in each_face(first):
            card = next(iter(FACES[face].cards & free - found), None)
            if card is None:
                return None
            found |= CardSet([card])
        return found

    def _shows_unread(self, hypothesis: Hypothesis) -> bool:
        """True if the unread cards that were captured were seen with whoever took them, and what took them, too: either
        may have lain on the field. Or if no other card is left."""
        assert self.decoder is not None
        position, ever = hypothesis.position, self.decoder.ever
        return not position.unseen or all(
            count_of(ever[move.seat], face) >= count_of(position.piles[move.seat], face)
            for move in hypothesis.moves
            if move.unread is not None
            for face in (move.face, move.unread)
            if face is not None
        )

    @property
    def unseen_pair(self) -> bool:
        """True if a capture by the half-turns may have been another player's (`may_be_anothers`)."""
        return self.decoder is not None and may_be_anothers(self._lead.position, self._lead.steps, self.decoder.ever)

    @property
    def either(self) -> int:
        """Faces of lights that lay on the first field and could not be read, or were played on what could not: they
        came in sight together with the other card of their capture, and the rate hangs on which of both it was."""
        found = 0
        if self.decoder is None or self.plain or not self.base.game.flow.lights:
            return found
        if self.guess <= self.people_said and not self._takes_others:
            return found
        for move in self._lead.moves:
            if move.unread is None or move.face is None:
                continue
            lights = mask_of(card for face in (move.face, move.unread) if _is_light(face) for card in FACES[face].cards)
            found = found if self._came_first(move) else merged(found, lights)
        return found

    @property
    def lights_played(self) -> int:
        """Faces of lights that can be none of those on the first field, as they were played or turned: not such as lay
        there as far as play is followed, since what took them may lie covered; nor such as took nothing, since what was
        missing there may have been laid late."""
        if self.decoder is None or self.is_lost:
            return 0
        played = [move.face for move in self._lead.moves if move.takes or move.unread is not None]
        lights = reduce(put, (face for face in played if face is not None and _is_light(face)), 0)
        doubted = merged(self.either, self.lights_covered)
        return without(lights, merged(doubted, reduce(put, each_face(self._first(self._lead)), 0)))

    @property
    def lights_covered(self) -> int:
        """Faces of lights that may be the card of the first field that nobody could read, though another is taken for
        it: it was seen no more, and soon afterwards they came in sight among the captures."""
        if self.decoder is None or self.plain or not self.base.game.flow.lights:
            return 0
        looks = self.looks[self._since :]
        if self._covered[:2] != (newest := (len(looks), looks[-1].t_ms)):
            self._covered = *newest, covered_lights(looks)
        # Of what took the unread card, or was it, `either` tells.
        taking = (face for move in self._lead.moves if move.unread is not None for face in (move.face, move.unread))
        told = reduce(put, (face for face in taking if face is not None), 0)
        return without(self._covered[2], merged(told, self._first(self._lead)))

    @property
    def light_in_doubt(self) -> int | None:
        """Face of a light that came in sight together with the other card of its capture, one of which lay on the first
        field and could not be read, where people had said before that no light did; None for none."""
        if self.plain is None or self.decoder is None or self.is_lost:
            return None
        for move in self._lead.moves:
            if move.face is None or move.unread is None or not self._came_together(move):
                continue
            light = next((face for face in (move.face, move.unread) if _is_light(face)), None)
            if light is not None and not mask_of(self.plain.taken) & GROUPS[light]:
                return light
        return None

    def _first(self, hypothesis: Hypothesis) -> int:
        """Faces of the first field that nobody could read at first and that are known by now."""
        position = hypothesis.position
        captured = resolved(self._moves(hypothesis), 0, self.unread - position.first.bit_count())[1]
        return merged(position.first, captured)

    def _with_first(self, first: int, guess: CardSet) -> State:
        """The match with a first field of what is known of it, `first`, and of `guess` for what is left."""
        if not self.guess or (not first and guess == self.guess):
            return self.base
        if (first, guess) not in self._fields:
            self._fields[first, guess] = self._corrected(first, guess)
        return self._fields[first, guess]

    def _corrected(self, first: int, guess: CardSet) -> State:
        deal = self.base.deal
        assert deal is not None
        come = CardSet()
        for face in each_face(first):
            come |= CardSet(list(FACES[face].cards - deal.field - come)[:1])
        kept = CardSet(list(guess)[len(come) :])
        seq, started = [each for each in effective(self.base.log) if isinstance(each[1], DealStarted)][-1]
        assert isinstance(started, DealStarted)
        right = replace(started, field=started.field - self.guess | come | kept)
        try:
            return apply(self.base, Corrected(seq, (right,)))
        except EngineError:
            return self.base

    def observe(self, look: Look) -> None:
        """Take a look; before it is known who plays, looks are kept.

        Where another camera looks, or the same one was started anew, time goes on from the look before."""
        look = look.later(self._later_ms)
        if self.looks and (ms := self.looks[-1].t_ms - look.since(self.looks[-1])) > 0:
            self._later_ms += ms
            look = look.later(ms)
        self.looks.append(look)
        deal = self.base.deal
        first = mask_of(deal.dealt - self.guess) if deal is not None else 0
        self.was_laid |= 2 * (look.there.field & first).bit_count() > first.bit_count()
        if deal is not None and look.rest >= LAID_REST and look.lies_as(mask_of(deal.dealt - self.guess)):
            for seat, lying in enumerate(look.there.shown):
                self.shown[seat] = merged(lying, without(self.shown.get(seat, 0), lying))
            shown = reduce(merged, look.there.shown, 0)
            self.in_zones = merged(shown, without(self.in_zones, shown))
            more = without(look.there.outside, reduce(merged, self.beside, 0))
            self.beside += [more] if more else []
        if self._takes_back(look) or self._is_laid_at_last(look):
            self._since = len(self.looks) - 1
            self._again()
        elif self.decoder is None:
            self.bare |= look.rest > 0 and not look.there.everything  # who bids may not have said so yet
            self._begin(self.base)
        else:
            self._see(look)

    def _takes_back(self, look: Look) -> bool:
        """True if cards that lay open do not any more though nobody has played: they were taken back into the hand."""
        opened = self.decoder.best.position.opened if self.decoder is not None else ()
        deal = self.base.deal
        if deal is None or look.rest < BACK_REST or not look.lies_as(mask_of(deal.dealt - self.guess)):
            return False
        return any(without(faces, look.there.shown[seat]) for seat, faces in enumerate(opened))

    def _is_laid_at_last(self, look: Look) -> bool:
        """True if the first field lies there, and what lay there before was not followed, nor did anybody capture from
        it: play begins with it. People may tell it before they lay it, and meanwhile a hand may lie open, a card be
        misread, or captures of the deal before lie there, or what is no card."""
        deal = self.base.deal
        if deal is None or look.rest < LAID_REST or not look.lies_as(first := mask_of(deal.dealt - self.guess)):
            return False
        rested = [each for each in self.looks[:-1] if each.rest >= LAID_REST]
        played = self.left and any(each.lies_as(first) for each in rested)
        # Of a first field that lies whole nobody captured but what was laid beside it.
        laid_beside = any(each.there.field & first == first != each.there.field for each in rested)
        captured = laid_beside and any(any(each.there.captures) for each in rested)
        return self.is_lost and not (played or captured)

    def note_still(self, look: Look, *, shut: bool) -> None:
        """Take note of a table that lies still.

        Args: `shut` is whether it does for longer than a turn takes.
        """
        deal, position = self.base.deal, self.decoder.best.position if self.decoder else None
        if deal is not None and look.lies_as(mask_of(deal.dealt - self.guess)):
            lying = look.there.outside
            for seat in deal.order:
                lying = merged(lying, look.there.shown[seat])
            self.laid_open = merged(lying, without(self.laid_open, lying))
        elif position is not None and shut and not self.is_lost and not self.cleared and not position.unread:
            last = position.turns == 2 * position.hand * len(position.order) - 1
            self.missing = position.unseen if last and position.unseen.bit_count() == 1 else 0

    def lying_twice(self) -> int:
        """Faces of the field that must all lie elsewhere by the half-turns: misread, or of another deck."""
        if self.decoder is None or self.decoder.look is None or self.is_lost or self.cleared:
            return 0
        position, found = self.decoder.best.position, 0
        pulled_later = merged(position.loose, position.older)
        for face in each_face(without(self.decoder.look.seen.field, merged(position.field, pulled_later))):
            found |= 0 if position.unseen & GROUPS[face] else put(found, face)
        return found

    def _begin(self, state: State) -> None:
        deal = state.deal
        if deal is None or not deal.order or state.phase is Phase.BID:
            return
        seats = len(state.players)
        self.unread = len(self.guess)
        self.decoder = Decoder(
            Position(
                deal.order,
                mask_of(deal.field - self.guess),
                tuple(mask_of(pile) for pile in deal.piles),
                (0,) * seats,
                mask_of(deal.dealt - self.guess),
                unread=len(self.guess),
                mandatory=bool(state.options.get("capture_mandatory", True)),
                hand=state.game.hand,
                held=announced(deal, self.shown),
            ),
            SaidTurns.of(self.played),
        )
        self.leads = LeadWatch(self.decoder)
        for look in self.looks[self._since :]:
            self._see(look)

    def _see(self, look: Look) -> None:
        decoder = self.decoder
        assert decoder is not None
        position, there, first = decoder.best.position, look.there, decoder.start.field
        if look.rest:
            most_gone = 2 * (there.field & first).bit_count() <= first.bit_count()
            self.left |= most_gone and without(there.field, first) > 0
            self.bare |= not there.everything
            self.emptied_ms = self.emptied_ms if there.field else look.t_ms
        owned = [(there.captures[seat] | there.shown[seat]) & pile for seat, pile in enumerate(position.piles) if pile]
        # Captures where none of this deal's was seen yet are its own, not the next one's.
        were_seen = sum((pile & ever).bit_count() for pile, ever in zip(position.piles, decoder.ever, strict=True))
        # What still lies there of more that were seen may be misread.
        swept = self.cleared or self._is_gone(look)
        few = swept and sum(map(int.bit_count, there.captures)) <= MOST_STRAY < were_seen
        # A stack may hide all that is known to lie in it: the table is swept once its field is gone, too.
        # The next first field may hold most of the few cards that were left, but more besides.
        same = 2 * (there.field & position.field).bit_count()
        stays = same > position.field.bit_count() and same > there.field.bit_count()
        are_gone = not any(there.captures) or few or (self.cleared and were_seen > 0)
        dealt_again = self.cleared and self.bare and sum(map(int.bit_count, owned)) <= AGAIN * were_seen
        self.cleared = bool(owned) and not stays and are_gone and (few or dealt_again or not any(owned))
        # People may tell its field before they lay it, card by card.
        lacks = without(first, there.field).bit_count() >= LOST and not without(there.everything, first)
        waits = lacks and decoder.look is None
        self.unlaid = waits and look.t_ms - self.looks[self._since].t_ms > UNLAID_MS
        if not waits and not self.cleared and not (any(owned) and self._is_swept(look)):
            decoder.observe(look)
            assert self.leads is not None
            self.leads.observe(look)
            self.given_up = decoder.guesses_from is not None

    def _is_swept(self, look: Look) -> bool:
        """True if hands may put the deal away, whose captures lie there yet: the field goes first, and that nothing is
        left of it, and nothing came, is no half-turn."""
        assert self.decoder is not None
        known = self.decoder.best.position.known
        return self._is_gone(look) and not without(look.there.everything, known) and look.rest < SWEPT_REST

    def _is_gone(self, look: Look) -> bool:
        """True if the field is empty although cards lie there by the half-turns, more than one takes, or any once a set
        is made; or the last card was played."""
        assert self.decoder is not None
        position, least = self.decoder.best.position, LOST if self.told(self._lead).waiting is None else 1
        return not look.there.field and (position.is_over or position.field.bit_count() >= least)

    # -- what came of it ------------------------------------------------------------------------------------------

    @property
    def plays(self) -> tuple[Play, ...]:
        """The half-turns as they are believed now."""
        return self.told(self._lead).plays if self.decoder else ()

    @property
    def best(self) -> Told | None:
        """The likeliest line as the engine takes it."""
        return self.told(self._lead) if self.decoder else None

    @property
    def _lead(self) -> Hypothesis:
        """The likeliest hypothesis that the engine takes; the likeliest of all where it takes none."""
        assert self.decoder is not None
        likely = (each for each in self.decoder.beam[:MOST_RIVALS] if each.cost <= RIVAL)
        return next((each for each in likely if self.told(each).fault in ("", OVER)), self.decoder.best)

    def told(self, hypothesis: Hypothesis) -> Told:
        """The line of `hypothesis` as the engine takes it."""
        along = self._told.get(id(hypothesis.chain))
        if along is not None:
            return along[1]
        moves = hypothesis.moves
        if not self.unread and all(move.face is not None for move in moves):
            return self.along(hypothesis.chain)
        known = self._resolved.get(id(hypothesis.chain))
        if known is not None:
            return known[1]
        told, guess = self._told_with(hypothesis, self.guess), self.guess
        if guess and told.fault not in ("", OVER):
            # The card that stands for one that nobody could read may be what the rules refuse, not the line.
            for other in self._guesses(hypothesis):
                fits = self._told_with(hypothesis, other)
                if fits.fault in ("", OVER):
                    told, guess = fits, other
                    break
        self._resolved[id(hypothesis.chain)] = hypothesis.chain, told, guess
        return told

    def _told_with(self, hypothesis: Hypothesis, guess: CardSet) -> Told:
        """The line of `hypothesis` with `guess` for the cards of the first field that nobody could read."""
        position = hypothesis.position
        named, _ = resolved(self._moves(hypothesis), position.unseen, self.unread - position.first.bit_count())
        told = Told(as_read(self._with_first(self._first(hypothesis), guess), self.shown))
        for move in named:
            told = go_on(told, move, self.declared)
        return told

    def _guesses(self, hypothesis: Hypothesis) -> Iterator[CardSet]:
        """What else may stand for the cards of the first field that nobody could read: kasu that were not seen, first
        those of months of which no card was played."""
        deal, count = self.base.deal, len(self.guess)
        assert deal is not None
        played = {month_of(move.face) for move in hypothesis.moves if move.face is not None}
        free_cards = (deal.unseen | self.guess) - self._hands
        unseen = (FACES[face].cards & free_cards for face in faces_in(hypothesis.position.unseen))
        free = [next(iter(cards)) for cards in unseen if cards and next(iter(cards)).rank is Rank.KASU]
        free.sort(key=lambda card: (card.month - 1 in played, card))
        for at in range(len(free) - count + 1):
            yield CardSet(free[at : at + count])

    @property
    def fitting(self) -> CardSet:
        """What may stand for the cards of the first field that nobody could read, as it was played: the same as does
        now, unless the rules refuse the half-turns with those."""
        if self.decoder is None or not self.guess:
            return self.guess
        lead = self._lead
        self.told(lead)
        _, _, guess = self._resolved.get(id(lead.chain), (None, None, self.guess))
        return guess

    def along(self, chain: Chain) -> Told:
        """The line that ends with `chain`; what was told of its beginning is known."""
        waiting = []
        at = chain
        while at is not None and id(at) not in self._told:
            waiting.append(at)
            at = at[0]
        told = self._told[id(at)][1] if at is not None else Told(as_read(self.base, self.shown))
        for each in reversed(waiting):
            told = go_on(told, each[1], self.declared)
            self._told[id(each)] = each, told
        return told

    def _forget(self) -> None:
        """What was told the engine does not hold any more."""
        self._told.clear()
        self._resolved.clear()
        self._fields.clear()
        self._reckoned = None, {}

    def take(self, declared: Mapping[SetKey, Call], played: PlayedSo, plain: UnreadCard | None = None) -> None:
        """Take what people called so far, how they say that half-turns were made, and what they were asked when they
        said that no light is among what nobody could read."""
        if (declared, plain) != (self.declared, self.plain):
            self.declared, self.plain = dict(declared), plain
            self._forget()
        if played != self.played:
            self.played = played
            self._again()

    def supposing(self, played: PlayedSo) -> DealThread:
        """The same deal followed anew, had people said that half-turns were made so."""
        other = DealThread(
            self.base,
            list(self.looks),
            declared=dict(self.declared),
            played=played,
            guess=self.guess,
            stood=dict(self.stood),
            plain=self.plain,
        )
        other._since = self._since
        other._again()
        return other

    def _again(self) -> None:
        """Follow the deal from its first look on."""
        self.decoder, self.given_up, self.unlaid = None, False, False
        self.cleared = self.left = self.bare = False
        self.emptied_ms = -1
        self._forget()
        self._begin(self.base)

    @property
    def is_lost(self) -> bool:
        """True if what lies there is not explained."""
        if self.decoder is None or self.decoder.look is None:
            return self.unlaid or self.given_up
        return self.given_up or self.decoder.discrepancies() >= LOST or bool(self.told(self._lead).fault)

    def outcomes(self, close: Close) -> list[Outcome]:
        """How the deal may have ended, the likeliest first; empty if it goes on."""
        key = self.decoder and self.decoder.look, len(self.looks)
        if self._reckoned[0] != key:
            self._reckoned = key, {}
        known = self._reckoned[1]
        if close not in known:
            known[close] = reckon(self, close)
        return known[close]


def _is_of(faces: int, face: int | None) -> bool:
    return face is not None and count_of(faces, face) > 0


def _is_light(face: int) -> bool:
    return any(card.rank is Rank.HIKARI for card in FACES[face].cards)
