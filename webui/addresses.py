"""Where other machines find this yakume: the addresses of its interfaces, and the links that are printed and made."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from urllib.parse import quote

from .settings import Settings

SIOCGIFADDR = 0x8915
"""Linux's request for the address of an interface."""

INNER = ("docker", "br-", "veth", "virbr", "lxc", "cni", "podman")
"""How interfaces are called that lead to guests inside this machine; their addresses come last."""


def page_url(settings: Settings) -> str:
    """The address a visitor opens, with the keeper's token if there is one."""
    address = address_of(settings)
    return link_of(address, settings.token) if settings.token else f"{address}/"


def address_of(settings: Settings) -> str:
    """Scheme, host and port at which other machines find it, if any can: ``http://192.168.1.5:8480``."""
    host = reachable(settings.host)
    return f"{settings.scheme}://{f'[{host}]' if ':' in host else host}:{settings.port}"


def link_of(address: str, secret: str) -> str:
    """The link that lets its holder in, percent-encoded."""
    return f"{address}/?token={quote(secret, safe='')}"


def reachable(host: str) -> str:
    """An address that other machines can reach, for one that stands for all of this machine's; else `host` itself."""
    return (own_addresses() or [socket.gethostname()])[0] if host in ("0.0.0.0", "::") else host


def own_addresses() -> list[str]:
    """IPv4 addresses of this machine's interfaces but the loopback; asks the kernel alone, no name server."""
    found = []
    with suppress(ImportError, OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        import fcntl

        for _, name in sorted(socket.if_nameindex(), key=lambda each: each[1].startswith(INNER)):
            with suppress(OSError):  # an interface without an address
                told = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return [address for address in found if not address.startswith("127.")]
