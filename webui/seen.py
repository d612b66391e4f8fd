"""Every request is given an id, counted, and written to the log: its path, never what stands behind the question mark.

The outermost layer, so that what is refused before any route is seen, too.
"""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import refusal_of
from .logs import REQUEST, REQUEST_HEADER
from .metrics import Metrics

log = logging.getLogger("yakume.requests")

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Seen:
    """ASGI middleware that changes nothing but one header."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(REQUEST_HEADER, "")
        request = given if _ID.fullmatch(given) else secrets.token_hex(8)
        REQUEST.set(request)
        started, status = time.perf_counter(), 500  # an exception is answered outside of this

        async def sender(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_HEADER] = request
            await send(message)

        try:
            await self._app(scope, receive, sender)
        finally:
            ms = (time.perf_counter() - started) * 1000
            self._note(scope, status, ms)

    def _note(self, scope: Scope, status: int, ms: float) -> None:
        refusal = refusal_of(scope) or ("internal_error" if status == 500 else None)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        # Anybody can ask for any path; one of ours is a name, others are not counted one by one.
        route = getattr(scope.get("route"), "path", "static" if scope["path"].startswith("/static/") else "other")
        self._metrics.request(method, route, status, refusal)
        client = scope.get("client")
        told = {
            "method": method,
            "path": scope["path"],
            "status": status,
            "ms": round(ms, 1),
            "client": client[0] if client else "",
        }
        if refusal is not None:
            told["code"] = refusal
        log.info("%s %s %s", method, scope["path"], status, extra=told)
