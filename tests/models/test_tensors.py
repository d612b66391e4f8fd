"""Weights as safetensors: what does not fit is said before anything is trained."""

from __future__ import annotations

from pathlib import Path

import pytest
from yakume.models.registry import WEIGHTS, ModelError

pytest.importorskip("torch")
pytest.importorskip("ultralytics")


@pytest.fixture(scope="module")
def unnamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights whose file does not say of what architecture they are."""
    import torch
    from safetensors.torch import save_file

    path = tmp_path_factory.mktemp("tensors") / "unnamed.safetensors"
    save_file({"weight": torch.zeros(3)}, str(path))
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "architecture", "file", "complaint"),
    [
        ("read", "", WEIGHTS / "detect.safetensors", "holds another network: yolo26n-obb"),
        ("detect", "", WEIGHTS / "read.safetensors", "holds another network: yolo26n"),
        ("detect", "yolo11n-obb", WEIGHTS / "detect.safetensors", "holds another network: Error"),
        ("read", "", WEIGHTS / "read.toml", "read.toml"),
        ("read", "", Path("nothing.safetensors"), "nothing.safetensors"),
        ("read", "", None, "unnamed.safetensors does not say of what architecture"),
    ],
    ids=["a detector", "a reader", "another architecture", "no safetensors", "no file", "no name"],
)
def test_weights_of_another_network_are_named(
    task: str, architecture: str, file: Path | None, complaint: str, unnamed: Path
) -> None:
    from yakume.models.train import rebuilt

    with pytest.raises(ModelError, match=complaint) as raised:
        rebuilt(file or unnamed, task, architecture)
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_an_architecture_of_ours_takes_the_weights_of_the_one_it_differs_from_in_its_activations() -> None:
    from torch import nn
    from yakume.models.train import rebuilt

    ours, theirs = (rebuilt(WEIGHTS / "read.safetensors", "read", f"yolo26n{kind}-cls") for kind in ("-relu", ""))
    for model, activation in ((ours, nn.ReLU), (theirs, nn.SiLU)):
        assert {type(part) for part in model.model.modules()} & {nn.ReLU, nn.SiLU} == {activation}
    weights = ours.model.state_dict()
    assert all((weights[name] == values).all() for name, values in theirs.model.state_dict().items())


@pytest.mark.parametrize(
    ("words", "architecture"),
    [
        ((), "yolo26n-relu-cls"),
        (("--pretrained", "silu.safetensors"), "yolo26n-cls"),
        (("--pretrained", "silu.safetensors", "--architecture", "yolo26n-relu-cls"), "yolo26n-relu-cls"),
        (("--pretrained", "last.pt"), "yolo26n-relu-cls"),
    ],
    ids=["from scratch", "the file's own", "another one", "a checkpoint"],
)
def test_training_goes_on_with_the_architecture_of_the_weights_unless_another_is_asked_for(
    words: tuple[str, ...], architecture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy as np
    from safetensors.numpy import save_file
    from yakume.models import train
    from yakume.webui.cli import main

    monkeypatch.chdir(tmp_path)
    save_file({"weight": np.zeros(3)}, "silu.safetensors", {"architecture": "yolo26n-cls"})
    trained = []
    monkeypatch.setattr(train, "train", lambda recipe, *_, **__: trained.append(recipe))
    assert main(["train", "read", "--data", "crops", "--out", "run", *words]) == 0
    assert [recipe.architecture for recipe in trained] == [architecture]
