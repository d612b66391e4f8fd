"""Run the page: find a free port, say where it is, and stop cleanly on Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn
from fastapi import FastAPI

from .addresses import address_of, own_addresses, page_url
from .app import create_app
from .connections import Connections, limited_protocol, raise_limits
from .logs import set_up
from .routes.certificate import CERTIFICATE_PAGE
from .settings import Settings
from .store.lock import StoreLock

if TYPE_CHECKING:
    from .certificates import Authority, OwnCertificate

log = logging.getLogger("yakume.webui")


def free_port(host: str, wanted: int) -> int:
    """`wanted` if nobody listens there, else the next free port of the following twenty, else any.

    Raises: OSError if `host` is no address of this machine.
    """
    for port in (*range(wanted, min(wanted + 20, 65536)), 0) if wanted else (0,):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if port == 0:
                    raise OSError(f"cannot listen on {host}: {error.strerror}") from error
                continue
            return int(probe.getsockname()[1])
    raise AssertionError("unreachable: port 0 is always tried last")


LOOK_S = 60
"""How often is looked whether the certificate is still the right one, s."""


class Secure:
    """What makes the page a secure one: a certificate that was given, or one that is made and renewed here."""

    def __init__(self, settings: Settings) -> None:
        """Raises: CertificateError if there is none that can be used."""
        from .certificates import OwnCertificate, given_context

        self._host = settings.host
        self._own: OwnCertificate | None = None
        self.authority: Authority | None = None
        """What phones are to trust; None where the certificate was given."""
        if settings.https_cert is not None:
            self.context = given_context(settings.https_cert, settings.https_key)
            return
        self._own = OwnCertificate(settings.https_folder)
        self._renew(self._own)
        self.context, self.authority = self._own.context, self._own.authority

    def look(self) -> None:
        """Make another certificate if this one is not good any more; the old one serves on if that fails."""
        from .certificates import CertificateError

        if self._own is not None:
            try:
                if self._renew(self._own):
                    log.warning("another certificate is served: the addresses changed, or the last one ran out")
            except CertificateError as error:
                log.error("no new certificate: %s", error)

    def _renew(self, own: OwnCertificate) -> bool:
        from .certificates import names_of

        return own.renew(names_of(self._host, own_addresses()))


class PageServer(uvicorn.Server):
    """uvicorn that ends the event streams first: they would be waited for, and then torn."""

    def __init__(self, app: FastAPI, secure: Secure | None = None, **options: Any) -> None:
        self.connections = Connections(raise_limits())
        self._secure = secure
        # Nobody speaks WebSocket here; what is not spoken need not be guarded.
        protocol: Any = limited_protocol(self.connections, secure.context if secure else None)
        # Requests are logged by `Seen`: uvicorn's own lines have the whole address, with the token in it.
        options = {"http": protocol, "ws": "none", "timeout_graceful_shutdown": 2, "access_log": False} | options
        if secure:
            # uvloop keeps who fails at the handshake waiting until its time is over, and a place with it.
            options["loop"] = "asyncio"
        super().__init__(uvicorn.Config(app, **options))
        self._app = app

    async def on_tick(self, counter: int) -> bool:
        """Look once a minute whether this machine has another address, or a certificate runs out."""
        if self._secure is not None and counter % (10 * LOOK_S) == 0:
            await asyncio.to_thread(self._secure.look)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop as uvicorn does, with nobody listening any more."""
        desk = getattr(self._app.state, "desk", None)
        if desk is not None:
            desk.hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, *, open_browser: bool = False) -> int | None:
    """Serve until interrupted; prints the address once the port is known.

    Returns: the port if people left the demo for their own table, else None.

    Raises: OSError if the address cannot be listened on; StoreTrouble if another yakume has the database open.
    """
    set_up(settings.log, [settings.token] if settings.token else [])
    # Before a port is chosen: a second yakume would take the next one, and its page would go stale.
    lock = StoreLock(settings.database, "starting")
    try:
        settings = replace(settings, port=free_port(settings.host, settings.port))
        secure = Secure(settings) if settings.scheme == "https" else None
        lock.say(page_url(replace(settings, token=None)) if settings.loopback else f"port {settings.port}")
        url = page_url(settings)
        print(f"yakume: {url}", flush=True)
        if settings.token:
            print("yakume: this link is the keeper's; links for the others are made on its page", flush=True)
        if secure and secure.authority:
            address = f"{address_of(settings)}{CERTIFICATE_PAGE}"
            print(f"yakume: phones trust this page once they have the certificate of {address}", flush=True)
            print(f"yakume: its SHA-256 is {secure.authority.fingerprint}", flush=True)
        if open_browser:
            threading.Timer(1.0, webbrowser.open, [url]).start()
        app = create_app(settings, authority=secure.authority if secure else None)
        server = PageServer(app, secure, host=settings.host, port=settings.port, log_config=None)
        left = False

        def leave_demo() -> None:
            nonlocal left
            left = server.should_exit = True

        app.state.leave_demo = leave_demo
        server.run()
        return settings.port if left else None
    finally:
        lock.release()
