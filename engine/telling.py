"""All that is told of a match at once: every sentence, the sheet in every form, every player's outlook.

What is stored must be tellable for ever: a log that replays and then cannot be shown would take the page down with
it. So whoever stores an event calls `tell` on the state after it first, and stores nothing where that raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .advice import Play, Progress, plays, progress, view_of
from .sheet import sheet_of
from .sheet_text import Language, to_csv, to_text
from .state import Phase, State

LANGUAGES: tuple[Language, ...] = ("ja", "en")


@dataclass(frozen=True, slots=True)
class Telling:
    """Everything that is said of a state."""

    line: str
    entries: tuple[dict[str, Any], ...]
    """Every payment with its sentences, as `Entry.to_json`."""
    sheets: tuple[tuple[str, str], ...]
    """Text and CSV of the sheet in each of `LANGUAGES`; a page to print is made of the same lines."""
    outlooks: tuple[tuple[tuple[Progress, ...], tuple[Play, ...]], ...]
    """Of each seat in play its sets and the plays of its known cards; empty between deals."""


def tell(state: State) -> Telling:
    """Everything that is said of `state`. Never raises for a state that `apply` gave."""
    sheet = sheet_of(state)
    running = state.deal if state.deal and state.phase not in (Phase.READY, Phase.OVER) else None
    views = [view_of(state, seat, running.hands[seat]) for seat in running.order] if running else []
    return Telling(
        state.line,
        tuple(entry.to_json() for entry in state.ledger),
        tuple((to_text(sheet, lang), to_csv(sheet, lang)) for lang in LANGUAGES),
        tuple((progress(view), plays(view)) for view in views),
    )
