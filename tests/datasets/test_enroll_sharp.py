"""A photograph from which only a blur could be learnt is refused, as is one without cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from enrolling import found, picture
from laid_deck import photograph
from yakume.datasets.enroll import sheet as sheet_module
from yakume.datasets.enroll.sharp import is_blurred, sharpness
from yakume.datasets.enroll.sheet import PhotoError, Sheet, cut_out
from yakume.datasets.synth.sprites import own_decks
from yakume.engine import CARDS

CARDS_SEEN = CARDS[::5]


@pytest.mark.parametrize("long_side_px", [95, 190])
@pytest.mark.parametrize(("share", "blurred"), [(0.0, False), (0.008, False), (0.045, True), (0.08, True)])
def test_a_blur_is_told_by_its_share_of_a_card_however_large_that_is(
    long_side_px: int, share: float, blurred: bool
) -> None:
    deck = own_decks()[0]
    photo, lying = photograph(deck, seed=3, card_px=long_side_px, size_wh=(1300, 900), cards=CARDS_SEEN, columns=5)
    if share:
        photo = cv2.GaussianBlur(photo, (0, 0), share * long_side_px)
    assert is_blurred([cut_out(photo, quad) for _, quad in lying]) == blurred


def test_one_plain_card_makes_no_photo_blurred() -> None:
    cards = [picture(card) for card in CARDS_SEEN]
    cards[0] = np.full_like(cards[0], 200)
    assert sharpness(cards[0]) == 0
    assert not is_blurred(cards)


def test_a_photo_that_nothing_can_be_learnt_from_is_refused_and_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = Sheet()
    soft = [cv2.GaussianBlur(found(card, 0).picture, (0, 0), 18) for card in CARDS_SEEN]
    blurred = [
        sheet_module.replace(found(card, 0), picture=image) for card, image in zip(CARDS_SEEN, soft, strict=True)
    ]
    for cards, code in (([], "no_cards"), (blurred, "blurred_photo")):
        monkeypatch.setattr(sheet_module, "find_cards", lambda *args, cards=cards: cards)
        with pytest.raises(PhotoError) as refused:
            sheet.add(np.zeros((4, 4, 3), np.uint8), None)
        assert refused.value.code == code
    assert (sheet.photos, sheet.found) == (0, [])
    monkeypatch.setattr(sheet_module, "find_cards", lambda *args: [found(card, 0) for card in CARDS_SEEN])
    assert sheet.add(np.zeros((4, 4, 3), np.uint8), None) == len(CARDS_SEEN)
