"""Which scenes are composed for what."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.datasets.synth.export import crops
from yakume.datasets.synth.mixes import MIXES, SINGLE_SHARE, SORTS, SORTS_OF, recipe
from yakume.datasets.synth.scene import Composer, Recipe, Scene
from yakume.datasets.synth.sprites import SPRITE_WH, Deck
from yakume.engine import CARDS

SIDE = 160


@pytest.fixture(scope="module")
def singles() -> list[Scene]:
    deck = Deck("own", {card: cv2.resize(render(card, 180), SPRITE_WH) for card in CARDS})
    return list(Composer([deck], None, recipe("read", "singles", (SIDE, SIDE))).scenes(9, 0, 60))


def test_a_scene_of_a_single_card_has_it_in_the_middle(singles: list[Scene]) -> None:
    low, high = (share * SIDE for share in SINGLE_SHARE)
    for scene in singles:
        off = [float(np.linalg.norm(card.quad.mean(0) - SIDE / 2)) for card in scene.cards]
        nearest = scene.cards[int(np.argmin(off))].quad
        assert min(off) < 0.15 * SIDE
        # Oblique views shorten a card, a lens near by lengthens it.
        assert 0.5 * low < np.linalg.norm(nearest[0] - nearest[3]) < 1.7 * high


def test_a_single_card_has_neighbours_over_and_under_it(singles: list[Scene]) -> None:
    assert {len(scene.cards) for scene in singles} == {1, 2, 3, 4}
    covered = [min(card.visible for card in scene.cards) < 0.9 for scene in singles if len(scene.cards) > 1]
    assert np.mean(covered) > 0.5


def test_single_cards_give_most_of_a_picture_to_what_is_read(singles: list[Scene]) -> None:
    rng = np.random.default_rng(0)
    names = [name for scene in singles for name, _ in crops(scene, rng)]
    assert len(names) > 1.3 * len(singles)
    assert len(set(names)) > 30
    assert sum("none" in name for name in names) < 0.25 * len(names)


@pytest.mark.parametrize("kind", [*SORTS_OF, "sheet"])
@pytest.mark.parametrize("sort", SORTS)
def test_scenes_that_are_not_for_that_are_refused(kind: str, sort: str) -> None:
    if sort in SORTS_OF.get(kind, SORTS):
        assert recipe(kind, sort, (320, 240)).size_wh == (320, 240)
    else:
        with pytest.raises(ValueError, match=f"no scenes of {sort} for {kind}"):
            recipe(kind, sort, (320, 240))


def test_what_is_measured_on_is_not_what_is_trained_on() -> None:
    assert recipe("labels", "usual", Recipe.size_wh) == Recipe()
    assert recipe("labels", "backs", Recipe.size_wh).backs_share == 1
    assert recipe("labels", "things", Recipe.size_wh).empty_share == 1
    for kind, mix in MIXES.items():
        assert recipe(kind, "usual", Recipe.size_wh) == mix
        assert mix.play_share and mix.dark_share and mix.things


def test_the_detector_is_shown_many_backs_many_things_and_decks_drawn_otherwise() -> None:
    detect, others = MIXES["detect"], (MIXES["read"], MIXES["corners"])
    assert all(detect.backs_share > other.backs_share and detect.things > other.things for other in others)
    assert detect.restyle_share and detect.reprint_share
    # What it may be shown besides is drawn as variously, and all of it lies face down.
    beside = recipe("detect", "backs", Recipe.size_wh)
    assert (beside.backs_share, beside.play_share) == (1, 0)
    assert (beside.restyle_share, beside.reprint_share) == (detect.restyle_share, detect.reprint_share)
