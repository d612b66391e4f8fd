"""How the deals of a match were seen: their half-turns, to be played back, and how the table of the running one lay.

The store has both as soon as they are seen, so that a restart in mid-deal goes on where play was followed. Nothing is
booked by them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from yakume.engine import DealStarted, EngineError, State
from yakume.engine.events import to_json
from yakume.engine.play import apply, effective
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.line import Play
from yakume.vision.referee.referee import Referee, Ruling

from ..half_turns import read_kept
from ..store import EventStore, StoreTrouble

log = logging.getLogger("yakume.webui")

KEEP_AGAIN_S = 2.0
"""What is seen is not written again sooner after that failed: a locked database holds up whoever writes."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the store holds of the running deal."""

    laid_at: int = 0
    """Place in the log of its start."""
    looks: int = 0
    """How often its table lay still."""
    plays: tuple[Play, ...] = ()
    """Its half-turns as they were followed."""


class SeenDeals:
    """How the deals of one match were seen."""

    def __init__(self, store: EventStore, match_id: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Those that the store has. Raises: StoreTrouble."""
        self.followed = read_kept(store.followed(match_id))
        """Deal → its half-turns as they were followed last."""
        self._store = store
        self._match_id = match_id
        self._clock = clock
        self._kept = Kept()
        self._failed_s: float | None = None
        """When the store failed last."""

    def follow_on(self, referee: Referee, state: State) -> None:
        """Have the running deal followed on from how it was seen to lie before: after a restart, or once its end was
        taken back."""
        if not referee.is_new(state):
            return
        laid_at, _ = referee.seen
        try:
            looks = [read_look(kept) for kept in self._store.looks(self._match_id, laid_at)]
        except (StoreTrouble, ValueError, LookupError, TypeError) as error:
            # Another yakume wrote them, or the store fails: play is followed on from what lies there.
            log.warning("how the running deal of match %s was seen cannot be used: %s", self._match_id, error)
            looks = []
        referee.follow_on(state, looks)
        self._kept = Kept(laid_at, len(looks), self.followed.get(state.played + 1, ()))

    def renumber(self, before: State, after: State) -> None:
        """Have half-turns go with their deals when others were put in or taken out before them; those of a deal that
        does not count any more are there again when it does."""
        was, now = _starts(before), _starts(after)
        if was == now:
            return
        keys = {place: (was.get(place, -place), now.get(place, -place)) for place in was.keys() | now.keys()}
        moved = {old: new for old, new in keys.values() if old != new}
        self.followed = {moved.get(deal, deal): plays for deal, plays in self.followed.items()}
        try:
            self._store.move_followed(self._match_id, moved)
        except StoreTrouble as trouble:
            log.warning("half-turns of match %s are not saved under the numbers of now: %s", self._match_id, trouble)

    def note(self, referee: Referee, state: State, ruling: Ruling) -> None:
        """Take note of how the running deal is followed now, and have the store keep it; what fails is tried again."""
        deal = state.played + 1
        if ruling.health is not None:
            self.followed[deal] = referee.following.plays
        laid_at, looks = referee.seen
        now = Kept(laid_at, len(looks), self.followed.get(deal, ()))
        waits = self._failed_s is not None and self._clock() - self._failed_s < KEEP_AGAIN_S
        if not looks or now == self._kept or waits:
            return
        begun = self._kept.looks if self._kept.laid_at == laid_at else 0
        fresh, plays = [keep_look(look) for look in looks[begun:]], [to_json(play) for play in now.plays]
        try:
            self._store.keep_seen(self._match_id, laid_at, begun, fresh, deal, plays)
            self._kept, self._failed_s = now, None
        except StoreTrouble as trouble:
            log.warning("how deal %s was seen is not saved: %s", deal, trouble)
            self._failed_s = self._clock()


def _starts(state: State) -> dict[int, int]:
    """Place in the log of the start of each deal that counts → its number; of one that was dealt again the last."""
    found: dict[int, int] = {}
    now: State | None = None
    for seq, event in effective(state.log):
        try:
            after = apply(now, event)
        except EngineError:
            continue
        if isinstance(event, DealStarted) and now is not None:
            found[now.played + 1] = seq
        now = after
    return {place: number for number, place in found.items()}
