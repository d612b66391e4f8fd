"""Composed scenes: same seed, same bytes; the truth is where the cards are."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.datasets.synth.corner_samples import corner_samples, in_view_order, write_corner_set
from yakume.datasets.synth.export import (
    READ_FOLDERS,
    crops,
    inside,
    write_detection_set,
    write_labelled_set,
    write_reading_set,
    write_sheet,
)
from yakume.datasets.synth.layouts import Placed
from yakume.datasets.synth.optics import Camera, draw_camera
from yakume.datasets.synth.painter import Painter
from yakume.datasets.synth.scene import Composer, Recipe
from yakume.datasets.synth.sprites import SPRITE_WH, Deck, find_decks, load_deck
from yakume.engine import BACK, CARDS, Card
from yakume.vision.corners import corner_view
from yakume.vision.geometry import iou


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck("own", {card: cv2.resize(render(card, 180), SPRITE_WH) for card in CARDS})


@pytest.fixture(scope="module")
def composer(deck: Deck) -> Composer:
    return Composer([deck], recipe=Recipe(size_wh=(320, 256), card_px=(30, 150)))


def test_a_seed_fixes_every_byte(composer: Composer) -> None:
    first, again = (list(composer.scenes(7, 3, 4)) for _ in range(2))
    assert [s.image.tobytes() for s in first] == [s.image.tobytes() for s in again]
    assert [s.image.tobytes() for s in first] != [s.image.tobytes() for s in composer.scenes(8, 3, 4)]
    alone = next(iter(composer.scenes(7, 5, 1)))
    assert alone.image.tobytes() == first[2].image.tobytes()


def test_jobs_do_not_change_the_scenes(composer: Composer, tmp_path: Path) -> None:
    for jobs in (1, 2):
        write_detection_set(composer, tmp_path / str(jobs), seed=1, count=3, jobs=jobs)
    one, two = (sorted((tmp_path / jobs).rglob("*.*")) for jobs in "12")
    assert [path.name for path in one] == [path.name for path in two]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_each_face_up_card_of_a_scene_is_another_card(composer: Composer) -> None:
    for scene in composer.scenes(1, 0, 30):
        faces = [card.face for card in scene.cards if card.face not in (BACK, None)]
        assert all(faces.count(face) <= len(face.cards) for face in set(faces))
        assert all(0 <= card.visible <= 1 for card in scene.cards)
        assert all(cv2.isContourConvex(card.quad) for card in scene.cards)


def test_a_game_in_play_is_a_table_full_of_small_cards_in_piles(deck: Deck) -> None:
    size, small = (640, 640), (24, 100)
    strewn, played = (
        list(Composer([deck], recipe=Recipe(size, play_share=share, play_px=small)).scenes(5, 0, 25))
        for share in (0.0, 1.0)
    )
    cards = [[card for card in scene.cards if card.visible >= 0.1] for scene in played]
    assert sum(map(len, cards)) > 2 * sum(len(scene.cards) for scene in strewn)
    assert all(len(scene.cards) <= len(CARDS) for scene in played)
    covered = [0.1 <= card.visible < 0.9 for scene in cards for card in scene]
    assert 0.3 < np.mean(covered) < 0.8, "of most piles every card is half covered but for the last"
    for scene in played:
        faces = [card.face for card in scene.cards if card.face not in (BACK, None)]
        assert all(faces.count(face) <= len(face.cards) for face in set(faces))


def test_the_picture_of_a_card_is_found_at_its_quad(deck: Deck) -> None:
    """Undisturbed by light and camera, a card warped back from its quad is the deck's picture."""
    from yakume.datasets.synth.sprites import Look

    rng = np.random.default_rng(5)
    image = np.full((400, 400, 3), 90, np.uint8)
    look = Look(np.ones(3, np.float32), 1.0, None, 0.0, 0.0, np.zeros((360, 220, 3), np.uint8), (0, 0, 0), 0.0)
    painter = Painter(image, draw_camera((400, 400), 200, 30, rng), rng)
    painter.cards([Placed(np.zeros(2), 0.7)], deck, look)
    (truth,) = painter.truth()
    assert truth.visible == pytest.approx(1, abs=0.02)
    w, h = SPRITE_WH
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    back = cv2.warpPerspective(image, cv2.getPerspectiveTransform(truth.quad, corners), SPRITE_WH)
    blurred = cv2.blur(back, (9, 9)).astype(int)
    off = {card: np.abs(blurred - cv2.blur(deck.pictures[card], (9, 9))).mean() for card in CARDS}
    assert min(off, key=off.get).face == truth.face
    assert min(off.values()) < 12


def test_a_covered_card_is_less_visible(deck: Deck, composer: Composer) -> None:
    from yakume.datasets.synth.sprites import draw_look

    rng = np.random.default_rng(1)
    above = Camera(np.array([[3.0, 0, 0, 200], [0, 3.0, 0, 200], [0, 0, 0, 1]]))
    painter = Painter(np.zeros((400, 400, 3), np.uint8), above, rng)
    half_covered = [Placed(np.zeros(2), 0.0), Placed(np.array([16.5, 0.0]), 0.0)]
    painter.cards(half_covered, deck, draw_look(rng))
    below, above = painter.truth()
    assert below.visible == pytest.approx(0.5, abs=0.04)
    assert above.visible == pytest.approx(1.0, abs=0.04)


def test_a_camera_shows_a_card_at_the_size_asked_for() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        top, bottom = draw_camera((640, 480), 80, 0.5, rng).project(np.array([[0.0, -27.0], [0.0, 27.0]]))
        assert np.linalg.norm(top - bottom) == pytest.approx(80, rel=0.05)


@pytest.mark.parametrize(
    ("quad", "expected"),
    [
        ([[10, 10], [40, 10], [40, 60], [10, 60]], [[10, 10], [40, 10], [40, 60], [10, 60]]),
        ([[-10, 10], [20, 10], [20, 60], [-10, 60]], [[0, 10], [20, 10], [20, 60], [0, 60]]),
        ([[-40, 10], [5, 10], [5, 60], [-40, 60]], None),
    ],
    ids=["inside", "cut", "gone"],
)
def test_boxes_stay_inside_the_picture(quad: list, expected: list | None) -> None:
    box = inside(np.array(quad, np.float32), (100, 100))
    if expected is None:
        assert box is None
    else:
        assert iou(box, np.array(expected, np.float32)) == pytest.approx(1, abs=1e-3)


def test_detection_labels_are_corners_between_0_and_1(composer: Composer, tmp_path: Path) -> None:
    write_detection_set(composer, tmp_path, seed=1, count=12)
    rows = [line.split() for path in (tmp_path / "labels").iterdir() for line in path.read_text().splitlines()]
    assert len(rows) > 20
    assert {row[0] for row in rows} <= {"0", "1"} and {len(row) for row in rows} == {9}
    assert all(0 <= float(value) <= 1 for row in rows for value in row[1:])


def test_crops_are_written_by_face_and_way_up(composer: Composer, tmp_path: Path) -> None:
    write_reading_set(composer, tmp_path, seed=1, count=12)
    assert sorted(path.name for path in tmp_path.iterdir()) == list(READ_FOLDERS)
    crops = list(tmp_path.rglob("*.jpg"))
    assert len(crops) > 20
    assert {cv2.imread(str(path)).shape for path in crops} == {(128, 128, 3)}


def test_labelled_scenes_have_the_layout_of_the_photographs(composer: Composer, tmp_path: Path) -> None:
    write_labelled_set(composer, tmp_path, seed=1, count=3)
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert len(labels) == 3
    for name, entry in labels.items():
        assert cv2.imread(str(tmp_path / name)).shape == (entry["height"], entry["width"], 3)
        assert set(entry) == {"width", "height", "cards", "ignore", "notes"}


def test_corners_of_a_sample_are_those_of_the_card(composer: Composer) -> None:
    rng = np.random.default_rng(1)
    seen = [sample for scene in composer.scenes(1, 0, 10) for sample in corner_samples(scene, rng)]
    assert {is_card for _, _, is_card in seen} == {True, False}
    for view, corners, is_card in seen:
        assert view.shape == (96, 96, 3)
        if is_card:
            assert cv2.contourArea(corners * 96) > 96 * 96 * 0.1
            assert np.array_equal(in_view_order(corners), corners)
        else:
            assert not corners.any()


def test_boxes_that_a_detector_draws_are_views_of_their_cards_or_of_none(composer: Composer) -> None:
    scene = next(scene for scene in composer.scenes(1, 0, 50) if any(0.4 < c.visible < 0.9 for c in scene.cards))
    covered = next(card for card in scene.cards if 0.4 < card.visible < 0.9)
    loose, looser = (covered.quad + np.float32(shift) for shift in (2, 4))
    stray = np.array([[-90, -90], [-50, -90], [-50, -30], [-90, -30]], np.float32)
    samples = list(corner_samples(scene, np.random.default_rng(1), [looser, loose, stray]))

    def shown(box: np.ndarray) -> list[tuple[np.ndarray, bool]]:
        view, _ = corner_view(scene.image, box)
        return [(corners, is_card) for seen, corners, is_card in samples if np.array_equal(seen, view)]

    ((corners, is_card),) = shown(loose)  # of two boxes of one card the better
    _, to_view = corner_view(scene.image, loose)
    truth = cv2.perspectiveTransform(covered.quad[None], to_view)[0] / 96
    assert is_card and np.allclose(corners, in_view_order(truth), atol=1e-5)
    assert [is_card for _, is_card in shown(stray)] == [False]
    assert shown(looser) == []


def test_corner_sets_can_be_loaded(composer: Composer, tmp_path: Path) -> None:
    write_corner_set(composer, tmp_path / "val", seed=1, count=2)
    with np.load(tmp_path / "val") as data:
        count = len(data["views"])
        assert count == len(data["corners"]) == len(data["is_card"]) > 0
    nowhere = np.array([[-90, -90], [-50, -90], [-50, -30], [-90, -30]], np.float32)
    write_corner_set(composer, tmp_path / "more", seed=1, count=2, eyes=lambda image: [nowhere])
    with np.load(tmp_path / "more") as data:
        assert len(data["views"]) == count + 2


def test_a_contact_sheet_holds_every_scene(composer: Composer, tmp_path: Path) -> None:
    write_sheet(composer, tmp_path / "sheet.png", seed=1, count=4)
    assert cv2.imread(str(tmp_path / "sheet.png")).shape == (512, 640, 3)


def test_a_deck_without_a_card_is_named(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(FileNotFoundError, match="no deck in"):
        find_decks(tmp_path)
    folder = tmp_path / "half"
    folder.mkdir()
    cv2.imwrite(str(folder / "01-1.png"), deck.pictures[Card.parse("1h")])
    with pytest.raises(FileNotFoundError, match=r"no picture 01-2.* for card 1t"):
        load_deck(folder)


def test_a_broken_card_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "01-1.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"01-1.png is not a picture"):
        load_deck(tmp_path)


def test_a_composer_without_decks_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        Composer([])


def test_scenes_of_backs_hold_mostly_backs(deck: Deck) -> None:
    made = Composer([deck], None, Recipe(size_wh=(320, 240), backs_share=1.0, portrait_share=0.0, empty_share=0.0))
    cards = [card for scene in made.scenes(3, 0, 12) for card in scene.cards]
    assert len(cards) > 30
    assert np.mean([card.face == BACK for card in cards]) > 0.6


def test_things_are_no_cards_and_the_reader_is_shown_them_as_none(deck: Deck) -> None:
    made = Composer([deck], None, Recipe(size_wh=(400, 300), empty_share=1.0, portrait_share=0.0, things=4.0))
    scenes = list(made.scenes(4, 0, 12))
    assert not any(scene.cards for scene in scenes)
    assert sum(len(scene.things) for scene in scenes) > 12
    rng = np.random.default_rng(0)
    names = [name for scene in scenes for name, _ in crops(scene, rng)]
    assert len(names) > 5 and set(names) == {READ_FOLDERS[-1]}
