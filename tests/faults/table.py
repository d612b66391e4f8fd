"""The fault table: what is done to yakume, how often, and what was lost; each fault is a function that finds out."""

from __future__ import annotations

import time
import traceback
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """What came of one fault."""

    times: int
    kept: str
    """What was counted, such as ``412 events acknowledged``."""
    lost: tuple[str, ...] = ()
    """What is gone, or was not told: one sentence each; empty if all is well."""
    told: str = ""
    """What people were told meanwhile."""


@dataclass(frozen=True)
class Fault:
    """One row."""

    name: str
    how: str
    try_it: Callable[[Path, int], Outcome]
    """Given an empty folder and a number of times; a fault that takes long for each does it less often."""


class NotHere(Exception):
    """This machine lacks what a fault needs; one sentence."""


def run(faults: Sequence[Fault], folder: Path, times: int, say: Callable[[str], None] = print) -> int:
    """Try every fault and print the table; 0 if nothing was lost, else 1. What could not be tried is no loss."""
    say(f"{'fault':<34} {'how':<62} {'times':>5} {'lost':>5}  what was counted, what was told")
    worst = 0
    for number, fault in enumerate(faults):
        own = folder / str(number)
        own.mkdir()
        started = time.monotonic()
        try:
            outcome = fault.try_it(own, times)
        except NotHere as reason:
            say(f"{_wide(fault.name, 34)} {_wide(fault.how, 62)} {'-':>5} {'-':>5}  not tried here: {reason}")
            continue
        except Exception:  # noqa: BLE001  # whatever it is, it is told
            # A fault that cannot be judged is one that nobody knows to be harmless.
            outcome = Outcome(0, "", (traceback.format_exc(),))
        took = f"{time.monotonic() - started:.0f} s"
        say(
            f"{_wide(fault.name, 34)} {_wide(fault.how, 62)} {outcome.times:>5} {len(outcome.lost):>5}  "
            + "; ".join(part for part in (outcome.kept, outcome.told, took) if part)
        )
        for line in outcome.lost:
            say(f"    LOST: {line}")
        worst = max(worst, bool(outcome.lost))
    return worst


def _wide(text: str, columns: int) -> str:
    """`text` filled up to so many columns of a terminal."""
    wide = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return text + " " * (columns - wide)
