"""Tables laid without the composer: cards of one deck, cut as a reader sees them."""

from __future__ import annotations

import numpy as np
import pytest
from yakume.datasets.synth import dealt
from yakume.datasets.synth.dealt import Dealt, neighbours
from yakume.datasets.synth.export import READ_FOLDERS
from yakume.datasets.synth.sprites import CARD_MM, own_deck
from yakume.vision.overlaps import nested


@pytest.fixture(scope="module")
def tables() -> Dealt:
    return Dealt([own_deck("bright")], (), 5)


def test_a_table_is_the_same_whenever_it_is_asked_for(tables: Dealt) -> None:
    crops, classes = tables.table(3, 8)
    tables.table(2, 4)
    again, same = Dealt(tables.decks, (), 5).table(3, 8)
    assert crops.shape == (8, 128, 128, 3) and crops.dtype == np.uint8
    assert (crops == again).all() and (classes == same).all()
    assert not (Dealt(tables.decks, (), 6).table(3, 8)[0] == crops).all()


def test_faces_lie_both_ways_up_among_a_few_backs_and_things_that_are_no_cards(tables: Dealt, monkeypatch) -> None:
    monkeypatch.setattr(dealt, "DECKS_AT_HAND", 1)
    classes = np.concatenate([tables.table(number, 48)[1] for number in range(8)])
    assert classes.min() >= 0 and classes.max() < len(READ_FOLDERS)
    faces = classes < 72
    assert 0.7 < faces.mean() < 1
    assert 0.4 < (classes[faces] % 2).mean() < 0.6
    assert (classes == READ_FOLDERS.index("36_back")).any() and (classes == READ_FOLDERS.index("37_none")).any()


def test_backs_lie_mostly_beside_backs_and_faces_beside_faces(tables: Dealt, monkeypatch) -> None:
    monkeypatch.setattr(dealt, "DECKS_AT_HAND", 1)
    laid: list[float] = []
    other = dealt._other
    monkeypatch.setattr(dealt, "_other", lambda deck, backs, rng: laid.append(backs) or other(deck, backs, rng))
    deck, rng = tables._printed(0), np.random.default_rng(0)
    backs = [bool((dealt._other(deck, dealt.BESIDE_A_BACK, rng) == deck.back).all()) for _ in range(200)]
    assert 0.2 < np.mean(backs) < 0.5  # and as many again upside down
    laid.clear()
    for kind in (0, 1):
        for card in range(20):
            tables._crop(deck, card, kind, np.zeros((384, 384, 3), np.uint8), dealt._Camera.draw(rng), rng)
        assert set(laid) == {(dealt.BESIDE_A_FACE, dealt.BESIDE_A_BACK)[kind]}
        laid.clear()


def test_a_third_of_a_card_stays_uncovered() -> None:
    rng = np.random.default_rng(0)
    w, h = CARD_MM
    card = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    covered = [sum(nested(card, quad) for quad in neighbours(rng)[1]) for _ in range(300)]
    assert max(covered) < 0.7
    assert np.mean(np.array(covered) > 0.1) > 0.1
