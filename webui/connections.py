"""Connections are counted and timed before anybody has said who they are.

A guest without a token can open connections and say nothing. Each address gets a share of them, all together get what
the file descriptors of the process allow, and one that sends no request, or does not take its answer, is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_OF_ONE = 64
"""Connections of one address; a browser opens six to one server."""
MOST = 480
"""All connections."""
SPARE = 160
"""File descriptors kept for everything else: database, pipes to children, listening sockets."""
HEADER_S = 10.0
"""Time for the lines of a request, from its first byte or the opening of the connection; and for agreeing on a key."""
HEADER_BYTES = 64 * 1024
"""Longest lines of a request."""
STALLED_S = 30.0
"""Time for which an answer may wait for its reader."""


class Connections:
    """How many there are, by address."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more from `address`; False, and not counted, if that is too many."""
        # The machine itself is let in whatever the others do: someone must be able to look what is going on.
        full = self._of.total() >= self._most and address != "127.0.0.1"
        if full or self._of[address] >= self._most_of_one:
            return False
        self._of[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One that entered is gone."""
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]

    def total(self) -> int:
        """All that there are now."""
        return self._of.total()


def raise_limits() -> int:
    """Let the process have as many file descriptors as the system grants; the number of connections that allows."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST + SPARE
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return max(8, min(MOST, soft - SPARE))
    return MOST


def counted_as(address: str) -> str:
    """What an address is counted as: a machine has as many of a network of IPv6 addresses as it likes."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol for one connection, with a place among the connections and a clock."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = connections
        self._address: str | None = None
        """Where the other is, once it has a place."""
        self._timer: asyncio.TimerHandle | None = None
        self._header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or close at once."""
        super().connection_made(transport)
        if self._address is None:
            address = _peer(transport)
            if not self._places.enter(address):
                transport.abort()
                return
            self._address = address
        self._set_timer(HEADER_S)

    def has_place(self, address: str) -> None:
        """Say that a place was taken already, before the keys were agreed on."""
        self._address = address

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_timer()
        if self._address is not None:
            self._places.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the lines of a request that have not come to an end."""
        if self._waits_for_request():
            if self._timer is None:
                self._set_timer(HEADER_S)
            self._header_bytes += len(data)
        super().data_received(data)
        if self._waits_for_request():
            if self._header_bytes > HEADER_BYTES:
                self.transport.abort()
        else:
            self._header_bytes = 0

    def on_headers_complete(self) -> None:
        """The request's lines are there."""
        self._stop_timer()
        self._header_bytes = 0
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """The reader of the answer does not keep up: it has a while."""
        super().pause_writing()
        self._set_timer(STALLED_S)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._stop_timer()

    def _waits_for_request(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _set_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class SecureDoor(asyncio.Protocol):
    """A connection until its two ends have agreed on a key: it has a place among the connections from the first.

    The event loop's own way would count it only afterwards, and wait a minute for who says nothing.
    """

    def __init__(self, inner: LimitedProtocol, context: ssl.SSLContext, connections: Connections) -> None:
        self._inner, self._context, self._places = inner, context, connections
        self._opening: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place, or close at once."""
        assert isinstance(transport, asyncio.Transport)
        address = _peer(transport)
        if not self._places.enter(address):
            transport.abort()
            return
        self._opening = asyncio.get_running_loop().create_task(self._open(transport, address))

    async def _open(self, transport: asyncio.Transport, address: str) -> None:
        early = _Early()
        try:
            secure = await asyncio.get_running_loop().start_tls(
                transport, early, self._context, server_side=True, ssl_handshake_timeout=HEADER_S
            )
        except (OSError, asyncio.CancelledError) as error:
            # Who speaks plain HTTP, trusts no such certificate or says nothing: all in a day's work.
            self._places.leave(address)
            transport.abort()
            if isinstance(error, asyncio.CancelledError):
                raise
            return
        if secure is None or early.lost:
            self._places.leave(address)
            return
        self._inner.has_place(address)
        secure.set_protocol(self._inner)
        self._inner.connection_made(secure)
        if early.data:
            self._inner.data_received(bytes(early.data))


class _Early(asyncio.Protocol):
    """Keeps what comes with the last words of the handshake."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.lost = False

    def data_received(self, data: bytes) -> None:
        """Keep it."""
        self.data += data

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio gives it
        """The other has gone already."""
        self.lost = True


def _peer(transport: asyncio.BaseTransport) -> str:
    """What the other end is counted as."""
    peer = transport.get_extra_info("peername")
    return counted_as(str(peer[0]) if isinstance(peer, tuple) and peer else "")


def limited_protocol(
    connections: Connections, context: ssl.SSLContext | None = None
) -> Callable[..., LimitedProtocol | SecureDoor]:
    """What makes the protocol of each new connection, as uvicorn asks for it; over TLS if there is a `context`."""

    def make(*args: Any, **kwargs: Any) -> LimitedProtocol | SecureDoor:
        inner = LimitedProtocol(*args, connections=connections, **kwargs)
        return inner if context is None else SecureDoor(inner, context, connections)

    return make
