"""What a phone needs to trust this page: the authority's certificate, and how to have it trusted. Open to everyone.

`GET /certificate` is a page in both languages, `GET /certificate/yakume.crt` the certificate: no secret, and its key
is never sent. There is neither where HTTPS is off, or its certificate was given by somebody else.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..certificate_page import to_html
from ..errors import ApiError

CERTIFICATE_PAGE = "/certificate"

router = APIRouter(prefix=CERTIFICATE_PAGE)


@router.get("", include_in_schema=False)
def page(request: Request) -> HTMLResponse:
    """The steps, and the fingerprint to compare with the terminal's."""
    _der(request)
    return HTMLResponse(to_html(request.app.state.authority.fingerprint))


@router.get("/yakume.crt", include_in_schema=False)
def certificate(request: Request) -> Response:
    """The certificate, as phones take it."""
    headers = {"Content-Disposition": 'attachment; filename="yakume.crt"'}
    return Response(_der(request), media_type="application/x-x509-ca-cert", headers=headers)


def _der(request: Request) -> bytes:
    authority = request.app.state.authority
    if authority is None:
        raise ApiError(404, "no_certificate", "there is no certificate to trust here: start yakume with --https")
    der: bytes = authority.der
    return der
