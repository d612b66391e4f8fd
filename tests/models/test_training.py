"""From composed scenes to models that load: the commands as a person runs them, on a handful of scenes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.design import write_deck
from yakume.models.reader import load_reader
from yakume.models.registry import WEIGHTS, load_card

pytestmark = pytest.mark.slow


def yakume(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own: ultralytics and torch warn, and warnings are errors here."""
    command = [sys.executable, "-m", "yakume.webui", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def kernels(path: Path) -> dict[str, np.ndarray]:
    """The convolutions of a model by name: what a training changes by its learning rate alone."""
    from safetensors.numpy import load_file

    return {name: values.astype(np.float32) for name, values in load_file(path).items() if values.ndim == 4}


def test_scenes_become_models_that_load_and_read(tmp_path: Path) -> None:
    data, runs, models = tmp_path / "data", tmp_path / "runs", tmp_path / "models"
    write_deck(tmp_path / "decks" / "own", height_px=180)  # one style of the ten: drawing them all takes a minute
    cards = ("--no-own-deck", "--decks", tmp_path / "decks")
    for kind, ending in (("detect", ""), ("read", ""), ("corners", ".npz")):
        for part, count, seed in (("train", 16, 1), ("val", 4, 2)):
            out = data / kind / f"{part}{ending}"
            made = yakume("synth", kind, "--out", out, "--count", count, "--seed", seed, "--size", 256, 256, *cards)
            assert made.returncode == 0, made.stderr
    for task in ("detect", "read"):
        trained = yakume("train", task, "--data", data / task, "--out", runs / task, "--epochs", 1, "--device", "cpu")
        assert trained.returncode == 0, trained.stderr[-2000:]
        bits = ("--eight-bits", data / task / "train")
        exported = yakume("export", task, runs / task / "weights" / "best.pt", "--out", models, *bits)
        assert exported.returncode == 0, exported.stderr[-2000:]
        assert (models / f"{task}.safetensors").is_file()
    train_corners = "train", "corners", "--data", data / "corners", "--out", runs / "corners.onnx", "--epochs", 1
    trained = yakume(*train_corners)
    assert trained.returncode == 0, trained.stderr[-2000:]
    first = (runs / "corners.onnx").read_bytes()
    (runs / "corners.onnx").unlink()
    resumed = yakume(*train_corners, "--resume")  # all its epochs are done: what was trained is written again
    assert resumed.returncode == 0 and (runs / "corners.onnx").read_bytes() == first, resumed.stderr[-2000:]
    longer = yakume(*train_corners[:-1], 2, "--resume")
    assert longer.returncode == 2 and "is of a training of 1 epochs, not of 2" in longer.stderr
    for name in ("corners.onnx", "corners.toml", "corners.safetensors"):
        (runs / name).rename(models / name)
    for task in ("read", "corners"):
        started = models / f"{task}.safetensors"
        out = runs / "on.onnx" if task == "corners" else runs / f"{task}_on"
        words = ("--epochs", 1, "--learning-rate", 1e-9, "--pretrained", started, "--device", "cpu")
        trained = yakume("train", task, "--data", data / task, "--out", out, *words)
        assert trained.returncode == 0, trained.stderr[-2000:]
        if task == "corners":
            assert "begun from corners.safetensors" in load_card(out.with_suffix(".toml")).recipe
        else:
            exported = yakume("export", task, out / "weights" / "best.pt", "--out", runs / "on")
            assert exported.returncode == 0, exported.stderr[-2000:]
        trained_on = runs / "on.safetensors" if task == "corners" else runs / "on" / f"{task}.safetensors"
        before, after = kernels(started), kernels(trained_on)
        assert before.keys() == after.keys() and len(before) > 9
        for name, values in before.items():  # nothing was learnt: a fresh network would have other weights
            assert np.allclose(values, after[name], atol=2e-3), f"{task}: {name}"
    assert [path.name for path in models.iterdir() if str(tmp_path).encode() in path.read_bytes()] == []
    reader = load_reader(models)  # checks every hash
    quad = np.array([[10, 10], [76, 10], [76, 118], [10, 118]], np.float32)
    probabilities, _ = reader.faces.read(np.full((200, 200, 3), 90, np.uint8), [quad])
    assert probabilities.shape == (1, 37) and 0 <= probabilities.sum() <= 1 + 1e-3  # the rest is no card known
    picture = cv2.imread(str(next((data / "detect" / "val" / "images").iterdir())))
    assert reader.read(picture).size_wh == (256, 256)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("train", "detect", "--data", "nowhere", "--out", "run"), "no train set in nowhere"),
        (("train", "corners", "--data", "nowhere", "--out", "run.onnx", "--resume"), "nothing to resume: run.pt"),
        (("train", "corners", "--data", "nowhere", "--out", "run.onnx", "--size", 64), "corner network has no --size"),
        (
            ("train", "corners", "--data", "nowhere", "--out", "a.onnx", "--pretrained", WEIGHTS / "read.safetensors"),
            "read.safetensors holds another network",
        ),
        (
            ("train", "read", "--data", "d", "--out", "r", "--pretrained", "own.pt", "--architecture", "yolo26n-cls"),
            "own.pt keeps its own architecture",
        ),
        (("export", "read", "nothing.pt", "--out", "models"), "no checkpoint nothing.pt"),
        (("export", "read", __file__, "--out", "models", "--eight-bits", "nowhere"), "no picture in nowhere"),
        (("synth", "detect", "--out", "scenes", "--no-own-deck"), "--no-own-deck needs --decks"),
        (("synth", "read", "--out", "crops", "--found-by", "nowhere"), "no model card nowhere/detect.toml"),
        (("synth", "labels", "--out", "crops", "--found-by", "nowhere"), "--found-by is for read and corners alone"),
        (("synth", "read", "--out", "crops", "--by-face"), "--by-face is for detect alone"),
        (("synth", "detect", "--out", "scenes", "--scenes", "singles"), "no scenes of singles for detect"),
    ],
    ids=[
        "no data",
        "nothing to resume",
        "corners of another size",
        "corners from a reader",
        "another architecture",
        "no checkpoint",
        "no pictures",
        "no cards",
        "no eyes",
        "eyes for nothing",
        "faces for nothing",
        "single cards to find",
    ],
)
def test_what_cannot_be_trained_is_said_in_one_line(words: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    done = yakume(*words)
    assert done.returncode == 2
    assert complaint in done.stderr and len(done.stderr.strip().splitlines()) == 1
