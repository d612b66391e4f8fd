"""The desk: one table's log, what lies on the table now, and everyone who watches.

Commands and observations come from several threads; the desk takes them one at a time. What is booked is a
replay of the log (`state`); what is only seen is the referee's (`table`) and books nothing by itself.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from yakume.engine import Card
from yakume.engine.events import Corrected, Event, MatchStarted, from_json, to_json
from yakume.engine.play import apply, effective, replay
from yakume.engine.state import State
from yakume.vision.referee import NotAsked, Question, Referee, Ruling

from .asks import bid_question, cancel_question
from .errors import ApiError
from .live import Hub, Message
from .settings import Settings
from .store import Conflict, EventStore
from .view import booked_view, table_view
from .worker import CameraStatus, Observation, VisionWorker, Watch

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
        self._state: State | None = None
        self._referee: Referee | None = None
        self._ruling: Ruling | None = None
        self._seen: Observation | None = None
        self._told: Json = {}

    def open(self) -> None:
        """Load the newest match, begin one if that is asked for, and start the vision worker."""
        settings = self.settings
        with self._lock:
            self.match_id = self._store.newest_match()
            if self.match_id is not None:
                self._state = replay(from_json(row.event) for row in self._store.load(self.match_id))
                self._referee = Referee(len(self._state.players))
                for question in self._declared():
                    self._referee.recall(question, self._state.played)
            elif settings.autostart:
                self.start(0, settings.ruleset, settings.players, 0, {})
            self._tell()
        self._on_status(CameraStatus())
        self._look()

    def _look(self) -> None:
        """Start the vision worker for the seats of the match, or start it again for another number of them."""
        if self.settings.source is None:
            return
        seats = len(self._state.players if self._state else self.settings.players)
        watch = Watch(self.settings.source, self.settings.layout, seats, self.settings.loop)
        if self._worker is not None:
            if self._watch == watch or watch.layout is not None:
                return
            # Its thread may be waiting for our lock: this must be called without it.
            self._worker.stop()
        self._watch = watch
        self._worker = self._make_worker(watch, self.observe, self._on_status)
        self._worker.start()

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
            self._referee, self._ruling = Referee(len(state.players)), None
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
            if declared and self._referee is not None:
                self._store.declare(self.match_id or "", self.match().played, declared[-1], stands=False)
                self._referee.withdraw(declared[-1])
                return self._tell()
            counting = effective(self._state.log) if self._state else ()
            if len(counting) < 2:
                raise ApiError(409, "nothing_to_undo", "nothing has happened yet in this match")
            return self.book(seq, [Corrected(counting[-1][0])])

    def answer(self, seq: int, question: str, answer: str) -> Json:
        """Answer a question of the referee. Raises: Conflict, ApiError if it is not asked any more."""
        with self._lock:
            self._agree(seq)
            own = next((each for each in self._own_questions() if each.id == question), None)
            if own is not None:
                events = next((each.events for each in own.answers if each.id == answer), ())
                return self.book(seq, events) if events else self._not_asked(question, answer)
            try:
                events = self._referee.answer(question, answer) if self._referee else self._not_asked(question, answer)
            except NotAsked:
                self._not_asked(question, answer)
            if self._ruling is not None:
                left = tuple(each for each in self._ruling.questions if each.id != question)
                self._ruling = replace(self._ruling, questions=left)
            if events:
                return self.book(seq, events)
            if answer == "sage":
                self._store.declare(self.match_id or "", self.match().played, question)
            return self._tell()

    def fix_card(self, seq: int, track: int, card: str) -> Json:
        """Say what a card in the picture is: its notation, or ``none`` or ``back`` for nothing that counts.

        Raises: Conflict, NotationError, ApiError if there is no such card in the picture.
        """
        with self._lock:
            self._agree(seq)
            found = None if card in ("none", "back") else Card.parse(card)
            tracks = {entry["track"] for entry in self._seen["cards"]} if self._seen else set()
            if self._referee is None or track not in tracks:
                raise ApiError(404, "no_such_track", f"there is no card {track} in the picture")
            self._referee.fix(track, found)
            if self._seen is not None:
                self._tell_seen(self._seen)
            return self._tell()

    # -- what the worker tells --------------------------------------------------------------------------------

    def observe(self, observation: Observation) -> None:
        """Take what the vision worker saw in one frame, and book what follows from it without a doubt."""
        with self._lock:
            self._seen = observation
            if self._referee is not None:
                self._ruling = self._referee.observe(observation, self._state)
                if self._ruling.events:
                    self.book(self.seq, self._ruling.events)
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
        """What is asked although no camera can see it."""
        if self._state is None:
            return ()
        lowered = [int(question.split(":")[1]) for question in self._declared()]
        asked = [bid_question(self._state)]
        if self._ruling is not None:
            asked.append(cancel_question(self._state, self._ruling.on_table, lowered))
        return tuple(each for each in asked if each is not None)

    def _declared(self) -> list[str]:
        """Questions that were answered with 下げ in the running deal."""
        if self._state is None or self.match_id is None:
            return []
        return self._store.declared(self.match_id, self._state.played)

    def _tell(self) -> Json:
        booked = self.booked()
        self.hub.publish(Message("state", booked, id=str(self.seq)))
        self._tell_table()
        return booked

    def _tell_seen(self, observation: Observation) -> None:
        fixes = self._referee.memory.fixes if self._referee else {}
        self.hub.publish(Message("observation", with_fixes(observation, fixes)))

    def _tell_table(self) -> None:
        ruling = self._ruling
        questions = self._own_questions() + (ruling.questions if ruling else ())
        table = table_view(self._state, ruling.on_table if ruling else None, questions, self._seen)
        if table != self._told:
            self._told = table
            self.hub.publish(Message("table", table))


def with_fixes(observation: Observation, fixes: Mapping[int, Card | None]) -> Observation:
    """`observation` as people corrected it; a card that somebody found elsewhere is in doubt where it was."""
    if not fixes:
        return observation
    found = {str(card) for card in fixes.values() if card is not None}
    cards = []
    for entry in observation["cards"]:
        if entry["track"] in fixes:
            card = fixes[entry["track"]]
            sure = {"card": str(card), "face": str(card.face), "p": 1.0} if card else {"card": None, "p": 0.0}
            entry = entry | sure
        elif entry["card"] in found:
            entry = entry | {"card": None}
        cards.append(entry)
    return observation | {"cards": cards}
