"""What yakume writes to its log: text for people, or one JSON object a line for programs, and no secrets in either.

A line that belongs to a request carries the request's id, which its answer has in ``X-Request-ID``.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import IO, Any, Literal

Kind = Literal["text", "json"]

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""Id of the request that is being answered, empty outside of one."""

REQUEST_HEADER = "X-Request-ID"
"""Where an answer has that id; a request may bring its own."""

HIDDEN = "***"
_SECRETS = (
    (re.compile(r"(\btoken=)[^&\s\"'#]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"(\bbearer\s+)[^\s\"',]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"(\byakume=)[^;\s\"',]+"), rf"\1{HIDDEN}"),  # the cookie
    (re.compile(r"(://[^/\s:@]*:)[^/\s]+(?=@)"), rf"\1{HIDDEN}"),  # a camera's or a database's password
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_OWN = frozenset((*vars(logging.makeLogRecord({})), "message", "asctime", "request"))
"""Fields that every record has; what is beside them was given with the message."""


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` with tokens and passwords replaced, by their look, and each of `secrets` wherever it stands."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    for pattern, replaced in _SECRETS:
        text = pattern.sub(replaced, text)
    return text


class TextFormatter(logging.Formatter):
    """One line of text a record; a traceback keeps its lines."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self._secrets = tuple(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        """The line; who can choose a word of it cannot begin another."""
        record.message = _CONTROL.sub(lambda found: repr(found[0])[1:-1], record.message)
        line = super().formatMessage(record)
        request = REQUEST.get()
        return f"{line} [{request}]" if request else line

    def format(self, record: logging.LogRecord) -> str:
        """The whole text of the record."""
        return without_secrets(super().format(record), self._secrets)


class JsonFormatter(logging.Formatter):
    """One JSON object a record: ``at``, ``level``, ``logger``, ``message``, ``request``, ``trace``, and what was given
    with it."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        values: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            values["request"] = request
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        values |= {name: value for name, value in vars(record).items() if name not in _OWN}
        clean = {name: self._clean(value) for name, value in values.items()}
        return json.dumps(clean, ensure_ascii=False, separators=(",", ":"))

    def _clean(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        return without_secrets(str(value), self._secrets)


def set_up(kind: Kind, secrets: Iterable[str] = (), stream: IO[str] | None = None) -> None:
    """Send this process' records to `stream` (standard error): as text what is wrong, as JSON every request."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter((JsonFormatter if kind == "json" else TextFormatter)(secrets))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("yakume").setLevel(logging.INFO if kind == "json" else logging.WARNING)
