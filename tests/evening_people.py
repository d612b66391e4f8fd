"""What the people of `evening.py` do at the table and with yakume: they play, answer late, err, and things go wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from evening_mishaps import OTHER_TRACKS, Astray
from evening_table import Glance, Table
from evening_taps import among, announced, begin, settled, spoken
from yakume.datasets.evaluation.matches import Match, play
from yakume.datasets.evaluation.people import People
from yakume.datasets.evaluation.story import TrueDeal, faces
from yakume.engine import EngineError, Face, apply, replay
from yakume.engine.events import (
    BidMade,
    Cancelled,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    HandShown,
    TeyakuClosed,
    from_json,
    to_json,
)
from yakume.engine.play import effective
from yakume.engine.state import Phase, State
from yakume.vision.observation import Observation
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.questions import CancelSage, FirstField, HowEnded, TableCleared, UnseenDeal
from yakume.webui.declare import declarations

TROUBLES = "never", "wrong", "undo", "kill", "gone", "misdeal", "astray", "twice", "anew"
SHARE = 0.1
"""Share of the questions that are never answered, and of those that are first answered wrongly."""
GONE_MS = 60_000
"""How long the camera is gone; people play on."""
AWAY_MS = 5_000
"""Table time that a killed yakume is away."""
SETTLED_MS = 25_000
"""So long after the next deal lies there everything of the one before is booked or asked about."""
PATIENCE_MS = 120_000
"""How long people stay after the last deal."""
ANNOUNCED_MS = 20_000
"""So long after a hand yaku was announced its player looks whether it is on the page, where the page says to."""
HEED_MS = 40_000
"""So long after a deal was laid people look why it is not on the page."""
BACK_MS = 25_000
"""So long they wait at least once the camera is back."""
TWICE = 0.3
"""Share of the answers that are given on two devices at once, and not alike."""
MISDEALT = -2


@dataclass
class Evening:
    """Everybody around the table, and what they do with yakume."""

    table: Table
    match: Match
    seed: int
    troubles: Collection[str]
    say: Callable[[str], None]
    people: People = field(init=False)
    state: State = field(init=False)
    glance: Glance = field(init=False)
    lag_ms: int = 0
    """How much later it is at the table than in the story: what was misdealt took time."""
    _laid: list[int] = field(default_factory=list)
    """True deal of each deal that was booked, `MISDEALT` for what was none, or is refused by now."""
    _told: dict[int, int] = field(default_factory=dict)
    """True deal → how many of its events people have told or need not tell."""
    asked_since: bool = False
    """Whether what is asked was told since they last said something."""
    _mistakes: list[tuple[int, range]] = field(default_factory=list)
    """Wrong answers that are to be taken back: when, and their places in the log."""
    _other: Counter[Face] = field(default_factory=Counter)
    """The field that was misdealt."""
    _frame: int = 0
    _refused_at: int = -1
    """How long the log was when a bid was refused."""
    unsaid: list[str] = field(default_factory=list)
    """What people had to put right by tap though the page did not say so."""
    _now_ms: int = 0
    """In the time of the story."""
    _back_ms: int = -BACK_MS
    """When the camera, or yakume, was back, or people told what it had not seen, or took something back."""
    _said_ms: int = -1
    """When the page last said that something is the matter."""
    _gone: list[tuple[int, int]] = field(default_factory=list)
    """When nothing was seen, from and to: that the camera was gone was told then."""
    _astray: Astray | None = None
    """A captured card that lies with somebody else."""
    _astray_due: bool = False
    """Whether somebody moves one there by mistake as soon as there is one."""
    _anew: set[int] = field(default_factory=set)
    """True deals of which no way was offered in which they ended, and which were told by tap."""

    def __post_init__(self) -> None:
        never, wrong = (SHARE if name in self.troubles else 0.0 for name in ("never", "wrong"))
        self.people = People(None, self.seed, never, wrong)
        start = self.match.story.start
        body = {key: value for key, value in to_json(start).items() if key != "type"}
        status, answer = self.table.ask("POST", "/api/match", seq=0, **body)
        assert status == 201, answer
        self.state = apply(None, start)
        self.glance = Glance(1, ())

    # -- the evening ------------------------------------------------------------------------------------------------

    def play(self) -> Iterator[int]:
        """The match until everybody goes home; gives the number of each deal, from 0, some time after its end."""
        deals, looks = self.match.story.deals, self.match.looks
        plan, checks = self._plan(), [(each.t_ms + SETTLED_MS, k) for k, each in enumerate(deals[1:])]
        gone_ms = 0
        for look in looks:
            while plan and look.t_ms >= plan[0][0]:
                what = plan.pop(0)[1]
                if what == "gone":
                    self.table.camera("lost")
                gone_ms = max(gone_ms, look.t_ms + self._trouble(what))
            if look.t_ms < gone_ms:
                continue
            if gone_ms:
                self.table.camera("live")
                self._gone.append((self._now_ms, look.t_ms))
                gone_ms, self._back_ms = 0, look.t_ms
            self._look(look, look.t_ms)
            while checks and look.t_ms >= checks[0][0]:
                yield checks.pop(0)[1]
        if gone_ms:
            self.table.camera("live")
            self._gone.append((self._now_ms, looks[-1].t_ms))
        end_ms = pressed_ms = looks[-1].t_ms
        for now_ms in range(end_ms + 1000, end_ms + PATIENCE_MS, 1000):
            running = self.state.phase not in (Phase.READY, Phase.OVER)
            whole = max(self._laid, default=-1) == len(deals) - 1
            if whole and not running and self.asked_since and not self.glance.asked and not self._mistakes:
                break
            if running and now_ms - pressed_ms >= 10_000:
                # What is missing is told by the first answer: who cannot mend it tells the piles.
                self._settle(deals[-1]) if pressed_ms else self._post("/api/deal/end")
                pressed_ms = now_ms
            self._look(looks[-1], now_ms)
        yield len(deals) - 1

    def _plan(self) -> list[tuple[int, str]]:
        """When what goes wrong, in table time of the story."""
        deals, rng, plan = self.match.story.deals, Random(self.seed), []
        for what, every in (
            *(("undo", 3), ("kill", 4), ("gone", 5), ("misdeal", 6)),
            *(("astray", 2), ("anew", 5)),
        ):
            for k in range(1, len(deals), every) if what in self.troubles else ():
                k = min(k + rng.randrange(every), len(deals) - 1)
                begin_ms, end_ms = deals[k].t_ms, deals[k].end_ms
                at_ms = begin_ms + (end_ms - begin_ms) * rng.uniform(0.05, 1.05)
                if what == "misdeal":  # on the table that was cleared for the next deal
                    before = [look for look in self.match.looks if deals[k - 1].end_ms < look.t_ms < begin_ms]
                    at_ms = min(before, key=lambda look: (sum(card.counts for card in look.cards), -look.t_ms)).t_ms
                plan.append((round(at_ms), what))
        return sorted(plan)

    def _trouble(self, what: str) -> int:
        """Let it happen; how long nothing is seen, ms."""
        self.say(f"      {what}: {self.state.line}")
        match what:
            case "gone":
                return GONE_MS
            case "kill" | "anew":
                self.table.kill()
                self.table.start()
                if what == "anew":  # the machine was restarted, too: its camera's clock begins at 0
                    self.lag_ms = -self._now_ms
                return AWAY_MS
            case "astray":
                self._astray_due = True
            case "undo":
                for path in ("/api/undo",) * 2 + ("/api/redo",) * 2:
                    self._post(path)
            case "misdeal":
                self._misdeal()
        return 0

    def _misdeal(self) -> None:
        """Somebody deals, all see that it is wrong and say so; the cards are mixed again."""
        story = self.match.story
        other = play(story.start.ruleset, len(story.start.players), 1, self.seed + 977, (), dict(story.start.options))
        first = other.story.deals[0]
        self._other = faces(first.started.field)
        begin, void_ms = self.lag_ms + self._now_ms, first.t_ms + 8_000
        voided = False
        for look in other.looks:
            if look.t_ms > void_ms + 3_000:
                break
            cards = tuple(replace(card, track=card.track + OTHER_TRACKS) for card in look.cards)
            self._see(replace(look, cards=cards), begin + look.t_ms)
            if look.t_ms > void_ms and not voided:
                voided = self._laid[-1:] == [MISDEALT] and self._book(DealVoided())
        self.lag_ms += void_ms + 5_000

    def _heed(self, now_ms: int) -> None:
        """Tell by tap what was not seen, as the page asks for: how a deal ended, and with what the next began."""
        deals, booked = self.match.story.deals, max(self._laid, default=-1)
        k = sum(each.t_ms + HEED_MS <= now_ms for each in deals) - 1
        running = self.state.phase not in (Phase.READY, Phase.OVER)
        told = self.table.page.newest.get("table") or {}
        if running and booked >= 0 and (told.get("health") or {}).get("id") == "lost":
            asked = {getattr(each.question, "seat", None) for each in self.glance.asked}
            for claim in announced(deals[booked], self.state, before_ms=now_ms - ANNOUNCED_MS):
                if claim.seat not in asked:
                    self._book(claim)
        if k <= booked or self.state.phase is Phase.OVER or now_ms - self._back_ms < BACK_MS:
            return
        self.say(f"      by tap: {'the end of' if running else 'what is not booked after'} deal {booked + 1}")
        told = self._said_ms >= deals[k].t_ms or {booked, k} & {self.true_of(each) for each in self.glance.asked}
        told = told or any(since <= deals[k].t_ms and deals[k].end_ms <= until for since, until in self._gone)
        if not told and not self._is_told():
            self.unsaid.append(f"deal {k + 1} lies there, deal {booked + 1} is booked last, and nobody is told why")
        if running and self._laid[-1] == MISDEALT:
            self._book(DealVoided())
        elif running:
            self._settle(deals[booked])
        for n, deal in enumerate(deals[booked + 1 : k + 1], booked + 1):
            if n and deal.started.dealer != self.state.dealer:
                self._settle_anew(n - 1)
            self._tell_whole(deal, ended=deal is not deals[k])
        self._back_ms = now_ms

    def _tell_whole(self, deal: TrueDeal, *, ended: bool = True) -> None:
        self._book(begin(deal, self.state))
        for event in spoken(deal):
            self._book(event)
        self._show_hands(deal)
        if ended:
            self._settle(deal)

    def _settle(self, deal: TrueDeal) -> None:
        for event in announced(deal, self.state):
            self._book(event)
        events = settled(self.table.ask, deal, self.state)
        if events:
            self._post("/api/events", events=events)

    def _settle_anew(self, k: int) -> None:
        """Put the end of deal `k` of the story right, as the history does."""
        begun = 0
        for place, event in effective(self.state.log):
            begun += isinstance(event, DealStarted)
            ends = isinstance(event, DealResult | DealVoided | TeyakuClosed)
            if not ends or not 0 < begun <= len(self._laid) or self._laid[begun - 1] != k:
                continue
            self.say(f"      deal {k + 1} settled anew: {self.state.line}")
            before, deal = replay(self.state.log[:place]), self.match.story.deals[k]
            events = settled(self.table.ask, deal, before, anew=(place, len(self.state.log)))
            if events:
                self._post("/api/events", events=events)
            return

    def _is_told(self) -> bool:
        """True if the page says that something is the matter; that comes to it a moment after the look."""
        limit = time.monotonic() + 2
        while not (said := (self.table.page.newest.get("table") or {}).get("problems")) and time.monotonic() < limit:
            time.sleep(0.02)
        return bool(said)

    # -- one look ---------------------------------------------------------------------------------------------------

    def _look(self, look: Observation, now_ms: int) -> None:
        self._now_ms = now_ms
        if (self.table.page.newest.get("table") or {}).get("problems"):
            self._said_ms = now_ms
        self._see(self._as_it_lies(look), now_ms + self.lag_ms)
        self._tell(now_ms)
        self._take_back(now_ms)
        for asked in self.glance.asked:
            self._answer(asked, now_ms)
        self._tell(now_ms)
        self._heed(now_ms)

    def _as_it_lies(self, look: Observation) -> Observation:
        """The look with what somebody laid elsewhere by mistake."""
        if self._astray_due and (astray := Astray.at(look, len(self.match.story.start.players), Random(look.t_ms))):
            self._astray, self._astray_due = astray, False
            self.say(f"      {astray.card} of {astray.home} lies in {astray.to}")
        if self._astray is not None and self._astray.is_over(look.t_ms):
            self._astray = None
        return look if self._astray is None else self._astray.laid_over(look)

    def _see(self, look: Observation, t_ms: int) -> None:
        self._frame += 1
        self.glance, self.asked_since = self.table.see(replace(look, t_ms=t_ms, frame=self._frame)), True
        self._catch_up()

    def _catch_up(self) -> None:
        """Read the log if it has moved on."""
        log = self.table.ask("GET", "/api/events")[1]["events"] if self.glance.seq != len(self.state.log) else None
        if log is None:
            return
        self.state = replay(from_json(row["event"]) for row in log)
        state, self._laid = None, []
        for _, event in effective(self.state.log):
            counts = True
            try:
                state = apply(state, event)
            except EngineError:
                counts = False
            if not isinstance(event, DealStarted):
                continue
            if not counts or faces(event.field) == self._other:
                self._laid.append(MISDEALT)
                continue
            assert state is not None
            true = max(self._laid, default=-1)
            if state.phase is not Phase.READY:  # four of a month are dealt again at once (H80-DEAL-04)
                true = self.match.story.deals.index(self.match.story.next_deal(event, true))
            self._laid.append(true)

    def _post(self, path: str, **body: Any) -> bool:
        """Send a command; False if it is refused, which people see."""
        status, answer = self.table.ask("POST", path, seq=len(self.state.log), **body)
        if status >= 400:
            self.say(f"      {path} refused: {answer['error']['message']}")
        self.glance = replace(self.glance, seq=self.table.ask("GET", "/api/state")[1]["seq"])
        self.asked_since = False
        self._catch_up()
        return status < 400

    def _book(self, *events: Event) -> bool:
        return self._post("/api/events", events=[to_json(event) for event in events])

    def true_of(self, asked: Asked) -> int:
        """The deal of the story that is asked about, from 0; below zero if none is."""
        number = asked.question.deal
        true = self._laid[number - 1] if number <= len(self._laid) else max(self._laid, default=-1)
        if true == MISDEALT and isinstance(asked.question, FirstField):  # what lies there instead is the next deal
            return sum(each.t_ms <= self._now_ms for each in self.match.story.deals) - 1
        return true

    def _answer(self, asked: Asked, now_ms: int) -> None:
        true = self.true_of(asked)
        if isinstance(asked.question, UnseenDeal) and self._is_missing_before(asked.question.deal):
            # It can be told first as long as no later one is settled.
            if asked.question.at_once and self._post("/api/answer", question=asked.id, answer=asked.answers[1].id):
                self._tell_whole(self.match.story.deals[max(self._laid) + 1])
            return
        if true == MISDEALT:
            return
        offer = self.people.reply(asked, self.match.story, true, self.state, now_ms)
        if isinstance(asked.question, TableCleared | HowEnded) and true not in self._anew:
            deal, truth = (
                self.match.story.deals[true],
                self.people.answer(asked, self.match.story, true, self.state, now_ms),
            )
            # None of the answers is right: what is asked names the way by tap.
            if truth is None and deal.end_ms + HEED_MS <= now_ms and self._laid[-1:] != [true]:
                self._anew.add(true)
                self._settle_anew(true)
                return
        if offer is None and isinstance(asked.question, CancelSage):
            # Who cancels says so at once.
            cancels = [at for at, each in self.match.story.deals[true].happenings if isinstance(each, Cancelled)]
            offer = asked.answers[0] if cancels and cancels[0] <= now_ms else None
        if offer is not None:
            seq = len(self.state.log)
            taken = self._post("/api/answer", question=asked.id, answer=offer.id)
            if taken and "twice" in self.troubles:
                self._answer_twice(asked, offer, seq)
            if taken and self.people.erred(asked, true):
                booked = range(seq, len(self.state.log))
                self._mistakes.append((now_ms + self.people.notices_after_ms(asked, true), booked))

    def _answer_twice(self, asked: Asked, first: Offer, seq: int) -> None:
        """Somebody else answers at the same time, on another device that has not been told yet."""
        others = [each for each in asked.answers if each is not first]
        if not others or Random(f"{self.seed} {asked.id} {seq}").random() >= TWICE:
            return
        other, before = others[-1], self.glance.seq
        status, _ = self.table.ask("POST", "/api/answer", seq=seq, question=asked.id, answer=other.id)
        if status < 400 or self.table.ask("GET", "/api/state")[1]["seq"] != before:
            self.unsaid.append(f"{asked.question.kind} was answered {first.id!r} and at the same time {other.id!r}")

    def _is_missing_before(self, deal: int) -> bool:
        """True if a deal was played before deal `deal` of the log that is not booked."""
        if deal > len(self._laid):  # what was just taken back
            return False
        true, dealt = self._laid[deal - 1], sum(each.t_ms <= self._now_ms for each in self.match.story.deals)
        return max(self._laid[: deal - 1], default=-1) + 1 < (dealt if true == MISDEALT else true)

    def _take_back(self, now_ms: int) -> None:
        """Undo wrong answers: by one tap while they are the newest, else as the history does."""
        due = [booked for at, booked in self._mistakes if at <= now_ms]
        self._mistakes = [each for each in self._mistakes if each[0] > now_ms]
        for booked in due:
            self._back_ms = now_ms
            if len(self.state.log) == booked.stop:
                self._post("/api/undo")
            else:
                self._book(*(Corrected(seq) for seq in reversed(booked)))

    def _tell(self, now_ms: int) -> None:
        """What no camera sees and nobody asks: bids, みずてん, hands that are shown, deals given up."""
        true = self._laid[-1] if self._laid else -1
        if true < 0 or self.state.deal is None:
            return
        deal = self.match.story.deals[true]
        if deal.started.mizuten and self.state.deal.mizuten is None and self.state.phase is not Phase.READY:
            starts = [(at, each) for at, each in effective(self.state.log) if isinstance(each, DealStarted)]
            self._book(Corrected(starts[-1][0], (replace(starts[-1][1], mizuten=True),)))
        told = self._told.setdefault(true, 0)
        while told < len(deal.events) and deal.events[told][0] <= now_ms:
            event = deal.events[told][1]
            if isinstance(event, BidMade) and not self._says(event, true):
                return
            self._told[true] = told = told + 1
            if isinstance(event, DealVoided):
                self._book(event)
        self._show_hands(deal)

    def _show_hands(self, deal: TrueDeal) -> None:
        """Who was squeezed out shows the hand to be paid for it (H88-BID-06)."""
        for seat in declarations(self.state).hands:
            assert self.state.deal is not None
            self._book(HandShown(seat, among(deal.started.hands[seat], self.state.deal.unseen)))

    def _says(self, bid: BidMade, true: int) -> bool:
        """Say a bid of that deal; False if it has to be said once more."""
        if self.state.phase is not Phase.BID or self._refused_at == len(self.state.log):
            return False
        if self._book(bid):
            return True
        self._refused_at, deal = len(self.state.log), self.state.deal
        if true and deal is not None and self.match.story.deals[true].started.dealer != deal.dealer:
            # What a wrong answer of their own brought about they know.
            if not self._mistakes and not self._is_told():
                self.unsaid.append(f"a bid of deal {true + 1} is refused, and nobody is told why")
            self._settle_anew(true - 1)
        return False
