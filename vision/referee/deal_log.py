"""What the log says of the running deal besides its state: what people answered, and what was taken back.

The log alone decides what was answered: what the store does not have was not said, and what is taken back there is
asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from yakume.engine import Card, CardSet, DealStarted, Event, NotationError, Phase, QuestionAnswered, State
from yakume.engine.events import Call, Corrected, HandShown
from yakume.engine.play import effective, parts_of

from .answers import AfterSage, Answer, Called, FedBy, LiesHidden, PlayedSo, PutRight
from .asking import read_answer
from .questions import HiddenCapture, HowPlayed, Question, SetToCall, UnreadCard, WhoFed, WhoFedTobikomi


@dataclass(frozen=True)
class DealLog:
    """One deal's share of the log."""

    deal: int = 0
    """How many deals were laid in this match, those that do not count among them."""
    running: bool = False
    """False between deals."""
    laid_at: int = 0
    """Place in the log of its start."""
    dealt: CardSet = field(default_factory=CardSet)
    """Its first field as it was booked, also where that is dealt again at once (H80-DEAL-04)."""
    answers: Mapping[Question, Answer] = field(default_factory=dict)
    """What people answered that stands, in the order in which they did."""
    taken_back: tuple[Event, ...] = ()
    """Events since the deal was laid that were corrected away."""

    @property
    def calls(self) -> dict[int, Call]:
        """Who has played on (下げ), in order."""
        return {
            asked.seat: answer.call
            for asked, answer in self.answers.items()
            if isinstance(asked, SetToCall) and isinstance(answer, Called)
        }

    @property
    def called(self) -> dict[tuple[int, int], Call]:
        """The same by (seat, how often it had called before)."""
        return {
            (asked.seat, asked.calls): answer.call
            for asked, answer in self.answers.items()
            if isinstance(asked, SetToCall) and isinstance(answer, Called)
        }

    @property
    def fed(self) -> list[tuple[int, str, int]]:
        """Who completed which set (rule id), and who fed it (法度)."""
        return [
            (asked.seat, rule, answer.seat)
            for asked, answer in self.answers.items()
            if isinstance(asked, WhoFed) and isinstance(answer, FedBy) and answer.seat is not None
            for rule in asked.sets
        ]

    @property
    def tobikomi(self) -> dict[tuple[int, int], FedBy | AfterSage]:
        """What was said of the 飛込み of (seat, month)."""
        return {
            (asked.seat, asked.month): answer
            for asked, answer in self.answers.items()
            if isinstance(asked, WhoFedTobikomi) and isinstance(answer, FedBy | AfterSage)
        }

    @property
    def played(self) -> PlayedSo:
        """What people said of how half-turns were made."""
        said = self.answers.get(HowPlayed(self.deal))
        return said if isinstance(said, PlayedSo) else PlayedSo()

    @property
    def plain(self) -> UnreadCard | None:
        """What people were asked when they said that no light is among the cards of the first field that nobody could
        read; None if they did not."""
        said = (asked for asked, answer in self.answers.items() if answer == PutRight(False))
        return next((asked for asked in said if isinstance(asked, UnreadCard)), None)

    @property
    def hidden(self) -> dict[Card, int]:
        """Cards that lie hidden among captures, and whose."""
        return {
            answer.card: asked.seat
            for asked, answer in self.answers.items()
            if isinstance(asked, HiddenCapture) and isinstance(answer, LiesHidden) and answer.card is not None
        }


def laid_before(log: tuple[Event, ...], place: int) -> int:
    """How many deals were laid before what stands at `place` of a log, or begin there; 0 if nothing does."""
    laid = 0
    for seq, event in effective(log):
        laid += isinstance(event, DealStarted)
        if seq == place:
            return laid
    return 0


def hands_told(log: tuple[Event, ...]) -> CardSet:
    """Cards of the hands that those who were squeezed out showed in the running deal: none of them lay on its first
    field, though they may be turned later."""
    found = CardSet()
    for _, event in effective(log):
        if isinstance(event, DealStarted):
            found = CardSet()
        elif isinstance(event, HandShown):
            found |= event.hand
    return found


def deal_log(state: State) -> DealLog:
    """What the log of `state` says of its running deal, or of the last one."""
    counting = effective(state.log)
    laid = [seq for seq, event in counting if isinstance(event, DealStarted)]
    dealt = [event.field for _, event in counting if isinstance(event, DealStarted)]
    answers: dict[Question, Answer] = {}
    for _, event in counting:
        if isinstance(event, QuestionAnswered):
            # An answer that only another version of yakume understands is asked for again.
            with suppress(NotationError):
                asked, answer = read_answer(event)
                if asked.deal == len(laid):
                    answers.pop(asked, None)
                    answers[asked] = answer
    since = laid[-1] if laid else 0
    # What another correction brings along, such as another dealer, is not taken back, but put right.
    corrected = {
        part.seq for event in state.log for part in parts_of(event) if isinstance(event, Corrected) or not part.events
    }
    gone = tuple(state.log[seq] for seq in sorted(corrected) if seq > since and (seq, state.log[seq]) not in counting)
    running = state.phase not in (Phase.READY, Phase.OVER)
    return DealLog(len(laid), running, since, dealt[-1] if dealt else CardSet(), answers, gone)
