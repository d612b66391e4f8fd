"""A whole evening at a served yakume, through its API, with the people who play it: was every deal booked as it was?

python tests/evening.py --ruleset sannin --seats 3 --seed 1 --deals 12

What happened is known (`datasets/evaluation`): perfect eyes stand in the camera's place, people answer 2 to 60 s late,
some questions never, some wrongly, and take that back. Somebody taps undo twice, the process is killed in mid-deal, the
camera is gone for a minute, a deal is misdealt. One line a deal; exit 1 if anything differs that nobody is told of.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evening_people import TROUBLES, Evening
from evening_table import Table
from yakume.datasets.evaluation.matches import play
from yakume.datasets.evaluation.story import payment
from yakume.engine import replay
from yakume.engine.events import from_json
from yakume.webui.store import EventStore
from yakume.webui.store.backup import backup_lines, restore_lines

STATE_MS, MEMORY_MB = 150.0, 24.0
"""Most that the state may take to be got, and most that the process may have grown by since its second deal."""


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
        limit = time.monotonic() + 5
        while page.newest.get("state") != shown and time.monotonic() < limit:
            time.sleep(0.02)
        told = page.newest.get("table") or {}
        wrong = []
        if page.newest.get("state") != shown:
            wrong.append("page and API differ")
        if list(played.state.scores) != shown["scores"] or sum(shown["scores"]) + shown["on_table"]:
            wrong.append(
                f"scores {shown['scores']}, on the table {shown['on_table']}, by the log {played.state.scores}"
            )
        if {each.id for each in played.glance.asked} != {each["id"] for each in told.get("questions", ())}:
            wrong.append("page and desk ask otherwise")
        wrong += [f"answers that read alike: {each}" for each in told.get("questions", ()) if _alike(each["answers"])]
        said = [each["en"] for each in told.get("problems", ())]
        open_of = {played.true_of(each) for each in played.glance.asked}
        differ = [n for n in range(k + 1) if self._difference(n)]
        silent = [n for n in differ if n not in open_of and not (n == k and said)]
        wrong += [f"deal {n + 1} silently otherwise: {self._difference(n)}" for n in silent]
        ms = min(table.state_ms() for _ in range(5))  # the machine may be busy with something else
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

    def _difference(self, k: int) -> str:
        """What was paid in deal `k` of the story and not booked, and the other way round; empty if nothing."""
        number = self.played.match.story.deals[k].number
        true, booked = (
            Counter(payment(entry) for entry in state.ledger if entry.deal == number)
            for state in (self.played.match.story.end, self.played.state)
        )
        lacks, extra = true - booked, booked - true
        return " ".join(f"{sign}{each}" for sign, part in (("-", lacks), ("+", extra)) for each in part.elements())

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


def _alike(answers: list[dict[str, str]]) -> bool:
    """True if two of them read the same in one of the languages."""
    return any(len({answer[lang] for answer in answers}) < len(answers) for lang in ("ja", "en"))


def evening(ruleset: str, seats: int, seed: int, deals: int, troubles: Collection[str], say: Any = print) -> list[str]:
    """Play it; what is not as it should be."""
    match = play(ruleset, seats, deals, seed)
    with tempfile.TemporaryDirectory(prefix="yakume-evening-") as name:
        table = Table(Path(name))
        try:
            judge = Judge(Evening(table, match, seed, troubles, say))
            for k in judge.played.play():
                judge.check(k)
            judge.finish(Path(name))
        finally:
            table.close()
    return judge.wrong


def main() -> int:
    """0 if nothing differs that nobody is told of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="sannin")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--trouble", action="append", choices=[*TROUBLES, "none"], help="only these (default: all)")
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
