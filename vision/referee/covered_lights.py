"""Lights that may be a card of the first field that nobody could read and that was captured before anybody did."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from yakume.engine import CARDS, Rank

from .look import Look
from .position import mask_of

COVERED_MS = 10_000
"""A card of the first field that nobody could read and that was captured comes in sight in a pile within so long."""

LIGHTS = mask_of(card for card in CARDS if card.rank is Rank.HIKARI)


def covered_lights(looks: Iterable[Look]) -> int:
    """Faces of lights that came in sight among the captures soon after a card that nobody could read was seen last."""
    found = sighted = 0
    unread_ms: int | None = None
    for look in looks:
        if look.unread:
            unread_ms = look.t_ms
        seen = look.seen
        captured = reduce(or_, seen.captures, 0)
        new = LIGHTS & reduce(or_, seen.shown, seen.field | seen.outside | captured) & ~sighted
        sighted |= new
        if new and not look.unread and unread_ms is not None and look.t_ms - unread_ms <= COVERED_MS:
            found |= new & captured
    return found
