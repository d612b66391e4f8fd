"""Links for others, made and ended by the keeper: for a player of a seat, a watcher, a phone as camera, a keeper.

`GET /api/links` lists them; `POST /api/links` makes one and tells its address and QR code once; `POST /api/links/end`
ends one: whoever came by it is refused from then on, and open event streams end at once.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Request

from .. import wire
from ..addresses import address_of, link_of
from ..deps import DeskDep, LinksDep
from ..errors import ApiError
from ..links import Link, Links
from ..schemas import EndLink, MakeLink
from ..settings import Settings
from .certificate import CERTIFICATE_PAGE

router = APIRouter(prefix="/api/links")


@router.get("")
def links(request: Request, desk: DeskDep, links: LinksDep) -> wire.LinkList:
    """The links that are good; whoever has one can be let in no more (`/end`), but a link cannot be shown again."""
    return _listed(request, desk.settings, links)


@router.post("", status_code=201)
def make(request: Request, desk: DeskDep, links: LinksDep, command: MakeLink) -> wire.LinkMade:
    """Make a link. Raises: ApiError if others cannot reach this yakume, or a player has no seat."""
    address = _address(request, desk.settings)
    if address is None:
        raise ApiError(409, "only_here", "only this machine can reach this page: start yakume with --host 0.0.0.0")
    if (command.role == "player") != (command.seat is not None):
        raise ApiError(422, "invalid_request", "seat: a player has one, and nobody else")
    link, secret = links.make(command.role, command.seat)
    url = link_of(address, secret)
    picture = segno.make_qr(url, error="m").svg_data_uri(scale=8, border=4, dark="#000", light="#fff")
    return {"link": _told(link), "url": url, "qr": picture}


@router.post("/end")
def end(request: Request, desk: DeskDep, links: LinksDep, command: EndLink) -> wire.LinkList:
    """End a link. Raises: ApiError if there is none."""
    links.end(command.id)
    return _listed(request, desk.settings, links)


def _listed(request: Request, settings: Settings, links: Links) -> wire.LinkList:
    address = _address(request, settings)
    return {
        "address": address,
        "certificate": f"{address}{CERTIFICATE_PAGE}" if address and request.app.state.authority else None,
        "secure": settings.scheme == "https",
        "links": [_told(link) for link in links.good()],
    }


def _told(link: Link) -> wire.LinkListed:
    return {"id": link.id, "role": link.role, "seat": link.seat, "made_ms": link.made_ms}


def _address(request: Request, settings: Settings) -> str | None:
    """Where others find this yakume: as the keeper found it, unless that was from the machine itself."""
    if settings.loopback:
        return None
    host = urlsplit(f"//{request.headers['host']}").hostname or ""
    return f"{request.scope['scheme']}://{request.headers['host']}" if not _is_here(host) else address_of(settings)


def _is_here(host: str) -> bool:
    """True for a name that means another machine on every machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
