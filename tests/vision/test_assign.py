"""Each card exists once: one assignment over everything on the table."""

from __future__ import annotations

import numpy as np
from yakume.engine import FACES, Card, Face
from yakume.vision.assign import assign, duplicates


def rows(*readings: dict[str, float]) -> np.ndarray:
    table = np.full((len(readings), len(FACES)), 1e-5, np.float32)
    for row, reading in zip(table, readings, strict=True):
        for face, p in reading.items():
            row[Face(face).index] = p
    return table


def test_sure_cards_get_what_they_show() -> None:
    given = assign(rows({"1h": 0.99}, {"8n": 0.95}, {"back": 0.9}))
    assert [str(each.card) for each in given] == ["1h", "8n", "None"]
    assert given[2].face == "back"
    assert not any(each.doubtful for each in given)


def test_a_sure_card_pushes_a_doubtful_one_to_its_second_choice() -> None:
    given = assign(rows({"8h": 0.55, "8n": 0.4}, {"8h": 0.99}))
    assert [str(each.card) for each in given] == ["8n", "8h"]
    assert given[0].doubtful


def test_the_whole_table_decides_and_not_the_first_pick() -> None:
    # Greedy gives 1h to the first row and leaves the second one with nothing.
    given = assign(rows({"1h": 0.6, "1t": 0.39}, {"1h": 0.55, "9n": 0.01}))
    assert [str(each.card) for each in given] == ["1t", "1h"]


def test_a_second_sure_one_of_a_kind_gets_no_card() -> None:
    given = assign(rows({"1h": 0.99}, {"1h": 0.98}))
    assert sorted(str(each.card) for each in given) == ["1h", "None"]
    lost = next(each for each in given if each.card is None)
    assert lost.face == "1h"
    assert lost.doubtful


def test_kasu_of_a_month_are_different_cards_up_to_their_number() -> None:
    given = assign(rows(*[{"12k": 0.99}] * 4))
    assert sorted(str(each.card) for each in given) == ["12a", "12b", "12c", "None"]


def test_a_card_keeps_its_kasu_when_another_one_arrives() -> None:
    held = [Card.parse("3b"), None]
    given = assign(rows({"3k": 0.9}, {"3k": 0.99}), held)
    assert [str(each.card) for each in given] == ["3b", "3a"]


def test_what_was_held_does_not_outweigh_what_is_read() -> None:
    given = assign(rows({"3k": 0.2, "4k": 0.8}), [Card.parse("3a")])
    assert given[0].face == "4k"


def test_many_backs_are_all_backs() -> None:
    assert all(each.face == "back" and each.card is None for each in assign(rows(*[{"back": 0.99}] * 30)))


def test_forty_eight_cards_get_forty_eight_cards() -> None:
    readings = [{str(Card(number).face): 0.97} for number in range(48)]
    assert {each.card for each in assign(rows(*readings))} == {Card(number) for number in range(48)}


def test_nothing_is_assigned_to_nothing() -> None:
    assert assign(rows()) == []
    assert duplicates(rows()) == []


def test_duplicates_name_faces_seen_too_often() -> None:
    table = rows({"1h": 0.95}, {"1h": 0.9}, {"3k": 0.9}, {"3k": 0.9}, {"5n": 0.9}, {"5n": 0.5})
    assert duplicates(table) == [Face("1h")]
