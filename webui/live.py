"""What is new, told to every open page: server-sent events.

Each topic keeps only its newest message. A page that is slow skips the stale ones, and a page that reconnects
gets the present at once: messages are whole, so nothing has to be replayed. The ``id`` of a state message is
the log's `seq`; a browser sends it back as ``Last-Event-ID`` and is spared what it has already.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One server-sent event."""

    topic: str
    """The event's name in the browser."""
    data: Any
    """Anything JSON can hold."""
    id: str | None = None
    """What the browser names when it reconnects; None leaves its last id alone."""

    def encode(self) -> str:
        """The message as text/event-stream."""
        head = f"id: {self.id}\n" if self.id is not None else ""
        body = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"{head}event: {self.topic}\ndata: {body}\n\n"


class Hub:
    """The newest message of each topic, and who waits for the next; safe to publish to from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: dict[str, tuple[int, Message]] = {}
        self._count = 0
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._closed = False

    def publish(self, message: Message) -> None:
        """Make `message` the newest of its topic and wake every stream."""
        with self._lock:
            self._count += 1
            self._newest[message.topic] = (self._count, message)
            self._wake()

    def forget(self, topic: str) -> None:
        """Tell who comes from now on nothing of `topic` until it is published again."""
        with self._lock:
            self._newest.pop(topic, None)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._closed = True
            self._wake()

    def _wake(self) -> None:
        for loop, event in self._waiting:
            loop.call_soon_threadsafe(event.set)

    def _since(self, seen: int, topics: frozenset[str]) -> tuple[int, list[Message]]:
        with self._lock:
            fresh = sorted(
                (entry for topic, entry in self._newest.items() if entry[0] > seen and topic in topics),
                key=lambda entry: entry[0],
            )
            return (fresh[-1][0] if fresh else seen), [message for _, message in fresh]

    async def stream(
        self, topics: frozenset[str], last_id: str | None = None, heartbeat_s: float = 15.0
    ) -> AsyncIterator[str]:
        """The newest of `topics` at once, then each newer one as it comes, encoded; comments keep it open.

        A message whose id is `last_id` is left out of the first batch: that page has it already.
        """
        wake = asyncio.Event()
        entry = (asyncio.get_running_loop(), wake)
        with self._lock:
            self._waiting.add(entry)
        seen, skip = 0, last_id
        try:
            while not self._closed:
                seen, fresh = self._since(seen, topics)
                for message in fresh:
                    if message.id is None or message.id != skip:
                        yield message.encode()
                skip = None
                try:
                    await asyncio.wait_for(wake.wait(), heartbeat_s)
                except TimeoutError:
                    yield ": still here\n\n"
                wake.clear()
        finally:
            with self._lock:
                self._waiting.discard(entry)
