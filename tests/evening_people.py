"""What the people of `evening.py` do at the table and with yakume: they play, answer late, err, and things go wrong."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from evening_mishaps import Astray
from evening_taps import announced
from evening_telling import MISDEALT, Telling
from evening_troubles import absent_ms, lay_late, misdeal, plan
from yakume.datasets.evaluation.people import People
from yakume.datasets.evaluation.story import faces
from yakume.engine.events import (
    BidMade,
    Cancelled,
    Corrected,
    DealResult,
    DealStarted,
    DealVoided,
    TeyakuShown,
)
from yakume.engine.play import effective
from yakume.engine.state import Phase
from yakume.vision.observation import Observation
from yakume.vision.referee.answers import ToPutIn
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.questions import (
    BidDue,
    CancelSage,
    FirstField,
    HiddenCapture,
    HowEnded,
    Question,
    TableCleared,
    UnseenDeal,
    WhichTeyaku,
    WhoFed,
    WhoFedTobikomi,
    WhoShows,
)

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
LATER_DEALS = 2
"""After so many deals what was said for another seat, or was wrong of a deal that is over, is put right."""
ORDER_MS = 90_000
"""So long an older question waits for a newer one to be answered, where people answer the newest first."""


@dataclass
class Evening(Telling):
    """Everybody around the table, and what they do with yakume."""

    seed: int = 0
    troubles: Collection[str] = ()
    people: People = field(init=False)
    lag_ms: int = 0
    """How much later it is at the table than in the story: what was misdealt took time."""
    unsaid: list[str] = field(default_factory=list)
    """What people had to put right by tap though the page did not say so."""
    _told: dict[int, int] = field(default_factory=dict)
    """True deal → how many of its events people have told or need not tell."""
    _mistakes: list[tuple[int, range, Question, int]] = field(default_factory=list)
    """Wrong answers that are to be taken back: when, their places in the log, to what, and of which true deal."""
    _other_seat: list[tuple[int, int, TeyakuShown]] = field(default_factory=list)
    """Hand yaku that were told for another seat: the deal from which on that is put right, place in the log, and what
    was announced."""
    _asked_ms: dict[str, int] = field(default_factory=dict)
    """Question → when it was first asked."""
    _frame: int = 0
    _refused_at: int = -1
    """How long the log was when a bid was refused."""
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
        self.start((start.dealer + ("dealer" in self.troubles)) % len(start.players))

    # -- the evening ------------------------------------------------------------------------------------------------

    def play(self) -> Iterator[int]:
        """The match until everybody goes home; gives the number of each deal, from 0, some time after its end."""
        deals, looks = self.match.story.deals, self.match.looks
        due, checks = plan(self.match, self.seed, self.troubles), [*enumerate(each.t_ms for each in deals[1:])]
        gone_ms = 0
        for look in looks:
            while due and look.t_ms >= due[0][0]:
                what = due.pop(0)[1]
                if look.t_ms < gone_ms and what in ("misdeal", "eight", "lacking"):
                    continue  # nobody sees that
                if look.t_ms < gone_ms and what == "anew":
                    what = "kill"  # how long it was gone would be told by this computer's clock, which is slower
                if what in ("gone", "absent"):
                    self.table.camera("lost")
                gone_ms = max(gone_ms, look.t_ms + self._trouble(what, look))
            if look.t_ms < gone_ms:
                continue
            if gone_ms:
                self.table.camera("live")
                self._gone.append((self.now_ms, look.t_ms))
                gone_ms, self._back_ms = 0, look.t_ms
            self._look(look, look.t_ms)
            while checks and look.t_ms >= checks[0][1] + SETTLED_MS:
                yield checks.pop(0)[0]
        if gone_ms:
            self.table.camera("live")
            self._gone.append((self.now_ms, looks[-1].t_ms))
        self._last_look(looks[-1])
        yield len(deals) - 1

    def _last_look(self, look: Observation) -> None:
        """Once all is played: what is asked is answered, and what is missing is told."""
        deals, pressed_ms = self.match.story.deals, look.t_ms
        for now_ms in range(look.t_ms + 1000, look.t_ms + PATIENCE_MS, 1000):
            running = self.state.phase not in (Phase.READY, Phase.OVER)
            whole = max(self.laid, default=-1) == len(deals) - 1
            if whole and not running and self.asked_since and not (self.glance.asked or self._mistakes):
                break
            if running and now_ms - pressed_ms >= 10_000:
                # What is missing is told by the first answer: who cannot mend it tells the piles.
                self.settle(deals[-1]) if pressed_ms != look.t_ms else self.post("/api/deal/end")
                pressed_ms = now_ms
            self._look(look, now_ms)
        self._put_right_late(len(deals) + LATER_DEALS)

    def _trouble(self, what: str, look: Observation) -> int:
        """Let it happen; how long nothing is seen, ms."""
        self.say(f"      {what}: {self.state.line}")
        match what:
            case "gone":
                return GONE_MS
            case "absent":
                return absent_ms(self.match, look.t_ms)
            case "kill" | "anew":
                self.table.kill()
                self.table.start()
                if what == "anew":  # the machine was restarted, too: its camera's clock begins at 0
                    self.lag_ms = -self.now_ms
                return AWAY_MS
            case "astray":
                self._astray_due = True
            case "undo":
                for path in ("/api/undo",) * 2 + ("/api/redo",) * 2:
                    self.post(path)
            case "misdeal" | "eight":
                self.now_ms = look.t_ms
                misdeal(self, late=what == "eight")
            case "lacking":
                self.now_ms = look.t_ms
                lay_late(self, look)
        return 0

    def _heed(self, now_ms: int) -> None:
        """Tell by tap what was not seen, as the page asks for: how a deal ended, and with what the next began."""
        deals, booked = self.match.story.deals, max(self.laid, default=-1)
        k = sum(each.t_ms + HEED_MS <= now_ms for each in deals) - 1
        running = self.state.phase not in (Phase.READY, Phase.OVER)
        told = self.table.page.newest.get("table") or {}
        if running and booked >= 0 and (told.get("health") or {}).get("id") == "lost":
            asked = {getattr(each.question, "seat", None) for each in self.glance.asked}
            for claim in announced(deals[booked], self.state, before_ms=now_ms - ANNOUNCED_MS):
                # That they told it for another seat they find out later, or by what is asked.
                if claim.seat not in asked and all(claim != each for *_, each in self._other_seat):
                    self.book(claim)
        if k <= booked or self.state.phase is Phase.OVER or now_ms - self._back_ms < BACK_MS:
            return
        self.say(f"      by tap: {'the end of' if running else 'what is not booked after'} deal {booked + 1}")
        told = self._said_ms >= deals[k].t_ms or {booked, k} & {self.true_of(each) for each in self.glance.asked}
        told = told or any(since <= deals[k].t_ms and deals[k].end_ms <= until for since, until in self._gone)
        if not told and not self._is_told():
            self.unsaid.append(f"deal {k + 1} lies there, deal {booked + 1} is booked last, and nobody is told why")
        if running and self.laid[-1] == MISDEALT:
            self.book(DealVoided())
        elif running:
            self.settle(deals[booked])
        for n, deal in enumerate(deals[booked + 1 : k + 1], booked + 1):
            if n and deal.started.dealer != self.state.dealer:
                self.settle_anew(n - 1)
            self.tell_whole(deal, ended=deal is not deals[k])
        self._back_ms = now_ms

    def _is_told(self) -> bool:
        """True if the page says that something is the matter; that comes to it a moment after the look."""
        limit = time.monotonic() + 2
        while not (said := (self.table.page.newest.get("table") or {}).get("problems")) and time.monotonic() < limit:
            time.sleep(0.02)
        return bool(said)

    # -- one look ---------------------------------------------------------------------------------------------------

    def _look(self, look: Observation, now_ms: int) -> None:
        self.now_ms = now_ms
        if (self.table.page.newest.get("table") or {}).get("problems"):
            self._said_ms = now_ms
        self.see(self._as_it_lies(look), now_ms + self.lag_ms)
        self._tell(now_ms)
        self._take_back(now_ms)
        self._put_right_late(max(self.laid, default=-1))
        for asked in self._in_order(now_ms):
            if self.asked_since:  # else what is asked may be another by now
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

    def see(self, look: Observation, t_ms: int) -> None:
        """Have the camera see `look` at `t_ms`, in the time of the table."""
        self._frame += 1
        self.glance, self.asked_since = self.table.see(replace(look, t_ms=t_ms, frame=self._frame)), True
        self.catch_up()

    # -- answers ----------------------------------------------------------------------------------------------------

    def true_of(self, asked: Asked) -> int:
        """The deal of the story that is asked about, from 0; below zero if none is."""
        number = asked.question.deal
        true = self.laid[number - 1] if number <= len(self.laid) else max(self.laid, default=-1)
        if true == MISDEALT and isinstance(asked.question, FirstField):  # what lies there instead is the next deal
            return sum(each.t_ms <= self.now_ms for each in self.match.story.deals) - 1
        return true

    def _in_order(self, now_ms: int) -> tuple[Asked, ...]:
        """What is asked, in the order in which people turn to it."""
        asked = self.glance.asked
        since = {each.id: self._asked_ms.setdefault(each.id, now_ms) for each in asked}
        # What is said anyway is no question that another one waits for.
        waited = [since[each.id] for each in asked if not isinstance(each.question, BidDue | CancelSage)]
        if "order" not in self.troubles or not waited:
            return asked
        newest = max(waited)
        return tuple(each for each in asked if since[each.id] == newest or now_ms - newest > ORDER_MS)

    def _answer(self, asked: Asked, now_ms: int) -> None:
        true = self.true_of(asked)
        if isinstance(asked.question, UnseenDeal) and (deals := self.missing_before(asked.question.deal)):
            self._tell_missing(asked, asked.question, deals)
            return
        if true == MISDEALT:
            return
        offer = self.people.reply(asked, self.match.story, true, self.state, now_ms)
        if isinstance(asked.question, TableCleared | HowEnded) and true not in self._anew:
            deal, truth = (
                self.match.story.deals[true],
                self.people.answer(asked, self.match.story, true, self.state, now_ms),
            )
            # None of the answers is right but the one that leads to the way by tap.
            by_tap = truth is None or truth.answer == ToPutIn()
            if by_tap and deal.end_ms + HEED_MS <= now_ms and self.laid[-1:] != [true]:
                self._anew.add(true)
                if truth is not None and isinstance(asked.question, TableCleared):
                    self.put_in(asked.question.at, true)
                else:
                    self.settle_anew(true)
                return
        if offer is None and isinstance(asked.question, CancelSage):
            # Who cancels says so at once.
            cancels = [at for at, each in self.match.story.deals[true].happenings if isinstance(each, Cancelled)]
            offer = asked.answers[0] if cancels and cancels[0] <= now_ms else None
        if offer is not None and offer.answer != ToPutIn():
            seq = len(self.state.log)
            taken = self.post("/api/answer", question=asked.id, answer=offer.id)
            if taken and "twice" in self.troubles:
                self._answer_twice(asked, offer, seq)
            if taken and self.people.erred(asked, true):
                booked = range(seq, len(self.state.log))
                self._mistakes.append((self._notices_ms(asked, true, now_ms), booked, asked.question, true))

    def _notices_ms(self, asked: Asked, true: int, now_ms: int) -> int:
        """When somebody notices that the answer just given was wrong."""
        slow = WhoFed | WhoFedTobikomi | WhichTeyaku | WhoShows | HiddenCapture
        if "later" in self.troubles and isinstance(asked.question, slow):
            deals = self.match.story.deals
            return deals[min(true + LATER_DEALS, len(deals) - 1)].end_ms
        return now_ms + self.people.notices_after_ms(asked, true)

    def _answer_twice(self, asked: Asked, first: Offer, seq: int) -> None:
        """Somebody else answers at the same time, on another device that has not been told yet."""
        others = [each for each in asked.answers if each is not first]
        if not others or Random(f"{self.seed} {asked.id} {seq}").random() >= TWICE:
            return
        other, before = others[-1], self.glance.seq
        status, _ = self.table.ask("POST", "/api/answer", seq=seq, question=asked.id, answer=other.id)
        if status < 400 or self.table.ask("GET", "/api/state")[1]["seq"] != before:
            self.unsaid.append(f"{asked.question.kind} was answered {first.id!r} and at the same time {other.id!r}")

    def _tell_missing(self, asked: Asked, question: UnseenDeal, deals: Sequence[int]) -> None:
        """`deals` were played before the one that is asked about: they are told first as long as no later one is
        settled, else, and by people who are in no hurry, put in between."""
        # Who has to bid first follows from the missing deal: nobody waits with it then.
        later = "absent" in self.troubles and Random(f"{self.seed} {question.deal}").random() < 0.5
        later = later and self.state.phase is not Phase.BID
        if question.at_once and not later:
            if self.post("/api/answer", question=asked.id, answer=asked.answers[1].id):
                for k in deals:
                    self.tell_whole(self.match.story.deals[k])
        elif not question.at_once and not question.missing:
            self.post("/api/answer", question=asked.id, answer=Offer(ToPutIn(), 0.0).id)
        elif question.missing and (
            max(self.laid) >= deals[0] + LATER_DEALS or self.now_ms > self.match.story.deals[-1].end_ms
        ):
            for k in deals:
                self.put_in(question.at, k)

    def _take_back(self, now_ms: int) -> None:
        """Undo wrong answers: by one tap while they are the newest, else as the history does."""
        due = [each for each in self._mistakes if each[0] <= now_ms]
        self._mistakes = [each for each in self._mistakes if each[0] > now_ms]
        for _, booked, question, true in due:
            self._back_ms = now_ms
            if len(self.state.log) == booked.stop:
                self.post("/api/undo")
            elif claim := self._truly_shown(booked, true):
                self.put_right(booked.start, claim)
            elif not any(self._would_lose(seq) for seq in booked):
                self.book(*(Corrected(seq) for seq in reversed(booked)))
            elif isinstance(question, TableCleared | HowEnded) or self._ends_a_deal(booked):
                self.settle_anew(true)

    def _ends_a_deal(self, booked: range) -> bool:
        """Whether an answer put right how a deal had ended."""
        told = [self.state.log[seq] for seq in booked]
        return any(isinstance(end, DealResult) for each in told if isinstance(each, Corrected) for end in each.events)

    def _truly_shown(self, booked: range, true: int) -> TeyakuShown | None:
        """What hand yaku the cards were that an answer booked as another, in that true deal."""
        told = self.state.log[booked.start] if len(booked) == 1 else None
        events = self.match.story.deals[true].events if isinstance(told, TeyakuShown) else ()
        shown = [each for _, each in events if isinstance(each, TeyakuShown)]
        return next((each for each in shown if told and faces(each.exposed) == faces(told.exposed)), None)

    def _would_lose(self, seq: int) -> bool:
        """Whether the history does not offer it, or says that what was booked later would not count any more."""
        status, found = self.table.ask("POST", f"/api/instead/{seq}", seq=len(self.state.log), events=[])
        return status >= 400 or bool(found["refused"])

    # -- what is said -----------------------------------------------------------------------------------------------

    def _tell(self, now_ms: int) -> None:
        """What no camera sees and nobody asks: bids, みずてん, hands that are shown, deals given up."""
        true = self.laid[-1] if self.laid else -1
        if true < 0 or self.state.deal is None:
            return
        deal = self.match.story.deals[true]
        if self.first_dealer() != self.match.story.start.dealer and true >= (0 if deal.claims else LATER_DEALS):
            self.name_dealer()
        if deal.started.mizuten and self.state.deal.mizuten is None and self.state.phase is not Phase.READY:
            starts = [(at, each) for at, each in effective(self.state.log) if isinstance(each, DealStarted)]
            self.book(Corrected(starts[-1][0], (replace(starts[-1][1], mizuten=True),)))
        told = self._told.setdefault(true, 0)
        while told < len(deal.events) and deal.events[told][0] <= now_ms:
            event = deal.events[told][1]
            if isinstance(event, BidMade) and not self._says(event, true):
                return
            self._told[true] = told = told + 1
            if isinstance(event, DealVoided):
                self.book(event)
            elif isinstance(event, TeyakuShown) and "seat" in self.troubles:
                self._tell_for_another(event, true)
        self.show_hands(deal)

    def _tell_for_another(self, claim: TeyakuShown, true: int) -> None:
        """Tap a hand yaku at the wrong seat; it is put right some deals later."""
        deal = self.state.deal
        busy = {seat for seat, _ in self.match.story.deals[true].claims}
        if deal is None or self.state.phase is not Phase.TEYAKU or any(each.seat == claim.seat for each in deal.claims):
            return
        free = [seat for seat in deal.order if seat not in busy]
        if free and Random(f"{self.seed} {true}").random() < 0.5 and self.book(replace(claim, seat=free[0])):
            self._other_seat.append((true + LATER_DEALS, len(self.state.log) - 1, claim))

    def _put_right_late(self, true: int) -> None:
        """Put right, in the history, what was told for another seat."""
        due = [each for each in self._other_seat if each[0] <= true]
        self._other_seat = [each for each in self._other_seat if each[0] > true]
        for _, at, claim in due:
            deals = [seq for seq, event in effective(self.state.log) if isinstance(event, DealStarted)]
            begins = max((seq for seq in deals if seq < at), default=0)
            ends = min((seq for seq in deals if seq > at), default=len(self.state.log))
            counting = dict(effective(self.state.log))
            if counting.get(at) == self.state.log[at]:  # else somebody has put it right, or taken it back
                known = any(each == claim for seq, each in counting.items() if begins < seq < ends)
                self.put_right(at, *(() if known else (claim,)))

    def _says(self, bid: BidMade, true: int) -> bool:
        """Say a bid of that deal; False if it has to be said once more."""
        if self.state.phase is not Phase.BID or self._refused_at == len(self.state.log):
            return False
        if self.book(bid):
            return True
        self._refused_at, deal = len(self.state.log), self.state.deal
        if self.first_dealer() != self.match.story.start.dealer:
            self.name_dealer()
        elif true and deal is not None and self.match.story.deals[true].started.dealer != deal.dealer:
            # What a wrong answer of their own brought about they know.
            if not self._mistakes and not self._is_told():
                self.unsaid.append(f"a bid of deal {true + 1} is refused, and nobody is told why")
            self.settle_anew(true - 1)
        return False
