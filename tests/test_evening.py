"""Two deals of an evening at a served yakume; the whole of it is `python tests/evening.py`."""

from __future__ import annotations

import pytest
from evening import evening


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), [("koikoi", 2), ("hachihachi", 4)])
def test_two_deals_of_an_evening_are_booked_as_they_were(ruleset: str, seats: int) -> None:
    said: list[str] = []
    assert evening(ruleset, seats, seed=1, deals=2, troubles=("undo",), say=said.append) == [], said
    assert sum("as it was" in line for line in said) == 2, said
