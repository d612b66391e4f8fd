"""The page that tells how a phone is made to trust this yakume, in both languages."""

from __future__ import annotations

from .sheet_page import TEMPLATES


def to_html(fingerprint: str) -> str:
    """The page, complete in itself: who sees it has no token."""
    # In groups of eight bytes, a line each on a phone.
    parts = fingerprint.split(":")
    lines = [":".join(parts[at : at + 8]) for at in range(0, len(parts), 8)]
    return TEMPLATES.get_template("certificate.html").render(fingerprint=lines)
