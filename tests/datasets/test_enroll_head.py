"""From the pictures of a deck to a head: the layer that is fitted, what it learns from, the folder that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.datasets.enroll import build, head
from yakume.datasets.enroll.head import CUTS, by_pictures, completed, deck_crops, fit, missing_faces, train_head
from yakume.datasets.synth.export import READ_FOLDERS
from yakume.datasets.synth.match_samples import picture_crop
from yakume.datasets.synth.scene import Scene
from yakume.datasets.synth.sprites import Deck
from yakume.engine import CARDS
from yakume.models.decks import CARD, HEAD, PICTURES, load_deck_card, stored_pictures
from yakume.models.reader import load_reader
from yakume.vision.decks import CLASSES, DeckHead, load_head


@pytest.fixture(scope="module")
def deck() -> Deck:
    """The project's own deck."""
    return Deck("own", {card: render(card, 360) for card in CARDS})


def test_the_layer_tells_classes_apart_that_can_be_told_apart() -> None:
    rng = np.random.default_rng(0)
    middles = rng.normal(0, 1, (CLASSES, 40)).astype(np.float32)
    classes = np.repeat(np.arange(CLASSES), 12)
    features = (middles[classes] + rng.normal(0, 0.4, (len(classes), 40))).astype(np.float32)
    # Features of any size and offset, some of which never change.
    features = np.hstack([features * 50 + 7, np.zeros((len(classes), 2), np.float32)])
    shares: list[float] = []
    layer = fit(features, classes, shares.append)
    fresh = np.hstack([(middles + rng.normal(0, 0.4, middles.shape)) * 50 + 7, np.zeros((CLASSES, 2))]).astype(
        np.float32
    )
    faces, upright = layer.read(fresh)
    truth = np.arange(72) // 2
    assert (faces[:72].argmax(1) == truth).mean() > 0.95
    assert ((upright[:72] > 0.5) == (np.arange(72) % 2 == 0)).mean() > 0.95
    assert faces[73].sum() < 0.5  # "no card of this deck"
    assert shares == sorted(shares) and 0 < shares[-1] <= 1


class Matching:
    """Sees a crop as a small grey picture of length 1: pictures match by how they look."""

    def features(self, crops: list[np.ndarray]) -> np.ndarray:
        small = np.stack([crop[4::8, 4::8].mean(2).ravel() for crop in crops]).astype(np.float32)
        small -= small.mean(1, keepdims=True)
        return small / np.maximum(np.linalg.norm(small, axis=1, keepdims=True), 1e-6)


def test_a_head_by_pictures_takes_a_crop_for_the_card_whose_picture_it_is_most_like(deck) -> None:
    some = Deck("some", {card: picture for card, picture in deck.pictures.items() if card != CARDS[0]})
    start = by_pictures(some, Matching())
    shown = [picture_crop(deck.pictures[card]) for card in CARDS[1:]]
    seen = Matching().features([crop[::-1, ::-1] if k % 2 else crop for k, crop in enumerate(shown)])
    faces, upright = start.read(seen)
    assert faces.argmax(1).tolist() == [card.face.index for card in CARDS[1:]]
    assert ((upright > 0.5) == (np.arange(47) % 2 == 0)).all()
    assert start.missing == (CARDS[0].face.index,)
    # What is like no picture is no card of the deck.
    assert start.read(np.zeros((1, seen.shape[1]), np.float32))[0][0, :-1].sum() < 0.1


def test_a_layer_begun_with_pictures_stays_near_them_where_crops_say_nothing() -> None:
    rng = np.random.default_rng(3)
    start = DeckHead(rng.normal(0, 1, (40, CLASSES)).astype(np.float32), np.zeros(CLASSES, np.float32))
    features = rng.normal(0, 1, (60, 40)).astype(np.float32)
    faces = start.read(features)[0]
    classes = np.array([(features[k] @ start.weights).argmax() for k in range(60)])
    near, far = fit(features, classes, start=start), fit(features, classes)
    assert np.abs(near.weights - start.weights).mean() < 0.5 * np.abs(far.weights - start.weights).mean()
    assert (near.read(features)[0].argmax(1) == faces.argmax(1)).mean() > 0.95


def test_only_features_that_match_begin_with_the_pictures(deck, monkeypatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(
        head, "deck_crops", lambda deck, seed: iter([(n % 74, np.zeros((128, 128, 3))) for n in range(9)])
    )
    monkeypatch.setattr(head, "fit", lambda features, classes, progress, start: begun.append(start) or start or ONES)
    train_head(deck, Matching(), count=4)
    train_head(deck, Matching(), count=4, matches=True)
    assert begun[0] is None and isinstance(begun[1], DeckHead)


ONES = DeckHead(np.ones((256, CLASSES), np.float32), np.zeros(CLASSES, np.float32))


def test_crops_to_learn_from_are_the_same_for_the_same_seed(deck) -> None:
    made = list(islice(deck_crops(deck, 5), 12))
    again = list(islice(deck_crops(deck, 5), 12))
    assert all(a == b and (x == y).all() for (a, x), (b, y) in zip(made, again, strict=True))
    assert {crop.shape for _, crop in made} == {(128, 128, 3)}
    assert all(0 <= kind < CLASSES for kind, _ in made)
    assert [kind for kind, _ in islice(deck_crops(deck, 6), 12)] != [kind for kind, _ in made]


def test_each_scene_is_cut_several_times_the_last_time_loosely(deck, monkeypatch) -> None:
    calls: list[tuple[int, float]] = []

    def cut(scene: Scene, rng: np.random.Generator, *, looseness: float) -> Iterator[tuple[str, np.ndarray]]:
        calls.append((id(scene), looseness))
        yield READ_FOLDERS[0], np.zeros((128, 128, 3), np.uint8)

    monkeypatch.setattr(head, "crops", cut)
    list(islice(deck_crops(deck, 5), 2 * len(CUTS)))
    first, second = calls[: len(CUTS)], calls[len(CUTS) :]
    for scene in (first, second):
        assert len({number for number, _ in scene}) == 1
        assert [looseness for _, looseness in scene] == list(CUTS)
    assert CUTS[-1] > CUTS[0]


def test_what_stands_for_a_missing_card_is_none_of_the_deck(deck) -> None:
    some = Deck("some", {card: picture for card, picture in deck.pictures.items() if card not in (CARDS[0], CARDS[2])})
    assert missing_faces(some) == (CARDS[0].face.index,)  # the other kasu of the pine shows the face of the third card
    whole = completed(some).pictures
    assert list(whole) == list(CARDS)
    assert (whole[CARDS[2]] == deck.pictures[CARDS[3]]).all()
    crane = {READ_FOLDERS[2 * CARDS[0].face.index], READ_FOLDERS[2 * CARDS[0].face.index + 1]}
    made = [READ_FOLDERS[kind] for kind, _ in islice(deck_crops(some, 5), 240)]
    assert not crane & set(made)
    assert crane & {READ_FOLDERS[kind] for kind, _ in islice(deck_crops(deck, 5), 240)}


@pytest.mark.slow
def test_an_enrolled_deck_is_kept_whole_used_and_trained_again(deck, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(build, "CHECKED", 40)
    shares: list[float] = []
    card = build.enroll("own 1", deck.pictures, tmp_path, crops=250, threads=1, progress=shares.append)
    folder = tmp_path / "own 1"
    assert load_deck_card(folder) == card
    assert sorted(path.name for path in folder.iterdir()) == sorted([CARD, HEAD, PICTURES])
    assert shares == sorted(shares) and shares[-1] == 1
    assert card.right > card.checked / 2
    reader = load_reader(threads=1, deck=folder)  # hashes checked
    assert reader.faces.read(np.zeros((200, 200, 3), np.uint8), [])[0].shape == (0, 37)
    kept = stored_pictures(folder)
    assert all((kept[card] == deck.pictures[card]).all() for card in CARDS)
    del kept[CARDS[0]]  # the crane: learnt without it, it is left to the general reader
    some = build.enroll("own 1", kept, tmp_path, crops=120, threads=1)
    assert some.cards == len(stored_pictures(folder)) == 47
    assert load_head(folder / HEAD).missing == (CARDS[0].face.index,)
    kept[CARDS[0]] = deck.pictures[CARDS[0]]
    # The same pictures and the same seed make the same head; what was there is replaced in one step.
    again = build.enroll("own 1", kept, tmp_path, crops=250, threads=1)
    assert (again.crops, again.checked) == (card.crops, card.checked)
    assert [path.name for path in tmp_path.iterdir()] == ["own 1"]


def test_a_deck_that_could_not_be_kept_leaves_the_old_one(deck, tmp_path, monkeypatch) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / CARD).write_text("old", encoding="utf-8")

    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(build, "train_head", lambda *args, **kwargs: None)
    monkeypatch.setattr(build, "OnnxFaceReader", lambda *args, **kwargs: None)
    monkeypatch.setattr(build, "_check", lambda *args: (1, 1, 1))
    monkeypatch.setattr(build, "_write", fail)
    with pytest.raises(OSError, match="disk full"):
        build.enroll("mine", deck.pictures, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert (tmp_path / "mine" / CARD).read_text(encoding="utf-8") == "old"
