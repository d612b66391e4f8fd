"""Processes that work for the web process: they end with it, and none can make it wait.

A child may be killed, stopped, or die in the middle of a message. What waits for one therefore waits with a limit, in a
thread of its own if the waiting itself cannot be limited.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol


class Child(Protocol):
    """The part of a process that its watchdog uses."""

    @property
    def exitcode(self) -> int | None: ...
    def is_alive(self) -> bool: ...
    def kill(self) -> None: ...
    def join(self, timeout: float | None = None) -> None: ...


KILLED_WITHIN_S = 5.0
"""Time for a killed process to be gone; one that hangs in a driver may take for ever, and is left to the system."""


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that went; to be called in a child."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def begin(target: Callable[..., None], *args: Any, name: str) -> tuple[Child, Connection]:
    """A fresh process that runs ``target(*args, pipe)``, and this side's end of the pipe.

    If it cannot be started, no end stays open.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=target, args=(*args, theirs), name=name, daemon=True)
    with theirs:
        try:
            child.start()
        except BaseException:
            ours.close()
            raise
    return child, ours


def end(child: Child) -> None:
    """Kill a child and wait until it is gone, but not for ever."""
    child.kill()
    child.join(KILLED_WITHIN_S)


class Mailbox:
    """Takes messages from a child's pipe in a thread, so that half a message keeps nobody waiting.

    A few are held; a child whose messages nobody takes waits with the next.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._messages: queue.Queue[tuple[bool, Any]] = queue.Queue(maxsize=2)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._take, name="mailbox", daemon=True)
        self._thread.start()

    def get(self, timeout_s: float) -> Any:
        """The next message, None if there is none in time. Raises: EOFError if none will come any more."""
        try:
            there, message = self._messages.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if not there:
            self._messages.put((False, None))
            raise EOFError
        return message

    def close(self) -> None:
        """Take nothing any more and close the pipe; the child must be gone by now."""
        self._closed.set()
        self._thread.join(KILLED_WITHIN_S)
        self._pipe.close()

    def _take(self) -> None:
        with contextlib.suppress(Exception):  # whatever ends the pipe, or makes its bytes no message, ends the messages
            while self._put((True, self._pipe.recv())):
                pass
        self._put((False, None))

    def _put(self, message: tuple[bool, Any]) -> bool:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._messages.put(message, timeout=0.2)
                return True
        return False
