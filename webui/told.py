"""Payments and previews as an answer tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yakume.engine.ledger import Entry

from .preview import Preview
from .schemas import EntryOut, PreviewOut


def entry_out(entry: Entry) -> EntryOut:
    """One payment with the arithmetic in both languages."""
    return EntryOut(
        deal=entry.deal, payer=entry.payer, payee=entry.payee, mon=entry.mon, rule=entry.rule, ja=entry.ja, en=entry.en
    )


def preview_out(found: Preview, events: Sequence[dict[str, Any]]) -> PreviewOut:
    """What booking `events`, in wire form, would change."""
    return PreviewOut(
        events=list(events),
        scores=list(found.scores),
        change=list(found.change),
        added=[entry_out(entry) for entry in found.added],
        removed=[entry_out(entry) for entry in found.removed],
        refused=list(found.refused),
    )
