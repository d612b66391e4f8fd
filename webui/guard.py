"""Who may speak to the page: Host, Origin and token are checked before any route runs.

A page elsewhere on the web must not be able to reach a table through its visitor's browser. The Host check
stops DNS rebinding, the Origin check stops cross-site posts, the token stops neighbours on the network.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import HOME, KEEPER, OPEN, Guesses, Visitor, may
from .connections import counted_as
from .errors import error_response, note_refusal
from .first_paint import THEME_HASH
from .links import Links
from .settings import Settings
from .text.refusals import REFUSALS, refusal_page

COOKIE = "yakume"
"""Name of the cookie that holds the token once a visitor came with it."""
COOKIE_S = 30 * 24 * 3600
"""How long a browser keeps it, s: a phone comes back next week. A link that is ended is refused all the same."""

POLICY = {
    "Content-Security-Policy": f"default-src 'self'; script-src 'self' 'sha256-{THEME_HASH}'; "
    "img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Headers of every page: nothing is loaded from or sent to anywhere else."""


class Guard:
    """ASGI middleware that answers 400, 401, 403 or 429 itself and passes everything else on.

    Routes find who asks in `request.state.visitor`.
    """

    def __init__(self, app: ASGIApp, settings: Settings, links: Links) -> None:
        self._app = app
        self._settings = settings
        self._links = links
        self._guesses = Guesses()
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
            await refusal(scope, receive, _with_policy(send))
            return
        send = _with_policy(send)
        visitor: Visitor = scope["state"]["visitor"]
        if visitor.link is None or scope["method"] != "GET":
            await self._app(scope, receive, send)
        else:
            await self._answer_until_ended(visitor.link, scope, receive, send)

    async def _answer_until_ended(self, link: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as long as the link is good: an event stream ends with it."""
        begun = over = False

        async def sender(message: Message) -> None:
            nonlocal begun, over
            begun, over = True, message["type"] == "http.response.body" and not message.get("more_body")
            await send(message)

        with self._links.until_ended(link) as ended:
            answer = asyncio.ensure_future(self._app(scope, receive, sender))
            end = asyncio.ensure_future(ended.wait())
            try:
                await asyncio.wait((answer, end), return_when=asyncio.FIRST_COMPLETED)
                if answer.done():
                    await answer
                    return
            finally:
                end.cancel()
                answer.cancel()
                await asyncio.wait((answer,))
        if not begun:
            await _refusal(scope, 401, "link_ended")(scope, receive, send)
        elif not over:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            return error_response(400, "wrong_host", f"this page is not called {host!r}")
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host:
            return error_response(403, "wrong_origin", f"requests from {origin!r} are not accepted")
        # Without a token only this machine is listened to, and who sits at it keeps the score.
        scope.setdefault("state", {})["visitor"] = KEEPER
        if self._settings.token is not None and scope["path"] not in OPEN:
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
        """Refuse who shows no secret, a wrong one or too many, or may not ask for this; None lets in."""
        client = scope.get("client")
        address = counted_as(client[0]) if client else ""
        if self._guesses.too_many(address):
            return _refusal(scope, 429, "too_many_guesses")
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        linked = query.get("token", [""])[0]
        shown = [linked, headers.get("authorization", "").removeprefix("Bearer "), _cookie(headers)]
        known: list[tuple[str, Visitor]] = []
        ended = False
        for given in dict.fromkeys(secret for secret in shown if secret):
            visitor, was = self._visitor(given, token)
            ended = ended or was
            if visitor is not None:
                known.append((given, visitor))
            elif not was:
                self._guesses.wrong(address, given)
        method = scope.get("method", "")
        if known and known[0][0] == linked and method == "GET":
            return _welcome(linked, known[0][1], secure=scope.get("scheme") == "https")
        allowed = [visitor for given, visitor in known if given != linked]
        if not allowed:
            return _refusal(scope, 401, "link_ended" if ended else "token_needed")
        visitor = next((each for each in allowed if may(each.role, method, scope["path"])), None)
        if visitor is None:
            return _refusal(scope, 403, f"{allowed[0].role}_only")
        scope["state"]["visitor"] = visitor
        return None

    def _visitor(self, given: str, token: str) -> tuple[Visitor | None, bool]:
        """Who has the secret `given`, None for nobody; and whether it is that of a link that was ended."""
        keeps = hmac.compare_digest(given.encode(), token.encode())
        link = self._links.find(given)
        if keeps:
            return KEEPER, False
        if link is None or link.ended_ms is not None:
            return None, link is not None
        return link.visitor, False


def _welcome(secret: str, visitor: Visitor, *, secure: bool) -> Response:
    """The answer to who opens a link: the secret is kept in a cookie, not in the address bar."""
    response = RedirectResponse(HOME[visitor.role].format(seat=visitor.seat), status_code=303)
    # Lax and not strict: a link that was sent in a message is opened from elsewhere, and this is the answer to it.
    # Nothing is changed by a GET, and everything else has its origin checked.
    response.set_cookie(COOKIE, secret, max_age=COOKIE_S, httponly=True, samesite="lax", secure=secure)
    return response


def _refusal(scope: Scope, status: int, code: str) -> Response:
    """A refusal, for a browser that is to show it as a page in both languages."""
    if Headers(scope=scope).get("accept", "").startswith("text/html"):
        note_refusal(scope, code)
        return HTMLResponse(refusal_page(code), status_code=status)
    return error_response(status, code, REFUSALS[code].en)


def _with_policy(send: Send) -> Send:
    """`send` that adds `POLICY` to every response."""

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(POLICY)
        await send(message)

    return sender


def _netloc(origin: str) -> str | None:
    """Name and port of an Origin header; None for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
