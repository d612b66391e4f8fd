"""The vision worker: its own process, so that a camera or a model that dies never takes the score with it.

The child reads frames and sends observations and pictures over a pipe. A thread of the web process keeps the
newest, notices silence, and starts the child again with a growing delay. What it knows of the camera is one
`CameraStatus`, which the page shows.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yakume.engine.errors import Sentence
from yakume.vision.observation import Observation, decode, encode

from . import wire
from .children import KILLED_WITHIN_S, Child, Mailbox, begin, end, end_with_parent
from .meter import FrameMeter
from .text.camera import NO_LAYOUT, SAYS_NOTHING, STARTS_NOT, STOPPED, camera_detail, camera_hint
from .text.words import Words
from .wire import CameraState

if TYPE_CHECKING:
    from yakume.vision.frames import Frame, FrameSource

log = logging.getLogger("yakume.webui")

SEEING: tuple[CameraState, ...] = ("live", "slow", "dark")
"""While pictures come."""

TOLD_BY_CHILD: tuple[CameraState, ...] = ("frozen", "waiting", "lost", "blind")
"""What a child says is wrong; before it ends, but for ``waiting``."""

FROZEN_S = 2.5
"""Silence after which the picture is called frozen; the slowest useful camera gives a frame a second."""
SILENT_S = 20.0
"""Silence after which a child that has told of a picture is killed."""
STARTS_WITHIN_S = 60.0
"""Silence after which one that has told of none is, twice as long after each start in a row that came to nothing: on a
computer that is busy with other things it loads its models for longer than that, and would never see a picture."""
LONGEST_START_S = 480.0
BACKOFF_S = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Delays before each new start in a row."""
HEALTHY_S = 30.0
"""A child that lived this long starts the delays over."""
KEPT_FRAMES = 6
"""Pictures kept, so that a page can ask for the one an observation belongs to."""
DARK_LEVEL = 12
"""Brightness, 0…255, that a hundredth of a picture must have; noise has less, a tenth of a good light has 25."""
SENT_WIDTH = 1280
"""Widest picture sent to a page, px."""
SAME_PICTURE_MS = 500
"""While nothing moves on the table its picture is made anew this often."""
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
    learns: bool = True
    """Whether zones grow to where people lay their cards."""
    inbox: Path | None = None
    """Where somebody puts one picture after the other, a phone; then `source` is only what that is called."""


NOTHING = Sentence("")


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is, for the page."""

    state: CameraState = "off"
    detail: Sentence = NOTHING
    """What went wrong, empty if nothing did."""
    restarts: int = 0
    """How often the worker was started again."""

    def told(self) -> wire.Camera:
        """What a page is told of it."""
        return {
            "state": self.state,
            "detail": _both(camera_detail(self.detail)),
            "hint": _both(camera_hint(self.state)),
            "restarts": self.restarts,
        }


def _both(words: Words | None) -> wire.Words | None:
    return {"ja": words.ja, "en": words.en} if words else None


Spawn = Callable[[Watch], tuple[Child, Connection]]


class VisionWorker:
    """The watchdog of one child process; its callbacks are called from its own thread."""

    def __init__(
        self,
        watch: Watch,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[CameraStatus], None],
        meter: FrameMeter | None = None,
        *,
        spawn: Spawn | None = None,
        clock: Callable[[], float] = time.monotonic,
        backoff_s: tuple[float, ...] = BACKOFF_S,
    ) -> None:
        self._watch = watch
        self._on_observation = on_observation
        self._on_status = on_status
        self._meter = meter or FrameMeter(clock=clock)
        self._spawn = spawn or spawn_child
        self._clock = clock
        self._backoff_s = backoff_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._supervise, name="vision-watchdog", daemon=True)
        self._full = False
        self._reading = False
        """True while the child has a picture that it has not told of yet."""
        self._seen = False
        """True once the child has told of anything."""
        self._frames: OrderedDict[int, tuple[bytes, bytes]] = OrderedDict()
        """Frame → its JPEG for pages, and its JPEG to keep."""
        self._frames_lock = threading.Lock()
        self.status = CameraStatus()

    def start(self) -> None:
        """Start the watchdog and, through it, the child."""
        self._thread.start()

    def stop(self) -> None:
        """End child and watchdog; returns when both are gone, or after ten seconds if a driver holds the child."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(2 * KILLED_WITHIN_S)

    def picture(self, frame: int | None = None) -> tuple[int, bytes] | None:
        """Number and JPEG of frame `frame` if it is still kept, else of the newest; None before the first."""
        with self._frames_lock:
            if not self._frames:
                return None
            number = frame if frame is not None and frame in self._frames else next(reversed(self._frames))
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
                self._report("starting")
            started = self._clock()
            try:
                reason = self._run(min(STARTS_WITHIN_S * 2**failures, LONGEST_START_S))
            except Exception as error:
                # Whatever it is, no memory or no file descriptor left for a child: it may be over at the next try.
                log.exception("the vision worker could not be started or followed")
                reason = Sentence(STARTS_NOT, why=f"{type(error).__name__}: {error}")
            if reason is None:
                return
            healthy = self._seen and self._clock() - started > HEALTHY_S
            failures = 0 if healthy else failures + 1
            delay = self._backoff_s[min(failures, len(self._backoff_s)) - 1] if failures else 0.0
            # A named trouble is better than "restarting" while the next try is waited for.
            named = self.status.state in TOLD_BY_CHILD and self.status.detail
            state: CameraState = self.status.state if named else "restarting"
            self._report(state, reason, restarts=self.status.restarts + 1)
            self._stop.wait(delay)

    def _run(self, starts_within_s: float) -> Sentence | None:
        """Start a child and follow it to its end, see `_follow`."""
        child, pipe = self._spawn(self._watch)
        mailbox, self._reading, self._seen = None, False, False
        self._meter.start_over()
        try:
            mailbox = Mailbox(pipe)
            return self._follow(child, pipe, mailbox, starts_within_s)
        finally:
            end(child)
            if mailbox is not None:
                mailbox.close()
            else:
                pipe.close()

    def _follow(self, child: Child, pipe: Connection, mailbox: Mailbox, starts_within_s: float) -> Sentence | None:
        """Take what `child` sends until it ends or falls silent: then why; None when all is well and over."""
        heard = self._clock()
        asked = False
        while not self._stop.is_set():
            try:
                if self._full != asked:
                    pipe.send(self._full)
                    asked = self._full
                message = mailbox.get(0.2)
            except (EOFError, OSError):
                child.join(1.0)
                if self.status.state in TOLD_BY_CHILD and self.status.detail:
                    return self.status.detail
                return Sentence(STOPPED, code=child.exitcode)
            age = self._clock() - heard
            if message is not None:
                heard, self._seen = self._clock(), True
                if message[0] == "ended":
                    self._report("ended")
                    self._stop.wait()
                    return None
                self._take(message)
            elif age > (SILENT_S if self._seen else starts_within_s):
                return Sentence(SAYS_NOTHING, seconds=f"{age:.0f}")
            elif age > FROZEN_S and self._seen and self.status.state in SEEING:
                self._report("slow" if self._reading else "frozen")
        return None

    def _take(self, message: tuple[Any, ...]) -> None:
        if message[0] in TOLD_BY_CHILD:
            self._report(message[0], message[1])
            return
        self._reading = message[0] == "taken"
        if self._reading:
            return
        _, encoded, jpeg, full, taken_s, dark = message
        observation = decode(encoded)
        with self._frames_lock:
            self._frames[observation.frame] = jpeg, full or jpeg
            self._frames.move_to_end(observation.frame)
            while len(self._frames) > KEPT_FRAMES:
                self._frames.popitem(last=False)
        slow = self._meter.is_slow(self.status.state == "slow", (self._clock() - taken_s) * 1000)
        self._report("dark" if dark else "slow" if slow else "live")
        started = self._clock()
        try:
            self._on_observation(observation)
        except Exception:
            # One frame that cannot be judged must not end the watchdog; the next one is a second away at most.
            log.exception("frame %s could not be judged", observation.frame)
        self._meter.add(taken_s, observation.detect_ms, observation.read_ms, (self._clock() - started) * 1000)

    def _report(self, state: CameraState, detail: Sentence = NOTHING, restarts: int | None = None) -> None:
        status = CameraStatus(state, detail, self.status.restarts if restarts is None else restarts)
        if status != self.status:
            self.status = status
            try:
                self._on_status(status)
            except Exception:
                log.exception("the camera's status could not be told")


def spawn_child(watch: Watch) -> tuple[Child, Connection]:
    """A fresh process that looks at `watch`, and the end of the pipe it sends to."""
    return begin(run_child, watch, name="yakume-vision")


def run_child(watch: Watch, pipe: Connection) -> None:
    """What the child process does: observe until the source ends, the parent is gone, or something fails.

    It sends ``("taken",)`` when a picture is there, ``("frame", encoded, jpeg, full, taken_s, dark)`` when it is read,
    ``("waiting", why)`` while a phone sends none, and last ``("ended",)``, ``("lost", why)`` if there is no camera,
    ``("frozen", why)`` if it gives no new picture, or ``("blind", why)`` if there is no model. It may be sent whether
    `full`, the JPEG in full size, is wanted; until then that is None. `taken_s` is by the monotonic clock, which is one
    for all processes of a machine.
    """
    from yakume.models.reader import load_reader
    from yakume.models.registry import ModelError
    from yakume.vision.frames import SourceError, SourceFrozenError, open_source
    from yakume.vision.layout import LayoutError, TableLayout
    from yakume.vision.pipeline import run
    from yakume.vision.projector import EXAMPLE_SKIPPED_MS, MOST_SKIPPED_MS, Projector
    from yakume.vision.pushed import PushedSource

    end_with_parent()
    # Without its parent the child has nobody to tell, and Ctrl-C is the parent's to handle.
    with contextlib.suppress(ConnectionError, EOFError, KeyboardInterrupt), pipe:
        try:
            layout = TableLayout.from_toml(watch.layout)
            reader = load_reader(deck=watch.deck)
            source: FrameSource
            if watch.inbox is None:
                projector = Projector(most_skipped_ms=EXAMPLE_SKIPPED_MS if watch.loop else MOST_SKIPPED_MS)
                source = open_source(watch.source, loop=watch.loop, projector=projector)
            else:
                source = PushedSource(watch.inbox, watch.source, lambda why: pipe.send(("waiting", why)))
            with contextlib.closing(source):
                wants_full, pictures = False, Pictures()
                announced = Announced(source, lambda: pipe.send(("taken",)))
                for frame, observation in run(announced, reader, layout, learns=watch.learns):
                    while pipe.poll():
                        wants_full = pipe.recv()
                    full = encode_jpeg(frame.image, frame.image.shape[1], FULL_QUALITY) if wants_full else None
                    jpeg, dark = pictures.of(frame.image, observation)
                    pipe.send(("frame", encode(observation), jpeg, full, announced.taken_s, dark))
            pipe.send(("ended",))
        except ModelError as error:
            pipe.send(("blind", error.message))
        except SourceFrozenError as error:
            pipe.send(("frozen", error.message))
        except SourceError as error:
            pipe.send(("lost", error.message))
        except LayoutError as error:
            pipe.send(("lost", Sentence(NO_LAYOUT, why=str(error))))


class Pictures:
    """The pictures for pages: while nothing moves, one in a while will do."""

    def __init__(self) -> None:
        self._of: tuple[Any, ...] = ()
        """What lay there in the newest picture."""
        self._made: tuple[int, bytes, bool] | None = None

    def of(self, image: Any, observation: Observation) -> tuple[bytes, bool]:
        """JPEG of `image` or of one like it that is not older than `SAME_PICTURE_MS`; and whether it is dark."""
        lies = observation.hands, tuple((card.track, card.quad, card.stable) for card in observation.cards)
        made = self._made
        if made and not observation.hands and lies == self._of and 0 <= observation.t_ms - made[0] < SAME_PICTURE_MS:
            return made[1], made[2]
        self._of, self._made = lies, (observation.t_ms, encode_jpeg(image), is_dark(image))
        return self._made[1], self._made[2]


class Announced:
    """A source of frames that says of each when it is there, before anybody looks at it."""

    def __init__(self, source: FrameSource, announce: Callable[[], None]) -> None:
        self.name = source.name
        self.taken_s = 0.0
        """When the newest frame came, by the monotonic clock."""
        self._source, self._announce = source, announce

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._source:
            self.taken_s = time.monotonic()
            self._announce()
            yield frame

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()


def is_dark(picture: Any) -> bool:
    """True if nothing in `picture` (BGR uint8, h×w×3) was made by light: a lid on the lens, no lamp."""
    import numpy as np

    return bool(np.percentile(picture[::16, ::16], 99) < DARK_LEVEL)


def encode_jpeg(picture: Any, widest: int = SENT_WIDTH, quality: int = SENT_QUALITY) -> bytes:
    """JPEG of `picture` (BGR uint8, h×w×3), not wider than `widest` px; `quality` as OpenCV counts it, 0…100."""
    import cv2

    height, width = picture.shape[:2]
    if width > widest:
        size = (widest, round(height * widest / width))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)
