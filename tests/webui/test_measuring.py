"""`yakume evaluate --report`, `promote` and `calibrate` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from yakume.engine import FACES, Face
from yakume.models.registry import CLASSES, WEIGHTS, ModelCard, file_sha256, load_card
from yakume.vision.certainty import USUAL
from yakume.vision.detection import Detection
from yakume.vision.geometry import make_quad
from yakume.vision.onnx import tempered
from yakume.vision.read import CardReader

CARDS = 120


def box(x: float, y: float) -> list[list[float]]:
    return [[x, y], [x + 33, y], [x + 33, y + 54], [x, y + 54]]


PLACES = [box(5 + 40 * (k % 20), 5 + 60 * (k // 20)) for k in range(CARDS)]
TRUTH = [str(FACES[k % 36]) for k in range(CARDS)]


class Models:
    """Finds every card; reads the first `right` of them as they are, all with a probability of 0.9."""

    def __init__(self, right: int, temperature: float = 1.0) -> None:
        self.right, self.temperature = right, temperature

    def detect(self, image):
        return [Detection(make_quad(place), 0.95, False) for place in PLACES]

    def read(self, image, quads):
        rows = np.full((CARDS, len(FACES)), 0.1 / 36, np.float32)
        for k, face in enumerate(TRUTH):
            rows[k, (Face(face).index + (k >= self.right)) % 36] = 0.9
        return tempered(rows, self.temperature), np.zeros(CARDS, bool)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A folder of models that ship and one with a candidate for the reader; what they read is told by their weights."""
    for name, models in (("shipped", {"detect": b"", "read": b"90"}), ("candidate", {"read": b"100"})):
        (tmp_path / name).mkdir()
        for task, content in models.items():
            path = tmp_path / name / f"{task}.onnx"
            path.write_bytes(content)
            card = ModelCard(task, task, path.name, file_sha256(path), (128, 128), CLASSES[task])
            path.with_suffix(".toml").write_text(card.to_toml())

    def load(folder, **_):
        one = Models(int((folder / "read.onnx").read_bytes()), load_card(folder / "read.toml").temperature)
        return CardReader(one, one)

    monkeypatch.setattr("yakume.models.reader.load_reader", load)
    return tmp_path / "shipped", tmp_path / "candidate"


@pytest.fixture
def labels(tmp_path):
    """One picture of all cards."""
    cv2.imwrite(str(tmp_path / "table.png"), np.zeros((400, 820, 3), np.uint8))
    cards = [{"face": face, "quad": place, "visible": 1} for face, place in zip(TRUTH, PLACES, strict=True)]
    path = tmp_path / "labels.json"
    path.write_text(json.dumps({"table.png": {"width": 820, "height": 400, "cards": cards}}))
    return path


def contents(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_better_candidate_replaces_what_ships(folders, labels, yakume) -> None:
    shipped, candidate = folders
    code, out, _ = yakume("promote", candidate, "--sets", f"photos={labels}", "--models", shipped)
    assert code == 0
    assert "0.7500 → 0.8333" in out
    assert f"3 files written in {shipped}" in out
    assert "yakume enroll --name DECK --again" in out, "their heads belong to the old reader"
    assert (shipped / "read.onnx").read_bytes() == b"100"
    card = load_card(shipped / "read.toml")
    assert (card.sha256, card.scores["photos_f1"]) == (file_sha256(shipped / "read.onnx"), 0.8333)
    assert load_card(shipped / "detect.toml").scores["photos_face_accuracy"] == 0.8333
    assert "1 picture, 120 cards" in card.data["photos"]


def test_decks_stay_enrolled_where_only_the_card_of_the_reader_is_new(folders, labels, yakume, monkeypatch) -> None:
    shipped, candidate = folders
    monkeypatch.setattr("yakume.datasets.evaluation.compare.objections", lambda _: [])
    card = replace(load_card(shipped / "read.toml"), temperature=0.5)
    (candidate / "read.onnx").write_bytes((shipped / "read.onnx").read_bytes())
    (candidate / "read.toml").write_text(card.to_toml())
    code, out, _ = yakume("promote", candidate, "--sets", f"photos={labels}", "--models", shipped)
    assert (code, load_card(shipped / "read.toml").temperature) == (0, 0.5)
    assert "yakume enroll" not in out


def test_a_dry_run_changes_nothing(folders, labels, yakume) -> None:
    shipped, candidate = folders
    before = contents(shipped)
    code, out, _ = yakume("promote", candidate, "--sets", labels, "--models", shipped, "--dry-run")
    assert (code, contents(shipped)) == (0, before)
    assert "nothing was changed" in out
    code, out, _ = yakume("promote", candidate, "--sets", labels, "--models", shipped, "--dry-run", "--json")
    data = json.loads(out)
    assert (code, data["promoted"], data["objections"]) == (0, False, [])
    assert (data["sets"][0]["gained"], data["sets"][0]["lost"]) == (10, 0)


def test_a_worse_candidate_is_refused_with_the_reason(folders, labels, yakume) -> None:
    shipped, candidate = folders
    for name in ("detect.toml", "detect.onnx"):
        (candidate / name).write_bytes((shipped / name).read_bytes())
    before = contents(candidate)
    code, out, _ = yakume("promote", shipped, "--sets", labels, "--models", candidate)
    assert code == 1
    assert "F1 0.7500 is lower than 0.8333 by more than a card" in out
    assert "90 of 120 cards that both find are read right, before 100" in out
    assert out.rstrip().endswith("refused")
    assert contents(candidate) == before


def test_a_set_that_was_a_measure_cannot_be_left_out(folders, labels, yakume, tmp_path) -> None:
    shipped, candidate = folders
    yakume("promote", candidate, "--sets", f"photos={labels}", "--models", shipped)
    (candidate / "read.onnx").write_bytes(b"110")
    card = replace(load_card(candidate / "read.toml"), sha256=file_sha256(candidate / "read.onnx"))
    (candidate / "read.toml").write_text(card.to_toml())
    other = tmp_path / "other" / "labels.json"
    other.parent.mkdir()
    other.write_text(labels.read_text())
    (other.parent / "table.png").write_bytes((tmp_path / "table.png").read_bytes() + b"\0")
    before = contents(shipped)
    code, _, err = yakume("promote", candidate, "--sets", other, "--models", shipped)
    assert (code, contents(shipped)) == (2, before)
    assert "the models were measured on 'photos'" in err
    assert err.count("\n") == 1
    code, _, _ = yakume("promote", candidate, "--sets", other, f"again={labels}", "--models", shipped)
    assert code == 0
    assert set(load_card(shipped / "read.toml").data) == {"other", "again"}


def test_two_sets_of_one_name_are_refused(folders, labels, yakume) -> None:
    shipped, candidate = folders
    code, _, err = yakume("promote", candidate, "--sets", f"a={labels}", f"a={labels}", "--models", shipped)
    assert code == 2
    assert "two sets are called 'a'" in err


def test_calibrate_writes_the_temperature_into_the_card(folders, labels, yakume) -> None:
    shipped, _ = folders
    code, out, _ = yakume("calibrate-reader", labels, "--models", shipped, "--dry-run")
    assert code == 0
    assert load_card(shipped / "read.toml").temperature == 1
    assert yakume("calibrate-reader", labels, "--models", shipped)[0] == 0
    card = load_card(shipped / "read.toml")
    # 90 of 120 are right, so what is told should be 0.75: t = 36 · ((0.1 / 36) / 0.9)^(1 / T) = 1 / 3.
    assert card.temperature == pytest.approx(np.log(0.9 / (0.1 / 36)) / np.log(36 * 3), abs=0.01)
    assert f"temperature {card.temperature}" in out
    assert "120 cards found" in card.data["calibration"]
    assert file_sha256(shipped / "read.onnx") == card.sha256
    # Fitted again, it stays what it is.
    assert yakume("calibrate-reader", labels, "--models", shipped)[0] == 0
    assert load_card(shipped / "read.toml").temperature == pytest.approx(card.temperature, abs=0.01)


def test_the_weights_of_certainty_are_fitted_to_the_new_temperature(folders, labels, yakume, monkeypatch) -> None:
    shipped, _ = folders
    temperatures = []

    class Looks(Models):
        def tighten(self, image, boxes):
            return list(boxes), np.full(len(boxes), 0.9)

    def load(folder, **_):
        temperatures.append(load_card(folder / "read.toml").temperature)
        one = Looks(90, temperatures[-1])
        return CardReader(one, one, one)

    monkeypatch.setattr("yakume.models.reader.load_reader", load)
    code, out, _ = yakume("calibrate-reader", labels, "--models", shipped)
    card = load_card(shipped / "read.toml")
    assert code == 0
    weights = f"{card.presence_weights} {card.confidence_weights} {card.back_weights}"
    assert f"certainty   {weights}, from 120 boxes" in out
    assert card.confidence_weights != USUAL.confidence_weights
    assert f"told from   {card.acceptance_threshold}; F1 " in out
    assert temperatures == [1, card.temperature]


def test_a_candidate_without_a_reader_is_calibrated_with_the_shipped_one_and_then_has_it(
    folders, labels, yakume, monkeypatch, tmp_path
) -> None:
    shipped, _ = folders
    one = Models(90)
    monkeypatch.setattr("yakume.models.reader.load_reader", lambda folder: CardReader(one, one))
    candidate = tmp_path / "detector"
    candidate.mkdir()
    for name in ("detect.toml", "detect.onnx"):
        (candidate / name).write_bytes((shipped / name).read_bytes())
    assert yakume("calibrate-reader", labels, "--models", candidate, "--dry-run")[0] == 0
    assert not (candidate / "read.toml").exists()
    assert yakume("calibrate-reader", labels, "--models", candidate)[0] == 0
    card = load_card(candidate / "read.toml")
    assert card.sha256 == file_sha256(candidate / card.file) == load_card(WEIGHTS / "read.toml").sha256
    assert (candidate / "read.safetensors").is_file()


def test_a_candidate_reader_alone_is_calibrated_with_the_shipped_detector(folders, labels, yakume) -> None:
    _, candidate = folders
    assert yakume("calibrate-reader", labels, "--models", candidate)[0] == 0
    assert load_card(candidate / "read.toml").temperature != 1
    assert set(contents(candidate)) == {"read.onnx", "read.toml"}


def test_a_report_is_written_and_several_sets_are_told(folders, labels, yakume, tmp_path) -> None:
    shipped, _ = folders
    report = tmp_path / "report.html"
    argv = ["evaluate", labels, tmp_path, "--models", shipped]
    code, out, err = yakume(*argv, "--report", report)
    assert (code, err) == (0, "")
    assert out.count("set ") == 2
    text = report.read_text(encoding="utf-8")
    assert text.count("<section") == 2
    assert file_sha256(shipped / "read.onnx") in text
    assert f"yakume evaluate {labels}" in text
    code, out, _ = yakume(*argv, "--json")
    assert [data["total"]["cards"] for data in json.loads(out)] == [CARDS, CARDS]


@pytest.mark.parametrize(
    ("name", "message"), [("report.pdf", "expected a file name such as report.html"), ("none/a.html", "no folder")]
)
def test_a_report_that_cannot_be_written_is_told_at_once(labels, yakume, monkeypatch, tmp_path, name, message) -> None:
    monkeypatch.setattr("yakume.models.reader.load_reader", lambda folder: pytest.fail("models were loaded"))
    code, _, err = yakume("evaluate", labels, "--report", tmp_path / name)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_import_writes_what_training_reads_and_says_what_was_left_out(folders, labels, yakume, tmp_path) -> None:
    code, out, err = yakume("import", "detect", labels, "--out", tmp_path / "set", "--val", "0")
    assert (code, err) == (0, "")
    assert "   120 cards written" in out
    (lines,) = (tmp_path / "set" / "train" / "labels").glob("*.txt")
    assert len(lines.read_text().splitlines()) == CARDS
    code, _, err = yakume("import", "detect", labels, "--out", tmp_path / "set", "--val", "20")
    assert (code, err.count("\n")) == (2, 1)
    assert "--val 20: expected a share" in err
