"""The corner network: mirrored views keep their truth, training goes on where it stopped, eight bits change nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")


def exact_convolutions(path: Path) -> list[str]:
    """Names of the convolutions in an ONNX file whose weights are not in eight bits."""
    import onnx

    nodes = onnx.load(str(path)).graph.node
    rounded = {output for node in nodes if node.op_type == "DequantizeLinear" for output in node.output}
    return [node.name for node in nodes if node.op_type == "Conv" and node.input[1] not in rounded]


@pytest.mark.parametrize("way", range(4))
def test_mirrored_corners_lie_on_the_same_spots_clockwise_from_the_top_left(way: int) -> None:
    from yakume.models.corners import mirrored
    from yakume.vision.geometry import is_convex

    px = np.array([[20, 10], [70, 14], [80, 88], [16, 74]])
    colours = np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]], np.uint8)
    view = np.zeros((96, 96, 3), np.uint8)
    view[px[:, 1], px[:, 0]] = colours
    views, corners = mirrored(view[None], ((px[None] + 0.5) / 96).astype(np.float32), way)
    assert corners.dtype == np.float32 and is_convex(corners).all()  # convex means clockwise
    assert corners[0].sum(1).argmin() == 0
    x, y = np.floor(corners[0] * 96).astype(int).T
    order = {0: [0, 1, 2, 3], 1: [1, 0, 3, 2], 2: [3, 2, 1, 0], 3: [2, 3, 0, 1]}[way]
    assert np.array_equal(views[0][y, x], colours[order])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the way torch exports
def test_eight_bits_are_smaller_and_mean_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    from yakume.models.corners import OPERATIONS, VOTES, _export, _network
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
    in_eight_bits(path, [to_blob(views[:32])], OPERATIONS, exact=VOTES)
    after, card_after = open_network(path).run(to_blob(views[32:]))
    assert path.stat().st_size < 0.8 * size
    assert before.std() > 0.01  # the answers do depend on the view
    assert np.abs(after - before).mean() < 0.1 * before.std()
    assert np.abs(card_after - card_before).max() < 0.02
    assert exact_convolutions(path) == ["/net/votes/words/Conv"], "corners themselves are not rounded"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_training_that_was_interrupted_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yakume.models import corners

    rng = np.random.default_rng(1)
    views, where = rng.integers(0, 256, (24, 96, 96, 3), np.uint8), rng.random((24, 4, 2), np.float32)
    np.savez(tmp_path / "set.npz", views=views, corners=where, is_card=np.arange(24) % 3 > 0)

    def train(name: str, **how: bool) -> bytes:
        data, out = tmp_path / "set.npz", tmp_path / name
        corners.train_corners(data, data, out, epochs=2, batch=8, seed=1, device="cpu", **how)
        return out.read_bytes()

    whole, loss, batches = train("whole.onnx"), corners._loss, []

    def stopped(*batch: object) -> object:
        batches.append(1)
        if len(batches) == 5:  # three an epoch
            raise KeyboardInterrupt
        return loss(*batch)

    monkeypatch.setattr(corners, "_loss", stopped)
    with pytest.raises(KeyboardInterrupt):
        train("parts.onnx")
    assert not (tmp_path / "parts.onnx").exists()
    monkeypatch.setattr(corners, "_loss", loss)
    assert train("parts.onnx", resume=True) == whole
    assert exact_convolutions(tmp_path / "parts.onnx") == ["/net/votes/words/Conv"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_of_two_networks_the_mean_of_their_weights_is_written(tmp_path: Path) -> None:
    import torch
    from safetensors.numpy import load_file
    from yakume.models import corners
    from yakume.models.registry import checked_weights
    from yakume.models.tensors import write_tensors
    from yakume.webui.cli import main

    files = [tmp_path / f"{number}.safetensors" for number in (1, 2)]
    for number, file in enumerate(files):
        torch.manual_seed(number)
        write_tensors(corners._network(), file, "corners")
    rng = np.random.default_rng(1)
    views = rng.integers(0, 256, (24, 96, 96, 3), np.uint8)
    np.savez(tmp_path / "set.npz", views=views, corners=rng.random((24, 4, 2), np.float32), is_card=np.ones(24))
    bits = ("--eight-bits", str(tmp_path / "set.npz"), "--recipe", "two and two")
    assert main(["export", "corners", *map(str, files), "--out", str(tmp_path / "mean"), *bits]) == 0
    one, other, mean = (load_file(file) for file in (*files, tmp_path / "mean" / "corners.safetensors"))
    assert len(mean) > 30 and any((one[name] != other[name]).any() for name in one)
    for name, values in mean.items():
        assert np.allclose(values, (one[name].astype(np.float32) + other[name]) / 2, atol=1e-3), name
    card, network = checked_weights(tmp_path / "mean" / "corners.toml")
    assert card.recipe == "two and two"
    assert exact_convolutions(network) == ["/net/votes/words/Conv"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "--eight-bits"),
        (("--eight-bits", "set.npz", "--size", "96", "96"), "has no --size"),
        (("--eight-bits", "nowhere.npz"), "nowhere.npz"),
        (("--eight-bits", "set.npz"), "nothing.safetensors"),
        (("--eight-bits", "other.npz"), "other.npz holds no views"),
        pytest.param(
            ("--eight-bits", "broken.npz"),
            "broken.npz holds no views",
            # NumPy closes what it could not open.
            marks=pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
        ),
    ],
    ids=["no views", "a size", "views that are not there", "no weights", "another set", "a broken file"],
)
def test_a_corner_network_that_cannot_be_exported_is_said(
    words: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from yakume.models.registry import WEIGHTS
    from yakume.webui.cli import main

    monkeypatch.chdir(tmp_path)
    np.savez("set.npz", views=np.zeros((1, 96, 96, 3), np.uint8), corners=np.zeros((1, 4, 2)), is_card=np.ones(1))
    np.savez("other.npz", crops=np.ones(1))
    Path("broken.npz").write_bytes(Path("set.npz").read_bytes()[:200])
    weights = "nothing.safetensors" if complaint.startswith("nothing") else str(WEIGHTS / "corners.safetensors")
    assert main(["export", "corners", weights, "--out", str(tmp_path / "mean"), *words]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "mean").exists()
