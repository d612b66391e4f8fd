"""What a request may carry: how long, how fast, and of a command how deep, how many and how large its values are.

Checked for every route alike, before any of them sees the body. A photograph may be long; a command is short, and is
read whole here, so that nothing that follows has to be afraid of it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ApiError, error_response
from .phone import FRAME_BYTES
from .settings import Settings

UPLOADS = {"/api/read": None, "/api/decks/photo": None, "/api/camera/phone": FRAME_BYTES}
"""Routes that take a file, and how long it may be if that is less than any upload; all others take a command."""

COMMAND_BYTES = 256 * 1024
"""Longest command; 200 events take a third of it."""
DEPTH = 16
"""Lists and objects inside each other; a correction by a result of a deal has eight."""
VALUES = 20_000
"""Values in one command, keys counted."""
LARGEST = 2**53
"""Largest number that every JSON reader takes for the same."""
BODY_S = 60.0
"""Time for a whole body; 32 MB at 5 Mbit/s take 51 s."""


class Bodies:
    """ASGI middleware that answers 408, 413 and 422 itself and passes everything else on."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._settings, self._clock = app, settings, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        upload = scope["path"] in UPLOADS
        limit = self._settings.upload_limit_bytes
        limit = min(limit, (UPLOADS[scope["path"]] or limit) if upload else COMMAND_BYTES)
        length = dict(scope["headers"]).get(b"content-length", b"0")
        limited = self._limited(receive, limit)
        try:
            if not (length.isdigit() and len(length) < 20 and int(length) <= limit):
                raise _too_long(limit)
            if not upload:
                limited = _again(_checked(await _whole(limited)), receive)
        except ApiError as error:
            # What was not read is in the way of the next request on this connection.
            headers = {"Connection": "close"}
            await error_response(error.status, error.code, str(error), headers=headers)(scope, receive, send)
            return
        await self._app(scope, limited, send)

    def _limited(self, receive: Receive, limit: int) -> Receive:
        """`receive` that fails once a body has grown too long, or has taken too long."""
        seen, over = 0, False
        until = self._clock() + BODY_S

        async def limited() -> Message:
            nonlocal seen, over
            if over:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - self._clock()))
            except TimeoutError:
                raise ApiError(408, "too_slow", f"the body was not sent within {BODY_S:.0f} s") from None
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _too_long(limit)
            over = not message.get("more_body")
            return message

        return limited


def _too_long(limit: int) -> ApiError:
    return ApiError(413, "too_large", f"more than {limit // 1024} KiB are not read")


async def _whole(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """`receive` that gives `body` first, and then what else comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _checked(body: bytes) -> bytes:
    """`body` as it is. Raises: ApiError if it is JSON that no command can be."""
    try:
        value = json.loads(body)
    except RecursionError:
        raise _refused("lists and objects are nested too deep") from None
    except ValueError:
        return body  # what is no JSON is refused by the routes that want some
    check_values(value)
    return body


def check_values(value: Any) -> None:
    """Raises: ApiError if the JSON value is too deep, has too many values, a number too large, or broken text."""
    level, depth, count = [value], 0, 0
    while level:
        depth, count = depth + 1, count + len(level)
        if depth > DEPTH:
            raise _refused("lists and objects are nested too deep")
        if count > VALUES:
            raise _refused(f"more than {VALUES} values")
        below: list[Any] = []
        for each in level:
            if isinstance(each, str):
                try:
                    each.encode()
                except UnicodeEncodeError:
                    raise _refused("half of a character (a lone surrogate)") from None
                if "\0" in each:
                    raise _refused("a character of no text (NUL)")
            elif isinstance(each, int | float) and not -LARGEST <= each <= LARGEST:  # NaN is not, either
                raise _refused("a number is too large")
            elif isinstance(each, dict):
                below += [*each.keys(), *each.values()]
            elif isinstance(each, list):
                below += each
        level = below


def _refused(why: str) -> ApiError:
    return ApiError(422, "invalid_request", f"body: {why}")
