"""The desk: one table's match, what lies on the table now, and everyone who watches.

Commands and observations come from several threads; the desk takes them one at a time, for moments: no picture is read
and no process waited for meanwhile. What is booked is a replay of the log (`state`); what is only seen is the referee's
(`table`) and books nothing by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from yakume.engine import Card, Face
from yakume.engine.arrange import follow
from yakume.engine.events import DealInserted, Event, from_json
from yakume.engine.state import State
from yakume.vision.observation import NO_CARD, CameraMoved, Observation, Said, ZoneGrew, parse_said, to_json
from yakume.vision.referee.answers import CardIs, PlayedSo
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.belief import OnTable
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.ending import EndTold
from yakume.vision.referee.line import Play
from yakume.vision.referee.notices import BegunUnseen, Health, NeverSeen, OtherLayout
from yakume.vision.referee.questions import DoubtfulCard, Question
from yakume.vision.referee.thread import DealThread
from yakume.vision.zones import Zone

from . import wire
from .errors import ApiError, refusal
from .labelling import Labeller
from .live import Hub, Message
from .meter import Figures, FrameMeter
from .metrics import Metrics
from .phone import PHONE, Phone
from .remembered import Remembered, setup_file
from .samples import SampleError, SampleFolder
from .session.camera import CameraSupervisor
from .session.corrections import Corrections
from .session.match import MatchSession
from .session.next_dealer import with_next_dealer
from .settings import Settings
from .store import EventStore, StoreTrouble
from .view import booked_view, health_view, photo_words, running, table_view
from .worker import CameraStatus, VisionWorker

MOST_PICTURES = 150
"""Pictures of events that are remembered, the newest: 15 MB of JPEG. Nothing of them is written to disk."""


class Desk:
    """Everything a page shows, for one table."""

    def __init__(
        self,
        settings: Settings,
        store: EventStore,
        make_worker: Callable[..., VisionWorker] = VisionWorker,
        metrics: Metrics | None = None,
    ) -> None:
        self.settings = settings
        self.remembered = Remembered(setup_file(settings.database))
        self.hub = Hub()
        self._lock = threading.RLock()
        self._session = MatchSession(store, len(settings.players))
        self._corrections = Corrections(self._session.referee.belief.fixes)
        self._metrics = metrics or Metrics()
        meter = FrameMeter(self._metrics.picture)
        self._camera = CameraSupervisor(settings, make_worker, self.observe, self._on_status, meter)
        if settings.source is None:
            self._camera.source = self.remembered.choices.camera
        folder = SampleFolder(settings.samples, settings.samples_limit_bytes)
        self._labeller = Labeller(
            folder, self._camera.full_picture, self._around_the_table, lambda: bool(self._questions())
        )
        self._status = CameraStatus()
        self._pictures: dict[int, bytes] = {}
        """Number of an event → what the camera saw when it was booked."""
        self._told: wire.Table | None = None
        self._damage: wire.Refusal | None = None

    def open(self) -> None:
        """Load the newest match, begin one if that is asked for, and start the vision worker."""
        settings = self.settings
        with self._lock:
            if self._session.open_newest():
                self._follow()
            elif settings.autostart and self._session.damage is None:
                self._session.start(0, settings.ruleset, settings.players, 0, {})
                self._follow()
            self._tell()
        self._on_status(CameraStatus())
        self._tell_samples()
        self._camera.look(self._seats)

    def _follow(self) -> None:
        """Begin to follow another match."""
        self._pictures.clear()
        self._labeller.follow()
        self._corrections = Corrections(self._session.referee.belief.fixes, self._corrections.seen)

    def use_deck(self, folder: Path | None) -> None:
        """Read with the enrolled deck in `folder` from now on, or with none; a camera that runs is started again."""
        self._camera.use_deck(folder, self._seats)
        self.remembered.keep(deck=folder.name if folder else None)

    def use_camera(self, source: str | None) -> None:
        """Look at another camera, stream, file or folder from now on, or at none."""
        self._camera.use(source, self._seats)
        self.remembered.keep(camera=source)
        # There is no picture any more to what the camera before saw last.
        self.hub.forget("observation")
        if source is None:
            with self._lock:
                # What the camera saw last, a hand over the table for one, is no news of the table any more.
                self._corrections.seen = None
                self._tell_table()

    @property
    def camera_source(self) -> str | None:
        """What is looked at, None without a camera."""
        return self._camera.source

    @property
    def phone(self) -> Phone:
        """What a phone sends that is, or may become, the camera."""
        return self._camera.phone

    def check_phone(self) -> None:
        """Raises: ApiError if the table is looked at with something else than a phone."""
        if self.camera_source not in (None, PHONE):
            raise ApiError(409, "another_camera", "another camera looks at the table: choose the phone there")

    def use_phone(self) -> None:
        """Look at what the phone sends, where nothing else looks."""
        if self.camera_source is None:
            self.use_camera(PHONE)

    def close(self) -> None:
        """Stop the vision worker and end every stream."""
        self.hub.close()
        self._camera.close()

    # -- asking ---------------------------------------------------------------------------------------------

    @property
    def match_id(self) -> str | None:
        """The match on the page, None without one."""
        return self._session.match_id

    @property
    def seq(self) -> int:
        """Number of the newest event of the match, 0 without one."""
        return self._session.seq

    @property
    def _seats(self) -> int:
        return self._session.referee.seats

    def booked(self) -> wire.Told:
        """What is booked, see `booked_view`."""
        with self._lock:
            return booked_view(self.match_id, self.seq, self._session.state)

    def match(self) -> State:
        """The state of the match. Raises: ApiError if there is none."""
        with self._lock:
            return self._session.running

    def log(self) -> wire.Log:
        """The events of the match in wire form, with their numbers and times."""
        with self._lock:
            return {"match": self.match_id, "seq": self.seq, "events": self._session.rows()}

    def picture(self, frame: int | None) -> tuple[int, bytes] | None:
        """Number and JPEG of a frame, see `VisionWorker.picture`."""
        return self._camera.picture(frame)

    def picture_of(self, seq: int | None) -> bytes | None:
        """JPEG of what the camera saw when event `seq` was booked; None where that is not remembered."""
        with self._lock:
            log = self._session.state.log if self._session.state else ()
            # What was seen when a missing deal was told shows nothing of that deal.
            told = seq is not None and 0 < seq <= len(log) and isinstance(log[seq - 1], DealInserted)
            return None if seq is None or told else self._pictures.get(seq)

    def on_table(self) -> OnTable | None:
        """What is believed to lie on the table; None where nothing was seen yet."""
        with self._lock:
            return self._session.on_table()

    def followed(self, deal: int) -> tuple[Play, ...]:
        """The half-turns of a deal as they were followed; empty where they were not."""
        with self._lock:
            seen = self._session.seen
            return seen.followed.get(deal, ()) if seen else ()

    def followed_had(self, played: PlayedSo) -> DealThread | None:
        """The running deal followed anew, had people said these half-turns; None where none is followed.

        It takes as long as following a deal does: nobody waits for it meanwhile."""
        with self._lock:
            thread = self._session.referee.following.thread
        return None if thread is None or thread.best is None else thread.supposing(played)

    def looks(self) -> int:
        """How often the table lay still in the running deal."""
        with self._lock:
            return len(self._session.referee.seen[1])

    def camera_health(self) -> tuple[CameraStatus, Figures]:
        """How the camera is, and the figures of its pictures."""
        return self._status, self._camera.meter.figures()

    # -- the match ------------------------------------------------------------------------------------------

    def start(
        self, seq: int, ruleset: str, players: Sequence[str], dealer: int, options: Mapping[str, Any]
    ) -> wire.Told:
        """Begin a match; the old one stays in the store. Raises: Conflict, EngineError, StoreTrouble."""
        with self._lock:
            self._session.start(seq, ruleset, players, dealer, options)
            self._follow()
            booked = self._tell()
            self.remembered.keep(ruleset=ruleset, players=tuple(players), dealer=dealer, options=dict(options))
        if self._camera.looks:
            self._camera.look(self._seats)
        return booked

    def resume(self, seq: int, match_id: str) -> wire.Told:
        """Go on with another match; the one of now stays in the store. Raises: Conflict, StoreTrouble, ApiError."""
        with self._lock:
            self._session.resume(seq, match_id)
            self._follow()
            booked = self._tell()
        if self._camera.looks:
            self._camera.look(self._seats)
        return booked

    def add(self, seq: int, events: Sequence[dict[str, Any]]) -> wire.Told:
        """Book events in wire form, all or none. Raises: Conflict, EngineError, StoreTrouble."""
        return self.book(seq, [from_json(event) for event in events])

    def book(self, seq: int, events: Sequence[Event]) -> wire.Told:
        """Book events, all or none. Raises: Conflict, EngineError, StoreTrouble."""
        with self._lock:
            self._session.agree(seq)
            self._session.book(seq, with_next_dealer(self._session.running, events))
            return self._tell()

    def name_players(self, seq: int, players: Sequence[str]) -> wire.Told:
        """Call the players otherwise, see `MatchSession.name_players`; so does the form of the next match."""
        with self._lock:
            before = self._session.running.players
            self._session.name_players(seq, players)
            if self.remembered.choices.players == before:
                self.remembered.keep(players=tuple(players))
            return self._tell()

    def undo(self, seq: int, *, photo: bool = False) -> wire.Told:
        """Take back the newest event that still counts, or the newest photograph of captures or shown cards.

        Raises: Conflict, StoreTrouble, ApiError if there is none.
        """
        with self._lock:
            if photo:
                self._session.take_photo_back(seq)
            else:
                self._session.undo(seq)
            return self._look_back()

    def redo(self, seq: int, *, photo: bool = False) -> wire.Told:
        """Bring back what undo took back last, or the photograph that it took back.

        Raises: Conflict, StoreTrouble, ApiError if there is nothing.
        """
        with self._lock:
            if photo:
                self._session.bring_photo_back(seq)
            else:
                self._session.redo(seq)
            return self._look_back()

    def answer(
        self, seq: int, question: str, answer: str, check: Callable[[Question], None] = lambda question: None
    ) -> wire.Told:
        """Answer a question by the ids of both; `check` refuses one that is not for who answers.

        Raises: Conflict, StoreTrouble, ApiError if it is not asked, and what `check` raises.
        """
        with self._lock:
            self._session.agree(seq)
            asked = next((each for each in self._questions() if each.id == question), None)
            offer = asked.offer(answer) if asked is not None else None
            if asked is None or offer is None:
                raise ApiError(409, "not_asked", f"{question!r} with the answer {answer!r} is not asked")
            check(asked.question)
            if isinstance(asked.question, DoubtfulCard) and isinstance(offer.answer, CardIs):
                return self._said(asked.question.track, offer.answer.said)
            self._session.book(seq, follow(self._session.running, asked.books(offer)), question)
            return self._look_back()

    def end_deal(self, seq: int) -> EndTold:
        """Settle the running deal, see `MatchSession.end_deal`."""
        with self._lock:
            told = self._session.end_deal(seq)
            self._look_back()
            return told

    def end_match(self, seq: int) -> EndTold:
        """End the match, see `MatchSession.end_match`."""
        with self._lock:
            told = self._session.end_match(seq)
            self._look_back()
            return told

    def pause(self, on: bool) -> None:
        """Conclude nothing from what is seen from now on, or go on with what lies there."""
        with self._lock:
            self._session.paused = on
            self._tell_table()

    def use_photo(self, seq: int, place: str, faces: Sequence[str]) -> wire.Told:
        """Take the cards of a photograph for those that lie at `place` (a zone), and book what follows.

        Raises: Conflict, NotationError, StoreTrouble, ApiError if there is no such place or a face is there too often.
        """
        with self._lock:
            self._session.take_photo(seq, Zone.parse(place), [Face(face) for face in faces])
            return self._tell()

    def place_card(self, seq: int, card: str, zone: str | None, instead: str | None) -> wire.Told:
        """Say that a card lies in a zone (None: nowhere), in the place of `instead` if another was taken for it.

        What the camera sees of it is put right with it. Raises: Conflict, NotationError, StoreTrouble, ApiError.
        """
        with self._lock:
            self._session.agree(seq)
            placed, to = Card.parse(card), None if zone is None else Zone.parse(zone)
            misread = None if instead is None else Card.parse(instead)
            seen = self._corrections.track_of(placed)
            mistaken = None if misread is None else self._corrections.track_of(misread)
            self._session.place_card(seq, placed, to, misread)
            if mistaken is not None:
                self._corrections.name(mistaken, placed)
            elif seen is not None and to is None:
                self._corrections.name(seen, NO_CARD)
            elif seen is not None and to is not None:
                self._corrections.move(seen, to)
            return self._tell() if seen is None and mistaken is None else self._tell_corrected()

    def _look_back(self) -> wire.Told:
        """Ask anew after something was said or taken back; where a camera looks, its next frame does that."""
        if not self._camera.looks:
            self._session.look_back()
        return self._tell()

    # -- the picture ----------------------------------------------------------------------------------------

    def fix_card(self, seq: int, track: int, card: str) -> wire.Told:
        """Say what a card in the picture is: its notation, ``back`` for one face down, ``none`` for no card at all.

        Raises: Conflict, NotationError, ApiError if there is no such card in the picture.
        """
        with self._lock:
            self._session.agree(seq)
            said = parse_said(card)
            self._corrections.check_track(track)
            return self._said(track, said)

    def add_card(self, seq: int, quad: Sequence[tuple[float, float]], card: str) -> wire.Told:
        """Say that a card nobody found lies at `quad`: px of the frame, clockwise from the card's own top-left.

        Raises: Conflict, NotationError, ApiError if there is no picture or `quad` is no outline of a card in it.
        """
        with self._lock:
            self._session.agree(seq)
            self._corrections.add(quad, parse_said(card), self._camera.layout(self._seats))
            return self._tell_corrected()

    def _said(self, track: int, said: Said) -> wire.Told:
        """Take a person's word for a card."""
        self._corrections.name(track, said)
        return self._tell_corrected()

    def _tell_corrected(self) -> wire.Told:
        self._labeller.correct()
        self._tell_seen()
        return self._tell()

    def samples(self) -> wire.Samples:
        """Whether corrected pictures are kept, where and how many, see `Labeller.status`."""
        with self._lock:
            return self._labeller.status()

    def keep_samples(self, on: bool) -> wire.Samples:
        """Begin or end keeping pictures that people correct."""
        with self._lock:
            self._labeller.switch(on)
            self._camera.ask_full(on)
            return self._tell_samples()

    def clear_samples(self) -> wire.Samples:
        """Delete the pictures that were kept. Raises: ApiError."""
        with self._lock:
            try:
                self._labeller.clear()
            except SampleError as error:
                raise ApiError(409, f"samples_{error.code}", str(error)) from None
            return self._tell_samples()

    def layout(self, seats: int | None = None) -> wire.Layout:
        """The table's corners and zones, and those it would have by default, see `TableLayout.to_json`.

        `seats`: how many are going to sit there; None: as many as do.
        """
        with self._lock:
            layout = self._camera.layout(seats or self._seats)
            default = type(layout).default(layout.players)
            return {"layout": cast(wire.TableFit, layout.to_json()), "default": cast(wire.TableFit, default.to_json())}

    def fit(self, layout: Mapping[str, Any], seats: int | None = None) -> wire.Layout:
        """Lay the table out anew, write that to the layout's file and look again; `seats` as for `layout`.

        Raises: ApiError for a layout that cannot be used, or that cannot be written; then the old one stays.
        """
        with self._lock:
            self._camera.fit(layout, seats or self._seats)
        self._camera.look(self._seats)
        return self.layout(seats)

    def shrink(self) -> wire.Layout:
        """Take back that zones have grown, and let them stay as they are. Raises: ApiError if none has."""
        with self._lock:
            self._camera.shrink()
            self._tell_table()
        self._camera.look(self._seats)
        return self.layout()

    # -- what the worker tells --------------------------------------------------------------------------------

    def observe(self, observation: Observation) -> None:
        """Take what the vision worker saw in one frame, and book what follows from it without a doubt."""
        with self._lock:
            self._follow_camera(observation)
            booked = self._session.see(self._corrections.with_added(observation))
            if self.settings.demo and self._begin_round():
                self._session.see(self._corrections.with_added(observation))
            self._corrections.look_for_doubts(self._session.unread)
            if booked:
                self._tell()
            else:
                self._tell_table()
            self._tell_seen()

    def _begin_round(self) -> bool:
        """Begin a match with the recording's next round: what it shows is the same deal again, and no second one."""
        state = self._session.state
        if state is None or not state.played or running(state) is None:
            return False
        try:
            self._session.start(self.seq, state.game.id, state.players, 0, {})
        except StoreTrouble:
            return False  # then it is a second deal of the match after all
        self._follow()
        return True

    def _follow_camera(self, observation: Observation) -> None:
        """Take note of where the table's corners lie after the camera was knocked."""
        for problem in observation.problems:
            if isinstance(problem, CameraMoved):
                self._camera.followed(problem.corners, self._seats)
            elif isinstance(problem, ZoneGrew):
                self._camera.grew(problem.zone, problem.polygon, self._seats)

    def _on_status(self, status: CameraStatus) -> None:
        if status.restarts > self._status.restarts:
            self._metrics.restarted(status.restarts - self._status.restarts)
        self._status = status
        self.hub.publish(Message("camera", status.told()))

    # -- telling ----------------------------------------------------------------------------------------------

    def _questions(self) -> tuple[Asked, ...]:
        """All that is asked, a card that cannot be read among it."""
        asked, state = self._session.questions(), self._session.state
        running = deal_log(state).deal if state is not None else 0
        if self.settings.demo:
            # The recording goes round and round: what nobody answered in one round is asked anew in the next.
            asked = tuple(each for each in asked if each.question.deal == running)
        doubt = self._corrections.ask(running) if state is not None else None
        return asked if doubt is None else (doubt, *asked)

    def _tell(self) -> wire.Told:
        booked = self.booked()
        self._remember_picture()
        self.hub.publish(Message("state", booked, id=str(self.seq)))
        self._tell_damage()
        self._tell_table()
        return booked

    def _remember_picture(self) -> None:
        """Keep what the camera sees while something is booked, to be looked at in the review."""
        found = self._camera.picture(None) if self.seq and self.seq not in self._pictures else None
        if found is not None:
            self._pictures[self.seq] = found[1]
        while len(self._pictures) > MOST_PICTURES:
            self._pictures.pop(min(self._pictures))

    def _tell_damage(self) -> None:
        """Say what is wrong with the log of the match, if that has changed."""
        damage = self._session.damage
        told: wire.Refusal | None = None
        if damage is not None:
            code = "copy_opened" if self.match_id else damage.code
            told = refusal(code, str(damage), "")
        if told != self._damage:
            self._damage = told
            self.hub.publish(Message("store", told))

    def _tell_table(self) -> None:
        session = self._session
        on_table = session.on_table()
        notices = session.ruling.notices if session.ruling and not session.paused else ()
        if self.settings.demo:  # a recording of one deal tells nothing of the deck
            notices = tuple(each for each in notices if not isinstance(each, NeverSeen))
        # Where a camera looks, the referee says so once the table has come to rest.
        if not self._camera.looks and (captured := session.unbooked_captures()):
            notices = (*notices, BegunUnseen(captured))
        if self._camera.looks and (laid_out := self._camera.other_players(self._seats)) is not None:
            notices = (*notices, OtherLayout(laid_out, self._seats))
        plays = session.ruling.plays if session.ruling else ()
        seen, trouble = self._corrections.seen, session.trouble
        table = table_view(session.state, on_table, self._questions(), seen, trouble, notices, plays)
        health = session.ruling.health if session.ruling else None
        table["health"], table["paused"] = None if health is None else health_view(health), session.paused
        # Whose turn it is follows from the half-turns: where nobody follows them, nobody knows.
        if not self._camera.looks or health in (None, Health.LOST):
            table["turn"] = None
        table["zones_grew"] = self._camera.has_grown
        if session.state is not None:
            table["photo"] = photo_words(session.state, session.photo)
            table["photo_back"] = photo_words(session.state, session.photo_back)
        if table != self._told:
            self._told = table
            self.hub.publish(Message("table", table))

    def _tell_seen(self) -> None:
        corrected = self._corrections.corrected
        if corrected is None:
            return
        self.hub.publish(Message("observation", to_json(corrected)))
        if self._labeller.observe(corrected):
            self._tell_samples()

    def _tell_samples(self) -> wire.Samples:
        status = self._labeller.status()
        self.hub.publish(Message("samples", status))
        return status

    def _around_the_table(self, size_wh: tuple[int, int]) -> list[list[list[float]]]:
        return [polygon.tolist() for polygon in self._camera.layout(self._seats).surroundings(size_wh)]
