"""Run the page: find a free port, say where it is, and stop cleanly on Ctrl-C."""

from __future__ import annotations

import socket
import threading
import webbrowser
from dataclasses import replace
from typing import Any

import uvicorn
from fastapi import FastAPI

from .app import create_app
from .settings import Settings


def free_port(host: str, wanted: int) -> int:
    """`wanted` if nobody listens there, else the next free port of the following twenty, else any.

    Raises: OSError if `host` is no address of this machine.
    """
    for port in (*range(wanted, min(wanted + 20, 65536)), 0) if wanted else (0,):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                if port == 0:
                    raise
                continue
            return int(probe.getsockname()[1])
    raise AssertionError("unreachable: port 0 is always tried last")


def page_url(settings: Settings) -> str:
    """The address a visitor opens, with the token if there is one."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    query = f"?token={settings.token}" if settings.token else ""
    return f"http://{host}:{settings.port}/{query}"


class PageServer(uvicorn.Server):
    """uvicorn that ends the event streams first: they would be waited for, and then torn."""

    def __init__(self, app: FastAPI, **options: Any) -> None:
        super().__init__(uvicorn.Config(app, timeout_graceful_shutdown=2, **options))
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop as uvicorn does, with nobody listening any more."""
        desk = getattr(self._app.state, "desk", None)
        if desk is not None:
            desk.hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until interrupted; prints the address once the port is known.

    Raises: OSError if the address cannot be listened on.
    """
    settings = replace(settings, port=free_port(settings.host, settings.port))
    url = page_url(settings)
    print(f"yakume: {url}", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [url]).start()
    PageServer(create_app(settings), host=settings.host, port=settings.port, log_level="warning").run()
