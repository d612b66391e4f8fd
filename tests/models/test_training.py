"""From composed scenes to models that load: the commands as a person runs them, on a handful of scenes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.design import write_deck
from yakume.models.reader import load_reader
from yakume.models.registry import WEIGHTS, load_card
from yakume.webui.cli import main

pytestmark = pytest.mark.slow


EACH = """
import json, sys
from yakume.webui.cli import main
for words, code in json.loads(sys.argv[1]):
    assert main(words) == code, words
    print("\\0", file=sys.stderr)
"""
"""Command lines one after another, each with the exit code it must have; what each complains of ends with a NUL."""


def yakume(*commands: tuple[object, ...], last: int = 0) -> list[str]:
    """What each of `commands` says on standard error; all go well but for the last, whose exit code is `last`.

    In a process of their own: ultralytics and torch warn, and warnings are errors here. It loads them once.
    """
    codes = [0] * (len(commands) - 1) + [last]
    return run_each([([*map(str, words)], code) for words, code in zip(commands, codes, strict=True)])


def run_each(lines: list[tuple[list[str], int]]) -> list[str]:
    """What each of the command lines says on standard error; the exit code of each is as told."""
    done = subprocess.run([sys.executable, "-c", EACH, json.dumps(lines)], capture_output=True, text=True, timeout=600)
    *told, after = done.stderr.split("\0\n")
    assert (done.returncode, len(told)) == (0, len(lines)), after[-2000:]
    return told


def kernels(path: Path) -> dict[str, np.ndarray]:
    """The convolutions of a model by name: what a training changes by its learning rate alone."""
    from safetensors.numpy import load_file

    return {name: values.astype(np.float32) for name, values in load_file(path).items() if values.ndim == 4}


def best(run: Path) -> Path:
    """The checkpoint that a run ends with."""
    return run / "weights" / "best.pt"


def test_scenes_become_models_that_load_and_read(tmp_path: Path) -> None:
    data, runs, models = tmp_path / "data", tmp_path / "runs", tmp_path / "models"
    write_deck(tmp_path / "decks" / "own", height_px=180)  # one style of the ten: drawing them all takes a minute
    cards = ("--no-own-deck", "--decks", tmp_path / "decks")
    for kind, ending in (("detect", ""), ("read", ""), ("corners", ".npz")):
        for part, count, seed in (("train", 8, 1), ("val", 2, 2)):
            out = data / kind / f"{part}{ending}"
            made = "synth", kind, "--out", out, "--count", count, "--seed", seed, "--size", 256, 256, *cards
            assert main([*map(str, made)]) == 0
    made_of = [
        command
        for task in ("detect", "read")
        for command in (
            ("train", task, "--data", data / task, "--out", runs / task, "--epochs", 1, "--device", "cpu"),
            ("export", task, best(runs / task), "--out", models, "--eight-bits", data / task / "train"),
        )
    ]
    train_corners = "train", "corners", "--data", data / "corners", "--out", runs / "corners.onnx", "--epochs", 1
    yakume(*made_of, train_corners)
    assert (models / "detect.safetensors").is_file() and (models / "read.safetensors").is_file()
    first = (runs / "corners.onnx").read_bytes()
    (runs / "corners.onnx").unlink()
    # All its epochs are done: what was trained is written again.
    _, longer = yakume((*train_corners, "--resume"), (*train_corners[:-1], 2, "--resume"), last=2)
    assert (runs / "corners.onnx").read_bytes() == first
    assert "is of a training of 1 epochs, not of 2" in longer
    for name in ("corners.onnx", "corners.toml", "corners.safetensors"):
        (runs / name).rename(models / name)
    corners = models / "corners.safetensors"
    on = ("--epochs", 1, "--learning-rate", 1e-9, "--device", "cpu", "--pretrained")
    yakume(
        ("train", "read", "--data", data / "read", "--out", runs / "read_on", *on, models / "read.safetensors"),
        ("export", "read", best(runs / "read_on"), "--out", runs / "on"),
        ("train", "corners", "--data", data / "corners", "--out", runs / "on.onnx", *on, corners),
    )
    assert "begun from corners.safetensors" in load_card(runs / "on.toml").recipe
    for task, trained_on in (("read", runs / "on" / "read.safetensors"), ("corners", runs / "on.safetensors")):
        before, after = kernels(models / f"{task}.safetensors"), kernels(trained_on)
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


IMPOSSIBLE: list[tuple[tuple[object, ...], str]] = [
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
]
"""What cannot be done, and what is said of it."""


def test_what_cannot_be_trained_is_said_in_one_line() -> None:
    told = run_each([([*map(str, words)], 2) for words, _ in IMPOSSIBLE])
    for (words, complaint), said in zip(IMPOSSIBLE, told, strict=True):
        assert complaint in said and len(said.strip().splitlines()) == 1, words
