"""An enrolled deck is used only with the reader it was enrolled with, and only if nothing of it was changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from yakume.models.decks import (
    CARD,
    FACE_FROM,
    HEAD,
    TOLD_FROM,
    DeckCard,
    DeckError,
    check_deck,
    check_name,
    enrolled,
    find_deck,
    load_deck,
    load_deck_card,
    parse_deck_card,
)
from yakume.models.reader import load_reader
from yakume.models.registry import WEIGHTS, checked_weights, deck_reader, file_sha256
from yakume.vision.decks import CLASSES, DeckHead
from yakume.vision.onnx import OnnxFaceReader

READER = "a" * 64


def keep(decks: Path, name: str = "mine", reader: str = READER, features: int = 4) -> Path:
    """A deck with a head that knows nothing."""
    folder = decks / name
    folder.mkdir(parents=True)
    DeckHead(np.zeros((features, CLASSES), np.float32), np.zeros(CLASSES, np.float32)).save(folder / HEAD)
    card = DeckCard(name, reader, file_sha256(folder / HEAD), 0, 3000, 250, 200, 248)
    (folder / CARD).write_text(card.to_toml(), encoding="utf-8")
    return folder


def test_a_deck_is_found_by_its_name(tmp_path) -> None:
    keep(tmp_path, "うちの札")
    keep(tmp_path, "club 2")
    (tmp_path / ".new-x").mkdir()
    assert enrolled(tmp_path) == ["club 2", "うちの札"]
    assert find_deck("うちの札", tmp_path) == tmp_path / "うちの札"
    with pytest.raises(DeckError, match=r"no deck 'theirs' in .*\(club 2, うちの札\): enroll it with"):
        find_deck("theirs", tmp_path)
    assert enrolled(tmp_path / "nowhere") == []


def test_its_card_survives_toml() -> None:
    card = DeckCard('a "deck"', READER, "b" * 64, 3, 3000, 250, 200, 248)
    assert parse_deck_card(card.to_toml()) == card


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 0", 'seed = "0"', "seed = '0': input should be a valid integer"),
        ("seed = 0\n", "", "field 'seed' is missing"),
        ("seed = 0", "seed = true", "seed = True: input should be a valid integer"),
        ('name = "mine"', "name = 3", "name = 3: input should be a valid string"),
        ("seed = 0", "seed = = 0", "not TOML"),
    ],
)
def test_a_card_that_cannot_be_used_names_the_field(tmp_path, old, new, message) -> None:
    path = keep(tmp_path) / CARD
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DeckError, match=message):
        load_deck_card(path.parent)


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "x" * 41, "a\nb", "c:d"])
def test_names_that_are_no_folder_are_refused(name) -> None:
    with pytest.raises(DeckError, match="a deck cannot be called"):
        check_name(name)
    assert check_name("  うちの札 1-b_c ") == "うちの札 1-b_c"


def test_a_head_for_another_reader_is_refused_and_says_what_to_do(tmp_path) -> None:
    folder = keep(tmp_path)
    assert load_deck(folder, READER).weights.shape == (4, CLASSES)
    with pytest.raises(
        DeckError, match=r"enrolled with another reader \(aaaaaaaa…, now cccccccc…\): .*--name 'mine' --again"
    ):
        load_deck(folder, "c" * 64)


def test_a_head_that_was_changed_or_is_gone_is_refused(tmp_path) -> None:
    folder = keep(tmp_path)
    (folder / HEAD).write_bytes(b"another")
    with pytest.raises(DeckError, match=r"head\.npz is not the one that deck\.toml names; .*--again"):
        load_deck(folder, READER)
    (folder / HEAD).unlink()
    with pytest.raises(DeckError, match=r"has no head: .*head\.npz is missing; .*--again"):
        load_deck(folder, READER)
    (folder / HEAD).write_bytes(b"no head at all")
    card = replace(load_deck_card(folder), sha256=file_sha256(folder / HEAD))
    (folder / CARD).write_text(card.to_toml(), encoding="utf-8")
    with pytest.raises(DeckError, match=r"is not the head of a deck.*--again"):
        load_deck(folder, READER)


def test_the_shipped_network_has_the_features_that_a_deck_is_read_by(tmp_path) -> None:
    shipped, weights = checked_weights(deck_reader(WEIGHTS))
    assert shipped.task == "match"
    picture = np.full((200, 200, 3), 90, np.uint8)
    quad = np.array([[10, 10], [76, 10], [76, 118], [10, 118]], np.float32)
    features = OnnxFaceReader(weights, threads=1).features([np.zeros((128, 128, 3), np.uint8)])
    assert features.ndim == 2
    folder = keep(tmp_path, reader=shipped.sha256, features=features.shape[1])
    check_deck(folder)
    reader = load_reader(threads=1, deck=folder)
    assert (reader.certainty.acceptance_threshold, reader.certainty.least_face) == (TOLD_FROM, FACE_FROM)
    faces, _ = reader.faces.read(picture, [quad])
    general, _ = load_reader(threads=1).faces.read(picture, [quad])
    # A head that knows nothing leaves the last word to the general reader.
    assert faces.shape == (1, 37)
    assert faces[:, :36].argmax() == general[:, :36].argmax()


def test_a_deck_enrolled_with_the_general_reader_has_to_be_learnt_anew(tmp_path) -> None:
    folder = keep(tmp_path, reader=checked_weights(WEIGHTS / "read.toml")[0].sha256)
    for use in (lambda: check_deck(folder), lambda: load_reader(threads=1, deck=folder)):
        with pytest.raises(DeckError, match=r"enrolled with another reader .*--name 'mine' --again"):
            use()
