"""The promotion gate: no worse on any set, better on the whole."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.datasets.evaluation.compare import compare, objections
from yakume.datasets.evaluation.labels import TrueCard
from yakume.datasets.evaluation.metrics import Judged, Match
from yakume.engine import FACES, Face
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import make_quad

QUAD = make_quad([[0, 0], [33, 0], [33, 54], [0, 54]])


def told(face: str) -> SeenCard:
    return SeenCard(QUAD, 0.9, np.eye(len(FACES), dtype=np.float32)[Face(face).index])


def reading(answers: str, false: int = 0) -> list[Judged]:
    """One picture of 1h cards: `+` read right, `x` read wrongly, `-` not found."""
    seen = {"+": told("1h"), "x": told("1t"), "-": None}
    matches = tuple(Match(TrueCard(Face("1h"), QUAD, 1.0), seen[answer], 0.9) for answer in answers)
    return [Judged("a", matches, (), (told("2k"),) * false)]


def gate(*sets: tuple[list[Judged], list[Judged]]) -> list[str]:
    return objections([compare(f"set {k}", "0" * 64, *pair) for k, pair in enumerate(sets)])


BETTER = reading("+++++-----"), reading("++++++++--")


def test_what_is_better_everywhere_has_nothing_against_it() -> None:
    assert gate(BETTER, BETTER) == []


def test_what_is_the_same_gains_nothing() -> None:
    (only,) = gate((reading("++x-", 1), reading("++x-", 1)))
    assert "nothing to gain" in only


def test_one_card_less_on_one_set_is_no_worse_but_two_are() -> None:
    ten = reading("++++++++++")
    assert gate(BETTER, (ten, reading("+++++++++-"))) == []
    (only,) = gate(BETTER, (ten, reading("++++++++--")))
    assert only.startswith("set 1: F1 0.8889 is lower than 1.0000 by more than a card (0.1000)")


def test_one_set_that_is_better_does_not_make_up_for_one_that_is_worse() -> None:
    worse = reading("++++++----"), reading("+++-------")
    assert any(objection.startswith("set 2") for objection in gate(BETTER, BETTER, worse))


def test_false_cards_count_against_a_candidate() -> None:
    (only,) = gate(BETTER, (reading("++++++++++"), reading("++++++++++", false=3)))
    assert "F1" in only


def test_on_a_set_without_cards_no_more_may_be_told() -> None:
    assert gate(BETTER, (reading("", false=1), reading("", false=1))) == []
    assert "set 1: 2 false cards, before 1" in gate(BETTER, (reading("", false=1), reading("", false=2)))


def test_fewer_false_cards_where_there_are_none_are_something_gained() -> None:
    cards = reading("++++"), reading("++++")
    assert gate(cards, (reading("", false=21), reading("", false=5))) == []
    (same,) = gate(cards, (reading("", false=5), reading("", false=5)))
    assert "nothing to gain" in same
    empty = [compare("a", "0" * 64, reading(""), reading("", false=n)).candidate.worth for n in (0, 1, 2)]
    # As if the picture held one card that was found and read right.
    assert empty == pytest.approx([1, 2 / 3, 2 / 4])


def test_faces_are_compared_on_the_cards_that_both_find() -> None:
    # The candidate finds ten more, hard ones, and reads three of them wrongly: 17 of 20 beside 10 of 10.
    found_more = reading("+" * 10 + "-" * 10), reading("+" * 17 + "x" * 3)
    assert gate(found_more) == []
    comparison = compare("a", "0" * 64, *found_more)
    assert (comparison.both_found, comparison.shipped_right, comparison.candidate_right) == (10, 10, 10)
    # What was read right and no longer is counts, whatever else is found.
    misread = reading("+" * 10 + "-" * 10), reading("xx" + "+" * 18)
    assert gate(misread) == ["set 0: 8 of 10 cards that both find are read right, before 10"]


def test_a_card_lost_here_is_not_lost_in_every_promotion() -> None:
    ten = reading("++++++++++")
    assert any("nothing to gain" in objection for objection in gate((ten, reading("+++++++++-"))))


@pytest.mark.parametrize(
    ("before", "after", "gained", "lost", "chance"),
    [("++--", "++--", 0, 0, 1.0), ("+---", "-+++", 3, 1, 15 / 16), ("++++", "+---", 0, 3, 1 / 8)],
)
def test_cards_gained_and_lost_are_counted_card_by_card(before, after, gained, lost, chance) -> None:
    comparison = compare("a", "0" * 64, reading(before), reading(after))
    assert (comparison.gained, comparison.lost) == (gained, lost)
    assert comparison.chance == pytest.approx(chance)


def recording(answers: str, pictures: int = 10) -> list[Judged]:
    """The same cards in picture after picture."""
    return reading(answers) * pictures


def test_of_a_recording_a_card_is_one_for_as_long_as_it_lies() -> None:
    ledgers = True, True
    four = compare("table", "0" * 64, recording("++++"), recording("+++-"), ledgers)
    assert (four.pictures_a_card, four.objections) == (10, [])
    assert four.chance == pytest.approx(1 / 2), "one card is lost, not ten"
    two = compare("table", "0" * 64, recording("++++"), recording("++--"), ledgers)
    assert two.objections == ["table: F1 0.6667 is lower than 1.0000 by more than a card (0.2500)"]
    # The same cards laid anew are more cards, each of less weight.
    twice = [*recording("++++", 5), *recording("", 1), *recording("++++", 5)]
    assert compare("table", "0" * 64, twice, twice, ledgers).pictures_a_card == 5


def test_a_recorded_match_that_was_settled_right_must_be_so_still() -> None:
    pair = recording("++++"), recording("++++")
    for ledgers, count in (((True, False), 1), ((True, True), 0), ((False, False), 0), ((False, True), 0)):
        against = compare("table", "0" * 64, *pair, ledgers).objections
        assert against == ["table: the match is no longer settled to its true ledger"] * count


def test_readings_of_other_pictures_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="zip"):
        compare("a", "0" * 64, reading("++"), reading("+++"))
