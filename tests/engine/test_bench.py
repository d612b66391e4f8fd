"""The benchmark measures what it says, and the targets are met on the machine that runs the tests."""

from __future__ import annotations

import sys

import pytest
from yakume.engine import Phase, TeyakuShown, census
from yakume.engine.bench import Figure, bench_engine, twelve_deals
from yakume.engine.rules import RULESETS


@pytest.mark.slow
@pytest.mark.skipif(sys.gettrace() is not None, reason="tracing coverage is what would be measured")
def test_the_engine_meets_its_targets() -> None:
    """What is missed while others fill the caches of the core is measured again, twice at most."""
    for _ in range(3):
        measured = bench_engine(hands=2_000, rounds=25)
        if all(figure.ok for figure in measured):
            return
    pytest.fail("\n".join(map(str, measured)))


def test_a_slow_core_is_allowed_as_much_longer_as_it_counts_slower() -> None:
    slow = Figure("sheet", 25.0, "ms", 20, pace=1.5)
    assert slow.ok and " ".join(str(slow).split()) == "sheet 25.00 ms target 20, on a core 1.5 times slower: met"
    assert not Figure("sheet", 31.0, "ms", 20, pace=1.5).ok and Figure("sheet", 31.0, "ms", None).ok


def test_the_report_names_every_figure_and_whether_it_is_enough() -> None:
    met, missed, told = Figure("odds", 22.3, "ms", 50), Figure("census", 5.1, "s", 5), Figure("replay", 17, "ms")
    assert (met.ok, missed.ok, told.ok) == (True, False, True)
    assert [" ".join(str(figure).split()) for figure in (met, missed, told)] == [
        "odds 22.30 ms target 50: met",
        "census 5.10 s target 5: missed",
        "replay 17.00 ms",
    ]


def test_everything_is_measured_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command prints, with a census of three hands in place of all of them."""
    monkeypatch.setattr(census, "count_by_enumeration", lambda: {"one profile": 2, "another": 1})
    measured = bench_engine(hands=20, rounds=1)
    assert [figure.name.rpartition(", ")[2] for figure in measured[: len(RULESETS)]] == list(RULESETS)
    assert len(measured) == len(RULESETS) + 8 and all(figure.time >= 0 for figure in measured)


def test_the_measured_match_has_what_is_corrected_in_it() -> None:
    match = twelve_deals()
    assert (match.phase, match.played, len(match.ends)) == (Phase.OVER, 12, 12)
    claim = next(seq for seq, event in enumerate(match.log) if isinstance(event, TeyakuShown))
    assert claim < match.ends[0].taken
