"""Figures by size and visibility, calibration, and the page that shows them."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser

import cv2
import numpy as np
import pytest
from yakume.datasets.evaluation.calibration import (
    card_reliability,
    face_reliability,
    fit_temperature,
    fit_threshold,
    fit_weights,
    found_faces,
    reliability,
)
from yakume.datasets.evaluation.cases import TILE_PX, draw_case, draw_picture, draw_places, worst_cases
from yakume.datasets.evaluation.labels import load_labels
from yakume.datasets.evaluation.metrics import by_size, by_visibility, judge
from yakume.datasets.evaluation.page import report_page
from yakume.datasets.evaluation.report import evaluate
from yakume.engine import FACES, Face
from yakume.vision.certainty import USUAL, Certainty
from yakume.vision.detection import Detection, SeenCard
from yakume.vision.geometry import make_quad
from yakume.vision.onnx import tempered
from yakume.vision.read import CardReader, PictureReading


def box(x: float, y: float = 0, h: float = 54) -> list[list[float]]:
    w = h * 33 / 54
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]


def row(face: str, p: float) -> np.ndarray:
    values = np.full(len(FACES), (1 - p) / 36, np.float32)
    values[Face(face).index] = p
    return values


def seen(face: str, x: float, *, p: float = 0.9, score: float = 0.8, h: float = 54) -> SeenCard:
    return SeenCard(make_quad(box(x, h=h)), score, row(face, p))


@pytest.fixture
def labels(tmp_path):
    """A picture of 600 × 200 px with cards of several sizes, one of them half hidden, one nearly hidden."""
    cv2.imwrite(str(tmp_path / "a.png"), np.full((200, 600, 3), 90, np.uint8))
    cards = [("1h", 0, 54, 1.0), ("3k", 100, 54, 0.6), ("8n", 200, 30, 1.0), ("9n", 300, 120, 0.3)]
    entry = {
        "width": 600,
        "height": 200,
        "cards": [{"face": face, "quad": box(x, h=h), "visible": v} for face, x, h, v in cards],
        "ignore": [],
    }
    path = tmp_path / "labels.json"
    path.write_text(json.dumps({"a.png": entry}))
    return path


FOUND = (
    seen("1h", 0, p=0.95),
    seen("4k", 100, p=0.72, score=0.65),  # misread
    seen("9n", 300, h=120, score=0.9),  # less than half visible
    seen("12k", 450, h=70, score=0.75),  # no card there; the 8n is missed
)


def judged(path):
    return judge(load_labels(path)[0], FOUND)


def test_cards_are_counted_by_the_length_of_their_long_side(labels) -> None:
    rows = {r.low: (r.cards, r.found, r.read_right, r.false, r.errors) for r in by_size([judged(labels)])}
    assert rows == {
        0: (0, 0, 0, 0, 0),
        24: (1, 0, 0, 0, 1),
        40: (2, 2, 1, 0, 1),
        60: (0, 0, 0, 1, 1),
        100: (0, 0, 0, 0, 0),
        200: (0, 0, 0, 0, 0),
    }


def test_hidden_cards_are_counted_by_visibility(labels) -> None:
    rows = {r.low: (r.cards, r.found, r.read_right) for r in by_visibility([judged(labels)])}
    assert rows == {0: (0, 0, 0), 0.25: (1, 1, 1), 0.5: (1, 1, 0), 0.75: (0, 0, 0), 0.95: (2, 1, 1)}


def test_a_calibration_error_is_the_mean_gap_between_told_and_true() -> None:
    # Ten answers at 0.95, eight right; ten at 0.65, six right: (10 · 0.15 + 10 · 0.05) / 20.
    answers = [(0.95, k < 8) for k in range(10)] + [(0.65, k < 6) for k in range(10)]
    table = reliability(answers)
    assert [(r.low, r.count) for r in table.bins] == [(0.6, 10), (0.9, 10)]
    assert table.ece == pytest.approx(0.1)
    assert reliability([(1.0, True)]).bins[0].low == 0.9
    assert reliability([]).ece is None


def test_faces_are_told_apart_from_whether_there_is_a_card(labels) -> None:
    faces = face_reliability([judged(labels)])
    assert [(r.low, r.count, r.share_right) for r in faces.bins] == [(0.7, 1, 0), (0.9, 1, 1)]
    cards = card_reliability([judged(labels)])
    # 0.65 and 0.8 lie on cards, 0.9 on one that hardly can be seen, 0.75 on nothing.
    assert [(r.low, r.count, r.share_right) for r in cards.bins] == [(0.6, 1, 1), (0.7, 1, 0), (0.8, 1, 1), (0.9, 1, 1)]


def sharpened(count: int, power: float) -> tuple[np.ndarray, np.ndarray]:
    """Faces drawn from true probabilities, and those probabilities made steeper: the temperature is `power`."""
    rng = np.random.default_rng(5)
    true = rng.dirichlet(np.full(len(FACES), 0.05), count)
    truth = np.array([rng.choice(len(FACES), p=p) for p in true])
    steep = np.maximum(true, 1e-12) ** power
    return (steep / steep.sum(1, keepdims=True)).astype(np.float32), truth


@pytest.mark.parametrize("power", [0.6, 1.0, 2.5])
def test_the_temperature_undoes_what_made_a_reader_too_sure(power) -> None:
    rows, truth = sharpened(4000, power)
    fit = fit_temperature(rows, truth)
    assert fit.temperature == pytest.approx(power, rel=0.07)
    assert fit.loss_after <= fit.loss_before
    assert fit.after.ece < 0.02
    if power != 1:
        assert fit.before.ece > 3 * fit.after.ece


def test_a_temperature_needs_a_hundred_cards() -> None:
    with pytest.raises(ValueError, match="99 cards were found"):
        fit_temperature(*sharpened(99, 1.0))


def test_tempering_keeps_the_order_and_what_is_no_card() -> None:
    rows = np.stack([row("1h", 0.9), row("back", 0.5) * 0.6])  # the second is no card known with 0.4
    flat = tempered(rows, 2.0)
    assert (flat.argmax(1) == rows.argmax(1)).all()
    assert flat[0].sum() == pytest.approx(1, abs=1e-5)
    assert flat[0].max() < rows[0].max()
    assert 0 < flat[1].sum() < 1
    powers = np.append(rows[1], 0.4) ** 0.5
    assert 1 - flat[1].sum() == pytest.approx(0.4**0.5 / powers.sum(), abs=1e-5)
    assert tempered(rows, 1.0) is rows
    assert np.allclose(tempered(tempered(rows, 1.5), 2.0), tempered(rows, 3.0), atol=1e-5)


class Fixed:
    """A detector and a reader that answer `FOUND`."""

    def detect(self, image):
        return [Detection(card.quad, 0.3, False) for card in FOUND]

    def read(self, image, quads):
        return np.array([card.probabilities for card in FOUND]), np.zeros(len(FOUND), bool)


def test_doubtful_cards_are_among_those_a_temperature_is_fitted_on(labels) -> None:
    # With a detector's score of 0.3 the 4k would not be told as a card.
    rows, truth = found_faces(load_labels(labels), CardReader(Fixed(), Fixed()))
    assert [str(FACES[k]) for k in truth] == ["1h", "3k"]
    assert rows.shape == (2, 37)


def test_the_worst_cases_are_sorted_by_how_sure_or_how_easy_they_were(labels) -> None:
    pictures = load_labels(labels) * 2
    surer = judge(pictures[0], [seen("4k", 100, p=0.99), seen("5k", 450)])
    cases = worst_cases(pictures, [judged(labels), surer])
    assert [case.caption for case in cases["misread"]] == [
        "3k read as 4k (0.99); 54 px, 60% visible",
        "3k read as 4k (0.72); 54 px, 60% visible",
    ]
    assert [case.caption for case in cases["missed"]] == [
        "1h not found; 54 px, 100% visible",
        "8n not found; 30 px, 100% visible",
        "8n not found; 30 px, 100% visible",
    ]
    assert [case.caption for case in cases["false"]] == ["5k told, certainty 0.80", "12k told, certainty 0.75"]
    assert [len(c) for c in worst_cases(pictures, [judged(labels), surer], most=1).values()] == [1, 1, 1]


def test_one_bad_picture_does_not_fill_the_sheet(labels) -> None:
    (picture,) = load_labels(labels)
    many = judge(picture, [seen("5k", 450 + 2 * k, score=0.9) for k in range(9)])
    one = judge(picture, [seen("2k", 450, score=0.7)])
    other = replace(picture, name="b.png")
    cases = worst_cases([picture, other], [many, one])["false"]
    assert [(case.picture.name, str(case.seen.face)) for case in cases] == [("a.png", "5k")] * 3 + [("b.png", "2k")]


@pytest.mark.parametrize("size", [1, 12])
def test_a_case_is_drawn_in_the_middle_of_its_tile(labels, size) -> None:
    (picture,) = load_labels(labels)
    image = cv2.resize(cv2.imread(str(picture.path)), None, fx=size, fy=size)
    only = judge(picture, [])
    case = worst_cases([picture], [only])["missed"][0]
    case.match.truth.quad[:] *= size
    tile = draw_case(image, case)
    assert tile.shape == (TILE_PX, TILE_PX, 3)
    red = (tile[..., 2].astype(int) - tile[..., 1] > 100) & (tile[..., 2] > 180)
    ys, xs = np.nonzero(red)
    assert (xs.min() + xs.max()) / 2 == pytest.approx(TILE_PX / 2, abs=3)
    assert (ys.min() + ys.max()) / 2 == pytest.approx(TILE_PX / 2, abs=3)
    assert ys.max() - ys.min() == pytest.approx(TILE_PX / 1.7, abs=6)


def test_a_whole_picture_is_no_larger_than_it_is_looked_at() -> None:
    image = np.zeros((3000, 4000, 3), np.uint8)
    from yakume.datasets.evaluation.metrics import Judged

    assert draw_picture(image, Judged("a", (), (), ())).shape == (720, 960, 3)
    assert draw_picture(image[:300, :400], Judged("a", (), (), ())).shape == (300, 400, 3)


class Page(HTMLParser):
    """Collects what a page needs from elsewhere, and which tags are left open."""

    VOID = ("meta", "img", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text += data


def test_the_page_is_whole_and_needs_no_other_file(labels) -> None:
    evaluation = evaluate(labels, lambda image: PictureReading((600, 200), FOUND, 5.0, 2.5))
    text = report_page([evaluation, evaluation], [("read<", "ab" * 32)], "yakume evaluate x")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert all(link.startswith(("data:image/jpeg;base64,", "#set")) for link in page.links)
    assert "script" not in page.tags
    assert "http" not in text.replace("http-equiv", "")
    assert "read<" in page.text, "names are escaped"
    # Two sets: each three cases and a whole picture.
    assert page.tags.count("img") == 2 * (1 + 1 + 1 + 1)
    for words in (evaluation.sha256, "3k as 4k", "ECE", "24 – 40", "25% – 50%", "12k told, certainty 0.75", "0 of 1"):
        assert words in page.text, words


def test_json_and_text_tell_sizes_and_calibration(labels) -> None:
    evaluation = evaluate(labels, lambda image: PictureReading((600, 200), FOUND, 5.0, 2.5))
    data = json.loads(json.dumps(evaluation.to_json(), allow_nan=False))
    assert [r["cards"] for r in data["by_size_px"]] == [0, 1, 2, 0, 0, 0]
    assert data["by_size_px"][-1]["to"] is None
    assert data["by_visibility"][1] == {
        "from": 0.25,
        "to": 0.5,
        "cards": 1,
        "found": 1,
        "read_right": 1,
        "false": 0,
        "recall": 1.0,
        "face_accuracy": 1.0,
    }
    # |0.95 − 1| and |0.72 − 0| over two cards.
    assert data["reliability"]["faces"]["ece"] == pytest.approx((0.05 + 0.72) / 2, abs=1e-4)
    text = evaluation.to_text()
    assert "24 – 40            1     0     0     0" in text
    assert "calibration error (ECE) of 2 probabilities of faces: 0.385" in text


def filmed(path, frames: int) -> None:
    """A video of 320 × 240 px whose frame k is of brightness 10 k."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 10, (320, 240))
    for k in range(frames):
        writer.write(np.full((240, 320, 3), 10 * k, np.uint8))
    writer.release()


def test_places_in_a_video_are_shown_in_the_frame_they_name(tmp_path) -> None:
    filmed(tmp_path / "table.mp4", 12)
    tiles = draw_places(tmp_path / "table.mp4", [(9, (160, 120)), (2, (0, 0)), (9, (310, 230))])
    assert [tile.shape for tile in tiles] == [(TILE_PX, TILE_PX, 3)] * 3
    middle = TILE_PX // 2
    assert [int(tile[middle + 5, middle + 5].mean()) for tile in tiles] == pytest.approx([90, 20, 90], abs=4)
    assert tiles[1][5, 5].tolist() == [114, 114, 114], "outside of the picture"


def test_the_page_shows_a_recorded_table(labels, tmp_path) -> None:
    from yakume.datasets.evaluation.follow import FollowScores
    from yakume.datasets.evaluation.metrics import Judged
    from yakume.datasets.evaluation.table_events import EventScores
    from yakume.datasets.evaluation.tables import TableEvaluation

    filmed(tmp_path / "table.mp4", 6)
    (tmp_path / "table.truth.jsonl").write_text("")
    one = judged(labels)
    voted = tuple(Judged(str(frame), one.matches, (), ()) for frame in (2, 4))
    events = EventScores(1, 1, 2, 1, 0, 1, 1, 0, 3, {}, False, ((1, 2), (1, 2)), ("3 文",))
    about = {"kind": "table", "ruleset": "sannin", "players": 3, "deals": 1, "seed": 5}
    table = TableEvaluation(
        tmp_path, "ab" * 32, about, (one,), voted, {"counted": 6, "moving": 2}, events, FollowScores()
    )
    page = Page()
    page.feed(report_page([table], [], "yakume evaluate table"))
    assert page.open == []
    assert page.tags.count("img") == 2  # the misread 3k and the missed 8n
    for words in (
        "ruleset sannin",
        "3k read as 4k in 2 pictures from frame 2 on",
        "8n not found in 2",
        "hand yaku 1 of 2",
    ):
        assert words in page.text, words
    assert "0.750" in page.text, "three quarters of the cards counted"


def test_the_weights_of_certainty_are_those_that_tell_cards_from_other_boxes(labels) -> None:
    """Sixty boxes on the picture's first card and sixty beside it; the second look knows which is which three times
    in four, the detector and the reader never do."""

    class Boxes:
        def detect(self, image):
            return [Detection(make_quad(box(0 if n % 2 else 400)), 0.6, False) for n in range(120)]

        def tighten(self, image, boxes):
            knows = np.arange(120) % 8 < 6
            return list(boxes), np.where(knows == (np.arange(120) % 2 == 1), 0.9, 0.55)

        def read(self, image, quads):
            return np.array([row("1h", 0.7)] * len(quads)), np.zeros(len(quads), bool)

    boxes = Boxes()
    fitted, count = fit_weights(load_labels(labels), CardReader(boxes, boxes, boxes))
    assert count == 120
    of_detector, of_second, of_misfit, _ = fitted.presence_weights
    assert of_second > 5 * abs(of_detector)
    assert abs(of_misfit) < 0.1, "all are equally large"
    assert fitted.confidence_weights[0] > 0.5
    assert fitted.back_weights == USUAL.back_weights, "none of them reads as a back"
    with pytest.raises(ValueError, match="no corner network"):
        fit_weights(load_labels(labels), CardReader(boxes, boxes))


def test_what_company_is_worth_to_a_back_is_fitted_to_backs_alone(tmp_path) -> None:
    """A hundred pictures of one box that reads as a back, half of them a back with a face beside it, half of them no
    card and alone: company tells which is which, and what networks say of the box does not."""
    face, spot = box(0), box(400)
    files = {}
    for n in range(100):
        cards = [{"face": "1h", "quad": face}, {"face": "back", "quad": spot}] if n % 2 else []
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((300, 600, 3), 90, np.uint8))
        files[f"{n}.png"] = {"width": 600, "height": 300, "cards": cards}
    (tmp_path / "labels.json").write_text(json.dumps(files))

    class Looks:
        seen = 0

        def detect(self, image):
            quads = [spot, face] if self.seen % 2 else [spot]
            self.seen += 1
            return [Detection(make_quad(quad), 0.6, False) for quad in quads]

        def tighten(self, image, boxes):
            return list(boxes), np.full(len(boxes), 0.9)

        def read(self, image, quads):
            rows = [row("back" if quad[0, 0] >= 400 else "1h", 0.9) for quad in quads]
            return np.array(rows), np.zeros(len(quads), bool)

    looks = Looks()
    fitted, count = fit_weights(load_labels(tmp_path / "labels.json"), CardReader(looks, looks, looks))
    assert count == 150
    of_presence, of_face, of_back, _ = fitted.back_weights
    assert of_presence * of_face > 3 > of_back == 0
    assert fitted.in_company(0.5, 0.9, 0) > 0.9 > fitted.in_company(0.5, 0, 0)


def test_what_is_fitted_sees_pictures_in_the_light_in_which_they_are_read(labels) -> None:
    """Read in good light, weighed in the dark: then the weights would be another reader's."""
    pictures, brightest = load_labels(labels), []  # the picture is grey, 90 of 255

    class Looks(Fixed):
        def detect(self, image):
            brightest.append(int(image.max()))
            return super().detect(image) * 40

        def tighten(self, image, boxes):
            return list(boxes), np.full(len(boxes), 0.9)

        def read(self, image, quads):
            brightest.append(int(image.max()))
            return np.array([row("1h", 0.7)] * len(quads)), np.zeros(len(quads), bool)

    looks = Looks()
    reader = CardReader(looks, looks, looks)
    for fitted in (found_faces, fit_weights, fit_threshold):
        brightest.clear()
        fitted(pictures, reader)
        assert brightest, fitted
        assert min(brightest) > 200, fitted


@pytest.mark.parametrize(
    ("certainties", "threshold"),
    [
        ({"1h": 0.91, "3k": 0.62, "12k": 0.3}, 0.6),  # both cards are told up to 0.6
        ({"1h": 0.91, "3k": 0.62, "12k": 0.58}, 0.6),  # and what is none up to 0.55
        ({"1h": 0.91, "3k": 0.91, "12k": 0.3}, 0.9),  # all the same: the strictest
    ],
)
def test_told_is_what_finds_most_cards_with_the_fewest_false_ones(labels, certainties, threshold) -> None:
    faces = {0: "1h", 100: "3k", 450: "12k"}

    class Boxes:
        def detect(self, image):
            return [Detection(make_quad(box(x)), 0.5, False) for x in faces]

        def read(self, image, quads):
            return np.array([row(faces[int(quad[0, 0])], 0.9) for quad in quads]), np.zeros(len(quads), bool)

    class Known(Certainty):
        def confidence(self, score, probabilities):
            return certainties[str(FACES[int(probabilities.argmax())])]

    pictures = load_labels(labels) * 60
    found, f1 = fit_threshold(pictures, CardReader(Boxes(), Boxes(), certainty=Known()))
    assert found == threshold, f1
    assert f1[threshold] == max(f1.values()) == pytest.approx(0.8)  # two of the three that count


def test_the_weights_of_certainty_know_cards_by_their_size(labels) -> None:
    """Eighty boxes on the picture's first card, and forty half as wide beside it: nothing but their size tells them."""

    class Boxes:
        def detect(self, image):
            beside = make_quad(box(400)) * np.float32([0.5, 1]) + np.float32([200, 0])
            return [Detection(beside if n % 3 == 0 else make_quad(box(0)), 0.6, False) for n in range(120)]

        def tighten(self, image, boxes):
            return list(boxes), np.full(120, 0.8)

        def read(self, image, quads):
            return np.array([row("1h", 0.7)] * len(quads)), np.zeros(len(quads), bool)

    boxes = Boxes()
    fitted, _ = fit_weights(load_labels(labels), CardReader(boxes, boxes, boxes))
    of_detector, of_second, of_misfit, _ = fitted.presence_weights
    assert of_misfit < -5
    assert abs(of_detector) + abs(of_second) < 1
