"""Decks that nobody printed, and the set that the network which matches cards is trained on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.design import STYLES, render
from yakume.datasets.synth import made_up, match_samples
from yakume.datasets.synth.sprites import SPRITE_WH, Deck
from yakume.engine import CARDS
from yakume.models.matcher import load_set


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    """The project's own deck in two styles."""
    names = list(STYLES)[:2]
    return [Deck(name, {card: render(card, 360, STYLES[name]) for card in CARDS}) for name in names]


@pytest.mark.parametrize("kind", [0.0, 0.5, 0.9])
def test_a_made_up_deck_has_48_pictures_of_which_hardly_two_are_alike(decks, monkeypatch, kind: float) -> None:
    monkeypatch.setattr(made_up, "KNOWN", float(kind < made_up.KNOWN))
    monkeypatch.setattr(made_up, "MIXED", float(kind < made_up.MIXED))
    texture = np.random.default_rng(1).integers(0, 255, (500, 400, 3), np.uint8)
    deck = made_up.made_up(decks, [texture], np.random.default_rng(4))
    again = made_up.made_up(decks, [texture], np.random.default_rng(4))
    assert list(deck.pictures) == list(CARDS)
    assert {(picture.shape, picture.dtype.name) for picture in deck.pictures.values()} == {
        ((*SPRITE_WH[::-1], 3), "uint8")
    }
    assert all((deck.pictures[card] == again.pictures[card]).all() for card in CARDS)
    assert len({picture.tobytes() for picture in deck.pictures.values()}) >= 40
    other = made_up.made_up(decks, [texture], np.random.default_rng(5))
    assert not all((deck.pictures[card] == other.pictures[card]).all() for card in CARDS)


def test_a_set_is_read_as_it_was_written_and_what_is_there_stays(decks, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(match_samples, "CROPS", 12)
    match_samples.write_match_set(decks, None, tmp_path, seed=3, count=2)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["3-000000.npz", "3-000001.npz"]
    before = [(tmp_path / name).stat().st_mtime_ns for name in names]
    match_samples.write_match_set(decks, None, tmp_path, seed=3, count=2)
    assert [(tmp_path / name).stat().st_mtime_ns for name in names] == before
    first, second = load_set(tmp_path)
    for deck in (first, second):
        assert (len(deck.pictures), len(deck.crops), len(deck.classes)) == (48, 12, 12)
        assert all(cv2.imdecode(file, 1).shape == (128, 128, 3) for file in [*deck.pictures, *deck.crops])
        assert deck.classes.min() >= 0 and deck.classes.max() < 74
    assert [file.tobytes() for file in first.crops] != [file.tobytes() for file in second.crops]
    match_samples.write_match_set(decks, None, tmp_path / "other", seed=3, count=1, start=1)
    (alone,) = load_set(tmp_path / "other")
    assert [file.tobytes() for file in alone.crops] == [file.tobytes() for file in second.crops]


def test_a_folder_without_decks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="yakume synth match"):
        load_set(tmp_path)
    (tmp_path / "1-000000.npz").write_bytes(b"none")
    with pytest.raises(ValueError, match="holds no deck"):
        load_set(tmp_path)


def test_a_picture_is_seen_within_the_rim_of_a_crop() -> None:
    picture = np.full((360, 220, 3), 200, np.uint8)
    crop = match_samples.picture_crop(picture, (10, 20, 30))
    assert crop.shape == (128, 128, 3)
    assert (crop[64, 64] == 200).all() and (crop[2, 64] == (10, 20, 30)).all() and (crop[64, 2] == (10, 20, 30)).all()
    assert (crop[10:118, 10:118] == 200).all()
