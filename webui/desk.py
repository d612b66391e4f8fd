"""The desk: one table's log, what lies on the table now, and everyone who watches.

Commands and observations come from several threads; the desk takes them one at a time. What is booked is a
replay of the log (`state`); what is only seen is the referee's (`table`) and books nothing by itself.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from yakume.engine import BACK, Card, CardSet, Face
from yakume.engine.events import Corrected, Event, MatchStarted, from_json, to_json
from yakume.engine.play import apply, effective, replay
from yakume.engine.state import State
from yakume.vision.memory import Said
from yakume.vision.questions import Question
from yakume.vision.referee import NotAsked, Referee, Ruling

from .additions import Additions
from .asks import bid_question, cancel_question
from .doubts import DoubtWatch
from .errors import ApiError
from .files import write_whole
from .labelling import Labeller, with_fixes
from .live import Hub, Message
from .samples import SampleError, SampleFolder
from .settings import Settings
from .store import Conflict, EventStore
from .view import booked_view, table_view
from .worker import CameraStatus, Observation, VisionWorker, Watch

if TYPE_CHECKING:
    from yakume.vision.layout import TableLayout

Json = dict[str, Any]


class Desk:
    """Everything a page shows, for one table."""

    def __init__(
        self, settings: Settings, store: EventStore, make_worker: Callable[..., VisionWorker] = VisionWorker
    ) -> None:
        self.settings = settings
        self.hub = Hub()
        self.match_id: str | None = None
        self._store = store
        self._make_worker = make_worker
        self._lock = threading.RLock()
        self._worker: VisionWorker | None = None
        self._watch: Watch | None = None
        self._deck: Path | None = None
        """Folder of the enrolled deck that the camera is read with."""
        self._state: State | None = None
        self._follow(len(settings.players))
        self._labeller = Labeller(
            SampleFolder(settings.samples, settings.samples_limit_bytes), self._full_picture, self._around_the_table
        )
        self._ruling: Ruling | None = None
        self._seen: Observation | None = None
        self._table: TableLayout | None = None
        """The layout on file, or the default; None before it is asked for."""
        self._told: Json = {}

    def open(self) -> None:
        """Load the newest match, begin one if that is asked for, and start the vision worker."""
        settings = self.settings
        with self._lock:
            self.match_id = self._store.newest_match()
            if self.match_id is not None:
                self._state = replay(from_json(row.event) for row in self._store.load(self.match_id))
                self._follow(len(self._state.players))
                self._recall()
            elif settings.autostart:
                self.start(0, settings.ruleset, settings.players, 0, {})
            self._tell()
        self._on_status(CameraStatus())
        self._tell_samples()
        self._look()

    def _follow(self, seats: int) -> None:
        """Begin to follow a table of `seats` players."""
        self._referee = Referee(seats)
        self._additions = Additions(self._referee.memory.fixes)
        self._doubts = DoubtWatch()

    def _look(self) -> None:
        """Start the vision worker for the table as it is laid out, or start it again for another layout."""
        if self.settings.source is None:
            return
        watch = Watch(self.settings.source, self._layout.to_toml(), self.settings.loop, self._deck)
        if self._worker is not None:
            if self._watch == watch:
                return
            # Its thread may be waiting for our lock: this must be called without it.
            self._worker.stop()
        self._watch = watch
        self._worker = self._make_worker(watch, self.observe, self._on_status)
        self._worker.ask_full(self._labeller.on)
        self._worker.start()

    def use_deck(self, folder: Path | None) -> None:
        """Read with the enrolled deck in `folder` from now on, or with none; a camera that runs is started again."""
        self._deck, self._watch = folder, None  # a deck that was learnt anew is another one in the same place
        if self._worker is not None:
            self._look()

    def close(self) -> None:
        """Stop the vision worker and end every stream."""
        self.hub.close()
        if self._worker is not None:
            self._worker.stop()

    # -- asking ---------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """Number of the newest event of the match, 0 without one."""
        return len(self._state.log) if self._state else 0

    def booked(self) -> Json:
        """What is booked, see `booked_view`."""
        with self._lock:
            return booked_view(self.match_id, self.seq, self._state, self._declared())

    def match(self) -> State:
        """The state of the match. Raises: ApiError if there is none."""
        with self._lock:
            if self._state is None:
                raise ApiError(409, "no_match", "no match has been started")
            return self._state

    def log(self) -> Json:
        """The events of the match in wire form, with their numbers and times."""
        with self._lock:
            rows = self._store.load(self.match_id) if self.match_id else []
            events = [{"seq": row.seq, "at_ms": row.at_ms, "event": row.event} for row in rows]
            return {"match": self.match_id, "seq": self.seq, "events": events}

    def picture(self, frame: int | None) -> tuple[int, bytes] | None:
        """Number and JPEG of a frame, see `VisionWorker.picture`."""
        return self._worker.picture(frame) if self._worker else None

    # -- commands -------------------------------------------------------------------------------------------

    def start(self, seq: int, ruleset: str, players: Sequence[str], dealer: int, options: Mapping[str, Any]) -> Json:
        """Begin a match; the old one stays in the store. Raises: Conflict, EngineError."""
        with self._lock:
            self._agree(seq)
            event = MatchStarted(ruleset, tuple(players), dealer, dict(options))
            state = apply(None, event)
            # Sorted by time when listed, and not to be guessed.
            match_id = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
            self._store.append(match_id, 0, [to_json(event)])
            self.match_id, self._state = match_id, state
            self._follow(len(state.players))
            self._ruling = None
            booked = self._tell()
        if self._worker is not None:
            self._look()
        return booked

    def add(self, seq: int, events: Sequence[Json]) -> Json:
        """Book events in wire form, all or none. Raises: Conflict, EngineError."""
        return self.book(seq, [from_json(event) for event in events])

    def book(self, seq: int, events: Sequence[Event]) -> Json:
        """Book events, all or none. Raises: Conflict, EngineError."""
        with self._lock:
            self._agree(seq)
            state = self.match()
            for event in events:
                state = apply(state, event)
            self._store.append(self.match_id or "", seq, [to_json(event) for event in events])
            self._state = state
            return self._tell()

    def undo(self, seq: int) -> Json:
        """Take back a 下げ of the running deal, else the newest event that still counts.

        Raises: Conflict, ApiError if there is nothing to take back.
        """
        with self._lock:
            self._agree(seq)
            declared = self._declared()
            if declared:
                self._store.declare(self.match_id or "", self.match().played, declared[-1], stands=False)
                self._referee.withdraw(declared[-1].partition("=")[0])
                return self._look_back()
            counting = effective(self._state.log) if self._state else ()
            if len(counting) < 2:
                raise ApiError(409, "nothing_to_undo", "nothing has happened yet in this match")
            self.book(seq, [Corrected(counting[-1][0])])
            self._referee.reopen()
            self._recall()
            return self._look_back()

    def _look_back(self) -> Json:
        """Ask anew after something was taken back; where a camera looks, its next frame does that."""
        if self._worker is None:
            self._ruling = self._referee.again(self.match())
            if self._ruling.events:
                return self.book(self.seq, self._ruling.events)
        return self._tell()

    def answer(self, seq: int, question: str, answer: str) -> Json:
        """Answer a question of the referee. Raises: Conflict, ApiError if it is not asked any more."""
        with self._lock:
            self._agree(seq)
            own = next((each for each in self._own_questions() if each.id == question), None)
            if own is not None and question.startswith("card:"):
                if answer not in {each.id for each in own.answers}:
                    self._not_asked(question, answer)
                return self._said(int(question.removeprefix("card:")), said_as(answer))
            if own is not None:
                events = next((each.events for each in own.answers if each.id == answer), ())
                return self.book(seq, events) if events else self._not_asked(question, answer)
            try:
                events = self._referee.answer(question, answer)
            except NotAsked:
                self._not_asked(question, answer)
            if self._ruling is not None:
                left = tuple(each for each in self._ruling.questions if each.id != question)
                self._ruling = replace(self._ruling, questions=left)
            if events:
                return self.book(seq, events)
            if self._referee.is_declaration(question, answer):
                declared = question if answer == "sage" else f"{question}={answer}"
                self._store.declare(self.match_id or "", self.match().played, declared)
            return self._tell()

    def fix_card(self, seq: int, track: int, card: str) -> Json:
        """Say what a card in the picture is: its notation, ``back`` for one face down, ``none`` for no card at all.

        Raises: Conflict, NotationError, ApiError if there is no such card in the picture.
        """
        with self._lock:
            self._agree(seq)
            said = said_as(card)
            if track not in {entry["track"] for entry in (self._seen or {"cards": ()})["cards"]}:
                raise ApiError(404, "no_such_track", f"there is no card {track} in the picture")
            return self._said(track, said)

    def add_card(self, seq: int, quad: Sequence[tuple[float, float]], card: str) -> Json:
        """Say that a card nobody found lies at `quad`: px of the frame, clockwise from the card's own top-left.

        Raises: Conflict, NotationError, ApiError if there is no picture or `quad` is no outline of a card in it.
        """
        from yakume.vision.geometry import make_quad, quad_centre

        with self._lock:
            self._agree(seq)
            said = said_as(card)
            if self._seen is None or said is None:
                raise ApiError(409, "no_picture", "there is no picture to which a card could be added")
            width, height = self._seen["size"]
            try:
                outline = make_quad(quad)
            except ValueError as error:
                raise ApiError(422, "bad_outline", str(error)) from None
            centre = quad_centre(outline)
            if not (0 <= centre[0] <= width and 0 <= centre[1] <= height):
                raise ApiError(422, "bad_outline", f"not in the picture of {width}×{height} px: {outline.tolist()}")
            view = self._layout.homography((width, height))
            zone = self._layout.zone_at(view.to_mm(centre[None])[0])
            return self._said(self._additions.add(outline, zone, said), said)

    def _said(self, track: int, said: Said) -> Json:
        """Take a person's word for a card."""
        self._referee.fix(track, said)
        self._labeller.correct()
        if self._seen is not None:
            self._seen = self._additions.merge(self._seen)
            self._doubts.observe(self._corrected(self._seen))
            self._tell_seen(self._seen)
        return self._tell()

    def use_photo(self, seq: int, place: str, faces: Sequence[str]) -> Json:
        """Take the cards of a photograph for those that lie at `place` (a zone), and book what follows.

        Raises: Conflict, NotationError, ApiError if there is no such place or a face is there too often.
        """
        with self._lock:
            self._agree(seq)
            state = self.match()
            if place != "field" and int(place[4]) >= len(state.players):
                raise ApiError(422, "no_such_seat", f"{place}: {len(state.players)} sit at the table")
            table = self._referee.memory.table()
            piles = {"field": table.field}
            piles |= {f"seat{seat}.captures": pile for seat, pile in enumerate(table.captures)}
            piles |= {f"seat{seat}.shown": pile for seat, pile in enumerate(table.shown)}
            cards = cards_of([Face(face) for face in faces], piles.pop(place), piles.values())
            self._ruling = self._referee.told(place, cards, state)
            if self._ruling.events:
                return self.book(seq, self._ruling.events)
            return self._tell()

    def samples(self) -> Json:
        """Whether corrected pictures are kept, where and how many, see `Labeller.status`."""
        with self._lock:
            return self._labeller.status()

    def keep_samples(self, on: bool) -> Json:
        """Begin or end keeping pictures that people correct."""
        with self._lock:
            self._labeller.switch(on)
            if self._worker is not None:
                self._worker.ask_full(on)
            return self._tell_samples()

    def clear_samples(self) -> Json:
        """Delete the pictures that were kept. Raises: ApiError."""
        with self._lock:
            try:
                self._labeller.clear()
            except SampleError as error:
                raise ApiError(409, f"samples_{error.code}", str(error)) from None
            return self._tell_samples()

    def layout(self) -> Json:
        """The table's corners and zones, and those it would have by default, see `TableLayout.to_json`."""
        with self._lock:
            layout = self._layout
            return {"layout": layout.to_json(), "default": type(layout).default(layout.players).to_json()}

    def fit(self, layout: Json) -> Json:
        """Lay the table out anew, write that to the layout's file and look again.

        Raises: ApiError for a layout that cannot be used, or that cannot be written; then the old one stays.
        """
        from yakume.vision.layout import LayoutError, TableLayout

        with self._lock:
            try:
                table = TableLayout.from_json(layout)
            except LayoutError as error:
                raise ApiError(422, "bad_layout", str(error)) from None
            if table.players != self._referee.seats:
                raise ApiError(422, "bad_layout", f"players = {table.players}: {self._referee.seats} sit at the table")
            file = self.settings.layout
            try:
                write_whole(file, table.to_toml().encode())
            except OSError as error:
                raise ApiError(409, "unwritable", f"cannot write {file}: {error.strerror}") from None
            self._table = table
        self._look()
        return self.layout()

    # -- what the worker tells --------------------------------------------------------------------------------

    def observe(self, observation: Observation) -> None:
        """Take what the vision worker saw in one frame, and book what follows from it without a doubt."""
        with self._lock:
            self._seen = observation = self._additions.merge(observation)
            self._ruling = self._referee.observe(observation, self._state)
            if self._ruling.events:
                self.book(self.seq, self._ruling.events)
            self._doubts.observe(self._corrected(observation))
            self._tell_table()
            self._tell_seen(observation)

    def _on_status(self, status: CameraStatus) -> None:
        self.hub.publish(Message("camera", status.to_json()))

    # -- inside -----------------------------------------------------------------------------------------------

    def _agree(self, seq: int) -> None:
        if seq != self.seq:
            raise Conflict(self.match_id or "", seq, self.seq)

    def _not_asked(self, question: str, answer: str) -> NoReturn:
        raise ApiError(409, "not_asked", f"{question!r} with the answer {answer!r} is not asked")

    def _own_questions(self) -> tuple[Question, ...]:
        """What is asked beside the referee's questions: what no camera can see, and what ours cannot read."""
        if self._state is None:
            return ()
        state, lowered = self._state, [int(each.split(":")[1]) for each in self._declared() if each.startswith("call:")]
        asked = [bid_question(state)]
        if self._ruling is not None:
            captures = self._ruling.on_table.captures
            asked.append(cancel_question(state, lambda: self._referee.draft(state, captures), lowered))
            asked.append(self._doubts.question(state.players))
        return tuple(each for each in asked if each is not None)

    def _declared(self) -> list[str]:
        """What was answered in this deal and books nothing yet: 下げ as its question, 法度 as question=answer."""
        if self._state is None or self.match_id is None:
            return []
        return self._store.declared(self.match_id, self._state.played)

    def _recall(self) -> None:
        """Remind the referee of what was declared in the running deal."""
        for declared in self._declared():
            question, _, answer = declared.partition("=")
            self._referee.recall(question, answer or "sage", self.match().played)

    def _tell(self) -> Json:
        booked = self.booked()
        self.hub.publish(Message("state", booked, id=str(self.seq)))
        self._tell_table()
        return booked

    def _corrected(self, observation: Observation) -> Observation:
        return with_fixes(observation, self._referee.memory.fixes)

    def _tell_seen(self, observation: Observation) -> None:
        corrected = self._corrected(observation)
        self.hub.publish(Message("observation", corrected))
        if self._labeller.observe(corrected):
            self._tell_samples()

    def _tell_samples(self) -> Json:
        status = self._labeller.status()
        self.hub.publish(Message("samples", status))
        return status

    def _full_picture(self, frame: int) -> bytes | None:
        return self._worker.full_picture(frame) if self._worker else None

    def _around_the_table(self, size_wh: tuple[int, int]) -> list[list[list[float]]]:
        return [polygon.tolist() for polygon in self._layout.surroundings(size_wh)]

    @property
    def _layout(self) -> TableLayout:
        """The table as it is laid out for the seats of the match."""
        from yakume.vision.layout import TableLayout

        if self._table is None:
            file = self.settings.layout
            self._table = TableLayout.load(file) if file.exists() else TableLayout.default(self._referee.seats)
        return self._table.seated(self._referee.seats)

    def _tell_table(self) -> None:
        ruling = self._ruling
        questions = self._own_questions() + (ruling.questions if ruling else ())
        table = table_view(self._state, ruling.on_table if ruling else None, questions, self._seen)
        if table != self._told:
            self._told = table
            self.hub.publish(Message("table", table))


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
            raise ApiError(422, "too_many", f"too many of {face}: each card exists once", "COM-CARD-01")
    return found


def said_as(card: str) -> Said:
    """What a person said, on the wire: a card, ``back`` or ``none``. Raises: NotationError."""
    if card == "none":
        return None
    return BACK if card == "back" else Card.parse(card)
