"""The vision worker: its own process, so that a camera or a model that dies never takes the score with it.

The child reads frames and sends observations and pictures over a pipe. A thread of the web process keeps the
newest, notices silence, and starts the child again with a growing delay. What it knows of the camera is one
`CameraStatus`, which the page shows.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, Protocol

log = logging.getLogger("yakume.webui")

Observation = dict[str, Any]
"""What the pipeline saw in one frame, in the JSON form of `yakume.vision`."""

CameraState = Literal["off", "starting", "live", "frozen", "lost", "blind", "restarting", "ended"]

FROZEN_S = 2.5
"""Silence after which the picture is called frozen; the slowest useful camera gives a frame a second."""
SILENT_S = 20.0
"""Silence after which the child is killed; loading models on a slow machine takes up to ten seconds."""
BACKOFF_S = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Delays before each new start in a row."""
HEALTHY_S = 30.0
"""A child that lived this long starts the delays over."""
KEPT_FRAMES = 6
"""Pictures kept, so that a page can ask for the one an observation belongs to."""
SENT_WIDTH = 1280
"""Widest picture sent to a page, px."""
SENT_QUALITY = 78
FULL_QUALITY = 93
"""JPEG quality, 0…100, of pictures for pages, and of those that a model may learn from."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What the child is to look at; plain values that a new process can be given."""

    source: str
    """Camera index, URL, video file or image folder."""
    layout: str
    """The table's layout, TOML."""
    loop: bool
    """Start a video again at its end."""
    deck: Path | None = None
    """Folder of the enrolled deck on the table, None for any deck."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is, for the page."""

    state: CameraState = "off"
    detail: str = ""
    """One sentence of what went wrong, empty if nothing did."""
    restarts: int = 0
    """How often the worker was started again."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


class Child(Protocol):
    """The part of a process that the watchdog uses."""

    @property
    def exitcode(self) -> int | None: ...
    def is_alive(self) -> bool: ...
    def kill(self) -> None: ...
    def join(self, timeout: float | None = None) -> None: ...


Spawn = Callable[[Watch], tuple[Child, Connection]]


class VisionWorker:
    """The watchdog of one child process; its callbacks are called from its own thread."""

    def __init__(
        self,
        watch: Watch,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[CameraStatus], None],
        *,
        spawn: Spawn | None = None,
        clock: Callable[[], float] = time.monotonic,
        backoff_s: tuple[float, ...] = BACKOFF_S,
    ) -> None:
        self._watch = watch
        self._on_observation = on_observation
        self._on_status = on_status
        self._spawn = spawn or spawn_child
        self._clock = clock
        self._backoff_s = backoff_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._supervise, name="vision-watchdog", daemon=True)
        self._full = False
        self._frames: OrderedDict[int, tuple[bytes, bytes]] = OrderedDict()
        """Frame → its JPEG for pages, and its JPEG to keep."""
        self._frames_lock = threading.Lock()
        self.status = CameraStatus()

    def start(self) -> None:
        """Start the watchdog and, through it, the child."""
        self._thread.start()

    def stop(self) -> None:
        """End child and watchdog; returns when both are gone."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def picture(self, frame: int | None = None) -> tuple[int, bytes] | None:
        """Number and JPEG of frame `frame` if it is still kept, else of the newest; None before the first."""
        with self._frames_lock:
            if not self._frames:
                return None
            number = frame if frame in self._frames else next(reversed(self._frames))
            return number, self._frames[number][0]

    def full_picture(self, frame: int) -> bytes | None:
        """JPEG of frame `frame` as large as it is known, None if it is not kept any more."""
        with self._frames_lock:
            return self._frames[frame][1] if frame in self._frames else None

    def ask_full(self, full: bool) -> None:
        """From the next frame on send each in full size too, or no longer."""
        self._full = full

    def _supervise(self) -> None:
        failures = 0
        while not self._stop.is_set():
            if self.status.state == "off":
                self._report("starting", "")
            started = self._clock()
            child, pipe = self._spawn(self._watch)
            try:
                reason = self._follow(child, pipe)
            finally:
                child.kill()
                child.join()
                pipe.close()
            if reason is None:
                return
            failures = 0 if self._clock() - started > HEALTHY_S else failures + 1
            delay = self._backoff_s[min(failures, len(self._backoff_s)) - 1] if failures else 0.0
            # A named trouble is better than "restarting" while the next try is waited for.
            named = self.status.state in ("lost", "blind")
            state: CameraState = self.status.state if named else "restarting"
            self._report(state, reason, restarts=self.status.restarts + 1)
            self._stop.wait(delay)

    def _follow(self, child: Child, pipe: Connection) -> str | None:
        """Take what `child` sends until it ends or falls silent: then why; None when all is well and over."""
        heard = self._clock()
        seen = False
        asked = False
        while not self._stop.is_set():
            try:
                if self._full != asked:
                    pipe.send(self._full)
                    asked = self._full
                message = pipe.recv() if pipe.poll(0.2) else None
            except (EOFError, OSError):
                child.join(1.0)
                if self.status.state in ("lost", "blind"):
                    return self.status.detail
                return f"the vision worker stopped (exit code {child.exitcode})"
            age = self._clock() - heard
            if message is not None:
                heard, seen = self._clock(), True
                if message[0] == "ended":
                    self._report("ended", "")
                    self._stop.wait()
                    return None
                self._take(message)
            elif age > SILENT_S:
                return f"the vision worker said nothing for {age:.0f} s"
            elif age > FROZEN_S and seen and self.status.state == "live":
                self._report("frozen", "")
        return None

    def _take(self, message: tuple[Any, ...]) -> None:
        if message[0] in ("lost", "blind"):
            self._report(message[0], message[1])
            return
        _, observation, jpeg, full = message
        with self._frames_lock:
            self._frames[observation["frame"]] = jpeg, full or jpeg
            self._frames.move_to_end(observation["frame"])
            while len(self._frames) > KEPT_FRAMES:
                self._frames.popitem(last=False)
        self._report("live", "")
        try:
            self._on_observation(observation)
        except Exception:
            # One frame that cannot be judged must not end the watchdog; the next one is a second away at most.
            log.exception("frame %s could not be judged", observation["frame"])

    def _report(self, state: CameraState, detail: str, restarts: int | None = None) -> None:
        status = CameraStatus(state, detail, self.status.restarts if restarts is None else restarts)
        if status != self.status:
            self.status = status
            self._on_status(status)


def spawn_child(watch: Watch) -> tuple[Child, Connection]:
    """A fresh process that looks at `watch`, and the end of the pipe it sends to."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=run_child, args=(watch, theirs), name="yakume-vision", daemon=True)
    child.start()
    theirs.close()
    return child, ours


def run_child(watch: Watch, pipe: Connection) -> None:
    """What the child process does: observe until the source ends, the parent is gone, or something fails.

    It sends ``("frame", observation, jpeg, full)``, and last ``("ended",)``, ``("lost", why)`` if there is no camera,
    or ``("blind", why)`` if there is no model. It may be sent whether `full`, the JPEG in full size, is wanted; until
    then that is None.
    """
    from yakume.models.registry import ModelError, load_reader
    from yakume.vision.frames import SourceError, VideoSource, open_source
    from yakume.vision.layout import LayoutError, TableLayout
    from yakume.vision.pipeline import run

    # Without its parent the child has nobody to tell, and Ctrl-C is the parent's to handle.
    with contextlib.suppress(ConnectionError, EOFError, KeyboardInterrupt), pipe:
        try:
            layout = TableLayout.from_toml(watch.layout)
            reader = load_reader(deck=watch.deck)
            source = open_source(watch.source, loop=watch.loop)
            pace = Pace() if isinstance(source, VideoSource) else None
            with contextlib.closing(source):
                wants_full = False
                for frame, observation in run(source, reader, layout):
                    if pace is not None:
                        pace.wait(frame.t_ms)
                    while pipe.poll():
                        wants_full = pipe.recv()
                    full = encode_jpeg(frame.image, frame.image.shape[1], FULL_QUALITY) if wants_full else None
                    pipe.send(("frame", observation, encode_jpeg(frame.image), full))
            pipe.send(("ended",))
        except ModelError as error:
            pipe.send(("blind", str(error)))
        except (SourceError, LayoutError) as error:
            pipe.send(("lost", str(error)))


class Pace:
    """Holds a video file to its own speed; on a machine that is too slow for it, it runs slower and skips nothing.

    Time on the table is the video's, so the referee's patience means the same at any speed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep):
        self._clock, self._sleep = clock, sleep
        self._begun: float | None = None

    def wait(self, t_ms: int) -> None:
        """Return when the frame at `t_ms` of the video is due, at once if it is late."""
        now = self._clock()
        due = now if self._begun is None else self._begun + t_ms / 1000
        if due > now:
            self._sleep(due - now)
        else:
            # Late: go on from here instead of rushing after what was lost.
            self._begun = now - t_ms / 1000


def encode_jpeg(picture: Any, widest: int = SENT_WIDTH, quality: int = SENT_QUALITY) -> bytes:
    """JPEG of `picture` (BGR uint8, h×w×3), not wider than `widest` px; `quality` as OpenCV counts it, 0…100."""
    import cv2

    height, width = picture.shape[:2]
    if width > widest:
        size = (widest, round(height * widest / width))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)
