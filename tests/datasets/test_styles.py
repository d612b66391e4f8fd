"""Cards as other artists would draw them: changed in every way that an artist may, and still cards of the same size."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from yakume.datasets.synth.sprites import SPRITE_WH, own_deck
from yakume.datasets.synth.styles import TECHNIQUES, draw_style
from yakume.engine import Card

CARD = own_deck("bright").pictures[Card.parse("8h")]


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_technique_keeps_the_size_and_is_the_same_for_the_same_seed(technique: str) -> None:
    for seed in range(6):
        style = replace(draw_style(np.random.default_rng(seed)), technique=technique)
        for picture in (CARD, np.ascontiguousarray(CARD[::3, ::3])):
            drawn = [style.redraw(picture, np.random.default_rng(seed)) for _ in range(2)]
            assert drawn[0].shape == picture.shape and drawn[0].dtype == np.uint8
            assert (drawn[0] == drawn[1]).all()
    assert CARD.shape == (SPRITE_WH[1], SPRITE_WH[0], 3)


def test_redrawing_leaves_the_picture_of_the_deck_alone() -> None:
    before = CARD.copy()
    for seed in range(12):
        draw_style(np.random.default_rng(seed)).redraw(CARD, np.random.default_rng(seed))
    assert (before == CARD).all()


def test_artists_differ_and_most_leave_something_to_be_seen() -> None:
    drawn = [draw_style(rng := np.random.default_rng(seed)).redraw(CARD, rng) for seed in range(40)]
    pairs = [np.abs(a.astype(float) - b).mean() for a, b in pairwise(drawn)]
    assert np.median(pairs) > 30
    assert np.mean([picture.std() > 12 for picture in drawn]) > 0.9


def test_a_ground_takes_the_place_of_paper_and_of_nothing_else() -> None:
    paper = np.full((360, 220, 3), 245, np.uint8)
    paper[100:200, 50:150] = (30, 20, 160)
    plain = replace(
        draw_style(np.random.default_rng(0)), technique="printed", tones=None, inverted=False, mirrored=False,
        moved=0.0, grown=1.0, frame=None, lettering="", ground=((200.0, 40.0, 40.0), (200.0, 40.0, 40.0)),
    )  # fmt: skip
    drawn = plain.redraw(paper, np.random.default_rng(0))
    assert np.abs(drawn[20, 20].astype(int) - (200, 40, 40)).max() < 12
    assert np.abs(drawn[150, 100].astype(int) - (30, 20, 160)).max() < 12
