"""The fault table says what was lost, and a loss is a failure."""

from __future__ import annotations

from pathlib import Path

from faults.table import Fault, NotHere, Outcome, run


def fails(folder: Path, times: int) -> Outcome:
    raise AssertionError("the match is not there")


def is_not_here(folder: Path, times: int) -> Outcome:
    raise NotHere("PostgreSQL is not installed")


def test_a_loss_and_what_could_not_be_judged_are_failures_and_what_is_not_here_is_none(tmp_path: Path) -> None:
    well = Fault("well", "nothing is done", lambda folder, times: Outcome(times, "7 events acknowledged"))
    lost = Fault("lost", "everything is deleted", lambda folder, times: Outcome(1, "", ("event 3",), "told so"))
    absent, broken = Fault("absent", "a server stops", is_not_here), Fault("broken", "it fails", fails)
    for faults, code, words in (
        ([well], 0, "    3     0  7 events acknowledged"),
        ([well, lost], 1, "    LOST: event 3"),
        ([well, absent], 0, "not tried here: PostgreSQL is not installed"),
        ([broken, well], 1, "AssertionError: the match is not there"),
    ):
        lines: list[str] = []
        folder = tmp_path / words.split()[-1]
        folder.mkdir()
        assert run(faults, folder, 3, lines.append) == code
        assert words in "\n".join(lines)
