"""The bench of the vision and the doctor's word on what runs it."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest
from yakume.vision.runtime import RUNTIME_ENV, has_openvino
from yakume.webui import cli
from yakume.webui.commands import bench, doctor


@pytest.mark.slow
def test_the_bench_times_every_way_on_the_same_cards(monkeypatch, capsys) -> None:
    monkeypatch.setattr(bench, "TURNS", 1)
    monkeypatch.setattr(bench, "RUNS_A_TURN", 1)
    monkeypatch.delenv(RUNTIME_ENV, raising=False)
    assert cli.main(["bench", "vision", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    rows = re.findall(
        r"^(openvino|onnxruntime|yolo predict) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +(\d+)$", out, re.MULTILINE
    )
    names = [name for name, *_ in rows]
    assert names[: 1 + has_openvino()] == ["openvino", "onnxruntime"][1 - has_openvino() :]
    assert ("yolo predict" in names) != ("yolo predict: not timed" in out)
    for _, detect, read, both, processor, right in rows:
        assert min(map(float, (detect, read, processor))) > 0
        assert float(both) == pytest.approx(float(detect) + float(read), abs=0.2)
        # The project's own deck, laid straight: whoever reads less is no fair comparison.
        assert int(right) >= 46
    assert re.search(r"^nothing changed +[\d.]+ \([\d.]+\), at most", out, re.MULTILINE)


def test_the_bench_counts_cards_by_their_places() -> None:
    from yakume.engine import CARDS, Card
    from yakume.vision.geometry import make_quad

    frame = bench.laid_frame(moved=13)
    assert frame.shape == (1080, 1920, 3)
    assert (frame != bench.laid_frame()).any()
    quad = make_quad([[70, 40], [180, 40], [180, 220], [70, 220]])
    cards = [
        (quad + np.array([number % 12 * 152, number // 12 * 255]), Card(number).face) for number in range(len(CARDS))
    ]
    assert bench._right(cards) == 48
    assert bench._right([*cards[1:], cards[5]]) == 47
    assert bench._right([(cards[0][0], Card(40).face)]) == 0


def runtime_check():
    (check,) = doctor.check_runtime()
    return check


def test_doctor_says_what_runs_the_networks(monkeypatch) -> None:
    monkeypatch.setenv(RUNTIME_ENV, "nonsense")
    assert (runtime_check().verdict, runtime_check().mend) == ("wrong", f"unset {RUNTIME_ENV}")
    monkeypatch.delenv(RUNTIME_ENV)
    if has_openvino():
        assert runtime_check().found.startswith("OpenVINO 20")
        monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")
        assert runtime_check().found == f"ONNX Runtime, as {RUNTIME_ENV} says"
        monkeypatch.delenv(RUNTIME_ENV)
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert (runtime_check().verdict, runtime_check().found) == ("note", "ONNX Runtime")
