"""How much of a card another one covers."""

from __future__ import annotations

import pytest
from yakume.vision.observation import Outline
from yakume.vision.referee.outlines import covered_share


def _at(x: float, wide: float = 30) -> Outline:
    return (x, 0), (x + wide, 0), (x + wide, 50), (x, 50)


def test_the_share_of_a_card_is_told_that_the_other_covers_which_covers_most() -> None:
    assert covered_share(_at(0), []) == 0
    assert covered_share(_at(0), [_at(100)]) == 0
    assert covered_share(_at(0), [_at(20), _at(100), _at(-25)]) == pytest.approx(1 / 3, abs=0.08)
    assert covered_share(_at(0), [_at(20), _at(0)]) == 1


def test_an_outline_without_an_area_does_no_harm() -> None:
    assert covered_share(_at(5, 0), [_at(100)]) == 0
    assert covered_share(_at(0), [_at(5, 0)]) < 0.2
