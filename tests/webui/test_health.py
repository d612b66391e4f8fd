"""How yakume is, in figures: pictures a second, their age, time per stage, database and disk."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from yakume.webui import health as health_module
from yakume.webui import wire
from yakume.webui.meter import WINDOW_S, FrameMeter, Stages
from yakume.webui.settings import Settings


def test_pictures_are_counted_and_forgotten_after_a_while() -> None:
    now = [100.0]
    told: list[Stages] = []
    meter = FrameMeter(told.append, lambda: now[0])
    assert (meter.figures().fps, meter.figures().picture_age_ms, meter.figures().stages) == (0.0, None, None)
    for _ in range(5):
        now[0] += 0.5
        meter.add(now[0] - 0.2, 60.0, 30.0, 10.0)
    now[0] += 0.3
    figures = meter.figures()
    assert figures.frames == len(told) == 5
    assert figures.fps == pytest.approx(4 / 2.3)
    assert figures.picture_age_ms == pytest.approx(500)
    assert figures.stages is not None
    assert (figures.stages.detect, figures.stages.read, figures.stages.judge) == (60.0, 30.0, 10.0)
    assert figures.stages.total == pytest.approx(200)
    now[0] += WINDOW_S + 1
    late = meter.figures()
    assert (late.frames, late.fps, late.stages) == (5, 0.0, None)
    assert late.picture_age_ms == pytest.approx(500 + 1000 * (WINDOW_S + 1))


def test_the_page_about_it_is_told_everything(bench: Any) -> None:
    bench.worker.meter.add(0.0, 60.0, 30.0, 10.0)
    told = bench.client.get("/api/health").json()
    assert TypeAdapter(wire.Health).validate_python(told) == told
    assert told["camera"]["frames"] == 1
    assert (told["camera"]["stages_ms"]["detect"], told["camera"]["stages_ms"]["judge"]) == (60.0, 10.0)
    assert told["store"] == {"kind": "sqlite", "code": "", "message": "", "why": None}
    assert told["disk"]["free_bytes"] <= told["disk"]["total_bytes"]


def test_a_database_that_cannot_be_used_and_a_full_disk_are_told_where_figures_are(
    settings: Settings,
    open_bench: Callable[[Settings], AbstractContextManager[Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health_module, "LOW_DISK_BYTES", 1 << 62)
    with open_bench(settings) as bench:
        (tmp_path / "events.db").unlink()  # while yakume runs
        bench.client.app.state.store.close()
        told = bench.client.get("/api/health").json()
        assert told["disk"]["low"] is True
        assert told["store"]["code"] != ""
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"")
    with open_bench(replace(settings, database=f"sqlite:///{damaged}")) as bench:
        told = bench.client.get("/api/health").json()
        assert (told["store"]["code"], told["camera"]["state"]) == ("store_damaged", "off")
