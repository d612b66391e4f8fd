"""An application that is really served, for tests and tools that speak to it over a connection."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fastapi import FastAPI
from yakume.webui.server import PageServer


@dataclass
class Served:
    """An application that listens on a port of its own."""

    port: int
    server: PageServer
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


@contextmanager
def serve_app(app: FastAPI) -> Iterator[Served]:
    """`app` served until the block is left."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = PageServer(app, log_level="error")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        try:
            yield Served(listener.getsockname()[1], server, thread)
        finally:
            server.should_exit = True
            thread.join()
