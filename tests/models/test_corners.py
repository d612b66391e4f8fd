"""The corner network in eight bits answers as it did before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the way torch exports
def test_eight_bits_are_smaller_and_mean_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    from yakume.models.corners import OPERATIONS, _export, _network
    from yakume.models.eight_bits import in_eight_bits
    from yakume.vision.runtime import RUNTIME_ENV, open_network, to_blob

    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")  # the other may compute in fewer digits before
    torch.manual_seed(1)
    path = tmp_path / "corners.onnx"
    _export(_network().eval(), path)
    size = path.stat().st_size
    rng = np.random.default_rng(1)
    coarse = rng.integers(0, 256, (64, 12, 12, 3), np.uint8)
    views = np.repeat(np.repeat(coarse, 8, 1), 8, 2)
    before, card_before = open_network(path).run(to_blob(views[32:]))
    in_eight_bits(path, [to_blob(views[:32])], OPERATIONS)
    after, card_after = open_network(path).run(to_blob(views[32:]))
    assert path.stat().st_size < 0.8 * size
    assert before.std() > 0.01  # the answers do depend on the view
    assert np.abs(after - before).mean() < 0.1 * before.std()
    assert np.abs(card_after - card_before).max() < 0.02
