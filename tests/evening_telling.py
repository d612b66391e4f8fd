"""What the people of `evening.py` tell yakume by tap, and the log as they know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from evening_table import Glance, Table
from evening_taps import among, announced, begin, put_in, settled, spoken
from yakume.datasets.evaluation.matches import Match
from yakume.datasets.evaluation.story import TrueDeal, faces
from yakume.engine import EngineError, Face, apply, replay
from yakume.engine.events import (
    BidMade,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    HandShown,
    MatchStarted,
    TeyakuClosed,
    from_json,
    to_json,
)
from yakume.engine.play import effective
from yakume.engine.state import Phase, State
from yakume.webui.declare import declarations

MISDEALT = -2


@dataclass
class Telling:
    """One match, and who tells yakume what of it."""

    table: Table
    match: Match
    say: Callable[[str], None]
    state: State = field(init=False)
    glance: Glance = field(init=False)
    now_ms: int = 0
    """In the time of the story."""
    laid: list[int] = field(default_factory=list)
    """True deal of each deal that was booked, `MISDEALT` for what was none, or is refused by now."""
    misdealt: list[Counter[Face]] = field(default_factory=list)
    """The fields that were misdealt."""
    asked_since: bool = False
    """Whether what is asked was told since they last said something."""

    def start(self, dealer: int) -> None:
        """Begin the match, with that first dealer."""
        start = replace(self.match.story.start, dealer=dealer)
        body = {key: value for key, value in to_json(start).items() if key != "type"}
        status, answer = self.table.ask("POST", "/api/match", seq=0, **body)
        assert status == 201, answer
        self.state = apply(None, start)
        self.glance = Glance(1, ())

    def catch_up(self) -> None:
        """Read the log if it has moved on."""
        log = self.table.ask("GET", "/api/events")[1]["events"] if self.glance.seq != len(self.state.log) else None
        if log is None:
            return
        self.state = replay(from_json(row["event"]) for row in log)
        state, self.laid = None, []
        for _, event in effective(self.state.log):
            counts = True
            try:
                state = apply(state, event)
            except EngineError:
                counts = False
            if not isinstance(event, DealStarted):
                continue
            if not counts or faces(event.field) in self.misdealt:
                self.laid.append(MISDEALT)
                continue
            assert state is not None
            true = max(self.laid, default=-1)
            if state.phase is not Phase.READY:  # four of a month are dealt again at once (H80-DEAL-04)
                true = self.match.story.deals.index(self.match.story.next_deal(event, true))
            self.laid.append(true)

    def post(self, path: str, **body: Any) -> bool:
        """Send a command; False if it is refused, which people see."""
        status, answer = self.table.ask("POST", path, seq=len(self.state.log), **body)
        if status >= 400:
            self.say(f"      {path} refused: {answer['error']['message']}")
        self.glance = replace(self.glance, seq=self.table.ask("GET", "/api/state")[1]["seq"])
        self.asked_since = False
        self.catch_up()
        return status < 400

    def book(self, *events: Event) -> bool:
        """Declare something."""
        return self.post("/api/events", events=[to_json(event) for event in events])

    # -- deals ------------------------------------------------------------------------------------------------------

    def tell_whole(self, deal: TrueDeal, *, ended: bool = True) -> None:
        """Tell a deal from its beginning."""
        self.book(begin(deal, self.state))
        for event in spoken(deal):
            self.book(event)
        self.show_hands(deal)
        if ended:
            self.settle(deal)

    def settle(self, deal: TrueDeal) -> None:
        """Tell how the running deal ended, and first what was not said of it."""
        self._is_played(deal)
        bids = [event for event in spoken(deal) if isinstance(event, BidMade)] if self.state.phase is Phase.BID else []
        for bid in bids[self._bids_said() :]:
            self.book(bid)
        for event in announced(deal, self.state):
            self.book(event)
        if self.state.phase is Phase.BID:  # others have to bid than did: who deals is to be put right first
            return
        events = settled(self.table.ask, deal, self.state)
        if events:
            self.post("/api/events", events=events)

    def _is_played(self, deal: TrueDeal) -> None:
        """Raises: AssertionError if nobody can know yet how `deal` ends."""
        assert deal.end_ms <= self.now_ms, f"deal {deal.number} is told before it is played"

    def _bids_said(self) -> int:
        """How many bids were made in the running deal."""
        said = 0
        for _, event in effective(self.state.log):
            said = 0 if isinstance(event, DealStarted) else said + isinstance(event, BidMade)
        return said

    def settle_anew(self, k: int) -> None:
        """Put the end of deal `k` of the story right, as the history does."""
        begun = 0
        refused = {rejected.seq for rejected in self.state.rejected}
        for place, event in effective(self.state.log):
            begun += isinstance(event, DealStarted)
            ends = isinstance(event, DealResult | DealVoided | TeyakuClosed) and place not in refused
            if not ends or not 0 < begun <= len(self.laid) or self.laid[begun - 1] != k:
                continue
            self.say(f"      deal {k + 1} settled anew: {self.state.line}")
            before, deal = replay(self.state.log[:place]), self.match.story.deals[k]
            self._is_played(deal)
            if before.phase is Phase.BID:  # nobody said who plays: it is told whole instead
                self._tell_instead(place, k)
                return
            events = settled(self.table.ask, deal, before, anew=(place, len(self.state.log)))
            if events:
                self.post("/api/events", events=events)
            return

    def _tell_instead(self, end: int, k: int) -> None:
        """Take the deal that ends at place `end` of the log out, as the history does, and tell deal `k` instead."""
        starts = [place for place, event in effective(self.state.log) if isinstance(event, DealStarted)]
        start = max(place for place in starts if place < end)
        later = [place for place in starts if place > end]
        status, found = self.table.ask("POST", f"/api/instead/{start}", seq=len(self.state.log), events=[], whole=True)
        if status != 200 or not self.post("/api/events", events=found["events"]):
            return
        if any(isinstance(event, DealVoided) for _, event in self.match.story.deals[k].events):
            return  # nobody tells of one that does not count
        if later:
            self.put_in(later[0], k)
        else:
            self.tell_whole(self.match.story.deals[k])

    def put_in(self, before: int, k: int) -> None:
        """Tell deal `k` of the story, which is missing before the one that begins at place `before` of the log."""
        self._is_played(self.match.story.deals[k])
        self.say(f"      deal {k + 1} is put in: {self.state.line}")
        self.post("/api/events", events=put_in(self.table.ask, self.match.story.deals[k], self.state, before))

    def put_right(self, at: int, *events: Event) -> bool:
        """Have `events` stand at place `at` of the log, as the history offers it."""
        put = [to_json(event) for event in events]
        status, found = self.table.ask("POST", f"/api/instead/{at}", seq=len(self.state.log), events=put)
        self.say(f"      in the history: {self.state.log[at]!r} was {events!r}: {found.get('error', '')}")
        return status == 200 and self.post("/api/events", events=found["events"])

    def name_dealer(self) -> bool:
        """Put right who dealt first."""
        return self.put_right(0, replace(self.match.story.start))

    def show_hands(self, deal: TrueDeal) -> None:
        """Who was squeezed out shows the hand to be paid for it (H88-BID-06)."""
        for seat in declarations(self.state).hands:
            assert self.state.deal is not None
            self.book(HandShown(seat, among(deal.started.hands[seat], self.state.deal.unseen)))

    def missing_before(self, number: int) -> list[int]:
        """The deals that were played before deal `number` of the log and are not booked; nobody tells of void ones."""
        if number > len(self.laid):  # what was just taken back
            return []
        deals, true = self.match.story.deals, self.laid[number - 1]
        first = max(self.laid[: number - 1], default=-1) + 1
        if true == MISDEALT:  # what was dealt again since counts as one that follows
            played = sum(each.end_ms <= self.now_ms for each in deals)
            true = next((k for k in self.laid[number:] if k != MISDEALT), played)
        missing = [k for k in range(first, true) if k not in self.laid]
        return [k for k in missing if not any(isinstance(event, DealVoided) for _, event in deals[k].events)]

    def first_dealer(self) -> int:
        """Who dealt first, as the log says."""
        first = next(event for seq, event in effective(self.state.log) if seq == 0)
        assert isinstance(first, MatchStarted)
        return first.dealer
