"""What lies on the cards of a deck while it is photographed."""

from __future__ import annotations

import cv2
import numpy as np
from laid_deck import photograph
from yakume.datasets.design import render
from yakume.datasets.enroll.covered import covered
from yakume.datasets.synth.sprites import Deck
from yakume.engine import CARDS

QUADS = [
    np.array([[x, y], [x + 33, y], [x + 33, y + 54], [x, y + 54]], np.float32) + 20
    for x in range(0, 400, 45)
    for y in (0, 70)
]


def test_a_thing_across_the_edge_of_cards_is_seen_and_no_other_card_is_marked() -> None:
    deck = Deck("own", {card: render(card, 180) for card in CARDS})
    photo, laid = photograph(deck, seed=3, size_wh=(1200, 800), card_px=95)
    quads = [quad for _, quad in laid]
    assert not covered(photo, quads).any()
    middle = np.mean([quads[20].mean(0), quads[21].mean(0)], axis=0)  # one lies below the other
    for thing in ((60, 160, 60), (200, 60, 40)):
        under = photo.copy()
        cv2.circle(under, (round(float(middle[0])), round(float(middle[1]))), 38, thing, -1, cv2.LINE_AA)
        assert np.flatnonzero(covered(under, quads)).tolist() == [20, 21]


def test_cards_like_the_table_or_too_few_are_not_judged() -> None:
    table = np.full((200, 500, 3), 90, np.uint8)
    assert not covered(table, QUADS).any()
    assert not covered(table, QUADS[:5]).any()
