"""The reader that sees the cards of one table beside each other: trained, written, and run."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

pytest.importorskip("ultralytics")

import torch
from yakume.models import together
from yakume.models.reader import load_reader
from yakume.models.registry import WEIGHTS, checked_weights
from yakume.models.tensors import read_tensors
from yakume.models.together import FROZEN, PRIOR, convolved, export_together, mix, rate, train_together
from yakume.models.train import rebuilt
from yakume.vision.crops import upright_crop
from yakume.vision.onnx import OnnxTableReader
from yakume.vision.runtime import to_blob
from yakume.webui.commands.command import UsageError
from yakume.webui.commands.train import add_train_arguments, run_train

BEGUN = WEIGHTS / "read.safetensors"


class Plain:
    """Tables of one colour each."""

    def table(self, number: int, count: int):
        rng = np.random.default_rng(number)
        return rng.integers(0, 255, (count, 128, 128, 3), np.uint8), rng.integers(0, 74, count)


class Broken(Plain):
    """Interrupted in the second step."""

    def table(self, number: int, count: int):
        if number >= max(together.GROUPS):
            raise KeyboardInterrupt
        return super().table(number, count)


def test_one_table_s_cards_are_normalised_by_the_mixture_of_theirs_and_of_the_training() -> None:
    layer = torch.nn.BatchNorm2d(1, eps=1e-9)
    layer.running_mean[:], layer.running_var[:] = 1.0, 4.0
    (mixing,) = mix(torch.nn.Sequential(layer).eval())
    x = torch.tensor([[3.0], [5.0]]).repeat(PRIOR // 2, 1)[..., None, None]
    assert torch.allclose(mixing(x), (x - 1) / 2)
    mixing.groups = 1  # as many cards as weigh as much as the training: means 4 and 1, spreads 1 and 4
    usual, spread = (4 + 1) / 2, ((1 + 1.5**2) + (4 + 1.5**2)) / 2
    assert torch.allclose(mixing(x), (x - usual) / spread**0.5, atol=1e-5)
    mixing.groups = 2  # of every table by itself
    both = torch.cat([x, x + 7])
    assert torch.allclose(mixing(both)[:PRIOR], (x - usual) / spread**0.5, atol=1e-5)


def test_a_training_goes_on_and_leaves_the_first_layers(tmp_path: Path, monkeypatch) -> None:
    weights = train_together(Plain(), tmp_path / "whole", BEGUN, steps=2)
    before, after = read_tensors(BEGUN), read_tensors(weights)
    learnt = {
        int(name.split(".")[1])
        for name in before
        if name.endswith("conv.weight") and not bool((before[name] == after[name]).all())
    }
    assert min(learnt) == FROZEN
    monkeypatch.setattr(together, "SAVED", 1)
    with pytest.raises(KeyboardInterrupt):
        train_together(Broken(), tmp_path / "parts", BEGUN, steps=2)
    again = read_tensors(train_together(Plain(), tmp_path / "parts", BEGUN, steps=2, resume=True))
    assert all(bool((again[name] == after[name]).all()) for name in after)
    with pytest.raises(FileNotFoundError, match="nothing to resume"):
        train_together(Plain(), tmp_path / "nowhere", BEGUN, resume=True)


def test_a_folder_without_such_a_network_reads_each_card_by_itself(tmp_path: Path) -> None:
    assert isinstance(load_reader(threads=1).together, OnnxTableReader)
    for path in (path for path in WEIGHTS.iterdir() if path.stem != "together"):
        copy(path, tmp_path)
    assert load_reader(tmp_path, threads=1).together is None


def test_the_rate_rises_and_falls() -> None:
    rates = [rate(step, 1000) for step in range(1000)]
    assert rates[0] < rates[60] > rates[500] > rates[-1] > 0


def test_a_random_convolution_is_the_same_for_all_cards_of_a_table() -> None:
    same = torch.rand(1, 3, 32, 32).repeat(16, 1, 1, 1)
    seen = convolved(same.clone(), 4, np.random.default_rng(1))
    changed = [not torch.allclose(part, same[:4]) for part in seen.chunk(4)]
    assert any(changed) and not all(changed)
    assert all(torch.allclose(part, part[:1].expand_as(part)) for part in seen.chunk(4))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the way torch exports
def test_what_is_written_reads_as_what_was_trained_and_a_table_changes_what_is_read(tmp_path: Path) -> None:
    card = export_together([BEGUN], tmp_path, "so")
    assert (card.task, card.recipe) == ("together", "so")
    reader = OnnxTableReader(checked_weights(tmp_path / "together.toml")[1], threads=1)
    image = np.random.default_rng(3).integers(0, 255, (200, 400, 3), np.uint8)
    quads = [np.array([[x, 10], [x + 60, 10], [x + 60, 110], [x, 110]], np.float32) for x in (0, 80, 160, 240)]
    faces, _ = reader.read(image, quads)
    alone, _ = reader.read(image, quads[:1])
    assert faces.shape == (4, 37) and not np.allclose(faces[0], alone[0], atol=1e-3)
    net = rebuilt(BEGUN, "read").model.float()
    for layer in mix(net.eval()):
        layer.groups = 1
    crops = [upright_crop(image, quad) for quad in quads]
    both = to_blob([*crops, *(crop[::-1, ::-1] for crop in crops)])
    with torch.inference_mode(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(together, "PRIOR", 2 * PRIOR)
        answer = net(torch.from_numpy(both))[0].numpy()
    ways = answer[:, :72].reshape(-1, 36, 2).sum(2)
    assert np.allclose((ways[:4] + ways[4:]) / 2, faces[:, :36], atol=0.03)


def test_options_of_other_tasks_are_refused(tmp_path: Path) -> None:
    parser = ArgumentParser()
    add_train_arguments(parser)
    with pytest.raises(UsageError, match="together has no --epochs"):
        run_train(parser.parse_args(["together", "--data", str(tmp_path), "--out", str(tmp_path), "--epochs", "2"]))
