"""The command line: its JSON, its help, and one line for whatever goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys

import cv2
import numpy as np
import pytest
from yakume.engine import FACES, Face
from yakume.models.registry import ModelError
from yakume.vision.detection import Detection
from yakume.vision.geometry import make_quad
from yakume.vision.read import CardReader
from yakume.webui import cli
from yakume.webui.commands import COMMANDS
from yakume.webui.store import EventStore

QUAD = [[10, 10], [43, 10], [43, 64], [10, 64]]


class OneCard:
    """Finds an upside-down 8n at `QUAD` in any picture."""

    def detect(self, image):
        return [Detection(np.roll(make_quad(QUAD), 2, 0), 0.9, False)]

    def read(self, image, quads):
        row = np.full(len(FACES), 0.1 / 36, np.float32)
        row[Face("8n").index] = 0.9
        return np.array([row] * len(quads)), np.ones(len(quads), bool)


@pytest.fixture
def reader(monkeypatch):
    """The models are replaced by one that always sees the same card."""
    one = CardReader(OneCard(), OneCard())
    monkeypatch.setattr("yakume.models.reader.load_reader", lambda folder=None, **_: one)


@pytest.fixture
def picture(tmp_path):
    """A picture that can be read."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.zeros((120, 160, 3), np.uint8))
    return path


def test_read_prints_the_contract_as_json(reader, picture, yakume) -> None:
    code, out, err = yakume("read", picture, "--json")
    assert (code, err) == (0, "")
    (entry,) = json.loads(out)
    assert set(entry) == {"image", "width", "height", "cards", "unread", "unknown_deck", "ms"}
    assert (entry["image"], entry["width"], entry["height"]) == (str(picture), 160, 120)
    (card,) = entry["cards"]
    assert set(card) == {"face", "candidates", "quad", "score"}
    assert (card["face"], card["quad"]) == ("8n", QUAD)
    assert 0.75 <= card["score"] <= 1
    assert card["candidates"][0] == ["8n", 0.9]
    assert set(entry["ms"]) == {"detect", "read"}


def test_read_prints_a_line_a_card_for_people(reader, picture, yakume) -> None:
    code, out, _ = yakume("read", picture)
    assert code == 0
    assert "table.png: 1 card," in out
    assert "芒に雁" in out


def test_read_says_what_it_is_not_sure_of_and_what_it_does_not_know() -> None:
    from yakume.webui.commands.read import to_text

    unread = [
        {"face": "8n", "candidates": [["8n", 0.4], ["8h", 0.3], ["1k", 0.01]], "quad": QUAD, "none": 0.1},
        {"face": "1k", "candidates": [["1k", 0.04]], "quad": QUAD, "none": 0.95},
    ]
    picture = {"image": "a.png", "cards": [], "unread": unread, "unknown_deck": True, "ms": {"detect": 1, "read": 1}}
    assert to_text(picture).splitlines()[1:] == [
        "  ?         at 26, 37  not sure: perhaps 8n 0.40, 8h 0.30",
        "  ?         at 26, 37  no card known 0.95",
        "  a deck I do not know? Lay its 48 cards out: yakume enroll PHOTO --name DECK",
    ]


def test_read_takes_folders(reader, picture, yakume) -> None:
    picture.with_name("b.jpg").write_bytes(picture.read_bytes())
    code, out, _ = yakume("read", picture.parent, "--json")
    assert code == 0
    assert [entry["image"].rsplit("/", 1)[-1] for entry in json.loads(out)] == ["b.jpg", "table.png"]


def test_a_bad_picture_does_not_keep_the_others_from_being_read(reader, picture, yakume) -> None:
    code, out, err = yakume("read", picture.with_name("none.jpg"), picture, "--json")
    assert code == 2
    assert len(json.loads(out)) == 1
    assert err.count("\n") == 1
    assert "none.jpg: no such file" in err


def test_evaluate_prints_scores_for_every_picture_and_in_total(reader, picture, yakume) -> None:
    labels = picture.with_name("labels.json")
    card = {"face": "8n", "quad": QUAD, "visible": 1}
    labels.write_text(json.dumps({"table.png": {"width": 160, "height": 120, "cards": [card], "ignore": []}}))
    code, out, err = yakume("evaluate", labels, "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    for scores in (data["images"][0], data["total"]):
        assert [scores[key] for key in ("recall", "precision", "face_accuracy", "f1")] == [1, 1, 1, 1]
        assert scores["exact"] in (True, 1)
    assert "table.png" in yakume("evaluate", labels)[1]


@pytest.fixture
def bad_input(tmp_path, picture):
    """Everything that cannot be used, by name."""
    image = np.zeros((1, 1, 3), np.uint8)
    (tmp_path / "text.jpg").write_text("not an image")
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "dot.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())
    huge = bytearray(cv2.imencode(".png", np.zeros((32, 32, 3), np.uint8))[1].tobytes())
    huge[16:24] = (10_000).to_bytes(4, "big") * 2
    (tmp_path / "huge.png").write_bytes(bytes(huge))
    (tmp_path / "folder").mkdir()
    models = tmp_path / "models"
    models.mkdir()
    for name in ("detect", "read"):
        (models / f"{name}.onnx").write_bytes(b"other weights")
        classes = ["card", "back"] if name == "detect" else [str(face) for face in FACES]
        (models / f"{name}.toml").write_text(
            f'name = "{name}"\ntask = "{name}"\nfile = "{name}.onnx"\nsha256 = "{"0" * 64}"\n'
            f"input_wh = [128, 128]\nclasses = {json.dumps(classes)}\n"
        )
    (tmp_path / "table.toml").write_text("players = 9\n[zones]\n")
    EventStore(f"sqlite:///{tmp_path / 'empty.db'}").close()
    return {
        "not an image": (["read", tmp_path / "text.jpg"], "text.jpg: not a JPEG, PNG or WebP picture"),
        "an empty image": (["read", tmp_path / "empty.jpg"], "empty.jpg: the file is empty"),
        "a 1×1 image": (["read", tmp_path / "dot.png"], "1×1 px cannot show a card"),
        "a 100-megapixel image": (["read", tmp_path / "huge.png"], "100 megapixels"),
        "a missing file": (["read", tmp_path / "none.jpg"], "no such file"),
        "an empty folder": (["read", tmp_path / "folder"], "no JPEG, PNG or WebP picture in the folder"),
        "missing labels": (["evaluate", tmp_path / "none.json"], "no such file"),
        "weights that do not match": (["read", picture, "--models", models], "does not match its card"),
        "no models": (["read", picture, "--models", tmp_path / "folder"], "no model card"),
        "a camera that is not there": (["serve", "--camera", "77"], "camera 77: no camera answers"),
        "a video that is not there": (["serve", "--camera", "none.mp4"], "none.mp4: no such file"),
        "a bad layout": (["serve", "--layout", tmp_path / "table.toml"], "players = 9"),
        "a missing layout": (["serve", "--layout", tmp_path / "none.toml"], "none.toml: no such file"),
        "no port": (["serve", "--port", 99999], "--port 99999: expected 65535 or less"),
        "no address": (
            ["serve", "--host", "300.1.1.1", "--no-browser", "--database", f"sqlite:///{tmp_path / 'empty.db'}"],
            "cannot listen on 300.1.1.1: ",
        ),
        "a missing backup": (["restore", tmp_path / "none.jsonl"], "none.jsonl: no such file"),
        "a backup that is a picture": (["restore", picture], "is no backup: it is no text"),
        "a database without matches": (
            ["replay", "--database", f"sqlite:///{tmp_path / 'empty.db'}"],
            f"no match was played here: there is none in {tmp_path / 'empty.db'}",
        ),
        "no picture": (["read"], "the following arguments are required: IMAGE; try yakume read --help"),
        "an unknown command": (["guess"], "invalid choice: 'guess'"),
        "no command": ([], "required: COMMAND; try yakume --help"),
    }


BAD = (
    "not an image",
    "an empty image",
    "a 1×1 image",
    "a 100-megapixel image",
    "a missing file",
    "an empty folder",
    "missing labels",
    "weights that do not match",
    "no models",
    "a camera that is not there",
    "a video that is not there",
    "a bad layout",
    "a missing layout",
    "no port",
    "no address",
    "a missing backup",
    "a backup that is a picture",
    "a database without matches",
    "no picture",
    "an unknown command",
    "no command",
)


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_code_2(bad_input, name, yakume) -> None:
    argv, message = bad_input[name]
    code, out, err = yakume(*argv)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert err.startswith("yakume")
    assert "Traceback" not in err
    assert out in ("", "[]\n")


def test_every_kind_of_bad_input_is_tried(bad_input) -> None:
    assert set(BAD) == set(bad_input)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_has_an_example_that_parses(command, yakume) -> None:
    code, out, _ = yakume(command.name, "--help")
    assert code == 0
    assert f"example: {command.example}" in out
    assert command.example.startswith(f"yakume {command.name}")
    cli.build_parser().parse_args(command.example.split()[1:])


def test_help_answers_without_loading_what_commands_need() -> None:
    code = (
        "import sys\n"
        "from yakume.webui import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'cv2', 'numpy', 'onnxruntime', 'fastapi', 'torch', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""


@pytest.mark.parametrize("module", ["yakume.webui", "webui"])
def test_the_command_line_runs_as_a_module(module) -> None:
    root = cli.__file__.rsplit("/webui/", 1)[0]
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("yakume ")


def test_output_that_nobody_reads_any_more_is_no_error(picture) -> None:
    code = (
        "import sys\n"
        "from yakume.webui import cli\n"
        "from yakume.webui.commands import read\n"
        "def broken(args): raise BrokenPipeError\n"
        "import dataclasses, yakume.webui.cli as c\n"
        "c.COMMANDS = (dataclasses.replace(read.COMMAND, run=broken),)\n"
        "sys.exit(cli.main(['read', 'x']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_doctor_says_what_is_wrong_and_how_to_mend_it(monkeypatch, tmp_path, yakume) -> None:
    monkeypatch.setattr("yakume.models.registry.WEIGHTS", tmp_path)
    monkeypatch.setattr("yakume.vision.frames.find_cameras", lambda limit=4: [1])
    code, out, _ = yakume("doctor", "--json")
    assert code == 1
    checks = {check["name"]: check for check in json.loads(out)}
    assert checks["Python"]["verdict"] == "ok"
    assert "onnxruntime" in checks["packages"]["found"]
    assert checks["models"]["verdict"] == "wrong"
    assert checks["models"]["mend"]
    assert checks["camera"]["found"] == "number 1"
    code, out, _ = yakume("doctor")
    assert code == 1
    assert "✗ models: no model card" in out


def test_doctor_names_packages_that_are_missing(monkeypatch) -> None:
    from yakume.webui.commands import doctor

    monkeypatch.setattr(doctor, "_version", lambda name: None)
    packages, training = doctor.check_packages()
    assert packages.verdict == "wrong"
    assert "opencv-python" in packages.found
    assert (training.verdict, "ultralytics" in training.found) == ("note", True)


def test_doctor_finds_a_model_that_was_changed(monkeypatch) -> None:
    from yakume.webui.commands import doctor

    def refuse(path):
        raise ModelError("{name} does not match", name=path.name)

    monkeypatch.setattr("yakume.models.registry.checked_weights", refuse)
    monkeypatch.setattr("yakume.models.reader.load_reader", lambda: refuse(__import__("pathlib").Path("x")))
    assert all(check.verdict == "wrong" for check in doctor.check_models())


def test_serve_takes_what_the_command_line_names_and_makes_a_token_beyond_this_machine(monkeypatch) -> None:
    from yakume.vision.layout import TableLayout
    from yakume.webui.commands import serve

    monkeypatch.setattr(TableLayout, "load", lambda path: TableLayout.default(3))
    parse = cli.build_parser().parse_args
    local = serve.settings(parse(["serve", "--port", "9000", "--lang", "en"]))
    assert (local.port, local.lang, local.host, local.token) == (9000, "en", "127.0.0.1", None)
    open_to_all = serve.settings(parse(["serve", "--host", "0.0.0.0"]))
    assert open_to_all.token
    assert serve.settings(parse(["serve", "--host", "0.0.0.0", "--token", "abc" * 9])).token == "abc" * 9
