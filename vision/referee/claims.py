"""Which hand yaku shown cards announce: what can be but one is booked, else people are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from yakume.engine import (
    CARDS,
    FACES,
    Card,
    CardSet,
    Corrected,
    Event,
    Face,
    Phase,
    Rank,
    State,
    TeyakuShown,
    apply,
)
from yakume.engine.play import effective
from yakume.engine.state import Deal
from yakume.engine.yaku import WILLOW, KasuRow, SuitRow, TeyakuRow

from ..zones import Zone, shown_by
from .answers import Announced, ShownBy
from .asking import Asked, Offer
from .belief import OnTable
from .deal_log import DealLog
from .kept import Json, keep_alone, keep_hand, keep_unread, read_alone, read_asked, read_hand, read_unread
from .notices import Health
from .position import GROUPS, count_of, each_face, faces_in, mask_of, merged, without
from .questions import NOTHING, WhichTeyaku, WhoShows, cards_asked
from .situation import SETTLED_MS, Situation, Verdict, accepts
from .told_elsewhere import ToldElsewhere

FEWER_MS = 6_000
"""That fewer cards are shown than before says nothing until they have lain so for this long: one may be played."""

UNREAD_MS = 2_000
"""A card that lay among those that are shown for so long and could not be told is one of them, also once it is gone."""

MOST_CLAIMS = 4
"""So many hand yaku are offered as answers, and beside those that explain every card that is shown one that does not: a
card may lie there by mistake."""


@dataclass(slots=True)
class _Unread:
    """What lay among shown cards and could not be told, before their player played."""

    shown: int
    """Faces of those that were read."""
    faces: Mapping[int, Face]
    """Track → what it looked like most."""
    since_ms: int
    seen_ms: int

    @property
    def lay(self) -> bool:
        """True if it surely lay there."""
        return self.seen_ms - self.since_ms >= UNREAD_MS


@dataclass
class ClaimWatch:
    """Hand yaku of one match."""

    _known: dict[tuple[int, int, int], list[TeyakuShown]] = field(default_factory=dict)
    _most: dict[tuple[int, int], CardSet] = field(default_factory=dict)
    """(deal, seat) → the cards that were last taken for all that are shown."""
    _asked: dict[tuple[int, int], Asked] = field(default_factory=dict)
    """(deal, seat) → what was last asked of it."""
    _earlier: dict[tuple[int, int], tuple[Asked, ...]] = field(default_factory=dict)
    """(deal, seat) → what was asked of cards that were taken back, and others shown in their place; then what was asked
    of both."""
    _first: dict[tuple[int, int], Asked] = field(default_factory=dict)
    """(deal, seat) → what was asked first of it, before anybody played."""
    _bid: dict[tuple[int, int], CardSet] = field(default_factory=dict)
    """(deal, seat) → the most cards that lay shown while bids were still to be told."""
    _unread: dict[tuple[int, int], _Unread] = field(default_factory=dict)
    """(deal, seat) → what was seen there last and could not be told."""
    _alone: dict[tuple[int, int], TeyakuShown] = field(default_factory=dict)
    """(deal, seat) → what was booked of it without a question."""
    _more: dict[int, tuple[CardSet, tuple[Asked, ...]]] = field(default_factory=dict)
    """Place in the log of such a hand yaku → what lay there last before anybody played, and what is asked of that."""
    _missing: int = 0
    """Faces that no deal has shown for a while."""
    _elsewhere: ToldElsewhere = field(default_factory=ToldElsewhere)

    def rule(self, now: Situation, missing: int = 0) -> Verdict:
        """What is shown as it is played with, so that its own zones must lie still, not the whole table.

        Args: `missing` are faces that no deal has shown for a while: a card that cannot be told is one of them."""
        self._missing = missing
        if now.state.phase is Phase.BID:
            self._note(now)
        if now.state.phase is not Phase.TEYAKU:
            return (), ()
        events: list[Event] = []
        questions: list[Asked] = []
        waits = now.following.lying_beside(now.state, now.log) is None
        for seat in now.deal.order:
            if any(claim.seat == seat for claim in now.deal.claims):
                questions += self._with_more(now, seat)
                continue
            self._note_unread(now, seat)
            seen, before = self._seen(now, seat), self._asked.get((now.log.deal, seat))
            waits |= seen is None and now.following.opens(seat)
            booked, asked = self._read(now, seat, *seen) if seen is not None else (None, None)
            booked, asked = self._with_earlier(now, seat, before, (booked, asked))
            if asked is None and before is not None and _is_asked_on(now, seat, before, hidden=seen is None):
                questions.append(before)
                continue
            booked, asked = self._with_first(now, seat, before, (booked, asked))
            if booked is not None and accepts(now.state, *events, booked):
                events.append(booked)
                self._alone[now.log.deal, seat] = booked
            elif asked is not None:
                questions.append(asked)
        questions += self._elsewhere.ask(now)
        return tuple(events), (*questions, *(() if waits or events or questions else self._ask_beside(now)))

    def keep(self, deal: int, said: Collection[int]) -> tuple[Json, ...]:
        """What lay among shown cards of that deal of the log and could not be told, what was booked in it without a
        question, and what was asked of hands, as plain values for `bring_back`.

        Args: `said` are tracks of which people said what they are."""
        lay = (
            (seat, unread.shown, [face for track, face in unread.faces.items() if track not in said])
            for (number, seat), unread in self._unread.items()
            if number == deal
        )
        alone = (keep_alone(deal, booked) for (number, _), booked in self._alone.items() if number == deal)
        hands = (
            keep_hand(deal, at[1], self._most.get(at, CardSet()), asked, self._earlier.get(at, ()), self._first.get(at))
            for at, asked in self._asked.items()
            if at[0] == deal
        )
        return (*(keep_unread(deal, seat, shown, faces) for seat, shown, faces in lay if faces), *alone, *hands)

    def bring_back(self, state: State, kept: Sequence[Mapping[str, Any]]) -> None:
        """Take up again in the match that stands at `state` what `keep` wrote, and what was asked of booked hand yaku.

        Raises: ValueError, LookupError, TypeError for what was not kept."""
        for deal, seat, shown, faces in filter(None, map(read_unread, kept)):
            # Nobody knows any more how long it lay there, nor which track it was.
            self._unread[deal, seat] = _Unread(shown, {-1 - at: face for at, face in enumerate(faces)}, 0, UNREAD_MS)
        for deal, alone in filter(None, map(read_alone, kept)):
            self._alone[deal, alone.seat] = alone
        for deal, seat, hand, asked, earlier, first in filter(None, map(read_hand, kept)):
            self._most[deal, seat], self._asked[deal, seat] = hand, asked
            if earlier:
                self._earlier[deal, seat] = earlier
            if first is not None:
                self._first[deal, seat] = first
        for asked in filter(None, map(read_asked, kept)):
            for right in filter(None, map(_as_another, asked.answers[:1])):
                booked, (other,) = state.log[right.seq], right.events
                if isinstance(booked, TeyakuShown) and isinstance(other, TeyakuShown):
                    self._more[right.seq] = other.exposed, (asked,)

    def renumber(self, was: int, now: int) -> None:
        """Have what is known of the running deal go with it: another was put in before it, or taken out."""

        def goes(asked: Asked) -> Asked:
            return replace(asked, question=replace(asked.question, deal=now))

        self._asked = {at: goes(asked) if at[0] == was else asked for at, asked in self._asked.items()}
        self._first = {at: goes(asked) if at[0] == was else asked for at, asked in self._first.items()}
        self._earlier = {at: tuple(map(goes, asked)) if at[0] == was else asked for at, asked in self._earlier.items()}
        kept: tuple[dict[tuple[int, int], Any], ...] = (self._most, self._bid, self._unread, self._alone)
        for known in (*kept, self._asked, self._first, self._earlier):
            for deal, seat in [at for at in known if at[0] == was]:
                known[now, seat] = known.pop((deal, seat))

    def unsaid(self, deal: Deal | None, log: DealLog, table: OnTable) -> int:
        """Faces of which people were asked which hand yaku they announce, who took them back and said nothing, as long
        as not all cards of them lie elsewhere: what was asked may have been something else that was read as a card."""
        lying = mask_of(table.field | table.captured)
        found = 0
        for (number, seat), asked in self._asked.items():
            booked = deal is None or any(claim.seat == seat for claim in deal.claims)
            if number == log.deal and not booked and asked.question not in log.answers:
                found = merged(found, mask_of(cards_asked(asked.question)))
        return sum(found & GROUPS[face] for face in faces_in(found) if GROUPS[face] & ~lying)

    def _read(
        self, now: Situation, seat: int, shown: CardSet, undecided: Collection[Face] | None
    ) -> tuple[TeyakuShown | None, Asked | None]:
        """The hand yaku that `seat` shows, if there is no doubt about it, or else what is asked of it."""
        at = (now.log.deal, seat)
        late = _is_late(now, seat) and not shown <= self._bid.get(at, CardSet())
        self._most[at] = shown
        claims = self._showing(now.state, seat, shown)
        full = [claim for claim in claims if explains_all(claim, now.state)]
        if undecided is not None:
            # A card that cannot be told may make another hand yaku of it.
            more = self._with_unread(now, seat, shown, undecided)
            full = [*(claim for claim in more if claim not in full), *full]
        # What lies beside the zones may be the rest of it.
        whole = self._with_beside(now, seat, shown)
        # One card alone is more often some other one, or none, than all that a hand of six ribbons lays open.
        sure = len(full) == 1 and len(shown) > 1 and undecided is None and not late
        if whole is None or (not whole and sure):
            return (None if whole is None else full[0]), None
        if not (whole or full or (claims and not late)):
            return None, None
        others = [claim for claim in claims if claim not in full]
        offered = [*whole, *full][:MOST_CLAIMS]
        offered += others[: 1 if offered else MOST_CLAIMS]
        self._asked[at] = _ask(now, seat, whole[0].exposed if whole else shown, offered)
        return None, self._asked[at]

    def _with_earlier(
        self, now: Situation, seat: int, before: Asked | None, read: tuple[TeyakuShown | None, Asked | None]
    ) -> tuple[TeyakuShown | None, Asked | None]:
        """What is `read` of the cards of `seat`, with what was asked `before` and nobody answered, where that is of a
        hand that was taken back and another one shown in its place: which of them was announced is asked."""
        at, (booked, asked) = (now.log.deal, seat), read
        shown = booked.exposed if booked is not None else cards_asked(asked.question) if asked is not None else NOTHING
        if before is not None and before.question not in now.log.answers and _are_others(shown, before):
            self._earlier[at] = (before,)
        earlier, *of_both = self._earlier.get(at) or (None,)
        said = any(each.question in now.log.answers and _are_others(shown, each) for each in of_both)
        if earlier is None or said or not _are_others(shown, earlier):
            return read
        claims = [*_claims_of(asked), *_claims_of(earlier)]
        claims = [each for each in (booked, *claims) if each is not None and accepts(now.state, each)]
        self._asked[at] = both = _ask(now, seat, shown, claims)
        if all(each.question != both.question for each in of_both):
            self._earlier[at] = (earlier, *of_both, both)
        return None, both

    def _with_first(
        self, now: Situation, seat: int, before: Asked | None, read: tuple[TeyakuShown | None, Asked | None]
    ) -> tuple[TeyakuShown | None, Asked | None]:
        """What is `read` of the cards of `seat`, of which it was asked `before` which hand yaku they are: that stays
        asked where more lies there now, and no hand yaku, and once somebody has played no other one is booked without a
        word: what came to lie there since may be no card of it."""
        at, (booked, asked) = (now.log.deal, seat), read
        if before is None or before.question in now.log.answers:
            return read
        cards, lying = mask_of(cards_asked(before.question)), mask_of(now.table.shown[seat])
        if not now.following.plays:
            self._first.setdefault(at, before)
            return (None, before) if read == (None, None) and not without(cards, lying) else read
        if read == (None, None) and lying & cards:
            asked = before
        claims = [booked] if booked is not None else _claims_of(asked)
        offered = {each.parts for each in claims}
        first = [each for each in _claims_of(self._first.get(at)) if each.parts not in offered]
        first = [each for each in first if accepts(now.state, each)]
        if not (claims and first):
            return booked, asked
        self._asked[at] = _ask(now, seat, claims[0].exposed, [*claims, *first])
        return None, self._asked[at]

    def _with_more(self, now: Situation, seat: int) -> tuple[Asked, ...]:
        """What is asked where more is laid open, before its player plays, beside a hand yaku that was booked by itself,
        or something lies there that cannot be told."""
        shown, zone = now.table.shown[seat], shown_by(seat)
        booked = self._alone.get((now.log.deal, seat))
        place = next((at for at, event in effective(now.state.log) if at > now.log.laid_at and event == booked), None)
        if booked is None or place is None:
            return ()
        self._note_unread(now, seat)
        laid = shown | cards_showing(self._lay_unread(now, seat, shown) or (), now.table)
        before = self._more.get(place, (CardSet(), ()))
        # Once others play, what lies there no more may be played, and was laid all the same.
        more = now.following.is_yet_to_play(seat) and before[0] <= laid
        lies = (more or now.following.opens(seat)) and not now.following.is_hidden(zone)
        if lies and laid != before[0] and now.belief.unchanged_ms(zone) >= UNREAD_MS:
            self._more[place] = before = laid, _ask_more(now, place, booked, laid)
        return before[1]

    def _with_unread(self, now: Situation, seat: int, shown: CardSet, undecided: Collection[Face]) -> list[TeyakuShown]:
        """Hand yaku that `shown` are together with what cannot be told: a card that is never seen, or as it looks, else
        any one card."""
        lay = self._lay_unread(now, seat, shown)
        never = [[FACES[face]] for face in each_face(self._missing)] if lay else []
        found = self._whole(now, seat, shown, [*never, undecided])
        if found or not lay:
            return found
        free = Counter(card.face for card in now.deal.unseen - shown)
        return self._whole(now, seat, shown, [[face] for face, _ in free.most_common()])  # the likeliest first

    def _whole(
        self, now: Situation, seat: int, shown: CardSet, others: Iterable[Collection[Face]]
    ) -> list[TeyakuShown]:
        """Hand yaku that `shown` are together with cards of each of `others`, in that order."""
        found, lying = [], tuple(shown if at == seat else pile for at, pile in enumerate(now.table.shown))
        for faces in others:
            cards = cards_showing(faces, replace(now.table, shown=lying))
            claims = self._showing(now.state, seat, shown | cards)
            found += [claim for claim in claims if explains_all(claim, now.state)]
        return found

    def _lay_unread(self, now: Situation, seat: int, shown: CardSet) -> Collection[Face] | None:
        """What surely lay beside the cards `shown` and could not be told; None if nothing did, or more is read now."""
        unread = self._unread.get((now.log.deal, seat))
        if unread is None or not unread.lay or without(mask_of(shown), unread.shown):
            return None
        # People may have said since what it is, or that it is no card.
        return [face for track, face in unread.faces.items() if track not in now.belief.fixes] or None

    def _note_unread(self, now: Situation, seat: int) -> None:
        """Note what lies among the cards that `seat` shows, before it plays, and cannot be told."""
        zone, faces = shown_by(seat), mask_of(now.table.shown[seat])
        unread = now.belief.undecided(zone, SETTLED_MS)
        played = now.table.captures[seat] or any(play.seat == seat for play in now.following.plays)
        if not unread or played or now.following.is_hidden(zone):
            return
        known, now_ms = self._unread.get((now.log.deal, seat)), now.belief.now_ms
        if known is not None and known.shown == faces:
            known.faces, known.seen_ms = unread, now_ms
        elif known is None or not known.lay or without(faces, known.shown):
            self._unread[now.log.deal, seat] = _Unread(faces, unread, now_ms, now_ms)

    def _with_beside(self, now: Situation, seat: int, shown: CardSet) -> list[TeyakuShown] | None:
        """Hand yaku that `shown` are together with what lies beside all zones; None until that lies still."""
        beside = now.following.lying_beside(now.state, now.log)
        if not beside:
            return None if beside is None else []
        whole = shown | _unseen_cards(now, beside, shown)
        if len(whole) > now.state.game.hand:
            return []
        return [claim for claim in self._showing(now.state, seat, whole) if explains_all(claim, now.state)]

    def _ask_beside(self, now: Situation) -> tuple[Asked, ...]:
        """Whose cards those are that were laid open beside all zones: as many of them as make a hand yaku."""
        lying = 0
        found: tuple[Asked, ...] = ()
        for laid in now.following.beside(now.state, now.log):
            lying = merged(lying, laid)
            cards = _unseen_cards(now, lying)
            offers = [
                Offer(ShownBy(seat, claim.parts), 0.9 * 0.5**rank / len(now.deal.order), (claim,))
                for seat in now.deal.order
                if not any(claim.seat == seat for claim in now.deal.claims)
                for rank, claim in enumerate(self._showing(now.state, seat, cards)[:MOST_CLAIMS])
                if explains_all(claim, now.state)
            ]
            if offers:
                question = WhoShows(now.log.deal, CardSet.from_mask(lying), now.state.game.rules.claim)
                found = (Asked(question, (*offers, Offer(Announced(), 0.05))),)
        return found

    def _seen(self, now: Situation, seat: int) -> tuple[CardSet, Collection[Face] | None] | None:
        """What `seat` shows of its hand, and faces of cards that cannot be told; None if that is nothing yet."""
        shown, zone = _of_hand(now, seat), shown_by(seat)
        opened, undecided = now.following.played_from(seat), None
        most, bid = (seen.get((now.log.deal, seat), CardSet()) for seen in (self._most, self._bid))
        if shown <= bid and shown != bid:
            shown = bid  # cards were played before people told the bids
        elif opened:
            # What is left of shown cards after the first turn says something else.
            shown = _opened_cards(now, shown, opened)
        elif shown and shown <= most and shown != most and (now.following.plays or _is_new(now, zone)):
            shown = most  # one of them is or was played, or was no card
            undecided = now.belief.undecided(zone, SETTLED_MS)
        elif most and shown <= most and _is_late(now, seat):
            shown = most  # some were played since
        elif not most and now.following.has_played_on(seat):
            return None  # hand yaku are shown before: these are captures
        elif (
            not shown
            or (now.table.captures[seat] and not _is_late(now, seat))
            or now.belief.unchanged_ms(zone) < SETTLED_MS
        ):
            return None
        elif now.following.is_hidden(zone):
            return None  # a hand that still lays cards hides some of them
        else:
            undecided = now.belief.undecided(zone, SETTLED_MS)
        if more := self._read_since(now, seat, shown, most):
            return most, more
        faces = undecided if undecided is None else [*undecided.values()]
        return shown, faces or self._lay_unread(now, seat, shown) or faces

    def _read_since(self, now: Situation, seat: int, shown: CardSet, asked: CardSet) -> list[Face]:
        """What is read beside the cards `asked` since others play: it may be none of them, unless something that could
        not be told lay there."""
        more = without(mask_of(shown), mask_of(asked))
        is_asked = (now.log.deal, seat) in self._asked and not without(mask_of(asked), mask_of(shown))
        if not is_asked or not now.following.plays or self._lay_unread(now, seat, asked):
            return []
        return [FACES[face] for face in each_face(more)]

    def _note(self, now: Situation) -> None:
        """Note what is shown while the bids are not told yet: at the table they may be made, and play may go on."""
        for seat, shown in enumerate(now.table.shown):
            self._note_unread(now, seat)
            at, zone = (now.log.deal, seat), shown_by(seat)
            at_rest = now.belief.unchanged_ms(zone) >= SETTLED_MS and not now.following.is_hidden(zone)
            if at_rest and not shown <= self._bid.get(at, CardSet()) and not now.table.captures[seat]:
                self._bid[at] = shown

    def _showing(self, state: State, seat: int, shown: CardSet) -> list[TeyakuShown]:
        """`claims_showing`, not worked out again for every frame: hidden hands make it slow."""
        key = len(state.log), seat, shown.mask
        if key not in self._known:
            self._known = {known: claims for known, claims in self._known.items() if known[0] == key[0]}
            self._known[key] = claims_showing(state, seat, shown)
        return self._known[key]


def _claims_of(asked: Asked | None) -> list[TeyakuShown]:
    """The hand yaku that are offered as answers."""
    offers = asked.answers if asked is not None else ()
    return [event for each in offers for event in each.events if isinstance(event, TeyakuShown)]


def _are_others(shown: CardSet, asked: Asked) -> bool:
    """True if cards are `shown` in place of those that are asked about: of one alone either may have been misread."""
    here, there = mask_of(shown), mask_of(cards_asked(asked.question))
    return without(there, here).bit_count() > 1 and bool(without(here, there))


def _is_new(now: Situation, zone: Zone) -> bool:
    """True if what lies in `zone` has not lain so for long."""
    return now.belief.unchanged_ms(zone) < FEWER_MS


def _is_late(now: Situation, seat: int) -> bool:
    """True if `seat` has captured since nobody could follow the plays, or played while nobody watched, or the first
    field is gone since then: what lies shown may have been more before, and may be captures, or of another deal, so
    that people are asked."""
    captured = bool(now.table.captures[seat])
    lies = 2 * (mask_of(now.table.field) & mask_of(now.deal.dealt)).bit_count() > len(now.deal.dealt)
    if now.following.gap:
        return captured or bool(now.following.played_from(seat)) or not lies
    return now.following.health is Health.LOST and (captured or not lies)


def _of_hand(now: Situation, seat: int) -> CardSet:
    """What `seat` shows without the captures that are laid beside it: those were never in the hand, or are not now."""
    shown = now.table.shown[seat]
    captured, opened = now.following.captured_by(seat), now.following.lying_open(seat)
    for face in each_face(captured if shown else 0):
        cards = FACES[face].cards & shown
        if len(cards) > count_of(opened, face):
            shown -= CardSet(list(cards)[:1])
    return shown


def _is_asked_on(now: Situation, seat: int, asked: Asked, *, hidden: bool) -> bool:
    """True if `asked` stands: a hand over the cards takes back no question, nor does play that begins while some of
    them lie beside all zones."""
    cards = mask_of(cards_asked(asked.question))
    beside = any(cards & laid for laid in now.following.beside(now.state, now.log))
    return beside or (hidden and bool(now.table.shown[seat]))


def _unseen_cards(now: Situation, faces: int, taken: CardSet = NOTHING) -> CardSet:
    """A card for each of `faces` that nobody saw elsewhere and that is not `taken`, as far as there is one."""
    found = CardSet()
    for face in each_face(faces):
        found |= CardSet(list(FACES[face].cards & now.deal.unseen - taken - found)[:1])
    return found


def _opened_cards(now: Situation, shown: CardSet, opened: int) -> CardSet:
    """Cards of the faces `opened`: those that lie there still, else any that nobody saw elsewhere."""
    found = CardSet()
    for face in each_face(opened):
        cards = FACES[face].cards - found
        found |= CardSet([next(iter(cards & shown or cards & now.deal.unseen or cards))])
    return found


def _ask(now: Situation, seat: int, shown: CardSet, claims: Sequence[TeyakuShown]) -> Asked:
    """Which of `claims` is announced, if any; one answer for a hand yaku, by the first cards that show it."""
    by_parts: dict[tuple[str, ...], TeyakuShown] = {}
    for claim in claims:
        by_parts.setdefault(claim.parts, claim)
    offers = [
        Offer(Announced(parts), 0.6 * 0.5**rank, (claim,)) for rank, (parts, claim) in enumerate(by_parts.items())
    ]
    # Cards that look alike make no other question of it.
    question = WhichTeyaku(now.log.deal, seat, CardSet.from_mask(mask_of(shown)), now.state.game.rules.claim)
    return Asked(question, (*offers, Offer(Announced(), 0.05)))


def _ask_more(now: Situation, place: int, booked: TeyakuShown, shown: CardSet) -> tuple[Asked, ...]:
    """Which hand yaku it is that was booked at that place of the log, where `shown` lies there by now and may be
    another one."""
    if not booked.exposed <= shown or booked.exposed == shown:
        return ()
    claims = claims_showing(apply(now.state, Corrected(place)), booked.seat, shown)
    others = [claim for claim in claims if explains_all(claim, now.state) and claim.parts != booked.parts]
    if not others:
        return ()
    asked = _ask(now, booked.seat, shown, others[:MOST_CLAIMS])
    offers = (replace(each, events=(Corrected(place, each.events),)) for each in asked.answers[:-1])
    return (Asked(asked.question, (*offers, Offer(Announced(booked.parts), 0.1))),)


def corrects(asked: Asked) -> bool:
    """True if it is asked whether a hand yaku that was booked by itself is another one."""
    return isinstance(asked.question, WhichTeyaku) and _as_another(asked.answers[0]) is not None


def _as_another(offer: Offer) -> Corrected | None:
    """What makes another hand yaku of a booked one; None if the answer does not."""
    right = offer.events[0] if isinstance(offer.answer, Announced) and offer.events else None
    return right if isinstance(right, Corrected) and right.events else None


def cards_showing(faces: Collection[Face], table: OnTable) -> CardSet:
    """A card for each of `faces` that lies nowhere else on the table, as far as there is one."""
    taken = table.field | table.captured
    for pile in table.shown:
        taken |= pile
    cards = CardSet()
    for face in faces:
        free = [card for card in CARDS if card.face == face and card not in taken and card not in cards]
        cards |= CardSet(free[:1])
    return cards


def claims_showing(state: State, seat: int, shown: CardSet) -> list[TeyakuShown]:
    """Announcements of `seat` that the cards `shown` explain, those that explain every card first, then dearest.

    The rest of the hand is hidden, so several may be possible; each is one that the engine accepts now.
    """
    suits = [row for row in state.game.teyaku if isinstance(row, SuitRow) and _opens(row, shown) is not None]
    kasus = [row for row in state.game.teyaku if isinstance(row, KasuRow) and _fits_kasu(row, shown, state.game.hand)]
    found: list[tuple[int, int, TeyakuShown]] = []
    for suit, kasu in product([None, *suits], [None, *kasus]):
        rows: tuple[TeyakuRow, ...] = tuple(row for row in (kasu, suit) if row is not None)
        if not rows:
            continue
        event = TeyakuShown(seat, tuple(row.id for row in rows), shown)
        if not accepts(state, event):
            continue
        needed = (_opens(suit, shown) or CardSet()) if suit else CardSet()
        if kasu:
            needed |= CardSet(card for card in shown if _is_kasu(card))
        found.append((len(shown - needed), -sum(row.value for row in rows), event))
    return [event for _, _, event in sorted(found, key=lambda each: each[:2])]


def explains_all(event: TeyakuShown, state: State) -> bool:
    """True if every card shown in `event` had to be shown for it."""
    rows = [state.game.row(part) for part in event.parts]
    needed = CardSet()
    for row in rows:
        if isinstance(row, SuitRow):
            needed |= _opens(row, event.exposed) or CardSet()
        elif isinstance(row, KasuRow):
            needed |= CardSet(card for card in event.exposed if _is_kasu(card))
    return event.exposed <= needed


def _opens(row: SuitRow, shown: CardSet) -> CardSet | None:
    """The cards among `shown` that `row` lays open; None if they are not those of any of its shapes."""
    counts = Counter(int(card.month) for card in shown)
    for shape in row.shapes:
        groups = sorted((int(part) for part in shape.split("-") if int(part) >= row.opens), reverse=True)
        open_months = [month for month, count in counts.items() if count >= row.opens]
        if sorted((counts[month] for month in open_months), reverse=True) == groups:
            return CardSet(card for card in shown if int(card.month) in open_months)
    return None


def _fits_kasu(row: KasuRow, shown: CardSet, hand: int) -> bool:
    """True if as many kasu are shown as `row` leaves in a hand of `hand` cards; willow may pass for kasu or not."""
    kasu = sum(card.rank is Rank.KASU and card not in WILLOW for card in shown)
    willow = len(shown & WILLOW)
    return kasu <= hand - row.least and kasu + willow >= hand - row.most


def _is_kasu(card: Card) -> bool:
    return card.rank is Rank.KASU or card in WILLOW
