"""Run the page: find a free port, say where it is, and stop cleanly on Ctrl-C."""

from __future__ import annotations

import socket
import threading
import webbrowser
from dataclasses import replace

import uvicorn

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


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until interrupted; prints the address once the port is known.

    Raises: OSError if the address cannot be listened on.
    """
    settings = replace(settings, port=free_port(settings.host, settings.port))
    url = page_url(settings)
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        # An open event stream would keep the server from stopping.
        timeout_graceful_shutdown=2,
    )
    print(f"yakume: {url}", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [url]).start()
    uvicorn.Server(config).run()
