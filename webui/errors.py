"""One error shape for every route: ``{"error": {"code", "message", "rule", "why", "says"}}``.

`code` is stable and machine-readable, `message` one sentence in English for whoever looks after yakume, `rule` a rule
id or an empty string. For people there are `why`, what is in the way, and `says`, what the rule says, both in Japanese
and English, and null where the code alone says it.
"""

from __future__ import annotations

import json
import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send
from yakume.engine.errors import EngineError

from . import wire
from .logs import REQUEST, REQUEST_HEADER
from .store import Conflict, StoreTrouble
from .text.codes import CODES
from .text.layout import layout_why
from .text.refused import rule_says, why_not

log = logging.getLogger("yakume.webui")


class ApiError(Exception):
    """A refusal of the web process: HTTP `status`, stable `code`, and one sentence."""

    def __init__(self, status: int, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.rule = status, code, message, rule


def error_body(code: str, message: str, rule: str = "") -> dict[str, Any]:
    """The one shape."""
    return {"error": refusal(code, message, rule)}


def refusal(code: str, message: str, rule: str) -> wire.Refusal:
    """What is told of something that was refused."""
    says = rule_says(rule)
    why = why_not(message) or layout_why(message) or (None if says else CODES.get(code))
    return {
        "code": code,
        "message": message,
        "rule": rule,
        "why": {"ja": why.ja, "en": why.en} if why else None,
        "says": {"ja": says.ja, "en": says.en} if says else None,
    }


def refused(error: EngineError) -> wire.Refusal:
    """What is told of what the engine refused."""
    return refusal(error.code, error.message, error.rule)


def error_response(status: int, code: str, message: str, rule: str = "", **kwargs: Any) -> JSONResponse:
    """A response in the one shape; `kwargs` go to the response (headers)."""
    return _Refusal(error_body(code, message, rule), status_code=status, **kwargs)


class _Refusal(JSONResponse):
    """An answer that leaves its code in the request's scope, for whoever counts refusals."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        note_refusal(scope, json.loads(bytes(self.body))["error"]["code"])
        await super().__call__(scope, receive, send)


_REFUSAL = "yakume.refusal"


def note_refusal(scope: Scope, code: str) -> None:
    """Leave the code of a refusal in the request's scope."""
    scope[_REFUSAL] = code


def refusal_of(scope: Scope) -> str | None:
    """The code of the refusal that a request was answered with; None if it was not refused."""
    code: str | None = scope.get(_REFUSAL)
    return code


def install(app: FastAPI) -> None:
    """Make every failure of `app` answer in the one shape."""

    @app.exception_handler(ApiError)
    async def api_error(request: Request, error: ApiError) -> JSONResponse:
        return error_response(error.status, error.code, error.message, error.rule)

    @app.exception_handler(EngineError)
    async def engine_error(request: Request, error: EngineError) -> JSONResponse:
        return error_response(422, error.code, error.message, error.rule)

    @app.exception_handler(Conflict)
    async def conflict(request: Request, error: Conflict) -> JSONResponse:
        return error_response(409, "conflict", str(error))

    @app.exception_handler(StoreTrouble)
    async def store_trouble(request: Request, error: StoreTrouble) -> JSONResponse:
        return error_response(503, error.code, str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return error_response(422, "invalid_request", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        phrase = HTTPStatus(error.status_code).phrase
        code = phrase.lower().replace(" ", "_").replace("-", "_")
        message = error.detail if error.detail != phrase else f"{phrase}: {request.method} {request.url.path}"
        return error_response(error.status_code, code, message, headers=error.headers)

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> JSONResponse:
        # A phone whose screen went dark in the middle of a picture; nobody is there any more to be answered.
        log.info("%s %s: whoever asked has gone", request.method, request.url.path)
        return error_response(400, "gone", "what was sent ended in the middle")

    @app.exception_handler(Exception)
    async def crash(request: Request, error: Exception) -> JSONResponse:
        log.error("%s %s failed: %s: %s", request.method, request.url.path, type(error).__name__, error)
        # This is answered outside of all layers, so the id is given here.
        named = {REQUEST_HEADER: REQUEST.get()}
        return error_response(
            500, "internal_error", "yakume failed here; the log of the server says why", headers=named
        )
