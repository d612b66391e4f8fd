"""The upper layers of a reader are trained alone, and an interrupted training goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("ultralytics")

from yakume.datasets.synth.export import READ_FOLDERS
from yakume.models.registry import WEIGHTS
from yakume.models.tensors import read_architecture, read_tensors
from yakume.models.upper import FROZEN, train_upper, varied
from yakume.webui.commands.command import UsageError
from yakume.webui.commands.train import add_train_arguments, run_train

BEGUN = WEIGHTS / "read.safetensors"


def crops_in(folder: Path) -> Path:
    """Two crops of each of a few classes, in all folders that a reader has."""
    rng = np.random.default_rng(2)
    for part in ("train", "val"):
        for number, name in enumerate(READ_FOLDERS):
            (folder / part / name).mkdir(parents=True)
            for k in range(2 if number < 4 else 0):
                crop = np.full((128, 128, 3), 60 * number, np.uint8)
                crop[:64] = rng.integers(0, 255, 3)
                cv2.imwrite(str(folder / part / name / f"1-{k:06d}-00.jpg"), crop)
    return folder


def test_what_lies_below_stays_as_it_is_and_what_was_done_is_not_done_again(tmp_path: Path, capsys) -> None:
    data, out = crops_in(tmp_path / "data"), tmp_path / "run"
    weights = train_upper(data, out, BEGUN, epochs=1, batch=4)
    before, after = read_tensors(BEGUN), read_tensors(weights)
    assert read_architecture(weights) == read_architecture(BEGUN)
    layers = {name: int(name.split(".")[1]) for name in before}
    assert all(bool((before[name] == after[name]).all()) for name, layer in layers.items() if layer < FROZEN)
    assert any(not bool((before[name] == after[name]).all()) for name, layer in layers.items() if layer >= FROZEN)
    capsys.readouterr()
    assert train_upper(data, out, BEGUN, epochs=1, batch=4) == weights
    assert "epoch" not in capsys.readouterr().out


def test_with_no_layer_frozen_all_of_it_learns_and_goes_on(tmp_path: Path, capsys) -> None:
    data, out = crops_in(tmp_path / "data"), tmp_path / "run"
    weights = train_upper(data, out, BEGUN, epochs=1, batch=4, frozen=0)
    before, after = read_tensors(BEGUN), read_tensors(weights)
    assert not bool((before["model.0.conv.weight"] == after["model.0.conv.weight"]).all())
    assert list(out.glob("*.npy")) == []
    capsys.readouterr()
    assert train_upper(data, out, BEGUN, epochs=1, batch=4, frozen=0) == weights
    assert "epoch" not in capsys.readouterr().out


def test_crops_are_varied_within_bounds_and_the_same_for_the_same_seed() -> None:
    crops = np.random.default_rng(0).random((16, 3, 32, 32)).astype(np.float32)
    once, again = (varied(crops, np.random.default_rng(5)) for _ in range(2))
    assert (once == again).all() and once.dtype == np.float32 and once.shape == crops.shape
    assert once.min() >= 0 and once.max() <= 1
    assert not any((a == b).all() for a, b in zip(once, crops, strict=True))


def test_a_set_without_crops_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no crops in"):
        train_upper(tmp_path, tmp_path / "run", BEGUN)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["detect", "--pretrained", "a.safetensors", "--frozen", "6"], "for read alone"),
        (["read", "--frozen", "6"], "needs --pretrained"),
        (["read", "--pretrained", "a.safetensors", "--frozen", "11"], "expected 0 to 10 layers"),
    ],
)
def test_the_command_says_what_it_needs(words: list[str], why: str) -> None:
    parser = ArgumentParser()
    add_train_arguments(parser)
    with pytest.raises(UsageError, match=why):
        run_train(parser.parse_args([*words, "--data", "d", "--out", "o"]))
