"""Figures for Prometheus, at ``/metrics``: what is counted and timed while yakume runs.

Each application has a registry of its own; nothing is sent anywhere, whoever is let in may ask.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, get_args

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from . import wire
from .meter import Stages
from .store import EventStore, StoreTrouble
from .wire import CameraState

STAGE_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
STORE_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5)
"""Bounds of the histograms' buckets, s."""


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, file descriptors and processor time, where Linux tells
        self._frames = self._counter("frames", "Pictures of the camera that were read and judged")
        self._stages = self._histogram("stage_seconds", "Time for one picture, by stage", "stage", STAGE_S)
        self._restarts = self._counter("worker_restarts", "Times the vision worker was started again")
        self._events = self._counter("events", "Events written to the log", "type")
        self._refusals = self._counter("refusals", "Requests refused, by the code of the answer", "code")
        self._requests = self._counter("requests", "Requests answered", "method", "route", "status")
        self._store = self._histogram("store_seconds", "Time in the database", "operation", STORE_S)
        self._failures = self._counter("store_failures", "Failures of the database, by code", "code")
        self._camera = self._gauge("camera_state", "1 for the state that the camera is in, 0 for the others", "state")
        self._fps = self._gauge("camera_fps", "Pictures a second that are read, in the last ten seconds")
        self._age = self._gauge("picture_age_seconds", "Age of the newest picture; NaN before the first")
        self._free = self._gauge("disk_free_bytes", "Room left where the database lies; NaN if that is not known")
        self._up = self._gauge("uptime_seconds", "Time since yakume was started")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"yakume_{name}", about, labels, registry=self._registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"yakume_{name}", about, labels, registry=self._registry)

    def _histogram(self, name: str, about: str, label: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"yakume_{name}", about, (label,), registry=self._registry, buckets=buckets)

    def picture(self, stages: Stages) -> None:
        """Count a picture and what it took."""
        self._frames.inc()
        for stage, ms in asdict(stages).items():
            self._stages.labels(stage).observe(ms / 1000)

    def restarted(self, times: int) -> None:
        """The vision worker was started again."""
        self._restarts.inc(times)

    def request(self, method: str, route: str, status: int, refusal: str | None) -> None:
        """Count an answer; `route` is the pattern of its path, `refusal` the code in it."""
        self._requests.labels(method, route, str(status)).inc()
        if refusal is not None:
            self._refusals.labels(refusal).inc()

    def written(self, events: Sequence[dict[str, Any]]) -> None:
        """Count events that the log has now."""
        for event in events:
            self._events.labels(str(event.get("type"))).inc()

    @contextmanager
    def database(self, operation: str) -> Iterator[None]:
        """Time what the block does with the database."""
        started = time.perf_counter()
        try:
            yield
        except StoreTrouble as trouble:
            self._failures.labels(trouble.code).inc()
            raise
        finally:
            self._store.labels(operation).observe(time.perf_counter() - started)

    def text(self, health: wire.Health) -> bytes:
        """Everything, in the form Prometheus reads."""
        camera, disk = health["camera"], health["disk"]
        for state in get_args(CameraState):
            self._camera.labels(state).set(state == camera["state"])
        age = camera["picture_age_ms"]
        self._fps.set(camera["fps"])
        self._age.set(float("nan") if age is None else age / 1000)
        self._free.set(disk["free_bytes"] if disk else float("nan"))
        self._up.set(health["uptime_s"])
        return generate_latest(self._registry)


class MeasuredStore(EventStore):
    """An event store whose work is counted and timed."""

    def __init__(self, url: str, metrics: Metrics) -> None:
        """Raises: StoreTrouble if it cannot be used as it is."""
        self._metrics = metrics
        super().__init__(url)

    def append(self, match_id: str, based_on: int, events: Sequence[dict[str, Any]]) -> int:
        """See `EventStore.append`."""
        last = super().append(match_id, based_on, events)
        self._metrics.written(events)
        return last

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with self._metrics.database("write"), super()._writing() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._metrics.database("read"), super()._reading() as connection:
            yield connection
