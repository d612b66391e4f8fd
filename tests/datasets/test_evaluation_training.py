"""Labelled photographs become training data in the layouts of `yakume synth`."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from yakume.datasets.evaluation.sets import load_set
from yakume.datasets.evaluation.training import write_training_set
from yakume.datasets.synth.export import READ_FOLDERS
from yakume.engine import FACES, Face
from yakume.vision.detection import Detection
from yakume.vision.geometry import make_quad
from yakume.vision.read import CardReader

SIZE_WH = (800, 400)


def card_at(x: float, y: float, degrees: float = 0, long: float = 120) -> np.ndarray:
    """The quad of a card, its top left first as it lies, turned clockwise."""
    turn, w = np.deg2rad(degrees), long * 33 / 54
    local = np.array([[-w, -long], [w, -long], [w, long], [-w, long]]) / 2
    return make_quad(local @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y))


TURNED, LYING = card_at(150, 150, 30), card_at(500, 200, 90)


def paint(path) -> None:
    """A table on which each card's upper half is white and its lower half black."""
    image = np.full((SIZE_WH[1], SIZE_WH[0], 3), 90, np.uint8)
    for quad in (TURNED, LYING):
        middle = (quad[[1, 0]] + quad[[2, 3]]) / 2
        cv2.fillConvexPoly(image, quad.astype(np.int32), (0, 0, 0))
        cv2.fillConvexPoly(image, np.array([quad[0], quad[1], *middle]).astype(np.int32), (255, 255, 255))
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), image)


class Sees(CardReader):
    """Finds `quads`, upside down, and reads `faces`."""

    def __init__(self, quads, faces) -> None:
        self.quads, self.names = quads, faces
        super().__init__(self, self)

    def __setattr__(self, name, value) -> None:
        object.__setattr__(self, name, value)

    def detect(self, image):
        return [Detection(np.roll(quad, 2, 0), 0.9, False) for quad in self.quads]

    def read(self, image, quads):
        names = self.names[: len(quads)]
        rows = np.eye(len(FACES), dtype=np.float32)[[Face(name).index for name in names]]
        return rows, np.ones(len(quads), bool)


def boxes(folder, quads=(TURNED, LYING)):
    """A YOLO export of the picture: upright boxes around a 2k and an 8h."""
    paint(folder / "images" / "a.png")
    lines = []
    for kind, quad in enumerate(quads):
        low, high = quad.min(0) / SIZE_WH, quad.max(0) / SIZE_WH
        lines.append(f"{kind} " + " ".join(f"{v:.6f}" for v in (*(low + high) / 2, *(high - low))))
    (folder / "labels").mkdir()
    (folder / "labels" / "a.txt").write_text("\n".join(lines))
    (folder / "classes.txt").write_text("02-kas\n08-hkr-tsuki\n")
    return load_set(folder)


def write(kind, labelled, out, reader=None, val=0.0):
    def give():
        assert reader is not None, "the label says it all: no models are needed"
        return reader

    return dict(write_training_set(kind, labelled, out, give, val=val, seed=1))


def crops(folder, name) -> list[np.ndarray]:
    return [cv2.imread(str(path)) for path in sorted((folder / "train" / name).glob("*.jpg"))]


def test_corners_that_fill_the_box_become_the_detectors_truth(tmp_path) -> None:
    labelled = boxes(tmp_path / "data")
    done = write("detect", labelled, tmp_path / "out", Sees([TURNED, LYING], ["1h", "8h"]))
    assert done == {"pictures written": 1, "cards written": 2}
    (label,) = (tmp_path / "out" / "train" / "labels").glob("*.txt")
    rows = [line.split() for line in label.read_text().splitlines()]
    assert [row[0] for row in rows] == ["0", "0"]
    for row, quad in zip(rows, (TURNED, LYING), strict=True):
        corners = np.array(row[1:], float).reshape(4, 2) * SIZE_WH
        assert np.allclose(np.sort(corners, 0), np.sort(quad, 0), atol=0.1)
    assert (tmp_path / "out" / "train" / "classes.txt").read_text().split() == ["card", "back"]
    assert (tmp_path / "out" / "val" / "images").is_dir()


def test_a_picture_with_a_box_that_nothing_fills_is_left_out(tmp_path) -> None:
    labelled = boxes(tmp_path / "data")
    done = write("detect", labelled, tmp_path / "out", Sees([TURNED, card_at(500, 200, 60)], ["2k", "8h"]))
    assert done == {"pictures left out: the corners of a card are not known": 1}
    assert not list((tmp_path / "out").rglob("*.jpg"))


def test_crops_show_the_card_the_way_up_that_their_folder_says(tmp_path) -> None:
    labelled = boxes(tmp_path / "data")
    # The detector finds the cards upside down, the reader turns them.
    done = write("read", labelled, tmp_path / "out", Sees([TURNED, LYING], ["2k", "8h"]))
    assert done == {"cards written": 2}
    folders = {path.name for path in (tmp_path / "out" / "train").iterdir()}
    assert folders == set(READ_FOLDERS)
    up, down = crops(tmp_path / "out", "21_8h_a_up"), crops(tmp_path / "out", "21_8h_b_down")
    assert len(up) + len(down) == 4
    assert up
    assert down
    assert all(crop[30:50, 40:90].mean() > 200 and crop[80:100, 40:90].mean() < 50 for crop in up)
    assert all(crop[30:50, 40:90].mean() < 50 and crop[80:100, 40:90].mean() > 200 for crop in down)


def test_a_card_that_is_misread_is_no_crop_for_its_way_up_is_not_known(tmp_path) -> None:
    labelled = boxes(tmp_path / "data")
    done = write("read", labelled, tmp_path / "out", Sees([TURNED, LYING], ["2k", "9n"]))
    assert done == {"cards written": 1, "cards left out: corners or way up are not known": 1}
    assert not crops(tmp_path / "out", "24_9n_a_up")


def test_quads_of_other_programs_get_their_top_from_the_reader(tmp_path) -> None:
    folder = tmp_path / "data"
    boxes(folder)
    quad = " ".join(f"{v:.6f}" for v in (TURNED / SIZE_WH).ravel())
    (folder / "labels" / "a.txt").write_text(f"0 {quad}\n")
    # Upside down, says the reader: the white half is at the bottom.
    assert write("read", load_set(folder), tmp_path / "out", Sees([], ["2k"])) == {"cards written": 1}
    shown = crops(tmp_path / "out", "05_2k_a_up")
    assert shown
    assert all(crop[30:50, 40:90].mean() < 50 for crop in shown)


def our_own(folder, **changes):
    paint(folder / "a.png")
    card = {"face": "2k", "quad": TURNED.tolist(), "visible": 1}
    small = {"face": "8h", "quad": card_at(700, 300, long=30).tolist(), "visible": 1}
    entry = {"width": SIZE_WH[0], "height": SIZE_WH[1], "cards": [card, small], **changes}
    (folder / "labels.json").write_text(json.dumps({"a.png": entry}))
    return load_set(folder)


def test_our_own_labels_need_no_models_and_small_cards_are_no_crops(tmp_path) -> None:
    labelled = our_own(tmp_path / "data")
    done = write("read", labelled, tmp_path / "out")
    assert done == {"cards written": 1, "cards left out: too little of them can be seen": 1}
    assert write("detect", labelled, tmp_path / "out2") == {"pictures written": 1, "cards written": 2}


def test_what_is_not_labelled_is_painted_over_for_the_detector_and_a_labelled_card_on_it_is_not(tmp_path) -> None:
    left, right, middle = (float(v) for v in (TURNED[:, 0].min() - 9, TURNED[:, 0].max() + 9, TURNED[:, 1].mean()))
    labelled = our_own(tmp_path / "data", ignore=[[[left, 0], [right, 0], [right, middle], [left, middle]]])
    assert write("detect", labelled, tmp_path / "out") == {"pictures written": 1, "cards written": 2}
    (path,) = (tmp_path / "out").rglob("*.jpg")
    before, after = cv2.imread(str(tmp_path / "data" / "a.png")), cv2.imread(str(path))
    assert np.abs(after[5:20, round(left) + 5 : round(right) - 5].astype(int) - 114).max() <= 3
    card = np.zeros(before.shape[:2], np.uint8)
    cv2.fillPoly(card, [np.round(TURNED).astype(np.int32)], 1)
    inside = cv2.erode(card, np.ones((9, 9))) > 0
    assert np.abs(after[inside].astype(int) - before[inside]).mean() < 8


@pytest.mark.parametrize(("val", "part"), [(0.0, "train"), (1.0, "val")])
def test_the_share_for_val_is_taken(tmp_path, val, part) -> None:
    write("detect", our_own(tmp_path / "data"), tmp_path / "out", val=val)
    (image,) = (tmp_path / "out").rglob("*.jpg")
    assert image.parts[-3] == part


def test_a_set_beside_others_keeps_their_files_and_is_the_same_again(tmp_path) -> None:
    labelled = our_own(tmp_path / "data")
    other = tmp_path / "out" / "train" / "images" / "1-000000.jpg"
    other.parent.mkdir(parents=True)
    other.write_bytes(b"of yakume synth")
    write("detect", labelled, tmp_path / "out")
    write("read", labelled, tmp_path / "one")
    write("read", labelled, tmp_path / "two")
    assert other.read_bytes() == b"of yakume synth"
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.jpg")}
        for name in ("one", "two")
    )
    assert one == two
    assert one


def test_dark_photographs_are_learnt_from_in_the_light_in_which_they_are_read(tmp_path) -> None:
    labelled = boxes(tmp_path / "yolo")
    path = labelled.pictures[0].path
    cv2.imwrite(str(path), cv2.imread(str(path)) // 8)
    brightest = []

    class Looks(Sees):
        def read(self, image, quads):
            brightest.append(int(image.max()))
            return super().read(image, quads)

    write("read", labelled, tmp_path / "set", Looks([TURNED, LYING], ["2k", "8h"]))
    crops = [cv2.imread(str(file)) for file in (tmp_path / "set" / "train").glob("*/*.jpg")]
    assert min(brightest) > 200
    assert max(int(crop.max()) for crop in crops) > 200
