"""Both runtimes give the same answers, and the choice between them is explicit."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from yakume.engine import FACES
from yakume.vision.runtime import (
    PIECE,
    RUNTIME_ENV,
    SIZES,
    CropRunner,
    chosen_runtime,
    has_openvino,
    open_network,
    pieces,
    to_blob,
    usable_cores,
)


def test_a_network_says_what_it_takes_and_gives(runtime, networks) -> None:
    network = open_network(networks.reader())
    assert network.input_shape == (None, 3, None, None)
    assert network.outputs == {"faces": (None, 37), "upright": (None,)}
    assert network.metadata == {}
    assert open_network(networks.detector([[0, 0, 1, 1, 1, 0, 0]])).metadata == {"end2end": "True"}


def test_a_file_that_is_no_model_is_one_line(runtime, tmp_path) -> None:
    path = tmp_path / "broken.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(ValueError, match=r"cannot load the model .*broken\.onnx") as caught:
        open_network(path)
    assert "\n" not in str(caught.value)


def test_answers_outlive_the_next_run(runtime, networks) -> None:
    network = open_network(networks.reader())
    red, green = np.zeros((1, 3, 128, 128), np.float32), np.zeros((1, 3, 128, 128), np.float32)
    red[:, 0] = green[:, 1] = 1
    first = network.run(red)[0]
    kept = first.copy()
    assert not np.allclose(network.run(green)[0], kept)
    assert (first == kept).all()


def test_runs_from_several_threads_keep_their_answers_apart(runtime, networks) -> None:
    network = open_network(networks.reader())
    blobs = np.zeros((3, 1, 3, 128, 128), np.float32)
    for channel in range(3):
        blobs[channel, :, channel] = 1
    alone = [network.run(blob)[0] for blob in blobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda number: network.run(blobs[number % 3])[0], range(24)))
    assert all((answer == alone[number % 3]).all() for number, answer in enumerate(together))


def test_a_network_takes_more_sizes_in_turn_than_it_stays_prepared_for(runtime, networks) -> None:
    network = open_network(networks.reader())
    red = np.zeros((1, 3, 128, 128), np.float32)
    red[:, 0] = 1
    for _ in range(2):
        for count in range(1, SIZES + 3):
            faces, upright = network.run(np.repeat(red, count, 0))
            assert faces[:, FACES.index("1h")].tolist() == pytest.approx([1] * count, abs=1e-3)
            assert upright.shape == (count,)


@pytest.mark.parametrize("threads", [1, 3])
def test_crops_come_back_in_their_order_and_are_cut_once(runtime, networks, threads) -> None:
    runner = CropRunner(networks.reader(), threads=threads)
    cut: list[int] = []
    lock = threading.Lock()

    def colour(number: int) -> np.ndarray:
        with lock:
            cut.append(number)
        crop = np.zeros((128, 128, 3), np.uint8)
        crop[..., number % 3] = 255
        return crop

    faces, upright = runner.run(29, colour)
    assert faces.shape == (29, 37)
    assert upright.shape == (29,)
    assert sorted(cut) == list(range(29))
    winners = faces.argmax(1)
    assert len(set(winners[:3])) == 3
    assert winners.tolist() == (winners[:3].tolist() * 10)[:29]


def test_openvino_is_used_where_it_is_installed(monkeypatch) -> None:
    monkeypatch.delenv(RUNTIME_ENV, raising=False)
    assert chosen_runtime() == ("openvino" if has_openvino() else "onnxruntime")
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert chosen_runtime() == "onnxruntime"


@pytest.mark.skipif(not has_openvino(), reason="OpenVINO is not installed")
def test_openvino_reports_nothing_to_its_makers() -> None:
    program = (
        "import sys; from yakume.vision.runtime import chosen_runtime; assert chosen_runtime() == 'openvino';"
        "from openvino.tools.ovc import telemetry_utils; print(telemetry_utils.tm.__name__)"
    )
    environment = {key: value for key, value in os.environ.items() if key != RUNTIME_ENV}
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert found.stdout.strip() == "openvino.tools.ovc.telemetry_stub"


def test_a_runtime_that_is_not_there_or_unknown_is_one_line(monkeypatch, networks) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    monkeypatch.setenv(RUNTIME_ENV, "openvino")
    with pytest.raises(ValueError, match="YAKUME_RUNTIME=openvino, but OpenVINO is not installed"):
        open_network(networks.reader())
    monkeypatch.setenv(RUNTIME_ENV, "tensorrt")
    with pytest.raises(ValueError, match="YAKUME_RUNTIME=tensorrt: expected onnxruntime or openvino"):
        open_network(networks.reader())


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 7, 8, 23, 24, 48, 60, 75])
def test_pieces_cover_everything_in_a_few_sizes_and_leave_no_thread_idle(count, threads) -> None:
    found = pieces(count, threads)
    assert [number for piece in found for number in piece] == list(range(count))
    assert {len(piece) for piece in found} <= {PIECE, 12, 6, 3, 1}
    assert sum(len(piece) == PIECE for piece in found) == count // PIECE // threads * threads


def test_a_blob_is_rgb_from_0_to_1() -> None:
    picture = np.zeros((2, 3, 3), np.uint8)
    picture[1, 2] = (255, 51, 0)
    blob = to_blob([picture, picture])
    assert blob.shape == (2, 3, 2, 3)
    assert blob.dtype == np.float32
    assert blob[1, :, 1, 2].tolist() == pytest.approx([0, 0.2, 1])


def test_at_least_one_core_may_be_used() -> None:
    assert usable_cores() >= 1
