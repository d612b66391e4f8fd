"""The yardstick of following: what was told and booked of whole matches, beside what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from statistics import median
from typing import Any

from yakume.engine import EngineError, apply
from yakume.engine.events import DealStarted
from yakume.engine.ledger import Entry
from yakume.engine.sheet import Sheet, sheet_of
from yakume.engine.state import State
from yakume.vision.referee.questions import BidDue, BlankHeld, CancelSage, Question, SetToCall

from .story import Payment, Play, Story, faces

DECLARATIONS = BidDue | BlankHeld | SetToCall | CancelSage
"""Kinds of questions that people would answer unasked: what no camera can see."""


@dataclass(frozen=True)
class FollowScores:
    """One match or many."""

    matches: int = 0
    matches_right: int = 0
    """Every payment of the match was booked with payer, payee, amount and rule, and no other."""
    deals: int = 0
    ledgers_right: int = 0
    """Deals whose payments were booked so."""
    sheet_right: int = 0
    """Matches whose written sheet agrees cell by cell."""
    plays: int = 0
    """Half-turns that happened."""
    plays_right: int | None = None
    """None while the referee tells none."""
    plays_wrong: int | None = None
    """Told, but not what happened then."""
    plays_missed: int | None = None
    questions: int = 0
    """Beyond declarations (`DECLARATIONS`)."""
    declarations: int = 0
    wrong_unflagged: int = 0
    """Payments booked that did not happen, with no question about their deal open at the end; nor, of what is paid for
    the final standing, word that it is provisional."""
    delays_ms: tuple[int, ...] = ()
    """From what could be seen to when it was told: new deals, hand yaku, half-turns."""

    def __add__(self, other: FollowScores) -> FollowScores:
        """Both together."""

        def total(name: str) -> Any:
            mine, theirs = getattr(self, name), getattr(other, name)
            return theirs if mine is None else mine if theirs is None else mine + theirs

        return FollowScores(**{each.name: total(each.name) for each in fields(self)})

    def to_json(self) -> dict[str, Any]:
        """The key `follow` of `yakume evaluate --json`."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "delays_ms"}
        seconds = [ms / 1000 for ms in self.delays_ms]
        p95 = sorted(seconds)[int(0.95 * len(seconds))] if seconds else None
        return values | {"seconds_to_event": {"median": median(seconds) if seconds else None, "p95": p95}}

    def to_lines(self) -> list[str]:
        """For people."""
        plays = f"half-turns {self.plays}, none told"
        if self.plays_right is not None:
            plays = (
                f"half-turns right {self.plays_right} of {self.plays} ({self.plays_right / max(self.plays, 1):.3f}), "
                f"wrong {self.plays_wrong}, missed {self.plays_missed}"
            )
        delays = self.to_json()["seconds_to_event"]
        told = "" if delays["median"] is None else f"; told after {delays['median']:.1f} s ({delays['p95']:.1f} s)"
        return [
            f"right: {self.ledgers_right} of {self.deals} deals, {self.matches_right} of {self.matches} matches, "
            f"sheets {self.sheet_right}; wrong payments without a word: {self.wrong_unflagged}",
            f"{plays}; {self.questions} questions, {self.declarations} declarations{told}",
        ]


def together(scores: Iterable[FollowScores]) -> FollowScores:
    """All of `scores` as one."""
    return sum(scores, FollowScores())


@dataclass(frozen=True)
class Followed:
    """What came of following one match."""

    state: State
    """The match as booked."""
    plays: Mapping[int, Sequence[Play]]
    """True deal → the half-turns last told of it."""
    asked: Sequence[Question]
    """Questions, each once."""
    open: Sequence[tuple[int, Question]]
    """Those that are open at the end, with the true deal that they are about."""
    provisional: bool
    """Whether it is told that the final standing is in doubt (`EndInDoubt`), and with it what is paid for that."""
    delays_ms: Sequence[int]


def compare(story: Story, followed: Followed) -> FollowScores:
    """What came of following a match beside what happened in it."""
    void = story.end.game.rules.void
    true, booked = _by_deal(story.end), _booked_by_deal(story, followed.state)
    true, booked = ({number: _kept(paid, void) for number, paid in each.items()} for each in (true, booked))
    deals, none = sorted({deal.number for deal in story.deals}), Counter[Payment]()
    right = [true.get(number, Counter()) == booked.get(number, Counter()) for number in deals]
    asked_about = {story.deals[k].number for k, _ in followed.open if k >= 0}
    wrong = {number: paid - true.get(number, Counter()) for number, paid in booked.items()}
    flagged = _end_rules(followed.state) if followed.provisional else set()
    silent = sum(
        count
        for number, paid in wrong.items()
        if number not in asked_about
        for (*_, rule), count in paid.items()
        if rule not in flagged
    )
    kinds = Counter(isinstance(question, DECLARATIONS) for question in followed.asked)
    ok, bad = _count(story, followed.plays) if followed.plays else (None, None)
    plays = sum(len(deal.plays) for deal in story.deals)
    return FollowScores(
        matches=1,
        matches_right=int(all(true.get(at, none) == booked.get(at, none) for at in true.keys() | booked.keys())),
        deals=len(deals),
        ledgers_right=sum(right),
        sheet_right=int(_cells(sheet_of(story.end)) == _cells(sheet_of(followed.state))),
        plays=plays,
        plays_right=ok,
        plays_wrong=bad,
        plays_missed=None if ok is None else plays - ok,
        questions=kinds[False],
        declarations=kinds[True],
        wrong_unflagged=silent,
        delays_ms=tuple(followed.delays_ms),
    )


def _by_deal(state: State) -> dict[int, Counter[Payment]]:
    paid: dict[int, Counter[Payment]] = {}
    for entry in state.ledger:
        paid.setdefault(entry.deal, Counter())[_payment(entry)] += 1
    return paid


def _booked_by_deal(story: Story, state: State) -> dict[int, Counter[Payment]]:
    """The payments of `state` by the number of the true deal that they were booked in: a deal that was missed shifts
    the numbers of those after it, and one that was given up lends its own to the next."""
    paid: dict[int, Counter[Payment]] = {}
    numbers: dict[int, int] = {}
    now: State | None = None
    done = 0
    for k, event in story.deals_of(state.log):
        if isinstance(event, DealStarted) and now is not None:
            numbers[now.played + 1] = story.deals[k].number
        try:
            now = apply(now, event)
        except EngineError:  # put right, what came before leaves no room for it
            continue
        for entry in now.booked[done:]:
            paid.setdefault(numbers.get(entry.deal, entry.deal), Counter())[_payment(entry)] += 1
        done = len(now.booked)
    for entry in state.ledger[done:]:
        paid.setdefault(numbers.get(entry.deal, entry.deal), Counter())[_payment(entry)] += 1
    return paid


def _kept(paid: Counter[Payment], void: str) -> Counter[Payment]:
    """`paid` without what was given back by the rule `void`, and without that: a deal that does not count costs nobody
    anything, whatever its rate was."""
    back = Counter({(payer, payee, mon): count for (payer, payee, mon, rule), count in paid.items() if rule == void})
    kept: Counter[Payment] = Counter()
    for (payer, payee, mon, rule), count in paid.items():
        if rule != void:
            given = min(count, back[payee, payer, mon])
            back[payee, payer, mon] -= given
            kept[payer, payee, mon, rule] += count - given
    kept += Counter({(*key, void): count for key, count in back.items()})
    return kept


def _end_rules(state: State) -> set[str]:
    """The rules by which the table pays out for the final standing (H88-END-01, H3-END-02)."""
    return {entry.rule for entry in state.ledger if entry.payer is None and "-END-" in entry.rule}


def _payment(entry: Entry) -> Payment:
    return entry.payer, entry.payee, entry.mon, entry.rule


def _count(story: Story, told: Mapping[int, Sequence[Play]]) -> tuple[int, int]:
    """Half-turns told right and told wrong, each deal's in the order in which they fit best."""
    right = wrong = 0
    for k, deal in enumerate(story.deals):
        said = [play_gist(play) for play in told.get(k, ())]
        was = [play_gist(play) for _, play in deal.plays]
        fits = sum(block.size for block in SequenceMatcher(None, was, said, autojunk=False).get_matching_blocks())
        right, wrong = right + fits, wrong + len(said) - fits
    return right, wrong


def play_gist(play: Play) -> tuple[Any, ...]:
    """What a camera can tell of a half-turn: the kasu of a month are alike."""
    return type(play).__name__, play.seat, play.card.face, tuple(sorted(faces(play.takes).items()))


def _cells(sheet: Sheet) -> list[Any]:
    """Every cell of a sheet; rows of one deal in any order."""
    pages = [
        (deal.number, deal.ba, sorted((row.title.en, row.struck, str(row.cells)) for row in deal.rows), deal.stone)
        for deal in sheet.deals
    ]
    return [pages, sheet.totals, sheet.stones, sheet.closing, sheet.final]
