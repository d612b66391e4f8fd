"""A deck's own head: what its numbers mean, and how it is weighed against the general reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from yakume.engine import FACES, Face
from yakume.vision.decks import CLASSES, GENERAL_SHARE, DeckHead, load_head, with_none
from yakume.vision.onnx import OnnxFaceReader


def head_that_says(*classes: int, certainty: float = 20.0) -> DeckHead:
    """A head whose k-th feature speaks for the k-th of `classes`."""
    weights = np.zeros((len(classes), CLASSES), np.float32)
    weights[np.arange(len(classes)), classes] = certainty
    return DeckHead(weights, np.zeros(CLASSES, np.float32))


ONE_HOT = np.eye(4, dtype=np.float32)


def test_both_ways_up_are_one_face_and_the_last_class_is_no_card() -> None:
    moon = Face("8h").index
    head = head_that_says(2 * moon, 2 * moon + 1, CLASSES - 2, CLASSES - 1)
    faces, upright = head.read(ONE_HOT)
    assert faces.shape == (4, 37)
    assert faces[:3].argmax(1).tolist() == [moon, moon, 36]
    assert faces[:3].sum(1) == pytest.approx(1, abs=1e-4)
    assert upright.tolist() == pytest.approx([1, 0, 0, 0], abs=1e-4)
    assert faces[3].sum() == pytest.approx(0, abs=1e-4)


def test_the_general_reader_has_a_small_say() -> None:
    moon, geese = Face("8h").index, Face("8n").index
    general = np.full((1, 37), 1e-6, np.float32)
    general[0, geese] = 1
    torn = DeckHead(np.zeros((1, CLASSES), np.float32), np.full(CLASSES, -20, np.float32))
    torn.bias[[2 * moon, 2 * geese]] = 1.0, 0.9
    fused, _ = torn.fuse(general, np.zeros((1, 1), np.float32))
    assert fused[0].argmax() == geese
    torn.bias[2 * moon] = 10.0
    fused, upright = torn.fuse(general, np.zeros((1, 1), np.float32))
    assert fused[0].argmax() == moon
    assert upright[0] == pytest.approx(1, abs=1e-3)
    assert fused.sum() == pytest.approx(1, abs=1e-3)
    assert 0 < GENERAL_SHARE < 1


def test_a_general_reader_who_knows_no_such_card_does_not_argue_against_the_deck() -> None:
    moon = Face("8h").index
    own = DeckHead(np.zeros((1, CLASSES), np.float32), np.full(CLASSES, -20, np.float32))
    own.bias[[2 * moon, CLASSES - 1]] = 0.5, 0.0  # rather the moon than no card
    general = np.full((1, 37), 1e-5, np.float32)
    fused, _ = own.fuse(general, np.zeros((1, 1), np.float32))
    assert fused[0].argmax() == moon
    assert fused[0, moon] > 0.6
    own.bias[CLASSES - 1] = 3.0
    fused, _ = own.fuse(general, np.zeros((1, 1), np.float32))
    assert fused.sum() < 0.1


def test_a_face_that_was_not_enrolled_is_for_the_general_reader_to_tell(tmp_path: Path) -> None:
    moon, geese = Face("8h").index, Face("8n").index
    none = DeckHead(np.zeros((1, CLASSES), np.float32), np.full(CLASSES, -20, np.float32), (moon,))
    none.bias[CLASSES - 1] = 5.0  # no card of those that it knows
    none.save(tmp_path / "head.npz")
    head = load_head(tmp_path / "head.npz")
    assert head.missing == (moon,)
    general = np.full((2, 37), 1e-4, np.float32)
    general[0, moon] = general[1, geese] = 0.95
    fused, _ = head.fuse(general, np.zeros((2, 1), np.float32))
    assert fused[0, moon] > 0.9
    assert fused[1].max() < 0.1  # the geese were enrolled, and are not seen there


def test_what_faces_lack_to_one_is_no_card_and_nothing_is_impossible() -> None:
    rows = with_none(np.array([[0.25] * 2 + [0] * 35, [0.5] * 2 + [0] * 35], np.float32))
    assert rows.shape == (2, 38)
    assert rows[0, -1] == pytest.approx(0.5)
    assert 0 < rows[1, -1] < 1e-5
    assert (rows > 0).all()


def test_a_head_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"expected shapes \(F, 74\) and \(74,\), got \(4, 73\) and \(74,\)"):
        DeckHead(np.zeros((4, 73), np.float32), np.zeros(74, np.float32))


def test_a_head_survives_its_file(tmp_path) -> None:
    head = head_that_says(1, 2, 3)
    head.save(tmp_path / "head.npz")
    again = load_head(tmp_path / "head.npz")
    assert (again.weights == head.weights).all() and (again.bias == head.bias).all()


@pytest.mark.parametrize("content", ["pickle", "nothing", "words", "other"])
def test_a_file_that_is_no_head_is_refused_and_never_unpickled(tmp_path, content) -> None:
    path = tmp_path / "head.npz"
    if content == "pickle":
        np.savez(path, weights=np.array([{}], object), bias=np.zeros(CLASSES))
    elif content == "other":
        np.savez(path, weights=np.zeros((3, CLASSES)))
    else:
        path.write_bytes(b"" if content == "nothing" else b"no head")
    with pytest.raises(ValueError, match=r"head\.npz is not the head of a deck"):
        load_head(path)


def test_a_reader_with_a_deck_answers_as_its_head_says(networks) -> None:
    # The tiny reader's features are the mean red, green and blue of the crop; red is 1h to it.
    head = head_that_says(2 * Face("5n").index, 2 * Face("6n").index + 1, CLASSES - 2)
    path = networks.reader(features=True)
    red, green = (np.full((128, 128, 3), colour, np.uint8) for colour in ((0, 0, 255), (0, 255, 0)))
    general, own = OnnxFaceReader(path), OnnxFaceReader(path, deck=head)
    crops = [red, green]
    assert [FACES[k] for k in general.read_crops(2, crops.__getitem__)[0].argmax(1)] == ["1h", "8n"]
    faces, upside_down = own.read_crops(2, crops.__getitem__)
    assert [FACES[k] for k in faces.argmax(1)] == ["5n", "6n"]
    assert upside_down.tolist() == [False, True]
    assert own.features(crops) == pytest.approx(np.array([[1, 0, 0], [0, 1, 0]]), abs=1e-3)


def test_a_reader_without_these_features_refuses_the_deck(networks) -> None:
    with pytest.raises(ValueError, match="has no features, the deck's head wants 4"):
        OnnxFaceReader(networks.reader(), deck=head_that_says(0, 1, 2, 3))
    with pytest.raises(ValueError, match="has 3 features, the deck's head wants 4"):
        OnnxFaceReader(networks.reader(features=True), deck=head_that_says(0, 1, 2, 3))
