"""Decks that nobody drew: between two decks, in another composition, with their months printed on them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.datasets.synth import dealt
from yakume.datasets.synth.crossed import Crossing, crossed
from yakume.datasets.synth.dealt import Dealt
from yakume.datasets.synth.lettered import Lettering, draw_lettering, lettered
from yakume.datasets.synth.recomposed import Composition, draw_composition, parts_of, recomposed
from yakume.datasets.synth.sprites import SPRITE_WH, Deck
from yakume.engine import CARDS, Card

W, H = SPRITE_WH
RED, BLUE = (np.full((H, W, 3), colour, np.uint8) for colour in ((30, 30, 200), (200, 60, 30)))
UNCHANGED = Crossing(coloured=0.0, cut=0.0, cells=(3, 4), soft_px=4.0, grown=1.0, moved=0.0, mirrored=False)
STILL = Composition(moved=0.0, grown=0.0, turned=0.0, mirrored=0.0, new_ground=False)


def crane() -> np.ndarray:
    return np.asarray(render(Card.parse("1h"), H))


@pytest.mark.parametrize("share", [0.2, 0.5])
def test_a_crossed_card_shows_as_much_of_the_other_as_is_cut_into_it(share: float) -> None:
    rng = np.random.default_rng(1)
    shares = [
        (replace(UNCHANGED, cut=share, soft_px=1.0).cross(RED, BLUE, rng)[..., 0] > 115).mean() for _ in range(20)
    ]
    assert np.mean(shares) == pytest.approx(share, abs=0.06)
    assert (UNCHANGED.cross(RED, BLUE, rng) == RED).all()


def test_a_crossed_card_takes_the_colours_of_the_other() -> None:
    rng = np.random.default_rng(2)
    ours, theirs = crane(), np.asarray(render(Card.parse("8h"), H))
    turned = replace(UNCHANGED, coloured=1.0).cross(ours, theirs, rng)
    before, after = (np.abs(one.mean((0, 1)) - theirs.mean((0, 1))).sum() for one in (ours, turned))
    assert after < before / 2


def test_cards_of_a_crossed_deck_show_parts_of_both_pictures() -> None:
    decks = [Deck("red", dict.fromkeys(CARDS, RED)), Deck("blue", dict.fromkeys(CARDS, BLUE))]
    rng = np.random.default_rng(3)
    seen = [crossed(decks, rng).pictures[CARDS[0]][..., 0] for _ in range(6)]
    assert any((shown < 60).any() and (shown > 170).any() for shown in seen)
    assert all(shown.min() >= 29 and shown.max() <= 201 for shown in seen)


def test_parts_are_told_apart_along_the_ground_and_lie_where_they_lay_if_nothing_moves_them() -> None:
    picture = np.full((H, W, 3), 235, np.uint8)
    cv2.circle(picture, (60, 90), 30, (20, 20, 200), -1)
    cv2.rectangle(picture, (120, 200), (180, 300), (120, 40, 20), -1)
    parts = parts_of(picture)
    assert [int(cv2.countNonZero(mask) > 4000) for mask in parts] == [1, 0]
    again = STILL.recompose(picture, np.random.default_rng(0))
    assert np.abs(again.astype(int) - picture).mean() < 0.5
    moved = replace(STILL, moved=0.1).recompose(picture, np.random.default_rng(0))
    assert np.abs(moved.astype(int) - picture).mean() > 3
    assert (moved[..., 0] < 150).sum() == pytest.approx((picture[..., 0] < 150).sum(), rel=0.1)


def test_a_frame_and_what_fills_the_card_are_no_parts() -> None:
    framed = np.full((H, W, 3), 235, np.uint8)
    cv2.rectangle(framed, (0, 0), (W - 1, H - 1), (10, 10, 10), 12)
    assert parts_of(framed) == []
    full = framed.copy()
    cv2.rectangle(full, (30, 30), (W - 30, H - 30), (30, 30, 200), -1)
    rng = np.random.default_rng(0)
    assert parts_of(full) == [] or cv2.countNonZero(parts_of(full)[0]) < 0.55 * W * H
    assert replace(STILL, new_ground=True).recompose(RED, rng) is RED


def test_a_composition_is_one_artists_on_all_cards() -> None:
    deck = Deck("own", {card: np.asarray(render(card, H)) for card in CARDS})
    drawn = recomposed(deck, np.random.default_rng(5))
    changed = [not np.array_equal(drawn.pictures[card], deck.pictures[card]) for card in CARDS]
    assert np.mean(changed) > 0.5
    assert draw_composition(np.random.default_rng(5)) == draw_composition(np.random.default_rng(5))


PLAIN = Lettering(
    texts=tuple(str(month) for month in range(1, 13)), font="DejaVuSans-Bold", size=0.25, spots=((0.15, 0.1),),
    ink=(0, 0, 0), plate=None, round_plate=False, halo=None,
)  # fmt: skip


def test_the_month_is_printed_where_the_maker_prints_it_and_nowhere_else() -> None:
    one, two = PLAIN.on(BLUE, 1), PLAIN.on(BLUE, 2)
    for pixels in (one, two):
        y, x = np.nonzero((pixels != BLUE).any(2))
        assert len(y) > 100 and x.max() < 0.35 * W and y.max() < 0.25 * H
    assert (one != two).any()
    assert (PLAIN.on(BLUE, 1) == one).all()
    both = replace(PLAIN, spots=((0.15, 0.1), (0.85, 0.9))).on(BLUE, 1)
    assert (both[::-1, ::-1] == both).mean() > 0.99
    plate = replace(PLAIN, plate=(255, 255, 255), halo=(0, 255, 255)).on(BLUE, 12)
    assert ((plate == 255).all(2)).any() and ((plate == (0, 255, 255)).all(2)).any()
    assert (BLUE == (200, 60, 30)).all()


def test_every_card_of_a_lettered_deck_names_its_month_and_only_the_last_two_change_places() -> None:
    rng = np.random.default_rng(4)
    makers = [draw_lettering(rng) for _ in range(60)]
    assert {len(maker.texts) for maker in makers} == {12} and all(len(set(maker.texts)) == 12 for maker in makers)
    numbers = [maker.texts for maker in makers if maker.texts[0] == "1"]
    assert {texts[:10] for texts in numbers} == {tuple(str(month) for month in range(1, 11))}
    assert {texts[10:] for texts in numbers} == {("11", "12"), ("12", "11")}
    for maker in makers:
        for month in (1, 9, 12):
            assert (maker.on(BLUE, month) != BLUE).any(), (maker, month)
    deck = lettered(Deck("blue", dict.fromkeys(CARDS, BLUE)), rng)
    of_month = [{deck.pictures[card].tobytes() for card in CARDS if card.month == month} for month in range(1, 13)]
    assert all(len(pictures) == 1 for pictures in of_month) and len(set.union(*of_month)) == 12


@pytest.mark.parametrize("kind", ["CROSSED", "RECOMPOSED", "LETTERED"])
def test_tables_are_laid_of_each_of_them(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CROSSED", "RECOMPOSED", "LETTERED"):
        monkeypatch.setattr(dealt, name, float(name == kind))
    pictures = {"red": RED, "crane": crane()}
    tables = Dealt([Deck(name, dict.fromkeys(CARDS, picture)) for name, picture in pictures.items()], (), 5)
    rng = np.random.default_rng(0)
    drawn = [tables.draw_deck(rng).pictures[CARDS[0]] for _ in range(4)]
    assert any(not any(np.array_equal(shown, picture) for picture in pictures.values()) for shown in drawn)
