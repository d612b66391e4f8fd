"""Pictures of single cards: how a deck's cards look on one table, and cards of no deck."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from yakume.datasets.synth.foreign import foreign_picture
from yakume.datasets.synth.sprites import SPRITE_WH, Look, draw_look, reprinted

W, H = SPRITE_WH
PICTURE = np.full((H, W, 3), (40, 120, 200), np.uint8)
BACK = np.full((H, W, 3), (90, 60, 30), np.uint8)
PLAIN = Look(np.ones(3, np.float32), 1.0, None, 0.0, 0.0, BACK, (0, 0, 0), 0.0)


def rng() -> np.random.Generator:
    return np.random.default_rng(9)


def test_a_sprite_shows_the_picture_and_a_card_without_one_its_back() -> None:
    assert PLAIN.sprite(PICTURE, H, rng())[H // 2, W // 2].tolist() == [40, 120, 200, 255]
    assert PLAIN.sprite(None, H, rng())[H // 2, W // 2].tolist() == [90, 60, 30, 255]


@pytest.mark.parametrize(
    ("height_px", "size"), [(600, (360, 220)), (181, (360, 220)), (180, (180, 110)), (20, (45, 27))]
)
def test_a_sprite_is_the_smallest_halving_that_is_as_tall_as_it_will_be_seen(height_px: float, size: tuple) -> None:
    assert PLAIN.sprite(PICTURE, height_px, rng()).shape == (*size, 4)


def test_a_border_is_about_the_picture_and_not_about_the_back() -> None:
    look = replace(PLAIN, border=(7, 8, 9), border_share=0.05)
    front, back = (look.sprite(picture, H, rng()) for picture in (PICTURE, None))
    wide = round(0.05 * W)
    assert (front[: wide - 1, 2:-2, :3] == (7, 8, 9)).all() and (front[2:-2, -wide + 1 :, :3] == (7, 8, 9)).all()
    assert front[wide + 2, wide + 2, :3].tolist() == [40, 120, 200]
    assert back[3, 3, :3].tolist() == [90, 60, 30]


def test_round_corners_are_clear_and_colours_are_premultiplied() -> None:
    for seed in range(30):
        look = replace(draw_look(np.random.default_rng(seed)), corner_share=0.12)
        for picture in (PICTURE, None):
            sprite = look.sprite(picture, H, np.random.default_rng(seed))
            assert not sprite[[0, 0, -1, -1], [0, -1, 0, -1]].any()
            assert (sprite[..., :3] <= sprite[..., 3:] + 1e-3).all()
            assert sprite.min() >= 0 and sprite[H // 2, W // 2, 3] == 255


def test_a_reprint_is_cut_where_its_frame_is() -> None:
    """A red line near the left edge is lost where the printer cuts it off, and nothing else is."""
    lined = PICTURE.copy()
    lined[:, 4:8] = (0, 0, 255)
    lined[:, -8:-4] = (255, 0, 0)
    cut = replace(PLAIN, crop=(0.06, 0.0, 0.0, 0.0)).sprite(lined, H, rng())[..., :3]
    assert not (cut == (0, 0, 255)).all(2).any()
    assert (cut == (255, 0, 0)).all(2).any()


def test_another_printer_has_other_inks_and_another_hand_but_the_same_frame() -> None:
    """Reds and blues turn apart, white and black stay; a straight line bends; neither moves the card's edge."""
    ruled = np.full((H, W, 3), 255, np.uint8)
    ruled[:, W // 2 - 3 : W // 2 + 3] = 0
    ruled[40:80, 20:60], ruled[40:80, -60:-20] = (40, 40, 200), (200, 40, 40)
    ruled[:4] = ruled[-4:] = ruled[:, :4] = ruled[:, -4:] = (0, 0, 200)
    turns, bends = [], []
    for seed in range(12):
        look = reprinted(PLAIN, np.random.default_rng(seed))
        still = replace(look, redrawn=0.0).sprite(ruled, H, rng())[..., :3]
        red, blue = (cv2.cvtColor(still[60:61, x : x + 1].astype(np.uint8), cv2.COLOR_BGR2HSV)[0, 0] for x in (40, -40))
        turns.append((int(red[0]) + 90) % 180 - int(blue[0]))
        assert (still[200, 30] == 255).all() and not still[200, W // 2].any()
        print_of = replace(look, inks=None, redrawn=0.05).sprite(ruled, H, np.random.default_rng(seed))[..., :3]
        assert (print_of[[0, -1], 9:-9] == (0, 0, 200)).all() and (print_of[9:-9, [0, -1]] == (0, 0, 200)).all()
        bends.append(np.ptp([np.flatnonzero(row.sum(1) < 300).mean() for row in print_of[40:-40:20, 40:-40]]))
    assert len(set(turns)) > 6
    assert min(bends) > 4


def test_cards_of_no_deck_are_of_a_cards_size_and_all_different() -> None:
    art = np.random.default_rng(1).integers(0, 255, (90, 70, 3)).astype(np.uint8)
    pictures = [foreign_picture(SPRITE_WH, [art], np.random.default_rng(seed)) for seed in range(60)]
    assert {(picture.shape, picture.dtype.name) for picture in pictures} == {((H, W, 3), "uint8")}
    assert len({picture.tobytes() for picture in pictures}) == 60
    assert foreign_picture(SPRITE_WH, [], np.random.default_rng(3)).shape == (H, W, 3)


def test_a_card_of_no_deck_has_the_rim_and_motifs_of_the_deck_it_lies_among() -> None:
    rim, drawing = (10, 20, 30), (12, 200, 34)
    art = np.full((H, W, 3), rim, np.uint8)
    art[12:-12, 12:-12] = 255
    art[60:-60:40, 30:-30] = art[61:-60:40, 30:-30] = art[62:-60:40, 30:-30] = drawing
    pictures = [foreign_picture(SPRITE_WH, [art], np.random.default_rng(seed)) for seed in range(120)]

    def count(colour: tuple[int, int, int], part: tuple[slice, slice]) -> int:
        return sum(bool((picture[part] == colour).all(2).any()) for picture in pictures)

    assert count(rim, np.s_[100:-100, 2:4]) > 20
    assert count(drawing, np.s_[40:-40, 40:-40]) > 20
    assert count(drawing, np.s_[40:-40, 40:-40]) < 80
