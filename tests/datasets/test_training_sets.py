"""What the networks learn from a composed scene: which boxes are cards, what crops show, where corners are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.synth import corner_samples, export
from yakume.datasets.synth.corner_samples import in_view_order
from yakume.datasets.synth.export import (
    as_found,
    crops,
    jittered,
    stray_box,
    write_detection_set,
    write_labelled_set,
    write_reading_set,
)
from yakume.datasets.synth.painter import TrueCard
from yakume.datasets.synth.scene import Scene
from yakume.engine import BACK, FACES, Face
from yakume.vision.corners import CORNER_PX
from yakume.vision.geometry import iou

GOOSE = Face("8n")
COLOURS = {GOOSE: (200, 0, 0), BACK: (0, 200, 0), None: (0, 0, 200)}
"""BGR of a goose, a back and a card of another game."""


def table(faces: list[Face | None], visible: float = 1.0) -> Scene:
    """Cards side by side, each of its colour, which is half as bright in the lower half."""
    image = np.full((200, 30 + 130 * len(faces), 3), 90, np.uint8)
    cards = []
    for number, face in enumerate(faces):
        left, right = 20 + 130 * number, 110 + 130 * number
        image[25:100, left:right] = COLOURS[face]
        image[100:175, left:right] = np.array(COLOURS[face]) // 2
        quad = np.array([[left, 25], [right, 25], [right, 175], [left, 175]], np.float32)
        cards.append(TrueCard(face, quad, visible))
    return Scene(image, cards)


@dataclass
class Composer:
    """Composes the same table each time."""

    scene: Scene

    def scenes(self, seed: int, start: int, count: int) -> list[Scene]:
        return [self.scene] * count


ALL = Composer(table([GOOSE, BACK, None]))


def classes(folder: Path) -> list[int]:
    """Of the boxes of the only picture of a detection set."""
    (labels,) = (folder / "labels").iterdir()
    return [int(line.split()[0]) for line in labels.read_text().splitlines()]


def shown(crop: np.ndarray) -> Face | None:
    """The card that a crop shows in its middle."""
    upper, lower = crop[44:54, 64].astype(int).mean(0), crop[74:84, 64].astype(int).mean(0)
    colour = np.maximum(upper, lower)
    return min(COLOURS, key=lambda face: float(np.abs(colour - COLOURS[face]).sum()))


# -- cards of another game ------------------------------------------------------------------------------------


def test_a_card_of_another_game_is_a_card_to_the_detector(tmp_path: Path) -> None:
    write_detection_set(ALL, tmp_path, seed=1, count=1)
    assert classes(tmp_path) == [0, 1, 0]


def test_a_card_of_another_game_has_no_face_and_so_no_box_of_a_face(tmp_path: Path) -> None:
    write_detection_set(ALL, tmp_path, seed=1, count=1, by_face=True)
    assert [FACES[number] for number in classes(tmp_path)] == [GOOSE, BACK]


def test_a_card_of_another_game_is_none_of_the_cards_that_reading_is_measured_by(tmp_path: Path) -> None:
    write_labelled_set(ALL, tmp_path, seed=1, count=1)
    (entry,) = json.loads((tmp_path / "labels.json").read_text()).values()
    assert [card["face"] for card in entry["cards"]] == ["8n", "back"]


def test_the_reader_learns_a_card_of_another_game_as_no_card_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    for share in ("NONE_SHARE", "FOREIGN_PART_SHARE"):  # stray boxes are no card known either
        monkeypatch.setattr(export, share, 0)
    names: dict[Face | None, set[str]] = {face: set() for face in COLOURS}
    for seed in range(30):
        for name, crop in crops(ALL.scene, np.random.default_rng(seed)):
            names[shown(crop)].add(name)
    of_goose = f"{GOOSE.index:02d}_8n"
    assert names == {GOOSE: {f"{of_goose}_a_up", f"{of_goose}_b_down"}, BACK: {"36_back"}, None: {"37_none"}}


# -- crops ----------------------------------------------------------------------------------------------------


def test_a_crop_lies_as_its_folder_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 0)
    seen = [crop for seed in range(30) for crop in crops(table([GOOSE]), np.random.default_rng(seed))]
    assert len(seen) > 20
    for name, crop in seen:
        upper, lower = crop[44:54, 64].sum(), crop[74:84, 64].sum()
        assert name.endswith("_a_up") == (upper > lower)


def test_a_box_on_a_card_is_never_learnt_as_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 1)
    scene = table([GOOSE])
    (quad,) = (card.quad for card in scene.cards)

    def names(stray: np.ndarray) -> set[str]:
        monkeypatch.setattr(export, "stray_box", lambda *_: stray)
        return {name for seed in range(5) for name, _ in crops(scene, np.random.default_rng(seed))}

    assert "37_none" not in names(quad)
    assert "37_none" not in names(quad + np.array([20, 20], np.float32))
    assert "37_none" in names(quad + np.array([80, 0], np.float32))


def test_a_part_of_a_card_of_another_game_is_no_card_known_and_none_of_its_neighbour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 0)
    monkeypatch.setattr(export, "FOREIGN_PART_SHARE", 1)
    known, foreign = (card.quad for card in table([GOOSE, None]).cards)
    cuts: list[np.ndarray] = []
    monkeypatch.setattr(
        export, "upright_crop", lambda image, cut: cuts.append(cut) or np.zeros((128, 128, 3), np.uint8)
    )

    def is_cut(stray: np.ndarray) -> bool:
        cuts.clear()
        monkeypatch.setattr(export, "stray_box", lambda *_: stray)
        names = [name for name, _ in crops(table([GOOSE, None]), np.random.default_rng(1))]
        at = [n for n, cut in enumerate(cuts) if cut is stray]
        assert all(names[n] == "37_none" for n in at)
        return bool(at)

    assert is_cut((foreign + foreign.mean(0)) / 2)
    assert not is_cut(known + np.array([20, 20], np.float32))


def test_a_loose_cut_is_off_but_still_of_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 0)
    scene = table([GOOSE])
    (quad,) = (card.quad for card in scene.cards)
    cuts: list[np.ndarray] = []
    monkeypatch.setattr(
        export, "upright_crop", lambda image, cut: cuts.append(cut) or np.zeros((128, 128, 3), np.uint8)
    )

    def overlaps(looseness: float) -> np.ndarray:
        cuts.clear()
        for seed in range(200):
            list(crops(scene, np.random.default_rng(seed), looseness=looseness))
        return np.array([iou(cut, quad) for cut in cuts])

    tight, loose, wild = overlaps(export.CROP_JITTER), overlaps(0.3), overlaps(1.5)
    assert loose.mean() < tight.mean() - 0.05
    assert min(loose.min(), wild.min()) >= 0.5
    assert len(wild) < len(loose)


def test_a_covered_card_is_cut_as_it_lies_and_as_eyes_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 0)
    covered, seen = table([GOOSE], visible=0.6), table([GOOSE])
    (quad,) = (card.quad for card in covered.cards)
    found = [quad + np.float32([8, 0])]
    for seed in range(20):
        assert len(list(crops(covered, np.random.default_rng(seed)))) <= 1
        assert len(list(crops(covered, np.random.default_rng(seed), found))) == 2
        assert len(list(crops(seen, np.random.default_rng(seed), found))) == 1


def test_a_card_that_eyes_found_turned_is_learnt_as_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "NONE_SHARE", 0)
    scene = table([GOOSE], visible=0.6)
    (quad,) = (card.quad for card in scene.cards)
    for turn in (0, 2):
        for seed in range(20):
            for name, crop in crops(scene, np.random.default_rng(seed), [np.roll(quad, turn, axis=0)]):
                upper, lower = crop[44:54, 64].sum(), crop[74:84, 64].sum()
                assert name.endswith("_a_up") == (upper > lower)


def test_an_outline_across_a_card_or_beside_it_is_not_that_cards() -> None:
    (card,) = table([GOOSE]).cards
    assert np.array_equal(as_found(card.quad, [card.quad + 300, np.roll(card.quad, 2, axis=0)]), card.quad)
    assert as_found(card.quad, [np.roll(card.quad, 1, axis=0)]) is None
    assert as_found(card.quad, [card.quad + np.float32([60, 0])]) is None
    assert as_found(card.quad, []) is None


def test_what_eyes_take_for_a_card_where_none_is_becomes_no_card_known(tmp_path: Path) -> None:
    scene = table([GOOSE])
    (card,) = scene.cards
    bare = card.quad + np.float32([2000, 0])
    shown = [name for seed in range(40) for name, _ in crops(scene, np.random.default_rng(seed), [bare])]
    assert 10 < shown.count("37_none") < 30
    write_reading_set(Composer(scene), tmp_path, seed=1, count=8, eyes=lambda image: [bare])
    assert any((tmp_path / "37_none").iterdir())


def test_what_can_hardly_be_seen_is_asked_of_nobody(tmp_path: Path) -> None:
    told = []
    for visible in (0.04, 0.15, 0.25, 0.6):
        scene, folder = table([GOOSE], visible), tmp_path / str(visible)
        write_detection_set(Composer(scene), folder, seed=1, count=1)
        write_labelled_set(Composer(scene), folder, seed=1, count=1)
        (entry,) = json.loads((folder / "labels.json").read_text()).values()
        read = [crop for seed in range(5) for crop in crops(scene, np.random.default_rng(seed))]
        told.append(([card["visible"] for card in entry["cards"]], len(classes(folder)), bool(read)))
    assert told == [([], 0, False), ([0.15], 0, False), ([0.25], 1, False), ([0.6], 1, True)]


# -- loose boxes ----------------------------------------------------------------------------------------------

QUAD = table([GOOSE]).cards[0].quad


def test_a_looser_box_overlaps_less() -> None:
    rng = np.random.default_rng(5)
    assert np.abs(jittered(QUAD, 0.0, rng) - QUAD).max() < 1e-3
    overlaps = [np.mean([iou(jittered(QUAD, amount, rng), QUAD) for _ in range(60)]) for amount in (0.04, 0.12, 0.3)]
    assert overlaps == sorted(overlaps, reverse=True)
    assert overlaps[0] > 0.93 and overlaps[-1] < 0.8


@pytest.mark.parametrize("quad", [QUAD, QUAD[::-1, ::-1]], ids=["upright", "across"])
def test_a_stray_box_stands_and_mostly_misses_the_card(quad: np.ndarray) -> None:
    rng = np.random.default_rng(5)
    boxes = [stray_box(quad, rng) for _ in range(200)]
    for box in boxes:
        sides = np.linalg.norm(np.roll(box, -1, 0) - box, axis=1)
        assert sides[0] < sides[1]
    assert np.mean([iou(box, quad) < 0.35 for box in boxes]) > 0.6


# -- corners --------------------------------------------------------------------------------------------------


def samples(scene: Scene) -> list[tuple[np.ndarray, np.ndarray, bool]]:
    return [s for seed in range(20) for s in corner_samples.corner_samples(scene, np.random.default_rng(seed))]


def test_the_corners_of_a_view_are_about_what_is_seen_of_the_card() -> None:
    views = [(view, corners) for view, corners, is_card in samples(table([GOOSE])) if is_card]
    assert len(views) >= 15
    for view, corners in views:
        assert np.array_equal(in_view_order(corners), corners)
        card = (np.abs(view.astype(int) - 90).max(2) > 40).astype(np.uint8)
        told = np.zeros_like(card)
        cv2.fillConvexPoly(told, np.round(corners * CORNER_PX).astype(np.int32), 1)
        assert (card & told).sum() / (card | told).sum() > 0.95


def test_a_view_of_no_card_does_not_show_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for view, corners, is_card in samples(table([GOOSE])):
        if not is_card:
            assert not corners.any()
            assert view.shape == (CORNER_PX, CORNER_PX, 3)
    scene = table([GOOSE])
    monkeypatch.setattr(corner_samples, "_random_box", lambda *_: None)
    monkeypatch.setattr(corner_samples, "stray_box", lambda *_: QUAD)
    assert {is_card for *_, is_card in samples(scene)} == {True}
    monkeypatch.setattr(corner_samples, "stray_box", lambda *_: QUAD + np.array([80, 0], np.float32))
    assert {is_card for *_, is_card in samples(scene)} == {True, False}
