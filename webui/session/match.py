"""One match: its log in the store, the state that follows from it, and the referee who follows the table.

What is booked and answered is what the store has: an event that could not be written did not happen, and follows from
the next observation again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from yakume.engine import BACK, Card, CardSet, Face
from yakume.engine.errors import EngineError, Sentence
from yakume.engine.events import (
    Corrected,
    CorrectedTogether,
    Correction,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
    MatchStarted,
    QuestionAnswered,
    to_json,
)
from yakume.engine.play import apply, effective
from yakume.engine.state import Deal, Phase, State
from yakume.engine.telling import tell
from yakume.vision.observation import Observation
from yakume.vision.referee.asking import Asked, read_answer
from yakume.vision.referee.belief import OnTable
from yakume.vision.referee.bids import ask_bid
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.ending import EndTold
from yakume.vision.referee.notices import NotBooked
from yakume.vision.referee.questions import UnreadCard
from yakume.vision.referee.referee import Referee, Ruling
from yakume.vision.zones import FIELD, Zone, captures_of, shown_by

from .. import wire
from ..errors import ApiError
from ..history import redoable, undoable
from ..store import Conflict, EventStore, StoreTrouble
from ..store.opening import Opened, new_match_id, open_match
from ..text.words import called
from .seen import SeenDeals

log = logging.getLogger("yakume.webui")

WRITE_AGAIN_S = 2.0
"""What the camera sees is not written again sooner after that failed: a locked database holds up whoever writes."""

WATCHED_S = 10.0
"""That somebody watched is written so often where nothing else is: no deal is played in less (`SHORTEST_DEAL_MS`)."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph whose cards were taken for those of a zone."""

    zone: Zone
    counted: tuple[tuple[int, Event], ...]
    """The events that counted before it."""
    piles: Mapping[Zone, CardSet]
    """What lay in each zone before it, by belief."""


class MatchSession:
    """The match on the page, if there is one."""

    def __init__(self, store: EventStore, seats: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`seats`: how many sit at the table as long as no match says so."""
        self.match_id: str | None = None
        self.state: State | None = None
        self.referee = Referee(seats)
        self.ruling: Ruling | None = None
        self.trouble: StoreTrouble | None = None
        """Why what was seen could not be written yet."""
        self.damage: StoreTrouble | None = None
        """What is wrong with the log that was to be opened; with a match, a copy of its good part is open."""
        self.paused = False
        """True while people only talk: nothing is concluded from what is seen."""
        self.seen: SeenDeals | None = None
        """How the deals of the match were seen; None without one."""
        self._store = store
        self._clock = clock
        self._kept: tuple[dict[str, Any], ...] = ()
        """What the store holds of questions about booked deals."""
        self._unkept_s: float | None = None
        """When that could not be written; None once it is."""
        self._looked = False
        """True once a camera has looked at the table."""
        self._photo: Photo | None = None
        """The newest photograph of what people captured or showed."""
        self._photo_back: Photo | None = None
        """The photograph that was taken back, and what lay in each zone with it."""
        self._seen_s: float | None = None
        """When something was seen last; None before anything was."""
        self._kept_seen_s: float | None = None
        """The same as the store has it."""
        self._failed_s: float | None = None
        """When the camera's events could not be written."""
        self._not_booked: NotBooked | None = None
        """What the rules refused of what was seen last, so that the log has it once."""

    @property
    def seq(self) -> int:
        """Number of the newest event of the match, 0 without one."""
        return len(self.state.log) if self.state else 0

    @property
    def running(self) -> State:
        """The state of the match. Raises: ApiError if there is none."""
        if self.state is None:
            raise ApiError(409, "no_match", "no match has been started")
        return self.state

    def agree(self, seq: int) -> None:
        """Raises: Conflict if the log has moved on since `seq`."""
        if seq != self.seq:
            raise Conflict(self.match_id or "", seq, self.seq)

    # -- the log ------------------------------------------------------------------------------------------------

    def open_newest(self) -> bool:
        """Open the match that was open last; False if there is none, or nothing of it can be used (`damage`)."""
        newest = self._store.newest_match()
        if newest is None:
            return False
        try:
            self._take_up(open_match(self._store, newest))
        except StoreTrouble as trouble:
            # Another match can be begun, and the others are on the list.
            log.error("yakume: %s", trouble)
            self.damage = trouble
            return False
        return True

    def resume(self, seq: int, match_id: str) -> None:
        """Leave the match of now, which stays in the store, and go on with another one.

        Raises: Conflict, ApiError if there is no such match, StoreTrouble if nothing of it can be used.
        """
        self.agree(seq)
        if match_id not in {row.match_id for row in self._store.matches() if row.deleted_ms is None}:
            raise ApiError(404, "no_such_match", f"there is no match {match_id!r}")
        opened = open_match(self._store, match_id)
        self._store.open_match(opened.match_id)
        self._take_up(opened)

    def _take_up(self, opened: Opened) -> None:
        self._begin(opened.match_id, opened.state)
        watched_until_ms = self._bring_back(opened.state)
        self._follow_on(opened.state)
        unwatched_ms = round(1000 * time.time()) - watched_until_ms
        self._seen_s = self._clock() - unwatched_ms / 1000
        self._note_unwatched()
        self.damage = opened.trouble
        if opened.trouble is not None:
            log.error("yakume: %s", opened.trouble)

    def start(self, seq: int, ruleset: str, players: Sequence[str], dealer: int, options: Mapping[str, Any]) -> None:
        """Begin a match; the old one stays in the store. Raises: Conflict, EngineError, StoreTrouble."""
        self.agree(seq)
        event = MatchStarted(ruleset, tuple(players), dealer, dict(options))
        state, match_id = apply(None, event), new_match_id()
        tell(state)
        self._store.append(match_id, 0, [to_json(event)])
        self._begin(match_id, state)

    def _begin(self, match_id: str, state: State) -> None:
        self.match_id, self.state = match_id, state
        self.seen = SeenDeals(self._store, match_id, self._clock)
        self.referee, self.ruling, self.trouble = Referee(len(state.players)), None, None
        self.damage, self.paused, self._kept, self._kept_seen_s = None, False, (), None
        self._unkept_s, self._photo, self._photo_back = None, None, None

    def _bring_back(self, state: State) -> int:
        """Ask again what was still asked about booked deals when yakume was stopped.

        Returns: until when somebody watched, ms of Unix time; where nobody wrote that, when something was booked last.
        """
        seq, kept = self._store.questions(self.match_id or "")
        try:
            about = [each["deals_until"] for each in kept if "deals_until" in each]
            if kept:
                self.ruling = self.referee.bring_back(state, seq, kept, *about)
            for each in kept:
                if "watched_until_ms" in each:
                    return int(each["watched_until_ms"])
        except (ValueError, LookupError, TypeError) as error:
            # A newer yakume wrote them: the deals stay as they are booked, and can be put right by hand.
            log.warning("open questions of match %s cannot be used: %s", self.match_id, error)
        return max((row["at_ms"] for row in self.rows()), default=0)

    def _keep_questions(self) -> None:
        """Have the store hold what is still asked about booked deals, and until when somebody watched; what could not
        be written is tried again a moment later."""
        kept = (*self.referee.keep(), {"deals_until": _deals_until(self.running)})
        if kept == self._kept and not self._is_watched_on:
            return
        seen_s = self._seen_s
        until = [] if seen_s is None else [{"watched_until_ms": round(1000 * time.time()) - self._unwatched_ms}]
        try:
            self._store.keep_questions(self.match_id or "", self.seq, (*kept, *until))
            self._kept, self._kept_seen_s, self._unkept_s = kept, seen_s, None
        except StoreTrouble as trouble:
            log.warning("open questions are not saved: %s", trouble)
            self._unkept_s = self._clock()

    def _follow_on(self, state: State | None) -> None:
        """Have the running deal followed on from how it was seen before, where that is not followed yet."""
        if state is not None and self.seen is not None:
            self.seen.follow_on(self.referee, state)

    def rows(self) -> list[wire.LoggedEvent]:
        """The events of the match in wire form, with their numbers and times."""
        rows = self._store.load(self.match_id) if self.match_id else []
        return [{"seq": row.seq, "at_ms": row.at_ms, "event": row.event} for row in rows]

    def book(self, seq: int, events: Sequence[Event], answered: str = "") -> None:
        """Book events, all or none, as the answer to the question with the id `answered` if there is one.

        Raises: Conflict, EngineError, StoreTrouble.
        """
        self.agree(seq)
        state = self.running
        for event in events:
            if isinstance(event, QuestionAnswered):
                read_answer(event)
            state = apply(state, event)
        # What could not be shown afterwards is not stored: the page would not come up again.
        tell(state)
        self._store.append(self.match_id or "", seq, [to_json(event) for event in events])
        before, self.state, self.trouble, self._failed_s = self.state, state, None, None
        if self.seen is not None and before is not None and any(isinstance(event, Correction) for event in events):
            self.seen.renumber(before, state)
        if self.ruling is not None:
            self.ruling = self.referee.after(state, answered)
            self._keep_questions()

    def name_players(self, seq: int, players: Sequence[str]) -> None:
        """Call the players otherwise from the start of the match on; nothing where they are called so already.

        Raises: Conflict, EngineError for names that the rules refuse, StoreTrouble, ApiError if not so many sit there.
        """
        self.agree(seq)
        state = self.running
        if len(players) != len(state.players):
            raise ApiError(422, "bad_start", f"{len(state.players)} sit at the table: names cannot change that")
        start = effective(state.log)[0][1]
        assert isinstance(start, MatchStarted)
        # A wind that a page told in its own language is as it was.
        winds = zip(
            players, called(players, english=True), start.players, called(start.players, english=True), strict=True
        )
        names = tuple(old if said == stood else new for new, said, old, stood in winds)
        if names != start.players:
            # In a correction of its own kind it is no part of what is corrected next (`undoable`).
            self.book(seq, [CorrectedTogether((Corrected(0, (replace(start, players=names),)),))])

    def undo(self, seq: int) -> None:
        """Take back what was booked last and counts. Raises: Conflict, StoreTrouble, ApiError if there is nothing."""
        self.agree(seq)
        places = undoable(self.state.log) if self.state else ()
        if not places:
            raise ApiError(409, "nothing_to_undo", "nothing has happened yet in this match")
        self.book(seq, [Corrected(at) for at in places])

    def redo(self, seq: int) -> None:
        """Bring back what undo took back last. Raises: Conflict, StoreTrouble, ApiError if there is nothing."""
        self.agree(seq)
        places = redoable(self.running.log)
        if not places:
            raise ApiError(409, "nothing_to_redo", "nothing was taken back that could come again")
        self.book(seq, [Corrected(at) for at in places])

    # -- an end that people tell --------------------------------------------------------------------------------

    def end_deal(self, seq: int) -> EndTold:
        """Settle the running deal from what is known of it, as it lies now; what is missing where that cannot be.

        Raises: Conflict, StoreTrouble, ApiError if no deal runs.
        """
        self.agree(seq)
        state = self._in_deal()
        self._note_unwatched()
        told = self.referee.end(state)
        if told.events:
            self.book(seq, told.events)
        return told

    def end_match(self, seq: int) -> EndTold:
        """End the match, its running deal first, both or neither; what is missing where that cannot be settled.

        Raises: Conflict, EngineError, StoreTrouble.
        """
        self.agree(seq)
        state, told = self.running, EndTold()
        if state.phase not in (Phase.READY, Phase.OVER):
            self._note_unwatched()
            told = self.referee.end(state)
            if not told.events:
                return told
        for event in told.events:
            state = apply(state, event)
        # The last deal that was agreed on ends the match by itself.
        more = () if told.events and state.phase is Phase.OVER else (MatchEnded(),)
        events = (*told.events, *more)
        self.book(seq, events)
        return replace(told, events=events)

    def _in_deal(self) -> State:
        state = self.running
        if state.phase in (Phase.READY, Phase.OVER):
            raise ApiError(409, "no_deal", "no deal is running")
        return state

    # -- the table ------------------------------------------------------------------------------------------------

    def questions(self) -> tuple[Asked, ...]:
        """What is asked: what no camera can see, and what the referee wants to know."""
        if self.state is None:
            return ()
        known = deal_log(self.state)
        asked = [ask_bid(self.state, known)]
        if self.ruling is not None:
            asked.append(self.referee.cancel(self.running))
            asked += self.ruling.questions
        return tuple(each for each in asked if each is not None)

    @property
    def unread(self) -> int:
        """How many cards of the running deal's first field it is asked which light they are."""
        asked = (each.question for each in self.ruling.questions) if self.ruling is not None else ()
        deal = self.running.deal if self.state is not None else None
        known = next((each.known for each in asked if isinstance(each, UnreadCard)), None)
        return 0 if deal is None or known is None else len(deal.dealt - known)

    def see(self, observation: Observation) -> bool:
        """Take what is seen, and book what follows from it without a doubt; True if something was booked."""
        # What a camera sees outlives no photograph.
        self._looked, self._photo, self._photo_back = True, None, None
        if self.paused:
            return False
        self._follow_on(self.state)
        self._note_unwatched()
        self._seen_s = now_s = self._clock()
        asked = self.ruling.questions if self.ruling is not None else ()
        before = self.referee.may_miss_deal, len(self.referee.seen[1])
        self.ruling = self.referee.observe(observation, self.state)
        again = self._is_watched_on if self._unkept_s is None else now_s - self._unkept_s >= WRITE_AGAIN_S
        changed = self.ruling.questions != asked or (self.referee.may_miss_deal, len(self.referee.seen[1])) != before
        if self.state is not None and (changed or again):
            self._keep_questions()
        if self.state is not None and self.seen is not None:
            self.seen.note(self.referee, self.state, self.ruling)
        return self._book_seen(self.ruling.events)

    def _note_unwatched(self) -> None:
        """Have the referee know for how long nothing was seen, if a camera watched before."""
        if self._seen_s is not None:
            self.referee.unwatched(self._unwatched_ms)

    @property
    def _is_watched_on(self) -> bool:
        """True if somebody watched for a while since the store was last told so."""
        seen_s, kept_s = self._seen_s, self._kept_seen_s
        return seen_s is not None and (kept_s is None or seen_s - kept_s >= WATCHED_S)

    @property
    def _unwatched_ms(self) -> int:
        """For how long nothing was seen; 0 where nothing ever was."""
        return 0 if self._seen_s is None else round(1000 * (self._clock() - self._seen_s))

    def look_back(self) -> bool:
        """Judge anew what is known of the table, where no camera looks again; True if something was booked."""
        if self.state is None:
            return False
        self.ruling = self.referee.again(self.state)
        return self._book_seen(self.ruling.events)

    def _book_seen(self, events: Sequence[Event]) -> bool:
        waiting = self._failed_s is not None and self._clock() - self._failed_s < WRITE_AGAIN_S
        if not events or waiting:
            return False
        try:
            self.book(self.seq, events)
        except StoreTrouble as trouble:
            log.warning("not saved: %s", trouble)
            self.trouble, self._failed_s = trouble, self._clock()
            return False
        except EngineError as error:
            # The page goes on, and says so.
            notice = NotBooked(error.message)
            if notice != self._not_booked:
                log.error("the rules refuse what is seen: %s", error)
            self._not_booked = notice
            if self.ruling is not None:
                self.ruling = replace(self.ruling, notices=(*self.ruling.notices, notice))
            return False
        return True

    def take_photo(self, seq: int, zone: Zone, faces: Sequence[Face]) -> None:
        """Take the cards of a photograph for those that lie in `zone`, and book what follows.

        Raises: Conflict, StoreTrouble, ApiError if there is no such seat or a face is there too often.
        """
        self.agree(seq)
        state = self._with_zone(zone)
        before = self._piles()
        piles = dict(before)
        cards = cards_of(faces, piles.pop(zone), piles.values())
        self._photo = None if zone == FIELD else Photo(zone, effective(state.log), before)
        self._photo_back = None
        self.ruling = self.referee.told(zone, cards, state)
        if self.ruling.events:
            self.book(seq, self.ruling.events)

    @property
    def photo(self) -> Zone | None:
        """Whose captures or shown cards the newest photograph was taken for, as long as that can be taken back: what it
        booked is undone before it."""
        return self._standing(self._photo)

    @property
    def photo_back(self) -> Zone | None:
        """The same of the photograph that was taken back, as long as it can be brought back."""
        return self._standing(self._photo_back)

    def _standing(self, photo: Photo | None) -> Zone | None:
        return photo.zone if photo is not None and effective(self.running.log) == photo.counted else None

    def take_photo_back(self, seq: int) -> None:
        """Have the cards lie as they did before the newest photograph. Raises: Conflict, ApiError without one."""
        self.agree(seq)
        photo = self._photo
        if photo is None or self.photo is None:
            raise ApiError(409, "nothing_to_undo", "no photograph can be taken back")
        self._photo, self._photo_back = None, self._lay(photo)

    def bring_photo_back(self, seq: int) -> None:
        """Have them lie as they did with the photograph that was taken back; what it had booked is redone by itself.

        Raises: Conflict, ApiError without one.
        """
        self.agree(seq)
        photo = self._photo_back
        if photo is None or self.photo_back is None:
            raise ApiError(409, "nothing_to_redo", "no photograph can be brought back")
        self._photo, self._photo_back = self._lay(photo), None

    def _lay(self, photo: Photo) -> Photo:
        """Have the cards lie as `photo` says; the same with what lay there until now."""
        piles = self._piles()
        for zone, cards in photo.piles.items():
            self.referee.belief.place(zone, cards)
        self.ruling = self.referee.again(self.running)
        return replace(photo, piles=piles)

    def place_card(self, seq: int, card: Card, zone: Zone | None, instead: Card | None = None) -> None:
        """Take a person's word that `card` lies in `zone` and nowhere else, and book what follows.

        Args:
            zone: None if it lies nowhere on the table.
            instead: the card that was taken for it, which is not there.

        Raises: Conflict, StoreTrouble, ApiError if there is no such seat, or the card to be taken away lies nowhere.
        """
        self.agree(seq)
        state, piles = self._with_zone(zone), self._known_piles()
        self._photo = self._photo_back = None
        gone = CardSet([card] if instead is None else [card, instead])
        if zone is not None:
            where, cards = zone, (piles[zone] - gone) | CardSet([card])
        else:
            found = next((place for place, pile in piles.items() if card in pile), None)
            if found is None:
                raise ApiError(409, "not_there", f"{card} lies nowhere on the table")
            where, cards = found, piles[found] - gone
        if where == FIELD and state.phase is not Phase.READY:
            # One card put right is no new deal, even if it lay among captures before.
            self.referee.belief.place(where, cards)
            self.ruling = self.referee.again(state)
        else:
            self.ruling = self.referee.told(where, cards, state)
        if self.ruling.events:
            self.book(seq, self.ruling.events)

    def _with_zone(self, zone: Zone | None) -> State:
        """The state of a match that has such a zone. Raises: ApiError."""
        state = self.running
        if zone is not None and zone.seat is not None and zone.seat >= len(state.players):
            raise ApiError(422, "no_such_seat", f"{zone}: {len(state.players)} sit at the table")
        return state

    def unbooked_captures(self) -> int:
        """How many captured cards lie there though no deal runs; those of the deal settled last do not count."""
        if self.state is None or self.state.phase is not Phase.READY:
            return 0
        captured, last = self.referee.belief.table().captured, self.state.deal
        if last is not None and (last.counted or captured <= CardSet(card for pile in last.piles for card in pile)):
            return 0
        return len(captured)

    def on_table(self) -> OnTable | None:
        """What is believed to lie on the table; where no camera has looked, what nobody has told is as the log has it.
        None before anything is known."""
        seen = self.ruling.on_table if self.ruling else None
        deal = self.state.deal if self.state is not None and self.state.phase not in (Phase.READY, Phase.OVER) else None
        return seen if self._looked or deal is None else _as_logged(seen, deal)

    def _known_piles(self) -> dict[Zone, CardSet]:
        """What lies in each zone as the page shows it."""
        return _by_zone(self.on_table() or self.referee.belief.table())

    def _piles(self) -> dict[Zone, CardSet]:
        """What lies in each zone by belief."""
        return _by_zone(self.referee.belief.table())


def _as_logged(seen: OnTable | None, deal: Deal) -> OnTable:
    """What is `seen`, and where that is nothing the cards that the log has there, unless they are elsewhere."""
    if seen is None:
        return OnTable(deal.field, deal.piles, deal.exposed)
    elsewhere = CardSet(card for pile in (seen.field, *seen.captures, *seen.shown) for card in pile)
    captures, shown = (
        tuple(here or logged - elsewhere for here, logged in zip(those, by_log, strict=True))
        for those, by_log in ((seen.captures, deal.piles), (seen.shown, deal.exposed))
    )
    return OnTable(seen.field or deal.field - elsewhere, captures, shown)


def _by_zone(table: OnTable) -> dict[Zone, CardSet]:
    piles = {FIELD: table.field}
    piles |= {captures_of(seat): pile for seat, pile in enumerate(table.captures)}
    return piles | {shown_by(seat): pile for seat, pile in enumerate(table.shown)}


def _deals_until(state: State) -> int:
    """How long the log was when the newest start or end of a deal was booked; 0 for none."""
    places = enumerate(state.log, start=1)
    return max((at for at, event in places if isinstance(event, DealStarted | DealResult | DealVoided)), default=0)


def cards_of(faces: Sequence[Face], here: CardSet, elsewhere: Iterable[CardSet]) -> CardSet:
    """The cards that show `faces`: of those that look alike first one that lay `here`, then one that is nowhere else.

    Raises: ApiError if a face is there more often than it exists.
    """
    taken = CardSet(card for pile in elsewhere for card in pile)
    found = CardSet()
    for face in faces:
        free = sorted(face.cards - found, key=lambda card: (card not in here, card in taken, card))
        if free:
            found |= CardSet([free[0]])
        elif face != BACK:
            raise ApiError(
                422,
                "too_many",
                Sentence("too many of {card}: each card exists once, tap the one that is wrong", card=face),
                "COM-CARD-01",
            )
    return found
