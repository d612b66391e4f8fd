"""A whole evening at a served yakume, through its API, with the people who play it: was every deal booked as it was?

python tests/evening.py --ruleset sannin --seats 3 --seed 1 --deals 12

What happened is known (`datasets/evaluation`): perfect eyes stand in the camera's place, people answer 2 to 60 s late,
some questions never, some wrongly, and take that back, at once or deals later; some are answered on two devices at
once, the newest first. Somebody taps undo twice, names the wrong dealer, or taps for another seat; the process is
killed in mid-deal, or the machine is restarted and its camera's clock begins at 0; the camera is gone for a minute, or
for a whole deal, which is told later; a deal is misdealt, which is noticed at once or when half of it is played; a
captured card lies with somebody else for a while, or one of the first field is laid a minute late. One line a deal;
exit 1 if anything differs that nobody is told of.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evening_people import Evening
from evening_table import Table
from evening_taps import begin, settled, spoken
from evening_telling import MISDEALT
from evening_troubles import TROUBLES
from yakume.datasets.evaluation.matches import Match, play
from yakume.datasets.evaluation.story import Payment, payment
from yakume.engine import replay
from yakume.engine.arrange import numbers_of
from yakume.engine.events import DealStarted, HandShown, from_json, to_json
from yakume.engine.ledger import Entry
from yakume.engine.play import effective
from yakume.engine.state import State
from yakume.vision.referee.questions import UnseenDeal
from yakume.webui.declare import declarations
from yakume.webui.store import EventStore
from yakume.webui.store.backup import backup_lines, restore_lines

TAPS = "tap", "points"
"""A match without a camera: settled by the piles, or by counted points and sets that people tell."""
PAID_BACK = "YK-VOID-01", "H3-MISHAP-02"
"""What was paid in a deal that does not count is paid back by these rules."""
STATE_MS, MEMORY_MB = 150.0, 24.0
"""Most processor time that the state may take to be got, and most that the process may have grown by since its second
deal."""


@dataclass
class Judge:
    """Looks over everybody's shoulder."""

    played: Evening
    wrong: list[str] = field(default_factory=list)
    """What is not as it should be, one line each."""
    _memory_mb: list[float] = field(default_factory=list)

    def check(self, k: int) -> None:
        """Say how deal `k` of the story was booked, and what of all until now is not as it should be."""
        played, table = self.played, self.played.table
        deals, page = played.match.story.deals, table.page
        shown = table.ask("GET", "/api/state")[1]
        # What was asked is another since somebody answered: nobody has looked again yet.
        asked = {each.id for each in played.glance.asked} if played.asked_since else None
        limit = time.monotonic() + 5
        # The state and what is asked come to the page as two events, one after the other.
        while page.newest.get("state") != shown or asked not in (None, _asked(page.newest)):
            if time.monotonic() > limit:
                break
            time.sleep(0.02)
        told = page.newest.get("table") or {}
        wrong = []
        if page.newest.get("state") != shown:
            wrong.append("page and API differ")
        if list(played.state.scores) != shown["scores"] or sum(shown["scores"]) + shown["on_table"]:
            wrong.append(
                f"scores {shown['scores']}, on the table {shown['on_table']}, by the log {played.state.scores}"
            )
        if asked not in (None, _asked(page.newest)):
            wrong.append("page and desk ask otherwise")
        wrong += [f"answers that read alike: {each}" for each in told.get("questions", ()) if _alike(each["answers"])]
        said = [each["en"] for each in told.get("problems", ())]
        open_of = {played.true_of(each) for each in played.glance.asked}
        # That a deal may be missing is asked of the next one.
        before = (each.question.deal for each in played.glance.asked if isinstance(each.question, UnseenDeal))
        open_of |= {n for deal in before for n in played.missing_before(deal)}
        # A card of their first field was never read: the match is over, and is said to be provisional for them.
        booked = {event.field for _, event in effective(played.state.log) if isinstance(event, DealStarted)}
        numbers, doubted = numbers_booked(played.state, played.laid), _doubted(said)
        open_of |= {n for n, number in numbers.items() if number in doubted and deals[n].started.field not in booked}
        differences = [
            difference(played.match, played.state, n, number_booked(played.match, numbers, n)) for n in range(k + 1)
        ]
        differ = [n for n in range(k + 1) if differences[n]]
        silent = [n for n in differ if n not in open_of and not (n == k and said)]
        wrong += [f"deal {n + 1} silently otherwise: {differences[n]}" for n in silent]
        ms = table.state_ms()
        self._memory_mb.append(table.memory_mb())
        if ms > STATE_MS:
            wrong.append(f"the state took {ms:.0f} ms")
        if len(self._memory_mb) > 2 and self._memory_mb[-1] - self._memory_mb[1] > MEMORY_MB:
            wrong.append(f"memory grew from {self._memory_mb[1]:.0f} MB")
        verdict = "as it was" if k not in differ else "silent" if k in silent else "asked about or told"
        played.say(
            f"deal {k + 1:2} of {len(deals)}: {verdict}; until now {k + 1 - len(differ)} right, "
            f"{[each.question.kind for each in played.glance.asked]} asked, state {ms:.0f} ms, "
            f"{self._memory_mb[-1]:.0f} MB, seq {len(played.state.log)}"
        )
        for line in (*wrong, *(f"told: {each}" for each in said)):
            played.say(f"      {line}")
        last = k == len(deals) - 1
        self.wrong += [each for each in wrong if last or "silently" not in each]

    def finish(self, folder: Path) -> None:
        """What must hold when all went home: the match can be taken elsewhere, and is the same there."""
        table = self.played.table
        shown = table.ask("GET", "/api/state")[1]
        export = table.ask("GET", f"/api/matches/{shown['match']}/export.json")[1]
        own, other = (EventStore(f"sqlite:///{folder / name}") for name in ("yakume.db", "elsewhere.db"))
        restore_lines(other, list(backup_lines(own)))
        there = replay(from_json(row.event) for row in other.load(shown["match"]))
        own.close()
        other.close()
        if not list(there.scores) == export["scores"] == shown["scores"]:
            self.wrong.append(f"scores {shown['scores']}, exported {export['scores']}, restored {there.scores}")


def numbers_booked(booked: State, laid: Sequence[int]) -> dict[int, int]:
    """Deal of the story → its number as it is booked: another than its own where one before it is missing.

    Args: `laid` has the deal of the story of each one that was laid.
    """
    of_place = numbers_of(booked)
    starts = [place for place, event in effective(booked.log) if isinstance(event, DealStarted)]
    numbers: dict[int, int] = {}
    for place, k in zip(starts, laid, strict=True):
        if k != MISDEALT and place in of_place:
            numbers.setdefault(k, of_place[place])  # what was dealt again at once after it counts as the next one there
    return numbers


def number_booked(match: Match, numbers: Mapping[int, int], k: int) -> int | None:
    """The number that deal `k` of the story is booked with; None where it is missing.

    What is dealt again at once (four of a month) has the number of the deal before, and is no deal of its own.
    """
    deals = match.story.deals
    return next((numbers[n] for n in range(k, -1, -1) if n in numbers and deals[n].number == deals[k].number), None)


def difference(match: Match, booked: State, k: int, number: int | None) -> str:
    """What was paid in deal `k` of the story and not booked, and the other way round; empty if nothing.

    A deal that is dealt again keeps its number: it is judged with the one that is played in its place.

    Args: `number` is that of the deal as it is booked; None where it is missing.
    """
    own = match.story.deals[k].number
    if any(each.number == own for each in match.story.deals[k + 1 :]):
        return ""
    true, told = _paid(match.story.end.ledger, own), _paid(booked.ledger, number)
    lacks, extra = true - told, told - true
    return " ".join(f"{sign}{each}" for sign, part in (("-", lacks), ("+", extra)) for each in part.elements())


def _paid(ledger: Sequence[Entry], number: int | None) -> Counter[Payment]:
    """The payments of the deals with that number, or none, but for what was paid back (YK-VOID-01, H3-MISHAP-02)."""
    paid = Counter(payment(entry) for entry in ledger if entry.deal == number)
    for payer, payee, mon, rule in [*paid.elements()]:
        back = next((each for each in paid if each[:3] == (payee, payer, mon) and each[3] != rule and paid[each]), None)
        if rule in PAID_BACK and back is not None:
            paid[back] -= 1
            paid[payer, payee, mon, rule] -= 1
    return +paid


def _asked(newest: Mapping[str, Any]) -> set[str]:
    """The questions that the page was told of last, by id."""
    return {each["id"] for each in (newest.get("table") or {}).get("questions", ())}


def _doubted(said: Iterable[str]) -> set[int]:
    """The numbers of the deals that a match that is over is said to be provisional for."""
    named = [match[1] for each in said if (match := re.match(r"Not sure yet: deals? ([\d, ]+), not followed", each))]
    return {int(number) for each in named for number in each.split(",")}


def _alike(answers: list[dict[str, str]]) -> bool:
    """True if two of them read the same in one of the languages."""
    return any(len({answer[lang] for answer in answers}) < len(answers) for lang in ("ja", "en"))


def by_tap(table: Table, match: Match, counted: bool, say: Callable[[str], None]) -> Iterator[str]:
    """The match kept by tap alone, without a camera; what is not as it was. `counted`: by points, not by piles."""
    start = {key: value for key, value in to_json(match.story.start).items() if key != "type"}

    def send(path: str, **body: Any) -> None:
        status, answer = table.ask("POST", path, seq=table.ask("GET", "/api/state")[1]["seq"], **body)
        assert status == 201, answer

    def state() -> State:
        return replay(from_json(row["event"]) for row in table.ask("GET", "/api/events")[1]["events"])

    send("/api/match", **start)
    for k, deal in enumerate(match.story.deals):
        send("/api/events", events=[to_json(begin(deal, state()))])
        for event in spoken(deal):
            send("/api/events", events=[to_json(event)])
        for seat in declarations(state()).hands:
            send("/api/events", events=[to_json(HandShown(seat, deal.started.hands[seat]))])
        events = settled(table.ask, deal, state(), counted=counted)
        if events:
            send("/api/events", events=events)
        differs = difference(match, state(), k, deal.number)
        say(f"deal {k + 1:2} of {len(match.story.deals)}: {differs or 'as it was'}")
        if differs:
            yield f"deal {k + 1} by tap: {differs}"


def evening(
    ruleset: str, seats: int, seed: int, deals: int, troubles: Collection[str], say: Callable[[str], None]
) -> list[str]:
    """Play it; what is not as it should be. Of `TAPS` one as the only trouble is a match without a camera."""
    match = play(ruleset, seats, deals, seed)
    with tempfile.TemporaryDirectory(prefix="yakume-evening-") as name:
        taps = [each for each in TAPS if each in troubles]
        table = Table(Path(name), camera=not taps)
        try:
            if taps:
                return [*by_tap(table, match, taps[0] == "points", say)]
            judge = Judge(Evening(table, match, say, seed=seed, troubles=troubles))
            for k in judge.played.play():
                judge.check(k)
            judge.finish(Path(name))
        finally:
            table.close()
    return [*judge.wrong, *judge.played.unsaid]


def main() -> int:
    """0 if nothing differs that nobody is told of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="sannin")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument(
        "--trouble", action="append", choices=[*TROUBLES, *TAPS, "none"], help="only these (default: all)"
    )
    args = parser.parse_args()
    started = time.monotonic()
    wrong = evening(
        args.ruleset, args.seats, args.seed, args.deals, args.trouble or TROUBLES, lambda line: print(line, flush=True)
    )
    for line in wrong:
        print(f"WRONG: {line}")
    print(
        f"{args.ruleset}, {args.seats} seats, seed {args.seed}: {len(wrong)} wrong, {time.monotonic() - started:.0f} s"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
