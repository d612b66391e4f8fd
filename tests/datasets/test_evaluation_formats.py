"""Labels of other programs mean the same as ours."""

from __future__ import annotations

import json
import struct

import cv2
import numpy as np
import pytest
from yakume.datasets.evaluation.exchange import card_quad, label_file_of, upright_size
from yakume.datasets.evaluation.labels import LabelError
from yakume.datasets.evaluation.metrics import judge, score
from yakume.datasets.evaluation.names import face_of
from yakume.datasets.evaluation.sets import load_set
from yakume.engine import FACES, Face
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import make_quad
from yakume.vision.picture import PictureError, load_picture

HANAFUDA_OBJECT_DETECTION = """
01-hkr-tsuru=1h 01-kas=1k 01-tan-akatan=1t 02-kas=2k 02-tan-akatan=2t 02-tne-uguisu=2n 03-hkr-maku=3h 03-kas=3k
03-tan-akatan=3t 04-kas=4k 04-tan-muji=4t 04-tne-hototogisu=4n 05-kas=5k 05-tan-muji=5t 05-tne-yatsuhashi=5n 06-kas=6k
06-tan-aotan=6t 06-tne-cho=6n 07-kas=7k 07-tan-muji=7t 07-tne-inoshishi=7n 08-hkr-tsuki=8h 08-kas=8k 08-tne-kari=8n
09-kas=9k 09-tan-aotan=9t 09-tne-sakazuki=9n 10-kas=10k 10-tan-aotan=10t 10-tne-shika=10n 11-hkr-michikaze=11h
11-kas=11k 11-tan-muji=11t 11-tne-tsubame=11n 12-hkr-hooh=12h 12-kas=12k
"""
"""The 36 classes that the data set's pages list (tarumino3/Hanafuda-Object-Detection, CC BY 4.0), and their faces."""

NAMES = dict(pair.split("=") for pair in HANAFUDA_OBJECT_DETECTION.split())


@pytest.mark.parametrize(("name", "face"), NAMES.items())
def test_classes_of_hanafuda_object_detection_are_faces(name, face) -> None:
    assert face_of(name) == face


def test_its_classes_are_all_faces_but_the_back() -> None:
    assert sorted(NAMES.values()) == sorted(str(face) for face in FACES if face != "back")


@pytest.mark.parametrize(
    ("name", "face"),
    [("8n", "8n"), ("12B", "12k"), ("back", "back"), ("Ura", "back"), ("11_tane_swallow", "11n"), ("3 kasu", "3k")],
)
def test_other_names_that_say_month_and_kind_are_faces(name, face) -> None:
    assert face_of(name) == face


@pytest.mark.parametrize("name", ["card", "A", "13-kas", "01-tne", "02-hkr", "8", "", "kas-01", "08-moon"])
def test_names_that_do_not_say_which_face_are_none(name) -> None:
    assert face_of(name) is None


def picture(path, size_wh=(400, 200), value=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((size_wh[1], size_wh[0], 3), value, np.uint8))
    return path


def yolo_set(folder, lines: dict[str, str], names="classes.txt", part="raw"):
    """The layout of Hanafuda-Object-Detection: images/raw, labels/raw, classes.txt."""
    for stem, text in lines.items():
        picture(folder / "images" / part / f"{stem}.JPG")
        label = folder / "labels" / part / f"{stem}.txt"
        label.parent.mkdir(parents=True, exist_ok=True)
        label.write_text(text)
    if names == "classes.txt":
        (folder / names).write_text("\n".join(NAMES) + "\n")
    return folder


def test_yolo_boxes_are_upright_boxes_in_px(tmp_path) -> None:
    # Class 3 is 02-kas; a box of 40 × 60 px around (100, 50) in a picture of 400 × 200.
    labelled = load_set(yolo_set(tmp_path / "data", {"a": "3 0.25 0.25 0.1 0.3\n", "b": ""}))
    (card,) = labelled.pictures[0].cards
    assert (card.face, card.visible, card.is_box) == ("2k", 1.0, True)
    assert np.allclose(card.quad, [[80, 20], [120, 20], [120, 80], [80, 80]])
    assert labelled.pictures[0].size_wh == (400, 200)
    assert labelled.pictures[1].cards == ()
    assert [p.name for p in labelled.pictures] == ["images/raw/a.JPG", "images/raw/b.JPG"]
    assert labelled.name == "data"


def test_pictures_of_a_readme_are_no_part_of_a_yolo_set(tmp_path) -> None:
    folder = yolo_set(tmp_path / "data", {"a": "0 0.5 0.5 0.1 0.3"})
    picture(folder / "assets" / "demo.png")
    assert [p.path.name for p in load_set(folder).pictures] == ["a.JPG"]


def test_a_part_of_a_yolo_set_finds_the_names_above(tmp_path) -> None:
    folder = yolo_set(tmp_path / "data", {"a": "0 0.5 0.5 0.1 0.3"}, part="train")
    yolo_set(folder, {"b": "1 0.5 0.5 0.1 0.3"}, part="val")
    (picture_b,) = load_set(folder / "images" / "val").pictures
    assert [str(card.face) for card in picture_b.cards] == ["1k"]


@pytest.mark.parametrize("names", ["[01-kas, 8n]", "{1: 8n, 0: 01-kas}", "\n  - 01-kas\n  - 8n"])
def test_a_data_yaml_names_classes_and_where_the_set_lies(tmp_path, names) -> None:
    folder = yolo_set(tmp_path / "data", {"a": "1 0.5 0.5 0.1 0.3"}, names=None)
    (folder / "data.yaml").write_text(f"path: /nowhere\ntrain: images/raw\nnames: {names}\n")
    assert load_set(folder / "data.yaml").pictures[0].cards[0].face == "8n"
    assert load_set(folder).pictures[0].cards[0].face == "8n"
    elsewhere = tmp_path / "elsewhere.yaml"
    elsewhere.write_text(f"path: data\nnames: {names}\n")
    assert load_set(elsewhere).pictures[0].cards[0].face == "8n"


def test_yolo_obb_are_quads_whichever_way_round_they_were_drawn(tmp_path) -> None:
    corners = np.array([[80, 20], [113, 20], [113, 74], [80, 74]], float)
    for number, order in enumerate(([0, 1, 2, 3], [3, 2, 1, 0], [1, 2, 3, 0])):
        numbers = " ".join(f"{v:.6f}" for v in (corners[order] / (400, 200)).ravel())
        folder = yolo_set(tmp_path / f"obb{number}", {"a": f"0 {numbers}"})
        (card,) = load_set(folder).pictures[0].cards
        assert not card.is_box
        assert np.allclose(sorted(card.quad.tolist()), sorted(corners.tolist()), atol=1e-3)
        width, height = np.linalg.norm(card.quad[1] - card.quad[0]), np.linalg.norm(card.quad[2] - card.quad[1])
        assert (round(width), round(height)) == (33, 54)


def test_a_quad_that_is_drawn_as_a_bow_is_refused() -> None:
    with pytest.raises(ValueError, match="not convex"):
        card_quad(np.array([[0, 0], [30, 50], [30, 0], [0, 50]], float))


def coco(folder, **changes):
    picture(folder / "images" / "a.png")
    data = {
        "images": [{"id": 7, "file_name": "a.png", "width": 400, "height": 200}],
        "categories": [{"id": 0, "name": "cards"}, {"id": 5, "name": "08-tne-kari"}],
        "annotations": [
            {"id": 1, "image_id": 7, "category_id": 5, "bbox": [80, 20, 33, 54], "segmentation": []},
            {
                "id": 2,
                "image_id": 7,
                "category_id": 5,
                "bbox": [200, 20, 33, 54],
                "segmentation": [[200, 20, 233, 20, 233, 74, 200, 74]],
            },
            {"id": 3, "image_id": 7, "category_id": 5, "bbox": [300, 0, 90, 90], "iscrowd": 1, "segmentation": {}},
        ],
    } | changes
    path = folder / "annotations.json"
    path.write_text(json.dumps(data))
    return path


def test_coco_boxes_quads_and_crowds(tmp_path) -> None:
    labelled = load_set(coco(tmp_path))
    (only,) = labelled.pictures
    assert only.path == tmp_path / "images" / "a.png"
    assert [(str(card.face), card.is_box) for card in only.cards] == [("8n", True), ("8n", False)]
    assert np.allclose(only.cards[0].quad, [[80, 20], [113, 20], [113, 74], [80, 74]])
    assert np.allclose(only.ignore[0], [[300, 0], [390, 0], [390, 90], [300, 90]])
    assert labelled.truth_files == (tmp_path / "annotations.json",)


def test_a_turned_card_matches_its_upright_box(tmp_path) -> None:
    """A card turned by 45° fills half of the box around it: only box against box tells that it was found."""
    middle, turn = np.array([200.0, 100.0]), np.deg2rad(45)
    local = np.array([[-33, -54], [33, -54], [33, 54], [-33, 54]]) / 2
    quad = make_quad(local @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + middle)
    half = (quad.max(0) - quad.min(0)) / 2
    box = f"3 0.5 0.5 {2 * half[0] / 400:.6f} {2 * half[1] / 200:.6f}"
    row = np.eye(len(FACES), dtype=np.float32)[Face("2k").index]
    (only,) = load_set(yolo_set(tmp_path, {"a": box})).pictures
    judged = judge(only, [SeenCard(quad, 0.9, row)])
    assert score([judged]).read_right == 1
    assert judged.matches[0].iou == pytest.approx(1, abs=1e-3)
    assert score([judge(only, [SeenCard(quad + 60, 0.9, row)])]).found == 0


def test_a_card_across_the_edge_matches_the_box_that_ends_there(tmp_path) -> None:
    (only,) = load_set(yolo_set(tmp_path, {"a": "3 0.0125 0.25 0.025 0.3"})).pictures  # x 0 … 10
    row = np.eye(len(FACES), dtype=np.float32)[Face("2k").index]
    quad = make_quad([[-30, 20], [10, 20], [10, 80], [-30, 80]])
    assert score([judge(only, [SeenCard(quad, 0.9, row)])]).found == 1


def test_photographs_turned_by_exif_are_measured_as_they_are_loaded(tmp_path) -> None:
    path = picture(tmp_path / "a.jpg", (400, 200))
    assert upright_size(path) == (400, 200)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)  # orientation 6: a quarter turn
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    assert upright_size(path) == (200, 400)
    height, width = load_picture(path).shape[:2]
    assert upright_size(path) == (width, height)


def test_labels_lie_beside_the_pictures_or_in_their_own_folder(tmp_path) -> None:
    assert label_file_of(tmp_path / "images/x/images/a.jpg") == tmp_path / "images/x/labels/a.txt"
    assert label_file_of(tmp_path / "a.png") == tmp_path / "a.txt"


def test_our_own_labels_may_be_boxes(tmp_path) -> None:
    picture(tmp_path / "a.png")
    card = {"face": "8n", "box": [10, 20, 43, 74]}
    (tmp_path / "labels.json").write_text(json.dumps({"a.png": {"width": 400, "height": 200, "cards": [card]}}))
    (only,) = load_set(tmp_path).pictures
    assert only.cards[0].is_box
    assert np.allclose(only.cards[0].quad, [[10, 20], [43, 20], [43, 74], [10, 74]])


def test_the_hash_changes_with_the_truth_and_with_a_picture(tmp_path) -> None:
    folder = yolo_set(tmp_path, {"a": "3 0.5 0.5 0.1 0.3", "b": "3 0.5 0.5 0.1 0.3"})
    before = load_set(folder).sha256()
    assert load_set(folder).sha256() == before
    (folder / "labels" / "raw" / "b.txt").write_text("4 0.5 0.5 0.1 0.3")
    after = load_set(folder).sha256()
    picture(folder / "images" / "raw" / "a.JPG", value=9)
    assert len({before, after, load_set(folder).sha256()}) == 3


def test_a_missing_picture_is_named(tmp_path) -> None:
    path = coco(tmp_path)
    (tmp_path / "images" / "a.png").unlink()
    with pytest.raises(PictureError, match=r"a\.png: no such file"):
        load_set(path).sha256()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0 0.5 0.5 0.1", "4 numbers, expected class cx cy w h"),
        ("36 0.5 0.5 0.1 0.3", "class 36, but there are 36 names"),
        ("x 0.5 0.5 0.1 0.3", "invalid literal"),
        ("0 0.5 0.5 0 0.3", "not convex"),
    ],
)
def test_a_yolo_line_that_cannot_be_used_names_file_and_line(tmp_path, line, message) -> None:
    with pytest.raises(LabelError, match=message) as caught:
        load_set(yolo_set(tmp_path, {"a": f"1 0.5 0.5 0.1 0.3\n{line}\n"}))
    assert "a.txt:2" in str(caught.value)


def test_a_class_that_says_no_face_is_refused_only_where_it_is_used(tmp_path) -> None:
    folder = yolo_set(tmp_path, {"a": "0 0.5 0.5 0.1 0.3"}, names=None)
    (folder / "classes.txt").write_text("1h\ndeck box\n")
    assert load_set(folder).pictures[0].cards[0].face == "1h"
    (folder / "labels/raw/a.txt").write_text("1 0.5 0.5 0.1 0.3")
    with pytest.raises(LabelError, match="class 'deck box': expected a face"):
        load_set(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"categories": [{"id": 1, "name": "8n"}]}, "5 is missing, or named by an annotation and not there"),
        ({"images": [{"id": 7, "file_name": "a.png"}]}, "'width' is missing"),
        ({"annotations": [{"id": 4, "image_id": 7, "category_id": 5, "bbox": [1, 2, 3]}]}, "annotation 4: not enough"),
        ({"annotations": [{"id": 4, "image_id": 7, "category_id": 0, "bbox": [1, 2, 3, 4]}]}, "class 'cards'"),
        ({"images": 5}, "not the layout of COCO"),
    ],
)
def test_a_coco_file_that_cannot_be_used_says_why(tmp_path, changes, message) -> None:
    with pytest.raises(LabelError, match=message):
        load_set(coco(tmp_path, **changes))


def test_folders_without_labels_say_what_is_missing(tmp_path) -> None:
    with pytest.raises(LabelError, match=r"no labels\.json, classes\.txt or data\.yaml"):
        load_set(tmp_path)
    (tmp_path / "classes.txt").write_text("1h\n")
    picture(tmp_path / "images" / "a.png")
    with pytest.raises(LabelError, match="no labels beside its 1 pictures"):
        load_set(tmp_path)
    (tmp_path / "data.yaml").write_text("names: 5\n")
    with pytest.raises(LabelError, match="names: expected a list"):
        load_set(tmp_path / "data.yaml")
    (tmp_path / "data.yaml").write_text("names: [\n")
    with pytest.raises(LabelError, match="not YAML"):
        load_set(tmp_path / "data.yaml")
    with pytest.raises(LabelError, match="no such file"):
        load_set(tmp_path / "none.yaml")
    (tmp_path / "images" / "b.jpg").write_bytes(b"text")
    (tmp_path / "data.yaml").write_text("names: [1h]\n")
    with pytest.raises(LabelError, match=r"b\.jpg: not a JPEG"):
        load_set(tmp_path / "data.yaml")
