"""The benchmark measures what it says, and the targets are met on the machine that runs the tests."""

from __future__ import annotations

import sys

import pytest
from yakume.engine import census
from yakume.engine.bench import EngineBench, bench_engine
from yakume.engine.census import HANDS
from yakume.engine.ruleset import RULESETS


@pytest.mark.slow
@pytest.mark.skipif(sys.gettrace() is not None, reason="tracing coverage is what would be measured")
def test_the_engine_meets_its_targets() -> None:
    measured = bench_engine(hands=2_000)
    assert measured.census_hands == HANDS and set(measured.teyaku_us) == set(RULESETS)
    assert measured.ok, str(measured)


def test_the_report_names_every_figure_and_whether_it_is_enough() -> None:
    met = EngineBench({"sannin": 3.0, "sudaoshi": 19.0}, 73_629_072, 10.0)
    assert str(met).splitlines() == [
        "teyaku  sannin          3.00 µs a hand",
        "teyaku  sudaoshi       19.00 µs a hand",
        "census  73,629,072 hands in 10.0 s (7.4 million a second)",
        "targets 20 µs and 60 s: met",
    ]
    slow_hand, slow_census = EngineBench({"sannin": 21.0}, 1, 1.0), EngineBench({"sannin": 1.0}, 1, 61.0)
    assert not slow_hand.ok and not slow_census.ok and str(slow_census).endswith("missed")


def test_both_halves_are_measured_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command prints, with a census of three hands in place of all of them."""
    monkeypatch.setattr(census, "count_by_enumeration", lambda: {"one profile": 2, "another": 1})
    measured = bench_engine(hands=20, rounds=2)
    assert set(measured.teyaku_us) == set(RULESETS) and min(measured.teyaku_us.values()) > 0
    assert measured.census_hands == 3 and measured.census_s >= 0
