"""What counts as found, read right, false, or neither."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from yakume.datasets.evaluation.labels import LabelError, load_labels
from yakume.datasets.evaluation.metrics import confusions, judge, score
from yakume.datasets.evaluation.report import evaluate
from yakume.engine import FACES, Face
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import make_quad
from yakume.vision.picture import PictureError
from yakume.vision.read import PictureReading


def box(x: float, y: float = 0, w: float = 33, h: float = 54) -> list[list[float]]:
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]


def seen(face: str, x: float, y: float = 0, **size: float) -> SeenCard:
    row = np.full(len(FACES), 0.01, np.float32)
    row[Face(face).index] = 0.64
    return SeenCard(make_quad(box(x, y, **size)), 0.9, row)


@pytest.fixture
def labels(tmp_path):
    """Writes a label file for one 400 × 200 picture."""

    def write(cards: list[tuple[str, float, float]], ignore=(), change=None):
        cv2.imwrite(str(tmp_path / "a.png"), np.zeros((200, 400, 3), np.uint8))
        entry = {
            "width": 400,
            "height": 200,
            "cards": [{"face": face, "quad": box(x), "visible": visible} for face, x, visible in cards],
            "ignore": list(ignore),
        }
        path = tmp_path / "labels.json"
        path.write_text(json.dumps({"a.png": entry | (change or {})}))
        return path

    return write


def judged(path, *found: SeenCard):
    return judge(load_labels(path)[0], found)


def test_everything_right_is_exact(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 0.6)])
    scores = score([judged(path, seen("3k", 102), seen("1h", 1))])
    assert (scores.recall, scores.precision, scores.face_accuracy, scores.f1, scores.exact) == (1, 1, 1, 1, 1)


def test_a_missed_a_false_and_a_misread_card_each_count_once(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 1), ("8n", 200, 1)])
    scores = score([judged(path, seen("1h", 0), seen("4k", 100), seen("9n", 300))])
    assert scores.recall == pytest.approx(2 / 3)
    assert scores.precision == pytest.approx(2 / 3)
    assert scores.face_accuracy == pytest.approx(1 / 2)
    assert scores.f1 == pytest.approx(2 * 1 / (3 + 3))
    assert scores.exact == 0


@pytest.mark.parametrize(("shift", "found"), [(10.9, 1), (11.1, 0)])
def test_half_overlap_is_the_border(labels, shift, found) -> None:
    # A box of width 33 shifted by 11 overlaps by 22 / 44.
    path = labels([("1h", 0, 1)])
    assert score([judged(path, seen("1h", shift))]).found == found


def test_two_boxes_on_one_card_are_one_right_and_one_false(labels) -> None:
    scores = score([judged(labels([("1h", 0, 1)]), seen("1h", 2), seen("1h", 0))])
    assert (scores.found, scores.false) == (1, 1)


def test_boxes_are_matched_as_well_as_possible_together(labels) -> None:
    # Greedy by overlap would pair the first box with the second card and leave the other two alone.
    path = labels([("1h", 0, 1), ("3k", 14, 1)])
    scores = score([judged(path, seen("3k", 7.5), seen("1h", 3))])
    assert scores.found == 2


def test_cards_less_than_half_visible_are_counted_apart(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 0.4), ("8n", 200, 0.49)])
    scores = score([judged(path, seen("1h", 0), seen("4k", 100))])
    assert (scores.recall, scores.precision, scores.exact) == (1, 1, 1)
    assert (scores.hidden, scores.hidden_found, scores.hidden_read_right) == (2, 1, 0)


def test_the_top_card_of_a_stack_keeps_its_box(labels) -> None:
    # The hidden card below fits the only box better.
    scores = score([judged(labels([("3k", 5, 0.1), ("1h", 0, 1)]), seen("1h", 4))])
    assert (scores.found, scores.hidden_found) == (1, 0)


def test_what_lies_in_an_ignored_region_counts_neither_way(labels) -> None:
    ell = [[290, 0], [400, 0], [400, 20], [340, 20], [340, 200], [290, 200]]  # not convex
    path = labels([("1h", 0, 1)], ignore=[ell])
    scores = score([judged(path, seen("1h", 0), seen("back", 300, 60))])
    assert (scores.precision, scores.false, scores.exact) == (1, 0, 1)
    outside = score([judged(path, seen("1h", 0), seen("back", 350, 60))])
    assert outside.false == 1


def test_a_true_card_in_an_ignored_region_still_counts(labels) -> None:
    path = labels([("1h", 0, 1)], ignore=[[[0, 0], [100, 0], [100, 100], [0, 100]]])
    assert score([judged(path, seen("1h", 0))]).found == 1
    assert score([judged(path)]).recall == 0


def test_a_picture_without_cards_has_no_recall_and_can_be_exact(labels) -> None:
    path = labels([])
    nothing = score([judged(path)])
    assert (nothing.recall, nothing.precision, nothing.f1, nothing.exact) == (None, None, None, 1)
    false = score([judged(path, seen("1h", 0))])
    assert (false.precision, false.f1, false.exact) == (0, 0, 0)


def test_totals_count_cards_and_not_pictures(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 1), ("8n", 200, 1)])
    total = score([judged(path), judged(path, seen("1h", 0), seen("3k", 100), seen("8n", 200))])
    assert (total.pictures, total.recall, total.exact) == (2, 0.5, 0.5)


def test_confusions_name_truth_and_reading(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 1)])
    result = judged(path, seen("1t", 0), seen("3k", 100))
    assert confusions([result, result]) == {(Face("1h"), Face("1t")): 2}


def test_the_report_names_the_set_and_every_picture(labels) -> None:
    path = labels([("1h", 0, 1), ("3k", 100, 0.3)])

    def read(image):
        height, width = image.shape[:2]
        return PictureReading((width, height), (seen("1t", 0),), 5.0, 2.5)

    evaluation = evaluate(path, read)
    data = evaluation.to_json()
    assert data["images"][0]["image"] == "a.png"
    assert data["images"][0]["exact"] is False
    assert data["images"][0]["ms"] == {"detect": 5.0, "read": 2.5}
    assert data["total"]["recall"] == 1
    assert data["total"]["less_than_half_visible"] == {"cards": 1, "found": 0, "read_right": 0}
    assert data["confusions"] == [{"truth": "1h", "read": "1t", "count": 1}]
    assert evaluate(path, read).sha256 == evaluation.sha256
    text = evaluation.to_text()
    assert "1h as 1t" in text
    assert "0 of 1 found" in text
    cv2.imwrite(str(path.with_name("a.png")), np.ones((200, 400, 3), np.uint8))
    assert evaluate(path, read).sha256 != evaluation.sha256


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cards": [{"face": "13h", "quad": box(0)}]}, "not a face '13h'"),
        ({"cards": [{"face": "1h", "quad": box(0)[:3]}]}, "'cards.0.quad.3' is missing"),
        ({"cards": [{"face": "1h", "quad": box(0)[::-1]}]}, "clockwise"),
        ({"cards": [{"face": "1h", "quad": box(0), "visible": 2}]}, "visible = 2"),
        ({"cards": [{"quad": box(0)}]}, "'cards.0.face' is missing"),
        ({"cards": 5}, "cards = 5: input should be a valid tuple"),
        ({"ignore": [[[0, 0], [1, 1]]]}, "ignore.0 = .*at least 3"),
        ({"width": "wide"}, "width = 'wide': input should be a valid integer"),
    ],
)
def test_labels_that_cannot_be_used_name_the_picture(labels, change, message) -> None:
    with pytest.raises(LabelError, match=message) as caught:
        load_labels(labels([], change=change))
    assert "'a.png'" in str(caught.value)


def test_label_files_that_cannot_be_read_are_one_line(tmp_path) -> None:
    (tmp_path / "text.json").write_text("no json")
    (tmp_path / "list.json").write_text("[]")
    for name, message in [("none.json", "no such file"), ("text.json", "not JSON"), ("list.json", "an object")]:
        with pytest.raises(LabelError, match=message):
            load_labels(tmp_path / name)
    with pytest.raises(LabelError, match="folder"):
        load_labels(tmp_path)


def test_a_picture_of_another_size_than_its_labels_is_refused(labels) -> None:
    path = labels([], change={"width": 200, "height": 400})
    with pytest.raises(LabelError, match="the picture is 400×200 px, expected 200×400"):
        evaluate(path, lambda image: pytest.fail("was read"))


def test_a_labelled_picture_that_is_missing_is_named(labels) -> None:
    path = labels([])
    path.with_name("a.png").unlink()
    with pytest.raises(PictureError, match=r"a\.png: no such file"):
        evaluate(path, lambda image: pytest.fail("was read"))
