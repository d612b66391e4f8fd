"""Weights as safetensors: what does not fit is said before anything is trained."""

from __future__ import annotations

from pathlib import Path

import pytest
from yakume.models.registry import WEIGHTS, ModelError

pytest.importorskip("torch")
pytest.importorskip("ultralytics")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "architecture", "file", "complaint"),
    [
        ("read", "yolo26n-cls", WEIGHTS / "detect.safetensors", "holds no yolo26n-cls"),
        ("detect", "yolo26n-obb", WEIGHTS / "read.safetensors", "holds another network"),
        ("detect", "yolo11n-obb", WEIGHTS / "detect.safetensors", "holds another network"),
        ("read", "yolo26n-cls", WEIGHTS / "read.toml", "read.toml"),
        ("read", "yolo26n-cls", Path("nothing.safetensors"), "nothing.safetensors"),
    ],
    ids=["a detector for a reader", "a reader for a detector", "another architecture", "no safetensors", "no file"],
)
def test_weights_of_another_network_are_named(task: str, architecture: str, file: Path, complaint: str) -> None:
    from yakume.models.train import rebuilt

    with pytest.raises(ModelError, match=complaint) as raised:
        rebuilt(file, task, architecture)
    assert "\n" not in str(raised.value)
