"""What a page is told, as plain JSON values: the setup, what is booked, and what lies on the table.

Only words and arrangement are decided here; every fact is the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yakume.engine import CardSet, card_points, find_dekiyaku, find_ruleset
from yakume.engine.advice import Fate, Progress, View, progress
from yakume.engine.names import NAMES, name
from yakume.engine.ruleset import RULESETS, OptionValue, Ruleset
from yakume.engine.yaku import TeyakuRow

from .settings import Settings

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OnTable:
    """What lies where; as the referee understands it, so that a hand over the table hides nothing."""

    field: CardSet
    captures: tuple[CardSet, ...]
    """By seat."""
    shown: tuple[CardSet, ...]
    """By seat."""


def words(key: str) -> Json:
    """A term, card or rule in both languages."""
    found = name(key)
    return {"ja": found.ja, "en": found.en}


def setup_view(settings: Settings) -> Json:
    """What a page needs once: names of all cards and terms, the games, what the start form proposes."""
    return {
        "lang": settings.lang,
        "names": {key: {"ja": term.ja, "en": term.en} for key, term in NAMES.items()},
        "rulesets": [_game(game) for game in RULESETS.values()],
        "proposal": {"ruleset": settings.ruleset, "players": list(settings.players)},
    }


def _game(game: Ruleset) -> Json:
    return {
        "id": game.id,
        **words(game.id),
        "players": [min(game.seats), max(game.seats)],
        "options": [
            {
                "key": option.key,
                "default": option.default,
                "choices": list(option.choices),
                "any_count": option.any_count,
                "ask": option.ask,
                "source": option.source,
                "about": option.about,
            }
            for option in game.options
        ],
    }


def seat_views(
    ruleset_id: str, options: Mapping[str, OptionValue], order: Sequence[int], on_table: OnTable
) -> list[Json]:
    """Per seat: captures, what is shown, card points, and how far each set has come.

    Args:
        order: seats in play order, the 親 first; a seat that is not in it sits this deal out.
    """
    piles = tuple(on_table.captures[seat] for seat in order)
    shown = tuple(on_table.shown[seat] for seat in order)
    views = []
    for seat, (pile, open_hand) in enumerate(zip(on_table.captures, on_table.shown, strict=True)):
        rows: list[Json] = []
        if seat in order:
            place = order.index(seat)
            view = View(
                ruleset_id,
                place,
                piles,
                on_table.field,
                shown=shown,
                mandatory=bool(options.get("capture_mandatory", True)),
            )
            rows = _sets(ruleset_id, options, view)
        views.append(
            {
                "captures": [str(card) for card in pile],
                "shown": [str(card) for card in open_hand],
                "points": card_points(ruleset_id, pile),
                "yaku": rows,
            }
        )
    return views


def _sets(ruleset_id: str, options: Mapping[str, OptionValue], view: View) -> list[Json]:
    inoshikacho = bool(options.get("inoshikacho", True))
    pile = view.captured[view.seat]
    made = {
        row.id: row for row in find_dekiyaku(ruleset_id, pile, biki=view.seat == 2, inoshikacho=inoshikacho)
    }
    left_out = frozenset() if inoshikacho else frozenset({"H2-DEKI-06"})
    rows = []
    for each in progress(view, left_out=left_out):
        done = made.get(each.row.id)
        # A set that a better one replaces is complete and yet not paid: it is not shown.
        replaced = done is None and each.lacking == 0
        rows.append(
            {
                "rule": each.row.id,
                **words(each.row.id),
                "mon": done.mon if done else each.row.mon,
                "cards": [str(card) for card in each.have],
                "missing": [] if done else _still_open(each),
                "lacking": each.lacking,
                "state": "done" if done else "dead" if each.dead or replaced else "open",
            }
        )
    return rows


def _still_open(each: Progress) -> list[str]:
    return [str(card.card) for card in each.missing if card.fate is not Fate.LOST]


def teyaku_view(part: TeyakuRow) -> Json:
    """One part of an announced hand yaku with its printed price in 文."""
    return {"rule": part.id, **words(part.id), "mon": part.mon}


def rule_view(rule: str) -> Json:
    """What a rule says, in both languages. Raises: NotationError if there is none."""
    from yakume.engine.explain import explain

    sentence = explain(rule)
    return {"rule": rule, "name": words(rule), "ja": sentence.ja, "en": sentence.en}


def ruleset_words(ruleset_id: str) -> Json:
    """A game's id and name."""
    return {"id": find_ruleset(ruleset_id).id, **words(ruleset_id)}
