"""A network camera over an empty table, whose picture the fault table spoils: MJPEG on a port of this machine."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import cv2
import numpy as np

Mode = Literal["live", "frozen", "black", "dark", "silent", "gone"]
SIZE_WH = (640, 360)
GAP_S = 0.1


class Film:
    """Serves ``http://127.0.0.1:PORT/table.mjpg`` until the block is left; `mode` says what its camera does."""

    def __init__(self) -> None:
        self.mode: Mode = "live"
        self._rng = np.random.default_rng(5)
        self._still = self._picture("live")
        self._server = self._open(0)
        self.port = self._server.server_address[1]

    @property
    def url(self) -> str:
        """What yakume is told."""
        return f"http://127.0.0.1:{self.port}/table.mjpg"

    def turn(self, mode: Mode) -> None:
        """Let the camera do something else from now on."""
        before, self.mode = self.mode, mode
        if mode == "gone":
            self._close()
        elif before == "gone":
            self._server = self._open(self.port)

    def __enter__(self) -> Film:
        return self

    def __exit__(self, *_: object) -> None:
        if self.mode != "gone":
            self.mode = "gone"
            self._close()

    def _open(self, port: int) -> ThreadingHTTPServer:
        film = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                try:
                    while film.mode != "gone":
                        if film.mode != "silent":
                            data = film.jpeg()
                            head = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data)
                            self.wfile.write(head + data + b"\r\n")
                        time.sleep(GAP_S)
                except OSError:
                    pass  # whoever looked has gone

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def _close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def jpeg(self) -> bytes:
        """The next picture."""
        picture = self._still if self.mode == "frozen" else self._picture(self.mode)
        return bytes(cv2.imencode(".jpg", picture)[1])

    def _picture(self, mode: Mode) -> np.ndarray:
        width, height = SIZE_WH
        if mode == "black":
            return np.zeros((height, width, 3), np.uint8)
        level = 2.0 if mode == "dark" else 90.0
        noise = self._rng.normal(level, 2.0, (height, width, 3))
        return np.clip(noise, 0, 255).astype(np.uint8)
