"""Who may speak to the page: Host, Origin, token and body size are checked before any route runs.

A page elsewhere on the web must not be able to reach a table through its visitor's browser. The Host check
stops DNS rebinding, the Origin check stops cross-site posts, the token stops neighbours on the network.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ApiError, error_response
from .settings import Settings

COOKIE = "yakume"
"""Name of the cookie that holds the token once a visitor came with it."""

POLICY = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Headers of every page: nothing is loaded from or sent to anywhere else."""


class Guard:
    """ASGI middleware that answers 400, 401, 403 or 413 itself and passes everything else on."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._names = {"localhost"}
        if not settings.loopback:
            hostname = socket.gethostname().lower()
            self._names |= {settings.host.lower(), hostname, f"{hostname}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(scope, self._limited(receive), _with_policy(send))

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            return error_response(400, "wrong_host", f"this page is not called {host!r}")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return error_response(403, "wrong_origin", f"requests from {origin!r} are not accepted")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._settings.upload_limit_bytes:
            return self._too_long()
        if self._settings.token is not None:
            return self._admit(scope, headers, self._settings.token)
        return None

    def _knows(self, host: str) -> bool:
        """True if `host` (with or without port) can only mean this machine."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # A name can be made to point anywhere by its owner, a bare address cannot.
        return address.is_loopback or not self._settings.loopback

    def _admit(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if _same(query.get("token", [""])[0], token) and scope.get("method") == "GET":
            # The link of the QR code: keep the secret in a cookie, not in the address bar.
            response = RedirectResponse("/", status_code=303)
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return response
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        if _same(bearer, token) or _same(_cookie(headers), token):
            return None
        return error_response(401, "token_needed", "open the link with the token that yakume printed")

    def _limited(self, receive: Receive) -> Receive:
        """`receive` that fails once a body without a length has grown too long."""
        seen = 0

        async def limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._settings.upload_limit_bytes:
                raise ApiError(413, "too_large", self._limit_sentence)
            return message

        return limited

    def _too_long(self) -> Response:
        return error_response(413, "too_large", self._limit_sentence)

    @property
    def _limit_sentence(self) -> str:
        return f"more than {self._settings.upload_limit_bytes // 1024} KiB are not read"


def _with_policy(send: Send) -> Send:
    """`send` that adds `POLICY` to every response."""

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(POLICY)
        await send(message)

    return sender


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
